"""The page of keys, read off the finished module: what it lists is what the module hears."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from compiler.emit.module import html
from compiler.emit.module.destinations import BACK
from compiler.emit.module.pieces import Box
from compiler.vassal.buildfile import Component
from compiler.vassal.components import attributes
from compiler.vassal.keys import Key, read_key
from compiler.vassal.record import specs
from compiler.vassal.traits import Prototype, SubMenu, Trait
from compiler.vassal.values import PropertyCommand

NAME = "help_keys.html"
_ALL = "all pieces"
_NAMES = {"zoomInKey": "Zoom in", "zoomOutKey": "Zoom out", "zoomPickKey": "Choose a zoom"}


def key_page(box: Box, root: Component) -> bytes:
    """The page: the keys of the windows, then those of pieces."""
    windows = dict.fromkeys((key.words, text) for key, text in toolbar_keys(root))
    pieces = [[key.words, text, ", ".join(kinds)] for (key, text), kinds in piece_keys(box).items()]
    return html.page(
        "Keys",
        html.heading("Anywhere"),
        html.grid(["Key", "What it does"], [list(row) for row in windows]),
        html.heading("On pieces"),
        html.paragraph("Select pieces first. A key does what the menu of the piece offers, and nothing else."),
        html.grid(["Key", "What it does", "Which pieces"], sorted(pieces)),
    )


def toolbar_keys(root: Component) -> Iterator[tuple[Key, str]]:
    """The keys of windows and buttons that players press."""
    for part in root.walk():
        for attribute in attributes(part.tag):
            key = read_key(part.get(attribute.name)) if attribute.kind == "k" else Key()
            if key and not key.name and part.kind != "CounterDetailViewer":
                yield key, _about(part, attribute.name)


def _about(part: Component, attribute: str) -> str:
    """What a key of a component does, by its own words."""
    if attribute in _NAMES:
        return _NAMES[attribute]
    if attribute == "markUnmovedHotkey":
        return part.get("markUnmovedTooltip")
    return part.get("tooltip") or part.get("text") or part.get("buttonText") or part.get("name")


def piece_keys(box: Box) -> dict[tuple[Key, str], list[str]]:
    """Every key that a menu of a piece shows, with the kinds of pieces that have it."""
    game = box.plan.game
    by_kind: dict[str, list[str]] = {}
    for counter in game.counters.values():
        by_kind.setdefault(game.counter_kinds[counter.kind].name.en, []).append(counter.id)
    for card in game.cards.values():
        by_kind.setdefault(game.card_kinds[card.kind].name.en, []).append(card.id)
    signs = [id for id in box.designs if id not in game.counters and id not in game.cards]
    if signs:
        by_kind.setdefault("Marks", []).extend(signs)
    found: dict[tuple[Key, str], list[str]] = {}
    for title, ids in by_kind.items():
        for pair in dict.fromkeys(pair for trait in _traits(box, ids) for pair in _offered(trait)):
            found.setdefault(pair, []).append(title)
    return {pair: [_ALL] if len(kinds) == len(by_kind) else kinds for pair, kinds in found.items()}


def _traits(box: Box, ids: list[str]) -> Iterator[Trait]:
    """The traits of some designs; those of a prototype once."""
    seen: set[str] = set()
    waiting = [trait for id in ids for trait in box.designs[id].traits]
    while waiting:
        trait = waiting.pop()
        if not isinstance(trait, Prototype):
            yield trait
        elif trait.name not in seen:
            seen.add(trait.name)
            waiting += box.shelf.definitions.get(trait.name, ())


def _offered(trait: Trait) -> Iterator[tuple[Key, str]]:
    """The keys of a trait that its menu shows."""
    for name, menu in _keys_of(type(trait)):  # type: ignore[arg-type]  # a class is hashable, whatever its values are
        if menu is None:
            commands: tuple[PropertyCommand, ...] = getattr(trait, name)
            yield from ((c.key, c.menu) for c in commands if c.menu and c.key and not c.key.name)
            continue
        key, text = getattr(trait, name), getattr(trait, menu)
        if text and isinstance(key, Key) and key and not key.name:
            yield key, short_of(str(text))


def short_of(menu: str) -> str:
    """What a menu says for all sides: `Back to Armies` of `Back to Armies: Oda`."""
    return menu.partition(": ")[0] if menu.startswith(BACK) else menu


@cache
def _keys_of(kind: Any) -> tuple[tuple[str, str | None], ...]:
    """The fields of a trait that hear keys, each with the field of its menu; None: they bring their menus along."""
    if issubclass(kind, SubMenu):
        return ()
    known = {spec.name for spec in specs(kind)}
    found: list[tuple[str, str | None]] = []
    for spec in specs(kind):
        menu = spec.name.removesuffix("key") + "menu"
        if spec.kind.role == "changes":
            found.append((spec.name, None))
        elif spec.kind.role == "hears" and menu in known:
            found.append((spec.name, menu))
    return tuple(found)
