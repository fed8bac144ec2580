"""The eleven tables of Shingen's Arrival, typed here a second time from the ledger and compared cell for cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from compiler.model.game import Game
from compiler.model.tables import ResultTable
from tests.rules.covering import covers

EVENTS = """
- | - | I | - | I | I | U
- | I | - | U | - | I | I
P | - | - | - | I | U | I
- | - | P | I | U | - | I
- | P | - | - | I | I | U
P | - | I | I | - | U | I
"""
EVENT_NAMES = {"-": "-", "I": "Ikko Sect Offensive", "U": "Yoshiaki's Uprising", "P": "Peace Negotiations"}
SNOW = {
    "10th month": ("-", "-"),
    "11th month": (2, "-"),
    "12th month": (6, "-"),
    "1st month": ("-", 2),
    "2nd month": ("-", 4),
    "3rd month": ("-", 6),
}
# line: highest number that rises, placement hexes
UPRISING = {
    1: (2, "0725 0826"),
    2: (4, "0631"),
    3: (4, "0432"),
    4: (3, "1324"),
    5: (2, "1633"),
    6: (5, "0229"),
    7: (3, "0228"),
    8: (3, "0325"),
    9: (1, "0328"),
    10: (1, "3403 3309"),
    11: (1, "2810"),
    12: (1, "0616"),
}
# who makes peace on which rolls
PEACE = {
    "Ashikaga Yoshiaki": {1, 4, 5},
    "Matsunaga Hisahide": {1, 3, 5},
    "Miyoshi Yoshitsugu": {1, 4},
    "Rokkaku Jotei": {3, 6},
    "Kitabatake Tomonori": {2, 5},
    "Miyoshi Nagayasu": {6},
    "Miyoshi Masayasu": {6},
    "Iwanari Tomomichi": {6},
    "Itami Chikaoki": {1, 4},
    "Hatano Hideharu": {2, 3},
    "Araki Murashige": {1, 5},
    "Anekoji Yoritsuna": {2, 4, 6},
    "Miki Nobutsuna": {2, 4, 6},
    "Endo Morikazu": {2, 3, 5},
    "Takeda Yoshimune": {1, 3, 4},
    "Azai army": {2},
    "Asakura army": {3, 5},
}
# strength, field battle modifier, activation
FIGURES = {
    "ashikaga_yoshiaki": (4, 0, 2),
    "matsunaga_hisahide": (4, 2, 3),
    "miyoshi_yoshitsugu": (4, 0, 2),
    "rokkaku_jotei": (4, 0, 2),
    "kitabatake_tomonori": (2, 1, 3),
    "miyoshi_nagayasu": (3, 0, 2),
    "miyoshi_masayasu": (2, 0, 2),
    "iwanari_tomomichi": (2, 0, 2),
    "itami_chikaoki": (2, 0, 2),
    "hatano_hideharu": (4, 0, 2),
    "araki_murashige": (2, 0, 2),
    "anekoji_yoritsuna": (4, 0, 3),
    "miki_nobutsuna": (2, 0, 2),
    "endo_morikazu": (2, 0, 2),
    "takeda_yoshimune": (2, 0, 2),
}
TERRAIN: dict[str, tuple[Any, ...]] = {
    "flat land": (1, 1, "-", "-", "-"),
    "rough": (2, 1, -1, "-", -1),
    "foothills": (4, 3, -2, -1, -2),
    "mountain": ("may not enter", "may not enter", "-", "-", "-"),
    "river": ("+1", "+1", -2, -2, "-"),
    "sea or lake": ("may not enter or cross", "may not enter or cross", "-", "-", "-"),
    "castle": ("enemy castle +1", "may not enter an enemy castle", "-", "-", "minus its level"),
    "bridge": ("cancels the river", "cancels the river", "-", "-", "-"),
    "Kyoto and Sakai": ("by the other terrain", "by the other terrain", "-", "-", "-"),
}
FIELD_BATTLE_COLUMNS = (
    "1 or 2",
    "3 or 4",
    "5 or 6",
    "7 to 9",
    "10 to 12",
    "13 to 16",
    "17 to 20",
    "21 to 25",
    "26 to 30",
    "31 to 36",
    "37 to 42",
    "43 to 49",
    "50 or more",
)
# die: losses by column; . is a blank cell
FIELD_BATTLE = """
-2  . . . . . . . . . . . 1 1
-1  . . . . . . . . 1 1 1 1 2
0   . . . . . . 1 1 1 1 1 2 3
1   . . . . . 1 1 1 1 2 2 3 3
2   . . . . 1 1 1 1 2 2 3 3 4
3   . . . 1 1 1 1 1 2 3 3 4 4
4   . . 1 1 1 1 2 2 3 3 4 4 5
5   . 1 1 1 1 2 2 2 3 4 4 5 5
6   1 1 1 1 2 2 3 3 4 4 5 6 6
7   1 1 1 2 2 3 3 4 5 5 6 7 8
8   1 1 2 2 3 4 4 5 6 7 7 8 9
9   1 2 2 3 4 5 5 6 7 8 9 9 10
"""
SIEGE = ("morale -1", "durability -1", "-", "-", "-", "-", "-")
ASSAULT_COLUMNS = ("1 to 4", "5 to 9", "10 to 15", "16 to 20", "21 to 30", "31 to 39", "40 or more")
ASSAULT = """
-1  0/8 0/7 0/6 0/5 0/4 0/3 0/2
0   0/7 0/6 0/5 0/4 0/3 0/2 1/1
1   0/6 0/5 0/4 0/3 1/2 1/1 1/1
2   0/5 0/4 0/3 1/2 1/1 1/1 1/1
3   0/4 0/3 1/2 1/1 1/1 1/1 2/0
4   0/3 1/2 1/1 1/1 1/1 2/0 2/0
5   1/2 1/1 1/1 2/1 2/0 2/0 3/0
6   1/1 2/1 2/1 2/0 3/0 3/0 4/0
"""
# durability: highest roll rejected, highest roll that opens the gates; None: there is no such roll
SURRENDER = {
    10: (8, None),
    9: (8, None),
    8: (8, None),
    7: (7, 9),
    6: (7, 9),
    5: (6, 9),
    4: (5, 8),
    3: (4, 8),
    2: (4, 7),
    1: (3, 7),
    0: (None, 3),
}
REPLENISHMENT_ODA = """
-1  -1 -2 -1 -1
0   -1 -1 0 -1
1   0 0 0 0
2   1 0 1 0
3   2 1 1 0
4   2 1 1 1
5   3 2 2 1
6   4 3 3 2
"""
REPLENISHMENT_TAKEDA = """
-1  -1 -1 -1 -2 -1 0
0   0 -1 -1 -1 0 1
1   1 0 1 0 1 1
2   1 0 1 1 1 2
3   2 1 1 1 1 2
4   2 1 2 1 2 3
5   3 1 3 2 2 3
6   4 2 4 3 3 4
"""


@pytest.fixture(scope="module")
def shingen(game_of: Callable[[str], Game]) -> Game:
    return game_of("shingens_arrival")


def by_die(text: str) -> dict[int, tuple[str, ...]]:
    """Typed lines as die → cells."""
    lines = [line.split() for line in text.strip().splitlines()]
    return {int(line[0]): tuple(line[1:]) for line in lines}


def labels(table: ResultTable) -> tuple[str, ...]:
    return tuple(head.label for head in table.columns.heads)


@covers("shingens_arrival", "2-3.1", "2-1-7.1")
def test_the_quick_reference_has_eleven_tables(shingen: Game) -> None:
    assert set(shingen.tables) == {
        "field_battle",
        "assault",
        "surrender",
        "siege",
        "replenishment_oda",
        "replenishment_takeda",
        "random_events",
        "uprising",
        "peace",
        "snow_thaw",
        "terrain",
    }


def test_random_events(shingen: Game) -> None:
    table = shingen.tables["random_events"]
    assert labels(table) == ("-6 or less", "-5 to -1", "0 to 4", "5 to 9", "10 to 14", "15 to 19", "20 or more")
    typed = tuple(tuple(EVENT_NAMES[cell.strip()] for cell in line.split("|")) for line in EVENTS.strip().splitlines())
    assert table.cells == typed
    assert table.look_up(-40, 6).values["event"] == "peace"
    assert table.look_up(99, 1).values["event"] == "uprising"


def test_snow_and_thaw(shingen: Game) -> None:
    table = shingen.tables["snow_thaw"]
    assert labels(table) == ("snow", "thaw")
    assert {head.label: row for head, row in zip(table.rows.heads, table.cells, strict=True)} == SNOW


def test_uprising_numbers_and_hexes(shingen: Game) -> None:
    table = shingen.tables["uprising"]
    assert {line: (table.cell("rise on a roll up to", line), table.cell("placed in", line)) for line in UPRISING} == (
        UPRISING
    )
    assert len(table.cells) == 12


def test_lines_of_the_uprising_name_the_lords_of_the_castles_there(shingen: Game) -> None:
    table = shingen.tables["uprising"]
    for line in UPRISING:
        lords = {c.id for c in shingen.counters.values() if c.values.get("line") == line}
        names = {shingen.counters[lord].name.en for lord in lords}
        assert names == set(str(table.cell("leaders", line)).split("; "))
        hexes = str(table.cell("placed in", line)).split()
        assert {lord for hex in hexes for lord in shingen.spaces[hex].values["lord"]} == lords


def test_peace_negotiations(shingen: Game) -> None:
    table = shingen.tables["peace"]
    found = {
        head.label: {roll for roll in range(1, 7) if table.look_up(roll, head.label).values["peace"]}
        for head in table.rows.heads
    }
    assert found == PEACE
    for column in range(6):
        assert sum(row[column] == "○" for row in table.cells) == 6


@covers("shingens_arrival", "PEACE.2", "2-2-1(3).1", "2-2-1(4).1")
def test_figures_printed_beside_the_ashikaga(shingen: Game) -> None:
    lords = {c.id: c for c in shingen.counters.values() if c.side == "ashikaga"}
    found = {
        id: (c.faces[0].values["strength"], c.values["modifier"], c.values["activation"]) for id, c in lords.items()
    }
    assert found == FIGURES


def test_terrain_chart(shingen: Game) -> None:
    table = shingen.tables["terrain"]
    assert {head.label: row for head, row in zip(table.rows.heads, table.cells, strict=True)} == TERRAIN


def test_terrain_of_the_map_agrees_with_the_chart(shingen: Game) -> None:
    rows = {"flat": "flat land", "rough": "rough", "foothills": "foothills"}
    for id, name in rows.items():
        values = shingen.map.terrain[id].values
        found = tuple(values.get(key, 0) for key in ("move", "strategic", "attack", "counterattack", "assault"))
        assert found == tuple(0 if cell == "-" else cell for cell in TERRAIN[name])
    for id in ("mountain", "sea", "lake"):
        assert "move" not in shingen.map.terrain[id].values
        assert "strategic" not in shingen.map.terrain[id].values
    river = shingen.map.feature_kinds["river"].values
    assert (river["adds"], river["attack"], river["counterattack"]) == (1, -2, -2)
    assert shingen.map.feature_kinds["bridge"].values["cancels"] == ("river",)


def test_field_battle_results(shingen: Game) -> None:
    table = shingen.tables["field_battle"]
    assert labels(table) == FIELD_BATTLE_COLUMNS
    typed = by_die(FIELD_BATTLE)
    for die in range(-5, 13):
        expected = typed[max(-2, min(9, die))]
        for column, cell in zip(FIELD_BATTLE_COLUMNS, expected, strict=True):
            assert table.cell(column, die) == (0 if cell == "." else int(cell)), (die, column)


def test_field_battle_never_falls_to_the_right_nor_downwards(shingen: Game) -> None:
    cells = shingen.tables["field_battle"].cells
    assert all(list(row) == sorted(row) for row in cells)
    assert all(list(column) == sorted(column) for column in zip(*cells, strict=True))


def test_siege_results(shingen: Game) -> None:
    table = shingen.tables["siege"]
    assert tuple(table.cell("result", die) for die in range(1, 8)) == SIEGE
    assert table.look_up("result", 1).values == {"morale": -1}
    assert table.look_up("result", 2).values == {"durability": -1}


@covers("shingens_arrival", "ASSAULT.1")
def test_assault_results(shingen: Game) -> None:
    table = shingen.tables["assault"]
    assert labels(table) == ASSAULT_COLUMNS
    typed = by_die(ASSAULT)
    for die in range(-6, 10):
        for column, cell in zip(ASSAULT_COLUMNS, typed[max(-1, min(6, die))], strict=True):
            durability, steps = cell.split("/")
            assert table.look_up(column, die).values == {"durability": int(durability), "steps": int(steps)}


def test_the_assault_of_the_siege_example(shingen: Game) -> None:
    # 31 against an empty Futamata: 5, less 2 for the level, less 1 for rough ground.
    assert shingen.tables["assault"].cell(31, 5 - 2 - 1) == "1/1"


@covers("shingens_arrival", "SURRENDER.1")
def test_call_for_surrender_for_every_durability_and_roll(shingen: Game) -> None:
    table = shingen.tables["surrender"]
    assert labels(table) == ("8 to 10", "6 or 7", "5", "4", "3", "2", "1", "0")
    for durability, (rejected, opened) in SURRENDER.items():
        for roll in range(-8, 16):
            if rejected is not None and roll <= rejected:
                expected = "rejected"
            elif opened is None or roll <= opened:
                expected = "gates opened"
            else:
                expected = "surrender"
            assert table.cell(durability, roll) == expected


@covers("shingens_arrival", "REP-ODA.1")
@pytest.mark.parametrize(
    ("name", "typed"), [("replenishment_oda", REPLENISHMENT_ODA), ("replenishment_takeda", REPLENISHMENT_TAKEDA)]
)
def test_replenishment(shingen: Game, name: str, typed: str) -> None:
    table = shingen.tables[name]
    lines = by_die(typed)
    assert table.cells == tuple(tuple(int(cell) for cell in lines[die]) for die in range(-1, 7))
    assert all(list(column) == sorted(column) for column in zip(*table.cells, strict=True))
    assert table.rows.index(-4) == 0


@covers("shingens_arrival", "REP-TAK.2")
def test_every_army_but_the_ashikaga_has_its_columns(shingen: Game) -> None:
    heads = {h.label for n in ("replenishment_oda", "replenishment_takeda") for h in shingen.tables[n].columns.heads}
    columns = shingen.constants["replenishment_columns"].value
    assert set(columns) == set(shingen.sides) - {"ashikaga"}
    for army, name in columns.items():
        kinds = ("normal", "offensive") if army == "ikko_ikki" else ("own territory", "other territory")
        assert {f"{name}, {kind}" for kind in kinds} <= heads


@covers("shingens_arrival", "16-4-1.1", "16-4-3.1", "14-2-1.7", "14-5-2.5", "13-1-7.3", "13-3-4.2", "13-3-4.3")
def test_figures_listed_beside_the_tables(shingen: Game) -> None:
    found = {m.name.en: m.value for table in shingen.tables.values() for m in table.modifiers if m.value is not None}
    assert found == {
        "Enemy zone of control": 1,
        "Attack by a garrison": -1,
        "Counterattack against a garrison": 1,
        "A sodaisho or taisho is in the garrison": 1,
        "A sodaisho is in the garrison": -2,
        "A taisho, but no sodaisho, is in the garrison": -1,
    }


@covers("shingens_arrival", "TEC.1", "2-1-2.2")
def test_every_figure_of_ground_and_hexsides(shingen: Game) -> None:
    closed_ground = {"attack": 0, "counterattack": 0, "assault": 0}
    board = shingen.map
    assert {id: dict(kind.values) for id, kind in board.terrain.items()} == {
        "flat": {"move": 1, "strategic": 1, **closed_ground},
        "rough": {"move": 2, "strategic": 1, "attack": -1, "counterattack": 0, "assault": -1},
        "foothills": {"move": 4, "strategic": 3, "attack": -2, "counterattack": -1, "assault": -2},
        "mountain": closed_ground,
        "lake": closed_ground,
        "sea": closed_ground,
    }
    assert {id: dict(kind.values) for id, kind in board.feature_kinds.items()} == {
        "river": {"adds": 1, "attack": -2, "counterattack": -2},
        "bridge": {"cancels": ("river",)},
        "water": {"closed": True},
    }


NUMBERS = {
    "movement_points": 8,
    "zone_in": 1,
    "zone_out": 1,
    "enemy_castle_in": 1,
    "garrison_in_or_out": 1,
    "line_to_castle": 30,
    "line_to_force": 10,
    "iga_steps": 1,
    "snow_factor": 2,
    "thaw_factor": 2,
    "oda_mino_column": 29,
    "normal_morale": 0,
    "lowest_morale": -4,
    "full_durability": 10,
    "invest_factor": 3,
    "invest_least": 3,
    "longest_retreat": 4,
    "surrender_share": 2,
    "decisive_rounds": 20,
    "saika_call": 6,
    "offensive_activation": 4,
    "azai_rises_row": 17,
    "start_score": 0,
    "seta_bridge_points": 10,
    "kyoto_points": 20,
    "lost_battle_points": 2,
    "killed_yoshiaki_points": 10,
    "tokugawa_free_after": {"mikawa": 1, "totomi": 1, "mino": 2},
    "oda_free_after": {"mikawa": 2, "totomi": 2, "mino": 2},
    "retreat_roll_steps": {"5": 1, "6": 2},
    "takeda_end_points": {"kyoto": 50},
    "oda_turn_points": {"kyoto": 2, "sakai": 1},
    "oda_end_points": {"kyoto": 20, "sakai": 10},
    "lost_leader_points": {"busho": 1, "taisho": 3, "sodaisho": 5},
}


@covers("shingens_arrival", "8-3-2.1", "8-3-2.2", "8-3-3.1", "11-1-2.1", "12-1-3.2", "12-2-1.1", "12-2-7.1", "13-1-1.1")
@covers("shingens_arrival", "13-1-2.1", "13-3-5(3).3", "14-3-4.1", "14-6-10.2", "14-6-10.3", "14-6-10.4", "14-6-11.1")
@covers("shingens_arrival", "16-4-1.1", "16-4-2.1", "16-4-3.1", "16-7.1", "16-8-1.1", "16-8-1.2", "16-8-2.1")
@covers("shingens_arrival", "16-8-2.3")
@covers("shingens_arrival", "17-1-2(3).2", "17-1-2(3).4", "17-1-2(4).5", "18-2.1", "18-4.1", "19.2.1", "19-2-1(1).3")
@covers("shingens_arrival", "19-2-1(1).4", "19-2-1(2).1", "19-2-2(1).2", "19-2-2(2).1", "19-2-3.5", "19-2-3.6")
@covers("shingens_arrival", "19-2-3.7", "19-2-3.8", "19-2-3.9")
def test_every_number_of_the_rules(shingen: Game) -> None:
    found = {id: constant.value for id, constant in shingen.constants.items() if id in NUMBERS}
    assert found == NUMBERS
    plain = {id for id, constant in shingen.constants.items() if isinstance(constant.value, int)}
    assert plain <= set(NUMBERS)
