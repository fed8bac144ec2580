"""3-5. End phase: the game end check, all cards shuffled, all units made ready."""

from __future__ import annotations

from compiler.model.event import Said, Turned
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import reset_by
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.road_to_honganji.ch09_victory import judged
from compiler.rules.road_to_honganji.facts import ONE_DIE
from compiler.rules.road_to_honganji.field import called, facts, in_order, on_map


@step("3-5.1", "end_check", "3-5.4", "3.1")
def end_check(scene: Scene) -> Flow[Outcome]:
    """From turn 4 on the first player rolls whether the game ends; the last turn ends it without a die."""
    now = int(scene.table.tracks[facts(scene).turn])
    if now < facts(scene).first_end_check:
        return None
    chart = facts(scene).game_end
    if always_ends(scene, now):
        return judged(scene)
    scene.do(Said(f"{called(scene, in_order(scene)[0])} rolls for the end of the game", rule="3-5.1"))
    (die,) = yield from dice(scene, ONE_DIE, purpose="game end", rule="3-5.1")
    return judged(scene) if chart.look_up(column=die, row=now).values["ends"] else None


@carries("3-5.5")
def always_ends(scene: Scene, turn: int) -> bool:
    """Whether every roll ends the game in a turn, so that none is made."""
    chart = facts(scene).game_end
    return all(chart.look_up(column=die, row=turn).values["ends"] for die in range(1, facts(scene).sides_of_a_die + 1))


@step("6-9.3", "reshuffle")
def reshuffle(scene: Scene) -> Flow[Outcome]:
    """All used cards are in the stack again, shuffled before this step begins (6-9.3)."""
    yield from ()  # nobody is asked
    return None


@step("3-5.3", "make_ready")
def make_ready(scene: Scene) -> Flow[Outcome]:
    """All spent units become ready; turned Oda armies, order markers and the dead stay as they lie (3-5.3)."""
    for id, face in reset_by(scene, facts(scene).make_ready):
        if on_map(scene, id):
            scene.do(Turned(id, face, rule="3-5.3"))
    yield from ()  # nobody is asked
    return None
