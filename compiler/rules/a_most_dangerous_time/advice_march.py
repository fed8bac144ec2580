"""Advice for armies on the march: what a Space is worth, whom to attack, what must not be left."""

from __future__ import annotations

from compiler.play.ask import Answer
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import DONE
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie, points
from compiler.rules.a_most_dangerous_time.ch10_camps import is_active
from compiler.rules.a_most_dangerous_time.facts import ANTI, KYO, NEUTRAL, ODA, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import (
    controller,
    everywhere,
    fort_value,
    held_by,
    hostile,
    inside,
    of_faction,
    units,
)
from compiler.rules.a_most_dangerous_time.loyalty import faction, fallen


def march_value(scene: Scene, who: str, place: str, option: Answer) -> float:
    """A march with the odds, a storm of a fort held by few; nothing for walking about."""
    if isinstance(option, March):
        led = sum(1 for id in option.units if id in facts(scene).leaders) if len(option.units) > 3 else 0
        return _march(scene, who, option) + 0.02 * len(option.units) + 0.03 * led  # together, and with their Leaders
    if isinstance(option, Activate):
        mine = sum(1 for u in units(scene, option.place) if not inside(u)) - len(hostile(scene, option.place, who))
        return 2.5 if mine > 2 * len(hostile(scene, option.place, who)) else -0.5
    if isinstance(option, Sortie):
        return -0.5
    if isinstance(option, Force):
        return 0.4 if points(scene) == 0 else -0.5
    return 0.3 if option == DONE else -0.2


def _march(scene: Scene, who: str, option: March) -> float:
    to = option.path[-1]
    foes, friends = hostile(scene, to, who), of_faction(scene, to, who)
    force = len(option.units) + len(friends)
    risk = _left_bare(scene, who, option)
    if to in facts(scene).forts and held_by(scene, to) != who:
        prey = worth_of(scene, to) + _plan(scene, who, to) - _anger(scene, who, to)
        return prey - risk if _could_meet(scene, who, to) > 2 * len(foes) + 1 or not foes else -1.0
    if foes:
        return 1.5 - risk if force > 1.5 * len(foes) else -2.0
    if to in facts(scene).waypoints and force > facts(scene).numerals.waypoint_limit:
        return -0.5  # who is over four when the impulse ends is lost
    if not friends and is_key(scene, to):
        return 2.5 + (1.5 if in_danger(scene, to, who) else 0.0) - risk  # nobody keeps it yet
    return _approach(scene, who, option, force) - risk


def _approach(scene: Scene, who: str, option: March, force: int) -> float:
    """Nearer to prey than before, and more together; one man alone goes nowhere."""
    near = max((_prey(scene, who, p) for p, _ in facts(scene).links[option.path[-1]]), default=0.0)
    back = max((_prey(scene, who, p) for p, _ in facts(scene).links[option.path[0]]), default=0.0)
    gathers = 0.4 if force > len(of_faction(scene, option.path[0], who)) else 0.0
    if near <= 0.0 or len(option.units) < 2:
        return 0.0
    return 0.15 * (near - back) + (gathers if near >= back else 0.0)


def _could_meet(scene: Scene, who: str, place: str) -> int:
    """Units of this impulse that stand in a place or next to it."""
    near = (place, *(p for p, _ in facts(scene).links[place]))
    return sum(1 for p in near for u in of_faction(scene, p, who) if is_active(scene, u) and not inside(u))


def worth_of(scene: Scene, space: str) -> float:
    """What holding a Space is worth: Kyo most, then Home Castles, then strong forts."""
    known = facts(scene)
    if space not in known.forts:
        return 0.0
    home = any(space in spaces for spaces in known.homes.values())
    return 2.0 + fort_value(scene, space) + (6.0 if space == KYO else 3.0 if home else 0.0)


def is_key(scene: Scene, space: str) -> bool:
    """Kyo and the Home Castles: what is not left without a man."""
    return space == KYO or any(space in spaces for spaces in facts(scene).homes.values())


def _prey(scene: Scene, who: str, place: str) -> float:
    """What could be taken in a place next to an army."""
    if place not in facts(scene).forts or held_by(scene, place) == who:
        return 0.0
    return scene.memo(
        ("prey", who, place), lambda: worth_of(scene, place) + _plan(scene, who, place) - _anger(scene, who, place)
    )


def _plan(scene: Scene, who: str, space: str) -> float:
    """Oda go for the weakest Clan of the ring until it is broken; the others go where friends of theirs are near."""
    if who == ODA:
        return 3.0 if controller(scene, space) == _weakest(scene) else 0.0
    friends = sum(1 for p, _ in facts(scene).links[space] if of_faction(scene, p, ANTI))
    return min(3.0, float(friends))


def _weakest(scene: Scene) -> str | None:
    """The Clan with a Home Castle that has the fewest Units left of those at war with Oda."""

    def find() -> str | None:
        ring = [c for c in facts(scene).homes if faction(scene, c) == ANTI and not fallen(scene, c)]
        return min(ring, key=lambda clan: (len(everywhere(scene, clan)), clan), default=None)

    return scene.memo("weakest", find)


def _anger(scene: Scene, who: str, space: str) -> float:
    """What it costs to bring a waiting power or a neutral Clan into the war on the other side."""
    theirs = faction(scene, controller(scene, space))
    if theirs == WAITING:
        return 20.0
    return 4.0 if theirs == NEUTRAL and controller(scene, space) in facts(scene).neutral_clans else 0.0


def _left_bare(scene: Scene, who: str, option: March) -> float:
    """What is risked by leaving a place without a man."""
    start = option.path[0]
    if start not in facts(scene).forts or len(of_faction(scene, start, who)) > len(option.units):
        return 0.0
    return (3.0 if is_key(scene, start) else 0.0) + (1.5 if in_danger(scene, start, who) else 0.1)


def in_danger(scene: Scene, place: str, who: str) -> bool:
    """Whether enemies stand next to a place."""
    return any(not inside(u) for p, _ in facts(scene).links[place] for u in hostile(scene, p, who))
