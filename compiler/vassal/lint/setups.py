"""Predefined setups and saves: whether what they hold still exists, and whether they may be given away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import AddPiece, Boards, Command, EndSave, Player, SetupDone, flat
from compiler.vassal.commands.state import SHUT
from compiler.vassal.deck import Deck
from compiler.vassal.lint.names import OBSERVER
from compiler.vassal.lint.pieces import gpids
from compiler.vassal.module import Module
from compiler.vassal.piece import Piece, Stack
from compiler.vassal.save import Save, read_save
from compiler.vassal.traits import Prototype

__all__ = ["check", "save_faults"]

_NOBODY = re.compile(re.escape(SHUT) + "[a-z0-9][A-Za-z0-9_]*")  # a seat that a setup goes without, no password


@dataclass(frozen=True, slots=True)
class _Known:
    """What a module has that its setups name."""

    maps: set[str]
    decks: set[str]
    boards: set[str]
    gpids: set[str]


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of the predefined setups."""
    known = _known(module)
    for setup in module.root.all("PredefinedSetup"):
        name = setup.get("file")
        if setup.get("useFile") != "true" or setup.get("isMenu") == "true":
            continue
        if "file" not in setup.attributes:  # VASSAL then begins an empty game
            continue
        if name not in module.archive:
            message = f"the setup `{setup.get('name')}` wants `{name}`, which is not in the module"
            yield diagnose("A113", message, module.at(setup), help="add the save, or remove the setup")
            continue
        place = f"{module.name}!{name}"
        try:
            save = read_save(read_archive(module.archive.read(name), place))
        except Failed as failed:
            yield from failed.diagnostics
            continue
        yield from save_faults(save, place)
        if not module.is_extension:
            yield from _strangers(known, save, place)
        for player in (command for command in flat(save.commands) if isinstance(command, Player)):
            if (player.side == OBSERVER and not player.id) or _NOBODY.fullmatch(player.id):
                continue
            message = f"the setup `{setup.get('name')}` holds the player `{player.name}` (`{player.side}`)"
            taken = "" if player.side == OBSERVER else ", and his side is taken in every new game"
            help = f"remove the player: his password can be read{taken}"
            yield diagnose("A122", message, Span(place), help=help)


def save_faults(save: Save, place: str) -> Iterator[Diagnostic]:
    """What is wrong with a save whatever the module."""
    commands = list(flat(save.commands))
    if not any(isinstance(command, EndSave) for command in commands):
        yield diagnose("A126", "the save has no `end_save`, so VASSAL starts no game", Span(place))
    decks = any(isinstance(command, AddPiece) and isinstance(command.piece, Deck) for command in commands)
    if decks and not any(isinstance(command, SetupDone) for command in commands):
        message = "the save has no `SETUP_STACK`, so all at-start stacks and decks come again on top"
        yield diagnose("A126", message, Span(place), help="save the game again in VASSAL")
    yield from _lost_members(commands, place)
    unexpanded = sorted(
        {
            trait.name
            for command in commands
            if isinstance(command, AddPiece) and isinstance(command.piece, Piece)
            for trait in command.piece.all(Prototype)
        }
    )
    if unexpanded:
        message = f"pieces of the save still hold prototypes (`{unexpanded[0]}`), whose traits keep no state"
        yield diagnose("A130", message, Span(place), help="write the traits of the prototype into the piece")


def _lost_members(commands: list[Command], place: str) -> Iterator[Diagnostic]:
    known: set[str] = set()
    for command in commands:
        if not isinstance(command, AddPiece):
            continue
        members: tuple[str, ...] = ()
        if isinstance(command.piece, Stack):
            members = command.piece.pieces
        elif isinstance(command.piece, Deck):
            members = command.piece.cards
        lost = [member for member in members if member not in known]
        if lost:
            message = f"the stack or deck `{command.id}` lists {len(lost)} pieces the save does not hold before it"
            yield diagnose("A131", message, Span(place), help=f"the first is `{lost[0]}`")
        known.add(command.id)


def _known(module: Module) -> _Known:
    return _Known(
        maps={each.get("mapName") for each in module.maps},
        decks={each.get("name") for each in module.root.all("DrawPile")},
        boards={each.get("name") for each in module.root.all("Board")},
        gpids={gpid for gpid, _, _ in gpids(module)},
    )


def _strangers(known: _Known, save: Save, place: str) -> Iterator[Diagnostic]:
    gone: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for command in flat(save.commands):
        if isinstance(command, Boards):
            strange = [each.name for each in command.boards if each.name not in known.boards]
            unknown.update((f"the board `{name}`", None) for name in strange)
        elif isinstance(command, AddPiece) and isinstance(command.piece, Deck):
            if command.piece.name not in known.decks:
                unknown[f"the deck `{command.piece.name}`"] = None
        elif isinstance(command, AddPiece) and isinstance(command.piece, Piece):
            basic = command.piece.basic
            if basic.gpid and basic.gpid not in known.gpids:
                gone[basic.name or basic.image] = None
            if basic.map != "null" and basic.map not in known.maps:
                unknown[f"the map `{basic.map}`"] = None
    if gone:
        names = ", ".join(f"`{name}`" for name in list(gone)[:5])
        message = f"{len(gone)} kinds of piece in the setup are no longer in the module: {names}"
        yield diagnose("A112", message, Span(place), help="refresh the setup, or give the pieces their old gpids back")
    for what in unknown:
        yield diagnose("A119", f"the setup names {what}, which the module does not have", Span(place))
