"""Names of provinces behind points: spaced capitals where nothing else stands, a number beside them."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry.base import BaseGeometry

from compiler.model.graph import Region
from compiler.render.colour import PAPER, mix
from compiler.render.geometry import largest
from compiler.render.map.labels import Taken, best_spot
from compiler.render.map.plan import Hand, Plan

SIZES = (4.4, 4.0, 3.6, 3.2, 2.8, 2.5)


def province_names(
    plan: Plan, shapes: dict[str, BaseGeometry], lakes: BaseGeometry, lines: Sequence[BaseGeometry]
) -> None:
    """The smallest provinces first; links may be touched if there is no other way."""
    ground = plan.tone(plan.palette.paper, "land")
    ink = mix(plan.tone("#B59657", "border"), plan.palette.ink, 0.35)
    hand = Hand("serif", SIZES[0], ink, mix(ground, PAPER, 0.25), 0.5, 0.26)
    named = [region for region in plan.map.regions.values() if region.id in shapes]
    for region in sorted(named, key=lambda r: (shapes[r.id].area, r.id)):
        room = shapes[region.id].difference(lakes.buffer(0.6)).intersection(plan.view.buffer(-3))
        if not _name(plan, region, room, lines, hand):
            plan.no_room(region.name.en, region.note.span)


def _name(plan: Plan, region: Region, room: BaseGeometry, lines: Sequence[BaseGeometry], hand: Hand) -> bool:
    field = plan.style.part("provinces").get("count")
    count = str(region.values.get(field)) if field and region.values.get(field) is not None else ""
    text = region.name.en.upper()
    if region.label is not None:
        _write(plan, region, *region.label, text, count, hand)
        return True
    clear = Taken([*plan.taken.shapes, *lines])
    for area in (largest(room.buffer(-0.4)).simplify(0.25), largest(room.buffer(1.5)).simplify(0.25)):
        for taken in (clear, plan.taken):
            for size in SIZES:
                written = hand.sized(size)
                w = written.width(text) + (size * 1.5 if count else 0.0) + 5.0
                spot = best_spot(area, w, size * 1.5, taken, 1.5, need=0.93)
                if spot is not None:
                    _write(plan, region, spot.x, spot.y, text, count, written)
                    return True
    return False


def _write(plan: Plan, region: Region, x: float, y: float, text: str, count: str, hand: Hand) -> None:
    extra = hand.size * 1.5 if count else 0.0
    plan.write(text, x - extra / 2, y + hand.size * 0.33, hand, what=f"{text} {region.id}")
    if count:
        cx = x + hand.width(text) / 2 + extra / 2 - hand.size * 0.35
        r = hand.size * 0.42
        plan.drawing.circle(cx, y, r, hand.halo, hand.ink, 0.22)
        plan.drawing.text(cx, y + r * 0.5, count, r * 1.45, hand.ink, "sans-bold", "middle")
