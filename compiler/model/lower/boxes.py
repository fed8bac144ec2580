"""Boxes and displays: spaces beside the map, alone or together, once or for every seat or side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from compiler.diagnostics import Span
from compiler.model.common import Name
from compiler.model.graph import Display, Head, Point
from compiler.model.lower.draft import SPACE_KEYS, Draft, box_size, middle
from compiler.model.lower.reading import pair, read_name


@dataclass(frozen=True, slots=True)
class Owners:
    """Who may own a display: seats and sides by id, with their names."""

    seats: Mapping[str, Name]
    sides: Mapping[str, Name]

    def of(self, per: str | None) -> Mapping[str, Name]:
        """The owners of displays `per` seat or side."""
        return {} if per is None else self.seats if per == "seat" else self.sides


def boxes(draft: Draft, owners: Owners) -> None:
    """The boxes of the board, then those of its displays."""
    given = draft.raw.get("boxes", {})
    for id, box in given.items():
        kind, values = draft.kind_of(box, "box", SPACE_KEYS, id)
        draft.add(draft.space(id, kind, box, draft.place(middle(box)), values, draft.read.key_span(given, id)))
    displays = draft.raw.get("displays", {})
    for id, display in displays.items():
        _display(draft, owners, id, display, draft.read.key_span(displays, id))


def _display(draft: Draft, owners: Owners, id: str, raw: dict[str, Any], where: Span) -> None:
    """A display, or one for each of its owners, a step apart."""
    read, per = draft.read, raw.get("per")
    known = owners.of(per)
    shown = list(read.only_known(raw["only"], known, str(per), raw["only"])) if per and "only" in raw else list(known)
    if "side" in raw:
        read.known(raw["side"], owners.sides, "side", read.span(raw, "side"))
    step, corner, name = pair(raw.get("step", [0, 0])), pair(raw.get("at", [0, 0])), read_name(raw["name"])
    for n, owner in enumerate(shown or [None]):
        suffix = f".{owner}" if owner else ""
        at = (corner[0] + n * step[0], corner[1] + n * step[1])
        draft.displays[f"{id}{suffix}"] = Display(
            id=f"{id}{suffix}",
            name=Name(f"{name.en}: {known[owner].en}", name.ja) if owner else name,
            boxes=_boxes_of(draft, id, raw, at, suffix),
            at=draft.place(at) if raw.get("window", "board") == "board" else at,
            size=draft.extent(raw["size"]) if raw.get("window", "board") == "board" else pair(raw["size"]),
            window=raw.get("window", "board"),
            seat=owner if per == "seat" else None,
            private=raw.get("private", False),
            side=owner if per == "side" else raw.get("side"),
            printed=raw.get("print", True),
            heads=tuple(Head(read_name(h["name"]), pair(h["at"]), float(h["width"])) for h in raw.get("heads", ())),
            note=read.note(raw, where),
        )


def _boxes_of(draft: Draft, display: str, raw: dict[str, Any], at: Point, suffix: str) -> tuple[str, ...]:
    """The boxes of one display; on the board they move with its corner."""
    found = []
    for id, box in raw["boxes"].items():
        x, y = pair(middle(box))
        place = draft.place([x + at[0], y + at[1]]) if raw.get("window", "board") == "board" else (x, y)
        kind, values = draft.kind_of(box, "box", SPACE_KEYS, id)
        where = draft.read.key_span(raw["boxes"], id)
        made = draft.space(f"{id}{suffix}", kind, box, place, values, where, display=f"{display}{suffix}")
        if raw.get("window", "board") != "board":  # beside the picture: nothing there counts in its pixels
            made = replace(made, size=box_size(box), label=pair(box["label"]) if "label" in box else None)
        draft.add(made)
        found.append(made.id)
    return tuple(found)
