"""How large a picture is, by its head alone: nothing is decoded here."""

from __future__ import annotations

import math
import re
from pathlib import Path

MAX_BYTES = 64 * 1024 * 1024
_VIEW = re.compile(rb"<svg\b[^>]*?\sviewBox\s*=\s*[\"']([^\"']*)[\"']", re.DOTALL)
_SIDE = re.compile(rb"<svg\b[^>]*?\s(width|height)\s*=\s*[\"']\s*([\d.]+)", re.DOTALL)
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
        with Image.open(path, formats=["PNG", "GIF", "JPEG"]) as picture:
            return float(picture.size[0]), float(picture.size[1])
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


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
