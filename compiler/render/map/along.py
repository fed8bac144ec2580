"""Text that follows a line letter by letter: where its letters stand, and the first place where they hit nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString

from compiler.render.map.labels import Taken
from compiler.render.map.plan import FALL, RISE, Hand, Plan

CHUNK = 48  # places looked at together
TOUCH = 0.12  # share of a letter's box that its neighbour may cover in a bend
SPREAD = 0.12  # by how much of its natural step a letter may stand farther from the one before, round a bend
SWING = np.radians(28)  # between the letters of a word that turn most


class Lettering:
    """A text in a hand: its letters and where their middles lie from the start of the line."""

    def __init__(self, text: str, hand: Hand) -> None:
        self.text, self.hand = text, hand
        widths = [hand.width(char) for char in text]
        starts = np.cumsum([0.0, *(w + hand.track * hand.size for w in widths)])
        self.length = float(starts[-1]) - hand.track * hand.size
        keep = [n for n, char in enumerate(text) if not char.isspace()]
        self.letters = [text[n] for n in keep]
        self.widths = np.array([widths[n] for n in keep])
        self.middles = np.array([starts[n] + widths[n] / 2 for n in keep])

    def at(self, line: LineString, starts: Any, lifts: Any) -> tuple[Any, Any, Any]:
        """x, y and turn in radians of every letter, for many starts (mm along the line) and lifts (to its right)."""
        middle = np.asarray(starts, float)[:, None] + self.middles
        reach = self.widths / 2 + 0.6
        p, a, b = (
            shapely.get_coordinates(shapely.line_interpolate_point(line, np.maximum(at, 0))).reshape(*at.shape, 2)
            for at in (middle, middle - reach, middle + reach)
        )
        turn = np.arctan2(b[..., 1] - a[..., 1], b[..., 0] - a[..., 0])
        lift = np.asarray(lifts, float)[:, None]
        return p[..., 0] - np.sin(turn) * lift, p[..., 1] + np.cos(turn) * lift, turn

    def boxes(self, line: LineString, starts: Any, lifts: Any, room: float = 0.0) -> Any:
        """The room of every letter, one row for each start."""
        x, y, turn = self.at(line, starts, lifts)
        half, top, foot = self.widths / 2 + room, -RISE * self.hand.size - room, FALL * self.hand.size + room
        cos, sin = np.cos(turn), np.sin(turn)
        corners = [
            np.stack([x + dx * cos - dy * sin, y + dx * sin + dy * cos], axis=-1)
            for dx, dy in ((-half, top), (half, top), (half, foot), (-half, foot))
        ]
        return shapely.polygons(np.stack(corners, axis=-2))

    def first_free(
        self, line: LineString, starts: Sequence[float], lifts: Sequence[float], taken: Taken, room: float = 0.0
    ) -> int | None:
        """The first of the places where no letter hits anything, nor much of its neighbour, and words hold together."""
        for first in range(0, len(starts), CHUNK):
            boxes = self.boxes(line, starts[first : first + CHUNK], lifts[first : first + CHUNK], room)
            free = taken.clear(boxes.ravel()).reshape(boxes.shape).all(axis=1)
            for n in np.flatnonzero(free):
                row = boxes[n]
                shared = shapely.area(shapely.intersection(row[:-1], row[1:]))
                at = first + int(n)
                near = (shared < TOUCH * shapely.area(row[:-1])).all()
                if near and self.holds(line, starts[at], lifts[at]):
                    return at
        return None

    def holds(self, line: LineString, start: float, lift: float) -> bool:
        """Whether the letters read as words there: none far from the last or on its head, and no sharp bend."""
        x, y, turn = (row[0] for row in self.at(line, [start], [lift]))
        steps = np.hypot(np.diff(x), np.diff(y)) / np.diff(self.middles)
        upright = bool(np.cos(turn).min() > -0.01)
        return upright and bool((steps < 1 + SPREAD).all() and np.ptp(turn) < SWING)

    def write(self, plan: Plan, line: LineString, start: float, lift: float) -> None:
        """Write the text: all halos first, so that no letter's halo covers its neighbour."""
        hand = self.hand
        xs, ys, turns = (row[0].tolist() for row in self.at(line, [start], [lift]))
        spots = list(zip(self.letters, xs, ys, np.degrees(turns).tolist(), strict=True))
        for halo in (True, False) if hand.halo else (False,):
            ink = hand.halo if halo and hand.halo else hand.ink
            bold = hand.bold + (2 * hand.halo_width / hand.size if halo else 0.0)
            for char, x, y, turn in spots:
                plan.drawing.text(x, y, char, hand.size, ink, hand.face, "middle", bold=bold, turn=turn)
        plan.taken.name(self.text, shapely.union_all(self.boxes(line, [start], [lift], -0.1)[0]))
