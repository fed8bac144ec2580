"""Reading a document into the model: names, notes, references and declared fields, every fault with its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from compiler.diagnostics import Diagnostic, Related, Sink, Span, diagnose
from compiler.diagnostics.slips import only_slip
from compiler.load.document import Document
from compiler.model.common import Field, FieldType, Kind, Name, Note, Origin, Source, Value
from compiler.model.ids import did_you_mean, meant, nearest
from compiler.model.lower.house import HOUSE

NOTE_KEYS = frozenset({"rule", "source", "note"})
_KIND_KEYS = frozenset({"name", "fields", *NOTE_KEYS})
_SOURCE = re.compile(r"^(\w+)\s*:?\s*(.*)$", re.DOTALL)
# What the field types mean in words, for messages.
_WORDS = {
    FieldType.INTEGER: "a whole number",
    FieldType.NUMBER: "a number",
    FieldType.TEXT: "a text",
    FieldType.NAME: "a name",
    FieldType.FLAG: "true or false",
    FieldType.CHOICE: "one of its choices",
    FieldType.COUNTER: "a counter",
    FieldType.SPACE: "a space",
    FieldType.SIDE: "a side",
    FieldType.CARD: "a card",
    FieldType.KIND: "a kind of counter",
}


_REFERENCES = (FieldType.COUNTER, FieldType.SPACE, FieldType.SIDE, FieldType.CARD, FieldType.KIND)


@lru_cache(maxsize=4096)
def read_source(text: str) -> Source:
    """`rulebook: 14.1` as a value."""
    found = _SOURCE.match(text)
    if found is None:
        return Source(Origin.OWN, text)
    return Source(Origin(found[1]), found[2].strip())


def read_name(value: Any, default: str = "") -> Name:
    """A name written as a word or as `{en, ja}`."""
    if isinstance(value, dict):
        return Name(value["en"], value.get("ja"))
    return Name(default if value is None else str(value))


def frozen(value: Any) -> Value:
    """Lists become tuples, so that the model cannot change."""
    return tuple(frozen(v) for v in value) if isinstance(value, list) else value


def pair(value: Any) -> tuple[float, float]:
    """A size or point: one number stands for a square."""
    if isinstance(value, (list, tuple)):
        return (float(value[0]), float(value[1]))
    return (float(value), float(value))


# what each file defines, as faults call it; a game without such things needs no such file
_DEFINES = {
    "counters": ("counter", "kind of counter", "kind", "mark", "mark on spaces"),
    "cards": ("card", "kind of card"),
    "tracks": ("track",),
    "sequence": ("node of the sequence",),
}


@dataclass(frozen=True, slots=True)
class PendingReference:
    """A field that names a counter, card, space or side; looked up once all are known."""

    what: FieldType
    id: str
    span: Span


class Absent:
    """Files that a game does not have, and the first place where what they would define is looked for."""

    def __init__(self, kinds: Collection[str]) -> None:
        self.files = {what: f"{kind}.yaml" for kind, words in _DEFINES.items() if kind not in kinds for what in words}
        self.missed: dict[str, list[tuple[str, Span]]] = {}

    def misses(self, id: str, what: str, span: Span) -> bool:
        """Whether nothing of a sort can be known, for want of the file; then that is told once, at the end."""
        if what in self.files:
            self.missed.setdefault(self.files[what], []).append((id, span))
        return what in self.files

    def faults(self) -> Iterator[Diagnostic]:
        """Each missing file once."""
        for file, missed in self.missed.items():
            (id, span), names = missed[0], len({id for id, _ in missed})
            others = f", and {names - 1} more" if names > 1 else ""
            yield diagnose(
                "M017", f"the game has no `{file}`, which would define `{id}`{others}", span, help=f"add `{file}`"
            )


class Reader:
    """One document on its way into the model."""

    def __init__(
        self,
        document: Document,
        sink: Sink,
        pending: list[PendingReference],
        absent: Absent,
        *,
        sectioned: bool = False,
    ) -> None:
        self.document = document
        self.sectioned = sectioned
        self.sink = sink
        self.pending = pending
        self.absent = absent
        self._unknown: set[Span] = set()  # keys told once: those of a spreadsheet stand in its header for every row

    # -- places ------------------------------------------------------------------------------------------------------
    def span(self, container: Any, key: Any = None) -> Span:
        return self.document.span(container, key)

    def sign_span(self, rows: Any, row: int, column: int) -> Span:
        """Where one sign of a drawn row stands; the whole row where it is not written as it reads."""
        span = self.span(rows, row)
        before = (span.length - len(rows[row])) // 2  # the quote
        if span.length not in (len(rows[row]), len(rows[row]) + 2):
            return span
        return span._replace(column=span.column + before + column, length=1)

    def key_span(self, container: Any, key: Any) -> Span:
        return self.document.key_span(container, key)

    def note(
        self, container: Mapping[str, Any], span: Span | None = None, places: Mapping[str, Span] | None = None
    ) -> Note:
        """Rule ids, source and remark of a datum, and the places of parts that a fault may be about."""
        rule, source = container.get("rule"), container.get("source")
        rules = () if rule is None else (rule,) if isinstance(rule, str) else tuple(rule)
        return Note(
            rules=rules,
            source=None if source is None else read_source(source),
            remark=container.get("note"),
            span=self.span(container) if span is None else span,
            places=places or {},
            sectioned=self.sectioned,
        )

    # -- faults ------------------------------------------------------------------------------------------------------
    def fault(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        related: Iterable[Related] = (),
        instead: tuple[str, str] | None = None,
    ) -> None:
        self.sink.add(diagnose(code, message, span, help=help, related=related, instead=instead))

    def known(self, id: Any, known: Collection[str], what: str, span: Span) -> bool:
        """Whether an id is defined; if not, that is reported with the nearest one."""
        if id in known:
            return True
        if self.absent.misses(str(id), what, span):
            return False
        help, word = did_you_mean(str(id), known, what=f"{what}s"), str(id)
        self.fault("M001", f"`{id}` is not a known {what}", span, help, instead=only_slip(word, known))
        return False

    def only_known(self, ids: Iterable[str], known: Collection[str], what: str, container: Any) -> tuple[str, ...]:
        """The ids of a list that are defined; the others are reported."""
        return tuple(
            id for i, id in enumerate(ids) if id in known or self.known(id, known, what, self.span(container, i))
        )

    # -- fields ------------------------------------------------------------------------------------------------------
    def fields(self, declared: Mapping[str, Any] | None, reserved: Collection[str] = ()) -> dict[str, Field]:
        """Declared fields by name."""
        found: dict[str, Field] = {}
        for id, raw in (declared or {}).items():
            where = self.key_span(declared, id)
            if id in reserved or id in NOTE_KEYS:
                self.fault(
                    "M019",
                    f"a field cannot be called `{id}`: that key has its own meaning",
                    where,
                    "choose another name for the field",
                )
                continue
            if raw["type"] == "choice" and not raw.get("choices"):
                self.fault("M006", f"field `{id}` is a choice without `choices`", where, "list its `choices`")
            field = self._field(id, raw, where)
            if "default" in raw:
                self._fits(field, raw["default"], raw, "default")
            found[id] = field
        return found

    def _field(self, id: str, raw: Mapping[str, Any], where: Span) -> Field:
        return Field(
            id=id,
            type=FieldType(raw["type"]),
            title=read_name(raw.get("title"), id.replace("_", " ")),
            many=raw.get("many", False),
            low=raw.get("min"),
            high=raw.get("max"),
            choices=tuple(raw.get("choices", ())),
            default=frozen(raw.get("default")),
            required=raw.get("required", False),
            note=self.note(raw, where),
        )

    def values(
        self,
        container: Mapping[str, Any],
        reserved: Collection[str],
        fields: Mapping[str, Field],
        what: str,
        *,
        complete: bool = True,
        declared_in: str = "`fields` of its kind",
    ) -> dict[str, Value]:
        """The declared fields a datum fills, defaults included; anything else in it is a fault."""
        found: dict[str, Value] = {}
        for key, value in container.items():
            if key in reserved:
                continue
            declared = fields.get(key)
            if declared is None:
                choices, where = [*fields, *sorted(reserved)], self.key_span(container, key)
                near = nearest(key, choices)
                if where in self._unknown:
                    continue
                self._unknown.add(where)
                self.fault(
                    "M003",
                    f"{what} has no field `{key}`",
                    where,
                    f"did you mean `{near}`?" if near else f"declare `{key}` under {declared_in}, or take it out",
                    instead=only_slip(key, choices),
                )
                continue
            if self._fits(declared, value, container, key):
                named = declared.type is FieldType.NAME and not declared.many
                found[key] = read_name(value) if named else frozen(value)
        if complete:
            for id, declared in fields.items():
                if id in found or id in container:
                    continue
                if declared.default is not None:
                    found[id] = declared.default
                elif declared.required and id not in meant((key for key in container if key not in reserved), fields):
                    self.fault("M006", f"{what} lacks `{id}`", self.span(container), f"every such datum needs `{id}`")
        return found

    def _fits(self, declared: Field, value: Any, container: Any, key: str) -> bool:
        if value is None:
            return True
        many = declared.many
        if many != isinstance(value, list):
            wanted = f"a list, each {_WORDS[declared.type]}" if many else _WORDS[declared.type]
            self.fault(
                "M004",
                f"`{key}` must be {wanted}",
                self.span(container, key),
                "write it in brackets: `[…]`" if many else None,
            )
            return False
        items = value if many else (value,)
        fits = [self._fits_one(declared, item, container, key) for item in items]  # all faults, not the first
        return all(fits)

    def _fits_one(self, declared: Field, item: Any, container: Any, key: str) -> bool:
        kind = declared.type
        if kind is FieldType.INTEGER:
            good = isinstance(item, int) and not isinstance(item, bool)
        elif kind is FieldType.NUMBER:
            good = isinstance(item, (int, float)) and not isinstance(item, bool)
        elif kind is FieldType.FLAG:
            good = isinstance(item, bool)
        elif kind is FieldType.NAME:
            good = isinstance(item, str) or (isinstance(item, dict) and "en" in item)
        elif kind is FieldType.CHOICE:
            good = item in declared.choices
        else:
            good = isinstance(item, str)
        if not good:
            shown = f"`{item}`" if not isinstance(item, (dict, list)) else "that"
            help = None
            if kind is FieldType.CHOICE:
                near = did_you_mean(str(item), declared.choices, what="choices")
                help = near or "write one of " + ", ".join(f"`{choice}`" for choice in declared.choices)
            if help is None and isinstance(item, (int, float)) and kind not in (FieldType.INTEGER, FieldType.NUMBER):
                help = f'quote it: `{key}: "{item}"`'
            self.fault("M004", f"`{key}` must be {_WORDS[kind]}, not {shown}", self.span(container, key), help)
            return False
        if kind in (FieldType.INTEGER, FieldType.NUMBER):
            low, high = declared.low, declared.high
            if (low is not None and item < low) or (high is not None and item > high):
                bounds = f"{low if low is not None else '…'} to {high if high is not None else '…'}"
                self.fault(
                    "M005",
                    f"`{key}` is {item}, outside {bounds}",
                    self.span(container, key),
                    f"mend the number, or the bounds of the field `{key}`",
                    [Related(declared.note.span, "declared here")],
                )
                return False
        elif kind in _REFERENCES:
            self.pending.append(PendingReference(kind, item, self.span(container, key)))
        return True

    def kinds(self, raw_map: Mapping[str, Any], key: str, place: str, what: str) -> dict[str, Kind]:
        """Kinds by id; their own values are those declared under `place`, or else those the house looks for."""
        found: dict[str, Kind] = {}
        container: Mapping[str, Any] = raw_map.get(key) or {}
        own = self.fields(raw_map[place]) if place in raw_map else {}
        known = own if place in raw_map else HOUSE[place]
        for id, raw in container.items():
            found[id] = Kind(
                id=id,
                name=read_name(raw.get("name"), id.replace("_", " ")),
                fields=self.fields(raw.get("fields")),
                values=self.values(raw, _KIND_KEYS, known, f"{what} `{id}`", declared_in=f"`{place}`"),
                own=own,
                note=self.note(raw, self.key_span(container, id)),
            )
        return found
