"""A map on a picture: a scan with a turned grid is straightened, measured and shown."""

from __future__ import annotations

import io
import math
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from PIL import Image, ImageDraw

from compiler.cli import liege
from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.model.picture import fitted, inverse, misfit, moved, turned
from compiler.pipeline import build, check, read
from compiler.render.map.alignment import measured, proof_png
from compiler.render.map.board import board
from compiler.render.raster import png_bytes
from tests.faulty import copy, found

PITCH, TURN, FIRST = 76.0, 1.7, (70.0, 60.0)  # pixels, degrees, middle of the first hex


def spot(column: int, row: int) -> tuple[float, float]:
    """The middle of a hex on the scan; its even columns lie lower."""
    x = PITCH / math.sqrt(3) * 1.5 * column
    y = PITCH * (row + (0.5 if column % 2 else 0.0))
    t = math.radians(TURN)
    return FIRST[0] + x * math.cos(t) - y * math.sin(t), FIRST[1] + x * math.sin(t) + y * math.cos(t)


def scan(path: Path) -> None:
    """Paint four by two hexes, slightly turned, as a scanner would have them."""
    image = Image.new("RGB", (360, 260), "#E8E0C0")
    pen = ImageDraw.Draw(image)
    side = PITCH / math.sqrt(3)
    for column in range(4):
        for row in range(2):
            x, y = spot(column, row)
            corners = [math.radians(60 * i + TURN) for i in range(7)]
            ring = [(x + side * math.cos(a), y + side * math.sin(a)) for a in corners]
            pen.line(ring, fill="#303030", width=2)
    path.parent.mkdir(exist_ok=True)
    image.save(path)


def laid(tmp_path: Path, image: object) -> Path:
    folder = copy("fields", tmp_path)
    scan(folder / "art" / "scan.png")
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    raw["grid"].pop("origin")
    raw.pop("size")
    raw["image"] = image
    path.write_text(yaml.safe_dump(raw), "utf-8")
    return folder


def hexes(shift: float = 0.0) -> dict[str, list[float]]:
    spots = {"0101": spot(0, 0), "0401": spot(3, 0), "0102": spot(0, 1)}
    return {id: [x + shift, y] for id, (x, y) in spots.items()}


def game(folder: Path) -> Game:
    sink = Sink()
    checked = read(folder, sink)
    assert checked is not None, [str(one) for one in sink]
    return checked.game


def test_three_hexes_straighten_a_turned_scan(tmp_path: Path) -> None:
    made = game(laid(tmp_path, {"file": "art/scan.png", "hexes": hexes()}))
    map = made.maps["main"]
    assert map.backdrop is not None
    assert map.grid is not None
    for id, pixel in (("0101", spot(0, 0)), ("0302", spot(2, 1)), ("0402", spot(3, 1))):
        assert map.backdrop.at(pixel) == pytest.approx(map.spaces[id].at, abs=0.02)
    sheet = map.backdrop.sheets[0]
    assert not sheet.straight
    assert sheet.dpi == pytest.approx(25.4 * PITCH / 19, rel=0.001)
    assert map.size[0] == pytest.approx(360 * 19 / PITCH, rel=0.05)
    assert measured(made, map) == pytest.approx((0, 0), abs=0.7)


def test_origin_pitch_and_rotation_say_the_same(tmp_path: Path) -> None:
    image = {"file": "art/scan.png", "origin": list(FIRST), "pitch": PITCH, "rotation": TURN}
    map = game(laid(tmp_path, image)).maps["main"]
    assert map.backdrop is not None
    assert map.backdrop.at(spot(3, 1)) == pytest.approx(map.spaces["0402"].at, abs=0.02)


def test_lines_beside_the_grid_are_told_and_shown(tmp_path: Path) -> None:
    folder = laid(tmp_path, {"file": "art/scan.png", "hexes": hexes(shift=20)})
    told = [one for one in found(folder) if one.code == "R206"]
    assert len(told) == 1
    assert "left" in told[0].message
    assert told[0].span is not None
    assert told[0].span.file.endswith("map.yaml")
    made = game(folder)
    off = measured(made, made.maps["main"])
    assert off is not None
    assert off[0] == pytest.approx(-20 * 19 / PITCH, abs=0.8)
    with Image.open(io.BytesIO(proof_png(made, made.maps["main"]))) as shown:
        assert shown.size[0] == round(made.maps["main"].size[0] * 6)


def test_a_well_laid_picture_is_told_nothing(tmp_path: Path) -> None:
    sink = Sink()
    folder = laid(tmp_path, {"file": "art/scan.png", "hexes": hexes()})
    assert check(folder, sink) is not None
    assert not [one for one in sink if one.code == "R206"]


@pytest.mark.parametrize(
    ("image", "code", "words"),
    [
        ({"file": "art/scan.png", "hexes": {"0101": [0, 0], "0201": [50, 0], "0401": [150, 0]}}, "M022", "one line"),
        (
            {"file": "art/scan.png", "hexes": {"0101": [300, 60], "0401": [60, 60], "0102": [300, 140]}},
            "M022",
            "mirror",
        ),
        ({"file": "art/scan.png", "dpi": 100}, "M022", "where its grid lies"),
        ({"file": "art/scan.png", "origin": [10, 10]}, "M022", "pitch"),
        ({"file": "art/scan.png", "hexes": {"0101": [0, 0], "9901": [50, 0], "0401": [150, 9]}}, "M011", "9901"),
        ({"file": "art/none.png", "hexes": hexes()}, "M021", "no picture"),
        ({"file": "../scan.png", "dpi": 100}, "S", "art/"),
    ],
)
def test_a_picture_that_does_not_fit_is_told(tmp_path: Path, image: object, code: str, words: str) -> None:
    told = found(laid(tmp_path, image))
    assert any(one.code.startswith(code) and words in one.message + str(one.help) for one in told), [
        str(one) for one in told
    ]


def test_the_board_shows_the_picture_and_what_is_wanted_on_top(tmp_path: Path) -> None:
    plain = game(laid(tmp_path / "a", {"file": "art/scan.png", "hexes": hexes()}))
    drawn = game(laid(tmp_path / "b", {"file": "art/scan.png", "hexes": hexes(), "draw": ["numbers", "grid"]}))
    assert not board(plain, "main").problems
    one, other = (png_bytes(board(made, "main"), 2) for made in (plain, drawn))
    assert one != other
    with Image.open(io.BytesIO(one)) as shown:
        assert shown.mode == "RGB"  # a scan keeps its colours
        w, h = shown.size
        assert shown.getpixel((w // 2, h // 2)) != (255, 255, 255)


def test_a_picture_of_several_boards(tmp_path: Path) -> None:
    image = [{"file": "art/scan.png", "hexes": hexes()}, {"file": "art/scan.png", "at": [360, 0]}]
    map = game(laid(tmp_path, image)).maps["main"]
    assert map.backdrop is not None
    assert len(map.backdrop.sheets) == 2
    assert map.size[0] == pytest.approx(720 * 19 / PITCH, rel=0.05)


def test_planes() -> None:
    plane = turned(0.25, 10, (40, 30), (5, 6))
    assert moved(plane, (40, 30)) == pytest.approx((5, 6))
    assert moved(inverse(plane), moved(plane, (3, 4))) == pytest.approx((3, 4))
    points = [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (7.0, 9.0)]
    again = fitted([(p, moved(plane, p)) for p in points])
    assert again is not None
    assert again == pytest.approx(plane)
    assert misfit(plane) == pytest.approx(0)
    assert misfit((1, 0, 0, 0, -1, 0)) == 1
    assert fitted([((0, 0), (0, 0)), ((1, 1), (1, 1)), ((2, 2), (2, 2))]) is None


@pytest.mark.parametrize(("width", "height"), [(720, 260), (40_000, 40_000), (0, 260)])
def test_a_picture_that_lies_about_its_size_is_told_and_nothing_is_written(
    tmp_path: Path, width: int, height: int
) -> None:
    folder = laid(tmp_path, {"file": "art/scan.png", "hexes": hexes()})
    path = folder / "art" / "scan.png"
    data = bytearray(path.read_bytes())
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    path.write_bytes(bytes(data))
    sink = Sink()
    assert build(folder, tmp_path / "out", sink, only=("vmod",), cache=False) == []
    codes = {one.code for one in sink if one.severity.value == "error"}
    assert codes & {"M021", "M022", "R201", "R204", "C804"}, [str(one) for one in sink]
    assert not list((tmp_path / "out").rglob("*.vmod"))


def test_a_hex_measured_wrongly_is_named_with_where_it_should_be(tmp_path: Path) -> None:
    cells = {"0101": (0, 0), "0401": (3, 0), "0102": (0, 1), "0402": (3, 1)}
    right = {id: [round(v, 1) for v in spot(*cell)] for id, cell in cells.items()}
    folder = laid(tmp_path / "a", {"file": "art/scan.png", "hexes": right})
    assert [d.code for d in found(folder) if d.code == "C231"] == []
    wrong = {**right, "0401": [right["0401"][0] + 9, right["0401"][1]]}
    folder = laid(tmp_path / "b", {"file": "art/scan.png", "hexes": wrong})
    (told,) = [d for d in found(folder) if d.code == "C231"]
    assert "because of `0401`" in told.message
    assert told.help is not None
    meant = [int(v) for v in re.findall(r"\[(\d+), (\d+)\]", told.help)[0]]
    assert math.dist(meant, right["0401"]) < 3
    said = CliRunner().invoke(liege, ["align", str(folder), "-o", str(tmp_path / "out")]).output
    assert re.findall(r"^  (\d{4}) lies [\d.]+ mm from where it was measured$", said, re.MULTILINE) == sorted(cells)


def test_a_track_on_a_turned_scan_lies_about_the_middle_of_its_rectangle(tmp_path: Path) -> None:
    right = {id: list(spot(*cell)) for id, cell in {"0101": (0, 0), "0401": (3, 0), "0102": (0, 1)}.items()}
    folder = laid(tmp_path, {"file": "art/scan.png", "hexes": right})
    rect = [20, 220, 300, 30]
    (folder / "tracks.yaml").write_text(f"tracks: {{turn: {{name: Turn, from: 1, to: 6, rect: {rect}}}}}\n", "utf-8")
    checked = read(folder, Sink())
    assert checked is not None
    track, backdrop = checked.game.tracks["turn"], checked.game.map.backdrop
    assert backdrop is not None
    left, top = min(f[0] for f in track.laid), min(f[1] for f in track.laid)
    middle = (left + max(f[0] + f[2] for f in track.laid)) / 2, (top + max(f[1] + f[3] for f in track.laid)) / 2
    assert middle == pytest.approx(backdrop.at((rect[0] + rect[2] / 2, rect[1] + rect[3] / 2)))


def test_a_back_from_a_scan_cut_otherwise_lies_as_its_front(tmp_path: Path) -> None:
    folder = laid(tmp_path, {"file": "art/scan.png", "hexes": hexes()})
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    raw["boxes"] = {"spent": {"name": "Spent", "rect": [300, 20, 40, 40]}}
    path.write_text(yaml.safe_dump(raw), "utf-8")
    with Image.open(folder / "art" / "scan.png") as front:
        front.crop((30, 12, 372, 300)).resize((855, 720)).save(folder / "art" / "back.png")
    pixels = {id: [(x - 30) * 2.5, (y - 12) * 2.5] for id, (x, y) in hexes().items()}
    image = {"file": "art/back.png", "hexes": pixels}
    back = {"id": "winter", "back_of": "main", "like": "main", "name": "Winter", "image": image}
    (folder / "maps" / "winter.yaml").write_text(yaml.safe_dump(back), "utf-8")
    assert not [one for one in found(folder) if one.code.startswith("M")]
    made = game(folder)
    map, other = made.maps["main"], made.faces["winter"]
    assert other.size == map.size
    assert other.backdrop is not None
    for id, space in map.spaces.items():
        assert other.spaces[id].at == pytest.approx(space.at, abs=0.02)
        assert other.spaces[id].size == space.size
    x, y = spot(3, 1)
    assert other.backdrop.at(((x - 30) * 2.5, (y - 12) * 2.5)) == pytest.approx(other.spaces["0402"].at, abs=0.05)


def test_a_large_scan_is_looked_at_in_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = laid(tmp_path, {"file": "art/scan.png", "hexes": {id: [4 * v for v in p] for id, p in hexes().items()}})
    path = folder / "art" / "scan.png"
    with Image.open(path) as small:
        small.resize((1440, 1040), Image.Resampling.LANCZOS).save(path)
    worked: list[int] = []
    kept = Image.Image.transform

    def transform(self: Image.Image, size: tuple[int, int], *more: Any, **named: Any) -> Image.Image:
        worked.append(size[0] * size[1])
        return kept(self, size, *more, **named)

    monkeypatch.setattr(Image.Image, "transform", transform)
    made = game(folder)
    assert measured(made, made.maps["main"]) == pytest.approx((0, 0), abs=0.7)
    assert max(worked) < 1440 * 1040 / 8
