"""The public functions: load, check and build a game; set it up, ask what is legal, play, look, save, replay.

from compiler import api

game = api.load("games/first_battle")
session = api.setup(game, seed=7)
api.apply(session, api.legal(session)[0])
"""

from __future__ import annotations

from pathlib import Path

from compiler import pipeline
from compiler.diagnostics import Diagnostic, Failed, Sink
from compiler.model.event import Event
from compiler.model.game import Game
from compiler.play.ask import Answer, Refusal
from compiler.play.chance import Seeded
from compiler.play.saving import load as load_session
from compiler.play.saving import run_replay
from compiler.play.saving import save as save_session
from compiler.play.session import Session
from compiler.play.view import View
from compiler.play.view import view as view_of
from compiler.registry import rulebook_or_fail

__all__ = [
    "Session",
    "apply",
    "build",
    "check",
    "legal",
    "load",
    "read_save",
    "replay",
    "setup",
    "view",
    "why_not",
    "write_save",
]


def load(folder: str | Path) -> Game:
    """The game of a folder; raises `Failed` with the diagnostics if it has errors."""
    sink = Sink()
    checked = pipeline.read(Path(folder), sink)
    if checked is None:
        raise Failed(*sink.sorted())
    return checked.game


def check(folder: str | Path, *, strict: bool = False) -> list[Diagnostic]:
    """Everything there is to say about a game, in reading order."""
    sink = Sink()
    pipeline.check(Path(folder), sink, strict=strict)
    return sink.sorted()


def build(folder: str | Path, out: str | Path = "build") -> list[Path]:
    """Module, saves and sheets of a game; raises `Failed` if it has errors."""
    sink = Sink()
    paths = list(pipeline.build(Path(folder), Path(out), sink))
    if sink.failed:
        raise Failed(*sink.sorted())
    return paths


def setup(game: Game, scenario: str | None = None, seed: int | str = 0) -> Session:
    """A new session of a scenario (the first by default), its chance seeded."""
    return Session.begin(rulebook_or_fail(game), scenario or next(iter(game.scenarios)), Seeded(seed))


def legal(session: Session, seat: str | None = None) -> tuple[Answer, ...]:
    """The answers open to a seat (to the only one that is asked, without a name)."""
    return session.legal(seat)


def why_not(session: Session, answer: Answer, seat: str | None = None) -> Refusal | None:
    """Why an answer is refused, with its rule; None if it is legal."""
    return session.why_not(answer, seat)


def apply(session: Session, answer: Answer, seat: str | None = None) -> list[Event]:
    """Give an answer; returns what happened on the table."""
    return session.apply(answer, seat)


def view(session: Session, seat: str) -> View:
    """The table as one seat may see it."""
    return view_of(session, seat)


def write_save(session: Session) -> str:
    """A session as text."""
    return save_session(session)


def read_save(game: Game, text: str, seed: int | str = 0) -> Session:
    """A session from its text; chance goes on from a seed."""
    return load_session(rulebook_or_fail(game), text, Seeded(seed))


def replay(game: Game, text: str) -> Session:
    """Play a replay to its end; raises `Failed` where an answer is not legal."""
    return run_replay(rulebook_or_fail(game), text)
