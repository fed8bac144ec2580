"""Laws that hold in every game after every event; a broken one is our bug, or a rules package's."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook
from compiler.play.kept import differing
from compiler.play.scene import Scene
from compiler.play.state import Cursor, State


def broken(game: Game, table: Table) -> Iterator[str]:
    """Everything about a table that cannot be."""
    for piece in table.pieces.values():
        yield from _piece(game, table, piece)
    yield from _stacks(game, table)
    yield from _tracks(game, table)
    yield from _marks(game, table)


def broken_since(game: Game, before: Table, table: Table) -> Iterator[str]:
    """What an event broke on a table that was whole before it: only what has changed is looked at.

    Tables share what an event leaves alone, so what is the same object cannot have been broken.
    """
    for old, piece in differing(before, table) if table.pieces is not before.pieces else ():
        if piece is not None:
            yield from _piece(game, table, piece)
            if old is not None and old.place != piece.place and piece.id in table.stacks.get(old.place, ()):
                yield f"`{piece.id}` stands in `{old.place}`, and elsewhere too"
    if table.stacks is not before.stacks:
        yield from _stacks_since(game, before, table)
    if table.tracks is not before.tracks:
        yield from _tracks(game, table)
    if table.marks is not before.marks:
        yield from _marks(game, table)


def _stacks_since(game: Game, before: Table, table: Table) -> Iterator[str]:
    changed = {place: ids for place, ids in table.stacks.items() if before.stacks.get(place) is not ids}
    if changed:
        yield from _stacks(game, Table(table.pieces, changed, table.tracks, table.marks))
    for place, ids in before.stacks.items():
        now = table.stacks.get(place, ())
        if now is not ids:
            gone = [id for id in ids if id not in now and id in table.pieces and table.pieces[id].place == place]
            yield from (f"`{id}` is not in the stack of `{place}`" for id in gone)


def _piece(game: Game, table: Table, piece: Piece) -> Iterator[str]:
    thing = game.pieces.get(piece.id)
    if thing is None or thing.id != piece.counter:
        yield f"`{piece.id}` is not a piece of the game"
        return
    if piece.id not in table.stacks.get(piece.place, ()):
        yield f"`{piece.id}` is not in the stack of `{piece.place}`"
    if piece.place not in game.spaces and piece.place not in game.piles:
        yield f"`{piece.id}` is nowhere: `{piece.place}`"
    if isinstance(thing, Counter):
        if not 0 <= piece.face < len(thing.faces):
            yield f"`{piece.id}` has no face {piece.face}"
        if not 1 <= piece.steps <= thing.steps:
            yield f"`{piece.id}` has {piece.steps} of {thing.steps} steps"
    if piece.side is not None and piece.side not in game.sides:
        yield f"`{piece.id}` belongs to nobody: `{piece.side}`"
    if piece.seen_by is not None and any(seat not in game.seats for seat in piece.seen_by):
        yield f"`{piece.id}` is seen by somebody who is not there"
    for mark, value in piece.marks:
        if mark not in game.marks or value not in game.marks[mark].values:
            yield f"`{piece.id}` has the mark `{mark}` at `{value}`"


def _stacks(game: Game, table: Table) -> Iterator[str]:
    seen: set[str] = set()
    for place, ids in table.stacks.items():
        if not ids:
            yield f"`{place}` has an empty stack"
        for id in ids:
            if id in seen or id not in table.pieces or table.pieces[id].place != place:
                yield f"`{id}` stands in `{place}`, and elsewhere too"
            seen.add(id)
        pile = game.piles.get(place)
        if pile is not None:
            if pile.limit is not None and len(ids) > pile.limit:
                yield f"`{place}` holds {len(ids)}, more than {pile.limit}"
            wrong = [id for id in ids if (table.pieces[id].counter in game.cards) != (pile.holds == "cards")]
            if wrong:
                yield f"`{wrong[0]}` lies in `{place}`, which holds {pile.holds}"


def _tracks(game: Game, table: Table) -> Iterator[str]:
    if table.tracks.keys() != game.tracks.keys():
        yield "the tracks are not those of the game"
    for id, value in table.tracks.items():
        if id in game.tracks and not game.tracks[id].has(value):
            yield f"track `{id}` has no box `{value}`"


def _marks(game: Game, table: Table) -> Iterator[str]:
    for (target, id), value in table.marks.items():
        mark = game.marks.get(id)
        kinds = {"spaces": game.spaces, "seats": game.seats, "sides": game.sides}
        if mark is None or value not in mark.values or not any(target in kinds.get(on, ()) for on in mark.on):
            yield f"`{target}` has the mark `{id}` at `{value}`"


def laws_broken(book: Rulebook, state: State, table: Table) -> Iterator[str]:
    """The game's own laws that do not hold at the end of a step."""
    cursor = state.cursor or Cursor(next(iter(book.nodes)))
    scene = Scene(book, state, table, cursor)
    for law in book.laws:
        fault = law.broken(scene)
        if fault is not None:
            yield f"{fault} ({law.rule})" if law.rule else fault
