"""Diagnostics as Markdown, for a pull request or the notes of a release."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.diagnostics.diagnostic import Diagnostic
from compiler.diagnostics.text import summary


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """A table, one row a diagnostic, with a line above that counts them."""
    if not diagnostics:
        return "No faults.\n"
    rows = ["| place | | what |", "|---|---|---|", *(_row(each) for each in diagnostics)]
    return f"**{summary(diagnostics)}**\n\n" + "\n".join(rows) + "\n"


def _row(each: Diagnostic) -> str:
    place = "" if each.span is None else f"`{_plain(each.span.file)}:{each.span.line}`"
    told = _cell(each.message) + (f"<br>*{_cell(each.help)}*" if each.help else "")
    return f"| {place} | {each.severity.value} {each.code} | {told} |"


def _plain(text: str) -> str:
    return text.replace("`", "'").replace("|", "\\|")


def _cell(text: str) -> str:
    """Words of a stranger as one cell: no second cell, no line, no tag of their own."""
    told = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
    return told.replace("*", "\\*").replace("_", "\\_") if "`" not in told else told
