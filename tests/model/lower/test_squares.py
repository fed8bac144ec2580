"""Maps of squares: neighbours, bricks, courses, and the board they are drawn and built on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from compiler.diagnostics import Sink
from compiler.emit.survey import survey
from compiler.model.game import Game
from compiler.pipeline import build, read
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
