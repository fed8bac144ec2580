"""Large maps: one poster page, or tiles over many pages with overlap, seams and a locator."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from compiler.load.tongue import printed
from compiler.render.colour import INK, SOFT
from compiler.render.drawing import Drawing
from compiler.render.path import Path, hundredths
from compiler.render.sheet.faces import Art, Layout
from compiler.render.sheet.imposition import Sheet, Slot, behind, moved
from compiler.render.sheet.marks import GUIDE, corners
from compiler.render.sheet.presets import Paper, poster_paper

_MARKS = 5.0  # mm outside the bleed of a poster, for corner marks and its name
_LEAST_OVERLAP = 5.0  # mm; enough to glue
_SMALLEST_MAT = 0.9  # counters still fit the boxes of a display that is a tenth smaller


_OVERLAPPING = "cut at the seam ticks, lay on the neighbour, match the ticks"
_EDGE_TO_EDGE = "cut at the seam ticks, join edge to edge, clear tape"
LEAST = 0.75  # share of a large sheet that a map must fill


def poster(art: Art, title: str, paper: Paper | None = None, lang: str = "en", margin: float = 12.0) -> Sheet:
    """The whole map on one page, corner marks at the trim: on the sheet large printers have for it, in the series of a
    paper, or with a margin around it."""
    b = art.bleed
    page = paper and poster_paper(paper, art.width + 2 * (b + _MARKS), art.height + 2 * (b + _MARKS))
    if page and art.width * art.height < LEAST * page.width * page.height:
        page = None  # too much white paper: printed from a roll, and cut
    w, h = (page.width, page.height) if page else (art.width + 2 * margin, art.height + 2 * margin)
    x, y = (w - art.width) / 2, (h - art.height) / 2
    used = (x, y, x + art.width, y + art.height)
    window = (used[0] - b, used[1] - b, used[2] + b, used[3] + b)
    drawing = Drawing(w, h)
    corners(drawing, used, 5.0, max(2.5, b + 1))
    size = f"{round(art.width, 1):g} × {round(art.height, 1):g} mm" + (
        printed(f" on {page.name}", lang) if page else ""
    )
    drawing.text(w / 2, max(3.4, y - b - 2.6), f"{title}, {size}", 2.8, SOFT, "sans-semi", "middle")
    cuts = tuple((x, 0.0, x, h) for x in (used[0], used[2])) + tuple((0.0, y, w, y) for y in (used[1], used[3]))
    return Sheet(w, h, (Slot(art, x, y, 0.0, window, title),), drawing, cuts, used, window, title)


def mat(art: Art, paper: Paper, title: str, lang: str = "en", margin: float = 6.0) -> list[Sheet]:
    """A display on one page, turned as it fits, a little smaller if need be; over several pages if it is too large."""

    def room(page: Paper) -> float:
        return min(1.0, (page.width - 2 * margin) / art.width, (page.height - 2 * margin) / art.height)

    page = max((paper, paper.landscape), key=room)
    scale = room(page)
    if scale < _SMALLEST_MAT:
        return tiles(art, paper, title, lang)
    w, h = art.width * scale, art.height * scale
    used = ((page.width - w) / 2, (page.height - h) / 2, (page.width + w) / 2, (page.height + h) / 2)
    drawing = Drawing(page.width, page.height)
    corners(drawing, used, 2.0, 0.8)
    slot = Slot(art, used[0], used[1], 0.0, used, title, scale)
    return [Sheet(page.width, page.height, (slot,), drawing, (), used, used, title)]


@dataclass(frozen=True, slots=True)
class Board:
    """A board by what is printed on its front and, if it has one, on its back."""

    front: Art
    back: Art | None = None

    @property
    def faces(self) -> tuple[Art, ...]:
        return (self.front,) if self.back is None else (self.front, self.back)


def two_sided(board: Board, paper: Paper, title: str, layout: Layout) -> list[Sheet]:
    """The tiles of a board, each with its back on the next page; without duplex all of the front, then all of the back.

    The back of the board is read when it is turned over sideways, as a counter is.
    """
    if board.back is None or layout.flip not in ("long", "short"):
        return [sheet for art in board.faces for sheet in tiles(art, paper, title, layout.lang)]
    fronts = tiles(board.front, paper, title, layout.lang, joined=_EDGE_TO_EDGE)
    found = []
    for front in fronts:
        page = Paper(paper.name, front.width, front.height)
        # a page across is turned about its other edge
        across = page.width > page.height
        flip = layout.flip if not across else "short" if layout.flip == "long" else "long"
        (slot,) = front.slots
        own = moved(behind(slot, board.back, page, flip), *layout.offset)
        own = replace(own, scale=board.front.width / board.back.width)
        drawing = Drawing(page.width, page.height)
        corners(drawing, own.window, 3.0, 0.8)
        x, y = own.window[0] + 6, own.window[1] - 3.2
        drawing.text(x, y, printed(f"behind {front.name}", layout.lang), 3.0, INK, "sans-bold")
        sheet = Sheet(page.width, page.height, (own,), drawing, (), own.window, own.window, f"{front.name} back")
        found += [front, sheet]
    return found


@dataclass(frozen=True, slots=True)
class _Cut:
    """How a map is cut into tiles: how many each way, the size of each, and how far neighbours overlap."""

    columns: int
    rows: int
    size: tuple[float, float]
    overlap: tuple[float, float]


def tiles(
    art: Art,
    paper: Paper,
    title: str,
    lang: str = "en",
    overlap: float = 8.0,
    margin: float = 10.0,
    joined: str = _OVERLAPPING,
) -> list[Sheet]:
    """The map over pages of equal parts, row by row; the paper is turned if that saves pages."""
    papers = (paper, paper.landscape)
    cuts = [_cut(art, page, overlap, margin) for page in papers]
    page, cut = min(zip(papers, cuts, strict=True), key=lambda pair: pair[1].columns * pair[1].rows)
    return [
        _tile(art, page, title, cut, (column, row), printed(joined, lang))
        for row in range(cut.rows)
        for column in range(cut.columns)
    ]


def _cut(art: Art, paper: Paper, overlap: float, margin: float) -> _Cut:
    columns, w, x = _share(art.width, paper.width - 2 * margin, overlap)
    rows, h, y = _share(art.height, paper.height - 2 * margin, overlap)
    return _Cut(columns, rows, (w, h), (x, y))


def _share(whole: float, room: float, overlap: float) -> tuple[int, float, float]:
    """Into how many equal parts a length is cut, how long each is, and how far they overlap.

    A page that would hold a mere strip is saved by a smaller overlap.
    """
    least = min(overlap, _LEAST_OVERLAP)
    count = max(1, math.ceil((whole - least - 1e-6) / (room - least)))
    if count == 1:
        return 1, whole, 0.0
    overlap = min(overlap, (count * room - whole) / (count - 1))
    return count, (whole + (count - 1) * overlap) / count, overlap


def _tile(art: Art, paper: Paper, title: str, cut: _Cut, at: tuple[int, int], joined: str) -> Sheet:
    (w, h), (over_x, over_y) = cut.size, cut.overlap
    left, top = at[0] * (w - over_x), at[1] * (h - over_y)
    x, y = (paper.width - w) / 2, (paper.height - h) / 2
    window = (x, y, x + w, y + h)
    slot = Slot(art, x - left, y - top, 0.0, window, title)
    drawing = Drawing(paper.width, paper.height)
    _seams(drawing, window, cut, at)
    name = f"{chr(65 + at[1])}{at[0] + 1}"
    clear = over_x + 1.0  # of the ticks
    used = drawing.text(x + clear, y - 3.2, f"{name}  {title}", 3.0, INK, "sans-bold")
    if cut.columns * cut.rows > 1:
        drawing.text(x + clear + used + 4, y - 3.2, joined, 2.4, SOFT, "sans-italic")
        _locator(drawing, (x + w - clear, y - 1.8), at, (cut.columns, cut.rows))
    return Sheet(paper.width, paper.height, (slot,), drawing, (), window, window, f"{title} {name}")


def _seams(drawing: Drawing, window: tuple[float, float, float, float], cut: _Cut, at: tuple[int, int]) -> None:
    """Ticks in the margin where neighbours are joined: the middle of the overlap, seen on both tiles."""
    x0, y0, x1, y1 = window
    half_x, half_y = cut.overlap[0] / 2, cut.overlap[1] / 2
    pts: list[tuple[float, float]] = []
    for has, x in ((at[0] > 0, x0 + half_x), (at[0] < cut.columns - 1, x1 - half_x)):
        if has:
            pts += [(x, y0 - 5), (x, y0 - 0.6), (x, y1 + 0.6), (x, y1 + 5)]
    for has, y in ((at[1] > 0, y0 + half_y), (at[1] < cut.rows - 1, y1 - half_y)):
        if has:
            pts += [(x0 - 5, y), (x0 - 0.6, y), (x1 + 0.6, y), (x1 + 5, y)]
    if pts:
        drawing.mark(Path("ML" * (len(pts) // 2), hundredths(pts)), None, INK, 0.2, cap="butt")
    corners(drawing, window, 3.0, 0.8)


def _locator(drawing: Drawing, corner: tuple[float, float], at: tuple[int, int], count: tuple[int, int]) -> None:
    """Where this tile lies among all: a small plan, its lower right corner here."""
    columns, rows = count
    size = min(2.6, 6.4 / rows)
    for row in range(rows):
        for column in range(columns):
            x, y = corner[0] - (columns - column) * size * 1.3, corner[1] - (rows - row) * size
            fill = INK if (column, row) == at else None
            drawing.rect(x, y, size * 1.3, size, fill, GUIDE, 0.12)
