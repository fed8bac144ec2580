"""Chapter 5, lines of communication: where they end, what blocks them, who has one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import NEUTRAL, SHOGUN, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import controls, homes_of, inside, spaces_of, units
from compiler.rules.a_most_dangerous_time.ground import Ground, ground
from compiler.rules.a_most_dangerous_time.loyalty import factions, other, side_of
from compiler.rules.a_most_dangerous_time.near import Near

CLOSED, OPEN, SHUT = "closed", "open", "shut"  # to lines; shut: open, but for Sea Lanes


@dataclass(frozen=True, slots=True)
class Open:
    """The places a Faction can trace through, as bits; the same thing as long as nothing of that is otherwise."""

    places: int
    by_land_only: int  # open ports whose Sea Lane belongs to enemies shut in the fort


class Lines:
    """The places that lines of a Faction can join, and which of them hang together."""

    __slots__ = ("around", "by_land_only", "groups", "places")

    def __init__(self, places: int, by_land_only: int, groups: list[int], around: list[int]) -> None:
        self.places, self.by_land_only = places, by_land_only
        self.groups = groups  # in the order of the map
        self.around = around  # for each of them, all that lies next to it by land

    def joined_to(self, places: int) -> tuple[int, int]:
        """All places that hang together with one of some, and all that lies next to those by land."""
        joined = beside = 0
        for group, around in zip(self.groups, self.around, strict=True):
            if group & places:
                joined |= group
                beside |= around
        return joined, beside


class _Look:
    """What was open to a Faction after so many changes of the ground."""

    __slots__ = ("changes", "open")

    def __init__(self) -> None:
        self.changes, self.open = 0, Open(0, 0)


@carries("5.2.7", "5.2.8", "13.1.5", "9.8(4).1", "5.2.x1", "16.1.6.1")
def open_places(scene: Scene, who: str) -> Open:
    """What is open to lines: no unbesieged enemy in it, Spaces controlled by the Faction (5.2.7, 5.2.8).

    Only places where something has changed are looked at again.
    """
    land, known, key = ground(scene), facts(scene), ("open", who)
    look: _Look | None = land.looks.get(key)
    again: Iterable[str] = known.places
    if look is None:
        look = land.looks[key] = _Look()
    elif look.changes == len(land.changes):
        return look.open
    else:
        again = [place for place in land.since(look.changes) if place not in known.off_board]
    look.changes = len(land.changes)
    places, by_land_only = look.open.places, look.open.by_land_only
    for place in again:
        bit = known.near.bit[place]
        state = _state(land, place, who)
        places = places & ~bit if state == CLOSED else places | bit
        by_land_only = by_land_only | bit if state == SHUT else by_land_only & ~bit
    if places != look.open.places or by_land_only != look.open.by_land_only:
        look.open = Open(places, by_land_only)
    return look.open


def _state(land: Ground, place: str, who: str) -> str:
    """Whether a line of a Faction may run through a place."""
    if land.holding.who.get(place, who) != who:
        return CLOSED
    spot, enemy = land.spots.get(place), other(who)
    if spot is None or enemy not in spot.factions:
        return OPEN
    return CLOSED if enemy in spot.loose else SHUT


def _lines(near: Near, open: Open, without: str | None) -> Lines:
    """The groups of places that lines can join; `without` leaves a Sea Area out (13.2.7)."""
    beside, by_land, lanes, shut = near.beside_bits, near.land_bits, near.lane_bits, open.by_land_only
    places = rest = open.places if without is None else open.places & ~near.bit[without]
    groups, around = [], []
    while rest:
        queue = group = rest & -rest
        rest ^= queue
        beyond = 0
        while queue:
            here = queue & -queue
            queue ^= here
            beyond |= by_land[here]
            if not shut:
                found = rest & beside[here]
            else:  # the Sea Lanes of a port belong to its fort
                found = rest & by_land[here]
                if not here & shut:
                    found |= rest & lanes[here] & ~shut
            if found:
                rest ^= found
                queue |= found
                group |= found
        groups.append(group)
        around.append(beyond)
    return Lines(places, shut, groups, around)


@carries("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.x2", "2.41.9", "2.41.10", "2.41.11", "15.5.7")
def ends(scene: Scene, clan: str) -> list[str]:
    """Where lines of a Clan may end: its Home Castles; without one its own Spaces and friends' Home Castles (5.2.2)."""
    if clan == "ikko_ikki":
        return spaces_of(scene, clan)
    land, known = ground(scene), facts(scene)
    held, who, own = land.holding.who, land.loyal.of[clan], homes_of(scene, clan)
    if own:
        return [s for s in own if held[s] == who]
    found = [s for s in known.starting.get(clan, ()) if held[s] == who]
    return found + scene.memo_of(("homes", who), (land.holding,), lambda: _homes(scene, who))


def _homes(scene: Scene, who: str) -> list[str]:
    """The Home Castles of a Faction that it holds."""
    land = ground(scene)
    own = [clan for clan in facts(scene).homes if land.loyal.of[clan] == who]
    return [space for clan in own for space in homes_of(scene, clan) if land.holding.who[space] == who]


class Reach:
    """What a Clan's lines reach: ends of its own, and all places from which one of these is reached; all as bits."""

    __slots__ = ("beside_bits", "end_bits", "held_bits", "joined_bits", "near", "sealess_bits")

    def __init__(self, near: Near, ends: int, joined: int, beside: int, sealess: int, held: int = 0) -> None:
        self.near, self.end_bits, self.joined_bits = near, ends, joined
        self.held_bits = held  # all ends, those too that enemies have entered
        self.beside_bits = beside  # all that lies next to those places by land: whoever stands there has a line
        self.sealess_bits = sealess  # open ports whose Sea Lanes enemies hold

    @property
    def ends(self) -> frozenset[str]:
        return frozenset(self.near.places_of(self.end_bits))

    @property
    def joined(self) -> frozenset[str]:
        return frozenset(self.near.places_of(self.joined_bits))

    @property
    def by_land_only(self) -> frozenset[str]:
        return frozenset(self.near.places_of(self.sealess_bits))


class Net:
    """What the lines of a Faction reach, as far as anybody has asked; the same thing as long as all of that is."""

    __slots__ = ("lines", "reach")

    def __init__(self) -> None:
        self.lines: dict[str | None, Lines] = {}  # by the Sea Area that is left out
        self.reach: dict[tuple[str, str | None], Reach] = {}  # Clan, and the Sea Area


def net_of(scene: Scene, who: str) -> Net:
    """The net of a Faction as it is now."""
    memo, now = scene.book.memo, ("net", who)
    found = memo.get(now)  # without a detour while the table is the same
    if found is not None and found[0] is scene.table:
        net: Net = found[1]
        return net
    net = scene.memo_of(("net of", who), (open_places(scene, who), ground(scene).holding), Net)
    memo[now] = (scene.table, net)
    return net


def lines(scene: Scene, who: str, without: str | None = None) -> Lines:
    """The groups of places that lines of a Faction can join."""
    net = net_of(scene, who)
    found = net.lines.get(without)
    if found is None:
        found = net.lines[without] = _lines(facts(scene).near, open_places(scene, who), without)
    return found


def reach(scene: Scene, clan: str, without: str | None = None) -> Reach:
    """What a Clan's lines reach now: it stays the same while the lines of its Faction do, and who controls what."""
    who = factions(scene).of[clan]
    net = net_of(scene, who)
    found = net.reach.get((clan, without))
    if found is None:
        found = net.reach[clan, without] = reached(scene, clan, lines(scene, who, without))
    return found


def reached(scene: Scene, clan: str, net: Lines) -> Reach:
    """What a Clan's lines reach in a net of its Faction."""
    near, ends_of = facts(scene).near, ground(scene).holding.ends
    own = ends_of.get(clan)
    if own is None:
        own = ends_of[clan] = near.bits_of(ends(scene, clan))
    held = own
    own &= net.places
    start, areas, outside = own, 0, 0
    for area in facts(scene).areas_of.get(clan, ()):
        bit = near.bit[area]
        areas |= bit
        outside |= near.land_bits[bit]
        start |= near.land_bits[bit] | near.lane_bits[bit] & ~net.by_land_only
    joined, beside = net.joined_to(start)
    return Reach(near, own, joined | areas, beside | outside, net.by_land_only, held)


def in_communication(scene: Scene, piece: Piece, *, avoiding: str | None = None) -> bool:
    """Whether a Unit has a line, or needs none."""
    if piece.id == SHOGUN or side_of(scene, piece) in (NEUTRAL, WAITING):
        return True
    return has_line(scene, piece, reach(scene, piece.side or "", avoiding))


@carries("5.2.5", "5.2.6", "5.2.9", "5.2.10", "5.2.11", "13.2.8", "9.8(4).2", "15.1.3", "5.2.x1")
def has_line(scene: Scene, piece: Piece, found: Reach) -> bool:
    """Whether a Unit has a line where those of its Clan reach; its own place is left out of the test (5.2.6)."""
    known, near, place = facts(scene), found.near, piece.place
    bit = near.bit.get(place, 0)
    if not bit:
        return False
    if bit & found.beside_bits or known.off_board.get(place) == piece.side:
        return True
    if bit & found.held_bits and not inside(piece) and (bit & found.end_bits or not _was_besieged(scene, piece)):
        return True
    by_sea = found.joined_bits & near.lane_bits[bit] & ~found.sealess_bits
    return bool(by_sea) and lane_open(scene, piece)


@carries("5.2.11")
def _was_besieged(scene: Scene, piece: Piece) -> bool:
    """Whether friends are under siege where a Unit stands, or came out of one in this impulse (5.2.11)."""
    who = side_of(scene, piece)
    here = [u for u in units(scene, piece.place) if side_of(scene, u) == who]
    return any(inside(u) or u.mark("sortied") is not None for u in here)


@carries("9.8(4).2", "9.8.2")
def lane_open(scene: Scene, piece: Piece) -> bool:
    """Whether a Unit may use the Sea Lanes of its place: at sea, inside its fort, or in a free port of its Faction."""
    if piece.place in facts(scene).seas or inside(piece):
        return True
    if piece.place not in facts(scene).forts:
        return False
    who = side_of(scene, piece)
    return controls(scene, who, piece.place) and not any(side_of(scene, u) != who for u in units(scene, piece.place))


def line_from(scene: Scene, clan: str, space: str) -> bool:
    """Whether a Space of a Clan has a line itself, for placing Units there (11.2.3)."""
    known = facts(scene)
    return known.off_board.get(space) == clan or bool(reach(scene, clan).joined_bits & known.near.bit[space])


@carries("9.8(3).2", "13.2.7")
def lacks_line(scene: Scene, piece: Piece) -> bool:
    """Out of communication; one that landed must have a line without the sea it came from (9.8(3).2)."""
    sea = piece.mark("landed")
    if (
        sea is not None
        and piece.place in facts(scene).forts
        and not controls(scene, side_of(scene, piece), piece.place)
    ):
        return not in_communication(scene, piece, avoiding=str(sea))
    return not in_communication(scene, piece)
