"""Traits that hold or change properties."""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from compiler.vassal import sequence
from compiler.vassal.fields import Whole, changes, flag, hears, limits, target, text, whole, words
from compiler.vassal.keys import NO_KEY, Key
from compiler.vassal.trait import Trait, register
from compiler.vassal.values import ANYWHERE, Limits, PropertyCommand, Target

Words = tuple[str, ...]


@register
@dataclass(frozen=True, slots=True)
class Marker(Trait):
    """Constant properties of the piece."""

    ID: ClassVar[str] = "mark"
    TITLE: ClassVar[str] = "Marker"

    names: Words = words(role="property")
    state_values: Words = words(state=True)

    def write_type(self) -> str:
        return f"{self.ID};{sequence.encode(self.names, ',')}"

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        return {"names": sequence.listed(text)}

    @property
    def properties(self) -> dict[str, str]:
        """The properties by name."""
        values = (*self.state_values, *[""] * len(self.names))
        return dict(zip(self.names, values, strict=False))


def markers(**properties: str) -> Marker:
    """A marker trait with these properties."""
    return Marker(tuple(properties), tuple(properties.values()))


@register
@dataclass(frozen=True, slots=True)
class Prototype(Trait):
    """Stands for the traits of a prototype definition; parameters fill its `$name$` places."""

    ID: ClassVar[str] = "prototype"
    TITLE: ClassVar[str] = "Prototype"

    name: str = text(role="prototype")
    parameters: tuple[tuple[str, str], ...] = ()

    def write_type(self) -> str:
        fields = [self.name]
        if self.parameters:
            fields.append(sequence.encode((sequence.encode(pair, "=") for pair in self.parameters), ","))
        return f"{self.ID};{sequence.encode([*fields, *self.rest], ';')}"

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        name, *more = sequence.decode(text, ";")
        pairs = [tuple(sequence.decode(item, "="))[:2] for item in sequence.listed(more[0] if more else "")]
        parameters = tuple(pair for pair in pairs if len(pair) == 2)
        return {"name": name, "parameters": parameters, "rest": tuple(more[1:])}


@register
@dataclass(frozen=True, slots=True)
class DynamicProperty(Trait):
    """A property whose value changes in play by its own commands."""

    ID: ClassVar[str] = "PROP"
    TITLE: ClassVar[str] = "Dynamic Property"

    name: str = text("name", "property")
    limits: Limits = limits()
    commands: tuple[PropertyCommand, ...] = changes()
    description: str = text()
    value: str = text(state=True)


@register
@dataclass(frozen=True, slots=True)
class CalculatedProperty(Trait):
    """A property whose value is an expression."""

    ID: ClassVar[str] = "calcProp"
    TITLE: ClassVar[str] = "Calculated Property"

    name: str = text(role="property")
    expression: str = text(role="expression")
    description: str = text()


@register
@dataclass(frozen=True, slots=True)
class SetGlobalProperty(Trait):
    """Commands that change a property of the zone, map or module."""

    ID: ClassVar[str] = "setprop"
    TITLE: ClassVar[str] = "Set Global Property"

    name: str = text("name", "global property")
    limits: Limits = limits()
    commands: tuple[PropertyCommand, ...] = changes()
    description: str = text()
    level: str = text("Current Zone/Current Map/Module")
    search: str = text()


@register
@dataclass(frozen=True, slots=True)
class SetPieceProperty(Trait):
    """Commands that change a dynamic property of other pieces."""

    ID: ClassVar[str] = "setpieceprop"
    TITLE: ClassVar[str] = "Set Piece Property"

    name: str = text("name", "other property")
    limits: Limits = limits()
    commands: tuple[PropertyCommand, ...] = changes()
    description: str = text()
    target: Target = target(ANYWHERE)
    match: str = text(role="match")
    limit_range: bool = flag()
    range: Whole = whole(1)
    fixed_range: bool = flag(True)
    range_property: str = text()
    deck_count: str = text("-1")
    override_limits: bool = flag()


@register
@dataclass(frozen=True, slots=True)
class PropertySheet(Trait):
    """A window of fields; each field is a property."""

    ID: ClassVar[str] = "propertysheet"
    TITLE: ClassVar[str] = "Property Sheet"

    fields: str = text()
    menu: str = text(role="menu")
    old_key: str = text()
    commit: Whole = whole(0)
    red: str = text()
    green: str = text()
    blue: str = text()
    key: Key = hears(NO_KEY)
    description: str = text()
    state_values: str = text(state=True)

    @property
    def properties(self) -> dict[str, str]:
        """The fields and their values; the labels among them hold none."""
        names = sequence.listed(self.fields, "~")
        values = (*sequence.decode(self.state_values, "~"), *[""] * len(names))
        return {name[1:]: value for name, value in zip(names, values, strict=False) if name[:1] != "2"}


@register
@dataclass(frozen=True, slots=True)
class Spreadsheet(Trait):
    """A table of cells the player may fill."""

    ID: ClassVar[str] = "table"
    TITLE: ClassVar[str] = "Spreadsheet"

    rows: Whole = whole(2)
    columns: Whole = whole(2)
    menu: str = text(role="menu")
    key: Key = hears()
    description: str = text()
    cells: Words = words(state=True)


@register
@dataclass(frozen=True, slots=True)
class BasicName(Trait):
    """Another name for the piece."""

    ID: ClassVar[str] = "basicName"
    TITLE: ClassVar[str] = "Basic Name"

    name: str = text(role="format")


@register
@dataclass(frozen=True, slots=True)
class Comment(Trait):
    """A note for the designer; leaves play."""

    ID: ClassVar[str] = "cmt"
    TITLE: ClassVar[str] = "Comment"

    comment: str = text()


@register
@dataclass(frozen=True, slots=True)
class TranslatableMessage(Trait):
    """A text that translations may replace."""

    ID: ClassVar[str] = "locmsg"
    TITLE: ClassVar[str] = "Translatable Message"

    name: str = text("name", "property")
    description: str = text()
    message: str = text()
