"""The buttons of the module against the engine: the same dice, the same results, over all inputs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from compiler.emit.automation.table_buttons import _Automaton, automata
from compiler.emit.module.tracker import entries
from compiler.emit.names import plain
from compiler.emit.plan import Plan
from compiler.play.scene import Scene
from compiler.rules.anegawa.ch05_initiative import movement_points
from compiler.rules.anegawa.ch08_morale import outcome
from compiler.rules.anegawa.ch13_attack import damage_of
from compiler.rules.anegawa.facts import FIGHT, KILL, RECOVERY, REMOVAL, ROUT_WEAR, WEAR
from compiler.vassal.grammar import parse
from compiler.vassal.values import SetValue
from tests.emit.beanshell import evaluate
from tests.emit.conftest import Built
from tests.rules.anegawa.battle import battle, the_book, the_game


@pytest.fixture(scope="module")
def plan(built: Callable[[str], Built]) -> Plan:
    return built("anegawa").box.plan


def button(plan: Plan, table: str) -> _Automaton:
    return next(automaton for automaton in automata(plan) if automaton.table.id == table)


def pressed(automaton: _Automaton, column: str, row: str) -> str:
    """What the chain of a table's button leaves as its result when a player gives column and row."""
    id = automaton.table.id
    held = {f"Table_{id}_column": column, f"Table_{id}_row": row}
    for link in automaton.links():
        if isinstance(link.change, SetValue):
            held[link.holder] = str(evaluate(parse(link.change.value), held))
    return held[f"Table_{id}_result"]


@cache
def scene() -> Scene:
    session = battle("roll_initiative")
    state = session.state
    assert state.cursor is not None
    return Scene(session.book, state, session.table, state.cursor)


def test_movement_points_of_every_total_are_the_same(plan: Plan) -> None:
    table = button(plan, "movement")
    for half, first in product(range(-8, 81), (True, False)):
        total = half / 2
        row = "with the initiative" if first else "without"
        assert pressed(table, f"{total:g}", row) == str(movement_points(scene(), total, first)), (total, first)


def test_every_check_comes_out_the_same(plan: Plan) -> None:
    table = button(plan, "morale")
    kinds = (FIGHT, KILL, RECOVERY, REMOVAL, ROUT_WEAR, WEAR)
    known = the_book().facts
    for kind, roll, morale in product(kinds, range(2, 13), range(1, 15)):
        by_hand = "2" if roll == 2 else "12" if roll == 12 else "up to morale" if roll <= morale else "above morale"
        expected = plain(outcome(known, kind, roll, morale).code)
        assert pressed(table, by_hand, known.lines[kind]) == expected, (kind, roll, morale)


def test_every_hit_has_the_same_effect(plan: Plan) -> None:
    table = button(plan, "attack")
    for state, roll, first, second in product(("normal", "disordered"), range(2, 13), range(7), range(5, 13)):
        damage = damage_of(roll, first, second)
        if damage != "miss":
            assert pressed(table, state, damage) == plain(the_game().tables["attack"].cell(state, damage))


def test_every_loss_makes_the_same_army_rout(plan: Plan) -> None:
    table = button(plan, "army_rout")
    for lost, before in product(range(41), ("was in rout", "was not in rout")):
        assert pressed(table, str(lost), before) == plain(the_game().tables["army_rout"].look_up(lost, before).code)


def test_the_tracker_clears_marks_at_the_step_where_the_engine_does(plan: Plan) -> None:
    lines = entries(plan.game)
    for mark in the_game().marks.values():
        if mark.clears_at is None:
            continue
        shown = [line for line in lines if mark.clears_at in line.begins]
        assert len(shown) == 1, mark.id
        (phase,) = [node for node, marks in the_book().clearing.items() if mark.id in marks]
        assert phase == mark.clears_at
        assert phase in shown[0].begins
