"""3-1. Order determination: vassals by victory points, then rebels cut in where they like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.model.event import Moved
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import ranked
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.road_to_honganji.field import called, facts


@record(frozen=True, slots=True)
class CutIn(Topic):
    """At which place of the order so far a rebel puts his marker."""

    order: tuple[str, ...]


@step("3-1.1", "rank_vassals")
def rank_vassals(scene: Scene) -> Flow[Outcome]:
    """Vassals take the first boxes, most points first (3-1.1); the markers of rebels wait behind them."""
    ranked_ = vassals(scene)
    fill_boxes(scene, ranked_, "3-1.1")
    fill_boxes(scene, rebels(scene), "3-1.x1", behind=len(ranked_))
    yield from ()  # nobody is asked
    return None


@step("3-1.3", "rebels_cut_in", "3-1.4")
def rebels_cut_in(scene: Scene) -> Flow[Outcome]:
    """Rebels place their markers one by one, the one with the fewest points first (3-1.3, 3-1.4)."""
    order, waiting = vassals(scene), rebels(scene)
    while waiting:
        rebel = waiting.pop(0)
        last, placed = len(order) + 1, ", ".join(called(scene, seat) for seat in order)

        def judge(answer: Any, last: int = last) -> Refusal | None:
            good = isinstance(answer, int) and not isinstance(answer, bool) and 1 <= answer <= last
            return None if good else Refusal("3-1.3", f"a place from 1 to {last}")

        place: int = yield from decide(
            scene,
            range(1, last + 1),
            [judge],
            topic=CutIn(tuple(order)),
            seat=rebel,
            rule="3-1.3",
            prompt=f"which place in the order, 1 to {last}? So far: {placed or 'nobody'}",
        )
        order.insert(place - 1, rebel)
        fill_boxes(scene, [*order, *waiting], "3-1.3")
    return None


@carries("3-1.2", "3-1.x2")
def vassals(scene: Scene) -> list[str]:
    """The vassals, highest points first; ties by the list."""
    return ranked(scene, facts(scene).vassals)


@carries("3-1.5")
def rebels(scene: Scene) -> list[str]:
    """The rebels, lowest points first; ties by the list."""
    return ranked(scene, facts(scene).rebels)


@carries("3-1.x1")
def fill_boxes(scene: Scene, order: Sequence[str], rule: str, behind: int = 0) -> None:
    """The order markers stand in the boxes from the first on, or behind so many others, without gaps."""
    known = facts(scene)
    for seat, box in zip(order, known.boxes[behind:], strict=False):
        if scene.table.pieces[known.markers[seat]].place != box:
            scene.do(Moved(known.markers[seat], box, rule=rule))
