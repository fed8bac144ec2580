"""The survey of a game: which windows its module has, and where in them everything lies."""

from __future__ import annotations

import math
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from compiler.emit.atlas import BETWEEN_NAME, MARGIN_NAME, Atlas, Pixel, Spot, Window, Zone, is_deck, most_held, pixels
from compiler.emit.hexes import HexPlan, plan
from compiler.emit.names import box_name, ours, short, words
from compiler.model.game import Game
from compiler.model.graph import Display, Map, Point, Ring, Space
from compiler.model.piles import Pile, Track
from compiler.render.map.recipes import Style, style_of
from compiler.render.map.seating import is_plate, mark_at, plate_of, seats_of
from compiler.render.map.tracks import pile_size, track_frames
from compiler.render.screen import board_image, scale_of

_HAND = 380.0  # mm a hand may be wide; more cards overlap
_BELOW = (6.5, 5.0)  # mm from the middle of an area to where its pieces lie, the better first
_ROOM = 8.0  # mm they need around them
_NEAR = 1.5  # sizes of the largest counter
_RINGS = (1.1, 1.25, 1.4)  # sizes of a counter from a point to stacks beside it
_CORNERS = 24  # of the round that a point has about it
_BARS = 18  # mm below the cards of a hand, which the bars of the window take


@dataclass(slots=True)
class _Board:
    """A window in the making."""

    zones: list[Zone] = field(default_factory=list)
    regions: list[tuple[str, Pixel]] = field(default_factory=list)


class _Survey:
    """Goes over the game once and writes down every place."""

    def __init__(self, game: Game) -> None:
        self.game, self.scale = game, scale_of(game)
        self.windows: dict[str, Window] = {}
        self.spaces: dict[str, Spot] = {}
        self.piles: dict[str, Spot] = {}
        self.tracks: dict[tuple[str, int | str], Spot] = {}
        self.taken: set[str] = set()
        self.styles: dict[str, Style] = {}
        largest = max((max(kind.size) for kind in game.counter_kinds.values()), default=_ROOM)
        self.near = _NEAR * largest  # mm from a point within which a piece lies there

    def atlas(self) -> Atlas:
        for number, board in enumerate(self.game.maps.values()):
            self._map(board, main=number == 0)
        self._loose_piles()
        for pile in self.game.piles.values():
            if pile.kind == "hand":
                self._hand(pile)
        self._box_piles()
        windows = {name: replace(window, scale=self.scale) for name, window in self.windows.items()}
        return Atlas(windows, self.spaces, self.piles, self.tracks, self.scale)

    def _pixels(self, point: Point) -> Pixel:
        return pixels(point, self.scale)

    def _rectangle(self, middle: Point, size: Point) -> tuple[Pixel, ...]:
        (x, y), (w, h) = middle, size
        left, top = self._pixels((x - w / 2, y - h / 2))
        right, bottom = self._pixels((x + w / 2, y + h / 2))
        return (left, top), (right, top), (right, bottom), (left, bottom)

    # -- maps --------------------------------------------------------------------------------------------------------
    def _map(self, board: Map, *, main: bool) -> None:
        name = self._unique(board.window.en)
        made = _Board()
        inside = [s for s in board.spaces.values() if not self._elsewhere(board, s)]
        names = _names(self.game, board, inside)
        if main:
            self._tracks(name, made)
        hexes = plan(board.grid, self.scale) if board.grid is not None else None
        for space in inside:
            self._space(name, made, board, space, names[space.id], hexes)
        if main:
            self._placed_piles(name, made)
        if hexes is not None:
            made.zones.append(_margin(ours(self.game, MARGIN_NAME), board, hexes))
        elif made.regions and board.squares is None:
            points = [space for space in inside if not (space.outline or space.size)]
            boxes = tuple(made.zones)
            for space in points:
                ground = _around(space, points, self.near)
                made.zones.append(Zone(names[space.id], tuple(map(self._pixels, ground))))
                beside = map(self._pixels, _beside(space, points, ground, self.near / _NEAR))
                seats = tuple(seat for n, seat in enumerate(beside) if n == 0 or self._is_clear(seat, boxes))
                self.spaces[space.id] = replace(self.spaces[space.id], reach=None, seats=seats)
            margin, whole = BETWEEN_NAME if points else MARGIN_NAME, (board.size[0] / 2, board.size[1] / 2)
            made.zones.append(Zone(ours(self.game, margin), self._rectangle(whole, board.size)))
            made.regions.clear()  # or what lies far away would count for the nearest
        self.windows[name] = Window(
            name,
            "main" if main else "map",
            board.size,
            board_image(board),
            board,
            zones=tuple(made.zones),
            grid=hexes,
            regions=tuple(made.regions),
        )
        for display in board.displays.values():
            if display.window == "own":
                self._display(board, display)

    def _elsewhere(self, board: Map, space: Space) -> bool:
        return space.display is not None and board.displays[space.display].window == "own"

    def _space(self, window: str, made: _Board, board: Map, space: Space, name: str, hexes: HexPlan | None) -> None:
        if hexes is not None and space.id in board.cells:
            x, y = hexes.centre(board.cells[space.id])
            if name != space.id:
                corners = tuple(self._pixels(p) for p in hexes.grid.corners(board.cells[space.id]))
                made.zones.append(Zone(name, corners, "$gridLocation$ $name$", on_grid=True))
                name = f"{space.id} {name}"
            self.spaces[space.id] = Spot(window, x, y, name)
            return
        x, y = self._pixels(space.at)
        if space.size is not None:
            made.zones.append(Zone(name, self._rectangle(space.at, space.size)))
            self.spaces[space.id] = Spot(window, x, y, name, self._pixels(space.size))
            return
        if space.outline:
            made.zones.append(Zone(name, _outline(space.outline, self.scale)))
        made.regions.append((name, (x, y)))
        style = self._style(board)
        plate = plate_of(style, space) if space.outline and is_plate(style, space) else None
        seats = seats_of(space, plate) if plate is not None else []
        if plate is not None and seats:  # without a slot what marks the ground peeps out under a stack
            middle = plate.slot_at if plate.slot else mark_at(space, plate, seats[0])
            self.spaces[space.id] = Spot(
                window, *self._pixels(middle), name, seats=tuple(self._pixels(seat) for seat in seats)
            )
            return
        below = _below_its_name(space)
        self.spaces[space.id] = Spot(window, *self._pixels(below), name, reach=_reach(board, space, below, self.scale))

    def _is_clear(self, seat: Pixel, boxes: Iterable[Zone]) -> bool:
        """Whether a counter that stands there touches no box."""
        half = round(self.near / _NEAR * self.scale / 2)
        for box in boxes:
            across, down = zip(*box.path, strict=True)
            beside = seat[0] + half < min(across) or seat[0] - half > max(across)
            if not (beside or seat[1] + half < min(down) or seat[1] - half > max(down)):
                return False
        return True

    def _style(self, board: Map) -> Style:
        if board.id not in self.styles:
            self.styles[board.id] = style_of(self.game, board)
        return self.styles[board.id]

    def _display(self, board: Map, display: Display) -> None:
        name = self._unique(display.name.en)
        made = _Board()
        inside = [board.spaces[id] for id in display.boxes]
        names = _numbered(_box_names(board, inside))
        for space in inside:
            self._space(name, made, board, space, names[space.id], None)
        private = display.private and display.seat is not None
        self.windows[name] = Window(
            name,
            "private" if private else "display",
            display.size,
            f"display_{_file(display.id)}.png",
            display,
            (display.seat,) if display.seat else (),
            tuple(made.zones),
            None,
            tuple(made.regions),
        )

    # -- tracks and piles --------------------------------------------------------------------------------------------
    def _tracks(self, window: str, made: _Board) -> None:
        for track in self.game.tracks.values():
            if track.at is None:
                continue
            labels = {box.value: box_name(track, box) for box in track.boxes}
            for value, (left, top, w, h) in track_frames(track):
                middle = (left + w / 2, top + h / 2)
                name = f"{short(track.name.en)} {labels[value]}"
                made.zones.append(Zone(name, self._rectangle(middle, (w, h))))
                x, y = self._pixels(middle)
                self.tracks[track.id, value] = Spot(window, x, y, name, self._pixels((w, h)))

    def _placed_piles(self, window: str, made: _Board) -> None:
        for pile in self.game.piles.values():
            if isinstance(pile.at, tuple):
                size = pile_size(self.game, pile)
                x, y = self._pixels(pile.at)
                made.zones.append(Zone(pile.name.en, self._rectangle(pile.at, size)))
                self.piles[pile.id] = Spot(window, x, y, pile.name.en, self._pixels(size))

    def _loose_piles(self) -> None:
        """Piles without a place get a window of their own, side by side."""
        loose = [p for p in self.game.piles.values() if p.at is None and p.kind != "hand"]
        if not loose:
            return
        name, made, left, height = self._unique(ours(self.game, "Piles")), _Board(), 6.0, 0.0
        for pile in loose:
            w, h = pile_size(self.game, pile)
            middle = (left + w / 2, 12 + h / 2)
            x, y = self._pixels(middle)
            made.zones.append(Zone(pile.name.en, self._rectangle(middle, (w, h))))
            self.piles[pile.id] = Spot(name, x, y, pile.name.en, self._pixels((w, h)))
            left, height = left + w + 6, max(height, h)
        self.windows[name] = Window(name, "piles", (left, height + 18), "piles.png", None, (), tuple(made.zones))

    def _hand(self, pile: Pile) -> None:
        name = self._unique(pile.name.en)
        w, h = pile_size(self.game, pile)
        size = (min(_HAND, max(180.0, w * most_held(self.game, pile))), h + _BARS)
        middle = (size[0] / 2, size[1] / 2)
        x, y = self._pixels((w / 2 + 3, h / 2 + 3))  # the first card; the others lie to the right of it
        zone = Zone(name, self._rectangle(middle, size))
        self.windows[name] = Window(name, "hand", size, f"hand_{_file(pile.id)}.png", pile, pile.owners, (zone,))
        self.piles[pile.id] = Spot(name, x, y, name, self._pixels(size))

    def _box_piles(self) -> None:
        for pile in self.game.piles.values():
            if isinstance(pile.at, str):
                spot = self.spaces[pile.at]
                location = pile.name.en if is_deck(pile) else spot.location
                self.piles[pile.id] = Spot(spot.map, spot.x, spot.y, location, spot.room)
        for track in self.game.tracks.values():
            if track.display is not None:
                self._shown_on_display(track)

    def _shown_on_display(self, track: Track) -> None:
        """A track over the boxes of a display; after the last box comes the first again."""
        boxes = next(d.boxes for m in self.game.maps.values() for d in m.displays.values() if d.id == track.display)
        for n, box in enumerate(track.boxes):
            self.tracks[track.id, box.value] = self.spaces[boxes[n % len(boxes)]]

    def _unique(self, name: str) -> str:
        n, found = 1, name
        while found in self.taken:
            n += 1
            found = f"{name} {n}"
        self.taken.add(found)
        return found


def survey(game: Game) -> Atlas:
    """The atlas of a game."""
    return _Survey(game).atlas()


def _names(game: Game, board: Map, spaces: Iterable[Space]) -> dict[str, str]:
    """A name for every space, as reports say it; equal ones are numbered. Hexes without a name keep their number."""
    taken = [f"{short(t.name.en)} {box_name(t, box)}" for t in game.tracks.values() for box in t.boxes]
    wanted: dict[str, str] = {}
    for space in spaces:
        display = board.displays.get(space.display or "")
        name = space.name.en
        if display is not None:
            name = display.name.en if len(display.boxes) == 1 else f"{display.name.en}: {space.name.en}"
        wanted[space.id] = name
    # a pile and the box it lies in are one place, and may have one name
    piles = [p for p in game.piles.values() if not isinstance(p.at, str) or wanted.get(p.at) != p.name.en]
    return _numbered(wanted, (*taken, *(p.name.en for p in piles)))


def _box_names(board: Map, spaces: list[Space]) -> dict[str, str]:
    """The names of boxes; those that several share tell their kind and its values: `Square (army 2)`."""
    tally = Tally(space.name.en for space in spaces)
    found = {}
    for space in spaces:
        kind = board.space_kinds.get(space.kind)
        fields = kind.fields.values() if kind is not None else ()
        values = [f"{words(f.id)} {space.values[f.id]}" for f in fields if space.values.get(f.id) is not None]
        alike = tally[space.name.en] > 1 and kind is not None and values
        found[space.id] = f"{kind.name.en} ({', '.join(values)})" if alike and kind is not None else space.name.en
    return found


def _numbered(wanted: Mapping[str, str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Names made different from each other and from those already taken."""
    tally, count = Tally(wanted.values()), Tally(taken)
    found = {}
    for id, name in wanted.items():
        count[name] += 1
        found[id] = f"{name} {count[name]}" if tally[name] > 1 or count[name] > 1 else name
    return found


def _edges(space: Space) -> list[tuple[Point, Point]]:
    return [edge for ring in space.outline for edge in zip(ring, (*ring[1:], ring[0]), strict=True)]


def _below_its_name(space: Space) -> Point:
    """Where pieces lie in an area: below its name, where the slot is printed, if the area is wide enough there."""
    x, y = space.at
    for down in _BELOW if space.outline else ():
        spot, edges = (x, y + down), _edges(space)
        crossed = sum((a[1] > spot[1]) != (b[1] > spot[1]) and _crossing(a, b, spot[1]) > x for a, b in edges)
        if crossed % 2 and min(_distance(spot, a, b) for a, b in edges) > _ROOM:
            return spot
    return space.at


def _crossing(a: Point, b: Point, y: float) -> float:
    """Where a stretch of line crosses a height."""
    return a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])


def _around(space: Space, points: Iterable[Space], near: float) -> list[Point]:
    """The ground of a point: what is no further than `near` from it, and nearer than to any other."""
    (x, y), turn = space.at, math.tau / _CORNERS
    ground = [(x + near * math.cos(n * turn), y + near * math.sin(n * turn)) for n in range(_CORNERS)]
    for other in points:
        if other.id != space.id and math.dist(other.at, space.at) < 2 * near:
            ground = _nearer(ground, space.at, other.at)
    return ground


def _beside(space: Space, points: Iterable[Space], ground: list[Point], size: float) -> list[Point]:
    """Where stacks of a point stand: on it, then around, on its own ground and clear of one another and of others."""
    taken, (x, y) = [space.at], space.at
    others = [other.at for other in points if other.id != space.id]
    for away in _RINGS:
        for n in range(_CORNERS):  # from above, left and right in turn
            turn = (n + 1) // 2 * (1 if n % 2 else -1) * math.tau / _CORNERS
            seat = (x + away * size * math.sin(turn), y - away * size * math.cos(turn))
            free = all(max(abs(seat[0] - px), abs(seat[1] - py)) >= size for px, py in (*taken, *others))
            if free and _lies_in(ground, seat):
                taken.append(seat)
    return taken


def _lies_in(ground: list[Point], at: Point) -> bool:
    """Whether a point lies well within a convex ground."""
    edges = zip(ground, (*ground[1:], ground[0]), strict=True)
    return all((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) > math.dist(a, b) for a, b in edges)


def _nearer(ground: list[Point], own: Point, other: Point) -> list[Point]:
    """The part of a convex ground that is nearer to one point than to another."""
    kept: list[Point] = []
    for a, b in zip(ground, (*ground[1:], ground[0]), strict=True):
        here, there = (math.dist(p, own) ** 2 - math.dist(p, other) ** 2 for p in (a, b))  # straight along the edge
        if here <= 0:
            kept.append(a)
        if here * there < 0:
            t = here / (here - there)
            kept.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
    return kept


def _reach(board: Map, space: Space, at: Point, scale: int) -> int:
    """How far from where its pieces lie a space still has its name: to its outline, or half way to the next space."""
    if space.outline:
        near = min(_distance(at, a, b) for a, b in _edges(space))
    else:
        others = [s for s in board.spaces.values() if s.id != space.id and s.size is None]
        near = min((math.dist(space.at, s.at) for s in others), default=100.0) / 2
    return max(0, int(near * scale) - 2)


def _distance(p: Point, a: Point, b: Point) -> float:
    """From a point to a stretch of line."""
    (px, py), (ax, ay), (bx, by) = p, a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length)) if length else 0.0
    return math.dist(p, (ax + t * (bx - ax), ay + t * (by - ay)))


def _outline(rings: Iterable[Ring], scale: int) -> tuple[Pixel, ...]:
    """Several rings as one polygon: joined by seams without width, which the even-odd rule does not see."""
    path: list[Pixel] = []
    for ring in rings:
        points = [pixels(p, scale) for p in ring]
        path += [*points, points[0]]
        if len(path) > len(points) + 1:
            path.append(path[0])
    return tuple(path)


def _margin(name: str, board: Map, hexes: HexPlan) -> Zone:
    """The board around the hexes, where the grid has no numbers."""
    (w, h), (left, top), (across, down) = (
        pixels(size, hexes.scale) for size in (board.size, hexes.grid.origin, hexes.grid.extent)
    )
    right, bottom = left + across, top + down
    outer = ((0, 0), (w, 0), (w, h), (0, h), (0, 0))
    inner = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top), (0, 0))
    return Zone(name, outer + inner)


def _file(id: str) -> str:
    return id.replace(".", "_")
