"""Maps of squares: neighbours, bricks, courses, and the board they are drawn and built on."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image, ImageDraw

from compiler.diagnostics import Sink
from compiler.emit.survey import survey
from compiler.model.game import Game
from compiler.pipeline import build, read
from compiler.render.map.alignment import measured
from compiler.render.map.board import board
from tests.faulty import copy, found

MAP: dict[str, Any] = {
    "kind": "square",
    "grid": {"pitch": 18, "origin": [10, 10]},
    "size": [100, 80],
    "legend": {".": "clear", "f": "forest", "x": "off_map"},
    "rows": ["..f.", ".f..", "x..."],
    "terrain": {"clear": {"name": "Clear"}, "forest": {"name": "Forest"}},
    "feature_kinds": {"river": {"name": "River"}, "road": {"name": "Road"}},
    "rivers": [{"is": "river", "sides": [["0101", "0201"], ["0102", "0202"]]}],
    "roads": [{"is": "road", "through": ["0101", "0102", "0202"]}],
    "spaces": {"0202": {"name": "Ford"}},
}


def laid(tmp_path: Path, **grid: Any) -> Path:
    folder = copy("fields", tmp_path)
    changes = {key: grid.pop(key) for key in list(grid) if key in MAP}
    (folder / "map.yaml").write_text(yaml.safe_dump({**MAP, **changes, "grid": MAP["grid"] | grid}), "utf-8")
    (folder / "maps" / "far.yaml").unlink()
    scenario = folder / "scenarios" / "meeting.yaml"
    scenario.write_text(scenario.read_text("utf-8").replace("2402", "0402"), "utf-8")
    return folder


def made(folder: Path) -> Game:
    sink = Sink()
    checked = read(folder, sink)
    assert checked is not None, [str(one) for one in sink]
    return checked.game


def test_squares_touch_at_their_sides(tmp_path: Path) -> None:
    map = made(laid(tmp_path)).map
    assert len(map.spaces) == 11
    assert "0103" not in map.spaces
    assert set(map.neighbours("0202")) == {"0102", "0302", "0201", "0203"}
    assert map.spaces["0202"].at == (10 + 1.5 * 18, 10 + 1.5 * 18)
    assert map.spaces["0202"].name.en == "Ford"
    assert map.spaces["0202"].outline
    link = next(link for link in map.links_of["0102"] if link.other("0102") == "0202")
    assert set(link.features) == {"river", "road"}


def test_corners_count_where_the_map_says_so(tmp_path: Path) -> None:
    map = made(laid(tmp_path, diagonal=True)).map
    assert set(map.neighbours("0202")) == {"0102", "0302", "0201", "0203", "0101", "0301", "0303"}


def test_bricks_have_six_neighbours(tmp_path: Path) -> None:
    map = made(laid(tmp_path, offset=True, roads=[], rows=["....", "....", "...."])).map
    assert map.spaces["0102"].at[0] == 10 + 18  # half a square further
    assert set(map.neighbours("0202")) == {"0102", "0302", "0201", "0301", "0203", "0303"}
    assert set(map.neighbours("0203")) == {"0103", "0303", "0102", "0202"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"roads": [{"is": "road", "through": ["0101", "0202"]}]}, "M012"),
        ({"rows": ["..", "..."]}, "M009"),
        ({"rows": ["..?.", "....", "...."]}, "M010"),
        ({"spaces": {"0909": {"name": "Nowhere"}}}, "M011"),
    ],
)
def test_faults_are_told(tmp_path: Path, changes: dict[str, Any], code: str) -> None:
    assert code in [one.code for one in found(laid(tmp_path, **changes))]


@pytest.mark.parametrize("offset", [False, True])
def test_a_board_of_squares_is_drawn_and_built(tmp_path: Path, offset: bool) -> None:
    roads = [] if offset else MAP["roads"]
    rivers = [] if offset else MAP["rivers"]
    folder = laid(tmp_path, offset=offset, roads=roads, rivers=rivers)
    game = made(folder)
    assert not board(game, "main").problems
    places = survey(game).spaces
    assert len({(spot.x, spot.y) for spot in places.values()}) == len(game.map.spaces)
    sink = Sink()
    paths = build(folder, tmp_path / "out", sink, only=("vmod",), cache=False)
    assert not [one for one in sink if one.severity.value == "error"], [str(one) for one in sink]
    assert any(path.suffix == ".vmod" for path in paths)


SIDE, TURN, CORNER = 61.3, -2.1, (40.0, 70.0)  # pixels, degrees, top left corner of the printed grid


def spot(column: float, row: float) -> list[float]:
    """A place of the turned grid on the scan, in squares from its corner."""
    t = math.radians(TURN)
    x, y = column * SIDE, row * SIDE
    return [CORNER[0] + x * math.cos(t) - y * math.sin(t), CORNER[1] + x * math.sin(t) + y * math.cos(t)]


def scanned(tmp_path: Path, image: dict[str, Any], offset: bool = False, **grid: Any) -> Path:
    """A map of four by three squares on a scan that lies askew."""
    folder = laid(tmp_path, offset=offset, rivers=[], roads=[], **grid)
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    del raw["grid"]["origin"], raw["size"]
    raw["image"] = {"file": "art/scan.png", **image}
    path.write_text(yaml.safe_dump(raw), "utf-8")
    picture = Image.new("RGB", (380, 330), "#E8E0C0")
    pen = ImageDraw.Draw(picture)
    for row in range(3):
        half = 0.5 if offset and row % 2 else 0.0
        for column in range(4):
            c, r = column + half, row
            ring = [tuple(spot(*p)) for p in ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c, r))]
            pen.line(ring, fill="#303030", width=2)
    (folder / "art").mkdir(exist_ok=True)
    picture.save(folder / "art" / "scan.png")
    return folder


THREE = {"0101": spot(0.5, 0.5), "0401": spot(3.5, 0.5), "0103": spot(0.5, 2.5)}
ROWS = ["....", "....", "...."]


@pytest.mark.parametrize(
    "image", [{"hexes": THREE}, {"origin": spot(0.5, 0.5), "pitch": SIDE, "rotation": TURN}], ids=["named", "origin"]
)
@pytest.mark.parametrize("offset", [False, True])
def test_a_turned_scan_of_squares_is_straightened(tmp_path: Path, image: dict[str, Any], offset: bool) -> None:
    folder = scanned(tmp_path, image, offset, rows=ROWS)
    game = made(folder)
    map = game.map
    assert map.backdrop is not None
    for id, (c, r) in {"0101": (0.5, 0.5), "0303": (2.5, 2.5), "0402": (4.0 if offset else 3.5, 1.5)}.items():
        x, y = spot(c, r)
        assert map.backdrop.at((x, y)) == pytest.approx(map.spaces[id].at, abs=0.05)
    assert measured(game, map) == pytest.approx((0, 0), abs=0.7)
    assert max(map.misfits.values(), default=0) < 0.01
    assert not [one for one in found(folder) if one.code in ("R206", "C231")]


def test_a_square_measured_wrongly_is_named(tmp_path: Path) -> None:
    four = {**THREE, "0403": spot(3.5, 2.5)}
    four["0401"] = [four["0401"][0] + 9, four["0401"][1]]
    (told,) = [one for one in found(scanned(tmp_path, {"hexes": four}, rows=ROWS)) if one.code == "C231"]
    assert "`0401`" in told.message


def test_a_scan_needs_no_rows_of_terrain(tmp_path: Path) -> None:
    folder = scanned(tmp_path, {"hexes": THREE}, columns=4)
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    del raw["rows"], raw["legend"], raw["terrain"]
    path.write_text(yaml.safe_dump(raw), "utf-8")
    (told,) = [one for one in found(folder) if one.code == "M017"]
    assert told.message == "a map of squares needs `rows` and their `legend`, or `columns` and `rows` in its `grid`"
    raw["grid"]["rows"] = 3
    path.write_text(yaml.safe_dump(raw), "utf-8")
    map = made(folder).map
    assert len(map.spaces) == 12
    assert map.spaces["0403"].terrain is None
    sink = Sink()
    build(folder, tmp_path / "out", sink, only=("vmod",), cache=False)
    assert not [one for one in sink if one.severity.value == "error"], [str(one) for one in sink]


def test_codes_of_regions_are_read_on_squares_too(tmp_path: Path) -> None:
    folder = laid(tmp_path, rows=ROWS)
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    raw["regions"] = {"west": {"name": "West", "code": "W"}}
    raw["region_rows"] = ["W W -- --", "W -- -- --", "-- -- -- --"]
    path.write_text(yaml.safe_dump(raw), "utf-8")
    assert set(made(folder).map.regions["west"].spaces) == {"0101", "0201", "0102"}


def test_a_drawn_grid_without_a_place_leaves_room_for_its_frame(tmp_path: Path) -> None:
    folder = laid(tmp_path, rows=ROWS)
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    del raw["grid"]["origin"], raw["size"]
    path.write_text(yaml.safe_dump(raw), "utf-8")
    map = made(folder).map
    assert map.size == (4 * 18 + 16, 3 * 18 + 16)
    corners = [corner for space in map.spaces.values() for ring in space.outline for corner in ring]
    assert min(x for x, _ in corners) == min(y for _, y in corners) == 8


def test_two_maps_numbered_alike_are_told_once_with_the_way_out(tmp_path: Path) -> None:
    folder = laid(tmp_path)
    other = {key: value for key, value in MAP.items() if key not in ("size", "rivers", "roads", "spaces")}
    far = folder / "maps" / "far.yaml"
    far.write_text(yaml.safe_dump({"id": "far", **other}), "utf-8")
    (told,) = [one for one in found(folder) if one.code == "M002"]
    assert told.message == "the maps `main` and `far` both have a `0101`, and 10 more alike"
    assert "prefix: W" in str(told.help)
    far.write_text(yaml.safe_dump({"id": "far", **other, "grid": {"pitch": 18, "prefix": "W"}}), "utf-8")
    game = made(folder)
    assert set(game.maps["far"].spaces) == {f"W{id}" for id in game.map.spaces}
