"""VASSAL's components and traits from YAML, by the classes of the format library: every key and value is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.diagnostics import Failed, Span, diagnose
from compiler.load.document import Document
from compiler.model.ids import did_you_mean
from compiler.vassal import traits as _registered  # noqa: F401  # registers every trait
from compiler.vassal.buildfile import Component, component
from compiler.vassal.components import COMPONENTS, Attribute, attributes, full_tag
from compiler.vassal.keys import KEY_NAMES, Key, named, typed
from compiler.vassal.record import Spec, specs
from compiler.vassal.trait import TRAITS, Trait

_OWN = ("component", "parts", "in", "trait", "rule", "note", "source")
_KEY = re.compile(r"(?:(?:ctrl|shift|alt|meta)\+)*\S+", re.IGNORECASE)
_COLOUR = re.compile(r"\d{1,3},\d{1,3},\d{1,3}|#[0-9A-Fa-f]{6}")
# Components a module has once, and that we have put there.
SINGLE = ("GameModule", "BasicCommandEncoder", "GlobalOptions", "PlayerRoster", "Language", "Chatter", "KeyNamer",
           "GameState", "ModuleExtension", "ExtensionElement", "PieceSlot", "CardSlot",
           "PrototypeDefinition")  # fmt: skip


def fail(code: str, message: str, where: Span, help: str | None) -> Failed:
    """A fault of module.yaml."""
    return Failed(diagnose(code, message, where, help=help))


def read_component(document: Document, raw: Mapping[str, Any]) -> Component:
    """A component with its parts; `Failed` at the first thing VASSAL would not take."""
    tag = _tag(document, raw)
    known = {attribute.name: attribute for attribute in attributes(tag)}
    given: dict[str, Any] = {}
    for name, value in raw.items():
        if name in _OWN:
            continue
        if name not in known:
            message = f"`{raw['component']}` has no attribute `{name}`"
            raise fail("E301", message, document.key_span(raw, name), did_you_mean(name, known, what="attributes"))
        given[name] = _attribute(document, raw, name, value, known[name])
    parts = [read_component(document, part) for part in raw.get("parts", ())]
    return component(tag, *parts, **given)


def _tag(document: Document, raw: Mapping[str, Any]) -> str:
    """The class of a component: its full name, a short one (`m.DiceButton`), or its last word."""
    wanted = str(raw["component"])
    tag = full_tag(wanted)
    if tag not in COMPONENTS:
        tag = next((known for known in COMPONENTS if known.rpartition(".")[2] == wanted), "")
    if not tag:
        names = [known.rpartition(".")[2] for known in COMPONENTS if "." in known]
        where = document.span(raw, "component")
        help = did_you_mean(wanted.rpartition(".")[2], names, what="components of VASSAL")
        raise fail("E301", f"VASSAL has no component `{wanted}`", where, help)
    if tag.rpartition(".")[2] in SINGLE:
        help = "pieces come from counters.yaml, prototypes from `prototypes`, everything else is there once"
        raise fail("E302", f"a module has its `{wanted}` from us", document.span(raw, "component"), help)
    return tag


def _attribute(document: Document, raw: Mapping[str, Any], name: str, value: Any, known: Attribute) -> Any:
    where, kind = document.span(raw, name), known.kind
    if kind in ("k", "k>", "k!", "kd"):
        return read_key(value, name, where)
    if kind == "k*":
        return tuple(read_key(one, name, where) for one in (value if isinstance(value, list) else [value]))
    if isinstance(value, list):
        if kind != "l":
            raise fail("E301", f"`{name}` must be one value, not a list", where, None)
        return ",".join(str(one) for one in value)
    wrong = {
        "i": not isinstance(value, int) or isinstance(value, bool),
        "d": not isinstance(value, (int, float)) or isinstance(value, bool),
        "b": not isinstance(value, bool),
        "c": not (isinstance(value, str) and _COLOUR.fullmatch(value)),
    }.get(kind, isinstance(value, (dict, type(None))))
    if wrong:
        words = {"i": "a whole number", "d": "a number", "b": "true or false", "c": "a colour such as 180,48,43"}
        raise fail("E301", f"`{name}` must be {words.get(kind, 'a text')}", where, None)
    if kind == "c" and str(value).startswith("#"):
        return ",".join(str(int(str(value)[i : i + 2], 16)) for i in (1, 3, 5))
    return value


def read_key(value: Any, name: str, where: Span) -> Key:
    """`Ctrl+Shift+K`, `F2` and `Delete` are keys on the keyboard, anything else is a named command."""
    if not isinstance(value, str) or not value or len(value) > 100 or not _KEY.fullmatch(value.replace(" ", "_")):
        help = "write `Ctrl+K`, or a word for a command of its own"
        raise fail("E301", f"`{name}` must be a key or a command", where, help)
    try:
        return typed(value) or named(value)
    except ValueError as unknown:
        near = did_you_mean(str(unknown), KEY_NAMES, what="keys with a name")
        raise fail("E301", f"`{name}` names a key `{unknown}` that no keyboard has", where, near) from None


def trait_names() -> dict[str, type[Trait]]:
    """Every trait by the name of its class."""
    return {cls.__name__: cls for cls in TRAITS.values()}


def read_trait(document: Document, raw: Mapping[str, Any]) -> Trait:
    """A trait of a piece."""
    known = trait_names()
    cls = known.get(str(raw["trait"]))
    if cls is None:
        help = did_you_mean(str(raw["trait"]), known, what="traits")
        raise fail("E301", f"VASSAL has no trait `{raw['trait']}`", document.span(raw, "trait"), help)
    fields = {spec.name: spec for spec in specs(cls)}
    given = {}
    for name, value in raw.items():
        if name in _OWN:
            continue
        if name not in fields:
            where = document.key_span(raw, name)
            raise fail(
                "E301", f"`{raw['trait']}` has no field `{name}`", where, did_you_mean(name, fields, what="fields")
            )
        given[name] = _field(fields[name], value, name, document.span(raw, name))
    return cls(**given)


def _field(spec: Spec, value: Any, name: str, where: Span) -> Any:
    default = spec.default
    if isinstance(default, Key):
        return read_key(value, name, where)
    if isinstance(default, tuple):
        items = value if isinstance(value, list) else [value]
        if spec.kind.role in ("hears", "sends", "names"):
            return tuple(read_key(item, name, where) for item in items)
        if all(isinstance(item, (str, int)) for item in items) and (not default or isinstance(default[0], str)):
            return tuple(str(item) for item in items)
        raise fail("E301", f"`{name}` must be a list of texts", where, None)
    if isinstance(default, bool) and not isinstance(value, bool):
        raise fail("E301", f"`{name}` must be true or false", where, None)
    if isinstance(default, bool):
        return value
    if isinstance(default, (int, float)):
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise fail("E301", f"`{name}` must be a number or an expression", where, None)
        return type(default)(value) if isinstance(value, (int, float)) else value
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        raise fail("E301", f"`{name}` must be a text", where, None)
    return str(value) if isinstance(default, str) else spec.kind.read(str(value))


def entries(value: Any) -> Iterator[Mapping[str, Any]]:
    """The items of a list that the schema has looked at."""
    yield from (value if isinstance(value, list) else ())
