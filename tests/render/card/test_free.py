"""Free layouts of cards: grounds in colours of their own, round corners, pictures to the edge, the card's own image."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from compiler.render.card.face import draw_card, draw_card_back
from compiler.render.content import form_of
from compiler.render.drawing import Drawing
from compiler.render.raster import raster
from compiler.render.style import palette_of
from compiler.render.svg import svg_text
from tests.faulty import copy, found, merge_file
from tests.render.counter.test_own_parts import made

BLUE = (0x24, 0x50, 0x8C)
WORDS: dict[str, Any] = {"style": "plain", "words": {"event": ["#24508C", "#FFFFFF"]}}


def drawn(tmp_path: Path, side: str, layout: dict[str, Any], image: str = "") -> Drawing:
    folder = copy("areas", tmp_path)
    picture = Image.new("RGB", (400, 200), "#00FF00")
    picture.paste((255, 0, 0), (150, 50, 250, 150))  # a square: seen as one if nothing is stretched
    picture.save(folder / "art" / "wide.png")
    merge_file(folder, "art.yaml", yaml.safe_dump({"cards": {"event": layout}}))
    if image:
        merge_file(folder, "cards.yaml", f"cards: {{rain: {{image: {image}}}}}")
    assert [str(one) for one in found(folder) if one.code[0] in "SR" or one.code in ("C816", "C817")] == []
    game = made(folder)
    if side == "front":
        return draw_card(game, palette_of(game), game.cards["rain"])
    return draw_card_back(game, palette_of(game), game.card_kinds["event"])


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize(
    "ground", [{"style": "plain", "fill": "#24508C"}, {"style": "front", "colour": "#24508C"}, WORDS]
)
def test_a_ground_takes_its_colour_as_on_counters(tmp_path: Path, side: str, ground: dict[str, Any]) -> None:
    image = raster(drawn(tmp_path, side, {side: {"ground": ground}}), 2)
    assert image.getpixel((63, 88)) == BLUE


@pytest.mark.parametrize("slots", [{"ground": {"fill": "#24508C"}}, {"picture": {"is": "art/wide.png"}}])
def test_corners_are_round_whatever_covers_the_card(tmp_path: Path, slots: dict[str, Any]) -> None:
    image = raster(drawn(tmp_path, "back", {"corner": 5, "back": slots}), 4, clear=True)
    assert image.getpixel((1, 1))[3] == 0
    assert image.getpixel((126, 2))[3] == 255


def test_the_corner_is_cut_in_svg_and_pdf_too(tmp_path: Path) -> None:
    drawing = drawn(tmp_path, "back", {"corner": 5, "back": {"ground": {"fill": "#24508C"}}})
    assert '<rect x="0" y="0" width="63" height="88" rx="5"/></clipPath>' in svg_text(drawing)
    assert " c h W n " in zlib.decompress(form_of(drawing).stream).decode()


def test_a_picture_that_covers_a_face_is_cut_and_not_stretched(tmp_path: Path) -> None:
    image = raster(drawn(tmp_path, "back", {"corner": 0, "back": {"picture": {"is": "art/wide.png"}}}), 4)
    red = [(x, y) for x in range(0, 252, 2) for y in range(0, 352, 2) if image.getpixel((x, y)) == (255, 0, 0)]
    across, down = {x for x, _ in red}, {y for _, y in red}
    assert abs(len(across) - len(down)) <= 2


def test_the_image_of_a_card_goes_into_the_slot_that_asks_for_it(tmp_path: Path) -> None:
    slots = {"ground": {"fill": "#24508C"}, "picture": {"of": "image", "at": [31.5, 20], "width": 20, "height": 10}}
    image = raster(drawn(tmp_path / "a", "front", {"front": slots}, "art/wide.png"), 2)
    assert image.getpixel((63, 40)) == (255, 0, 0)
    assert image.getpixel((63, 140)) == BLUE
    del slots["picture"]
    whole = raster(drawn(tmp_path / "b", "front", {"front": slots}, "art/wide.png"), 2)
    assert whole.getpixel((2, 174)) == (0, 255, 0)  # a layout that does not ask is covered
