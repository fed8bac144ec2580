"""Chapters 11, 12 and 15.3: regroup, groupings, wounded Leaders, arrivals, disbanding, illness."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch04_end_phase import may_fall_ill
from compiler.rules.a_most_dangerous_time.ch11_regroup import (
    Regroup,
    Tally,
    grouping_value,
    groupings,
    limited,
    printed_value,
    value_left,
)
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    controls,
    go,
    hand,
    piece,
    position,
    refused,
    rolls,
    scene,
    soldiers,
    where,
)
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage"}


def regroup(units: Mapping[str, str], seat: str = "oda", **more: Any) -> Session:
    return position("regroup", {**HEADS, **units}, seat=seat, **more)


def boxed(session: Session, clan: str) -> list[str]:
    return soldiers(session, f"regroup_{clan}", clan)


# -- regroup -----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "11.2.3", "11.0.15", "11.0.12", "11.2.8", "11.0.x1", "11.0.13", "11.2.6")
def test_units_come_back_up_to_the_value_to_own_spaces_in_communication() -> None:
    session = regroup({"kannon_ji": "1 azai"})
    unit = boxed(session, "oda")
    assert refused(session, Regroup(unit[0], "hamamatsu")) == "11.2.3"
    assert refused(session, Regroup("azai_soldier#1", "otsu")) == "11.2.3"
    assert refused(session, Regroup(unit[0], "kannon_ji")) == "11.2.3"  # an enemy stands there
    go(session, Regroup("hideyoshi", "otsu"), Regroup(unit[0], "gifu"), Regroup(unit[1], "kiyosu"))
    go(session, Regroup(unit[2], "kuwana"))
    assert refused(session, Regroup(unit[3], "ogaki")) == "11.0.15"
    small = regroup({}, moved={f"oda_soldier#{n}": "permanently_eliminated" for n in range(3, 33)})
    go(small, *[Regroup(u, s) for u, s in zip(boxed(small, "oda"), ("otsu", "gifu"), strict=True)])
    assert boxed(small, "oda") == []


@covers("a_most_dangerous_time", "11.2.4", "11.2.5")
def test_one_unit_a_space_and_two_in_kyo() -> None:
    session = regroup({})
    unit = boxed(session, "oda")
    go(session, Regroup(unit[0], "kyo"), Regroup(unit[1], "kyo"))
    assert refused(session, Regroup(unit[2], "kyo")) == "11.2.4"
    go(session, Regroup(unit[2], "otsu"))
    assert refused(session, Regroup(unit[3], "otsu")) == "11.2.4"


@covers("a_most_dangerous_time", "4.2(2).1", "4.2(2).2", "11.0.2", "11.2.7", "11.0.1")
def test_oda_regroup_first_then_anti_oda_in_any_order() -> None:
    session = regroup({"saika": "magoichi"})
    assert asked(session) == ["oda"]
    go(session, "done")
    assert asked(session) == ["anti_oda"]
    go(session, Regroup("saika_soldier", "saika"), Regroup("azai_soldier#1", "odani"))
    assert refused(session, Regroup("azai_soldier#2", "yokoyama")) == "11.0.15"


@covers("a_most_dangerous_time", "11.0.7", "11.0.10", "11.0.11")
def test_a_fallen_clan_does_not_regroup_and_conquests_raise_the_listed_three() -> None:
    now = scene(
        regroup(
            {},
            marks={"azai": {"fallen": "oda"}, "asakura": {"fallen": "oda"}},
            moved={"nagamasa": "permanently_eliminated", "yoshikage": "permanently_eliminated"},
        )
    )
    assert printed_value(now, "oda") == 6
    assert printed_value(scene(regroup({}, marks={"azai": {"fallen": "oda"}})), "oda") == 5
    assert printed_value(scene(regroup({})), "oda") == 4
    joined = scene(regroup({}, entered=["takeda"], marks={"tokugawa": {"joined": "takeda"}}))
    assert printed_value(joined, "takeda") == 3
    assert printed_value(scene(regroup({}, entered=["takeda"])), "takeda") == 2
    assert printed_value(scene(regroup({}, entered=["uesugi"], marks={"oda": {"fallen": "uesugi"}})), "uesugi") == 1
    fallen = regroup({}, "anti_oda", marks={"azai": {"fallen": "oda"}})
    assert refused(fallen, Regroup("azai_soldier#1", "odani")) == "11.2.3"


# -- Ikko-Ikki ---------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "11.3.1", "11.3.2", "11.3.3", "11.3.4", "11.3.8", "11.3.x1")
def test_groupings_and_their_values() -> None:
    session = regroup({"nagashima": "4 ikko_ikki", "ishiyama": "6 ikko_ikki", "arioka": "1 ikko_ikki"}, "anti_oda")
    found = sorted(len(spaces) for spaces in groupings(scene(session)).values())
    assert found == [1, 5]
    now = scene(session)
    for spaces in groupings(now).values():
        assert grouping_value(now, spaces) == (0 if "nagashima" in spaces else 3)
    besieged = scene(regroup({"ishiyama": "(2 ikko_ikki) 3 oda"}, "anti_oda"))
    assert not any("ishiyama" in spaces for spaces in groupings(besieged).values())


@covers("a_most_dangerous_time", "11.3.5", "11.3.6", "11.3.2")
def test_two_monks_a_space_and_never_above_twice_the_spaces() -> None:
    lost = {"noda_fukushima": "oda", "mt_shigi": "ikko_ikki"}
    session = regroup(
        {"ishiyama": "1 ikko_ikki", "arioka": "1 ikko_ikki", "hanakuma": "1 ikko_ikki"}, "anti_oda", control=lost
    )
    monks = boxed(session, "ikko_ikki")
    go(session, Regroup(monks[0], "ishiyama"), Regroup(monks[1], "ishiyama"))
    assert refused(session, Regroup(monks[2], "ishiyama")) == "11.3.6"
    go(session, Regroup(monks[2], "arioka"))
    assert refused(session, Regroup(monks[3], "hanakuma")) == "11.3.4"


@covers("a_most_dangerous_time", "11.3.7")
def test_four_monks_in_kyo() -> None:
    wide = dict.fromkeys(("kyo", "shoryu_ji", "ibaraki", "otsu", "mt_shigi"), "ikko_ikki")
    session = regroup({}, "anti_oda", control=wide)
    monks = boxed(session, "ikko_ikki")
    go(session, *[Regroup(m, "kyo") for m in monks[:4]])
    assert refused(session, Regroup(monks[4], "kyo")) == "11.3.6"
    assert refused(session, Regroup(monks[4], "otsu")) is None


@covers("a_most_dangerous_time", "3.33.4", "Cards57-58.1", "15.2.6")
def test_under_a_truce_no_monk_comes_back() -> None:
    session = regroup({}, "anti_oda", marks={"ikko_ikki": {"truce": 1}})
    assert refused(session, Regroup(boxed(session, "ikko_ikki")[0], "ishiyama")) == "3.33.4"


# -- the original rule -------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "11.5.1", "11.5.2", "11.5.3")
def test_the_original_rule_counts_spaces() -> None:
    session = regroup({}, options={"regroup_by_spaces": True})
    now = scene(session)
    assert [limited(now, spaces, 0) for spaces in (34, 35, 36)] == [7, 7, 8]
    assert limited(now, 34, 65) == 3
    assert limited(now, 34, 69) == 0
    assert value_left(now, "hosokawa", Tally()) == 1


# -- the wounded -------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "11.1.1", "11.1.2", "11.1.3", "10.3(5).5", "4.2.x1")
def test_a_wounded_leader_returns_on_his_turn_where_he_likes() -> None:
    session = position(
        "wounded_return",
        HEADS,
        seat="oda",
        turn=8,
        moved={"hideyoshi": "turn_8", "katsuie": "turn_9"},
        control={"otsu": "azai"},
    )
    assert asked(session) == ["oda"]
    assert {"gifu", "kyo", "regroup_oda"} <= set(session.legal())
    assert "otsu" not in session.legal()
    go(session, "gifu")
    assert where(session, "hideyoshi") == "gifu"
    assert where(session, "katsuie") == "turn_9"
    go(session, Regroup("oda_soldier#1", "gifu"))
    assert "1 oda" in at(session, "gifu")


@covers("a_most_dangerous_time", "11.1.x1")
def test_one_whose_clan_went_over_returns_for_its_new_side() -> None:
    session = position(
        "wounded_return",
        HEADS,
        seat="anti_oda",
        turn=8,
        entered=["takeda"],
        moved={"ieyasu": "turn_8"},
        marks={"tokugawa": {"joined": "takeda"}},
    )
    assert asked(session) == ["anti_oda"]
    assert "hamamatsu" in session.legal()


# -- arrivals ----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.2.3", "4.2(2).3", "11.4.1", "14.1.30")
def test_a_power_comes_on_its_turn_after_all_regroup() -> None:
    early = position("reinforcements", HEADS, turn=5)
    assert where(early, "chit_takeda") == "turn_6"
    session = position("reinforcements", HEADS, turn=6)
    assert asked(session) == ["anti_oda"]
    assert set(session.legal()) == {"tsutsujigasaki", "takato", "iida", "sunpu"}
    mori = position("reinforcements", HEADS, turn=13, entered=["takeda"])
    while mori.step == "reinforcements":
        mori.apply(mori.legal()[-1])
    assert len(soldiers(mori, "shiwaku", "murakami")) == 2
    assert "naoie" in at(mori, "okayama") + at(mori, "takada")
    assert len(soldiers(mori, "chugoku", "mori")) == 15


@covers("a_most_dangerous_time", "15.2.7", "15.2.9", "15.2.x1")
def test_with_the_uesugi_the_monks_of_kaga_rise() -> None:
    units = {**HEADS, "daisho_ji": "1 minor", "oyama": "(1 minor) 2 oda"}
    session = position("reinforcements", units, turn=15, entered=["takeda", "mori"])
    while session.step == "reinforcements":
        session.apply("uotsu")
    assert at(session, "daisho_ji") == "1 ikko_ikki"
    assert at(session, "oyama") == "2 oda (1 ikko_ikki)"
    assert controls(session, "oyama") == controls(session, "daisho_ji") == "ikko_ikki"
    assert hand(session, "anti_oda") == 0


@covers("a_most_dangerous_time", "15.2.8", "15.2.11", "8.4.x1")
def test_one_monk_chooses_his_temple_and_fights_oda_by_8_4() -> None:
    used = {f"ikko_ikki_soldier#{n}": "permanently_eliminated" for n in range(2, 29)}
    units = {**HEADS, "daisho_ji": "2 oda", "oyama": "1 minor"}
    session = position(
        "reinforcements", units, turn=15, entered=["takeda", "mori"], moved=used, control={"daisho_ji": "oda"}
    )
    while set(session.legal()) != {"daisho_ji", "oyama"}:
        session.apply("uotsu")
    go(session, "daisho_ji")
    assert asked(session) == ["anti_oda"]
    go(session, session.legal()[0])
    assert asked(session) == ["oda"]
    assert at(session, "oyama") == "1 neutral_minor"


# -- disbanding --------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "12.0.1", "12.0.2", "12.0.3", "4.2(3).1", "4.2(3).2", "12.0.x1")
def test_units_are_disbanded_oda_first() -> None:
    session = position("disband", {**HEADS, "odani": "(nagamasa 1 azai) 1 oda", "otsu": "2 oda"}, seat="oda")
    assert asked(session) == ["oda"]
    assert not any("azai" in str(o) or "nagamasa" in str(o) for o in session.legal())
    go(session, next(p.id for p in session.table.at("odani") if p.side == "oda"))
    assert at(session, "odani") == "nagamasa 1 azai"
    go(session, "done")
    while asked(session) == ["oda"]:
        go(session, "done")
    assert asked(session) == ["anti_oda"]


@covers("a_most_dangerous_time", "12.0.4")
@pytest.mark.parametrize(("die", "place"), [(5, "permanently_eliminated"), (1, "turn_4")])
def test_a_besieged_or_cut_off_leader_is_checked(die: int, place: str) -> None:
    session = position("disband", {**HEADS, "odani": "nagamasa 2 azai", "otsu": "(hideyoshi) 2 azai"}, seat="oda")
    go(session, "hideyoshi", (die,))
    assert where(session, "hideyoshi") == place
    safe = position("disband", {**HEADS, "gifu": "nobunaga hideyoshi"}, seat="oda")
    go(safe, "hideyoshi")
    assert where(safe, "hideyoshi") == "regroup_oda"
    assert rolls(safe, "leader loss") == []


# -- illness -----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.3.1", "15.3.2", "15.3.3", "15.3.4", "15.3.6", "15.3.x1", "4.2(4).1", "2.32.7")
def test_shingen_dies_on_three_or_less_and_his_heir_follows() -> None:
    session = position(
        "illness", {**HEADS, "iida": "(shingen) 2 oda"}, entered=["takeda"], moved={"chit_takeda_shingen": "cup"}
    )
    go(session, (2, 2))
    assert piece(session, "shingen").face == 0
    dead = position(
        "illness", {**HEADS, "iida": "(shingen) 2 oda"}, entered=["takeda"], moved={"chit_takeda_shingen": "cup"}
    )
    go(dead, (1, 2))
    assert piece(dead, "shingen").face == 1
    assert at(dead, "iida") == "2 oda (shingen)"
    assert where(dead, "chit_takeda_shingen") == "permanently_eliminated"
    assert where(dead, "chit_takeda") == "chits_aside"  # not in the cup of the next turn


@covers("a_most_dangerous_time", "15.3.7")
@pytest.mark.parametrize(("dice", "face"), [((1, 2), 1), ((2, 2), 0)])
def test_nobunaga_falls_ill_late_in_the_campaign_by_the_same_dice(dice: tuple[int, int], face: int) -> None:
    session = position("illness", HEADS, turn=31, scenario="campaign")
    go(session, dice)
    assert piece(session, "nobunaga").face == face
    assert session.outcome is None


@covers("a_most_dangerous_time", "15.3.1", "15.3.5", "15.3.7", "15.3.x1")
def test_who_is_checked_and_when() -> None:
    waiting = scene(position("move", {**HEADS, "otsu": "1 oda"}, chit="chit_oda", points=1))
    assert not may_fall_ill(waiting, "shingen")
    boxed_ = scene(position("move", {**HEADS, "otsu": "1 oda"}, chit="chit_oda", points=1, entered=["takeda"]))
    assert may_fall_ill(boxed_, "shingen")
    for turn, ill in ((30, False), (31, True)):
        late = scene(
            position("move", {**HEADS, "otsu": "1 oda"}, chit="chit_oda", points=1, turn=turn, scenario="campaign")
        )
        assert may_fall_ill(late, "nobunaga") == ill
    heir = scene(
        position(
            "move", {**HEADS, "otsu": "1 oda"}, chit="chit_oda", points=1, entered=["takeda"], faces={"shingen": 1}
        )
    )
    assert not may_fall_ill(heir, "shingen")
    back = position("cup", {**HEADS, "iida": "shingen"}, entered=["takeda"], faces={"shingen": 1})
    assert where(back, "chit_takeda") == "cup"
