"""A module in another language: our own words in its tree, in its pieces and on its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from compiler.emit.speaking import compared, page, spoken
from compiler.load.tongue import CHAT, MENU, NAME, PART, Tongue
from compiler.vassal import sequence
from compiler.vassal.components import attributes
from compiler.vassal.record import type_specs
from compiler.vassal.trait import Trait
from compiler.vassal.values import AddNumber, Ask, Change, Choose, PropertyCommand, SetValue, read_change
from compiler.vassal.xml import Component

# Attributes that players read and nothing refers to, beside formats; names of buttons in menus are put over with them.
_SHOWN = frozenset((
    "title", "tooltip", "buttonText", "buttonToolTip", "text", "promptString", "desc", "markUnmovedReport",
    "markUnmovedTooltip", "boardPrompt", "inTooltip", "outTooltip", "pickTooltip", "drawMultipleMessage",
    "drawSpecificMessage", "faceDownMessage", "faceUpMessage", "loadMessage", "saveMessage", "reverseCommand",
    "shuffleCommand", "reshuffleCommand", "chartName", "entryName", "buttonName", "heading", "tab",
))  # fmt: skip
_NAMES = ("title", "text", "buttonText", "chartName", "entryName", "heading", "tab")  # the author's may stand there
_PIECES = ("PrototypeDefinition", "PieceSlot", "CardSlot")  # put over before they came into the tree
_LISTS = ("menuItems",)


def speak(root: Component, tongue: Tongue | None) -> None:
    """Put our own words in a tree into a language, in place."""
    for one in root.walk():
        if tongue is not None and one.kind not in _PIECES:
            _component(one, tongue)


def put_over(pages: dict[str, bytes], tongue: Tongue | None) -> None:
    """Put our own words on the pages of a module into a language, in place."""
    for name, content in pages.items():
        if tongue is not None and name.endswith(".html"):
            pages[name] = page(content.decode(), tongue).encode()


def speaking(traits: Iterable[Trait], tongue: Tongue | None) -> tuple[Trait, ...]:
    """Traits with our own words in a language."""
    return tuple(traits) if tongue is None else tuple(_trait(trait, tongue) for trait in traits)


def _component(one: Component, tongue: Tongue) -> None:
    kinds = {attribute.name: attribute.kind for attribute in attributes(one.tag)}
    for name, value in one.attributes.items():
        if not value or (name == "title" and one.kind == "BoardPicker"):  # it names its window
            continue
        if name in _LISTS:
            items = [spoken(item, tongue, MENU) for item in sequence.decode(value, ",")]
            one.attributes[name] = sequence.encode(items, ",")
        elif name == "propChanger":
            one.attributes[name] = str(_change(read_change(value), tongue))
        elif name in _SHOWN or kinds.get(name) == "f":
            use = NAME if name in _NAMES else MENU if name in _SHOWN else CHAT
            one.attributes[name] = spoken(value, tongue, use)
        else:
            one.attributes[name] = compared(value, tongue)


def _trait(trait: Trait, tongue: Tongue) -> Trait:
    changed: dict[str, Any] = {}
    for spec in type_specs(type(trait)):
        value = getattr(trait, spec.name)
        told = _field(spec.kind.role, spec.name, value, tongue)
        if told != value:
            changed[spec.name] = told
    return replace(trait, **changed) if changed else trait


def _field(role: str, name: str, value: Any, tongue: Tongue) -> Any:
    if role == "changes":
        return tuple(_command(command, tongue) for command in value)
    if role in ("menu", "menu item") or (role == "format" and name == "format"):
        use = CHAT if role == "format" else MENU
        return spoken(value, tongue, use) if isinstance(value, str) else tuple(spoken(v, tongue, use) for v in value)
    if isinstance(value, str) and value:
        return compared(value, tongue)
    return value


def _command(command: PropertyCommand, tongue: Tongue) -> PropertyCommand:
    menu = spoken(command.menu, tongue, MENU) if command.menu else ""
    return PropertyCommand(menu, command.key, _change(command.change, tongue))


def _change(change: Change, tongue: Tongue) -> Change:
    match change:
        case SetValue(value):
            return SetValue(compared(spoken(value, tongue.parts or tongue, PART), tongue))
        case AddNumber(step):
            return AddNumber(compared(step, tongue))
        case Ask(prompt):
            return Ask(spoken(prompt, tongue, MENU))
        case Choose(prompt, choices):
            return Choose(spoken(prompt, tongue, MENU), tuple(_choice(choice, tongue) for choice in choices))
    return change


def _choice(choice: str, tongue: Tongue) -> str:
    """An answer: an expression offers it only at times."""
    if not choice.startswith("{"):
        return tongue.answer(choice)
    return spoken(choice, tongue)
