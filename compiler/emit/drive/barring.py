"""Which bar of a check holds for a piece as a setup lays it, so that a drive knows who may roll and who may not."""

from __future__ import annotations

from compiler.emit.drive.script import Script
from compiler.model.bars import Bar
from compiler.model.common import FieldType, Value
from compiler.model.loops import counted
from compiler.model.rolls import Check, Lender, Lent
from compiler.model.table import Piece


def barred(script: Script, check: Check, piece: Piece, target: Piece | None = None) -> Bar | None:
    """The first bar that keeps a piece from a roll; None where it may."""
    return next((bar for bar in check.barred if _holds(script, bar, piece, target)), None)


def _holds(script: Script, bar: Bar, piece: Piece, target: Piece | None) -> bool:
    """Whether everything that a bar names is so."""
    game, tracks = script.plan.game, script.table.tracks
    own = {**game.counters[piece.counter].values, **game.counters[piece.counter].faces[piece.face].values}
    if bar.sides and piece.side not in bar.sides:
        return False
    if not all(own.get(field) in values for field, values in bar.only.items()):
        return False
    if bar.borne is not None:
        bearer = target if bar.borne.of_target else piece
        borne = bearer.mark(bar.borne.mark) if bearer is not None else None
        if borne is None or bar.borne.value not in (None, borne):
            return False
    if bar.turns is not None:
        track = counted(game)
        turn = tracks.get(track.id) if track is not None else None
        if not isinstance(turn, int) or not bar.turns[0] <= turn <= bar.turns[1]:
            return False
    if bar.track is not None and tracks.get(bar.track) != _seat(script, piece):
        return False
    if bar.led is not None:
        source = game.rolls.modifiers[bar.led[0]].source
        assert isinstance(source, Lent)
        if _is_led(script, source, piece) is not bar.led[1]:
            return False
    return bar.beside is None or _is_threatened(script, bar.beside, piece)


def _seat(script: Script, piece: Piece) -> str | None:
    return script.plan.game.seat_of(piece.side, script.scenario) if piece.side else None


def _is_threatened(script: Script, face: str, piece: Piece) -> bool:
    """Whether an enemy that shows a face stands in the next space."""
    game = script.plan.game
    beside = game.map.beside.get(piece.place, ())
    return any(
        other.place in beside
        and other.counter in game.counters
        and game.counters[other.counter].faces[other.face].id == face
        and _seat(script, other) not in (None, _seat(script, piece))
        for other in script.table.pieces.values()
    )


def _is_led(script: Script, lent: Lent, piece: Piece) -> bool:
    """Whether anybody lends a piece a number where it stands."""
    axial = script.plan.game.map.axial
    for other in script.table.pieces.values():
        if other.id == piece.id or other.side != piece.side or not {other.place, piece.place} <= axial.keys():
            continue
        (aq, ar), (bq, br) = axial[other.place], axial[piece.place]
        away = max(abs(aq - bq), abs(ar - br), abs(aq - bq + ar - br))
        if any(_lends(script, lent, lender, other, piece, away) for lender in lent.lenders):
            return True
    return False


def _lends(script: Script, lent: Lent, lender: Lender, other: Piece, piece: Piece, away: int) -> bool:
    game = script.plan.game
    face = game.counters[other.counter].faces[other.face] if other.counter in game.counters else None
    if face is None or face.id != lent.face or face.values.get(lender.field) != lender.value:
        return False
    number = int(face.values.get(lent.number) or 0)
    if lender.same is not None and _own(script, other, lender.same) != _own(script, piece, lender.same):
        return False
    if lender.foreign is not None and lender.penalty is not None:
        theirs = _own(script, other, lender.foreign)
        if theirs is not None and theirs != _own(script, piece, lender.foreign):
            number += int(game.constants[lender.penalty].value)
    return number > 0 and away <= int(face.values.get(lent.within) or 0)


def _own(script: Script, piece: Piece, name: str) -> Value:
    """What lender and borrower compare; of a field of sides, none stands for its own side."""
    counter = script.plan.game.counters[piece.counter]
    value = counter.faces[piece.face].values.get(name)
    field = script.plan.game.counter_kinds[counter.kind].fields.get(name)
    return piece.side if value is None and field is not None and field.type is FieldType.SIDE else value
