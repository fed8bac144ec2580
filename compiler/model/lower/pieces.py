"""Counters, marks, cards, piles, tracks and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from compiler.diagnostics import Related
from compiler.model.common import Name, Value
from compiler.model.counters import Card, CardKind, Counter, CounterKind, Face, Mark
from compiler.model.lower.reading import NOTE_KEYS, Reader, frozen, pair, read_name
from compiler.model.piles import Pile, Track, TrackBox
from compiler.model.tables import Head, Modifier, Result, ResultTable, TableAxis, parse_head

COUNTER_KEYS = frozenset({"kind", "name", "side", "count", "steps", "image", "faces", *NOTE_KEYS})
_FACE_KEYS = frozenset({"state", "name", "side", "image", *NOTE_KEYS})
CARD_KEYS = frozenset({"kind", "number", "name", "copies", "side", "when", "effect", "image", *NOTE_KEYS})
_KIND_KEYS = frozenset(
    {"name", "size", "shape", "fields", "marks", "stacks", "marker", "limited", "layout", *NOTE_KEYS}
)


def counter_kinds(read: Reader) -> dict[str, CounterKind]:
    """Kinds of counters by id."""
    found: dict[str, CounterKind] = {}
    raw_kinds = read.document.value.get("kinds", {})
    for id, raw in raw_kinds.items():
        where = read.key_span(raw_kinds, id)
        found[id] = CounterKind(
            id,
            read_name(raw["name"]),
            pair(raw["size"]),
            raw.get("shape", "square"),
            read.fields(raw.get("fields"), COUNTER_KEYS),
            read.free_values(raw, _KIND_KEYS),
            tuple(raw.get("marks", ())),
            raw.get("stacks", True),
            raw.get("marker", False),
            raw.get("limited", True),
            raw.get("layout"),
            read.note(raw, where),
        )
    return found


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
            id,
            read_name(raw["name"]),
            tuple(raw["on"]),
            values,
            raw.get("clears_at"),
            raw.get("counter"),
            raw.get("secret", False),
            raw.get("stays", False),
            raw.get("counters", {}),
            read.note(raw, read.key_span(raw_marks, id)),
        )
    return found


def counters(read: Reader, kinds: Mapping[str, CounterKind], sides: Mapping[str, Any]) -> dict[str, Counter]:
    """Every counter of the mix, by id."""
    found: dict[str, Counter] = {}
    raw_counters = read.document.value.get("counters", {})
    for id, raw in raw_counters.items():
        where = read.key_span(raw_counters, id)
        kind = kinds.get(raw["kind"])
        if kind is None:
            read.known(raw["kind"], kinds, "kind of counter", read.span(raw, "kind"))
            continue
        side = raw.get("side")
        if side is not None and side not in sides:
            read.known(side, sides, "side", read.span(raw, "side"))
        what = f"`{id}`"
        values = read.values(raw, COUNTER_KEYS, kind.fields, what)
        name = read_name(raw["name"])
        faces = _faces(read, raw, kind, name, side, values, what, sides)
        found[id] = Counter(
            id, kind.id, name, side, raw.get("count", 1), faces, raw.get("steps", 1), values, read.note(raw, where)
        )
    return found


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
        return (Face("front", first, name, side, values, raw.get("image")),)
    found: list[Face] = []
    for n, (id, face) in enumerate(faces.items()):
        own = read.values(face, _FACE_KEYS, kind.fields, f"face `{id}` of {what}", complete=False)
        owner = face.get("side", side)
        if "side" in face:
            read.known(owner, sides, "side", read.span(face, "side"))
        found.append(
            Face(
                id,
                face.get("state", first if n == 0 else "reduced"),
                read_name(face["name"]) if "name" in face else name,
                owner,
                {**values, **own} if own else values,
                face.get("image", raw.get("image") if n == 0 else None),
                read.note(face, read.key_span(faces, id)),
            )
        )
    return tuple(found)


def card_kinds(read: Reader) -> dict[str, CardKind]:
    """Kinds of cards by id."""
    found: dict[str, CardKind] = {}
    raw_kinds = read.document.value.get("kinds", {})
    reserved = {"name", "size", "fields", "layout", *NOTE_KEYS}
    for id, raw in raw_kinds.items():
        found[id] = CardKind(
            id,
            read_name(raw["name"]),
            pair(raw["size"]),
            read.fields(raw.get("fields"), CARD_KEYS),
            read.free_values(raw, reserved),
            raw.get("layout"),
            read.note(raw, read.key_span(raw_kinds, id)),
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
            id,
            kind.id,
            read_name(raw["name"]),
            raw.get("number"),
            raw.get("copies", 1),
            raw.get("side"),
            raw.get("when"),
            raw.get("effect"),
            read.values(raw, CARD_KEYS, kind.fields, f"card `{id}`"),
            raw.get("image"),
            read.note(raw, read.key_span(raw_cards, id)),
        )
    return found


def owners_of(
    read: Reader, raw: Mapping[str, Any], seats: Iterable[str], sides: Iterable[str]
) -> list[tuple[str, str | None, str | None]]:
    """For a thing that exists once, or once `per` seat or side: suffix, seat, side of each."""
    per = raw.get("per")
    if per is None:
        return [("", raw.get("seat"), raw.get("side"))]
    everyone = list(seats if per == "seat" else sides)
    if "only" in raw:
        everyone = list(read.only_known(raw["only"], everyone, per, raw["only"]))
    return [(f".{o}", o if per == "seat" else None, o if per == "side" else None) for o in everyone]


def piles(
    read: Reader,
    names: Mapping[str, Name],
    seats: Iterable[str],
    sides: Iterable[str],
    counters: Mapping[str, Counter],
    cards: Mapping[str, Card],
    spaces: Iterable[str],
) -> dict[str, Pile]:
    """Decks, cups, hands and pools, by id."""
    found: dict[str, Pile] = {}
    raw_piles = read.document.value["piles"]
    boxes = frozenset(spaces)
    written = set(raw_piles)
    for id, raw in raw_piles.items():
        for key in ("discard_to", "reshuffle_from"):
            if key in raw:
                read.known(raw[key], written, "pile", read.span(raw, key))
        for key, known in (("seat", tuple(seats)), ("side", tuple(sides))):
            if key in raw:
                read.known(raw[key], known, key, read.span(raw, key))
        shared = read.only_known(raw.get("shared_with", ()), tuple(seats), "seat", raw.get("shared_with"))
        pieces = _pile_pieces(read, raw, counters, cards)
        for n, (suffix, seat, side) in enumerate(owners_of(read, raw, seats, sides)):
            at = _pile_place(read, raw, suffix, n, boxes)
            name = read_name(raw["name"])
            owner = seat or side
            if suffix and owner:
                name = Name(f"{name.en}: {names[owner].en}", name.ja)
            mine = pieces
            if suffix and side:  # a pool per side holds that side's own counters
                mine = tuple(p for p in pieces if (counters.get(p) or cards[p]).side == side)

            def other(key: str, raw: Mapping[str, Any] = raw, suffix: str = suffix) -> str | None:
                to = raw.get(key)
                return f"{to}{suffix}" if to and raw_piles.get(to, {}).get("per") == raw.get("per") else to

            found[f"{id}{suffix}"] = Pile(
                f"{id}{suffix}",
                raw["kind"],
                name,
                raw["holds"],
                mine,
                seat,
                side,
                raw.get("face", "owner" if raw["kind"] == "hand" else "down"),
                raw.get("shuffled", False),
                other("discard_to"),
                other("reshuffle_from"),
                raw.get("refill_at"),
                raw.get("limit"),
                at,
                id,
                raw.get("count"),
                shared,
                read.note(raw, read.key_span(raw_piles, id)),
            )
    return found


def _pile_place(
    read: Reader, raw: Mapping[str, Any], suffix: str, n: int, boxes: frozenset[str]
) -> str | tuple[float, float] | None:
    at = raw.get("at")
    if isinstance(at, list):
        step = pair(raw.get("step", [0, 0]))
        return (at[0] + n * step[0], at[1] + n * step[1])
    if at is None:
        return None
    if f"{at}{suffix}" in boxes:
        return f"{at}{suffix}"
    read.known(at, boxes, "space", read.span(raw, "at"))
    return str(at)


def _pile_pieces(
    read: Reader, raw: Mapping[str, Any], counters: Mapping[str, Counter], cards: Mapping[str, Card]
) -> tuple[str, ...]:
    things: Mapping[str, Counter | Card] = cards if raw["holds"] == "cards" else counters
    what = "card" if raw["holds"] == "cards" else "counter"
    kinds = tuple(dict.fromkeys(thing.kind for thing in things.values()))
    wanted = set(read.only_known(raw.get("of", ()), kinds, f"kind of {what}", raw.get("of")))
    found = [id for id, thing in things.items() if thing.kind in wanted]
    found += [id for id in read.only_known(raw.get("pieces", ()), things, what, raw.get("pieces")) if id not in found]
    return tuple(found)


def tracks(
    read: Reader,
    names: Mapping[str, Name],
    seats: Iterable[str],
    sides: Iterable[str],
    counters: Mapping[str, Counter],
    displays: Iterable[str],
) -> dict[str, Track]:
    """Tracks by id."""
    found: dict[str, Track] = {}
    raw_tracks = read.document.value["tracks"]
    for id, raw in raw_tracks.items():
        where = read.key_span(raw_tracks, id)
        boxes = _boxes(read, raw, f"track `{id}`")
        if not boxes:
            read.fault("M015", f"track `{id}` has no boxes", where, "give `from` and `to`, or list `boxes`")
            continue
        if "marker" in raw:
            read.known(raw["marker"], counters, "counter", read.span(raw, "marker"))
        if "display" in raw:
            read.known(raw["display"], tuple(displays), "display", read.span(raw, "display"))
        for n, (suffix, seat, side) in enumerate(owners_of(read, raw, seats, sides)):
            name = read_name(raw["name"])
            owner = seat or side
            if suffix and owner:
                name = Name(f"{name.en}: {names[owner].en}", name.ja)
            at, step = (pair(raw["at"]) if "at" in raw else None), pair(raw.get("step", [0, 0]))
            found[f"{id}{suffix}"] = Track(
                f"{id}{suffix}",
                name,
                boxes,
                raw.get("start", boxes[0].value),
                raw.get("role"),
                raw.get("marker"),
                raw.get("wrap", False),
                seat,
                side,
                (at[0] + n * step[0], at[1] + n * step[1]) if at else None,
                raw.get("columns"),
                raw.get("group"),
                id,
                raw.get("display"),
                read.note(raw, where),
            )
    return found


def _boxes(read: Reader, raw: Mapping[str, Any], what: str) -> tuple[TrackBox, ...]:
    """Boxes from `from`/`to`, from `boxes`, or numbered ones with what `boxes` prints in them."""
    fields = read.fields(raw.get("fields"), ("value", "label"))
    printed: dict[Any, TrackBox] = {}
    for i, box in enumerate(raw.get("boxes", ())):
        if isinstance(box, dict):
            label = read_name(box.get("label"), str(box["value"]))
            values = read.values(box, frozenset({"value", "label", *NOTE_KEYS}), fields, f"a box of {what}")
            entry = TrackBox(box["value"], label, values, read.note(box))
        else:
            entry = TrackBox(box, Name(str(box)), {}, read.note({}, read.span(raw["boxes"], i)))
        twin = printed.get(entry.value)
        if twin is not None:
            read.fault(
                "M002",
                f"{what} has two boxes `{entry.value}`",
                entry.note.span,
                "change one of them",
                [Related(twin.note.span, "the other is here")],
            )
        printed[entry.value] = entry
    if "from" in raw and "to" in raw:
        numbered = {n: TrackBox(n, Name(str(n))) for n in range(raw["from"], raw["to"] + 1)}
        for value, box in printed.items():
            if value not in numbered:
                read.fault(
                    "M005",
                    f"box `{value}` lies outside {what}, which runs from {raw['from']} to {raw['to']}",
                    box.note.span,
                    "mend the box, or `from` and `to`",
                )
            numbered[value] = box
        return tuple(numbered.values())
    return tuple(printed.values())


def tables(read: Reader, dice: Mapping[str, Any]) -> dict[str, ResultTable]:
    """Tables by id."""
    found: dict[str, ResultTable] = {}
    raw_tables = read.document.value["tables"]
    for id, raw in raw_tables.items():
        columns, rows = (_axis(read, raw, key, dice) for key in ("columns", "rows"))
        cells = tuple(tuple("-" if cell is None else cell for cell in row) for row in raw["cells"])
        if columns is None or rows is None:
            continue
        if len(cells) != len(rows.heads):
            read.fault(
                "M008",
                f"table `{id}` has {len(cells)} lines of cells for {len(rows.heads)} row heads",
                read.key_span(raw, "cells"),
                "one line of cells for each row head",
            )
        for i, row in enumerate(cells):
            if len(row) != len(columns.heads):
                read.fault(
                    "M008",
                    f"line {i + 1} of table `{id}` has {len(row)} cells for {len(columns.heads)} column heads",
                    read.span(raw["cells"], i),
                    "one cell for each column head",
                )
        found[id] = ResultTable(
            id,
            read_name(raw["title"]),
            columns,
            rows,
            cells,
            _results(read, raw),
            _modifiers(read, raw),
            tuple(raw.get("parts", ())),
            raw.get("better"),
            raw.get("use", "look_up"),
            read.note(raw, read.key_span(raw_tables, id)),
        )
    return found


def _axis(read: Reader, table: Mapping[str, Any], key: str, dice: Mapping[str, Any]) -> TableAxis | None:
    raw = table[key]
    if "dice" in raw:
        read.known(raw["dice"], dice, "die", read.span(raw, "dice"))
    heads: list[Head] = []
    for i, text in enumerate(raw["heads"]):
        head = parse_head(text, raw["by"])
        if head is None:
            wanted = "odds such as `3:1`" if raw["by"] == "odds" else "`3`, `3-5`, `-5 to -1`, `6 or more`"
            read.fault(
                "M007",
                f"the head `{text}` cannot be read as a {raw['by']}",
                read.span(raw["heads"], i),
                f"write {wanted}, or set `by: name`",
            )
            continue
        heads.append(head)
    if len(heads) != len(raw["heads"]):
        return None
    title = read_name(raw.get("title"), "Die" if raw["by"] == "die" else "")
    return TableAxis(
        raw["by"],
        title,
        tuple(heads),
        raw.get("dice"),
        raw.get("min"),
        raw.get("max"),
        raw.get("clamp", False),
        read.note(raw),
    )


def _results(read: Reader, raw: Mapping[str, Any]) -> dict[str, Result]:
    given = raw.get("results", {})
    reserved = frozenset({"text", "rank", *NOTE_KEYS})
    fields = read.fields(raw["fields"], reserved) if "fields" in raw else None
    found: dict[str, Result] = {}
    for code, result in given.items():
        if fields is None:
            values = {k: frozen(v) for k, v in result.items() if k not in reserved}
        else:
            values = read.values(result, reserved, fields, f"result `{code}`")
        where = read.key_span(given, code)
        found[code] = Result(code, result["text"], values, result.get("rank"), read.note(result, where))
    return found


def _modifiers(read: Reader, raw: Mapping[str, Any]) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(read_name(m["name"]), m.get("value"), m.get("on", "roll"), m.get("text", ""), read.note(m))
        for m in raw.get("modifiers", ())
    )
