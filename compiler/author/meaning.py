"""A game as facts: every thing with its aspects, read off the model, so that how a file is written tells nothing."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.author.differing import Facts, Leaf
from compiler.model.common import Name, Note
from compiler.model.game import Game
from compiler.model.graph import Link, Map
from compiler.model.scenario import Placement
from compiler.model.tables import ResultTable

__all__ = ["game_facts"]

# fields of the game → what a thing in it is called
_SECTIONS = {
    "seats": "seats", "sides": "sides", "alliances": "alliances", "dice": "dice", "options": "options",
    "constants": "constants", "counter_kinds": "kinds of counter", "counters": "counters", "marks": "marks",
    "card_kinds": "kinds of card", "cards": "cards", "piles": "piles", "tracks": "tracks", "tables": "tables",
    "scenarios": "scenarios",
}  # fmt: skip
_MAP = {
    "terrain": "terrain", "space_kinds": "kinds of space", "link_kinds": "kinds of link",
    "feature_kinds": "features", "spaces": "spaces", "regions": "regions", "displays": "displays",
}  # fmt: skip
_SKIPPED = ("id", "folder")  # the name of a thing is its key


def game_facts(game: Game) -> Facts:
    """Everything a game defines."""
    facts: dict[str, dict[str, dict[str, Leaf]]] = {"game": {game.id: _title(game)}}
    for name, section in _SECTIONS.items():
        facts[section] = {id: dict(_aspects(thing)) for id, thing in getattr(game, name).items()}
    for board in game.boards:
        _board(facts, board, f" of {board.face}" if len(game.boards) > 1 else "")
    facts["sequence of play"] = {node.id: dict(_aspects(node, but=("children",))) for node in game.steps()}
    for part, holder in (("rolls", game.rolls), ("upkeep", game.upkeep)):
        for each in dataclasses.fields(holder):
            things = getattr(holder, each.name)
            if isinstance(things, Mapping) and things:
                facts[f"{part}: {each.name}"] = {id: dict(_aspects(thing)) for id, thing in things.items()}
    if game.ledger is not None:
        facts["rules"] = {id: dict(_aspects(row)) for id, row in game.ledger.rows.items()}
    facts["worked examples"] = {id: {"text": _packed(document.value)} for id, document in game.examples.items()}
    facts["art"] = {each.name: {"": _packed(getattr(game.art, each.name))} for each in dataclasses.fields(game.art)
                    if each.compare and getattr(game.art, each.name)}  # fmt: skip
    return {section: things for section, things in facts.items() if things}


def _title(game: Game) -> dict[str, Leaf]:
    about = {"title": game.title, "subtitle": game.subtitle, "version": game.version, "description": game.description,
             "rules": game.rules, "credits": dict(game.credits), "help": game.help}  # fmt: skip
    return {name: _leaf(value) for name, value in about.items() if value}


def _board(facts: dict[str, dict[str, dict[str, Leaf]]], board: Map, which: str) -> None:
    about = {"name": _leaf(board.name), "kind": board.kind, "size": _leaf(board.size)}
    facts.setdefault("maps", {})[board.id] = {**about, "stacking": tuple(map(_brief, board.stacking))}
    for name, section in _MAP.items():
        facts[section + which] = {id: dict(_aspects(thing)) for id, thing in getattr(board, name).items()}
    links: dict[str, dict[str, Leaf]] = {}
    for link in board.links:
        links.setdefault(_ends(link), {})[link.kind] = ", ".join((*link.features, *_pairs(link.values))) or "plain"
    facts["links" + which] = links


def _ends(link: Link) -> str:
    return f"{link.a} → {link.b}" if link.one_way else " – ".join(sorted((link.a, link.b)))


def _aspects(thing: Any, prefix: str = "", but: tuple[str, ...] = ()) -> Iterator[tuple[str, Leaf]]:
    """The aspects of a thing, each once; what lies deeper has its way in front."""
    if not dataclasses.is_dataclass(thing) or isinstance(thing, type):
        yield prefix or "value", _leaf(thing)
        return
    for each in dataclasses.fields(thing):
        value = getattr(thing, each.name)
        if isinstance(value, Note):
            yield from _note(value, prefix)
        elif each.compare and each.name not in (*_SKIPPED, *but) and value not in (None, "", (), {}):
            yield from _aspect(f"{prefix}{each.name}", value, prefix, table=isinstance(thing, ResultTable))


def _aspect(name: str, value: Any, prefix: str, *, table: bool) -> Iterator[tuple[str, Leaf]]:
    plain = name.replace("_", " ")
    if isinstance(value, Mapping):
        lead = prefix if name.endswith("values") else f"{plain} "
        for key, inner in value.items():
            if dataclasses.is_dataclass(inner) and not isinstance(inner, Name):
                yield from _aspects(inner, f"{lead}{key} ")
            else:
                yield f"{lead}{key}", _leaf(inner)
    elif isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]) and not isinstance(value[0], Name):
        if all(hasattr(item, "id") for item in value):
            for item in value:
                yield from _aspects(item, f"{plain} {item.id} ")
        else:
            yield plain, tuple(_brief(item) for item in value)
    elif table and isinstance(value, tuple) and value and isinstance(value[0], tuple):
        for number, row in enumerate(value, 1):
            yield f"{plain} row {number}", _leaf(row)
    elif dataclasses.is_dataclass(value) and not isinstance(value, Name):
        yield from _aspects(value, f"{plain} ")
    else:
        yield plain, _leaf(value)


def _note(note: Note, prefix: str) -> Iterator[tuple[str, Leaf]]:
    if note.rules:
        yield f"{prefix}rule", ", ".join(note.rules)
    if note.source is not None:
        yield f"{prefix}source", str(note.source)
    if note.remark:
        yield f"{prefix}note", note.remark


def _brief(thing: Any) -> str:
    """A thing without a name of its own in a few words."""
    if isinstance(thing, Placement):
        many = f" ×{thing.count}" if thing.count > 1 else ""
        more = [thing.face or "", f"{thing.steps} steps" if thing.steps else "", *_pairs(thing.marks)]
        rest = ", ".join(each for each in more if each)
        return f"{thing.counter}{many} at {thing.at}" + (f" ({rest})" if rest else "")
    parts = [f"{name} {leaf if isinstance(leaf, str) else ', '.join(leaf)}" for name, leaf in _aspects(thing)]
    return ", ".join(parts)


def _pairs(values: Mapping[str, Any]) -> Iterator[str]:
    return (f"{key} {_leaf(value)}" for key, value in values.items())


def _leaf(value: Any) -> str:
    match value:
        case Name():
            return f"{value.en} {value.ja}" if value.ja else value.en
        case enum.Enum():
            return str(value.value)
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case tuple() | list():
            return ", ".join(f"({_leaf(item)})" if isinstance(item, (tuple, list)) else _leaf(item) for item in value)
        case Mapping():
            return ", ".join(_pairs(value))
        case _ if dataclasses.is_dataclass(value):
            return _brief(value)
        case _:
            return str(value)


def _packed(value: Any) -> tuple[str, ...]:
    """Any values as a list of their leaves, each with the way to it."""
    return tuple(_walk(value, ""))


def _walk(value: Any, way: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _walk(inner, f"{way}.{key}" if way else str(key))
    elif isinstance(value, (list, tuple)) and any(isinstance(item, (Mapping, list, tuple)) for item in value):
        for number, inner in enumerate(value, 1):
            yield from _walk(inner, f"{way}[{number}]")
    else:
        yield f"{way} {_leaf(value)}".strip()
