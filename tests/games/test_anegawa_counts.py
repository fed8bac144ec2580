"""How much there is of everything in Anegawa, against the figures of the rulebook where it states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from colorsys import rgb_to_hls

import pytest

from compiler.model.counters import Counter as Piece
from compiler.model.game import Game
from compiler.model.setup import set_up
from tests.rules.covering import covers

ARMY_COMMANDERS = {
    "oda_nobunaga": "oda",
    "tokugawa_ieyasu": "tokugawa",
    "azai_nagamasa": "azai",
    "asakura_kagetake": "asakura",
}
UNITS = {
    ("oda", "army_commander"): 1,
    ("oda", "general"): 11,
    ("oda", "combat"): 25,
    ("tokugawa", "army_commander"): 1,
    ("tokugawa", "general"): 5,
    ("tokugawa", "combat"): 4,
    ("azai", "army_commander"): 1,
    ("azai", "general"): 6,
    ("azai", "combat"): 6,
    ("asakura", "army_commander"): 1,
    ("asakura", "general"): 3,
    ("asakura", "combat"): 11,
}
MARKERS = {
    "turn_marker": 1,
    "phase_marker": 1,
    "moving_force_oda_tokugawa": 1,
    "moving_force_asakura_azai": 1,
    "breakthrough": 24,
    "battled_already": 48,
    "army_rout": 4,
}


@pytest.fixture(scope="module")
def anegawa(game_of: Callable[[str], Game]) -> Game:
    return game_of("anegawa")


def units(game: Game) -> list[Piece]:
    return [counter for counter in game.counters.values() if counter.kind == "unit"]


def test_two_players_run_two_armies_each(anegawa: Game) -> None:
    assert {seat.id: seat.sides for seat in anegawa.seats.values()} == {
        "oda_tokugawa": ("oda", "tokugawa"),
        "asakura_azai": ("azai", "asakura"),
    }


@covers("anegawa", "1-1.1")
def test_grid_of_48_by_34_hexes(anegawa: Game) -> None:
    hexes = anegawa.map.land
    assert len(hexes) == 48 * 34
    assert hexes[0] == "0101"
    assert hexes[-1] == "4834"
    assert Counter(anegawa.spaces[id].terrain for id in hexes) == {
        "plain": 1417,
        "mountain": 106,
        "rough": 59,
        "river": 48,
        "castle": 2,
    }


def test_links_join_neighbours_and_nothing_else(anegawa: Game) -> None:
    # Down each column 33 links, between two columns 34 + 33 of them.
    assert Counter(link.kind for link in anegawa.map.links) == {"adjacent": 48 * 33 + 47 * 67}


@covers("anegawa", "12.0(4).2", "18-1.1", "GEO.1")
def test_hexes_the_rules_name(anegawa: Game) -> None:
    assert anegawa.spaces["1813"].terrain == "mountain"
    assert anegawa.map.regions["yokoyama_castle"].spaces == ("3426", "3527")
    assert {anegawa.spaces[id].terrain for id in ("3426", "3527")} == {"castle"}
    assert "3527" in set(anegawa.map.neighbours("3426"))


def test_river_runs_from_edge_to_edge(anegawa: Game) -> None:
    river = set(anegawa.map.regions["ane_river"].spaces)
    assert river == {id for id in anegawa.map.land if anegawa.spaces[id].terrain == "river"}
    dry = set(anegawa.map.land) - river
    reached, front = {"0101"}, {"0101"}
    while front:
        front = {n for id in front for n in anegawa.map.neighbours(id) if n in dry} - reached
        reached |= front
    assert "4834" not in reached  # nobody walks round the river


@covers("anegawa", "1-1.1")
def test_units_by_army_and_rank(anegawa: Game) -> None:
    assert Counter((unit.side, unit.values["rank"]) for unit in units(anegawa)) == UNITS
    assert len(units(anegawa)) == 75


@covers("anegawa", "2-1.2", "15.0(1).1")
def test_exactly_four_army_commanders(anegawa: Game) -> None:
    found = {unit.id: unit.side for unit in units(anegawa) if unit.values["rank"] == "army_commander"}
    assert found == ARMY_COMMANDERS


@covers("anegawa", "2-2.4", "2-2.5", "2-2.7", "2-2.8", "2-2.9", "2-2.10", "2-2.11", "2-2.12", "2-2.13")
def test_every_unit_has_a_normal_front_and_a_disordered_back(anegawa: Game) -> None:
    for unit in units(anegawa):
        front, back = unit.faces
        assert (front.state, back.state) == ("front", "disordered")
        assert front.values["first"] < front.values["second"]
        assert {"morale", "move"} <= front.values.keys()
        assert {"morale", "recovery", "rout", "vp", "start"} <= back.values.keys()
        assert not {"first", "second", "range", "value"} & back.values.keys()


@covers("anegawa", "2-1.1", "2-1.3", "2-2.6", "15.0(1).1")
def test_only_generals_have_command_figures(anegawa: Game) -> None:
    for unit in units(anegawa):
        figures = {"range", "value"} & unit.faces[0].values.keys()
        assert figures == (set() if unit.values["rank"] == "combat" else {"range", "value"})


@covers("anegawa", "2-2.3")
def test_stripes_are_on_oda_units_only(anegawa: Game) -> None:
    striped = [unit for unit in units(anegawa) if "stripe" in unit.values]
    assert {unit.side for unit in striped} == {"oda"}
    assert len(striped) == 34
    plain = {unit.id for unit in units(anegawa) if unit.side == "oda"} - {unit.id for unit in striped}
    assert plain == {"oda_nobunaga", "kawajiri_hidetaka", "sassa_narimasa"}


@covers("anegawa", "2-3.1")
def test_markers(anegawa: Game) -> None:
    found = {c.id: c.count for c in anegawa.counters.values() if anegawa.counter_kinds[c.kind].marker}
    assert found == MARKERS
    assert all(len(anegawa.counters[id].faces) == 2 for id in MARKERS)
    assert not anegawa.cards


@covers("anegawa", "3.0.1", "3.0.2", "2-2.13")
def test_setup_puts_every_unit_in_its_printed_hex_in_order(anegawa: Game) -> None:
    table = set_up(anegawa, anegawa.scenarios["battle"])
    for unit in units(anegawa):
        piece = table.pieces[unit.id]
        assert (piece.place, piece.face) == (unit.faces[1].values["start"], 0)
    taken = Counter(table.pieces[unit.id].place for unit in units(anegawa))
    assert set(taken.values()) == {1}


def test_nobody_starts_next_to_an_enemy(anegawa: Game) -> None:
    table = set_up(anegawa, anegawa.scenarios["battle"])
    group = {side.id: side.group for side in anegawa.sides.values()}
    army = {table.pieces[unit.id].place: unit.side or "" for unit in units(anegawa)}
    for hex, side in army.items():
        for near in anegawa.map.neighbours(hex):
            assert near not in army or group[army[near]] == group[side], (hex, near)


@covers("anegawa", "3.0.3", "18-1(1).1")
def test_onoki_starts_in_the_castle(anegawa: Game) -> None:
    assert set_up(anegawa, anegawa.scenarios["battle"]).pieces["onoki_hidetoshi"].place == "3426"


@covers("anegawa", "2-2.12")
def test_victory_points_at_stake(anegawa: Game) -> None:
    worth: Counter[str] = Counter()
    for unit in units(anegawa):
        worth[unit.side or ""] += unit.faces[1].values["vp"]
    assert worth == {"oda": 57, "tokugawa": 22, "azai": 29, "asakura": 25}


@covers("anegawa", "3.0.4")
def test_reinforcements_are_an_option_only(anegawa: Game) -> None:
    assert not anegawa.scenarios["battle"].reinforcements
    late = anegawa.scenarios["late_reserve"]
    assert late.options["late_reserve"] is True
    [reinforcement] = late.reinforcements
    assert reinforcement.turn == 4
    assert reinforcement.spaces == tuple(f"{column}34" for column in range(18, 27))
    assert not {id for id, _ in reinforcement.counters} & set_up(anegawa, late).pieces.keys()


@covers("anegawa", "13-5(3).1")
def test_eliminated_boxes_of_both_players(anegawa: Game) -> None:
    for seat in anegawa.seats:
        for box in ("leaders", "combat_units", "doubled", "left_map"):
            assert f"{box}.{seat}" in anegawa.spaces


def test_sequence_has_the_eight_phases(anegawa: Game) -> None:
    assert [node.id for node in anegawa.steps() if node.kind == "phase"] == [
        "withdrawal",
        "initiative",
        "rout",
        "movement",
        "combat",
        "army_rout",
        "recovery",
        "victory",
    ]
    assert [box.value for box in anegawa.tracks["phase"].boxes] == [
        node.id for node in anegawa.steps() if node.kind == "phase"
    ]


def test_ledger_has_every_statement(anegawa: Game) -> None:
    assert anegawa.ledger is not None
    scopes = Counter(row.scope for row in anegawa.ledger.rows.values())
    assert scopes == {"engine": 298, "data": 35, "module": 6, "advice": 9}


COLOURS = {"oda": "yellow", "tokugawa": "red", "azai": "blue", "asakura": "green"}
HUES = {"red": 0, "yellow": 45, "green": 145, "blue": 215}  # degrees


@covers("anegawa", "2-2.1")
def test_the_colour_of_a_counter_gives_its_army(anegawa: Game) -> None:
    for side, colour in COLOURS.items():
        fill = anegawa.art.schemes[anegawa.sides[side].scheme or side].fill
        hue = rgb_to_hls(*(int(fill[n : n + 2], 16) / 255 for n in (1, 3, 5)))[0] * 360
        assert min(HUES, key=lambda name: min(abs(hue - HUES[name]), 360 - abs(hue - HUES[name]))) == colour


@covers("anegawa", "2-2.2")
def test_a_unit_bears_the_name_of_its_warlord(anegawa: Game) -> None:
    for unit in units(anegawa):
        for face in unit.faces:
            assert face.values["strip"].split()[0] in unit.name.en


@covers("anegawa", "3.0.5", "4-2(3).1")
def test_markers_start_on_turn_1_in_the_first_phase_and_show_who_has_the_initiative(anegawa: Game) -> None:
    shown = set_up(anegawa, anegawa.scenarios["battle"]).tracks
    assert (shown["turn"], shown["phase"], shown["initiative"]) == (1, "withdrawal", "asakura_azai")
    assert (shown["movement_oda_tokugawa"], shown["movement_asakura_azai"]) == (2, 5)
    assert [anegawa.tracks[id].marker for id in ("turn", "phase")] == ["turn_marker", "phase_marker"]
    for seat in anegawa.seats:
        marker = anegawa.tracks[f"movement_{seat}"].marker
        assert marker == f"moving_force_{seat}"
        assert [face.id for face in anegawa.counters[marker].faces] == ["initiative", "waiting"]
        assert anegawa.tracks["initiative"].has(seat)


@covers("anegawa", "12.0(2).1")
def test_a_village_is_plain_and_no_road_is_drawn_that_a_rule_would_heed(anegawa: Game) -> None:
    assert {anegawa.spaces[id].terrain for id in anegawa.map.land if anegawa.spaces[id].kind == "village"} == {"plain"}
    assert not anegawa.map.feature_kinds


@covers("anegawa", "21.0(2).4")
def test_the_battled_marker_can_be_put_on_any_unit_as_a_reminder(anegawa: Game) -> None:
    assert anegawa.marks["battled"].counter == "battled_already"
    assert "battled" in anegawa.counter_kinds["unit"].marks
