"""The samples: a game on a scan with art of its own, and one drawn with `nato`; sound, playable, in two languages."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from compiler.commands._report import game_folders
from compiler.diagnostics import Diagnostic, Sink
from compiler.model.game import Game
from compiler.pipeline import build, check
from compiler.play.fuzz import fuzz_game
from compiler.registry import rulebook_or_fail
from compiler.render.map.alignment import measured
from compiler.render.screen import FINEST, SCALE, scale_of

HOME = Path(__file__).parents[2] / "games" / "samples"
SAMPLES = sorted(path.parent.name for path in HOME.glob("*/game.yaml"))
every_sample = pytest.mark.parametrize("slug", SAMPLES)


@cache
def checked(slug: str, lang: str = "en") -> tuple[Game, tuple[Diagnostic, ...]]:
    sink = Sink()
    found = check(HOME / slug, sink, lang=lang)
    assert found is not None, [str(one) for one in sink]
    return found.game, tuple(sink)


def test_there_are_samples_and_they_are_found_by_name() -> None:
    assert SAMPLES == ["bridgehead", "mill_at_neudorf"]
    assert [folder.name for folder in game_folders(("bridgehead",))] == ["bridgehead"]
    assert set(SAMPLES) < {folder.name for folder in game_folders(())}


@every_sample
def test_a_sample_has_no_faults(slug: str) -> None:
    assert checked(slug)[1] == ()


def test_the_scan_is_laid_to_a_tenth_of_a_millimetre() -> None:
    game, _ = checked("mill_at_neudorf")
    board = game.map
    assert board.backdrop is not None
    assert board.grid is not None
    for id, pixel in board.backdrop.hexes.items():
        assert board.backdrop.at(pixel) == pytest.approx(board.grid.centre(board.cells[id]), abs=0.1)
    assert measured(game, board) == pytest.approx((0, 0), abs=0.05 * board.grid.pitch)
    frames = game.tracks["turn"].frames
    assert len({round(frame[1], 6) for frame in frames}) == 2  # two straight rows though the scan is askew


@every_sample
def test_a_sample_is_built_and_its_board_is_at_true_size(slug: str, tmp_path: Path) -> None:
    sink = Sink()
    made = build(HOME / slug, tmp_path, sink, only=("vmod",), cache=False)
    assert not list(sink), [str(one) for one in sink]
    (path,) = [one for one in made if one.suffix == ".vmod"]
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        name = next(name for name in archive.namelist() if name.startswith("images/board_main"))
        with Image.open(io.BytesIO(archive.read(name))) as image:
            wide = checked(slug)[0].map.size[0] * SCALE
            assert image.width == pytest.approx(wide, rel=0.01) or image.width > wide


def test_units_come_from_the_spreadsheet() -> None:
    game, _ = checked("bridgehead")
    tank = game.counters["g_tank_1"]
    assert (tank.name.en, tank.values["type"], tank.values["echelon"]) == ("4 Gds Tank", "armour", "brigade")
    assert tank.note.span.file.endswith("units.csv")
    assert [face.values["attack"] for face in tank.faces] == [6, 3]


def test_the_mill_speaks_german() -> None:
    game, told = checked("mill_at_neudorf", "de")
    assert game.title.en == "Die Mühle von Neudorf"
    assert game.counters["hussars"].name.en == "Husaren"
    assert [one.code for one in told] in ([], ["L031"])


@every_sample
def test_a_sample_can_be_played_to_its_end(slug: str) -> None:
    book = rulebook_or_fail(checked(slug)[0])
    for seed, scenario in enumerate((*book.game.scenarios, *book.game.scenarios)[:2], 1):
        tally = fuzz_game(book, scenario, seed)
        assert not tally.failures
        assert tally.ends or tally.lasted


def test_a_scan_keeps_its_pixels_in_the_module_and_the_grid_lies_on_them(tmp_path: Path) -> None:
    """Some 150 dots to the inch: as many pixels has the board, and grid, zones and zooms count in them."""
    game, _ = checked("mill_at_neudorf")
    assert game.map.backdrop is not None
    own = game.map.backdrop.sheets[0].dpi / 25.4
    assert scale_of(game) == round(own) == 6 > SCALE
    (path,) = [
        one for one in build(HOME / "mill_at_neudorf", tmp_path, Sink(), only=("vmod",)) if one.suffix == ".vmod"
    ]
    with zipfile.ZipFile(path) as archive:
        root = etree.fromstring(archive.read("buildFile.xml"))
        with Image.open(io.BytesIO(archive.read("images/board_main.jpg"))) as image:
            assert image.size == tuple(round(side * 6) for side in game.map.size)
    assert path.stat().st_size < 1_500_000
    (grid,) = [node for node in root.iter() if str(node.tag).endswith("HexGrid")]
    assert game.map.grid is not None
    assert float(grid.get("dy")) == game.map.grid.pitch * 6
    zooms = {node.get("zoomLevels") for node in root.iter() if str(node.tag).endswith("Zoomer")}
    assert zooms == {"0.167,0.22,0.333,0.433,0.533,0.667,0.833,1.07,1.33"}


def test_a_scan_finer_than_any_screen_is_reduced_and_a_coarse_one_is_drawn_as_ever() -> None:
    game, _ = checked("mill_at_neudorf")
    assert game.map.backdrop is not None
    sheet = game.map.backdrop.sheets[0]
    for times, wanted in ((4, FINEST), (0.1, SCALE)):
        matrix = tuple(number / times for number in sheet.matrix)
        finer = replace(game.map.backdrop, sheets=(replace(sheet, matrix=matrix),))
        assert scale_of(replace(game, maps={"main": replace(game.map, backdrop=finer)})) == wanted
