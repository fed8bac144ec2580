"""The poster of a map: what is written above it, and how much paper stays white."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.render.drawing import Drawing
from compiler.render.sheet.faces import Art
from compiler.render.sheet.poster import poster
from compiler.render.sheet.presets import A4, LETTER, Paper
from tests.render.games import FOLDER, SLUGS, game_in


def test_the_size_of_a_scan_is_told_to_a_tenth_of_a_millimetre(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    kept = Drawing.text

    def text(self: Drawing, x: float, y: float, words: str, *more: Any, **named: Any) -> Any:
        written.append(words)
        return kept(self, x, y, words, *more, **named)

    monkeypatch.setattr(Drawing, "text", text)
    poster(Art("scan", 238.55814, 141.0, lambda: Drawing(1, 1)), "Brooks")
    assert written[0] == "Brooks, 238.6 × 141 mm"


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("slug", [*SLUGS, "samples/bridgehead"])
def test_at_most_a_quarter_of_a_poster_is_white_paper(slug: str, paper: Paper) -> None:
    width, height = game_in(FOLDER / slug).map.size
    sheet = poster(Art("map", width, height, lambda: Drawing(1, 1), 3.0), "Map", paper)
    assert width * height >= 0.75 * sheet.width * sheet.height
