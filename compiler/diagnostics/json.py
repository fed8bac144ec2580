"""Diagnostics for programs: one JSON object, fields as in `Diagnostic`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from compiler.diagnostics.codes import CODES
from compiler.diagnostics.diagnostic import Diagnostic
from compiler.diagnostics.span import Span

FORMAT = 1  # raised when a field changes its meaning


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """All diagnostics as JSON text."""
    report = {"format": FORMAT, "diagnostics": [_one(d) for d in diagnostics]}
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def _one(d: Diagnostic) -> dict[str, Any]:
    return {
        "code": d.code,
        "name": CODES[d.code].name,
        "severity": d.severity.value,
        "message": d.message,
        "at": _place(d.span),
        "help": d.help,
        "rule": d.rule,
        "related": [{"message": related.message, "at": _place(related.span)} for related in d.related],
    }


def _place(span: Span | None) -> dict[str, Any] | None:
    return None if span is None else span._asdict()
