"""Advice for armies on the march: what a Space is worth, whom to attack, what must not be left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.model.table import Piece
from compiler.play.ask import Answer
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.advice_guard import (
    DECISIVE,
    apart,
    exposes_head,
    guards,
    lack,
    need,
    ours,
    short_of,
    stake,
    theirs,
)
from compiler.rules.a_most_dangerous_time.advice_odds import (
    OVERWHELMING,
    Power,
    all_linked,
    enough,
    force_of,
    odds,
    storm_value,
    way_home,
    way_through,
)
from compiler.rules.a_most_dangerous_time.advice_prey import MOUNT_HIEI, OWN_AIM, opens, prey, worth_of
from compiler.rules.a_most_dangerous_time.asking import DONE
from compiler.rules.a_most_dangerous_time.ch03_clans import powers
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie, points
from compiler.rules.a_most_dangerous_time.ch10_camps import active_in
from compiler.rules.a_most_dangerous_time.facts import ODA, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import controller, fort_value, held_by, hostile, inside, of_faction
from compiler.rules.a_most_dangerous_time.loyalty import faction
from compiler.rules.a_most_dangerous_time.near import LANE

FAR = 6  # beyond this an army is not drawn to a Space, unless that decides the game
BOLD = 1.4  # the odds at which a field combat is sought
ODA_PAYS = 0.6  # what a man costs Oda in a storm: so much faster do theirs come back (11.0.9)
FOLLOW = 4.0  # what it is worth to follow those who would be too few alone
FORSAKEN = 1.5  # what it costs to leave Leaders behind without a man
TO_AND_FRO = 3.0
CALLED = 4  # men of a power that is called in, at the place where it was
CROWDED = 3.0  # what it is worth to lead men on from a Waypoint that cannot hold them


def march_value(scene: Scene, who: str, place: str, option: Answer) -> float:
    """A march with the odds, a storm of a fort held by few; nothing for walking about."""
    if isinstance(option, March):
        led = sum(1 for id in option.units if id in facts(scene).leaders) if len(option.units) > 3 else 0
        return _march(scene, who, option) + 0.02 * len(option.units) + 0.03 * led  # together, and with their Leaders
    if isinstance(option, Activate):
        return _activate(scene, who, option.place)
    if isinstance(option, Sortie):
        return _sortie(scene, who, option)
    if isinstance(option, Force):
        return 0.4 if points(scene) == 0 else -0.5
    return 0.3 if option == DONE else -0.2


def _march(scene: Scene, who: str, option: March) -> float:
    to = option.path[-1]
    foes, friends = theirs(scene, to, who), ours(scene, to, who)
    force = len(option.units) + friends
    risk = _left_bare(scene, who, option) + exposes_head(scene, option.units, to, who, force)
    taken = to in facts(scene).forts and held_by(scene, to) != who
    if (foes or taken) and not friends and all(id in facts(scene).leaders for id in option.units):
        return -1.0  # Leaders do not go before their men
    if taken:
        return _assail(scene, who, option, foes) - risk
    crowded = to in facts(scene).waypoints and force > facts(scene).numerals.waypoint_limit
    if foes:
        return -0.5 if crowded and _enough_there(scene, who, to) else _engage(scene, who, option) - risk
    if crowded:
        return -0.5  # who is over four when the impulse ends is lost
    relief = _relief(scene, who, option) if lack(scene, to, who) else 0.0
    return (relief if relief > 0 else _approach(scene, who, option)) - risk


def _relief(scene: Scene, who: str, option: March) -> float:
    """What it is worth to guard a Space that decides the game and has too few guards."""
    to, coming = option.path[-1], [scene.table.pieces[id] for id in option.units]
    found = lack(scene, to, who) - short_of(scene, to, who, guards(scene, [*of_faction(scene, to, who), *coming]))
    been = any(unit.mark("arrived") is not None for unit in coming)  # no going to and fro
    return found - (TO_AND_FRO if been else 0.0)


# -- attacks -----------------------------------------------------------------------------------------------------------
def _assail(scene: Scene, who: str, option: March, foes: int) -> float:
    """A Space of somebody else's: what it is worth, if men enough can come, and not where they would be cut off."""
    to, prize = option.path[-1], prey(scene, who)[option.path[-1]]
    cut_off = not all_linked(scene, option.units, to)
    there = sum(1 for u in active_in(scene, to) if not inside(u))
    met = foes if faction(scene, controller(scene, to)) != WAITING else CALLED
    if not met:
        return prize - 0.3 * max(0, there + len(option.units) - 3) - (2.0 if cut_off else 0.0)
    wanted = enough(scene, who, to, met)
    if there > 2 * wanted:
        return -0.2  # enough are there
    can = _can_meet(scene, who, option)
    breaks_out = cut_off and opens(scene, who, to) > 0 and _trapped(scene, who, option)
    chance = len(can) / wanted / (1.5 if breaks_out else 2.0 if cut_off else 1.0)
    if met > facts(scene).numerals.fort_capacity * fort_value(scene, to):  # not all of them find room in the fort
        chance = min(chance, odds(force_of(scene, can, cut_off=cut_off), _foes(scene, to, who)) / BOLD)
    hurdle = 0.7 if prize >= OWN_AIM or breaks_out else OVERWHELMING if cut_off else 1.0
    if chance < hurdle:
        return -1.0
    follows = FOLLOW if 0 < there < wanted else 0.0  # who has gone there is not left alone
    return prize - 0.3 * max(0, there + len(option.units) - 2 * wanted) + follows + _led(scene, option, who)


def _engage(scene: Scene, who: str, option: March) -> float:
    """Enemies in the field of a place that is no enemy's: with the odds, sooner where own men are besieged."""
    to = option.path[-1]
    cut_off = not all_linked(scene, option.units, to)
    can = force_of(scene, [*_can_meet(scene, who, option), *_shut_in(scene, who, to)], cut_off=cut_off)
    lost = stake(scene, to, who)
    if odds(can, _foes(scene, to, who)) < (BOLD if lost < DECISIVE else 0.8):
        return -2.0
    there = any(not inside(u) for u in active_in(scene, to))
    follows = FOLLOW if there and not _enough_there(scene, who, to) else 0.0
    return 1.5 + lost + 0.5 * worth_of(scene, to) + follows + _led(scene, option, who)


def _enough_there(scene: Scene, who: str, place: str) -> bool:
    """Whether those who have come to a place can fight out what they began."""
    there = force_of(scene, [u for u in active_in(scene, place) if not inside(u)])
    return bool(there.body) and odds(there, _foes(scene, place, who)) >= BOLD


def _led(scene: Scene, option: March, who: str) -> float:
    """Men should have a Leader with them where they fight."""
    leaders = facts(scene).leaders
    alone = not any(u.id in leaders for u in of_faction(scene, option.path[-1], who))
    return 0.4 if alone and any(id in leaders for id in option.units) else 0.0


def _can_meet(scene: Scene, who: str, option: March) -> Sequence[Piece]:
    """Units that would fight there: those on the march, those there, and with points left those next to it."""
    to, pieces = option.path[-1], scene.table.pieces
    mine = [pieces[id] for id in option.units]
    here = [u for u in active_in(scene, to) if not inside(u)]
    if points(scene) < 2:
        return [*here, *mine]
    a_point = min(men for way, men in facts(scene).capacity.items() if way != LANE)  # takes so many on any way
    others = [u for u in _beside(scene, who, to) if u.id not in option.units]
    return [*here, *mine, *others[: (points(scene) - 1) * a_point]]


def _beside(scene: Scene, who: str, place: str) -> Sequence[Piece]:
    """Units of this impulse next to a place that may still go there, but for guards."""

    def find() -> Sequence[Piece]:
        found: list[Piece] = []
        for near, way in facts(scene).links[place]:
            if way != LANE and ours(scene, near, who):
                free = [u for u in active_in(scene, near) if not inside(u) and u.mark("stopped") is None]
                found += free[need(scene, near, who) :]
        return found

    return scene.memo(("beside", place, who), find)


def _shut_in(scene: Scene, who: str, place: str) -> Sequence[Piece]:
    """Own men in the fort who could come out to help."""
    return [u for u in active_in(scene, place) if inside(u)] if points(scene) > 1 else ()


def _foes(scene: Scene, place: str, who: str) -> Power:
    """What the enemies in the field of a place are worth."""
    return scene.memo(
        ("foes", place, who), lambda: force_of(scene, [u for u in hostile(scene, place, who) if not inside(u)])
    )


def _activate(scene: Scene, who: str, place: str) -> float:
    """A combat where nobody has come: a storm that pays, or a field with the odds."""
    mine = [u for u in active_in(scene, place) if not inside(u)]
    if _foes(scene, place, who).body:
        return 2.5 if odds(force_of(scene, mine), _foes(scene, place, who)) > BOLD else -0.5
    value = storm_pays(scene, who, place)
    return 1.0 + value if value > 0 else -0.5


def storm_pays(scene: Scene, who: str, place: str) -> float:
    """What a storm of a besieged fort brings, all in all; Oda muster more men in a turn, so theirs are cheaper."""
    if who == ODA and place == MOUNT_HIEI and powers(scene):
        return -1.0  # that would bring the powers in sooner
    return storm_value(scene, who, place, max(1.0, 0.7 * prey(scene, who)[place]), ODA_PAYS if who == ODA else 1.0)


def _sortie(scene: Scene, who: str, option: Sortie) -> float:
    """Besieged men come out with the odds, those who came to help counted in."""
    pieces = scene.table.pieces
    place = pieces[option.units[0]].place
    helpers = [u for u in active_in(scene, place) if not inside(u)]
    mine = force_of(scene, [*(pieces[id] for id in option.units), *helpers])
    return 2.0 if odds(mine, _foes(scene, place, who)) > BOLD else -0.5


# -- marches -----------------------------------------------------------------------------------------------------------
def _approach(scene: Scene, who: str, option: March) -> float:
    """Nearer to prey than before, and more together; who has nothing else to do goes there too."""
    start, to = option.path[0], option.path[-1]
    if not all_linked(scene, option.units, to):
        return -0.5 if all_linked(scene, option.units, start) else _homewards(scene, who, option)
    army = sum(1 for p in (start, to) for u in active_in(scene, p) if not inside(u))  # the same for the way back
    ahead, back = _pull(scene, who, to, army), _pull(scene, who, start, army)
    if ahead <= back:
        return 0.0
    together = ours(scene, to, who)
    if len(option.units) < 2 or all(id in facts(scene).leaders for id in option.units):
        return 0.31 if together > 2 and _led(scene, option, who) + len(option.units) < 2 else 0.0  # alone: to an army
    gathers = 0.4 if together + len(option.units) > ours(scene, start, who) else 0.0
    return 0.35 + min(1.5, 0.25 * len(option.units)) * (ahead - back) + gathers + _led(scene, option, who)


def _trapped(scene: Scene, who: str, option: March) -> bool:
    """Whether men are cut off already, and no way leads home."""
    if all_linked(scene, option.units, option.path[0]):
        return False
    return option.path[0] not in way_home(scene, who, scene.table.pieces[option.units[0]].side or "")


def _homewards(scene: Scene, who: str, option: March) -> float:
    """Men who are cut off go back towards where they have a line, if need be to where they can break through."""
    ways = way_through(scene, who, scene.table.pieces[option.units[0]].side or "")
    (_, ahead), (_, back) = ways.get(option.path[-1], (0, 99)), ways.get(option.path[0], (0, 99))
    return 0.35 + 0.1 * len(option.units) if ahead < back else -0.5


def _pull(scene: Scene, who: str, place: str, army: int) -> float:
    """How strongly the best prey draws so many men in a place: by what it is worth, how far, and their hope of it."""

    def find() -> float:
        drawn = _drawing(scene, who)
        far = apart(scene, place)
        best = 0.0
        for there, (worth, wanted) in drawn.items():
            d = far.get(there, 0)
            if d and (d <= FAR or worth > DECISIVE):
                hope = min(1.0, army / wanted)
                best = max(best, worth * hope * hope / (1 + d))
        return best

    return scene.memo(("pull", place, who, army), find)


def _drawing(scene: Scene, who: str) -> Mapping[str, tuple[float, float]]:
    """Places that draw armies: what each is worth, and how many men it wants more than are there."""

    def find() -> Mapping[str, tuple[float, float]]:
        found = {}
        for place, worth in prey(scene, who).items():
            besieged = not worth and place in facts(scene).forts and _foes(scene, place, who).body
            worth = worth or (1.5 + stake(scene, place, who) + 0.5 * worth_of(scene, place) if besieged else 0.0)
            if worth > 0:
                foes = theirs(scene, place, who)
                wanted = 1.5 * foes if besieged else enough(scene, who, place, foes)
                found[place] = (worth, max(1.0, wanted - len(active_in(scene, place))))
        return found

    return scene.memo(("drawing", who), find)


# -- what is left behind -----------------------------------------------------------------------------------------------
def _left_bare(scene: Scene, who: str, option: March) -> float:
    """What is risked by leaving a place with too few men, or with none; it is well to leave one that is too full."""
    start = option.path[0]
    here = ours(scene, start, who)
    if start in facts(scene).waypoints:
        return -CROWDED if here > facts(scene).numerals.waypoint_limit else 0.0
    left = max(0, here - len(option.units))
    others = [u for u in of_faction(scene, start, who) if u.id not in option.units] if left else []
    lost, risk = stake(scene, start, who), 0.0
    if lost:
        risk = short_of(scene, start, who, guards(scene, others)) - lack(scene, start, who)
        risk += 2 * DECISIVE if risk and lost >= DECISIVE else 0.0  # nobody goes from there, not one by one either
    if _leaves_lords(scene, who, option, others):
        risk += FORSAKEN
    if start in facts(scene).forts and not left:
        risk += 1.5 if in_danger(scene, start, who) else 0.1
    return risk


def _leaves_lords(scene: Scene, who: str, option: March, others: Sequence[Piece]) -> bool:
    """Whether Leaders would stay behind without a man: those should go along, and none sits alone before a fort."""
    leaders = facts(scene).leaders
    return bool(others) and all(u.id in leaders and not inside(u) for u in others) and _goes_alone(scene, who, option)


def _goes_alone(scene: Scene, who: str, option: March) -> bool:
    """Whether there are enemies where men march off, or they march without a Leader."""
    return bool(theirs(scene, option.path[0], who)) or not any(id in facts(scene).leaders for id in option.units)


def in_danger(scene: Scene, place: str, who: str) -> bool:
    """Whether enemies stand next to a place."""

    def find() -> bool:
        return any(not inside(u) for p, _ in facts(scene).links[place] for u in hostile(scene, p, who))

    return scene.memo(("in danger", place, who), find)
