"""How much there is of everything in Shingen's Arrival, against the figures of the rulebook where it states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.counters import Counter as Piece
from compiler.model.game import Game
from compiler.model.scenario import FreePlacement, Placement
from compiler.model.setup import set_up
from tests.rules.covering import covers

UNITS = {
    "takeda": (1, 7, 14),
    "oda": (1, 6, 24),
    "tokugawa": (1, 3, 11),
    "azai": (1, 0, 6),
    "asakura": (1, 2, 7),
    "ikko_ikki": (0, 4, 10),
    "saika_to": (0, 1, 2),
    "ashikaga": (0, 1, 14),
}  # sodaisho, taisho, busho
MARKERS = {
    "turn": 1,
    "stage": 1,
    "operations_phase": 1,
    "snow_thaw": 1,
    "score": 4,
    "morale": 24,
    "durability": 12,
    "garrison": 12,
    "invested": 10,
    "control": 16,
    "abandoned": 4,
}
TERRITORY = {
    "takeda": {"kai", "shinano", "suruga"},
    "oda": {"owari", "mino", "ise", "yamato", "izumi"},
    "tokugawa": {"mikawa", "totomi"},
    "asakura": {"echizen"},
}
SNOW = {"kai", "shinano", "hida", "mino", "echizen", "wakasa", "iga"}
NAMED = {
    "0330": "Ishiyama Honganji",
    "2323": "Nagashima",
    "1616": "Odani",
    "1517": "Yamamotoyama",
    "5713": "Tsutsujigasaki",
    "5425": "Ejiri",
    "2517": "Gifu",
    "4230": "Hamamatsu",
    "1706": "Ichijodani",
    "4328": "Futamata",
    "0725": "Kyoto (Nijo)",
    "0233": "Sakai",
}
MAIN = {"takeda": "5713", "oda": "2517", "tokugawa": "4230", "azai": "1616", "asakura": "1706"}
CASTLES = {"takeda": 15, "oda": 22, "tokugawa": 11, "azai": 2, "asakura": 6, "ashikaga": 14, "ikko_ikki": 2}


@pytest.fixture(scope="module")
def shingen(game_of: Callable[[str], Game]) -> Game:
    return game_of("shingens_arrival")


def units(game: Game) -> list[Piece]:
    return [counter for counter in game.counters.values() if counter.kind == "unit"]


def open_to_forces(game: Game, hex: str) -> bool:
    return "move" in game.map.terrain[game.spaces[hex].terrain or ""].values


def free(game: Game) -> dict[str, FreePlacement]:
    return {entry.id: entry for entry in game.scenarios["campaign"].free}


def suggested(game: Game) -> list[Placement]:
    return [p for entry in free(game).values() for p in entry.suggested]


# -- map -------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "2.0.1", "2-1-1.1", "2-1-1.3", "2-1-2.1")
def test_grid_of_58_by_34_hexes(shingen: Game) -> None:
    hexes = shingen.map.land
    assert len(hexes) == 58 * 34
    assert (hexes[0], hexes[-1]) == ("0101", "5834")
    assert Counter(shingen.spaces[id].terrain for id in hexes) == {
        "flat": 283,
        "rough": 440,
        "foothills": 539,
        "mountain": 332,
        "lake": 17,
        "sea": 361,
    }


def test_links_and_what_lies_on_them(shingen: Game) -> None:
    links = shingen.map.links
    assert Counter(link.kind for link in links) == {"adjacent": 58 * 33 + 57 * 67}
    assert Counter(feature for link in links for feature in link.features) == {"river": 501, "water": 10, "bridge": 1}


def test_seta_bridge_spans_a_river_between_0925_and_1024(shingen: Game) -> None:
    [bridge] = [link for link in shingen.map.links if "bridge" in link.features]
    assert {bridge.a, bridge.b} == {"0925", "1024"}
    assert "river" in bridge.features


@covers("shingens_arrival", "HEX.1", "2-1.1")
def test_hexes_the_rules_name(shingen: Game) -> None:
    assert {id: shingen.spaces[id].name.en for id in NAMED} == NAMED
    assert "2324" in shingen.spaces
    assert "1517" in set(shingen.map.neighbours("1616"))


def test_every_castle_can_be_reached_from_every_other(shingen: Game) -> None:
    board = shingen.map
    castles = {id for id in board.land if board.spaces[id].kind == "castle"}
    reached, front = {"5713"}, {"5713"}
    while front:
        there = {link.other(id) for id in front for link in board.links_of[id] if "water" not in link.features}
        front = {id for id in there - reached if open_to_forces(shingen, id)}
        reached |= front
    assert castles <= reached


@covers("shingens_arrival", "2-1-4.1", "2-1-4.2", "2-1-4.3", "8-1.1", "8-1.2", "12-1.1", "12-1-1.1")
def test_castles_by_owner(shingen: Game) -> None:
    castles = [space for space in shingen.spaces.values() if space.kind == "castle"]
    assert Counter(castle.values["owner"] for castle in castles) == CASTLES
    assert all(castle.values["durability"] == 10 for castle in castles)
    assert shingen.spaces["4328"].values["level"] == 2
    assert shingen.spaces["4328"].terrain == "rough"
    assert {c.values["owner"]: c.id for c in castles if c.values["main"]} == MAIN
    assert shingen.constants["main_castles"].value == MAIN


@covers("shingens_arrival", "2-1-3.1", "2-1-3.2", "2-1-3.3", "2-1-3.4", "2-1-3.5", "18-2-1.1")
def test_provinces_with_territory_and_snow(shingen: Game) -> None:
    provinces = {r.id: r for r in shingen.map.regions.values() if r.kind == "province"}
    assert len(provinces) == 22
    for army in shingen.sides:
        assert {id for id, r in provinces.items() if r.side == army} == TERRITORY.get(army, set())
    assert {id for id, r in provinces.items() if r.values["snow"]} == SNOW
    points = {id: r.values["shingen_points"] for id, r in provinces.items() if r.values["shingen_points"]}
    assert points == {"mino": 1, "owari": 1, "ise": 1, "omi": 3, "yamashiro": 5}


def test_every_land_hex_lies_in_one_province(shingen: Game) -> None:
    provinces = [r for r in shingen.map.regions.values() if r.kind == "province"]
    home = Counter(space for r in provinces for space in r.spaces)
    land = {id for id in shingen.map.land if shingen.spaces[id].terrain not in ("sea", "lake")}
    assert set(home) == land
    assert set(home.values()) == {1}


@covers("shingens_arrival", "18-4-1.1")
def test_thaw_swells_the_kiso_and_not_the_yodo(shingen: Game) -> None:
    thaw = {route.name.en: route.values["thaw"] for route in shingen.map.routes if route.kind == "river" and route.name}
    assert len(thaw) == 27
    assert thaw["Kiso"] is True
    assert thaw["Yodo-Uji-Seta"] is False


# -- counters --------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "2-2.1", "2-2-1(6).1", "CLANS.1")
def test_units_by_army_and_rank(shingen: Game) -> None:
    found: Counter[tuple[str | None, object]] = Counter()
    for unit in units(shingen):
        found[unit.side, unit.values["rank"]] += unit.count
    ranks = ("sodaisho", "taisho", "busho")
    assert {army: tuple(found[army, rank] for rank in ranks) for army in shingen.sides} == UNITS
    assert sum(found.values()) == 117


@covers("shingens_arrival", "2.0.1")
def test_about_250_pieces_with_the_sub_counters(shingen: Game) -> None:
    second_cards = sum(unit.count for unit in units(shingen) if unit.steps == 4)
    markers = sum(c.count for c in shingen.counters.values() if "use" in c.values)
    assert (second_cards, markers) == (53, 86)
    assert 117 + second_cards + markers == 256  # the rules say about 250


@covers("shingens_arrival", "2-2-1(2).1", "2-2-1(5).1")
def test_a_unit_has_a_face_for_each_step(shingen: Game) -> None:
    for unit in units(shingen):
        assert unit.steps in (2, 4)
        assert len(unit.faces) == unit.steps
        strengths = [face.values["strength"] for face in unit.faces]
        assert strengths == sorted(strengths, reverse=True)
        assert [face.state for face in unit.faces] == ["front", "reduced"] * (unit.steps // 2)


@covers("shingens_arrival", "2-2-2.1", "2-2.1")
def test_eleven_kinds_of_markers(shingen: Game) -> None:
    found: Counter[object] = Counter()
    for counter in shingen.counters.values():
        if shingen.counter_kinds[counter.kind].marker:
            found[counter.values["use"]] += counter.count
    assert found == MARKERS
    assert len(found) == 11
    assert not shingen.cards


@covers("shingens_arrival", "6-1-1.1", "2-1-6.1")
def test_every_commander_has_as_many_boxes_as_his_capacity(shingen: Game) -> None:
    boxes = Counter(space.values["leader"] for space in shingen.spaces.values() if space.kind == "command")
    commanders = {unit.id: unit.values["command"] for unit in units(shingen) if "command" in unit.values}
    assert boxes == commanders
    assert len(commanders) == 29
    assert {u.id for u in units(shingen) if u.values["rank"] != "busho"} == set(commanders)


@covers("shingens_arrival", "2-1-6.1")
def test_command_boxes_lie_above_the_map_and_do_not_overlap(shingen: Game) -> None:
    assert shingen.map.grid is not None
    top = shingen.map.grid.origin[1]
    boxes = [space for space in shingen.spaces.values() if space.kind == "command"]
    assert all(box.at[1] + 8 <= top for box in boxes)
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert abs(a.at[0] - b.at[0]) >= 16 or abs(a.at[1] - b.at[1]) >= 16


# -- tracks, sequence ------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "1.0.1", "2-1-5(1).1")
def test_six_months_of_four_turns(shingen: Game) -> None:
    months = [box.values["month"] for box in shingen.tracks["turn"].boxes]
    assert months == [f"{n} month" for n in ("10th", "11th", "12th", "1st", "2nd", "3rd") for _ in range(4)]
    assert shingen.tracks["turn"].name.en == "Turn (10th month of Genki 3 to 3rd month of Tensho 1)"
    assert [head.label for head in shingen.tables["snow_thaw"].rows.heads] == list(dict.fromkeys(months))


def test_initial_stage_and_four_stages(shingen: Game) -> None:
    assert [box.value for box in shingen.tracks["stage"].boxes] == ["initial", 1, 2, 3, 4]


def test_operations_phases_in_order(shingen: Game) -> None:
    [stage] = [node for node in shingen.steps() if node.over == "stage"]
    assert [child.id for child in stage.children if child.kind == "phase"] == [
        "takeda_operations",
        "oda_operations",
        "anti_oda_operations",
    ]
    assert [child.seat for child in stage.children if child.kind == "phase"] == [
        "takeda_player",
        "oda_player",
        "takeda_player",
    ]


# -- setup -----------------------------------------------------------------------------------------------------------
def test_armies_go_down_in_the_order_of_the_rules(shingen: Game) -> None:
    order = []
    for entry in free(shingen).values():
        army = shingen.counters[entry.counters[0][0]].side
        if army not in order:
            order.append(army)
    assert order == ["ikko_ikki", "azai", "asakura", "oda", "tokugawa", "takeda"]


@covers("shingens_arrival", "3-3.4")
def test_every_unit_starts_once(shingen: Game) -> None:
    started: Counter[str] = Counter()
    for entry in free(shingen).values():
        for id, count in entry.counters:
            started[id] += count
    for placement in shingen.scenarios["campaign"].placements:
        started[placement.counter] += placement.count
    assert started == {unit.id: unit.count for unit in units(shingen)}


@covers("shingens_arrival", "3-3(1).4")
def test_fourteen_ikko_units_start(shingen: Game) -> None:
    groups = [sum(count for _, count in free(shingen)[id].counters) for id in ("ikko_honganji", "ikko_nagashima")]
    assert groups == [7, 7]


@covers("shingens_arrival", "3-3.4")
def test_ashikaga_and_saika_wait_off_the_map(shingen: Game) -> None:
    table = set_up(shingen, shingen.scenarios["campaign"])
    for id, piece in table.pieces.items():
        side = shingen.pieces[id].side
        if side in ("ashikaga", "saika_to") and shingen.counters[piece.counter].kind == "unit":
            assert piece.place == f"off_map_{side}"


def hexes_of(shingen: Game, entry: str) -> set[str]:
    return {id for id in free(shingen)[entry].spaces if shingen.spaces[id].display is None}


def test_setup_areas(shingen: Game) -> None:
    assert hexes_of(shingen, "ikko_honganji") == {"0330", *shingen.map.neighbours("0330")}
    assert "2324" not in hexes_of(shingen, "ikko_nagashima")
    assert hexes_of(shingen, "azai") == {"1616", "1517"}
    omi = {id for id in hexes_of(shingen, "asakura") if "omi" in shingen.map.regions_of[id]}
    assert all(id == "1517" or int(id[2:]) <= 16 for id in omi)
    oda = hexes_of(shingen, "oda")
    assert not oda & {"1517", "0330", "2323", "1616"}
    assert all(int(id[2:]) >= 17 for id in oda if "omi" in shingen.map.regions_of[id])
    assert not any("mikawa" in shingen.map.regions_of[id] for id in oda)
    assert {shingen.spaces[id].values["owner"] for id in hexes_of(shingen, "tokugawa")} == {"tokugawa"}
    assert {shingen.spaces[id].values["owner"] for id in hexes_of(shingen, "okudaira")} == {"takeda"}
    assert all("shinano" in shingen.map.regions_of[id] for id in hexes_of(shingen, "akiyama"))


def test_yamagata_starts_within_eight_hexes(shingen: Game) -> None:
    grid = shingen.map.grid
    assert grid is not None
    cells = {grid.label(cell): cell for cell in grid.cells()}
    distances = {grid.distance(cells["5713"], cells[id]) for id in hexes_of(shingen, "yamagata")}
    assert max(distances) == 8
    assert all(open_to_forces(shingen, id) for id in hexes_of(shingen, "yamagata"))


def test_the_suggested_setup_is_legal(shingen: Game) -> None:
    for entry in free(shingen).values():
        placed: Counter[str] = Counter()
        for placement in entry.suggested:
            placed[placement.counter] += placement.count
            assert placement.at in entry.spaces, (entry.id, placement.counter, placement.at)
        assert placed == dict(entry.counters)


def test_suggested_forces_keep_to_rank_and_army(shingen: Game) -> None:
    rank = {"busho": 0, "taisho": 1, "sodaisho": 2}
    for placement in suggested(shingen):
        box = shingen.spaces[placement.at]
        if box.kind == "command":
            led, leader = shingen.counters[placement.counter], shingen.counters[box.values["leader"]]
            assert led.side == leader.side
            assert rank[led.values["rank"]] < rank[leader.values["rank"]]


def test_one_unit_in_a_command_box(shingen: Game) -> None:
    boxes = Counter(p.at for p in suggested(shingen) if shingen.spaces[p.at].kind == "command")
    assert set(boxes.values()) == {1}


@covers("shingens_arrival", "3-3.5")
def test_the_ready_start_is_the_suggested_deployment(shingen: Game) -> None:
    ready: Counter[tuple[str, str]] = Counter()
    for placement in shingen.scenarios["deployed"].placements:
        ready[placement.counter, placement.at] += placement.count
    wanted: Counter[tuple[str, str]] = Counter()
    for placement in (*suggested(shingen), *shingen.scenarios["campaign"].placements):
        wanted[placement.counter, placement.at] += placement.count
    assert ready == wanted


@covers("shingens_arrival", "1.0.3", "1.0.4", "1.0.6", "3-1.1", "3-2.1")
def test_two_players_with_their_armies(shingen: Game) -> None:
    sides = {seat.id: set(seat.sides) for seat in shingen.seats.values()}
    anti_oda = {"azai", "asakura", "ashikaga", "ikko_ikki", "saika_to"}
    assert sides == {"takeda_player": {"takeda", *anti_oda}, "oda_player": {"oda", "tokugawa"}}
    assert set(shingen.constants["anti_oda"].value) == anti_oda
    for entry in free(shingen).values():  # each player places his own
        assert {shingen.counters[id].side for id, _ in entry.counters} <= sides[entry.seat]


@covers("shingens_arrival", "2-2-1(1).1", "3-3.2", "3-3.3")
def test_units_bear_names_and_start_whole_while_markers_lie_in_their_piles(shingen: Game) -> None:
    table = set_up(shingen, shingen.scenarios["campaign"])
    for piece in table.pieces.values():
        counter = shingen.counters[piece.counter]
        if counter.kind == "unit":
            assert counter.values["strip"]
            assert (piece.steps, piece.face) == (counter.steps, 0)
        else:
            assert piece.place not in shingen.map.land


@covers("shingens_arrival", "2-1-5(2).1", "2-1-5(3).1", "2-1-5(4).1")
def test_tracks_for_stage_phase_weather_and_scores(shingen: Game) -> None:
    tracks = shingen.tracks
    assert [box.value for box in tracks["operations_phase"].boxes] == ["takeda", "oda_tokugawa", "anti_oda"]
    assert [box.value for box in tracks["weather"].boxes] == ["clear", "snow", "thaw"]
    assert {id for id in tracks if id.startswith("score_")} == {
        "score_takeda_tens",
        "score_takeda_ones",
        "score_oda_tens",
        "score_oda_ones",
    }
    assert all(track.marker for track in tracks.values())


@covers("shingens_arrival", "11-1.1", "11-1-3.1", "12-2-4.1", "13-3-6.3", "16-2-1.1")
def test_marks_are_shown_by_markers(shingen: Game) -> None:
    marks = shingen.marks
    shown = {id: mark.counter for id, mark in marks.items() if mark.counter}
    assert shown == {id: id for id in ("morale", "durability", "control", "abandoned", "garrison", "invested")}
    assert marks["morale"].values == (-1, -2, -3, -4)
    assert shingen.constants["normal_morale"].value == 0
    assert shingen.constants["movement_points"].value == 8


@covers("shingens_arrival", "6-2.1", "12-2-5.1")
def test_the_help_says_how_forces_and_garrisons_are_shown(shingen: Game) -> None:
    pages = {rule: page for page in shingen.help for rule in page.note.rules}
    assert "shown by the unit that leads it" in pages["6-2.1"].text
    assert "inside the castle" in pages["12-2-5.1"].text


def test_ledger_has_every_statement(shingen: Game) -> None:
    assert shingen.ledger is not None
    scopes = Counter(row.scope for row in shingen.ledger.rows.values())
    assert scopes == {"engine": 495, "data": 50, "module": 19, "advice": 11}
