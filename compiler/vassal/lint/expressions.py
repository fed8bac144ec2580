"""Expressions that do not parse; VASSAL would say so only in play."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, diagnose
from compiler.diagnostics.slips import is_slip
from compiler.vassal.expression import Call, walk
from compiler.vassal.grammar import ExpressionError, is_braced, parse, parse_match
from compiler.vassal.lint.engine_names import FUNCTIONS
from compiler.vassal.lint.usage import TextUse, text_uses
from compiler.vassal.module import Module

__all__ = ["check"]


def check(module: Module) -> Iterator[Diagnostic]:
    """Every expression that does not parse, each once."""
    seen: set[tuple[str, str]] = set()
    for use in text_uses(module, once=True):
        if (use.text, use.role) in seen:
            continue
        seen.add((use.text, use.role))
        try:
            yield from _misspelt(use)
            _try(use)
        except ExpressionError as error:
            shown = use.text if len(use.text) < 120 else use.text[:117] + "…"
            message = f"`{use.owner}` has an expression that does not parse: {error}"
            yield diagnose("A109", message, use.span, help=f"the expression is `{shown}`")


def _misspelt(use: TextUse) -> Iterator[Diagnostic]:
    """Functions with a slip in their name: VASSAL knows them only when the expression is worked out."""
    if not is_braced(use.text) or not use.text.strip()[1:-1].strip():
        return
    for part in walk(parse(use.text)):
        if isinstance(part, Call) and part.name not in FUNCTIONS:
            near = difflib.get_close_matches(part.name, FUNCTIONS, n=1, cutoff=0.85)
            near = near or [name for name in sorted(FUNCTIONS) if is_slip(part.name, name)]  # short ones, as `Iff`
            if near:
                message = f"`{use.owner}` calls `{part.name}`, which is no function of VASSAL"
                yield diagnose("A109", message, use.span, help=f"did you mean `{near[0]}`?")


def _try(use: TextUse) -> None:
    if is_braced(use.text):
        # nothing between the braces is no expression, and always true
        if use.text.strip()[1:-1].strip():
            parse(use.text)
    elif use.role == "match" and use.text.strip() and "$" not in use.text:
        # what stands between dollars may bring the comparison with it
        parse_match(use.text)
