"""Labels of a counter tray: every piece has a compartment, words and crests keep off the knife."""

from __future__ import annotations

import pytest

from compiler.print.trays import EDGE, FEW, HEIGHT, WIDTH, draw_label, tray_labels, trays
from compiler.render.drawing import Run
from compiler.render.style import palette_of
from tests.render.games import SLUGS, game


@pytest.mark.parametrize("slug", SLUGS)
def test_every_piece_has_a_compartment(slug: str) -> None:
    one = game(slug)
    made = list(trays(one))
    assert sum(tray.count for tray in made) == sum(c.count * -(-len(c.faces) // 2) for c in one.counters.values())
    assert len({(tray.whose, tray.name) for tray in made}) == len(made) == len(tray_labels(one, palette_of(one)))
    assert all(tray.count >= FEW for tray in made if tray.side is not None)


@pytest.mark.parametrize("slug", SLUGS)
def test_words_keep_off_the_knife_and_can_be_read(slug: str) -> None:
    one = game(slug)
    for tray in trays(one):
        runs = [item for item in draw_label(palette_of(one), tray).items if isinstance(item, Run)]
        assert len(runs) >= 3
        for run in runs:
            assert run.place.x + run.line.advance * run.place.scale <= WIDTH - EDGE + 0.01
            assert EDGE <= run.place.y <= HEIGHT - EDGE
            assert run.place.scale >= 2.3
