"""Positions of the campaign for tests: a few units on the map, the dice forced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.model.event import Event, Rolled, Said
from compiler.model.game import Game
from compiler.play.ask import CHANCE, Answer, Ask
from compiler.play.book import Rulebook
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.play.staging import stage as staged
from compiler.play.state import Choice
from compiler.registry import rulebook_or_fail
from compiler.rules.shingens_arrival.field import Force, war

ROOT = Path(__file__).parents[3]
TAKEDA_PLAYER, ODA_PLAYER = "takeda_player", "oda_player"
# A plain without rivers in Owari and Mikawa: a hex and the six around it.
PLAIN, NORTH, SOUTH = "2923", "2922", "2924"
RING = ("2822", "2922", "2823", "3022", "3023", "2924")


@cache
def the_game() -> Game:
    sink = Sink()
    read = pipeline.read(ROOT / "games" / "shingens_arrival", sink)
    assert read is not None, sink.sorted()
    return read.game


@cache
def the_book() -> Rulebook:
    return rulebook_or_fail(the_game())


class Dice:
    """Rolls from a list; when it is empty the next roll stays open."""

    def __init__(self, rolls: Iterable[int]) -> None:
        self.left = list(rolls)

    def answer(self, ask: Ask, n: int) -> Answer | None:
        assert ask.kind == "roll"
        return (self.left.pop(0),) if self.left else None


def at(place: str, steps: int | None = None, **marks: Any) -> dict[str, Any]:
    """A unit with marks; `steps` where it has lost some."""
    found: dict[str, Any] = {"at": place, "marks": marks}
    return found if steps is None else {**found, "lost": steps}


def _detail(unit: str, where: Any) -> Any:
    if not isinstance(where, Mapping) or "lost" not in where:
        return where
    counter = the_game().pieces[unit]
    face = counter.steps - where["lost"]  # type: ignore[union-attr]
    id = counter.faces[face].id  # type: ignore[union-attr]
    return {"at": where["at"], "marks": where["marks"], "face": id, "steps": where["lost"]}


def campaign(
    step: str,
    *more: Mapping[str, Any],
    rolls: Iterable[int] = (),
    turn: int = 2,
    stage: int | str = 1,
    weather: str = "clear",
    score: tuple[int, int] = (0, 0),
    held: bool = False,
    marks: Iterable[tuple[str, str, Any]] = (),
    options: Mapping[str, Any] | None = None,
    **pieces: Any,
) -> Session:
    """Stand at a step with only these units on the map; nobody is held back unless said so."""
    units = {**pieces}
    for group in more:
        units.update(group)
    tracks: dict[str, int | str] = {"turn": turn, "stage": stage, "weather": weather}
    for name, points in zip(("takeda", "oda"), score, strict=True):
        tracks[f"score_{name}_tens"], tracks[f"score_{name}_ones"] = divmod(points, 10)
    freed = [] if held else [("oda", "held_back", None), ("tokugawa", "held_back", None)]
    state = staged(
        the_book(),
        step=step,
        empty=True,
        pieces={unit: _detail(unit, where) for unit, where in units.items()},
        tracks=tracks,
        options=options,
        marks=[{"on": target, "mark": mark, "value": value} for target, mark, value in [*freed, *marks]],
    )
    return Session(state, Dice(rolls))


# -- looking -----------------------------------------------------------------------------------------------------------
def scene_of(session: Session) -> Scene:
    state = session.state
    assert state.cursor is not None
    return Scene(session.book, state, session.table, state.cursor)


def force(session: Session, leader: str) -> Force:
    return war(scene_of(session)).forces[leader]


def place(session: Session, unit: str) -> str:
    return session.table.pieces[unit].place


def steps(session: Session, unit: str) -> int:
    return session.table.pieces[unit].steps


def mark(session: Session, target: str, name: str) -> Any:
    piece = session.table.pieces.get(target)
    return piece.mark(name) if piece is not None else session.table.mark(target, name)


def score(session: Session) -> tuple[int, int]:
    tracks = session.table.tracks
    return tuple(  # type: ignore[return-value]
        10 * int(tracks[f"score_{name}_tens"]) + int(tracks[f"score_{name}_ones"]) for name in ("takeda", "oda")
    )


def refused(session: Session, answer: Any, seat: str | None = None) -> str | None:
    """The rule that refuses an answer; None if it is allowed."""
    refusal = session.why_not(answer, seat)
    if refusal is None:
        return None
    assert refusal.because
    return refusal.rule


def legal(session: Session) -> list[Any]:
    return list(session.ask().options)


def asked(session: Session) -> str:
    """The only one who is asked now."""
    (seat,) = session.asks
    return seat


def rolling(session: Session) -> str | None:
    """What the open roll is for; None if no roll is open."""
    ask = session.asks.get(CHANCE)
    return ask.purpose if ask is not None else None


def rolls(session: Session) -> list[str]:
    """What was rolled for so far."""
    return [event.purpose for event in events(session) if isinstance(event, Rolled)]


def events(session: Session) -> list[Event]:
    return [entry.what for entry in session.log if not isinstance(entry.what, Choice)]


def said(session: Session) -> list[str]:
    return [event.text for event in events(session) if isinstance(event, Said)]


def winner(session: Session) -> str | None:
    won = session.outcome
    return won.winners[0] if won is not None and won.winners else None


# -- doing -------------------------------------------------------------------------------------------------------------
def go(session: Session, *answers: Any) -> Session:
    for answer in answers:
        session.apply(answer)
    return session


def actions(session: Session, leader: str) -> list[Any]:
    """What a force may do; the session is left as it was."""
    session.apply(leader)
    found = legal(session)
    session.undo()
    return found


def why_not(session: Session, leader: str, action: str) -> str | None:
    """The rule by which a force may not take an action; the session is left as it was."""
    session.apply(leader)
    found = refused(session, action)
    session.undo()
    return found
