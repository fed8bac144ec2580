"""What the parts of a module mean to each other: every key, expression and text, with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from compiler.diagnostics import Span
from compiler.vassal.components import Attribute, attributes
from compiler.vassal.keys import Key, read_key, read_keys
from compiler.vassal.module import Design, Module
from compiler.vassal.record import specs
from compiler.vassal.traits import Layer, Mask, SendToLocation, Trait, Trigger
from compiler.vassal.values import AddNumber, Ask, Change, Choose, PropertyCommand, SetValue, Target, read_change

__all__ = ["KeyUse", "TextUse", "distinct_traits", "key_uses", "text_uses", "trait_keys", "trait_texts"]


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A key somewhere in the module.

    `role`: hears, sends (to pieces), hotkey (to buttons), names (only mentions it), button, deck. `reachable` says
    that a player can give the command himself, by a menu or a visible button; `idle` that no piece has it.
    """

    key: Key
    role: str
    owner: str
    span: Span
    reachable: bool = False
    idle: bool = False


@dataclass(frozen=True, slots=True)
class TextUse:
    """A text that is evaluated or shown. `role`: match, expression, format, text, property read."""

    text: str
    role: str
    owner: str
    span: Span


_KINDS = {"k": "button", "k>": "sends", "k!": "hotkey", "k*": "hotkey", "kd": "deck"}
_TEXT_KINDS = {"e": "match", "f": "format"}


def _menu_of(trait: Trait, field: str) -> str:
    """The menu text that belongs to a key field: `menu` to `key`, `back_menu` to `back_key`."""
    return str(getattr(trait, field.removesuffix("key") + "menu", ""))


_SENT_BY = {  # by what a piece is sent to, the fields that say where that is
    "L": ("map", "board", "x", "y"),
    "G": ("map", "board", "grid_location"),
    "Z": ("map", "zone"),
    "R": ("map", "region"),
}
_FAST = {  # the same for the fast match of a key command
    "MAP": ("map",),
    "ZONE": ("map", "zone"),
    "LOCATION": ("map", "location"),
    "XY": ("map", "board", "x", "y"),
    "DECK": ("deck",),
}
_SENT_TO = ("map", "board", "x", "y", "zone", "region", "match", "grid_location")
_SWITCHED = {"emptyHotkey": "hotkeyOnEmpty", "restrictExpression": "restrictOption"}  # looked at if the other is "true"
_LOOPS = {"while": "while_match", "until": "until_match", "counted": "loop_count"}
_LOOP = ("pre_loop_key", "post_loop_key", "index_start", "index_step", *_LOOPS.values())


def _idle(trait: Trait) -> frozenset[str]:
    """Fields that VASSAL keeps and does not look at: other kinds of destination, a loop that is off."""
    match trait:
        case SendToLocation():
            return frozenset(_SENT_TO).difference(_SENT_BY.get(trait.destination[:1], ("match",)))
        case Trigger() if not trait.loop:
            return frozenset(_LOOP)
        case Trigger():
            used = _LOOPS.get(trait.loop_kind)
            other = frozenset(name for name in _LOOPS.values() if name != used)
            return other if trait.index else other.union(("index_start", "index_step"))
        case Layer() if not trait.follows:
            return frozenset(spec.name for spec, _ in trait.values() if spec.kind.role == "follow")
        case _:
            return frozenset()


_TOLD = ("changes", "target", "match", "expression", "format", "property read", "follow")
_SILENT = ("piece", "image", "sound", "color", "hears", "sends", "hotkey", "names")  # roles that hold no text
_SPOKEN: dict[type[Any], tuple[tuple[str, str], ...]] = {}
_KEYED: dict[type[Any], tuple[tuple[str, str], ...]] = {}


def _target_texts(target: Target) -> Iterator[str]:
    """What a fast match works out: only the parts of the kind of place that is chosen."""
    if target.by_location:
        yield from (getattr(target, name) for name in _FAST.get(target.where, ()))
    if target.by_property:
        yield from (target.property, target.value)


def _keyed(make: type[Trait]) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of trait that hold keys, with what these do."""
    if make not in _KEYED:
        roles = ("changes", "hears", "sends", "hotkey", "names")
        _KEYED[make] = tuple((spec.name, spec.kind.role) for spec in specs(make) if spec.kind.role in roles)
    return _KEYED[make]


def trait_keys(trait: Trait) -> Iterator[tuple[Key, str, bool]]:
    """Every key of a trait with its role and whether a menu offers it."""
    idle = _idle(trait)
    for name, role in _keyed(type(trait)):
        value = getattr(trait, name)
        if role == "changes":
            for command in value:
                yield command.key, "hears", bool(command.menu)
        elif name not in idle:
            for key in value if isinstance(value, tuple) else (value,):
                yield key, role, bool(_menu_of(trait, name))
    if isinstance(trait, Mask):
        yield trait.peek_key, "hears", bool(trait.peek_menu)
    if isinstance(trait, Layer) and trait.version == 0:
        for letters, modifiers, menu in (
            (trait.activate_letter, trait.activate_modifiers, trait.activate_menu),
            (trait.increase_letter, trait.increase_modifiers, trait.increase_menu),
            (trait.decrease_letter, trait.decrease_modifiers, trait.decrease_menu),
        ):  # a layer of old has letters in place of keys, and hears each of them
            yield from ((Key(ord(letter.upper()), int(modifiers)), "hears", bool(menu)) for letter in letters)


def _is_off(name: str, found: dict[str, str]) -> bool:
    """Whether VASSAL keeps an attribute of a part and does not look at it."""
    return name in _SWITCHED and found.get(_SWITCHED[name]) != "true"


def _component_keys(found: dict[str, str], known: tuple[Attribute, ...]) -> Iterator[tuple[Key, str, bool]]:
    visible = any(found.get(name) for name in ("text", "buttonText", "buttonName", "icon", "iconName", "hiddenIcon"))
    for attribute in known:
        value = found.get(attribute.name, "")
        role = _KINDS.get(attribute.kind)
        if not value or role is None or _is_off(attribute.name, found):
            continue
        offered = visible or any(found.get(attribute.name.replace("Hotkey", word)) for word in ("Command", "Message"))
        for key in read_keys(value) if attribute.kind == "k*" else (read_key(value),):
            yield key, role, offered


def key_uses(module: Module) -> Iterator[KeyUse]:
    """Every key of the module, in document order of its parts."""
    for component in module.root.walk():
        owner = f"{component.kind} {component.get('name')}".strip()
        for key, role, reachable in _component_keys(component.attributes, attributes(component.tag)):
            if key:
                yield KeyUse(key, role, owner, module.at(component), reachable)
        if component.tag == "option" and component.get("name").endswith("HotKey") and component.text:
            yield KeyUse(read_key(component.text), "button", "GlobalOptions", module.at(component), True)
    unused = {id(design.component) for design in module.idle}
    for design in module.designs:
        idle = id(design.component) in unused
        for trait in design.piece.traits:
            for key, role, reachable in trait_keys(trait):
                if key:
                    owner = f"{trait.TITLE} of {design.label}"
                    yield KeyUse(key, role, owner, design.span, reachable, idle)


def _command_texts(command: PropertyCommand) -> Iterator[str]:
    return _change_texts(command.change)


def _change_texts(change: Change) -> Iterator[str]:
    match change:
        case SetValue(text) | AddNumber(text) | Ask(text):
            yield text
        case Choose(prompt, choices):
            yield prompt
            yield from choices


def _texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        yield from (item for item in value if isinstance(item, str))


def _spoken(make: type[Trait]) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of trait that hold texts, with what these are."""
    if make not in _SPOKEN:
        roles = [(spec.name, spec.kind.role if spec.kind.role in _TOLD else "text") for spec in specs(make)]
        silent = {spec.name for spec in specs(make) if spec.kind.role in _SILENT} | {"description", "comment"}
        _SPOKEN[make] = tuple((name, role) for name, role in roles if role != "text" or name not in silent)
    return _SPOKEN[make]


def trait_texts(trait: Trait) -> Iterator[tuple[str, str]]:
    """Every text of a trait that is evaluated or shown, with its role."""
    idle = _idle(trait)
    for name, role in _spoken(type(trait)):
        value = getattr(trait, name)
        if not value or name in idle:
            continue
        if role == "changes":
            for command in value:
                yield from ((text, "format") for text in _command_texts(command))
        elif role == "target":
            yield from ((text, "format") for text in _target_texts(value))
        elif role == "follow":
            yield from ((text, "expression" if "{" in text else "property read") for text in _texts_of(value))
        elif type(value) is str:
            yield value, role
        else:
            yield from ((text, role) for text in _texts_of(value))


def distinct_traits(designs: Iterable[Design]) -> Iterator[tuple[Trait, Design]]:
    """Every trait once, with the first design that has it: the pieces of one make share theirs."""
    seen: set[int] = set()
    for design in designs:
        for trait in design.piece.traits:
            if id(trait) not in seen:
                seen.add(id(trait))
                yield trait, design


def text_uses(module: Module, *, once: bool = False) -> Iterator[TextUse]:
    """Every text that is evaluated or shown; `once` leaves out what no piece uses or another had before."""
    for component in module.root.walk():
        known = {attribute.name: attribute.kind for attribute in attributes(component.tag)}
        owner = f"{component.kind} {component.get('name')}".strip()
        changer = component.get("propChanger")
        if changer:
            for text in _change_texts(read_change(changer)):
                yield TextUse(text, "format", owner, module.at(component))
        for name, text in component.attributes.items():
            if text and name not in ("description", "desc", "propChanger") and not _is_off(name, component.attributes):
                role = _TEXT_KINDS.get(known.get(name, ""), "text")
                yield TextUse(text, role, owner, module.at(component))
    everybody = ((trait, design) for design in module.designs for trait in design.piece.traits)
    for trait, design in distinct_traits(module.live) if once else everybody:
        for text, role in trait_texts(trait):
            if text:
                yield TextUse(text, role, f"{trait.TITLE} of {design.label}", design.span)
