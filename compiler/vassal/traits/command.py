"""Traits that are commands of the right-click menu, restrict them, or report them."""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from compiler.vassal import sequence
from compiler.vassal.fields import Whole, flag, hears, hears_all, sends, sends_all, target, text, whole, words
from compiler.vassal.keys import Key, key
from compiler.vassal.record import read, type_specs, written
from compiler.vassal.trait import Trait, register
from compiler.vassal.values import ANYWHERE, Target

Words = tuple[str, ...]
Keys = tuple[Key, ...]


@register
@dataclass(frozen=True, slots=True)
class Delete(Trait):
    """Deletes the piece."""

    ID: ClassVar[str] = "delete"
    TITLE: ClassVar[str] = "Delete"

    menu: str = text("Delete", role="menu")
    key: Key = hears(key("D", ctrl=True))
    description: str = text()


@register
@dataclass(frozen=True, slots=True)
class Clone(Trait):
    """Makes a copy of the piece."""

    ID: ClassVar[str] = "clone"
    TITLE: ClassVar[str] = "Clone"

    menu: str = text("Clone", role="menu")
    key: Key = hears(key("C", ctrl=True))
    description: str = text()


@register
@dataclass(frozen=True, slots=True)
class Report(Trait):
    """Says in the chat that a command was used."""

    ID: ClassVar[str] = "report"
    TITLE: ClassVar[str] = "Report Action"

    keys: Keys = hears_all()
    format: str = text("$location$: $newPieceName$ *", role="format")
    cycle_back: Keys = hears_all()
    cycle_formats: Words = words(role="format")
    description: str = text()
    never_suppress: bool = flag()
    cycle: Whole = whole(-1, state=True)


@register
@dataclass(frozen=True, slots=True)
class Trigger(Trait):
    """Performs other commands when its own comes, if the match holds; may loop."""

    ID: ClassVar[str] = "macro"
    TITLE: ClassVar[str] = "Trigger Action"

    name: str = text()
    menu: str = text(role="menu")
    key: Key = hears()
    match: str = text(role="match")
    watched: Keys = hears_all()
    performed: Keys = sends_all()
    loop: bool = flag()
    pre_loop_key: Key = sends()
    post_loop_key: Key = sends()
    loop_kind: str = text("counted")
    while_match: str = text(role="match")
    until_match: str = text(role="match")
    loop_count: str = text(role="format")
    index: bool = flag()
    index_property: str = text(role="property")
    index_start: str = text("1")
    index_step: str = text("1")


@register
@dataclass(frozen=True, slots=True)
class GlobalKeyCommand(Trait):
    """Sends a key to other pieces."""

    ID: ClassVar[str] = "globalkey"
    TITLE: ClassVar[str] = "Global Key Command"

    menu: str = text(role="menu")
    key: Key = hears()
    sent: Key = sends()
    match: str = text(role="match")
    limit_range: bool = flag()
    range: Whole = whole(1)
    suppress_reports: bool = flag(True)
    fixed_range: bool = flag(True)
    range_property: str = text()
    description: str = text()
    deck_count: str = text("-1")
    target: Target = target(ANYWHERE)
    suppress_sounds: bool = flag()
    parameters: str = text()


@register
@dataclass(frozen=True, slots=True)
class GlobalHotkey(Trait):
    """Presses a hot key of the module."""

    ID: ClassVar[str] = "globalhotkey"
    TITLE: ClassVar[str] = "Global Hotkey"

    menu: str = text(role="menu")
    key: Key = hears()
    hotkey: Key = sends(role="hotkey")
    description: str = text()


@register
@dataclass(frozen=True, slots=True)
class ActionButton(Trait):
    """A part of the piece that performs a command when clicked."""

    ID: ClassVar[str] = "button"
    TITLE: ClassVar[str] = "Action Button"

    key: Key = sends()
    x: Whole = whole()
    y: Whole = whole()
    width: Whole = whole()
    height: Whole = whole()
    description: str = text()
    opens_menu: bool = flag()
    whole_shape: bool = flag()
    version: Whole = whole(1)
    points: tuple[tuple[Whole, Whole], ...] = ()

    def write_type(self) -> str:
        texts = written(self, type_specs(type(self)))
        flat = [str(part) for point in self.points for part in point]
        return f"{self.ID};{sequence.encode([*texts, str(len(self.points)), *flat, *self.rest], ';')}"

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        texts, known = sequence.decode(text, ";"), type_specs(cls)
        count, flat = texts[len(known) : len(known) + 1], texts[len(known) + 1 :]
        length = 2 * int(count[0]) if count and count[0].isascii() and count[0].isdecimal() and len(count[0]) < 7 else 0
        read_number = known[1].kind.read
        numbers = [read_number(part) for part in flat[:length]]
        points = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        return {**read(known, texts), "points": points, "rest": tuple(flat[length:])}


@register
@dataclass(frozen=True, slots=True)
class SubMenu(Trait):
    """Gathers commands of inner traits in a sub-menu."""

    ID: ClassVar[str] = "submenu"
    TITLE: ClassVar[str] = "Sub-Menu"

    title: str = text(role="menu")
    items: Words = words(role="menu item")
    description: str = text()


@register
@dataclass(frozen=True, slots=True)
class MenuSeparator(Trait):
    """A line in the right-click menu."""

    ID: ClassVar[str] = "menuSeparator"
    TITLE: ClassVar[str] = "Menu Separator"

    description: str = text()
    key: Key = hears()


@register
@dataclass(frozen=True, slots=True)
class PlaySound(Trait):
    """Plays a sound."""

    ID: ClassVar[str] = "playSound"
    TITLE: ClassVar[str] = "Play Sound"

    sound: str = text(role="sound")
    menu: str = text("Play Sound", role="menu")
    key: Key = hears(key("P", ctrl=True))
    to_others: bool = flag()
    description: str = text()
    never_suppress: bool = flag()


@register
@dataclass(frozen=True, slots=True)
class RestrictCommands(Trait):
    """Hides or disables commands of inner traits while the match holds."""

    ID: ClassVar[str] = "hideCmd"
    TITLE: ClassVar[str] = "Restrict Commands"

    name: str = text()
    action: str = text("Hide")
    match: str = text(role="match")
    keys: Keys = hears_all(role="names")


@register
@dataclass(frozen=True, slots=True)
class RestrictedAccess(Trait):
    """Only some sides may use the piece."""

    ID: ClassVar[str] = "restrict"
    TITLE: ClassVar[str] = "Restricted Access"

    sides: Words = words()
    by_player: bool = flag()
    restrict_movement: bool = flag(True)
    description: str = text()
    owner: str = text(state=True)


@register
@dataclass(frozen=True, slots=True)
class Deselect(Trait):
    """Drops the piece from the selection. `scope` is D this piece, A all, S only this stays."""

    ID: ClassVar[str] = "deselect"
    TITLE: ClassVar[str] = "Deselect"

    menu: str = text("Deselect", role="menu")
    key: Key = hears(key("K", ctrl=True))
    description: str = text()
    unstack: bool = flag()
    scope: str = text("D")


@register
@dataclass(frozen=True, slots=True)
class MultiLocation(Trait):
    """One command for each region or zone that matches."""

    ID: ClassVar[str] = "locCommand"
    TITLE: ClassVar[str] = "Multi-Location Command"

    description: str = text()
    locations: str = text("locRegions")
    match: str = text(role="match")
    menu: str = text(role="format")
    key: Key = sends()
    this_map_only: bool = flag(True)
