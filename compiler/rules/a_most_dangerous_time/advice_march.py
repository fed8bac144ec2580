"""Advice for armies on the march: what a Space is worth, whom to attack, what must not be left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.play.ask import Answer
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.advice_guard import (
    DECISIVE,
    apart,
    exposes_head,
    guards,
    lack,
    ours,
    short_of,
    stake,
    theirs,
)
from compiler.rules.a_most_dangerous_time.asking import DONE, active_seat
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie, points
from compiler.rules.a_most_dangerous_time.ch10_camps import is_active
from compiler.rules.a_most_dangerous_time.facts import ANTI, KYO, NEUTRAL, ODA, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import (
    controller,
    everywhere,
    fort_value,
    four,
    game_kind,
    held_by,
    hostile,
    inside,
    of_faction,
    units,
)
from compiler.rules.a_most_dangerous_time.loyalty import faction, fallen, waiting

FAR = 6  # beyond this an army is not drawn to a Space, unless that decides the game
OWN_AIM = 16.0  # with four players: what wins the game for one of them
CALLED = 4  # men of a power that is called in, at the place where it was
CROWDED = 3.0  # what it is worth to lead men on from a Waypoint that cannot hold them
MOUNT_HIEI = "mt_hiei"  # whoever of Oda storms it calls the powers in sooner (15.4.8)


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
    foes, friends = theirs(scene, to, who), ours(scene, to, who)
    force = len(option.units) + friends
    risk = _left_bare(scene, who, option) + exposes_head(scene, option.units, to, who, force)
    if foes and not friends and all(id in facts(scene).leaders for id in option.units):
        return -1.0  # Leaders do not go before their men
    if to in facts(scene).forts and held_by(scene, to) != who:
        if friends > 3 * foes + 2:
            return -0.2  # enough are there
        prey = _prey(scene, who)[to] - 0.3 * max(0, force - 3 * foes - 3)  # no army for what a few can take
        met = foes if faction(scene, controller(scene, to)) != WAITING else CALLED
        return prey - risk if _could_meet(scene, who, to) > 2 * met + 1 or not met else -1.0
    if foes:
        return 1.5 + stake(scene, to, who) - risk if force > 1.5 * foes else -2.0
    if to in facts(scene).waypoints and force > facts(scene).numerals.waypoint_limit:
        return -0.5  # who is over four when the impulse ends is lost
    coming = [scene.table.pieces[id] for id in option.units]
    relief = lack(scene, to, who) - short_of(scene, to, who, guards(scene, [*of_faction(scene, to, who), *coming]))
    if relief > 0:
        return relief - risk  # what decides the game has too few guards
    return _approach(scene, who, option, force) - risk


def _approach(scene: Scene, who: str, option: March, force: int) -> float:
    """Nearer to prey than before, and more together; one man alone goes nowhere."""
    if len(option.units) < 2:
        return 0.0
    ahead, back = _pull(scene, who, option.path[-1]), _pull(scene, who, option.path[0])
    gathers = 0.4 if force > ours(scene, option.path[0], who) and ahead >= back else 0.0
    return min(1.5, 0.25 * len(option.units)) * (ahead - back) + gathers


def _pull(scene: Scene, who: str, place: str) -> float:
    """How strongly the best prey draws an army in a place: what it is worth, less the farther it is."""

    def find() -> float:
        prey = _prey(scene, who)
        near = [(prey[p], d) for p, d in _near(scene, place)]
        return max([worth / (1 + d) for worth, d in near if d <= FAR or worth > DECISIVE], default=0.0)

    return scene.memo(("pull", place, who), find)


def _near(scene: Scene, place: str) -> Sequence[tuple[str, int]]:
    """The places that may draw an army, each with how far it is."""
    return scene.book.once(("near", place), lambda: [(p, d) for p, d in apart(scene, place).items() if d])


def _could_meet(scene: Scene, who: str, place: str) -> int:
    """Units of this impulse that stand in a place or next to it."""

    def find() -> int:
        near = (place, *(p for p, _ in facts(scene).links[place]))
        return sum(1 for p in near for u in of_faction(scene, p, who) if is_active(scene, u) and not inside(u))

    return scene.memo(("could meet", place, who), find)


def worth_of(scene: Scene, space: str) -> float:
    """What holding a Space is worth: Kyo most, then Home Castles, then strong forts."""
    known = facts(scene)
    if space not in known.forts:
        return 0.0
    home = any(space in spaces for spaces in known.homes.values())
    return 2.0 + fort_value(scene, space) + (6.0 if space == KYO else 3.0 if home else 0.0)


def _prey(scene: Scene, who: str) -> Mapping[str, float]:
    """What each place is worth to him who takes it; nothing where that would be folly."""

    def weigh(place: str) -> float:
        if place not in facts(scene).forts or held_by(scene, place) == who:
            return 0.0
        lost = stake(scene, place, who)  # what was ours is to be ours again
        worth = worth_of(scene, place) + lost + _aim(scene, who, place) + _plan(scene, who, place)
        return worth - _anger(scene, who, place)

    return scene.memo(("prey", who), lambda: {place: weigh(place) for place in facts(scene).links})


def _aim(scene: Scene, who: str, space: str) -> float:
    """What decides the game against the enemy; with four players each lord of Oda has an aim of his own."""
    if who == ODA:
        if game_kind(scene) == "short":
            return 3.0 if facts(scene).forts[space] in facts(scene).numerals.short_game["levels"] else 0.0
        lord = _lord_of(scene, space)
        return 0.0 if lord is None else OWN_AIM if lord == active_seat(scene) else -OWN_AIM
    return stake(scene, space, ODA)


def _lord_of(scene: Scene, space: str) -> str | None:
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
        return 4.0 if who == ODA and _lord_of(scene, space) == active_seat(scene) else 20.0
    if who == ODA and space == MOUNT_HIEI and any(waiting(scene, power) for power in facts(scene).powers):
        return 12.0
    return 4.0 if theirs == NEUTRAL and controller(scene, space) in facts(scene).neutral_clans else 0.0


def _left_bare(scene: Scene, who: str, option: March) -> float:
    """What is risked by leaving a place with too few men, or with none; it is well to leave one that is too full."""
    start = option.path[0]
    here = ours(scene, start, who)
    if start in facts(scene).waypoints:
        return -CROWDED if here > facts(scene).numerals.waypoint_limit else 0.0
    left = max(0, here - len(option.units))
    stay = guards(scene, [u for u in of_faction(scene, start, who) if u.id not in option.units])
    risk = short_of(scene, start, who, stay) - lack(scene, start, who)
    if risk and stake(scene, start, who) >= DECISIVE:
        risk += 2 * DECISIVE  # nobody goes from there, not one by one either
    if start in facts(scene).forts and not left:
        risk += 1.5 if in_danger(scene, start, who) else 0.1
    return risk


def in_danger(scene: Scene, place: str, who: str) -> bool:
    """Whether enemies stand next to a place."""

    def find() -> bool:
        return any(not inside(u) for p, _ in facts(scene).links[place] for u in hostile(scene, p, who))

    return scene.memo(("in danger", place, who), find)
