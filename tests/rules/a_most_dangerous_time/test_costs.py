"""What an option of the movement step says it costs is what it takes, and where it says Units must stop they do."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from compiler.model.event import Marked, TrackSet
from compiler.play.ask import Price
from compiler.play.offers import offers
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build
from tests.rules.a_most_dangerous_time.table import go, position, the_book, where
from tests.rules.looking import events

POSITIONS: Mapping[str, tuple[str, Mapping[str, str], str]] = {
    "land and sieges": ("chit_oda", {"otsu": "nobunaga 5 oda", "kannon_ji": "(2 oda) 3 asakura", "odani": "1 azai"},
                        "standard"),
    "activation": ("chit_oda", {"odani": "nobunaga 2 oda (2 azai)"}, "standard"),
    "by sea": ("chit_ikko_ikki", {"ishiyama": "3 ikko_ikki", "bay_of_kawachi": "2 ikko_ikki"}, "standard"),
    "off the board": ("chit_uesugi", {"uotsu": "2 uesugi"}, "standard"),
    "four players": ("chit_oda", {"otsu": "hideyoshi 3 oda", "odani": "1 azai"}, "four_player"),
}  # fmt: skip


def laid(name: str) -> Session:
    chit, units, scenario = POSITIONS[name]
    return position(
        "move", units, chit=chit, points=8, turn=12, scenario=scenario, entered=("uesugi",), cards={"oda": [33]}
    )


@pytest.mark.parametrize("name", POSITIONS)
def test_an_option_costs_what_it_says_and_ends_where_it_says(name: str) -> None:
    (ask,) = laid(name).asks.values()
    assert len(ask.listed) > 1
    for offer in offers(the_book(), ask, laid(name).table):
        answer, price = offer.answer, offer.price
        if not isinstance(answer, (March, Sortie, Activate, Build)):
            assert price is None, answer
            continue
        assert price is not None, answer
        after = go(laid(name), answer)
        (paid, *_) = (e.value for e in events(after) if isinstance(e, TrackSet) and e.track == "movement")
        assert paid == 8 - price.cost, answer
        if isinstance(answer, March):
            stopped = any(isinstance(e, Marked) and e.mark == "stopped" and e.value for e in events(after))
            assert price.ends == stopped, answer
            assert where(after, answer.units[0]) == answer.path[-1]
            assert (offer.target, offer.path) == (answer.path[-1], answer.path)


def test_by_sea_off_the_board_and_azuchi_cost_more() -> None:
    found = {
        option: ask.price(option)
        for name in POSITIONS
        for ask in laid(name).asks.values()
        for option in ask.listed
        if ask.price is not None
    }
    by_sea = {o: p for o, p in found.items() if isinstance(o, March) and o.path[:1] == ("bay_of_kawachi",)}
    assert {price.cost for price in by_sea.values() if price is not None} == {1}
    (ask,) = laid("by sea").asks.values()
    both = March(next(iter(by_sea)).path, tuple(laid("by sea").table.stacks["bay_of_kawachi"]))
    assert ask.price is not None
    assert ask.price(both).cost == 2, "each Unit a point"  # type: ignore[union-attr]
    assert {p for o, p in found.items() if isinstance(o, March) and o.path[-1] == "echigo"} == {Price(2, False)}
    assert {p for o, p in found.items() if isinstance(o, Build)} == {Price(6)}
    assert {p for o, p in found.items() if isinstance(o, Activate)} == {Price(1)}
    assert {p for o, p in found.items() if isinstance(o, Force)} == {None}
