"""A step being run: its generator, what it waits for, the answers it has had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.event import Event
from compiler.model.table import Table
from compiler.play.ask import CHANCE, Ask, Flow, Sealed, shuffle
from compiler.play.faults import EngineFault
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.state import Choice, State
from compiler.play.step import StepFlow

_NOBODY: Mapping[str, Ask] = {}
_new = tuple.__new__  # quicker than the constructor of a named tuple


class Run:
    """A live step: it starts from the table at step entry, answers bring it on. Never copied, but run again."""

    __slots__ = ("choices", "entry", "flow", "open", "outcome", "over", "scene", "sealed", "sealed_from")

    def __init__(self, state: State) -> None:
        """Start the step at the cursor of a state and give it the answers the state has."""
        assert state.cursor is not None
        self.entry = state
        self.scene = Scene(state.book, state, state.table, state.cursor)
        self.choices: tuple[Choice, ...] = ()
        self.open: Mapping[str, Ask] = _NOBODY  # who is asked what now
        self.sealed: dict[str, Any] | None = None  # answers to a sealed ask, until all are in
        self.sealed_from: int | None = None  # how many answers came before the first that was given under seal
        self.outcome: Outcome = None
        self.over = False
        cursor = state.cursor
        step = state.book.steps[self.scene.node.step or ""]
        self.flow = self._shuffled_first(step.run) if cursor.shuffle else step.run(self.scene)
        self._send(None)
        for choice in state.choices:
            if choice.seat not in self.open:
                raise EngineFault(f"a recorded answer of `{choice.seat}` was not asked for")
            self.take(choice)

    def _shuffled_first(self, run: StepFlow) -> Flow[Outcome]:
        for pile in self.scene.cursor.shuffle:
            yield from shuffle(self.scene, pile)
        return (yield from run(self.scene))

    @property
    def table(self) -> Table:
        return self.scene.table

    @property
    def events(self) -> list[Event]:
        return self.scene.events

    @property
    def state(self) -> State:
        """The state as data: the entry and the answers since."""
        entry = self.entry
        return State(
            entry.scenario, entry.table, entry.cursor, self.choices, entry.options, entry.outcome, book=entry.book
        )

    def take(self, choice: Choice) -> None:
        """Go on with an answer; whether it is allowed has been seen to."""
        self.choices = (*self.choices, choice)
        if self.sealed is None:
            self._send(choice.answer)
            return
        self.sealed[choice.seat] = choice.answer
        if len(self.open) > 1:
            self.open = {seat: ask for seat, ask in self.open.items() if seat != choice.seat}
        else:
            self._send(self.sealed)

    def _send(self, answer: Any) -> None:
        try:
            request = self.flow.send(answer)
        except StopIteration as end:
            self.over, self.open, self.sealed, self.outcome = True, _NOBODY, None, end.value
            return
        if isinstance(request, Sealed):
            if self.sealed_from is None:
                self.sealed_from = len(self.choices)
            self.sealed, self.open = {}, request.asks
        else:
            self.sealed = None
            self.open = {request.seat: request}

    def forced(self) -> Choice | None:
        """The next answer that needs nobody: a seat's only option."""
        for seat, ask in self.open.items():
            if seat != CHANCE and len(options := ask.listed) < 2:
                if not options:
                    raise EngineFault(f"`{seat}` is asked to {ask.prompt}, and nothing is allowed")
                return _new(Choice, (seat, options[0], True))
        return None
