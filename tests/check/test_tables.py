"""What the lints of tables say beyond their one fault each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty import copy, edit, found


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("[[3, 3, 4, 5], [1, 2, 2, 3]]", []),
        ("[[3, 3, 4, 5], [1, 3, 2, 3]]", ["in the row `b` of table `pace` `3` stands before `2`"]),
        ("[[none, rout 1, rout 2, rout 2], [none, none, rout 2, rout 1]]",
         ["in the row `b` of table `pace` `rout 2` stands before `rout 1`"]),
        ("[[0/4, 0/3, 0/2, 1/1], [0/3, 0/2, 1/1, 2/0]]", []),
        ("[[0/3, 0/4, 0/2, 1/1], [0/3, 0/2, 1/1, 2/0]]", ["in the row `a` of table `pace` `0/3` stands before `0/4`"]),
        ("[[3, 1, 4, 1], [1, 3, 2, 3]]", []),  # nothing runs any way here
        ("[[3, 3, 3, 3], [1, 3, 2, 3]]", []),
    ],
)  # fmt: skip
def test_two_cells_that_changed_places_are_told(cells: str, told: list[str], tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    path = folder / "tables.yaml"
    pace = f"""
  pace:
    title: Pace
    use: chart
    columns: {{by: number, heads: [1, 2, 3, 4]}}
    rows: {{by: name, heads: [a, b]}}
    cells: {cells}
"""
    path.write_text(path.read_text("utf-8").rstrip("\n") + pace, "utf-8")
    assert [one.message for one in found(folder) if one.code == "C529"] == told


def test_parts_of_composite_cells_are_looked_at_where_it_is_said_what_is_better(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    better = {"file": "tables.yaml", "find": "    parts: [walls", "replace": "    better: right\n    parts: [walls"}
    rows = "      - [1/1, 1/0, {}]\n      - [1/1, 1/0, {}]\n"
    edit(folder, [better])
    assert not [one for one in found(folder) if one.code == "C529"]
    edit(folder, [{"file": "tables.yaml", "find": rows.format("1/0", "2/0"), "replace": rows.format("2/0", "1/0")}])
    assert [one.message for one in found(folder) if one.code == "C529"] == [
        "in the column `3:1` of table `siege` `2/0` stands before `1/0`"
    ]


def test_odds_that_no_column_covers_are_told_with_all_ways_out(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    edit(folder, [{"file": "tables.yaml", "find": ', "3:1"], clamp: true}', "replace": ', "3:1"]}'}])
    (fault,) = found(folder)
    assert fault.code == "C502"
    assert fault.message.endswith("has no column for odds worse than 1:1")
    assert fault.help == "write `1:1-`, set `clamp: true`, or say with `min` which odds can occur"
