"""Figures with their parts. That they are right is compared with the module over every game (one arithmetic)."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.model.table import Piece
from compiler.play.coverage import watching
from compiler.play.mechanics.reckoning import (
    Figure,
    Part,
    awarded,
    held,
    hits,
    lenders,
    offers,
    outcome,
    reckon,
    result,
    rolling,
    winner,
)
from compiler.play.scene import Scene
from tests.emit.inputs import scene_of
from tests.rules.anegawa import battle as anegawa
from tests.rules.shogun import table as shogun

ROLLS = anegawa.the_game().rolls
SEATS = ROLLS.contests["initiative"].seats


def unit(id: str, place: str, **more: Any) -> Piece:
    return Piece(id, id, place, side=anegawa.the_game().counters[id].side, **more)


def on_turn(turn: int, *pieces: Piece) -> Scene:
    return scene_of(anegawa.the_book(), pieces, turn)


NAGAMASA = unit("azai_nagamasa", "1019", marks=(("momentum", "impetus"),))
AZAI, SAKAI = unit("azai_company_1", "1020"), unit("sakai_company_1", "1120")


def test_a_figure_names_its_parts_with_their_rules_and_leaves_out_what_adds_nothing() -> None:
    figure = reckon(on_turn(1, NAGAMASA, AZAI, SAKAI), ROLLS.checks["attack"], NAGAMASA, SAKAI)
    assert figure == Figure((Part("Impetus", 1, "13-8-1.1"), Part("Surprise", 1, "21.0(2).5")), 2)
    assert figure.words() == "Impetus +1 [13-8-1.1], Surprise +1 [21.0(2).5]"
    assert (figure.of("13-8-1.1"), figure.of("15-2(1).1")) == (1, 0)


def test_the_rules_of_the_parts_come_to_bear_once_each() -> None:
    scene = on_turn(5, NAGAMASA, AZAI, SAKAI)
    with watching() as counts:
        reckon(scene, ROLLS.checks["attack"], AZAI, SAKAI)
    assert counts == {"15-2(1).1": 1}


def test_a_piece_may_be_asked_about_where_it_does_not_stand() -> None:
    scene, check = on_turn(5, NAGAMASA, AZAI), ROLLS.checks["wear"]
    near, far = reckon(scene, check, AZAI), reckon(scene, check, AZAI._replace(place="0101"))
    assert near.of("15-2(1).1") > far.of("15-2(1).1") == 0
    assert [piece.id for piece, _ in lenders(scene, ROLLS.modifiers["command"], AZAI._replace(place="0101"))] == []
    ((leader, reach, number),) = offers(scene, ROLLS.modifiers["command"], AZAI._replace(place="0101"))
    assert (leader, number) == (NAGAMASA, near.of("15-2(1).1"))
    assert reach == scene.value(NAGAMASA, "range")


def test_what_only_the_rules_know_is_given() -> None:
    scene, check = on_turn(5, SAKAI), ROLLS.checks["kill"]
    lowering = next(r for r in scene.game.tables["attack"].results.values() if r.values["modifier"])
    assert reckon(scene, check, SAKAI).sum == 0
    assert reckon(scene, check, SAKAI, given={"damage": lowering.code}).sum == lowering.values["modifier"]


@pytest.mark.parametrize(("roll", "gives"), [(2, "2"), (12, "12"), (7, "up to morale"), (8, "above morale")])
def test_the_first_outcome_that_fits_counts(roll: int, gives: str) -> None:
    scene, check = on_turn(5, SAKAI), ROLLS.checks["wear"]
    bonus = 7 - int(scene.value(SAKAI, "morale"))
    assert outcome(scene, check, SAKAI, roll, bonus).gives == gives


def test_a_table_says_nothing_of_a_miss_or_when_nobody_is_aimed_at() -> None:
    scene, check = on_turn(5, AZAI, SAKAI), ROLLS.checks["attack"]
    heavy, _, miss = check.outcomes
    read = result(scene, check, heavy, SAKAI)
    assert read is not None
    assert read.code == scene.game.tables["attack"].cell("normal", "heavy damage")
    assert result(scene, check, miss, SAKAI) is None
    assert result(scene, check, heavy) is None


def test_of_equal_totals_the_first_seat_wins_and_each_is_awarded_by_its_row() -> None:
    contest, (first, second) = ROLLS.contests["initiative"], SEATS
    assert winner(contest, {first: 7, second: 7}) == first
    assert winner(contest, {first: 7, second: 7.5}) == second
    scene = on_turn(5)
    assert awarded(scene, contest, 7, True) != awarded(scene, contest, 7, False)


def test_only_the_one_in_the_lead_adds_the_difference() -> None:
    contest, (first, second) = ROLLS.contests["initiative"], SEATS
    given = {"losses": {first: 2, second: 5}}
    figures = {seat: reckon(on_turn(5), contest, seat, given=given) for seat in SEATS}
    assert (figures[first].of("5-3(1).1"), figures[second].of("5-3(1).1")) == (0, 3)


def test_a_pool_rolls_in_order_and_hits_at_or_below_the_number_of_the_kind() -> None:
    book, pool = shogun.the_book(), shogun.the_game().rolls.pools["combat"]
    assert next(iter(rolling(book, pool).values())) == ("bowman",)
    most = int(reckon(scene_of(book, ()), pool, "bowman").sum)
    assert hits(book, pool, ["bowman"] * 3, [1, most, most + 1]) == 2


def test_an_income_says_what_the_spaces_bring_and_what_is_added_to_reach_the_least() -> None:
    book, income = shogun.the_book(), shogun.the_game().upkeep.incomes["koku"]
    army = Piece("pink_army_1", "pink_army_1", "kai", side="pink")
    lone = scene_of(book, [army])
    assert held(lone, income, "pink") == ("kai",)
    assert reckon(lone, income, "pink") == Figure((Part("at least", 3, "4-9.1"),), 3)
    assert reckon(lone, income, "gray") == Figure((), 0)
