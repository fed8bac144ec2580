"""Diagnostics as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from compiler.diagnostics.codes import CODES, Code, Severity
from compiler.diagnostics.diagnostic import Diagnostic
from compiler.diagnostics.explain import page
from compiler.diagnostics.span import Span

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(diagnostics: Sequence[Diagnostic], version: str) -> str:
    """All diagnostics as one SARIF run of our `version`; the codes that occur are its rules."""
    codes = sorted({d.code for d in diagnostics})
    driver = {"name": "liege", "semanticVersion": version, "rules": [_rule(CODES[code]) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, codes.index(d.code)) for d in diagnostics],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.title},
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }
    told = page(code.id)
    if told:
        rule["help"] = {"text": told, "markdown": told}
    return rule


def _result(d: Diagnostic, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": d.code,
        "ruleIndex": rule,
        "level": _LEVELS[d.severity],
        "message": {"text": f"{d.message} (help: {d.help})" if d.help else d.message},
    }
    if d.span is not None:
        result["locations"] = [_location(d.span)]
    if d.related:
        result["relatedLocations"] = [
            {"id": i, "message": {"text": related.message}, **_location(related.span)}
            for i, related in enumerate(d.related)
        ]
    if d.rule is not None:
        result["properties"] = {"rule": d.rule}
    return result


def _location(span: Span) -> dict[str, Any]:
    path = PurePath(span.file)
    uri = path.as_uri() if path.is_absolute() else urllib.parse.quote(path.as_posix())
    region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + max(1, span.length)}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
