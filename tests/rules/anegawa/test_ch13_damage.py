"""13-1-1 and 13-1-2 damage, 13-5 removal."""

from __future__ import annotations

from typing import Any

from compiler.rules.anegawa.ch13_removal import lost_in_battle, points_of_losses
from tests.rules.anegawa.battle import (
    AA,
    OT,
    asked,
    attack,
    battle,
    duel,
    normal,
    off,
    place,
    refused,
    rolling,
    scene_of,
    winner,
)
from tests.rules.covering import covers


# -- light damage ------------------------------------------------------------------------------------------------------
@covers("anegawa", "13-1-1(1).1")
def test_light_damage_makes_a_unit_in_order_take_a_wear_check() -> None:
    session = duel(8)
    assert rolling(session) == "wear check"


@covers("anegawa", "13-1-1(3).1")
def test_a_wear_check_passed_leaves_the_unit_in_its_hex() -> None:
    session = duel(8, 7)
    assert normal(session, "azai_company_1")
    assert place(session, "azai_company_1") == "1019"
    assert place(session, "oda_nobunaga") == "1020"
    assert asked(session) != "chance"  # it does not strike back


@covers("anegawa", "13-1-1(3).2", "9.0.1", "13-6(1).1", "13-1-1(1).1")
def test_a_wear_check_failed_disorders_the_unit_and_its_owner_must_retreat_it_at_once() -> None:
    session = duel(8, 8)
    assert not normal(session, "azai_company_1")
    assert asked(session) == AA
    assert refused(session, "stop") == "13-6(1).1"
    session.apply("1018")
    session.apply("stop")
    assert place(session, "azai_company_1") == "1018"


@covers("anegawa", "13-1-1(5).1")
def test_light_damage_makes_a_disordered_unit_take_a_kill_check_at_its_morale() -> None:
    assert rolling(duel(8, target=off("1019"))) == "kill check"
    passed = duel(8, 7, target=off("1019"))
    assert asked(passed) == AA  # it retreats
    failed = duel(8, 8, target=off("1019"))
    assert place(failed, "azai_company_1") == "combat_units.oda_tokugawa"


@covers("anegawa", "13-1-1(6).1", "13-5(1).1")
def test_a_kill_check_failed_removes_the_unit_and_its_points_go_to_the_enemy() -> None:
    session = duel(8, 11, target=off("1019"))
    assert place(session, "azai_company_1") == "combat_units.oda_tokugawa"
    assert points_of_losses(scene_of(session), OT) == 1
    assert points_of_losses(scene_of(session), AA) == 0


@covers("anegawa", "13-1-1(6).3", "13-6(2).3")
def test_a_kill_check_passed_makes_the_unit_retreat_before_the_next_combat() -> None:
    session = duel(8, 3, target=off("1019"))
    assert asked(session) == AA
    session.apply("1018")
    session.apply("stop")
    assert place(session, "azai_company_1") == "1018"
    assert not normal(session, "azai_company_1")
    assert (asked(session), session.step) == (OT, "attack")
    heavy = duel(3, 3, target=off("1019"))  # heavy damage, and it lives: it goes all the same
    assert asked(heavy) == AA
    heavy.apply("1018")
    heavy.apply("stop")
    assert place(heavy, "azai_company_1") == "1018"
    assert (asked(heavy), heavy.step) == (OT, "attack")


# -- heavy damage ------------------------------------------------------------------------------------------------------
@covers("anegawa", "13-1-2(1).1", "13-1-2(1).2", "13-1-2(1).3")
def test_heavy_damage_disorders_a_unit_and_calls_for_a_kill_check() -> None:
    session = duel(3)
    assert not normal(session, "azai_company_1")
    assert rolling(session) == "kill check"
    removed = duel(3, 8)
    assert place(removed, "azai_company_1") == "combat_units.oda_tokugawa"
    passed = duel(3, 7)
    assert asked(passed) == AA
    passed.apply("1018")
    passed.apply("stop")
    assert not normal(passed, "azai_company_1")
    assert place(passed, "azai_company_1") == "1018"


@covers("anegawa", "13-1-2(2).1")
def test_heavy_damage_on_a_disordered_unit_is_a_kill_check_at_one_less() -> None:
    assert asked(duel(3, 6, target=off("1019"))) == AA  # it retreats
    assert place(duel(3, 7, target=off("1019")), "azai_company_1") == "combat_units.oda_tokugawa"


@covers("anegawa", "13-5(2).1", "13-5(2).2", "13-5(2).3", "13-1-1(6).2", "13-5(1).1")
def test_a_kill_check_of_12_removes_the_unit_alone_at_double_points() -> None:
    more: dict[str, Any] = {"isono_kazumasa": off("1019"), "azai_masazumi": "1018", "azai_nagamasa": "0918"}
    session = battle(
        "attack", OT, rolls=[8, 12], oda_nobunaga="1020", mori_yoshinari="0530", azai_company_4="0529", **more
    )
    attack(session, "oda_nobunaga", "isono_kazumasa")
    assert place(session, "isono_kazumasa") == "doubled.oda_tokugawa"
    assert points_of_losses(scene_of(session), OT) == 6
    assert lost_in_battle(scene_of(session), "azai") == 6
    assert [place(session, id) for id in ("azai_masazumi", "azai_nagamasa")] == ["1018", "0918"]
    # 6 points alone make rout 1
    assert session.table.mark("azai", "rout_stage") is None
    while session.step == "attack":
        session.apply("done")
    assert session.table.mark("azai", "rout_stage") == 1


@covers("anegawa", "13-5(3).2", "22-1(1).1")
def test_points_add_up_over_the_whole_game() -> None:
    session = duel(
        8,
        11,
        target=off("1019"),
        azai_company_2=off("combat_units.oda_tokugawa"),
        isono_kazumasa=off("leaders.oda_tokugawa", removed="last_turn"),
        atsuji_sadayuki=off("doubled.oda_tokugawa"),
    )
    assert points_of_losses(scene_of(session), OT) == 1 + 1 + 3 + 2 * 2


@covers("anegawa", "22.0(2).1", "22.0(1).1")
def test_nagamasa_or_nobunaga_removed_ends_the_game_before_the_next_attack() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[8, 11],
        oda_nobunaga="1020",
        azai_nagamasa=off("1019"),
        sakai_masahisa="0510",
        azai_company_2="0509",
    )
    attack(session, "oda_nobunaga", "azai_nagamasa")
    assert winner(session) == OT
    assert session.outcome is not None
    assert session.outcome.rule == "22.0(2).1"
    other = battle("attack", AA, rolls=[8, 11], azai_nagamasa="1019", oda_nobunaga=off("1020"), azai_company_1="0509")
    attack(other, "azai_nagamasa", "oda_nobunaga")
    assert winner(other) == AA
    assert other.outcome is not None
    assert other.outcome.rule == "22.0(1).1"
