"""How large a picture is, by its head alone: nothing is decoded here."""

from __future__ import annotations

import contextlib
import math
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES = 64 * 1024 * 1024
_VIEW = re.compile(rb"<svg\b[^>]*?\sviewBox\s*=\s*[\"']([^\"']*)[\"']", re.DOTALL)
_SIDE = re.compile(rb"<svg\b[^>]*?\s(width|height)\s*=\s*[\"']\s*([\d.]+)", re.DOTALL)
_ORIENTATION = 0x0112
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")


def inside(folder: Path, name: str) -> Path | None:
    """A file of a game's folder, links and `..` followed; None if it is not there or lies outside."""
    try:
        root = folder.resolve()
        path = (root / name).resolve(strict=True)
        return path if path.is_relative_to(root) and path.is_file() and path.stat().st_size <= MAX_BYTES else None
    except (OSError, ValueError, RuntimeError):  # a NUL in the name; links that lead to themselves
        return None


def measure(path: Path) -> tuple[float, float] | None:
    """Width and height: pixels, or the units of an SVG's view box; None if it is no picture we know."""
    if path.suffix.lower() == ".svg":
        return _of_svg(path)
    from PIL import Image, UnidentifiedImageError

    try:
        with opened(path) as picture:
            w, h = size_of(picture)
            return float(w), float(h)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


@contextlib.contextmanager
def opened(source: Path | IO[bytes]) -> Iterator[Image.Image]:
    """A PNG, GIF or JPEG, by its head; that what it says about itself is broken is no word for our reader."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "(?i).*EXIF")
        with Image.open(source, formats=["PNG", "GIF", "JPEG"]) as picture:
            yield picture


def size_of(picture: Image.Image) -> tuple[int, int]:
    """Width and height as every program shows it: cameras and scanners may say that it lies on its side."""
    w, h = picture.size
    return (h, w) if lying(picture) > 4 else (w, h)


def lying(picture: Image.Image) -> int:
    """How a picture lies by its own word (EXIF): 1 is upright, 2 to 4 mirrored or upside down, 5 to 8 on its side."""
    if "exif" not in picture.info:  # asked for it, a PNG without would be decoded to look at its end
        return 1
    try:
        found = picture.getexif().get(_ORIENTATION, 1)
    except Exception:  # a broken word about the picture is no word; the picture itself may be sound
        return 1
    return found if isinstance(found, int) and 1 <= found <= 8 else 1


def _of_svg(path: Path) -> tuple[float, float] | None:
    with path.open("rb") as file:
        head = file.read(16_384)
    view = _VIEW.search(head)
    if view is not None:
        values = [float(v) for v in _NUMBER.findall(view[1].decode("ascii", "replace"))][2:]
    else:
        sides = {name: float(value) for name, value in _SIDE.findall(head)}
        values = [sides[side] for side in (b"width", b"height") if side in sides]
    if len(values) != 2 or not all(math.isfinite(v) and 0 < v < 1e5 for v in values):
        return None
    return values[0], values[1]
