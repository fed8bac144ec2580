"""7.0 to 10.0 and 12.0: zones, morale, disorder, stacking, terrain."""

from __future__ import annotations

import dataclasses

import pytest

from compiler.model.event import Moved
from compiler.play.invariants import laws_broken
from compiler.play.mechanics.reckoning import reckon
from compiler.rules.anegawa.ch07_zones import enemy_zones
from compiler.rules.anegawa.ch08_morale import morale, outcome
from compiler.rules.anegawa.ch12_terrain import combined, effects
from compiler.rules.anegawa.facts import FIGHT, KILL, RECOVERY, REMOVAL, ROUT_WEAR, WEAR
from tests.rules.anegawa.battle import AA, OT, altered, battle, field_of, off, on, scene_of, the_book, the_game
from tests.rules.covering import covers

AROUND_1020 = {"1019", "0920", "1120", "1121", "1021", "0921"}


@covers("anegawa", "7.0.1", "7.0(1).1", "7.0(2).1")
def test_units_in_order_hold_the_six_hexes_around_them_and_disordered_ones_none() -> None:
    field = field_of(battle("rout", sakai_company_1="1020"))
    assert enemy_zones(field, AA) == AROUND_1020
    assert enemy_zones(field, OT) == frozenset()
    general = field_of(battle("rout", sakai_masahisa="1020"))
    assert enemy_zones(general, AA) == AROUND_1020
    broken = field_of(battle("rout", sakai_company_1=off("1020")))
    assert enemy_zones(broken, AA) == frozenset()
    corner = field_of(battle("rout", sakai_company_1="0101"))
    assert enemy_zones(corner, AA) == {"0201", "0102"}


def came_to(kind: str, roll: int, against: int) -> str:
    """What a check of a company comes to."""
    session = battle("rout", sakai_company_1="1020")
    return outcome(scene_of(session), kind, session.table.pieces["sakai_company_1"], roll, against).code


@covers("anegawa", "8.0(1).1")
def test_a_roll_up_to_morale_passes_and_more_fails() -> None:
    assert came_to(WEAR, 7, 7) == "stay as is"
    assert came_to(WEAR, 8, 7) == "disordered and retreats"


@covers("anegawa", "8-1.1")
@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        (FIGHT, ["can attack", "can attack", "disordered and retreats", "disordered and retreats"]),
        (WEAR, ["forced to attack", "stay as is", "disordered and retreats", "disordered and retreats"]),
        (KILL, ["recover / forced attack", "remains disordered, retreats", "remove", "kill check"]),
        (RECOVERY, ["recover", "recover", "remains disordered", "remove"]),
        (ROUT_WEAR, ["stay as is", "stay as is", "disordered", "disordered"]),
        (REMOVAL, ["stay as it is", "stay as it is", "remove", "remove"]),
    ],
)
def test_each_check_reads_its_own_line_and_2_and_12_come_first(kind: str, cells: list[str]) -> None:
    assert [came_to(kind, roll, 7) for roll in (2, 7, 8, 12)] == cells
    assert came_to(kind, 12, 13) == cells[3]
    assert came_to(kind, 2, 1) == cells[0]


@covers("anegawa", "8.0(2).3")
def test_a_disordered_unit_uses_the_figure_on_its_back() -> None:
    book = altered(sakai_company_1={"morale": 6})
    counter = book.game.counters["sakai_company_1"]
    back = dataclasses.replace(counter.faces[1], values={**counter.faces[1].values, "morale": 4})
    other = dataclasses.replace(counter, faces=(counter.faces[0], back))
    book = dataclasses.replace(
        book, game=dataclasses.replace(book.game, counters={**book.game.counters, counter.id: other})
    )
    for place, expected in (({"at": "1020"}, 6), (off("1020"), 4)):
        field = field_of(battle("rout", book=book, sakai_company_1=place))
        assert morale(field.scene, field.at["1020"]) == expected


@covers("anegawa", "12.0(3).1", "12.0(1).1", "16-1(3).1", "15-2(1).1")
@pytest.mark.parametrize(
    ("hex", "expected"), [("1020", 6), ("1712", 6), ("1812", 7), ("1813", 7), ("3426", 8), ("1109", 5)]
)
def test_the_ground_a_unit_stands_on_changes_its_morale(hex: str, expected: int) -> None:
    field = field_of(battle("rout", sakai_company_1=hex))
    assert morale(field.scene, field.at[hex]) == expected


@covers("anegawa", "12.0(3).2", "12.0(1).1")
def test_rivers_hamper_attacks_out_of_them_mountain_and_castle_attacks_into_them() -> None:
    def change(attacker: str, target: str) -> int:
        field = field_of(battle("rout", sakai_hisazo=attacker, azai_company_1=target))
        attack = field.known.checks["attack"]
        return int(reckon(field.scene, attack, field.at[attacker], field.at[target]).of("12.0(3).2"))

    assert change("1109", "1110") == -1  # out of the river
    assert change("1110", "1109") == 0  # into it
    assert change("1812", "1813") == -1  # up the mountain
    assert change("1813", "1812") == 0
    assert change("3425", "3426") == -2  # at the castle
    assert change("1020", "1021") == 0


@covers("anegawa", "12.0(1).1", "11.0(2).2")
def test_every_hex_has_the_effects_of_the_terrain_table() -> None:
    table = the_game().tables["terrain"]
    for id, effect in effects(the_book()).items():
        terrain = the_game().spaces[id].terrain or ""
        heads = ("movement points", "attack out of it", "attack into it", "morale")
        assert tuple(effect.values()) == tuple(table.cell(head, terrain) for head in heads), id


@covers("anegawa", "12.0(4).1")
def test_mixed_terrain_has_the_strongest_effects() -> None:
    board = the_game().map
    plain_mountain = dataclasses.replace(board.spaces["1020"], terrain="plain", kind="mountain")
    assert combined(board, plain_mountain) == {"move": 4, "attack_from": 0, "attack_into": -1, "morale": 1}
    river_castle = dataclasses.replace(board.spaces["1020"], terrain="river", kind="castle")
    assert combined(board, river_castle) == {"move": 4, "attack_from": -1, "attack_into": -2, "morale": 2}


@covers("anegawa", "10.0(1).1")
def test_two_units_in_a_hex_break_a_law() -> None:
    session = battle("rout", sakai_company_1="1020", sakai_company_2="1021")
    assert not list(laws_broken(session.book, session.state, session.table))
    crowded = Moved("sakai_company_2", "1020").on(session.table)
    assert list(laws_broken(session.book, session.state, crowded)) == ["two units stand in `1020` (10.0(1).1)"]


@covers("anegawa", "13-5(1).1")
def test_a_unit_off_the_map_lies_in_an_enemy_box_by_law() -> None:
    session = battle(
        "rout", sakai_company_1="1020", sakai_company_2=on("combat_units.asakura_azai", removed="otherwise")
    )
    assert not list(laws_broken(session.book, session.state, session.table))
    wrong = Moved("sakai_company_2", "combat_units.oda_tokugawa").on(session.table)
    faults = list(laws_broken(session.book, session.state, wrong))
    assert faults == ["`sakai_company_2` lies in `combat_units.oda_tokugawa` (13-5(1).1)"]
