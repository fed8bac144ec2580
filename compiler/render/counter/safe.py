"""The safe zone of a counter: what must be read keeps away from the knife, and nothing lies on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.render.counter.bench import SAFE, Bench
from compiler.render.drawing import Group, Item, Mark, Run

Box = tuple[float, float, float, float]
SLACK = 0.05  # mm
HIDDEN = 0.08  # of a word: less is the corner of a round plate


def unsafe(bench: Bench) -> None:
    """Tell of letters, numbers and crests that reach closer to the edge than a knife is exact, the worst of them."""
    k = bench.scale
    w, h = bench.width * k, bench.height * k
    found = []
    for what, (x0, y0, x1, y1) in inked(bench.drawing.items):
        room = min(x0 * k, y0 * k, w - x1 * k, h - y1 * k)
        if room < SAFE - SLACK:
            found.append((room, what))
    if found:
        room, what = min(found)
        bench.drawing.problem(
            "R305", f"{what} on counter `{bench.values['id']}` ({bench.values['face']}) keeps only {room:.2f} mm "
            "from the edge", f"move it inwards: {SAFE} mm are safe",
        )  # fmt: skip


def inked(items: Iterable[Item]) -> Iterator[tuple[str, Box]]:
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


def covered(bench: Bench) -> None:
    """Tell of letters and numbers that something drawn after them lies on, the worst of them."""
    read: list[tuple[str, Box]] = []
    worst: tuple[float, str] = (HIDDEN, "")
    for item in bench.drawing.items:
        if isinstance(item, Run):
            over = _run(item)
        elif isinstance(item, Mark) and item.fill is not None:
            over = shape_box(item)
        else:
            continue  # patterns, and lines around something
        worst = max(worst, *((_share(box, over), what) for what, box in read), worst)
        if isinstance(item, Run) and item.line.text.strip():
            read.append((f"`{item.line.text}`", over))
    if worst[1]:
        bench.drawing.problem(
            "R308", f"{worst[1]} on counter `{bench.values['id']}` ({bench.values['face']}) is covered by what is "
            "drawn after it", "move one of the two, or draw the letters last",
        )  # fmt: skip


def shape_box(mark: Mark) -> Box:
    """The box of a shape where it lies."""
    x0, y0, x1, y1 = mark.path.bounds
    if mark.place is None:
        return x0, y0, x1, y1
    k, x, y = mark.place.scale, mark.place.x, mark.place.y
    if mark.place.turn % 180:
        reach = max(x1 - x0, y1 - y0) / 2 * k
        return x - reach, y - reach, x + reach, y + reach
    return x + x0 * k, y + y0 * k, x + x1 * k, y + y1 * k


def _share(box: Box, over: Box) -> float:
    """How much of a box lies under another."""
    wide, tall = min(box[2], over[2]) - max(box[0], over[0]), min(box[3], over[3]) - max(box[1], over[1])
    area = (box[2] - box[0]) * (box[3] - box[1])
    return wide * tall / area if wide > 0 and tall > 0 and area > 0 else 0.0
