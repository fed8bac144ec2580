"""Build files: components with every attribute VASSAL writes, and the tree as a whole."""

from __future__ import annotations

from functools import cache

from compiler.vassal.components import COMPONENTS, attributes, full_tag
from compiler.vassal.keys import Key, write_keys
from compiler.vassal.piece import Body, add_piece
from compiler.vassal.xml import Component, parse, serialise

__all__ = ["Component", "Value", "component", "parse", "piece_slot", "prototype", "serialise"]

Value = str | int | float | bool | Key | tuple[Key, ...]


@cache
def _defaults(tag: str) -> dict[str, str]:
    return {attribute.name: attribute.default for attribute in attributes(tag) if not attribute.optional}


@cache
def _known(tag: str) -> frozenset[str]:
    return frozenset(attribute.name for attribute in attributes(tag))


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return write_keys(value) if isinstance(value, tuple) else str(value)


def component(tag: str, /, *children: Component, body: str = "", **given: Value) -> Component:
    """A component with all its attributes, those not given at VASSAL's default.

    The tag is a full class name or a short one (`m.` for the module package, `w.` widgets, `b.` grids, `p.`
    preferences). A tag or attribute that VASSAL does not have is our own mistake and raises `ValueError`. `body` is
    the text inside the element; an attribute whose name is a Python word is given with a line after it: `global_`.
    """
    full = full_tag(tag)
    if full not in COMPONENTS:
        raise ValueError(f"no such component: {tag}")
    filled = dict(_defaults(full))
    for name, value in given.items():
        attribute = name.removesuffix("_")
        if attribute not in _known(full):
            raise ValueError(f"{full} has no attribute {attribute}")
        filled[attribute] = _text(value)
    return Component(full, filled, body, list(children))


def piece_slot(piece: Body, name: str, gpid: str, width: int = 0, height: int = 0, *, card: bool = False) -> Component:
    """A slot of a palette, at-start stack or (as a card) a deck."""
    tag = "w.CardSlot" if card else "w.PieceSlot"
    return component(tag, body=add_piece(piece), entryName=name, gpid=gpid, width=width, height=height)


def prototype(piece: Body, name: str, description: str = "") -> Component:
    """A prototype definition; its basic piece is a dummy."""
    return component("m.PrototypeDefinition", body=add_piece(piece), name=name, description=description)
