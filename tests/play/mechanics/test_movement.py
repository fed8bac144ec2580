"""Marching: cheapest ways, and the same limits for a path that is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.play.mechanics.movement import path_fault, reach, ways
from compiler.play.stock.ground import ground_cost
from tests.play.mechanics.maps import even, hexes, points
from tests.play.table import game

FIELD = hexes(6, 6)
NAMES = sorted(FIELD.spaces)
some = st.sets(st.sampled_from(NAMES), max_size=8)
prices = st.lists(st.integers(1, 4), min_size=36, max_size=36)


def rough(costs: list[int]) -> Any:
    price = dict(zip(NAMES, costs, strict=True))
    return {space: tuple((other, price[other]) for other in FIELD.neighbours(space)) for space in NAMES}


def all_paths(steps: Any, start: str, allowance: int, limits: Any) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every path within the limits, by trying them all."""

    def grow(path: tuple[str, ...], spent: float) -> Iterator[tuple[tuple[str, ...], float]]:
        here = path[-1] if path else start
        if path and here in limits["halts"]:
            return
        for to, price in steps[here]:
            total = spent + price + limits["extra"].get(to, 0)
            if total > allowance or to in limits["blocked"] or (here in limits["apart"] and to in limits["apart"]):
                continue
            yield (*path, to), total
            yield from grow((*path, to), total)

    return grow((), 0)


@settings(max_examples=60, deadline=None)
@given(prices, some, some, some, st.sampled_from(NAMES), st.integers(1, 5))
def test_reach_finds_the_cheapest_of_all_paths_and_no_other_space(
    costs: list[int], blocked: set[str], halts: set[str], apart: set[str], start: str, allowance: int
) -> None:
    steps = rough(costs)
    extra = dict.fromkeys(sorted(apart), 1)
    limits = {"blocked": blocked, "halts": halts, "apart": apart, "extra": extra}
    best: dict[str, float] = {}
    for path, cost in all_paths(steps, start, allowance, limits):
        best[path[-1]] = min(cost, best.get(path[-1], 1e9))
        assert path_fault(steps, start, path, allowance, **limits) is None
    best.pop(start, None)
    found = reach(steps, start, allowance, **limits)
    cheap = {to: cost for to, cost in found.cost.items() if to != start}
    assert cheap == best
    for to, path in found.path.items():
        assert path[-1] == to
        assert path_fault(steps, start, path, allowance, **limits) is None


def test_leaving_a_space_that_costs_more_to_enter_costs_too() -> None:
    steps = even(points("ab", "bc", "cd"))
    free = reach(steps, "a", 9, extra={"b": 1})
    dear = reach(steps, "a", 9, extra={"b": 1}, leaving=2)
    assert {to: dear.cost[to] - free.cost[to] for to in "abcd"} == {"a": 0, "b": 0, "c": 2, "d": 2}
    assert reach(steps, "b", 9, extra={"b": 1}, leaving=2).cost["a"] == reach(steps, "b", 9).cost["a"] + 2


def test_a_fault_tells_what_and_where() -> None:
    steps = even(points("ab", "bc", "cd"))
    assert path_fault(steps, "a", ("b", "d"), 9) is not None
    fault = path_fault(steps, "a", ("b", "c"), 1)
    assert fault is not None
    assert (fault.part, fault.at, fault.before) == ("allowance", "c", "b")
    parts = [path_fault(steps, "a", ("b", "c"), 9, **{key: {"b", "c"}}) for key in ("blocked", "halts", "apart")]
    assert [fault.part for fault in parts if fault is not None] == ["blocked", "halts", "apart"]
    slow = path_fault(steps, "a", ("b",), 1, extra={"b": 1})
    assert slow is not None
    assert slow.part == "allowance"


def test_costs_are_read_off_the_map() -> None:
    board = game().map
    for_spears, for_guns = (ways(board, ground_cost(board, kind)) for kind in ("infantry", "guns"))

    def cost(steps: Any, a: str, b: str) -> float | None:
        return dict(steps[a]).get(b)

    assert cost(for_spears, "0101", "0102") == 1
    assert cost(for_spears, "0101", "0201") == 2  # woods
    assert cost(for_spears, "0705", "0706") == 3  # the river
    assert cost(for_spears, "0805", "0806") == 2  # the ford takes its place
    assert cost(for_spears, "0404", "0405") == 1  # road and bridge
    assert cost(for_spears, "0206", "0207") is None  # the lake
    assert cost(for_guns, "0101", "0201") is None
    assert cost(for_guns, "0705", "0706") is None
    assert cost(for_guns, "0805", "0806") == 2
    assert cost(for_guns, "0607", "0608") == 1  # woods, but the road leads through


def test_of_two_links_the_cheaper_counts() -> None:
    board = points("ab", "ab")
    prices = iter((3, 2, 3, 2))
    assert ways(board, lambda link, a, b: next(prices))["a"] == (("b", 2),)


def test_steady_ways_are_worked_out_only_where_somebody_comes() -> None:
    asked: list[str] = []

    def price(_: Any, start: str, to: str) -> int:
        asked.append(start)
        return 1

    steps = ways(FIELD, price, steady=True)
    near = reach(steps, NAMES[0], 1)
    assert near == reach(ways(FIELD, lambda *_: 1), NAMES[0], 1)
    assert set(asked) == {NAMES[0]}
    assert path_fault(steps, "nowhere", ("0101",), 9) is not None
