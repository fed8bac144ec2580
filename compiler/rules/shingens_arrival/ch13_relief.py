"""13-3-5 Where the garrison of a lost castle goes: the nearest castle of its side that can take it in."""

from __future__ import annotations

from compiler.model.event import Moved
from compiler.play.ask import Flow, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.topics import ChooseSpace
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, enter_garrison, no_garrison
from compiler.rules.shingens_arrival.ch15_killed import eliminate_force
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import war


@carries("13-3-5(2).2", "13-3-5(2).3")
def send_away(scene: Scene, leader: str, lost: str, rule: str) -> Flow[list[str]]:
    """A garrison goes to the nearest castle it may use; with none it is removed as by a surrender. The units gone."""
    near = nearest_castles(scene, leader, lost)
    if not near:
        force = war(scene).forces[leader]
        why = "has no castle to go to and is lost"
        return eliminate_force(scene, leader, why=why, killed=True, attacker=ENEMY[force.seat], rule="13-3-5(2).3")
    seat = war(scene).forces[leader].seat
    hex = yield from decide(
        scene,
        near,
        topic=ChooseSpace("shelter"),
        prompt=f"{scene.name(leader)} goes to which castle?",
        seat=seat,
        rule="13-3-5(2).2",
    )
    scene.do(Moved(leader, hex, rule=rule))
    enter_garrison(scene, leader, rule)
    return []


def nearest_castles(scene: Scene, leader: str, lost: str) -> list[str]:
    """The castles nearest to a lost one that may be garrisoned and have no enemy force before them (13-3-5(2).2)."""
    known, force = facts(scene), war(scene).forces[leader]
    fit = [
        hex
        for hex, seat in castles_in_effect(scene).items()
        if seat == force.seat
        and hex != lost
        and no_garrison(scene, force.army, hex) is None
        and not war(scene).here(hex, ENEMY[force.seat])
    ]
    best = min((known.distance(lost, hex) for hex in fit), default=0)
    return [hex for hex in fit if known.distance(lost, hex) == best]
