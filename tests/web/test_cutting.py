"""Pictures cut for pages: nothing is lost at a seam, nothing lies on another."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from compiler.render.drawing import Drawing
from compiler.render.screen import SCALE
from compiler.web import cutting
from compiler.web.pictures import Pictures
from compiler.web.shell import modules, page_files
from tests.web.served import pictures, read, scenery_of


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("size", [(1500, 40), (1024, 1024), (3, 2), (1025, 2049)])
def test_the_tiles_of_a_board_are_the_board(size: tuple[int, int]) -> None:
    board = Image.radial_gradient("L").resize(size).convert("P")
    whole = Image.new("RGB", size)
    for column, row in cutting.grid(size):
        part = opened(cutting.tile(board, column, row))
        assert max(part.size) <= cutting.EDGE
        whole.paste(part, (column * cutting.EDGE, row * cutting.EDGE))
    assert whole.tobytes() == board.convert("RGB").tobytes()


def test_from_afar_a_board_is_smaller_and_looks_the_same() -> None:
    out = io.BytesIO()
    Image.radial_gradient("L").convert("P").save(out, "PNG")
    small, board = opened(cutting.far(out.getvalue())), opened(out.getvalue())
    assert small.size == (board.width // cutting.FAR, board.height // cutting.FAR)
    for at in ((10, 10), (64, 64), (100, 30)):
        here, there = small.getpixel(at), board.getpixel((at[0] * cutting.FAR, at[1] * cutting.FAR))
        assert isinstance(here, tuple)
        assert isinstance(there, tuple)
        assert abs(here[0] - there[0]) < 12


def test_faces_lie_side_by_side_on_their_sheet() -> None:
    sizes = [(f"f{n}", (40 + n % 3 * 17, 30 + n % 5 * 11)) for n in range(300)]
    lie, taken = cutting.spots(sizes), set[tuple[int, int]]()
    for name, (wide, high) in sizes:
        x, y = lie.at[name]
        assert x + wide <= lie.size[0]
        assert y + high <= lie.size[1]
        own = {(x + a, y + b) for a in range(0, wide, 5) for b in range(0, high, 5)}
        assert not own & taken
        taken |= own
    sheet = opened(cutting.sheet(lie, ((name, Drawing(10, 8), False) for name, _ in sizes[:1]), 4))
    assert sheet.size == lie.size
    assert sheet.getpixel((2, 2)) == (255, 255, 255)


def test_a_page_knows_where_every_face_lies_and_which_tiles_there_are() -> None:
    found, scene = pictures("first_battle"), scenery_of("first_battle")
    faces = {f"{id}/{n}" for id, counter in scene["counters"].items() for n in range(len(counter["faces"]))}
    assert set(scene["sheet"]["at"]) == faces
    sheet = found.get(scene["sheet"]["image"])
    assert sheet is not None
    assert Image.open(io.BytesIO(sheet[1])).size == found.spots.size
    for times, begun in scene["board"]["tiles"]["levels"]:
        size = tuple(part * SCALE * times for part in found.game.map.size)
        for column, row in cutting.grid((size[0], size[1])):
            assert found.get(f"{begun}_{column}_{row}.png") is not None
        assert found.get(f"{begun}_{column + 1}_{row}.png") is None


def test_all_modules_of_a_page_are_asked_for_at_once() -> None:
    found = modules("table.js")
    assert len(found) == len(set(found)) > 10
    assert {"table.js", "board.js", "dom.js", "tiles.js"} <= set(found) <= set(page_files())
    assert "desk.js" not in found


def test_tiles_that_were_cut_ahead_are_there_when_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Pictures(read("first_battle").game, read("first_battle").bundle, None)
    wanted = [name for name in found._makers if name.startswith(tuple(f"{begun}_" for begun in found.tiles.values()))]
    assert len(found.tiles) == 2
    found.cut_ahead()
    monkeypatch.delattr(cutting, "tile")
    for name in wanted:
        got = found.get(name)
        assert got is not None
        assert max(opened(got[1]).size) <= cutting.EDGE
