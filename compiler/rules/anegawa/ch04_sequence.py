"""4.0 The turn: eight phases, one question at a time. What every step of the battle shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from compiler.model.event import TrackSet
from compiler.play.ask import Answer, Ask, Flow, Options, Refusal
from compiler.play.book import Rulebook
from compiler.play.coverage import count
from compiler.play.scene import Scene

DONE = "done"
WITHDRAW = "withdraw"
Rule = Callable[[Any], Refusal | None]  # why an answer is refused


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
    phase = phase_of(scene.book, scene.node.id)
    if scene.table.tracks["phase"] != phase:
        scene.do(TrackSet("phase", phase, rule="4.0.1"))
    return phase


def decide(
    scene: Scene,
    candidates: Callable[[], Iterable[Answer]],
    rules: Sequence[Rule],
    *,
    prompt: str,
    rule: str,
    seat: str | None = None,
    stop: Answer | None = None,
    about: tuple[str, ...] = (),
    seldom: Callable[[Answer], bool] | None = None,
    sure: bool = False,
) -> Flow[Any]:
    """Ask a player. Options are the candidates that no rule refuses, and `stop`; any answer is judged by the rules.

    `sure` candidates were made by the rules themselves and are listed as they are.
    """

    def judge(answer: Any) -> Refusal | None:
        if stop is not None and answer == stop:
            return None
        if answer == WITHDRAW:
            return Refusal("20.0(1).1", "a withdrawal is declared in the withdrawal phase or not at all")
        return next((no for says in rules if (no := says(answer)) is not None), None)

    def listed() -> Iterable[Answer]:
        for candidate in candidates():
            refusal = None if sure else next((no for says in rules if (no := says(candidate)) is not None), None)
            if refusal is None:
                yield candidate
            elif refusal.rule is not None:
                count(refusal.rule)
        if stop is not None:
            yield stop

    answer = yield Ask(
        seat or scene.active, prompt, Options(listed), judge, "choose", "", rule, about, stop, seldom=seldom
    )
    return answer


def one_of(*answers: Answer, rule: str) -> Rule:
    """Only these answers are known."""
    return lambda answer: None if answer in answers else Refusal(rule, f"`{answer}` is not one of the choices")
