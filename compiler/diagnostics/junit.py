"""Diagnostics as JUnit XML, which build servers show as tests: every file a suite, every fault a failed case."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from compiler.diagnostics.codes import CODES, Severity
from compiler.diagnostics.diagnostic import Diagnostic


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """All diagnostics; notes are cases that passed, and without any there is one that says so."""
    files: dict[str, list[Diagnostic]] = {}
    for each in diagnostics:
        files.setdefault(each.span.file if each.span else "game", []).append(each)
    root = ET.Element("testsuites", name="liege")
    for file, found in files.items():
        failures = sum(each.severity is not Severity.NOTE for each in found)
        suite = ET.SubElement(root, "testsuite", name=file, tests=str(len(found)), failures=str(failures))
        for each in found:
            _case(suite, file, each)
    if not diagnostics:
        suite = ET.SubElement(root, "testsuite", name="liege check", tests="1", failures="0")
        ET.SubElement(suite, "testcase", classname="liege", name="no faults")
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _case(suite: ET.Element, file: str, each: Diagnostic) -> None:
    line = each.span.line if each.span else 1
    case = ET.SubElement(
        suite, "testcase", classname=file, name=f"{each.code} {CODES[each.code].name}:{line}", file=file, line=str(line)
    )
    told = _sayable(each.message)
    if each.severity is Severity.NOTE:
        ET.SubElement(case, "system-out").text = told
        return
    failure = ET.SubElement(case, "failure", message=told, type=each.severity.value)
    failure.text = f"{file}:{line}: {told}" + (f"\nhelp: {_sayable(each.help)}" if each.help else "")


def _sayable(text: str) -> str:
    """XML has no place for control characters."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text)
