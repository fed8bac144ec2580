"""13.0 Who may attack, 13-1 the attack."""

from __future__ import annotations

import pytest

from compiler.play.ask import CHANCE
from compiler.rules.anegawa.ch13_attack import Attack, damage_of
from tests.rules.anegawa.battle import (
    AA,
    OT,
    asked,
    attack,
    battle,
    dice,
    duel,
    mark,
    off,
    on,
    place,
    refused,
    rolling,
    rolls,
    said,
    scene_of,
)
from tests.rules.covering import covers


# -- who may attack ----------------------------------------------------------------------------------------------------
@covers("anegawa", "13-2.1")
@pytest.mark.parametrize(("first", "second"), [(OT, AA), (AA, OT)])
def test_the_side_with_the_initiative_attacks_first(first: str, second: str) -> None:
    session = battle("combat", initiative=first, oda_nobunaga="1020", azai_nagamasa="1019")
    assert (asked(session), session.step) == (first, "attack")
    session.apply("done")
    assert (asked(session), session.step) == (second, "attack")


@covers("anegawa", "13.0.1", "13-2.1")
def test_attacking_is_optional_and_in_any_order() -> None:
    session = battle(
        "attack", OT, oda_nobunaga="1020", sakai_masahisa="1120", azai_company_1="1019", azai_company_2="1119"
    )
    legal = session.legal()
    assert legal[-1] == "done"
    assert set(legal[:-1]) == {
        Attack("oda_nobunaga", "azai_company_1"),
        Attack("sakai_masahisa", "azai_company_1"),
        Attack("sakai_masahisa", "azai_company_2"),
    }
    session.apply("done")
    assert asked(session) == AA  # no enemy attack came before
    assert rolls(session) == []


@covers("anegawa", "2-2.14")
def test_a_disordered_unit_does_not_attack() -> None:
    session = battle("attack", OT, oda_nobunaga="1020", sakai_company_1=off("1120"), azai_company_1="1019")
    assert refused(session, Attack("sakai_company_1", "azai_company_1")) == "2-2.14"
    assert refused(session, Attack("oda_nobunaga", "azai_company_1")) is None


@covers("anegawa", "13.0(1).1")
def test_a_unit_attacks_once_in_a_turn() -> None:
    session = duel(12, azai_company_2="0920")
    session.apply("hold")
    assert mark(session, "oda_nobunaga", "battled") == "attacked"
    assert refused(session, Attack("oda_nobunaga", "azai_company_2")) == "13.0(1).1"


@covers("anegawa", "13.0(1).1")
def test_a_unit_that_struck_back_neither_strikes_again_nor_attacks() -> None:
    session = battle(
        "attack",
        OT,
        initiative=OT,
        rolls=[12, 12, 12],
        oda_nobunaga="1020",
        sakai_masahisa="1120",
        azai_company_1="1019",
        azai_nagamasa="1017",
        mori_yoshinari="0530",
        azai_company_4="0529",
        azai_masazumi="0528",
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    session.apply("strike_back")
    assert mark(session, "azai_company_1", "battled") == "attacked"
    attack(session, "sakai_masahisa", "azai_company_1")  # misses, and is not answered
    assert rolls(session) == ["attack", "counterattack", "attack"]
    assert asked(session) == OT
    session.apply("done")
    assert asked(session) == AA
    assert refused(session, Attack("azai_company_1", "oda_nobunaga")) == "13.0(1).1"


@covers("anegawa", "13.0(1).1", "13-9(1).1")
def test_in_the_second_segment_those_who_struck_back_or_were_attacked_do_not_attack() -> None:
    session = battle(
        "attack",
        AA,
        initiative=OT,
        oda_nobunaga="1020",
        azai_company_1=on("1019", battled="attacked"),
        azai_company_2=on("0920", battled="defended"),
        azai_company_3="1021",
        azai_nagamasa="0921",
    )
    assert refused(session, Attack("azai_company_1", "oda_nobunaga")) == "13.0(1).1"
    assert refused(session, Attack("azai_company_2", "oda_nobunaga")) == "13-9(1).1"
    assert refused(session, Attack("azai_company_3", "oda_nobunaga")) is None


@covers("anegawa", "13.0(1).2", "13.0(3).1")
def test_several_units_attack_one_target_one_after_the_other() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[12, 12, 12],
        oda_nobunaga="1020",
        sakai_masahisa="0920",
        ikeda_tsuneoki="1120",
        azai_company_1="1019",
        azai_company_2="1017",
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    session.apply("hold")
    assert {a.unit for a in session.legal() if isinstance(a, Attack)} == {"sakai_masahisa", "ikeda_tsuneoki"}
    attack(session, "ikeda_tsuneoki", "azai_company_1")
    attack(session, "sakai_masahisa", "azai_company_1")
    assert rolls(session) == ["attack", "attack", "attack"]


@covers("anegawa", "13.0(2).1")
def test_targets_are_adjacent_enemies() -> None:
    session = battle(
        "attack", OT, oda_nobunaga="1020", sakai_company_1="1021", azai_company_1="1018", azai_company_2="1019"
    )
    assert refused(session, Attack("oda_nobunaga", "azai_company_1")) == "13.0(2).1"
    assert refused(session, Attack("oda_nobunaga", "sakai_company_1")) == "13.0(2).1"
    assert refused(session, Attack("azai_company_2", "oda_nobunaga")) == "13.0(2).1"
    assert refused(session, Attack("nobody", "azai_company_2")) == "13.0(2).1"
    assert refused(session, Attack("oda_nobunaga", "azai_company_2")) is None


@covers("anegawa", "13.0(2).2")
def test_two_units_do_not_attack_together() -> None:
    session = battle("attack", OT, oda_nobunaga="1020", sakai_masahisa="1120", azai_company_1="1019")
    assert refused(session, Attack(("oda_nobunaga", "sakai_masahisa"), "azai_company_1")) == "13.0(2).2"  # type: ignore[arg-type]
    assert refused(session, "oda_nobunaga") == "13.0(2).2"


@covers("anegawa", "20.0(1).1")
def test_nobody_withdraws_in_the_combat_phase() -> None:
    session = battle("attack", OT, oda_nobunaga="1020", azai_company_1="1019")
    assert refused(session, "withdraw") == "20.0(1).1"


# -- the attack --------------------------------------------------------------------------------------------------------
@covers("anegawa", "13-1.1")
def test_an_attack_is_one_roll_against_both_factors() -> None:
    session = duel()
    assert rolling(session) == "attack"
    assert asked(session) == CHANCE
    session.apply(dice(8))
    assert said(session) == ["Oda Nobunaga (Oda) attacks Azai company 1 (Azai): 8 against 3/8, light damage"]


@covers("anegawa", "13-1(1).1", "13-1(2).1", "13-1(3).1")
def test_up_to_the_first_factor_is_heavy_up_to_the_second_light_more_a_miss() -> None:
    session = duel()
    nobunaga = session.table.pieces["oda_nobunaga"]
    results = [damage_of(scene_of(session), nobunaga, roll, 3) for roll in range(2, 13)]
    assert results == ["heavy damage"] * 2 + ["light damage"] * 5 + ["miss"] * 4


@covers("anegawa", "13-1(3).2", "13-3(1).1")
def test_a_counterattack_is_offered_after_a_miss_only() -> None:
    missed = duel(9)
    assert (asked(missed), missed.legal()) == (AA, ("strike_back", "hold"))
    assert refused(missed, "run") == "13-3(1).1"
    hit = duel(8, 7)
    assert rolls(hit) == ["attack", "wear check"]
    assert asked(hit) == OT  # nobody was asked for more
    marked = duel(9, target=on("1019", battled="defended"))
    assert rolls(marked) == ["attack"]
    assert asked(marked) == OT


@covers("anegawa", "9.0(3).1", "13-6(2).1")
def test_a_disordered_unit_that_is_missed_neither_strikes_back_nor_retreats() -> None:
    session = duel(9, target=off("1019"))
    assert rolls(session) == ["attack"]
    assert asked(session) == OT
    assert place(session, "azai_company_1") == "1019"


@covers("anegawa", "4-5(5).1")
def test_both_units_are_marked_when_the_combat_is_over() -> None:
    for totals, answer in (([9], "hold"), ([8, 7], None), ([8, 8], None)):
        session = duel(*totals)
        while asked(session) == AA:
            session.apply(answer or session.legal()[-1])
        assert session.step == "attack"
        assert mark(session, "oda_nobunaga", "battled") == "attacked"
        assert mark(session, "azai_company_1", "battled") == "defended"
    missed = duel(9, target=off("1019"))
    assert mark(missed, "azai_company_1", "battled") == "defended"
