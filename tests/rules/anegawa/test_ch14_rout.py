"""14.0 The rout phase."""

from __future__ import annotations

from typing import Any

from compiler.play.coverage import watching
from compiler.play.session import Session
from tests.rules.anegawa.battle import (
    AA,
    OT,
    altered,
    asked,
    battle,
    mark,
    normal,
    off,
    on,
    place,
    refused,
    rolling,
    rolls,
)
from tests.rules.covering import covers


def rout(*totals: int, **pieces: Any) -> Session:
    """The rout phase of Asakura & Azai; Oda & Tokugawa have the initiative."""
    return battle("rout", initiative=OT, rolls=totals, **pieces)


@covers("anegawa", "14-3(1).1", "4-3(2).1")
def test_a_disordered_unit_in_a_zone_must_check_and_rout() -> None:
    session = rout(
        azai_company_1=off("1019"), sakai_company_1="1020", azai_company_2=off("3010"), azai_company_3="0505"
    )
    assert session.legal() == ("azai_company_1", "azai_company_2")
    assert refused(session, "done") == "14-3(1).3"
    session.apply("azai_company_1")
    assert rolling(session) == "removal check"


@covers("anegawa", "14-3(1).1")
def test_who_must_rout_is_judged_when_the_phase_begins() -> None:
    # the one enemy beside it routs first; it must go all the same
    session = battle(
        "rout", initiative=AA, rolls=[6], azai_company_1=off("1019"), sakai_company_1="1020", azai_company_2="1021"
    )
    assert asked(session) == OT
    session.apply("sakai_company_1")
    while asked(session) == OT:
        session.apply(session.legal()[-1])
    assert not normal(session, "sakai_company_1")
    assert rolls(session)[-1] == "removal check"
    assert asked(session) == AA
    assert session.ask().prompt.startswith("Azai company 1")


@covers("anegawa", "14-3(1).2", "14-3(1).3")
def test_the_check_before_a_forced_rout_removes_or_lets_go() -> None:
    units: dict[str, Any] = {"asakura_company_1": off("1019"), "sakai_company_1": "1020", "azai_company_3": "0505"}
    removed = rout(7, **units)  # morale 6; the only unit with a choice was chosen at once
    assert place(removed, "asakura_company_1") == "combat_units.oda_tokugawa"
    assert mark(removed, "asakura_company_1", "removed") == "in_battle"
    passed = rout(6, **units)
    assert asked(passed) == AA
    assert refused(passed, "stop") == "13-6(1).1"
    passed.apply("1018")
    passed.apply("stop")
    assert place(passed, "asakura_company_1") == "1018"


@covers("anegawa", "14-3(2).1")
def test_a_forced_rout_follows_the_priorities_and_the_end_check_of_a_retreat() -> None:
    session = rout(6, 7, asakura_company_1=off("1019"), sakai_company_1="1020")
    assert refused(session, "0920") == "13-6-1.2"
    ring: dict[str, Any] = {"sakai_company_2": "1017", "sakai_company_3": "0818", "ikeda_company_1": "1218"}
    book = altered(asakura_company_1={"rout": 2})
    held = rout(6, 7, book=book, asakura_company_1=off("1019"), sakai_company_1="1020", **ring)
    held.apply("0920")
    assert rolls(held) == ["removal check", "removal check"]
    assert place(held, "asakura_company_1") == "combat_units.oda_tokugawa"


@covers("anegawa", "13-6-3(6).1")
def test_a_routing_unit_that_cannot_go_one_hex_is_removed() -> None:
    ring: dict[str, Any] = {
        "sakai_company_1": "1018",
        "sakai_company_2": "0919",
        "sakai_company_3": "1119",
        "ikeda_company_1": "1120",
        "ikeda_company_2": "1020",
        "ikeda_company_3": "0920",
    }
    session = rout(3, asakura_company_1=off("1019"), **ring)
    assert place(session, "asakura_company_1") == "combat_units.oda_tokugawa"


@covers("anegawa", "4-3(3).1", "14-1.1")
def test_a_disordered_unit_in_no_zone_may_stay_shift_one_hex_or_rout() -> None:
    session = rout(azai_company_1=off("1019"), sakai_company_1="3020")
    assert session.legal() == ("azai_company_1", "done")
    session.apply("azai_company_1")
    assert set(session.legal()) == {("1018",), ("0919",), ("1119",), ("1120",), ("1020",), ("0920",), "rout"}
    assert refused(session, ("1018", "1017")) == "14-1.1"
    assert refused(session, ("1017",)) == "14-1.1"
    session.apply("rout")
    assert rolls(session) == []  # no check
    session.apply("1018")
    session.apply("1017")
    session.apply("stop")
    assert place(session, "azai_company_1") == "1017"


@covers("anegawa", "14-1.1")
def test_the_short_step_takes_any_terrain_once() -> None:
    session = rout(azai_company_1=off("1812"), azai_company_2=off("0505"), sakai_company_1="3020")
    session.apply("azai_company_1")
    session.apply(("1813",))  # a mountain
    assert place(session, "azai_company_1") == "1813"
    assert refused(session, "azai_company_1") == "4-3.1"


@covers("anegawa", "14-1.2", "14-1.3")
def test_the_short_step_enters_no_zone_and_no_occupied_hex() -> None:
    session = rout(azai_company_1=off("1019"), sakai_company_1="1017", azai_company_2="1119")
    session.apply("azai_company_1")
    assert refused(session, ("1018",)) == "14-1.2"
    assert refused(session, ("1119",)) == "14-1.3"
    assert refused(session, ("1020",)) is None


@covers("anegawa", "19.0.1")
def test_a_garrison_does_not_step_back_into_the_castle() -> None:
    session = rout(onoki_hidetoshi=off("3425", out_of_castle=True), sakai_company_1="1017")
    session.apply("onoki_hidetoshi")
    assert refused(session, ("3426",)) == "19.0.1"
    assert refused(session, ("3424",)) is None
    inside = rout(onoki_hidetoshi=off("3426"), sakai_company_1="1017")
    inside.apply("onoki_hidetoshi")
    inside.apply(("3425",))
    assert mark(inside, "onoki_hidetoshi", "out_of_castle")


@covers("anegawa", "14-5(1).1", "14-5(1).2")
def test_a_unit_in_order_in_a_zone_may_rout_without_a_check_before_it_goes() -> None:
    session = rout(7, azai_company_1="1019", sakai_company_1="1020")
    assert session.legal() == ("azai_company_1", "done")
    session.apply("azai_company_1")
    assert not normal(session, "azai_company_1")
    assert rolls(session) == []
    assert rolling(session) is None
    session.apply("1018")
    session.apply("stop")
    assert place(session, "azai_company_1") == "1018"
    ring: dict[str, Any] = {"sakai_company_2": "1017", "sakai_company_3": "0818", "ikeda_company_1": "1218"}
    held = rout(8, book=altered(azai_company_1={"rout": 2}), azai_company_1="1019", sakai_company_1="1020", **ring)
    held.apply("azai_company_1")
    held.apply("0920")
    assert rolls(held) == ["removal check"]  # it ended in a zone


@covers("anegawa", "14-5(1).3")
def test_a_unit_in_order_outside_zones_does_not_rout() -> None:
    session = rout(azai_company_1="1019", azai_company_2="3019", sakai_company_1="3020")
    assert refused(session, "azai_company_1") == "14-5(1).3"
    assert refused(session, "azai_company_2") is None
    beside_disordered = rout(
        azai_company_1="1019", azai_company_2="3019", sakai_company_1="3020", sakai_company_2=off("1020")
    )
    assert refused(beside_disordered, "azai_company_1") == "14-5(1).3"


@covers("anegawa", "4-3.1")
def test_only_own_units_on_the_map_rout() -> None:
    session = rout(azai_company_1="1019", sakai_company_1="1020", azai_company_2=off("combat_units.oda_tokugawa"))
    assert refused(session, "sakai_company_1") == "4-3.1"
    assert refused(session, "azai_company_2") == "4-3.1"


@covers("anegawa", "22.0(1).1")
def test_nobunaga_removed_in_the_rout_phase_ends_the_game() -> None:
    session = battle("rout", initiative=AA, rolls=[11], oda_nobunaga=off("1019"), azai_company_1="1020")
    assert session.outcome is not None
    assert session.outcome.winners == (AA,)


def test_marks_of_the_phase_go_when_movement_begins() -> None:
    session = rout(6, azai_company_1=off("1019"), sakai_company_1="1020", azai_company_2=on("0505"))
    while session.step == "rout_unit":
        session.apply(session.legal()[-1])
    assert session.step == "move_unit"
    assert mark(session, "azai_company_1", "must_rout") is None
    assert mark(session, "azai_company_1", "routed") is None


def test_a_refusal_is_counted_once() -> None:
    """Listing the options counts what they leave out; looking at them again and judging does not."""
    units = {"oda_nobunaga": "1020", "mori_yoshinari": "1022", "sakai_masahisa": off("1024"), "azai_company_1": "1033"}
    with watching() as counts:
        session = battle("rout_unit", OT, **units)
        assert session.legal() == session.legal() == ("sakai_masahisa", "done")
        assert [refused(session, id) for id in ("oda_nobunaga", "mori_yoshinari")] == ["14-5(1).3"] * 2
    assert counts["14-5(1).3"] == 2
