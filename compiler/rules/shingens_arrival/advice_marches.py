"""Whether plain lords march, and where they end: near the goal, not beside a stronger enemy. Not part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from compiler.play.ask import Ask
from compiler.play.scene import Scene
from compiler.play.topics import MovePiece
from compiler.rules.shingens_arrival.advice_losses import Scores, fallen_back
from compiler.rules.shingens_arrival.ch08_lines import has_line, joined, main_castle
from compiler.rules.shingens_arrival.ch09_actions import MOVE, STRATEGIC
from compiler.rules.shingens_arrival.ch12_castles import AT_PEACE_MARK, castles_in_effect
from compiler.rules.shingens_arrival.ch16_dropping import Drop
from compiler.rules.shingens_arrival.ch16_march import IN, OUT, March, Path
from compiler.rules.shingens_arrival.ch16_movement import STAY
from compiler.rules.shingens_arrival.facts import ASAKURA, AZAI, BUSHO, ENEMY, ODA, SHINGEN, SODAISHO, facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.homeward import gaps
from compiler.rules.shingens_arrival.muster import is_fetched
from compiler.rules.shingens_arrival.plans import GUARDS, goal_of, waits
from compiler.rules.shingens_arrival.roads import BEYOND, far, road
from compiler.rules.shingens_arrival.shingens_road import HOST, host_is_together, is_late
from compiler.rules.shingens_arrival.targets import is_hunted, starves, takes_the_field

ADRIFT = 4.0  # points of march a column would rather go than stand without a line
LARGE = 4  # units of a force that leaves one of them in its main castle
NEAR = 8  # points of march for which nobody goes strategically
PEACE = 20.0  # points of march Oda would rather go than end a peace
IGA = 4.0  # points of march a force would rather go than end in Iga


def march(scene: Scene, force: Force, action: str) -> float:
    """March if the goal is elsewhere; strategically when it is far. Shingen lets his host come up."""
    goal = goal_of(scene, force)
    way = far(scene, force.seat, force.hex, goal)
    if way == 0:
        if force.inside or action != MOVE or castles_in_effect(scene).get(goal) != force.seat:
            return 0.0
        if (force.morale < 0 and _danger(scene, force, goal)) or is_hunted(scene, force) or starves(scene, force):
            return 6.5  # the shaken go behind their walls before they rest
        keeps = not takes_the_field(scene, force) or force.id in GUARDS
        return 0.6 if keeps and not is_fetched(scene, force) else 0.0
    if force.morale < 0 and is_hunted(scene, force):
        return 6.5  # away first
    if goal in facts(scene).joined[force.hex] and war(scene).outside(goal, ENEMY[force.seat]):
        return 0.3  # who stands beside them attacks or lets it be; he does not walk around them
    if waits(scene, force) or (force.id == SHINGEN and not is_late(scene) and not host_is_together(scene)):
        return 0.3
    if not _comes_nearer(scene, force, action):
        return 0.4
    return 2.0 + (0.0 if action == MOVE else 0.3 if way > NEAR else -0.2)  # strategically nobody comes up to an enemy


# -- where to ----------------------------------------------------------------------------------------------------------
def where_to(scene: Scene, ask: Ask, topic: MovePiece) -> Scores:
    """Nearer to the goal, not beside a stronger enemy; the weak behind walls."""
    force = war(scene).forces[topic.piece]
    if topic.purpose == "retreat":
        return [fallen_back(scene, force, way) for way in ask.options]
    guard, worth = _left_behind(scene, force), _ending(scene, force)
    arrived = far(scene, force.seat, force.hex, goal_of(scene, force)) == 0

    def value(option: Any) -> float:
        if isinstance(option, tuple):
            return worth(option)
        if isinstance(option, Drop) and option.leader == guard and not option.led:
            return 1.0
        return 0.0 if option == STAY and arrived else -9999.0  # nobody else is dropped, nobody halts

    return _in_line(scene, force, ask.options, [value(option) for option in ask.options])


def _ending(scene: Scene, force: Force) -> Callable[[Path], float]:
    """What it is worth to a force to end its march by a way: near its goal, safe, and not in Iga."""
    goal = goal_of(scene, force)
    roads = road(scene, force.seat, goal)
    keeps = GUARDS.get(force.id) == goal
    weak = keeps or not takes_the_field(scene, force) or is_hunted(scene, force) or starves(scene, force)
    known = facts(scene)
    lost_there = IGA if sum(piece.steps for piece in force.pieces) > 1 else BEYOND  # a step (16-7)
    post = goal if goal in gaps(scene) else None  # there one stands whatever comes

    def worth(way: Path) -> float:
        hexes = [hex for hex in way if hex not in (IN, OUT)]
        end = hexes[-1] if hexes else force.hex
        if _ends_a_peace(scene, force, hexes):
            return -PEACE - roads.get(end, BEYOND)
        if way[-1:] == (IN,):
            return -roads.get(end, BEYOND) + (0.4 if weak or _danger(scene, force, end) else -0.4)
        lost = lost_there if known.province.get(end) == "iga" else 0.0
        peril = 0.0 if end == post else _danger(scene, force, end)
        return -roads.get(end, BEYOND) - len(hexes) / 100 - peril - lost

    return worth


def _ends_a_peace(scene: Scene, force: Force, hexes: Sequence[str]) -> bool:
    """Whether Oda would enter the land of an army that has made peace, and rises when they do (17-1-2(4))."""
    known, marks = facts(scene), scene.table.mark
    if force.army != ODA or not any(marks(army, AT_PEACE_MARK) for army in (AZAI, ASAKURA)):
        return False
    north = any(known.province.get(hex) == "omi" and int(hex[2:]) <= known.azai_rises_row for hex in hexes)
    echizen = any(known.province.get(hex) == "echizen" for hex in hexes)
    return bool((north and marks(AZAI, AT_PEACE_MARK)) or (echizen and marks(ASAKURA, AT_PEACE_MARK)))


def _comes_nearer(scene: Scene, force: Force, action: str) -> bool:
    """Whether some march is better than to stay: who cannot come nearer does not walk to and fro."""
    worth, ways = _ending(scene, force), March(scene, force, strategic=action == STRATEGIC).paths()
    best = max(_in_line(scene, force, ways, [worth(way) for way in ways]), default=-BEYOND)
    if force.inside:
        return best > worth((IN,))
    adrift = force.id not in HOST and not has_line(scene, force)
    return best > worth(()) - (ADRIFT if adrift else 0.0)


def _left_behind(scene: Scene, force: Force) -> str | None:
    """The unit that stays behind when a force leaves its main castle to nobody: the weakest it leads."""
    if force.inside or len(force.units) < LARGE or force.hex != main_castle(scene, force.army):
        return None
    now, units = war(scene), facts(scene).units
    kept = any(f.print.rank == BUSHO for f in now.at[force.hex])
    if kept or castles_in_effect(scene).get(force.hex) != force.seat:
        return None
    led = [piece for piece in force.pieces[1:] if units[piece.id].rank == BUSHO]
    return min(led, key=lambda piece: (piece.steps, units[piece.id].strengths[0], piece.id), default=led[0]).id


def _in_line(scene: Scene, force: Force, options: Sequence[Any], scores: Scores) -> Scores:
    """The same with what it costs to stand without a line; Shingen's host takes that.

    The best are held against the lines until one has a line, or so much is lost that it would not matter.
    """
    if force.id in HOST or main_castle(scene, force.army) is None:
        return scores
    best = sorted(range(len(scores)), key=lambda n: -scores[n])
    least = scores[best[0]] - ADRIFT if best else 0.0
    for n in best:
        if scores[n] < least or not _ends_adrift(scene, force, options[n]):
            break
        scores[n] -= ADRIFT
    return scores


def _ends_adrift(scene: Scene, force: Force, option: Any) -> bool:
    hexes = [hex for hex in option if hex not in (IN, OUT)] if isinstance(option, tuple) else []
    return bool(hexes) and not joined(scene, force.army, hexes[-1])


def _danger(scene: Scene, force: Force, hex: str) -> float:
    """How unwise it is to stand in a hex: enemies beside it who are stronger than all friends about it."""

    def find() -> float:
        now, enemy = war(scene), ENEMY[force.seat]
        theirs = sum(now.strength(now.outside(near, enemy)) for near in facts(scene).joined[hex])
        friends = (f for near in (hex, *facts(scene).joined[hex]) for f in now.outside(near, force.seat))
        mine = now.strength([force, *(f for f in friends if f.id != force.id)])
        dared = 1.0 if force.print.rank == SODAISHO else 1.3  # a sodaisho takes no risks
        return 6.0 if theirs > dared * mine else 0.0

    return scene.memo(("danger", force.id, hex), find)
