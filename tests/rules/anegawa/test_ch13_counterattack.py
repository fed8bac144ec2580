"""13-3 Counterattacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.anegawa.battle import (
    OT,
    asked,
    attack,
    battle,
    both_factors,
    dice,
    duel,
    mark,
    normal,
    off,
    on,
    place,
    rolling,
    rolls,
)
from tests.rules.covering import covers


@covers("anegawa", "13-3(2).1", "13-8-1.1")
def test_a_counterattack_counts_leadership_and_terrain_but_not_impetus() -> None:
    session = battle(
        "attack",
        OT,
        oda_nobunaga=on("1020", momentum="impetus"),
        azai_company_1=on("1019", momentum="impetus"),
        isono_kazumasa="1018",
    )
    assert both_factors(session, "azai_company_1", "oda_nobunaga", answering=True) == (4, 9)
    assert both_factors(session, "oda_nobunaga", "azai_company_1", answering=True) == (3, 8)
    assert both_factors(session, "oda_nobunaga", "azai_company_1") == (4, 9)


@covers("anegawa", "13-3(2).1", "13-3(2).2")
def test_the_results_of_a_counterattack_fall_on_the_former_attacker() -> None:
    light = duel(9)
    light.apply("strike_back")
    light.apply(dice(8))
    assert rolling(light) == "wear check"
    light.apply(dice(9))  # Nobunaga has 8
    assert not normal(light, "oda_nobunaga")
    assert asked(light) == OT
    heavy = duel(9)
    heavy.apply("strike_back")
    heavy.apply(dice(3))
    assert rolling(heavy) == "kill check"


@covers("anegawa", "13-3(2).3")
def test_a_counterattack_that_misses_is_not_answered() -> None:
    session = duel(9)
    session.apply("strike_back")
    session.apply(dice(9))
    assert rolls(session) == ["attack", "counterattack"]
    assert asked(session) == OT


@covers("anegawa", "13-3-1.1")
def test_a_waived_counterattack_does_not_come_again_in_that_turn() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[9, 12],
        oda_nobunaga="1020",
        sakai_masahisa="1120",
        azai_company_1="1019",
        azai_company_2="1017",
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    session.apply("hold")
    assert mark(session, "azai_company_1", "battled") == "defended"
    attack(session, "sakai_masahisa", "azai_company_1")
    assert "strike_back" not in session.ask().options


@covers("anegawa", "13-3-2(1).1")
@pytest.mark.parametrize("target", [off("1019"), off("1019", battled="defended"), "1019"])
def test_a_kill_check_of_2_restores_the_unit_and_it_must_strike_back(target: Any) -> None:
    session = duel(3, 2, target=target)
    assert normal(session, "azai_company_1")
    assert place(session, "azai_company_1") == "1019"
    assert rolling(session) == "counterattack"  # nobody was asked
    session.apply(dice(12))
    assert mark(session, "azai_company_1", "battled") == "attacked"


@covers("anegawa", "13-3-2(2).1")
def test_a_wear_check_of_2_makes_the_unit_strike_back() -> None:
    session = duel(8, 2)
    assert normal(session, "azai_company_1")
    assert place(session, "azai_company_1") == "1019"
    assert rolling(session) == "counterattack"
    marked = duel(8, 2, target=on("1019", battled="attacked"))
    assert rolling(marked) == "counterattack"  # it comes on top of what it did by choice


@covers("anegawa", "13-3-2(3).1", "13-3-2(4).1")
def test_a_2_in_answer_to_a_counterattack_is_not_answered_again() -> None:
    heavy = duel(9)
    heavy.apply("strike_back")
    heavy.apply(dice(3))
    heavy.apply(dice(2))
    assert normal(heavy, "oda_nobunaga")
    assert place(heavy, "oda_nobunaga") == "1020"
    assert rolls(heavy) == ["attack", "counterattack", "kill check"]
    assert rolling(heavy) is None
    light = duel(9)
    light.apply("strike_back")
    light.apply(dice(8))
    light.apply(dice(2))
    assert normal(light, "oda_nobunaga")
    assert rolls(light) == ["attack", "counterattack", "wear check"]
    assert rolling(light) is None


@covers("anegawa", "12.0(3).1")
def test_the_check_counts_the_ground_on_which_the_unit_was_attacked() -> None:
    session = battle("attack", OT, rolls=[7, 8], oda_nobunaga="1811", azai_company_1="1812", azai_company_2="4030")
    attack(session, "oda_nobunaga", "azai_company_1")  # rough: morale 8
    assert normal(session, "azai_company_1")
    river = battle("attack", OT, rolls=[7, 7], oda_nobunaga="1110", azai_company_1="1109", azai_company_2="4030")
    attack(river, "oda_nobunaga", "azai_company_1")  # river: morale 6
    assert not normal(river, "azai_company_1")
