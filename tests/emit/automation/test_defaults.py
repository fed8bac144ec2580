"""Questions begin with what board and tracker tell, and offer only what can be there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.asking import Question
from compiler.emit.automation.contests import contest_buttons_of
from compiler.emit.automation.fires import volley_buttons_of
from compiler.emit.automation.table_buttons import automata
from compiler.emit.automation.taking_part import ROLLS
from compiler.emit.module.following import STEP
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import property_of
from compiler.vassal.grammar import parse
from compiler.vassal.values import Choose, read_change
from tests.emit.beanshell import counting_on, evaluate
from tests.emit.conftest import Built

Make = Callable[[str], Built]


def listed(question: Question, properties: dict[str, str], pieces: list[dict[str, str]]) -> list[str]:
    """What the dialog shows, from the top."""
    (change,) = [
        found
        for button in question.component().children
        if isinstance(found := read_change(str(button.get("propChanger"))), Choose)
    ]
    functions = counting_on(pieces)
    read = [evaluate(parse(c), properties, functions) if c.startswith("{") else c for c in change.choices]
    return [answer for answer in read if answer]


def asked(made: Built, table: str) -> Question:
    (automaton,) = [a for a in automata(made.box.plan) if a.table.id == table]
    return automaton.questions()[0]


def test_the_side_with_the_initiative_is_the_one_whose_step_it_is(built: Make) -> None:
    made = built("anegawa")
    question, seen = asked(made, "movement"), set()
    for line in made.box.plan.lines:
        ahead = [turn for loop, turn in line.passes if made.box.plan.nodes[loop].order == "initiative"]
        behind = [turn for loop, turn in line.passes if made.box.plan.nodes[loop].order == "waiting"]
        loses = ahead == [1] or behind == [0]
        first = listed(question, {STEP: line.label}, [])[0]
        assert ("without" in first) == loses, line.label
        seen.add(loses)
    assert seen == {True, False}


def test_nobody_is_asked_for_a_contest_that_is_not_rolled(built: Make) -> None:
    """Anegawa: on turn 1 the initiative is given (21.0(1))."""
    made = built("anegawa")
    (contest,) = contest_buttons_of(made.box.plan)
    (question,) = contest.questions()
    assert evaluate(parse(question.unasked), {"Turn": "1"}, {}) == "equal"
    assert listed(question, {"Turn": "1"}, []) == []
    assert evaluate(parse(question.unasked), {"Turn": "2"}, {}) == ""
    assert listed(question, {"Turn": "2"}, [])[:2] == ["equal", "Oda & Tokugawa by 1"]


@pytest.mark.parametrize(
    ("space", "inside", "faced", "first"),
    [
        ("odani", False, False, "In the field"),
        ("odani", True, False, "Inside a fort of value {fort}"),
        ("odani", False, True, "Inside a fort of value {fort}"),  # the besieged fire first (10.5)
        ("kyo", False, False, "In the field"),
        ("sea_of_harima", False, False, "At sea"),
    ],
)
def test_fire_begins_with_the_way_of_the_place_and_offers_no_other_fort(
    space: str, inside: bool, faced: bool, first: str, built: Make
) -> None:
    made = built("a_most_dangerous_time")
    plan, fort = made.box.plan, made.game.spaces[space].values.get("fort")
    (button,) = volley_buttons_of(plan)
    muster, besieged = button.muster, property_of("besieged")

    def unit(side: str, marked: bool) -> dict[str, str]:
        held = {muster.held: str(ROLLS), holder_property(plan): side, besieged: "yes" if marked else ""}
        return {**held, "CurrentMap": plan.atlas.main.name}

    ours, foes = unit("Oda", inside), unit("Azai", faced)
    own = {muster.side(False): "Oda", muster.side(True): "Azai", muster.place: plan.atlas.spaces[space].location}
    found = listed(button.questions()[0], own, [ours, foes])
    assert found[0] == first.format(fort=fort)
    assert [text for text in found if text.startswith("Inside")] == ([f"Inside a fort of value {fort}"] if fort else [])
    assert ("At sea" in found) == (space == "sea_of_harima")
    assert len(set(found)) == len(found)
