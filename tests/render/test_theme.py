"""Looks beyond Japan: every theme draws its own ground, rails, boxes and backs, and nothing Japanese leaks in."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
import yaml

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.model.icons import icons
from compiler.pipeline import read
from compiler.render.aid.signs import SIGNS, sign_of
from compiler.render.card.face import draw_card_back
from compiler.render.counter.face import draw_face
from compiler.render.drawing import Drawing, Group, Item, Mark
from compiler.render.map.board import board
from compiler.render.raster import png_bytes
from compiler.render.style import palette_of, title_kanji
from compiler.render.symbols import has
from compiler.render.theme.looks import THEMES
from compiler.render.theme.units import ECHELONS, KINDS, echelon, kind_for, unit_box
from tests.faulty import copy, found
from tests.render.games import FOLDER, SLUGS, game, game_in

FOREIGN = ("plain", "nato", "horse_and_musket")
MAP = {
    "kind": "hex",
    "grid": {"orientation": "flat", "pitch": 17, "origin": [8, 8], "column": {"first": 1}},
    "legend": {".": "clear", "f": "forest", "h": "hill", "s": "swamp", "C": "city", "F": "fort", "t": "town"},
    "rows": ["..ffhh", ".C.sFt", "......"],
    "terrain": {id: {"name": id.title()} for id in ("clear", "forest", "hill", "swamp", "city", "fort", "town")},
    "feature_kinds": {"railway": {"name": "Railway"}, "road": {"name": "Road"}},
    "roads": [
        {"is": "railway", "through": ["0101", "0102", "0103"]},
        {"is": "road", "through": ["0103", "0203", "0303"]},
    ],
}


def themed(tmp_path: Path, theme: str) -> Path:
    folder = copy("fields", tmp_path / theme)
    (folder / "map.yaml").write_text(yaml.safe_dump(MAP), "utf-8")
    (folder / "art.yaml").write_text(f"theme: {theme}\n", "utf-8")
    (folder / "maps" / "far.yaml").unlink()
    scenario = folder / "scenarios" / "meeting.yaml"
    scenario.write_text(scenario.read_text("utf-8").replace("2402", "0402"), "utf-8")
    return folder


def made(folder: Path) -> Game:
    sink = Sink()
    checked = read(folder, sink)
    assert checked is not None, [str(one) for one in sink]
    return checked.game


def marks(items: list[Item]) -> list[Mark]:
    inner = [mark for item in items if isinstance(item, Group) for mark in marks(item.items)]
    return [*inner, *(item for item in items if isinstance(item, Mark))]


def test_each_theme_draws_another_map_and_another_counter(tmp_path: Path) -> None:
    games = {theme: made(themed(tmp_path, theme)) for theme in THEMES}
    boards = {theme: board(one, "main") for theme, one in games.items()}
    assert not [problem for drawing in boards.values() for problem in drawing.problems]
    pictures = {theme: png_bytes(drawing, 1.5) for theme, drawing in boards.items()}
    for a, b in combinations(pictures, 2):
        assert pictures[a] != pictures[b], (a, b)
    for theme in FOREIGN:
        rail = THEMES[theme].tones["rail"]
        assert any(mark.stroke and mark.stroke.colour == rail for mark in marks(boards[theme].items))


@pytest.mark.parametrize("theme", FOREIGN)
def test_nothing_japanese_leaks_in(tmp_path: Path, theme: str) -> None:
    one = made(themed(tmp_path, theme))
    assert title_kanji(one) == ""
    palette = palette_of(one)
    assert palette.theme == theme
    assert len({palette.side(side).fill for side in one.sides}) == len(one.sides)
    for counter in one.counters.values():
        assert not draw_face(one, palette, counter, counter.faces[0], 0.0).problems


@pytest.mark.parametrize("theme", FOREIGN)
def test_no_fan_lies_on_a_deck_and_no_step_is_a_war_fan_elsewhere(theme: str) -> None:
    strange = {"fan", "gunbai", "katana", "ninja", "ronin", "rice", "soldier", "castle", "spear", "banner"}
    signs = {sign_of(word, theme) for word, _ in SIGNS}
    assert not signs & strange
    assert all(sign[1:] in icons() if sign[0] == "+" else has(f"unit-{sign}") for sign in signs)


def test_an_unknown_theme_or_recipe_is_an_error(tmp_path: Path) -> None:
    folder = themed(tmp_path, "plain")
    for text in ("theme: napoleonic\n", "map: {features: {railway: monorail}}\n", "map: {terrain: {hill: alps}}\n"):
        (folder / "art.yaml").write_text(text, "utf-8")
        told = found(folder)
        assert any(one.code == "S004" and one.span and one.span.file.endswith("art.yaml") for one in told), text


@pytest.mark.parametrize("slug", SLUGS)
def test_our_games_name_their_theme(slug: str) -> None:
    raw = yaml.safe_load((Path(game(slug).folder) / "art.yaml").read_text("utf-8"))
    assert raw["theme"] in THEMES


def test_unit_boxes_differ_and_names_find_theirs() -> None:
    drawn = set()
    for kind in KINDS:
        d = Drawing(10, 6)
        unit_box(d, (0.5, 0.5, 9, 5), kind, "#000000", None)
        drawn.add(png_bytes(d, 8))
    assert len(drawn) == len(KINDS)
    assert kind_for("Panzer division") == "armour"
    assert kind_for("mech_corps") == "mechanized"
    assert kind_for("Guards rifle") == "infantry"
    sizes = set()
    for mark in set(ECHELONS.values()):
        d = Drawing(10, 3)
        echelon(d, 5, 1.5, mark, "#000000")
        sizes.add(png_bytes(d, 8))
    assert len(sizes) == len(set(ECHELONS.values()))


def test_card_backs_follow_the_theme(tmp_path: Path) -> None:
    backs = set()
    for theme in FOREIGN:
        folder = copy("areas", tmp_path / theme)
        raw = yaml.safe_load((folder / "art.yaml").read_text("utf-8"))
        (folder / "art.yaml").write_text(yaml.safe_dump(raw | {"theme": theme}), "utf-8")
        one = made(folder)
        kind = next(iter(one.card_kinds.values()))
        backs.add(png_bytes(draw_card_back(one, palette_of(one), kind), 3))
    assert len(backs) == len(FOREIGN)


def test_a_back_shows_the_scene_of_its_game_in_every_theme() -> None:
    one = game_in(FOLDER / "amber_strait")
    inks, kind = palette_of(one), next(iter(one.card_kinds.values()))
    assert inks.theme != "japan"
    without = replace(one, art=replace(one.art, scene={}))
    assert any(isinstance(item, Group) and len(item.items) > 40 for item in draw_card_back(one, inks, kind).items)
    assert not any(
        isinstance(item, Group) and len(item.items) > 40 for item in draw_card_back(without, inks, kind).items
    )


@pytest.mark.parametrize("theme", FOREIGN)
def test_a_ground_called_as_its_recipe_is_not_painted_in_the_ink_of_a_mark(theme: str) -> None:
    looks = THEMES[theme]
    assert not set(looks.tints) & set(looks.tones)
