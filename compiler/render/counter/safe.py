"""The safe zone of a counter: what must be read keeps away from the knife."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.render.counter.bench import SAFE, Bench
from compiler.render.drawing import Group, Item, Mark, Run

Box = tuple[float, float, float, float]
SLACK = 0.05  # mm


def unsafe(bench: Bench) -> None:
    """Tell of letters, numbers and crests that reach closer to the edge than a knife is exact, the worst of them."""
    k = bench.scale
    w, h = bench.width * k, bench.height * k
    found = []
    for what, (x0, y0, x1, y1) in _inked(bench.drawing.items):
        room = min(x0 * k, y0 * k, w - x1 * k, h - y1 * k)
        if room < SAFE - SLACK:
            found.append((room, what))
    if found:
        room, what = min(found)
        bench.drawing.problem(
            "R305", f"{what} on counter `{bench.values['id']}` ({bench.values['face']}) keeps only {room:.2f} mm "
            "from the edge", f"move it inwards: {SAFE} mm are safe",
        )  # fmt: skip


def _inked(items: Iterable[Item]) -> Iterator[tuple[str, Box]]:
    """Runs of letters and symbols, with the boxes of their outlines; ground, band, stripe and strip are shapes."""
    for item in items:
        if isinstance(item, Group):
            continue  # patterns of bands
        if isinstance(item, Run):
            yield f"`{item.line.text}`", _run(item)
        elif isinstance(item, Mark) and item.place is not None:
            x0, y0, x1, y1 = item.path.bounds
            p = item.place
            reach = max(x1 - x0, y1 - y0) / 2 * p.scale if p.turn % 90 else 0.0
            if reach:
                yield "a symbol", (p.x - reach, p.y - reach, p.x + reach, p.y + reach)
            elif p.turn % 180:
                yield "a symbol", (p.x - y1 * p.scale, p.y + x0 * p.scale, p.x - y0 * p.scale, p.y + x1 * p.scale)
            else:
                yield "a symbol", (p.x + x0 * p.scale, p.y + y0 * p.scale, p.x + x1 * p.scale, p.y + y1 * p.scale)


def _run(run: Run) -> Box:
    size = run.place.scale / 1000
    glyphs = [(glyph.path.bounds, x) for glyph, x in run.line.glyphs if glyph.path]
    if not glyphs:
        return run.place.x, run.place.y, run.place.x, run.place.y
    left = min(x + b[0] * 100 for b, x in glyphs) * size
    right = max(x + b[2] * 100 for b, x in glyphs) * size
    top = min(b[1] for b, _ in glyphs) * 100 * size
    foot = max(b[3] for b, _ in glyphs) * 100 * size
    x, y = run.place.x, run.place.y
    if run.place.turn % 180:
        return x - foot, y + left, x - top, y + right
    return x + left, y + top, x + right, y + foot
