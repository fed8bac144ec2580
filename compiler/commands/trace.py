"""`liege trace`: which rules are honoured, proved, or forgotten."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from compiler.commands._game import read_game
from compiler.commands._report import show


@click.command(short_help="Show which rules are honoured and proved.")
@click.argument("game")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--tests", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Folder of tests to read.")
@click.option("--open", "only_open", is_flag=True, help="List the rows that nobody carries or proves.")
def command(game: str, format_: str, tests: Path | None, only_open: bool) -> None:
    """The ledger of a game against everything that names its rows: data, sequence, code, examples and tests.

    Fails when a row of the engine, the data or the module is named by nothing that honours it.
    """
    import json

    from compiler import trace
    from compiler.diagnostics import Sink
    from compiler.registry import rulebook

    read = read_game(game)
    sink = Sink()
    book = rulebook(read, sink)  # without rules the data and examples can still be traced
    matrix = trace.trace(read, book, tests or trace.tests_beside(read))
    if format_ == "json":
        click.echo(json.dumps(trace.to_json(read, matrix), ensure_ascii=False, indent=1))
    else:
        click.echo(trace.table_text(matrix), nl=False)
        told = ", ".join(f"{count} {origin}" for origin, count in trace.unsure(read).items())
        if told:
            click.echo(f"sources of data: {told}")
    found = list(trace.faults(matrix))
    if only_open or format_ == "text":
        show(found if only_open else found[:20])
        if len(found) > 20 and not only_open:
            click.echo(f"… and {len(found) - 20} more; --open lists them all", err=True)
    sys.exit(int(bool(found)))
