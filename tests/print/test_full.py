"""How full pages are: of every game, no chart is mostly bare paper, and no sheet is printed for hardly anything."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler.model.game import Game
from compiler.print.contents import content_pages
from compiler.print.setups import scenario_pages
from compiler.render.aid.folder import aid_pages
from compiler.render.colour import rgb
from compiler.render.drawing import Drawing
from compiler.render.raster import raster
from compiler.render.sheet.column import Leaf
from compiler.render.sheet.digest import digest_pages
from compiler.render.sheet.presets import A4
from compiler.render.style import palette_of
from tests.render.games import FOLDER, SLUGS, game_in

SAMPLES = FOLDER / "samples"
GAMES = [*(FOLDER / slug for slug in SLUGS), *sorted(path.parent for path in SAMPLES.glob("*/art.yaml"))]
CHART, CHART_CELL = 0.25, 4  # share of bare squares of so many mm; text leaves smaller ones between its lines
SHEET, SHEET_CELL = 0.4, 10  # lists of names are narrow

every_game = pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)


def blank(page: Drawing, paper: str, cell: int, scale: int = 2) -> float:
    """The share of squares in which there is nothing but paper."""
    picture = np.asarray(raster(page, scale).convert("RGB")).astype(int)
    bare = np.abs(picture - np.array(rgb(paper))).max(axis=2) < 6
    n = cell * scale
    rows, columns = bare.shape[0] // n, bare.shape[1] // n
    return float(bare[: rows * n, : columns * n].reshape(rows, n, columns, n).all(axis=(1, 3)).mean())


def drawn(leaf: Leaf) -> Drawing:
    """A page with what lies on it, the pieces as plain plates: what is asked is only where there is nothing."""
    d = Drawing(leaf.drawing.width, leaf.drawing.height)
    d.items += leaf.drawing.items
    for slot in leaf.slots:
        x0, y0, x1, y1 = slot.window
        d.rect(x0, y0, x1 - x0, y1 - y0, "#000000")
    return d


def sheets(game: Game) -> list[tuple[str, Leaf]]:
    palette = palette_of(game)
    made = [("setups", leaf) for leaf in scenario_pages(game, palette, A4)]
    made += [("contents", leaf) for leaf in content_pages(game, palette, A4)]
    if game.ledger is not None:
        made += [("rules", leaf) for leaf in digest_pages(game, palette, A4)]
    return made


def test_all_games_are_measured() -> None:
    assert len(GAMES) == 11


@every_game
def test_charts_are_full(folder: Path) -> None:
    game = game_in(folder)
    shares = [blank(page, palette_of(game).paper, CHART_CELL) for page in aid_pages(game, palette_of(game), A4)]
    assert shares
    assert max(shares) <= CHART, shares


@every_game
def test_no_sheet_is_printed_for_hardly_anything(folder: Path) -> None:
    game = game_in(folder)
    paper = palette_of(game).paper
    shares = [(name, n, blank(drawn(leaf), paper, SHEET_CELL, 1)) for n, (name, leaf) in enumerate(sheets(game))]
    assert len(shares) >= 2
    assert [share for share in shares if share[2] > SHEET] == []


def test_an_empty_page_is_told_from_a_full_one() -> None:
    page = Drawing(100, 100)
    page.rect(0, 0, 100, 100, "#F0E0D0")
    assert blank(page, "#F0E0D0", CHART_CELL) == 1.0
    page.rect(0, 0, 100, 50, "#102030")
    assert abs(blank(page, "#F0E0D0", CHART_CELL) - 0.5) < 0.05
