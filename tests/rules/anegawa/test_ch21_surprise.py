"""21.0 Combat on turn 1."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.anegawa.ch13_attack import Attack
from tests.rules.anegawa.battle import (
    AA,
    OT,
    altered,
    asked,
    attack,
    battle,
    both_factors,
    dice,
    normal,
    on,
    place,
    refused,
    rolling,
    rolls,
    said,
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


def cornered(*totals: int, turn: int = 1, **marks: Any) -> Session:
    """An Oda company hit by Nagamasa can only fall back into an enemy zone."""
    session = battle(
        "attack",
        AA,
        turn=turn,
        rolls=totals,
        azai_nagamasa="1019",
        book=altered(sakai_company_1={"rout": 2}),
        azai_company_1="0821",
        azai_company_2="1221",
        azai_company_3="1022",
        sakai_company_1=on("1020", **marks),
        sakai_company_2="4030",
        isono_kazumasa="4031",
    )
    attack(session, "azai_nagamasa", "sakai_company_1")
    while asked(session) == OT:
        session.apply("stop" if "stop" in session.legal() else session.legal()[0])
    return session


@covers("anegawa", "21.0(2).3")
def test_the_removal_check_at_the_end_of_the_retreat_counts_as_one_of_the_first_attack() -> None:
    spoken = [text for text in said(cornered(9, 6, 6)) if "removal check" in text]
    assert len(spoken) == 1
    assert "6 against 5." in spoken[0]
    later = [text for text in said(cornered(9, 7, 6, battled="defended")) if "removal check" in text]
    assert "6 against 6." in later[0]
    next_turn = [text for text in said(cornered(8, 7, 6, turn=2)) if "removal check" in text]
    assert "6 against 6." in next_turn[0]


@covers("anegawa", "21.0(2).2", "13-3-2(4).1")
def test_nobody_is_told_to_strike_back_who_does_not() -> None:
    worn = said(surprised(9, 2))[-1]
    assert worn.endswith("The unit stays in order.")
    usual = battle("attack", AA, turn=5, rolls=[8, 2], azai_nagamasa="1019", sakai_company_1="1020")
    attack(usual, "azai_nagamasa", "sakai_company_1")
    assert any(text.endswith("must strike back.") for text in said(usual))
    answered = battle("attack", AA, turn=5, rolls=[12], azai_nagamasa="1019", sakai_company_1="1020")
    attack(answered, "azai_nagamasa", "sakai_company_1")
    answered.apply("strike_back")
    answered.apply(dice(5))
    answered.apply(dice(2))
    assert rolls(answered) == ["attack", "counterattack", "wear check"]
    assert not any("must strike back" in text for text in said(answered))
