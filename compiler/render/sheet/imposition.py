"""Imposition: many faces on few sheets, backs behind fronts, everything outside the cut kept out of the faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from compiler.load.tongue import printed
from compiler.render.content import Box, Form, form_of
from compiler.render.drawing import Drawing, Group, Place
from compiler.render.pdf import Page, Placed
from compiler.render.sheet import marks
from compiler.render.sheet.presets import Cut, Paper


@dataclass(frozen=True, slots=True)
class Art:
    """A picture drawn when it is needed; `key` stands for everything it is drawn from. Bleed goes beyond the size."""

    key: str
    width: float
    height: float
    draw: Callable[[], Drawing] = field(compare=False, repr=False)
    bleed: float = 0.0
    round: bool = False


def drawn(drawing: Drawing, key: str = "") -> Art:
    """A finished drawing as art."""
    return Art(key or f"{id(drawing)}", drawing.width, drawing.height, lambda: drawing, drawing.bleed)


@dataclass(frozen=True, slots=True)
class Face:
    """A piece to cut: front, back, how many of it, and what it is called."""

    front: Art
    back: Art | None = None
    count: int = 1
    label: str = ""
    group: str = ""  # pieces of one group begin a row of their own
    block: str = ""  # what the group is called beside its first row


Cell = Face | None  # a place on a sheet may stay empty, so that the next group begins a row


@dataclass(frozen=True, slots=True)
class Layout:
    """How a set of pieces is put on paper.

    `flip` is "long" or "short" (the edge a duplex printer turns the sheet about), "fold" (front and back on one
    side, folded and glued) or "none". `offset` moves the backs by (x, y) mm against a printer's drift.
    """

    paper: Paper
    flip: str = "long"
    gap: float = 2.0
    margin: float = 12.0
    offset: tuple[float, float] = (0.0, 0.0)
    title: str = ""
    guides: bool = True
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Slot:
    """An art on a page: top left corner of its trimmed face, turned by 0 or 180 degrees, and how far it may ink."""

    art: Art
    x: float
    y: float
    turn: float
    window: Box
    label: str = ""
    scale: float = 1.0

    @property
    def origin(self) -> tuple[float, float]:
        """Where the origin of the art goes: the far corner if it stands on its head."""
        if self.turn:
            return self.x + self.art.width * self.scale, self.y + self.art.height * self.scale
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper: what lies where, the marks around it, and the lines of the knife."""

    width: float
    height: float
    slots: tuple[Slot, ...]
    marks: Drawing
    cuts: tuple[Box, ...] = ()
    trim: Box | None = None
    bleed: Box | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Columns and rows of equal cells on a page or half a page."""

    columns: int
    rows: int
    x: float
    y: float
    w: float
    h: float
    gap: float

    def cell(self, i: int) -> tuple[float, float]:
        row, column = divmod(i, self.columns)
        return self.x + column * (self.w + self.gap), self.y + row * (self.h + self.gap)

    def window(self, i: int, cells: Sequence[Cell], bleed: float) -> Box:
        """How far a cell may ink: half the gap towards neighbours, all its bleed towards empty paper."""
        row, column = divmod(i, self.columns)
        x, y = self.cell(i)
        inner = min(bleed, self.gap / 2)

        def bare(at: int) -> bool:
            return not 0 <= at < len(cells) or cells[at] is None

        return (
            x - (bleed if column == 0 or bare(i - 1) else inner),
            y - (bleed if row == 0 or bare(i - self.columns) else inner),
            x + self.w + (bleed if column == self.columns - 1 or bare(i + 1) else inner),
            y + self.h + (bleed if bare(i + self.columns) else inner),
        )

    def used(self, count: int) -> Box:
        columns, rows = min(self.columns, count), -(-count // self.columns)
        right = self.x + columns * self.w + (columns - 1) * self.gap
        return self.x, self.y, right, self.y + rows * self.h + (rows - 1) * self.gap

    def lines(self, count: int) -> tuple[list[float], list[float]]:
        """Where the knife goes: x of the vertical cuts, y of the horizontal ones."""
        columns, rows = min(self.columns, count), -(-count // self.columns)
        xs = {round(self.x + c * (self.w + self.gap) + k * self.w, 4) for c in range(columns) for k in (0, 1)}
        ys = {round(self.y + r * (self.h + self.gap) + k * self.h, 4) for r in range(rows) for k in (0, 1)}
        return sorted(xs), sorted(ys)


_FOLD = 4.0  # mm left clear on both sides of a fold


class DoesNotFit(ValueError):
    """A piece is larger than the paper between its margins."""


def _grid(w: float, h: float, layout: Layout) -> _Grid:
    """As many cells as fit, centred; a fold leaves only half the width and a clear strip along the fold."""
    paper, gap = layout.paper, layout.gap
    columns, rows = _fitting(w, h, layout)
    if columns < 1 or rows < 1:
        raise DoesNotFit(f"a face of {w:g} × {h:g} mm does not fit on {paper.name}")
    used_w = columns * w + (columns - 1) * gap
    used_h = rows * h + (rows - 1) * gap
    x = paper.width / 2 - _FOLD - used_w if layout.flip == "fold" else (paper.width - used_w) / 2
    return _Grid(columns, rows, x, (paper.height - used_h) / 2, w, h, gap)


def impose(faces: Sequence[Face], layout: Layout) -> list[Sheet]:
    """Sheets for all faces: one block of each size, fronts and backs in turn (backs only where there are any)."""
    sizes: dict[tuple[float, float, bool], list[Face]] = {}
    for face in sorted(faces, key=lambda face: face.back is None):
        # on fold-over sheets what has no back would leave half the paper empty: it gets sheets of its own
        apart = layout.flip == "fold" and face.back is None
        sizes.setdefault((face.front.width, face.front.height, apart), []).extend([face] * face.count)
    sides = []
    for (w, h, apart), pieces in sizes.items():
        own = _turned(w, h, replace(layout, flip="none") if apart else layout)
        grid = _grid(w, h, own)
        for chunk in _chunks(_in_rows(pieces, grid.columns, grid.rows), grid.columns * grid.rows):
            sides.append((grid, chunk, own))
    sheets = []
    for number, (grid, chunk, layout) in enumerate(sides, 1):
        name = f"{layout.title} {number}/{len(sides)}".strip()
        if layout.flip == "fold":
            sheets.append(_folded(grid, chunk, layout, name))
        else:
            sheets.append(_front(grid, chunk, layout, name))
            if layout.flip != "none" and any(face.back for face in chunk if face is not None):
                sheets.append(_back(grid, chunk, layout, name))
    return sheets


def _turned(w: float, h: float, layout: Layout) -> Layout:
    """A fold leaves half a page for the fronts: the paper lies the way that holds more of them."""
    if layout.flip != "fold":
        return layout

    def room(paper: Paper) -> int:
        columns, rows = _fitting(w, h, replace(layout, paper=paper))
        return max(0, columns) * max(0, rows)

    return replace(layout, paper=max((layout.paper, layout.paper.landscape), key=room))


def _fitting(w: float, h: float, layout: Layout) -> tuple[int, int]:
    """How many columns and rows of cells there is room for."""
    paper, gap, margin = layout.paper, layout.gap, layout.margin
    across = paper.width / 2 - margin - _FOLD if layout.flip == "fold" else paper.width - 2 * margin
    return int((across + gap + 1e-6) / (w + gap)), int((paper.height - 2 * margin + gap + 1e-6) / (h + gap))


def _in_rows(pieces: Sequence[Face], columns: int, rows: int) -> list[Cell]:
    """Groups one after the other, each from the start of a row; small ones that fit whole share a row.

    Where that takes a sheet more, one that fits whole may also go on behind the end of a larger one.
    """
    apart, close = (_rowed(pieces, columns, strict) for strict in (True, False))
    sheets = [-(-len(cells) // (columns * rows)) for cells in (apart, close)]
    return apart if sheets[0] <= sheets[1] else close


def _rowed(pieces: Sequence[Face], columns: int, strict: bool) -> list[Cell]:
    out: list[Cell] = []
    shared = True  # whether every group of the row at hand begins in it
    for _, run in groupby(pieces, key=lambda face: face.group):
        block = list(run)
        rest = -len(out) % columns
        if len(block) > rest or (strict and not shared):
            out += [None] * rest
        out += block
        shared = len(block) <= columns
    return out


def _chunks(pieces: Sequence[Cell], size: int) -> Iterable[tuple[Cell, ...]]:
    """Sheets as full as each other where that saves a last one with hardly anything on it."""
    sheets = -(-len(pieces) // size)
    if sheets > 1 and None not in pieces and len(pieces) - (sheets - 1) * size < size / 3:
        size = -(-len(pieces) // sheets)
    return (tuple(pieces[i : i + size]) for i in range(0, len(pieces), size))


def _slots(grid: _Grid, pieces: Sequence[Cell]) -> list[Slot]:
    out = []
    for i, face in enumerate(pieces):
        if face is None:
            continue
        x, y = grid.cell(i)
        out.append(Slot(face.front, x, y, 0.0, grid.window(i, pieces, face.front.bleed), face.label))
    return out


def _blocks(grid: _Grid, pieces: Sequence[Cell]) -> Iterator[tuple[float, tuple[str, ...]]]:
    """For each row that groups begin in, or a sheet goes on with one: where it stands, and what they are called."""
    known = ""
    for start in range(0, len(pieces), grid.columns):
        row = [face for face in pieces[start : start + grid.columns] if face is not None]
        names = tuple(dict.fromkeys(face.block for face in row if face.block))
        if names and row[0].group != known:
            yield grid.cell(start)[1], names
        known = row[-1].group if row else known


def behind(slot: Slot, back: Art, paper: Paper, flip: str) -> Slot:
    """The slot behind another after the sheet is turned: mirrored, and upside down for the short edge.

    A piece is turned over sideways in the hand, so its back is upright then for either edge.
    """
    w, h = slot.art.width, slot.art.height
    x0, y0, x1, y1 = slot.window
    if flip == "short":
        window = (x0, paper.height - y1, x1, paper.height - y0)
        return Slot(back, slot.x, paper.height - slot.y - h, 180.0, window, slot.label)
    window = (paper.width - x1, y0, paper.width - x0, y1)
    return Slot(back, paper.width - slot.x - w, slot.y, 0.0, window, slot.label)


def moved(slot: Slot, dx: float, dy: float) -> Slot:
    """A slot elsewhere on its page."""
    x0, y0, x1, y1 = slot.window
    return replace(slot, x=slot.x + dx, y=slot.y + dy, window=(x0 + dx, y0 + dy, x1 + dx, y1 + dy))


def _front(grid: _Grid, pieces: Sequence[Cell], layout: Layout, name: str) -> Sheet:
    slots = _slots(grid, pieces)
    xs, ys = grid.lines(len(pieces))
    used = grid.used(len(pieces))
    drawing = _marks(layout, used, printed(f"{name}, front", layout.lang), xs, ys, slots)
    marks.blocks(drawing, _blocks(grid, pieces), used[0] - max((slot.art.bleed for slot in slots), default=0.0), grid.h)
    return _sheet(layout, slots, drawing, xs, ys, used, f"{name} front")


def _back(grid: _Grid, pieces: Sequence[Cell], layout: Layout, name: str) -> Sheet:
    """Backs carry registration marks but no cut guides: only one side is cut along."""
    fronts = _slots(grid, pieces)
    slots = [
        moved(behind(slot, face.back, layout.paper, layout.flip), *layout.offset)
        for slot, face in zip(fronts, (face for face in pieces if face is not None), strict=True)
        if face.back
    ]
    x0, y0, x1, y1 = grid.used(len(pieces))
    w, h = layout.paper.width, layout.paper.height
    used = (x0, h - y1, x1, h - y0) if layout.flip == "short" else (w - x1, y0, w - x0, y1)
    drawing = _marks(layout, used, printed(f"{name}, back", layout.lang), [], [], fronts, layout.offset)
    return _sheet(layout, slots, drawing, [], [], used, f"{name} back")


def _folded(grid: _Grid, pieces: Sequence[Cell], layout: Layout, name: str) -> Sheet:
    fronts = _slots(grid, pieces)
    whole = [face for face in pieces if face is not None]
    backs = [
        behind(slot, face.back, layout.paper, "long") for slot, face in zip(fronts, whole, strict=True) if face.back
    ]
    xs, ys = grid.lines(len(pieces))
    x0, y0, _, y1 = grid.used(len(pieces))
    used = (x0, y0, layout.paper.width - x0, y1)
    drawing = _marks(layout, used, printed(f"{name}, fold and glue, then cut", layout.lang), xs, ys, [*fronts, *backs])
    marks.fold_line(drawing, layout.paper, layout.lang)
    return _sheet(layout, [*fronts, *backs], drawing, xs, ys, used, f"{name} fold")


def _marks(
    layout: Layout, used: Box, label: str, xs: Sequence[float], ys: Sequence[float], slots: Sequence[Slot],
    offset: tuple[float, float] = (0.0, 0.0),
) -> Drawing:  # fmt: skip
    bleed = max((slot.art.bleed for slot in slots), default=0.0)
    if not layout.guides:
        xs, ys = (), ()
    pieces = [slot.window for slot in slots]
    return marks.around(layout.paper, used, label, xs, ys, bleed, offset, pieces)


def _sheet(
    layout: Layout, slots: Sequence[Slot], drawing: Drawing, xs: list[float], ys: list[float], used: Box, name: str
) -> Sheet:
    w, h = layout.paper.width, layout.paper.height
    cuts = tuple((x, 0.0, x, h) for x in xs) + tuple((0.0, y, w, y) for y in ys)
    x0, y0, x1, y1 = used
    b = max((slot.art.bleed for slot in slots), default=0.0)
    return Sheet(w, h, tuple(slots), drawing, cuts, used, (x0 - b, y0 - b, x1 + b, y1 + b), name)


def singles(faces: Sequence[Face], cut: Cut) -> list[Sheet]:
    """One face to a page with the bleed a shop wants, no marks: front, back, front, back; copies are not repeated.

    Art of another size is scaled to cover the finished size; what goes over lies in the bleed.
    """
    sheets = []
    for face in faces:
        for art in (face.front, face.back):
            if art is not None:
                sheets.append(_single(art, cut, face.label))
    return sheets


def _single(art: Art, cut: Cut, label: str) -> Sheet:
    b = cut.bleed
    w, h = cut.width + 2 * b, cut.height + 2 * b
    scale = max(cut.width / art.width, cut.height / art.height)
    x, y = (w - art.width * scale) / 2, (h - art.height * scale) / 2
    slot = Slot(art, x, y, 0.0, (0.0, 0.0, w, h), label, scale)
    return Sheet(w, h, (slot,), Drawing(w, h), (), (b, b, b + cut.width, b + cut.height), (0.0, 0.0, w, h), label)


def page_of(sheet: Sheet, form: Callable[[Art], Form] = lambda art: form_of(art.draw())) -> Page:
    """A sheet as a PDF page; `form` finds or makes the form of an art."""
    placed = [Placed(form(slot.art), *slot.origin, slot.turn, slot.scale, slot.window) for slot in sheet.slots]
    placed.append(Placed(form_of(sheet.marks)))
    return Page(sheet.width, sheet.height, tuple(placed), sheet.trim, sheet.bleed, sheet.name)


def drawing_of(sheet: Sheet, draw: Callable[[Art], Drawing] = lambda art: art.draw(), cuts: bool = True) -> Drawing:
    """A sheet as a drawing for SVG: layers `art`, `marks` and `cut`, the last for plotters. `draw` may remember."""
    out = Drawing(sheet.width, sheet.height)
    with out.group(name="art"):
        for slot in sheet.slots:
            made = draw(slot.art)
            out.items.append(Group(made.items, Place(*slot.origin, slot.scale, slot.turn), window=slot.window))
            out.problems += made.problems
    with out.group(name="marks"):
        out.items += sheet.marks.items
    if not cuts:
        return out
    with out.group(name="cut"):
        for x0, y0, x1, y1 in sheet.cuts:
            out.line([(x0, y0), (x1, y1)], "#FF0000", 0.1, cap="butt")
        for slot in sheet.slots if sheet.cuts else ():
            if slot.art.round:
                r = slot.art.width / 2
                out.circle(slot.x + r, slot.y + r, r, None, "#FF0000", 0.1)
    return out
