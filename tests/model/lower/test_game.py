"""Documents become games: everything an author writes arrives in the model."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.model.common import Name, Origin
from compiler.model.game import Game
from compiler.model.lower.title import flowing
from compiler.model.setup import set_up
from compiler.pipeline import read
from compiler.resources import games
from tests.faulty import home

SHIPPED = sorted(path.parent.name for path in games().glob("*/game.yaml"))


@cache
def game(name: str) -> Game:
    sink = Sink()
    checked = read(home(name), sink)
    assert checked is not None, [d.message for d in sink]
    return checked.game


def test_names_are_bilingual() -> None:
    assert game("areas").sides["crane"].name == Name("Crane", "鶴")
    assert game("points").map.spaces["odani"].name == Name("Odani", "小谷")


def test_mutual_borders_are_one_link_of_their_kind() -> None:
    links = [(x.a, x.b, x.kind) for x in game("areas").map.links if {x.a, x.b} == {"ise", "oki"}]
    assert links == [("ise", "oki", "sea")]
    assert set(game("areas").map.neighbours("ise")) == {"asa", "uda", "ede", "oki"}


def test_links_carry_kind_and_fields() -> None:
    trail = next(x for x in game("points").map.links if x.kind == "trail")
    assert (trail.a, trail.b, trail.values) == ("odani", "imahama", {"steep": True})
    assert game("points").map.link_kinds["road"].values == {"capacity": 8}


def test_hexes_have_number_terrain_place_and_features() -> None:
    board = game("first_battle").map
    assert board.grid is not None
    assert board.spaces["0105"].terrain == "clear"
    assert board.spaces["0405"].name.en == "Sawa"
    link = next(x for x in board.links if {x.a, x.b} == {"0404", "0405"})
    assert set(link.features) >= {"river", "bridge", "road"}
    assert link.direction == (board.grid.direction((3, 3), (3, 4)) if link.a == "0404" else 0)


def test_displays_per_seat_are_private_and_have_their_own_boxes() -> None:
    display = game("areas").map.displays["tray.crane"]
    assert (display.seat, display.private, display.window) == ("crane", True, "own")
    assert display.boxes == ("swords.crane", "levy.crane")
    assert game("areas").spaces["levy.carp"].display == "tray.carp"


def test_faces_inherit_and_override() -> None:
    counter = game("areas").counters["crane_foot"]
    faces = [(f.id, f.state, f.values["strength"]) for f in counter.faces]
    assert faces == [("fresh", "front", 3), ("worn", "reduced", 2)]
    assert counter.piece_ids == ("crane_foot#1", "crane_foot#2", "crane_foot#3", "crane_foot#4")


def test_piles_and_tracks_exist_once_per_owner() -> None:
    areas = game("areas")
    assert (areas.piles["hand.crane"].seat, areas.piles["hand.crane"].face) == ("crane", "owner")
    assert areas.piles["deck"].pieces == ("rain", "tax", "omen")
    assert areas.tracks["honour.carp"].side == "carp"
    assert [box.values for box in areas.tracks["honour.carp"].boxes if box.value == 5] == [{"bonus": 1}]


def test_scenarios_resolve_spaces_by_region() -> None:
    scenario = game("areas").scenarios["standard"]
    assert scenario.free[0].spaces == ("ise", "ede")
    later = [(r.turn, r.counters) for r in scenario.reinforcements]
    assert later == [(3, (("crane_foot", 2),)), (4, (("carp_foot", 2),))]


def test_set_up_puts_every_piece_once_and_hides_what_is_hidden() -> None:
    areas = game("areas")
    table = set_up(areas, areas.scenarios["standard"])
    assert [p.counter for p in table.at("asa")] == ["crane_lord", "crane_foot", "crane_foot"]
    assert {p.face for p in table.at("ise")} == {1}
    assert all(p.seen_by == () for p in table.at("deck"))
    assert (table.tracks["honour.carp"], table.tracks["honour.crane"], table.tracks["turn"]) == (4, 3, 1)
    assert table.mark("asa", "held") == "crane"
    assert len(table.stacks["deck"]) == 4
    assert len(table.stacks["bank"]) == 10


def test_provenance_is_kept() -> None:
    anegawa = game("anegawa")
    origins = {c.note.source.origin for c in anegawa.counters.values() if c.note.source}
    assert Origin.EXTERNAL in origins or Origin.RECONSTRUCTED in origins


@pytest.mark.parametrize("name", SHIPPED)
def test_reading_twice_gives_the_same_game(name: str) -> None:
    sink = Sink()
    again = read(home(name), sink)
    assert again is not None
    assert again.game == game(name)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_scenario_of_every_game_can_be_set_up(name: str) -> None:
    for scenario in game(name).scenarios.values():
        table = set_up(game(name), scenario)
        places = game(name).spaces.keys() | game(name).piles.keys()
        assert {piece.place for piece in table.pieces.values()} <= places
        wanted = sum(p.count for p in scenario.placements)
        assert len([p for p in table.pieces.values() if p.place in game(name).spaces]) >= min(wanted, 1)


def test_shipped_games_are_found() -> None:
    assert "first_battle" in SHIPPED
    assert all(Path(home(name)).is_dir() for name in SHIPPED)


def test_a_line_that_begins_small_goes_on_with_the_one_before() -> None:
    assert flowing("One long\n  line.\nAnother.\n- a list\n  of things\n\nsmall") == (
        "One long line.\nAnother.\n- a list of things\n\nsmall"
    )
