"""Backs of boards: the other face of a board, which a scenario may turn up.

Front and back are two maps with one id: only one of them is ever in play. Boxes and displays of the front are on the
back too, at the same place, so that whatever names them finds them whichever face is up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from compiler.diagnostics import Related
from compiler.model.graph import Map, Space
from compiler.model.lower.reading import Reader

_SLACK = 0.02  # two scans of one board differ by less


def with_front(read: Reader, fronts: Mapping[str, Map], back: Map, boxes: Collection[str]) -> Map | None:
    """A back as it lies: with what it shares with its front, the `boxes` there. None, and told, if there is none."""
    where = read.span(read.document.value, "back_of")
    if not read.known(back.id, fronts, "map that is no back itself", where):
        return None
    front = fronts[back.id]
    twin = [Related(front.note.span, "the front is here")]
    off = max(abs(a - b) / a for a, b in zip(front.size, back.size, strict=True))
    if off > _SLACK:
        sizes = [f"{board.size[0]:.0f} × {board.size[1]:.0f} mm" for board in (back, front)]
        message = f"the back `{back.face}` is {sizes[0]}, and its front {sizes[1]}"
        read.fault(
            "M023", message, where, "both faces of a board have one size: mend `size`, `pitch` or the picture", twin
        )
    for display in back.displays.values():
        if display.window == "own" and display.id not in front.displays:
            message = f"the display `{display.id}` has a window of its own, and is of no face of a board"
            read.fault("M023", message, display.note.span, "write it on the front", twin)
    back = _as_in_front(read, front, back)
    shared = {id: space for id, space in front.spaces.items() if id in boxes or space.display is not None}
    for id, box in shared.items():
        own = back.spaces.get(id)
        if own is not None and box.size is not None and not _lies_in(box, own):
            message = f"`{id}` lies elsewhere on the back `{back.face}`"
            help = "leave it out: boxes of the front are on the back too, where they are"
            read.fault("M023", message, own.note.span, help, [Related(box.note.span, "on the front it is here")])
    more = {id: space for id, space in shared.items() if id not in back.spaces}
    kinds = {space.kind: front.space_kinds[space.kind] for space in more.values() if space.kind in front.space_kinds}
    return replace(
        back,
        front=front.name,
        spaces={**back.spaces, **more},
        displays={**front.displays, **back.displays},
        space_kinds={**kinds, **back.space_kinds},
    )


def _as_in_front(read: Reader, front: Map, back: Map) -> Map:
    """A back that is like its front takes boxes and displays as they lie there: their pixels are those of the front."""
    raw, document = read.document.value, read.document

    def lent(key: str, id: str) -> bool:
        return id in raw.get(key, {}) and document.is_borrowed(raw[key], id)

    displays = {id: front.displays[id] for id in back.displays if id in front.displays and lent("displays", _base(id))}
    spaces = {
        id: front.spaces[id]
        for id, space in back.spaces.items()
        if id in front.spaces and (lent("boxes", id) if space.display is None else space.display in displays)
    }
    return replace(back, spaces={**back.spaces, **spaces}, displays={**back.displays, **displays})


def _base(id: str) -> str:
    """The id of a display as written, without its owner."""
    return id.partition(".")[0]


def _lies_in(box: Space, own: Space) -> bool:
    """Whether the middle of the front's box is within that of the back."""
    return own.size is not None and all(
        abs(a - b) <= size / 2 for a, b, size in zip(box.at, own.at, own.size, strict=True)
    )
