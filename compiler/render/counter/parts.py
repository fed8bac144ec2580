"""The parts of a counter: crest, symbol, text on plates, slip, strip, stripe, steps, frame."""

from __future__ import annotations

from collections.abc import Callable

from compiler.model.shown import value_of
from compiler.render import symbols
from compiler.render import type as typeset
from compiler.render.colour import INK, contrast, on
from compiler.render.counter.bench import SAFE, SMALLEST, Bench, ground
from compiler.render.counter.figure import draw_figure
from compiler.render.counter.own_parts import area, picture
from compiler.render.counter.slots import Slot, said
from compiler.render.counter.standard import arm_of, telling
from compiler.render.drawing import Drawing
from compiler.render.furniture import slip
from compiler.render.path import circle, polygon
from compiler.render.theme.units import unit_part

TIGHTEST = -0.045  # em; letters of a name on a strip stand no closer


def _crest(bench: Bench, slot: Slot) -> None:
    x, y = slot.point()
    size, r = slot.number("size", 5.8), slot.number("disc")
    owner = value_of(slot.text("of", "side"), bench.values)
    mon = symbols.mon(bench.palette.side(str(owner) if owner else None).mon)
    if r:
        bench.drawing.circle(x, y, r, bench.palette.white, bench.palette.ink, 0.2)
    colour = bench.palette.ink if r else bench.colour(slot.text("colour"), "crest")
    bench.drawing.symbol(mon, x, y, size, colour, turn=slot.number("turn"))


def _symbol(bench: Bench, slot: Slot) -> None:
    if slot.flag("telling"):
        name = telling(str(bench.values["id"]), str(bench.values["name"]), bench.palette.theme)
    else:
        name = said(slot, bench.values)
    if slot.flag("arms"):
        name = arm_of(str(bench.values["name"]), bench.palette.theme, name)
    if not name:
        return
    outline = bench.drawn(name)
    if outline is None:
        bench.drawing.problem("R302", f"there is no symbol `{name}`", "see `liege explain R302` for all symbols")
        return
    x, y = slot.point()
    size, (dx, dy) = slot.number("size", 8.0), slot.point("step")
    times = value_of(slot.text("repeat"), bench.values) if "repeat" in slot.given else 1
    count = int(times) if isinstance(times, (int, float)) else 0
    casing = bench.colour(slot.text("casing")) if "casing" in slot.given else None
    colour = bench.colour(slot.text("colour"))
    start = -(count - 1) / 2 if slot.flag("centred") else 0.0
    for i in range(count):
        k = start + i
        bench.drawing.symbol(
            outline, x + k * dx, y + k * dy, size, colour, casing, slot.number("casing_width", 0.3),
            slot.number("turn"),
        )  # fmt: skip


def _text(bench: Bench, slot: Slot) -> None:
    text = said(slot, bench.values)
    if not text:
        return
    if slot.flag("capitals"):
        text = text.upper()
    x, y = slot.point()
    size, face = slot.number("size", 2.4), bench.face(slot.text("face", "sans-black"))
    track = slot.number("track")
    lines: tuple[str, ...] = (text,)
    if "fit" in slot.given:
        room = slot.number("fit")
        if slot.number("lines", 1) > 1 and typeset.width(text, size, face, track) > room:
            lines = typeset.wrap(text, size, room, face, track)[: int(slot.number("lines"))]
        size = min(typeset.fit(line, size, room, face, track) for line in lines)
    bench.legible(text, size)
    colour = bench.colour(slot.text("colour"))
    shape = slot.text("plate")
    if shape:
        colour = _plate(bench, slot, shape, x, y)
        dx, dy = slot.point("nudge")
        x, y = x + dx, y + size * 0.345 + dy
    bold = slot.number("bold", 0.035 if face == "kanji" else 0.0)
    for i, line in enumerate(lines):
        top = y - (len(lines) - 1 - i) * size * 1.05
        bench.drawing.text(x, top, line, size, colour, face, slot.text("anchor", "middle"), track, bold=bold)


def _plate(bench: Bench, slot: Slot, shape: str, x: float, y: float) -> str:
    """A small plate under a number: its shape says what the number is; returns the colour of the number."""
    fill = bench.colour(slot.text("fill"), "plate")
    ink = bench.colour(slot.text("colour")) if "colour" in slot.given else on(fill)
    r = slot.number("r", 1.7)
    line = bench.palette.ink if slot.flag("line") or contrast(fill, bench.ground) < 1.6 else None
    PLATES[shape](bench.drawing, x, y, r, fill, line)
    return ink


def _pentagon(d: Drawing, x: float, y: float, r: float, fill: str, line: str | None) -> None:
    k = r / 1.6
    points = [(-1.6, 0.0), (0, -1.4), (1.6, 0.0), (1.15, 1.35), (-1.15, 1.35)]
    d.mark(polygon([(x + px * k, y + (py - 0.1) * k) for px, py in points]), fill, line, 0.2)


def _square(d: Drawing, x: float, y: float, r: float, fill: str, line: str | None) -> None:
    d.rect(x - r, y - r, 2 * r, 2 * r, fill, line, 0.22, r=0.3)


def _shield(d: Drawing, x: float, y: float, r: float, fill: str, line: str | None) -> None:
    points = [(-1, -0.8), (1, -0.8), (1, 0.2), (0.55, 0.7), (0, 0.95), (-0.55, 0.7), (-1, 0.2)]
    d.mark(polygon([(x + px * r, y + py * r) for px, py in points]), fill, line or INK, 0.22)


def _hexagon(d: Drawing, x: float, y: float, r: float, fill: str, line: str | None) -> None:
    points = [(1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866)]
    d.mark(polygon([(x + px * r, y + py * r) for px, py in points]), fill, line, 0.22)


PLATES: dict[str, Callable[[Drawing, float, float, float, str, str | None], None]] = {
    "disc": lambda d, x, y, r, fill, line: d.mark(circle(x, y, r), fill, line, 0.22),
    "square": _square,
    "pentagon": _pentagon,
    "pill": lambda d, x, y, r, fill, line: d.rect(x - 3 * r, y - r, 6 * r, 2 * r, fill, line, 0.2, r=r),
    "diamond": lambda d, x, y, r, fill, line: d.mark(
        polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)]), fill, line, 0.22
    ),
    "star": lambda d, x, y, r, fill, line: d.symbol(symbols.unit("star"), x, y - 0.1, 2 * r, fill, line or INK, 0.22),
    "arrow": lambda d, x, y, r, fill, line: d.symbol(
        symbols.unit("arrow"), x, y, 2 * r, fill, line or INK, 0.22, turn=90
    ),
    "shield": _shield,
    "hexagon": _hexagon,
}


def _slip(bench: Bench, slot: Slot) -> None:
    field = slot.text("of", "name.ja")
    text = value_of(field, bench.values)
    if not isinstance(text, str) or not text:
        return
    x, y = slot.point("at", (bench.width - 4.4, 2.3))
    w, room = slot.number("width", 3.4), slot.number("room", bench.height - y - 2.7)
    em = min(slot.number("size", 2.55), (room - 0.9) / len(text))
    paper, ink = bench.palette.white, bench.palette.ink
    if slot.flag("red"):
        paper, ink = bench.palette.seal, bench.palette.white
    slip(bench.drawing, x, y, w, text, paper, ink, em)


def _beside(bench: Bench, text: str, other: str, size: float, room: float) -> tuple[float, float]:
    """Size and tracking of two texts side by side: a long name is set closer before it would be too small."""
    room -= 0.5  # between them

    def both(track: float) -> float:
        return typeset.width(text, 1.0, "sans-bold", track) + typeset.width(other, 1.0, "sans", track)

    wanted = min(size, max(room / both(0.0), SMALLEST / bench.scale))
    loose, tight = both(0.0), both(TIGHTEST)
    track = TIGHTEST * min(1.0, max(0.0, loose - room / wanted) / (loose - tight))
    return min(wanted, room / both(track)), track


def _strip(bench: Bench, slot: Slot) -> None:
    """The name along the foot, capitals, shrunk to fit, never cut short."""
    text = said(slot, bench.values) if "of" in slot.given or "is" in slot.given else str(bench.values["name"])
    h, size, b = slot.number("height", 2.5), slot.number("size", 1.95), bench.bleed
    left = slot.number("left")
    fill = bench.palette.area(bench.colour(slot.text("fill"), "deep"))
    inset = slot.number("inset", 1.05 if slot.flag("inside") else 0.0)
    if inset:
        bench.drawing.rect(inset, bench.height - inset - h, bench.width - 2 * inset, h, fill)
    else:
        side = left if left else -b
        bench.drawing.rect(side, bench.height - h, bench.width + b - side, h + b, fill)
    ink = bench.colour(slot.text("colour")) if "colour" in slot.given else on(fill)
    safe = SAFE / min(1.0, bench.scale)  # a larger counter is the same drawing
    other = value_of(slot.text("with"), bench.values) if "with" in slot.given else None
    room = bench.width - left - 2 * max(inset, safe)
    text = text.upper()
    track = 0.02
    if other is not None:
        k, track = _beside(bench, text, str(other), size, room)
        if k * bench.scale < SMALLEST:  # no room for both: the second stands above the strip
            above = bench.height - inset - h - 0.15
            bench.drawing.text(bench.width / 2, above, str(other), size, bench.ink, "sans-bold", "middle")
            other, track = None, 0.02
    if other is None:
        k = typeset.fit(text, size, room, "sans-bold", track)
    bench.legible(text, k)
    above, below = typeset.reach(text, k, "sans-bold")
    middle = (above - below) / 2 if below > k * 0.03 else k * 0.345  # signs that hang stand in the middle of the strip
    y = bench.height - max(inset + h / 2 - middle, safe + 0.02 + max(0.0, below - k * 0.03))
    if other is not None:
        bench.drawing.text(left + safe, y, text, k, ink, "sans-bold", track=track)
        bench.drawing.text(bench.width - safe, y, str(other), k, ink, "sans", "end", track)
        return
    bench.drawing.text(left + (bench.width - left) / 2, y, text, k, ink, "sans-bold", "middle", track)


def _stripe(bench: Bench, slot: Slot) -> None:
    """A coloured edge at the left with a letter: which division a unit belongs to."""
    value = value_of(slot.text("of", "stripe"), bench.values)
    if value is None:
        return
    w, top, b = slot.number("width", 2.2), slot.number("top", 1.5), bench.bleed
    fill = bench.palette.tone(f"{slot.text('tones', 'stripes')}.{value}")
    bench.drawing.rect(-b, top, w + b, bench.height - top + b, fill, bench.palette.ink, 0.14)
    letter = str(slot.words().get(str(value), str(value)[:1].upper()))
    size = slot.number("size", 2.2)
    wide = typeset.width(letter, size, "sans-black")
    x = max(w / 2, SAFE / bench.scale + wide / 2)
    bench.drawing.text(x, top + 2.6, letter, size, on(fill), "sans-black", "middle")


def _steps(bench: Bench, slot: Slot) -> None:
    """Steps as bars, one for each that is left."""
    total = value_of(slot.text("of", "steps"), bench.values)
    if not isinstance(total, int):
        return
    x, y = slot.point()
    w, h, pitch = slot.number("width", 3.0), slot.number("size", 0.55), slot.number("pitch", 0.95)
    for i in range(total):
        bench.drawing.rect(x, y - i * pitch, w, h, bench.colour(slot.text("colour")))


def _frame(bench: Bench, slot: Slot) -> None:
    x, y = slot.point("at", (0.55, 2.2))
    w, h = slot.point("extent", (bench.width - 1.1, bench.height - 5.2))
    bench.drawing.rect(x, y, w, h, None, bench.colour(slot.text("colour")), slot.number("size", 0.3))


PARTS: dict[str, Callable[[Bench, Slot], None]] = {
    "ground": ground, "crest": _crest, "symbol": _symbol, "text": _text, "slip": _slip, "strip": _strip,
    "stripe": _stripe, "steps": _steps, "frame": _frame, "picture": picture, "area": area,
    "unit": unit_part, "figure": draw_figure,
}  # fmt: skip
