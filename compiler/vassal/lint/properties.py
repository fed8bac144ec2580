"""Properties that are read and never set."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.diagnostics import NOWHERE, Diagnostic, diagnose
from compiler.vassal import sequence
from compiler.vassal.components import attributes
from compiler.vassal.expression import Call, Literal, Member, Method, Node, Property, walk
from compiler.vassal.grammar import ExpressionError, is_braced, parse, parse_match, placeholders
from compiler.vassal.lint.engine_names import FORMAT_NAMES, PROPERTY_NAMES
from compiler.vassal.lint.near import Near
from compiler.vassal.lint.usage import TextUse, distinct_traits, text_uses
from compiler.vassal.module import Module
from compiler.vassal.traits import Attachment, Layer, PropertySheet, Prototype, Rotate, SetGlobalProperty, Trait
from compiler.vassal.xml import Component

__all__ = ["check", "read_names", "set_by", "set_by_component", "set_names"]

# functions whose first argument is the name of a property, or an expression in braces
_COUNTING = ("Sum", "Count", "Max", "Min", "Average")
_SUMMED = re.compile(r"^sum(?:Properties)?\((.*)\)$")
_LAYER = ("Level", "Name", "Active", "Image")
_ROTATE = ("Facing", "Degrees")
_DICE = ("result", "total", "keep", "summary", "roll", "numericalTotal")


def check(module: Module) -> Iterator[Diagnostic]:
    """Every property that is read somewhere and set nowhere, each once."""
    if module.is_extension:
        return
    known = set_names(module) | PROPERTY_NAMES
    # what a trait would set as a global property that is not there is told of the trait (A119)
    known |= {trait.name for trait, _ in distinct_traits(module.designs) if isinstance(trait, SetGlobalProperty)}
    near = Near(known, 0.85)
    otherwise = "an unknown property is the empty text, never an error"
    if module.has_own_classes:
        otherwise = "unless one of the module's own classes sets it"
    seen: set[str] = set()
    for use in text_uses(module, once=True):
        for name in read_names(use):
            if name in seen or _is_known(name, known, use):
                continue
            seen.add(name)
            message = f"`{use.owner}` reads the property `{name}`, which nothing sets"
            yield diagnose("A110", message, use.span, help=near.help(name, otherwise))


def _is_known(name: str, known: set[str], use: TextUse) -> bool:
    name = _SUMMED.sub(r"\1", name)
    # an inventory sums any property it is asked for
    if name in known or name.startswith("sum_") or "$" in name or "{" in name or not name.strip():
        return True
    return use.role in ("format", "text") and (name in FORMAT_NAMES or name.rstrip("0123456789") in FORMAT_NAMES)


def read_names(use: TextUse) -> Iterator[str]:
    """The names of the properties a text reads."""
    if use.role == "property read":
        yield use.text
        return
    if is_braced(use.text):
        try:
            yield from _in_expression(parse(use.text))
        except ExpressionError:
            return
    elif use.role == "match":
        try:
            yield from (clause.property for clause in parse_match(use.text))
        except ExpressionError:
            return
    if use.role in ("match", "expression", "format"):
        yield from placeholders(use.text)


def _in_expression(node: Node) -> Iterator[str]:
    classes = {id(part.target) for part in walk(node) if isinstance(part, Method | Member)}
    for part in walk(node):
        if isinstance(part, Property):
            # `Math.max`: a class, not a property; `VASSAL.build…`: a class of the program itself
            if not (id(part) in classes and part.name in ("Math", "String", "Integer", "Double", "VASSAL")):
                yield part.name
        elif isinstance(part, Call) and part.name.startswith(_COUNTING):
            for argument in part.arguments:
                if isinstance(argument, Literal) and isinstance(argument.value, str) and is_braced(argument.value):
                    yield from read_names(TextUse(argument.value, "expression", "", NOWHERE))


def set_names(module: Module) -> set[str]:
    """The names of all properties the module sets."""
    found = {name for component in module.root.walk() for name in set_by_component(component)}
    found.update(name for trait, _ in distinct_traits(module.designs) for name in _set_by(trait))
    found.update(key for design in module.designs for key, _ in design.piece.basic.properties)
    return found


def set_by(module: Module) -> Iterator[tuple[str, str]]:
    """Every property the module sets, each with the part that sets it."""
    for component in module.root.walk():
        owner = f"{component.kind} {component.get('name')}".strip()
        yield from ((owner, name) for name in set_by_component(component))
    for design in module.designs:
        for trait in design.piece.traits:
            yield from ((f"{trait.TITLE} of {design.label}", name) for name in _set_by(trait))
        yield from ((design.label, key) for key, _ in design.piece.basic.properties)


def set_by_component(component: Component) -> Iterator[str]:
    """The names of properties that a component sets."""
    for attribute in attributes(component.tag):
        if attribute.kind == "prop":
            yield component.get(attribute.name)
    name = component.get("name")
    if component.kind.endswith(("DiceButton", "RandomTextButton")):
        yield from (f"{name}_{part}" for part in _DICE)
    elif component.kind == "DrawPile":
        yield f"{name}_numPieces"
        for item in sequence.listed(component.get("countExpressions")):
            yield f"{name}_{item.partition(':')[0].strip()}"
    elif component.kind == "TurnTracker":
        yield from (f"{name}_{part}" for part in ("value", "command"))
    elif "mapName" in component.attributes:
        yield f"{component.get('mapName')}_isVisible"
    elif component.kind == "LayeredPieceCollection":
        yield component.get("property")
    for parameter in sequence.listed(component.get("parameters")):
        yield parameter.partition(":")[0]


def _set_by(trait: Trait) -> Iterator[str]:
    for spec, value in trait.values():
        if spec.kind.role == "property":
            yield from value if isinstance(value, tuple) else (value,)
        elif spec.name == "parameters" and isinstance(value, str):
            yield from (item.partition(":")[0] for item in sequence.listed(value))
    match trait:
        case Layer():
            yield from (f"{trait.name}_{part}" for part in _LAYER)
        case Rotate():
            yield from (f"{trait.name}_{part}" for part in _ROTATE)
        case PropertySheet():
            yield from trait.properties
        case Attachment():
            yield from (f"{trait.name}_{part}" for part in ("AttachCount", "AttachList"))
        case Prototype():
            yield from (key for key, _ in trait.parameters)
        case _:
            return
