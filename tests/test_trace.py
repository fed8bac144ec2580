"""The ledger against everything that names its rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from compiler.model.ledger import Ledger, Row
from compiler.trace import Link, Traced, faults, table_text, to_json, trace, unsure
from tests.play.table import book, game

TESTS = Path(__file__).parent


def test_every_row_of_the_small_game_is_carried_and_proved() -> None:
    matrix = trace(game(), book(), TESTS)
    assert list(faults(matrix)) == []
    assert {traced.status for traced in matrix.rows.values()} == {"tested"}


@pytest.mark.parametrize(
    ("scope", "links", "waived", "status"),
    [
        ("engine", ("data", "example"), None, "tested"),
        ("engine", ("code", "test"), None, "tested"),
        ("engine", ("sequence",), None, "enforced"),
        ("engine", ("example",), None, "open"),
        ("engine", (), None, "open"),
        ("engine", ("code",), "no way to see it", "waived"),
        ("data", ("data",), None, "enforced"),
        ("data", ("data", "test"), None, "tested"),
        ("data", ("example",), None, "open"),
        ("module", ("data",), None, "enforced"),
        ("engine", ("code", "idle"), None, "enforced"),
        ("module", (), "nothing to show", "waived"),
        ("advice", (), None, "advice"),
    ],
)
def test_a_rows_status_follows_from_what_names_it(
    scope: str, links: tuple[str, ...], waived: str | None, status: str
) -> None:
    row = Row("1", "words", "procedure", scope, waived=waived)
    assert Traced(row, [Link("1", kind, "x") for kind in links]).status == status


def with_rows(*rows: Row) -> Ledger:
    ledger = game().ledger
    assert ledger is not None
    return Ledger({**ledger.rows, **{row.id: row for row in rows}})


def test_a_forgotten_row_and_a_number_that_leads_nowhere_are_told() -> None:
    ledger = with_rows(Row("99.1", "Cavalry may charge.", "procedure", "engine"))
    rows = {id: row for id, row in ledger.rows.items() if id != "4.2"}
    found = list(faults(trace(replace(game(), ledger=Ledger(rows)), book())))
    assert {d.code for d in found} == {"P030", "P031"}
    assert any("99.1" in d.message for d in found)
    assert any("`4.2`" in d.message for d in found)
    assert all(d.help for d in found)


def test_a_row_that_says_the_same_as_another_is_covered_with_it() -> None:
    ledger = with_rows(Row("99.1", "Again.", "restriction", "engine", same_as="6.3"))
    assert trace(replace(game(), ledger=ledger), book()).rows["99.1"].status == "tested"


def test_tests_that_say_what_they_cover_count(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        "from tests.rules.covering import covers\n\n\ndef seen():\n    assert 1\n"
        '@covers("first_battle", "99.1")\ndef test_x():\n    seen()\n'
        '@covers("other_game", "99.2")\ndef test_y():\n    assert 1\n'
        '@covers("first_battle", "99.3")\ndef test_z():\n    print(1)\n'
    )
    ledger = with_rows(*(Row(f"99.{n}", "words", "procedure", "engine") for n in (1, 2, 3)))
    rows = trace(replace(game(), ledger=ledger), book(), tmp_path).rows
    assert {id: [link.kind for link in rows[id].links] for id in ("99.1", "99.2", "99.3")} == {
        "99.1": ["test"],
        "99.2": [],
        "99.3": ["idle"],
    }


def test_the_matrix_can_be_told_as_a_table_and_as_plain_values() -> None:
    matrix = trace(game(), book(), TESTS)
    text = table_text(matrix)
    assert text.splitlines()[0].split() == ["scope", "kind", "rows", "tested"]
    assert text.splitlines()[-1].split()[0] == "all"
    told = to_json(game(), matrix)
    assert len(told["rows"]) == len(matrix.rows)
    assert sum(part["rows"] for part in told["summary"]) == len(matrix.rows)
    assert isinstance(unsure(game()), dict)
