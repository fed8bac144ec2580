"""Marks on pieces."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Marked
from compiler.model.table import Piece


def taken_off(piece: Piece, marks: Iterable[str], rule: str | None = None) -> list[Marked]:
    """Of some marks those that a piece bears are taken off."""
    borne = {mark for mark, _ in piece.marks}
    return [Marked(piece.id, mark, None, rule) for mark in marks if mark in borne]
