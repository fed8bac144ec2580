"""The poster of a map: what is written above it."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.render.drawing import Drawing
from compiler.render.sheet.imposition import Art
from compiler.render.sheet.poster import poster


def test_the_size_of_a_scan_is_told_to_a_tenth_of_a_millimetre(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    kept = Drawing.text

    def text(self: Drawing, x: float, y: float, words: str, *more: Any, **named: Any) -> Any:
        written.append(words)
        return kept(self, x, y, words, *more, **named)

    monkeypatch.setattr(Drawing, "text", text)
    poster(Art("scan", 238.55814, 141.0, lambda: Drawing(1, 1)), "Brooks")
    assert written[0] == "Brooks, 238.6 × 141 mm"
