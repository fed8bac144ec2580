"""Heads, look-up and typed results."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from compiler.model.common import Name
from compiler.model.tables import Head, Result, ResultTable, TableAxis, parse_head


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        (3, 3, 3),
        ("3", 3, 3),
        ("-2", -2, -2),
        ("3-5", 3, 5),
        ("-5 to -1", -5, -1),
        ("0..4", 0, 4),
        ("6+", 6, math.inf),
        ("20 or more", 20, math.inf),
        (">=9", 9, math.inf),
        ("-6 or less", -math.inf, -6),
        ("≤8", -math.inf, 8),
        ("3.5", 3.5, 3.5),
        ("−1", -1, -1),
    ],
)
def test_heads_are_read_as_people_write_them(text: str | int, low: float, high: float) -> None:
    head = parse_head(text, "number")
    assert head is not None
    assert (head.low, head.high) == (low, high)


def test_a_head_may_list_single_values() -> None:
    head = parse_head("1 or 4", "die")
    assert head is not None
    assert [n for n in range(7) if head.covers(n)] == [1, 4]


@pytest.mark.parametrize("text", ["three", "5-3", "", "1-", "1:0"])
def test_nonsense_is_no_head(text: str) -> None:
    assert parse_head(text, "odds" if ":" in text else "number") is None


def odds(*heads: str, clamp: bool = False) -> TableAxis:
    return TableAxis("odds", Name("Odds"), tuple(h for t in heads if (h := parse_head(t, "odds"))), clamp=clamp)


@pytest.mark.parametrize(("value", "column"), [(0.5, 0), (0.99, 0), (1, 1), (1.9, 1), (2, 2), (9, 2)])
def test_odds_round_in_favour_of_the_defender(value: float, column: int) -> None:
    assert odds("1:2", "1:1", "2:1").index(value) == column


def test_values_beyond_the_ends_need_clamping() -> None:
    assert odds("1:2", "1:1").index(0.1) is None
    assert odds("1:2", "1:1", clamp=True).index(0.1) == 0
    rows = TableAxis("die", Name(""), (Head("1", 1, 1), Head("2", 2, 2)), clamp=True)
    assert (rows.index(-4), rows.index(9)) == (0, 1)


@pytest.mark.parametrize(
    ("heads", "clamp", "low", "uncovered"),
    [
        (("1:2", "1:1"), False, None, "1:2"),
        (("2:1", "1:1"), False, None, "1:1"),
        (("1:2-", "1:1"), False, None, None),
        (("1:2", "1:1"), True, None, None),
        (("1:2", "1:1"), False, 0.5, None),
        (("1:1", "2:1"), False, 0.5, "1:1"),
    ],
)
def test_odds_below_the_first_column_are_uncovered_unless_the_author_says_more(
    heads: tuple[str, ...], clamp: bool, low: float | None, uncovered: str | None
) -> None:
    assert replace(odds(*heads, clamp=clamp), low=low).uncovered == uncovered


def test_look_up_gives_the_declared_result_its_parts_or_the_bare_value() -> None:
    names = TableAxis("name", Name(""), (Head("a", name="a"), Head("b", name="b")))
    die = TableAxis("die", Name(""), (Head("1", 1, 1), Head("2+", 2, math.inf)))
    table = ResultTable(
        "t",
        Name("T"),
        names,
        die,
        (("DR", "1/2"), ("-", 3)),
        {"DR": Result("DR", "retreat", {"hexes": 1})},
        parts=("walls", "losses"),
    )
    assert table.look_up("a", 1).values == {"hexes": 1}
    assert table.look_up("b", 1).values == {"walls": 1, "losses": 2}
    plain = ResultTable("t", Name("T"), names, die, (("DR", "1/2"), ("-", 3)))
    assert plain.look_up("b", 5).values == {"value": 3}
    with pytest.raises(KeyError):
        plain.cell("c", 1)
