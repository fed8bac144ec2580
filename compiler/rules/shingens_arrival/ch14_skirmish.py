"""14-1 to 14-5 Skirmishes: one force against enemies in a hex beside it, or a garrison against its besiegers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece, NameNumber
from compiler.rules.shingens_arrival.ch09_activation import armies_of, has_acted, is_able, phase_of
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch14_modifiers import attack_parts, counterattack_parts, strike
from compiler.rules.shingens_arrival.ch14_retreat import Retreat, retreat
from compiler.rules.shingens_arrival.ch15_killed import lose_steps, settle
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import Choose, die, enemy_of, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import named, tell_attack, tell_blow, tell_share, tell_skirmish

ALONE = "alone"  # nobody else joins


@record(frozen=True, slots=True)
class Attack(Action):
    """The enemy forces to be attacked, all in one hex."""

    targets: tuple[str, ...]


# -- whom --------------------------------------------------------------------------------------------------------------
@carries("14-1-2.1", "12-2-8.1")
def target_hexes(scene: Scene, force: Force) -> tuple[str, ...]:
    """Where a force may attack: the hexes beside it; a garrison its own hex and nothing else (14-1-2, 12-2-8)."""
    return (force.hex,) if force.inside else facts(scene).joined[force.hex]


def groups(scene: Scene, force: Force) -> list[list[Force]]:
    """The enemy forces a force may attack, hex by hex."""
    now, enemy = war(scene), enemy_of(force)
    if now.stand(enemy).outer.isdisjoint(target_hexes(scene, force)):
        return []
    return [there for hex in target_hexes(scene, force) if (there := now.outside(hex, enemy))]


def attacks(scene: Scene, force: Force) -> Iterator[Attack]:
    """All enemies of a hex together, and each by itself (14-1-5)."""
    for there in groups(scene, force):
        yield Attack(tuple(target.id for target in there))
        if len(there) > 1:
            yield from (Attack((target.id,)) for target in there)


@carries("14-1-4.1", "14-1-5.1", "14-1-7.1", "14-1.1")
def refuse_attack(scene: Scene, force: Force, answer: Any) -> Refusal | None:
    """Why a force may not attack these enemies."""
    if not isinstance(answer, Attack) or not answer.targets or len(set(answer.targets)) != len(answer.targets):
        return Refusal("14-1-1.1", "name the forces to attack")
    forces = war(scene).forces
    for id in answer.targets:
        target = forces.get(id)
        if target is None or target.seat == force.seat:
            return Refusal("14-1-2.1", f"`{id}` is no enemy force")
        if target.inside:
            return Refusal("14-1.1", f"`{id}` is in garrison and can be reached by siege only")
        if target.hex not in target_hexes(scene, force):
            return _out_of_reach(scene, force, target)
    hexes = {forces[id].hex for id in answer.targets}
    return None if len(hexes) == 1 else Refusal("14-1-4.1", "a force attacks into one hex only")


def _out_of_reach(scene: Scene, force: Force, target: Force) -> Refusal:
    if force.inside:
        return Refusal("12-2-8.1", f"a garrison attacks in its own hex only, not `{target.hex}`")
    if target.hex in facts(scene).beside[force.hex]:
        return Refusal("14-1-7.1", f"no attack across water to `{target.hex}`")
    return Refusal("14-1-2.1", f"`{target.hex}` is not next to `{force.hex}`")


def no_skirmish(scene: Scene, force: Force) -> Refusal | None:
    """Why a force cannot attack at all."""
    if force.investing:
        return Refusal("13.0(3).2", f"`{force.id}` is investing a castle and fights no field battle of its own")
    return None if groups(scene, force) else Refusal("14-1-2.1", f"no enemy force is within reach of `{force.id}`")


# -- who sallies -------------------------------------------------------------------------------------------------------
@carries("12-2-8.2", "12-2-3.1", "14-1-3.1")
def sallying(scene: Scene, force: Force) -> Flow[list[str]]:
    """The forces that attack: one alone, or of a garrison as many as can act and are wanted (14-1-3, 12-2-8)."""
    party = [force.id]
    while force.inside:
        others = [f.id for f in war(scene).inside(force.hex) if f.id not in party]
        able = [id for id in others if refuse_ally(scene, force, id) is None]
        if not able:
            break
        answer = yield from decide(
            scene,
            able,
            (lambda id: refuse_ally(scene, force, id),),
            topic=ChoosePiece("sally", force.hex),
            prompt="who else of the garrison attacks?",
            seat=force.seat,
            rule="12-2-8.2",
            stop=ALONE,
        )
        if answer == ALONE:
            break
        party.append(answer)
    return party


def refuse_ally(scene: Scene, chief: Force, id: Any) -> Refusal | None:
    """Why a force may not sally with another: it must be of the garrison and itself able to act (12-2-8)."""
    force = war(scene).forces.get(id)
    if force is None or force.hex != chief.hex or not force.inside or id == chief.id:
        return Refusal("12-2-8.2", f"`{id}` is not in the garrison")
    if force.army not in armies_of(scene) or not is_able(scene, force):
        return Refusal("12-2-8.2", f"`{id}` cannot act in this phase")
    return Refusal("12-2-8.2", f"`{id}` has acted") if force.has_acted(phase_of(scene)) else None


# -- the fight ---------------------------------------------------------------------------------------------------------
@carries("14.0.1", "14.0.2", "14.0.3", "14.1.1", "14-1-1.1", "14-1-6.1", "14-1-8.1", "12-2-8.x3")
def skirmish(scene: Scene, force: Force) -> Flow[None]:
    """Attack, result on the defender, counterattack, result on the attacker (14-1)."""
    party = yield from sallying(scene, force)
    answer = yield from decide(
        scene,
        lambda: attacks(scene, force),
        (lambda a: refuse_attack(scene, force, a),),
        topic=Choose("attack", force.id),
        prompt="attack whom?",
        seat=force.seat,
        rule="14-1-1.1",
        about=(force.id, force.hex),
        sure=True,
    )
    targets = list(answer.targets)
    tell_skirmish(scene, party, targets)
    stayed = yield from _attack(scene, party, targets)
    if stayed:
        yield from _counterattack(scene, party, stayed)
    for id in party:
        has_acted(scene, id)
    check_investments(scene)


@carries("14-2.2")
def _attack(scene: Scene, party: Sequence[str], targets: Sequence[str]) -> Flow[list[str]]:
    """The attacker's die and what it does; the units of the targets that are still there and did not retreat."""
    now = war(scene)
    mine, theirs = [now.forces[id] for id in party], [now.forces[id] for id in targets]
    rolled = yield from die(scene, "attack", "14-2.1")
    blow = strike(scene, mine, rolled, attack_parts(scene, mine, theirs))
    tell_attack(scene, blow, targets)
    units = [unit for force in theirs for unit in force.units]
    if not blow.losses:
        return units
    return (yield from _suffer(scene, units, mine[0].hex, blow.losses, mine[0].seat))


@carries("14-3.1", "14-3.2", "14-3.x1")
def _suffer(scene: Scene, units: list[str], away_from: str, result: int, attacker: str) -> Flow[list[str]]:
    """The defender splits the result into steps and hexes, loses the steps first, then retreats (14-3)."""
    seat = ENEMY[attacker]
    hexes = yield from _split(scene, seat, units, away_from, result)
    if hexes:
        tell_share(scene, [force.id for force in war(scene).holding(units)], result - hexes, hexes)
    gone = yield from lose_steps(scene, seat, units, result - hexes, rule="14-3-1.1", attacker=attacker)
    settle(scene, gone)
    left = war(scene).holding(units)
    if not hexes:
        return [unit for force in left for unit in force.units]
    for force in left:
        if force.id in war(scene).forces:
            killed = yield from retreat(scene, force.id, away_from, hexes, attacker=attacker, rule="14-3-5.1")
            settle(scene, killed)
    return []


@carries("14-3-6.5", "14-3-4.1")
def _split(scene: Scene, seat: str, units: list[str], away_from: str, result: int) -> Flow[int]:
    """How many hexes of the result are gone; so many only as every target can legally go (14-3, 14-3-6.5)."""
    most = min(result, facts(scene).longest_retreat)
    forces = war(scene).holding(units)

    def can(hexes: int) -> bool:
        return all(next(Retreat(scene, f, away_from, hexes).ways(hexes), None) is not None for f in forces)

    def refuse(hexes: Any) -> Refusal | None:
        if not isinstance(hexes, int) or not 0 <= hexes <= result:
            return Refusal("14-3.1", f"the result is {result}")
        if hexes > most:
            return Refusal("14-3-4.1", f"a retreat goes {counted(most, 'hex')} at most")
        return (
            None
            if hexes == 0 or can(hexes)
            else Refusal("14-3-6.5", f"there is no way of {counted(hexes, 'hex')} back")
        )

    answer: int = yield from decide(
        scene,
        range(most + 1),
        (refuse,),
        topic=NameNumber("retreat", 0, most),
        seat=seat,
        rule="14-3.1",
        prompt=f"{counted(result, 'loss')}: how many as hexes of retreat?",
        about=(forces[0].hex,),
    )
    return answer


@carries("14-5.1", "14-5.2", "14-5.x1", "14-5-1.1", "14-5-3.1")
def _counterattack(scene: Scene, party: Sequence[str], units: list[str]) -> Flow[None]:
    """Those who stayed strike back together at the force that attacked; it takes the result in steps (14-5)."""
    now = war(scene)
    mine, theirs = [now.forces[id] for id in party], now.holding(units)
    rolled = yield from die(scene, "counterattack", "14-5.2")
    blow = strike(scene, theirs, rolled, counterattack_parts(scene, mine, theirs))
    tell_blow(scene, f"counterattack of {named(scene, [f.id for f in theirs])}", blow, named(scene, party), "14-5.2")
    attackers = [unit for force in mine for unit in force.units]
    gone = yield from lose_steps(scene, mine[0].seat, attackers, blow.losses, rule="14-5-3.1")
    for force in war(scene).holding(attackers):
        has_acted(scene, force.id)
    settle(scene, gone)
