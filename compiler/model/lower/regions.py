"""Regions of a map: lists of spaces, or a second drawing laid over the hexes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from compiler.model.graph import Region
from compiler.model.lower.draft import Draft
from compiler.model.lower.reading import NOTE_KEYS, read_name

_REGION_KEYS = frozenset({"name", "kind", "side", "spaces", "code", "label", *NOTE_KEYS})


def regions(draft: Draft, sides: Collection[str]) -> dict[str, Region]:
    read, raw = draft.read, draft.raw.get("regions", {})
    fields = read.fields(draft.raw.get("region_fields"), _REGION_KEYS)
    members: dict[str, list[str]] = {id: [] for id in raw}
    for id, region in raw.items():
        for i, space in enumerate(region.get("spaces", ())):
            where = read.span(region["spaces"], i)
            if (
                draft.on_grid(space, where)
                if draft.raw["kind"] in ("hex", "square") and space not in draft.spaces
                else read.known(space, draft.spaces, "space", where)
            ):
                members[id].append(space)
    _region_rows(draft, raw, members)
    found = {}
    for id, region in raw.items():
        found[id] = Region(
            id=id,
            name=read_name(region["name"]),
            spaces=tuple(dict.fromkeys(members[id])),
            kind=region.get("kind", "region"),
            side=region.get("side"),
            label=draft.point(region.get("label")),
            values=read.values(region, _REGION_KEYS, fields, f"region `{id}`"),
            note=read.note(region, read.key_span(raw, id)),
        )
        if "side" in region:
            read.known(region["side"], sides, "side", read.span(region, "side"))
    return found


def _region_rows(draft: Draft, raw: dict[str, Any], members: dict[str, list[str]]) -> None:
    codes = {region["code"]: id for id, region in raw.items() if "code" in region}
    rows = draft.raw.get("region_rows", ())
    if rows and draft.lattice is not None and len(rows) != draft.lattice.rows:
        draft.read.fault(
            "M009",
            f"`region_rows` has {len(rows)} rows, the map {draft.lattice.rows}",
            draft.read.key_span(draft.raw, "region_rows"),
            "one line for each row of the map",
        )
    strange: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        signs = row.split()
        if draft.lattice is not None and len(signs) != draft.lattice.columns:
            draft.read.fault(
                "M009",
                f"line {r + 1} of `region_rows` has {len(signs)} codes, not {draft.lattice.columns}",
                draft.read.span(rows, r),
                "one code for each column",
            )
        for c, sign in enumerate(signs):
            if set(sign) <= {"-"}:
                continue
            if sign not in codes:
                strange.setdefault(sign, []).append((r, c))
            elif draft.lattice is not None and draft.lattice.inside((c, r)):
                id = draft.lattice.label((c, r))
                if id in draft.spaces:
                    members[codes[sign]].append(id)
    for sign, places in strange.items():
        r, c = places[0]
        more = f", and in {len(places) - 1} more places," if places[1:] else ""
        draft.read.fault(
            "M010",
            f"the code `{sign}` in line {r + 1}, column {c + 1}{more} names no region",
            draft.read.span(rows, r),
            "give a region this `code`",
        )
