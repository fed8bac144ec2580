"""Chapter 5, lines of communication: where they end, what blocks them, who has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import ANTI, NEUTRAL, ODA, SHOGUN, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import controls, homes_of, inside, spaces_of, units
from compiler.rules.a_most_dangerous_time.ground import Ground, ground
from compiler.rules.a_most_dangerous_time.loyalty import Factions, faction, other, side_of
from compiler.rules.a_most_dangerous_time.near import LANE

CLOSED, OPEN, SHUT = "closed", "open", "shut"  # to lines; shut: open, but for Sea Lanes


@dataclass(frozen=True, slots=True)
class Lines:
    """The places a Faction can trace through, and which of them hang together."""

    group: Mapping[str, int]  # open place → number of its group
    by_land_only: frozenset[str]  # open ports whose Sea Lane belongs to enemies shut in the fort
    joined: dict[frozenset[int], frozenset[str]] = field(default_factory=dict)  # places of some groups, as asked for

    def places_of(self, groups: frozenset[int]) -> frozenset[str]:
        """The places of some groups; Clans of a Faction mostly reach the same."""
        found = self.joined.get(groups)
        if found is None:
            found = frozenset([place for place, group in self.group.items() if group in groups])
            self.joined[groups] = found
        return found


@carries("5.2.7", "5.2.8", "13.1.5", "9.8(4).1", "5.2.x1", "16.1.6.1")
def open_places(scene: Scene, who: str) -> Mapping[str, str]:
    """What each place is to lines: no unbesieged enemy in them, Spaces controlled by the Faction (5.2.7, 5.2.8).

    The same thing as long as nothing is otherwise; only places where something has changed are looked at again.
    """
    land, kept, key = ground(scene), scene.kept, f"lines of {who}"
    news, places = kept.news(key), facts(scene).places
    before: tuple[Factions, dict[str, str]] | None = kept.values.get(key)
    if news is None or before is None or before[0] is not land.loyal:
        return kept.put(key, (land.loyal, {place: _state(land, place, who) for place in places}), ())[1]
    states = before[1]
    other = {place: state for place in news if place in states and (state := _state(land, place, who)) != states[place]}
    return kept.put(key, (land.loyal, {**states, **other}), ())[1] if other else states


def _state(land: Ground, place: str, who: str) -> str:
    """Whether a line of a Faction may run through a place."""
    if land.holding.who.get(place, who) != who:
        return CLOSED
    spot, enemy = land.spots.get(place), other(who)
    if spot is None or enemy not in spot.factions:
        return OPEN
    return CLOSED if enemy in spot.loose else SHUT


def lines(scene: Scene, who: str, without: str | None = None) -> Lines:
    """The groups of places that lines of a Faction can join; `without` leaves a Sea Area out (13.2.7)."""
    now = scene.memo("lines now", dict[tuple[str, str | None], Lines])
    found = now.get((who, without))
    if found is None:
        states = open_places(scene, who)
        found = scene.memo_of(("lines", who, without), (states,), lambda: _lines(scene, states, without))
        now[who, without] = found
    return found


def _lines(scene: Scene, states: Mapping[str, str], without: str | None) -> Lines:
    rest = {place for place, state in states.items() if state != CLOSED and place != without}
    shut = frozenset([place for place in rest if states[place] == SHUT])
    near = facts(scene).near
    beside, by_land, lanes = near.beside, near.by_land, near.lanes
    group: dict[str, int] = {}
    for start in states:  # in the order of the map: groups have the same numbers whenever they are the same
        if start not in rest:
            continue
        rest.discard(start)
        number, queue = len(group), [start]
        while queue:
            here = queue.pop()
            group[here] = number
            if not shut:
                found = rest & beside[here]
            else:  # the Sea Lanes of a port belong to its fort
                found = rest.intersection(by_land[here])
                if here not in shut:
                    found |= rest.intersection(lanes[here]) - shut
            if found:
                rest -= found
                queue += found
    return Lines(group, shut)


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
    """What a Clan's lines reach: ends of its own, and all places from which one of these is reached.

    The same thing as long as nothing of that is otherwise.
    """

    __slots__ = ("by_land_only", "ends", "joined")

    def __init__(self, ends: frozenset[str], joined: frozenset[str], by_land_only: frozenset[str]) -> None:
        self.ends, self.joined, self.by_land_only = ends, joined, by_land_only

    def same(self, ends: frozenset[str], joined: frozenset[str], by_land_only: frozenset[str]) -> bool:
        return self.ends == ends and self.joined == joined and self.by_land_only == by_land_only


Nets = dict[tuple[str, str | None], Reach]  # Clan, and the Sea Area that is left out


def _reach(scene: Scene, clan: str, net: Lines, before: Reach | None) -> Reach:
    known = facts(scene)
    own = scene.memo_of(("ends", clan), (ground(scene).holding,), lambda: ends(scene, clan))
    reached = frozenset([space for space in own if space in net.group])
    groups = {net.group[space] for space in reached}
    areas = [area for area, only in known.off_board.items() if only == clan]
    for area in areas:
        groups |= {
            net.group[place]
            for place, way in known.links[area]
            if place in net.group and not (way == LANE and place in net.by_land_only)
        }
    joined = net.places_of(frozenset(groups))
    joined = joined.union(areas) if areas else joined
    same = before is not None and before.same(reached, joined, net.by_land_only)
    return before if before is not None and same else Reach(reached, joined, net.by_land_only)


def reach(scene: Scene, clan: str, without: str | None = None) -> Reach:
    """What a Clan's lines reach now: it stays the same while the lines of its Faction do, and who controls what."""
    nets = nets_of(scene)
    found = nets.get((clan, without))
    if found is None:
        who, key = faction(scene, clan), ("reach", clan, without)
        before = scene.book.memo.get(key, ((), None))[1]
        found = _reach(scene, clan, lines(scene, who, without), before)
        if who in (ODA, ANTI):  # of whom the nets know when something is otherwise
            nets[clan, without] = found
            scene.book.memo[key] = ((), found)
    return found


def nets_of(scene: Scene) -> Nets:
    """What the lines of Clans reach, as far as anybody has asked; the same thing as long as all of that is."""
    found = scene.book.memo.get("nets")  # without a detour while the table is the same
    if found is not None and found[0] is scene.table:
        now: Nets = found[1]
        return now
    return scene.memo("nets", lambda: _nets(scene))


def _nets(scene: Scene) -> Nets:
    things = (open_places(scene, ODA), open_places(scene, ANTI), ground(scene).holding)
    return scene.memo_of("nets of lines", things, dict[tuple[str, str | None], Reach])


def in_communication(scene: Scene, piece: Piece, *, avoiding: str | None = None) -> bool:
    """Whether a Unit has a line, or needs none."""
    if piece.id == SHOGUN or side_of(scene, piece) in (NEUTRAL, WAITING):
        return True
    return has_line(scene, piece, reach(scene, piece.side or "", avoiding))


@carries("5.2.5", "5.2.6", "5.2.9", "5.2.10", "5.2.11", "13.2.8", "9.8(4).2", "15.1.3", "5.2.x1")
def has_line(scene: Scene, piece: Piece, found: Reach) -> bool:
    """Whether a Unit has a line where those of its Clan reach; its own place is left out of the test (5.2.6)."""
    known, place = facts(scene), piece.place
    if not found.joined.isdisjoint(known.near.by_land.get(place, ())) or known.off_board.get(place) == piece.side:
        return True
    if place in found.ends and not inside(piece):
        return True
    by_sea = found.joined.intersection(known.near.lanes.get(place, ())) - found.by_land_only
    return bool(by_sea) and lane_open(scene, piece)


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
    return facts(scene).off_board.get(space) == clan or space in reach(scene, clan).joined


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
