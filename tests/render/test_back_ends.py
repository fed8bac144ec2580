"""The three forms of a drawing agree with each other and repeat to the byte."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import cairosvg
import numpy as np
import pytest
from PIL import Image
from shapely.geometry import Point

from compiler.render import symbols
from compiler.render.content import form_of
from compiler.render.drawing import Drawing
from compiler.render.pdf import Page, Placed, pdf_bytes
from compiler.render.raster import png_bytes, raster
from compiler.render.svg import number, svg_text


@pytest.fixture
def drawing() -> Drawing:
    d = Drawing(80, 50)
    d.rect(0, 0, 80, 50, "#F4EBD6")
    d.rect(5, 5, 20, 15, "#A3262B", "#1E1A18", 0.5, r=3)
    d.circle(40, 15, 8, None, "#2F6A8C", 0.7, dash=(2, 1))
    d.mark(Point(65, 15).buffer(9) - Point(65, 15).buffer(4), "#3A7350", even_odd=True)
    d.text(5, 32, "Shingen 武田", 6, "#1E1A18", "serif-bold", halo="#FFFFFF", halo_width=0.6)
    d.text(70, 45, "turned", 4, "#1E1A18", "serif-italic", "end", turn=-20)
    d.symbol(symbols.mon("oda"), 20, 42, 12, "#1E1A18", "#FFFFFF", 0.5, turn=15)
    with d.group(40, 35, 1.5, 10, name="layer"):
        d.line([(0, 0), (6, 3), (9, 0)], "#24508C", 0.8, (0.01, 1.6))
    return d


def _array(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB")).astype(int)


def test_png_and_svg_show_the_same_picture(drawing: Drawing) -> None:
    ours = _array(raster(drawing, 10))
    png = cairosvg.svg2png(bytestring=svg_text(drawing).encode(), output_width=800)
    theirs = _array(Image.open(io.BytesIO(png)))
    assert np.abs(ours - theirs).mean() < 0.4
    assert (np.abs(ours - theirs).max(axis=2) > 80).sum() < 40


def test_pdf_and_png_show_the_same_picture(drawing: Drawing, tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(pdf_bytes([Page(80, 50, (Placed(form_of(drawing)),))], "t"))
    subprocess.run(["pdftoppm", "-r", "254", "-png", "-singlefile", file, tmp_path / "a"], check=True)
    theirs = _array(Image.open(tmp_path / "a.png"))[:500, :800]
    ours = _array(raster(drawing, 10))
    assert np.abs(ours - theirs).mean() < 1.5


def test_the_same_drawing_gives_the_same_bytes(drawing: Drawing) -> None:
    assert png_bytes(drawing, 6) == png_bytes(drawing, 6)
    assert svg_text(drawing) == svg_text(drawing)
    page = Page(80, 50, (Placed(form_of(drawing)),))
    assert pdf_bytes([page], "t", "d") == pdf_bytes([page], "t", "d")


def test_flat_inks_survive_the_palette(drawing: Drawing) -> None:
    image = Image.open(io.BytesIO(png_bytes(drawing, 8))).convert("RGB")
    for at, ink in (((16, 8), (244, 235, 214)), ((80, 80), (163, 38, 43))):
        assert max(abs(a - b) for a, b in zip(image.getpixel(at), ink, strict=True)) <= 2  # type: ignore[arg-type]


def test_unpainted_ground_can_stay_clear() -> None:
    d = Drawing(10, 10)
    d.circle(5, 5, 4, "#A3262B")
    image = Image.open(io.BytesIO(png_bytes(d, 8, clear=True))).convert("RGBA")
    assert image.getpixel((1, 1))[3] == 0  # type: ignore[index]
    assert image.getpixel((40, 40))[3] == 255  # type: ignore[index]


def test_a_named_group_is_a_layer(drawing: Drawing) -> None:
    assert 'id="layer" inkscape:groupmode="layer"' in svg_text(drawing)


@pytest.mark.parametrize(("value", "text"), [(0.5, ".5"), (-0.07, "-.07"), (2.0, "2"), (-0.001, "0"), (10.10, "10.1")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_a_picture_keeps_its_place_in_all_forms(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGBA", (4, 4), (200, 10, 10, 255)).save(out, "PNG")
    d = Drawing(20, 20)
    d.picture(out.getvalue(), 5, 10, 5, 5)
    file = tmp_path / "a.pdf"
    file.write_bytes(pdf_bytes([Page(20, 20, (Placed(form_of(d)),))], "t"))
    subprocess.run(["pdftoppm", "-r", "254", "-png", "-singlefile", file, tmp_path / "a"], check=True)
    for image in (_array(Image.open(tmp_path / "a.png")), _array(raster(d, 10))):
        assert tuple(image[125, 75]) == (200, 10, 10)
        assert tuple(image[75, 75]) == (255, 255, 255)
        assert tuple(image[125, 125]) == (255, 255, 255)
    assert "data:image/png;base64," in svg_text(d)
