"""Menus: what a purse buys. An entry has a price, is aimed at a piece or a space, and does its effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from compiler.diagnostics import Sink
from compiler.model.articles import Article
from compiler.model.table import Piece
from compiler.play.stock.conditions import Amount, Condition, amount, condition
from compiler.play.stock.deeds import has_room
from compiler.play.stock.effects import Effects, effects
from compiler.play.stock.filters import PieceFilter, SpaceFilter, piece_filter, space_filter
from compiler.play.stock.here import Here
from compiler.play.stock.reading import IT, SPACE, THERE, Reading
from compiler.play.stock.standing import NOTE
from compiler.play.stock.suiting import bears
from compiler.play.stock.weighing import Bar, Case, Modifier, modified, refused

KEYS = ("price", "of", "at", "do", "once", "when", "modifiers", "bars", *NOTE)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a menu."""

    id: str
    name: str
    price: Amount
    of: PieceFilter | None
    at: SpaceFilter | None
    do: Effects
    once: str | None  # the mark it leaves, and that forbids it again
    when: Condition | None
    modifiers: Sequence[Modifier]
    bars: Sequence[Bar]
    rule: str | None
    room: Condition | None = None  # whether what it places finds a place

    def cost(self, here: Here) -> int:
        """What it costs with what is at hand."""
        rollers = (here.piece,) if here.piece is not None else ()
        return max(0, int(modified(self.modifiers, "price", self.price(here), Case(here, rollers))[0]))

    def aims(self, here: Here) -> list[Here]:
        """What it can be aimed at now, each as what is then at hand; one without any aim stands for itself."""
        if self.when is not None and not self.when(here):
            return []
        if self.of is not None:
            found = [here.at(piece=p, space=p.place) for p in _one_of_each(self.of.all(here))]
            found = [at for at in found if self.once is None or (at.piece is not None and not at.piece.mark(self.once))]
        elif self.at is not None:
            found = [here.at(space=space, there=space) for space in self.at.all(here)]
            marks = here.scene.table.mark
            found = [at for at in found if self.once is None or not marks(at.space or "", self.once)]
        else:
            found = [here]
        return [at for at in found if refused(self.bars, at) is None and (self.room is None or self.room(at))]


def _one_of_each(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces off the map that are alike count as one."""
    found: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        found.setdefault((piece.counter, piece.face, piece.steps, piece.place, piece.marks), piece)
    return list(found.values())


def entry(read: Reading, article: Article, modifiers: Mapping[str, Modifier], bars: Mapping[str, Bar]) -> Entry:
    """An entry as written."""
    raw = read.mapping(article.written.value, KEYS, "an entry of a menu") or {}
    if "of" in raw and "at" in raw:
        read.fault("an entry is aimed at a piece or at a space", "take `of` or `at` out")
    of = piece_filter(read.into("of"), raw["of"]) if "of" in raw else None
    at = space_filter(read.into("at"), raw["at"]) if "at" in raw else None
    hand = (IT, SPACE) if of is not None else (SPACE, THERE) if at is not None else ()
    inner = read.with_hand(*hand)
    if "do" not in raw:
        read.fault("an entry does nothing", "list its effects under `do`")
    once = raw.get("once")
    if raw.get("price", 1) == 0 and not {"once", "when"} & raw.keys():
        read.into("price").fault("it costs nothing and may be bought for ever", "add `once`, a mark, or `when`")
    if once is not None:
        read.into("once").known(once, read.game.marks, "mark")
        bears(read, once, {"pieces": raw["of"]} if of is not None else raw.get("at"), "counters" if of else "spaces")
    used = read.into("modifiers").names(raw.get("modifiers", ()), modifiers, "modifier")
    heeded = read.into("bars").names(raw.get("bars", ()), bars, "bar")
    return Entry(
        id=article.id,
        name=article.name.en,
        price=amount(inner.into("price"), raw.get("price", 1)),
        of=of,
        at=at,
        do=effects(inner.into("do"), raw.get("do", ())),
        once=once,
        when=condition(read.into("when"), raw["when"]) if "when" in raw else None,
        modifiers=[modifiers[id] for id in used if id in modifiers],
        bars=[bars[id] for id in heeded if id in bars],
        rule=article.note.rule,
        room=_room(inner.into("do", 0), raw.get("do", ())),
    )


def _room(read: Reading, do: Any) -> Condition | None:
    """Nobody pays for a piece that finds no place: where an entry places first, there must be a piece and room."""
    first = do[0] if isinstance(do, tuple) and do else None
    if not isinstance(first, Mapping) or not {"place", "where"} <= first.keys() or "when" in first:
        return None
    silent = replace(read, sink=Sink())  # what is wrong with it is told where its effects are read
    who = piece_filter(silent.into("place"), first["place"])
    where = space_filter(silent.into("where").with_hand(IT), first["where"])

    def room(here: Here) -> bool:
        waiting = [p for p in who.all(here) if p.place not in here.scene.book.land]
        return any(has_room(here.scene, p, space) for p in waiting[:1] for space in where.all(here.at(piece=p)))

    return room
