"""The print-and-play instructions: paper, scale check, glueing and cutting order, and the list of parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.load.tongue import printed
from compiler.render import type as typeset
from compiler.render.colour import Palette, mix
from compiler.render.drawing import Drawing
from compiler.render.furniture import frame, heading, seal
from compiler.render.path import Path, hundredths
from compiler.render.sheet.presets import Paper

SQUARE = 50.0  # mm; the scale check square


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the parts list: what, how many, among which parts it is listed, and how many the setups use at most."""

    name: str
    count: int
    group: str
    used: int = 0


_DUPLEX = ("Backs", ("Counters and cards have their backs on the next page. Print on both sides, turned over the "
                    "{edge} edge. Print the calibration pages once on one sheet; if front and back do not meet, they "
                    "tell you the back offset to build with."))  # fmt: skip
_FOLD = ("Backs", ("Fronts and backs stand on one side. Fold along the dashed line with the print outside, glue the "
                  "halves back to back and press under books until dry. Then cut through both layers."))  # fmt: skip
_BARE = ("Backs", ("This set has fronts only. Build again with `--backs long`, `short` or `fold` for backs."))


def steps(flip: str, lang: str = "en") -> tuple[tuple[str, str], ...]:
    """What to do in which order; `flip` says how the backs come behind the fronts."""
    backs = {"fold": _FOLD, "none": _BARE}.get(flip, (_DUPLEX[0], _DUPLEX[1].format(edge=flip)))
    told = (
        ("Check the scale", ("Print this page first, at 100 % (“actual size”, never “fit to page”). The square must "
                            "measure exactly 50 mm on each side. If it does not, mend the printer settings first.")),
        ("Paper", ("Counters: full-sheet label paper on 1.5–2 mm grey board, or 250 g card. Cards: 250–300 g card, or "
                  "plain paper in sleeves. Map, displays and charts: 120–160 g paper.")),
        backs,
        ("Glue, then cut", ("Glue sheets to the board first and let them dry flat. Lay a steel rule from one "
                           "grey guide to the other and cut with a sharp knife: all cuts one way across the sheet, "
                           "then all the other way.")),
        ("The knife", ("Several light strokes cut straighter than one hard one. Cut in the line; the colour goes past "
                      "it, so that a small slip leaves no white edge. Round pieces: cut the square, then trim or "
                      "punch the circle.")),
        ("Map", ("Print the poster at a copy shop, or tile it: cut each tile at its seam ticks, lay it on its "
                "neighbour, match the ticks, tape from behind.")),
    )  # fmt: skip
    return tuple((printed(name, lang), printed(text, lang)) for name, text in told)


def instructions(
    paper: Paper,
    title: str,
    kanji: str,
    palette: Palette,
    parts: Sequence[Part],
    files: Sequence[tuple[str, str]] = (),
    flip: str = "long",
    digest: str = "",
    lang: str = "en",
) -> Drawing:
    """The first page of a print-and-play set; `files` names the others and what is in them."""
    w, h = paper.width, paper.height
    drawing = Drawing(w, h)
    drawing.rect(0, 0, w, h, "#FFFFFF")
    frame(drawing, 8, 8, w - 16, h - 16, palette.frame)
    size = typeset.fit(title, 7.0, w - 64, "serif-bold")
    drawing.text(15, 23, title, size, palette.frame, "serif-bold", track=0.01)
    drawing.text(15, 29, printed("Print and play: how to make your copy", lang), 3.4, palette.accent, "serif-italic")
    if kanji:
        seal(drawing, w - 33, 12.5, 18, kanji, palette.seal, palette.white)
    drawing.line([(15, 33), (w - 15, 33)], palette.accent, 0.6)
    bottom = _steps(drawing, 15, 41, w - 30 - SQUARE - 12, steps(flip, lang), palette)
    _square(drawing, w - 15 - SQUARE, 41, palette, lang)
    below = _files(drawing, w - 15 - SQUARE, 41 + SQUARE + 8, files, palette)
    _parts(drawing, 15, max(bottom, below) + 11, w - 30, h - 14, parts, palette, lang)
    if digest:
        drawing.text(w - 13, h - 10.4, printed(f"content {digest[:16]}", lang), 1.9, palette.soft, "sans", "end")
    return drawing


def _steps(
    drawing: Drawing, x: float, y: float, measure: float, told: Sequence[tuple[str, str]], palette: Palette
) -> float:
    for i, (name, text) in enumerate(told, 1):
        drawing.circle(x + 2.4, y - 1.2, 2.4, palette.accent)
        drawing.text(x + 2.4, y - 0.15, str(i), 3.0, palette.white, "sans-black", "middle")
        drawing.text(x + 7, y, name, 3.5, palette.frame, "serif-bold")
        y = drawing.block(x + 7, y + 4.4, text, 2.75, measure - 7, palette.ink, "sans", 1.3) + 6.6
    return y - 6.6


def _files(drawing: Drawing, x: float, y: float, files: Sequence[tuple[str, str]], palette: Palette) -> float:
    for name, text in files:
        drawing.text(x, y, name, 2.5, palette.accent, "sans-bold")
        y = drawing.block(x + 17, y, text, 2.5, SQUARE - 17, palette.ink, "sans", 1.2) + 4.0
    return y - 4.0 if files else 0.0


def _square(drawing: Drawing, x: float, y: float, palette: Palette, lang: str) -> None:
    """Exactly 50 mm between the outer edges of the black square; millimetres along two sides inside it."""
    drawing.rect(x, y, SQUARE, SQUARE, palette.ink)
    drawing.rect(x + 0.4, y + 0.4, SQUARE - 0.8, SQUARE - 0.8, "#FFFFFF")
    ticks = []
    for i in range(1, 50):
        n = 4.0 if i % 10 == 0 else 2.6 if i % 5 == 0 else 1.6
        ticks += [(x + i, y + SQUARE - 0.4), (x + i, y + SQUARE - 0.4 - n), (x + 0.4, y + i), (x + 0.4 + n, y + i)]
    drawing.mark(Path("ML" * (len(ticks) // 2), hundredths(ticks)), None, palette.ink, 0.12, cap="butt")
    drawing.text(x + SQUARE / 2 + 1, y + SQUARE / 2, "50 mm", 7.0, palette.ink, "serif-bold", "middle")
    drawing.text(
        x + SQUARE / 2 + 1,
        y + SQUARE / 2 + 5.4,
        printed("scale check", lang),
        3.0,
        palette.soft,
        "sans-italic",
        "middle",
    )


def _parts(
    drawing: Drawing, x: float, y: float, w: float, bottom: float, parts: Sequence[Part], palette: Palette, lang: str
) -> None:
    """Parts by group, in as many columns as the page needs; rows come closer before one is lost."""
    note = "count every piece before you throw the waste away; at the right, the most a setup uses"
    top = heading(drawing, x, y, w, printed("Parts", lang), printed(note, lang), palette) + 3.4
    groups: dict[str, list[Part]] = {}
    for part in parts:
        groups.setdefault(part.group, []).append(part)
    # a heading stays with its first row; an empty row parts one group from the next
    rows = [row for name, group in groups.items() for row in (None, name, *group)][1:]
    columns = next((n for n in (2, 3) if len(rows) * _ROW / n <= bottom - top), 4)
    per = max(1, -(-len(rows) // columns))
    row = min(_ROW, (bottom - top) / (per + 1))
    step, at, used = w / columns, 0, 0
    for i, entry in enumerate(rows):
        last = i + 1 < len(rows) and isinstance(entry, str) and at == per - 1
        if (at >= per or last) and used < columns - 1:
            used, at = used + 1, 0
        if entry is None and at == 0:
            continue
        if entry is not None:
            _part(drawing, entry, x + used * step, top + at * row, step - 4, row, palette)
        at += 1


_ROW = 4.0  # mm


def _part(drawing: Drawing, entry: Part | str, x: float, y: float, w: float, row: float, palette: Palette) -> None:
    size = min(2.6, row * 0.66)
    if isinstance(entry, str):
        drawing.text(x, y, entry, typeset.fit(entry, size, w, "sans-bold"), palette.accent, "sans-bold")
        drawing.line([(x, y + row * 0.24), (x + w, y + row * 0.24)], mix(palette.accent, "#FFFFFF", 0.4), 0.2)
        return
    drawing.text(x + 7.6, y, f"{entry.count} ×", size, palette.accent, "sans-bold", "end")
    end = drawing.text(x + w, y, str(entry.used), size, palette.soft, "sans", "end") if entry.used else 0.0
    size = typeset.fit(entry.name, size, w - 9 - end - 1.5, "sans-semi")
    start = x + 9 + drawing.text(x + 9, y, entry.name, size, palette.ink, "sans-semi") + 1.2
    if entry.used and start < x + w - end - 4:
        drawing.line([(start, y - 0.1), (x + w - end - 1.2, y - 0.1)], palette.soft, 0.2, (0.01, 1.1), "round")
