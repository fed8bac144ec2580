"""What a setting names fits what its step does with it, or it is told before play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.model.tables import Result
from compiler.play.book import bind
from tests.faulty import copy, found
from tests.play.table import game
from tests.play.toy import do


def settings_of(name: str) -> dict[str, Any]:
    return dict(next(node for node in game().steps() if node.step == name).settings)


def told(name: str, changed: Game | None = None, **settings: Any) -> list[str]:
    """What is told of a step with other settings, in a game that may be another."""
    sink = Sink()
    given = {**settings_of(name), **settings}
    kept = {key: value for key, value in given.items() if value is not None}
    bind(replace(changed or game(), sequence=(do(name, settings=kept),)), sink)
    assert {d.code for d in sink} <= {"P005"}
    assert all(d.help for d in sink)
    return [d.message for d in sink]


def test_the_game_as_it_is_fits() -> None:
    for name in ("stock.attack", "stock.move", "stock.sealed_bid", "stock.draw_chit", "stock.score", "stock.end_check"):
        assert told(name) == []


@pytest.mark.parametrize(
    ("step", "setting", "value", "why"),
    [
        ("stock.attack", "attack", "zone", "is no number"),
        ("stock.attack", "score", "resolve", "one track `resolve` for all"),
        ("stock.attack", "mark", "control", "simply have or not"),
        ("stock.move", "count", "resolve", "several tracks"),
        ("stock.move", "count", "initiative", "not all numbers"),
        ("stock.move", "count", "turn", "no box 0"),
        ("stock.move", "zone_cost", -1, "cannot be `-1`"),
        ("stock.sealed_bid", "most", -1, "cannot be `-1`"),
        ("stock.sealed_bid", "currency", "balance", "from 0 up"),
        ("stock.sealed_bid", "order", "balance", "cannot show the place"),
        ("stock.draw_chit", "track", "initiative", "no such box"),
        ("stock.draw_chit", "track", "resolve", "several tracks"),
        ("stock.score", "control", "moved", "names no side"),
        ("stock.end_check", "raised_by", None, "there is no track `balance."),
    ],
)
def test_what_does_not_fit_is_told(step: str, setting: str, value: Any, why: str) -> None:
    (said,) = told(step, **{setting: value})
    assert why in said


def test_places_that_are_several_are_told_where_one_is_wanted() -> None:
    base = next(space.rsplit(".", 1)[0] for space in game().spaces if "." in space)
    assert "several places" in told("stock.draw_chit", to=base)[0]
    assert told("stock.attack", fallen=base) == []


def test_marks_that_a_march_leaves_must_be_there() -> None:
    marks = {id: mark for id, mark in game().marks.items() if id != "control"}
    assert "no mark `control`" in told("stock.move", replace(game(), marks=marks))[0]
    assert "no mark `control`" not in "".join(told("stock.move", replace(game(), marks=marks), control=None))


# -- rolls -------------------------------------------------------------------------------------------------------------
def unclamped() -> Game:
    table = game().tables["combat"]
    return replace(game(), tables={**game().tables, "combat": replace(table, rows=replace(table.rows, clamp=False))})


def test_a_roll_that_a_leader_pushes_off_the_table_is_told_before_it_breaks_off() -> None:
    """A six and a captain's help had no row."""
    assert told("stock.attack", unclamped(), bonus=None) == []
    (said,) = told("stock.attack", unclamped())
    assert "has no row for a roll of 7" in said


def test_a_roll_of_other_dice_than_the_tables_is_told() -> None:
    dice = {**game().dice, "two": replace(game().dice["d6"], id="two", count=2)}
    (said,) = told("stock.attack", replace(unclamped(), dice=dice), dice="two", bonus=None)
    assert "has no row for a roll of 7" in said


@pytest.mark.parametrize("hits", ["many", -1, True, 1.5])
def test_a_result_that_is_no_number_of_hits_is_told(hits: Any) -> None:
    table = game().tables["combat"]
    code = table.codes[0]
    results: Mapping[str, Result] = {
        **table.results,
        code: replace(table.results[code], values={"defender_hits": hits}),
    }
    changed = replace(game(), tables={**game().tables, "combat": replace(table, results=results)})
    (said,) = told("stock.attack", changed)
    assert f"`defender_hits` of the result `{code}`" in said


def test_what_to_write_for_control_is_what_may_be_written(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    counters = folder / "counters.yaml"
    text = counters.read_text(encoding="utf-8")
    assert "values: [north, south]" in text
    counters.write_text(text.replace("values: [north, south]", "values: [north]", 1), encoding="utf-8")
    (told,) = {(each.message, each.help) for each in found(folder) if each.code == "P005" and "control" in each.message}
    assert told[0].startswith("the mark `control` cannot show the side `south`")
    assert told[1] == "give it `values: [north, south]`"
