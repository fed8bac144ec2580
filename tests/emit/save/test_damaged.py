"""A saved game of VASSAL with values no game has: told, and never taken up as something else."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from compiler.diagnostics import Failed
from compiler.emit.manifest import COUNTER_ID, ENGINE_STATE
from compiler.emit.module.holders import HELD_BY
from compiler.emit.module.prototypes import FACE
from compiler.emit.save.resuming import Resumed, resumed_from
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.registry import rulebook_or_fail
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import AddPiece, Command, GlobalProperty, flat
from compiler.vassal.piece import Piece
from compiler.vassal.save import Save, read_save, write_save
from compiler.vassal.trait import Trait
from compiler.vassal.traits import DynamicProperty, Layer, Marker, Rotate
from tests.emit.conftest import Built
from tests.emit.save.test_played import go_on
from tests.emit.save.test_resuming import saved

Make = Callable[[str], Built]
Change = Callable[[Command], Command]
SPEARS = "north_spears#1"


def taken_up(made: Built, change: Change) -> Resumed:
    """A game some way into a step, its save changed command by command, taken up again."""
    book = rulebook_or_fail(made.game)
    session = Session.begin(book, "skirmish", Seeded(5))
    while session.step != "march" or not session.state.choices:
        go_on(session, 1)
    save = read_save(read_archive(saved(session, made), "now.vsav"))
    changed = Save(tuple(change(command) for command in flat(save.commands)), save.savedata, save.moduledata)
    return resumed_from(book, made.box, write_save(changed), Seeded(3), "now.vsav")


def pieces(change: Callable[[Piece], Piece], only: str | None = SPEARS) -> Change:
    def changed(command: Command) -> Command:
        if isinstance(command, AddPiece) and isinstance(command.piece, Piece) and only in (None, command.id):
            return AddPiece(command.id, change(command.piece))
        return command

    return changed


def traits(change: Callable[[Trait], Trait]) -> Change:
    return pieces(lambda piece: Piece(piece.basic, tuple(map(change, piece.traits))))


def dynamic(name: str, value: str) -> Change:
    """A property of the piece, whether it had one or not."""
    given = DynamicProperty(name, value=value)
    return pieces(lambda piece: Piece(piece.basic, (*(t for t in piece.traits if not _is(t, name)), given)))


def _is(trait: Trait, name: str) -> bool:
    return isinstance(trait, DynamicProperty) and trait.name == name


def face(level: Any) -> Change:
    return traits(lambda t: replace(t, level=level) if isinstance(t, Layer) and t.name == FACE else t)


def facing(value: Any) -> Change:
    return pieces(lambda piece: Piece(piece.basic, (*piece.traits, Rotate(6, facing=value))))


def placed(x: Any) -> Change:
    return pieces(lambda piece: Piece(replace(piece.basic, x=x), piece.traits))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (dynamic("Steps", "-5"), "cannot have -5 steps"),
        (dynamic("Steps", "99"), "cannot have 99 steps"),
        (dynamic("Steps", "many"), "`north_spears#1` cannot have `many` steps"),
        (dynamic("Steps", "9" * 5000), "`north_spears#1` cannot have `9999"),
        (face(100), "has no face 99"),
        (face("front"), "`north_spears#1` has no face `front`"),
        (facing("NaN"), "`north_spears#1` cannot face `NaN`"),
        (facing("1e999"), "`north_spears#1` cannot face `1e999`"),
        (facing("-77"), "cannot face -77"),
        (dynamic(HELD_BY, "nobody"), "`nobody` is not a side"),
        (placed("here"), "stands nowhere on its map"),
    ],
)
def test_every_value_of_a_piece_is_held_against_the_game(change: Change, why: str, built: Make) -> None:
    with pytest.raises(Failed) as caught:
        taken_up(built("first_battle"), change)
    (told,) = caught.value.diagnostics
    assert told.code == "P010"
    assert why in told.message
    assert len(told.message) < 400


@pytest.mark.parametrize("x", [-5000, 10**9])
def test_a_piece_that_lies_nowhere_is_left_out_as_one_of_ours(x: int, built: Make) -> None:
    found = taken_up(built("first_battle"), placed(x))
    assert found.strangers == ()
    assert found.lost == (SPEARS,)


def test_a_save_whose_pieces_are_mostly_damaged_is_refused(built: Make) -> None:
    with pytest.raises(Failed) as caught:
        taken_up(built("first_battle"), pieces(lambda p: Piece(replace(p.basic, x=-9), p.traits), None))
    (told,) = caught.value.diagnostics
    assert told.code == "P010"
    assert "most of its pieces cannot be read" in told.message


def test_a_piece_of_no_known_counter_is_a_stranger_only_by_its_name(built: Make) -> None:
    def renamed(trait: Trait) -> Trait:
        return Marker(COUNTER_ID, "dragon") if isinstance(trait, Marker) and COUNTER_ID in trait.names else trait

    assert taken_up(built("first_battle"), traits(renamed)).lost == (SPEARS,)


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        ({"at": "0101", "steps": -5}, "cannot have -5 steps"),
        ({"at": "0101", "steps": 1, "face": 99}, "has no face 99"),
        ({"at": "0101", "steps": 1, "side": "nobody"}, "`nobody` is not a side"),
        ({"at": "moon", "steps": 1}, "`moon` is not a place"),
        ({"at": ["0101"], "steps": 1}, "note"),
        ({"at": "0101", "steps": "many"}, "note"),
        ({"at": "0101", "steps": 1, "seen_by": ["ghost"]}, "not at the table"),
        ({"at": "0101", "steps": 1, "marks": [["cursed", True]]}, "`cursed` is not a mark"),
        (5, "note"),
    ],
)
def test_every_value_of_the_engines_note_is_held_against_the_game(piece: Any, why: str, built: Make) -> None:
    def noted(command: Command) -> Command:
        if isinstance(command, GlobalProperty) and command.name == ENGINE_STATE:
            told = json.loads(command.value)
            told["before"] = {"pieces": {SPEARS: piece}}
            return replace(command, value=json.dumps(told))
        return command

    with pytest.raises(Failed) as caught:
        taken_up(built("first_battle"), noted)
    (told,) = caught.value.diagnostics
    assert told.code == "P010"
    assert why in told.message
