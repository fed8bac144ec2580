"""Which pictures the layouts of a game put into their slots, and for which piece first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.diagnostics import Span
from compiler.model.game import Game
from compiler.model.shown import back_values, card_values, face_values
from compiler.render.card.face import layout_of as card_layout
from compiler.render.card.free import is_free
from compiler.render.counter.face import layout_of
from compiler.render.counter.slots import said, shown, slots_of


def slot_pictures(game: Game) -> dict[str, Span]:
    """Every picture that a slot shows, with the place of the first piece that shows it."""
    found: dict[str, Span] = {}
    for name, span in (*_on_counters(game), *_on_cards(game)):
        found.setdefault(name, span)
    return found


def _in(layout: Mapping[str, Any], state: str, values: Mapping[str, Any]) -> Iterator[str]:
    for slot in slots_of(layout, state):
        if slot.put == "picture" and shown(slot, values):
            name = said(slot, values)
            if name:
                yield name


def _on_counters(game: Game) -> Iterator[tuple[str, Span]]:
    for counter in game.counters.values():
        layout = layout_of(game, game.counter_kinds[counter.kind])
        for face in counter.faces:
            if face.side is not None and face.side not in game.sides:
                continue  # told already; no picture is named after a side that is not there
            for name in _in(layout, face.state, face_values(game, counter, face)):
                yield name, counter.note.span


def _on_cards(game: Game) -> Iterator[tuple[str, Span]]:
    for card in game.cards.values():
        kind = game.card_kinds[card.kind]
        layout = card_layout(game, kind)
        for side in ("front", "back"):
            if is_free(layout, side):
                values = card_values(card, kind) if side == "front" else back_values(kind)
                yield from ((name, card.note.span) for name in _in({"front": layout[side]}, "front", values))
