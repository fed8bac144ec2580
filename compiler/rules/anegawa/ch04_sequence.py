"""4.0 The turn: eight phases, one question at a time. What every step of the battle shares."""

from __future__ import annotations

from typing import Any

from compiler.model.event import TrackSet
from compiler.play.ask import Refusal
from compiler.play.book import Rulebook
from compiler.play.scene import Scene
from compiler.rules.anegawa.facts import facts

DONE = "done"
WITHDRAW = "withdraw"


def phase_of(book: Rulebook, node: str) -> str:
    """The phase a step belongs to (4.0.1)."""

    def climb() -> str:
        at = book.nodes[node]
        while at.kind != "phase":
            parent = book.parents[at.id]
            assert parent is not None
            at = parent
        return at.id

    return book.once(("phase", node), climb)


def show_phase(scene: Scene) -> str:
    """Put the phase marker where we are; returns the phase."""
    phase, track = phase_of(scene.book, scene.node.id), facts(scene).phase.id
    if scene.table.tracks[track] != phase:
        scene.do(TrackSet(track, phase, rule="4.0.1"))
    return phase


def no_withdrawal(answer: Any) -> Refusal | None:
    """No question but that of the withdrawal phase can be answered by withdrawing (20.0(1))."""
    if answer == WITHDRAW:
        return Refusal("20.0(1).1", "a withdrawal is declared in the withdrawal phase or not at all")
    return None
