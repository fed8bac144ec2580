"""Pictures in slots, areas of text, own symbols, fonts and crests, free cards and their backs."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.pipeline import read
from compiler.render.card.face import draw_card, draw_card_back
from compiler.render.counter.face import draw_face
from compiler.render.identity import face_key
from compiler.render.raster import raster
from compiler.render.style import palette_of
from tests.faulty import copy, found

TANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect x="2" y="2" width="6" height="6"/></svg>'


def game_with(tmp_path: Path, art: dict[str, Any], game: str = "points") -> Path:
    folder = copy(game, tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    Image.new("RGB", (150, 150), "#00FF00").save(folder / "art" / "green.png")
    (folder / "art" / "tank.svg").write_text(TANK, "utf-8")
    path = folder / "art.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    path.write_text(yaml.safe_dump(raw | art, sort_keys=False), "utf-8")
    return folder


def made(folder: Path) -> Game:
    sink = Sink()
    checked = read(folder, sink)
    assert checked is not None, [str(one) for one in sink]
    return checked.game


def soldier(game: Game) -> Any:
    counter = game.counters["north_soldier"]
    drawing = draw_face(game, palette_of(game), counter, counter.faces[0], 0.0)
    assert not drawing.problems, drawing.problems
    return raster(drawing, 4)


def layout(**slots: Any) -> dict[str, Any]:
    return {"counters": {"soldier": {"size": 15, "front": slots}}}


def test_a_picture_lies_in_its_slot_beside_drawn_text(tmp_path: Path) -> None:
    slots = layout(
        picture={"is": "art/green.png", "at": [4, 4], "size": 6},
        name={"put": "text", "of": "name", "at": [7.5, 13], "size": 2},
    )
    image = soldier(made(game_with(tmp_path, slots)))
    assert image.getpixel((16, 16)) == (0, 255, 0)
    assert image.getpixel((50, 30)) != (0, 255, 0)


def test_a_field_names_the_picture(tmp_path: Path) -> None:
    slots = layout(picture={"of": "kind", "words": {"soldier": "green"}, "before": "art/", "after": ".png"})
    assert soldier(made(game_with(tmp_path, slots))).getpixel((30, 30)) == (0, 255, 0)


def test_a_drawing_in_art_is_a_symbol_and_a_crest(tmp_path: Path) -> None:
    slots = layout(symbol={"is": "tank", "at": [7.5, 7.5], "size": 10, "colour": "#0000FF"})
    assert soldier(made(game_with(tmp_path / "a", slots))).getpixel((30, 30)) == (0, 0, 255)
    slots = layout(crest={"at": [7.5, 7.5], "size": 10, "colour": "#0000FF"})
    schemes = {"schemes": {"north": {"fill": "#A3262B", "text": "#FFFDF6", "crest": "tank"}}}
    assert soldier(made(game_with(tmp_path / "b", slots | schemes))).getpixel((30, 30)) == (0, 0, 255)


def test_a_font_of_the_author_sets_type(tmp_path: Path) -> None:
    spec = importlib.util.find_spec("font_source_serif_pro")
    assert spec is not None
    assert spec.origin is not None
    text = {"put": "text", "is": "R", "at": [7.5, 13], "size": 12}
    images = []
    for name, face in (("a", "Mine"), ("b", "serif-bold")):
        folder = game_with(tmp_path / name, layout(letter={**text, "face": face}))
        shutil.copy(Path(spec.origin).parent / "files" / "SourceSerifPro-Bold.otf", folder / "art" / "Mine.otf")
        assert not [one for one in found(folder) if one.code in ("C813", "R207")]
        images.append(soldier(made(folder)).tobytes())
    assert images[0] == images[1]


def test_a_symbol_with_letters_in_a_font_of_the_author(tmp_path: Path) -> None:
    spec = importlib.util.find_spec("font_source_serif_pro")
    assert spec is not None
    assert spec.origin is not None
    folder = game_with(tmp_path, layout(sign={"put": "symbol", "is": "letter", "at": [7.5, 7.5], "size": 12}))
    shutil.copy(Path(spec.origin).parent / "files" / "SourceSerifPro-Bold.otf", folder / "art" / "Mine.otf")
    text = '<text x="2" y="9" font-family="Mine" font-size="10">R</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{text}</svg>'
    (folder / "art" / "letter.svg").write_text(svg, "utf-8")
    assert not [one for one in found(folder) if one.code.startswith("R2")]
    assert soldier(made(folder)).getcolors(100_000)


def test_a_picture_called_as_a_symbol_of_ours_is_not_in_its_way(tmp_path: Path) -> None:
    shade = (
        '<linearGradient id="g"><stop stop-color="#fff"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>'
    )
    slots = layout(sign={"put": "symbol", "is": "bow", "at": [7.5, 7.5], "size": 12})
    plain, beside = game_with(tmp_path / "a", slots), game_with(tmp_path / "b", slots)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{shade}</svg>'
    (beside / "art" / "bow.svg").write_text(svg, "utf-8")
    assert soldier(made(plain)).tobytes() == soldier(made(beside)).tobytes()


@pytest.mark.parametrize(
    ("slot", "code"),
    [
        ({"put": "picture", "is": "art/none.png"}, "R205"),
        ({"put": "picture", "is": "../green.png"}, "R205"),
        ({"put": "symbol", "is": "tnk", "at": [5, 5]}, "C812"),
        ({"put": "pciture", "is": "art/green.png"}, "S"),
        ({"put": "picture", "is": "art/green.png", "widht": 4}, "S"),
    ],
)
def test_what_is_wrong_with_a_slot_is_told_by_check(tmp_path: Path, slot: dict[str, Any], code: str) -> None:
    told = found(game_with(tmp_path, layout(mine=slot)))
    assert any(one.code.startswith(code) for one in told), [str(one) for one in told]


def test_a_changed_picture_is_another_face(tmp_path: Path) -> None:
    folder = game_with(tmp_path, layout(picture={"is": "art/green.png"}))
    keys = []
    for colour in ("#00FF00", "#FF0000"):
        Image.new("RGB", (150, 151), colour).save(folder / "art" / "green.png")
        game = made(folder)
        counter = game.counters["north_soldier"]
        keys.append(face_key(game, palette_of(game), counter, counter.faces[0]))
    assert keys[0] != keys[1]


def test_a_free_card_has_slots_areas_and_a_back_of_its_own(tmp_path: Path) -> None:
    free = {
        "corner": 0,
        "ground": "#FFFFFF",
        "front": {
            "picture": {"is": "art/green.png", "at": [20, 20], "width": 20, "height": 10},
            "text": {"put": "area", "of": "name", "at": [2, 40], "width": 30, "height": 20, "size": 4},
        },
        "back": {"picture": {"is": "art/green.png"}},
    }
    folder = copy("areas", tmp_path)
    raw = yaml.safe_load((folder / "cards.yaml").read_text("utf-8"))
    kind = next(iter(raw["kinds"]))
    Image.new("RGB", (300, 300), "#00FF00").save(folder / "art" / "green.png")
    art = yaml.safe_load((folder / "art.yaml").read_text("utf-8"))
    (folder / "art.yaml").write_text(yaml.safe_dump(art | {"cards": {kind: free}}), "utf-8")
    assert not [one for one in found(folder) if one.code[0] in "SR"]
    game = made(folder)
    card = next(card for card in game.cards.values() if card.kind == kind)
    front = raster(draw_card(game, palette_of(game), card), 2)
    assert front.getpixel((40, 40)) == (0, 255, 0)
    assert front.getpixel((1, 1)) == (255, 255, 255)
    back = draw_card_back(game, palette_of(game), game.card_kinds[kind])
    assert raster(back, 2).getpixel((30, 30)) == (0, 255, 0)


def test_a_text_too_long_for_its_area_is_told(tmp_path: Path) -> None:
    slots = layout(words={"put": "area", "is": "many words " * 20, "at": [1, 1], "width": 13, "height": 6})
    game = made(game_with(tmp_path, slots))
    counter = game.counters["north_soldier"]
    told = draw_face(game, palette_of(game), counter, counter.faces[0], 0.0).problems
    assert [one.code for one in told] == ["R303", "R305"]  # too long, and over the edge that a knife may miss


def _drawn(body: str, tmp_path: Path) -> tuple[Any, list[str]]:
    folder = game_with(tmp_path, layout(symbol={"is": "ring", "at": [7.5, 7.5], "size": 10, "colour": "#0000FF"}))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    (folder / "art" / "ring.svg").write_text(f"{head}{body}</svg>", "utf-8")
    codes = [one.code for one in found(folder) if one.code[0] == "R"]
    return (soldier(made(folder)) if not codes else None), codes


@pytest.mark.parametrize(
    "body",
    [
        '<circle cx="50" cy="50" r="30" fill="none" stroke="#000" stroke-width="10"/>',
        '<circle cx="50" cy="50" r="30" fill="white" stroke="#000" stroke-width="10"/>',
        '<path d="M20 50a30 30 0 1 0 60 0a30 30 0 1 0 -60 0z" fill="none" stroke="#c00" stroke-width="10"/>',
    ],
)
def test_lines_of_a_symbol_are_drawn_in_its_colour(tmp_path: Path, body: str) -> None:
    image, _ = _drawn(body, tmp_path)
    assert image.getpixel((30, 18)) == (0, 0, 255)  # on the ring
    assert image.getpixel((30, 30)) != (0, 0, 255)  # inside it


def test_a_symbol_of_lines_and_shapes_has_both(tmp_path: Path) -> None:
    cross = '<path d="M20 20L80 80M80 20L20 80" stroke="#c00" stroke-width="14"/>'
    body = cross + '<rect x="40" y="0" width="20" height="10"/>'
    image, _ = _drawn(body, tmp_path)
    assert image.getpixel((22, 22)) == image.getpixel((30, 30)) == image.getpixel((30, 11)) == (0, 0, 255)
    assert image.getpixel((30, 20)) != (0, 0, 255)


def test_a_symbol_without_shape_and_line_is_told_by_check(tmp_path: Path) -> None:
    bodies = ("", '<circle cx="50" cy="50" r="30" fill="none"/>', '<rect opacity=".5" width="9" height="9"/>')
    for n, body in enumerate(bodies):
        assert _drawn(body, tmp_path / str(n))[1] == ["R203"]


def test_the_image_of_a_counter_goes_into_the_slot_that_asks_for_it(tmp_path: Path) -> None:
    slots = layout(ground={"fill": "#0000FF"}, picture={"of": "image", "at": [4, 4], "size": 6})
    folder = game_with(tmp_path, slots)
    path = folder / "counters.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    raw["counters"]["north_soldier"]["image"] = "art/green.png"
    path.write_text(yaml.safe_dump(raw, sort_keys=False), "utf-8")
    image = soldier(made(folder))
    assert image.getpixel((16, 16)) == (0, 255, 0)
    assert image.getpixel((50, 30)) == (0, 0, 255)
