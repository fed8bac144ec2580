"""The safe zone of counters, and colours that every eye tells apart."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import numpy as np
import pytest

from compiler.diagnostics import Sink
from compiler.model.colour import VIEWERS, difference
from compiler.model.game import Game
from compiler.pipeline import read
from compiler.render import symbols
from compiler.render.colour import Palette, contrast, low_ink, mix, on
from compiler.render.counter.bench import Bench
from compiler.render.counter.face import draw_back, draw_face
from compiler.render.counter.figure import shapes_of
from compiler.render.counter.safe import shape_box
from compiler.render.drawing import Drawing
from compiler.render.raster import raster
from compiler.render.style import palette_of
from compiler.render.symbols import unit
from tests.render.games import FOLDER, SLUGS, game, game_in
from tests.render.maps import inked, marks, runs


def faces(one: Game, palette: Palette) -> list[Drawing]:
    found = []
    for counter in one.counters.values():
        found += [draw_face(one, palette, counter, face, 0.0) for face in counter.faces]
        back = draw_back(one, palette, counter, 0.0) if len(counter.faces) == 1 else None
        found += [back] if back is not None else []
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_that_is_read_stands_where_the_knife_may_cut(slug: str) -> None:
    told = [d.message for face in faces(game(slug), palette_of(game(slug))) for d in face.problems]
    assert told == []


def test_a_number_at_the_edge_is_told() -> None:
    one = game("shogun")
    layout = one.art.counters["unit"]
    front = {**layout["front"], "combat": {"put": "text", "of": "combat", "at": [15.0, 12.6], "size": 5.4}}
    art = dataclasses.replace(one.art, counters={**one.art.counters, "unit": {**layout, "front": front}})
    other = dataclasses.replace(one, art=art)
    counter = next(c for c in other.counters.values() if c.kind == "gunner")
    drawn = draw_face(other, palette_of(other), counter, counter.faces[0], 0.0)
    assert {d.code for d in drawn.problems} == {"R305"}


@pytest.mark.parametrize("slug", SLUGS)
def test_no_number_or_word_of_a_face_touches_another(slug: str) -> None:
    """`3/8` and `+1` side by side read as one number; kanji of a slip stand below each other."""
    one, palette = game(slug), palette_of(game(slug))
    near = []
    for counter, face in ((c, face) for c in one.counters.values() for face in c.faces):
        letters = {(run.line.text, run.place.x): run for run in runs(draw_face(one, palette, counter, face, 0.0).items)}
        boxes = [(text, inked(run)) for (text, _), run in letters.items() if text.strip() and text.isascii()]
        near += [(counter.id, a, b) for (a, s), (b, t) in combinations(boxes, 2) if s.distance(t) < 0.3]
    assert near == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_five_lords_are_told_apart_by_every_eye(viewer: str) -> None:
    palette = palette_of(game("shogun"))
    lords = [palette.side(side).fill for side in ("pink", "gray", "green", "orange", "purple")]
    assert min(difference(a, b, viewer) for a, b in combinations(lords, 2)) >= 20


@pytest.mark.parametrize("slug", SLUGS)
def test_sides_with_like_colours_differ_in_band_or_crest(slug: str) -> None:
    palette = palette_of(game(slug))
    for a, b in combinations([palette.side(id) for id in game(slug).sides], 2):
        near = min(difference(a.fill, b.fill, viewer) for viewer in VIEWERS) < 20
        assert not near or a.mon != b.mon or a.band != b.band


CRESTS = frozenset(symbols.symbol(name) for name in symbols.names() if name.startswith("mon-"))


def bare_fronts(one: Game) -> list[str]:
    """Pieces of a side whose fronts show no crest; markers and chits for a cup, which hold one man's name, may."""
    palette, kinds = palette_of(one), one.counter_kinds
    pieces = [c for c in one.counters.values() if not kinds[c.kind].marker and kinds[c.kind].shape != "round"]
    fronts = [(c.id, draw_face(one, palette, c, c.faces[0], 0.0)) for c in pieces if c.faces[0].side]
    return [id for id, front in fronts if not any(mark.path in CRESTS for mark in marks(front.items))]


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if palette_of(game(slug)).theme == "japan"])
def test_every_front_shows_a_crest(slug: str) -> None:
    assert bare_fronts(game(slug)) == (["ninja"] if slug == "shogun" else [])  # who serves whoever pays most


def test_a_front_without_a_crest_is_seen() -> None:
    one = game("shogun")
    layout = one.art.counters["unit"]
    front = {name: slot for name, slot in layout["front"].items() if name != "crest"}
    art = dataclasses.replace(one.art, counters={**one.art.counters, "unit": {**layout, "front": front}})
    assert len(bare_fronts(dataclasses.replace(one, art=art))) > 20


@pytest.mark.parametrize(("kind", "sign"), [("army_marker", "banner"), ("experience_marker", "star")])
def test_the_crest_of_a_marker_keeps_off_its_sign(kind: str, sign: str) -> None:
    one = game("shogun")
    counter = next(c for c in one.counters.values() if c.kind == kind)
    drawn = marks(draw_face(one, palette_of(one), counter, counter.faces[0], 0.0).items)
    at = next(n for n, mark in enumerate(drawn) if mark.path == unit(sign))
    top, discs = shape_box(drawn[at])[1], [shape_box(mark) for mark in drawn[at + 1 :] if mark.fill is not None]
    above = [box[3] for box in discs if box[1] < top]  # plate and crest
    assert len(above) >= 2
    assert max(above) + 0.3 < top


def test_low_ink_keeps_stripes_and_clans_apart() -> None:
    full = palette_of(game("anegawa"))
    thin = low_ink(full)
    stripes = [name for name in full.tones if name.startswith("stripes.")]
    assert len(stripes) == 8
    assert all(thin.tones[name] == full.tones[name] for name in stripes)
    fills = [thin.side(id).fill for id in game("anegawa").sides]
    assert min(difference(a, b) for a, b in combinations(fills, 2)) > 9


def test_nothing_lies_under_the_numbers_of_a_back() -> None:
    """The ground between the plates of a unit out of order is one colour: no crest, no hatching."""
    one = game("anegawa")
    counter = next(c for c in one.counters.values() if len(c.faces) == 2 and c.kind != "marker")
    back = np.asarray(raster(draw_face(one, palette_of(one), counter, counter.faces[1], 0.0), 20.0))
    between = back[int(7.5 * 20) : int(7.9 * 20), int(1.2 * 20) : int(13.6 * 20)]
    assert len(np.unique(between.reshape(-1, between.shape[2]), axis=0)) == 1


def test_the_start_hex_stands_in_the_strip_of_every_back_beside_the_name() -> None:
    one, palette = game("anegawa"), palette_of(game("anegawa"))
    backs = [(unit, face) for unit in one.counters.values() for face in unit.faces if face.state == "disordered"]
    assert len(backs) == sum(unit.kind == "unit" for unit in one.counters.values()) > 0
    for counter, face in backs:
        letters = map(inked, runs(draw_face(one, palette, counter, face, 0.0).items))
        foot = sorted((box.bounds for box in letters if box.bounds[3] > 12), key=lambda bounds: bounds[0])
        assert len(foot) == 2, counter.id
        assert min(top for _, top, _, _ in foot) > 15 - 2.4, counter.id  # in the strip
        assert foot[1][0] - foot[0][2] > 0.35, counter.id


def test_japanese_names_keep_off_the_knife() -> None:
    """Signs of other scripts hang below the line that our capitals stand on."""
    found = read(FOLDER / "first_battle", Sink(), lang="ja")
    assert found is not None
    one = found.game
    assert [problem.message for drawing in faces(one, palette_of(one)) for problem in drawing.problems] == []


def test_numbers_under_a_strip_are_told() -> None:
    one = game("marsh_barons")
    layout = one.art.counters["banner"]
    factors = {**layout["reduced"]["factors"], "at": [7.5, 12.4]}
    worn = {**layout, "reduced": {**layout["reduced"], "factors": factors}}
    other = dataclasses.replace(one, art=dataclasses.replace(one.art, counters={**one.art.counters, "banner": worn}))
    counter = other.counters["red_bows"]
    told = draw_face(other, palette_of(other), counter, counter.faces[1], 0.0).problems
    assert [(d.code, d.message.split(" on ")[0]) for d in told] == [("R308", "`2-3-2`")]


@pytest.mark.parametrize("sample", ["bridgehead", "mill_at_neudorf"])
def test_samples_are_as_sound(sample: str) -> None:
    one = game_in(FOLDER / "samples" / sample)
    assert [d.message for face in faces(one, palette_of(one)) for d in face.problems] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_names_stand_out_from_their_strips(slug: str) -> None:
    palette = palette_of(game(slug))
    for side in game(slug).sides:
        bench = Bench(Drawing(15, 15), palette, palette.side(side), 15, 15, 0.0, {})
        strip = bench.colour("deep")
        assert contrast(strip, on(strip)) >= 5.0


def test_a_unit_out_of_order_has_nothing_under_its_numbers_in_the_standard_layout() -> None:
    one = game("first_battle")
    counter = one.counters["north_guard"]
    back = np.asarray(raster(draw_face(one, palette_of(one), counter, counter.faces[1], 0.0), 20.0))
    below = back[int(12.05 * 20) : int(12.5 * 20), int(1.6 * 20) : int(13.4 * 20)]
    assert len(np.unique(below.reshape(-1, below.shape[2]), axis=0)) == 1


def test_figures_stand_in_two_tones_on_their_place() -> None:
    one = game("shogun")
    counter = next(c for c in one.counters.values() if c.kind == "gunner" and c.faces[0].side == "orange")
    drawn = draw_face(one, palette_of(one), counter, counter.faces[0], 0.0)
    inks = {mark.fill for mark in marks(drawn.items) if mark.place is not None}
    fill, ink = palette_of(one).side("orange").fill, palette_of(one).side("orange").text
    assert {ink, mix(ink, fill, 0.62), mix(ink, fill, 0.18)} <= inks
    assert shapes_of("gunner")[0][0].bounds[3] < 1  # his foot is the origin
