"""12.0 Terrain: what a hex costs, how it helps or hampers those who fight in it."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.model.graph import Map, Space
from compiler.model.rolls import strongest
from compiler.play.book import Rulebook
from compiler.play.coverage import carries
from compiler.play.mechanics import movement

EFFECTS = ("move", "attack_from", "attack_into", "morale")


@carries("12.0(4).1")
def combined(board: Map, space: Space) -> dict[str, int]:
    """The effects of all terrain in one hex: of each the strongest, whichever way it works (12.0(4))."""
    return {effect: strongest(board, space, effect) for effect in EFFECTS}


def effects(book: Rulebook) -> Mapping[str, Mapping[str, int]]:
    """The effects of every hex."""
    board = book.game.map
    return book.once("terrain", lambda: {id: combined(board, board.spaces[id]) for id in board.land})


def ways(book: Rulebook) -> movement.Ways:
    """From each hex the six around it, and what the terrain there costs (11.0(2))."""
    ground = effects(book)

    def cost(link: object, start: str, to: str) -> float | None:
        return ground[to]["move"] if to in ground and start in ground else None

    return book.once("ways", lambda: movement.ways(book.game.map, cost, steady=True))
