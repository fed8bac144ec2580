"""Pictures: the vocabulary, scenes that cover their field, windows, vignettes, and recipes that are refused."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import yaml

from compiler.model.shown import card_values
from compiler.print.forms import freeze, thaw
from compiler.render.card.face import draw_card, layout_of
from compiler.render.card.pictured import actor_of
from compiler.render.card.table import Table
from compiler.render.content import form_of
from compiler.render.drawing import Drawing, Group, Mark
from compiler.render.map.board import plan_of
from compiler.render.pdf import Page, Placed, pdf_bytes
from compiler.render.raster import raster
from compiler.render.scene.pictures import NOBODY, Actor, faults, has_actor, scene_of, vignette, vignettes, window_of
from compiler.render.scene.recipe import compose
from compiler.render.scene.stage import PARTS, Stage
from compiler.render.style import palette_of
from tests.render.games import SLUGS, game

ROOT = Path(__file__).parents[3]
CLEAR = "#FF00FF"


def painted(stage: Stage, width: float = 80.0) -> np.ndarray:
    """A picture on a ground that no palette has."""
    drawing = Drawing(width, width * stage.window[3] / stage.window[2])
    drawing.rect(0, 0, drawing.width, drawing.height, CLEAR)
    stage.paint(drawing, 0, 0, width)
    return np.asarray(raster(drawing, 4.0).convert("RGB")).astype(int)


def clear(picture: np.ndarray) -> int:
    """Pixels that nothing covers; the outermost are mixed with the paper by the rasteriser."""
    inner = picture[2:-2, 2:-2]
    return int((np.abs(inner - np.array((255, 0, 255))).max(axis=2) < 40).sum())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_scene_without_a_hole(slug: str) -> None:
    whole = scene_of(game(slug))
    assert whole is not None
    picture = painted(whole)
    assert clear(picture) == 0
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 60


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", ["strip", "header", "card"])
def test_windows_are_cut_full(slug: str, name: str) -> None:
    cut = window_of(game(slug), name)
    assert cut is not None
    assert clear(painted(cut)) == 0


def test_scenes_differ_from_game_to_game() -> None:
    tones = {slug: painted(scene).mean(axis=(0, 1)) for slug in SLUGS if (scene := scene_of(game(slug))) is not None}
    pairs = [(a, b) for a in tones for b in tones if a < b]
    assert all(np.abs(tones[a] - tones[b]).max() > 6 for a, b in pairs)


def test_every_part_is_drawn_somewhere_or_belongs_to_another_age() -> None:
    used = {name for slug in SLUGS for layer in game(slug).art.scene["layers"] for name in layer}
    assert used <= set(PARTS)
    assert len(PARTS) >= 55


@pytest.mark.parametrize("name", vignettes())
def test_vignettes_cover_their_field(name: str) -> None:
    picture = vignette(name)
    assert picture is not None
    assert clear(painted(picture, 40.0)) == 0


def test_a_vignette_can_be_printed_in_another_light() -> None:
    day, night = vignette("betrayal"), vignette("betrayal", "night")
    assert day is not None
    assert night is not None
    assert painted(night).mean() < painted(day).mean()
    assert vignette("nothing") is None


@pytest.mark.parametrize("slug", ["a_most_dangerous_time", "amber_strait", "road_to_honganji"])
def test_two_names_never_share_a_picture(slug: str) -> None:
    """Cards of one sort, named before a colon, are one name here; another light makes another picture."""
    one = game(slug)
    shown: dict[tuple[str, str], set[str]] = {}
    for card in one.cards.values():
        layout = layout_of(one, one.card_kinds[card.kind])
        words = layout["vignette"]["words"]
        picture = words.get(card.name.en) or words.get(card.id) or words[card.kind]
        mood = layout["mood"]["words"].get(card.name.en, "") if slug == "amber_strait" else ""
        shown.setdefault((picture, mood), set()).add(card.name.en.split(":")[0])
        assert picture in vignettes()
    assert {picture: names for picture, names in shown.items() if len(names) > 1} == {}
    assert len(shown) > 12


def test_every_betrayal_and_every_riot_has_a_picture_of_its_own() -> None:
    """By whom it concerns and where it breaks out; the same picture only in another light."""
    one = game("a_most_dangerous_time")
    layout = layout_of(one, one.card_kinds["event"])
    own = [card for card in one.cards.values() if ":" in card.name.en]
    words, moods = layout["vignette"]["words"], layout["mood"]["words"]
    book = yaml.safe_load((ROOT / "compiler/render/scene/vignettes.yaml").read_text(encoding="utf-8"))["vignettes"]
    shown = [(words[card.name.en], moods.get(card.id) or book[words[card.name.en]]["mood"]) for card in own]
    assert len(own) == len(set(shown)) == 32
    assert max(Counter(picture for picture, _ in shown).values()) <= 5
    assert all(has_actor(words[card.name.en]) for card in own if card.name.en.startswith("Betrayal"))


def test_a_card_without_its_picture_is_told() -> None:
    one = game("road_to_honganji")
    layout = {**one.art.cards["combat"], "vignette": {"is": "nothing"}}
    art = dataclasses.replace(one.art, cards={**one.art.cards, "combat": layout})
    other = dataclasses.replace(one, art=art)
    drawn = draw_card(other, palette_of(other), next(iter(other.cards.values())))
    assert {d.code for d in drawn.problems} == {"R306"}


def test_faults_of_a_recipe_are_told() -> None:
    sky, sun = {"sky": {"stops": [[0, "a"], [1, "a"]]}}, {"at": [80, 20], "r": 3, "colour": "a"}
    scene = {
        "palette": {"a": "#808080"},
        "layers": [sky, {"skye": {}}, {"sun": {**sun, "size": 3}}, {"stars": {"n": 10**9}}],
    }
    assert "lacks its `r`" in next(
        faults({"palette": {"a": "#808080"}, "layers": [{"sun": {"at": [1, 1], "colour": "a"}}]})
    )
    told = list(faults(scene))
    assert len(told) == 3
    assert "skye" in told[0]
    assert "size" in told[1]
    assert "beyond measure" in told[2]
    assert "wrong kind" in next(faults({"palette": {"a": "#808080"}, "layers": [sky, {"sun": {**sun, "at": "north"}}]}))
    one = game("first_battle")
    other = dataclasses.replace(one, art=dataclasses.replace(one.art, scene=scene))
    assert scene_of(other) is None
    assert {d.code for d in plan_of(other, other.map.id).drawing.problems} == {"R307"}


def test_a_picture_is_composed_the_same_twice() -> None:
    scene = game("first_battle").art.scene
    first, second = (compose(scene["layers"], scene["palette"]).marks() for _ in range(2))
    assert first == second


def test_a_picture_stands_once_in_a_file_however_many_pages_show_it() -> None:
    picture = window_of(game("first_battle"), "header")
    assert picture is not None
    forms = []
    for n in range(4):
        page = Drawing(210, 297)
        picture.paint(page, 0, n, 210)
        page.rect(n, 40, 10, 10, "#000000")
        forms.append(form_of(page))
    assert all(form.parts == forms[0].parts for form in forms)
    assert thaw(freeze(forms[0])) == forms[0]
    file = pdf_bytes([Page(210, 297, (Placed(form),)) for form in forms], "Battle")
    assert file.count(b"/Subtype/Form") == len(forms) + 1


def test_a_part_of_a_picture_is_cut_once_and_keeps_its_window() -> None:
    whole = scene_of(game("anegawa"))
    assert whole is not None
    part = whole.cut((20.0, 10.0, 40.0, 30.0))
    assert whole.cut((20.0, 10.0, 40.0, 30.0)) is part
    boxes = [mark.path.bounds for mark in part.marks() if isinstance(mark, Mark)]
    assert min(box[0] for box in boxes) == 20
    assert max(box[2] for box in boxes) == 60
    assert max(box[3] for box in boxes) == 40
    whole_pixels, cut_pixels = painted(whole, 160.0), painted(part, 40.0)
    there = whole_pixels[42:158, 82:238]  # the same field at the same scale, without its edge
    assert np.abs(there - cut_pixels[2:118, 2:158]).mean() < 1.0


def test_cards_without_a_picture_of_their_own_show_parts_of_the_scene() -> None:
    """No rising sun where there is another scene to show, and no two neighbours alike."""
    one = game("amber_strait")
    cards = list(one.cards.values())[:4]
    drawn = [draw_card(one, palette_of(one), card) for card in cards]
    shown = [next(i for i in drawing.items if isinstance(i, Group) and i.memo is not None) for drawing in drawn]
    assert len({id(group.items) for group in shown}) == len(cards)
    inks = {str(mark.fill) for group in shown for mark in group.items if isinstance(mark, Mark)}
    assert set(one.art.scene["palette"].values()) & inks


def test_every_betrayal_and_riot_has_a_picture_of_its_own() -> None:
    """By whose banners they are and by the light: two names never look alike."""
    one, palette = game("a_most_dangerous_time"), palette_of(game("a_most_dangerous_time"))
    shown: dict[tuple[str, str, str, str], set[str]] = {}
    for card in one.cards.values():
        kind = one.card_kinds[card.kind]
        table = Table(one, palette, Drawing(1, 1), card, layout_of(one, kind), card_values(card, kind))
        name = table.part("vignette")
        actor = actor_of(table) if has_actor(name) else NOBODY
        shown.setdefault((name, table.part("mood"), actor.mon, actor.fill), set()).add(card.name.en)
    assert {key: names for key, names in shown.items() if len(names) > 1} == {}
    assert len(shown) >= 40


def test_whoever_a_picture_is_about_carries_his_own_banners() -> None:
    plain, other = vignette("betrayal"), vignette("betrayal", "", Actor("mori", "#1F5A3A", "#FFFDF6"))
    assert plain is not None
    assert other is not None
    assert (painted(plain) != painted(other)).mean() > 0.005
    assert not has_actor("ninja")
