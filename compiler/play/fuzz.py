"""Random games to the end, every law checked on the way; a failure is shrunk to a short replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from compiler.play.ask import CHANCE, Answer, Refused
from compiler.play.book import SETUP, Rulebook
from compiler.play.chance import Seeded
from compiler.play.coverage import watching
from compiler.play.faults import EngineFault
from compiler.play.invariants import broken, broken_since, laws_broken
from compiler.play.outcome import Victory
from compiler.play.players import Player, wayward
from compiler.play.run import Run
from compiler.play.saving import replay_of
from compiler.play.scene import Scene
from compiler.play.session import Session, initial
from compiler.play.state import Choice, Cursor, State
from compiler.play.step import Standing

MOST_ANSWERS = 20_000
MOST_SHRINKING = 100_000  # answers tried to make a failure shorter
MOST_OPTIONS = 1_000
UNDO_EVERY = 16  # answers; one of so many is taken back and given again
Script = Sequence[tuple[str, Answer]]


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that went wrong: what happened, and the answers that lead there."""

    seed: int
    scenario: str
    message: str
    script: tuple[tuple[str, Answer], ...] = ()
    start: State | None = None  # where the answers begin, if not with the game

    def replay(self, book: Rulebook) -> str:
        return replay_of(self.start or initial(book, self.scenario), self.script)


@dataclass(slots=True)
class Tally:
    """What some games were like."""

    games: int = 0
    answers: int = 0
    longest: int = 0
    widest: int = 0
    events: int = 0
    wins: dict[str, int] = field(default_factory=dict)  # the winners of a game → how often
    fates: dict[str, int] = field(default_factory=dict)  # what the winners were, where the rules have a word for it
    lasted: dict[str, int] = field(default_factory=dict)  # the turn a game ended in → how often
    steps: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)  # the rule that ended a game → how often
    rules: dict[str, int] = field(default_factory=dict)  # row of the ledger → how often it came to bear
    failures: list[Failure] = field(default_factory=list)
    unasked: int = 0  # games that were over before anybody was asked: they show nothing

    def add(self, other: Tally) -> None:
        """Take in the tally of other games."""
        self.games += other.games
        self.answers += other.answers
        self.events += other.events
        self.unasked += other.unasked
        self.longest = max(self.longest, other.longest)
        self.widest = max(self.widest, other.widest)
        for name in ("wins", "fates", "lasted", "steps", "ends", "rules"):
            mine = getattr(self, name)
            for key, count in getattr(other, name).items():
                mine[key] = mine.get(key, 0) + count
        self.failures += other.failures


class Watched:
    """A session under watch: each answer's events are checked one by one, each step's end against the game's laws."""

    def __init__(self, session: Session, *, resume_every: int = 1, undo_every: int = UNDO_EVERY) -> None:
        self.session = session
        self.table = session.start.table
        self.seen = 0
        self.count = 0
        self.resume_every = resume_every
        self.undo_every = undo_every
        for fault in broken(session.book.game, self.table):
            raise EngineFault(f"before the first event: {fault}")
        self._check()

    def apply(self, answer: Answer, seat: str) -> None:
        before = self.session.state.cursor
        self.session.apply(answer, seat)
        self.count += 1
        self._check()
        if self.session.state.cursor != before or not self.session.asks:
            self._laws()
        if self.resume_every and self.count % self.resume_every == 0:
            self._resumed()
        if self.undo_every and self.count % self.undo_every == 0 and seat != CHANCE:
            self._undone(answer, seat)

    def _undone(self, answer: Answer, seat: str) -> None:
        """An answer taken back and given again must lead to the same."""
        session = self.session
        after, log = session.state, session.log.first(len(session.log))
        moment = session.moments[-1]
        assert moment.entry is not None, "the last moment keeps its table"
        before = replace(moment.entry, choices=moment.choices)
        session.undo()
        if session.state != before or session.log != log.first(moment.log):
            raise EngineFault(f"an answer of `{seat}` cannot be taken back")
        session.apply(answer, seat)
        if session.state != after or session.log != log:
            raise EngineFault(f"an answer of `{seat}`, taken back and given again, leads elsewhere")

    def _check(self) -> None:
        game = self.session.book.game
        for entry in self.session.log[self.seen :]:
            if isinstance(entry.what, Choice):
                continue
            before, self.table = self.table, entry.what.on(self.table)
            for fault in broken_since(game, before, self.table):
                raise EngineFault(f"after {type(entry.what).__name__} in `{entry.step}`: {fault}")
            if entry.what.inverse(before).on(self.table) != before:
                raise EngineFault(f"{type(entry.what).__name__} in `{entry.step}` cannot be taken back")
        self.seen = len(self.session.log)
        if self.table != self.session.table:
            raise EngineFault("the events of the log do not lead to the table")

    def _laws(self) -> None:
        state = self.session.state
        for fault in laws_broken(self.session.book, state, state.table):
            raise EngineFault(f"at the end of a step: {fault}")

    def _resumed(self) -> None:
        """Live play and a cold start from the state must agree."""
        state = self.session.state
        if state.cursor is None:
            return
        run = Run(state)
        if run.scene.table != self.session.table or run.open.keys() != self.session.asks.keys():
            raise EngineFault("resumed play is not where live play is")
        for seat, ask in self.session.asks.items():
            other = run.open[seat]
            if other.prompt != ask.prompt or tuple(other.options) != tuple(ask.options):
                raise EngineFault(f"resumed play asks `{seat}` something else")


def fuzz_game(
    book: Rulebook,
    scenario: str,
    seed: int,
    *,
    most: int = MOST_ANSWERS,
    widest: int = MOST_OPTIONS,
    players: Callable[[str, int], Player] = wayward,
    resume_every: int = 1,
) -> Tally:
    """One game to the end with every check; a failure comes back in the tally, not shrunk yet."""
    with watching() as counts:
        seated = {seat: players(seat, seed) for seat in book.game.seats}
        tally = _fuzz_game(book, scenario, seed, most, widest, seated, resume_every)
    for rule, times in counts.items():
        tally.rules[rule] = tally.rules.get(rule, 0) + times
    return tally


def _fuzz_game(
    book: Rulebook, scenario: str, seed: int, most: int, widest: int, seated: Mapping[str, Player], resume_every: int
) -> Tally:
    tally = Tally(games=1)
    session: Session | None = None
    try:
        session = Session.begin(book, scenario, Seeded(seed))
        watched = Watched(session, resume_every=resume_every)
        while session.asks:
            seat = next(iter(session.asks))
            answer = seated[seat].answer(session, seat)
            _guard(session, seat, tally, most, widest)
            watched.apply(answer, seat)
    except Exception as fault:
        tally.failures.append(Failure(seed, scenario, f"{type(fault).__name__}: {fault}", _led_to(session)))
    if session is not None:
        _sum_up(book, session, tally)
    tally.longest = tally.answers
    tally.unasked = int(not tally.answers and not tally.failures)
    return tally


def _sum_up(book: Rulebook, session: Session, tally: Tally) -> None:
    """What the log of a game tells: answers by step, the rows that came to bear, how it ended."""
    tally.events = len(session.log)
    for entry in session.log:
        if isinstance(entry.what, Choice):
            tally.steps[entry.step] = tally.steps.get(entry.step, 0) + 1
        elif entry.what.rule is not None:
            tally.rules[entry.what.rule] = tally.rules.get(entry.what.rule, 0) + 1
    for node, times in tally.steps.items():
        for rule in book.steps[book.nodes[node].step or ""].rules[:1]:
            tally.rules[rule] = tally.rules.get(rule, 0) + times
    won = session.outcome
    if won is not None:
        winner, end = ", ".join(won.winners) or "draw", won.rule or won.because
        tally.wins[winner] = tally.wins.get(winner, 0) + 1
        tally.ends[end] = tally.ends.get(end, 0) + 1
        turn = book.game.turn_track
        if turn is not None:
            tally.lasted[str(session.table.tracks[turn.id])] = 1
        if book.standing is not None:
            tally.fates[_fate(session, won, book.standing)] = 1
        if won.rule is not None:
            tally.rules[won.rule] = tally.rules.get(won.rule, 0) + 1


def _fate(session: Session, won: Victory, standing: Standing) -> str:
    """What the winners of a game were at its end."""
    scene = Scene(session.book, session.state, session.table, Cursor(SETUP))
    return " and ".join(sorted({standing.of(scene, seat) for seat in won.winners})) or "nobody"


def _guard(session: Session, seat: str, tally: Tally, most: int, widest: int) -> None:
    tally.answers += 1
    width = len(session.asks[seat].options)
    tally.widest = max(tally.widest, width)
    if tally.answers > most:
        raise EngineFault(f"the game is not over after {most:,} answers")
    if width > widest:
        raise EngineFault(f"`{seat}` has {width:,} options at `{session.step}`: ask in smaller parts")


# -- shrinking ---------------------------------------------------------------------------------------------------------
def fails(start: State, script: Script, *, resume_every: int = 1, undo_every: int = 0) -> tuple[str, Script] | None:
    """Play a script under watch, passing over answers that are not asked for now; the failure and what led to it."""
    session: Session | None = None
    try:
        session = Session(start)
        watched = Watched(session, resume_every=resume_every, undo_every=undo_every)
        for seat, answer in script:
            _luck_until(watched, seat)
            if seat in session.asks and session.why_not(answer, seat) is None:
                watched.apply(answer, seat)
        _luck_until(watched, "")
    except Refused:
        return None
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}", _led_to(session)
    return None


def _led_to(session: Session | None) -> tuple[tuple[str, Answer], ...]:
    """The answers up to a failure, the one that broke down among them."""
    return () if session is None else session.failed or tuple(session.script())


def _luck_until(watched: Watched, seat: str) -> None:
    """Answer for chance with what comes first, where the script has no answer for it."""
    while seat != CHANCE and (ask := watched.session.asks.get(CHANCE)) is not None:
        watched.apply(ask.about if ask.kind == "shuffle" else ask.options[0], CHANCE)


def shrink(book: Rulebook, failure: Failure, answers: int = MOST_SHRINKING) -> Failure:
    """The same kind of failure from a shorter script: begun as late as it will, then with parts left out.

    `answers` are spent on it at most: a long game is shrunk less, but nobody waits for ever.
    """
    kind = failure.message.split(":")[0]
    cold = 1 if "resumed" in failure.message else 0
    back = 1 if "taken back" in failure.message else 0

    def same(start: State, script: Script) -> tuple[str, Script] | None:
        nonlocal answers
        answers -= len(script)
        found = fails(start, script, resume_every=cold, undo_every=back)
        return found if found is not None and found[0].split(":")[0] == kind else None

    start, script = initial(book, failure.scenario), list(failure.script)
    found = same(start, script)
    if found is None:
        return failure
    entries = _step_entries(start, script)
    for late_by in (2**n for n in range(len(entries).bit_length())):
        at, late = entries[-late_by]
        if (later := same(late, script[at:])) is not None:
            found, start, script = later, late, script[at:]
            break
    chunk = max(1, len(script) // 2)
    while chunk and answers > 0:
        at, before = 0, len(script)
        while at < len(script) and answers > 0:
            less = script[:at] + script[at + chunk :]
            if (shorter := same(start, less)) is not None:
                found, script = shorter, less
            else:
                at += chunk
        chunk = chunk if len(script) < before else chunk // 2
    begun = None if start == initial(book, failure.scenario) else start
    return Failure(failure.seed, failure.scenario, found[0], tuple(found[1]), begun)


def _step_entries(start: State, script: Script) -> list[tuple[int, State]]:
    """The states in which steps of a game began, each with the number of answers before it."""
    session, found = Session(start), list[tuple[int, State]]()
    try:
        for n, (seat, answer) in enumerate(script):
            state = session.state
            if all(choice.forced for choice in state.choices):
                found.append((n, replace(state, choices=())))
            session.apply(answer, seat)
    except Exception:  # it was to break down
        return found
    return found


def describe(tally: Tally) -> dict[str, Any]:
    """The tally as plain values."""
    return {
        "games": tally.games,
        "answers": tally.answers,
        "longest": tally.longest,
        "widest": tally.widest,
        "events": tally.events,
        "wins": dict(sorted(tally.wins.items())),
        "fates": dict(sorted(tally.fates.items())),
        "lasted": dict(sorted(tally.lasted.items())),
        "steps": dict(sorted(tally.steps.items())),
        "ends": dict(sorted(tally.ends.items())),
        "rules": dict(sorted(tally.rules.items())),
        "unasked": tally.unasked,
        "failures": [{"seed": f.seed, "scenario": f.scenario, "message": f.message} for f in tally.failures],
    }
