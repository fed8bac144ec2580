"""Section 10.4: retreat from field combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Answer, Flow, Refusal, decide, dice
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import Matter, distinct, listed, owner, owner_of_space, pick
from compiler.rules.a_most_dangerous_time.ch03_clans import closed
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, at_sea, camp, seat_in
from compiler.rules.a_most_dangerous_time.facts import ANTI, MINOR, NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import (
    controls,
    four,
    friendly,
    has_fort,
    hostile,
    inside,
    is_leader,
    loose,
    neighbours,
    room,
    three,
    units,
)
from compiler.rules.a_most_dangerous_time.hands import put_inside, strip
from compiler.rules.a_most_dangerous_time.loyalty import faction, other, side_of
from compiler.rules.a_most_dangerous_time.near import LANE
from compiler.rules.a_most_dangerous_time.told import tell_retreat

STAY, RETREAT, FORT = "stay", "retreat", "fort"


@record(frozen=True, slots=True)
class Withdraw(Action):
    """Units of a retreating side go to a place; `fort` is the Castle or Temple they fought before."""

    to: str
    units: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", listed(self.units))


@carries("10.4.6", "10.4.13", "9.8(2).1", "15.2.10", "3.2.19")
def refuges(scene: Scene, place: str, who: str, clan: str) -> list[str]:
    """Adjacent friendly Spaces and Waypoints without unbesieged enemies; no Sea Area, nothing off-board (10.4.6)."""
    found = []
    for there, way in neighbours(scene, place):
        if way == LANE or there in facts(scene).off_board or there in facts(scene).seas:
            continue
        if friendly(scene, there, who) and not loose(scene, there, who) and closed(scene, there, clan) is None:
            found.append(there)
    return found


@carries("10.4.10", "10.4.19", "10.2(2).7", "10.2(2).10", "10.2(2).13", "16.1.5(4).1", "10.4.x3")
def may_use_fort(scene: Scene, fight: Fight, piece: Piece) -> bool:
    """Defenders of a Space entered this impulse and besieged who came out, while no third Clan is inside (10.4.10)."""
    if fight.within or not has_fort(scene, fight.place):
        return False
    if piece.mark("defended") is None and piece.mark("sortied") is None:
        return False
    mine = side_of(scene, piece)
    if three(scene) and owner(scene, piece) != owner_of_space(scene, fight.place):
        return False  # the fort is his whose the Space is (16.1.5(4).1)
    return all(side_of(scene, u) == mine for u in units(scene, fight.place) if inside(u))


@carries("10.4.21", "10.4.14", "13.3.3")
def may_retreat(scene: Scene, fight: Fight, pieces: Sequence[Piece]) -> bool:
    """Whether there is a place for every Unit: a neighbour takes any number, the fort what fits (10.4.21)."""
    if at_sea(scene, fight) or not pieces or shut_in(scene, fight, pieces):
        return False
    to = _refuges(scene, fight, pieces)
    homeless = [p for p in pieces if not to[p.side or ""]]
    if not all(may_use_fort(scene, fight, p) for p in homeless):
        return False
    return len(homeless) <= room(scene, fight.place)


@carries("8.4.x4", "8.4.10")
def shut_in(scene: Scene, fight: Fight, pieces: Sequence[Piece]) -> bool:
    """Nobody leaves a fight inside a fort while enemies stand in the field of the Space (8.4.x4)."""
    return fight.within and loose(scene, fight.place, side_of(scene, pieces[0]))


def _refuges(scene: Scene, fight: Fight, pieces: Sequence[Piece]) -> dict[str, list[str]]:
    """Where Units of each Clan among some may go; minors fall back into their own fort only (10.4.x3)."""
    clans = dict.fromkeys([piece.side or "" for piece in pieces])
    return {c: [] if c == MINOR else refuges(scene, fight.place, faction(scene, c), c) for c in clans}


@dataclass(frozen=True, slots=True)
class Flight:
    """Who retreats in a round: a side, or with several players on it the Units of some of them."""

    mine: bool
    units: tuple[str, ...]
    whole: bool = True  # nobody of the side stays


@carries("10.3(1).1", "10.4.1", "10.4.2", "10.4.4", "16.2.9(3).1")
def ask_retreat(scene: Scene, fight: Fight) -> Flow[Flight | None]:
    """Who retreats in this round: the other side says first; at most one side goes (10.3(1).1)."""
    for mine in (False, True):
        force = camp(scene, fight, mine)
        going: list[Piece] = []
        for seat, men in (yield from _in_turn(scene, fight, mine, force)):
            open_ = may_retreat(scene, fight, [*going, *men])  # those who go before may need the fort
            if open_ and (yield from _wants_to_go(scene, fight, seat, men)):
                going += men
        if going:
            tell_retreat(scene, fight, going)
            return Flight(mine, tuple(p.id for p in going), len(going) == len(force))
    return None


def _wants_to_go(scene: Scene, fight: Fight, seat: str, men: Sequence[Piece]) -> Flow[bool]:
    """Ask a player; with four players the guard's losses send all home (16.2.9(3).1)."""
    lord = scene.table.pieces[NOBUNAGA]
    hurt = lord.mark("guard_hit") is not None and lord.mark("commander") is not None
    if hurt and side_of(scene, men[0]) == side_of(scene, lord):
        return True
    answer = yield from pick(
        scene,
        seat,
        (STAY, RETREAT),
        what="retreat",
        rule="10.4.1",
        about=(fight.place,),
        prompt=f"{scene.name(fight.place)}: stay or retreat?",
    )
    return bool(answer == RETREAT)


@carries("16.1.5(3).1", "16.2.9(4).1", "16.2.9(4).2")
def _in_turn(scene: Scene, fight: Fight, mine: bool, force: Sequence[Piece]) -> Flow[list[tuple[str, list[Piece]]]]:
    """The players of a side with their Units: the commander's first, then who has fewest, a die for equals."""
    if not force or not joint(scene, fight, mine):
        return [(seat_in(scene, fight, mine), list(force))] if force else []
    parts: dict[str, list[Piece]] = {}
    for piece in force:
        parts.setdefault(owner(scene, piece), []).append(piece)
    chief = next((owner(scene, p) for p in force if p.mark("commander") is not None), None)
    order = sorted(parts, key=lambda s: (s != chief, len(parts[s]), scene.scenario.seats.index(s)))
    later = [s for s in order if s != chief]
    if four(scene) and len(later) == 2 and len(parts[later[0]]) == len(parts[later[1]]):
        (die,) = yield from dice(scene, "die", purpose="who retreats first", rule="16.2.9(4).2")
        if die > 3:
            later.reverse()
            order = [*(s for s in order if s == chief), *later]
    return [(seat, parts[seat]) for seat in order]


def joint(scene: Scene, fight: Fight, mine: bool) -> bool:
    """Whether several players may have Units on a side: A and B, or the Oda players when they are attacked."""
    who = fight.who if mine else other(fight.who)
    return (three(scene) and who == ANTI) or (four(scene) and who == ODA and not mine)


@carries("10.3(6).1", "10.4.3", "10.4.5", "10.4.11", "10.4.12", "10.4.x1", "10.4.x2")
def carry_out(scene: Scene, fight: Fight, flight: Flight) -> Flow[None]:
    """The survivors go, split as their player likes (10.4.5)."""
    for id in flight.units:
        strip(scene, id, ("standing_by",), "10.3(6).1")
    while pieces := [p for p in camp(scene, fight, flight.mine) if p.id in flight.units]:
        seat = owner(scene, pieces[0]) if joint(scene, fight, flight.mine) else seat_in(scene, fight, flight.mine)
        if joint(scene, fight, flight.mine):
            pieces = [p for p in pieces if owner(scene, p) == seat]
        answer: Withdraw = yield from decide(
            scene,
            lambda pieces=pieces: _ways(scene, fight, pieces),  # type: ignore[misc]
            (lambda a, pieces=pieces: bad_way(scene, fight, pieces, a),),  # type: ignore[misc]
            topic=Matter("withdraw", fight.place),
            seat=seat,
            rule="10.4.5",
            about=(fight.place,),
            prompt=f"{scene.name(fight.place)}: who retreats where?",
        )
        for id in answer.units:
            withdraw(scene, fight, id, answer.to)


def withdraw(scene: Scene, fight: Fight, id: str, to: str) -> None:
    """A Unit goes into its fort or to a neighbouring place and is done for this impulse."""
    strip(scene, id, ("commander", "under", "defended", "sortied", "landed", "standing_by"), "10.3(6).1")
    if to == FORT:
        put_inside(scene, (id,), "10.4.10")
    else:
        strip(scene, id, ("besieged",), "10.4.6")
        scene.do(Moved(id, to, rule="10.4.6"))
        scene.do(Marked(id, "retreated", True, rule="10.4.7"))
    if scene.table.pieces[id].mark("stopped") is None:
        scene.do(Marked(id, "stopped", True, rule="10.4.7"))


def bad_way(scene: Scene, fight: Fight, pieces: Sequence[Piece], answer: Any) -> Refusal | None:
    """Why Units may not fall back there."""
    here, to = {p.id: p for p in pieces}, _refuges(scene, fight, pieces)
    if not isinstance(answer, Withdraw) or not distinct(answer.units, here):
        return Refusal("10.4.4", "name a place and the Units of the retreating side that go there")
    going = [here[u] for u in answer.units]
    if answer.to == FORT:
        if not all(may_use_fort(scene, fight, p) for p in going):
            return Refusal("10.4.10", "those Units have no right to the fort")
        if len(going) > room(scene, fight.place):
            return Refusal("10.4.11", f"the fort takes {room(scene, fight.place)} more")
        rest = [p for p in pieces if p.id not in answer.units and not to[p.side or ""]]
        if len(rest) > room(scene, fight.place) - len(going):
            return Refusal("10.4.21", "others would have nowhere to go")
        return None
    if any(answer.to not in to[p.side or ""] for p in going):
        return Refusal("10.4.6", f"`{answer.to}` is no adjacent friendly place free of enemies")
    return None


def _ways(scene: Scene, fight: Fight, pieces: Sequence[Piece]) -> Iterator[Answer]:
    """All to one place, or as many as the fort takes, Leaders or Soldiers first."""
    free = [p for p in pieces if may_use_fort(scene, fight, p)]
    space, refuge = room(scene, fight.place), _refuges(scene, fight, pieces)
    seen: set[Withdraw] = set()
    for leaders_first in (True, False):
        order = sorted(free, key=lambda p: (is_leader(scene, p) != leaders_first, p.id))
        need = [p for p in order if not refuge[p.side or ""]]
        chosen = [*need, *(p for p in order if p not in need)][:space]
        answer = Withdraw(FORT, tuple(sorted(p.id for p in chosen)))
        if chosen and answer not in seen:
            seen.add(answer)
            yield answer
    for to in dict.fromkeys(t for p in pieces for t in refuge[p.side or ""]):
        yield Withdraw(to, tuple(p.id for p in pieces if to in refuge[p.side or ""]))


# -- without a way -----------------------------------------------------------------------------------------------------
@carries("10.4.15", "Card30.1")
def nearest_friendly(scene: Scene, place: str, who: str) -> list[str]:
    """The friendly controlled Spaces fewest links away, of any kind, without enemies in them (Card30.1)."""
    seen, edge = {place}, [place]
    while edge:
        edge = list(dict.fromkeys(t for p in edge for t, _ in neighbours(scene, p) if t not in seen))
        seen.update(edge)
        good = [p for p in edge if p in facts(scene).forts and controls(scene, who, p) and not hostile(scene, p, who)]
        if good:
            return good
    return []
