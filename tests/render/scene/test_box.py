"""The front of a box: a picture without a hole under a sky that goes on, the title clear of it, what a buyer asks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from compiler.render.colour import low_ink
from compiler.render.drawing import Drawing, Group, Item, Run
from compiler.render.raster import raster
from compiler.render.scene.pictures import POSTER, poster_of, scene_of, subject
from compiler.render.scene.splash import FACTS, SPINE, box_front, facts, splash_picture
from compiler.render.style import palette_of
from compiler.render.symbols import mon
from tests.render.games import SLUGS, game
from tests.render.maps import marks
from tests.render.scene.test_pictures import clear, painted

A4 = (210.0, 297.0)


def runs(items: list[Item]) -> Iterator[Run]:
    for item in items:
        if isinstance(item, Run):
            yield item
        elif isinstance(item, Group):
            yield from runs(list(item.items))


def front(slug: str) -> Drawing:
    return box_front(game(slug), palette_of(game(slug)), *A4)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_picture_of_a_box_covers_its_front(slug: str) -> None:
    """Higher than wide, about the subject of the scene, and no hole where the sky goes on above it."""
    whole, poster = scene_of(game(slug)), poster_of(game(slug), 210 / (297 - SPINE - FACTS))
    assert whole is not None
    assert poster is not None
    assert clear(painted(poster, 40.0)) == 0
    x, top, wide, high = poster.window
    assert (wide, top + high) == (POSTER, whole.window[1] + whole.window[3])
    assert top < whole.window[1]
    assert x <= subject(game(slug)) <= x + wide


@pytest.mark.parametrize("slug", SLUGS)
def test_the_title_of_a_box_lies_on_its_sky(slug: str) -> None:
    """Between the sides of the front, and above the half of the scene where its subject stands."""
    poster = poster_of(game(slug), 210 / (297 - SPINE - FACTS))
    assert poster is not None
    middle = (45.0 - poster.window[1]) * 210 / POSTER
    title = [run for run in runs(front(slug).items) if run.place.y < 297 - SPINE - FACTS and run.place.scale > 10]
    assert title
    for run in title:
        assert run.place.y < middle
        assert 10 < run.place.x < run.place.x + run.line.advance * run.place.scale < 200


def test_a_box_says_how_many_play_and_what_is_in_it() -> None:
    found = game("shogun")
    assert facts(found) == ["2–5 players", "6 setups", "449 counters", "72 cards"]
    assert facts(game("amber_strait")) == ["2 players", "54 counters", "18 cards"]  # one setup is not told
    told = [run.line.text for run in runs(front("shogun").items)]
    assert "2–5 players · 6 setups · 449 counters · 72 cards" in told


@pytest.mark.parametrize("slug", SLUGS)
def test_a_box_with_little_ink_is_light_and_shows_every_crest(slug: str) -> None:
    """A page of night and fire was printed full in a build that was asked to spare ink."""
    one = game(slug)
    full, thin = (box_front(one, p, 210, 297) for p in (palette_of(one), low_ink(palette_of(one))))
    spent = [255.0 - np.asarray(raster(d, 1).convert("L")).mean() for d in (full, thin)]
    assert spent[1] < 45
    assert spent[1] < 0.5 * spent[0]
    paths = [mark.path for mark in marks(thin.items)]
    assert all(mon(palette_of(one).side(id).mon) in paths for id in one.sides)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_title_of_a_splash_and_its_subject_never_touch(slug: str) -> None:
    """A slip that comes down beside what the picture is of stays ten units from its middle."""
    one, d = game(slug), Drawing(150, 96)
    assert splash_picture(d, one, palette_of(one), 0, 150)
    stage = scene_of(one)
    assert stage is not None
    unit = 150 / stage.window[2]
    title = [run for run in runs(d.items) if run.place.y < 80 and run.place.scale > 5]
    left, right = min(r.place.x for r in title), max(r.place.x + r.line.advance * r.place.scale for r in title)
    foot = max(run.place.y for run in title)
    assert foot < 30 * unit or not left - 10 < subject(one) * unit < right + 10
