"""What a module calls a pixel of its maps: zones, hexes, squares and regions, by VASSAL's own rounding."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from PIL import Image, UnidentifiedImageError

from compiler.diagnostics import Failed
from compiler.vassal.commands import Board
from compiler.vassal.module import Module
from compiler.vassal.xml import Component

__all__ = ["Places", "inside"]

Pixel = tuple[int, int]
Size = tuple[float, float]

_GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
_MAX_DIGITS = 12  # a stranger's numbering may ask for any number of zeros


class Places:
    """Names of places on the maps of a module, for the boards that a save says are laid out."""

    def __init__(self, module: Module) -> None:
        self._maps = {each.get("mapName"): each for each in module.maps}
        boards = [board for root in module.maps for board in root.all("Board")]
        self._sizes = {board.get("name"): _measured(board, module) for board in boards}
        self._laid: dict[str, list[tuple[Component, Pixel]]] = {}

    def lay(self, map: str, boards: Iterable[Board]) -> None:
        """A save lays these boards out on a map."""
        root = self._maps.get(map)
        if root is None:
            return
        known = {each.get("name"): each for each in root.all("Board")}
        # the grid of a board that was turned over is turned too; nobody prints names on such a side
        at = {(_int(b.column), _int(b.row)): known[b.name] for b in boards if b.name in known and not b.reversed}
        left, top = _int(root.get("edgeWidth")), _int(root.get("edgeHeight"))
        self._laid[map] = []
        for (column, row), board in at.items():
            beside = [at[place] for place in at if place[1] == row and place[0] < column]
            above = [at[place] for place in at if place[0] == column and place[1] < row]
            x = left + sum(int(self._size(each)[0]) for each in beside)
            y = top + sum(int(self._size(each)[1]) for each in above)
            self._laid[map].append((board, (x, y)))

    def name(self, map: str, x: int, y: int) -> str | None:
        """What the module calls the pixel of a map; None where it has no name for it."""
        # the last board that begins left of and above the pixel is the one it lies on
        for board, (left, top) in sorted(self._laid.get(map, ()), key=lambda each: each[1], reverse=True):
            if x >= left and y >= top:
                grid = _grid_of(board)
                return self._on(grid, x - left, y - top, self._size(board)) if grid is not None else None
        return None

    def _size(self, board: Component) -> Size:
        return self._sizes.get(board.get("name"), (0, 0))

    def _on(self, grid: Component, x: int, y: int, size: Size) -> str | None:
        match grid.kind:
            case "ZonedGrid":
                return self._zoned(grid, x, y, size)
            case "RegionGrid":
                regions = [each for each in grid.children if each.kind == "Region"]
                near = [(math.dist((x, y), (_int(r.get("originx")), _int(r.get("originy")))), r) for r in regions]
                return min(near, key=lambda each: each[0])[1].get("name") if near else None
            case _:
                return _numbered(grid, x, y, size)

    def _zoned(self, grid: Component, x: int, y: int, size: Size) -> str | None:
        background = _grid_of(grid)
        for zone in (each for each in grid.children if each.kind == "Zone"):
            path = _path(zone.get("path"))
            if not inside(path, x, y):
                continue
            own = background if zone.get("useParentGrid") == "true" else _grid_of(zone)
            bounds = size if own is background else _bounds(path)
            place = self._on(own, x, y, bounds) if own is not None else None
            return _filled(zone.get("locationFormat", "$name$"), name=zone.get("name"), gridLocation=place or "")
        return self._on(background, x, y, size) if background is not None else None


def inside(path: Sequence[Pixel], x: float, y: float) -> bool:
    """Whether a pixel lies in a polygon, by the even-odd rule."""
    found = False
    for (ax, ay), (bx, by) in zip(path, (*path[1:], *path[:1]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def _measured(board: Component, module: Module) -> Size:
    entry = f"images/{board.get('image')}"
    if entry not in module.archive:
        return _int(board.get("width")), _int(board.get("height"))
    try:
        with Image.open(io.BytesIO(module.archive.read(entry)), formats=("PNG", "GIF", "JPEG")) as image:
            return image.size
    except (Failed, UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return 0, 0


def _grid_of(component: Component) -> Component | None:
    return next((each for each in component.children if each.kind in _GRIDS), None)


def _numbered(grid: Component, x: int, y: int, size: Size) -> str | None:
    numbering = next((each for each in grid.children if each.kind.endswith("GridNumbering")), None)
    dx, dy = _float(grid.get("dx")), _float(grid.get("dy"))
    if numbering is None or dx <= 0 or dy <= 0:
        return None
    hexes = grid.kind == "HexGrid"
    sideways = hexes and grid.get("sideways") == "true"
    u, v = (y, x) if sideways else (x, y)
    nx = math.floor((u - _int(grid.get("x0"))) / dx + 0.5)
    lower = dy / 2 if hexes and nx % 2 else 0
    ny = math.floor((v - _int(grid.get("y0")) - lower) / dy + 0.5)
    # VASSAL crosses the two steps when it counts hexes from the far edge
    far_x, far_y = (size[0] / dy, size[1] / dx) if hexes else (size[0] / dx, size[1] / dy)
    columns, rows = (far_y, far_x) if sideways else (far_x, far_y)
    column_falls = numbering.get("vDescend" if sideways else "hDescend") == "true"
    row_falls = numbering.get("hDescend" if sideways else "vDescend") == "true"
    column = math.floor(columns + 0.5) - nx if column_falls else nx
    row = math.floor(rows + 0.5) - ny if row_falls else ny
    if hexes and numbering.get("stagger") == "true" and nx % 2:
        row += -1 if row_falls else 1
    h, w = _part(numbering, "h", column), _part(numbering, "v", row)
    separator = numbering.get("sep")
    label = f"{h}{separator}{w}" if numbering.get("first", "H") == "H" else f"{w}{separator}{h}"
    return _filled(numbering.get("locationFormat", "$gridLocation$"), gridLocation=label, column=h, row=w)


def _part(numbering: Component, axis: str, index: int) -> str:
    number = index + _int(numbering.get(f"{axis}Off"))
    sign, number = ("-" if number < 0 else ""), abs(number)
    if numbering.get(f"{axis}Type") == "A":  # A to Z, then AA, BB, … ZZ, AAA
        return sign + ascii_uppercase[number % 26] * min(number // 26 + 1, _MAX_DIGITS)
    return sign + str(number).zfill(min(max(_int(numbering.get(f"{axis}Leading")), 0), _MAX_DIGITS) + 1)


def _filled(format: str, **values: str) -> str | None:
    if format.startswith("{"):  # an expression: what it comes to, only VASSAL knows
        return next((value for value in values.values() if value), None)
    for name, value in values.items():
        format = format.replace(f"${name}$", value)
    return format.strip() or None


def _path(text: str) -> list[Pixel]:
    corners = [corner.split(",") for corner in text.split(";") if "," in corner]
    return [(_int(each[0]), _int(each[1])) for each in corners]


def _bounds(path: Sequence[Pixel]) -> Size:
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return max(xs) - min(xs), max(ys) - min(ys)


def _int(text: str) -> int:
    return int(_float(text))


def _float(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0
    return number if math.isfinite(number) and abs(number) < 1e9 else 0
