"""Commands of saves and steps of logs in words. The narrator remembers pieces, so that it can name them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

from compiler.vassal import commands as c
from compiler.vassal.deck import Deck
from compiler.vassal.piece import Body, Piece, Stack, decode_piece
from compiler.vassal.places import Places
from compiler.vassal.words.pieces import body_json, body_name, body_words, by_pixel, changed

__all__ = ["Narrator"]

_TAG = re.compile(r"<[^>]*>")


class Narrator:
    """Tells commands in words, one after the other; with the module's places, it calls them by their names."""

    def __init__(self, places: Places | None = None) -> None:
        self.pieces: dict[str, Body] = {}
        self.places = places

    def where(self, map: str, x: object, y: object) -> str:
        """A place of a map, by the module's name for it or by its pixel."""
        name = None
        if self.places is not None and isinstance(x, int) and isinstance(y, int):
            name = self.places.name(map, x, y)
        return f"`{map}` at {name}" if name else by_pixel(map, x, y)

    def name(self, identifier: str) -> str:
        """What to call a piece known by its id."""
        body = self.pieces.get(identifier)
        return f"`{body_name(body)}`" if body is not None else f"piece {identifier}"

    def lines(self, commands: Iterable[c.Command]) -> Iterator[str]:
        """One line for each single command, series and log steps opened."""
        for command in c.flat(commands):
            yield self.line(command)

    def line(self, command: c.Command) -> str:
        """One command in words."""
        match command:
            case c.AddPiece():
                return self._added(command)
            case c.RemovePiece():
                return f"{self.name(command.id)} leaves the game"
            case c.ChangePiece():
                return self._changed(command)
            case c.MovePiece():
                return self._moved(command)
            case c.Chat(text=text):
                return f"chat: {html.unescape(_TAG.sub('', text)).strip()}"
            case c.GlobalProperty():
                where = "" if command.container in ("Module", "") else f" of `{command.container}`"
                name = command.name.replace("\t", " / ")
                return f"property {name}{where} = {command.value or 'nothing'}"
            case c.ChangeProperty():
                return f"property {command.name}: {command.old or 'nothing'} → {command.new or 'nothing'}"
            case c.Boards():
                if self.places is not None:
                    self.places.lay(command.map, command.boards)
                return f"map `{command.map}` shows {', '.join(f'`{b.name}`' for b in command.boards) or 'no board'}"
            case c.Player():
                return f"player `{command.name}` has the side `{command.side}`"
            case _:
                return _small(command)

    def _added(self, command: c.AddPiece) -> str:
        self.pieces[command.id] = command.piece
        if isinstance(command.piece, Stack):
            names = ", ".join(self.name(member) for member in command.piece.pieces)
            place = self.where(command.piece.map, command.piece.x, command.piece.y)
            return f"stack {command.id} on {place}: {names or 'empty'}"
        what = "" if isinstance(command.piece, Deck) else "piece "
        return f"{what}{command.id}: {body_words(command.piece, self.where)[0]}"

    def _changed(self, command: c.ChangePiece) -> str:
        name, body = self.name(command.id), self.pieces.get(command.id)
        if body is None:
            return f"{name} changes"
        kind = body.encode()[0]
        old = decode_piece(kind, command.old_state) if command.old_state else body
        new = decode_piece(kind, command.new_state)
        self.pieces[command.id] = new
        return f"{name} changes: {'; '.join(changed(old, new, self.where)) or 'nothing'}"

    def _moved(self, command: c.MovePiece) -> str:
        name, body = self.name(command.id), self.pieces.get(command.id)
        if isinstance(body, Piece) and isinstance(command.new_x, int) and isinstance(command.new_y, int):
            self.pieces[command.id] = body.at(command.new_map, command.new_x, command.new_y)
        came = self.where(command.old_map, command.old_x, command.old_y)
        goes = self.where(command.new_map, command.new_x, command.new_y)
        upon = f", on top of {self.name(command.new_under)}" if command.new_under != "null" else ""
        return f"{name} moves from {came} to {goes}{upon}"

    def data(self, command: c.Command) -> dict[str, Any]:
        """One command as plain data."""
        words = self.line(command)
        fields: dict[str, Any] = {}
        if isinstance(command, c.AddPiece):
            fields = {"id": command.id, **body_json(command.piece)}
        # a player's id is his password, and private notes are his own
        elif not isinstance(command, c.Player | c.PlayerLeaves | c.PrivateNote | c.SecretNote):
            fields = {"text": command.encode()}
        return {"command": type(command).__name__, "words": words, **fields}

    def steps(self, commands: Iterable[c.Command]) -> Iterator[list[c.Command]]:
        """The steps of a log: each is the single commands of one top-level recorded command."""
        for command in commands:
            if _is_step(command):
                yield list(c.flat((command,)))


def _is_step(command: c.Command) -> bool:
    return isinstance(command, c.Log) or (isinstance(command, c.Series) and any(map(_is_step, command.commands)))


def _small(command: c.Command) -> str:
    match command:
        case c.BeginSave():
            return "the state of the game begins"
        case c.EndSave():
            return "the state of the game is complete"
        case c.SetupDone():
            return "at-start stacks are already placed"
        case c.Turn():
            return f"turn tracker {command.tracker}: {command.state}"
        case c.Notes(text=text):
            return f"notes: {text.replace('|', ' / ')}"
        case c.PublicNotes(text=text):
            return f"public notes: {text.replace('|', ' / ')}"
        case c.PrivateNote():
            return f"private note of a player, {len(command.note)} letters"
        case c.SecretNote():
            return f"delayed note `{command.name}`"
        case c.Undo():
            return "an undo begins" if command.begins else "the undo ends"
        case c.Sound(text=text):
            return f"sound `{text}`"
        case c.Los():
            return f"line of sight from {command.from_x},{command.from_y} to {command.to_x},{command.to_y}"
        case c.Flare():
            return f"flare at {command.x},{command.y}"
        case c.ShowResults():
            return f"special dice `{command.button}`: {', '.join(command.rest)}"
        case c.Extension():
            return f"uses the extension `{command.name}` {command.version}"
        case c.PlayerLeaves():
            return "a player leaves his side"
        case c.StartupApplied():
            return f"startup command {command.id} {'was' if command.applied else 'was not'} applied"
        case c.Null():
            return "nothing"
        case c.Unknown(text=text):
            return f"unknown command: {text[:100]}"
        case _:
            return type(command).__name__
