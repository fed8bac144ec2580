"""Pages as pictures: what the printer would lay down, measured."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from compiler.render.pdf import Page, pdf_bytes

Pictures = Callable[[Sequence[Page], int], list[np.ndarray]]


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    """Rasterise PDF pages with an independent program, at dots per inch."""

    def make(pages: Sequence[Page], dpi: int) -> list[np.ndarray]:
        file = tmp_path / "pages.pdf"
        file.write_bytes(pdf_bytes(pages, "pages"))
        subprocess.run(["pdftoppm", "-r", str(dpi), "-png", file, tmp_path / "page"], check=True)
        found = sorted(tmp_path.glob("page-*.png"))
        assert len(found) == len(pages)
        return [np.asarray(Image.open(f).convert("RGB")).astype(int) for f in found]

    return make


def ink(picture: np.ndarray, colour: tuple[int, int, int], near: int = 40) -> np.ndarray:
    """Where a picture has (nearly) a colour."""
    return np.asarray(np.abs(picture - np.array(colour)).max(axis=2) < near)


def extent(mask: np.ndarray, dpi: int) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a mask in mm."""
    ys, xs = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    k = 25.4 / dpi
    return xs[0] * k, ys[0] * k, (xs[-1] + 1) * k, (ys[-1] + 1) * k
