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
from compiler.render.aid.folder import _folded, aid_pages, blocks_of, is_source
from compiler.render.aid.signs import PLAIN, SIGNS, sign_of
from compiler.render.aid.steps import steps_of
from compiler.render.aid.table import TableBody, echo, merged, notes_of, table_body, tautology
from compiler.render.colour import low_ink
from compiler.render.content import form_of
from compiler.render.drawing import Drawing, Group, Item, Run
from compiler.render.pdf import Page, Placed, pdf_bytes
from compiler.render.sheet.presets import A4, LETTER, Paper
from compiler.render.style import palette_of
from compiler.render.symbols import has, mon
from tests.render.games import SLUGS, game
from tests.render.maps import marks, runs


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


@pytest.mark.parametrize("slug", SLUGS)
def test_an_aid_is_one_sheet_folded_once(slug: str) -> None:
    """The eleven tables of Shingen's Arrival are two: one for the fights, one for the realm."""
    sheets = 2 if slug == "shingens_arrival" else 1
    assert len(pages(slug)) <= 2 * sheets
    assert len(aid_pages(game(slug), palette_of(game(slug)), LETTER)) <= 2 * sheets


def test_each_sheet_of_an_aid_folds_by_itself() -> None:
    """Of every four panels the last lies beside the first and the other two inside: nobody has to nest sheets."""
    assert list(_folded(8)) == [(3, 0), (1, 2), (7, 4), (5, 6)]
    assert [list(_folded(n)) for n in (1, 2, 3, 4)] == [[(0,)], [(1, 0)], [(2, 0), (1,)], [(3, 0), (1, 2)]]


def test_what_the_columns_count_stands_above_them() -> None:
    one = game("shingens_arrival")
    tables = {table.id: table_body(one, palette_of(one), table, {}) for table in one.tables.values()}
    assert (tables["random_events"].corner, tables["random_events"].across) == ("d6", "Takeda points less Oda points")
    assert (tables["peace"].corner, tables["peace"].across) == ("Who makes peace", "d6")
    assert tables["field_battle"].heads[:4] == ["1–2", "3–4", "5–6", "7–9"]
    assert tables["terrain"].across == ""


def test_what_the_author_notes_on_a_table_stands_below_it() -> None:
    """0/8 is read only by who knows that the castle stands before the stroke."""
    one = game("shingens_arrival")
    assert "Durability lost by the castle / steps lost by the assaulters." in notes_of(one.tables["assault"])
    assert any("at most the number" in text for text in texts(pages("shingens_arrival")))


def test_a_rule_beside_a_table_is_its_own() -> None:
    """A rule that says that there are tables helps nobody who stands before one."""
    blocks = blocks_of(game("shingens_arrival"), palette_of(game("shingens_arrival")))
    assert not any(block.note.startswith("rule 2-") for block in blocks)
    notes = [block.note for block in blocks_of(game("anegawa"), palette_of(game("anegawa")))]
    assert "rule 16-2(1).1" in notes


def texts(found: list[Drawing]) -> list[str]:
    return [run.line.text for page in found for run in runs(page.items)]


@pytest.mark.parametrize(
    ("slug", "drawn"),
    [
        ("shingens_arrival", {"River", "Bridge", "Castle", "Mountain"}),
        ("winter_line", {"River", "Bridge", "Forest"}),
        ("marsh_barons", {"Road", "Track"}),
    ],
)
def test_rivers_ways_and_castles_are_drawn_beside_their_names(slug: str, drawn: set[str]) -> None:
    blocks = blocks_of(game(slug), palette_of(game(slug)))
    found = [body for body in (block.body for block in blocks) if isinstance(body, TableBody)]
    assert drawn <= {head for body in found for head in body.swatches}
    flat = {body.swatches[head].tall for body in found for head in drawn & set(body.swatches)}
    assert min(flat) < 1.0  # a line does not ask for the height of a hex


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_short_texts_of_a_cell_are_not_broken(paper: Paper) -> None:
    """`To −2` and `50 +` are one line in the narrowest columns."""
    one = game("shingens_arrival")
    found = {run.line.text for page in aid_pages(one, palette_of(one), paper) for run in runs(page.items)}
    assert {"To −2", "To −1", "50 +", "40 +"} <= found
    assert not {"To", "50", "40", "+"} & found


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


def test_parts_of_a_step_are_all_without_letters() -> None:
    war = next(step for step in steps_of(game("shogun"), "japan") if step.name == "Wage war")
    assert "March one army · Declare first battles · One battle" in war.line


@pytest.mark.parametrize("slug", SLUGS)
def test_no_modifier_says_its_name_again(slug: str) -> None:
    told = [(one.name.en, one.text) for table in game(slug).tables.values() for one in table.modifiers if one.text]
    assert not [pair for pair in told if echo(*pair)]


def test_a_modifier_that_says_its_name_again_is_told_by_its_name_alone() -> None:
    table = game("first_battle").tables["combat"]
    echoing = replace(table.modifiers[0], value=None, text="the leader of the attackers")
    assert notes_of(replace(table, modifiers=(echoing,)), False) == ["Leader with the attackers"]


def test_a_modifier_that_the_rows_are_counted_by_is_no_note() -> None:
    table = game("amber_strait").tables["trouble"]
    assert table.rows.title.en == "Die less stability"
    assert [one.name.en for one in table.modifiers] == ["Stability"]
    assert notes_of(table, False) == []


def test_tautologies_go() -> None:
    assert tautology("recover", "The unit recovers.")
    assert tautology("only the enemy fires", "This side takes fire and does not fire")
    assert tautology("disorder + kill check", "The unit becomes disordered and takes a kill check.")
    assert not tautology("recover", "The unit is in order again.")
    assert not tautology("Low", "The water falls")  # other words altogether
    assert not tautology("Same", "Nothing changes")
    assert not tautology("rout 1", "Disordered units within 10 hexes of an enemy take a removal check.")


def test_a_lone_column_is_headed_by_what_it_holds_and_rows_added_to_a_base_bear_signs() -> None:
    def body(slug: str, id: str) -> TableBody:
        one = game(slug)
        return table_body(one, palette_of(one), one.tables[id], {})

    assert list(body("shogun", "levy").heads) == ["units per koku"]
    assert list(body("road_to_honganji", "petition").heads) == ["Result"]
    needed = body("a_most_dangerous_time", "negotiation")
    assert list(needed.heads) == ["Result"]
    assert [line.cells[0].text for line in needed.rows] == ["6", "+2", "+1", "−1", "−1"]


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
@pytest.mark.parametrize("slug", SLUGS)
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


def test_with_little_ink_crests_stand_for_the_picture() -> None:
    """The cover keeps a line with the crest of every side; nothing of the scene is printed."""
    one, palette = game("anegawa"), palette_of(game("anegawa"))
    cover = aid_pages(one, low_ink(palette), A4)[0]
    paths = [mark.path for mark in marks(cover.items)]
    assert all(mon(palette.side(id).mon) in paths for id in one.sides)
    assert len(paths) < len(list(marks(aid_pages(one, palette, A4)[0].items))) / 2


@pytest.mark.parametrize("slug", SLUGS)
def test_no_head_of_a_row_has_a_sign_at_both_ends(slug: str) -> None:
    """`10 +` is read at once, `+2 +` is not."""
    one, palette = game(slug), palette_of(game(slug))
    heads = [row.head for table in one.tables.values() for row in table_body(one, palette, table, {}).rows]
    assert heads or not one.tables
    assert [head for head in heads if head.startswith("+") and head.endswith("+")] == []


def test_a_phase_within_a_phase_is_opened_and_keeps_the_numbers_of_the_rules() -> None:
    """Nine steps of an impulse were told as `Draw a chit · Impulse`; cards speak of step 3 and step 9."""
    steps = steps_of(game("a_most_dangerous_time"), "japan")
    impulse = [(step.number, step.name) for step in steps if step.group == "Impulse" and step.number]
    assert [number for number, _ in impulse] == list("123456789")
    assert dict(impulse)["7"] == "Combat"
    assert ("3", "End Phase") in {(step.number, step.group) for step in steps}
    assert not any(step.line == "One combat" for step in steps)


def test_an_aid_tells_how_a_combat_goes() -> None:
    """A fight runs step by step on the aid of every game that has one, not in tables alone."""
    for slug in ("a_most_dangerous_time", "anegawa", "shingens_arrival", "shogun", "road_to_honganji"):
        titles = {block.title for block in blocks_of(game(slug), palette_of(game(slug)))}
        assert any(word in title for title in titles for word in ("combat,", "attack", "battle", "Combat")), titles


def test_nothing_too_tall_for_a_panel_is_lost() -> None:
    one = game("marsh_barons")
    long = "\n".join(f"- Clause number{n} of a treaty that nobody has read to its end." for n in range(120))
    way = " ".join(f"word{n}" for n in range(700))
    flow = f"A die is rolled\n- 1 to 3 → Good: {way}\n- 4 to 6 → Bad: All is lost."
    pages = aid_pages(replace(one, help=(HelpPage("Treaty", long), HelpPage("Fate", flow))), palette_of(one), A4)
    told = " ".join(texts(pages))
    assert all(f"number{n} " in told for n in range(120))
    assert all(f"word{n} " in f"{told} " for n in range(700))
