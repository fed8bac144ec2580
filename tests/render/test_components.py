"""Every counter, card and chart of every shipped game, drawn and looked at by arithmetic."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from compiler.diagnostics import Severity
from compiler.model.common import Name
from compiler.render.card.face import draw_card, draw_card_back
from compiler.render.card.table import SMALLEST
from compiler.render.chart.aids import chart_sheet, charts_of
from compiler.render.chart.tables import said
from compiler.render.colour import INK, low_ink
from compiler.render.counter.face import BLEED, draw_back, draw_face
from compiler.render.counter.slots import Slot
from compiler.render.counter.slots import said as words
from compiler.render.drawing import Drawing, Group, Item, Run
from compiler.render.raster import raster
from compiler.render.style import palette_of
from compiler.render.svg import svg_text
from tests.render.games import FOLDER, SLUGS, game
from tests.rules.covering import covers

every_game = pytest.mark.parametrize("slug", SLUGS)


def runs(items: list[Item], scale: float = 1.0) -> Iterator[tuple[Run, float]]:
    """Every line of text with its type size in mm, groups scaled."""
    for item in items:
        if isinstance(item, Group):
            yield from runs(item.items, scale * item.place.scale)
        elif isinstance(item, Run):
            yield item, item.place.scale * scale


@every_game
def test_every_face_is_drawn_without_fault(slug: str) -> None:
    g = game(slug)
    palette = palette_of(g)
    for counter in g.counters.values():
        for face in counter.faces:
            drawing = draw_face(g, palette, counter, face)
            assert not drawing.problems, (counter.id, drawing.problems[0].message)
            assert (drawing.width, drawing.height) == g.counter_kinds[counter.kind].size


@every_game
def test_the_ground_of_every_face_fills_its_bleed_and_no_text_enters_it(slug: str) -> None:
    g = game(slug)
    palette = palette_of(g)
    seen = set()
    for counter in g.counters.values():
        kind = g.counter_kinds[counter.kind]
        if kind.shape == "round" or (counter.kind, counter.side) in seen:
            continue
        seen.add((counter.kind, counter.side))
        drawing = draw_face(g, palette, counter, counter.faces[0])
        picture = np.asarray(raster(drawing, 10, clear=True, bleed=BLEED))
        edge = np.concatenate([picture[2, :], picture[-3, :], picture[:, 2], picture[:, -3]])
        assert (edge[:, 3] > 250).all(), counter.id


@every_game
def test_front_and_back_differ_in_ground_not_only_in_hue(slug: str) -> None:
    """Without colour a front is dark or banded, a back a light field in a frame."""
    g = game(slug)
    palette = palette_of(g)
    for counter in g.counters.values():
        for a, b in zip(counter.faces, counter.faces[1:], strict=False):
            if (
                a.state == "front"
                and b.state in ("reduced", "disordered", "spent", "betrayed")
                and not (g.counter_kinds[counter.kind].marker)
            ):
                one, two = (np.asarray(raster(draw_face(g, palette, counter, f, 0), 4).convert("L")).astype(int)
                            for f in (a, b))  # fmt: skip
                assert np.abs(one - two).mean() > 6, counter.id


@every_game
def test_no_type_on_a_counter_is_smaller_than_can_be_read(slug: str) -> None:
    g = game(slug)
    palette = palette_of(g)
    for counter in g.counters.values():
        for face in counter.faces:
            for _, size in runs(draw_face(g, palette, counter, face).items):
                assert size > 1.15, (counter.id, size)


@every_game
def test_single_faced_counters_get_a_back_without_information(slug: str) -> None:
    g = game(slug)
    palette = palette_of(g)
    for counter in g.counters.values():
        if len(counter.faces) == 1 and counter.side and not g.counter_kinds[counter.kind].marker:
            back = draw_back(g, palette, counter)
            assert back is not None
            assert not list(runs(back.items)), counter.id


def test_a_counter_of_another_size_is_the_same_drawing_scaled() -> None:
    g = game("anegawa")
    counter = g.counters["oda_nobunaga"]
    kind = g.counter_kinds[counter.kind]
    large = replace(g, counter_kinds={**g.counter_kinds, kind.id: replace(kind, size=(30.0, 30.0))})
    one = np.asarray(raster(draw_face(g, palette_of(g), counter, counter.faces[0], 0), 20)).astype(int)
    two = np.asarray(raster(draw_face(large, palette_of(g), counter, counter.faces[0], 0), 10)).astype(int)
    assert one.shape == two.shape
    assert np.abs(one - two).mean() < 3


def test_low_ink_needs_less_ink_on_every_counter() -> None:
    g = game("anegawa")
    palette = palette_of(g)
    for name in ("azai_nagamasa", "tokugawa_ieyasu"):
        counter = g.counters[name]
        full, thin = (
            255 - np.asarray(raster(draw_face(g, p, counter, counter.faces[0], 0), 6).convert("L")).mean()
            for p in (palette, low_ink(palette))
        )
        assert thin < 0.68 * full


@every_game
def test_every_card_is_drawn_without_fault_in_type_that_can_be_read(slug: str) -> None:
    g = game(slug)
    palette = palette_of(g)
    for card in g.cards.values():
        drawing = draw_card(g, palette, card)
        assert not drawing.problems, (card.id, drawing.problems[0].message)
        text = [size for run, size in runs(drawing.items) if len(run.line.glyphs) > 60]
        assert all(size >= min(SMALLEST, 1.7) for size in text), card.id
    for kind in g.card_kinds.values():
        assert not draw_card_back(g, palette, kind).problems


@covers("shogun", "2-Prov.2")
def test_a_text_too_long_for_its_card_is_refused() -> None:
    g = game("a_most_dangerous_time")
    card = replace(g.cards["event_01"], effect="Much ado about very little. " * 60)
    assert [d.code for d in draw_card(g, palette_of(g), card).problems] == ["R303"]


def test_a_card_without_bleed_has_round_clear_corners_and_with_bleed_square_ones() -> None:
    g = game("road_to_honganji")
    card = next(iter(g.cards.values()))
    clear = raster(draw_card(g, palette_of(g), card), 8, clear=True)
    inked = raster(draw_card(g, palette_of(g), card, 3.0), 8, clear=True, bleed=3.0)
    assert clear.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert inked.getpixel((1, 1))[3] == 255  # type: ignore[index]


def test_an_unknown_symbol_is_a_fault_with_a_way_out() -> None:
    g = game("first_battle")
    art = replace(g.art, counters={"infantry": {"front": {"symbol": {"is": "tank", "at": [7, 7], "size": 5}}}})
    counter = g.counters["north_spears"]
    (problem,) = draw_face(replace(g, art=art), palette_of(g), counter, counter.faces[0]).problems
    assert problem.code == "R302"
    assert problem.help


def test_a_picture_of_the_authors_replaces_the_drawing(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#123456"/></svg>'
    (tmp_path / "own.svg").write_text(svg)
    g = replace(game("first_battle"), folder=str(tmp_path))
    counter = g.counters["north_spears"]
    face = replace(counter.faces[0], image="own.svg")
    drawing = draw_face(g, palette_of(g), counter, face)
    assert raster(drawing, 4).getpixel((30, 30)) == (0x12, 0x34, 0x56)
    absent = draw_face(g, palette_of(g), counter, replace(face, image="../own.svg"))
    assert [d.code for d in absent.problems] == ["R205"]


@every_game
def test_low_ink_needs_little_more_than_half_the_ink(slug: str) -> None:
    """Crests, numbers and edge bands stay as they are: the grounds are what is saved."""
    g = game(slug)
    spent = []
    for palette in (palette_of(g), low_ink(palette_of(g))):
        faces = [draw_face(g, palette, c, c.faces[0]) for c in list(g.counters.values())[::5]]
        cards = [draw_card(g, palette, card) for card in list(g.cards.values())[:3]]
        backs = [draw_card_back(g, palette, kind) for kind in g.card_kinds.values()]
        spent.append(sum(255.0 - np.asarray(raster(d, 4)).mean() for d in [*faces, *cards, *backs]))
    assert spent[1] < 0.7 * spent[0]  # stripes, crests and outlines stay


def test_type_too_small_to_read_is_a_warning() -> None:
    g = game("first_battle")
    counter = g.counters["north_spears"]
    face = replace(counter.faces[0], name=Name("Mounted Bodyguard of the Northern Shogun"))
    (problem,) = draw_face(g, palette_of(g), counter, face).problems
    assert (problem.code, problem.severity) == ("R304", Severity.WARNING)
    assert "MOUNTED BODYGUARD" in problem.message


def test_a_number_written_as_a_word_has_a_true_minus() -> None:
    slot = Slot("word", {"of": "name"})
    assert [words(slot, {"name": Name(name)}) for name in ("-1", "-", "Army-1")] == ["−1", "-", "Army-1"]


@every_game
def test_every_table_is_a_chart_with_all_its_cells(slug: str) -> None:
    g = game(slug)
    charts = {chart.id: chart for chart in charts_of(g, palette_of(g))}
    for table in g.tables.values():
        chart = charts[f"table-{table.id}"]
        assert not chart.drawing.problems
        cells = sum(said(cell) != "-" for row in table.cells for cell in row)
        assert len(list(runs(chart.drawing.items))) >= cells
    if g.sequence:
        assert len(list(runs(charts["sequence"].drawing.items))) >= sum(1 for _ in g.steps())


def test_a_chart_sheet_is_its_chart_and_a_margin() -> None:
    g = game("first_battle")
    chart = charts_of(g, palette_of(g))[0]
    sheet = chart_sheet(chart, palette_of(g), 6.0)
    assert (sheet.width, sheet.height) == (chart.drawing.width + 12, chart.drawing.height + 12)


def test_dark_ink_reads_on_every_scheme() -> None:
    from compiler.render.colour import contrast

    for slug in SLUGS:
        for name, side in palette_of(game(slug)).sides.items():
            assert contrast(side.fill, side.text) >= 4.4, (slug, name)
    assert INK.startswith("#")


_SCRIPT = """
import hashlib, sys
from pathlib import Path
from compiler.diagnostics import Sink
from compiler.pipeline import read
from compiler.render.chart.aids import charts_of
from compiler.render.counter.face import draw_face
from compiler.render.card.face import draw_card
from compiler.render.style import palette_of
from compiler.render.svg import svg_text
g = read(Path(sys.argv[1]), Sink()).game
p = palette_of(g)
total = hashlib.sha256()
for c in g.counters.values():
    for f in c.faces:
        total.update(svg_text(draw_face(g, p, c, f)).encode())
for c in list(g.cards.values())[:6]:
    total.update(svg_text(draw_card(g, p, c)).encode())
for c in charts_of(g, p):
    total.update(svg_text(c.drawing).encode())
print(total.hexdigest())
"""


def test_two_processes_with_different_hash_seeds_draw_the_same() -> None:
    found = set()
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", _SCRIPT, str(FOLDER / "shogun")], capture_output=True, text=True, check=True,
            cwd=FOLDER.parent, env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
        found.add(run.stdout)
    assert len(found) == 1


def test_a_drawing_made_twice_is_the_same() -> None:
    def once() -> Drawing:
        g = game("first_battle")
        return draw_face(g, palette_of(g), g.counters["north_guard"], g.counters["north_guard"].faces[1])

    assert svg_text(once()) == svg_text(once())
