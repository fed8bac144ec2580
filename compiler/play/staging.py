"""A position by description: the table of a scenario with some things put elsewhere, standing at a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.model.common import Value
from compiler.model.counters import Counter
from compiler.model.event import Marked, Moved, Placed, Removed, Shuffled, TrackSet
from compiler.model.game import Game
from compiler.model.ids import did_you_mean
from compiler.model.sequence import SequenceNode
from compiler.model.setup import fresh, set_up
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook
from compiler.play.machine import Walk
from compiler.play.state import Cursor, State


class Unplayable(ValueError):
    """A described position names something the game does not have."""


def stage(
    book: Rulebook,
    *,
    scenario: str | None = None,
    step: str | None = None,
    seat: str | None = None,
    empty: bool = False,
    pieces: Mapping[str, Any] | None = None,
    tracks: Mapping[str, int | str] | None = None,
    marks: Sequence[Mapping[str, Any]] = (),
    piles: Mapping[str, Sequence[str]] | None = None,
    options: Mapping[str, Value] | None = None,
) -> State:
    """A state at a step of the sequence, for tests and worked examples.

    `empty` clears the map first. `pieces` says where pieces stand: a place, or a mapping with `at`, `face`, `steps`,
    `side`, `facing` and `marks`. `piles` gives piles their order, bottom first.
    """
    name = _known(scenario or next(iter(book.game.scenarios), ""), book.game.scenarios, "scenario")
    book = book.of(name)
    game = book.game
    table = set_up(game, game.scenarios[name])
    if empty:
        for piece in list(table.pieces.values()):
            if piece.place in book.land:
                table = Removed(piece.id).on(table)
    for id, where in (pieces or {}).items():
        table = _put(game, table, _known(id, game.pieces, "piece"), where)
    for track, value in (tracks or {}).items():
        table = TrackSet(_known(track, game.tracks, "track"), value).on(table)
    for mark in marks:
        table = Marked(mark["on"], _known(mark["mark"], game.marks, "mark"), mark.get("value", True)).on(table)
    for pile, order in (piles or {}).items():
        table = _fill(game, table, _known(pile, game.piles, "pile"), order)
    chosen = {_known(id, game.options, "option"): value for id, value in (options or {}).items()}
    state = State(name, table, Cursor(""), (), tuple(sorted(chosen.items())), book=book)
    cursor = _cursor(state, step or next(iter(book.nodes)), seat)
    return State(name, table, cursor, (), state.options, book=book)


def _put(game: Game, table: Table, id: str, where: Any) -> Table:
    detail: Mapping[str, Any] = where if isinstance(where, Mapping) else {"at": where}
    place = _known(detail["at"], (*game.spaces, *game.piles), "space")
    if id in table.pieces:
        table = Removed(id).on(table)
    new = fresh(game, id, place)
    thing = game.pieces[id]
    face, steps = new.face, new.steps
    if "face" in detail:
        if not isinstance(thing, Counter) or detail["face"] not in [f.id for f in thing.faces]:
            raise Unplayable(f"`{id}` has no face `{detail['face']}`")
        face = thing.face(detail["face"])
        steps = max(1, new.steps - face)
    piece = Piece(
        id,
        new.counter,
        place,
        face,
        detail.get("steps", steps),
        detail.get("side", new.side),
        detail.get("facing", 0),
        new.seen_by,
        tuple(sorted((_known(mark, game.marks, "mark"), value) for mark, value in (detail.get("marks") or {}).items())),
    )
    return Placed(piece).on(table)


def _fill(game: Game, table: Table, pile: str, order: Sequence[str]) -> Table:
    for id in table.stacks.get(pile, ()):
        if id not in order:
            table = Removed(id).on(table)
    for id in order:
        known = _known(id, game.pieces, "piece")
        table = Moved(known, pile).on(table) if known in table.pieces else Placed(fresh(game, known, pile)).on(table)
    return Shuffled(pile, tuple(order)).on(table)


def _cursor(state: State, step: str, seat: str | None) -> Cursor:
    """A cursor at a step: loops over tracks stand where the tracks stand, loops over seats at the seat."""
    book = state.book
    node = book.nodes[_known(step, book.nodes, "step")]
    while node.kind != "step":
        node = node.children[0]
    around: list[SequenceNode] = []
    parent = book.parents.get(node.id)
    while parent is not None:
        around.insert(0, parent)
        parent = book.parents.get(parent.id)
    walk = Walk(state, state.table, {}, [])
    loops: list[tuple[str, Value]] = []
    for outer in around:
        if outer.kind == "each":
            values = walk.values(outer)
            chosen = values[0] if values else None
            if outer.over in ("seat", "side") and seat is not None:
                mine = [v for v in values if seat in (v, book.seat_of(str(v), walk.scenario))]
                if not mine:
                    raise Unplayable(f"`{seat}` does not take part in `{outer.id}`")
                chosen = mine[0]
            loops.append((outer.id, chosen))
        elif outer.kind == "repeat":
            loops.append((outer.id, None))
    return Cursor(node.id, tuple(loops))


def _known(id: str, known: Any, what: str) -> str:
    if id not in known:
        hint = did_you_mean(id, known)
        raise Unplayable(f"`{id}` is not a known {what}" + (f"; {hint}" if hint else ""))
    return id
