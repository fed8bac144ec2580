"""Pieces dropped where they may be, and where they may not: those go back, and the chat says by which rule."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Spot
from compiler.emit.automation.moves import FAULT, is_looked_at
from compiler.emit.drive.script import Script, must
from compiler.model.barred import closed_ground
from compiler.model.counters import CounterKind
from compiler.model.table import Piece
from compiler.vassal.probe.drive import Expectation, Must, Verb


def drive_drops(script: Script, known: set[str]) -> None:
    """A legal drop and every sort of illegal one for each kind whose moves are looked at."""
    game = script.plan.game
    for kind in game.counter_kinds.values():
        piece = _marcher(script, kind)
        if piece is None or kind.id in known:
            continue
        known.add(kind.id)
        name, start = script.name(piece), script.here
        free = next(free_beside(script, piece), None)
        if free is not None:
            spot, plain = script.plan.atlas.spaces[free], script.plan.names[piece.counter]
            drop(script, piece, spot, f"{name} goes to {free}", must(Must.GO, spot.location), must(Must.TELL, plain))
            script.undo(start, f"the move of {name}")
        for spot, why in _illegal(script, kind, piece):
            start = script.here
            refused = (must(Must.TELL, "goes back to"), must(Must.STAY, FAULT))
            drop(script, piece, spot, f"{name} is dropped {why}", *refused)
            script.undo(start, f"the drop of {name} {why}")


def drop(script: Script, piece: Piece, spot: Spot, about: str, *expects: Expectation) -> None:
    """Take a piece to the middle of a place."""
    script.do(Verb.DRAG, about, piece.id, f"{spot.map}@{spot.x},{spot.y}", *expects)


def _marcher(script: Script, kind: CounterKind) -> Piece | None:
    """A piece of a kind that stands on the land and has a side."""
    game = script.plan.game
    if not is_looked_at(script.plan, kind):
        return None
    own = (p for p in script.standing() if p.counter in game.counters and game.counters[p.counter].kind == kind.id)
    return next((p for p in own if p.place in game.map.land and p.side is not None), None)


def free_beside(script: Script, piece: Piece) -> Iterator[str]:
    """Spaces beside a piece that are open to its kind and hold nothing: nobody could object to it there."""
    board, kind = script.plan.game.map, script.plan.game.counters[piece.counter].kind
    closed = closed_ground(board, kind)
    for id in board.beside.get(piece.place, ()):
        space = board.spaces[id]
        if id in board.land and space.terrain not in closed and not script.table.stacks.get(id):
            yield id


def _illegal(script: Script, kind: CounterKind, piece: Piece) -> Iterator[tuple[Spot, str]]:
    """Places where a piece can never be, with words for each."""
    plan, board = script.plan, script.plan.game.map
    closed = closed_ground(board, kind.id)
    shut = next((id for id in board.land if board.spaces[id].terrain in closed), None)
    if shut is not None:
        yield plan.atlas.spaces[shut], f"on closed ground, {shut}"
    for track in plan.game.tracks.values():
        if track.at is not None:
            yield plan.atlas.tracks[track.id, track.boxes[0].value], f"on the track {track.name.en}"
            break
    theirs = next(_foreign_boxes(script, piece), None)
    if theirs is not None:
        yield plan.atlas.spaces[theirs], f"in the box of another, {theirs}"


def _foreign_boxes(script: Script, piece: Piece) -> Iterator[str]:
    """Boxes of displays of a side that another seat runs."""
    game = script.plan.game
    own = game.seat_of(piece.side) if piece.side else None
    for board in game.maps.values():
        for display in board.displays.values():
            seat = game.seat_of(display.side) if display.side else None
            if own is not None and seat not in (None, own):
                yield from (box for box in display.boxes if box in script.plan.atlas.spaces)
