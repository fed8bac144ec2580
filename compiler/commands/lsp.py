"""`liege lsp`: the language server that editors start."""

from __future__ import annotations

import click


@click.command(short_help="Serve an editor (language server).")
def command() -> None:
    """Speak the Language Server Protocol over standard input and output, for the editor that started us.

    Diagnostics as one types, the drawn counter or card and the gist of a rule under the pointer, definition and
    references of every id, completion, rename across files. Needs the extra `lsp`.
    """
    try:
        from compiler.author.server import make_server
    except ModuleNotFoundError as missing:
        raise click.ClickException(f"{missing.name} is not installed: install `liege[lsp]`") from missing
    make_server().start_io()
