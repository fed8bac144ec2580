"""Counters and their marks, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.diagnostics import Span
from compiler.model.common import Name, Value
from compiler.model.counters import Card, CardKind, Counter, CounterKind, Face, Mark, Still
from compiler.model.lower.reading import NOTE_KEYS, Reader, pair, read_name

COUNTER_KEYS = frozenset({"kind", "name", "side", "count", "steps", "image", "faces", *NOTE_KEYS})
_FACE_KEYS = frozenset({"state", "name", "side", "image", *NOTE_KEYS})
CARD_KEYS = frozenset({"kind", "number", "name", "copies", "side", "when", "effect", "image", *NOTE_KEYS})


def counter_kinds(read: Reader) -> dict[str, CounterKind]:
    """Kinds of counters by id."""
    found: dict[str, CounterKind] = {}
    raw_kinds = read.document.value.get("kinds", {})
    for id, raw in raw_kinds.items():
        where = read.key_span(raw_kinds, id)
        counters = read.document.value.get("counters", {})
        document = {name: one for name, one in counters.items() if one.get("kind") == id}
        found[id] = CounterKind(
            id=id,
            name=read_name(raw["name"]),
            size=pair(raw["size"]),
            shape=raw.get("shape", "square"),
            fields=read.fields(raw.get("fields"), COUNTER_KEYS),
            marks=tuple(raw.get("marks", ())),
            stacks=raw.get("stacks", True),
            marker=raw.get("marker", False),
            limited=raw.get("limited", True),
            hidden=raw.get("hidden", False),
            layout=raw.get("layout"),
            still=tuple(_still(read, raw, document)),
            note=read.note(raw, where, _layout(read, raw)),
        )
    return found


def _layout(read: Reader, raw: Mapping[str, Any]) -> dict[str, Span]:
    """Where a kind names its layout."""
    return {"layout": read.document.span(raw, "layout")} if "layout" in raw else {}


def _still(read: Reader, raw: Mapping[str, Any], counters: Mapping[str, Any]) -> Iterator[Still]:
    """What keeps a kind from marching; its flags are its own, its faces those of its counters."""
    flags = [name for name, field in raw.get("fields", {}).items() if field.get("type") == "flag"]
    faces = {face: None for counter in counters.values() for face in counter.get("faces", {})}
    for one in raw.get("still", ()):
        yield Still(
            read.only_known(one.get("flags", ()), flags, "flag of the kind", one.get("flags")),
            read.only_known(one.get("faces", ()), faces, "face", one.get("faces")),
            read.note(one, read.span(raw, "still")),
        )


def marks(read: Reader) -> dict[str, Mark]:
    """Marks by id."""
    found: dict[str, Mark] = {}
    raw_marks = read.document.value.get("marks", {})
    for id, raw in raw_marks.items():
        values: tuple[Value, ...] = (True,)
        if "values" in raw:
            values = tuple(raw["values"])
        elif "min" in raw or "max" in raw:
            values = tuple(range(raw.get("min", 0), raw.get("max", 0) + 1))
        found[id] = Mark(
            id=id,
            name=read_name(raw["name"]),
            on=tuple(raw["on"]),
            values=values,
            clears_at=raw.get("clears_at"),
            counter=raw.get("counter"),
            secret=raw.get("secret", False),
            stays=raw.get("stays", False),
            quiet=raw.get("quiet", False),
            told=raw.get("told"),
            of=tuple(raw.get("of", ())),
            counters=raw.get("counters", {}),
            note=read.note(raw, read.key_span(raw_marks, id)),
        )
    return found


def counters(read: Reader, kinds: Mapping[str, CounterKind], sides: Mapping[str, Any]) -> dict[str, Counter]:
    """Every counter of the mix, by id."""
    found: dict[str, Counter] = {}
    raw_counters = read.document.value.get("counters", {})
    for id, raw in raw_counters.items():
        where = read.key_span(raw_counters, id)
        kind = kinds.get(raw["kind"])
        if kind is None:  # told once; the counter itself is known
            read.known(raw["kind"], kinds, "kind of counter", read.span(raw, "kind"))
            found[id] = Counter(id=id, kind=raw["kind"], name=read_name(raw["name"]), side=None, count=1, faces=())
            continue
        side = raw.get("side")
        if side is not None and side not in sides:
            read.known(side, sides, "side", read.span(raw, "side"))
        what = f"`{id}`"
        values = read.values(raw, COUNTER_KEYS, kind.fields, what)
        name = read_name(raw["name"])
        faces = _faces(read, raw, kind, name, side, values, what, sides)
        found[id] = Counter(
            id=id,
            kind=kind.id,
            name=name,
            side=side,
            count=raw.get("count", 1),
            faces=faces,
            steps=raw.get("steps", 1),
            values=values,
            note=read.note(raw, where, _images(read, raw, *raw.get("faces", {}).values())),
        )
    return found


def _images(read: Reader, *holders: Mapping[str, Any]) -> dict[str, Span]:
    """Where each picture is named."""
    return {holder["image"]: read.span(holder, "image") for holder in holders if "image" in holder}


def _faces(
    read: Reader,
    raw: Mapping[str, Any],
    kind: CounterKind,
    name: Name,
    side: str | None,
    values: Mapping[str, Value],
    what: str,
    sides: Mapping[str, Any],
) -> tuple[Face, ...]:
    faces = raw.get("faces")
    first = "marker" if kind.marker else "front"
    if not faces:
        return (Face(id="front", state=first, name=name, side=side, values=values, image=raw.get("image")),)
    found: list[Face] = []
    for n, (id, face) in enumerate(faces.items()):
        own = read.values(face, _FACE_KEYS, kind.fields, f"face `{id}` of {what}", complete=False)
        owner = face.get("side", side)
        if "side" in face:
            read.known(owner, sides, "side", read.span(face, "side"))
        found.append(
            Face(
                id=id,
                state=face.get("state", first if n == 0 or (kind.marker and "side" in face) else "reduced"),
                name=read_name(face["name"]) if "name" in face else name,
                side=owner,
                values={**values, **own} if own else values,
                image=face.get("image", raw.get("image") if n == 0 else None),
                note=read.note(face, read.key_span(faces, id)),
            )
        )
    return tuple(found)


def card_kinds(read: Reader) -> dict[str, CardKind]:
    """Kinds of cards by id."""
    found: dict[str, CardKind] = {}
    raw_kinds = read.document.value.get("kinds", {})
    for id, raw in raw_kinds.items():
        found[id] = CardKind(
            id=id,
            name=read_name(raw["name"]),
            size=pair(raw["size"]),
            fields=read.fields(raw.get("fields"), CARD_KEYS),
            layout=raw.get("layout"),
            note=read.note(raw, read.key_span(raw_kinds, id), _layout(read, raw)),
        )
    return found


def cards(read: Reader, kinds: Mapping[str, CardKind], sides: Mapping[str, Any]) -> dict[str, Card]:
    """Every card, by id."""
    found: dict[str, Card] = {}
    raw_cards = read.document.value.get("cards", {})
    for id, raw in raw_cards.items():
        kind = kinds.get(raw["kind"])
        if kind is None:
            read.known(raw["kind"], kinds, "kind of card", read.span(raw, "kind"))
            continue
        if "side" in raw:
            read.known(raw["side"], sides, "side", read.span(raw, "side"))
        found[id] = Card(
            id=id,
            kind=kind.id,
            name=read_name(raw["name"]),
            number=raw.get("number"),
            copies=raw.get("copies", 1),
            side=raw.get("side"),
            when=raw.get("when"),
            effect=raw.get("effect"),
            values=read.values(raw, CARD_KEYS, kind.fields, f"card `{id}`"),
            image=raw.get("image"),
            note=read.note(raw, read.key_span(raw_cards, id), _images(read, raw)),
        )
    return found
