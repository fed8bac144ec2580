"""`liege lsp`: the language server that editors start."""

from __future__ import annotations

import io
import sys

import click


@click.command(short_help="Serve an editor (language server).")
def command() -> None:
    """Speak the Language Server Protocol over standard input and output, for the editor that started us.

    Diagnostics as one types, the drawn counter or card and the gist of a rule under the pointer, definition and
    references of every id, completion, rename across files. Needs the extra `lsp`.
    """
    try:
        from compiler.author.post import Post, quiet
        from compiler.author.server import make_server
    except ModuleNotFoundError as missing:
        raise click.ClickException(f"{missing.name} is not installed: install `liege[lsp]`") from missing
    if sys.stdin is None or sys.stdout is None:  # closed by whoever started us
        raise click.ClickException("an editor speaks over standard input and output, and one of them is closed")
    quiet()
    make_server().start_io(Post(io.FileIO(0, closefd=False)))
