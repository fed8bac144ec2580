"""Help and charts hold every table and every rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from html.parser import HTMLParser

import pytest

from compiler.emit.module.charts import charts
from compiler.emit.module.help import caveat, documentation
from compiler.emit.module.key_page import piece_keys, toolbar_keys
from compiler.emit.module.palette import _groups
from compiler.emit.module.vmod import build_file
from compiler.emit.names import plain, row_name, without_rows
from compiler.vassal.keys import Key
from compiler.vassal.lint.usage import trait_keys
from compiler.vassal.traits import Trait
from tests.emit.conftest import SHIPPED, Built

VOID = {"br", "img", "meta"}


class Balance(HTMLParser):
    """Every tag that opens is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_page_is_sound_and_opened_from_a_menu(slug: str, built: Callable[[str], Built]) -> None:
    files: dict[str, bytes] = {}
    plan = built(slug).box.plan
    parts = [documentation(plan, files), *charts(plan, files)]
    opened = {c.get(key) for part in parts for c in part.walk() for key in ("fileName", "pdfFile")}
    assert set(files) <= opened
    for page in (data for name, data in files.items() if not name.endswith(".pdf")):
        reader = Balance()
        reader.feed(page.decode())
        assert reader.open == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_table_is_a_chart_with_all_its_cells(slug: str, built: Callable[[str], Built]) -> None:
    files: dict[str, bytes] = {}
    plan = built(slug).box.plan
    (window,) = charts(plan, files)
    titles = {c.get("chartName") for c in window.all("Chart")}
    for table in plan.game.tables.values():
        assert table.title.en in titles
        page = files[f"table_{table.id}.html"].decode()
        for code in (plain(cell) for row in table.cells for cell in row):
            assert f"<td>{escape(code)}</td>" in page
        for modifier in table.modifiers:
            assert escape(modifier.name.en) in page


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_rule_is_in_the_digest(slug: str, built: Callable[[str], Built]) -> None:
    files: dict[str, bytes] = {}
    documentation(built(slug).box.plan, files)
    page = files["help_rules.html"].decode()
    ledger = built(slug).game.ledger
    assert ledger is not None
    for row in ledger.rows.values():
        assert f"<b>{escape(row_name(row.id))}</b>&nbsp; {escape(without_rows(row.says.strip()))}" in page
    assert "Doubtful" not in page
    anchors = set(re.findall('<a name="(.*?)">', page))
    assert anchors == set(re.findall('<a href="#(.*?)">', page)) != set()


def test_doubts_stay_visible(built: Callable[[str], Built]) -> None:
    files: dict[str, bytes] = {}
    documentation(built("anegawa").box.plan, files)
    page = files["help_sources.html"].decode()
    ledger = built("anegawa").game.ledger
    assert ledger is not None
    doubtful = [row for row in ledger.rows.values() if row.doubt]
    assert doubtful
    assert all(escape(f"{row.id}: {row.doubt}") in page for row in doubtful)
    assert "reconstructed" in page
    (told, _) = caveat(built("anegawa").box.plan)
    assert str(told.get("reportFormat")).startswith("Some counters, tables and spaces of this module are reconstructed")


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_page_of_keys_is_what_the_module_hears(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    files: dict[str, bytes] = {}
    root = build_file(made.box, [], files)
    page = files["help_keys.html"].decode()
    heard = {key for design in made.box.designs.values() for key, _ in _menus(made.box.shelf.expand(design.traits))}
    listed = piece_keys(made.box)
    assert {key for key, _ in listed} == heard
    for key, text in (*listed, *toolbar_keys(root)):
        assert text, key.words
        assert f"<tr><th>{escape(key.words)}</th><td>{escape(text)}</td>" in page
    windows = [key.words for key in dict.fromkeys(key for key, _ in toolbar_keys(root))]
    assert len(set(windows)) == len(windows)


def _menus(traits: tuple[Trait, ...]) -> Iterator[tuple[Key, bool]]:
    for trait in traits:
        yield from (
            (key, menu) for key, role, menu in trait_keys(trait) if role == "hears" and menu and key and not key.name
        )


def test_the_help_lists_every_roll_and_its_key(built: Callable[[str], Built]) -> None:
    for slug in ("anegawa", "shogun"):
        plan, files = built(slug).box.plan, dict[str, bytes]()
        documentation(plan, files)
        page, known = files["help_module.html"].decode(), [text for _, text in piece_keys(built(slug).box)]
        for roll in plan.game.rolls.all():
            assert escape(roll.name.en) in page
        for check in list(plan.game.rolls.checks.values())[:9]:  # Alt+1 to Alt+9
            assert any(text.startswith(check.name.en) for text in known)


def test_a_page_of_doubts_is_there_only_where_there_are_some(built: Callable[[str], Built]) -> None:
    files: dict[str, bytes] = {}
    root = documentation(built("points").box.plan, files)
    assert "help_sources.html" not in files
    assert "Sources and doubts" not in [part.get("title") for part in root.children]
    start = files["help_start.html"].decode()
    (setup,) = built("points").game.scenarios.values()
    assert f"<li>{escape(setup.title.en)}{': ' if setup.description else ''}" in start
    assert f"{escape(setup.title.en)}: </li>" not in start


def test_pieces_of_sides_come_first_and_common_ones_last(built: Callable[[str], Built]) -> None:
    for slug in ("points", "winter_line", "first_battle"):
        titles = list(_groups(built(slug).box))
        sides = [side.name.en for side in built(slug).game.sides.values()]
        assert [title for title in titles if title in sides] == titles[: len([t for t in titles if t in sides])]
        assert "Common" not in titles[:-1]


@pytest.mark.parametrize("slug", ["road_to_honganji", "a_most_dangerous_time"])
def test_no_page_has_a_number_that_is_in_no_rulebook(slug: str, built: Callable[[str], Built]) -> None:
    files: dict[str, bytes] = {}
    documentation(built(slug).box.plan, files)
    for name, page in files.items():
        if name.endswith(".html"):
            assert not re.search(r"\d\.x\d", page.decode()), name
    assert "5-3 (ours)" in files["help_rules.html"].decode() or slug != "road_to_honganji"
