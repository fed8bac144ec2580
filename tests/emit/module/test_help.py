"""Help and charts hold every table and every rule."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

import pytest

from compiler.emit.module.charts import charts
from compiler.emit.module.help import documentation, key_list
from compiler.emit.names import plain
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
    opened = {c.get("fileName") for part in parts for c in part.walk()}
    assert set(files) <= opened
    for page in files.values():
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
        assert escape(f"{row.id}  {row.says}") in page


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


def test_the_list_of_keys_names_each_once(built: Callable[[str], Built]) -> None:
    rows = [(key.words, text) for key, text in key_list(built("first_battle").box.plan)]
    assert len(set(rows)) == len(rows)
    assert ("Ctrl+F", "turn the piece over") in rows


def test_the_help_lists_every_roll_and_its_key(built: Callable[[str], Built]) -> None:
    for slug in ("anegawa", "shogun"):
        plan, files = built(slug).box.plan, dict[str, bytes]()
        documentation(plan, files)
        page, known = files["help_module.html"].decode(), [text for _, text in key_list(plan)]
        for roll in plan.game.rolls.all():
            assert escape(roll.name.en) in page
        for check in plan.game.rolls.checks.values():
            assert any(text.startswith(check.name.en) for text in known)
