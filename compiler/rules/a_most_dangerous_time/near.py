"""What lies next to what on the map: steps, Sea Lanes, ways along two roads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from compiler.model.game import Game

ROAD, TRAIL, LANE = "road", "trail", "sea_lane"
Steps = tuple[tuple[tuple[str, ...], str], ...]  # from and to, and the kind of way


@dataclass(frozen=True, slots=True)
class Near:
    """What lies next to each place of the map, and to those off it."""

    order: Mapping[str, int]  # where a place comes in lists
    steps: Mapping[str, Steps]  # the ways of one step
    strategic: Mapping[str, tuple[tuple[str, ...], ...]]  # the ways along two roads from a Space or Waypoint
    two_roads: Mapping[str, frozenset[str]]  # whence such a way leads there or past it
    within: Mapping[str, tuple[str, ...]]  # a place and those next to it
    beside: Mapping[str, frozenset[str]]  # those next to it
    lanes: Mapping[str, tuple[str, ...]]  # those at the other end of a Sea Lane
    by_land: Mapping[str, tuple[str, ...]]  # those at the other end of another way
    bit: Mapping[str, int]  # a place as a bit: some places are a whole number, which meets others all at once
    named: Mapping[int, str]  # the place of a bit
    beside_bits: Mapping[int, int]  # `beside`, `lanes` and `by_land`, bit by bit
    lane_bits: Mapping[int, int]
    land_bits: Mapping[int, int]

    def bits_of(self, places: Iterable[str]) -> int:
        """Some places as a number."""
        return _all(map(self.bit.__getitem__, places))

    def places_of(self, bits: int) -> list[str]:
        """The places of a number, in the order of lists."""
        found = []
        while bits:
            low = bits & -bits
            found.append(self.named[low])
            bits ^= low
        return found


def _all(bits: Iterable[int]) -> int:
    return reduce(or_, bits, 0)


def near_of(game: Game, inside: set[str]) -> Near:
    steps, roads = _steps(game, inside), roads_of(game)
    bit = {place: 1 << n for n, place in enumerate(steps)}
    two = {id: [(id, middle, to) for middle in some for to in roads[middle] if to != id] for id, some in roads.items()}
    return Near(
        order={place: n for n, place in enumerate(steps)},
        steps=steps,
        strategic={id: tuple(paths) for id, paths in two.items()},
        two_roads={id: frozenset((id, *some, *(path[2] for path in two[id]))) for id, some in roads.items()},
        within={id: (id, *(path[1] for path, _ in ways)) for id, ways in steps.items()},
        beside={id: frozenset(path[1] for path, _ in ways) for id, ways in steps.items()},
        lanes={id: tuple(path[1] for path, way in ways if way == LANE) for id, ways in steps.items()},
        by_land={id: tuple(path[1] for path, way in ways if way != LANE) for id, ways in steps.items()},
        bit=bit,
        named={one: place for place, one in bit.items()},
        beside_bits={bit[id]: _all([bit[path[1]] for path, _ in ways]) for id, ways in steps.items()},
        lane_bits={bit[id]: _all([bit[path[1]] for path, way in ways if way == LANE]) for id, ways in steps.items()},
        land_bits={bit[id]: _all([bit[path[1]] for path, way in ways if way != LANE]) for id, ways in steps.items()},
    )


def _steps(game: Game, inside: set[str]) -> dict[str, Steps]:
    """The ways of one step: from places of the map first, then from off-board areas."""
    found: dict[str, Steps] = {}
    for kinds in (("castle", "temple", "kyo", "waypoint", "sea_area"), ("off_board",)):
        for place in (id for id in game.map.land if game.spaces[id].kind in kinds and id in inside):
            found[place] = tuple(((place, link.other(place)), link.kind) for link in game.map.links_of[place])
    return found


def roads_of(game: Game) -> dict[str, tuple[str, ...]]:
    """For strategic movement, which is by Spaces and Waypoints (9.5.x1)."""
    kinds, links = ("castle", "temple", "kyo", "waypoint"), game.map.links_of
    ends = [id for id in game.map.land if game.spaces[id].kind in kinds]
    return {
        id: tuple(link.other(id) for link in links[id] if link.kind == ROAD and link.other(id) in ends) for id in ends
    }
