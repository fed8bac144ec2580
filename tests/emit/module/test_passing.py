"""The tracker passes over lines with nothing for anybody, and goes round a loop while it has another pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.conditions import holds
from compiler.emit.module import keys
from compiler.emit.module.acting import acting_in
from compiler.emit.module.again import leave_key, loop_properties
from compiler.emit.module.following import STEP
from compiler.emit.module.lines import entries
from compiler.emit.module.options import option_values
from compiler.emit.module.passing import (
    COMMAND,
    empty_lines,
    goes_round,
    is_empty,
    is_silent,
    moves_back,
    moves_on,
    passing_buttons,
    rounds,
)
from compiler.emit.module.stepping import AT_STEP, STEPPING
from compiler.emit.module.tracker import tracker
from compiler.vassal.keys import read_keys
from tests.emit.beanshell import counting_on, evaluate
from tests.emit.conftest import SHIPPED, Built
from tests.emit.turntable import Turntable


def laid(made: Built, hands: dict[str, int], *, rebels: tuple[str, ...] = ()) -> list[dict[str, str]]:
    """Order markers in their boxes, and so many cards in some hands, as a module sees them."""
    game, atlas = made.game, made.box.plan.atlas
    found = []
    for n, seat in enumerate(game.seats, 1):
        spot = atlas.spaces[f"order_{n}"]
        face = "2" if seat in rebels else "1"
        found.append({"CounterId": f"order_{seat}", "Face_Level": face, "LocationName": spot.location,
                      "CurrentMap": spot.map})  # fmt: skip
    for seat, count in hands.items():
        window = atlas.piles[f"hand.{seat}"].map
        found += [{"CounterId": "levy", "Face_Level": "1", "LocationName": window, "CurrentMap": window}] * count
    return found


def at(made: Built, step: str, hands: dict[str, int], command: str = "Next", turn: str = "1", **more: object) -> object:
    functions = counting_on(laid(made, hands, **more))  # type: ignore[arg-type]
    now = {STEP: step, COMMAND: command, "Turn": turn}
    plan = made.box.plan
    return tuple(evaluate(test, now, functions) is True for test in (is_empty(plan), goes_round(plan)))


def test_cards_in_a_hand_keep_the_tracker_in_the_action_phase(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    labels = [entry.label for entry in entries(made.game)]
    ((behind, _),) = rounds(made.box.plan).values()
    assert behind == labels[labels.index("Action turn 4") + 1]
    assert at(made, behind, {"shibata": 1}, turn="4") == (False, True)
    assert at(made, behind, {}, turn="4") == (False, False)
    assert at(made, behind, {"shibata": 1}, "Prev", turn="4") == (False, False), "going back is going back"


def test_steps_without_anything_to_do_cost_no_press(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    assert at(made, "Action turn 2", {"akechi": 4}) == (True, False), "Shibata has no card"
    assert at(made, "Action turn 1", {"akechi": 4}) == (False, False)
    assert at(made, "Order determination", {}) == (True, False), "nobody rebels"
    assert at(made, "Order determination", {}, rebels=("hashiba",)) == (False, False)
    assert at(made, "Petition", {}, rebels=("akechi", "shibata", "tokugawa", "hashiba")) == (True, False)
    assert at(made, "End: Game end check", {}, turn="3") == (True, False)
    assert at(made, "End: Game end check", {}, turn="4") == (False, False)


def test_a_step_of_another_player_is_passed_over(built: Callable[[str], Built]) -> None:
    made = built("winter_line")
    lines = empty_lines(made.box.plan)
    assert lines
    nodes = {node.id: node for node in made.game.steps()}
    for entry in entries(made.game):
        acting = acting_in(made.box.plan, entry, nodes)
        wanted = [c.value for id in entry.within if (c := nodes[id].conditions.get("when")) is not None]
        if wanted == [{"seat": "republic"}] and len(acting) == 1:
            ((_, seat),) = acting
            test = holds(made.box.plan, wanted[0], acting, surely=True)
            assert test is not None
            assert evaluate(test, {}) is (seat == "republic")


@pytest.mark.parametrize("slug", SHIPPED)
def test_somewhere_the_tracker_stops_and_every_key_is_heard(slug: str, built: Callable[[str], Built]) -> None:
    plan = built(slug).box.plan
    assert len(empty_lines(plan)) < len(plan.lines)
    parts = tracker(plan)
    gates = list(passing_buttons(plan, AT_STEP))
    changes = [inner for made in loop_properties(plan) for inner in made.children]
    heard = {part.get("hotkey") for part in (*parts, *changes)} | {str(keys.TRACKER_ON), str(keys.TRACKER_BACK)}
    assert {str(key) for gate in gates for key in read_keys(str(gate.get("hotkeys")))} <= heard
    assert {gate.get("hotkey") for gate in gates} == {str(key) for key in (*moves_on(plan), *moves_back(plan))}
    assert len(gates) == len(rounds(plan)) + 2 * bool(empty_lines(plan))


def test_a_line_that_is_passed_is_not_told(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    (turns,) = [part for part in tracker(made.box.plan) if part.kind == "TurnTracker"]
    functions = counting_on(laid(made, {"akechi": 1}))
    silent = is_silent(made.box.plan)
    for step, told in (("Action turn 1", True), ("Action turn 2", False)):
        now = {STEP: step, COMMAND: "Next", STEPPING: "yes", "Turn": "1", "newTurn": step}
        assert (evaluate(silent, now, functions) is True) is not told
        assert bool(evaluate(_parsed(str(turns.get("reportFormat"))), now, functions)) is told


def _parsed(text: str):  # type: ignore[no-untyped-def]
    from compiler.vassal.grammar import parse

    return parse(text)


@pytest.mark.parametrize(("setup", "label"), [
    ("standard", "End: 1. Card for Kyo"), ("four_player", "End: Four players: Nobunaga returns"),
])  # fmt: skip
def test_behind_a_loop_that_a_chit_ends_the_tracker_stops_at_what_the_setup_has(
    setup: str, label: str, built: Callable[[str], Built]
) -> None:
    made = built("a_most_dangerous_time")
    table = Turntable(made.box)
    table.properties |= dict(option_values(made.box.plan, made.game.scenarios[setup]))
    table.press(str(keys.NEXT_STEP))
    assert table.labels[table.at[1]] == "Draw a chit"
    table.press(str(leave_key("impulses")))
    assert table.labels[table.at[1]] == label
