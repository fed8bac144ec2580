"""Player aids: type that is read at the table, equal neighbours merged, every word found in the PDF."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from compiler.model.game import HelpPage
from compiler.model.icons import icons
from compiler.render.aid.block import NOTE, SMALLEST
from compiler.render.aid.folder import aid_pages, blocks_of, is_source
from compiler.render.aid.signs import PLAIN, SIGNS, sign_of
from compiler.render.aid.steps import steps_of
from compiler.render.aid.table import TableBody, merged, tautology
from compiler.render.content import form_of
from compiler.render.drawing import Drawing, Group, Item, Run
from compiler.render.pdf import Page, Placed, pdf_bytes
from compiler.render.sheet.presets import A4, LETTER
from compiler.render.style import palette_of
from compiler.render.symbols import has
from tests.render.games import SLUGS, game
from tests.render.maps import runs


def pages(slug: str) -> list[Drawing]:
    return aid_pages(game(slug), palette_of(game(slug)), A4)


def sizes(items: list[Item], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Every text with its size as it is printed; counters in tables are pictures, and read on the counter."""
    for item in items:
        if isinstance(item, Group):
            inner = scale * (item.place.scale if item.place is not None else 1.0)
            if inner >= 1.0:
                yield from sizes(item.items, inner)
        elif isinstance(item, Run) and item.line.text.strip():
            yield item.line.text, item.place.scale * scale


@pytest.mark.parametrize("slug", SLUGS)
def test_type_on_an_aid_is_read_at_the_table(slug: str) -> None:
    for page in pages(slug):
        printed = list(sizes(page.items))
        assert min(size for _, size in printed) >= NOTE - 0.01
        small = [text for text, size in printed if size < SMALLEST - 0.01]
        assert len(small) <= 40  # footnotes, and the subtitle on the slip


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "shingens_arrival"])
def test_an_aid_is_one_sheet_folded_once(slug: str) -> None:
    assert len(pages(slug)) <= 2
    assert len(aid_pages(game(slug), palette_of(game(slug)), LETTER)) <= 2


@pytest.mark.parametrize("slug", SLUGS)
def test_equal_neighbours_are_one_cell(slug: str) -> None:
    for block in blocks_of(game(slug), palette_of(game(slug))):
        if isinstance(block.body, TableBody):
            for row in block.body.rows:
                words = [cell.text for cell in row.cells]
                same = [(a, b) for a, b in pairwise(words) if a == b and not a.lstrip("+−").isdigit()]
                assert same == []
                assert sum(cell.span for cell in row.cells) == len(block.body.heads)


def test_rolls_with_one_result_are_a_range() -> None:
    table = next(b.body for b in blocks_of(game("shogun"), palette_of(game("shogun"))) if "ninja" in b.title)
    assert isinstance(table, TableBody)
    assert [row.head for row in table.rows] == ["1–8", "9–12"]
    assert [cell.span for cell in merged(["a", "a", "b", "b", "b"])] == [2, 3]


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_on_an_aid_is_an_id_or_a_source(slug: str) -> None:
    one = game(slug)
    told = " ".join(run.line.text for page in pages(slug) for run in runs(page.items))
    ids = [id for id in (*one.sides, *one.counters) if "_" in id]
    assert [id for id in ids if id in told] == []
    assert "quantity" not in told
    for page in one.help:
        if is_source(one, HelpPage(page.title, page.text)):
            assert page.title not in told


def test_tautologies_go() -> None:
    assert tautology("recover", "The unit recovers.")
    assert not tautology("Low", "The water falls")  # other words altogether
    assert not tautology("Same", "Nothing changes")
    assert not tautology("rout 1", "Disordered units within 10 hexes of an enemy take a removal check.")


def test_every_step_has_a_sign_that_is_drawn() -> None:
    assert all(sign[1:] in icons() if sign[0] == "+" else has(f"unit-{sign}") for _, sign in SIGNS)
    assert sign_of("Factions", "japan") != sign_of("Actions", "japan")  # words are looked at from their beginning
    assert sign_of("Returns", "japan") != sign_of("Turn", "japan")
    for slug in SLUGS:
        assert len(steps_of(game(slug), "japan")) >= 2


def test_a_phase_that_is_opened_keeps_its_title_over_its_steps() -> None:
    steps = steps_of(game("winter_line"), "nato")
    assert {step.group for step in steps} == {"", "Player turn, each seat"}
    assert [step.name for step in steps if not step.group] == ["Fortunes of war", "End check"]
    told = [run.line.text for page in pages("winter_line") for run in runs(page.items)]
    assert "Player turn, each seat" in told
    assert {step.group for step in steps_of(game("shogun"), "japan")} == {"", "Each round"}


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext here")
@pytest.mark.parametrize("slug", ["anegawa", "shogun"])
def test_every_word_of_an_aid_is_found_in_the_pdf(slug: str, tmp_path: Path) -> None:
    made = pages(slug)
    file = tmp_path / "aid.pdf"
    file.write_bytes(pdf_bytes([Page(d.width, d.height, (Placed(form_of(d)),)) for d in made], "aid"))
    told = subprocess.run(["pdftotext", "-raw", file, "-"], capture_output=True, text=True, check=True).stdout.split()
    wanted = {word for d in made for run in runs(d.items) for word in run.line.text.split()}
    assert len(wanted) > 150
    assert wanted - set(told) == set()


def test_titles_of_phases_are_in_the_language_of_the_game() -> None:
    german = replace(game("winter_line"), lang="de")
    assert {step.group for step in steps_of(german, "nato")} == {"", "Player turn, jeder Spieler"}
    assert {step.group for step in steps_of(replace(game("shogun"), lang="ja"), "japan")} == {"", "ラウンドごと"}


@pytest.mark.parametrize("slug", SLUGS)
def test_titles_and_steps_of_the_games_have_signs_of_their_own(slug: str) -> None:
    palette = palette_of(game(slug))
    blocks = blocks_of(game(slug), palette)
    plain = [block.title for block in blocks if block.sign == PLAIN]
    assert len(plain) <= len(blocks) / 4, plain
    steps = steps_of(game(slug), palette.theme)
    assert sum(step.sign == PLAIN for step in steps) <= 1
