"""Names that rules and sequence must agree on are looked up before play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import Failed, Sink
from compiler.diagnostics.explain import page
from compiler.model.tables import parse_head
from compiler.play.book import bind
from compiler.play.facts import Finder, found_facts
from compiler.play.fitting import misfit
from compiler.registry import package_of, rulebook, rulebook_or_fail
from tests.faulty import copy, found
from tests.play.table import game
from tests.play.toy import do, node

GOOD = {"allowance": "move", "mark": "moved"}


def codes(**changes: Any) -> list[str]:
    sink = Sink()
    assert bind(replace(game(), **changes), sink) is None
    assert all(d.help for d in sink)
    return [d.code for d in sink.sorted()]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"mark": "moved"}, "P003"),
        ({**GOOD, "zonse": "stop"}, "P004"),
        ({**GOOD, "zones": "slow"}, "P005"),
        ({**GOOD, "zone_cost": "two"}, "P005"),
        ({"allowance": "speed", "mark": "moved"}, "P005"),
        ({**GOOD, "count": "steps"}, "P005"),
        ({**GOOD, "rules": {"zones": "99.9"}}, "P005"),
        ({**GOOD, "rules": "5.2"}, "P005"),
    ],
)
def test_a_wrong_setting_is_told(settings: dict[str, Any], code: str) -> None:
    assert codes(sequence=(do("stock.move", settings=settings),)) == [code]


def test_a_table_without_a_column_for_some_odds_is_told_before_anybody_attacks() -> None:
    """It used to break off in the middle of an attack."""
    good = game().tables["combat"]
    attack = next(node for node in game().steps() if node.step == "stock.attack")
    for columns in (replace(good.columns, clamp=False), replace(good.columns, by="name")):
        tables = {**game().tables, "combat": replace(good, columns=columns)}
        assert codes(tables=tables, sequence=(do("stock.attack", settings=attack.settings),)) == ["P005"]


@pytest.mark.parametrize(
    ("heads", "clamp", "good"),
    [
        (["0 or less", "1", "2-3", "4 or more"], False, True),
        (["0 or less", "1", "3", "4 or more"], False, False),
        (["0", "1", "2"], False, False),
        (["0", "1", "2"], True, True),
        (["0", "2"], True, False),
    ],
)
def test_a_table_by_differences_needs_a_column_for_each(heads: list[str], clamp: bool, good: bool) -> None:
    table = game().tables["combat"]
    found = tuple(head for head in (parse_head(text, "difference") for text in heads) if head is not None)
    assert len(found) == len(heads)
    columns = replace(table.columns, by="difference", heads=found, clamp=clamp)
    cells = tuple(row[: len(heads)] for row in table.cells)
    changed = replace(game(), tables={**game().tables, "combat": replace(table, columns=columns, cells=cells)})
    attack = next(node for node in game().steps() if node.step == "stock.attack")
    assert (misfit(changed, attack, "odds table", "combat") is None) is good


def test_an_unknown_step_or_condition_is_told() -> None:
    assert codes(sequence=(do("stock.march"),)) == ["P001"]
    assert codes(sequence=(node("repeat", "loop", do("stock.move", settings=GOOD), while_="few"),)) == ["P002"]


def test_what_is_misspelt_is_told_where_it_stands(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    path = folder / "sequence.yaml"
    path.write_text(path.read_text("utf-8").replace("stock.move", "stock.mov", 1), "utf-8")
    (told,) = [one for one in found(folder) if one.code == "P001"]
    assert told.span is not None
    line = path.read_text("utf-8").splitlines()[told.span.line - 1]
    assert line[told.span.column - 1 :][: told.span.length] == "stock.mov"


def test_rules_are_found_by_name_among_what_is_installed_and_never_by_path() -> None:
    for name in ("../rules", "os.path", "nowhere", "/etc", "compiler"):
        assert package_of(name) is None
        sink = Sink()
        assert rulebook(replace(game(), rules=name), sink) is None
        assert [d.code for d in sink] == ["P006"]
    with pytest.raises(Failed):
        rulebook_or_fail(replace(game(), rules="nowhere"))


def test_rules_that_stumble_over_a_definition_are_told_as_such() -> None:
    def make(find: Finder) -> object:
        return find.game.counters["no_such"]

    def tells(find: Finder) -> object:
        find.needs("side", "nobody")
        return make(find)

    for facts, said in ((make, ["no_such", "test_binding.py"]), (tells, ["side `nobody`"])):
        sink = Sink()
        assert found_facts(facts, game(), sink) is None
        (told,) = sink
        assert told.code == "P007"
        assert told.help
        assert all(word in told.message for word in said)


@pytest.mark.parametrize(
    "code",
    [
        "P001",
        "P002",
        "P003",
        "P004",
        "P005",
        "P006",
        "P007",
        "P010",
        "P011",
        "P012",
        "P013",
        "P020",
        "P021",
        "P030",
        "P031",
    ],
)
def test_every_code_of_play_has_its_page(code: str) -> None:
    told = page(code) or ""
    assert [line[3:] for line in told.splitlines() if line.startswith("## ")] == ["What", "Why", "Broken", "Mended"]
