"""Marks with a marker for each value, shared piles, tracks over the boxes of a display."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.load.bundle import load_game
from compiler.model.game import Game
from compiler.model.lower.game import lower
from compiler.model.setup import set_up

FIRST_BATTLE = Path(__file__).parents[3] / "games" / "first_battle"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the small game that a test may change."""
    return Path(shutil.copytree(FIRST_BATTLE, tmp_path / "first_battle"))


def load(folder: Path) -> tuple[Game, Sink]:
    sink = Sink()
    bundle = load_game(folder, sink)
    assert bundle is not None
    game = lower(bundle, sink)
    assert game is not None
    return game, sink


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_each_value_of_a_mark_may_have_its_own_marker(folder: Path) -> None:
    change(folder / "counters.yaml", "counter: flag, stays", "counter: flag, counters: {north: turn_marker}, stays")
    game, sink = load(folder)
    assert not list(sink)
    control = game.marks["control"]
    assert (control.marker("north"), control.marker("south")) == ("turn_marker", "flag")


def test_the_marker_of_a_value_must_exist(folder: Path) -> None:
    change(folder / "counters.yaml", "counter: flag, stays", "counters: {north: nothing}, stays")
    _, sink = load(folder)
    assert [(fault.code, fault.message) for fault in sink] == [("M001", "`nothing` is not a known counter")]


def test_a_shared_pile_is_seen_by_all_who_hold_it(folder: Path) -> None:
    held = "    seat: north\n    shared_with: [south]\n    face: owner\n"
    change(folder / "piles.yaml", "    kind: cup\n", "    kind: cup\n" + held)
    game, sink = load(folder)
    assert not list(sink)
    assert game.piles["orders_cup"].owners == ("north", "south")
    chit = next(set_up(game, game.scenarios["bridge"]).at("orders_cup"))
    assert chit.seen_by == ("north", "south")


def test_a_pile_of_nobody_has_no_owners(folder: Path) -> None:
    game, _ = load(folder)
    assert game.piles["orders_cup"].owners == ()


def test_a_track_runs_over_a_known_display(folder: Path) -> None:
    change(folder / "tracks.yaml", "columns: 8,", "display: fallen.north,")
    game, sink = load(folder)
    assert not list(sink)
    assert game.tracks["turn"].display == "fallen.north"
    change(folder / "tracks.yaml", "display: fallen.north", "display: fallen.west")
    _, sink = load(folder)
    assert [fault.code for fault in sink] == ["M001"]
