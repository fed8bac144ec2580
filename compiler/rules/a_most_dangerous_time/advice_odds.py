"""Advice for battles: what a force is worth in the field and before a fort, and where it would be cut off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import comb
from typing import NamedTuple

from compiler.model.table import Piece
from compiler.play.mechanics.ranges import flood
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.advice_guard import theirs
from compiler.rules.a_most_dangerous_time.ch05_communication import reach
from compiler.rules.a_most_dangerous_time.ch10_camps import active_in
from compiler.rules.a_most_dangerous_time.facts import ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import (
    bravery,
    fort_value,
    held_by,
    hostile,
    inside,
    is_daimyo,
    is_leader,
    unsupplied,
)

SIDES = 6  # of a die
FIELD_ODDS = 1.5  # men for each enemy where there are no walls
OVERWHELMING = 2.0  # the odds at which men go where they are cut off


class Power(NamedTuple):
    """Men in the field: hits a round, hits they can take, and what their commander adds to initiative."""

    fire: float = 0.0
    body: float = 0.0
    lead: int = 0


NONE = Power()


def force_of(scene: Scene, some: Iterable[Piece], *, cut_off: bool = False) -> Power:
    """What some Units are worth in a field combat: Leaders with their commands, then men without one.

    `cut_off`: all of them are out of communication, marked or not; else those count so that are marked.
    """
    leaders, men, monks, out = [], 0, 0, 0
    for unit in some:
        out += cut_off or unsupplied(unit)
        if is_leader(scene, unit):
            leaders.append((bravery(scene, unit), is_daimyo(scene, unit)))
        elif unit.side == "ikko_ikki":
            monks += 1
        else:
            men += 1
    count = len(leaders) + men + monks
    if not count:
        return NONE
    command = facts(scene).numerals.command
    hits = 0.0
    for brave, great in sorted(leaders, reverse=True):
        led = min(men, command["daimyo" if great else "samurai"])
        men -= led
        hits += (1 + led) * min(SIDES, 1 + brave)
    hits += men + 2 * monks
    share = 1 - 0.5 * out / count  # two of those cut off roll one die, and go for one hit
    lead = max((brave + great for brave, great in leaders), default=0)
    return Power(hits / SIDES * share, count * share, lead)


def odds(mine: Power, theirs: Power) -> float:
    """How a field combat stands: fire by staying power, the better commander firing alone more often."""
    if not theirs.fire:
        return 9.0
    lead = max(-3, min(3, mine.lead - theirs.lead))
    return (mine.fire * mine.body) / (theirs.fire * theirs.body) * (1.25**lead)


# -- sieges ------------------------------------------------------------------------------------------------------------
def wall(scene: Scene, place: str, who: str) -> float:
    """The chance that a die of those who would defend a fort against a Faction hits."""

    def find() -> float:
        foes = hostile(scene, place, who)
        best = max((bravery(scene, u) for u in foes if is_leader(scene, u)), default=0)
        monks = sum(1 for u in foes if u.side == "ikko_ikki") / max(1, len(foes))
        return min(1.0, (1 + fort_value(scene, place) + best + monks) / SIDES)

    return scene.memo(("wall", place, who), find)


def storm_value(scene: Scene, who: str, place: str, prize: float, price: float) -> float:
    """What a storm now can be expected to bring: men taken, the fort if it falls, less the men it costs."""
    besiegers = [u for u in active_in(scene, place) if not inside(u) and u.mark("standing_by") is None]
    shut_in = sum(1 for u in hostile(scene, place, who) if inside(u))
    out = sum(1 for u in besiegers if unsupplied(u))
    lost = shut_in * wall(scene, place, who) * (2 if 2 * out > len(besiegers) else 1)
    dice = max(0, round(len(besiegers) - out / 2 - lost))
    return dice / SIDES + prize * at_least(dice, shut_in) - price * lost


def at_least(dice: int, hits: int) -> float:
    """The chance of so many sixes or more with so many dice."""
    ways = sum(comb(dice, n) * int((SIDES - 1) ** (dice - n)) for n in range(hits, dice + 1))
    return float(ways / SIDES**dice)


def enough(scene: Scene, who: str, place: str, foes: int) -> float:
    """How many men it takes to sit down before a fort that so many hold, and to storm it with hope."""
    if not fort_value(scene, place):
        return FIELD_ODDS * foes + 0.5
    return foes * (1 + (3 if who == ODA else 4) * wall(scene, place, who)) + 0.5


# -- communication -----------------------------------------------------------------------------------------------------
def linked(scene: Scene, clan: str, place: str) -> bool:
    """Whether Units of a Clan that come to a place by land would have a line (5.2.6)."""

    def find() -> bool:
        known, found = facts(scene), reach(scene, clan)
        near = known.near.by_land.get(place, ())
        return place in found.ends or known.off_board.get(place) == clan or not found.joined.isdisjoint(near)

    return scene.memo(("linked", clan, place), find)


def all_linked(scene: Scene, ids: Sequence[str], place: str) -> bool:
    """Whether all of some Units would have a line in a place."""
    pieces = scene.table.pieces
    return all(linked(scene, clan, place) for clan in {pieces[id].side or "" for id in ids if id != SHOGUN})


BARRED = 5  # what a place in the enemy's hands adds to a way


def way_through(scene: Scene, who: str, clan: str) -> Mapping[str, tuple[int, int]]:
    """The shortest way from each place to one where a Clan has a line: places to be taken on it, and its length."""

    def find() -> Mapping[str, tuple[int, int]]:
        forts, near = facts(scene).forts, facts(scene).near.by_land
        free = {p for p in near if not theirs(scene, p, who) and (p not in forts or held_by(scene, p) == who)}
        found: dict[str, tuple[int, int]] = {}
        queue = [(0, 0, p) for p in near if p in free and linked(scene, clan, p)]
        heapify(queue)
        while queue:
            far, barred, here = heappop(queue)
            if here in found:
                continue
            found[here] = (barred, far)
            for there in near[here]:
                if there not in found:
                    shut = there not in free
                    heappush(queue, (far + 1 + BARRED * shut, barred + shut, there))
        return found

    return scene.memo(("way through", clan, who), find)


def way_home(scene: Scene, who: str, clan: str) -> Mapping[str, int]:
    """How far each place is from one where a Clan has a line, by places that no enemy bars."""

    def find() -> Mapping[str, int]:
        forts, near = facts(scene).forts, facts(scene).near.by_land
        free = {p for p in near if not theirs(scene, p, who) and (p not in forts or held_by(scene, p) == who)}
        ways = {p: tuple(q for q in some if q in free) for p, some in near.items()}
        return flood(ways, [p for p in near if p in free and linked(scene, clan, p)])

    return scene.memo(("way home", clan, who), find)
