"""Cards, cups and hands."""

from __future__ import annotations

from collections.abc import Callable

from compiler.model.event import Drawn, Event
from compiler.model.game import Game
from compiler.model.setup import seen_by
from compiler.model.table import Piece, Table
from compiler.play.ask import Flow, shuffle
from compiler.play.scene import Scene


def hand(game: Game, table: Table, seat: str, base: str = "hand") -> tuple[str, ...]:
    """The cards in a seat's hand."""
    return table.stacks.get(f"{base}.{seat}", ()) if f"{base}.{seat}" in game.piles else table.stacks.get(base, ())


def top(table: Table, pile: str) -> str | None:
    """The top card of a pile."""
    stack = table.stacks.get(pile)
    return stack[-1] if stack else None


def put(game: Game, id: str, to: str, rule: str | None = None, index: int | None = None) -> Event:
    """A card goes to a place and is seen by whoever sees what lies there."""
    return Drawn(id, to, seen_by(game, to), index, rule)


def deal(scene: Scene, pile: str, to: str, count: int, *, rule: str | None = None) -> Flow[list[str]]:
    """Take cards off the top of a deck; an empty deck takes back its discards, shuffled, as often as needed."""
    drawn: list[str] = []
    while len(drawn) < count:
        card = top(scene.table, pile)
        if card is None:
            source = scene.game.piles[pile].reshuffle_from
            if source is None or not scene.table.stacks.get(source):
                break
            for id in scene.table.stacks[source]:
                scene.do(put(scene.game, id, pile, rule))
            yield from shuffle(scene, pile, rule=rule)
            continue
        scene.do(put(scene.game, card, to, rule))
        drawn.append(card)
    return drawn


def playable(table: Table, pile: str, fits: Callable[[Piece], bool]) -> tuple[str, ...]:
    """The cards of a pile that fit the moment."""
    return tuple(piece.id for piece in table.at(pile) if fits(piece))
