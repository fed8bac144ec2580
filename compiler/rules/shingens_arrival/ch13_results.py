"""13-1-7 and 13-4 Siege results at the end of a phase: offers to surrender, siege checks, falls."""

from __future__ import annotations

from compiler.play.ask import Flow, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import ChooseSpace
from compiler.rules.shingens_arrival.ch09_activation import PHASE, armies_of, show_phase
from compiler.rules.shingens_arrival.ch12_castles import castle_morale, durability, invested_castles, owner, wear
from compiler.rules.shingens_arrival.ch13_surrender import fall, ranks_inside, take
from compiler.rules.shingens_arrival.ch19_victory import GameOver
from compiler.rules.shingens_arrival.facts import ENEMY, TAISHO, facts
from compiler.rules.shingens_arrival.field import Choose, die, set_mark
from compiler.rules.shingens_arrival.told import reckoned, tell_siege_check

STAND, OFFER, ACCEPT, REFUSE = "stand", "offer", "accept", "refuse"


@step("4-1-2(1).2", "siege_results", "13-1-7.1", "13-1-7.x1", "4-1-3.2", settings={"phase": PHASE})
def siege_results(scene: Scene) -> Flow[Outcome]:
    """Every invested castle of the phase's armies: an offer or a siege check, in the order its player likes."""
    show_phase(scene)
    done: list[str] = []
    try:
        while left := [hex for hex in due(scene) if hex not in done]:
            hex = yield from decide(
                scene,
                left,
                topic=ChooseSpace("siege check"),
                prompt="siege check of which castle?",
                seat=scene.active,
                rule="13-1-7.x1",
            )
            done.append(hex)
            if not (yield from _offer(scene, hex)):
                yield from _check(scene, hex)
    except GameOver as over:
        return over.victory
    return None


def due(scene: Scene) -> list[str]:
    """The invested castles that belong to the armies of this phase (13-1-7)."""
    armies = armies_of(scene)
    return [hex for hex in invested_castles(scene) if owner(scene, hex) in armies]


@carries("13-4.1", "13-4.2", "13-4.3")
def _offer(scene: Scene, hex: str) -> Flow[bool]:
    """The owner may offer to surrender; if the besieger accepts, the gates are opened and no die is rolled (13-4)."""
    answer = yield from decide(
        scene,
        (STAND, OFFER),
        topic=Choose("offer", hex),
        prompt=f"{scene.name(hex)}: stand, or offer to surrender?",
        seat=scene.active,
        rule="13-4.1",
        seldom=lambda a: a == OFFER,
    )
    if answer == STAND:
        return False
    besiegers = invested_castles(scene)[hex]
    enemy = ENEMY[scene.active]
    reply = yield from decide(
        scene,
        (ACCEPT, REFUSE),
        topic=Choose("accept", hex),
        prompt=f"accept the surrender of {scene.name(hex)}?",
        seat=enemy,
        rule="13-4.2",
    )
    if reply == REFUSE:
        return False
    by_army = {force.army: force.id for force in reversed(besiegers)}
    army = yield from decide(
        scene,
        by_army,
        topic=Choose("receive", hex),
        prompt="which army receives the castle?",
        seat=enemy,
        rule="13-4.1",
    )
    yield from take(scene, by_army[army], hex, free=True)
    return True


@carries("13-1-7.2", "13-1-7.3", "13-3-7.1", "12-1-2.1")
def _check(scene: Scene, hex: str) -> Flow[None]:
    """One die of the owner, one better with a commander inside: morale or durability may suffer (13-1-7)."""
    table = facts(scene).siege_table
    bonus = (
        next(int(m.value or 0) for m in table.modifiers) if max(ranks_inside(scene, hex), default=0) >= TAISHO else 0
    )
    rolled = yield from die(scene, "siege check", "13-1-7.2")
    result = table.look_up("result", rolled + bonus)
    tell_siege_check(scene, hex, reckoned(rolled, [("13-1-7.3", bonus)]), str(result.text))
    callers = [force.id for force in invested_castles(scene)[hex]]
    if result.values.get("durability"):
        wear(scene, hex, -int(result.values["durability"]), "13-1-7.2")
        if durability(scene, hex) == 0:
            yield from fall(scene, hex, ENEMY[scene.active], callers, "13-3-7.2")
    elif result.values.get("morale"):
        value = castle_morale(scene, hex) + int(result.values["morale"])
        if value < facts(scene).lowest_morale:
            yield from fall(scene, hex, ENEMY[scene.active], callers, "13-3-7.1")
        else:
            set_mark(scene, hex, "morale", value, "13-1-7.2")
