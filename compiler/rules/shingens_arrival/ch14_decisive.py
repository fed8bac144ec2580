"""14-6 Decisive battles: two sodaisho with all that stands by them, round after round until a side gives way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from compiler.play.ask import Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece, ChooseSpace
from compiler.rules.shingens_arrival.ch09_activation import armies_of, has_acted, phase_of
from compiler.rules.shingens_arrival.ch11_morale import lower_morale
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch14_modifiers import decisive_parts, strike
from compiler.rules.shingens_arrival.ch14_retreat import retreat
from compiler.rules.shingens_arrival.ch14_skirmish import refuse_ally, target_hexes
from compiler.rules.shingens_arrival.ch15_killed import lose_steps, settle
from compiler.rules.shingens_arrival.ch19_victory import score_lost_battle
from compiler.rules.shingens_arrival.facts import ENEMY, SODAISHO, facts
from compiler.rules.shingens_arrival.field import die, enemy_of, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import tell_blow, tell_decisive, tell_giving_way

ENOUGH = "enough"  # nobody else takes part


@carries("14-6-1.1", "14-6-1.x1")
def enemy_commanders(scene: Scene, force: Force) -> list[Force]:
    """The enemy sodaisho outside garrison whom a sodaisho's force can bring to battle (14-6-1)."""
    if force.print.rank != SODAISHO or force.investing:
        return []
    now, enemy = war(scene), enemy_of(force)
    return [f for hex in target_hexes(scene, force) for f in now.outside(hex, enemy) if f.print.rank == SODAISHO]


def no_decisive(scene: Scene, force: Force) -> Refusal | None:
    """Why a force cannot fight a decisive battle."""
    if force.print.rank != SODAISHO:
        return Refusal("14-6-1.1", f"`{force.id}` is not led by a sodaisho")
    if force.investing:
        return Refusal("13.0(3).2", f"`{force.id}` is investing a castle and fights no field battle of its own")
    return None if enemy_commanders(scene, force) else Refusal("14-6-1.1", "no enemy sodaisho is within reach")


@carries("14-6.1", "14-6.2", "7.0.3")
def decisive_battle(scene: Scene, force: Force) -> Flow[None]:
    """Both sides gather, then fight rounds until one retreats or has nobody left (14-6)."""
    chiefs = enemy_commanders(scene, force)
    hex = yield from decide(
        scene,
        dict.fromkeys(chief.hex for chief in chiefs),
        topic=ChooseSpace("decisive battle"),
        prompt="decisive battle against the army in which hex?",
        seat=force.seat,
        rule="14-6-1.1",
    )
    there = [chief for chief in chiefs if chief.hex == hex]
    mine = yield from _gather(scene, force, [force.id])
    theirs = yield from _gather(scene, there[0], [chief.id for chief in there])
    attackers = [unit for id in mine for unit in war(scene).forces[id].units]
    defenders = [unit for id in theirs for unit in war(scene).forces[id].units]
    tell_decisive(scene, mine, theirs, hex)
    for id in mine:
        if war(scene).forces[id].army in armies_of(scene):
            has_acted(scene, id)  # those of another phase keep their own action (14-6-2.2)
    yield from _rounds(scene, force.hex, hex, attackers, defenders)
    check_investments(scene)


# -- gathering ---------------------------------------------------------------------------------------------------------
@carries("14-6-2.1", "14-6-3.1", "14-6-4.1", "14-6-5.1")
def _gather(scene: Scene, chief: Force, party: list[str]) -> Flow[list[str]]:
    """Other forces stacked with a sodaisho join as their player likes, of any army and rating (14-6-2 to 14-6-5)."""
    while True:
        here = [f.id for f in war(scene).here(chief.hex, chief.seat) if f.id not in party]
        willing = [id for id in here if refuse_join(scene, chief, id) is None]
        if not willing:
            return party
        answer = yield from decide(
            scene,
            willing,
            (partial(refuse_join, scene, chief),),
            topic=ChoosePiece("join", chief.hex),
            prompt=f"who joins {scene.name(chief.id)}?",
            seat=chief.seat,
            rule="14-6-2.1",
            stop=ENOUGH,
        )
        if answer == ENOUGH:
            return party
        party.append(answer)


@carries("14-6-2.2")
def refuse_join(scene: Scene, chief: Force, id: Any) -> Refusal | None:
    """Why a force may not join a decisive battle: it has acted, invests, or is on the other side of the walls."""
    force = war(scene).forces.get(id)
    if force is None or force.hex != chief.hex or force.seat != chief.seat or id == chief.id:
        return Refusal("14-6-2.1", f"`{id}` is not stacked with `{chief.id}`")
    attacking = scene.active == chief.seat
    if chief.inside:
        return refuse_ally(scene, chief, id) if force.inside else Refusal("12-2-8.1", f"`{id}` is not of the garrison")
    if force.inside:
        return Refusal("14-6-3.1" if not attacking else "14-6-2.2", f"`{id}` is in garrison")
    if attacking and force.investing:
        return Refusal("13.0(3).2", f"`{id}` is investing a castle")
    if attacking and force.has_acted(phase_of(scene)):
        return Refusal("14-6-2.2", f"`{id}` has acted in this phase")
    return None


# -- rounds ------------------------------------------------------------------------------------------------------------
@carries("14-6-11.1", "14-6-11.2", "14-6-10.1")
def _rounds(scene: Scene, here: str, there: str, attackers: list[str], defenders: list[str]) -> Flow[None]:
    """Rounds until the results differ; the side with the higher one retreats. After 20 the attacker gives way."""
    armies = {
        side: {f.army for f in war(scene).holding(units)}
        for side, units in (("attacker", attackers), ("defender", defenders))
    }
    seat = war(scene).holding(attackers)[0].seat
    for n in range(facts(scene).decisive_rounds):
        mine, theirs, fallen = yield from _round(scene, attackers, defenders)
        both = war(scene).holding(attackers) and war(scene).holding(defenders)
        if mine == theirs and n + 1 == facts(scene).decisive_rounds:
            mine += 1
        if both and mine > theirs:
            yield from _give_way(scene, attackers, there, armies["attacker"], attacker=None)
        elif both and theirs > mine:
            yield from _give_way(scene, defenders, here, armies["defender"], attacker=seat)
        if mine != theirs or fallen or not both:
            return


@carries("14-6-6.1", "14-6-7.1", "14-6-7.2", "14-6-9.1", "14-6-9.2")
def _round(scene: Scene, attackers: list[str], defenders: list[str]) -> Flow[tuple[int, int, bool]]:
    """Both dice, both results, then the losses, in steps only (14-6-6 to 14-6-9).

    Returns what attacker and defender have lost, and whether a sodaisho was killed.
    """
    mine, theirs = war(scene).holding(attackers), war(scene).holding(defenders)
    my_roll = yield from die(scene, "decisive battle, attacker", "14-6-7.1")
    their_roll = yield from die(scene, "decisive battle, defender", "14-6-7.1")
    on_them = strike(scene, mine, my_roll, decisive_parts(mine, theirs))
    on_me = strike(scene, theirs, their_roll, decisive_parts(theirs, mine))
    tell_blow(scene, "the attackers", on_them, "the defenders", "14-6-7.1")
    tell_blow(scene, "the defenders", on_me, "the attackers", "14-6-7.1")
    seat = mine[0].seat
    gone = yield from lose_steps(scene, seat, _left(scene, attackers), on_me.losses, rule="14-6-9.1")
    gone += yield from lose_steps(
        scene, ENEMY[seat], _left(scene, defenders), on_them.losses, rule="14-6-9.1", attacker=seat
    )
    settle(scene, gone)
    return on_me.losses, on_them.losses, any(facts(scene).units[unit].rank == SODAISHO for unit in gone)


def _left(scene: Scene, units: Sequence[str]) -> list[str]:
    now = war(scene)
    return [unit for unit in units if now.force_of(unit) is not None]


# -- giving way --------------------------------------------------------------------------------------------------------
@carries("14-6-10.2", "14-6-10.3", "14-6-10.4", "14-6-10.5", "14-6-10.x1", "14-6-10.x2", "12-2-8.x2")
def _give_way(scene: Scene, units: list[str], away_from: str, armies: set[str], *, attacker: str | None) -> Flow[None]:
    """Every force of the loser rolls for its retreat: up to 4 hexes, with steps on a 5 or 6; it costs 2 points."""
    forces = war(scene).holding(units)
    seat = forces[0].seat
    score_lost_battle(scene, seat, armies)
    for id in _ids(forces):
        if id not in war(scene).forces:
            continue
        rolled = yield from die(scene, "retreat", "14-6-10.2")
        steps = int(facts(scene).retreat_roll_steps.get(str(rolled), 0))
        hexes = min(rolled, facts(scene).longest_retreat)
        group = war(scene).forces[id].units
        tell_giving_way(scene, id, steps, hexes, war(scene).forces[id].inside)
        rule = "14-6-10.4" if steps > 1 else "14-6-10.3"
        gone = yield from lose_steps(scene, seat, group, steps, rule=rule, attacker=attacker)
        for force in war(scene).holding([unit for unit in group if unit not in gone]):
            gone += yield from _fall_back(scene, force, away_from, hexes, attacker)
        settle(scene, gone)


def _ids(forces: Sequence[Force]) -> Iterator[str]:
    return (force.id for force in forces)


def _fall_back(scene: Scene, force: Force, away_from: str, hexes: int, attacker: str | None) -> Flow[list[str]]:
    """A beaten force retreats; a garrison that sallied stays inside and loses the morale (12-2-8.x2)."""
    if force.inside:
        return lower_morale(scene, force.id, hexes, rule="12-2-8.x2", killed=True, attacker=attacker)
    return (yield from retreat(scene, force.id, away_from, hexes, attacker=attacker, rule="14-6-10.5"))
