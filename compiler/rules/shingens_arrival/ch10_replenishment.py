"""10-2 Replenishment: steps for a commander and his force, or durability for the castle he is in."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Marked
from compiler.model.tables import ResultTable
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch08_lines import has_line, main_castle
from compiler.rules.shingens_arrival.ch10_rebuilding import lost_units, rebuild
from compiler.rules.shingens_arrival.ch12_castles import (
    castles_in_effect,
    durability,
    is_invested,
    is_ruin,
    leave_garrison,
    wear,
)
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch13_relief import send_away
from compiler.rules.shingens_arrival.ch15_killed import damaged, gain_steps, lose_steps, settle
from compiler.rules.shingens_arrival.facts import ENEMY, IKKO, ODA, TOKUGAWA, facts
from compiler.rules.shingens_arrival.field import Choose, die, is_commander, set_mark, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import reckoned, tell_replenishment

TROOPS, WALLS = "troops", "castle"
WHATS = (TROOPS, WALLS)


# -- whether -----------------------------------------------------------------------------------------------------------
@carries("10-2.1", "10-2-2.1", "10-2-2.2", "10-2-2.3", "10-2-3.1")
def no_replenishing(scene: Scene, force: Force, what: Any) -> Refusal | None:
    """Why a force cannot replenish its troops or the castle of its hex (10-2-2, 10-2-10, 10-2-12)."""
    if what not in WHATS:
        return Refusal("10-2-10.1", f"`{what}` is neither troops nor castle")
    if not is_commander(force) and not (force.army == IKKO and len(force.units) == 1):
        return Refusal("10-2-2.1", f"`{force.id}` is no commander")
    if force.army not in facts(scene).replenishment_columns:
        return Refusal("10-2-3.1", f"the {force.army} army has no replenishment table")
    if force.inside and is_invested(scene, force.hex):
        return Refusal("10-2-2.3", f"`{force.id}` is shut up in an invested castle")
    no = _nothing_to_restore(scene, force, what)
    if no is None and not has_line(scene, force) and not _restores_main_castle(scene, force, what):
        no = Refusal("10-2-12.1", f"`{force.id}` has no line of communication")
    return no


@carries("10-2-10.1", "10-2-10.2", "9.x3")
def _nothing_to_restore(scene: Scene, force: Force, what: str) -> Refusal | None:
    if what == TROOPS:
        if damaged(scene, force.units) or (force.army == IKKO and lost_units(scene)):
            return None
        return Refusal("9.x3", f"`{force.id}` lacks no step")
    if force.hex not in facts(scene).castles:
        return Refusal("10-2-10.2", f"`{force.id}` is in no castle's hex")
    mine = castles_in_effect(scene).get(force.hex) == force.seat
    if not mine and not is_ruin(scene, force.hex):
        return Refusal("10-2-10.1", f"the castle of `{force.hex}` is not of this side, or has no effect")
    if durability(scene, force.hex) == facts(scene).full_durability:
        return Refusal("10-2-10.1", f"the castle of `{force.hex}` is whole")
    return None


@carries("8-1.x1")
def _restores_main_castle(scene: Scene, force: Force, what: str) -> bool:
    """Whether a commander stands in the ruin of his own main castle, which he may restore without a line (8-1.x1)."""
    return what == WALLS and force.hex == main_castle(scene, force.army) and is_ruin(scene, force.hex)


# -- the roll ----------------------------------------------------------------------------------------------------------
@carries("10-2-3.1", "10-2-3.2", "17-1-2(3).3")
def column(scene: Scene, force: Force, *, extra: bool = False) -> tuple[ResultTable, str]:
    """The table and column of a commander: his army's, for own or other territory; Ikko by the offensive (10-2-3)."""
    known = facts(scene)
    name = known.replenishment_columns[force.army]
    if force.army == IKKO:
        storming = scene.table.mark(IKKO, "offensive") is not None and not (extra and scene.option("ikko_extra_normal"))
        return known.replenishment_takeda_table, f"{name}, {'offensive' if storming else 'normal'}"
    own = in_own_territory(scene, force)
    takeda, oda = known.replenishment_takeda_table, known.replenishment_oda_table
    table = oda if force.army in (ODA, TOKUGAWA) else takeda
    return table, f"{name}, {'own' if own else 'other'} territory"


@carries("2-1-3.6")
def in_own_territory(scene: Scene, force: Force) -> bool:
    """Whether a force stands in the territory of its own army; an ally's is other territory (2-1-3)."""
    return facts(scene).owner_of_land(force.hex) == force.army


@carries("10-2-4.1", "10-2-5.1", "10-2-7.1", "10-2-10.1", "10-2-11.1")
def replenish(scene: Scene, leader: str, what: str, *, extra: bool = False) -> Flow[None]:
    """One die in the commander's column, less his lowered morale (10-2-4, 10-2-5); the whole result goes to one end."""
    force = war(scene).forces[leader]
    table, name = column(scene, force, extra=extra)
    rolled = yield from die(scene, "replenishment", "10-2-4.1")
    result = int(table.cell(name, rolled + force.morale))
    walls = None if what == TROOPS else force.hex
    tell_replenishment(scene, leader, name, reckoned(rolled, [("10-2-5.1", force.morale)]), result, walls, extra=extra)
    if what == TROOPS:
        yield from _troops(scene, force, result)
    else:
        yield from _walls(scene, force, result)


@carries("10-2-6.2")
def _troops(scene: Scene, force: Force, result: int) -> Flow[None]:
    """Steps come back, or desert; for the Ikko-Ikki what is left over raises lost units (10-2-6 to 10-2-9)."""
    if result < 0:
        gone = yield from lose_steps(scene, force.seat, force.units, -result, rule="10-2-6.2", killed=False)
        check_investments(scene)
        assert force.id in gone or force.id in war(scene).forces
        return
    left = yield from gain_steps(scene, force.seat, force.units, result, "10-2-6.1")
    if left and force.army == IKKO:
        yield from rebuild(scene, force.id, left)


@carries("10-2-11.1", "12-1-3.2", "13-3-6.2")
def _walls(scene: Scene, force: Force, result: int) -> Flow[None]:
    """Durability rises, to 10 at most, or falls; a ruin becomes a castle of the commander's army (10-2-11)."""
    ruin = is_ruin(scene, force.hex)
    wear(scene, force.hex, -result, "10-2-11.1")
    if ruin and durability(scene, force.hex) > 0:
        set_mark(scene, force.hex, "abandoned", None, "13-3-6.2")
        if facts(scene).castles[force.hex].owner != force.army or facts(scene).castles[force.hex].lords:
            scene.do(Marked(force.hex, "control", force.army, rule="13-3-6.2"))
    elif not ruin and durability(scene, force.hex) == 0:
        set_mark(scene, force.hex, "control", None, "13-3-6.2")
        scene.do(Marked(force.hex, "abandoned", True, rule="13-3-6.2"))
        yield from turn_out(scene, force.hex, "13-3-6.2")


def turn_out(scene: Scene, hex: str, rule: str) -> Flow[None]:
    """The garrison of a castle that is one no longer stands outside; with an enemy there it goes elsewhere."""
    for force in list(war(scene).inside(hex)):
        if war(scene).outside(hex, ENEMY[force.seat]):
            settle(scene, (yield from send_away(scene, force.id, hex, rule)))
        else:
            leave_garrison(scene, force.id, rule)


def choose_what(scene: Scene, force: Force) -> Flow[str]:
    """Troops or castle, said before the roll (10-2-10.1)."""
    answer: str = yield from decide(
        scene,
        WHATS,
        (lambda a: no_replenishing(scene, force, a),),
        topic=Choose("replenish", force.id),
        prompt="replenish the troops or the castle?",
        seat=force.seat,
        rule="10-2-10.1",
    )
    return answer


def can_replenish(scene: Scene, force: Force) -> bool:
    return no_replenishing(scene, force, TROOPS) is None or no_replenishing(scene, force, WALLS) is None


# -- the extra one of the Ikko-Ikki ------------------------------------------------------------------------------------
@carries("10-2-9.4", "10-2-9.5")
def no_extra(scene: Scene, force: Force) -> Refusal | None:
    """Why an Ikko-Ikki commander may not take his extra replenishment: once a phase, able to act or not (10-2-9)."""
    if force.army != IKKO or not is_commander(force):
        return Refusal("10-2-9.4", f"`{force.id}` is no commander of the Ikko-Ikki")
    if force.leader.mark("extra_replenished") is not None:
        return Refusal("10-2-9.4", f"`{force.id}` has had his extra replenishment in this phase")
    no = no_replenishing(scene, force, TROOPS)
    return None if no is None or no_replenishing(scene, force, WALLS) is None else no


def extra_replenishment(scene: Scene, force: Force) -> Flow[None]:
    """The replenishment that Ikko-Ikki commanders have besides their action (10-2-9)."""
    set_mark(scene, force.id, "extra_replenished", True, "10-2-9.4")
    what = yield from choose_what(scene, force)
    yield from replenish(scene, force.id, what, extra=True)
