"""4.0 The turn: the check of the lines with its points, and the beginnings of the stages."""

from __future__ import annotations

from compiler.model.event import TrackSet
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shingens_arrival.ch08_lines import judged
from compiler.rules.shingens_arrival.ch11_morale import lower_morale
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch16_entry import count_down
from compiler.rules.shingens_arrival.ch19_victory import book, lines_of_oda, oda_points, shingens_place, shingens_points
from compiler.rules.shingens_arrival.facts import ODA_PLAYER, SHINGEN, TAKEDA, TAKEDA_PLAYER, facts
from compiler.rules.shingens_arrival.field import stage_of, turn_of, war
from compiler.rules.shingens_arrival.told import say, tell_stage


@step("8-5-1.1", "check_lines", "4-1-1(3).1", "8-4.1", "8-4-1.1", "8-4-1.x1", "19-2-1(1).2", "19-2-2(1).2")
def check_lines(scene: Scene) -> Flow[Outcome]:
    """All lines are judged at once; then morale falls, forces below -4 go, and points are booked by that judgement."""
    yield from ()
    in_line = judged(scene)
    takeda = shingens_points(scene, in_line.get(SHINGEN, False))
    oda, held = oda_points(scene, facts(scene).oda_turn_points), lines_of_oda(scene)
    for leader, joined in in_line.items():
        if not joined and not sheltered(scene, leader):
            lower_morale(scene, leader, 1, rule="8-5-1.1")
    check_investments(scene)
    book(scene, TAKEDA_PLAYER, takeda, "19-2-1(1).2", shingens_place(scene))
    book(scene, ODA_PLAYER, oda, "19-2-2(1).2", held)
    return None


@carries("12-2-9.1")
def sheltered(scene: Scene, leader: str) -> bool:
    """A garrison loses no morale for want of a line (12-2-9)."""
    return war(scene).forces[leader].inside


@step("4.0.3", "begin_stages", "4-1-2.1")
def begin_stages(scene: Scene) -> Flow[Outcome]:
    """The Initial Stage is over: the stage marker goes to 1 (4.0)."""
    yield from ()
    scene.do(TrackSet(facts(scene).stage.id, 1, rule="4.0.3"))
    return None


@step("16-8-1.1", "begin_stage", "16-8-2.3", "4-1-2.1")
def begin_stage(scene: Scene) -> Flow[Outcome]:
    """A stage begins: those held back have one less to wait (16-8)."""
    yield from ()
    known, turn = facts(scene), turn_of(scene)
    tell_stage(scene, turn, known.months[turn], stage_of(scene), "4-1-2.1")
    if scene.table.tracks[known.operations_phase.id] == TAKEDA:  # nobody moves the marker, which would tell
        say(scene, f"{known.operations_phase.name.en}: {known.operations_phase.boxes[0].label.en}", "4-1-2.1")
    count_down(scene)
    return None
