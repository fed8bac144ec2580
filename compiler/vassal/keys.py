"""Key strokes and named commands, as buttons and traits hold them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from compiler.vassal import sequence

__all__ = [
    "ALT", "CTRL", "KEY_NAMES", "META", "NO_KEY", "SHIFT", "Key", "key", "named", "read_key", "read_keys", "typed",
    "write_keys",
]  # fmt: skip

SHIFT: Final = 65
CTRL: Final = 130
META: Final = 260
ALT: Final = 520

# VASSAL gives every name a number of its own at run time and ignores the one in the file
NAMED_CODE: Final = 57348

_CODES: Final[dict[str, int]] = {
    "Backspace": 8, "Tab": 9, "Enter": 10, "Pause": 19, "Escape": 27, "Space": 32, "PageUp": 33, "PageDown": 34,
    "End": 35, "Home": 36, "Left": 37, "Up": 38, "Right": 39, "Down": 40, "Insert": 155, "Delete": 127,
    **{f"F{number}": 111 + number for number in range(1, 13)},
}  # fmt: skip
_OTHERWISE: Final = {"Del": "Delete", "Ins": "Insert", "Esc": "Escape", "Return": "Enter", "PgUp": "PageUp",
                     "PgDn": "PageDown", "Page Up": "PageUp", "Page Down": "PageDown"}  # fmt: skip
KEY_NAMES: Final = (*_CODES, *_OTHERWISE)
_NAMES: Final[dict[int, str]] = {code: name for name, code in _CODES.items()}
_MODIFIERS: Final = ((2, 128, "Ctrl"), (8, 512, "Alt"), (1, 64, "Shift"), (4, 256, "Meta"))


@dataclass(frozen=True, slots=True)
class Key:
    """A key stroke, or a command that has only a name; `NO_KEY` is none at all and false."""

    code: int = 0
    modifiers: int = 0
    name: str = ""

    def __bool__(self) -> bool:
        return bool(self.name or self.code or self.modifiers)

    def __str__(self) -> str:
        if not self:
            return ""
        return f"{self.code},{self.modifiers},{self.name}" if self.name else f"{self.code},{self.modifiers}"

    @property
    def identity(self) -> str:
        """What two keys must share to be the same command; old and new modifier numbers agree."""
        return f"name:{self.name}" if self.name else f"key:{self.words}" if self else ""

    @property
    def words(self) -> str:
        """The key as a player reads it: `Ctrl+Shift+F`, or the name of a named command."""
        if self.name or not self:
            return self.name
        held = [word for old, new, word in _MODIFIERS if self.modifiers & (old | new)]
        code = _NAMES.get(self.code) or (chr(self.code) if 33 <= self.code < 127 else f"#{self.code}")
        return "+".join([*held, code])


NO_KEY: Final = Key()


def named(name: str) -> Key:
    """The command of that name, which no player need type."""
    if "," in name or not name:
        raise ValueError(f"a command name must not be empty or hold a comma: {name!r}")
    return Key(NAMED_CODE, 0, name)


def key(code: int | str, *, ctrl: bool = False, shift: bool = False, alt: bool = False, meta: bool = False) -> Key:
    """A key stroke: `key("F", ctrl=True)`, `key("F5")`, `key(112)`."""
    number = code if isinstance(code, int) else _CODES[code] if code in _CODES else ord(code.upper())
    # the old masks of two keys add up, as the engine writes them: ctrl+shift is 195
    modifiers = (CTRL if ctrl else 0) + (SHIFT if shift else 0) + (ALT if alt else 0) + (META if meta else 0)
    return Key(number, modifiers)


def typed(text: str) -> Key | None:
    """The key a person writes: `Ctrl+Shift+K`, `F2`, `Alt+Left`; None if it is the name of a command.

    A key that has a name is one by itself only if written as here, so that a command may be called `end`. After Ctrl
    and its like there can be nothing but a key; ValueError if there is none of that name.
    """
    *held, last = (word.strip() for word in text.split("+")) if text.rstrip() != "+" else (text,)
    modifiers = {word.lower() for word in held}
    if not modifiers <= {"ctrl", "shift", "alt", "meta"}:
        return None
    names = {name.lower() if held or name[1:].isdigit() else name: name for name in KEY_NAMES}
    name = names.get(last.lower() if held or last[1:].isdigit() else last)
    if name is None and len(last) != 1:
        if held:
            raise ValueError(last)
        return None
    if name is None and not held:
        return None
    return key(_OTHERWISE.get(name, name) if name else last.upper(), **dict.fromkeys(modifiers, True))


def read_key(text: str) -> Key:
    """A key from its text; anything unreadable is no key, a lone letter is the old form of Ctrl and that letter."""
    if "," not in text:
        return Key(ord(text[0]), CTRL) if text else NO_KEY
    parts = text.split(",")
    try:
        return Key(int(parts[0]), int(parts[1]), parts[2] if len(parts) > 2 else "")
    except ValueError:
        return NO_KEY


def read_keys(text: str) -> tuple[Key, ...]:
    """A list of keys; without any comma the old form, one letter each."""
    if "," not in text:
        return tuple(Key(ord(letter), CTRL) for letter in text)
    return tuple(read_key(item) for item in sequence.decode(text, ",") if item)


def write_keys(items: tuple[Key, ...]) -> str:
    """The text of a list of keys; missing ones are left out."""
    return sequence.encode((str(item) for item in items if item), ",")
