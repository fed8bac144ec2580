"""Every id of a game across its files: where it is defined, where it is used. Read off the files, not off the model,
so that it stands while a game has faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.diagnostics import Span
from compiler.load.bundle import kind_of
from compiler.load.document import Document

__all__ = ["Index", "Mention", "read_index"]

# kind of file → the key of a mapping whose keys are ids → what those are
_DEFINING: Mapping[str, Mapping[str, str]] = {
    "game": {"seats": "seat", "sides": "side", "alliances": "alliance", "dice": "die", "options": "option",
             "constants": "constant"},
    "counters": {"kinds": "kind of counter", "marks": "mark", "counters": "counter"},
    "cards": {"kinds": "kind of card", "cards": "card"},
    "map": {"terrain": "terrain", "space_kinds": "kind of space", "link_kinds": "kind of link",
            "feature_kinds": "feature", "spaces": "space", "areas": "space", "boxes": "space", "regions": "region",
            "displays": "display"},
    "piles": {"piles": "pile"},
    "tracks": {"tracks": "track"},
    "tables": {"tables": "table"},
    "rolls": {"modifiers": "modifier", "checks": "check", "contests": "contest", "pools": "pool", "volleys": "volley"},
    "upkeep": {"incomes": "income", "ladders": "ladder", "reveals": "reveal", "covers": "cover", "resets": "reset",
               "scores": "score", "rankings": "ranking", "sends": "send", "marches": "march", "holdings": "holding",
               "payments": "payment", "allowances": "allowance"},
    "art": {"schemes": "scheme", "counters": "layout", "cards": "layout"},
}  # fmt: skip
# a key → what its value can be, where an id alone would be of two kinds
_CONTEXT: Mapping[str, tuple[str, ...]] = {
    "side": ("side",), "sides": ("side",), "seat": ("seat",), "seats": ("seat",), "counter": ("counter",),
    "counters": ("counter", "kind of counter"), "put": ("counter", "card"), "unused": ("counter", "card"),
    "card": ("card",), "cards": ("card",), "at": ("space", "pile"), "mark": ("mark",), "marks": ("mark",),
    "track": ("track",), "tracks": ("track",), "table": ("table",), "dice": ("die",), "die": ("die",),
    "pile": ("pile",), "piles": ("pile",), "region": ("region",), "terrain": ("terrain",), "is": ("feature",),
    "by": ("kind of link",), "layout": ("layout",), "scheme": ("scheme",), "scheme_of": ("side",),
    "space": ("space",), "option": ("option",), "options": ("option",), "legend": ("terrain",),
    "kind": ("kind of counter", "kind of card", "kind of space", "kind of link"),
    "of": ("kind of counter", "kind of card"), "kinds": ("kind of counter", "kind of card", "kind of space"),
    "clears_at": ("node",), "refill_at": ("node",), "like": ("scenario", "counter", "card", "table"),
    "rule": ("rule",), "rules": ("rule",), "same_as": ("rule",), "depends": ("rule",), "display": ("display",),
}  # fmt: skip
_KIND_IN = {"counters": "kind of counter", "cards": "kind of card"}
# what is for people to read is never an id
_WORDS = frozenset({
    "en", "ja", "name", "title", "subtitle", "description", "text", "says", "note", "source", "sources", "test",
    "credits", "help", "version", "label", "doubt", "reading", "waived", "prompt", "seal_text", "outline", "palette",
})  # fmt: skip
_NAMING = {"sequence": ("node", ("id", "phase")), "scenario": ("scenario", ("id",)), "ledger": ("rule", ("id",))}


@dataclass(frozen=True, slots=True)
class Mention:
    """An id as it stands in a file: what it is of, where, and whether this is the place that defines it."""

    id: str
    what: str
    span: Span
    file: str
    defines: bool = False
    key: str = ""

    def covers(self, line: int, column: int) -> bool:
        """Whether a place, 1-based, lies on it; the end counts, where a hand rests after typing."""
        return self.span.line == line and self.span.column <= column <= self.span.column + self.span.length


@dataclass(slots=True)
class Index:
    """All ids of a game."""

    defined: dict[tuple[str, str], list[Mention]] = field(default_factory=dict)
    used: dict[tuple[str, str], list[Mention]] = field(default_factory=dict)
    by_file: dict[str, list[Mention]] = field(default_factory=dict)

    def add(self, mention: Mention) -> None:
        kept = self.defined if mention.defines else self.used
        kept.setdefault((mention.what, mention.id), []).append(mention)
        self.by_file.setdefault(mention.file, []).append(mention)

    def at(self, file: str, line: int, column: int) -> list[Mention]:
        """What is mentioned at a place: one id, of one kind or of several where the files do not tell."""
        return [each for each in self.by_file.get(file, ()) if each.covers(line, column)]

    def places(self, mention: Mention, *, definition: bool = True, uses: bool = True) -> list[Mention]:
        """Where the thing of a mention is defined and used, in reading order."""
        thing = (mention.what, mention.id)
        found = [*(self.defined.get(thing, ()) if definition else ()), *(self.used.get(thing, ()) if uses else ())]
        return sorted(found, key=lambda each: each.span)

    def ids(self, key: str, kind: str | None = None) -> list[tuple[str, str]]:
        """The ids that can stand under a key of a kind of file, each with what it is; all where nothing is known."""
        wanted = _fitting(key, kind)
        return sorted({(id, what) for what, id in self.defined if ((not wanted or what in wanted) and what != "rule")
                       or (what == "rule" and "rule" in wanted)})  # fmt: skip


def _fitting(key: str, kind: str | None) -> tuple[str, ...]:
    if key == "kind" and kind in _KIND_IN:
        return (_KIND_IN[kind],)
    return _CONTEXT.get(key, ())


def read_index(documents: Mapping[str, Document]) -> Index:
    """The index of files given by name."""
    index = Index()
    walks = [_Walk(name, document, kind_of(name) or "") for name, document in documents.items()]
    for walk in walks:
        for mention in walk.definitions():
            index.add(mention)
    known: dict[str, set[str]] = {}
    for what, id in index.defined:
        known.setdefault(id, set()).add(what)
    own = {(each.file, each.span) for mentions in index.defined.values() for each in mentions}
    for walk in walks:
        for mention in walk.uses(known):
            if (mention.file, mention.span) not in own:
                index.add(mention)
    return index


class _Walk:
    """One file on its way into the index."""

    def __init__(self, name: str, document: Document, kind: str) -> None:
        self.name = name
        self.document = document
        self.kind = kind

    def definitions(self) -> Iterator[Mention]:
        root = self.document.value
        if not isinstance(root, dict):
            return
        for key, what in _DEFINING.get(self.kind, {}).items():
            inside = root.get(key)
            if isinstance(inside, dict):
                for id, thing in inside.items():
                    yield self._key(inside, id, what, key)
                    fields = thing.get("fields") if isinstance(thing, dict) else None
                    yield from self._fields(fields)
        for key in ("terrain_fields", "feature_fields", "space_fields", "link_fields", "region_fields"):
            yield from self._fields(root.get(key))
        if self.kind in _NAMING:
            what, keys = _NAMING[self.kind]
            for holder in [root] if self.kind == "scenario" else _mappings(root):
                for key in [key for key in keys if isinstance(holder.get(key), str)][:1]:
                    yield Mention(holder[key], what, self.document.span(holder, key), self.name, True, key)

    def _fields(self, fields: Any) -> Iterator[Mention]:
        if isinstance(fields, dict):
            yield from (self._key(fields, id, "field", "fields") for id in fields)

    def _key(self, holder: Any, id: Any, what: str, key: str) -> Mention:
        return Mention(str(id), what, self.document.key_span(holder, id), self.name, True, key)

    def uses(self, known: Mapping[str, set[str]]) -> Iterator[Mention]:
        """Every scalar and key that is an id of something, of what its key allows."""
        if self.kind == "lock":
            for group, numbers in self.document.value.items() if isinstance(self.document.value, dict) else ():
                for written in numbers if isinstance(numbers, dict) else ():
                    id, span = written.partition("#")[0], self.document.key_span(numbers, written)
                    yield from self._meant(id, group, span if id == written else _inside(span, id), known)
            return
        yield from self._below(self.document.value, "", known)

    def _below(self, here: Any, key: str, known: Mapping[str, set[str]]) -> Iterator[Mention]:
        if isinstance(here, dict):
            for name, value in here.items():
                id = str(name).partition("#")[0]
                if id in known:
                    span = self.document.key_span(here, name)
                    cut = span if id == name else _inside(span, id)
                    yield from self._meant(id, key, cut, known, of_key=True)
                if name in _WORDS:
                    continue
                yield from self._value(here, name, value, str(name), known)
        elif isinstance(here, list):
            for i, value in enumerate(here):
                yield from self._value(here, i, value, key, known)

    def _value(self, here: Any, at: Any, value: Any, key: str, known: Mapping[str, set[str]]) -> Iterator[Mention]:
        if isinstance(value, (dict, list)):
            yield from self._below(value, key, known)
        elif isinstance(value, str):
            id = value.partition("#")[0]  # one of several copies of a counter
            if id in known:
                span = self.document.span(here, at)
                cut = span if id == value else _inside(span, id)
                yield from self._meant(id, key, cut, known)

    def _meant(
        self, id: str, key: str, span: Span, known: Mapping[str, set[str]], *, of_key: bool = False
    ) -> Iterator[Mention]:
        fitting = _fitting(key, self.kind)
        candidates = sorted(known.get(id, ()))
        chosen = [what for what in candidates if what in fitting]
        if not chosen and ((fitting and key in ("rule", "rules")) or (of_key and id in _CONTEXT)):
            return  # a rule not in the ledger, or a key of ours such as `track`
        for what in chosen or [what for what in candidates if what != "rule"]:
            if not (of_key and what == "field" and key == "fields"):
                yield Mention(id, what, span, self.name, False, key)


def _inside(span: Span, id: str) -> Span:
    """The id alone of one copy, `guard#2`, with the quote it may stand in."""
    quote = 1 if span.length > len(id) + 2 else 0
    return span._replace(length=len(id) + quote)


def _mappings(value: Any) -> Iterable[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _mappings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _mappings(inner)
