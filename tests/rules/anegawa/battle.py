"""Positions of the battle for tests: a few units on plain ground, the dice forced."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from compiler.model.game import Game
from compiler.model.table import Piece
from compiler.play.ask import Answer, Ask
from compiler.play.book import Rulebook
from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.registry import rulebook_or_fail
from compiler.rules.anegawa.ch13_attack import Attack, factors
from compiler.rules.anegawa.field import ENEMY, Field
from tests.play.table import book, game
from tests.rules import looking

ROOT = Path(__file__).parents[3]
OT, AA = "oda_tokugawa", "asakura_azai"
asked, events, place, refused = looking.asked, looking.events, looking.place, looking.refused
rolling, rolls, said, scene_of = looking.rolling, looking.rolls, looking.said, looking.scene_of


def the_game() -> Game:
    return game("anegawa")


def the_book() -> Rulebook:
    return book("anegawa")


def altered(**counters: Mapping[str, Any]) -> Rulebook:
    """The game with other figures on some counters: `name={"rout": 3}` changes them wherever they are printed."""
    game = the_game()
    changed = dict(game.counters)
    for id, values in counters.items():
        counter = changed[id]
        faces = tuple(
            dataclasses.replace(
                face, values={**face.values, **{k: v for k, v in values.items() if _belongs(k, face.id)}}
            )
            for face in counter.faces
        )
        changed[id] = dataclasses.replace(counter, faces=faces, values={**counter.values, **values})
    return rulebook_or_fail(dataclasses.replace(game, counters=changed))


def _belongs(name: str, face: str) -> bool:
    front = ("first", "second", "range", "value", "move")
    return name in ("morale", "crest") or (name in front) == (face == "normal")


class Dice:
    """Rolls from a list of totals; when it is empty the next roll stays open."""

    def __init__(self, totals: Iterable[int]) -> None:
        self.left = list(totals)

    def answer(self, ask: Ask, n: int) -> Answer | None:
        assert ask.kind == "roll"
        return dice(self.left.pop(0)) if self.left else None


def dice(total: int) -> tuple[int, int]:
    """Two dice that make a total."""
    return (max(1, total - 6), total - max(1, total - 6))


def off(at: str, **marks: Any) -> dict[str, Any]:
    """A disordered unit."""
    return {"at": at, "face": "disordered", "marks": marks}


def on(at: str, **marks: Any) -> dict[str, Any]:
    """A unit in order with marks."""
    return {"at": at, "marks": marks}


def battle(
    step: str,
    seat: str | None = None,
    *,
    rolls: Iterable[int] = (),
    turn: int = 5,
    initiative: str | None = None,
    points: Mapping[str, int] | None = None,
    book: Rulebook | None = None,
    marks: Iterable[tuple[str, str, Any]] = (),
    options: Mapping[str, Any] | None = None,
    **pieces: Any,
) -> Session:
    """Stand at a step with only these units on the map. The side to act has the initiative unless said otherwise."""
    first = initiative or seat or AA
    tracks: dict[str, int | str] = {
        "turn": turn,
        "initiative": first,
        "waiting": ENEMY[first],
        "movement_oda_tokugawa": 5,
        "movement_asakura_azai": 5,
    }
    tracks.update({f"movement_{who}": value for who, value in (points or {}).items()})
    state = stage(
        book or the_book(),
        step=step,
        seat=seat,
        empty=True,
        pieces=pieces,
        tracks=tracks,
        options=options,
        marks=[{"on": target, "mark": mark, "value": value} for target, mark, value in marks],
    )
    return Session(state, Dice(rolls))


# -- looking -----------------------------------------------------------------------------------------------------------
def piece(session: Session, id: str) -> Piece:
    return session.table.pieces[id]


def field_of(session: Session) -> Field:
    """The field as it is now."""
    return Field.of(scene_of(session))


def normal(session: Session, id: str) -> bool:
    return session.table.pieces[id].face == 0


def mark(session: Session, id: str, name: str) -> Any:
    return session.table.pieces[id].mark(name)


def attack(session: Session, unit: str, target: str) -> None:
    session.apply(Attack(unit, target))


def winner(session: Session) -> str | None:
    won = session.outcome
    return won.winners[0] if won is not None else None


# -- combats ---------------------------------------------------------------------------------------------------------
def duel(*totals: int, target: Any = "1019", **more: Any) -> Session:
    """Nobunaga, 3/8 at 1020, attacks an Azai company of morale 7 at 1019. Elsewhere another attack is possible."""
    setup: dict[str, Any] = {
        "oda_nobunaga": "1020",
        "azai_company_1": target,
        "mori_yoshinari": "0530",
        "azai_company_4": "0529",
        **more,
    }
    session = battle("attack", OT, rolls=totals, **setup)
    attack(session, "oda_nobunaga", "azai_company_1")
    return session


def both_factors(session: Session, unit: str, target: str, answering: bool = False) -> tuple[int, int]:
    return factors(scene_of(session), session.table.pieces[unit], session.table.pieces[target], answering=answering)


# With these two and Nobunaga at 1020 every hex around 1019 is in a zone; 0819 and 0820 behind 0920 are not.
RING = {"sakai_company_1": "0918", "ikeda_company_1": "1218"}


def flight(*more_rolls: int, book: Any = None, target: str = "1019", by: str = "1020", **pieces: Any) -> Session:
    """Nobunaga makes an Azai company (rout factor 4) at 1019 retreat; elsewhere another attack is possible."""
    setup: dict[str, Any] = {"mori_yoshinari": "0530", "azai_company_4": "0529", **pieces}
    session = battle(
        "attack", OT, book=book, rolls=[7, 11, *more_rolls], oda_nobunaga=by, azai_company_1=target, **setup
    )
    attack(session, "oda_nobunaga", "azai_company_1")
    return session


def go(session: Session, *hexes: Any) -> None:
    for hex in hexes:
        session.apply(hex)
