"""Bars of checks as the engine would find them, to be held against what a module says."""

from __future__ import annotations

from compiler.model.bars import Bar
from compiler.model.loops import counted
from compiler.model.rolls import Check
from compiler.model.table import Piece
from compiler.play.mechanics.reckoning import best_lent
from compiler.play.scene import Scene


def is_barred(scene: Scene, check: Check, piece: Piece, target: Piece | None) -> bool:
    """Whether a bar keeps a piece from a roll that its counter has."""
    return any(not bar.is_printed and holds(scene, bar, piece, target) for bar in check.barred)


def holds(scene: Scene, bar: Bar, piece: Piece, target: Piece | None) -> bool:
    """Whether everything that a bar names is so."""
    game, tracks = scene.book.game, scene.table.tracks
    tests = [bar.sides == () or piece.side in bar.sides]
    tests += [scene.value(piece, field) in values for field, values in bar.only.items()]
    if bar.borne is not None:
        bearer = target if bar.borne.of_target else piece
        borne = bearer.mark(bar.borne.mark) if bearer is not None else None
        tests.append(borne is not None and bar.borne.value in (None, borne))
    if bar.turns is not None:
        track = counted(game)
        turn = tracks.get(track.id) if track is not None else None
        tests.append(isinstance(turn, int) and bar.turns[0] <= turn <= bar.turns[1])
    if bar.track is not None:
        tests.append(tracks[bar.track] == game.seat_of(piece.side or ""))
    if bar.led is not None:
        lent = best_lent(scene, game.rolls.modifiers[bar.led[0]], piece)
        tests.append((lent > 0) is bar.led[1])
    if bar.beside is not None:
        tests.append(any(_threatens(scene, bar.beside, piece, other) for other in scene.table.pieces.values()))
    return all(tests)


def _threatens(scene: Scene, face: str, piece: Piece, other: Piece) -> bool:
    game = scene.book.game
    counter = game.counters.get(other.counter)
    return (
        counter is not None
        and counter.faces[other.face].id == face
        and other.place in game.map.beside.get(piece.place, ())
        and game.seat_of(other.side or "") not in (None, game.seat_of(piece.side or ""))
    )
