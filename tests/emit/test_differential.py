"""pywargame reads our modules and setups and agrees on every piece and place."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.emit.save.vsav import make_setup, setup_bytes
from compiler.vassal.archive import write_archive
from compiler.vassal.commands import AddPiece
from compiler.vassal.piece import Piece
from tests.emit.conftest import SHIPPED, Built
from tests.emit.module.test_vmod import undrawn
from tests.vassal.peer import pywargame


@pytest.fixture
def peer() -> Any:
    with warnings.catch_warnings():
        # its source has escapes that Python warns of
        warnings.simplefilter("ignore")
        return pywargame()


@pytest.mark.parametrize("slug", SHIPPED)
def test_pywargame_reads_the_same_pieces(slug: str, built: Callable[[str], Built], peer: Any, tmp_path: Path) -> None:
    made = built(slug)
    path = tmp_path / "game.vmod"
    path.write_bytes(write_archive(undrawn(made)))
    with peer.VMod(str(path), "r") as vmod:
        game = peer.BuildFile(vmod.getBuildFile()).getGame()
        theirs = {
            slot["gpid"]: (slot["entryName"], [trait.ID for trait in slot.getTraits()]) for slot in game.getPieces()
        }
    ours = {
        design.basic.gpid: (design.basic.name, [*(t.ID for t in reversed(design.traits)), "piece"])
        for design in made.box.designs.values()
    }
    assert theirs == ours


@pytest.mark.parametrize("slug", SHIPPED)
def test_pywargame_reads_the_same_places(slug: str, built: Callable[[str], Built], peer: Any, tmp_path: Path) -> None:
    made = built(slug)
    setup = make_setup(made.box, next(iter(made.game.scenarios.values())))
    path = tmp_path / "setup.vsav"
    path.write_bytes(setup_bytes(made.box.plan, setup))
    _, lines = peer.SaveIO.readSave(str(path))
    theirs = {}
    for line in (line.encode("latin-1").decode() for line in lines):
        if line.startswith("+/") and "/stack/" not in line and "/deck;" not in line:
            identifier, traits = peer.PieceSlot.decodeAdd(line)
            basic = traits[-1]
            name = basic["name"].replace("\\/", "/")  # it leaves escaped slashes as they are
            theirs[identifier] = (name, basic["gpid"], basic["map"], int(basic["x"]), int(basic["y"]))
    ours = {}
    for command in setup.laid.commands:
        if isinstance(command, AddPiece) and isinstance(command.piece, Piece):
            basic = command.piece.basic
            ours[command.id] = (basic.name, basic.gpid, basic.map, basic.x, basic.y)
    assert theirs == ours
