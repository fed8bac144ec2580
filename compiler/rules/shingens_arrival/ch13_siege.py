"""13.0 Siege as an action: invest, assault, both, or call for surrender."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch09_activation import armies_of, has_acted, is_able, phase_of
from compiler.rules.shingens_arrival.ch12_castles import (
    AT_PEACE_MARK,
    castle_morale,
    durability,
    in_effect,
    is_invested,
    is_ruin,
    owner,
    seat_of_castle,
    wear,
)
from compiler.rules.shingens_arrival.ch13_investing import check_investments, invest, no_investing
from compiler.rules.shingens_arrival.ch13_surrender import call, fall, lies_abandoned
from compiler.rules.shingens_arrival.ch14_modifiers import lowest_morale
from compiler.rules.shingens_arrival.ch15_killed import lose_steps, settle
from compiler.rules.shingens_arrival.ch17_rising import army_rises, rouse_lords
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import Choose, die, is_commander, set_mark, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import reckoned, tell_assault, tell_storm

INVEST, ASSAULT, BOTH, CALL = "invest", "assault", "invest_and_assault", "call_for_surrender"
STORM = "storm"  # nobody else joins


@record(frozen=True, slots=True)
class Join(Action):
    """A force joins an assault; `how` says whether it invests the castle as well."""

    force: str
    how: str  # invest_and_assault or assault


# -- whether -----------------------------------------------------------------------------------------------------------
@carries("13.0.1", "13.0(1).1", "13-2.x1")
def no_siege(scene: Scene, force: Force) -> Refusal | None:
    """Why a force has no castle to besiege: it must stand before an enemy castle that is no ruin (13.0(1))."""
    if force.inside or force.hex not in facts(scene).castles:
        return Refusal("13.0(1).1", f"`{force.id}` does not stand before an enemy castle")
    if is_ruin(scene, force.hex):
        return Refusal("13-2.x1", f"the castle of `{force.hex}` is abandoned")
    if seat_of_castle(scene, force.hex) == force.seat:
        return Refusal("13.0(1).1", f"the castle of `{force.hex}` is a friend's")
    return None


@carries("13.0(2).1", "13.0(3).1", "13-2-3.2")
def no_form(scene: Scene, force: Force, form: str) -> Refusal | None:
    """Why a force may not choose a form of siege: invest, assault, both, or call (13.0(2), 13.0(3))."""
    no = no_siege(scene, force)
    if no is None and form in (INVEST, BOTH):
        no = no_investing(scene, force)
    if no is None and form in (ASSAULT, BOTH):
        no = _no_assault(scene, force)
    if no is None and form == CALL:
        no = _no_call(scene, force)
    return no


def _no_assault(scene: Scene, force: Force) -> Refusal | None:
    if scene.table.mark(force.hex, "called") == phase_of(scene):
        return Refusal("13-3-1.1", f"`{force.hex}` has been called to surrender in this phase")
    if war(scene).strength(stormers(scene, force)) <= garrison_strength(scene, force.hex):
        return Refusal("13-2-3.2", "the assault must be stronger than the garrison")
    return None


@carries("13-3-1.1", "13-3-2.1", "13-3-3.1", "13.0(5).1", "13-3-2.x1")
def _no_call(scene: Scene, force: Force) -> Refusal | None:
    """A call needs a commander, an investment, and no assault or call in this phase (13-3-1 to 13-3-3)."""
    if not is_commander(force):
        return Refusal("13-3-2.1", f"`{force.id}` is no sodaisho or taisho")
    if not is_invested(scene, force.hex):
        return Refusal("13.0(5).1", f"`{force.hex}` is not invested")
    if scene.table.mark(force.hex, "assaulted") == phase_of(scene):
        return Refusal("13-3-1.1", f"`{force.hex}` has been assaulted in this phase")
    if scene.table.mark(force.hex, "called") == phase_of(scene):
        return Refusal("13-3-3.1", f"`{force.hex}` has been called to surrender in this phase")
    return None


def garrison_strength(scene: Scene, hex: str) -> int:
    return war(scene).strength(war(scene).inside(hex))


# -- the action --------------------------------------------------------------------------------------------------------
def besiege(scene: Scene, force: Force, form: str) -> Flow[None]:
    """Carry out a form of siege that is allowed."""
    hex = force.hex
    if form == CALL:
        set_mark(scene, hex, "called", phase_of(scene), "13-3-3.1")
        has_acted(scene, force.id)
        yield from call(scene, force.id, hex)
        return
    party = [force.id]
    if form == BOTH:
        invest(scene, force.id)
    if form in (ASSAULT, BOTH):
        party = yield from _party(scene, force)
    if form == INVEST:
        invest(scene, force.id)
    for id in party:
        has_acted(scene, id)
    yield from rouse(scene, hex)
    if form != INVEST:
        yield from assault(scene, party, hex)
    check_investments(scene)


@carries("17-2-3.1", "17-1-2(4).3")
def rouse(scene: Scene, hex: str) -> Flow[None]:
    """A siege of a castle without effect makes its lords, or its army at peace, rise at once (17-2-3)."""
    if in_effect(scene, hex):
        return
    army = owner(scene, hex)
    if army is not None and scene.table.mark(army, AT_PEACE_MARK) is not None:
        yield from army_rises(scene, army, "17-1-2(4).3")
    yield from rouse_lords(scene, hex)


@carries("13-2-2.1", "13-2-2.x1", "13-2-2.x2", "13-1-4.1")
def _party(scene: Scene, force: Force) -> Flow[list[str]]:
    """Other forces of the phase before the castle that can act may join; each says whether it also invests."""
    party = [force.id]
    while any(_no_share(scene, f, force) is None for f in _others(scene, force, party)):
        answer = yield from decide(
            scene,
            list(_joins(scene, force, party)),
            (partial(_no_join, scene, force, party),),
            topic=Choose("assault party", force.hex),
            prompt="who joins the assault?",
            seat=force.seat,
            rule="13-2-2.1",
            stop=STORM if _enough(scene, party) else None,
        )
        if answer == STORM:
            break
        if answer.how == BOTH:
            invest(scene, answer.force)
        party.append(answer.force)
    return party


def _enough(scene: Scene, party: Sequence[str]) -> bool:
    forces = [war(scene).forces[id] for id in party]
    return war(scene).strength(forces) > garrison_strength(scene, forces[0].hex)


def stormers(scene: Scene, force: Force) -> list[Force]:
    """A force and all who may still join its assault."""
    return [force, *(f for f in _others(scene, force, (force.id,)) if _no_share(scene, f, force) is None)]


def _others(scene: Scene, force: Force, party: Sequence[str]) -> list[Force]:
    return [f for f in war(scene).outside(force.hex, force.seat) if f.id not in party]


def _joins(scene: Scene, force: Force, party: Sequence[str]) -> Iterator[Join]:
    for other in _others(scene, force, party):
        for how in (ASSAULT, BOTH):
            join = Join(other.id, how)
            if _no_join(scene, force, party, join) is None:
                yield join


def _no_join(scene: Scene, force: Force, party: Sequence[str], answer: Any) -> Refusal | None:
    if not isinstance(answer, Join) or answer.how not in (ASSAULT, BOTH):
        return Refusal("13-2-2.1", "the assault is not strong enough without others")
    other = war(scene).forces.get(answer.force)
    if other is None or other not in _others(scene, force, party):
        return Refusal("13-2-2.1", f"`{answer.force}` does not stand before the castle")
    no = _no_share(scene, other, force)
    return no or (no_investing(scene, other) if answer.how == BOTH else None)


@carries("13-2-2.2")
def _no_share(scene: Scene, other: Force, force: Force) -> Refusal | None:
    """Why a force may not join an assault: another phase, no point for the stage, or it has acted (13-2-2)."""
    if other.id == force.id:
        return Refusal("13-2-2.2", f"`{other.id}` leads the assault")
    if other.army not in armies_of(scene):
        return Refusal("13-2-2.x1", f"`{other.id}` acts in another phase")
    if not is_able(scene, other) or other.has_acted(phase_of(scene)):
        return Refusal("13-2-2.2", f"`{other.id}` cannot act")
    return None


# -- the assault -------------------------------------------------------------------------------------------------------
@carries("13-2.1", "13-2-4.1", "13-2-4.2", "13-2-4.3", "13-2-4.4", "13-2-6.1", "13-2-6.3", "12-1-2.1")
def assault(scene: Scene, party: Sequence[str], hex: str) -> Flow[None]:
    """Storm a castle: column by the difference of strength, both halves of the result at once (13-2-4, 13-2-6)."""
    forces = [war(scene).forces[id] for id in party]
    column = war(scene).strength(forces) - garrison_strength(scene, hex)
    if column < 1:
        return  # those who rose are too many (17-2-3.1); the action is spent
    set_mark(scene, hex, "assaulted", phase_of(scene), "13-3-1.1")
    parts = assault_parts(scene, forces, hex)
    tell_storm(scene, party, hex)
    rolled = yield from die(scene, "assault", "13-2-4.3")
    total = rolled + sum(parts.values())
    result = facts(scene).assault_table.look_up(column, total)
    worn, lost = int(result.values["durability"]), int(result.values["steps"])
    tell_assault(scene, hex, column, reckoned(rolled, parts.items()), worn, lost)
    wear(scene, hex, worn, "13-2-6.1")
    units = [unit for force in forces for unit in force.units]
    seat = forces[0].seat
    gone = yield from lose_steps(scene, seat, units, lost, rule="13-2-6.2")
    settle(scene, gone)
    if durability(scene, hex) == 0:
        callers = [force.id for force in war(scene).holding(units)]
        if callers:
            yield from fall(scene, hex, seat, callers, "13-3-7.2")
        else:
            lies_abandoned(scene, hex)
    else:
        check_investments(scene)


@carries("13-2-5.1", "13-2-5.2", "13-2-5.3", "13-2-5.4", "11.0.x1", "11-2.2")
def assault_parts(scene: Scene, forces: Sequence[Force], hex: str) -> dict[str, int]:
    """What changes the die of an assault: level, morale against the castle's, terrain (13-2-5)."""
    return {
        "13-2-5.1": -facts(scene).castles[hex].level,
        "13-2-5.2": lowest_morale(forces) - castle_morale(scene, hex),
        "13-2-5.4": facts(scene).ground(hex, "assault"),
    }


def besiegers(scene: Scene, hex: str) -> str | None:
    """The player who invests a castle."""
    whose = seat_of_castle(scene, hex)
    return None if whose is None or not is_invested(scene, hex) else ENEMY[whose]
