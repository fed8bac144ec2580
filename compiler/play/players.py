"""Players that are no people: one chooses at random, one prefers what looks good a move ahead."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Sequence
from typing import Protocol

from compiler.play.ask import CHANCE, Answer, Ask
from compiler.play.evaluation import worth
from compiler.play.imagining import imagined_state, imagined_table
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.play.state import State

SELDOM = 400  # a random player takes an option that gives the game up once in so many times
WHIM = 4  # a wayward player does just anything once in so many times


class Player(Protocol):
    """Answers for a seat."""

    def answer(self, session: Session, seat: str) -> Answer: ...


class RandomPlayer:
    """Any listed option, all alike; the same seed plays the same game."""

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)
        self._count = 0

    def pick(self, below: int) -> int:
        """A number from 0 up to `below`."""
        self._count += 1
        text = f"{self._seed}/{self._count}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") % below

    def answer(self, session: Session, seat: str) -> Answer:
        ask = session.asks[seat]
        chosen: Answer = ask.options[self.pick(len(ask.options))]
        if ask.seldom is not None and ask.seldom(chosen) and self.pick(SELDOM):
            rest = [option for option in ask.options if not ask.seldom(option)]
            chosen = rest[self.pick(len(rest))] if rest else chosen
        return chosen


class GreedyPlayer:
    """The option whose outcome is worth most to the seat, dice weighed by their odds; ties fall by the seed.

    A game may give advice of its own. Else it looks to the end of its own small action: it follows each option by the
    first that goes on, until a step ends or luck has spoken. It thinks in a world it has made up where it does not see.
    """

    __slots__ = ("_luck", "depth", "most")

    def __init__(self, seed: int | str, depth: int = 6, most: int = 60) -> None:
        self._luck = RandomPlayer(f"greedy {seed}")
        self.depth = depth
        self.most = most

    def answer(self, session: Session, seat: str) -> Answer:
        thinking = self.thinking(session, seat)
        while True:
            try:
                next(thinking)
            except StopIteration as over:
                chosen: Answer = over.value
                return chosen

    def thinking(self, session: Session, seat: str) -> Generator[None, None, Answer]:
        """The same, option by option: whoever has other things to do meanwhile need not wait for all of them."""
        ask = session.asks[seat]
        options = list(ask.options)
        advised = self._advised(session, ask)
        if advised is not None:
            return self._best(options, advised)
        if len(options) > self.most:  # a fair sample of many
            first = self._luck.pick(len(options))
            options = (options[first:] + options[:first])[:: max(1, len(options) // self.most)][: self.most]
        state = imagined_state(session, seat)
        if state is None:  # no idea what comes of it
            return self._best(options, [0.0] * len(options))
        values: list[float] = []
        for option in options:
            values.append(self._value(state, seat, option, self.depth))
            yield
        return self._best(options, values)

    def _advised(self, session: Session, ask: Ask) -> Sequence[float] | None:
        """What the game's own advice says of the options, where it has some."""
        state, advice = session.state, session.book.advice
        if advice is None or state.cursor is None:
            return None
        table = imagined_table(session.book, session.table, ask.seat, state.scenario)
        return advice.scores(Scene(session.book, state, table, state.cursor), ask)

    def _best(self, options: Sequence[Answer], values: Sequence[float]) -> Answer:
        best = max(values)
        good = [option for option, value in zip(options, values, strict=True) if value >= best - 1e-9]
        chosen: Answer = good[self._luck.pick(len(good))]
        return chosen

    def _value(self, state: State, seat: str, option: Answer, depth: int) -> float:
        session = Session(state)
        session.apply(option, seat)
        return self._ahead(session, seat, state, depth)

    def _ahead(self, session: Session, seat: str, start: State, depth: int) -> float:
        """What a position is worth once the action that leads to it has run its course."""
        while depth > 0 and session.outcome is None and session.state.cursor == start.cursor:
            if session.state.table is not start.table:
                break
            ask = session.asks.get(CHANCE)
            if ask is not None:
                return self._weighed(session, seat, start, ask, depth - 1)
            mine = session.asks.get(seat)
            if mine is None:
                break
            session.apply(self._going_on(session, mine, seat, start), seat)
            depth -= 1
        return worth(session.book, session.state.scenario, session.table, seat, session.outcome)

    def _weighed(self, session: Session, seat: str, start: State, ask: Ask, depth: int) -> float:
        if ask.kind != "roll" or len(ask.options) > 36:
            return worth(session.book, session.state.scenario, session.table, seat, session.outcome)
        total = 0.0
        for option in ask.options:
            following = Session(session.state)
            following.apply(option, CHANCE)
            total += self._ahead(following, seat, start, min(depth, 2))
        return total / len(ask.options)

    def _going_on(self, session: Session, ask: Ask, seat: str, start: State) -> Answer:
        """How the action goes on: the best end of a march, else the first option that is not to stop."""
        options = list(ask.options)
        if isinstance(options[0], tuple) and len(options) > 1:
            sample = options[:: max(1, len(options) // 12)]
            return max(sample, key=lambda option: self._value(session.state, seat, option, 0))
        chosen: Answer = options[0]
        return chosen


def player(name: str, seed: int | str) -> Player:
    """A player by name: `random` or `greedy`."""
    return GreedyPlayer(seed) if name == "greedy" else RandomPlayer(seed)


def play_out(session: Session, players: dict[str, Player], most: int = 100_000) -> int:
    """Let players finish a game; how many answers they gave."""
    count = 0
    while session.asks and count < most:
        for seat in list(session.asks):
            if seat in session.asks:
                session.apply(players[seat].answer(session, seat), seat)
                count += 1
    return count


class WaywardPlayer:
    """Goes for what looks good most of the time, and does just anything now and then."""

    __slots__ = ("_luck", "_whim", "_will")

    def __init__(self, seed: int | str) -> None:
        self._whim = RandomPlayer(f"whim {seed}")
        self._luck = RandomPlayer(seed)
        self._will = GreedyPlayer(seed, depth=2, most=12)

    def answer(self, session: Session, seat: str) -> Answer:
        player: Player = self._will if self._whim.pick(WHIM) else self._luck
        return player.answer(session, seat)


def wayward(seat: str, seed: int) -> Player:
    """Who sits at a seat in fuzz: one half is wayward, the other random.

    Random players seldom come where a plan leads, to a siege that succeeds or an army that breaks; players with a plan
    never stray from it. Together they bring more rows of a ledger to bear than either.
    """
    name = f"{seed}/{seat}"
    return WaywardPlayer(name) if RandomPlayer(f"who {name}").pick(2) else RandomPlayer(name)
