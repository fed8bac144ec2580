"""What things are worth to a player: areas, the head of Nobunaga, attacks, marches, armies placed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Combat, Command, Move, Reinforce
from compiler.rules.road_to_honganji.ch04_clans import rebels_by_ending
from compiler.rules.road_to_honganji.ch07_movement import bad_origin, movable, ways
from compiler.rules.road_to_honganji.ch08_combat import ready_units
from compiler.rules.road_to_honganji.ch09_victory import score
from compiler.rules.road_to_honganji.danger import danger
from compiler.rules.road_to_honganji.facts import NEUTRAL, NOBUNAGA, ODA
from compiler.rules.road_to_honganji.field import (
    armies_of,
    beside,
    controlled,
    controller,
    facts,
    generals_of,
    hand,
    is_vassal,
    on_map,
    other_clans,
    players,
    unit,
    units_in,
)
from compiler.rules.road_to_honganji.odds import outlook, strength

POINT = 8.0  # what a victory point is worth; a unit is worth 1
LEADER = 30.0  # who loses his leader is out
DEATH = 0.4  # of the leaders whose whole stack is hit so many die
HUNGER = {1: 4.0, 2: 10.0, 3: 24.0, 4: 38.0, 5: 48.0, 6: 60.0}  # what the fall of Nobunaga is worth: else all lose
PETITION = 2.5  # what the petition of one turn is worth, which a rebel gives up
TURNS = 5  # how long a game lasts, mostly
HATE = {ODA: 0.6, NEUTRAL: 0.3}  # how much the loss of a unit of a clan is worth; that of a rival more
PROGRESS = 0.4  # what part of the head a guard that falls before it is worth
FUTILE = 2.0  # what a card is worth that is spent on an attack without a general, or a march to where we are
FREED = 0.8  # what it is worth that a unit is no longer held where it stands
FAR = 1.2  # what it costs, area by area, that a stack is farther from home than a march
KEPT = 0.5  # what part of a danger is reckoned with: it may not come


def turn(scene: Scene) -> int:
    return int(scene.table.tracks[facts(scene).turn])


# -- areas and people --------------------------------------------------------------------------------------------------
def ahead(scene: Scene, me: str, other: str) -> int:
    """By how many points another player leads."""
    return score(scene, other) - score(scene, me)


def rivalry(scene: Scene, me: str, clan: str) -> float:
    """How much it helps a player that a unit of a clan is lost."""
    if clan == me:
        return -2.0
    if clan in players(scene):
        return 1.2 + 0.25 * max(-2, min(4, ahead(scene, me, clan)))
    return HATE.get(clan, 0.4)


def prize(scene: Scene, me: str, clan: str, area: str) -> float:
    """What it is worth to a player that a clan takes an area from its controller."""
    points, now = facts(scene).points[area], controller(scene, area)
    if now == clan:
        return 0.0
    hurt = points * (2.0 + max(-1, min(3, ahead(scene, me, now)))) if now in players(scene) and now != me else 0.0
    if clan == me:
        return POINT * points + hurt
    if now == me:
        return -POINT * points - 4
    return 1.2 * hurt if now in players(scene) else 0.2


def head_of_nobunaga(scene: Scene, me: str, clan: str) -> float:
    """What the fall of Nobunaga by a clan is worth to a player."""
    want = HUNGER[turn(scene)]
    if clan == me:
        return want + POINT
    leading = all(ahead(scene, me, other) <= 0 for other in players(scene))
    return want * (0.8 if leading else 0.5)


def rebelling(scene: Scene, clan: str, area: str) -> float:
    """What it costs a clan to end a movement in an area: the petitions to come, and every vassal against it."""
    if not rebels_by_ending(scene, clan, area):
        return 0.0
    petitions = PETITION * max(0, TURNS - turn(scene))
    neighbours = sum(is_vassal(scene, seat) for seat in players(scene) if seat != clan)
    return petitions + (0.7 * neighbours * max(1, 5 - turn(scene)) if on_map(scene, NOBUNAGA) else 1.0)


# -- attacks -----------------------------------------------------------------------------------------------------------
def attack(
    scene: Scene, command: Command, area: str, units: Sequence[str], target: str, there: Sequence[str] | None = None
) -> float:
    """What an attack of some units on a clan in an area is worth to the player who commands.

    `there` are the defenders, where they will be others than now.
    """
    me, clan, known = command.seat, command.clan, facts(scene)
    there = units_in(scene, target, area) if there is None else there
    ours, defence = strength(scene, units, command.bonus), strength(scene, there)
    seen = outlook(ours, defence, known.sides_of_a_die, answered=command.answered)
    value = seen.kills * rivalry(scene, me, target) - seen.losses * (1.1 if clan == me else 0.2)
    if not ours.dice:
        return value - FUTILE
    share = seen.clear + 0.15 * seen.kills / max(1, defence.units)
    if controller(scene, area) in (target, clan):
        keep = 1 - KEPT * danger(scene, clan, area, units) if clan == me else 1.0
        value += prize(scene, me, clan, area) * share * keep
    if clan == me and is_pinned(scene, clan, area):
        value += FREED * len(units) * seen.clear
    if NOBUNAGA in there:
        value += head_of_nobunaga(scene, me, clan) * (seen.clear + PROGRESS * seen.kills / defence.units)
    if known.leaders.get(target) in there and target in players(scene):
        value += DEATH * seen.clear * (2 * POINT if target != me else -LEADER)
    if clan == me and known.leaders[me] in units:
        value -= LEADER * DEATH * seen.ruin
    return value


def is_pinned(scene: Scene, clan: str, area: str) -> bool:
    """Whether units of a clan stand there already and others hold them."""
    return bool(units_in(scene, clan, area)) and bool(other_clans(scene, clan, area))


def best_attack(scene: Scene, command: Command, area: str, units: Sequence[str]) -> float:
    targets = other_clans(scene, command.clan, area)
    return max((attack(scene, command, area, units, target) for target in targets), default=0.0)


# -- marches -----------------------------------------------------------------------------------------------------------
def marchers(scene: Scene, clan: str, origin: str) -> list[str]:
    """Who could go from an area, the best first: generals by military value, then armies; one unit stays."""
    able = sorted(movable(scene, clan, origin), key=lambda id: (-unit(scene, id).military, unit(scene, id).listed))
    stay = len(units_in(scene, clan, origin)) - len(able)
    return able if stay >= facts(scene).left_behind else able[: stay - facts(scene).left_behind]


def parties(scene: Scene, clan: str, origin: str) -> list[list[str]]:
    """The groups worth thinking of: everybody, all but the leader, one general with some armies or all of them."""
    everybody = marchers(scene, clan, origin)
    leader = facts(scene).leaders.get(clan)
    generals, armies = generals_of(scene, everybody), armies_of(scene, everybody)
    found = [everybody, [id for id in everybody if id != leader], armies[:1]]
    for chief in generals[:3]:
        helpers = [id for id in generals if id not in (chief, leader)]
        found += [[chief, *armies], [chief, *armies[:2]], [chief, *helpers[:1], *armies], [chief, *helpers]]
    return [list(group) for group in dict.fromkeys(tuple(group) for group in found if group)]


def march(scene: Scene, command: Command, move: Move) -> tuple[float, list[str]]:
    """What a movement promises, and who had best go."""
    key = ("march", command, move)
    return scene.memo_many(key, lambda: _march(scene, command, move))


def _march(scene: Scene, command: Command, move: Move) -> tuple[float, list[str]]:
    clan = command.clan
    if clan != command.seat:
        everybody = marchers(scene, clan, move.origin)
        return arrival(scene, command, move.to, everybody), everybody
    groups = parties(scene, clan, move.origin)
    valued = [(promise(scene, command, move, group), n) for n, group in enumerate(groups)]
    value, n = max(valued, key=lambda pair: (pair[0], -pair[1]), default=(-LEADER, -1))
    return value, groups[n] if n >= 0 else []


def arrival(scene: Scene, command: Command, to: str, group: Sequence[str]) -> float:
    """What it is worth that a group comes to an area."""
    clan, me = command.clan, command.seat
    if other_clans(scene, clan, to):
        value = best_attack(scene, command, to, [*group, *ready_units(scene, clan, to)])
        return value - rebelling(scene, clan, to)
    if controller(scene, to) == clan or units_in(scene, clan, to):  # ours, or as good as ours
        return 0.0
    company = [*group, *units_in(scene, clan, to)]
    return prize(scene, me, clan, to) * (1 - KEPT * danger(scene, clan, to, company) if clan == me else 1.0)


def promise(scene: Scene, command: Command, move: Move, group: Sequence[str]) -> float:
    """What a group of the own clan gains where it goes, less what it leaves behind in danger, the leader above all."""
    me, origin, to = command.clan, move.origin, move.to
    here = units_in(scene, me, origin)
    left = [id for id in here if id not in group]
    then = [*group, *units_in(scene, me, to)]
    bared = danger(scene, me, origin, left) - danger(scene, me, origin, here)
    far = len(ways(scene, me, origin, command.reach).get(to, ())) - facts(scene).movement
    value = arrival(scene, command, to, group) - 0.1 * len(group) - max(0, far) * FAR
    if controller(scene, origin) == me:
        value -= KEPT * POINT * facts(scene).points[origin] * bared
    if units_in(scene, me, to) and not other_clans(scene, me, to):  # to help, or to gather for a blow
        helped = danger(scene, me, to, units_in(scene, me, to)) - danger(scene, me, to, then)
        value += KEPT * POINT * facts(scene).points[to] * helped
        value += 0.12 * len(group) * (front(scene, me, to) - front(scene, me, origin)) - FUTILE
    leader = facts(scene).leaders[me]
    if leader in group:
        value -= KEPT * DEATH * LEADER * (danger(scene, me, to, then) - danger(scene, me, origin, here))
    elif leader in here:
        value -= KEPT * DEATH * LEADER * bared
    return value


def front(scene: Scene, me: str, area: str) -> float:
    """How much there is to win from an area: what others hold beside it, Nobunaga counting more every turn."""
    return scene.memo_many(("front", me, area), lambda: _front(scene, me, area))


def _front(scene: Scene, me: str, area: str) -> float:
    total = 0.0
    for near in beside(scene, area):
        who = controller(scene, near)
        if who == me:
            continue
        friends = is_vassal(scene, me) and (who == ODA or is_vassal(scene, who))
        total += 0.3 if friends else 1.0
        if NOBUNAGA in units_in(scene, ODA, near):
            total += HUNGER[turn(scene)] / 10
    return total


# -- placing -----------------------------------------------------------------------------------------------------------
def army_worth(scene: Scene, me: str, answer: Reinforce, *, ready: bool = False) -> float:
    """What one more army in an area is worth: where something is to be held, or to be won."""
    if answer.clan == me:
        return own_army_worth(scene, me, answer.area) + (0.8 if ready else 0.0)
    if answer.clan == NEUTRAL:
        return neutral_army_worth(scene, me, answer.area)
    near = [other for area in beside(scene, answer.area) for other in other_clans(scene, answer.clan, area)]
    return 1.0 + (0.8 if ODA in near else 0.0) - (0.9 if me in near else 0.0)


def own_army_worth(scene: Scene, me: str, area: str) -> float:
    here, known = units_in(scene, me, area), facts(scene)
    more = [*here, *armies_of(scene, units_in(scene, me, area))[:1]] or here
    if len(more) == len(here):  # no army there to take as a pattern: any unit without a value of its own will do
        more = [*here, *(id for id, printed in known.units.items() if not printed.general)][: len(here) + 1]
    safer = danger(scene, me, area, here) - danger(scene, me, area, more)
    value = 1.5 + KEPT * POINT * known.points[area] * max(0.0, safer)
    if known.leaders[me] in here:
        value += KEPT * DEATH * LEADER * max(0.0, safer) + 0.2
    led = any(not unit(scene, id).defending for id in generals_of(scene, here))
    return value + (0.15 * min(5.0, front(scene, me, area)) if led else 0.0)


def neutral_army_worth(scene: Scene, me: str, area: str) -> float:
    """It holds those who stand with it; only a strong rival is worth a card."""
    value = 0.0
    for clan in other_clans(scene, NEUTRAL, area):
        value += len(units_in(scene, clan, area)) * (0.35 * rivalry(scene, me, clan) if clan != me else -1.0)
    return value - 0.5


def deed_worth(scene: Scene, command: Command, deed: Any) -> float:
    """What one thing is worth that a player lets a clan do."""
    if isinstance(deed, Move):
        return march(scene, command, deed)[0]
    if isinstance(deed, Combat):
        return best_attack(scene, command, deed.area, ready_units(scene, command.clan, deed.area))
    return army_worth(scene, command.seat, deed)


# -- the blow against Nobunaga -----------------------------------------------------------------------------------------
def strike(scene: Scene, me: str, guards_gone: int) -> float:
    """What the best attack on Nobunaga is worth that a player could make now, with so many guards less."""
    return scene.memo_many(("strike", me, guards_gone), lambda: _strike(scene, me, guards_gone))


def _strike(scene: Scene, me: str, guards_gone: int) -> float:
    if not on_map(scene, NOBUNAGA):
        return 0.0
    area = scene.table.pieces[NOBUNAGA].place
    guard = units_in(scene, ODA, area)
    there = [*armies_of(scene, guard)[guards_gone:], *generals_of(scene, guard)]
    command, best = Command(me, me, facts(scene).movement), 0.0
    for origin in controlled(scene, me):
        if bad_origin(scene, me, origin) is None and area in ways(scene, me, origin, command.reach):
            group = [*marchers(scene, me, origin), *ready_units(scene, me, area)]
            value = attack(scene, command, area, group, ODA, there) - rebelling(scene, me, area)
            best = max(best, value)
    return best


def weakened(scene: Scene, me: str, guards: int) -> float:
    """What it is worth that Nobunaga has fewer guards: to all a little, more to him who can strike at once."""
    if not on_map(scene, NOBUNAGA):
        return 0.0
    shared = 0.03 * guards * HUNGER[turn(scene)]
    if len(hand(scene, me)) < 2:
        return shared
    return shared + 0.8 * (strike(scene, me, guards) - strike(scene, me, 0))
