"""Piles and tracks, and who owns which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from compiler.diagnostics import Related
from compiler.model.common import Name
from compiler.model.counters import Card, Counter
from compiler.model.lower.reading import NOTE_KEYS, Reader, pair, read_name
from compiler.model.picture import Backdrop
from compiler.model.piles import Gathering, Pile, Track, TrackBox

Frame = tuple[float, float, float, float]


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
    sheet: Backdrop | None = None,
) -> dict[str, Pile]:
    """Decks, cups, hands and pools, by id."""
    found: dict[str, Pile] = {}
    written, boxes = read.document.value["piles"], frozenset(spaces)
    for id, raw in written.items():
        _known_to_pile(read, raw, written, tuple(seats), tuple(sides))
        shared = read.only_known(raw.get("shared_with", ()), tuple(seats), "seat", raw.get("shared_with"))
        pieces = _pile_pieces(read, raw, counters, cards)
        if "drawn_to" in raw:
            read.known(raw["drawn_to"], boxes, "space", read.span(raw, "drawn_to"))
        for counter in raw.get("ends", ()):
            read.known(counter, counters, "counter", read.key_span(raw["ends"], counter))
        for n, (suffix, seat, side) in enumerate(owners_of(read, raw, seats, sides)):
            own = bool(suffix and side)  # a pool per side holds that side's own counters
            found[f"{id}{suffix}"] = Pile(
                id=f"{id}{suffix}",
                kind=raw["kind"],
                name=_owned(read_name(raw["name"]), names.get(seat or side or "") if suffix else None),
                holds=raw["holds"],
                pieces=tuple(p for p in pieces if not own or (counters.get(p) or cards[p]).side == side),
                seat=seat,
                side=side,
                face=raw.get("face", "owner" if raw["kind"] == "hand" else "down"),
                shuffled=raw.get("shuffled", False),
                discard_to=_beside(written, raw, "discard_to", suffix),
                reshuffle_from=_beside(written, raw, "reshuffle_from", suffix),
                refill_at=raw.get("refill_at"),
                limit=raw.get("limit"),
                at=_pile_place(read, raw, suffix, n, boxes, sheet),
                base=id,
                count=raw.get("count"),
                shared_with=shared,
                quiet=raw.get("quiet", False),
                dealt=raw.get("dealt", True) is not False,
                evenly=raw.get("dealt") == "evenly",
                second_side=raw.get("second_side", False),
                only_played=raw.get("only_played", False),
                takes=read.only_known(raw.get("takes", ()), cards, "card", raw.get("takes")),
                laid_by=read.only_known(raw.get("laid_by", ()), tuple(seats), "seat", raw.get("laid_by")),
                drawn_to=raw.get("drawn_to"),
                gathers=_gathering(raw["gathers"]) if "gathers" in raw else None,
                ends=dict(raw.get("ends", {})),
                note=read.note(raw, read.key_span(written, id)),
            )
    return found


def _gathering(raw: Mapping[str, Any]) -> Gathering:
    return Gathering(tuple(raw["kinds"]), raw.get("leader"), raw.get("unless"))


def _known_to_pile(
    read: Reader, raw: Mapping[str, Any], written: Collection[str], seats: Collection[str], sides: Collection[str]
) -> None:
    """Everything a pile names is there."""
    for key, known, what in (
        ("discard_to", written, "pile"),
        ("reshuffle_from", written, "pile"),
        ("seat", seats, "seat"),
        ("side", sides, "side"),
    ):
        if key in raw:
            read.known(raw[key], known, what, read.span(raw, key))


def _owned(name: Name, owner: Name | None) -> Name:
    return name if owner is None else Name(f"{name.en}: {owner.en}", name.ja)


def _beside(written: Mapping[str, Any], raw: Mapping[str, Any], key: str, suffix: str) -> str | None:
    """The other pile that a pile names: its own owner's, where both have owners of one sort."""
    to = raw.get(key)
    return f"{to}{suffix}" if to and written.get(to, {}).get("per") == raw.get("per") else to


def _pile_place(
    read: Reader, raw: Mapping[str, Any], suffix: str, n: int, boxes: frozenset[str], sheet: Backdrop | None
) -> str | tuple[float, float] | None:
    at = raw.get("at")
    if isinstance(at, list):
        step = pair(raw.get("step", [0, 0]))
        place = (at[0] + n * step[0], at[1] + n * step[1])
        return place if sheet is None else sheet.at(place)
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
    sheet: Backdrop | None = None,
) -> dict[str, Track]:
    """Tracks by id."""
    found: dict[str, Track] = {}
    raw_tracks = read.document.value["tracks"]
    for id, raw in raw_tracks.items():
        where = read.key_span(raw_tracks, id)
        boxes = _boxes(read, raw, f"track `{id}`")
        if "from" in raw and "to" in raw and raw["to"] < raw["from"]:
            message = f"track `{id}` has no boxes: it runs from {raw['from']} to {raw['to']}"
            read.fault("M015", message, where, "write the smaller number in `from`")
        if not boxes:
            read.fault("M015", f"track `{id}` has no boxes", where, "give `from` and `to`, or list `boxes`")
            continue
        if "marker" in raw:
            read.known(raw["marker"], counters, "counter", read.span(raw, "marker"))
        if "carry" in raw:
            read.known(raw["carry"], raw_tracks, "track", read.span(raw, "carry"))
        if "display" in raw:
            read.known(raw["display"], tuple(displays), "display", read.span(raw, "display"))
        for n, (suffix, seat, side) in enumerate(owners_of(read, raw, seats, sides)):
            name = read_name(raw["name"])
            owner = seat or side
            if suffix and owner:
                name = Name(f"{name.en}: {names[owner].en}", name.ja)
            at, frames = _track_place(raw, boxes, n, sheet)
            found[f"{id}{suffix}"] = Track(
                id=f"{id}{suffix}",
                name=name,
                boxes=boxes,
                start=raw.get("start", boxes[0].value),
                role=raw.get("role"),
                marker=raw.get("marker"),
                wrap=raw.get("wrap", False),
                quiet=raw.get("quiet", False),
                seat=seat,
                side=side,
                at=at,
                columns=raw.get("columns"),
                frames=frames,
                group=raw.get("group"),
                base=id,
                carry=raw.get("carry"),
                display=raw.get("display"),
                note=read.note(raw, where, {"start": read.span(raw, "start")} if "start" in raw else None),
            )
    return found


def _track_place(
    raw: Mapping[str, Any], boxes: tuple[TrackBox, ...], n: int, sheet: Backdrop | None
) -> tuple[tuple[float, float] | None, tuple[Frame, ...]]:
    """Corner of the n-th such track, and its boxes where they are rectangles of a picture or of the board."""
    dx, dy = (n * v for v in pair(raw.get("step", [0, 0])))
    own = {box["value"]: box["rect"] for box in raw.get("boxes", ()) if isinstance(box, dict) and "rect" in box}
    if "rect" not in raw and len(own) < len(boxes):
        at = pair(raw["at"]) if "at" in raw else None
        place = (at[0] + dx, at[1] + dy) if at else None
        return (place if sheet is None or place is None else sheet.at(place)), ()
    columns = raw.get("columns") or len(boxes)
    x, y, w, h = _frame(raw.get("rect", (0, 0, 0, 0)), dx, dy, sheet)
    w, h = w / min(columns, len(boxes)), h / -(-len(boxes) // columns)  # of a box, once the picture is straight
    found = [
        _frame(own[box.value], dx, dy, sheet) if box.value in own else (x + i % columns * w, y + i // columns * h, w, h)
        for i, box in enumerate(boxes)
    ]
    return (min(f[0] for f in found), min(f[1] for f in found)), tuple(found)


def _frame(rect: Sequence[float], dx: float, dy: float, sheet: Backdrop | None) -> Frame:
    """A rectangle on the board; on a turned picture about its middle, as boxes are."""
    x, y, w, h = rect
    if sheet is None:
        return x + dx, y + dy, w, h
    (mx, my), (wide, high) = sheet.at((x + dx + w / 2, y + dy + h / 2)), sheet.size((w, h))
    return mx - wide / 2, my - high / 2, wide, high


def _boxes(read: Reader, raw: Mapping[str, Any], what: str) -> tuple[TrackBox, ...]:
    """Boxes from `from`/`to`, from `boxes`, or numbered ones with what `boxes` prints in them."""
    fields = read.fields(raw.get("fields"), ("value", "label", "rect"))
    printed: dict[Any, TrackBox] = {}
    for i, box in enumerate(raw.get("boxes", ())):
        if isinstance(box, dict):
            label = read_name(box.get("label"), str(box["value"]))
            values = read.values(box, frozenset({"value", "label", "rect", *NOTE_KEYS}), fields, f"a box of {what}")
            entry = TrackBox(value=box["value"], label=label, values=values, note=read.note(box))
        else:
            entry = TrackBox(value=box, label=Name(str(box)), values={}, note=read.note({}, read.span(raw["boxes"], i)))
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
        first, last = sorted((raw["from"], raw["to"]))  # the wrong way round is told; what it holds is known still
        numbered = {n: TrackBox(value=n, label=Name(str(n))) for n in range(first, last + 1)}
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
