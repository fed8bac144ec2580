"""Markers of numbers go up and down by a command, and carry where tracks are digits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module import keys
from compiler.model.setup import fresh
from compiler.vassal.keys import Key
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop


def score(built: Callable[[str], Built], number: int) -> Tabletop:
    """The two markers of Takeda's score."""
    made = built("shingens_arrival")
    table = Tabletop(made.box)
    table.lay([fresh(made.game, id, "2012") for id in ("score_takeda_tens", "score_takeda_ones")])
    for id, digit in zip(("score_takeda_tens", "score_takeda_ones"), divmod(number, 10), strict=True):
        spot = made.box.plan.atlas.tracks[id, digit]
        table.pieces[id] |= {"CurrentZone": spot.location, "LocationName": spot.location, "CurrentMap": spot.map}
    table.count()
    return table


def shown(built: Callable[[str], Built], table: Tabletop) -> int:
    tracks = built("shingens_arrival").box.plan.atlas.tracks
    digits = [
        next(
            value
            for (track, value), spot in tracks.items()
            if track == id and spot.location == table.pieces[id]["CurrentZone"]
        )
        for id in ("score_takeda_tens", "score_takeda_ones")
    ]
    return 10 * int(digits[0]) + int(digits[1])


@pytest.mark.parametrize(
    ("number", "menu", "wanted"),
    [
        (3, "Plus 1", 4),
        (19, "Plus 1", 20),
        (20, "Minus 1", 19),
        (7, "Minus 1", 6),
        (0, "Minus 1", 0),
        (99, "Plus 1", 100),
    ],
)
def test_a_score_goes_up_and_down_by_one(number: int, menu: str, wanted: int, built: Callable[[str], Built]) -> None:
    table = score(built, number)
    table.send("score_takeda_ones", menu)
    assert shown(built, table) == wanted


def test_the_ends_of_a_track_hold(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    table = Tabletop(made.box)
    table.lay([fresh(made.game, "balance_marker", "0101")])
    spots = made.box.plan.atlas.tracks
    table.pieces["balance_marker"]["CurrentZone"] = spots["balance", 9].location
    for wanted in (10, 10):
        table.send("balance_marker", "Plus 1")
        assert table.pieces["balance_marker"]["CurrentZone"] == spots["balance", wanted].location


@pytest.mark.parametrize(("number", "key", "end"), [(0, keys.STEP_DOWN, "lowest"), (199, keys.STEP_UP, "highest")])
def test_at_its_end_a_marker_says_so_and_stays(number: int, key: Key, end: str, built: Callable[[str], Built]) -> None:
    table = score(built, number)
    before = {id: dict(own) for id, own in table.pieces.items()}
    for id in ("score_takeda_ones", "score_takeda_tens"):
        table.chat.clear()
        table.send(id, str(key))
        (told,) = table.chat
        assert told.endswith(f"is at its {end} already")
    assert table.pieces == before
