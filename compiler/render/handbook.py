"""The print-and-play instructions: paper, scale check, glueing and cutting order, and the list of parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.render import type as typeset
from compiler.render.colour import Palette, mix
from compiler.render.drawing import Drawing
from compiler.render.furniture import frame, heading, seal
from compiler.render.path import Path, hundredths
from compiler.render.presets import Paper

SQUARE = 50.0  # mm; the scale check square


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the parts list: what, how many, how large, and how many the setups need."""

    name: str
    count: int
    size: str
    used: str = ""


STEPS = (
    ("Check the scale", ("Print this page first, at 100 % (“actual size”, never “fit to page”). The square must "
                        "measure exactly 50 mm on each side. If it does not, mend the printer settings first.")),
    ("Paper", ("Counters: full-sheet label paper on 1.5–2 mm grey board, or 250 g card. Cards: 250–300 g card, or "
              "plain paper in sleeves. Map and charts: 120–160 g paper.")),
    ("Duplex", ("Counters and cards have their backs on the next page. Print on both sides, turned over the edge the "
               "file name says. Print the calibration page once; if the targets do not meet, set the back offset.")),
    ("Fold instead", ("The fold-over sheets need no duplex: glue the halves back to back along the dashed line, press "
                     "under books until dry.")),
    ("Glue, then cut", ("Glue sheets to the board first and let them dry flat. Cut along the grey guides with a steel "
                       "rule and a sharp knife: all vertical cuts across the sheet, then all horizontal ones.")),
    ("The knife", ("Several light strokes cut straighter than one hard one. Cut in the line; the colour goes past "
                  "it, so that a small slip leaves no white edge. Round the corners with a corner punch.")),
    ("Map", ("Print the poster at a copy shop, or tile it: cut each tile at its seam ticks, lay it on its neighbour, "
            "match the ticks, tape from behind.")),
)  # fmt: skip


def instructions(
    paper: Paper, title: str, kanji: str, palette: Palette, parts: Sequence[Part], digest: str = ""
) -> Drawing:
    """The first page of a print-and-play set."""
    w, h = paper.width, paper.height
    drawing = Drawing(w, h)
    drawing.rect(0, 0, w, h, "#FFFFFF")
    frame(drawing, 8, 8, w - 16, h - 16, palette.frame)
    size = typeset.fit(title, 7.0, w - 64, "serif-bold")
    drawing.text(15, 23, title, size, palette.frame, "serif-bold", track=0.01)
    drawing.text(15, 29, "Print and play: how to make your copy", 3.4, palette.accent, "serif-italic")
    if kanji:
        seal(drawing, w - 31, 12.5, 18, kanji, palette.seal, palette.white)
    drawing.line([(15, 33), (w - 15, 33)], palette.accent, 0.6)
    column = w - 30 - SQUARE - 12
    bottom = _steps(drawing, 15, 41, column, palette)
    _square(drawing, w - 15 - SQUARE, 41, palette)
    _parts(drawing, 15, max(bottom + 6, 41 + SQUARE + 22), w - 30, h - 16, parts, palette)
    if digest:
        drawing.text(w - 13, h - 10.6, f"content {digest[:16]}", 1.9, palette.soft, "sans", "end")
    return drawing


def _steps(drawing: Drawing, x: float, y: float, measure: float, palette: Palette) -> float:
    for i, (name, text) in enumerate(STEPS, 1):
        drawing.circle(x + 2.4, y - 1.2, 2.4, palette.accent)
        drawing.text(x + 2.4, y - 0.15, str(i), 3.0, palette.white, "sans-black", "middle")
        drawing.text(x + 7, y, name, 3.5, palette.frame, "serif-bold")
        y = drawing.block(x + 7, y + 4.4, text, 2.75, measure - 7, palette.ink, "sans", 1.3) + 6.6
    return y - 6.6


def _square(drawing: Drawing, x: float, y: float, palette: Palette) -> None:
    """Exactly 50 mm between the outer edges of the black square; millimetres along two sides inside it."""
    drawing.rect(x, y, SQUARE, SQUARE, palette.ink)
    drawing.rect(x + 0.4, y + 0.4, SQUARE - 0.8, SQUARE - 0.8, "#FFFFFF")
    ticks = []
    for i in range(1, 50):
        n = 4.0 if i % 10 == 0 else 2.6 if i % 5 == 0 else 1.6
        ticks += [(x + i, y + SQUARE - 0.4), (x + i, y + SQUARE - 0.4 - n), (x + 0.4, y + i), (x + 0.4 + n, y + i)]
    drawing.mark(Path("ML" * (len(ticks) // 2), hundredths(ticks)), None, palette.ink, 0.12, cap="butt")
    drawing.text(x + SQUARE / 2 + 1, y + SQUARE / 2, "50 mm", 7.0, palette.ink, "serif-bold", "middle")
    drawing.text(x + SQUARE / 2 + 1, y + SQUARE / 2 + 5.4, "scale check", 3.0, palette.soft, "sans-italic", "middle")


def _parts(
    drawing: Drawing, x: float, y: float, w: float, bottom: float, parts: Sequence[Part], palette: Palette
) -> None:
    """Parts in as many columns as the page needs; type shrinks before a row is lost."""
    top = heading(drawing, x, y, w, "Parts", "count every piece before you throw the waste away", palette) + 3.2
    columns = 1
    row = 4.2
    while columns < 4 and len(parts) * row / columns > bottom - top:
        columns += 1
    row = min(row, (bottom - top) / max(1, -(-len(parts) // columns)))
    per = max(1, -(-len(parts) // columns))
    step = w / columns
    size = min(2.6, row * 0.66)
    for i, part in enumerate(parts):
        px, py = x + (i // per) * step, top + (i % per) * row
        if i % per % 2 == 0:
            drawing.rect(px, py - row * 0.72, step - 3, row, mix("#FFFFFF", palette.frame, 0.07))
        drawing.text(px + 8.4, py, f"{part.count} ×", size, palette.accent, "sans-bold", "end")
        room = step - 13 - typeset.width(part.size, size, "sans")
        note = f"{part.name}{f', {part.used}' if part.used else ''}"
        drawing.text(px + 10, py, note, typeset.fit(note, size, room, "sans-semi"), palette.ink, "sans-semi")
        drawing.text(px + step - 4, py, part.size, size, palette.soft, "sans", "end")
