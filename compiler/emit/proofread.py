"""Proofreading: no id, no `null`, no unfilled `$name$` and no doubled word may reach a player.

Reads a finished module as players will: menus, tooltips, questions, reports, names of pieces and pages of help. Texts
that are only compared are nobody's to read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from compiler.vassal import sequence
from compiler.vassal.archive import Archive
from compiler.vassal.components import attributes
from compiler.vassal.expression import Binary, Call, Conditional, Literal, Method, Node
from compiler.vassal.grammar import ExpressionError, is_braced, parse
from compiler.vassal.module import Module
from compiler.vassal.traits import Layer, Mask, Trait
from compiler.vassal.values import Ask, Choose, PropertyCommand

_SHOWN = ("text", "buttonText", "buttonName", "tooltip", "chartName", "title", "entryName", "mapName", "menuItems",
          "reportFormat", "desc", "markUnmovedTooltip", "markUnmovedReport", "options")  # fmt: skip
_SOURCES = "help_sources.html"  # says where the data come from: for those who want to look into the files
_TAG = re.compile(r"<[^>]*>")
_FILLED = re.compile(r"\$[A-Za-z_][\w ]*\$")
_ID = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
_BLOCK = re.compile(r"</?(?:p|li|td|th|h\d|tr|ul|table)[^>]*>")
_NULL = re.compile(r"\bnull\b")
_DOUBLED = re.compile(r"\b([^\W\d_]{3,}|[A-Z][^\W\d_]+ [A-Z][^\W\d_]+) \1\b")


class Misprint(NamedTuple):
    """What is wrong with a text, and where it stands."""

    fault: str
    text: str
    owner: str


def misprints(module: Module, archive: Archive, texts: Collection[str] = ()) -> Iterator[Misprint]:
    """Everything players would stumble over, each once; `texts` are the game's own, where Pago Pago is a place."""
    seen = set()
    for owner, text in (*_of_components(module), *_of_pieces(module), *_of_pages(archive)):
        for fault in faults(text, texts):
            if (fault, text) not in seen:
                seen.add((fault, text))
                yield Misprint(fault, text, owner)


def faults(text: str, texts: Collection[str] = ()) -> Iterator[str]:
    """What is wrong with a text that a player reads."""
    bare = _TAG.sub(" ", text)
    if "$" in _FILLED.sub("", bare):
        yield "a lone $"
    words = _FILLED.sub("\0", bare)
    if _ID.search(words):
        yield "an id"
    if _NULL.search(words):
        yield "null"
    if any(not any(found[0] in own for own in texts) for found in _DOUBLED.finditer(words)):
        yield "a doubled word"


# -- texts -------------------------------------------------------------------------------------------------------------
def _of_components(module: Module) -> Iterator[tuple[str, str]]:
    for component in module.root.walk():
        owner = f"{component.kind} {component.get('name')}".strip()
        for attribute in attributes(component.tag):
            value = component.get(attribute.name)
            if value and (attribute.kind == "f" or attribute.name in _shown(component.kind)):
                yield from ((owner, text) for text in read_aloud(value))
        changer = sequence.decode(component.get("propChanger"), ",") if component.get("propChanger") else []
        if changer and changer[0] in ("R", "E"):
            listed = sequence.listed(changer[2]) if len(changer) > 2 else ()
            yield from ((owner, text) for part in (changer[1], *listed) for text in read_aloud(part))


def _shown(kind: str) -> tuple[str, ...]:
    """What players read of a component; of an option also what it is about."""
    return (*_SHOWN, "description") if kind.endswith("ScenarioProperty") else _SHOWN


def _of_pieces(module: Module) -> Iterator[tuple[str, str]]:
    for design in module.designs:
        yield design.label, design.piece.basic.name
        for trait in design.piece.traits:
            yield from ((f"{trait.TITLE} of {design.label}", text) for text in _of_trait(trait))


def _of_trait(trait: Trait) -> Iterator[str]:
    for spec, value in trait.values():
        if spec.kind.role == "changes":
            for command in value:
                yield from _of_command(command)
        elif spec.kind.role in ("menu", "menu item") or (spec.kind.role == "format" and spec.name == "format"):
            for text in (value,) if isinstance(value, str) else value:
                yield from read_aloud(text)
    if isinstance(trait, Layer):
        yield from trait.level_names
    if isinstance(trait, Mask):
        yield trait.masked_name


def _of_command(command: PropertyCommand) -> Iterator[str]:
    yield command.menu
    if isinstance(command.change, Ask | Choose):
        yield command.change.prompt
        for choice in command.change.choices if isinstance(command.change, Choose) else ():
            yield from read_aloud(choice)


def _of_pages(archive: Archive) -> Iterator[tuple[str, str]]:
    for name in archive.names:
        if name.endswith(".html") and name != _SOURCES:
            body = archive.read(name).decode().partition("<body>")[2]
            yield from (
                (name, text) for text in re.split(r"</?(?:p|li|td|th|h\d|tr|ul|table)[^>]*>", body) if text.strip()
            )


# -- expressions -------------------------------------------------------------------------------------------------------
def read_aloud(text: str) -> Iterator[str]:
    """The text itself; of an expression the texts that can come out of it."""
    if not is_braced(text):
        yield text
        return
    try:
        yield from _spoken(parse(text))
    except ExpressionError:
        yield text


def _spoken(node: Node) -> Iterator[str]:
    match node:
        case Literal(value) if isinstance(value, str):
            yield value
        case Binary("+", left, right):
            yield from _spoken(left)
            yield from _spoken(right)
        case Conditional(_, yes, no):
            yield from _spoken(yes)
            yield from _spoken(no)
        case Method(target, "replace", _):
            yield from _spoken(target)
        case Call("Alert", arguments):
            for argument in arguments:
                yield from _spoken(argument)
