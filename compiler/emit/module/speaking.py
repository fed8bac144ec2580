"""A module in another language: our own words in its tree and in the menus of its prototypes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from compiler.emit.words import said
from compiler.vassal import sequence
from compiler.vassal.piece import Piece, add_piece, read_add_piece
from compiler.vassal.record import type_specs
from compiler.vassal.trait import Trait
from compiler.vassal.xml import Component

# Attributes that players read and nothing refers to; names of buttons in menus are put over with the menus.
_SHOWN = frozenset((
    "title", "tooltip", "buttonText", "buttonToolTip", "text", "promptString", "desc", "markUnmovedReport",
    "markUnmovedTooltip", "boardPrompt", "inTooltip", "outTooltip", "pickTooltip", "drawMultipleMessage",
    "drawSpecificMessage", "faceDownMessage", "faceUpMessage", "loadMessage", "saveMessage", "reverseCommand",
    "shuffleCommand", "reshuffleCommand", "chartName", "entryName", "buttonName",
))  # fmt: skip
_PROTOTYPE = "PrototypeDefinition"
_PICKER = "BoardPicker"  # its title names its window


def speak(root: Component, lang: str) -> None:
    """Put our own words in a tree into a language, in place."""
    ahead = [root]
    while ahead:
        one = ahead.pop()
        ahead += one.children
        if one.tag.endswith(_PROTOTYPE):
            one.text = _prototype(one.text, lang)
            continue
        for name in one.attributes.keys() & _SHOWN:
            if not one.tag.endswith(_PICKER):
                one.attributes[name] = said(one.attributes[name], lang)
        if "menuItems" in one.attributes:
            items = sequence.decode(one.attributes["menuItems"], ",")
            one.attributes["menuItems"] = sequence.encode([said(item, lang) for item in items], ",")


def _prototype(text: str, lang: str) -> str:
    """A prototype with the words of its menus; what cannot be read stays as it is."""
    found = read_add_piece(text)
    if found is None or not isinstance(found[1], Piece):
        return text
    traits = tuple(_trait(trait, lang) for trait in found[1].traits)
    if traits == found[1].traits:
        return text
    return add_piece(Piece(basic=found[1].basic, traits=traits), found[0])


def _trait(trait: Trait, lang: str) -> Trait:
    menus = [spec.name for spec in type_specs(type(trait)) if spec.kind.role == "menu"]
    changes: dict[str, Any] = {name: said(getattr(trait, name), lang) for name in menus}
    changed = {name: word for name, word in changes.items() if word != getattr(trait, name)}
    return replace(trait, **changed) if changed else trait
