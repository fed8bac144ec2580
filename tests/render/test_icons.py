"""Icons of the toolbar at the sizes they are seen in, 24 and 48 pixels: clear of the edge, dark enough, told apart."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from compiler.model.icons import icons
from compiler.render.aid.signs import draw_sign
from compiler.render.drawing import Drawing
from compiler.render.path import of_svg
from compiler.render.raster import raster
from compiler.render.style import palette_of
from tests.render.games import game

NAMES = sorted(icons())
SIZES = (24, 48)
Picture = np.ndarray


@cache
def drawn(name: str, size: int) -> Picture:
    """How dark each pixel of an icon is, from 0 for paper to 1."""
    drawing = Drawing(24, 24)
    drawing.rect(0, 0, 24, 24, "#FFFFFF")
    draw_sign(drawing, palette_of(game("first_battle")), f"+{name}", 12, 12, 24)
    grey = np.asarray(raster(drawing, size / 24))[:, :, :3].astype(float).min(axis=2)
    return 1 - grey / 255


def legible(picture: Picture) -> bool:
    """Ink that carries: a tenth to three quarters of the icon, a third of it in full strength, not mere grey edges."""
    inked, full = (picture > 0.25).mean(), (picture > 0.75).sum() / max(1, (picture > 0.25).sum())
    return bool(0.1 < inked < 0.75 and full > 0.3)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_read_at_the_size_of_a_button(name: str, size: int) -> None:
    picture = drawn(name, size)
    assert picture.shape == (size, size)
    assert legible(picture)


@pytest.mark.parametrize("name", NAMES)
def test_no_icon_is_cut_off(name: str) -> None:
    boxes = [of_svg(data).bounds for data, _ in icons()[name]]
    assert all(min(box) >= 0 and max(box) <= 24 for box in boxes)


@pytest.mark.parametrize("size", SIZES)
def test_no_two_icons_look_alike(size: int) -> None:
    """Zoom in and zoom out differ by the bar of a plus; nothing differs by less."""
    bar = 5 * (size / 24) ** 2
    near = [(a, b) for a, b in combinations(NAMES, 2) if (np.abs(drawn(a, size) - drawn(b, size)) > 0.5).sum() < bar]
    assert near == []


def test_hairlines_are_seen() -> None:
    """A ring of a third of a pixel is grey at any button."""
    drawing = Drawing(24, 24)
    drawing.rect(0, 0, 24, 24, "#FFFFFF")
    drawing.circle(12, 12, 9, None, "#000000", 0.33)
    grey = np.asarray(raster(drawing, 1.0))[:, :, :3].astype(float).min(axis=2)
    assert not legible(1 - grey / 255)
