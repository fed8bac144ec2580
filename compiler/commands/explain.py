"""`liege explain`: the page of a diagnostic code."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from compiler.check.lint import Lint


@click.command(short_help="Explain a diagnostic code.")
@click.argument("code")
def command(code: str) -> None:
    """Explain a code, such as C204 or one_way_border: what it means, why it matters, how to mend it."""
    from compiler.diagnostics import CODES
    from compiler.diagnostics.explain import find, page

    lints: Mapping[str, Lint] = {}
    found = find(code)
    if found is None or found.startswith(
        "C"
    ):  # the codes of lints stand over their functions, which take longer to load
        from compiler.check import runner

        lints = runner.lints()
        found = find(code)
    if found is None:
        known = [*CODES, *(entry.name for entry in CODES.values())]
        near = [word for case in (code.upper(), code.lower()) for word in difflib.get_close_matches(case, known, n=1)]
        raise click.BadParameter(f"there is no code `{code}`" + (f"; did you mean `{near[0]}`?" if near else ""))
    entry, told = CODES[found], page(found) or ""
    if found in lints:
        told = f"## What\n\n{entry.title}.\n\n## Why\n\n{lints[found].rationale}\n\n{told}"
    click.echo(f"# {entry.id} {entry.name}: {entry.title}\n\n{told}".rstrip())
