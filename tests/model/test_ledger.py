"""Chapters of a ledger: rows by what their ids begin with, titles as given or as found."""

from __future__ import annotations

import pytest

from compiler.model.ledger import Ledger, Row, begins


def ledger(*ids: str, **chapters: str) -> Ledger:
    rows = {id: Row(id=id, says="Something.", kind="movement_cost", scope="engine") for id in ids}
    return Ledger(rows, chapters={key.removeprefix("_").replace("__", "-"): title for key, title in chapters.items()})


@pytest.mark.parametrize(
    ("id", "key", "under"),
    [
        ("4-7C.2", "4", True),
        ("4-7C.2", "4-7", True),
        ("4-7C.2", "4-7C", True),
        ("4-10.1", "4-1", False),
        ("14.1", "1", False),
        ("Cards33.1", "Card", False),
        ("Card18.1", "Card", True),
        ("4", "4", True),
    ],
)
def test_a_row_lies_under_what_its_number_begins_with(id: str, key: str, under: bool) -> None:
    assert begins(id, key) is under


def test_rows_come_by_chapter_and_tables_last() -> None:
    rows = ledger("1.1", "MOVE.1", "2.1", "1.2", "FAQ-1.1", FAQ="Questions")
    assert [(id, [row.id for row in found]) for id, found in rows.by_chapter().items()] == [
        ("1", ["1.1", "1.2"]),
        ("2", ["2.1"]),
        ("FAQ", ["FAQ-1.1"]),
        ("Tables", ["MOVE.1"]),
    ]


def test_a_chapter_is_called_as_the_ledger_says_or_by_what_its_rows_are_about() -> None:
    rows = ledger("1.1", "2.1", "2-3.1", "MOVE.1", "FAQ.1", _2="Marches", FAQ="Questions", _2__3="On roads")
    assert [rows.heading(id) for id in rows.by_chapter()] == ["1 · Movement cost", "2 · Marches", "Questions", "Tables"]
    assert rows.part("2-3.1") == "2-3"
    assert rows.part("2.1") is None
