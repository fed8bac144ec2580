"""A game in play: answer, undo, look, log. The only stateful thing of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import repeat
from operator import is_
from typing import Any, NamedTuple

from compiler.model.common import Value
from compiler.model.event import Event
from compiler.model.setup import set_up
from compiler.model.table import Table
from compiler.play.ask import CHANCE, Answer, Ask, Refusal, Refused, shown
from compiler.play.book import SETUP, Rulebook
from compiler.play.chance import Chance, Person
from compiler.play.faults import EngineFault
from compiler.play.log import Log
from compiler.play.machine import advance
from compiler.play.making import Made
from compiler.play.outcome import Victory
from compiler.play.run import Run
from compiler.play.scene import Scene
from compiler.play.state import Choice, Cursor, State

LINKED = 32  # no more scenes than this know in a row how play went on
KEPT = 16  # one moment in so many keeps its table
LONG_LIST = 30  # a longer list of options takes more time to search than the rules to ask
_new = tuple.__new__  # quicker than the constructors of named tuples, which are made by the thousand
MOST_SILENT_STEPS = 10_000  # steps without a question in a row before we call it an endless loop


class Moment(NamedTuple):
    """Where a seat stood before it answered; `undo` goes back there.

    Tables are large and games long: all but the last moment and one in `KEPT` have dropped theirs, and are played again
    from the one kept before them.
    """

    entry: State | None
    choices: tuple[Choice, ...]
    log: int
    record: int
    counts: Mapping[str, int]


def initial(book: Rulebook, scenario: str, options: Mapping[str, Value] | None = None) -> State:
    """The state before anything: the table set up, standing at the free placements."""
    book = book.of(scenario)
    chosen = tuple(sorted((options or {}).items()))
    table = book.once(("table", scenario), lambda: set_up(book.game, book.game.scenarios[scenario]))
    decks = tuple(p.id for p in book.game.piles.values() if p.shuffled and p.kind != "cup")
    return State(scenario, table, Cursor(SETUP, (), decks), (), chosen, book=book)


class Session:
    """Live play from a state on: seats answer, chance answers from its source, all is logged and can be undone."""

    __slots__ = (
        "_ended",
        "_happened",
        "_run",
        "_steps",
        "chance",
        "counts",
        "failed",
        "log",
        "moments",
        "opening",
        "record",
        "start",
    )

    def __init__(self, state: State, chance: Chance | None = None) -> None:
        self.start = state
        self.chance: Chance = chance or Person()
        self.counts: Mapping[str, int] = {}
        self.log = Log()
        self.record: list[Choice] = []  # every answer since the start
        self.moments: list[Moment] = []
        self.failed: tuple[tuple[str, Any], ...] = ()  # the script of an answer that broke down, for a replay
        self._happened: list[Event] = []  # since the last answer of a seat
        self._ended: State | None = None
        self._run: Run | None = None
        self._steps = 0
        self._stand(state)
        self.opening = self.table  # what lay there before the first line of the log
        self._settle()

    @classmethod
    def begin(
        cls, book: Rulebook, scenario: str, chance: Chance | None = None, options: Mapping[str, Value] | None = None
    ) -> Session:
        """A new game."""
        return cls(initial(book, scenario, options), chance)

    def _stand(self, state: State) -> None:
        self._run, self._ended = (Run(state), None) if state.cursor is not None else (None, state)

    # -- looking -------------------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        if self._run is not None:
            return self._run.state
        assert self._ended is not None
        return self._ended

    @property
    def book(self) -> Rulebook:
        return self.start.book

    @property
    def table(self) -> Table:
        """The table as it is now."""
        if self._run is not None:
            return self._run.scene.table
        return self.state.table

    @property
    def asks(self) -> Mapping[str, Ask]:
        """Who is asked what now; empty when the game is over."""
        return self._run.open if self._run is not None else {}

    @property
    def scene(self) -> Scene | None:
        """What the rules look at; nothing when the game is over."""
        return None if self._run is None else self._run.scene

    @property
    def step(self) -> str | None:
        """The step we stand at."""
        return None if self._run is None else self._run.scene.cursor.step

    @property
    def under_seal(self) -> tuple[Choice, ...]:
        """The answers of this step from the first that was given under seal; who may know them, only the rules know."""
        run = self._run
        return () if run is None or run.sealed_from is None else run.choices[run.sealed_from :]

    @property
    def is_sealed(self) -> bool:
        """Whether what is asked now is answered under seal."""
        return self._run is not None and self._run.sealed is not None

    @property
    def outcome(self) -> Victory | None:
        return self._ended.outcome if self._ended is not None else None

    def ask(self, seat: str | None = None) -> Ask:
        """The open question to a seat (to anybody, when only one is open)."""
        asks = self._run.open if self._run is not None else {}
        found = asks.get(seat or "")
        if found is not None:
            return found
        if seat is None and len(asks) == 1:
            return next(iter(asks.values()))
        if not asks:
            raise Refused(Refusal(None, "the game is over"))
        waiting = ", ".join(f"`{s}`" for s in asks)
        if seat is None:
            raise Refused(Refusal(None, f"several seats are asked at once: say whose answer it is ({waiting})"))
        raise Refused(Refusal(None, f"`{seat}` is not asked now; the game waits for {waiting}"))

    def legal(self, seat: str | None = None) -> tuple[Answer, ...]:
        """The answers listed for a seat."""
        return tuple(self.ask(seat).listed)

    def why_not(self, answer: Answer, seat: str | None = None) -> Refusal | None:
        """Why an answer would be refused, or None."""
        try:
            ask = self.ask(seat)
        except Refused as no:
            return no.refusal
        return ask.judge(answer)

    # -- playing -------------------------------------------------------------------------------------------------------
    def apply(self, answer: Answer, seat: str | None = None) -> list[Event]:
        """Give an answer and let the game run on to the next question; returns what happened. Refused: no change."""
        ask, run, log = self.ask(seat), self._run, self.log
        options = ask.listed
        if type(options) is Made:  # `taken`: it is one of the list, the very thing
            taken = options.gave(answer)
        else:
            taken = ask.seat != CHANCE and any(map(is_, options, repeat(answer)))
        if not taken and (len(options) > LONG_LIST or answer not in options):
            refusal = ask.judge(answer)
            if refusal is not None and answer not in options:
                raise Refused(refusal)
        assert run is not None
        moment = _new(Moment, (run.entry, run.choices, len(log), len(self.record), self.counts))
        self._happened = []
        try:
            self._take(_new(Choice, (ask.seat, answer, False)), ask)
            self._settle()
        except Exception:
            self.failed = tuple(self.script())
            self._back(moment)
            raise
        if ask.seat != CHANCE:
            self._remember(moment)
        return self._happened

    def _take(self, choice: Choice, ask: Ask) -> None:
        run = self._run
        assert run is not None
        self.record.append(choice)
        if choice.seat == CHANCE:
            self.counts = {**self.counts, ask.purpose: self.counts.get(ask.purpose, 0) + 1}
        events, cursor = run.scene.events, run.scene.cursor
        seen = len(events)
        self.log.answer(cursor, choice, run.sealed is not None)
        run.take(choice)
        if len(events) > seen:
            self._note(cursor, events[seen:])

    def _note(self, cursor: Cursor, events: list[Event]) -> None:
        self._happened += events
        self.log.happen(cursor, events)

    def _settle(self) -> None:
        """Go on until somebody has a real choice or the game is over."""
        silent = 0
        while (run := self._run) is not None:
            if run.over:
                silent = self._next_step(run, silent)
                continue
            ask = run.open.get(CHANCE)
            if ask is not None:
                answer = self.chance.answer(ask, self.counts.get(ask.purpose, 0))
                if answer is None:
                    return
                refusal = ask.judge(answer)
                if refusal is not None:
                    raise Refused(refusal)
                self._take(_new(Choice, (CHANCE, answer, False)), ask)
                continue
            forced = run.forced()
            if forced is None:
                return
            self._take(forced, run.open[forced.seat])

    def _next_step(self, run: Run, silent: int) -> int:
        events: list[Event] = []
        following = advance(run.entry, run.scene.table, run.outcome, events, run.scene)
        if events:
            self._note(run.scene.cursor, events)
        silent = silent + 1 if not run.choices else 0
        if silent > MOST_SILENT_STEPS:
            raise EngineFault(f"{MOST_SILENT_STEPS:,} steps without a question: the sequence goes round in circles")
        self._stand(following)
        if self._run is not None:
            self._link(run.scene, self._run.scene)
            if self._run.scene.events:
                self._note(self._run.scene.cursor, self._run.scene.events)
        return silent

    def _link(self, ended: Scene, begun: Scene) -> None:
        """Let a scene know the one that went on from it, a few in a row: each of them holds on to its table."""
        self._steps += 1
        if self._steps % LINKED:
            while ended.after is not None:  # conditions looked at the table in between
                ended = ended.after
            ended.after = begun

    # -- going back ----------------------------------------------------------------------------------------------------
    def _remember(self, moment: Moment) -> None:
        moments = self.moments
        before = len(moments) - 1
        if before % KEPT and before > 0:
            _, choices, log, record, counts = moments[before]
            moments[before] = _new(Moment, (None, choices, log, record, counts))
        moments.append(moment)

    def undo(self) -> bool:
        """Take back the last answer of a seat and all that came of it; false at the start."""
        if not self.moments:
            return False
        self._back(self.moments.pop())
        return True

    def _entry_of(self, moment: Moment) -> State:
        """The state in which the step of a moment began."""
        if moment.entry is not None:
            return moment.entry
        kept = next(earlier for earlier in reversed(self.moments) if earlier.entry is not None)
        again = Session(replace(self._entry_of(kept), choices=kept.choices))
        for choice in self.record[kept.record : moment.record]:
            if not choice.forced:
                again.apply(choice.answer, choice.seat)
        assert again._run is not None
        return again._run.entry

    def _back(self, moment: Moment) -> None:
        self._stand(replace(self._entry_of(moment), choices=moment.choices))
        self.counts = moment.counts
        self.log.cut(moment.log)
        del self.record[moment.record :]

    # -- telling -------------------------------------------------------------------------------------------------------
    def script(self) -> list[tuple[str, Any]]:
        """Every answer given so far that was a real choice or chance: with it the game can be played again."""
        return [(c.seat, c.answer) for c in self.record if not c.forced]

    def __repr__(self) -> str:
        waiting = ", ".join(f"{s}: {a.prompt}" for s, a in self.asks.items()) or shown(str(self.outcome))
        return f"<Session {self.book.game.id} at {self.step}: {waiting}>"
