"""What is printed outside the cut: guides, corner and registration marks, labels, the fold, the calibration pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler.load.tongue import printed
from compiler.render import type as typeset
from compiler.render.colour import INK, SOFT, WHITE
from compiler.render.drawing import Drawing
from compiler.render.path import Path, hundredths
from compiler.render.sheet.presets import Paper
from compiler.render.symbols import mon

GUIDE = "#8C857C"
Box = tuple[float, float, float, float]
_EDGE = 4.0  # what most printers leave white
_SHORT = 0.5  # mm; less of a guide helps nobody
_REACH = 14.0  # how far a guide goes on beyond the last piece
_CLEAR = 0.3  # mm between bleed and tick
_LEAST = 12.0  # what the name of a narrow block may take
_CROSS = 2.4  # half the width of a registration target
_TARGET = _EDGE + 2 * _CROSS  # how far the targets reach in


def around(
    paper: Paper,
    used: Box,
    label: str,
    xs: Sequence[float],
    ys: Sequence[float],
    bleed: float = 0.0,
    offset: tuple[float, float] = (0.0, 0.0),
    pieces: Sequence[Box] = (),
    blocks: Box | None = None,
) -> Drawing:
    """Marks of one side: guides on every cut, corners, targets, the label outside the cut.

    `blocks` is what several blocks take up with the ticks and heads they have themselves.
    """
    drawing = Drawing(paper.width, paper.height)
    inked = blocks or (used[0] - bleed, used[1] - bleed, used[2] + bleed, used[3] + bleed)
    if blocks is None:
        _guides(drawing, paper, used, xs, ys, pieces)
        corners(drawing, used, away=bleed + 1.5)
    for x, y in targets(paper):
        if not _meet(inked, (x - _CROSS, y - _CROSS, x + _CROSS, y + _CROSS)):
            target(drawing, x + offset[0], y + offset[1])
    _label(drawing, paper, inked, label)
    return drawing


def _guides(
    drawing: Drawing, paper: Paper, used: Box, xs: Sequence[float], ys: Sequence[float], pieces: Sequence[Box]
) -> None:
    """Lines on every cut out to the edge of the paper, but not far over empty paper, and never over a piece."""
    x0, y0, x1, y1 = used
    left, top = max(_EDGE, x0 - _REACH), max(_EDGE, y0 - _REACH)
    right, bottom = min(paper.width - _EDGE, x1 + _REACH), min(paper.height - _EDGE, y1 + _REACH)
    ends = [((x, a), (x, b)) for x in xs
            for a, b in _bare(top, bottom, [(p[1], p[3]) for p in pieces if p[0] <= x <= p[2]])]  # fmt: skip
    ends += [((a, y), (b, y)) for y in ys
             for a, b in _bare(left, right, [(p[0], p[2]) for p in pieces if p[1] <= y <= p[3]])]  # fmt: skip
    if ends:
        pts = hundredths([point for line in ends for point in line])
        drawing.mark(Path("ML" * len(ends), pts), None, GUIDE, 0.1, cap="butt")


def _bare(start: float, end: float, inked: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """What of a line lies on bare paper."""
    for low, high in sorted(inked):
        if low - start > _SHORT:
            yield start, low
        start = max(start, high)
    if end - start > _SHORT:
        yield start, end


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _label(drawing: Drawing, paper: Paper, inked: Box, label: str) -> None:
    """What sheet this is: above the block, or along its left side where there is more room; guides stop at it."""
    size = typeset.fit(label, 2.6, paper.width / 2 - 30, "sans-semi")
    wide = typeset.width(label, size, "sans-semi")
    if inked[1] >= _EDGE + size + 1.4:
        x, y = paper.width / 2 + 12, _EDGE + (min(inked[1], _TARGET) - _EDGE + size) / 2 - 0.5
        drawing.rect(x - 1.2, y - size * 0.8, wide + 2.4, size * 1.1, WHITE)
        drawing.text(x, y, label, size, SOFT, "sans-semi")
    else:
        x, y = _EDGE + (inked[0] - _EDGE + size) / 2 - 0.5, paper.height / 2 - 12
        drawing.rect(x - size * 0.8, y - wide - 1.2, size * 1.1, wide + 2.4, WHITE)
        drawing.text(x, y, label, size, SOFT, "sans-semi", turn=-90)


def ticks(drawing: Drawing, block: Box, xs: Sequence[float], ys: Sequence[float], bleed: float, reach: float) -> None:
    """Short lines round a block where the knife goes, clear of its bleed."""
    x0, y0, x1, y1 = block
    near = bleed + _CLEAR
    ends = [((x, y + s * near), (x, y + s * reach)) for x in xs for y, s in ((y0, -1), (y1, 1))]
    ends += [((x + s * near, y), (x + s * reach, y)) for y in ys for x, s in ((x0, -1), (x1, 1))]
    pts = hundredths([point for line in ends for point in line])
    drawing.mark(Path("ML" * len(ends), pts), None, GUIDE, 0.15, cap="butt")


def head(drawing: Drawing, block: Box, name: str, crest: str, away: float, room: float, upright: bool = True) -> None:
    """Above a block whose it is: the crest and the name; below it where the paper is turned about the short edge."""
    x0, y0, x1, y1 = block
    x, wide = x0, x1 - x0
    base = y0 - away - 1.0 if upright else y1 + away + room - 1.0
    if crest:
        drawing.symbol(mon(crest), x + room / 2, base - 1.1, room - 0.4, INK)
        x, wide = x + room + 1.0, wide - room - 1.0
    size = typeset.fit(name, 3.2, max(wide, _LEAST), "serif-bold")
    drawing.text(x, base, name, size, INK, "serif-bold")


def corners(drawing: Drawing, used: Box, reach: float = 4.0, away: float = 2.5) -> None:
    """Two short strokes at each corner of the block, clear of the bleed."""
    x0, y0, x1, y1 = used
    pts = []
    for x, sx in ((x0, -1), (x1, 1)):
        for y, sy in ((y0, -1), (y1, 1)):
            pts += [(x, y + sy * away), (x, y + sy * (away + reach)), (x + sx * away, y), (x + sx * (away + reach), y)]
    drawing.mark(Path("ML" * 8, hundredths(pts)), None, INK, 0.2, cap="butt")


def targets(paper: Paper) -> list[tuple[float, float]]:
    """Where registration targets stand: the middle of every edge, so that both flips put them back to back."""
    w, h, d = paper.width, paper.height, _EDGE + _CROSS
    return [(w / 2, d), (w / 2, h - d), (d, h / 2), (w - d, h / 2)]


def target(drawing: Drawing, x: float, y: float, r: float = 1.6) -> None:
    """A ring with a cross: held to the light, front and back must cover each other."""
    drawing.circle(x, y, r, None, INK, 0.15)
    cross = [(x - _CROSS, y), (x + _CROSS, y), (x, y - _CROSS), (x, y + _CROSS)]
    drawing.mark(Path("MLML", hundredths(cross)), None, INK, 0.15, cap="butt")


def fold_line(drawing: Drawing, paper: Paper, lang: str = "en") -> None:
    """The line to fold along, dashed down the middle."""
    x = paper.width / 2
    drawing.line([(x, _EDGE), (x, paper.height - _EDGE)], INK, 0.25, (3.0, 1.5), "butt")
    drawing.text(x - 1.2, paper.height - 12, printed("fold here", lang), 2.4, SOFT, "sans-italic", turn=-90)


def calibration(paper: Paper, flip: str, lang: str = "en") -> tuple[Drawing, Drawing]:
    """Front and back of the page that shows a printer's drift: crosses in front, rulers behind them."""
    front, back = Drawing(paper.width, paper.height), Drawing(paper.width, paper.height)
    places = [(paper.width * fx, paper.height * fy) for fx in (0.18, 0.5, 0.82) for fy in (0.15, 0.5, 0.85)]
    for x, y in places:
        _cross(front, x, y)
        bx, by = (x, paper.height - y) if flip == "short" else (paper.width - x, y)
        _rulers(back, bx, by)
    y = paper.height * 0.27
    for drawing, title, text in (
        (front, "Calibration: front", "Print this page and the next on one sheet, the way you print the counters."),
        (back, "Calibration: back",
         ("Hold the sheet to the light with this side towards you. Read where the lines of the front cross each ruler: "
          "the readings, averaged, are the back offset (x to the right, y down). Build again with `--back-offset X Y`; "
          "when it is right, every reading is 0.")),
    ):  # fmt: skip
        drawing.text(paper.width / 2, y - 6.0, printed(title, lang), 4.6, INK, "serif-bold", "middle")
        drawing.block(paper.width / 2, y, printed(text, lang), 3.0, paper.width * 0.6, INK, "sans", 1.3, "middle")
    return front, back


def _cross(drawing: Drawing, x: float, y: float) -> None:
    drawing.line([(x - 14, y), (x + 14, y)], INK, 0.12, cap="butt")
    drawing.line([(x, y - 14), (x, y + 14)], INK, 0.12, cap="butt")


def _rulers(drawing: Drawing, x: float, y: float) -> None:
    """Scales of ±5 mm in half millimetres.

    Seen through the paper the front's cross lies where the printer really put it; a back printed too far to the
    left shows the cross at a positive reading, and moving the back by that reading mends it.
    """
    for i in range(-10, 11):
        d, tall = i * 0.5, 3.0 if i % 2 == 0 else 1.8
        drawing.line([(x + d, y - 6 - tall), (x + d, y - 6)], INK, 0.12, cap="butt")
        drawing.line([(x - 6 - tall, y + d), (x - 6, y + d)], INK, 0.12, cap="butt")
        if i % 4 == 0:
            reading = f"{i // 2:+d}".replace("-", "−") if i else "0"
            if i % 8 == 0:  # side by side they would touch
                drawing.text(x + d, y - 9.8, reading, 2.0, INK, "sans-semi", "middle")
            drawing.text(x - 9.8, y + d + 0.7, reading, 2.0, INK, "sans-semi", "end")
    drawing.line([(x - 5, y - 6), (x + 5, y - 6)], INK, 0.2, cap="butt")
    drawing.line([(x - 6, y - 5), (x - 6, y + 5)], INK, 0.2, cap="butt")
