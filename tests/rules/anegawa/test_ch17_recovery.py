"""17.0 Recovery."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.anegawa.ch13_removal import points_of_losses
from compiler.rules.anegawa.ch17_recovery import recovery_figure
from tests.rules.anegawa.battle import (
    AA,
    OT,
    asked,
    battle,
    dice,
    field_of,
    mark,
    normal,
    off,
    place,
    refused,
    rolling,
    scene_of,
)
from tests.rules.covering import covers


def recovery(*totals: int, **pieces: Any) -> Session:
    return battle("recovery", initiative=OT, rolls=totals, turn=4, **pieces)


@covers("anegawa", "17.0.1", "17-1(1).1", "17-2(1).1", "17-4(2).1", "9.0(4).1")
def test_disordered_units_may_recover_one_by_one_in_any_order_and_none_has_to() -> None:
    session = recovery(4, sakai_company_1=off("1020"), sakai_company_2=off("1025"), sakai_company_3="1030")
    assert session.legal() == ("sakai_company_1", "sakai_company_2", "done")
    assert refused(session, "sakai_company_3") == "17-1(1).1"
    session.apply("sakai_company_2")
    assert normal(session, "sakai_company_2")
    assert refused(session, "sakai_company_2") == "17-1(1).1"
    session.apply("done")
    assert not normal(session, "sakai_company_1")


@covers("anegawa", "17-4(2).1")
def test_a_unit_tries_once() -> None:
    session = recovery(9, sakai_company_1=off("1020"), sakai_company_2=off("1025"))
    session.apply("sakai_company_1")
    assert not normal(session, "sakai_company_1")
    assert refused(session, "sakai_company_1") == "17-4(2).1"


@covers("anegawa", "17-1(2).1")
def test_a_unit_in_an_enemy_zone_does_not_recover() -> None:
    session = recovery(
        sakai_company_1=off("1020"), azai_company_1="1019", sakai_company_2=off("1025"), azai_company_2=off("1024")
    )
    assert refused(session, "sakai_company_1") == "17-1(2).1"
    assert refused(session, "sakai_company_2") is None
    led = recovery(sakai_company_1=off("1020"), azai_company_1="1019", oda_nobunaga="1021", sakai_company_2=off("1025"))
    assert refused(led, "sakai_company_1") == "17-1(2).1"  # a leader beside it changes nothing


@covers("anegawa", "17-1(3).1", "17-2(2).1", "17-3.1")
def test_in_command_morale_and_leadership_count_out_of_command_the_figure_in_brackets() -> None:
    def figure(unit: str, **pieces: Any) -> int:
        field = field_of(recovery(**pieces))
        return recovery_figure(field, field.table.pieces[unit])

    assert figure("sakai_company_1", sakai_company_1=off("1020"), sakai_masahisa="1019") == 7  # 6 and 1
    assert figure("sakai_company_1", sakai_company_1=off("1020")) == 4
    assert figure("sakai_company_1", sakai_company_1=off("1812")) == 5  # rough
    assert figure("sakai_company_1", sakai_company_1=off("1020"), ikeda_tsuneoki="1019") == 4  # another stripe
    assert figure("oda_nobunaga", oda_nobunaga=off("1020")) == 6


@covers("anegawa", "17-2(2).1", "17-3.1", "17-2(1).1")
def test_a_roll_up_to_the_figure_recovers() -> None:
    for roll, stands in ((7, True), (8, False)):
        led = recovery(roll, sakai_company_1=off("1020"), sakai_masahisa="1019")
        led.apply("sakai_company_1")
        assert normal(led, "sakai_company_1") == stands
    for roll, stands in ((2, True), (4, True), (5, False)):
        alone = recovery(roll, sakai_company_1=off("1020"), azai_company_1="3010")
        alone.apply("sakai_company_1")
        assert normal(alone, "sakai_company_1") == stands


@covers("anegawa", "17-2(3).1", "17-2-1.1")
def test_a_12_removes_the_unit_for_its_points_once_and_they_count_for_the_next_initiative() -> None:
    session = recovery(12, sakai_masahisa=off("1020"), azai_company_1="3010")
    session.apply("sakai_masahisa")
    assert place(session, "sakai_masahisa") == "leaders.asakura_azai"
    assert points_of_losses(scene_of(session), AA) == 2
    assert mark(session, "sakai_masahisa", "removed") == "otherwise"
    while session.table.tracks["turn"] == 4:
        session.apply("fight_on" if "fight_on" in session.ask().options else "done")
    assert mark(session, "sakai_masahisa", "removed") == "last_turn"
    session.apply("stay")
    session.apply("stay")
    assert rolling(session) == "initiative of oda_tokugawa"
    session.apply(dice(7))
    session.apply(dice(7))
    assert session.table.tracks["movement_asakura_azai"] == 6  # 7 + 2.5 + 2 = 11.5


@covers("anegawa", "17-4(1).1")
def test_the_side_with_initiative_recovers_first() -> None:
    session = recovery(sakai_company_1=off("1020"), azai_company_1=off("3010"))
    assert asked(session) == OT
    assert refused(session, "azai_company_1") == "17-4(1).1"
    session.apply("done")
    assert asked(session) == AA


@covers("anegawa", "17-4(1).2")
def test_a_unit_that_has_recovered_keeps_enemies_beside_it_from_recovering() -> None:
    units: dict[str, Any] = {
        "sakai_company_1": off("1020"),
        "azai_company_1": off("1019"),
        "azai_company_2": off("3010"),
    }
    session = recovery(4, **units)
    session.apply("sakai_company_1")
    assert asked(session) == AA
    assert refused(session, "azai_company_1") == "17-1(2).1"
    other = recovery(9, **units)
    other.apply("sakai_company_1")
    assert refused(other, "azai_company_1") is None


@covers("anegawa", "17-4(2).2")
def test_a_leader_who_has_recovered_helps_the_next() -> None:
    session = recovery(5, 7, sakai_masahisa=off("1019"), sakai_company_1=off("1020"))
    session.apply("sakai_masahisa")
    assert normal(session, "sakai_masahisa")
    session.apply("sakai_company_1")
    assert normal(session, "sakai_company_1")  # 7 against 6 and 1


@covers("anegawa", "21.0(3).1", "21.0(4).1")
def test_on_turn_one_oda_units_do_not_recover_and_tokugawa_units_do() -> None:
    units: dict[str, Any] = {"sakai_company_1": off("1020"), "okubo_tadayo": off("3010")}
    session = battle("recover_unit", OT, initiative=AA, turn=1, **units)
    assert refused(session, "sakai_company_1") == "21.0(3).1"
    assert refused(session, "okubo_tadayo") is None
    second = battle("recover_unit", OT, initiative=AA, turn=2, **units)
    assert refused(second, "sakai_company_1") is None
