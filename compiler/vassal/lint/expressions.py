"""Expressions that do not parse; VASSAL would say so only in play."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, diagnose
from compiler.vassal.grammar import ExpressionError, is_braced, parse, parse_match
from compiler.vassal.lint.usage import TextUse, text_uses
from compiler.vassal.module import Module

__all__ = ["check"]


def check(module: Module) -> Iterator[Diagnostic]:
    """Every expression that does not parse, each once."""
    seen: set[tuple[str, str]] = set()
    for use in text_uses(module):
        if (use.text, use.role) in seen:
            continue
        seen.add((use.text, use.role))
        try:
            _try(use)
        except ExpressionError as error:
            shown = use.text if len(use.text) < 120 else use.text[:117] + "…"
            message = f"`{use.owner}` has an expression that does not parse: {error}"
            yield diagnose("A109", message, use.span, help=f"the expression is `{shown}`")


def _try(use: TextUse) -> None:
    if is_braced(use.text):
        # nothing between the braces is no expression, and always true
        if use.text.strip()[1:-1].strip():
            parse(use.text)
    elif use.role == "match" and use.text.strip() and "$" not in use.text:
        # what stands between dollars may bring the comparison with it
        parse_match(use.text)
