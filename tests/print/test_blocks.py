"""Counters in the order they are cut."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from compiler.print.blocks import OF_NO_SIDE, counter_faces
from compiler.render.style import palette_of
from tests.render.games import FOLDER, game_in

GAMES = sorted(path.parent for path in FOLDER.rglob("art.yaml"))


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_a_block_begins_with_its_units_and_ends_with_its_markers(folder: Path) -> None:
    """The flags of a game that keeps its units in a CSV file came before them."""
    game = game_in(folder)
    marks = {c.name.en for c in game.counters.values() if game.counter_kinds[c.kind].marker}
    cut = [(face.group, face.label in marks) for face in counter_faces(game, palette_of(game))]
    assert [b for (a, first), (b, then) in pairwise(cut) if a == b != OF_NO_SIDE and first and not then] == []
