"""21.0 Combat on turn 1."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.anegawa.ch13_attack import Attack
from tests.rules.anegawa.battle import (
    AA,
    OT,
    asked,
    attack,
    battle,
    both_factors,
    normal,
    on,
    place,
    refused,
    rolling,
    rolls,
)
from tests.rules.covering import covers


@covers("anegawa", "21.0(2).1", "21.0(4).1")
def test_on_turn_one_oda_units_do_not_attack_and_tokugawa_units_do() -> None:
    units: dict[str, Any] = {
        "oda_nobunaga": "1020",
        "azai_company_1": "1019",
        "tokugawa_ieyasu": "0510",
        "azai_company_2": "0509",
    }
    session = battle("attack", OT, turn=1, initiative=AA, **units)
    assert refused(session, Attack("oda_nobunaga", "azai_company_1")) == "21.0(2).1"
    assert refused(session, Attack("tokugawa_ieyasu", "azai_company_2")) is None
    later = battle("attack", OT, turn=2, initiative=AA, **units)
    assert refused(later, Attack("oda_nobunaga", "azai_company_1")) is None


def surprised(*totals: int, target: Any = "1020", turn: int = 1, unit: str = "sakai_company_1") -> Session:
    """Nagamasa, 3/8 and 4/9 on turn 1, attacks an Oda company of morale 6."""
    session = battle(
        "attack",
        AA,
        turn=turn,
        rolls=totals,
        azai_nagamasa="1019",
        sakai_company_2="4030",
        isono_kazumasa="4031",
        **{unit: target},
    )
    attack(session, "azai_nagamasa", unit)
    return session


@covers("anegawa", "21.0(2).2", "21.0(4).1")
def test_on_turn_one_oda_units_strike_back_only_on_a_kill_check_of_2() -> None:
    missed = surprised(12)
    assert rolls(missed) == ["attack"]
    assert asked(missed) == AA
    assert asked(surprised(12, turn=2)) == OT
    killed = surprised(4, 2)
    assert rolling(killed) == "counterattack"
    worn = surprised(9, 2)
    assert rolls(worn) == ["attack", "wear check"]
    assert rolling(worn) is None
    assert normal(worn, "sakai_company_1")
    tokugawa = surprised(12, unit="okubo_tadayo")
    assert tokugawa.legal() == ("strike_back", "hold")


@covers("anegawa", "21.0(2).3")
def test_on_turn_one_oda_morale_is_one_less_in_the_checks_of_the_first_attack() -> None:
    assert normal(surprised(9, 5), "sakai_company_1")
    assert not normal(surprised(9, 6), "sakai_company_1")  # against 5
    assert normal(surprised(9, 6, target=on("1020", battled="defended")), "sakai_company_1")  # a later attack
    assert normal(surprised(8, 6, turn=2), "sakai_company_1")
    assert place(surprised(4, 6), "sakai_company_1") == "combat_units.asakura_azai"  # kill check against 5
    assert asked(surprised(4, 5)) == OT
    assert normal(surprised(9, 7, unit="okubo_tadayo"), "okubo_tadayo")


@covers("anegawa", "21.0(2).5")
def test_on_turn_one_azai_units_attack_with_one_more_and_asakura_units_do_not() -> None:
    units: dict[str, Any] = {"azai_company_1": "1019", "sakai_company_1": "1020", "kurosaka_bitchu": "0920"}
    first = battle("attack", AA, turn=1, azai_masazumi="0110", **units)
    assert both_factors(first, "azai_company_1", "sakai_company_1") == (4, 9)
    assert both_factors(first, "azai_company_1", "sakai_company_1", answering=True) == (3, 8)
    assert both_factors(first, "kurosaka_bitchu", "sakai_company_1") == (3, 8)
    second = battle("attack", AA, turn=2, azai_masazumi="0110", **units)
    assert both_factors(second, "azai_company_1", "sakai_company_1") == (3, 8)
