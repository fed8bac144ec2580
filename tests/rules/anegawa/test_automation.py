"""The tracker of the module against the engine."""

from __future__ import annotations

from collections.abc import Callable

from compiler.emit.module.lines import entries
from tests.emit.conftest import Built
from tests.rules.anegawa.battle import the_book, the_game


def test_the_tracker_clears_marks_at_the_step_where_the_engine_does(built: Callable[[str], Built]) -> None:
    lines = entries(built("anegawa").game)
    for mark in the_game().marks.values():
        if mark.clears_at is None:
            continue
        shown = [line for line in lines if mark.clears_at in line.begins]
        assert len(shown) == 1, mark.id
        (phase,) = [node for node, marks in the_book().clearing.items() if mark.id in marks]
        assert phase == mark.clears_at
        assert phase in shown[0].begins
