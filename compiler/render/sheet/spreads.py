"""Which pieces lie on which side of which sheet: in one grid of each size, or every group in a block of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from compiler.load.tongue import printed
from compiler.render.content import Box
from compiler.render.sheet.faces import Face, Layout
from compiler.render.sheet.packing import HEAD, TICKS, Block, Bundle, pack
from compiler.render.sheet.presets import Paper


@dataclass(frozen=True, slots=True)
class Grid:
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

    def window(self, i: int, cells: Sequence[Face], bleed: float) -> Box:
        """How far a cell may ink: half the gap towards neighbours, all its bleed towards empty paper."""
        row, column = divmod(i, self.columns)
        x, y = self.cell(i)
        inner = min(bleed, self.gap / 2)

        def bare(at: int) -> bool:
            return not 0 <= at < len(cells)

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


@dataclass(frozen=True, slots=True)
class Spread:
    """Pieces in the cells of a grid, and what stands above them: whose they are, and the sign of that."""

    grid: Grid
    pieces: tuple[Face, ...]
    head: str = ""
    crest: str = ""

    @property
    def used(self) -> Box:
        return self.grid.used(len(self.pieces))

    @property
    def lines(self) -> tuple[list[float], list[float]]:
        return self.grid.lines(len(self.pieces))


Side = tuple[tuple[Spread, ...], Layout]


FOLD = 4.0  # mm left clear on both sides of a fold


class DoesNotFit(ValueError):
    """A piece is larger than the paper between its margins."""


def gridded(faces: Sequence[Face], layout: Layout) -> Iterable[Side]:
    """A grid of each size, as many sheets as it takes."""
    sizes: dict[tuple[float, float, bool], list[Face]] = {}
    for face in faces:
        apart = layout.flip == "fold" and face.back is None
        sizes.setdefault((face.front.width, face.front.height, apart), []).extend([face] * face.count)
    for (w, h, apart), pieces in sizes.items():
        own = _turned(w, h, replace(layout, flip="none") if apart else layout)
        grid = _grid(w, h, own)
        for chunk in _chunks(pieces, grid.columns * grid.rows):
            yield (Spread(grid, chunk),), own


_SIDE, _TOP = 10.0, 9.0  # mm of paper left free beside blocks; above and below them, with the name of the sheet


def blocked(grouped: Sequence[Face], faces: Sequence[Face], layout: Layout) -> list[Side]:
    """Every group in a block, blocks on as few sheets as hold them; groups in the order of all faces."""
    order = {group: n for n, group in enumerate(dict.fromkeys(face.group for face in faces))}
    bundles: dict[tuple[str, float, float], list[Face]] = {}
    for face in sorted(grouped, key=lambda face: order[face.group]):
        bundles.setdefault((face.group, face.front.width, face.front.height), []).extend([face] * face.count)
    if not bundles:
        return []
    papers = [layout.paper, layout.paper.landscape] if layout.flip == "fold" else [layout.paper]
    found, large = [], (0.0, 0.0)
    for paper in papers:
        across = paper.width / 2 - _SIDE - FOLD if layout.flip == "fold" else paper.width - 2 * _SIDE
        tall = paper.height - 2 * _TOP
        over = [(w, h) for _, w, h in bundles if w > across or h + HEAD + 2 * TICKS > tall]
        large = over[0] if over else large
        if not over:
            wanted = [Bundle(len(run), w, h, not run[0].crest) for (_, w, h), run in bundles.items()]
            found.append((pack(wanted, across, tall), replace(layout, paper=paper)))
    if not found:
        raise DoesNotFit(f"a face of {large[0]:g} × {large[1]:g} mm does not fit on {layout.paper.name}")
    sheets, own = min(found, key=lambda each: len(each[0]))
    return [(spread, own) for spread in _spreads(sheets, list(bundles.values()), own)]


def _spreads(
    sheets: Sequence[Sequence[Block]], bundles: Sequence[Sequence[Face]], layout: Layout
) -> Iterable[tuple[Spread, ...]]:
    """Packed blocks as grids on their paper, each with its head; those of one group are counted."""
    groups = [bundles[block.bundle][0].group for sheet in sheets for block in sheet]
    done: dict[str, int] = {}
    for sheet in sheets:
        wide = max(block.x + block.columns * bundles[block.bundle][0].front.width for block in sheet)
        paper = layout.paper.width
        left = paper / 2 - FOLD - wide if layout.flip == "fold" else (paper - wide) / 2
        spreads = []
        for block in sheet:
            face, pieces = bundles[block.bundle][0], bundles[block.bundle][block.start : block.start + block.count]
            done[face.group] = done.get(face.group, 0) + 1
            head = face.block
            if groups.count(face.group) > 1:
                head = printed(f"{head}, block {done[face.group]} of {groups.count(face.group)}", layout.lang)
            size = face.front.width, face.front.height
            grid = Grid(block.columns, block.rows, left + block.x, _TOP + block.y, *size, 0.0)
            spreads.append(Spread(grid, tuple(pieces), head, face.crest))
        yield tuple(spreads)


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
    across = paper.width / 2 - margin - FOLD if layout.flip == "fold" else paper.width - 2 * margin
    return int((across + gap + 1e-6) / (w + gap)), int((paper.height - 2 * margin + gap + 1e-6) / (h + gap))


def _chunks(pieces: Sequence[Face], size: int) -> Iterable[tuple[Face, ...]]:
    """Sheets as full as each other where that saves a last one with hardly anything on it."""
    sheets = -(-len(pieces) // size)
    if sheets > 1 and len(pieces) - (sheets - 1) * size < size / 3:
        size = -(-len(pieces) // sheets)
    return (tuple(pieces[i : i + size]) for i in range(0, len(pieces), size))


def _grid(w: float, h: float, layout: Layout) -> Grid:
    """As many cells as fit, centred; a fold leaves only half the width and a clear strip along the fold."""
    paper, gap = layout.paper, layout.gap
    columns, rows = _fitting(w, h, layout)
    if columns < 1 or rows < 1:
        raise DoesNotFit(f"a face of {w:g} × {h:g} mm does not fit on {paper.name}")
    used_w = columns * w + (columns - 1) * gap
    used_h = rows * h + (rows - 1) * gap
    x = paper.width / 2 - FOLD - used_w if layout.flip == "fold" else (paper.width - used_w) / 2
    return Grid(columns, rows, x, (paper.height - used_h) / 2, w, h, gap)
