"""Scenarios that say only what differs, and free placements with fixed numbers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.load.bundle import load_game
from compiler.model.game import Game
from compiler.model.lower.game import lower

FIRST_BATTLE = Path(__file__).parents[3] / "games" / "first_battle"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the small game that a test may add files to."""
    return Path(shutil.copytree(FIRST_BATTLE, tmp_path / "first_battle"))


def load(folder: Path) -> tuple[Game, Sink]:
    sink = Sink()
    bundle = load_game(folder, sink)
    assert bundle is not None
    game = lower(bundle, sink)
    assert game is not None
    return game, sink


def write(folder: Path, id: str, text: str) -> None:
    head = f"id: {id}\ntitle: {id}\nseats: [north, south]\n"
    (folder / "scenarios" / f"{id}.yaml").write_text(head + text, encoding="utf-8")


def test_a_scenario_like_another_keeps_what_it_does_not_say(folder: Path) -> None:
    write(folder, "long", "like: bridge\nturns: [1, 6]\n")
    game, sink = load(folder)
    assert not list(sink)
    model, own = game.scenarios["bridge"], game.scenarios["long"]
    assert (own.first_turn, own.last_turn) == (1, 6)
    assert own.title.en == "long"
    assert (own.placements, own.free, own.reinforcements) == (model.placements, model.free, model.reinforcements)
    assert (own.marks, own.tracks) == (model.marks, model.tracks)


def test_a_list_is_given_whole_and_a_track_by_itself(folder: Path) -> None:
    write(folder, "other", 'like: bridge\ntracks: {balance: 2}\nplace:\n  - {at: "0405", put: [north_guard]}\n')
    game, sink = load(folder)
    assert not list(sink)
    own = game.scenarios["other"]
    assert [(p.counter, p.at) for p in own.placements] == [("north_guard", "0405")]
    assert own.tracks == {"initiative": "south", "balance": 2}


def test_the_model_may_come_later_in_the_alphabet(folder: Path) -> None:
    write(folder, "another", "like: skirmish\n")
    game, sink = load(folder)
    assert not list(sink)
    assert game.scenarios["another"].placements == game.scenarios["skirmish"].placements


def test_a_model_must_stand_by_itself(folder: Path) -> None:
    write(folder, "one", "like: two\n")
    write(folder, "two", "like: one\n")
    _, sink = load(folder)
    assert [(fault.code, fault.message) for fault in sink] == [
        ("M001", "`two` is not a known full scenario"),
        ("M001", "`one` is not a known full scenario"),
    ]


FREE = """
free:
  - id: camp
    seat: south
    counters: [{counter: south_spears, count: 3}]
    in: ["0408", "0508"]
    exactly: {"0408": 2, "0508": 1}
"""


def test_exact_numbers_of_a_free_placement(folder: Path) -> None:
    write(folder, "camp", FREE)
    game, sink = load(folder)
    assert not list(sink)
    assert game.scenarios["camp"].free[0].exactly == {"0408": 2, "0508": 1}


def test_exact_numbers_name_known_spaces(folder: Path) -> None:
    write(folder, "camp", FREE.replace('"0508": 1', '"9999": 1'))
    _, sink = load(folder)
    assert [fault.code for fault in sink] == ["M001"]
