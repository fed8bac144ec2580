"""The themes: inks, grounds and colours of sides. Every key may be overridden in art.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.render.colour import INK, PAPER, SEAL, SOFT


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: its furniture, the tints of its grounds by recipe, the tones of its lines, and sides in turn."""

    id: str
    paper: str
    frame: str
    accent: str
    heading: str  # type face of titles
    tints: Mapping[str, str] = field(default_factory=dict)
    tones: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[tuple[str, str, str], ...] = ()  # fill, text, band
    ink: str = INK
    soft: str = SOFT
    white: str = PAPER
    seal: str = SEAL


def _tints(
    clear: str, forest: str, hill: str, high: str, swamp: str, city: str, water: str, rough: str
) -> dict[str, str]:
    return {
        "bare": clear, "paddies": clear, "tint": rough, "dots": rough, "reeds": swamp, "trees": forest, "town": clear,
        "city": city, "fort": clear, "tufts": rough, "slope": hill, "humps": hill, "peaks": high, "ridge": high,
        "stream": water, "water": water,
    }  # fmt: skip


JAPAN = Theme("japan", "#F4EBD6", "#2C2622", "#A3262B", "serif-bold")
PLAIN = Theme(
    "plain", "#F6F5F0", "#2E3338", "#2F5D8A", "sans-bold",
    _tints("#F0EEDF", "#BFD3AE", "#E0CFA8", "#CDB684", "#D5DFD2", "#D9CFC6", "#B9D5E2", "#E8DFC4"),
    {"grid": "#A9ABA6", "number": "#63676A", "ridge_mark": "#8A7448", "trees_mark": "#5E8A5A", "reeds_mark": "#5C8584",
     "city_mark": "#5A5450", "hill_high": "#CDB684", "river_edge": "#3F7FA6", "river_core": "#A6CDE0",
     "road": "#A8763E", "road_core": "#F7EBD0", "rail": "#2E3338", "fort_mark": "#2E3338", "coast": "#3F7FA6"},
    (("#2F5D8A", "#FFFFFF", "solid"), ("#E9B44C", "#1E1A18", "checks"), ("#5E8A5A", "#FFFFFF", "slash"),
     ("#B4503C", "#FFFFFF", "dots"), ("#7A5C9A", "#FFFFFF", "bars"), ("#D9CFC6", "#1E1A18", "double")),
    white="#FFFFFF",
)  # fmt: skip
NATO = Theme(
    "nato", "#EFEBDD", "#2B2D27", "#7A2E22", "sans-black",
    _tints("#EAE4C9", "#A8BC8C", "#DCC79A", "#C9AC76", "#CBD8C8", "#D0C7B6", "#A9CBD8", "#E2D6AE"),
    {"grid": "#A8A48F", "number": "#6A6656", "ridge_mark": "#8A6A3C", "trees_mark": "#4F6E44", "reeds_mark": "#4C7A80",
     "city_mark": "#4A3F3A", "hill_high": "#C9AC76", "river_edge": "#2F6F96", "river_core": "#9CC6D8",
     "road": "#B4502E", "road_core": "#F4D9B0", "rail": "#1E1E1C", "fort_mark": "#4A3F3A", "coast": "#2F6F96"},
    (("#8E9A94", "#14181A", "solid"), ("#C08A5A", "#1E1410", "slash"), ("#A3262B", "#FFF6E6", "double"),
     ("#7C8A5A", "#14181A", "bars"), ("#2B2D30", "#F4F2EA", "dots"), ("#6E8CA8", "#14181A", "checks")),
)  # fmt: skip
HORSE_AND_MUSKET = Theme(
    "horse_and_musket", "#F3E8CF", "#3A2E22", "#7A1F2B", "serif-bold",
    _tints("#EEE3BF", "#B4BE8A", "#E2CF9E", "#D2B97E", "#CFD3B4", "#D9B9A0", "#B4CCCB", "#E6D8AE"),
    {"grid": "#B9A98A", "number": "#75664C", "ridge_mark": "#5A4426", "trees_mark": "#4A5E34", "reeds_mark": "#4F6E62",
     "city_mark": "#7A3326", "hill_high": "#D2B97E", "river_edge": "#4A7484", "river_core": "#A9C4C2",
     "road": "#8A6236", "road_core": "#F7EAC8", "rail": "#5A4426", "fort_mark": "#3A2E22", "coast": "#4A7484"},
    (("#24427A", "#FFF8EA", "double"), ("#3F6B3A", "#FFF8EA", "teeth"), ("#B4302B", "#FFF8EA", "solid"),
     ("#E8E0C8", "#3A2E22", "bars"), ("#1E2A4A", "#F4D98A", "diamonds"), ("#8A6A4A", "#FFF8EA", "checks")),
)  # fmt: skip
THEMES = {theme.id: theme for theme in (PLAIN, NATO, HORSE_AND_MUSKET, JAPAN)}


def theme_named(name: str) -> Theme:
    """The theme of a name; the schema knows no other."""
    return THEMES.get(name, PLAIN)
