"""Drawing: all art and sheets of the shipped games, against cairosvg merely rasterising the same SVGs."""

from __future__ import annotations

import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from cairosvg.parser import Tree
from cairosvg.surface import PNGSurface
from measure import Row

from compiler import pipeline, resources
from compiler.diagnostics import Sink
from compiler.print import sheets as pnp
from compiler.render import screen as art
from compiler.render.drawing import Drawing
from compiler.render.raster import png_bytes, sharp_bytes
from compiler.render.sheet.imposition import Sheet, drawing_of, page_of
from compiler.render.sheet.presets import A4
from compiler.render.svg import svg_text

SCALE = 4.0  # pixels to the millimetre, as in the module
ART = ("vmod", "pnp")
CHANGED = ("a_most_dangerous_time", "counters.yaml", "grade: samurai, bravery: 1,", "grade: samurai, bravery: 2,")


@dataclass(frozen=True, slots=True)
class Plain:
    """An SVG somebody else could have written, and how finely it is rasterised."""

    text: str
    scale: float


def games(home: Path) -> list[Path]:
    return sorted(file.parent for file in home.glob("*/game.yaml"))


def build(folder: Path, out: Path | None = None, only: tuple[str, ...] = ()) -> float:
    """Processor seconds of a build; without a place to keep things everything is drawn."""
    with tempfile.TemporaryDirectory() as home:
        start = process_time()
        for _ in pipeline.build(folder, out or Path(home), Sink(), only=only, cache=out is not None):
            pass
        return process_time() - start


def cold(folder: Path) -> tuple[int, float]:
    """Who drew a game, and in how many processor seconds."""
    return os.getpid(), build(folder, None, ART)


def drawings(folder: Path) -> list[Plain]:
    """Every picture of the module and every A4 sheet, once; tiles are left out, for each would repeat the whole map.

    The Letter sheets, which we draw too, are not counted: their faces are those of the A4 sheets.
    """
    found: dict[str, float] = {}

    def rastered(drawing: Drawing, scale: float, *more: Any) -> bytes:
        found.setdefault(svg_text(drawing), scale)
        return png_bytes(drawing, scale, *more)

    def sharp(drawing: Drawing, scale: float, clear: bool, times: int) -> bytes:
        found.setdefault(svg_text(drawing), scale * times)
        return sharp_bytes(drawing, scale, clear, times)

    def paged(sheet: Sheet, *more: Any) -> Any:
        if not any(slot.x < 0 or slot.y < 0 or slot.x + slot.art.width > sheet.width for slot in sheet.slots):
            found.setdefault(svg_text(drawing_of(sheet)), SCALE)
        return page_of(sheet, *more)

    settings = {"pnp": pnp.Print(papers=(A4,), pictures=False)}
    with (
        tempfile.TemporaryDirectory() as home,
        patch.object(art, "png_bytes", rastered),
        patch.object(art, "sharp_bytes", sharp),
        patch.object(pnp, "page_of", paged),
    ):
        for _ in pipeline.build(folder, Path(home), Sink(), only=ART, cache=False, settings=settings):
            pass
    return [Plain(*item) for item in found.items()]


def cairosvg(pictures: list[Plain]) -> float:
    """Processor seconds of cairosvg and zlib for the same pictures."""
    start = process_time()
    for picture in pictures:
        tree = Tree(bytestring=picture.text.encode())
        surface = PNGSurface(tree, None, 25.4 * picture.scale)
        zlib.compress(bytes(surface.cairo.get_data()), 6)
    return process_time() - start


def rows() -> Iterator[Row]:
    shipped = games(resources.games())
    found = [drawings(folder) for folder in shipped]
    theirs = sum(cairosvg(pictures) for pictures in found)
    count = sum(len(pictures) for pictures in found)
    ours = sum(cold(folder)[1] for folder in shipped)
    yield Row(f"all art, cold: {count} pictures and sheets / cairosvg and zlib", ours / theirs, 1.1)
    with ProcessPoolExecutor(2) as pool:
        spent: dict[int, float] = {}
        for worker, seconds in pool.map(cold, shipped):
            spent[worker] = spent.get(worker, 0.0) + seconds
    yield Row("the same by two processes (the busier one) / cairosvg and zlib", max(spent.values()) / theirs, 0.7)
    yield from rebuilds()


def rebuilds() -> Iterator[Row]:
    """The whole build of every game: module, saved games, sheets."""
    with tempfile.TemporaryDirectory() as home:
        copies, out = Path(home, "games"), Path(home, "build")
        shutil.copytree(resources.games(), copies)
        first = sum(build(folder, out) for folder in games(copies))
        again = sum(build(folder, out) for folder in games(copies))
        yield Row("rebuild of everything, nothing changed / cold build", again / first, 0.05)
        slug, name, old, new = CHANGED
        path = copies / slug / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        yield Row(
            "rebuild of everything, one counter changed / cold build",
            sum(build(folder, out) for folder in games(copies)) / first,
            0.1,
        )
