"""Small values inside trait fields: property changes, limits, fast-match targets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final

from compiler.vassal import sequence
from compiler.vassal.keys import Key, read_key

__all__ = [
    "ANYWHERE", "AddNumber", "Ask", "Change", "ChangeOther", "Choose", "Limits", "PropertyCommand", "SetValue",
    "Target", "read_change", "read_limits", "read_property_commands", "read_target", "write_property_commands",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetValue:
    """Set the property to a value or to the result of an expression."""

    value: str

    def __str__(self) -> str:
        return sequence.encode(("P", self.value), ",")


@dataclass(frozen=True, slots=True)
class AddNumber:
    """Add a number or the result of an expression."""

    step: str

    def __str__(self) -> str:
        return sequence.encode(("I", self.step), ",")


@dataclass(frozen=True, slots=True)
class Ask:
    """Let the player type the new value."""

    prompt: str

    def __str__(self) -> str:
        return sequence.encode(("R", self.prompt), ",")


@dataclass(frozen=True, slots=True)
class Choose:
    """Let the player choose from a list."""

    prompt: str
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        return sequence.encode(("E", self.prompt, sequence.encode(self.choices, ",")), ",")


@dataclass(frozen=True, slots=True)
class ChangeOther:
    """A change we do not know, kept as it is written."""

    text: str

    def __str__(self) -> str:
        return self.text


Change = SetValue | AddNumber | Ask | Choose | ChangeOther


def read_change(text: str) -> Change:
    """A property change from its text."""
    parts = sequence.decode(text, ",")
    change: Change = ChangeOther(text)
    match parts:
        case ["P", value]:
            change = SetValue(value)
        case ["I", step]:
            change = AddNumber(step)
        case ["R", prompt]:
            change = Ask(prompt)
        case ["E", prompt, choices]:
            change = Choose(prompt, sequence.listed(choices))
    return change if str(change) == text else ChangeOther(text)


@dataclass(frozen=True, slots=True)
class PropertyCommand:
    """One command of a property trait: its menu text, its key, and what it does to the value."""

    menu: str
    key: Key
    change: Change

    def __str__(self) -> str:
        return sequence.encode((self.menu, str(self.key), str(self.change)), ":")


def read_property_commands(text: str) -> tuple[PropertyCommand, ...]:
    """The commands of a property trait."""
    found = []
    for item in sequence.listed(text):
        menu, key_text, change = (*sequence.decode(item, ":"), "", "", "")[:3]
        found.append(PropertyCommand(menu, read_key(key_text), read_change(change)))
    return tuple(found)


def write_property_commands(commands: Iterable[PropertyCommand]) -> str:
    """The text of the commands of a property trait."""
    return sequence.encode((str(command) for command in commands), ",")


@dataclass(frozen=True, slots=True)
class Limits:
    """What values a property may take; the bounds count only if numeric and may be expressions."""

    numeric: bool = False
    low: str = "0"
    high: str = "100"
    wrap: bool = False

    def __str__(self) -> str:
        numeric, wrap = str(self.numeric).lower(), str(self.wrap).lower()
        return sequence.encode((numeric, self.low, self.high, wrap), ",")


def read_limits(text: str) -> Limits:
    """Limits from their text; missing parts take VASSAL's defaults."""
    parts = sequence.listed(text)
    numeric, low, high, wrap = (*parts, *("false", "0", "100", "false")[len(parts) :])[:4]
    return Limits(numeric == "true", low, high, wrap == "true")


@dataclass(frozen=True, slots=True)
class Target:
    """The fast match of a command sent to pieces: where it looks before any expression is evaluated."""

    kind: str = "COUNTER"
    by_location: bool = False
    where: str = "MAP"
    map: str = ""
    board: str = ""
    zone: str = ""
    location: str = ""
    x: str = "0"
    y: str = "0"
    deck: str = ""
    by_property: bool = False
    property: str = ""
    value: str = ""
    compare: str = "EQUALS"
    attachment: str = ""
    attachment_index: str = ""

    def __str__(self) -> str:
        values = (getattr(self, name) for name in _TARGET_FIELDS)
        return sequence.encode((str(v).lower() if isinstance(v, bool) else v for v in values), "|")


_TARGET_FIELDS: Final = tuple(field.name for field in fields(Target))
ANYWHERE: Final = Target()


def read_target(text: str) -> Target:
    """A target from its text; missing parts take VASSAL's defaults."""
    if not text:
        return ANYWHERE
    parts: dict[str, str | bool] = dict(zip(_TARGET_FIELDS, sequence.decode(text, "|"), strict=False))
    for name in ("by_location", "by_property"):
        parts[name] = parts.get(name) == "true"
    return Target(**parts)  # type: ignore[arg-type]  # the two flags are bools now, all else text
