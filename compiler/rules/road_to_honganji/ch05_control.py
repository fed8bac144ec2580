"""5. Controlling areas: who holds what, settled at the end of every action turn."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Marked
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.road_to_honganji.facts import NEUTRAL
from compiler.rules.road_to_honganji.field import acting, areas, in_order, is_out, units_by_area


@record(frozen=True, slots=True)
class ChooseController(Topic):
    """Which clan gets an area that several hold and nobody fought for."""

    area: str


@step("5-2.1", "control_check", "5-2.2", "5-2.5", "5-3.1")
def control_check(scene: Scene) -> Flow[Outcome]:
    """At the end of an action turn every area is looked at, in the order of the map (5-2.x2)."""
    for area in areas(scene):
        here = units_by_area(scene)[area]
        if not here:
            settle(scene, area, NEUTRAL, "5-3.1")
        elif scene.table.mark(area, "control") not in here:
            yield from new_controller(scene, area, list(here))
    return None


def settle(scene: Scene, area: str, clan: str, rule: str) -> None:
    if scene.table.mark(area, "control") != clan:
        scene.do(Marked(area, "control", clan, rule=rule))


@carries("5-2.3", "5-2.x1")
def fought_for(scene: Scene, area: str, here: list[str]) -> tuple[str, str] | None:
    """Who gets an area without a choice, and why: who is alone, who attacked there last, who was attacked there."""
    if len(here) == 1:
        return here[0], "5-2.2"
    for mark, rule in (("last_fought", "5-2.3"), ("last_target", "5-2.x1")):
        clan = scene.table.mark(area, mark)
        if clan in here:
            return str(clan), rule
    return None


def new_controller(scene: Scene, area: str, here: list[str]) -> Flow[None]:
    """The controller has no unit left in an area: control goes to a clan that has (5-2.2 to 5-2.4)."""
    found = fought_for(scene, area, here)
    if found is None:

        def judge(answer: Any) -> Refusal | None:
            return None if answer in here else Refusal("5-2.4", f"{answer} has no unit in {scene.name(area)}")

        clan: str = yield from decide(
            scene,
            here,
            [judge],
            topic=ChooseController(area),
            seat=chooser(scene),
            rule="5-2.4",
            about=(area,),
            prompt=f"which clan gets control of {scene.name(area)}?",
        )
        found = clan, "5-2.4"
    settle(scene, area, *found)


@carries("5-2.x2")
def chooser(scene: Scene) -> str:
    """The player of the action turn; if he is out, the first in order who is still in the game."""
    seat = acting(scene)
    return seat if seat is not None and not is_out(scene, seat) else in_order(scene)[0]
