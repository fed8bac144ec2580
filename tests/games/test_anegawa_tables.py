"""The tables of Anegawa, typed here a second time from the ledger and compared cell for cell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from tests.rules.covering import covers

# modified roll up to, points with the initiative, points without
MOVEMENT = ((3.5, 3, 1), (5.5, 3, 2), (7.5, 4, 2), (8.5, 4, 3), (10.5, 5, 3), (12.5, 6, 4), (99, 7, 5))
ATTACK = {
    "heavy damage": ("disorder + kill check", "kill check (with morale -1)"),
    "light damage": ("wear check", "kill check"),
}
# roll of 2, up to morale, above morale, roll of 12
MORALE = {
    "fight check": ("can attack", "can attack", "disordered and retreats", "disordered and retreats"),
    "wear check, normal": ("forced to attack", "stay as is", "disordered and retreats", "disordered and retreats"),
    "wear check, disordered": ("recover / forced attack", "remains disordered, retreats", "remove", "kill check"),
    "kill check": ("stay as is", "stay as is", "remove", "remove"),
    "recovery check": ("recover", "recover", "remains disordered", "remove"),
    "rout wear check": ("stay as is", "stay as is", "disordered", "disordered"),
    "removal check": ("stay as it is", "stay as it is", "remove", "remove"),
}
# movement points, attack out of it, attack into it, morale
TERRAIN = {
    "plain": (1, 0, 0, 0),
    "river": (2, -1, 0, -1),
    "rough": (2, 0, 0, 1),
    "mountain": (4, 0, -1, 1),
    "castle": (4, 0, -2, 2),
}
# turn: what Oda & Tokugawa and Asakura & Azai add to the initiative roll
MODIFIERS = {
    2: (-2, 3.5),
    3: (-2, 2.5),
    4: (-2, 2.5),
    5: (-1, 2.5),
    6: (-1, 1.5),
    7: (-1, 1.5),
    8: (0, 1.5),
    9: (0, 0.5),
    10: (0, 0.5),
    **dict.fromkeys(range(11, 26), (0.5, 0)),
}

# victory points lost: the stage of an army in rout before, and of another
ROUT = {0: (0, 0), 1: (1, 0), **dict.fromkeys(range(2, 5), (2, 0)), **dict.fromkeys(range(5, 10), (2, 1)), 10: (2, 2)}
CONSTANTS = {
    "first_turn_movement": {"azai": 5, "asakura": 5, "tokugawa": 2, "oda": 0},
    "first_turn_attack_bonus": {"azai": 1},
    "first_turn_morale": {"oda": -1},
    "least_movement": 1,
    "zone_cost": 1,
    "leave_map_cost": 1,
    "impetus_bonus": 1,
    "kill_roll_points": 2,
    "foreign_stripe": -1,
    "rout_check_distance": 10,
    "last_turn": 20,
    "castle_points": 3,
}


@pytest.fixture(scope="module")
def anegawa(game_of: Callable[[str], Game]) -> Game:
    return game_of("anegawa")


@covers("anegawa", "MOVE.1")
def test_every_half_total_has_the_movement_of_its_line(anegawa: Game) -> None:
    table = anegawa.tables["movement"]
    for halves in range(-8, 81):
        total = halves / 2
        with_it, without = next((a, b) for bound, a, b in MOVEMENT if total <= bound)
        covering = [head for head in table.columns.heads if head.covers(total)]
        assert len(covering) == 1, total
        assert table.cell(total, "with the initiative") == with_it
        assert table.cell(total, "without") == without


def test_known_point_of_the_movement_table(anegawa: Game) -> None:
    table = anegawa.tables["movement"]
    assert (table.cell(9.5, "with the initiative"), table.cell(9.5, "without")) == (5, 3)


def test_movement_never_falls_as_the_total_rises(anegawa: Game) -> None:
    for row in anegawa.tables["movement"].cells:
        assert list(row) == sorted(row)


@covers("anegawa", "ATTACK.1")
def test_attack_results(anegawa: Game) -> None:
    table = anegawa.tables["attack"]
    assert [head.label for head in table.columns.heads] == ["normal", "disordered"]
    assert {head.label: row for head, row in zip(table.rows.heads, table.cells, strict=True)} == ATTACK


def test_damage_to_a_disordered_unit_by_a_heavy_hit_is_a_kill_check_at_one_less(anegawa: Game) -> None:
    result = anegawa.tables["attack"].look_up("disordered", "heavy damage")
    assert (result.values["check"], result.values["modifier"]) == ("kill", -1)


@covers("anegawa", "MORALE.1")
def test_morale_results(anegawa: Game) -> None:
    table = anegawa.tables["morale"]
    assert [head.label for head in table.columns.heads] == ["2", "up to morale", "above morale", "12"]
    assert {head.label: row for head, row in zip(table.rows.heads, table.cells, strict=True)} == MORALE


@pytest.mark.parametrize("name", ["attack", "morale", "army_rout"])
def test_every_result_has_a_meaning(anegawa: Game, name: str) -> None:
    table = anegawa.tables[name]
    assert set(table.codes) == set(table.results)


@covers("anegawa", "TERRAIN.1", "11.0(3).2")
def test_terrain_effects_stand_in_the_chart_and_on_the_map_alike(anegawa: Game) -> None:
    table = anegawa.tables["terrain"]
    assert {head.label: row for head, row in zip(table.rows.heads, table.cells, strict=True)} == TERRAIN
    on_the_map = {
        kind.id: tuple(kind.values[key] for key in ("move", "attack_from", "attack_into", "morale"))
        for kind in anegawa.map.terrain.values()
    }
    assert on_the_map == TERRAIN


@pytest.mark.parametrize("lost", range(31))
def test_army_rout_by_points_lost(anegawa: Game, lost: int) -> None:
    table = anegawa.tables["army_rout"]
    stages = tuple(table.look_up(lost, was).values["stage"] for was in ("was in rout", "was not in rout"))
    assert stages == ROUT[min(lost, 10)]


@pytest.mark.parametrize("id", CONSTANTS)
def test_numbers_of_the_rules(anegawa: Game, id: str) -> None:
    assert anegawa.constants[id].value == CONSTANTS[id]


@covers("anegawa", "5-2.1", "5-2.2", "5-2-1.1", "22-3.2")
def test_turn_track_carries_the_initiative_modifiers(anegawa: Game) -> None:
    boxes = {box.value: box.values for box in anegawa.tracks["turn"].boxes}
    assert list(boxes) == list(range(1, 26))
    assert "oda_tokugawa" not in boxes[1]
    assert "asakura_azai" not in boxes[1]
    found = {turn: (boxes[turn]["oda_tokugawa"], boxes[turn]["asakura_azai"]) for turn in range(2, 26)}
    assert found == MODIFIERS


def test_exactly_one_modifier_of_a_turn_ends_in_a_half(anegawa: Game) -> None:
    for box in anegawa.tracks["turn"].boxes[1:]:
        assert sum(value % 1 != 0 for value in (box.values["oda_tokugawa"], box.values["asakura_azai"])) == 1


@covers("anegawa", "11-2(1).1", "11-2(1).2", "13-6-1.6", "13-8-1.1")
def test_the_charts_tell_the_modifiers_that_the_rules_use(anegawa: Game) -> None:
    told = {m.name.en: m.value for table in anegawa.tables.values() for m in table.modifiers if m.value is not None}
    assert told == {"Impetus": CONSTANTS["impetus_bonus"], "Enemy zone of control": CONSTANTS["zone_cost"]}


@covers("anegawa", "22-3.1", "BALANCE(1).1", "BALANCE(2).1", "3.0.4", "22-3.2")
def test_what_players_may_agree_on_is_off_unless_they_do(anegawa: Game) -> None:
    assert {id: (option.default, option.choices) for id, option in anegawa.options.items()} == {
        "help_asakura_azai": (False, (False, True)),
        "help_oda_tokugawa": (False, (False, True)),
        "extra_turns": (0, (0, 1, 2, 3, 4, 5)),
        "late_reserve": (False, (False, True)),
    }


@covers("anegawa", "10.0(1).1")
def test_one_unit_to_a_hex(anegawa: Game) -> None:
    assert [(rule.limit, rule.kinds, rule.per) for rule in anegawa.map.stacking] == [(1, ("unit",), "space")]
