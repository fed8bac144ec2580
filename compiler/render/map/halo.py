"""Names by a shore: a halo in the ground that each letter stands on, and none where it would smear the shore."""

from __future__ import annotations

from dataclasses import dataclass, replace

from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry

from compiler.render import type as typeset
from compiler.render.colour import PAPER, mix
from compiler.render.drawing import Place, Run, Stroke
from compiler.render.map.plan import Hand, Plan


@dataclass(frozen=True, slots=True)
class Shore:
    """Land with its lakes, and the line where either ends."""

    land: BaseGeometry
    lakes: BaseGeometry
    line: BaseGeometry

    @classmethod
    def of(cls, land: BaseGeometry, lakes: BaseGeometry) -> Shore:
        return cls(land, lakes, land.boundary.union(lakes.boundary))

    def tone(self, plan: Plan, x: float, y: float) -> str:
        """The halo of what stands at a point: that of the land, or of the water beyond a coast."""
        here = Point(x, y)
        dry = self.land.is_empty or (self.land.contains(here) and not self.lakes.contains(here))
        return mix(plan.tone(plan.palette.paper, "land"), PAPER, 0.3) if dry else mix(plan.water("sea"), PAPER, 0.25)

    def write(self, plan: Plan, text: str, x: float, y: float, hand: Hand, what: str) -> None:
        """A name in the middle of x; one that lies over the shore has a halo letter by letter."""
        if self.line.intersects(hand.box(text, x, y).buffer(hand.halo_width)):
            self._halos(plan, text, x, y, hand)
        else:
            hand = replace(hand, halo=self.tone(plan, x, y))
        plan.write(text, x, y, hand, what=what)

    def _halos(self, plan: Plan, text: str, x: float, y: float, hand: Hand) -> None:
        line, size = typeset.shape(text, hand.face, hand.track), hand.size
        left = x - line.advance * size / 2
        found: dict[str, list[tuple[typeset.Glyph, int]]] = {}
        for glyph, at in line.glyphs:
            if glyph.path:
                x0, y0, x1, y1 = (v * size / 10 for v in glyph.path.bounds)
                letter = box(left + at * size / 1000 + x0, y + y0, left + at * size / 1000 + x1, y + y1)
                if not self.line.intersects(letter.buffer(hand.halo_width)):
                    found.setdefault(self.tone(plan, letter.centroid.x, letter.centroid.y), []).append((glyph, at))
        for tone, glyphs in found.items():
            # without words: the letters themselves say them
            part = typeset.Line(tuple(glyphs), line.advance)
            plan.drawing.items.append(
                Run(part, Place(left, y, size), tone, Stroke(tone, 2 * hand.halo_width + hand.bold * size))
            )
