"""The ground as it lies: who stands in each place, who holds each Space. Looked at only where something changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from compiler.model.common import Value
from compiler.model.event import Drawn, Event, Marked, Moved, Placed, Removed, Turned
from compiler.model.table import Piece, Table
from compiler.play.kept import changed, led
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import ANTI, ODA, SHOGUN, Facts, facts
from compiler.rules.a_most_dangerous_time.field import BESIEGED
from compiler.rules.a_most_dangerous_time.loyalty import Factions, factions

_ODA, _ANTI = {ODA}, {ANTI}
_SIDE, _MARKS = attrgetter("side"), attrgetter("marks")
OF_SPACES = ("control", "castle_destroyed")  # marks
OF_SPOTS = frozenset(["besieged", "landed", "new_daimyo"])  # others on a Unit change nothing of who stands there
MANY_CHANGES = 10_000


class Spot:
    """Who stands in a place; the same thing as long as they do, each for the same Clan, inside or not."""

    __slots__ = ("factions", "ids", "landed", "loose", "sides", "siege")

    def __init__(self, units: list[Piece], loyal: Mapping[str, str]) -> None:
        self.ids = [unit.id for unit in units]
        self.sides = set(map(_SIDE, units))
        self.factions = self.loose = {loyal[side or ""] for side in self.sides}
        marks = {mark for some in map(_MARKS, units) for mark, _ in some}
        self.siege, self.landed = "besieged" in marks, "landed" in marks  # in the fort; by sea in this impulse
        if self.siege:  # `loose` are those with a Unit that is not shut in
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

    __slots__ = (
        "changes",
        "holding",
        "landed",
        "looks",
        "loyal",
        "mixed",
        "scene",
        "seen",
        "spots",
        "table",
        "touched",
    )

    def __init__(self, scene: Scene, loyal: Factions, holding: Holding) -> None:
        self.scene, self.seen, self.table = scene, len(scene.events), scene.table  # as of when it holds
        self.loyal, self.holding = loyal, holding
        self.spots: dict[str, Spot] = {}
        self.mixed: set[str] = set()  # places with others than Units of one of the two Factions at war
        self.landed: set[str] = set()  # places with Units that came by sea in this impulse
        self.changes: list[str] = []  # places with another spot, or marked themselves, one look after the other
        self.touched: list[str] = []  # and those where a Unit was marked in any way
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
        """The places where somebody else stands, or others hold, since there were so many changes."""
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
    known, loyal = facts(scene), factions(scene)
    places = known.near.steps.keys()
    if found is None or found.loyal is not loyal or len(found.touched) > MANY_CHANGES:
        found = kept.put("ground", Ground(scene, loyal, _holding(known, table, loyal, None)), ())
        news = News(table.stacks)
    else:
        events = led(found.scene, found.seen, scene)
        news = News(changed(found.table, table)) if events is None else _news(events, found.table, table)
    for place in news.spots & places:
        here = _units(known, table, table.stacks.get(place, ()))
        found.put(place, Spot(here, loyal.of) if here else None)
    changes = (news.spots | news.spaces) & places
    found.changes += changes
    found.touched += changes
    found.touched += news.marked & places
    found.scene, found.seen, found.table = scene, len(scene.events), table
    found.holding = _holding(known, table, loyal, found.holding)
    return found


class News:
    """Where something happened: another spot, a mark on a Space itself, any mark on a Unit."""

    __slots__ = ("marked", "spaces", "spots")

    def __init__(self, spots: Iterable[str] = ()) -> None:
        self.spots, self.spaces, self.marked = set(spots), set[str](), set[str]()


def _news(events: Iterable[Event], old: Table, new: Table) -> News:
    """Where something happened by some events."""
    found, before, after = News(), old.pieces.get, new.pieces.get
    for event in events:
        if isinstance(event, Marked):
            piece = after(event.target)
            if piece is None:
                found.spaces.add(event.target)
            else:
                (found.spots if event.mark in OF_SPOTS else found.marked).add(piece.place)
        elif isinstance(event, (Moved, Drawn)):
            piece = before(event.piece)
            found.spots.add(event.to)
            if piece is not None:
                found.spots.add(piece.place)
        elif isinstance(event, (Turned, Placed, Removed)):
            id = event.piece.id if isinstance(event, Placed) else event.piece
            found.spots.update([piece.place for piece in (before(id), after(id)) if piece is not None])
    return found


def _units(known: Facts, table: Table, stack: tuple[str, ...]) -> list[Piece]:
    """The Units of a stack; the Shogun is one only as a Daimyo (15.1.x2)."""
    pieces, units = table.pieces, known.units
    if units.issuperset(stack):  # nothing but Units, in most places
        found = list(map(pieces.__getitem__, stack))
    else:
        found = [pieces[id] for id in stack if id in units]
    return [u for u in found if u.id != SHOGUN or u.face] if SHOGUN in stack else found


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
