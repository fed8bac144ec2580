"""The probe's JSON as values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.vassal.probe.places import Piece
from compiler.vassal.probe.report import Problem, read_report

LONE = {"id": "1", "name": "Oda (2 steps)", "BasicName": "Oda", "LocationName": "0402", "prop:CounterId": "oda"}
STACK = {
    "stack": "9",
    "x": 1,
    "y": 2,
    "pieces": [
        {"id": "2", "name": "Levy", "BasicName": "Levy", "LocationName": "0105", "prop:CounterId": None},
        {"id": "3", "name": "?"},
    ],
}
PROBLEM = {"kind": "gpid", "phase": "check", "where": "PieceSlot", "message": "no gpid"}


def written(folder: Path, report: Any) -> Path:
    path = folder / "report.json"
    path.write_text(json.dumps(report), encoding="utf-8")
    return path


def test_pieces_alone_in_stacks_and_in_decks_are_all_there(tmp_path: Path) -> None:
    maps = {"Main": {"contents": [LONE, STACK]}, "Hand": {"contents": [{"deck": "Events", "pieces": []}]}}
    report = read_report(written(tmp_path, {"maps": maps, "problems": []}))
    assert report is not None
    assert report.pieces == (Piece("1", "oda", "0402"), Piece("2", "Levy", "0105"), Piece("3", "?", ""))


def test_a_module_that_never_opened_has_problems_and_nothing_else(tmp_path: Path) -> None:
    report = read_report(written(tmp_path, {"engine": "3.7.26", "problems": [PROBLEM]}))
    assert report is not None
    assert (report.engine, report.setup, report.setups, report.pieces) == ("3.7.26", None, (), ())
    assert report.problems == (Problem("gpid", "check", "PieceSlot", "no gpid"),)


@pytest.mark.parametrize("report", [[], {}, {"problems": [{}]}, {"problems": 3}, {"problems": [], "maps": {"a": 1}}])
def test_what_is_no_report_is_none(tmp_path: Path, report: Any) -> None:
    assert read_report(written(tmp_path, report)) is None


def test_no_file_and_no_json_are_no_report(tmp_path: Path) -> None:
    assert read_report(tmp_path / "nothing.json") is None
    (tmp_path / "half.json").write_text('{"problems": [', encoding="utf-8")
    assert read_report(tmp_path / "half.json") is None
