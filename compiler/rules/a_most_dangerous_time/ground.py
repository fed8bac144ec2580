"""The ground as it lies: who stands in each place, who holds each Space. Looked at only where something changed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from operator import attrgetter
from typing import Any

from compiler.model.common import Value
from compiler.model.table import Piece, Table
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import ANTI, ODA, SHOGUN, Facts, facts
from compiler.rules.a_most_dangerous_time.field import BESIEGED
from compiler.rules.a_most_dangerous_time.loyalty import Factions, factions

_ODA, _ANTI = {ODA}, {ANTI}
_SIDE, _MARKS = attrgetter("side"), attrgetter("marks")
OF_SPACES = ("control", "castle_destroyed")  # marks
MANY_CHANGES = 10_000


class Spot:
    """Who stands in a place; the same thing as long as its Units are."""

    __slots__ = ("factions", "landed", "loose", "marked", "sides", "siege", "units")

    def __init__(self, units: tuple[Piece, ...], loyal: Mapping[str, str]) -> None:
        self.units = units
        self.sides = set(map(_SIDE, units))
        self.factions = {loyal[side or ""] for side in self.sides}
        self.marked = list(filter(_MARKS, units))
        marks = dict(chain.from_iterable(map(_MARKS, self.marked)))
        self.siege, self.landed = "besieged" in marks, "landed" in marks  # in the fort; by sea in this impulse
        self.loose = self.factions  # those with a Unit that is not shut in
        if self.siege:
            self.loose = {loyal[unit.side or ""] for unit in units if BESIEGED not in unit.marks}


class Holding:
    """Who controls which Space and how its fort is; the same thing as long as nothing of that changes."""

    __slots__ = ("azuchi", "clan", "ends", "loyal", "marks", "told", "who")

    def __init__(self, known: Facts, table: Table, loyal: Factions, told: list[tuple[tuple[str, str], Value]]) -> None:
        self.marks, self.told, self.loyal, self.azuchi = table.marks, told, loyal, table.pieces.get("azuchi")
        self.clan = {**known.printed, **{space: str(clan) for (space, mark), clan in told if mark == "control"}}
        self.who = {space: loyal.of[clan] for space, clan in self.clan.items()}
        self.ends: dict[str, int] = {}  # Clan → where its lines may end, as bits, once somebody asked


class Ground:
    """Spots and holding as of one table, and where something has changed on the way to it."""

    __slots__ = ("changes", "holding", "landed", "looks", "loyal", "mixed", "spots", "table")

    def __init__(self, table: Table, loyal: Factions, holding: Holding) -> None:
        self.table, self.loyal, self.holding = table, loyal, holding
        self.spots: dict[str, Spot] = {}
        self.mixed: set[str] = set()  # places with others than Units of one of the two Factions at war
        self.landed: set[str] = set()  # places with Units that came by sea in this impulse
        self.changes: list[str] = []  # the places where something changed, one look after the other
        self.looks: dict[tuple[str, ...], Any] = {}  # what rules have found on it, with how many changes there were

    def put(self, place: str, spot: Spot | None) -> None:
        """Who stands in a place now."""
        if spot is None:
            self.spots.pop(place, None)
        else:
            self.spots[place] = spot
        if spot is None or spot.factions in (_ODA, _ANTI):
            self.mixed.discard(place)
        else:
            self.mixed.add(place)
        if spot is not None and spot.landed:
            self.landed.add(place)
        else:
            self.landed.discard(place)

    def since(self, seen: int) -> set[str]:
        """The places where something has changed since there were so many changes."""
        return set(self.changes[seen:])


def ground(scene: Scene) -> Ground:
    """The ground as it lies now; it is of use until the table changes."""
    found = scene.book.memo.get("ground")  # without a detour while the table is the same
    if found is not None and found[0] is scene.table:
        now: Ground = found[1]
        return now
    now = _mended(scene)
    scene.book.memo["ground"] = (scene.table, now)
    return now


def _mended(scene: Scene) -> Ground:
    """The same thing mended where something happened; another once a Clan changes sides, or it changed very often."""
    kept, table = scene.kept, scene.table
    found: Ground | None = kept.values.get("ground")
    if found is not None and found.table is table:
        return found
    known, loyal, news = facts(scene), factions(scene), kept.news("ground")
    places = known.near.steps.keys()
    if news is None or found is None or found.loyal is not loyal or len(found.changes) > MANY_CHANGES:
        found = kept.put("ground", Ground(table, loyal, _holding(known, table, loyal, None)), ())
        news = table.stacks.keys() & places
    else:
        news &= places
    spots, stacks = found.spots, table.stacks
    for place in news:
        here, before = _units(known, table, stacks.get(place, ())), spots.get(place)
        if not here or before is None or before.units != here:
            found.put(place, Spot(here, loyal.of) if here else None)
    found.changes += news
    found.table, found.holding = table, _holding(known, table, loyal, found.holding)
    return found


def _units(known: Facts, table: Table, stack: tuple[str, ...]) -> tuple[Piece, ...]:
    """The Units of a stack; the Shogun is one only as a Daimyo (15.1.x2)."""
    pieces, units = table.pieces, known.units
    if units.issuperset(stack):  # nothing but Units, in most places
        found = tuple(map(pieces.__getitem__, stack))
    else:
        found = tuple([pieces[id] for id in stack if id in units])
    return tuple([u for u in found if u.id != SHOGUN or u.face]) if SHOGUN in stack else found


def _holding(known: Facts, table: Table, loyal: Factions, before: Holding | None) -> Holding:
    marks, azuchi = table.marks, table.pieces.get("azuchi")
    same = before is not None and before.loyal is loyal and before.azuchi == azuchi
    if before is not None and same and before.marks is marks:
        return before
    told = [item for item in marks.items() if item[0][1] in OF_SPACES]
    if before is not None and same and before.told == told:
        before.marks = marks
        return before
    return Holding(known, table, loyal, told)
