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
from compiler.rules.shingens_arrival.advice_losses import Scores, number, piece_to_lose
from compiler.rules.shingens_arrival.advice_marches import march, where_to
from compiler.rules.shingens_arrival.ch08_lines import has_line, main_castle
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
from compiler.rules.shingens_arrival.ch12_castles import durability, in_effect
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
from compiler.rules.shingens_arrival.facts import BUSHO, SODAISHO, facts
from compiler.rules.shingens_arrival.field import Choose, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.homeward import castles_on_line
from compiler.rules.shingens_arrival.plans import goal_of
from compiler.rules.shingens_arrival.shingens_road import is_alone_fit, is_in_shingens_way, is_worn, missed
from compiler.rules.shingens_arrival.targets import is_needed, is_stubborn, starves

DEAREST = 2.5  # steps that a point of durability is worth
ENOUGH = 3  # forces in a main castle of which one may be taken in


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
        return march(scene, force, action)
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
    if not in_effect(scene, hex):
        return -1.0  # nobody is roused
    worth = _storm(scene, force)
    if action == ASSAULT:
        return worth
    if not is_needed(scene, force):
        return -1.0  # nobody is bound to a siege without need
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
    if steps > DEAREST * walls:
        return -1.0
    lord = force.print.rank == SODAISHO and (is_worn(scene, force) or not is_in_shingens_way(scene, hex))
    dear = lord or not has_line(scene, force)  # nobody comes to take their place
    return 2.5 + 2.0 * min(walls, durability(scene, hex)) - (2.0 * steps if dear else steps)


# -- setting up and reorganising ---------------------------------------------------------------------------------------
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


def _can_take_in(scene: Scene, force: Force) -> bool:
    """Whether a commander stands by plain units that may pass to him: on his side of the walls, not in action yet."""
    work = Reorganization(scene, force)
    if force.hex == main_castle(scene, force.army) and len(war(scene).at[force.hex]) < ENOUGH:
        return False  # the guard of the main castle stays
    alone = [f.id for f in work.forces() if len(f.units) == 1 and f.print.rank == BUSHO]
    return any(work.refuse(Transfer(unit, force.id)) is None for unit in alone)


def _transfer(scene: Scene, chief: str, option: Any) -> float:
    """Plain units that stand alone come under the commander, the strongest first; nobody else passes."""
    if not isinstance(option, Transfer):
        return 0.0
    unit = facts(scene).units[option.unit]
    fit = option.to == chief and unit.rank == BUSHO and option.unit in war(scene).forces
    return 1.0 + unit.strengths[0] / 10 if fit else -5.0


BY_TOPIC: dict[type[Topic], Callable[[Scene, Ask, Any], Scores | None]] = {
    ChooseForce: _force,
    Choose: _choose,
    MovePiece: where_to,
    PlacePiece: _place,
    NameNumber: number,
    ChoosePiece: piece_to_lose,
}
