"""13-3 Calls for surrender, falls, and what becomes of a castle that is taken."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.model.event import Marked
from compiler.play.ask import Flow, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece
from compiler.rules.shingens_arrival.ch10_rebuilding import rebuild
from compiler.rules.shingens_arrival.ch12_castles import castle_morale, durability, leave_garrison, wear
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch13_relief import send_away
from compiler.rules.shingens_arrival.ch15_killed import eliminate_force, gain_steps, settle
from compiler.rules.shingens_arrival.ch17_rising import after_peace, lord_makes_peace
from compiler.rules.shingens_arrival.ch19_victory import score_castle
from compiler.rules.shingens_arrival.facts import ENEMY, IKKO, SODAISHO, TAISHO, facts
from compiler.rules.shingens_arrival.field import Choose, die, set_mark, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import reckoned, say, tell_call

HOLD, ABANDON = "hold", "abandon"


# -- the roll ----------------------------------------------------------------------------------------------------------
@carries("13-3.1", "13-3-4.1", "13-3-5(1).1")
def call(scene: Scene, caller: str, hex: str) -> Flow[None]:
    """Call for surrender: durability gives the column, one die the answer (13-3-4)."""
    yield from _roll(scene, caller, hex, durability(scene, hex), "13-3-4.1")


@carries("13-3-7.1", "13-3-7.2", "13-3-7.3")
def fall(scene: Scene, hex: str, seat: str, callers: Sequence[str], rule: str) -> Flow[None]:
    """A castle falls: the besieger names the force that calls and rolls in the column for 0 (13-3-7)."""
    caller = yield from decide(
        scene,
        callers,
        topic=ChoosePiece("take", hex),
        prompt="which force takes the castle?",
        seat=seat,
        rule="13-3-7.3",
    )
    say(scene, f"{scene.name(hex)} falls", rule)
    yield from _roll(scene, caller, hex, 0, "13-3-7.3")


def _roll(scene: Scene, caller: str, hex: str, column: int, rule: str) -> Flow[None]:
    parts = call_parts(scene, war(scene).forces[caller], hex)
    rolled = yield from die(scene, "call for surrender", rule)
    total = rolled + sum(parts.values())
    result = facts(scene).surrender_table.look_up(column, total)
    tell_call(scene, caller, hex, reckoned(rolled, parts.items()), str(result.code), rule)
    if result.values["taken"]:
        yield from take(scene, caller, hex, free=bool(result.values["free"]))


@carries("13-3-4.2", "13-3-4.3", "13-3-4.4")
def call_parts(scene: Scene, caller: Force, hex: str) -> dict[str, int]:
    """What changes the die of a call: a commander inside, morale against the castle's (13-3-4)."""
    inside = ranks_inside(scene, hex)
    listed = {
        rule: int(m.value)
        for m in facts(scene).surrender_table.modifiers
        if m.value is not None
        for rule in m.note.rules
    }
    rank = "13-3-4.2" if SODAISHO in inside else "13-3-4.3" if TAISHO in inside else None
    parts = {"13-3-4.4": caller.morale - castle_morale(scene, hex)}
    return parts if rank is None else {rank: listed[rank], **parts}


def ranks_inside(scene: Scene, hex: str) -> set[int]:
    """The ranks of all units in a garrison, led ones included (13-1-7.3)."""
    units = facts(scene).units
    return {units[piece.id].rank for force in war(scene).inside(hex) for piece in force.pieces}


# -- taking ------------------------------------------------------------------------------------------------------------
@carries("13-3-5.x1", "13-3-5(2).1", "13-3-5(2).4", "13-3-5(2).5", "13-3-5(3).1", "13-3-5(3).4", "13-3-5(3).5")
def take(scene: Scene, caller: str, hex: str, *, free: bool, army: str | None = None) -> Flow[None]:
    """A castle changes hands: lords, garrison, owner and markers, points, then hold or abandon (13-3-5.x1)."""
    taker = war(scene).forces[caller]
    army = army or taker.army
    loser, units = owner_before(scene, hex), taker.units
    if scene.table.mark(hex, "control") is None:
        for lord in facts(scene).castles[hex].lords:
            lord_makes_peace(scene, lord, "17-2-4.1")
    gone, steps = yield from _garrison(scene, hex, free)
    scene.do(Marked(hex, "control", army, rule="13-3-5(2).5" if free else "13-3-5(3).5"))
    gone += yield from after_peace(scene)  # a lord with two castles leaves the other without effect
    score_castle(scene, hex, loser, army)
    settle(scene, gone)
    yield from _share(scene, taker.seat, units, steps)
    yield from _hold_or_abandon(scene, taker.seat, hex)


@carries("13-3-5(3).2", "13-3-5(2).2", "12-2-3.x1")
def _garrison(scene: Scene, hex: str, free: bool) -> Flow[tuple[list[str], int]]:
    """Gates opened: the garrison goes to the nearest castles. Surrender: it is killed. Units gone, steps won."""
    gone, steps = list[str](), 0
    for force in list(war(scene).inside(hex)):
        strength = sum(scene.table.pieces[unit].steps for unit in force.units)
        if free:
            lost = yield from send_away(scene, force.id, hex, "13-3-5(2).2")
        else:
            why, attacker = "dies with the garrison", ENEMY[force.seat]
            lost = eliminate_force(scene, force.id, why=why, killed=True, attacker=attacker, rule="13-3-5(3).2")
        gone += lost
        steps += strength if lost else 0
    return gone, steps


@carries("13-3-5(3).3")
def _share(scene: Scene, seat: str, units: tuple[str, ...], steps: int) -> Flow[None]:
    """Half the steps of a garrison that surrendered restore the force that called, rounded down (13-3-5(3))."""
    share = steps // facts(scene).surrender_share
    left = yield from gain_steps(scene, seat, units, share, "13-3-5(3).3")
    chief = war(scene).force_of(units[0])
    if left and chief is not None and chief.army == IKKO:
        yield from rebuild(scene, chief.id, left)


@carries("13-3-6.1", "13-3-6.2")
def _hold_or_abandon(scene: Scene, seat: str, hex: str) -> Flow[None]:
    """The taker holds the castle or lays it waste; one at durability 0 lies abandoned anyhow (13-3-6)."""
    if durability(scene, hex) == 0:
        lay_waste(scene, hex, "13-3-6.2")
        return
    answer = yield from decide(
        scene,
        (HOLD, ABANDON),
        topic=Choose("hold", hex),
        prompt=f"hold {scene.name(hex)} or abandon it?",
        seat=seat,
        rule="13-3-6.1",
        seldom=lambda a: a == ABANDON,
    )
    if answer == ABANDON:
        lay_waste(scene, hex, "13-3-6.1")


def lay_waste(scene: Scene, hex: str, rule: str) -> None:
    """A castle becomes a ruin: nobody's, with durability 0 (13-3-6)."""
    wear(scene, hex, durability(scene, hex), rule)
    set_mark(scene, hex, "control", None, rule)
    scene.do(Marked(hex, "abandoned", True, rule=rule))
    check_investments(scene)


@carries("13-2-6.x1")
def lies_abandoned(scene: Scene, hex: str) -> None:
    """Nobody is left to take a castle that fell: it is a ruin, its garrison stands outside (13-2-6.x1)."""
    loser = owner_before(scene, hex)
    for force in list(war(scene).inside(hex)):
        leave_garrison(scene, force.id, "13-2-6.x1")
    lay_waste(scene, hex, "13-2-6.x1")
    score_castle(scene, hex, loser, None)


def owner_before(scene: Scene, hex: str) -> str:
    """Whose castle it was before its durability went to 0."""
    return str(scene.table.mark(hex, "control") or facts(scene).castles[hex].owner)
