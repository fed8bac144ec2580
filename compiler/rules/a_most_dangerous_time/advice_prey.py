"""Advice on what to go for: what a Space is worth, by how the game is won, who holds it and what it opens."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.advice_guard import stake
from compiler.rules.a_most_dangerous_time.advice_odds import linked, way_through
from compiler.rules.a_most_dangerous_time.asking import active_seat
from compiler.rules.a_most_dangerous_time.facts import ANTI, KYO, NEUTRAL, ODA, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import (
    controller,
    everywhere,
    fort_value,
    four,
    game_kind,
    held_by,
    of_faction,
)
from compiler.rules.a_most_dangerous_time.loyalty import faction, fallen, waiting
from compiler.rules.a_most_dangerous_time.near import LANE

OWN_AIM = 16.0  # with four players: what wins the game for one of them
MOUNT_HIEI = "mt_hiei"  # whoever of Oda storms it calls the powers in sooner (15.4.8)


def worth_of(scene: Scene, space: str) -> float:
    """What holding a Space is worth: Kyo most, then Home Castles, then strong forts."""
    known = facts(scene)
    if space not in known.forts:
        return 0.0
    home = any(space in spaces for spaces in known.homes.values())
    return 2.0 + fort_value(scene, space) + (6.0 if space == KYO else 3.0 if home else 0.0)


def prey(scene: Scene, who: str) -> Mapping[str, float]:
    """What each place is worth to him who takes it; nothing where that would be folly."""

    def weigh(place: str) -> float:
        if place not in facts(scene).forts or held_by(scene, place) == who:
            return 0.0
        lost = stake(scene, place, who)  # what was ours is to be ours again
        worth = worth_of(scene, place) + lost + _aim(scene, who, place) + _plan(scene, who, place)
        return worth + opens(scene, who, place) - _anger(scene, who, place)

    return scene.memo(("prey", who), lambda: {place: weigh(place) for place in facts(scene).links})


def _aim(scene: Scene, who: str, space: str) -> float:
    """What decides the game against the enemy; with four players each lord of Oda has an aim of his own."""
    if who == ODA:
        if game_kind(scene) == "short":
            return 3.0 if facts(scene).forts[space] in facts(scene).numerals.short_game["levels"] else 0.0
        lord = lord_of(scene, space)
        return 0.0 if lord is None else OWN_AIM if lord == active_seat(scene) else -OWN_AIM
    return stake(scene, space, ODA)


def opens(scene: Scene, who: str, space: str) -> float:
    """What it is worth that men who are cut off come nearer to a line: a Space that is the first on their way."""
    found = 0.0
    for near, way in facts(scene).links[space]:
        mine = of_faction(scene, near, who) if way != LANE else ()
        clan = mine[0].side or "" if mine else ""
        if not mine or linked(scene, clan, near):
            continue
        barred, far = way_through(scene, who, clan).get(near, (0, 0))
        if barred and (far - 1, barred) == way_through(scene, who, clan).get(space, (0, 0))[::-1]:
            found = max(found, min(6.0, float(len(mine))) / barred)
    return found


def lord_of(scene: Scene, space: str) -> str | None:
    """With four players: whose aim a Space is."""
    aims = facts(scene).numerals.targets_of_four if four(scene) else {}
    return next((seat for seat, aim in aims.items() if aim == space), None)


def _plan(scene: Scene, who: str, space: str) -> float:
    """Oda go for the weakest Clan of the ring until it is broken; the others go where friends of theirs are near."""
    if who == ODA:
        weakest = _weakest(scene)
        home = weakest is not None and space in facts(scene).homes[weakest]
        return 6.0 if home else 3.0 if controller(scene, space) == weakest else 0.0
    friends = sum(1 for p, _ in facts(scene).links[space] if of_faction(scene, p, ANTI))
    return min(3.0, float(friends))


def _weakest(scene: Scene) -> str | None:
    """The Clan with a Home Castle that has the fewest Units left of those at war with Oda."""

    def find() -> str | None:
        known = facts(scene)
        ring = [c for c in known.homes if faction(scene, c) == ANTI and not fallen(scene, c)]
        return min(ring, key=lambda clan: (len(everywhere(scene, clan)), clan), default=None)

    return scene.memo("weakest", find)


def _anger(scene: Scene, who: str, space: str) -> float:
    """What it costs to bring a waiting power or a neutral Clan into the war on the other side."""
    theirs = faction(scene, controller(scene, space))
    if theirs == WAITING:
        return 4.0 if who == ODA and lord_of(scene, space) == active_seat(scene) else 20.0
    if who == ODA and space == MOUNT_HIEI and any(waiting(scene, power) for power in facts(scene).powers):
        return 12.0
    return 4.0 if theirs == NEUTRAL and controller(scene, space) in facts(scene).neutral_clans else 0.0
