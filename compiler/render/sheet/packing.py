"""Blocks of pieces on sheets: each owner's in a rectangle of its own, rectangles side by side on shelves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

HEAD = 4.2  # mm above a block for whose it is
TICKS = 3.8  # mm round a block for bleed and ticks
GUTTER = 2 * TICKS + 0.8  # mm between two blocks of a shelf


@dataclass(frozen=True, slots=True)
class Bundle:
    """Equal pieces of one owner: how many, how large, and whether they may be parted to fill the ends of sheets."""

    count: int
    w: float
    h: float
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Where pieces `start` to `start + count` of a bundle lie: corner of their rectangle, its columns and rows."""

    bundle: int
    start: int
    count: int
    x: float
    y: float
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class _Part:
    """Pieces that lie together: from where on in which bundle."""

    bundle: int
    start: int
    of: Bundle

    @property
    def count(self) -> int:
        return self.of.count

    def columns(self, tall: float) -> int:
        """How many columns they take below a height."""
        rows = int((tall + 1e-6) / self.of.h)
        return -(-self.count // rows) if rows else self.count

    def rows(self, columns: int) -> int:
        return -(-self.count // columns)


@dataclass(frozen=True, slots=True)
class _Laid:
    """The best way to lie so far: sheets begun, height used of the last, empty places; and its last shelf."""

    sheets: int = 1
    used: float = 0.0
    empty: int = 0
    before: _Laid | None = None
    parts: tuple[_Part, ...] = ()
    columns: tuple[int, ...] = ()

    @property
    def cost(self) -> tuple[int, float, int]:
        return self.sheets, round(self.used, 3), self.empty

    def shelves(self) -> list[_Laid]:
        found, at = [], self
        while at.before is not None:
            found.append(at)
            at = at.before
        return found[::-1]


def pack(bundles: Sequence[Bundle], wide: float, tall: float) -> list[list[Block]]:
    """The blocks of every sheet, in order; loose bundles fill the ends of sheets where that saves one."""
    parts = [part for n, bundle in enumerate(bundles) for part in _parted(n, bundle, wide, tall)]
    best = _lay(parts, wide, tall)
    if best.sheets > 1:
        firm = [part for part in parts if not part.of.loose]
        filled = _fill(_lay(firm, wide, tall), [(n, b) for n, b in enumerate(bundles) if b.loose], wide, tall)
        if filled is not None and (not firm or len(filled) < best.sheets):
            return filled
    return _placed(best.shelves(), best.sheets)


def _parted(n: int, bundle: Bundle, wide: float, tall: float) -> list[_Part]:
    """What does not fit on one sheet is parted, each part about as large as the others."""
    most = int((wide + 1e-6) / bundle.w) * int((tall - HEAD - 2 * TICKS + 1e-6) / bundle.h)
    sheets = -(-bundle.count // most)
    sizes = [bundle.count // sheets + (k < bundle.count % sheets) for k in range(sheets)]
    starts = accumulate([0, *sizes[:-1]])
    return [
        _Part(n, start, Bundle(size, bundle.w, bundle.h, bundle.loose))
        for start, size in zip(starts, sizes, strict=True)
    ]


def _lay(parts: Sequence[_Part], wide: float, tall: float) -> _Laid:
    """Runs of parts on shelves, in order: fewest sheets, then least height, then fewest empty places."""
    best: list[_Laid | None] = [_Laid(), *(None for _ in parts)]
    for end in range(1, len(parts) + 1):
        for start in range(end):
            before, run = best[start], tuple(parts[start:end])
            assert before is not None
            shelf = _shelf(before, run, wide, tall)
            now = best[end]
            if shelf is not None and (now is None or shelf.cost < now.cost):
                best[end] = shelf
    laid = best[-1]
    assert laid is not None  # every part fits alone
    return laid


def _shelf(before: _Laid, run: tuple[_Part, ...], wide: float, tall: float) -> _Laid | None:
    """A run side by side on the lowest shelf that is wide enough; on a new sheet where the last has no room."""
    heights = sorted({rows * part.of.h for part in run for rows in range(1, part.count + 1)})
    for height in heights:
        columns = tuple(part.columns(height) for part in run)
        if any(part.of.h > height for part in run):
            continue
        if sum(c * part.of.w for c, part in zip(columns, run, strict=True)) + GUTTER * (len(run) - 1) > wide + 1e-6:
            continue
        whole = height + HEAD + 2 * TICKS
        if whole > tall + 1e-6:
            return None
        empty = before.empty + sum(c * part.rows(c) - part.count for c, part in zip(columns, run, strict=True))
        if before.used + whole <= tall + 1e-6:
            return _Laid(before.sheets, before.used + whole, empty, before, run, columns)
        return _Laid(before.sheets + 1, whole, empty, before, run, columns)
    return None


def _placed(shelves: Sequence[_Laid], sheets: int) -> list[list[Block]]:
    out: list[list[Block]] = [[] for _ in range(sheets)]
    for shelf in shelves:
        x = 0.0
        height = max(part.rows(c) * part.of.h for part, c in zip(shelf.parts, shelf.columns, strict=True))
        y = shelf.used - height - TICKS
        for part, columns in zip(shelf.parts, shelf.columns, strict=True):
            block = Block(part.bundle, part.start, part.count, x, y, columns, part.rows(columns))
            out[shelf.sheets - 1].append(block)
            x += columns * part.of.w + GUTTER
    return out


def _fill(
    laid: _Laid, loose: Sequence[tuple[int, Bundle]], wide: float, tall: float
) -> list[list[Block]] | None:  # fmt: skip
    """Loose bundles below what lies already, row by row; None where there is nothing loose."""
    if not loose:
        return None
    sheets = _placed(laid.shelves(), laid.sheets)
    ends = [max((s.used for s in laid.shelves() if s.sheets == n + 1), default=0.0) for n in range(laid.sheets)]
    for n, bundle in loose:
        start, at = 0, 0
        while start < bundle.count:
            if at == len(sheets):
                sheets.append([])
                ends.append(0.0)
            rows = int((tall - ends[at] - HEAD - 2 * TICKS + 1e-6) / bundle.h)
            if rows < 1:
                at += 1
                continue
            across = int((wide + 1e-6) / bundle.w)
            count = min(rows * across, bundle.count - start)
            rows = -(-count // across)
            columns = -(-count // rows)
            sheets[at].append(Block(n, start, count, 0.0, ends[at] + HEAD + TICKS, columns, rows))
            ends[at] += rows * bundle.h + HEAD + 2 * TICKS
            start += count
    return sheets
