"""Sides are told apart without colour: by crest, on units and on the flags that say who holds a place."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from compiler.render.colour import Palette
from compiler.render.counter.face import draw_face
from compiler.render.raster import raster
from compiler.render.style import palette_of
from compiler.render.symbols import mon
from tests.render.games import FOLDER, SLUGS, game_in

GAMES = [*(FOLDER / slug for slug in SLUGS), *sorted(p.parent for p in (FOLDER / "samples").glob("*/art.yaml"))]
every_game = pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)


def grey(palette: Palette) -> Palette:
    """The palette as one sees it whose sides all have one colour and one band."""
    sides = {id: replace(side, fill="#8A8A8A", text="#101010", band="plain") for id, side in palette.sides.items()}
    return replace(palette, sides=sides)


@every_game
def test_no_two_sides_have_one_crest(folder: Path) -> None:
    game = game_in(folder)
    palette = palette_of(game)
    fighting = [id for id in game.sides if any(c.side == id and not game.counter_kinds[c.kind].marker
                                               for c in game.counters.values())]  # fmt: skip
    alike = [(a, b) for a, b in combinations(fighting, 2) if mon(palette.side(a).mon) == mon(palette.side(b).mon)]
    assert alike == []


@every_game
def test_flags_tell_whose_they_are_without_colour(folder: Path) -> None:
    game = game_in(folder)
    palette = grey(palette_of(game))
    for mark in game.marks.values():
        counter = game.counters.get(mark.counter or "")
        if counter is None or len(mark.values) < 2 or not set(mark.values) <= set(game.sides):
            continue
        assert len(counter.faces) == len(mark.values), counter.id
        drawn = [np.asarray(raster(draw_face(game, palette, counter, face), 4.0)) for face in counter.faces]
        assert all((a != b).any(axis=2).mean() > 0.04 for a, b in combinations(drawn, 2)), counter.id
