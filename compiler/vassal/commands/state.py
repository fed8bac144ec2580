"""Commands about everything but pieces: chat, notes, players, properties, turns, dice, clocks."""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from compiler.vassal.commands.base import Command, Line
from compiler.vassal.fields import Whole, flag, text, whole


@dataclass(frozen=True, slots=True)
class BeginSave(Command):
    """The state follows."""

    def write(self) -> str:
        return "begin_save"


@dataclass(frozen=True, slots=True)
class EndSave(Command):
    """The state is complete; without it there is no game."""

    def write(self) -> str:
        return "end_save"


@dataclass(frozen=True, slots=True)
class Chat(Line):
    """A line in the chat."""

    PREFIX: ClassVar[str] = "CHAT"


@dataclass(frozen=True, slots=True)
class Notes(Line):
    """The notes of the scenario; lines are joined by `|`."""

    PREFIX: ClassVar[str] = "NOTES\t"


@dataclass(frozen=True, slots=True)
class PublicNotes(Line):
    """The notes everybody may write; lines are joined by `|`."""

    PREFIX: ClassVar[str] = "PNOTES\t"


@dataclass(frozen=True, slots=True)
class Sound(Line):
    """A sound is played."""

    PREFIX: ClassVar[str] = "AUDIO\t"


@dataclass(frozen=True, slots=True)
class SetupDone(Line):
    """The at-start stacks are already placed; without it they come again on top."""

    PREFIX: ClassVar[str] = "SETUP_STACK\t"


@dataclass(frozen=True, slots=True)
class LoadDeck(Line):
    """A deck is loaded from a file; its cards follow."""

    PREFIX: ClassVar[str] = "DECK\t"


SHUT = "nobody:"  # what the id of a player begins with who is nobody: he only keeps his side from being offered


@dataclass(frozen=True, slots=True)
class Player(Command):
    """A player has a side; the id is his password in clear text."""

    PREFIX: ClassVar[str] = "PLAYER\t"

    id: str = text()
    name: str = text()
    side: str = text()


@dataclass(frozen=True, slots=True)
class PlayerLeaves(Command):
    """A player gives up his side."""

    PREFIX: ClassVar[str] = "PYREMOVE\t"

    id: str = text()


@dataclass(frozen=True, slots=True)
class GlobalProperty(Command):
    """The value of a property of the module, a map or a zone (then the name is `name⇥zone⇥board⇥map`)."""

    PREFIX: ClassVar[str] = "GlobalProperty\t;"
    DELIMITER: ClassVar[str] = ";"

    name: str = text()
    value: str = text()
    container: str = text("Module")


@dataclass(frozen=True, slots=True)
class ChangeProperty(Command):
    """A global property changes; dice results come as such too."""

    PREFIX: ClassVar[str] = "MutableProperty\t"

    name: str = text()
    old: str = text()
    new: str = text()
    container: str = text("Module")


@dataclass(frozen=True, slots=True)
class Turn(Command):
    """The state of a turn tracker: the level at work and the state of each."""

    PREFIX: ClassVar[str] = "TURN"

    tracker: str = text("TurnTracker0")
    state: str = text()


@dataclass(frozen=True, slots=True)
class StartupApplied(Command):
    """Whether a startup command has been applied in this game."""

    PREFIX: ClassVar[str] = "SGKC\t"

    id: str = text()
    applied: bool = flag(True)


@dataclass(frozen=True, slots=True)
class ShowResults(Command):
    """What a button of special dice showed; the results are in `rest`."""

    PREFIX: ClassVar[str] = "SHOW_RESULTS\t"

    button: str = text()


@dataclass(frozen=True, slots=True)
class PrivateNote(Command):
    """A player's own notes."""

    PREFIX: ClassVar[str] = "PNOTE\t"

    owner: str = text()
    note: str = text()


@dataclass(frozen=True, slots=True)
class SecretNote(Command):
    """A note that is written now and shown later."""

    PREFIX: ClassVar[str] = "SNOTE\t"

    name: str = text()
    owner: str = text()
    hidden: bool = flag()
    note: str = text()
    date: str = text()
    handle: str = text()


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Begins or ends the inverse commands of an undone step."""

    PREFIX: ClassVar[str] = "UNDO\t"

    begins: bool = flag()


@dataclass(frozen=True, slots=True)
class Los(Command):
    """A line-of-sight thread is drawn."""

    PREFIX: ClassVar[str] = "LOS\t"

    id: str = text()
    from_x: Whole = whole()
    from_y: Whole = whole()
    to_x: Whole = whole()
    to_y: Whole = whole()
    persisting: bool = flag()
    mirroring: bool = flag()
    reset: bool = flag()


@dataclass(frozen=True, slots=True)
class Flare(Command):
    """A player points at a place."""

    PREFIX: ClassVar[str] = "FLARE\t"

    id: str = text()
    x: Whole = whole()
    y: Whole = whole()


@dataclass(frozen=True, slots=True)
class Unmask(Command):
    """Who lets others unmask his pieces; the ids are in `rest`."""

    PREFIX: ClassVar[str] = "UNMASK\t"


@dataclass(frozen=True, slots=True)
class Extension(Command):
    """The game needs an extension."""

    PREFIX: ClassVar[str] = "EXT\t"

    name: str = text()
    version: str = text()


@dataclass(frozen=True, slots=True)
class Clock(Command):
    """The state of a chess clock."""

    PREFIX: ClassVar[str] = "CLOCK\t"

    who: str = text()
    name: str = text()
    elapsed: Whole = whole()
    verified: Whole = whole()
    ticking: bool = flag()
    restore: bool = flag()


@dataclass(frozen=True, slots=True)
class ClockControl(Command):
    """Whether clocks are shown."""

    PREFIX: ClassVar[str] = "CLOCKCONTROL\t"

    showing: bool = flag()
    online: bool = flag()
