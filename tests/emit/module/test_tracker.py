"""The tracker has a line for every step of the turn, and what ends there ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module.tracker import STEP, entries, tracker, turn_state
from compiler.model.setup import set_up
from compiler.vassal import sequence
from tests.emit.conftest import SHIPPED, Built


def test_the_steps_of_a_turn_in_the_words_of_the_rules(built: Callable[[str], Built]) -> None:
    labels = [entry.label for entry in entries(built("first_battle").game)]
    turn = ["Arrivals", "Orders", "March", "Attack", "Rally"]
    assert labels == ["Bidding: Bid", *(f"1st player: {s}" for s in turn), *(f"2nd player: {s}" for s in turn),
                      "End of turn: Score", "End of turn: End check"]  # fmt: skip


@pytest.mark.parametrize("slug", SHIPPED)
def test_no_two_lines_are_alike(slug: str, built: Callable[[str], Built]) -> None:
    labels = [entry.label for entry in entries(built(slug).game)]
    assert labels
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_mark_that_a_step_clears_is_cleared(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    known = {node.id for node in made.game.steps()}
    wanted = {m.name.en for m in made.game.marks.values() if m.clears_at in known and "counters" in m.on}
    hotkeys = [c for part in tracker(made.box.plan) for c in part.all("TurnGlobalHotkey")]
    cleared = {c.get("name").removeprefix("clears ") for c in hotkeys if c.get("name").startswith("clears ")}
    assert wanted <= cleared
    assert all(STEP in c.get("match") for c in hotkeys)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_hotkey_of_a_step_has_somebody_who_hears(slug: str, built: Callable[[str], Built]) -> None:
    parts = tracker(built(slug).box.plan)
    heard = {c.get("buttonHotkey") for c in parts}
    for hotkey in (c for part in parts for c in part.all("TurnGlobalHotkey")):
        assert hotkey.get("hotkey") in heard or "refill" in hotkey.get("hotkey")


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_setup_stands_in_its_first_turn(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for scenario in made.game.scenarios.values():
        table = set_up(made.game, scenario)
        turn = turn_state(made.box.plan, table)
        assert turn is not None
        level, state = sequence.decode(turn.state, "|")
        assert level == "0"
        track = made.game.turn_track
        assert track is not None
        assert sequence.decode(state, ";")[0] == str(table.tracks[track.id])
