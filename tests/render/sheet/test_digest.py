"""The rules in our words: every rule on some page, columns that do not run over, chapters told by bookmarks."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest

from compiler.model.ledger import Ledger, Row
from compiler.render.drawing import Drawing, Run
from compiler.render.sheet.column import MARGIN, TEXT
from compiler.render.sheet.digest import digest_key, digest_pages, has_booklet
from compiler.render.sheet.presets import PAPERS
from compiler.render.sheet.prose import EXAMPLE, HEAD, OURS, PART, chapters_of
from compiler.render.sheet.prose import TEXT as TELLS
from compiler.render.style import palette_of
from tests.render.games import game

A4 = PAPERS["a4"]
HEADED = 15.0  # mm; a running head stands above
SLUGS = ("a_most_dangerous_time", "amber_strait", "anegawa", "first_battle", "marsh_barons", "road_to_honganji",
         "shingens_arrival", "shogun", "winter_line")  # fmt: skip


def words(drawing: Drawing) -> str:
    return " ".join(item.line.text for item in drawing.items if isinstance(item, Run))


def test_every_rule_that_binds_is_on_some_page_and_in_the_column() -> None:
    one = game("anegawa")
    assert one.ledger is not None
    leaves = digest_pages(one, palette_of(one), A4)
    text = "".join(words(leaf.drawing) for leaf in leaves).replace(" ", "")
    bound = [row for row in one.ledger.rows.values() if row.scope in ("engine", "data") and row.same_as is None]
    assert len(bound) > 200
    pages = {row.id: row.says.strip().replace(" ", "").replace("\n", "")[1:] for row in bound}
    lost = [id for id, says in pages.items() if says not in text]  # a page may end within a paragraph
    assert len(lost) <= 2 * len(leaves), lost
    for leaf in leaves:
        rows = [item.place.y for item in leaf.drawing.items if isinstance(item, Run) and item.place.scale == TEXT]
        assert max(y for y in rows if y < A4.height - 6) <= A4.height - MARGIN


def test_chapters_are_bookmarks_at_the_page_they_begin_on() -> None:
    one = game("first_battle")
    leaves = digest_pages(one, palette_of(one), A4)
    assert leaves[0].name.split("\n")[0] == "Contents"
    named = [leaf for leaf in leaves[1:] if leaf.name]
    assert named
    for leaf in named:
        for name in leaf.name.split("\n"):
            assert name in words(leaf.drawing)


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
        for name in leaf.name.split("\n"):
            if name and name != "Contents":
                assert f"{name} {number}" in words(leaves[0].drawing)


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


@pytest.mark.parametrize("slug", SLUGS)
def test_a_booklet_is_prose(slug: str) -> None:
    """No ids of rows, nothing announced and not told, a lead for each chapter, a running head on later pages."""
    one = game(slug)
    assert one.ledger is not None
    leaves = digest_pages(one, palette_of(one), A4)
    assert not re.search(r"\.x\d|\.EX", " ".join(words(leaf.drawing) for leaf in leaves))
    for chapter in chapters_of(one, ()):
        assert chapter.lead, chapter.title
        for paragraph in chapter.paragraphs:
            assert paragraph.sort in (PART, HEAD) or paragraph.text[-1] in ".!?)”", paragraph.text
            assert paragraph.sort != EXAMPLE or len(paragraph.text) > 20, paragraph.text
            assert not re.search(r"\b[Ee]xamples? of\b|Worked cases?\b|[Gg]olden|fixture", paragraph.text), (
                paragraph.text
            )
    for leaf in leaves[1:]:
        assert any(
            isinstance(i, Run) and i.place.y < HEADED and i.line.text == one.title.en for i in leaf.drawing.items
        )


def test_examples_stand_in_boxes_of_their_own() -> None:
    one = game("anegawa")
    drawn = [leaf.drawing for leaf in digest_pages(one, palette_of(one), A4)]
    heads = sum(words(page).count(" Example ") for page in drawn)
    assert heads == sum(p.sort == EXAMPLE for chapter in chapters_of(one, ()) for p in chapter.paragraphs) == 8


def test_sentences_of_a_section_run_on_and_its_number_is_said_once() -> None:
    row = Row("3-1.1", "Units march.", "movement", "engine")
    rows = [row, replace(row, id="3-1.2", says="They pay for ground"),
            replace(row, id="3-1.x1", says="Ours, by 3-1.x2."),
            replace(row, id="3-1.3", says="Example 1: one marches.", kind="example")]  # fmt: skip
    ledger = Ledger({row.id: row for row in rows}, chapters={"3": "Marches"}, leads={"3": "Going places."})
    (chapter,) = chapters_of(replace(game("first_battle"), ledger=ledger), ())
    assert (chapter.title, chapter.lead) == ("3 · Marches", "Going places.")
    assert [(p.sort, p.number, p.text) for p in chapter.paragraphs] == [
        (TELLS, "3-1", "Units march. They pay for ground."),
        (EXAMPLE, "Example", "One marches."),
        (OURS, "Our reading:", "Ours, by 3-1."),
    ]


@pytest.mark.parametrize("slug", ["samples/bridgehead", "samples/mill_at_neudorf"])
def test_a_game_without_a_ledger_has_a_booklet_of_its_authors_pages(slug: str) -> None:
    one = game(slug)
    assert one.ledger is None
    assert has_booklet(one)
    text = " ".join(words(leaf.drawing) for leaf in digest_pages(one, palette_of(one), A4))
    assert len(one.help) >= 6
    assert [page.title for page in one.help if page.title not in text] == []
    assert not has_booklet(replace(one, help=()))


@pytest.mark.parametrize("slug", SLUGS)
def test_an_abbreviation_is_explained_where_it_first_stands(slug: str) -> None:
    """Whoever reads from the first page on meets `OT`, `ZOC` or `VP` in brackets behind what they stand for."""
    one = game(slug)
    text = " ".join(f"{c.lead} {' '.join(p.text for p in c.paragraphs)}" for c in chapters_of(one, ()))
    first: dict[str, str] = {}
    for found in re.finditer(r"(.?)\b([A-Z]{2,4})s?\b( for)?", text):
        first.setdefault(found[2], found[1] + (found[3] or ""))
    assert {short for short, said in first.items() if said != "(" and not said.endswith("for")} == set()
    assert re.findall(r"\b\dp\b", text) == []  # "with three players", not "3p"


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sentence_of_a_booklet_is_the_mere_name_of_a_table(slug: str) -> None:
    """A reader who comes upon "Siege Results Table." learns nothing."""
    for chapter in chapters_of(game(slug), ()):
        for paragraph in chapter.paragraphs:
            for sentence in re.split(r"(?<=[.!?])\s+", paragraph.text):
                bare = re.fullmatch(
                    r"(?:[A-Z][\w'’-]*\s?){1,4}(?:[Tt]able|[Cc]hart|[Ss]ummary|counters \(.*\))\.", sentence
                )
                assert bare is None, sentence
