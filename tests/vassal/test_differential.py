"""pywargame reads our module and save and agrees on every piece and place."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from compiler.vassal.archive import read_archive
from compiler.vassal.commands import AddPiece, decode_stream
from compiler.vassal.module import read_module
from compiler.vassal.piece import Piece, Stack
from compiler.vassal.save import Save, read_save, write_save
from tests.vassal import small
from tests.vassal.peer import pywargame


@pytest.fixture
def peer() -> Any:
    with warnings.catch_warnings():
        # its source has escapes that Python warns of
        warnings.simplefilter("ignore")
        return pywargame()


def identifiers(piece: Piece) -> list[str]:
    """The traits as the file orders them, the outermost first."""
    return [*(trait.ID for trait in reversed(piece.traits)), "piece"]


def test_both_read_the_same_pieces_from_our_module(peer: Any, tmp_path: Path) -> None:
    path = tmp_path / "small.vmod"
    path.write_bytes(small.vmod())
    with peer.VMod(str(path), "r") as vmod:
        game = peer.BuildFile(vmod.getBuildFile()).getGame()
        theirs = {
            (slot["gpid"], slot["entryName"]): [trait.ID for trait in slot.getTraits()]
            for slot in (*game.getPieces(), *game.getCards())
        }
    module = read_module(read_archive(small.vmod(), "small.vmod"))
    ours = {
        (design.component.get("gpid"), design.label): identifiers(design.piece)
        for design in module.designs
        if design.kind == "slot"
    }
    assert theirs == ours


def test_both_read_the_same_places_from_our_save(peer: Any, tmp_path: Path) -> None:
    path = tmp_path / "first.vsav"
    path.write_bytes(write_save(small.save()))
    _, lines = peer.SaveIO.readSave(str(path))
    # it takes each byte for a character
    lines = [line.encode("latin-1").decode() for line in lines]
    theirs = {}
    for line in lines:
        if line.startswith("+/") and "/stack/" not in line and "/deck;" not in line:
            identifier, traits = peer.PieceSlot.decodeAdd(line)
            basic = traits[-1]
            place = (basic["map"], int(basic["x"]), int(basic["y"]))
            theirs[identifier] = (basic["name"], basic["gpid"], place, [trait.ID for trait in traits])
    ours = {
        identifier: (body.basic.name, body.basic.gpid, (body.basic.map, body.basic.x, body.basic.y), identifiers(body))
        for identifier, body in small.bodies().items()
        if isinstance(body, Piece)
    }
    assert theirs == ours


def test_both_read_the_same_stacks_from_our_save(peer: Any, tmp_path: Path) -> None:
    path = tmp_path / "first.vsav"
    path.write_bytes(write_save(small.save()))
    _, lines = peer.SaveIO.readSave(str(path))
    stacks = {line.split("/")[1]: line.split("/")[3] for line in lines if "/stack/" in line}
    bodies = small.bodies()
    assert stacks == {name: body.encode()[1] for name, body in bodies.items() if isinstance(body, Stack)}


def test_we_read_a_save_that_pywargame_wrote(peer: Any, tmp_path: Path) -> None:
    lines = ["begin_save", "+/1/piece;;;spear.png;Spear/Main;40;50;1;0", "+/2/stack/Main;40;50;1;@@-1", "end_save"]
    path = tmp_path / "theirs.vsav"
    peer.SaveIO.writeSave(str(path), 0xAA, lines, savedata=b"<data/>", moduledata=b"<data/>")
    save: Save = read_save(read_archive(path.read_bytes(), "theirs.vsav"))
    assert save.commands == decode_stream("\x1b".join(lines))
    (piece,) = [each.piece for each in save.commands if isinstance(each, AddPiece) and isinstance(each.piece, Piece)]
    assert (piece.basic.name, piece.basic.x, piece.basic.y) == ("Spear", 40, 50)
