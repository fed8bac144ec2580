"""What stands of a file with faults of shape: the faulty parts are taken out, so that names can still be looked up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from compiler.load.document import Document
from compiler.schema.fault import Fault
from compiler.schema.messages import MAX_FAULTS, leaves
from compiler.schema.validate import Checker, checker

Path = tuple[Any, ...]
_ROUNDS = 12  # what was left out may be needed by what holds it, which is then left out too
_LARGEST = 2_000_000  # characters: a larger file is not worth a second look before its faults are mended
_STRANGE = ("additionalProperties", "unevaluatedProperties")


class Salvaged(NamedTuple):
    """The sound part of a document, and what was taken out."""

    document: Document
    words: set[str]  # all that stood in what was taken out, and the names of what held it
    section: bool  # whether a section went as a whole: what it would define, such as a grid of hexes, is not known


def salvaged(document: Document, kind: str) -> Salvaged | None:
    """A document without what is wrong in its shape; None if nothing stands without that."""
    if len(document.text) > _LARGEST or not isinstance(document.value, (dict, list)):
        return None
    judge, sound = checker(kind), _copied(document)
    words: set[str] = set()
    section = False
    for _ in range(_ROUNDS):
        if judge.gate.is_valid(sound.value):
            return Salvaged(sound, words, section)
        paths = _outermost(path for fault in judge.faults(sound) for path in _faulty(fault, judge, sound))
        if () in paths:
            return None
        for path in sorted(paths, key=_last_first, reverse=True):
            lost = _cut(sound, path)
            words |= {str(step) for step in path[1:]} | set(_words(lost))
            holds = isinstance(lost, (dict, list)) or path[0] in judge.root.get("properties", {})
            section = section or path[0] in ("grid", "rows") or (len(path) == 1 and holds)
    return None


def _faulty(fault: Fault, judge: Checker, document: Document) -> Iterator[Path]:
    """What must go for a fault to go."""
    for leaf in itertools.islice(leaves(fault, judge.root), MAX_FAULTS):
        if leaf.keyword in _STRANGE:
            known = leaf.schema.get("properties", {})
            yield from ((*leaf.path, key) for key in leaf.instance if key not in known)
        elif leaf.keyword == "propertyNames":
            yield from ((*leaf.path, key) for key in leaf.instance)
        else:
            # in a list of plain values each has its place: without one, the others would stand for something else
            plain = leaf.path and isinstance(leaf.path[-1], int) and not isinstance(leaf.instance, (dict, list))
            yield leaf.path[:-1] if plain else leaf.path


def _outermost(paths: Iterator[Path]) -> set[Path]:
    found = set(paths)
    return {path for path in found if not any(path[:n] in found for n in range(len(path)))}


def _last_first(path: Path) -> tuple[tuple[bool, Any], ...]:
    """Items of a list go from its end, so that places before them stay."""
    return tuple((isinstance(step, int), step) for step in path)


def _cut(document: Document, path: Path) -> Any:
    """Take a value out of a document; all that is left keeps its place."""
    holder = document.value
    for step in path[:-1]:
        holder = holder[step]
    lost = holder[path[-1]]
    document.forget(holder, path[-1])
    document.retire(lost)
    del holder[path[-1]]
    return lost


def _words(value: Any) -> Iterator[str]:
    """Every key and text within."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _words(item)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)
    elif value is not None:
        yield str(value)


def _copied(document: Document) -> Document:
    """A document of its own to cut from: others may hold the one that was read."""
    places: dict[int, list[int]] = {}

    def copy(value: Any) -> Any:
        if not isinstance(value, (dict, list)):
            return value
        twin: Any = {k: copy(v) for k, v in value.items()} if isinstance(value, dict) else [copy(v) for v in value]
        if id(value) in document.places:
            places[id(twin)] = list(document.places[id(value)])
        return twin

    return replace(document, value=copy(document.value), places=places, _slots={}, _retired=[])
