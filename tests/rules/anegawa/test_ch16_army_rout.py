"""16.0 Army rout."""

from __future__ import annotations

import re
from typing import Any

import pytest

from compiler.play.session import Session
from tests.rules.anegawa.battle import (
    AA,
    OT,
    asked,
    battle,
    dice,
    mark,
    normal,
    off,
    place,
    refused,
    rolling,
    rolls,
    said,
)
from tests.rules.covering import covers

# Oda generals of 2 points each, and companies of 1
GENERALS = ("ikeda_tsuneoki", "kinoshita_hideyoshi", "shibata_katsuie", "mori_yoshinari", "sakuma_nobumori")


def losses(points: int) -> dict[str, Any]:
    """Oda units lost in battle this turn, worth so many points."""
    box: dict[str, Any] = {"at": "leaders.asakura_azai", "face": "disordered", "marks": {"removed": "in_battle"}}
    found: dict[str, Any] = dict.fromkeys(GENERALS[: points // 2], box)
    if points % 2:
        found["ikeda_company_1"] = {**box, "at": "combat_units.asakura_azai"}
    return found


def stage_after(points: int, before: int = 0) -> int:
    marks = [("oda", "rout_stage", before)] if before else []
    session = battle("army_rout", marks=marks, sakai_company_1="1020", azai_company_1="3010", **losses(points))
    return int(session.table.mark("oda", "rout_stage") or 0)


@covers("anegawa", "16.0.1", "16-1.1", "16-2(3).1", "16-2(4).1")
@pytest.mark.parametrize(("points", "stage"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2)])
def test_an_army_that_was_not_in_rout_needs_five_and_ten_points(points: int, stage: int) -> None:
    assert stage_after(points) == stage


@covers("anegawa", "16-2(1).1", "16-2(2).1", "16-2.2")
@pytest.mark.parametrize("before", [1, 2])
@pytest.mark.parametrize(("points", "stage"), [(0, 0), (1, 1), (2, 2), (7, 2)])
def test_an_army_that_was_in_rout_needs_one_and_two_points(before: int, points: int, stage: int) -> None:
    assert stage_after(points, before) == stage


@covers("anegawa", "16-2.1")
def test_each_army_is_judged_alone() -> None:
    session = battle("army_rout", sakai_company_1="1020", azai_company_1="3010", **losses(5))
    assert session.table.mark("oda", "rout_stage") == 1
    assert [session.table.mark(army, "rout_stage") for army in ("tokugawa", "azai", "asakura")] == [None] * 3


@covers("anegawa", "16-2(3).1")
def test_losses_outside_the_battle_phases_do_not_count() -> None:
    other: dict[str, Any] = {id: {**where, "marks": {"removed": "otherwise"}} for id, where in losses(5).items()}
    session = battle("army_rout", sakai_company_1="1020", azai_company_1="3010", **other)
    assert session.table.mark("oda", "rout_stage") is None


@covers("anegawa", "4-6.1", "16-1(1).1", "16-3(1).1")
def test_in_rout_1_disordered_units_make_removal_checks_one_by_one() -> None:
    units: dict[str, Any] = {
        "sakai_company_1": off("1020"),
        "sakai_company_2": off("1022"),
        "sakai_company_3": off("1024"),
    }
    session = battle("army_rout", azai_company_1="1015", okubo_tadayo=off("1026"), **units, **losses(5))
    assert (asked(session), session.legal()) == (OT, tuple(units))
    session.apply("sakai_company_2")
    assert rolling(session) == "removal check"
    session.apply(dice(6))
    assert refused(session, "sakai_company_2") == "16-3(1).1"
    session.apply("sakai_company_1")
    session.apply(dice(7))
    session.apply(dice(6))
    assert rolls(session) == ["removal check"] * 3
    assert place(session, "sakai_company_1") == "combat_units.asakura_azai"
    assert session.step == "recover_unit"


@covers("anegawa", "21.0(2).3")
@pytest.mark.parametrize("turn", [1, 2])
def test_surprise_touches_no_check_of_an_army_rout(turn: int) -> None:
    """It is about the checks of the first attack: a rout that follows on turn 1 is none."""
    units: dict[str, Any] = {"sakai_company_1": off("1020"), "sakai_company_2": "1022"}
    session = battle("army_rout", turn=turn, azai_company_1="1021", **units, **losses(10))
    against = {}
    while rolling(session) or session.step == "rout_check":
        session.apply(dice(6) if rolling(session) else session.legal()[0])
    for text in said(session):
        if found := re.fullmatch(r"Sakai company (\d).*: 6 against (\d+)\..*", text):
            against[found[1]] = int(found[2])
    assert against == {"1": 6, "2": 6}


@covers("anegawa", "16-1(6).1")
def test_a_unit_that_passes_stays_where_it_is_disordered() -> None:
    session = battle("army_rout", rolls=[6], azai_company_1="1015", sakai_company_1=off("1020"), **losses(5))
    assert place(session, "sakai_company_1") == "1020"
    assert not normal(session, "sakai_company_1")


@covers("anegawa", "16-1(2).1", "16-1(5).1", "16-3(4).1")
def test_in_rout_2_combat_units_in_zones_make_rout_wear_checks_and_generals_do_not() -> None:
    units: dict[str, Any] = {
        "sakai_company_1": "1020",
        "sakai_masahisa": "0920",
        "azai_company_1": "1019",
        "sakai_company_2": "1023",
        "okubo_tadayo": "1120",
    }
    session = battle("army_rout", **units, **losses(10))
    assert rolling(session) == "rout wear check"  # only one unit: nobody is asked
    session.apply(dice(8))  # 6, and 1 of the general beside it
    assert rolls(session) == ["rout wear check"]
    assert not normal(session, "sakai_company_1")
    assert place(session, "sakai_company_1") == "1020"
    assert normal(session, "sakai_company_2")
    one = battle("army_rout", **units, **losses(5))
    assert rolls(one) == []
    assert rolling(one) is None


@covers("anegawa", "16-1(3).1", "8.0(1).1")
def test_leadership_and_terrain_count_in_rout_wear_checks() -> None:
    units: dict[str, Any] = {"sakai_company_1": "1812", "sakai_masahisa": "1712", "azai_company_1": "1811"}
    for roll, stands in ((8, True), (9, False)):
        session = battle("army_rout", rolls=[roll], **units, **losses(10))
        assert rolls(session) == ["rout wear check"]
        assert normal(session, "sakai_company_1") == stands  # 6, 1 and 1


@covers("anegawa", "16-3(2).1")
def test_the_side_without_initiative_checks_first_and_armies_one_after_the_other() -> None:
    units: dict[str, Any] = {
        "azai_company_1": off("1019"),
        "sakai_company_1": off("1021"),
        "azai_company_2": "1017",
        "sakai_company_2": "1023",
    }
    azai = {"azai_masazumi", "isono_kazumasa"}
    lost: dict[str, Any] = {
        id: {"at": "leaders.oda_tokugawa", "face": "disordered", "marks": {"removed": "in_battle"}} for id in azai
    }
    session = battle("army_rout", initiative=OT, **units, **losses(5), **lost)
    assert session.table.mark("azai", "rout_stage") == 1
    assert rolling(session) == "removal check"
    assert mark(session, "azai_company_1", "rout_tested")
    assert mark(session, "sakai_company_1", "rout_tested") is None


@covers("anegawa", "16-3(2).1")
def test_the_armies_of_one_side_check_separately() -> None:
    units: dict[str, Any] = {
        "sakai_company_1": off("1021"),
        "sakai_company_2": off("1022"),
        "okubo_tadayo": off("1121"),
        "azai_company_1": "1017",
    }
    lost: dict[str, Any] = {"honda_tadakatsu": 2, "ishikawa_kazumasa": 2, "sakakibara_yasumasa": 2}
    box: dict[str, Any] = {"at": "leaders.asakura_azai", "face": "disordered", "marks": {"removed": "in_battle"}}
    tokugawa: dict[str, Any] = dict.fromkeys(lost, box)
    session = battle("army_rout", **units, **losses(5), **tokugawa)
    assert session.table.mark("tokugawa", "rout_stage") == 1
    assert session.legal() == ("sakai_company_1", "sakai_company_2")
    assert refused(session, "okubo_tadayo") == "16-3(2).1"
    session.apply("sakai_company_1")
    session.apply(dice(6))
    session.apply(dice(6))
    session.apply(dice(6))
    assert mark(session, "okubo_tadayo", "rout_tested") is None  # cleared: all have checked
    assert rolls(session) == ["removal check"] * 3


@covers("anegawa", "16-3(3).1", "16-3(3).2")
def test_units_more_than_ten_hexes_from_an_enemy_in_order_do_not_check_and_may_recover() -> None:
    near = battle("army_rout", sakai_company_1=off("1020"), azai_company_1="1010", **losses(5))
    assert rolling(near) == "removal check"
    far = battle("army_rout", initiative=OT, sakai_company_1=off("1020"), azai_company_1="1009", **losses(5))
    assert rolling(far) is None
    assert refused(far, "sakai_company_1") is None  # recovery
    assert far.step == "recover_unit"
    broken = battle("army_rout", sakai_company_1=off("1020"), azai_company_1=off("1015"), **losses(5))
    assert rolling(broken) is None
    survivor = battle(
        "army_rout", initiative=OT, rolls=[6], sakai_company_1=off("1020"), azai_company_1="1010", **losses(5)
    )
    assert refused(survivor, "sakai_company_1") is None  # 16-3(3).2: no ban on those who passed


@covers("anegawa", "16-3(4).2", "16-3(4).3")
def test_disordered_generals_check_and_army_commanders_but_nobunaga_do_not() -> None:
    general = battle("army_rout", sakai_masahisa=off("1020"), azai_company_1="1015", **losses(5))
    assert rolling(general) == "removal check"
    nobunaga = battle("army_rout", oda_nobunaga=off("1020"), azai_company_1="1015", **losses(5))
    assert rolling(nobunaga) == "removal check"
    box: dict[str, Any] = {"at": "leaders.asakura_azai", "face": "disordered", "marks": {"removed": "in_battle"}}
    gone: dict[str, Any] = dict.fromkeys(("honda_tadakatsu", "ishikawa_kazumasa", "sakakibara_yasumasa"), box)
    ieyasu = battle("army_rout", tokugawa_ieyasu=off("1020"), azai_company_1="1015", **gone)
    assert ieyasu.table.mark("tokugawa", "rout_stage") == 1
    assert rolling(ieyasu) is None
    again = [("tokugawa", "rout_stage", 1)]
    ordered = battle("army_rout", marks=again, tokugawa_ieyasu="1020", azai_company_1="1019", **gone)
    assert (
        ordered.table.mark("tokugawa", "rout_stage") == 2
    )  # in rout 2, in order and in an enemy zone: he still does not
    assert rolling(ordered) is None
    company = battle("army_rout", marks=again, okubo_tadayo="1020", azai_company_1="1019", **gone)
    assert rolling(company) == "rout wear check"  # as a combat unit in his place would


@covers("anegawa", "16-4.2")
def test_in_rout_2_nobunaga_checks_in_order_wherever_he_is_near() -> None:
    session = battle("army_rout", oda_nobunaga="1020", azai_company_1="1010", **losses(10))
    assert rolling(session) == "rout wear check"
    session.apply(dice(9))
    assert not normal(session, "oda_nobunaga")
    one = battle("army_rout", oda_nobunaga="1020", azai_company_1="1010", **losses(5))
    assert rolling(one) is None
    far = battle("army_rout", oda_nobunaga="1020", azai_company_1="1009", **losses(10))
    assert rolling(far) is None


@covers("anegawa", "16-2(1).1", "16-4.1")
def test_an_army_in_rout_that_loses_a_point_checks_again() -> None:
    def again(points: int) -> Session:
        return battle(
            "army_rout",
            marks=[("oda", "rout_stage", 1)],
            sakai_company_1=off("1020"),
            azai_company_1="1015",
            **losses(points),
        )

    assert rolling(again(1)) == "removal check"
    assert rolling(again(0)) is None


@covers("anegawa", "22.0(1).1")
def test_nobunaga_lost_to_a_rout_check_ends_the_game() -> None:
    session = battle("army_rout", rolls=[12], oda_nobunaga=off("1020"), azai_company_1="1015", **losses(5))
    assert session.outcome is not None
    assert session.outcome.winners == (AA,)
