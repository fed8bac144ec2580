"""Faces of a counter, large, with words at their sides and lines that cross nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.render import type as typeset
from compiler.render.aid.block import LEAD, lines_at
from compiler.render.colour import Palette, mix
from compiler.render.counter.safe import Box
from compiler.render.drawing import Drawing

LEAST, MOST = 26.0, 40.0  # mm across a counter on an aid
AWAY, BETWEEN = 5.0, 6.0  # mm from a counter to the words beside it, and to the next
WORDS = 25.0  # mm that words need at a side
NEAR = 0.045  # of a counter: how far a line keeps from what it goes round
DOT, EDGE = 0.45, 0.2  # mm: the end of a line, and the white round it
TIP = 0.027  # of a counter: how far the middle of the dot stands from what is named, so that it covers no ink
SHARES = (
    0.5,
    0.4,
    0.6,
    0.3,
    0.7,
    0.25,
    0.75,
    0.2,
    0.8,
)  # heights at which a line may come to something, its middle first
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Named:
    """Something on a face, in shares of its width and height, and what it is."""

    box: Box
    words: str
    quiet: bool = False  # left out where no line can reach it


@dataclass(frozen=True, slots=True)
class Shown:
    """A face with what is named at its left and at its right; one that only repeats another has a caption alone."""

    face: Drawing
    caption: str
    boxes: tuple[Box, ...] = ()  # of all that stands on it
    sides: tuple[tuple[Named, ...], tuple[Named, ...]] = ((), ())

    @property
    def shape(self) -> float:
        return self.face.height / self.face.width


@dataclass(slots=True)
class PieceBody:
    """Faces side by side, words outside of them."""

    palette: Palette
    faces: list[Shown]

    def _outside(self) -> tuple[int, int]:
        """The faces that have words at their left and at their right."""
        left = next((n for n, one in enumerate(self.faces) if one.sides[0]), 0)
        return left, next((n for n, one in enumerate(self.faces) if one.sides[1]), left)

    def _across(self, width: float) -> float:
        return min(MOST, (width - 2 * (AWAY + WORDS) - BETWEEN * (len(self.faces) - 1)) / len(self.faces))

    def _room(self, width: float, across: float) -> float:
        return (width - across * len(self.faces) - BETWEEN * (len(self.faces) - 1)) / 2 - AWAY

    def least(self, width: float, size: float) -> float:
        across = max(LEAST, self._across(width) * 0.82)
        room = self._room(width, across)
        words = [sum(_high(n, room, size) for n in side) for one in self.faces for side in one.sides]
        return max(across * self.faces[0].shape, *words) + size * LEAD + 3.0

    def draw(self, d: Drawing, x: float, y: float, width: float, height: float, size: float) -> None:
        foot, shape = size * LEAD + 1.2, self.faces[0].shape
        across = min(self._across(width), (height - foot - 1.8) / shape)
        room = self._room(width, across)
        middle = y + (height - foot) / 2
        ends = self._outside()
        lefts = [x + room + AWAY + n * (across + BETWEEN) for n in range(len(self.faces))]
        if ends == (0, 0) and len(self.faces) > 1:
            lefts = self._beside(x, width, across, room, size)
        for left, one in zip(lefts, self.faces, strict=True):
            at = (left, middle - across * one.shape / 2, across, across * one.shape)
            self._face(d, one, at)
            for side in (0, 1):
                self._labels(d, one, at, side, room, (y, height - foot), size)
            ink = mix(self.palette.ink, self.palette.paper, 0.2)
            d.text(left + across / 2, at[1] + at[3] + size * 1.1, one.caption, size, ink, "sans-italic", "middle")

    def _beside(self, x: float, width: float, across: float, room: float, size: float) -> list[float]:
        """Faces without words at the right of the words of the first, all of it in the middle."""
        before, after = (_wide(side, room, size) for side in self.faces[0].sides)
        rest = [after + BETWEEN] + [BETWEEN] * (len(self.faces) - 2)
        total = before + across * len(self.faces) + sum(rest)
        lefts = [x + (width - total) / 2 + before]
        for gap in rest:
            lefts.append(lefts[-1] + across + gap)
        return lefts

    def _face(self, d: Drawing, one: Shown, at: Box) -> None:
        x, y, across, high = at
        d.rect(x + 0.6, y + 0.8, across, high, mix(self.palette.paper, self.palette.frame, 0.35))
        d.put(one.face, x, y, across / one.face.width)

    def _labels(
        self, d: Drawing, one: Shown, at: Box, side: int, room: float, span: tuple[float, float], size: float
    ) -> None:
        """Words at one side of a face, each as near to what it names as the others let it, and a line to it."""
        x, y, w, h = at
        p, labels = self.palette, one.sides[side]
        ways = [way(named.box, one.boxes, side) or direct(named.box, side) for named in labels]
        talls = [_high(named, room, size) for named in labels]
        edge, gap = (x - AWAY, 0.8) if side == 0 else (x + w + AWAY, -0.8)
        for named, points, middle in zip(
            labels, ways, _apart([y + p[0][1] * h for p in ways], talls, *span), strict=True
        ):
            lines = typeset.wrap(named.words, size, room, "sans-semi")
            lines_at(d, edge, middle, lines, size, p.ink, "sans-semi", "end" if side == 0 else "start")
            line = [(edge + gap, middle), *((x + px * w, y + py * h) for px, py in points)]
            d.line(line, p.white, 1.0)
            d.line(line, p.accent, 0.4)
            d.circle(*line[-1], DOT, p.accent, p.white, EDGE)


def _high(named: Named, room: float, size: float) -> float:
    return len(typeset.wrap(named.words, size, room, "sans-semi")) * size * LEAD + 1.2


def _wide(side: Sequence[Named], room: float, size: float) -> float:
    """How far the words of a side reach from their counter; nothing where there are none."""
    lines = [line for named in side for line in typeset.wrap(named.words, size, room, "sans-semi")]
    return AWAY + max(typeset.width(line, size, "sans-semi") for line in lines) if lines else 0.0


def direct(box: Box, side: int, at: float | None = None) -> list[Point]:
    """From the edge of the counter straight to something, at its middle or a height given."""
    y = (box[1] + box[3]) / 2 if at is None else at
    return [(0.0, y), (box[0] - TIP, y)] if side == 0 else [(1.0, y), (box[2] + TIP, y)]


def way(box: Box, boxes: Sequence[Box], side: int) -> list[Point] | None:
    """A line from one edge to something that crosses nothing: straight, over the top, from below; None if none does."""
    others = [b for b in boxes if b != box]
    x, out = (box[0] + box[2]) / 2, float(side)
    edge, tall = box[0 if side == 0 else 2], box[3] - box[1]
    for share in SHARES:
        y = box[1] + tall * share
        if not _hit(others, (edge, y), out):
            return direct(box, side, y)
    if not any(b[0] < x < b[2] and b[3] <= box[1] + 0.02 for b in others):
        return [(out, -NEAR), (x, -NEAR), (x, box[1] - TIP)]
    below = box[3] + NEAR
    if below < 1 and not _hit(others, (x, below), out):
        return [(out, below), (x, below), (x, box[3] + TIP)]
    return None


def _hit(boxes: Sequence[Box], start: Point, out: float) -> bool:
    """Whether something lies on a level line from a point to an edge."""
    low, high = sorted((start[0], out))
    return any(b[1] - 0.01 < start[1] < b[3] + 0.01 and b[0] < high and b[2] > low for b in boxes)


def _apart(wanted: Sequence[float], tall: Sequence[float], top: float, room: float) -> list[float]:
    """Middles as near to those wanted as they go without touching, inside the room."""
    found: list[float] = []
    low = top
    for want, high in zip(wanted, tall, strict=True):
        found.append(max(want, low + high / 2))
        low = found[-1] + high / 2
    over = top + room
    for n in range(len(found) - 1, -1, -1):
        found[n] = min(found[n], over - tall[n] / 2)
        over = found[n] - tall[n] / 2
    return found
