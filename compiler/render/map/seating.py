"""Where the name, the slot and the pieces of an area have their places: one answer for the picture and for the module.

It is worked out from the outline alone, so that whoever lays pieces need not draw the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from shapely.geometry import Point as Place
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from compiler.model.common import Name
from compiler.model.graph import Point, Ring, Space
from compiler.render.geometry import largest
from compiler.render.map.labels import Taken, best_spot
from compiler.render.map.plan import Hand
from compiler.render.map.recipes import Style

SLOT = 16.6
DISC = 2.7  # radius of the value in gold
_SIZES = (4.2, 3.7, 3.3, 2.9, 2.5)
_SMALLEST = 3.3  # letters of a name that stands over a slot
_CLOSE = 1.6  # mm from its border that a slot keeps in a narrow area
_SMALL, _BESIDE = 12.0, 6.0  # mm: a slot in a narrow area; how far it may be from its name
_COUNTER = 16.0
_APART = _COUNTER + 0.8
_MOST = 5  # stacks of several sides in one area
_STEP = 2.0  # mm between places looked at in a narrow area
_MOSTLY = 12.0
_SEEN = 8.3  # mm from the slot along one edge, so that half of what lies there is seen
_RINGS = 2  # rows and columns of counters tried around the slot


@dataclass(frozen=True, slots=True)
class Block:
    """A name set for an area: its size, rows, and the room it takes."""

    size: float
    rows: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Plate:
    """A name with its value, and the slot below it, or elsewhere in a narrow area: middle and top in mm."""

    x: float
    top: float
    width: float
    block: Block
    slot: bool
    apart: Point | None = None  # where the slot is if not below the name
    edge: float = SLOT

    @property
    def slot_at(self) -> Point:
        """The middle of the slot."""
        if self.apart is not None:
            return self.apart
        return self.x, self.top + self.block.height + 1.4 + SLOT / 2

    @property
    def name_box(self) -> BaseGeometry:
        return box(self.x - self.width / 2, self.top, self.x + self.width / 2, self.top + self.block.height)


def block_of(name: Name, size: float, rows: int, face: str = "serif") -> Block:
    """The room a name takes."""
    latin, kanji = Hand(face, size), Hand("kanji", size * 1.12, track=0.12)
    first, second = latin.width(name.en), kanji.width(name.ja or "")
    edge = 1.2 if size > 2.6 else 0.5
    if not name.ja and size < 2.5:
        return Block(size, 1, first + 0.1, size * 0.97)  # the last resort of a narrow area
    if rows == 2:
        return Block(size, 2, max(first, second) + edge, size * 2.3)
    gap = size * 0.4 if name.ja else 0.0
    return Block(size, 1, first + gap + second * 0.86 + edge, size * 1.35)


def is_plate(style: Style, space: Space) -> bool:
    """Whether a space bears its value or owner beside its name."""
    look = style.look(space)
    return bool(look.value or look.owner)


def plate_of(style: Style, space: Space, taken: Taken | None = None) -> Plate | None:
    """The plate of an area, clear of what is taken; None where there is no room."""
    disc = DISC if space.values.get(style.look(space).value or "") is not None else 0.0
    slot = bool(style.part("areas").get("slot", True))
    if taken is None:
        return _alone(space.name, space.at, space.outline, disc, slot)
    return _plate(space.name, space.at, space.outline, disc, slot, taken)


@lru_cache(maxsize=1024)
def _alone(name: Name, at: Point, outline: tuple[Ring, ...], disc: float, slot: bool) -> Plate | None:
    return _plate(name, at, outline, disc, slot, Taken())


def _plate(
    name: Name, at: Point, outline: tuple[Ring, ...], disc: float, wanted: bool, taken: Taken
) -> Plate | None:  # fmt: skip
    shape = _shape(outline).simplify(0.2)
    inner = largest(shape.buffer(-3.0)).simplify(0.25)
    close = largest(shape.buffer(-_CLOSE)).simplify(0.25)
    for room in (inner, close) if wanted else ():
        for size in _SIZES:
            if size >= _SMALLEST:
                block, w = _set(name, size, disc)
                h = block.height + SLOT + 2.4
                spot = best_spot(room, max(w, SLOT), h, taken, 1.5, at, None, 0.998)
                if spot is not None:
                    return Plate(spot.x, spot.y - h / 2, w, block, True)
    return (_parted(close, name, at, disc, taken) if wanted else None) or _bare(inner, name, at, disc, taken)


def _bare(room: BaseGeometry, name: Name, at: Point, disc: float, taken: Taken) -> Plate | None:
    """The name alone."""
    for size in _SIZES:
        block, w = _set(name, size, disc)
        spot = best_spot(room, w, block.height, taken, 1.5, at, None, 0.998)
        if spot is not None:
            return Plate(spot.x, spot.y - block.height / 2, w, block, False)
    return None


def _set(name: Name, size: float, disc: float) -> tuple[Block, float]:
    """A name in two rows, and its width with the value before it."""
    block = block_of(name, size, 2 if name.ja else 1, "serif-bold")
    return block, block.width + (2 * disc + 1.2 if disc else 0.0)


def _parted(room: BaseGeometry, name: Name, at: Point, disc: float, taken: Taken) -> Plate | None:
    """The slot beside the name: in a narrow area there may be room for each, though not for one below the other.

    Where there is no room for a whole slot a smaller one is drawn.
    """
    x, y = at
    for edge in (SLOT, _SMALL):
        for size in _SIZES:
            block, w = _set(name, size, disc)
            for wish in ((x, y + SLOT / 2), at, (x + SLOT, y), (x - SLOT, y), (x, y - SLOT / 2)):
                slot = best_spot(room, edge, edge, taken, 0.8, wish, None, 0.998, 0.3)
                if slot is None:
                    break
                clear = Taken([*taken.shapes, slot.box.buffer(0.8)])
                spot = best_spot(room, w, block.height, clear, 0.8, (slot.x, slot.y), None, 0.998, 0.3)
                if spot is not None and slot.box.distance(spot.box) < _BESIDE:
                    return Plate(spot.x, spot.y - block.height / 2, w, block, True, (slot.x, slot.y), edge)
    return None


def _shape(outline: tuple[Ring, ...]) -> BaseGeometry:
    """The largest part of an area."""
    return max((Polygon(ring).buffer(0) for ring in outline), key=lambda shape: shape.area)


def seats_of(space: Space, plate: Plate) -> list[Point]:
    """Where stacks stand: around the slot, inside the area and clear of its name, the nearest first.

    In a narrow area one may reach over the border, or cover a part of the slot.
    """
    area, (x, y) = _shape(space.outline), plate.slot_at
    slot = box(*_around(x, y, SLOT))
    steps = range(-_RINGS, _RINGS + 1)
    tried = [(x + i * _APART, y + j * _APART) for j in steps for i in steps if not plate.slot or (i or j)]
    barred = plate.name_box.union(slot) if plate.slot else plate.name_box
    found = [spot for spot in _nearest(tried, (x, y)) if _fits(spot, area, barred, 0.4)]
    return found[:_MOST] or _squeezed(area, plate)


def _fits(spot: Point, area: BaseGeometry, barred: BaseGeometry, over: float) -> bool:
    """Whether a counter lies inside an area, but for so much at each edge, and clear of a name."""
    inside = area.contains(box(*_around(*spot, _COUNTER - 2 * over)))
    return bool(inside and not box(*_around(*spot, _COUNTER - 0.6)).intersects(barred))


def _squeezed(area: BaseGeometry, plate: Plate) -> list[Point]:
    """One seat, the nearest that is clear of the name and lies in the area at least with its middle."""
    left, top, right, bottom = area.bounds
    across, down = range(int((right - left) / _STEP)), range(int((bottom - top) / _STEP))
    ranked = _nearest([(left + _STEP * i, top + _STEP * j) for j in down for i in across], plate.slot_at)
    for apart in (_APART, _MOSTLY, _SEEN):  # so that what lies in the slot can be seen, whole if it may be
        clear = [spot for spot in ranked if not plate.slot or _away(spot, plate.slot_at) >= apart]
        for over in (2.0, 4.0, 6.0, *((7.5,) if apart == _SEEN else ())):
            spot = next((spot for spot in clear if _fits(spot, area, plate.name_box, over)), None)
            if spot is not None:
                return [spot]
    return []


def _away(spot: Point, other: Point) -> float:
    """How far two counters are from each other along one edge."""
    return max(abs(a - b) for a, b in zip(spot, other, strict=True))


def mark_at(space: Space, plate: Plate, seat: Point) -> Point:
    """Where a marker lies in an area without a slot: clear of the name, beside the first stack where there is room.

    Else somewhere else in the area, and only if that is too narrow half under the stack, or over the name.
    """
    area, (x, y) = _shape(space.outline), seat
    beside = [
        [spot for spot in _beside(x, y, apart) if area.contains(Place(spot))] for apart in (_APART, _MOSTLY, _SEEN)
    ]
    left, top, right, bottom = area.bounds
    across, down = range(int((right - left) / _STEP)), range(int((bottom - top) / _STEP))
    grid = [(left + _STEP * i, top + _STEP * j) for j in down for i in across]
    elsewhere = [spot for spot in grid if _away(spot, seat) >= _APART and area.contains(Place(spot))]

    def room(spot: Point) -> float:
        own = box(*_around(*spot, _COUNTER))
        return float(own.intersection(area).area - 2 * own.intersection(plate.name_box).area)

    def clear(spot: Point) -> bool:
        return not box(*_around(*spot, _COUNTER - 0.6)).intersects(plate.name_box)

    for spots in (beside[0], elsewhere, *beside[1:]):
        free = [spot for spot in spots if clear(spot)]
        if free:
            return max(free, key=room)
    return max(next((spots for spots in beside if spots), _beside(x, y, _SEEN)), key=room)


def _beside(x: float, y: float, apart: float) -> list[Point]:
    return [(x - apart, y), (x + apart, y), (x, y - apart), (x, y + apart)]


def _nearest(spots: list[Point], to: Point) -> list[Point]:
    """The nearest first; of equals the lower, then the one to the right."""
    return sorted(spots, key=lambda s: (round((s[0] - to[0]) ** 2 + (s[1] - to[1]) ** 2, 3), -s[1], -s[0]))


def _around(x: float, y: float, size: float) -> tuple[float, float, float, float]:
    return x - size / 2, y - size / 2, x + size / 2, y + size / 2
