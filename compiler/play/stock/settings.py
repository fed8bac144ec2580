"""Settings that several stock steps share: filters, modifiers, bars, effects."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from compiler.play.step import Setting
from compiler.play.stock.conditions import amount
from compiler.play.stock.deeds import place_known
from compiler.play.stock.effects import effects
from compiler.play.stock.filters import piece_filter
from compiler.play.stock.reading import Reading


def _named(known: str, what: str) -> Any:
    def read(reading: Reading, value: Any) -> Any:
        found: Collection[str] = getattr(reading.game.articles, known)
        return reading.names(value, found, what)

    return read


def _one(known: str, what: str) -> Any:
    def read(reading: Reading, value: Any) -> Any:
        reading.known(value, getattr(reading.game.articles, known), what)
        return value

    return read


def _place(reading: Reading, value: Any) -> Any:
    place_known(reading, value)
    return value


def _pile(reading: Reading, value: Any) -> Any:
    return reading.pile(value)


def _track(reading: Reading, value: Any) -> Any:
    return reading.track(value, numbers=True)


def pieces(says: str, *, required: bool = False) -> Setting:
    return Setting("filter of pieces", says, required, read=piece_filter)


def deeds(says: str) -> Setting:
    return Setting("effects", says, required=True, read=effects)


def how_much(says: str) -> Setting:
    return Setting("amount or where to find it", says, read=amount)


def purse(says: str, *, required: bool = True) -> Setting:
    return Setting("track", says, required, read=_track)


def pile(says: str, *, required: bool = False) -> Setting:
    return Setting("pile", says, required, read=_pile)


def place(says: str) -> Setting:
    return Setting("place", says, read=_place)


MODIFIERS = Setting("modifiers", "those of steps.yaml that it heeds", read=_named("modifiers", "modifier"))
BARS = Setting("bars", "those of steps.yaml that it heeds", read=_named("bars", "bar"))
WAY = Setting("way", "a way of steps.yaml that is gone instead of the march", read=_one("ways", "way"))
MENU = Setting("menu", "what can be bought: a menu of steps.yaml", required=True, read=_one("menus", "menu"))
VICTORIES = Setting(
    "victories", "those of steps.yaml it looks at (all by default)", read=_named("victories", "victory")
)
