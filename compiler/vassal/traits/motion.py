"""Traits that move pieces, tie them together, or put new ones on the map."""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from compiler.vassal import sequence
from compiler.vassal.fields import Decimal, Whole, color, decimal, flag, hears, image, sends, target, text, whole
from compiler.vassal.keys import Key, key
from compiler.vassal.trait import Trait, register
from compiler.vassal.values import ANYWHERE, Target

Words = tuple[str, ...]


@register
@dataclass(frozen=True, slots=True)
class SendToLocation(Trait):
    """Moves the piece to a place. `destination`: L position, G grid name, Z zone, R region, A, C, N another piece."""

    ID: ClassVar[str] = "sendto"
    TITLE: ClassVar[str] = "Send to Location"
    STATE_DELIMITER: ClassVar[str] = ";"

    menu: str = text(role="menu")
    key: Key = hears()
    map: str = text(role="map")
    board: str = text()
    x: Whole = whole()
    y: Whole = whole()
    back_menu: str = text(role="menu")
    back_key: Key = hears()
    x_index: Whole = whole()
    y_index: Whole = whole()
    x_offset: Whole = whole(1)
    y_offset: Whole = whole(1)
    description: str = text()
    destination: str = text("L")
    zone: str = text(role="format")
    region: str = text(role="format")
    match: str = text(role="match")
    grid_location: str = text(role="format")
    back_map: str = text(state=True)
    back_x: Whole = whole("", state=True)
    back_y: Whole = whole("", state=True)


@register
@dataclass(frozen=True, slots=True)
class ReturnToDeck(Trait):
    """Sends the piece to a deck."""

    ID: ClassVar[str] = "return"
    TITLE: ClassVar[str] = "Return to Deck"

    menu: str = text(role="menu")
    key: Key = hears()
    deck: str = text(role="deck")
    prompt: str = text("Select destination")
    description: str = text()
    version: Whole = whole(2)
    player_chooses: bool = flag(True)
    deck_expression: str = text(role="deck")


@register
@dataclass(frozen=True, slots=True)
class MarkMoved(Trait):
    """Shows that the piece has moved; the property is `Moved`."""

    ID: ClassVar[str] = "markmoved"
    TITLE: ClassVar[str] = "Mark When Moved"

    image: str = image()
    x_offset: Whole = whole()
    y_offset: Whole = whole()
    menu: str = text("Mark Moved", role="menu")
    key: Key = hears(key("M", ctrl=True))
    description: str = text()
    ignore_same_location: bool = flag()
    mark_menu: str = text(role="menu")
    mark_key: Key = hears()
    unmark_menu: str = text(role="menu")
    unmark_key: Key = hears()
    moved: bool = flag(state=True)


@register
@dataclass(frozen=True, slots=True)
class MovementTrail(Trait):
    """Draws where the piece has been."""

    ID: ClassVar[str] = "footprint"
    TITLE: ClassVar[str] = "Movement Trail"

    key: Key = hears(key("T", ctrl=True))
    menu: str = text("Movement Trail", role="menu")
    visible: bool = flag()
    everyone: bool = flag()
    radius: Whole = whole(10)
    fill: str = color("255,255,255")
    line: str = color("0,0,0")
    selected_opacity: Whole = whole(100)
    opacity: Whole = whole(50)
    edge_buffer: Whole = whole(20)
    display_buffer: Whole = whole(30)
    line_width: Decimal = decimal(1.0)
    on_key: Key = hears()
    off_key: Key = hears()
    clear_key: Key = hears()
    description: str = text()
    # visible; map; number of points; the points; whether it ever began
    trail: str = text("false;;0;false", state=True)

    @property
    def points(self) -> tuple[str, ...]:
        """The places of the trail as `x,y`."""
        parts = sequence.decode(self.trail, ";")
        return tuple(part for part in parts[3:] if "," in part)


@register
@dataclass(frozen=True, slots=True)
class MoveFixedDistance(Trait):
    """Moves the piece by so many pixels; up is positive."""

    ID: ClassVar[str] = "translate"
    TITLE: ClassVar[str] = "Move Fixed Distance"

    menu: str = text("Move Forward", role="menu")
    key: Key = hears(key("M", ctrl=True))
    dx: Whole = whole()
    dy: Whole = whole(60)
    move_stack: bool = flag()
    x_index: Whole = whole()
    y_index: Whole = whole()
    x_offset: Whole = whole()
    y_offset: Whole = whole()
    description: str = text()


@register
@dataclass(frozen=True, slots=True)
class Pivot(Trait):
    """Turns the piece around a point; needs a free Can Rotate inside."""

    ID: ClassVar[str] = "pivot"
    TITLE: ClassVar[str] = "Can Pivot"

    menu: str = text("Pivot", role="menu")
    key: Key = hears()
    x: Whole = whole()
    y: Whole = whole()
    fixed: bool = flag(True)
    angle: Decimal = decimal(90.0)
    description: str = text()
    second_menu: str = text(role="menu")
    second_key: Key = hears()
    second_angle: Decimal = decimal(270.0)


@register
@dataclass(frozen=True, slots=True)
class DoesNotStack(Trait):
    """How the piece is selected, moved and stacked; `n`, `V`, `R` is furniture of the map."""

    ID: ClassVar[str] = "immob"
    TITLE: ClassVar[str] = "Does Not Stack"

    selection: str = text()
    movement: str = text("N")
    stacking: str = text("R")
    description: str = text()

    @property
    def stacks(self) -> bool:
        return self.stacking == "L"


def _counted(ids: Words) -> str:
    return sequence.encode((str(len(ids)), *ids), ";")


def _ids(text: str) -> Words:
    return tuple(sequence.decode(text, ";")[1:])


@register
@dataclass(frozen=True, slots=True)
class Mat(Trait):
    """A piece that carries others; the state lists them."""

    ID: ClassVar[str] = "mat"
    TITLE: ClassVar[str] = "Mat"

    name: str = text()
    description: str = text()
    cargo: Words = ()

    def write_state(self) -> str:
        return _counted(self.cargo)

    @classmethod
    def read_state(cls, text: str) -> dict[str, Any]:
        return {"cargo": _ids(text)}


@register
@dataclass(frozen=True, slots=True)
class MatCargo(Trait):
    """A piece that can be carried by a mat."""

    ID: ClassVar[str] = "matPiece"
    TITLE: ClassVar[str] = "Mat Cargo"

    description: str = text()
    keeps_facing: bool = flag(True)
    dx: Whole = whole()
    dy: Whole = whole()
    find_key: Key = hears()
    detach_key: Key = hears()
    mat: str = text("noMat", state=True)


@register
@dataclass(frozen=True, slots=True)
class Attachment(Trait):
    """Ties the piece to others, whose properties it may then read and set."""

    ID: ClassVar[str] = "attach"
    TITLE: ClassVar[str] = "Attachment"

    name: str = text()
    description: str = text()
    menu: str = text("Attach", role="menu")
    key: Key = hears()
    clear_menu: str = text("Clear All", role="menu")
    clear_key: Key = hears()
    match: str = text(role="match")
    limit_range: bool = flag()
    range: Whole = whole(1)
    fixed_range: bool = flag(True)
    range_property: str = text()
    deck_count: str = text("-1")
    target: Target = target(ANYWHERE)
    clear_matching_menu: str = text(role="menu")
    clear_matching_key: Key = hears()
    clear_matching: str = text(role="match")
    on_attach: str = text("nothing")
    on_detach: str = text("nothing")
    before_attach: str = text("clear")
    to_itself: bool = flag()
    automatic: bool = flag(True)
    attached: Words = ()

    def write_state(self) -> str:
        return _counted(self.attached)

    @classmethod
    def read_state(cls, text: str) -> dict[str, Any]:
        return {"attached": _ids(text)}


@register
@dataclass(frozen=True, slots=True)
class PlaceMarker(Trait):
    """Puts another piece on the map. `marker` is a whole AddPiece or the path of a slot, `Class:Name` by `/`."""

    ID: ClassVar[str] = "placemark"
    TITLE: ClassVar[str] = "Place Marker"

    menu: str = text(role="menu")
    key: Key = hears()
    marker: str = text("null", role="piece")
    old_text: str = text("null")
    x_offset: Whole = whole()
    y_offset: Whole = whole()
    match_rotation: bool = flag()
    sent: Key = sends()
    description: str = text()
    gpid: str = text(role="gpid")
    placement: Whole = whole()
    above: bool = flag()
    copy_properties: bool = flag()
    parameters: str = text()
    version: Whole = whole(1)


@register
@dataclass(frozen=True, slots=True)
class Replace(PlaceMarker):
    """Puts another piece in the place of this one."""

    ID: ClassVar[str] = "replace"
    TITLE: ClassVar[str] = "Replace"
