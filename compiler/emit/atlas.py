"""Where everything is in VASSAL: maps, boards, zones, and the pixel and location name of every place of the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler.emit.hexes import HexPlan
from compiler.emit.names import ours, usual_hand
from compiler.model.game import Game
from compiler.model.graph import Display, Map, Point
from compiler.model.piles import Pile
from compiler.render.screen import SCALE

MARGIN_NAME = "Beside the map"
BETWEEN_NAME = "Between the spaces"  # of a map of points

Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in VASSAL: the map, the pixel of its middle, its location name, and its room where pieces may spread.

    A place without room has a `reach`: so far from its middle a pixel still bears its name; or it has `seats`, where
    stacks stand beside its middle, which is for markers.
    """

    map: str
    x: int
    y: int
    location: str
    room: Pixel | None = None
    reach: int | None = None
    seats: tuple[Pixel, ...] = ()

    @property
    def is_point(self) -> bool:
        """Whether the first stack stands on the middle itself, and others around it."""
        return self.seats[:1] == ((self.x, self.y),)


@dataclass(frozen=True, slots=True)
class Zone:
    """A polygon of a board with a name; `on_grid` leaves the numbers of the grid beneath in force."""

    name: str
    path: tuple[Pixel, ...]
    format: str = "$name$"
    on_grid: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A VASSAL map with one board. `kind`: main, map, display, private, hand or piles; `source` is what it shows."""

    name: str
    kind: str
    size: Point  # mm
    image: str
    source: Map | Display | Pile | None = None
    seats: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    grid: HexPlan | None = None
    regions: tuple[tuple[str, Pixel], ...] = ()
    scale: int = SCALE

    @property
    def pixels(self) -> Pixel:
        return pixels(self.size, self.scale)

    @property
    def private(self) -> bool:
        """Whether only its owners may open it."""
        return self.kind in ("private", "hand")

    @property
    def sort(self) -> str:
        """What it has in common with its likes: `Hand` of `Hand: Oda`."""
        return self.name.partition(": ")[0]


@dataclass(frozen=True, slots=True)
class Atlas:
    """All windows, and the spots of spaces, piles and track boxes."""

    windows: Mapping[str, Window]
    spaces: Mapping[str, Spot]
    piles: Mapping[str, Spot]
    tracks: Mapping[tuple[str, int | str], Spot]
    scale: int = SCALE  # pixels to the millimetre in all windows

    @property
    def main(self) -> Window:
        return next(iter(self.windows.values()))

    def board(self, window: str) -> str:
        """The name of the board that lies in a window: that of the window, or of the back that is up."""
        source = self.windows[window].source
        if not isinstance(source, Map) or source.back is None:
            return window
        taken = len([1 for other in self.windows if other == source.name.en])
        return f"{source.name.en} ({source.back})" if taken else source.name.en

    def spot(self, place: str) -> Spot:
        """The spot of a space or pile."""
        return self.piles[place] if place in self.piles else self.spaces[place]


def pixels(point: Point, scale: float) -> Pixel:
    """A point or size in pixels, so many to the millimetre."""
    return round(point[0] * scale), round(point[1] * scale)


def nowhere(game: Game) -> tuple[str, str]:
    """The names of what is no place: beside a map, and between its spaces."""
    return ours(game, MARGIN_NAME), ours(game, BETWEEN_NAME)


def is_deck(pile: Pile) -> bool:
    """Whether a pile is a deck of VASSAL: drawn from unseen, or one sort of counter to take from; others lie open."""
    return pile.kind in ("deck", "discard", "cup") or (
        pile.kind == "pool" and (pile.face == "down" or (pile.holds == "counters" and len(pile.pieces) == 1))
    )


def most_held(game: Game, pile: Pile) -> int:
    """How many pieces a hand may hold, as far as limit and setups tell."""
    dealt = [sum(max(1, count) for _, count in s.piles.get(pile.id, ())) for s in game.scenarios.values()]
    usual = usual_hand(game)
    return max(pile.limit or 0, 1 if usual is None else usual + 1, *dealt)  # a result may bring one more


def capacity(spot: Spot, piece: Pixel) -> int:
    """How many stacks a place has room for side by side."""
    if spot.room is None:
        return 1
    w, h = spot.room
    return max(1, (w - 8) // (piece[0] + 6)) * max(1, (h - 8) // (piece[1] + 10))


def spread(spot: Spot, count: int, piece: Pixel) -> list[Pixel]:
    """Where `count` stacks lie in a place: in its middle, or in rows if there is room for several."""
    if count <= 1 and not spot.seats:
        return [(spot.x, spot.y)]
    if spot.seats:
        over = (spot.seats[:1] if spot.is_point else spot.seats) * count
        more = [(x + piece[0] // 4, y + piece[1] // 4) for x, y in over[: max(0, count - len(spot.seats))]]
        return [*spot.seats[:count], *more]
    if spot.room is None:
        step = piece[0] * 3 // 4
        if spot.reach is not None:
            step = max(2, min(step, 2 * spot.reach // (count - 1)))
        return [(spot.x + (2 * n - count + 1) * step // 2, spot.y) for n in range(count)]
    w, h = spot.room
    columns = max(1, min(count, (w - 8) // (piece[0] + 6)))
    rows = -(-count // columns)
    dx, dy = (w - 8) / columns, min(piece[1] + 10, (h - 8) / rows)
    left, top = spot.x - (w - 8) / 2 + dx / 2, spot.y - (rows - 1) * dy / 2
    return [(round(left + n % columns * dx), round(top + n // columns * dy)) for n in range(count)]
