"""The command stream: series of commands, log steps, boards, and reading it all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from compiler.vassal import sequence
from compiler.vassal.commands import state
from compiler.vassal.commands.base import Command, Null, Unknown
from compiler.vassal.commands.pieces import AddPiece, ChangePiece, MovePiece, RemovePiece

__all__ = ["ESC", "Board", "Boards", "Log", "Series", "decode_command", "decode_stream", "encode_stream", "flat"]

ESC: Final = "\x1b"
# a series inside a series inside …: no engine nests deeper, and each level copies the text once
_MAX_DEPTH: Final = 60
_NOTHING: Final = Null()


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a map and its place in the grid of boards."""

    name: str
    column: str = "0"
    row: str = "0"
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class Boards(Command):
    """The boards a map shows."""

    SUFFIX: ClassVar[str] = "BoardPicker"

    map: str = ""
    boards: tuple[Board, ...] = ()

    def write(self) -> str:
        parts = [self.map + self.SUFFIX]
        for board in self.boards:
            names = (board.name, "rev") if board.reversed else (board.name,)
            parts += [sequence.encode(names, "/"), board.column, board.row]
        return sequence.encode(parts, "\t")

    @classmethod
    def read(cls, text: str) -> Command | None:
        """The command, or nothing if the text is another one."""
        head, _, _ = text.partition("\t")
        if not head.endswith(cls.SUFFIX):
            return None
        first, *parts = sequence.decode(text, "\t")
        parts += [""] * (-len(parts) % 3)
        boards = []
        for index in range(0, len(parts), 3):
            name, *turned = sequence.decode(parts[index], "/")
            boards.append(Board(name, parts[index + 1], parts[index + 2], turned == ["rev"]))
        return cls(first.removesuffix(cls.SUFFIX), tuple(boards))


@dataclass(frozen=True, slots=True)
class Log(Command):
    """A recorded command. At the top level of a log it is one step of the replay, its followers in a series."""

    PREFIX: ClassVar[str] = "LOG\t"

    command: Command = _NOTHING

    def write(self) -> str:
        return self.PREFIX + self.command.encode()


@dataclass(frozen=True, slots=True)
class Series(Command):
    """A command and its followers."""

    commands: tuple[Command, ...] = ()

    def write(self) -> str:
        return sequence.encode((command.encode() for command in self.commands), ESC)


_KINDS: Final[tuple[type[Command], ...]] = (
    AddPiece, RemovePiece, ChangePiece, MovePiece, state.Chat, state.Notes, state.PublicNotes, state.PrivateNote,
    state.SecretNote, state.Sound, state.SetupDone, state.LoadDeck, state.Player, state.PlayerLeaves,
    state.GlobalProperty, state.ChangeProperty, state.StartupApplied, state.ShowResults, state.Undo, state.Los,
    state.Flare, state.Unmask, state.Extension, state.Clock, state.ClockControl,
)  # fmt: skip
# by the first character, so that a long stream does not try every kind on every command
_BY_LETTER: Final[dict[str, tuple[type[Command], ...]]] = {
    letter: tuple(kind for kind in _KINDS if kind.PREFIX[0] == letter) for letter in {kind.PREFIX[0] for kind in _KINDS}
}
_WORDS: Final[dict[str, Command]] = {
    "": Null(), "null": Null("null"), "begin_save": state.BeginSave(), "end_save": state.EndSave(),
}  # fmt: skip


def _leaf(text: str, depth: int) -> Command:
    word = _WORDS.get(text)
    if word is not None:
        return word
    if text.startswith(Log.PREFIX):
        return Log(_decode(text[len(Log.PREFIX) :], depth + 1))
    boards = Boards.read(text)
    if boards is not None:
        return boards
    for kind in _BY_LETTER.get(text[0], ()):
        if text.startswith(kind.PREFIX):
            return kind.parse(text[len(kind.PREFIX) :])
    # last, for no other prefix may be mistaken for a tracker's
    if text.startswith(state.Turn.PREFIX) and "\t" in text:
        return state.Turn.parse(text[len(state.Turn.PREFIX) :])
    return Unknown(text)


def _decode(text: str, depth: int) -> Command:
    if depth > _MAX_DEPTH:
        return Unknown(text)
    command: Command
    if ESC not in text:
        command = _leaf(text, depth)
    else:
        command = Series(tuple(_decode(part, depth + 1) for part in sequence.decode(text, ESC)))
    if command.encode() != text:
        command.keep(text)
    return command


def decode_command(text: str) -> Command:
    """Any command, with its followers; never fails, and encodes to the same text."""
    return _decode(text, 0)


def decode_stream(text: str) -> tuple[Command, ...]:
    """The top-level commands of a save or log, so that `encode_stream` gives the same text."""
    return tuple(_decode(part, 1) for part in _parts(text))


def _parts(text: str) -> list[str]:
    parts = sequence.decode(text, ESC)
    # a stream in which our own quoting would differ is kept whole, as one command
    return parts if sequence.encode(parts, ESC) == text else [text]


def encode_stream(commands: Iterable[Command]) -> str:
    """The stream of these commands."""
    parts = [command.encode() for command in commands]
    return parts[0] if len(parts) == 1 else sequence.encode(parts, ESC)


def flat(commands: Iterable[Command]) -> Iterator[Command]:
    """Every single command in order, series and log steps opened."""
    for command in commands:
        if isinstance(command, Series):
            yield from flat(command.commands)
        elif isinstance(command, Log):
            yield from flat((command.command,))
        else:
            yield command
