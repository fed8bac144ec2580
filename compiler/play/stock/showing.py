"""Effects on who knows what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.event import Revealed, Said
from compiler.play.ask import Flow
from compiler.play.stock.effects import Deed, kind
from compiler.play.stock.filters import piece_filter
from compiler.play.stock.here import ENEMY, MINE, Here
from compiler.play.stock.reading import Reading


@kind("reveal", "to")
def _reveal(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, to = piece_filter(read.into("reveal"), raw["reveal"]), raw.get("to")
    if to is not None:
        read.into("to").known(to, (MINE, ENEMY, *read.game.seats), "seat")

    def deed(here: Here) -> Flow[None]:
        yield from ()
        seat = here.seat if to == MINE else here.enemy if to == ENEMY else to
        found, piles = who.all(here), here.scene.game.piles
        held = [here.scene.name(piece.id) for piece in found if piece.place in piles]
        if held:  # a hand is looked at and taken up again: it does not lie open from now on
            told = Said("shown: " + ", ".join(held), rule or here.scene.rule(), None if seat is None else (seat,))
            here.scene.do(told)
        for piece in found:
            if piece.seen_by is not None and piece.place not in piles:
                seen = None if seat is None else tuple(dict.fromkeys((*piece.seen_by, seat)))
                here.scene.do(Revealed(piece.id, seen, rule or here.scene.rule()))

    return deed


@kind("hide")
def _hide(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who = piece_filter(read.into("hide"), raw["hide"])

    def deed(here: Here) -> Flow[None]:
        yield from ()
        for piece in who.all(here):
            seat = here.scene.book.seat_of(piece.side or "", here.scene.scenario)
            if seat is not None and piece.seen_by != (seat,):
                here.scene.do(Revealed(piece.id, (seat,), rule or here.scene.rule()))

    return deed
