"""The component tree of a module, as lines and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.vassal.components import attributes
from compiler.vassal.piece import Piece, read_add_piece
from compiler.vassal.words.pieces import body_json, body_words
from compiler.vassal.xml import Component

__all__ = ["tree_json", "tree_words"]

_NAMES = ("name", "mapName", "entryName", "title", "chartName", "threadName", "flareName", "buttonText", "text", "desc")


def label(component: Component) -> str:
    """A component by its class and name."""
    name = next((component.get(each) for each in _NAMES if component.get(each)), "")
    return f"{component.kind} “{name}”" if name else component.kind


def _notes(component: Component) -> str:
    """What is set to other than VASSAL's default, at most a few words of it."""
    defaults = {attribute.name: attribute.default for attribute in attributes(component.tag)}
    named = next((each for each in _NAMES if component.get(each)), "")
    other = [
        f"{name}={value if len(value) < 40 else value[:37] + '…'}"
        for name, value in sorted(component.attributes.items())
        if name != named and value and value != defaults.get(name, "")
    ]
    return f" [{', '.join(other)}]" if other else ""


def tree_words(root: Component, *, traits: bool = False, details: bool = False) -> Iterator[str]:
    """The tree in lines; with `details` the attributes that differ from the default, with `traits` every trait."""
    waiting = [(root, 0)]
    while waiting:
        component, depth = waiting.pop()
        indent = "  " * depth
        found = read_add_piece(component.text) if component.text.startswith("+/") else None
        text = f": {component.text[:60]}" if component.text and found is None else ""
        yield f"{indent}{label(component)}{_notes(component) if details else ''}{text}"
        if found is not None and traits:
            lines = body_words(found[1])
            # the slot already has the name
            yield from (f"{indent}  - {line}" for line in (lines[1:] if isinstance(found[1], Piece) else lines))
        waiting.extend((child, depth + 1) for child in reversed(component.children))


def tree_json(component: Component) -> dict[str, Any]:
    """The tree as plain data, pieces taken apart."""
    found = read_add_piece(component.text) if component.text.startswith("+/") else None
    data: dict[str, Any] = {"tag": component.tag, "attributes": component.attributes}
    if found is not None:
        data["piece"] = body_json(found[1])
    elif component.text:
        data["text"] = component.text
    if component.children:
        data["children"] = [tree_json(child) for child in component.children]
    return data
