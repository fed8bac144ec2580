"""Grounds are told apart by every eye, wide plains are alive, and no board is mostly bare paper."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from compiler.render.colour import difference
from compiler.render.drawing import Drawing
from compiler.render.map.board import plan_of
from compiler.render.map.key import swatches_of
from compiler.render.raster import raster
from compiler.render.style import palette_of
from tests.print.test_full import blank
from tests.render.games import FOLDER, game_in

HEXES = ["anegawa", "first_battle", "shingens_arrival", "winter_line", "samples/bridgehead", "samples/mill_at_neudorf"]
BOARDS = ["winter_line", "first_battle", "samples/bridgehead"]  # others lie on a ground of their own
VIEWERS = ["normal", "deuteranopia", "protanopia"]
LEAST = 2.5  # mean difference of two swatches, over every pixel: hue, or marks, or both
ALIKE = {("Lake", "Sea")}  # one ground to every rule
EMPTY, SQUARE = 0.12, 16  # share of bare squares of the size of a counter


@lru_cache
def swatch(folder: Path, name: str) -> np.ndarray:
    one = game_in(folder)
    d = Drawing(16, 16)
    d.rect(0, 0, 16, 16, "#FFFFFF")
    dict(swatches_of(one, palette_of(one)))[name](d, 8, 8, 6.4)
    return np.asarray(raster(d, 3).convert("RGB"))


@lru_cache
def _apart(a: tuple[int, ...], b: tuple[int, ...], viewer: str) -> float:
    return difference(f"#{a[0]:02X}{a[1]:02X}{a[2]:02X}", f"#{b[0]:02X}{b[1]:02X}{b[2]:02X}", viewer)


def apart(a: np.ndarray, b: np.ndarray, viewer: str) -> float:
    """How far two pictures differ to an eye, over all their pixels; few inks make few pairs."""
    pairs, counts = np.unique(
        np.concatenate([a.reshape(-1, 3), b.reshape(-1, 3)], axis=1) // 8 * 8, axis=0, return_counts=True
    )
    return float(sum(n * _apart(tuple(map(int, p[:3])), tuple(map(int, p[3:])), viewer)
                     for p, n in zip(pairs, counts, strict=True)) / counts.sum())  # fmt: skip


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("slug", HEXES)
def test_grounds_are_told_apart_by_every_eye(slug: str, viewer: str) -> None:
    one = game_in(FOLDER / slug)
    names = [kind.name.en for kind in one.map.terrain.values()]
    near = {(a, b): apart(swatch(FOLDER / slug, a), swatch(FOLDER / slug, b), viewer)
            for a, b in combinations(names, 2)}  # fmt: skip
    assert {pair for pair, far in near.items() if far < LEAST} <= ALIKE, near


def test_the_plain_of_anegawa_is_nowhere_one_tone() -> None:
    one = game_in(FOLDER / "anegawa")
    picture = np.asarray(raster(plan_of(one, one.map.id, False).drawing, 1).convert("RGB"))
    inks, counts = np.unique(picture.reshape(-1, 3) // 4, axis=0, return_counts=True)
    green = (inks[:, 1] >= inks[:, 0] - 1) & (inks[:, 1] > inks[:, 2] + 8) & (inks[:, 1] > 50)
    largest = np.sort(counts[green])[::-1] / counts[green].sum()
    assert largest[0] < 0.5  # the plain itself
    assert largest[2] > 0.08  # riper fields, and stubble


@pytest.mark.parametrize("slug", BOARDS)
def test_no_board_is_bare_paper_beside_its_map(slug: str) -> None:
    one = game_in(FOLDER / slug)
    drawing = plan_of(one, one.map.id, False).drawing
    paper = np.asarray(raster(drawing, 1).convert("RGB"))[2, 2]
    shade = f"#{paper[0]:02X}{paper[1]:02X}{paper[2]:02X}"
    assert blank(drawing, shade, SQUARE, 1) <= EMPTY
