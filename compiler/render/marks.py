"""What is printed outside the cut: guides, corner and registration marks, labels, the fold, the calibration pages."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.render import type as typeset
from compiler.render.colour import INK, SOFT
from compiler.render.drawing import Drawing
from compiler.render.path import Path, hundredths
from compiler.render.presets import Paper

GUIDE = "#8C857C"
_EDGE = 4.0  # what most printers leave white


def around(
    paper: Paper,
    used: tuple[float, float, float, float],
    label: str,
    xs: Sequence[float],
    ys: Sequence[float],
    guides: bool,
    offset: tuple[float, float] = (0.0, 0.0),
) -> Drawing:
    """Marks of one side: full-length guides on every cut, corners of the block, targets, the label."""
    drawing = Drawing(paper.width, paper.height)
    if guides:
        lines = [(x, _EDGE, x, paper.height - _EDGE) for x in xs]
        lines += [(_EDGE, y, paper.width - _EDGE, y) for y in ys]
        pts = hundredths([p for x0, y0, x1, y1 in lines for p in ((x0, y0), (x1, y1))])
        drawing.mark(Path("ML" * len(lines), pts), None, GUIDE, 0.1, cap="butt")
    corners(drawing, used)
    for x, y in targets(paper):
        target(drawing, x + offset[0], y + offset[1])
    size = typeset.fit(label, 2.6, paper.width - 60, "sans-semi")
    drawing.text(paper.width / 2 + 12, _EDGE + 3.6, label, size, SOFT, "sans-semi", "start")
    return drawing


def corners(drawing: Drawing, used: tuple[float, float, float, float], reach: float = 4.0, away: float = 2.5) -> None:
    """Two short strokes at each corner of the block, clear of the bleed."""
    x0, y0, x1, y1 = used
    pts = []
    for x, sx in ((x0, -1), (x1, 1)):
        for y, sy in ((y0, -1), (y1, 1)):
            pts += [(x, y + sy * away), (x, y + sy * (away + reach)), (x + sx * away, y), (x + sx * (away + reach), y)]
    drawing.mark(Path("ML" * 8, hundredths(pts)), None, INK, 0.2, cap="butt")


def targets(paper: Paper) -> list[tuple[float, float]]:
    """Where registration targets stand: the middle of every edge, so that both flips put them back to back."""
    w, h = paper.width, paper.height
    return [(w / 2, 7.0), (w / 2, h - 7.0), (7.0, h / 2), (w - 7.0, h / 2)]


def target(drawing: Drawing, x: float, y: float, r: float = 1.6) -> None:
    """A ring with a cross: held to the light, front and back must cover each other."""
    drawing.circle(x, y, r, None, INK, 0.15)
    cross = [(x - 2.6, y), (x + 2.6, y), (x, y - 2.6), (x, y + 2.6)]
    drawing.mark(Path("MLML", hundredths(cross)), None, INK, 0.15, cap="butt")


def fold_line(drawing: Drawing, paper: Paper) -> None:
    """The line to fold along, dashed down the middle."""
    x = paper.width / 2
    drawing.line([(x, _EDGE), (x, paper.height - _EDGE)], INK, 0.25, (3.0, 1.5), "butt")
    drawing.text(x - 1.2, paper.height - 12, "fold here", 2.4, SOFT, "sans-italic", turn=-90)


def calibration(paper: Paper, flip: str) -> tuple[Drawing, Drawing]:
    """Front and back of the page that shows a printer's drift: crosses in front, rulers behind them."""
    front, back = Drawing(paper.width, paper.height), Drawing(paper.width, paper.height)
    places = [(paper.width * fx, paper.height * fy) for fx in (0.18, 0.5, 0.82) for fy in (0.15, 0.5, 0.85)]
    for x, y in places:
        _cross(front, x, y)
        bx, by = (x, paper.height - y) if flip == "short" else (paper.width - x, y)
        _rulers(back, bx, by)
    y = paper.height * 0.27
    for drawing, text in (
        (front, "Duplex calibration, front. Print both pages on one sheet, the way you print the counters."),
        (back, ("Back. Hold the sheet to the light with this side towards you. Read where the lines of the front cross "
               "each ruler: the readings, averaged, are the back offset (x to the right, y down). Give it as "
               "`--back-offset X,Y`; when it is right, every reading is 0.")),
    ):
        drawing.block(paper.width / 2, y, text, 3.0, paper.width * 0.6, INK, "sans", 1.3, "middle")
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
            drawing.text(x + d, y - 9.8, f"{i // 2:+d}" if i else "0", 2.0, INK, "sans-semi", "middle")
            drawing.text(x - 9.8, y + d + 0.7, f"{i // 2:+d}" if i else "0", 2.0, INK, "sans-semi", "end")
    drawing.line([(x - 5, y - 6), (x + 5, y - 6)], INK, 0.2, cap="butt")
    drawing.line([(x - 6, y - 5), (x - 6, y + 5)], INK, 0.2, cap="butt")
