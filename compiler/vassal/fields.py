"""Field kinds: how one value of a trait, deck or command is read from its text and written back.

A class lists its fields with the functions below; the generic codec in `record.py` does the rest. The `role` of a
field says what it means to the rest of the module (an image it shows, a key it hears, an expression it evaluates)
and is what `lint` and `inspect` go by.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from compiler.vassal import sequence
from compiler.vassal.keys import NO_KEY, Key, read_key, read_keys, write_keys
from compiler.vassal.values import (
    ANYWHERE,
    Limits,
    PropertyCommand,
    Target,
    read_limits,
    read_property_commands,
    read_target,
    write_property_commands,
)

__all__ = [
    "KIND", "Decimal", "Kind", "Whole", "changes", "color", "decimal", "flag", "hears", "hears_all", "image", "images",
    "limits", "sends", "sends_all", "target", "text", "whole", "words",
]  # fmt: skip

KIND: Final = "kind"

# VASSAL lets many number fields hold an expression instead, so text that is no plain number stays text
Whole = int | str
Decimal = float | str


@dataclass(frozen=True, slots=True)
class Kind:
    """How a field is read and written, and what it means to the module."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    role: str = ""
    state: bool = False
    plain: bool = False  # a text that is written as it is


def _read_whole(written: str) -> Whole:
    # only what we would write the same way is a number, so that nothing is lost
    digits = written[1:] if written[:1] == "-" else written
    if len(digits) < 19 and digits.isascii() and digits.isdecimal() and str(int(written)) == written:
        return int(written)
    return written


def _read_decimal(written: str) -> Decimal:
    if len(written) < 25:
        try:
            number = float(written)
        except ValueError:
            return written
        if str(number) == written:
            return number
    return written


def _read_flag(written: str) -> bool:
    return written == "true"


def _write_flag(value: bool) -> str:
    return "true" if value else "false"


def _write_words(value: tuple[str, ...]) -> str:
    return sequence.encode(value, ",")


def _field(default: Any, kind: Kind) -> Any:
    return dataclasses.field(default=default, metadata={KIND: kind})


def text(default: str = "", role: str = "", *, state: bool = False) -> Any:
    """Text as it stands. Roles: expression, format, image, sound, prototype, property, deck, piece, menu, gpid."""
    return _field(default, Kind(str, str, role, state, plain=True))


def whole(default: Whole = 0, *, state: bool = False) -> Any:
    """A whole number, or an expression."""
    return _field(default, Kind(_read_whole, str, "number", state))


def decimal(default: Decimal = 1.0, *, state: bool = False) -> Any:
    """A number with a fraction, or an expression."""
    return _field(default, Kind(_read_decimal, str, "number", state))


def flag(default: bool = False, *, state: bool = False) -> Any:
    """True or false."""
    return _field(default, Kind(_read_flag, _write_flag, "", state))


def color(default: str = "") -> Any:
    """A color as `r,g,b`; empty is none."""
    return _field(default, Kind(str, str, "color", plain=True))


def image(default: str = "") -> Any:
    """The name of an image."""
    return text(default, "image")


def words(default: tuple[str, ...] = (), role: str = "", *, state: bool = False) -> Any:
    """A list of texts."""
    return _field(default, Kind(sequence.listed, _write_words, role, state))


def images(default: tuple[str, ...] = ()) -> Any:
    """A list of image names."""
    return words(default, "image")


def hears(default: Key = NO_KEY) -> Any:
    """A key the trait answers to."""
    return _field(default, Kind(read_key, str, "hears"))


def sends(default: Key = NO_KEY, role: str = "sends") -> Any:
    """A key the trait sends: to its own piece, to others, or (role `hotkey`) to the module."""
    return _field(default, Kind(read_key, str, role))


def hears_all(default: tuple[Key, ...] = (), role: str = "hears") -> Any:
    """Keys the trait answers to, or (role `names`) merely mentions."""
    return _field(default, Kind(read_keys, write_keys, role))


def sends_all(default: tuple[Key, ...] = ()) -> Any:
    """Keys the trait sends."""
    return _field(default, Kind(read_keys, write_keys, "sends"))


def target(default: Target = ANYWHERE) -> Any:
    """Where a command to other pieces looks for them."""
    return _field(default, Kind(read_target, str, "target"))


def limits(default: Limits = Limits()) -> Any:  # noqa: B008  # frozen, so one shared default is safe
    """The limits of a property."""
    return _field(default, Kind(read_limits, str))


def changes(default: tuple[PropertyCommand, ...] = ()) -> Any:
    """The commands of a property trait."""
    return _field(default, Kind(read_property_commands, write_property_commands, "changes"))
