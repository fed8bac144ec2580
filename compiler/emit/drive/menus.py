"""Every command of every sort of piece: given from its menu, told or seen, and undone."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.drive.script import Script, must
from compiler.model.table import Piece
from compiler.vassal.probe.drive import CANCEL, Act, Expectation, Must, Verb
from compiler.vassal.traits import AreaOfEffect, MovementTrail, SubMenu, Trait
from compiler.vassal.values import PropertyCommand

_SHOWN_TO_ONE = (AreaOfEffect, MovementTrail)  # looks of one player: nothing is told, nothing changes for others
_ASKS = "..."  # what a command that asks ends in


def menu_texts(traits: tuple[Trait, ...]) -> dict[str, bool]:
    """The commands that traits put into a menu, and whether anybody else can notice them; a sub-menu is no command."""
    found: dict[str, bool] = {}
    for trait in traits:
        if isinstance(trait, SubMenu):
            continue
        for text in _texts(trait):
            found[text] = not isinstance(trait, _SHOWN_TO_ONE)
    return found


def _texts(trait: Trait) -> Iterator[str]:
    for spec, value in trait.values():
        if spec.kind.role == "changes":
            commands: tuple[PropertyCommand, ...] = value
            yield from (command.menu for command in commands if command.menu)
        elif spec.kind.role == "menu" and value:
            yield str(value)


def sorts_of_pieces(script: Script, known: set[tuple[str, ...]]) -> Iterator[Piece]:
    """One piece on the table for every kind and set of commands that no earlier setup has shown."""
    for piece in script.standing():
        thing = script.plan.game.counters.get(piece.counter) or script.plan.game.cards[piece.counter]
        sort = (thing.kind, *sorted(menu_texts(script.traits(piece.counter))))
        if sort not in known:
            known.add(sort)
            yield piece


def drive_menus(script: Script, known: set[tuple[str, ...]]) -> None:
    """The menu of each sort of piece, and each command in it."""
    for piece in sorts_of_pieces(script, known):
        name, texts = script.name(piece), menu_texts(script.traits(piece.counter))
        script.do(Verb.MENU, f"the menu of {name}", piece.id)
        for text, noticed in texts.items():
            about, start = f"`{text}` of {name}", script.here
            if text.endswith(_ASKS):
                cancelled = f"{about}, cancelled"
                script.add(_command(piece, text, cancelled, (CANCEL,) * 3, must(Must.STAY)))
            script.add(_command(piece, text, about, (), *([must(Must.DO)] if noticed else ())))
            if not noticed:
                script.add(_command(piece, text, f"{about} again: off", ()))
            script.undo(start, about)


def _command(piece: Piece, text: str, about: str, answers: tuple[str, ...], *expects: Expectation) -> Act:
    return Act(Verb.COMMAND, about, piece.id, text, answers, expects, may_be_missing=True)
