"""Maps: hexes, points and areas all become one graph."""

from __future__ import annotations

from typing import Any

from compiler.model.common import Note
from compiler.model.graph import Link, Map, Point, Ring, Stacking
from compiler.model.lower.boxes import Owners, boxes
from compiler.model.lower.draft import SPACE_KEYS, Draft
from compiler.model.lower.hexes import hexes, unused_signs
from compiler.model.lower.picture import lay_under
from compiler.model.lower.reading import NOTE_KEYS, Reader, pair, read_name
from compiler.model.lower.regions import regions
from compiler.model.lower.squares import squares

_AREA_KEYS = SPACE_KEYS | {"outline", "borders"}
GRIDS = ("hex", "square")
# Keys that make sense on one kind of map only; a grid of hexes and one of squares have the same.
_ONLY = {
    "grid": "hex",
    "legend": "hex",
    "rows": "hex",
    "hexsides": "hex",
    "rivers": "hex",
    "roads": "hex",
    "region_rows": "hex",
    "areas": "areas",
}


def lower_map(read: Reader, owners: Owners, front: Map | None = None) -> Map:
    """One map from its document; a back is laid as its front."""
    draft = Draft(read, front)
    raw = draft.raw
    _only_its_own_keys(draft)
    if raw["kind"] == "hex":
        hexes(draft)
    elif raw["kind"] == "square":
        squares(draft)
    elif "image" in raw:
        lay_under(draft)
    for id, area in raw.get("areas", {}).items():
        _area(draft, id, area)
    if raw["kind"] not in GRIDS:
        for id, space in raw.get("spaces", {}).items():
            _point(draft, id, space)
    boxes(draft, owners)
    _borders(draft)
    _links(draft)
    return Map(
        id=draft.id,
        back=draft.back,
        kind=raw["kind"],
        name=read_name(raw.get("name"), "Map"),
        size=_size(draft),
        spaces=draft.spaces,
        links=tuple(draft.links),
        grid=draft.grid,
        squares=draft.squares,
        terrain=draft.terrain,
        space_kinds=draft.space_kinds,
        link_kinds=draft.link_kinds,
        feature_kinds=draft.feature_kinds,
        routes=tuple(draft.routes),
        regions=regions(draft, owners.sides),
        displays=draft.displays,
        stacking=_stacking(draft),
        backdrop=draft.backdrop,
        measured=draft.backdrop is not None or "image" not in draft.raw,
        unused_signs=unused_signs(draft),
        note=_note(draft),
    )


def _only_its_own_keys(draft: Draft) -> None:
    raw, read = draft.raw, draft.read
    for key, kind in _ONLY.items():
        if key in raw and raw["kind"] != kind and not (raw["kind"] in GRIDS and kind in GRIDS):
            read.fault(
                "M020",
                f"`{key}` belongs to a map of kind `{kind}`, and this one is `{raw['kind']}`",
                read.key_span(raw, key),
                f"take `{key}` out, or set `kind: {kind}`",
            )


def _point(draft: Draft, id: str, raw: dict[str, Any]) -> None:
    where = draft.read.key_span(draft.raw["spaces"], id)
    if "at" not in raw:
        draft.read.fault("M014", f"space `{id}` has no place on the board", where, "add `at: [x, y]` in mm")
    kind, values = draft.kind_of(raw, "point", SPACE_KEYS, id)
    draft.add(draft.space(id, kind, raw, draft.place(raw.get("at", [0, 0])), values, where))


def _area(draft: Draft, id: str, raw: dict[str, Any]) -> None:
    where = draft.read.key_span(draft.raw["areas"], id)
    rings = tuple(tuple(draft.place(corner) for corner in ring) for ring in raw.get("outline", ()))
    if "at" not in raw and not rings:
        draft.read.fault("M014", f"area `{id}` has neither `at` nor `outline`", where, "add one of them, in mm")
    at = draft.place(raw["at"]) if "at" in raw else _centroid(rings)
    kind, values = draft.kind_of(raw, "area", _AREA_KEYS, id)
    draft.add(draft.space(id, kind, raw, at, values, where, rings))


def _borders(draft: Draft) -> None:
    """Areas name their neighbours; a pair that names each other is one link, a lonely one is one-way."""
    said: dict[tuple[str, str, str], Any] = {}
    areas = draft.raw.get("areas", {})
    for id, area in areas.items():
        for kind, others in area.get("borders", {}).items():
            draft.read.known(kind, draft.link_kinds, "kind of link", draft.read.key_span(area["borders"], kind))
            for i, other in enumerate(others):
                where = draft.read.span(others, i)
                if draft.read.known(other, draft.spaces, "space", where):
                    said.setdefault((id, other, kind), where)
    for (a, b, kind), where in said.items():
        mutual = (b, a, kind) in said
        if not mutual or a < b:
            draft.links.append(Link(a=a, b=b, kind=kind, one_way=not mutual, note=Note(span=where)))


def _links(draft: Draft) -> None:
    reserved = frozenset({"from", "to", "by", "one_way", *NOTE_KEYS})
    for raw in draft.raw.get("links", ()):
        read = draft.read
        good = read.known(raw["by"], draft.link_kinds, "kind of link", read.span(raw, "by"))
        good &= read.known(raw["from"], draft.spaces, "space", read.span(raw, "from"))
        kind = draft.link_kinds.get(raw["by"])
        values = read.values(raw, reserved, kind.fields, "this link") if kind is not None else {}
        for i, to in enumerate(raw["to"]):
            where = read.span(raw["to"], i)
            if read.known(to, draft.spaces, "space", where) and good:
                draft.links.append(
                    Link(
                        a=raw["from"],
                        b=to,
                        kind=raw["by"],
                        features=(),
                        direction=None,
                        one_way=raw.get("one_way", False),
                        values=values,
                        note=read.note(raw, where),
                    )
                )


def _note(draft: Draft) -> Note:
    """The map's own note, with the rules and source written beside its grid."""
    note, grid = draft.read.note(draft.raw), draft.read.note(draft.raw.get("grid", {}))
    return Note(rules=(*note.rules, *grid.rules), source=note.source or grid.source, remark=note.remark, span=note.span)


def _stacking(draft: Draft) -> tuple[Stacking, ...]:
    return tuple(
        Stacking(
            limit=raw["limit"], kinds=tuple(raw.get("kinds", ())), per=raw.get("per", "side"), note=draft.read.note(raw)
        )
        for raw in draft.raw.get("stacking", ())
    )


def _size(draft: Draft) -> Point:
    if draft.size is not None:
        return draft.size
    if "size" in draft.raw:
        return pair(draft.raw["size"])
    if draft.lattice is not None:
        width, height = draft.lattice.extent
        return (width + 2 * draft.lattice.origin[0], height + 2 * draft.lattice.origin[1])
    points = [p for s in draft.spaces.values() for p in (s.at, *(q for ring in s.outline for q in ring))]
    return (max((p[0] for p in points), default=100.0) + 10, max((p[1] for p in points), default=100.0) + 10)


def _centroid(rings: tuple[Ring, ...]) -> Point:
    """Centroid of the largest ring."""
    best, size = (0.0, 0.0), -1.0
    for ring in rings:
        area = x = y = 0.0
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            cross = ax * by - bx * ay
            area, x, y = area + cross, x + (ax + bx) * cross, y + (ay + by) * cross
        if abs(area) > size:
            size = abs(area)
            best = (x / (3 * area), y / (3 * area)) if area else ring[0]
    return best
