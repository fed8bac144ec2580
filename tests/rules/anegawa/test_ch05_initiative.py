"""5.0 and 6.0: initiative, modifiers, movement points; breakthrough markers turn."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.anegawa.ch05_initiative import initiative_modifiers, movement_points
from compiler.rules.anegawa.ch06_allowance import Allowance
from tests.rules.anegawa.battle import AA, OT, altered, battle, field_of, mark, on, rolling, rolls, said, scene_of
from tests.rules.covering import covers


def turn_modifier(scene: Scene, seat: str) -> float:
    return initiative_modifiers(scene, seat).of("5-2.1")


def loss_modifier(scene: Scene, seat: str) -> float:
    return initiative_modifiers(scene, seat).of("5-3(1).1")


def lost(box: str, age: str = "last_turn") -> dict[str, Any]:
    return {"at": box, "face": "disordered", "marks": {"removed": age}}


def initiative(turn: int, ot: int, aa: int, **pieces: Any) -> Session:
    return battle("roll_initiative", turn=turn, initiative=AA, rolls=[ot, aa], **pieces)


@covers("anegawa", "5-1.1", "5-3(1).1", "5-2.1")
def test_dice_turn_modifier_and_loss_modifier_add_up() -> None:
    session = initiative(3, 7, 6, sakai_company_1=lost("combat_units.asakura_azai"))
    assert "Oda & Tokugawa: 7 -2 = 5" in said(session)
    assert "Asakura & Azai: 6 +2.5 +1 for losses = 9.5" in said(session)
    assert session.table.tracks["initiative"] == AA
    assert session.table.tracks["waiting"] == OT


@covers("anegawa", "22-3.2", "5-2-1.1")
@pytest.mark.parametrize("turn", [11, 20, 21, 25])
def test_from_turn_eleven_on_the_modifiers_stay_also_in_turns_agreed_on(turn: int) -> None:
    session = initiative(turn, 7, 6, options={"extra_turns": 5})
    assert "Oda & Tokugawa: 7 +0.5 = 7.5" in said(session)
    assert "Asakura & Azai: 6 +0 = 6" in said(session)


@covers("anegawa", "5.0.1", "21.0(5).1")
def test_initiative_is_rolled_anew_from_turn_two_and_may_pass() -> None:
    second = initiative(2, 12, 2)  # 10 against 5.5
    assert rolls(second)[:2] == ["initiative of oda_tokugawa", "initiative of asakura_azai"]
    assert second.table.tracks["initiative"] == OT
    third = battle("roll_initiative", turn=3, initiative=OT, rolls=[2, 12])
    assert third.table.tracks["initiative"] == AA


@covers("anegawa", "5-2.3")
def test_no_two_totals_are_ever_equal() -> None:
    for turn in range(2, 26):
        scene = scene_of(battle("roll_initiative", turn=turn))
        halves = [(turn_modifier(scene, seat) * 2) % 2 for seat in (OT, AA)]
        assert sorted(halves) == [0, 1], turn


@covers("anegawa", "5-3(1).1", "5-3(2).1")
def test_whoever_earned_more_last_turn_adds_the_difference() -> None:
    scene = scene_of(
        battle(
            "roll_initiative",
            azai_company_1=lost("combat_units.oda_tokugawa"),
            isono_kazumasa=lost("leaders.oda_tokugawa"),
            sakai_masahisa=lost("leaders.asakura_azai"),
            sakai_company_1=lost("combat_units.asakura_azai"),
            ikeda_tsuneoki=lost("leaders.asakura_azai"),
            # older losses no longer matter, and this turn's do not yet
            oda_nobunaga={"at": "3515"},
            mori_yoshinari={"at": "leaders.asakura_azai"},
            sakuma_nobumori=lost("leaders.asakura_azai", "in_battle"),
        )
    )
    assert (loss_modifier(scene, OT), loss_modifier(scene, AA)) == (0, 1)  # 4 against 5
    even = scene_of(
        battle(
            "roll_initiative",
            azai_company_1=lost("combat_units.oda_tokugawa"),
            sakai_company_1=lost("combat_units.asakura_azai"),
        )
    )
    assert (loss_modifier(even, OT), loss_modifier(even, AA)) == (0, 0)


@covers("anegawa", "5-3(2).2", "13-5(2).2")
def test_a_unit_that_fell_by_a_kill_check_of_12_counts_twice() -> None:
    scene = scene_of(battle("roll_initiative", sakai_masahisa=lost("doubled.asakura_azai")))
    assert loss_modifier(scene, AA) == 4
    recovery = scene_of(battle("roll_initiative", sakai_masahisa=lost("leaders.asakura_azai")))
    assert loss_modifier(recovery, AA) == 2


@covers("anegawa", "18.0.3")
def test_units_that_left_the_map_count_for_the_next_initiative() -> None:
    scene = scene_of(battle("roll_initiative", sakai_masahisa=lost("left_map.asakura_azai")))
    assert loss_modifier(scene, AA) == 2


@covers("anegawa", "6-1.1", "6.0.1")
def test_each_total_gives_its_own_side_movement_points() -> None:
    session = initiative(3, 11, 7)  # 9 against 9.5
    assert session.table.tracks["initiative"] == AA
    assert session.table.tracks["movement_asakura_azai"] == 5
    assert session.table.tracks["movement_oda_tokugawa"] == 3
    other = initiative(3, 4, 12)  # 2 against 14.5
    assert other.table.tracks["movement_asakura_azai"] == 7
    assert other.table.tracks["movement_oda_tokugawa"] == 1


@covers("anegawa", "6-1.1")
@pytest.mark.parametrize(
    ("total", "first", "second"),
    [
        (3.5, 3, 1),
        (4, 3, 2),
        (5.5, 3, 2),
        (6, 4, 2),
        (7.5, 4, 2),
        (8, 4, 3),
        (8.5, 4, 3),
        (9, 5, 3),
        (9.5, 5, 3),
        (10.5, 5, 3),
        (11, 6, 4),
        (12.5, 6, 4),
        (13, 7, 5),
        (20, 7, 5),
        (0, 3, 1),
    ],
)
def test_the_movement_table_is_read_by_total_and_side(total: float, first: int, second: int) -> None:
    scene = scene_of(battle("roll_initiative"))
    assert (movement_points(scene, total, True), movement_points(scene, total, False)) == (first, second)


@covers("anegawa", "6-2.1", "6-2.2")
def test_a_unit_adds_its_own_modifier_and_has_at_least_one_point() -> None:
    book = altered(sakai_company_1={"move": -1}, sakai_company_2={"move": -2})
    session = battle(
        "move_unit", OT, book=book, points={OT: 5}, sakai_company_1="1020", sakai_hisazo="1022", sakai_company_2="1024"
    )
    scene, field = scene_of(session), field_of(session)
    points = {p.id: Allowance(scene).of(p) for p in field.units}
    assert points == {"sakai_company_1": 4, "sakai_hisazo": 6, "sakai_company_2": 3}
    poor = battle("move_unit", OT, book=book, points={OT: 1}, sakai_company_2="1024", sakai_company_3="1010")
    assert Allowance(scene_of(poor)).of(field_of(poor).at["1024"]) == 1


@covers("anegawa", "13-8.1")
def test_breakthrough_turns_to_impetus_or_goes() -> None:
    session = initiative(
        5,
        12,
        2,
        sakai_company_1=on("1020", momentum="breakthrough"),
        azai_company_1=on("0510", momentum="breakthrough"),
    )
    assert session.table.tracks["initiative"] == OT
    assert mark(session, "sakai_company_1", "momentum") == "impetus"
    assert mark(session, "azai_company_1", "momentum") is None


@covers("anegawa", "2-3.2")
def test_a_unit_carries_breakthrough_or_impetus_never_both() -> None:
    session = initiative(5, 12, 2, sakai_company_1=on("1020", momentum="breakthrough"))
    assert [m for m in session.table.pieces["sakai_company_1"].marks if m[0] == "momentum"] == [("momentum", "impetus")]


@covers("anegawa", "BALANCE(1).1", "BALANCE(2).1")
def test_the_balance_options_add_one_on_their_turns() -> None:
    def modifiers(turn: int, seat: str, **options: bool) -> float:
        scene = scene_of(battle("roll_initiative", turn=turn, options=options))
        return initiative_modifiers(scene, seat).sum

    assert modifiers(3, AA, help_asakura_azai=True) == 3.5
    assert modifiers(3, AA) == 2.5
    assert modifiers(6, AA, help_asakura_azai=True) == 2.5
    assert modifiers(7, AA, help_asakura_azai=True) == 1.5  # only turns 3 to 6
    assert modifiers(2, AA, help_asakura_azai=True) == 3.5
    assert modifiers(3, OT, help_asakura_azai=True) == -2
    assert modifiers(11, OT, help_oda_tokugawa=True) == 1.5
    assert modifiers(8, OT, help_oda_tokugawa=True) == 1
    assert modifiers(7, OT, help_oda_tokugawa=True) == -1  # from turn 8 on


@covers("anegawa", "21.0(1).1")
def test_on_turn_one_asakura_azai_have_the_initiative_without_a_roll() -> None:
    session = battle("roll_initiative", turn=1, initiative=OT, sakai_company_1="1020", azai_company_1="0510")
    assert rolling(session) is None
    assert rolls(session) == []
    assert session.table.tracks["initiative"] == AA
