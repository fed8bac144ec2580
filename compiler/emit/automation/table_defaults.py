"""What the table tells of a question: the head of a column or row that stands first in its dialog."""

from __future__ import annotations

from compiler.emit.automation.lookup import choose
from compiler.emit.automation.modifiers import boxes_of
from compiler.emit.module.following import STEP
from compiler.emit.plan import Plan
from compiler.model.rolls import Contest
from compiler.model.tables import ResultTable, TableAxis
from compiler.vassal import expression as ex


def likely_head(plan: Plan, table: ResultTable, axis: TableAxis) -> ex.Node | None:
    """The head that a track or the step speaks for."""
    return _shown_by_a_track(plan, axis) or _won_before(plan, table, axis)


def _shown_by_a_track(plan: Plan, axis: TableAxis) -> ex.Node | None:
    """The head that is printed in the box where a track stands: the month of the turn."""
    known = {head.name or head.label: head.label for head in axis.heads}
    for track in plan.game.tracks.values():
        for field in dict.fromkeys(name for box in track.boxes for name in box.values):
            printed = {box.value: known.get(str(box.values.get(field))) for box in track.boxes}
            if None in printed.values() or len(set(printed.values())) < 2:
                continue
            boxes = boxes_of(plan, track.id)
            tests: dict[str, list[ex.Node]] = {}
            for value, label in printed.items():
                tests.setdefault(label or "", []).append(boxes[value])
            return choose([(ex.any_of(*own), label) for label, own in tests.items()], axis.heads[0].label)
    return None


def _won_before(plan: Plan, table: ResultTable, axis: TableAxis) -> ex.Node | None:
    """Heads for winner and loser of a contest: whose step it is, in loops that follow what the contest set."""
    for contest in plan.game.rolls.contests.values():
        labels = {head.label for head in axis.heads}
        if contest.table == table.id and {contest.won, contest.lost} <= labels:
            losing = [entry.label for entry in plan.lines if any(_loses(plan, contest, *own) for own in entry.passes)]
            return choose(
                [(ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in losing)), contest.lost)], contest.won
            )
    return None


def _loses(plan: Plan, contest: Contest, loop: str, turn: int) -> bool:
    """Whether a pass of a loop is that of the loser."""
    order = plan.nodes[loop].order
    return order is not None and order in contest.sets and turn == 1 - contest.sets.index(order)
