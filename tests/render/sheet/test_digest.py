"""The rules in our words: every rule on some page, columns that do not run over, chapters told by bookmarks."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest

from compiler.model.ledger import Ledger
from compiler.render.drawing import Drawing, Run
from compiler.render.sheet.column import MARGIN, TEXT
from compiler.render.sheet.digest import digest_key, digest_pages
from compiler.render.sheet.presets import PAPERS
from compiler.render.style import palette_of
from tests.render.games import game

A4 = PAPERS["a4"]


def words(drawing: Drawing) -> str:
    return " ".join(item.line.text for item in drawing.items if isinstance(item, Run))


def test_every_rule_that_binds_is_on_some_page_and_in_the_column() -> None:
    one = game("anegawa")
    assert one.ledger is not None
    leaves = digest_pages(one, palette_of(one), A4)
    text = " ".join(words(leaf.drawing) for leaf in leaves)
    bound = [row for row in one.ledger.rows.values() if row.scope in ("engine", "data") and row.same_as is None]
    assert len(bound) > 200
    assert [row.id for row in bound if f" {row.id} " not in f" {text} "] == []
    for leaf in leaves:
        rows = [item.place.y for item in leaf.drawing.items if isinstance(item, Run) and item.place.scale == TEXT]
        assert max(y for y in rows if y < A4.height - 6) <= A4.height - MARGIN


def test_chapters_are_bookmarks_at_the_page_they_begin_on() -> None:
    one = game("first_battle")
    leaves = digest_pages(one, palette_of(one), A4)
    assert leaves[0].name == "Contents"
    named = [leaf for leaf in leaves[1:] if leaf.name]
    assert named
    for leaf in named:
        assert leaf.name in words(leaf.drawing)


@pytest.mark.parametrize("slug", ["first_battle", "anegawa", "shogun"])
def test_contents_name_the_page_on_which_a_chapter_begins(slug: str) -> None:
    """The number a reader sees at the foot is the one the contents promise."""
    one = game(slug)
    leaves = digest_pages(one, palette_of(one), A4)
    feet = [
        next(i.line.text for i in leaf.drawing.items if isinstance(i, Run) and i.place.y > A4.height - 6)
        for leaf in leaves
    ]
    assert feet == [str(n) for n in range(1, len(leaves) + 1)]
    for number, leaf in enumerate(leaves, 1):
        if leaf.name != "Contents" and leaf.name:
            assert f"{leaf.name} {number}" in words(leaves[0].drawing)


def test_a_booklet_is_set_once_and_again_when_a_rule_changes() -> None:
    one = game("first_battle")
    first = digest_pages(one, palette_of(one), A4)
    assert digest_pages(one, palette_of(one), A4) is first
    assert one.ledger is not None
    id, row = next(iter(one.ledger.rows.items()))
    rows = {**one.ledger.rows, id: replace(row, says="Something else entirely.")}
    other = replace(one, ledger=Ledger(**{**_fields(one.ledger), "rows": rows}))
    assert "Something else entirely." in " ".join(
        words(leaf.drawing) for leaf in digest_pages(other, palette_of(other), A4)
    )


def _fields(ledger: Ledger) -> dict[str, object]:
    return {field.name: getattr(ledger, field.name) for field in fields(ledger)}


def test_the_key_of_the_booklet_knows_its_rules_and_its_seal_and_nothing_of_the_map() -> None:
    g = game("first_battle")
    palette, paper = palette_of(g), A4
    key = digest_key(g, palette, paper)
    assert g.ledger is not None
    id, row = next((id, row) for id, row in g.ledger.rows.items() if row.scope == "engine" and row.same_as is None)
    reworded = replace(g, ledger=replace(g.ledger, rows={**g.ledger.rows, id: replace(row, says="Otherwise.")}))
    sealed = replace(g, art=replace(g.art, palette={**g.art.palette, "seal_text": "乱"}))
    redrawn = replace(g, maps={g.map.id: replace(g.map, links=())})
    assert digest_key(reworded, palette, paper) != key
    assert digest_key(sealed, palette, paper) != key
    assert digest_key(redrawn, palette, paper) == key


def test_the_index_leads_to_pages_that_speak_of_the_word() -> None:
    one = game("anegawa")
    leaves = digest_pages(one, palette_of(one), A4)
    text = words(leaves[-1].drawing)
    assert "Index" in text
    found = re.search(r"Recovery Phase ([\d, –]+?) (?=[A-Z]|$)", text)
    assert found is not None
    for page in found[1].split(","):
        first = int(page.split("–")[0])
        assert "recovery phase" in words(leaves[first - 1].drawing).lower()


def test_parts_of_a_chapter_have_their_own_headings() -> None:
    one = game("shogun")
    text = " ".join(words(leaf.drawing) for leaf in digest_pages(one, palette_of(one), A4))
    assert "4 · The round" in text
    assert "4-6 Hire the ninja" in text


@pytest.mark.parametrize("slug", ["anegawa", "shogun"])
def test_long_ids_keep_off_the_text_beside_them(slug: str) -> None:
    one = game(slug)
    assert one.ledger is not None
    ids = set(one.ledger.rows)
    seen = 0
    for leaf in digest_pages(one, palette_of(one), A4):
        for item in leaf.drawing.items:
            if isinstance(item, Run) and item.line.text in ids:
                seen += 1
                assert item.line.advance * item.place.scale <= 17 - 1.1, item.line.text
    assert seen > 100
