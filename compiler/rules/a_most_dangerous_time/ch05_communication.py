"""Chapter 5, lines of communication: where they end, what blocks them, who is out of communication."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.a_most_dangerous_time.facts import LANE, NEUTRAL, SHOGUN, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import (
    controls,
    homes_of,
    inside,
    is_unit,
    of_faction,
    spaces_of,
    units,
    unsupplied,
)
from compiler.rules.a_most_dangerous_time.loyalty import Factions, faction, factions, other, side_of

CLOSED, OPEN, SHUT = "closed", "open", "shut"  # to lines; shut: open, but for Sea Lanes


@dataclass(frozen=True, slots=True)
class Lines:
    """The places a Faction can trace through, and which of them hang together."""

    group: Mapping[str, int]  # open place → number of its group
    by_land_only: frozenset[str]  # open ports whose Sea Lane belongs to enemies shut in the fort


@carries("5.2.7", "5.2.8", "13.1.5", "9.8(4).1", "5.2.x1", "16.1.6.1")
def open_places(scene: Scene, who: str) -> Mapping[str, str]:
    """What each place is to lines: no unbesieged enemy in them, Spaces controlled by the Faction (5.2.7, 5.2.8).

    The same thing as long as nothing is otherwise; only places where something has changed are looked at again.
    """
    kept, loyal, key = scene.kept, factions(scene), f"lines of {who}"
    news, places = kept.news(key), facts(scene).places
    before: tuple[Factions, dict[str, str]] | None = kept.values.get(key)
    if news is None or before is None or before[0] is not loyal:
        return kept.put(key, (loyal, {place: _state(scene, place, who) for place in places}), ())[1]
    states = before[1]
    other = {
        place: state for place in news if place in states and (state := _state(scene, place, who)) != states[place]
    }
    return kept.put(key, (loyal, {**states, **other}), ())[1] if other else states


def _state(scene: Scene, place: str, who: str) -> str:
    """Whether a line of a Faction may run through a place."""
    if place in facts(scene).forts and not controls(scene, who, place):
        return CLOSED
    enemies = of_faction(scene, place, other(who))
    if any(not inside(u) for u in enemies):
        return CLOSED
    return SHUT if enemies else OPEN


def lines(scene: Scene, who: str, without: str | None = None) -> Lines:
    """The groups of places that lines of a Faction can join; `without` leaves a Sea Area out (13.2.7)."""

    states = scene.memo(("open places", who), lambda: open_places(scene, who))
    return scene.memo_of(("lines", who, without), (states,), lambda: _lines(scene, states, without))


def _lines(scene: Scene, states: Mapping[str, str], without: str | None) -> Lines:
    good = {place for place, state in states.items() if state != CLOSED and place != without}
    shut = {place for place in good if states[place] == SHUT}
    links = facts(scene).links
    group: dict[str, int] = {}
    for start in facts(scene).places:
        if start not in good or start in group:
            continue
        number = len(group)
        group[start] = number
        queue = [start]
        while queue:
            here = queue.pop()
            for there, way in links[here]:
                if there not in good or there in group or (way == LANE and (here in shut or there in shut)):
                    continue
                group[there] = number
                queue.append(there)
    return Lines(group, frozenset(shut))


@carries("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.x2", "2.41.9", "2.41.10", "2.41.11", "15.5.7")
def ends(scene: Scene, clan: str) -> list[str]:
    """Where lines of a Clan may end: its Home Castles; without one its own Spaces and friends' Home Castles (5.2.2)."""
    who = faction(scene, clan)
    known = facts(scene)
    if clan == "ikko_ikki":
        return spaces_of(scene, clan)
    own = homes_of(scene, clan)
    if own:
        return [s for s in own if controls(scene, who, s)]
    found = [s for s in known.starting.get(clan, ()) if controls(scene, who, s)]
    for friend in known.homes:
        if faction(scene, friend) == who:
            found += [s for s in homes_of(scene, friend) if controls(scene, who, s)]
    return found


def good_groups(scene: Scene, clan: str, without: str | None = None) -> tuple[Lines, frozenset[int], frozenset[str]]:
    """The lines of a Clan's Faction, the groups that hold an end of its own, and those ends themselves."""

    def find() -> tuple[Lines, frozenset[int], frozenset[str]]:
        who = faction(scene, clan)
        net = lines(scene, who, without)
        known = facts(scene)
        good = frozenset(s for s in ends(scene, clan) if s in net.group)
        groups = {net.group[s] for s in good}
        for area, only in known.off_board.items():
            if only == clan:
                groups |= {
                    net.group[p]
                    for p, way in known.links[area]
                    if p in net.group and not (way == LANE and p in net.by_land_only)
                }
        return net, frozenset(groups), good

    def now() -> tuple[Lines, frozenset[int], frozenset[str]]:
        # from the lines, who controls what, and Azuchi, which may be a Home Castle
        things = (lines(scene, faction(scene, clan), without), scene.table.marks, scene.table.pieces.get("azuchi"))
        return scene.memo_of(("ends", clan, without), (*things, factions(scene)), find)

    return scene.memo(("ends now", clan, without), now)


@carries("5.2.5", "5.2.6", "5.2.9", "5.2.10", "5.2.11", "13.2.8", "9.8(4).2", "15.1.3", "5.2.x1")
def in_communication(scene: Scene, piece: Piece, *, avoiding: str | None = None) -> bool:
    """Whether a Unit has a line; the place it stands in is left out of the test (5.2.6)."""
    if piece.id == SHOGUN or side_of(scene, piece) in (NEUTRAL, WAITING):
        return True
    known = facts(scene)
    clan, place = piece.side or "", piece.place
    if known.off_board.get(place) == clan:
        return True
    net, groups, good = good_groups(scene, clan, avoiding)
    if place in good and not inside(piece):
        return True
    for there, way in known.links.get(place, ()):
        if way == LANE and (there in net.by_land_only or not lane_open(scene, piece)):
            continue
        if known.off_board.get(there) == clan or net.group.get(there) in groups:
            return True
    return False


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
    if known.off_board.get(space) == clan:
        return True
    net, groups, _ = good_groups(scene, clan)
    return net.group.get(space) in groups


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


def check(scene: Scene, pieces: Iterable[Piece], rule: str) -> None:
    """Mark who is out of communication, and nobody else, among some Units."""
    known: dict[tuple[object, ...], bool] = {}
    found = []
    for piece in pieces:  # all before the first mark changes the table
        marks = piece.marks and (piece.mark("besieged"), piece.mark("landed"))
        alike = (piece.side, piece.place, marks if marks != (None, None) else (), piece.id == SHOGUN)
        if alike not in known:
            known[alike] = lacks_line(scene, piece)
        found.append((piece, known[alike]))
    changed = [(piece, out) for piece, out in found if out != (bool(piece.marks) and unsupplied(piece))]
    scene.handle(*[Marked(piece.id, "unsupplied", True if out else None, rule=rule) for piece, out in changed])


@step("4.1(5).1", "communications", "5.1.1", "5.2.9")
def communications(scene: Scene) -> Flow[Outcome]:
    """Step 5: every Unit on the map is checked, inactive ones too (4.1(5).1)."""
    yield from ()
    on_map, known = facts(scene).on_map, facts(scene).units
    everybody = [p for p in scene.table.pieces.values() if p.place in on_map and p.id in known and is_unit(scene, p)]
    check(scene, everybody, "4.1(5).1")
    return None
