"""Parts that show what the author brings: a picture in a slot, a text that fills an area."""

from __future__ import annotations

from pathlib import Path

from compiler.render import type as typeset
from compiler.render.counter.bench import Bench
from compiler.render.counter.slots import Slot, said
from compiler.render.foreign import put_art

SMALLEST = 2.0  # mm; running text below this cannot be read


def picture(bench: Bench, slot: Slot) -> None:
    """A picture of the author's about a place, `size` across or `width` by `height`; left out, it covers the face."""
    name = said(slot, bench.values)
    if not name:
        return
    if "at" not in slot.given:
        b = bench.bleed
        box = (-b, -b, bench.width + 2 * b, bench.height + 2 * b)
        put_art(bench.drawing, Path(bench.folder), name, box, bench.drawing.span, cover=True)
    else:
        x, y = slot.point()
        size = slot.number("size", 8.0)
        w, h = slot.number("width", size), slot.number("height", size)
        put_art(bench.drawing, Path(bench.folder), name, (x - w / 2, y - h / 2, w, h), bench.drawing.span)


def area(bench: Bench, slot: Slot) -> None:
    """A text in lines from its top left corner, shrunk until it fits its height; too long is a fault."""
    text = said(slot, bench.values)
    if not text:
        return
    x, y = slot.point()
    w, h = slot.number("width", bench.width - x), slot.number("height", bench.height - y)
    face, leading, size = bench.face(slot.text("face", "sans")), slot.number("leading", 1.25), slot.number("size", 3.0)
    while True:
        lines = typeset.wrap(text, size, w, face)
        if len(lines) * size * leading <= h or size <= SMALLEST:
            break
        size = max(SMALLEST, size - 0.1)
    over = len(lines) * size * leading - h
    if over > size * 0.4:
        bench.drawing.problem("R303", f"the text of `{bench.values['id']}` is too long by {over:.1f} mm",
                              "shorten it, or give its slot more room")  # fmt: skip
    anchor = slot.text("anchor", "start")
    left = x + {"start": 0.0, "middle": w / 2, "end": w}[anchor]
    for n, line in enumerate(lines):
        bench.drawing.text(left, y + size * (0.8 + n * leading), line, size, bench.colour(slot.text("colour")), face,
                           anchor)  # fmt: skip
