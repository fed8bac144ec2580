"""Diagnostics as GitHub workflow commands, which show up beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.diagnostics.diagnostic import Diagnostic, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """One command per diagnostic."""
    return "".join(_command(d) + "\n" for d in diagnostics)


def _command(d: Diagnostic) -> str:
    fields = {}
    if d.span is not None:
        end = d.span.column + max(1, d.span.length) - 1
        fields = {"file": d.span.file, "line": d.span.line, "col": d.span.column, "endColumn": end}
    fields["title"] = d.code
    told = d.message + (f"\nhelp: {d.help}" if d.help else "")
    return f"::{_COMMANDS[d.severity]} {','.join(f'{k}={_field(str(v))}' for k, v in fields.items())}::{_text(told)}"


def _text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _field(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
