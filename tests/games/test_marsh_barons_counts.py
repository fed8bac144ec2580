"""What Marsh Barons is made of, counted a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.setup import set_up
from tests.rules.covering import covers

BANNERS = {  # count, steps, order, hits, march, cost
    "bows": (2, 3, 2, 3, 2, 2),
    "knights": (2, 3, 1, 2, 4, 3),
    "pikes": (3, 4, 3, 2, 2, 1),
    "household": (1, 4, 2, 3, 3, 3),
}
WORTH = {"redkeep": 3, "ashford": 1, "brack": 1, "fenmouth": 2, "midmere": 1, "saltern": 1, "crow": 2, "elder": 1,
         "tarn": 1, "bluekeep": 3}  # fmt: skip
ROADS = "redkeep-ashford redkeep-brack ashford-midmere brack-saltern midmere-elder saltern-tarn elder-bluekeep "
ROADS += "tarn-bluekeep"
TRACKS = "redkeep-fenmouth ashford-fenmouth brack-fenmouth fenmouth-midmere fenmouth-saltern midmere-crow saltern-crow "
TRACKS += "elder-crow crow-bluekeep crow-tarn"
STANDING = {"keep": "household knights pikes", "north": "knights bows", "south": "pikes bows", "fen": "pikes"}
PLACES = {"red": ("redkeep", "ashford", "brack", "fenmouth"), "blue": ("bluekeep", "elder", "tarn", "crow")}


@pytest.fixture(scope="module")
def feud(game_of: Callable[[str], Game]) -> Game:
    return game_of("marsh_barons")


@covers("marsh_barons", "1.1", "1.2", "1.4", "5.1")
def test_two_barons_ten_places_one_die(feud: Game) -> None:
    assert {seat.id: seat.sides for seat in feud.seats.values()} == {"red": ("red",), "blue": ("blue",)}
    assert {id: feud.spaces[id].values["points"] for id in feud.map.land} == WORTH
    by_kind: dict[str, list[str]] = {}
    for link in feud.map.links:
        by_kind.setdefault(link.kind, []).append(f"{link.a}-{link.b}")
    assert {kind: sorted(found) for kind, found in by_kind.items()} == {
        "road": sorted(ROADS.split()),
        "track": sorted(TRACKS.split()),
    }
    assert [(die.count, die.sides) for die in feud.dice.values()] == [(1, 6)]


@covers("marsh_barons", "1.3", "4.2", "4.3", "5.3", "3.1")
def test_eight_banners_a_side(feud: Game) -> None:
    for side in ("red", "blue"):
        for name, (count, steps, *numbers) in BANNERS.items():
            counter = feud.counters[f"{side}_{name}"]
            assert (counter.count, counter.steps, len(counter.faces)) == (count, steps, steps)
            assert [counter.values[key] for key in ("order", "hits", "march", "cost")] == numbers
            assert [face.values["men"] for face in counter.faces] == list(range(steps, 0, -1))
    assert feud.constants["orders"].value == 3


@covers("marsh_barons", "2.1")
def test_six_turns(feud: Game) -> None:
    assert [box.value for box in feud.tracks["turn"].boxes] == [1, 2, 3, 4, 5, 6]


@covers("marsh_barons", "7.1", "3.5")
def test_banners_stand_where_the_scenario_says_and_only_their_owner_knows(feud: Game) -> None:
    table = set_up(feud, feud.scenarios["feud"])
    standing = Counter((p.place, p.counter) for p in table.pieces.values())
    wanted = Counter(
        (place, f"{side}_{name}")
        for side, places in PLACES.items()
        for place, names in zip(places, STANDING.values(), strict=True)
        for name in names.split()
    )
    assert standing == wanted
    assert all(piece.seen_by == (piece.side,) for piece in table.pieces.values())
