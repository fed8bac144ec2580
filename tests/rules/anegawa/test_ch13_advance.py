"""13-7 to 13-9 Advance, breakthrough, impetus, the second segment."""

from __future__ import annotations

from compiler.rules.anegawa.ch13_attack import Attack
from compiler.rules.anegawa.ch13_retreat import FallBack
from tests.rules.anegawa.battle import (
    AA,
    OT,
    RING,
    altered,
    asked,
    attack,
    battle,
    dice,
    flight,
    go,
    mark,
    normal,
    off,
    on,
    piece,
    place,
    refused,
    rolling,
)
from tests.rules.covering import covers


# -- advance -----------------------------------------------------------------------------------------------------------
@covers("anegawa", "13-7.1", "13-7(1).1")
def test_the_attacker_must_advance_into_the_vacated_hex_and_breaks_through() -> None:
    session = flight()
    go(session, "1018", "1017", "stop")
    assert place(session, "oda_nobunaga") == "1019"  # one hex, and nobody was asked
    assert mark(session, "oda_nobunaga", "momentum") == "breakthrough"
    killed = battle(
        "attack",
        OT,
        rolls=[8, 11],
        oda_nobunaga="1811",
        azai_company_1=off("1812"),
        azai_company_2="1813",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(killed, "oda_nobunaga", "azai_company_1")
    assert place(killed, "oda_nobunaga") == "1812"  # removal vacates it too; ground and zones do not matter
    assert mark(killed, "oda_nobunaga", "momentum") == "breakthrough"
    lost = flight(12, book=altered(azai_company_1={"rout": 2}), **RING)
    go(lost, "0920")
    assert place(lost, "azai_company_1") == "combat_units.oda_tokugawa"
    assert place(lost, "oda_nobunaga") == "1019"


@covers("anegawa", "13-7.1")
def test_nobody_advances_when_the_target_stays() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[8, 7],
        oda_nobunaga="1020",
        azai_company_1="1019",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    assert place(session, "oda_nobunaga") == "1020"
    assert mark(session, "oda_nobunaga", "momentum") is None


@covers("anegawa", "13-7(3).1", "13-7-1(3).2")
def test_a_counterattacker_advances_likewise_but_the_garrison_stays_in_the_castle() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[9],
        oda_nobunaga="1020",
        azai_company_1="1019",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    session.apply("strike_back")
    session.apply(dice(8))
    session.apply(dice(9))
    assert asked(session) == OT
    go(session, "1021", "stop")
    assert place(session, "azai_company_1") == "1020"
    assert mark(session, "azai_company_1", "momentum") == "breakthrough"
    castle = battle(
        "attack",
        OT,
        rolls=[9],
        oda_nobunaga="3425",
        onoki_hidetoshi="3426",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(castle, "oda_nobunaga", "onoki_hidetoshi")
    castle.apply("strike_back")
    castle.apply(dice(2))  # 2/7, into a mountain 1/6
    castle.apply(dice(10))  # wear check: Nobunaga 8 and 1
    go(castle, castle.legal()[0])
    assert place(castle, "oda_nobunaga") != "3425"
    assert place(castle, "onoki_hidetoshi") == "3426"
    assert mark(castle, "onoki_hidetoshi", "momentum") is None


@covers("anegawa", "13-7(3).1", "18-1(4).1")
def test_the_garrison_attacks_out_of_the_castle_without_advancing() -> None:
    session = battle(
        "attack",
        AA,
        rolls=[3, 2, 8],
        onoki_hidetoshi="3426",
        sakai_company_1="3425",
        azai_masazumi="0529",
        mori_yoshinari="0530",
    )
    attack(session, "onoki_hidetoshi", "sakai_company_1")
    while asked(session) == OT:
        go(session, session.legal()[-1])
    assert place(session, "sakai_company_1") != "3425"
    assert place(session, "onoki_hidetoshi") == "3426"


@covers("anegawa", "13-7-1(3).1")
def test_a_unit_that_broke_through_does_not_attack_again() -> None:
    session = flight(azai_company_2="0919")
    go(session, "1018", "1017", "stop")
    assert place(session, "oda_nobunaga") == "1019"
    assert refused(session, Attack("oda_nobunaga", "azai_company_2")) == "13-7-1(3).1"
    beside = battle(
        "attack",
        OT,
        oda_nobunaga=on("1019", momentum="breakthrough"),
        azai_company_2="0919",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    assert refused(beside, Attack("oda_nobunaga", "azai_company_2")) == "13-7-1(3).1"
    keen = battle("attack", OT, oda_nobunaga=on("1019", momentum="impetus"), azai_company_2="0919")
    assert refused(keen, Attack("oda_nobunaga", "azai_company_2")) is None


# -- impetus -----------------------------------------------------------------------------------------------------------
@covers("anegawa", "13-8-1.1")
def test_impetus_adds_one_to_both_factors() -> None:
    session = battle(
        "attack", OT, oda_nobunaga=on("1020", momentum="impetus"), azai_company_1="1019", azai_company_2="4030"
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    session.apply(dice(9))
    assert rolling(session) == "wear check"  # light damage up to 9
    plain = battle("attack", OT, oda_nobunaga="1020", azai_company_1="1019", azai_company_2="4030")
    attack(plain, "oda_nobunaga", "azai_company_1")
    plain.apply(dice(9))
    assert rolling(plain) is None


@covers("anegawa", "13-8-2(1).1", "13-8-2(2).1")
def test_impetus_goes_at_the_end_of_the_sides_attacks_used_or_not() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[12],
        oda_nobunaga=on("1020", momentum="impetus"),
        sakai_company_1=on("3010", momentum="impetus"),
        azai_company_1="1019",
        azai_nagamasa="1018",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    session.apply("hold")
    assert mark(session, "oda_nobunaga", "momentum") == "impetus"
    session.apply("done")
    assert asked(session) == AA  # the second segment
    assert mark(session, "oda_nobunaga", "momentum") is None
    assert mark(session, "sakai_company_1", "momentum") is None


@covers("anegawa", "13-8-2(3).1")
def test_a_unit_with_impetus_that_advances_keeps_its_marker_as_breakthrough() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[9, 11],
        oda_nobunaga=on("1020", momentum="impetus"),
        sakai_company_1=on("3010", momentum="impetus"),
        azai_company_1="1019",
        azai_nagamasa="4030",
        mori_yoshinari="0530",
        azai_company_4="0529",
        azai_masazumi="0528",
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    go(session, "1018", "1017", "stop")
    assert mark(session, "oda_nobunaga", "momentum") == "breakthrough"
    session.apply("done")
    assert session.step == "attack"
    assert mark(session, "oda_nobunaga", "momentum") == "breakthrough"  # no impetus to lose
    assert mark(session, "sakai_company_1", "momentum") is None  # it had impetus and did not advance


# -- the second segment ------------------------------------------------------------------------------------------------
@covers("anegawa", "13-9.1")
def test_the_other_side_attacks_when_the_first_has_finished() -> None:
    session = battle("attack", OT, initiative=OT, oda_nobunaga="1020", azai_nagamasa="1019", rolls=[12])
    session.apply("done")
    assert asked(session) == AA
    attack(session, "azai_nagamasa", "oda_nobunaga")
    assert asked(session) == OT
    session.apply("hold")
    assert piece(session, "azai_nagamasa").mark("battled") is None  # the phase is over


@covers("anegawa", "13-9(2).1")
def test_without_initiative_units_with_either_marker_cannot_be_attacked() -> None:
    session = battle(
        "attack",
        AA,
        initiative=OT,
        azai_nagamasa="1019",
        oda_nobunaga=on("1020", momentum="breakthrough"),
        sakai_company_1=on("0920", momentum="impetus"),
        sakai_company_2="0919",
    )
    assert refused(session, Attack("azai_nagamasa", "oda_nobunaga")) == "13-9(2).1"
    assert refused(session, Attack("azai_nagamasa", "sakai_company_1")) == "13-9(2).1"
    assert refused(session, Attack("azai_nagamasa", "sakai_company_2")) is None
    first = battle("attack", AA, initiative=AA, azai_nagamasa="1019", oda_nobunaga=on("1020", momentum="breakthrough"))
    assert refused(first, Attack("azai_nagamasa", "oda_nobunaga")) is None
    assert normal(first, "azai_nagamasa")


@covers("anegawa", "19.0.1")
def test_a_garrison_that_left_does_not_come_back_by_an_advance() -> None:
    """Neither as the attacker nor as the one who strikes back; another unit does enter."""
    units = {"sakai_company_1": "3426", "azai_masazumi": "0529", "mori_yoshinari": "0530"}
    session = battle("attack", AA, rolls=[3, 4, 12], onoki_hidetoshi=on("3425", out_of_castle=True), **units)
    attack(session, "onoki_hidetoshi", "sakai_company_1")
    while asked(session) == OT:
        go(session, session.legal()[-1])
    assert place(session, "sakai_company_1") != "3426"
    assert place(session, "onoki_hidetoshi") == "3425"
    assert mark(session, "onoki_hidetoshi", "momentum") is None
    other = battle("attack", AA, rolls=[3, 4, 12], isono_kazumasa="3425", **units)
    attack(other, "isono_kazumasa", "sakai_company_1")
    while asked(other) == OT:
        go(other, other.legal()[-1])
    assert place(other, "isono_kazumasa") == "3426"


@covers("anegawa", "19.0.1")
def test_a_garrison_that_left_and_strikes_back_does_not_enter_the_castle() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[12],
        oda_nobunaga="3426",
        onoki_hidetoshi=on("3425", out_of_castle=True),
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(session, "oda_nobunaga", "onoki_hidetoshi")
    session.apply("strike_back")
    session.apply(dice(4))
    session.apply(dice(12))
    go(session, "3427")
    while isinstance(session.ask().topic, FallBack):
        go(session, session.legal()[-1])
    assert place(session, "oda_nobunaga") != "3426"
    assert place(session, "onoki_hidetoshi") == "3425"
