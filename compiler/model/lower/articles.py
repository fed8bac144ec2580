"""steps.yaml, and what of sequence.yaml is in the same language: kept as written, with the place of each part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.articles import Article, Articles, Entries, Path, Written, rules_in
from compiler.model.common import Note
from compiler.model.lower.reading import Reader, frozen, read_name

_PLAIN = ("modifiers", "bars", "ways", "lines", "scorings", "incomes", "victories", "events")


def articles(read: Reader) -> Articles:
    """All entries of the document."""
    raw = read.document.value
    holding = raw.get("holding")
    return Articles(
        **{key: _entries(read, raw.get(key, {})) for key in _PLAIN},
        menus={id: _entries(read, menu) for id, menu in raw.get("menus", {}).items()},
        results={id: _entries(read, codes) for id, codes in raw.get("results", {}).items()},
        holding=_article(read, raw, "holding", holding) if holding is not None else None,
    )


def _entries(read: Reader, part: Mapping[str, Any]) -> Entries:
    return {id: _article(read, part, id, raw) for id, raw in part.items()}


def _article(read: Reader, part: Mapping[str, Any], id: str, raw: Any) -> Article:
    named = raw.get("name") if isinstance(raw, dict) else None
    text = written(read, part, id)
    note = Note(rules=tuple(dict.fromkeys(rules_in(raw))), span=read.key_span(part, id))
    name = read_name(named, id.replace("_", " ").capitalize())
    return Article(id=id, name=name, written=text, note=note)


def written(read: Reader, container: Mapping[str, Any], key: str) -> Written:
    """What stands under a key, as it is."""
    places: dict[Path, Any] = {}
    _note_places(read, container[key], (), places)
    value = container[key]
    keys = {name: read.key_span(value, name) for name in value} if isinstance(value, dict) else {}
    return Written(value=frozen_deep(value), places=places, span=read.span(container, key), keys=keys)


def frozen_deep(value: Any) -> Any:
    """Lists become tuples, inside mappings too."""
    if isinstance(value, dict):
        return {key: frozen_deep(part) for key, part in value.items()}
    return tuple(frozen_deep(part) for part in value) if isinstance(value, list) else frozen(value)


def _note_places(read: Reader, value: Any, path: Path, places: dict[Path, Any]) -> None:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        places[*path, key] = read.span(value, key)
        _note_places(read, value[key], (*path, key), places)
