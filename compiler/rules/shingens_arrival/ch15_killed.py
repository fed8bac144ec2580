"""15.0 Steps lost, units eliminated, leaders killed in action, the death of a sodaisho."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Turned
from compiler.play.ask import Flow, decide
from compiler.play.coverage import carries
from compiler.play.mechanics.losses import hit
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch19_victory import GameOver, decided_by_death, score_death
from compiler.rules.shingens_arrival.facts import FALLEN, IKKO, LOST_IKKO, SODAISHO, facts
from compiler.rules.shingens_arrival.field import take_off, war
from compiler.rules.shingens_arrival.told import say, tell_end


@carries("14-3-1.1", "13-2-6.2", "10-2-6.x1", "14-6-9.x1")
def lose_steps(
    scene: Scene,
    seat: str,
    units: Iterable[str],
    steps: int,
    *,
    rule: str,
    killed: bool = True,
    attacker: str | None = None,
) -> Flow[list[str]]:
    """Steps are lost from any of some units, as their player likes; returns the units that are gone.

    `killed` tells battle and siege from desertion and Iga (15.x1); `attacker` is who attacked, for Yoshiaki's sake.
    """
    pool, gone = list(units), list[str]()
    for left in range(steps, 0, -1):
        on_map = [unit for unit in pool if unit not in gone]
        if not on_map:
            break  # what is beyond all steps is lost (14-3.x2)
        unit = yield from decide(
            scene,
            on_map,
            topic=ChoosePiece("lose"),
            prompt=f"lose a step of which unit? {left} to go",
            seat=seat,
            rule=rule,
        )
        if hit_unit(scene, unit, rule=rule, killed=killed, attacker=attacker):
            gone.append(unit)
    return gone


@carries("14-3-2.1", "14-3.x2")
def hit_unit(scene: Scene, unit: str, *, rule: str, killed: bool, attacker: str | None) -> bool:
    """A unit loses a step, the last one with itself (14-3-2); whether it is gone."""
    piece = scene.table.pieces[unit]
    if piece.steps > 1:
        scene.do(hit(scene.game, piece, fallen=None, rule=rule))
        return False
    tell_end(scene, unit, "has lost the last step", rule)
    eliminate(scene, unit, killed=killed, attacker=attacker, rule=rule)
    return True


@carries("15.0.1", "25-1.1", "15.x1", "6-2.x1")
def eliminate(scene: Scene, unit: str, *, killed: bool, attacker: str | None, rule: str) -> None:
    """A unit leaves the map for good, Ikko-Ikki until they are raised again (25-1); a killed leader costs points."""
    take_off(scene, unit, LOST_IKKO if facts(scene).units[unit].army == IKKO else FALLEN, rule)
    if killed:
        score_death(scene, unit, attacker)


@carries("11-1-2.x1")
def eliminate_force(
    scene: Scene, leader: str, *, why: str, killed: bool, attacker: str | None = None, rule: str
) -> list[str]:
    """A whole force is gone, led units included."""
    force = war(scene).forces[leader]
    tell_end(scene, leader, why, rule)
    for unit in (*force.units[1:], leader):
        eliminate(scene, unit, killed=killed, attacker=attacker, rule=rule)
    return list(force.units)


@carries("25-2.1", "25-2.3", "25-2.4", "25-2.x1")
def settle(scene: Scene, killed: list[str]) -> None:
    """After deaths: a sodaisho's army leaves the map with him (25-2), and the game may be over (19-1)."""
    known = facts(scene)
    for army in dict.fromkeys(known.units[unit].army for unit in killed if known.units[unit].rank == SODAISHO):
        remove_army(scene, army)
        check_investments(scene)
    victory = decided_by_death(killed)
    if victory is not None:
        raise GameOver(victory)


def remove_army(scene: Scene, army: str) -> None:
    """Every unit of an army is removed, not killed; its castles stay its own (25-2.2, 25-2.3)."""
    say(scene, f"{scene.game.sides[army].name.en} have lost their sodaisho and leave the war", "25-2.1")
    for force in list(war(scene).of_army(army)):
        for unit in (*force.units[1:], force.id):
            take_off(scene, unit, FALLEN, "25-2.1")


# -- steps won back ----------------------------------------------------------------------------------------------------
def damaged(scene: Scene, units: Iterable[str]) -> list[str]:
    """The units that lack steps."""
    known, pieces = facts(scene), scene.table.pieces
    return [unit for unit in units if unit in pieces and pieces[unit].steps < known.units[unit].steps]


@carries("10-2-6.1", "10-2-8.1", "10-2-6.x1")
def gain_steps(scene: Scene, seat: str, units: tuple[str, ...], steps: int, rule: str) -> Flow[int]:
    """Steps come back to units that lack some, as their player likes; returns how many could not be used."""
    while steps > 0 and (hurt := damaged(scene, units)):
        unit = yield from decide(
            scene,
            hurt,
            topic=ChoosePiece("restore"),
            prompt=f"restore a step of which unit? {steps} to go",
            seat=seat,
            rule=rule,
        )
        piece = scene.table.pieces[unit]
        scene.do(Turned(unit, piece.face - 1, piece.steps + 1, rule=rule))
        steps -= 1
    return steps
