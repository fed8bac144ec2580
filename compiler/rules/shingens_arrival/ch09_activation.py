"""9-2 Activation points: which forces may act in which stage."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.model.event import TrackSet
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.step import Setting
from compiler.rules.shingens_arrival.facts import IKKO, PHASES, TAISHO, facts
from compiler.rules.shingens_arrival.field import set_mark, stage_of, war
from compiler.rules.shingens_arrival.forces import Force


@carries("9-2-1.1", "9-2-2.1", "17-1-2(3).2")
def activation(scene: Scene, force: Force) -> int:
    """The rating of the unit that leads a force; Ikko-Ikki taisho have 4 in an offensive (9-2, 17-1-2(3))."""
    if force.army == IKKO and force.print.rank == TAISHO and scene.table.mark(IKKO, "offensive") is not None:
        return facts(scene).offensive_activation
    return force.print.activation


@carries("4-1-2.2", "4-1-3.1", "4-1-4.1", "4-1-5.1", "9-2-5.2", "9-2-5.3")
def is_able(scene: Scene, force: Force) -> bool:
    """Whether a force has the activation points for this stage (4-1-3 to 4-1-5)."""
    return activation(scene, force) >= stage_of(scene)


PHASE = Setting("phase", "the Operations Phase it belongs to", required=True, choices=tuple(PHASES))


def phase_of(scene: Scene) -> str:
    """The Operations Phase that is being played; outside of one an empty word."""
    node = scene.node
    while "phase" not in node.settings:
        if node.children:
            node = node.children[0]
            continue
        return ""
    return str(node.settings["phase"])


@carries("4-1-2.1")
def show_phase(scene: Scene) -> None:
    """Put the marker of the Operations Phase where we are (2-1-5(2))."""
    if scene.table.tracks[facts(scene).operations_phase.id] != phase_of(scene):
        scene.do(TrackSet(facts(scene).operations_phase.id, phase_of(scene), rule="4-1-2.1"))


def armies_of(scene: Scene) -> tuple[str, ...]:
    return PHASES[phase_of(scene)]


def left_to_act(scene: Scene) -> list[Force]:
    """The forces that can act in this phase and have not yet (9-2-3)."""
    phase, now = phase_of(scene), war(scene)

    def find() -> list[Force]:
        waiting = map(now.forces.__getitem__, _able(scene, phase))
        return [force for force in waiting if force.acted != phase]

    return scene.memo_of(("left to act", phase), (now, scene.table.tracks, scene.table.marks), find)


def _able(scene: Scene, phase: str) -> Sequence[str]:
    """The forces of a phase that can act in this stage: until one comes, goes, is led or not, or the stage is over."""
    now, offensive = war(scene), scene.table.mark(IKKO, "offensive")
    forces = now.forces.values()
    return scene.memo_of(
        ("able", phase, stage_of(scene), offensive),
        (now.led_by,),
        lambda: [force.id for force in forces if force.army in PHASES[phase] and is_able(scene, force)],
    )


@carries("9-2-3.1")
def has_acted(scene: Scene, leader: str) -> None:
    """A force has used its point of this phase (9-2-3)."""
    if leader in war(scene).forces:
        set_mark(scene, leader, "acted", phase_of(scene), "9-2-3.1")
