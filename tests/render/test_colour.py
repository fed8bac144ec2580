"""Inks: mixing, contrast, colour-blind viewers, low ink."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compiler.render.colour import INK, PAPER, Palette, Side, contrast, difference, low_ink, mix, on, seen

colours = st.integers(0, 0xFFFFFF).map(lambda v: f"#{v:06X}")


@given(colours, colours)
def test_mixing_runs_from_one_ink_to_the_other(a: str, b: str) -> None:
    assert mix(a, b, 0) == a
    assert mix(a, b, 1) == b


def test_contrast_of_black_and_white_is_twenty_one() -> None:
    assert round(contrast("#000000", "#FFFFFF"), 1) == 21.0


def test_text_takes_the_ink_that_reads_best() -> None:
    assert on("#FFFDF6") == INK
    assert on("#1E437A") == PAPER


def test_red_and_green_fall_together_for_deuteranopes_only() -> None:
    red, green = "#A3262B", "#3A7D55"
    assert difference(red, green) > 60
    assert difference(red, green, "deuteranopia") < 25


def test_grey_is_grey_for_everyone() -> None:
    for viewer in ("deuteranopia", "protanopia", "tritanopia"):
        assert difference("#808080", seen("#808080", viewer)) < 3


def test_low_ink_lightens_grounds_and_keeps_lines_and_bands() -> None:
    palette = Palette("#A3262B", "#F4EBD6", "#2C2622", {"flat": "#F1E8CC", "sea": "#A9C6D0", "sea_line": "#3F6F86"},
                      sides={"oda": Side("#E4B43C")})  # fmt: skip
    light = low_ink(palette)
    assert light.tones["sea"] == "#FFFFFF"
    assert light.tones["sea_line"] == "#3F6F86"
    assert contrast(light.tones["flat"], "#FFFFFF") < contrast(palette.tones["flat"], "#FFFFFF")
    assert light.sides["oda"].band_fill == "#E4B43C"
