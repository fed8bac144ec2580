"""The palette of a game, and its low-ink twin; inks themselves are in `model.colour`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from compiler.model.colour import INK as INK
from compiler.model.colour import PAPER as PAPER
from compiler.model.colour import SEAL as SEAL
from compiler.model.colour import SOFT as SOFT
from compiler.model.colour import VIEWERS as VIEWERS
from compiler.model.colour import WHITE as WHITE
from compiler.model.colour import code_of as code_of
from compiler.model.colour import contrast as contrast
from compiler.model.colour import difference as difference
from compiler.model.colour import lab as lab
from compiler.model.colour import luminance as luminance
from compiler.model.colour import mix as mix
from compiler.model.colour import on as on
from compiler.model.colour import rgb as rgb
from compiler.model.colour import seen as seen


@dataclass(frozen=True, slots=True)
class Side:
    """How a clan, army or player is told apart: fill, text on it, band pattern and crest."""

    fill: str
    text: str = INK
    band: str = "plain"
    mon: str = "neutral"
    band_fill: str | None = None


# Lines and marks keep their strength in low ink; everything else named here as a ground becomes lighter.
_LINES = ("line", "river", "coast", "ridge", "edge", "core", "road", "trail", "lane", "border", "grid", "number")
_WATER = ("sea", "lake", "water", "stream")


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of one game: furniture by field, everything a map needs by name in `tones`."""

    accent: str
    paper: str
    frame: str
    tones: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    tints: tuple[str, ...] = ()
    sides: Mapping[str, Side] = field(default_factory=lambda: MappingProxyType({}))
    ink: str = INK
    soft: str = SOFT
    white: str = PAPER
    seal: str = SEAL
    thin: bool = False  # print with little ink
    theme: str = "plain"
    faces: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # fonts of the author's
    symbols: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # symbols of the author's
    art: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # pictures and their digests

    def area(self, colour: str, share: float = 0.8) -> str:
        """A colour that fills an area: much lighter where ink is to be saved."""
        return mix(colour, WHITE, share) if self.thin else colour

    def tone(self, name: str, *instead: str) -> str:
        """The named tone, or the first of the others that exists, or the paper."""
        for key in (name, *instead):
            if key in self.tones:
                return self.tones[key]
        return self.paper

    def side(self, name: str | None) -> Side:
        """The side of that name; a neutral one if there is none."""
        found = self.sides.get(name or "neutral") or self.sides.get("neutral")
        return found or Side(mix(self.paper, self.frame, 0.25), self.ink)


def readable(ink: str, ground: str, least: float = 4.5) -> str:
    """An ink for small letters: itself, or as much darker as it takes to be read on a ground."""
    for step in range(11):
        mixed = mix(ink, INK, step / 10)
        if contrast(mixed, ground) >= least:
            return mixed
    return INK


def is_line(name: str) -> bool:
    """Whether a tone is a line or mark, told by the last word of its name."""
    return name.rsplit("_", 1)[-1] in _LINES or name.startswith("stripes.")


def low_ink(palette: Palette) -> Palette:
    """The print-at-home palette: grounds two thirds lighter, water white, lines, marks, stripes and bands unchanged."""
    tones = {}
    for name, code in palette.tones.items():
        if is_line(name):
            tones[name] = code
        else:
            tones[name] = WHITE if name.split("_")[0] in _WATER else mix(code, WHITE, 0.68)
    sides = {
        name: replace(side, fill=mix(side.fill, WHITE, 0.66), text=palette.ink, band_fill=side.fill)
        for name, side in palette.sides.items()
    }
    tints = tuple(mix(code, WHITE, 0.68) for code in palette.tints)
    return replace(palette, paper=WHITE, tones=tones, sides=sides, tints=tints, thin=True)
