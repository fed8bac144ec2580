"""Keys and commands in words."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.vassal.keys import Key

__all__ = ["command", "keys", "listed"]


def command(menu: str, key: Key) -> str:
    """A command as a player meets it: its menu text and its key."""
    if menu and key:
        return f"“{menu}” ({key.words})"
    return f"“{menu}”" if menu else key.words


def listed(*commands: str) -> str:
    """The commands there are, after a colon; nothing if there is none."""
    found = [each for each in commands if each]
    return f": {', '.join(found)}" if found else ""


def keys(found: Iterable[Key]) -> str:
    """Keys, or the word nothing."""
    return ", ".join(key.words for key in found) or "nothing"
