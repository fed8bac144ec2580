"""All 47 traits of VASSAL 3.7, by family."""

from compiler.vassal.trait import TRAITS, Trait, UnknownTrait, decode_trait
from compiler.vassal.traits.command import (
    ActionButton,
    Clone,
    Delete,
    Deselect,
    GlobalHotkey,
    GlobalKeyCommand,
    MenuSeparator,
    MultiLocation,
    PlaySound,
    Report,
    RestrictCommands,
    RestrictedAccess,
    SubMenu,
    Trigger,
)
from compiler.vassal.traits.look import (
    AreaOfEffect,
    BorderOutline,
    Invisible,
    Layer,
    Mask,
    NonRectangular,
    OldLayer,
    OldNonRectangular,
    Rotate,
    TextLabel,
)
from compiler.vassal.traits.motion import (
    Attachment,
    DoesNotStack,
    MarkMoved,
    Mat,
    MatCargo,
    MoveFixedDistance,
    MovementTrail,
    Pivot,
    PlaceMarker,
    Replace,
    ReturnToDeck,
    SendToLocation,
)
from compiler.vassal.traits.property import (
    BasicName,
    CalculatedProperty,
    Comment,
    DynamicProperty,
    Marker,
    PropertySheet,
    Prototype,
    SetGlobalProperty,
    SetPieceProperty,
    Spreadsheet,
    TranslatableMessage,
)

__all__ = [
    "TRAITS", "ActionButton", "AreaOfEffect", "Attachment", "BasicName", "BorderOutline", "CalculatedProperty",
    "Clone", "Comment", "Delete", "Deselect", "DoesNotStack", "DynamicProperty", "GlobalHotkey", "GlobalKeyCommand",
    "Invisible", "Layer", "MarkMoved", "Marker", "Mask", "Mat", "MatCargo", "MenuSeparator", "MoveFixedDistance",
    "MovementTrail", "MultiLocation", "NonRectangular", "OldLayer", "OldNonRectangular", "Pivot", "PlaceMarker",
    "PlaySound", "PropertySheet", "Prototype", "Replace", "Report", "RestrictCommands", "RestrictedAccess",
    "ReturnToDeck", "Rotate", "SendToLocation", "SetGlobalProperty", "SetPieceProperty", "Spreadsheet", "SubMenu",
    "TextLabel", "Trait", "TranslatableMessage", "Trigger", "UnknownTrait", "decode_trait",
]  # fmt: skip
