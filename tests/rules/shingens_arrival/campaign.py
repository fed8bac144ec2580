"""Positions of the campaign for tests: a few units on the map, the dice forced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from compiler.model.game import Game
from compiler.play.ask import Answer, Ask
from compiler.play.book import Rulebook
from compiler.play.session import Session
from compiler.play.staging import stage as staged
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from tests.play.table import book, game
from tests.rules import looking

TAKEDA_PLAYER, ODA_PLAYER = "takeda_player", "oda_player"
# A plain without rivers in Owari and Mikawa: a hex and the six around it.
PLAIN, NORTH, SOUTH = "2923", "2922", "2924"
RING = ("2822", "2922", "2823", "3022", "3023", "2924")
# With Shingen himself a force of 20.
HOST = {
    "takeda_nobutoyo": "takeda_shingen_1",
    "oyamada_nobushige": "takeda_shingen_2",
    "sanada_nobutsuna": "takeda_shingen_3",
    "obata_nobusada": "takeda_shingen_4",
}
HOME = {"takeda_shingen": "5713", "oda_nobunaga": "2517"}
asked, events, go, place, refused = looking.asked, looking.events, looking.go, looking.place, looking.refused
rolling, rolls, scene_of = looking.rolling, looking.rolls, looking.scene_of


def the_game() -> Game:
    return game("shingens_arrival")


def the_book() -> Rulebook:
    return book("shingens_arrival")


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
def force(session: Session, leader: str) -> Force:
    return war(scene_of(session)).forces[leader]


def steps(session: Session, unit: str) -> int:
    return session.table.pieces[unit].steps


def mark(session: Session, target: str, name: str) -> Any:
    piece = session.table.pieces.get(target)
    return piece.mark(name) if piece is not None else session.table.mark(target, name)


def said(session: Session) -> list[str]:
    """What was said of rolls and falls; not who attacks whom, nor points, which are looked up by `score`."""
    return [text for text in looking.said(session) if not text.endswith(" now") and (": " in text or "falls" in text)]


def score(session: Session) -> tuple[int, int]:
    tracks = session.table.tracks
    return tuple(  # type: ignore[return-value]
        10 * int(tracks[f"score_{name}_tens"]) + int(tracks[f"score_{name}_ones"]) for name in ("takeda", "oda")
    )


def legal(session: Session) -> list[Any]:
    return list(session.ask().options)


def winner(session: Session) -> str | None:
    won = session.outcome
    return won.winners[0] if won is not None and won.winners else None


# -- doing -------------------------------------------------------------------------------------------------------------
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
