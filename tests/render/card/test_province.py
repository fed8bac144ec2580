"""Province cards: parts of the land told by name, band and colour, and a small map of where the province lies."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from shapely import MultiPoint

from compiler.model.colour import difference
from compiler.render.card.face import draw_card, layout_of
from compiler.render.card.province import Part, parts_of
from compiler.render.colour import mix
from compiler.render.drawing import Mark
from compiler.render.raster import raster
from compiler.render.style import palette_of
from tests.render.games import game
from tests.render.maps import marks, runs


def parts() -> list[Part]:
    one = game("shogun")
    return parts_of(layout_of(one, one.card_kinds["province"]))


def test_every_province_lies_in_one_part() -> None:
    one = game("shogun")
    wanted = sorted(str(card.values["province"]) for card in one.cards.values() if card.kind == "province")
    assert sorted(space for part in parts() for space in part.spaces) == wanted
    assert len(wanted) == 68


def test_parts_are_told_apart_without_colour_and_by_it() -> None:
    assert len({part.band for part in parts()}) == len({part.name for part in parts()}) == 8
    assert min(difference(a.fill, b.fill) for a, b in combinations(parts(), 2)) > 14


def test_the_ribbon_says_where_a_province_lies_and_cards_of_two_parts_differ() -> None:
    one, palette = game("shogun"), palette_of(game("shogun"))
    drawn = {id: draw_card(one, palette, one.cards[id]) for id in ("card_awa_shikoku", "card_awa_honshu")}
    told = {id: {run.line.text for run in runs(card.items)} for id, card in drawn.items()}
    assert {"Nankaidō", "南海道", "Shikoku"} <= told["card_awa_shikoku"]
    assert {"Tōkaidō", "東海道", "Honshu"} <= told["card_awa_honshu"]
    heads = [np.asarray(raster(card, 6).convert("L").crop((24, 22, 240, 54))) for card in drawn.values()]
    assert (np.abs(heads[0].astype(int) - heads[1]) > 40).mean() > 0.05  # in grey as well


def test_no_card_of_a_province_is_too_full() -> None:
    one, palette = game("shogun"), palette_of(game("shogun"))
    assert [p.message for card in one.cards.values() for p in draw_card(one, palette, card).problems] == []


def test_a_province_is_pictured_in_the_colour_of_its_part() -> None:
    """A hand of cards tells its parts at a glance; red were all of them."""
    one, palette = game("shogun"), palette_of(game("shogun"))
    of = {space: part for part in parts() for space in part.spaces}
    silhouettes = []
    for id in ("card_awa_shikoku", "card_awa_honshu"):
        drawn, wanted = draw_card(one, palette, one.cards[id]), of[str(one.cards[id].values["province"])].fill
        wide = max((mark for mark in marks(drawn.items) if mark.fill == mix(wanted, palette.paper, 0.25)), key=_area)
        assert _area(wide) > 100.0
        silhouettes.append(MultiPoint(list(zip(wide.path.pts[::2], wide.path.pts[1::2], strict=True))).convex_hull)
    first, second = silhouettes
    assert first.symmetric_difference(second).area > 0.05 * first.area  # two of one name differ by more than colour
    sea = palette.tone("sea", "lake")
    assert min(difference(mix(part.fill, palette.paper, 0.25), sea) for part in parts()) > 25  # land, not water


def _area(mark: Mark) -> float:
    x0, y0, x1, y1 = mark.path.bounds
    return (x1 - x0) * (y1 - y0)
