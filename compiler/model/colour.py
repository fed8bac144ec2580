"""Inks: mixing, contrast, differences as seen by every viewer."""

from __future__ import annotations

import math
from functools import lru_cache

INK, SOFT, PAPER, SEAL = "#1E1A18", "#5A5148", "#FFFDF6", "#B4302B"
WHITE = "#FFFFFF"

# What a layout may call a colour beside `#RRGGBB` and the names of its palette: inks of a face, …
INKS = ("strong", "ground", "fill", "text", "ink", "paper", "white", "seal", "accent", "frame", "deep", "on_deep",
        "edge", "crest", "faint", "plate", "plate_ink")  # fmt: skip
# … and tones that every theme, or a standard look, has.
TONES = ("grid", "number", "ridge_mark", "trees_mark", "reeds_mark", "city_mark", "hill_high", "river_edge",
         "river_core", "road", "road_core", "rail", "fort_mark", "coast", "land")  # fmt: skip

# Linear-light matrices for viewers who lack one kind of cone.
_BLIND = {
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
VIEWERS = ("full colour", *_BLIND)


@lru_cache(4096)
def rgb(code: str) -> tuple[int, int, int]:
    """Red, green, blue, 0 to 255, of `#RRGGBB`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def code_of(red: float, green: float, blue: float) -> str:
    """`#RRGGBB` of three numbers 0 to 255, held inside the range."""
    r, g, b = (min(255, max(0, round(v))) for v in (red, green, blue))
    return f"#{r:02X}{g:02X}{b:02X}"


@lru_cache(4096)
def mix(a: str, b: str, t: float) -> str:
    """t = 0 gives a, t = 1 gives b. Used instead of opacity: solid inks print and port better."""
    (ar, ag, ab), (br, bg, bb) = rgb(a), rgb(b)
    return code_of(ar + (br - ar) * t, ag + (bg - ag) * t, ab + (bb - ab) * t)


def _linear(channel: int) -> float:
    c = channel / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def _encoded(light: float) -> float:
    v = min(1.0, max(0.0, light))
    return 255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)


def _light(code: str, viewer: str) -> list[float]:
    """Linear light that reaches a viewer."""
    light = [_linear(c) for c in rgb(code)]
    if viewer in _BLIND:
        return [sum(m * v for m, v in zip(row, light, strict=True)) for row in _BLIND[viewer]]
    return light


@lru_cache(4096)
def luminance(code: str) -> float:
    """Relative luminance, 0 to 1."""
    r, g, b = (_linear(c) for c in rgb(code))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """WCAG contrast ratio, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def on(ground: str, dark: str = INK, light: str = PAPER) -> str:
    """The text colour that reads best on a ground."""
    return dark if contrast(dark, ground) >= contrast(light, ground) else light


def seen(code: str, viewer: str) -> str:
    """The colour as a viewer sees it."""
    r, g, b = (_encoded(v) for v in _light(code, viewer))
    return code_of(r, g, b)


@lru_cache(4096)
def lab(code: str, viewer: str = "full colour") -> tuple[float, float, float]:
    """CIE L*a*b* of a colour for a viewer."""
    r, g, b = _light(code, viewer)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * max(v, 0) + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a: str, b: str, viewer: str = "full colour") -> float:
    """Distance of two colours for a viewer (dE 1976): under 20 a second code must tell them apart."""
    return math.dist(lab(a, viewer), lab(b, viewer))
