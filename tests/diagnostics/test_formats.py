"""Markdown and JUnit: the same faults for other readers."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from compiler.diagnostics import Span, diagnose, junit, markdown

FOUND = [
    diagnose(
        "M001",
        "`genral` is not a known kind of counter",
        Span("g/counters.yaml", 12, 3, 6),
        help="did you mean `general`?",
    ),
    diagnose("L005", "a | file <b>is</b> *empty*\x07", Span("g/map.yaml")),
]


def test_markdown_is_one_row_a_fault() -> None:
    told = markdown.render(FOUND)
    assert told.splitlines()[0] == "**2 errors**"
    assert "| `g/counters.yaml:12` | error M001 | `genral` is not a known kind of counter<br>*did you mean" in told
    assert "a \\| file &lt;b>is&lt;/b> \\*empty\\*" in told
    assert all(line.replace("\\|", "").count("|") == 4 for line in told.splitlines()[2:])
    assert markdown.render([]) == "No faults.\n"


def test_junit_has_a_suite_for_every_file_and_a_failure_for_every_fault() -> None:
    root = ET.fromstring(junit.render(FOUND))
    assert [(suite.get("name"), suite.get("failures")) for suite in root] == [
        ("g/counters.yaml", "1"),
        ("g/map.yaml", "1"),
    ]
    failure = root[0][0][0]
    assert failure.get("message") == FOUND[0].message
    assert failure.text is not None
    assert "help: did you mean `general`?" in failure.text
    assert root[0][0].get("line") == "12"


def test_no_faults_are_one_passed_case() -> None:
    root = ET.fromstring(junit.render([]))
    assert [case.get("name") for case in root.iter("testcase")] == ["no faults"]
    assert not list(root.iter("failure"))
