"""`image:` of a map: the author's picture laid under the grid, at its true size."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from compiler.load.pictures import inside, measure
from compiler.model.graph import Map
from compiler.model.lower.draft import Draft
from compiler.model.picture import Backdrop, Matrix, Point, Sheet, fitted, misfit, moved, shifted, turned, wrong_one

INCH = 25.4
SLANT = 0.05  # a scan is not slanted or stretched by more
APART = 0.12  # of the pitch: further off, a hex was measured wrongly
MOST = 4_000.0  # mm; no table is larger


def lay_under(draft: Draft) -> None:
    """Read `image` and lay the grid over it; the board is as large as its pictures are at true size."""
    raw = draft.raw["image"]
    boards: list[dict[str, Any]] = raw if isinstance(raw, list) else [raw]
    first = first_picture(draft.raw)
    pixels = [_pixels(draft, board) for board in boards]
    matrix = _matrix(draft, first)
    if matrix is None:
        return
    sheets = []
    for n, (board, size) in enumerate(zip(boards, pixels, strict=True)):
        if size is None:
            return
        own = _beside(draft, matrix, board) if n else matrix
        sheets.append(Sheet(file=board["file"], pixels=size, matrix=own, span=draft.read.span(board, "file")))
    _put(draft, sheets, first)


def first_picture(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The picture that all places of a map count on."""
    image = raw["image"]
    first: dict[str, Any] = image[0] if isinstance(image, list) else image
    return first


def _put(draft: Draft, sheets: list[Sheet], first: Mapping[str, Any]) -> None:
    """Move everything such that the board begins at nought, or its grid lies on that of its front."""
    boxes = [sheet.box for sheet in sheets]
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    width, height = max(b[2] for b in boxes) - left, max(b[3] for b in boxes) - top
    front = _same_grid(draft)
    if front is not None and front.lattice is not None:
        (left, top), (width, height) = (-front.lattice.origin[0], -front.lattice.origin[1]), front.size
    if max(width, height) > MOST:
        _fault(draft, f"the picture would be {width / 1000:.1f} × {height / 1000:.1f} m large", first,
               "mend `dpi`, `width` or the pitch of the grid")  # fmt: skip
        return
    laid = tuple(replace(sheet, matrix=shifted(sheet.matrix, -left, -top)) for sheet in sheets)
    hexes = {id: (float(p[0]), float(p[1])) for id, p in first.get("hexes", {}).items()}
    places = {id: draft.read.span(first["hexes"], id) for id in hexes}
    draft.backdrop = Backdrop(sheets=laid, draw=tuple(first.get("draw", ())), hexes=hexes, measured=places)
    draft.size = (width, height)
    if draft.lattice is not None and not ({"dpi", "width"} & first.keys()):
        draft.move_grid((-left, -top))
        _inside(draft, first)


def _same_grid(draft: Draft) -> Map | None:
    """The front of a back, if both are on pictures with one and the same grid: two scans are never cut alike."""
    front, grid = draft.front, draft.lattice
    if front is None or front.backdrop is None or front.lattice is None or grid is None:
        return None
    return front if replace(grid, origin=(0.0, 0.0)) == replace(front.lattice, origin=(0.0, 0.0)) else None


def _inside(draft: Draft, first: Mapping[str, Any]) -> None:
    """Hexes that lie beyond the picture show that grid and picture do not belong together."""
    grid, what = draft.lattice, "squares" if draft.squares else "hexes"
    assert grid is not None
    assert draft.size is not None
    (x0, y0), (x1, y1) = grid.centre((0, 0)), grid.centre((grid.columns - 1, grid.rows - 1))
    w, h = draft.size
    if min(x0, y0) < 0 or x1 > w or y1 > h:
        _fault(draft, f"the grid of {grid.columns} × {grid.rows} {what} reaches beyond the picture", first,
               f"mend the pixels, the pitch, or how many {what} there are")  # fmt: skip


def _pixels(draft: Draft, board: Mapping[str, Any]) -> Point | None:
    """The size of a picture that is there."""
    folder = Path(draft.read.document.file).parent
    folder = folder.parent if folder.name == "maps" else folder
    path = inside(folder, board["file"])
    where = draft.read.span(board, "file")
    if path is None:
        help = "put it into `art/` of the game, and name it from there: `art/map.png`"
        draft.read.fault("M021", f"there is no picture `{board['file']}` in the game's folder", where, help)
        return None
    size = measure(path)
    if size is None:
        help = "save it again as PNG or JPEG; an SVG needs a viewBox"
        draft.read.fault("M021", f"`{board['file']}` is not a picture that can be measured", where, help)
    return size


def _matrix(draft: Draft, first: dict[str, Any]) -> Matrix | None:
    """Where the pixels of the first picture lie: by named hexes, by origin and pitch, or by its resolution."""
    if "hexes" in first or "origin" in first:
        if draft.lattice is None:
            _fault(draft, "only a map of hexes or squares has a grid to lay over its picture", first,
                   "give `dpi`, or the `width` of the picture in mm")  # fmt: skip
            return None
        draft.move_grid((0.0, 0.0))
        return _by_hexes(draft, first) if "hexes" in first else _by_origin(draft, first)
    if "dpi" in first or "width" in first:
        if draft.grid is not None:
            _fault(draft, "the picture does not say where its grid lies", first,
                   "name three hexes and their pixels under `hexes`, or give `origin` and `pitch`")  # fmt: skip
            return None
        return _by_resolution(draft, first)
    _fault(draft, "the picture does not say how large it is", first,
           "give `dpi` or `width`; on a map with a grid, `hexes` or `origin` and `pitch`")  # fmt: skip
    return None


def _by_resolution(draft: Draft, board: Mapping[str, Any]) -> Matrix | None:
    if "dpi" in board:
        scale = INCH / float(board["dpi"])
    else:
        size = _pixels(draft, board)
        if size is None:
            return None
        scale = float(board["width"]) / size[0]
    return scale, 0.0, 0.0, 0.0, scale, 0.0


def _by_origin(draft: Draft, first: Mapping[str, Any]) -> Matrix | None:
    """`origin` is the pixel of the middle of the first cell of the first row."""
    assert draft.lattice is not None
    if "pitch" not in first:
        _fault(draft, "`origin` wants the `pitch` of the grid in pixels", first, "add `pitch`")
        return None
    scale = draft.lattice.pitch / float(first["pitch"])
    x, y = first["origin"]
    return turned(scale, float(first.get("rotation", 0)), (float(x), float(y)), draft.lattice.centre((0, 0)))


def _by_hexes(draft: Draft, first: dict[str, Any]) -> Matrix | None:
    grid, read = draft.lattice, draft.read
    assert grid is not None
    labels = {grid.label(cell): cell for cell in grid.cells()}
    given = first["hexes"]
    for id in given:
        if id not in labels:
            draft.off_grid(id, read.key_span(given, id))
    pairs = [((float(p[0]), float(p[1])), grid.centre(labels[id])) for id, p in given.items() if id in labels]
    if len(pairs) < len(given):
        return None
    matrix = fitted(pairs)
    if matrix is None:
        _fault(draft, "the named hexes lie on one line", first, "name three that make a large triangle", "hexes")
        return None
    slant = misfit(matrix)
    if slant > SLANT:
        what = "mirrored" if slant > 0.9 else f"stretched or slanted by {slant:.0%}"
        found = wrong_one(dict(zip(given, pairs, strict=True)))
        help = "measure the middles of the hexes again"
        if found is not None:
            help += f"; by the others that of `{found[0]}` is near [{found[1][0]:.0f}, {found[1][1]:.0f}]"
        _fault(draft, f"with these pixels the picture would be {what}", first, help, "hexes")
        return None
    for (pixel, centre), id in zip(pairs, given, strict=True):
        x, y = moved(matrix, pixel)
        off = math.hypot(x - centre[0], y - centre[1])
        if off > APART * grid.pitch:
            message = f"`{id}` is {off:.1f} mm from where the other hexes want it"
            help = "measure its middle again"
            read.fault("M022", message, read.span(given, id), help)
            return None
    return matrix


def _beside(draft: Draft, matrix: Matrix, board: Mapping[str, Any]) -> Matrix:
    """A further picture: its top left corner lies on a pixel of the first, counted on beyond its edge."""
    own = _by_resolution(draft, board) if "dpi" in board or "width" in board else None
    a, b, _, d, e, _ = own or matrix
    x, y = moved(matrix, (float(board["at"][0]), float(board["at"][1])))
    return a, b, x, d, e, y


def _fault(draft: Draft, message: str, board: Any, help: str, key: str = "file") -> None:
    read = draft.read
    where = read.key_span(board, key)
    read.fault("M022", message, where, help)
