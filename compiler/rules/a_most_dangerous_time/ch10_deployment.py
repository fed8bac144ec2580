"""Sections 9.7, 10.2(2) and 10.2(3): field or fort, and which Soldiers stand under which Leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.model.event import Marked
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Answer, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import Matter, distinct, listed, owner, seat_of_alliance, whole
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, at_sea, is_active, seat_in
from compiler.rules.a_most_dangerous_time.facts import facts
from compiler.rules.a_most_dangerous_time.field import (
    controller,
    has_fort,
    inside,
    is_daimyo,
    is_leader,
    room,
    three,
    units,
    unsupplied,
)
from compiler.rules.a_most_dangerous_time.hands import put_inside
from compiler.rules.a_most_dangerous_time.loyalty import alliance_of, side_of

FIELD = "field"


@record(frozen=True, slots=True)
class Fort(Action):
    """The Units that are inside the fort; all others of the side are in the field."""

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", listed(self.units))


@record(frozen=True, slots=True)
class Assign(Action):
    """How many Soldiers of a Clan each of its Leaders commands, in the order of the question."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", listed(self.counts))


@carries("9.7.2", "9.7.3", "2.41.4", "8.4.5", "10.2(2).3")
def choose_fort(
    scene: Scene, seat: str, place: str, some: Sequence[Piece], space: int, rule: str, *, stay: bool = False
) -> Flow[list[str]]:
    """Ask which of some Units are inside a fort with so much room, or stay there; no question without room (9.7.2)."""
    if not space or not some:
        return []
    ids = [p.id for p in some]
    words = "stay inside the fort" if stay else f"are inside the fort (room for {space})"

    def bad(answer: Any) -> Refusal | None:
        if not isinstance(answer, Fort) or not distinct(answer.units, ids):
            return Refusal(rule, "name the Units inside the fort, or `field` for none")
        return Refusal("2.41.4", f"the fort has room for {space}") if len(answer.units) > space else None

    answer = yield from decide(
        scene,
        lambda: _garrisons(scene, some, space),
        (bad,),
        topic=Matter("fort", place),
        seat=seat,
        rule=rule,
        stop=FIELD,
        about=(place,),
        prompt=f"{scene.name(place)}: which Units {words}?",
    )
    return [] if answer == FIELD else list(answer.units)


def _garrisons(scene: Scene, some: Sequence[Piece], space: int) -> Iterator[Answer]:
    """As many as fit, or fewer, Soldiers or Leaders first."""
    seen: set[Fort] = set()
    for leaders_first in (False, True):
        order = sorted(some, key=lambda p: (is_leader(scene, p) != leaders_first, p.id))
        for count in range(min(space, len(order)), 0, -1):
            answer = Fort(tuple(p.id for p in order[:count]))
            if answer not in seen:
                seen.add(answer)
                yield answer


@carries(
    "9.7.1",
    "10.2(2).2",
    "10.2(2).4",
    "10.2(2).5",
    "10.2(2).6",
    "10.2(2).12",
    "10.2.x4",
    "10.4.19",
    "2.42.2",
    "2.43.2",
    "10.2(2).1",
    "10.1.9",
)
def deploy(scene: Scene, fight: Fight) -> Flow[None]:
    """Besieged active Units may come out in a relief; then the other side says field or fort (10.2.x4)."""
    place = fight.place
    if not has_fort(scene, place):
        return
    here = units(scene, place)
    shut_in = [u for u in here if inside(u)]
    friends = [u for u in shut_in if side_of(scene, u) == fight.who]
    if friends or any(u.mark("sortied") is not None for u in here):
        yield from _relief(scene, fight, [u for u in friends if is_active(scene, u)])
        return  # the fort is not the besiegers', though all may have come out of it (10.4.19, 10.2(2).10)
    own = side_of(scene, shut_in[0]) if shut_in else ""
    if own and any(not inside(u) and side_of(scene, u) not in (fight.who, own) for u in here):
        return  # besieged by a third side: they keep out of it
    theirs = [u for u in here if side_of(scene, u) != fight.who]
    keep = yield from _inside(scene, fight, theirs, room(scene, place) + len(shut_in))
    for unit in theirs:
        if unit.id in keep:
            put_inside(scene, (unit.id,), "9.7.1")
            continue
        if inside(unit):
            scene.do(Marked(unit.id, "besieged", None, rule="10.2(2).12"))
        scene.do(Marked(unit.id, "defended", True, rule="10.4.10"))


@carries("16.1.x3", "16.2.9(1).5")
def _inside(scene: Scene, fight: Fight, theirs: Sequence[Piece], space: int) -> Flow[list[str]]:
    """Who of the other side is inside; of A and B the player who controls the Space says first (16.1.x3)."""
    seats = list(dict.fromkeys(owner(scene, u) for u in theirs)) if three(scene) else []
    if len(seats) < 2:
        return (yield from choose_fort(scene, seat_in(scene, fight, False), fight.place, theirs, space, "9.7.1"))
    alliance = alliance_of(scene, controller(scene, fight.place))
    first = seat_of_alliance(scene, alliance) if alliance is not None else ""
    keep: list[str] = []
    for seat in sorted(seats, key=lambda s: (s != first, s)):
        men = [u for u in theirs if owner(scene, u) == seat]
        keep += yield from choose_fort(scene, seat, fight.place, men, space - len(keep), "16.1.x3")
    return keep


def _relief(scene: Scene, fight: Fight, friends: Sequence[Piece]) -> Flow[None]:
    """Besieged Units come out to those who came to relieve them, if they like (10.2(2).5)."""
    new = {True: "landed", False: "arrived"}  # by sea into the fort, or into the field (9.8(1).2)
    arrived = any(u.mark(new[inside(u)]) is not None for u in units(scene, fight.place))
    if not arrived or not friends:
        return
    seat = seat_in(scene, fight, True)
    keep = yield from choose_fort(scene, seat, fight.place, friends, len(friends), "10.2(2).5", stay=True)
    for unit in friends:
        if unit.id not in keep:
            scene.do(Marked(unit.id, "besieged", None, rule="10.2(2).5"))
            scene.do(Marked(unit.id, "sortied", True, rule="10.2(2).5"))


# -- command -----------------------------------------------------------------------------------------------------------
@carries("10.2(3).4", "10.2(3).5", "3.1.16", "2.32.9")
def command(scene: Scene, leader: Piece) -> int:
    """Soldiers of his own Clan a Leader commands: a Daimyo 7, a Samurai 3 (10.2(3).4)."""
    return int(facts(scene).numerals.command["daimyo" if is_daimyo(scene, leader) else "samurai"])


@carries("10.2(3).1", "10.2(3).3", "10.2(3).6", "10.2(3).8", "10.2(3).9", "10.2.x1", "10.5.24")
def assign(scene: Scene, fight: Fight, mine: bool) -> Flow[None]:
    """A side puts its Soldiers under Leaders of their Clans, in the field and inside apart (10.2(3).1)."""
    if at_sea(scene, fight):
        return
    for within in (False, True):
        force = [
            u
            for u in units(scene, fight.place)
            if inside(u) == within and u.mark("standing_by") is None and (side_of(scene, u) == fight.who) == mine
        ]
        for clan in dict.fromkeys(u.side or "" for u in force):
            yield from _assign_clan(scene, fight, mine, [u for u in force if u.side == clan])


def _assign_clan(scene: Scene, fight: Fight, mine: bool, force: Sequence[Piece]) -> Flow[None]:
    leaders = [u for u in force if is_leader(scene, u)]
    soldiers = sorted((u for u in force if not is_leader(scene, u)), key=lambda u: (unsupplied(u), u.id))
    if not leaders or not soldiers:
        return
    limits = [command(scene, leader) for leader in leaders]
    total = min(len(soldiers), sum(limits))
    names = ", ".join(scene.game.counters[leader.counter].name.en for leader in leaders)
    answer: Assign = yield from decide(
        scene,
        lambda: _splits(limits, total),
        (lambda a: bad_split(limits, total, a),),
        topic=Matter("assign", fight.place),
        seat=owner(scene, leaders[0]) if three(scene) else seat_in(scene, fight, mine),  # A and B each their own
        rule="10.2(3).1",
        about=(fight.place,),
        prompt=f"{scene.name(fight.place)}: how many of {len(soldiers)} Soldiers under {names}?",
    )
    lords = [leader.id for leader, count in zip(leaders, answer.counts, strict=True) for _ in range(count)]
    led = zip(soldiers, lords, strict=False)  # there may be more Soldiers than they command
    scene.handle(*[Marked(soldier.id, "under", lord, rule="10.2(3).1") for soldier, lord in led])


def bad_split(limits: Sequence[int], total: int, answer: Any) -> Refusal | None:
    """Why Soldiers cannot be divided so."""
    if not isinstance(answer, Assign) or len(answer.counts) != len(limits) or not whole(answer.counts):
        return Refusal("10.2(3).1", "name a number of Soldiers for each Leader")
    for count, most in zip(answer.counts, limits, strict=True):
        if count > most:
            return Refusal("10.2(3).4" if most > 3 else "10.2(3).5", f"he commands at most {most}")
    if sum(answer.counts) != total:
        return Refusal("10.2(3).3", f"{total} Soldiers must be commanded")
    return None


def _splits(limits: Sequence[int], total: int) -> Iterator[Answer]:
    """Each Leader filled first in turn."""
    seen: set[Assign] = set()
    for first in range(len(limits)):
        left, counts = total, [0] * len(limits)
        for n in (*range(first, len(limits)), *range(first)):
            counts[n] = min(left, limits[n])
            left -= counts[n]
        answer = Assign(tuple(counts))
        if answer not in seen:
            seen.add(answer)
            yield answer
