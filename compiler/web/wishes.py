"""A wish to take back more than one may: the others at the table are asked."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.web.seats import HUMAN, LINK, SCREEN, Seating


@dataclass(slots=True)
class Wish:
    """Who wishes it, at which change of the game, and the places that have not agreed yet."""

    seat: str
    n: int
    open: set[str]


def others(seating: Seating, seat: str) -> set[str]:
    """The places whose people are asked; computers do not mind."""
    own = SCREEN if seating.kinds[seat] == HUMAN else seat
    places = {SCREEN if kind == HUMAN else other for other, kind in seating.kinds.items() if kind in (HUMAN, LINK)}
    return places - {own}
