"""Section 10.3: one round of field combat, and 13.3: combat at sea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler.model.table import Piece
from compiler.play.ask import Flow, decide, dice
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.mechanics.volleys import added, dice_of, hits_of, lowest
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import Matter, owner, owner_of_space
from compiler.rules.a_most_dangerous_time.ch10_camps import (
    Fight,
    at_sea,
    camp,
    command_of,
    commander_of,
    sharing,
    stand_by,
)
from compiler.rules.a_most_dangerous_time.ch10_initiative import who_fires
from compiler.rules.a_most_dangerous_time.ch10_losses import Hits, fate, hits_for_all, lose_soldier, take_losses, toll
from compiler.rules.a_most_dangerous_time.ch10_retreat import Flight, ask_retreat, carry_out, joint
from compiler.rules.a_most_dangerous_time.ch15_fortune import holder, pass_fortune
from compiler.rules.a_most_dangerous_time.facts import FIELD, SEA, facts
from compiler.rules.a_most_dangerous_time.field import bravery, is_leader, three, unsupplied
from compiler.rules.a_most_dangerous_time.told import player, say, side, tell_duel, tell_fire

KEEP, ACTIVE_DICE, OTHER_DICE = "keep", "reroll_active", "reroll_other"


@dataclass(frozen=True, slots=True)
class Volley:
    """Dice that are rolled together: what is added to each, and the lowest that hits."""

    dice: int
    add: int
    hit: int
    what: str


@dataclass(frozen=True, slots=True)
class Reroll(Matter):
    """Whether dice are rolled again: the active Faction, the hits of the other side and of this one."""

    active: str = ""
    hits: tuple[int, int] = (0, 0)


@carries("10.3.4", "8.41.1", "8.41.2")
def is_duel(scene: Scene, fight: Fight) -> bool:
    """One Soldier against one Soldier (10.3.4)."""
    return all(len(side := camp(scene, fight, mine)) == 1 and not is_leader(scene, side[0]) for mine in (True, False))


def duel(scene: Scene, fight: Fight) -> Flow[None]:
    """A die each: the lower goes to its box, equal dice take both; Good Fortune may have one rolled again (10.3.4)."""
    rolled: dict[bool, int] = {}
    for mine in (True, False):
        (rolled[mine],) = yield from dice(scene, "die", purpose="duel", rule="10.3.4")
    hits = {mine: int(rolled[mine] >= rolled[not mine]) for mine in (True, False)}
    again = yield from ask_reroll(scene, fight, (True, False), hits)
    if again is not None:
        (rolled[again],) = yield from dice(scene, "die", purpose="duel", rule="15.6(2).1")
    tell_duel(scene, fight, rolled)
    ones = {mine: camp(scene, fight, mine)[0].id for mine in (True, False)}
    for mine in (True, False):
        if rolled[mine] <= rolled[not mine]:
            yield from lose_soldier(scene, fight, mine, ones[mine])


@carries("10.3.3", "10.3(7).1", "10.3.2", "10.3.x3", "10.3.1")
def rounds(scene: Scene, fight: Fight) -> Flow[None]:
    """Rounds without limit, until the two sides no longer share the field (10.3.2)."""
    while sharing(scene, fight):
        if is_duel(scene, fight):
            yield from duel(scene, fight)
        else:
            yield from one_round(scene, fight)


@carries("10.3.x4", "10.3(1).1", "10.3(4).1", "10.3(6).1", "13.3(3).2", "13.3.1", "13.3.x1")
def one_round(scene: Scene, fight: Fight) -> Flow[None]:
    """Retreat questions, initiative, fire, losses, Leaders, retreat, in this order (10.3.x4)."""
    flight = yield from ask_retreat(scene, fight)
    fleeing = flight.mine if flight is not None and flight.whole else None
    if flight is not None and not flight.whole:
        stand_by(scene, fight.place, flight.units)  # not fired on while others of their side stay (16.1.5(3).2)
    firing = yield from who_fires(scene, fight, fleeing)
    hits = yield from fire(scene, fight, firing)
    leaders: list[str] = []
    for mine in (True, False):
        if hits[not mine]:
            leaders += yield from suffer(scene, fight, mine, hits[not mine], flight)
    for id in leaders:
        yield from fate(scene, id, "10.3(5).1")
    if flight is not None:
        yield from carry_out(scene, fight, flight)


@carries("16.1.5(3).2", "16.2.9(4).3")
def suffer(scene: Scene, fight: Fight, mine: bool, hits: int, flight: Flight | None) -> Flow[list[str]]:
    """A side takes its hits; what those who stay cannot take falls on those of their side who leave (16.1.5(3).2)."""
    sea = at_sea(scene, fight)
    halved = not sea and not fight.within  # as its dice are
    chief = None if sea else commander_of(scene, fight, mine)
    last = chief.id if chief is not None else None
    force = camp(scene, fight, mine)
    leaders: list[str] = []
    left = hits - hits_for_all(scene, force, halved=halved, chief=last)
    for share in share_out(scene, fight, mine, Hits(force, hits, halved, last)):
        leaders += yield from take_losses(scene, fight, mine, share)
    if flight is not None and not flight.whole and flight.mine == mine and left > 0:
        goers = [scene.table.pieces[id] for id in flight.units]
        seat = owner(scene, goers[0]) if three(scene) else None
        leaders += yield from take_losses(scene, fight, mine, Hits(goers, left, halved, seat=seat))
    return leaders


@carries("16.1.x2")
def share_out(scene: Scene, fight: Fight, mine: bool, hits: Hits) -> list[Hits]:
    """Hits on A and B together, one by one: the cut-off first, the commander last, else who has more (16.1.x2)."""
    if not three(scene) or not joint(scene, fight, mine):
        return [hits]
    parts: dict[str, list[Piece]] = {}
    for piece in hits.pieces:
        parts.setdefault(owner(scene, piece), []).append(piece)
    left = {seat: list(men) for seat, men in parts.items()}
    counts = dict.fromkeys(parts, 0)
    whole = False
    for _ in range(hits.count):
        seat = _next_to_lose(scene, fight, hits, left)
        if seat is None:
            break
        counts[seat] += 1
        alone = not any(men for other, men in left.items() if other != seat)
        bill = toll(scene, left[seat], 1, halved=hits.halved, chief=hits.chief, whole=alone)
        whole = whole or bool(bill.last)
        gone = (*bill.first[: bill.of_first], *bill.rest[: bill.of_rest], *bill.last)
        left[seat] = [p for p in left[seat] if p not in gone]
    shares = {seat: n for seat, n in counts.items() if n}
    return [replace(hits, pieces=parts[seat], count=n, seat=seat, whole=whole) for seat, n in shares.items()]


def _next_to_lose(scene: Scene, fight: Fight, hits: Hits, left: dict[str, list[Piece]]) -> str | None:
    """The player who takes the next hit."""
    holder_of_space = owner_of_space(scene, fight.place)
    plain = {seat: [p for p in men if p.id != hits.chief] for seat, men in left.items()}
    cut_off = [seat for seat, men in plain.items() if hits.halved and any(unsupplied(p) for p in men)]
    open_ = cut_off or [seat for seat, men in plain.items() if men] or [seat for seat, men in left.items() if men]
    return max(open_, key=lambda s: (len(left[s]), s == holder_of_space, s == "anti_oda_a"), default=None)


# -- fire --------------------------------------------------------------------------------------------------------------
def volley(
    scene: Scene, way: str, pieces: Sequence[Piece], what: str, chief: Piece | None = None, *, whole: bool = False
) -> Volley:
    """The dice of some Units of one Clan, or without a modifier, that fire in a way; `whole`: a die for each."""
    fire = facts(scene).fire
    known = fire.ways[way]
    number = len(pieces) if whole else dice_of(scene, known, pieces)
    add = int(added(scene, fire, known, pieces[0], chief).sum)
    return Volley(number, add, lowest(scene, known), what)


@carries(
    "10.3(3).1",
    "10.3(3).2",
    "10.3(3).5",
    "10.3(3).6",
    "15.2.4",
    "10.2(3).7",
    "2.31.8",
    "2.32.3",
    "5.3.6",
    "10.2.x2",
    "10.3(3).3",
    "5.3.11",
)
def volleys(scene: Scene, fight: Fight, mine: bool) -> list[Volley]:
    """The dice of a side: each Leader's command with his bravery, the braver first, then the leaderless."""
    force = camp(scene, fight, mine)
    if at_sea(scene, fight):
        return _at_sea(scene, force)
    found = []
    led: set[str] = set()
    for leader in sorted((p for p in force if is_leader(scene, p)), key=lambda p: (-bravery(scene, p), p.id)):
        command = [leader, *command_of(scene, force, leader.id)]
        led.update(p.id for p in command)
        found.append(volley(scene, FIELD, command, leader.id, leader, whole=fight.within))
    alone = [p for p in force if p.id not in led]
    monks = [p for p in alone if p.side == "ikko_ikki"]
    others = [p for p in alone if p.side != "ikko_ikki"]
    if monks:
        found.append(volley(scene, FIELD, monks, "ikko_ikki", whole=fight.within))
    if others:
        found.append(volley(scene, FIELD, others, "leaderless", whole=fight.within))
    return found


@carries("13.3(3).1", "13.3(1).1", "2.31.9")
def _at_sea(scene: Scene, force: Sequence[Piece]) -> list[Volley]:
    """At sea one die a Unit, hits on 5 and 6, never modified, unless the players gave Murakami their bonus here."""
    pirates = [p for p in force if p.side == "murakami" and scene.option("murakami_fire_bonus")]
    rest = [p for p in force if p not in pirates]
    found = [volley(scene, SEA, pirates, "murakami")] if pirates else []
    return [*found, volley(scene, SEA, rest, "at sea")] if rest else found


def roll_volleys(scene: Scene, some: Sequence[Volley], against: str, rule: str) -> Flow[int]:
    """Roll the dice of a side against another and count the hits."""
    hits = 0
    for each in some:
        rolled = yield from dice(scene, "six_dice", purpose="fire", rule=rule, count=each.dice)
        hits += hits_of(rolled, each.add, each.hit)
        tell_fire(scene, each.what, each.add, each.hit, rolled, against, rule)
    return hits


@carries("10.3(3).4", "15.6(2).1", "10.3(3).7")
def fire(scene: Scene, fight: Fight, firing: Sequence[bool]) -> Flow[dict[bool, int]]:
    """Both sides roll before anybody is lost; Good Fortune may have one side's dice rolled again (15.6(2).1)."""
    hits = {True: 0, False: 0}
    aims = {mine: volleys(scene, fight, mine) for mine in firing}
    for mine in firing:
        hits[mine] = yield from roll_volleys(scene, aims[mine], side(scene, fight, not mine), "10.3(3).1")
    again = yield from ask_reroll(scene, fight, [m for m in firing if aims[m]], hits)
    if again is not None:
        hits[again] = yield from roll_volleys(scene, aims[again], side(scene, fight, not again), "15.6(2).1")
    return hits


def ask_reroll(scene: Scene, fight: Fight, rolled: Sequence[bool], hits: dict[bool, int]) -> Flow[bool | None]:
    """The holder of Good Fortune says whose dice are rolled again, if anybody's."""
    seat = holder(scene)
    if seat is None or not rolled:
        return None
    options = [KEEP, *([ACTIVE_DICE] if True in rolled else []), *([OTHER_DICE] if False in rolled else [])]
    answer = yield from decide(
        scene,
        options,
        topic=Reroll("reroll", fight.place, fight.who, (hits[False], hits[True])),
        seat=seat,
        rule="15.6(2).1",
        about=(fight.place,),
        prompt=f"{counted(hits[True], 'hit')} and {counted(hits[False], 'hit')}: use Good Fortune?",
    )
    if answer == KEEP:
        return None
    again = bool(answer == ACTIVE_DICE)
    say(scene, f"{player(scene, seat)} use Good Fortune: {side(scene, fight, again)} roll again", "15.6(2).1")
    yield from pass_fortune(scene, seat)
    return again
