"""How the parts of a module are wired: who sends and hears each key command, who sets and reads each property."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.vassal.keys import Key
from compiler.vassal.lint.engine_names import PROPERTY_NAMES
from compiler.vassal.lint.properties import read_names, set_by
from compiler.vassal.lint.usage import KeyUse, key_uses, text_uses
from compiler.vassal.module import Module

__all__ = ["Command", "Named", "commands", "conflicts", "properties"]

_SENDERS = ("sends", "hotkey")
_HEARERS = ("hears", "button", "deck")


@dataclass(slots=True)
class Command:
    """A key or a named command, with everybody who has to do with it."""

    key: Key
    uses: list[KeyUse] = field(default_factory=list)

    def owners(self, *roles: str) -> list[str]:
        """Who uses it in one of these roles, each once, in the order of the module."""
        return list(dict.fromkeys(use.owner for use in self.uses if use.role in roles))

    @property
    def senders(self) -> list[str]:
        return self.owners(*_SENDERS)

    @property
    def hearers(self) -> list[str]:
        return self.owners(*_HEARERS)

    @property
    def by_hand(self) -> bool:
        """Whether a player can give it himself, by a menu, a button or its key."""
        return any(use.reachable for use in self.uses) or bool(self.hearers and not self.key.name)


@dataclass(slots=True)
class Named:
    """A property by name: who sets it, who reads it."""

    name: str
    setters: list[str] = field(default_factory=list)
    readers: list[str] = field(default_factory=list)


def commands(module: Module) -> list[Command]:
    """Every key command of a module: keys a player presses first, then those that have only a name."""
    found: dict[str, Command] = {}
    for use in key_uses(module):
        found.setdefault(use.key.identity, Command(use.key)).uses.append(use)
    return sorted(found.values(), key=lambda each: (bool(each.key.name), each.key.words))


def conflicts(found: list[Command]) -> Iterator[tuple[Command, list[str]]]:
    """Keys on which two buttons lie: one press does both."""
    for each in found:
        pressed = each.owners("button")
        if not each.key.name and len(pressed) > 1:
            yield each, pressed


def properties(module: Module) -> list[Named]:
    """Every property that a part of the module sets or reads; what VASSAL itself sets has VASSAL as its setter."""
    found: dict[str, Named] = {}
    for owner, name in set_by(module):
        _once(found.setdefault(name, Named(name)).setters, owner)
    for use in text_uses(module):
        if use.role == "text":
            continue
        for name in read_names(use):
            if name.strip() and "$" not in name and "{" not in name:
                _once(found.setdefault(name, Named(name)).readers, use.owner)
    for each in found.values():
        if not each.setters and each.name in PROPERTY_NAMES:
            each.setters.append("VASSAL")
    return sorted(found.values(), key=lambda each: each.name)


def _once(owners: list[str], owner: str) -> None:
    if owner not in owners:
        owners.append(owner)
