"""What looks good to a plain lord: take the castles on the way, keep together, rest the shaken, hold the walls.

Not part of the rules. Greedy players ask here; the numbers only have to rank the options of one question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from compiler.play.ask import Ask, Topic
from compiler.play.scene import Scene
from compiler.play.step import advises
from compiler.play.topics import ChoosePiece, MovePiece, NameNumber, PlacePiece
from compiler.rules.shingens_arrival.advice_battles import DICE, attack_on, clash, decisive
from compiler.rules.shingens_arrival.advice_losses import Scores, fallen_back, number, piece_to_lose
from compiler.rules.shingens_arrival.ch08_lines import has_line, joined, main_castle
from compiler.rules.shingens_arrival.ch09_actions import (
    DECISIVE,
    END,
    MOVE,
    RECOVER,
    REORGANIZE,
    REPLENISH,
    RESIGN,
    REST,
    SKIRMISH,
    STRATEGIC,
    ChooseForce,
)
from compiler.rules.shingens_arrival.ch10_reorganization import Reorganization, Transfer
from compiler.rules.shingens_arrival.ch10_replenishment import column
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, durability, in_effect
from compiler.rules.shingens_arrival.ch13_siege import (
    ASSAULT,
    BOTH,
    CALL,
    INVEST,
    assault_parts,
    garrison_strength,
    stormers,
)
from compiler.rules.shingens_arrival.ch13_surrender import call_parts
from compiler.rules.shingens_arrival.ch14_skirmish import groups
from compiler.rules.shingens_arrival.ch16_dropping import Drop
from compiler.rules.shingens_arrival.ch16_march import IN, OUT
from compiler.rules.shingens_arrival.ch16_movement import STAY
from compiler.rules.shingens_arrival.facts import BUSHO, ENEMY, SHINGEN, SODAISHO, facts
from compiler.rules.shingens_arrival.field import Choose, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.homeward import castles_on_line, gaps
from compiler.rules.shingens_arrival.plans import GUARDS, goal_of, waits
from compiler.rules.shingens_arrival.roads import BEYOND, far, road
from compiler.rules.shingens_arrival.shingens_road import (
    HOST,
    host_is_together,
    is_alone_fit,
    is_in_shingens_way,
    is_late,
    is_worn,
    missed,
)
from compiler.rules.shingens_arrival.targets import is_hunted, is_needed, is_stubborn, starves, takes_the_field

ADRIFT = 4.0  # points of march a column would rather go than stand without a line
ENOUGH = 3  # forces in a main castle of which one may be taken in
LARGE = 4  # units of a force that leaves one of them in its main castle
NEAR = 8  # points of march for which nobody goes strategically
IGA = 4.0  # points of march a force would rather go than end in Iga
LOOKED_AT = 4  # ends of a march, the best, that are held against the lines


@advises
def advice(scene: Scene, ask: Ask) -> Sequence[float] | None:
    """A number for each option, by what the question is about."""
    advise = BY_TOPIC.get(type(ask.topic)) if ask.topic is not None else None
    return None if advise is None else advise(scene, ask, ask.topic)


# -- forces and actions ------------------------------------------------------------------------------------------------
def _force(scene: Scene, ask: Ask, topic: Any) -> Scores:
    """Everybody acts, the commanders of most troops first; nobody gives up."""
    now = war(scene)

    def worth(option: Any) -> float:
        if option in (END, RESIGN):
            return 0.0 if option == END else -9.0
        found = now.forces.get(option) if isinstance(option, str) else None
        return 1.0 + (now.strength([found]) / 100 if found is not None else 1.0)

    return [worth(option) for option in ask.options]


def _choose(scene: Scene, ask: Ask, topic: Choose) -> Scores | None:
    if topic.purpose == "action":
        return [_action(scene, war(scene).forces[topic.of], option) for option in ask.options]
    if topic.purpose == "attack":
        return [attack_on(scene, war(scene).forces[topic.of], option) for option in ask.options]
    if topic.purpose == "transfer":
        return [_transfer(scene, topic.of, option) for option in ask.options]
    return [-float(n) for n in range(len(ask.options))]  # the plain choice is named first


def _action(scene: Scene, force: Force, action: Any) -> float:
    """Rest the shaken, feed the weak, press sieges, fight with the odds, march."""
    if action == RECOVER:
        return _rest(scene, force)
    if action == REPLENISH:
        return _fed(scene, force)
    if action == REORGANIZE:
        return 3.2 if _can_take_in(scene, force) else -1.0
    if action in (INVEST, ASSAULT, BOTH, CALL):
        return _siege(scene, force, action)
    if action == SKIRMISH:
        return max((clash(scene, force, there) for there in groups(scene, force)), default=-1.0)
    if action == DECISIVE:
        return max((decisive(scene, force, there) for there in groups(scene, force)), default=-1.0)
    if action in (MOVE, STRATEGIC):
        return _march(scene, force, action)
    return 0.5 if action == REST else 0.0


def _rest(scene: Scene, force: Force) -> float:
    """The shaken recover, a sodaisho first, whose death ends a war; but what has no line loses as much every turn."""
    if not force.inside and (starves(scene, force) or (force.print.rank < SODAISHO and not has_line(scene, force))):
        return 1.5
    return 6.0 if force.morale <= -2 or force.print.rank == SODAISHO else 2.5


def _fed(scene: Scene, force: Force) -> float:
    """Steps that are missing and may be hoped for; abroad there are few, and troops desert."""
    lost = missed(scene, force)
    table, name = column(scene, force)
    hoped = sum(int(table.cell(name, die + force.morale)) for die in DICE) / 6
    return 1.0 + min(lost, 2 * hoped) if lost else 0.6


def _siege(scene: Scene, force: Force, action: str) -> float:
    """Call when the odds are fair; storm where walls suffer more than troops; who can be spared sits before them."""
    hex = force.hex
    if action == CALL:
        column, add = durability(scene, hex), sum(call_parts(scene, force, hex).values())
        table = facts(scene).surrender_table
        taken = sum(1 for die in DICE if table.look_up(column, die + add).values["taken"])
        return 1.5 + taken if taken > 1 else -1.0
    worth = _storm(scene, force)
    if action == ASSAULT:
        return worth
    if not in_effect(scene, hex) or not is_needed(scene, force):
        return -1.0  # nobody is roused, and nobody bound to a siege without need
    blocks = is_in_shingens_way(scene, hex)
    spared = goal_of(scene, force) == hex and (force.print.rank < SODAISHO or (blocks and is_alone_fit(scene, hex)))
    wanted = blocks or not is_stubborn(scene, hex) or hex in castles_on_line(scene)
    sits = 4.0 if spared and wanted else 0.4
    return sits if action == INVEST else sits + worth - 2.5


def _storm(scene: Scene, force: Force) -> float:
    """What an assault by all here who can still act may do to the walls, against the steps it costs."""
    hex, known = force.hex, facts(scene)
    party = stormers(scene, force)
    difference = war(scene).strength(party) - garrison_strength(scene, hex)
    if difference < 1:
        return -1.0
    add = sum(assault_parts(scene, party, hex).values())
    results = [known.assault_table.look_up(difference, die + add).values for die in DICE]
    walls, steps = (sum(int(r[what]) for r in results) / 6 for what in ("durability", "steps"))
    lord = force.print.rank == SODAISHO and (is_worn(scene, force) or not is_in_shingens_way(scene, hex))
    dear = lord or not has_line(scene, force)  # nobody comes to take their place
    return 2.5 + 2.0 * min(walls, durability(scene, hex)) - (2.0 * steps if dear else steps)


def _march(scene: Scene, force: Force, action: str) -> float:
    """March if the goal is elsewhere; strategically when it is far. Shingen lets his host come up."""
    goal = goal_of(scene, force)
    way = far(scene, force.seat, force.hex, goal)
    if way == 0:
        if force.inside or action != MOVE or castles_in_effect(scene).get(goal) != force.seat:
            return 0.0
        if (force.morale < 0 and _danger(scene, force, goal)) or is_hunted(scene, force) or starves(scene, force):
            return 6.5  # the shaken go behind their walls before they rest
        return 0.6 if not takes_the_field(scene, force) or force.id in GUARDS else 0.0
    if force.morale < 0 and is_hunted(scene, force):
        return 6.5  # away first
    if goal in facts(scene).joined[force.hex] and war(scene).outside(goal, ENEMY[force.seat]):
        return 0.3  # who stands beside them attacks or lets it be; he does not walk around them
    if waits(scene, force) or (force.id == SHINGEN and not is_late(scene) and not host_is_together(scene)):
        return 0.3
    return 2.0 + (0.0 if action == MOVE else 0.3 if way > NEAR else -0.2)  # strategically nobody comes up to an enemy


# -- where to ----------------------------------------------------------------------------------------------------------
def _move(scene: Scene, ask: Ask, topic: MovePiece) -> Scores:
    """Nearer to the goal, not beside a stronger enemy; the weak behind walls."""
    force = war(scene).forces[topic.piece]
    if topic.purpose == "retreat":
        return [fallen_back(scene, force, way) for way in ask.options]
    goal = goal_of(scene, force)
    roads = road(scene, force.seat, goal)
    keeps = GUARDS.get(force.id) == goal
    weak = keeps or not takes_the_field(scene, force) or is_hunted(scene, force) or starves(scene, force)
    guard, known = _left_behind(scene, force), facts(scene)
    lost_there = IGA if sum(piece.steps for piece in force.pieces) > 1 else BEYOND  # a step (16-7)
    post = goal if goal in gaps(scene) else None  # there one stands whatever comes
    way_to_go = roads.get(force.hex, BEYOND)

    def worth(option: Any) -> float:
        if not isinstance(option, tuple):
            if isinstance(option, Drop) and option.leader == guard and not option.led:
                return 1.0
            return 0.0 if option == STAY and way_to_go < 1 else -9999.0  # nobody else is dropped, nobody halts
        hexes = [hex for hex in option if hex not in (IN, OUT)]
        end = hexes[-1] if hexes else force.hex
        if option[-1] == IN:
            return -roads.get(end, BEYOND) + (0.4 if weak or _danger(scene, force, end) else -0.4)
        lost = lost_there if known.province.get(end) == "iga" else 0.0
        peril = 0.0 if end == post else _danger(scene, force, end)
        return -roads.get(end, BEYOND) - len(hexes) / 100 - peril - lost

    return _in_line(scene, force, ask.options, [worth(option) for option in ask.options])


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
    """The same with what it costs to stand without a line, for the ends that look best; Shingen's host takes that."""
    if force.id in HOST or main_castle(scene, force.army) is None:
        return scores
    best = sorted(range(len(scores)), key=lambda n: -scores[n])[:LOOKED_AT]
    for n in best:
        hexes = [hex for hex in options[n] if hex not in (IN, OUT)] if isinstance(options[n], tuple) else []
        if hexes and not joined(scene, force.army, hexes[-1]):
            scores[n] -= ADRIFT
    return scores


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


def _place(scene: Scene, ask: Ask, topic: PlacePiece) -> Scores:
    """As the scenario suggests; else under a commander; else the first place."""
    wanted = {
        placement.at
        for free in scene.scenario.free
        for placement in free.suggested
        if placement.counter == topic.piece.split("#")[0]
    }
    boxes = facts(scene).box_of

    def worth(n: int, option: Any) -> float:
        return 1.0 if option in wanted else (0.5 if option in boxes else 0.0) - n / 1000

    return [worth(n, option) for n, option in enumerate(ask.options)]


# -- losses ------------------------------------------------------------------------------------------------------------
def _can_take_in(scene: Scene, force: Force) -> bool:
    """Whether a commander stands by plain units that may pass to him: on his side of the walls, not in action yet."""
    work = Reorganization(scene, force)
    if force.hex == main_castle(scene, force.army) and len(war(scene).at[force.hex]) < ENOUGH:
        return False  # the guard of the main castle stays
    alone = [f.id for f in work.forces() if len(f.units) == 1 and f.print.rank == BUSHO]
    return any(work.refuse(Transfer(unit, force.id)) is None for unit in alone)


def _transfer(scene: Scene, chief: str, option: Any) -> float:
    """Plain units that stand alone come under the commander; nobody else passes."""
    if not isinstance(option, Transfer):
        return 0.0
    plain = facts(scene).units[option.unit].rank == BUSHO
    return 1.0 if option.to == chief and plain and option.unit in war(scene).forces else -5.0


BY_TOPIC: dict[type[Topic], Callable[[Scene, Ask, Any], Scores | None]] = {
    ChooseForce: _force,
    Choose: _choose,
    MovePiece: _move,
    PlacePiece: _place,
    NameNumber: number,
    ChoosePiece: piece_to_lose,
}
