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
from compiler.rules.shingens_arrival.ch10_reorganization import ALONE, Transfer
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, durability
from compiler.rules.shingens_arrival.ch13_siege import ASSAULT, BOTH, CALL, INVEST, garrison_strength
from compiler.rules.shingens_arrival.ch13_surrender import call_parts
from compiler.rules.shingens_arrival.ch14_retreat import GARRISON
from compiler.rules.shingens_arrival.ch14_skirmish import Attack, groups
from compiler.rules.shingens_arrival.ch16_march import IN, OUT
from compiler.rules.shingens_arrival.facts import ENEMY, ODA_PLAYER, TAKEDA, facts
from compiler.rules.shingens_arrival.field import Choose, Force, war

STRONG = 8  # a force of so much strength looks for the enemy, a weaker one for walls
Scores = list[float]


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
        return [_attack(scene, war(scene).forces[topic.of], option) for option in ask.options]
    if topic.purpose == "transfer":
        return [_transfer(scene, option) for option in ask.options]
    return [-float(n) for n in range(len(ask.options))]  # the plain choice is named first


def _action(scene: Scene, force: Force, action: Any) -> float:
    """Rest the shaken, feed the weak, press sieges, fight with the odds, march."""
    now = war(scene)
    strength = now.strength([force])
    lost = sum(facts(scene).units[piece.id].steps - piece.steps for piece in force.pieces)
    if action == RECOVER:
        return 6.0 if force.morale <= -2 else 2.5
    if action == REPLENISH:
        return 1.0 + lost
    if action == REORGANIZE:
        return 3.2 if _can_take_in(scene, force) else -1.0
    if action in (INVEST, ASSAULT, BOTH, CALL):
        return _siege(scene, force, action)
    if action in (SKIRMISH, DECISIVE):
        best = max(_odds(scene, force, there) for there in groups(scene, force)) if groups(scene, force) else 0.0
        return 4.0 * best - 3.5 if strength >= STRONG or action == SKIRMISH else -1.0
    if action in (MOVE, STRATEGIC):
        return _march(scene, force, action)
    return 0.5 if action == REST else 0.0


def _siege(scene: Scene, force: Force, action: str) -> float:
    """Call when the odds are fair; storm weak walls with many; else sit before them."""
    level = facts(scene).castles[force.hex].level
    if action == CALL:
        column, add = durability(scene, force.hex), sum(call_parts(scene, force, force.hex).values())
        table = facts(scene).surrender_table
        taken = sum(1 for die in range(1, 7) if table.look_up(column, die + add).values["taken"])
        return 2.0 + taken
    margin = war(scene).strength([force]) - garrison_strength(scene, force.hex) - 8 * level
    if action == INVEST:
        return 4.0
    return 5.0 if margin > 8 else 1.0


def _march(scene: Scene, force: Force, action: str) -> float:
    """March if the goal is elsewhere; strategically when it is far."""
    goal = goal_of(scene, force)
    far = facts(scene).distance(force.hex, goal)
    if far == 0:
        return 0.6 if not force.inside and action == MOVE and castles_in_effect(scene).get(goal) == force.seat else 0.0
    return 2.0 + (0.3 if action == STRATEGIC and far > 3 else 0.0)


# -- where to ----------------------------------------------------------------------------------------------------------
def goal_of(scene: Scene, force: Force) -> str:
    """Takeda's hosts go for the enemy castle nearest to them and to Kyoto; Oda's for the enemy nearest to Gifu."""
    found: str = scene.memo(("goal", force.id), lambda: _goal(scene, force))
    return found


def _goal(scene: Scene, force: Force) -> str:
    known, now = facts(scene), war(scene)
    castles = castles_in_effect(scene)
    mine = [hex for hex, seat in castles.items() if seat == force.seat]
    if now.strength([force]) < STRONG:
        return min(mine, key=lambda hex: (known.distance(force.hex, hex), hex), default=force.hex)
    enemy = [hex for hex, seat in castles.items() if seat == ENEMY[force.seat]]
    if force.seat == ODA_PLAYER:
        home = known.main_castles[force.army]
        enemy = [f.hex for f in now.forces.values() if f.seat != force.seat and not f.inside] or enemy
        return min(
            enemy, key=lambda hex: (known.distance(force.hex, hex) + known.distance(home, hex), hex), default=home
        )
    weight = 0.5 if force.army == TAKEDA else 0.0
    return min(
        enemy,
        key=lambda hex: (known.distance(force.hex, hex) + weight * known.distance(hex, known.kyoto), hex),
        default=known.kyoto,
    )


def _move(scene: Scene, ask: Ask, topic: MovePiece) -> Scores:
    force = war(scene).forces[topic.piece]
    if topic.purpose == "retreat":
        return [_fallen_back(scene, force, way) for way in ask.options]
    goal, known = goal_of(scene, force), facts(scene)

    def worth(option: Any) -> float:
        if not isinstance(option, tuple):
            return -99.0
        hexes = [hex for hex in option if hex not in (IN, OUT)]
        end = hexes[-1] if hexes else force.hex
        inside = (
            0.4 if option[-1] == IN and war(scene).strength([force]) < STRONG else -0.4 if option[-1] == IN else 0.0
        )
        return -known.distance(end, goal) + inside - len(hexes) / 100

    return [worth(option) for option in ask.options]


def _fallen_back(scene: Scene, force: Force, way: Any) -> float:
    """Behind walls is best, else where no step is lost."""
    if way[-1] == GARRISON:
        return 5.0
    known, here, lost, enemy = facts(scene), force.hex, 0, ENEMY[force.seat]
    for to in way:
        lost += (here, to) in known.river or any(war(scene).outside(near, enemy) for near in known.beside[to])
        here = to
    return -float(lost)


def _place(scene: Scene, ask: Ask, topic: PlacePiece) -> Scores:
    """As the scenario suggests; else the first place."""
    wanted = {
        placement.at
        for free in scene.scenario.free
        for placement in free.suggested
        if placement.counter == topic.piece.split("#")[0]
    }
    return [1.0 if option in wanted else -float(n) / 1000 for n, option in enumerate(ask.options)]


# -- battle ------------------------------------------------------------------------------------------------------------
def _odds(scene: Scene, force: Force, there: Sequence[Force]) -> float:
    """My strength against theirs, up to two."""
    return min(2.0, war(scene).strength([force]) / max(1, war(scene).strength(there)))


def _attack(scene: Scene, force: Force, option: Any) -> float:
    if not isinstance(option, Attack):
        return 0.0
    there = [war(scene).forces[id] for id in option.targets]
    return _odds(scene, force, there) + len(there) / 10


def _number(scene: Scene, ask: Ask, topic: NameNumber) -> Scores:
    """Stand for a small result, go for a large one."""
    wanted = 0 if topic.most < 2 else topic.most - 1
    return [-abs(float(option) - wanted) if isinstance(option, int) else -99.0 for option in ask.options]


def _piece(scene: Scene, ask: Ask, topic: ChoosePiece) -> Scores:
    """Losses fall on plain units with steps to spare; steps come back to the weakest."""
    pieces, units = scene.table.pieces, facts(scene).units

    def worth(option: Any) -> float:
        piece = pieces.get(option) if isinstance(option, str) else None
        if piece is None or option not in units:
            return -1.0  # nobody else
        spare = float(piece.steps) - 3.0 * units[option].rank - (4.0 if piece.steps == 1 else 0.0)
        return spare if topic.purpose == "lose" else units[option].rank + 4.0 - piece.steps

    return [worth(option) for option in ask.options]


def _can_take_in(scene: Scene, force: Force) -> bool:
    """Whether a commander stands by plain units he could lead."""
    here = war(scene).at[force.hex]
    free = len(force.print.boxes) - len(force.units) + 1
    return free > 0 and any(
        f.army == force.army and f.print.rank < force.print.rank and len(f.units) == 1 and f.id != force.id
        for f in here
    )


def _transfer(scene: Scene, option: Any) -> float:
    if not isinstance(option, Transfer):
        return 0.0
    if option.to == ALONE:
        return -5.0
    ranks = facts(scene).units
    return (
        1.0 + ranks[option.to].rank
        if war(scene).force_of(option.unit) is not None and (option.unit in war(scene).forces)
        else -2.0
    )


BY_TOPIC: dict[type[Topic], Callable[[Scene, Ask, Any], Scores | None]] = {
    ChooseForce: _force,
    Choose: _choose,
    MovePiece: _move,
    PlacePiece: _place,
    NameNumber: _number,
    ChoosePiece: _piece,
}
