"""The page of a diagnostic code: what it means, why it matters, how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from compiler.diagnostics import CODES
from compiler.diagnostics.explain import find, page

if TYPE_CHECKING:
    from compiler.check.lint import Lint

__all__ = ["page_of"]


def page_of(code: str) -> str | None:
    """The page of a code or of its name; None if there is none of that name."""
    lints: Mapping[str, Lint] = {}
    found = find(code)
    if found is None or found.startswith("C"):
        # the codes of lints stand over their functions, which take longer to load
        from compiler.check import runner

        lints = runner.lints()
        found = find(code)
    if found is None:
        return None
    entry, told = CODES[found], page(found) or ""
    if found in lints:
        told = f"## What\n\n{entry.title}.\n\n## Why\n\n{lints[found].rationale}\n\n{told}"
    return f"# {entry.id} {entry.name}: {entry.title}\n\n{told}".rstrip()
