"""Large maps: one poster page, or tiles over many pages with overlap, seams and a locator."""

from __future__ import annotations

import math

from compiler.render.colour import INK, SOFT
from compiler.render.drawing import Drawing
from compiler.render.marks import GUIDE, corners
from compiler.render.path import Path, hundredths
from compiler.render.presets import Paper
from compiler.render.sheet import Art, Sheet, Slot

_SMALLEST_MAT = 0.9  # counters still fit the boxes of a display that is a tenth smaller


def poster(art: Art, title: str, margin: float = 12.0) -> Sheet:
    """The whole map on one page, a margin around it, corner marks at the trim."""
    w, h = art.width + 2 * margin, art.height + 2 * margin
    used = (margin, margin, margin + art.width, margin + art.height)
    b = art.bleed
    window = (used[0] - b, used[1] - b, used[2] + b, used[3] + b)
    drawing = Drawing(w, h)
    corners(drawing, used, 5.0, max(2.5, b + 1))
    drawing.text(w / 2, 5.4, f"{title}, {art.width:g} × {art.height:g} mm", 2.8, SOFT, "sans-semi", "middle")
    cuts = tuple((x, 0.0, x, h) for x in (used[0], used[2])) + tuple((0.0, y, w, y) for y in (used[1], used[3]))
    return Sheet(w, h, (Slot(art, margin, margin, 0.0, window, title),), drawing, cuts, used, window, title)


def mat(art: Art, paper: Paper, title: str, margin: float = 6.0) -> list[Sheet]:
    """A display on one page, turned as it fits, a little smaller if need be; over several pages if it is too large."""

    def room(page: Paper) -> float:
        return min(1.0, (page.width - 2 * margin) / art.width, (page.height - 2 * margin) / art.height)

    page = max((paper, paper.landscape), key=room)
    scale = room(page)
    if scale < _SMALLEST_MAT:
        return tiles(art, paper, title)
    w, h = art.width * scale, art.height * scale
    used = ((page.width - w) / 2, (page.height - h) / 2, (page.width + w) / 2, (page.height + h) / 2)
    drawing = Drawing(page.width, page.height)
    corners(drawing, used, 2.0, 0.8)
    slot = Slot(art, used[0], used[1], 0.0, used, title, scale)
    return [Sheet(page.width, page.height, (slot,), drawing, (), used, used, title)]


def tiles(art: Art, paper: Paper, title: str, overlap: float = 8.0, margin: float = 10.0) -> list[Sheet]:
    """The map over pages, row by row; the paper is turned if that saves pages."""
    upright = _count(art, paper, overlap, margin)
    turned = _count(art, paper.landscape, overlap, margin)
    paper = paper if upright[0] * upright[1] <= turned[0] * turned[1] else paper.landscape
    columns, rows = min(upright, turned, key=lambda n: n[0] * n[1])
    if upright[0] * upright[1] == turned[0] * turned[1]:
        columns, rows = upright
    return [
        _tile(art, paper, title, overlap, margin, (column, row), (columns, rows))
        for row in range(rows)
        for column in range(columns)
    ]


def _count(art: Art, paper: Paper, overlap: float, margin: float) -> tuple[int, int]:
    w, h = paper.width - 2 * margin, paper.height - 2 * margin
    across = math.ceil((art.width - overlap - 1e-6) / (w - overlap))
    down = math.ceil((art.height - overlap - 1e-6) / (h - overlap))
    return max(1, across), max(1, down)


def _tile(
    art: Art,
    paper: Paper,
    title: str,
    overlap: float,
    margin: float,
    at: tuple[int, int],
    count: tuple[int, int],
) -> Sheet:
    w, h = paper.width - 2 * margin, paper.height - 2 * margin
    left, top = at[0] * (w - overlap), at[1] * (h - overlap)
    right, bottom = min(left + w, art.width), min(top + h, art.height)
    window = (margin, margin, margin + right - left, margin + bottom - top)
    slot = Slot(art, margin - left, margin - top, 0.0, window, title)
    drawing = Drawing(paper.width, paper.height)
    _seams(drawing, window, overlap, at, count)
    name = f"{chr(65 + at[1])}{at[0] + 1}"
    drawing.text(margin, margin - 3.2, f"{name}  {title}", 3.0, INK, "sans-bold")
    drawing.text(margin + 60, margin - 3.2, "cut at the seam ticks, lay on the neighbour, match the ticks", 2.4, SOFT,
                 "sans-italic")  # fmt: skip
    _locator(drawing, paper.width - margin, at, count)
    return Sheet(paper.width, paper.height, (slot,), drawing, (), window, window, f"{title} {name}")


def _seams(
    drawing: Drawing,
    window: tuple[float, float, float, float],
    overlap: float,
    at: tuple[int, int],
    count: tuple[int, int],
) -> None:
    """Ticks in the margin where neighbours are joined: the middle of the overlap, seen on both tiles."""
    x0, y0, x1, y1 = window
    half = overlap / 2
    pts: list[tuple[float, float]] = []
    for has, x in ((at[0] > 0, x0 + half), (at[0] < count[0] - 1, x1 - half)):
        if has:
            pts += [(x, y0 - 5), (x, y0 - 0.6), (x, y1 + 0.6), (x, y1 + 5)]
    for has, y in ((at[1] > 0, y0 + half), (at[1] < count[1] - 1, y1 - half)):
        if has:
            pts += [(x0 - 5, y), (x0 - 0.6, y), (x1 + 0.6, y), (x1 + 5, y)]
    if pts:
        drawing.mark(Path("ML" * (len(pts) // 2), hundredths(pts)), None, INK, 0.2, cap="butt")
    corners(drawing, window, 3.0, 0.8)


def _locator(drawing: Drawing, right: float, at: tuple[int, int], count: tuple[int, int]) -> None:
    """Where this tile lies among all."""
    columns, rows = count
    size = min(2.6, 6.4 / rows)
    for row in range(rows):
        for column in range(columns):
            x = right - (columns - column) * size * 1.3
            fill = INK if (column, row) == at else None
            drawing.rect(x, 1.6 + row * size, size * 1.3, size, fill, GUIDE, 0.12)
