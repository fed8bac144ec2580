"""Traits that decide how a piece looks and who sees it."""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from compiler.vassal import sequence
from compiler.vassal.fields import Decimal, Whole, color, decimal, flag, hears, image, images, text, whole, words
from compiler.vassal.keys import NO_KEY, Key, key, read_key
from compiler.vassal.record import read, specs, type_specs, written
from compiler.vassal.trait import Trait, register

Words = tuple[str, ...]


@register
@dataclass(frozen=True, slots=True)
class Layer(Trait):
    """Images for the levels of a piece: sides, steps, marks. An inactive layer has a negative level."""

    ID: ClassVar[str] = "emb2"
    TITLE: ClassVar[str] = "Layer"

    activate_menu: str = text(role="menu")
    activate_modifiers: Whole = whole(128)
    activate_letter: str = text()
    increase_menu: str = text(role="menu")
    increase_modifiers: Whole = whole(128)
    increase_letter: str = text()
    decrease_menu: str = text(role="menu")
    decrease_modifiers: Whole = whole(128)
    decrease_letter: str = text()
    reset_menu: str = text(role="menu")
    reset_key: Key = hears()
    reset_level: str = text("1")
    underneath: bool = flag()
    x_offset: Whole = whole()
    y_offset: Whole = whole()
    images: Words = images()
    level_names: Words = words()
    loop: bool = flag(True)
    name: str = text(role="layer")
    random_key: Key = hears()
    random_menu: str = text(role="menu")
    follows: bool = flag()
    follow: str = text(role="follow")
    first_level: Whole = whole(1)
    version: Whole = whole(1)
    always_active: bool = flag(True)
    activate_key: Key = hears()
    increase_key: Key = hears()
    decrease_key: Key = hears()
    description: str = text()
    scale: Decimal = decimal(1.0)
    only_if: str = text()
    only_if_state: str = text("true")
    level: Whole = whole(1, state=True)


@register
@dataclass(frozen=True, slots=True)
class Rotate(Trait):
    """Facings, clockwise from 0; with one facing the piece turns freely and the state is an angle.

    The number of facings decides which fields the file has: a free rotator has `angle_*`, another the two ways.
    """

    ID: ClassVar[str] = "rotate"
    TITLE: ClassVar[str] = "Can Rotate"

    facings: Whole = whole(6)
    angle_key: Key = hears()
    angle_menu: str = text(role="menu")
    clockwise_key: Key = hears()
    counter_key: Key = hears()
    clockwise_menu: str = text(role="menu")
    counter_menu: str = text(role="menu")
    random_key: Key = hears()
    random_menu: str = text(role="menu")
    name: str = text("Rotate", role="layer")
    description: str = text()
    direct_key: Key = hears()
    direct_menu: str = text(role="menu")
    direct_expression: str = text(role="format")
    direct_is_facing: bool = flag(True)
    facing: str = text("0", state=True)

    @classmethod
    def _unused(cls, facings: Whole) -> tuple[str, ...]:
        if facings == 1:
            return ("clockwise_key", "counter_key", "clockwise_menu", "counter_menu")
        return ("angle_key", "angle_menu")

    def write_type(self) -> str:
        unused = self._unused(self.facings)
        known = [spec for spec in specs(type(self)) if not spec.kind.state and spec.name not in unused]
        return f"{self.ID};{sequence.encode([*written(self, known), *self.rest], ';')}"

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        texts = sequence.decode(text, ";")
        unused = cls._unused(1 if texts[0] == "1" else 2)
        known = [spec for spec in specs(cls) if not spec.kind.state and spec.name not in unused]
        return {**read(known, texts), "rest": tuple(texts[len(known) :])}


@register
@dataclass(frozen=True, slots=True)
class Mask(Trait):
    """Hides the face of a piece from others. `style` is one of B, I, 2, P with a peek key, G with an image."""

    ID: ClassVar[str] = "obs"
    TITLE: ClassVar[str] = "Mask"
    STATE_DELIMITER: ClassVar[str] = ";"

    key: Key = hears()
    image: str = image()
    menu: str = text(role="menu")
    style: str = text("B")
    masked_name: str = text("?")
    access: str = text("player:")
    peek_menu: str = text("Peek", role="menu")
    description: str = text()
    auto_peek: bool = flag()
    deal_key: Key = hears()
    deal_expression: str = text(role="expression")
    owner: str = text("null", state=True)
    options: str = text(state=True)

    @property
    def masked(self) -> bool:
        return self.owner != "null"

    @property
    def shown_to_others(self) -> str:
        """The image others see instead, if the style has one."""
        return self.style[1:] if self.style[:1] == "G" else ""

    @property
    def peek_key(self) -> Key:
        """The key that lets the owner peek, if the style has one."""
        return read_key(self.style[1:]) if self.style[:1] == "P" else NO_KEY


@register
@dataclass(frozen=True, slots=True)
class Invisible(Trait):
    """Hides the whole piece from others."""

    ID: ClassVar[str] = "hide"
    TITLE: ClassVar[str] = "Invisible"

    key: Key = hears(key("I", ctrl=True))
    menu: str = text("Invisible", role="menu")
    background: str = color()
    access: str = text("player:")
    opacity: Decimal = decimal(0.3)
    description: str = text()
    no_auto_report: bool = flag()
    owner: str = text("null", state=True)

    @property
    def hidden(self) -> bool:
        return self.owner != "null"


@register
@dataclass(frozen=True, slots=True)
class TextLabel(Trait):
    """Text drawn on the piece; the state is the text."""

    ID: ClassVar[str] = "label"
    TITLE: ClassVar[str] = "Text Label"

    key: Key = hears()
    menu: str = text("Change Label", role="menu")
    font_size: Whole = whole(10)
    background: str = color()
    foreground: str = color("0,0,0")
    vertical: str = text("t")
    vertical_offset: Whole = whole()
    horizontal: str = text("c")
    horizontal_offset: Whole = whole()
    vertical_justify: str = text("b")
    horizontal_justify: str = text("c")
    name_format: str = text("$pieceName$ ($label$)", role="format")
    font: str = text("Dialog")
    font_style: Whole = whole()
    rotation: Whole = whole()
    property: str = text("TextLabel", role="property")
    description: str = text()
    always_format: bool = flag()
    label: str = text(role="format", state=True)


@register
@dataclass(frozen=True, slots=True)
class AreaOfEffect(Trait):
    """Shades the spaces around the piece."""

    ID: ClassVar[str] = "AreaOfEffect"
    TITLE: ClassVar[str] = "Area of Effect"

    color: str = color("150,150,150")
    opacity: Whole = whole(30)
    radius: Whole = whole(1)
    always_active: bool = flag(True)
    menu: str = text("Show Area", role="menu")
    key: Key = hears()
    shader: str = text(role="shader")
    fixed_radius: bool = flag(True)
    radius_property: str = text(role="property read")
    description: str = text()
    name: str = text()
    on_menu: str = text(role="menu")
    on_key: Key = hears()
    off_menu: str = text(role="menu")
    off_key: Key = hears()
    everyone: bool = flag(True)
    active: bool = flag(state=True)


@register
@dataclass(frozen=True, slots=True)
class BorderOutline(Trait):
    """A colored border while one or two properties are true."""

    ID: ClassVar[str] = "border"
    TITLE: ClassVar[str] = "Border Outline"

    property: str = text(role="property read")
    description: str = text()
    thickness: Whole = whole(2)
    color: str = color("255,0,0")
    second_property: str = text(role="property read")
    compare: str = text("AND")


@register
@dataclass(frozen=True, slots=True)
class NonRectangular(Trait):
    """The shape of the piece for clicks and selection."""

    ID: ClassVar[str] = "nonRect2"
    TITLE: ClassVar[str] = "Non-Rectangular"

    scale: Decimal = decimal(1.0)
    path: str = text()

    def write_type(self) -> str:
        # the path is everything after the scale, not a field: nothing in it is escaped
        return f"{self.ID};{self.scale};{self.path}"

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        scale, _, path = text.partition(";")
        return {**read(specs(cls)[:1], [scale]), "path": path}


@register
@dataclass(frozen=True, slots=True)
class OldNonRectangular(Trait):
    """The form without a scale, of older modules."""

    ID: ClassVar[str] = "nonRect"
    TITLE: ClassVar[str] = "Non-Rectangular"

    path: str = text()

    def write_type(self) -> str:
        return f"{self.ID};{self.path}"

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        return {"path": text}


@register
@dataclass(frozen=True, slots=True)
class OldLayer(Trait):
    """The layer of VASSAL 1 and 2: commands by letter, and each level an image with its name."""

    ID: ClassVar[str] = "emb"
    TITLE: ClassVar[str] = "Layer"

    activate: str = text()
    activate_menu: str = text(role="menu")
    increase_letter: str = text()
    increase_menu: str = text(role="menu")
    decrease_letter: str = text()
    decrease_menu: str = text(role="menu")
    x_offset: Whole = whole()
    y_offset: Whole = whole()
    images: Words = images()
    level_names: Words = words()
    level: Whole = whole(1, state=True)

    def write_type(self) -> str:
        names = (*self.level_names, *[""] * len(self.images))
        levels = [sequence.encode(pair, ",") for pair in zip(self.images, names, strict=False)]
        return f"{self.ID};{sequence.encode([*written(self, type_specs(OldLayer)[:8]), *levels], ';')}"

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        texts = sequence.decode(text, ";")
        levels = [(*sequence.decode(level, ","), "") for level in texts[8:]]
        images, names = tuple(level[0] for level in levels), tuple(level[1] for level in levels)
        return {**read(type_specs(cls)[:8], texts), "images": images, "level_names": names}
