"""`liege manual`: the pages of the manual that are made from schemas, steps, codes and symbols."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(short_help="Make the reference pages of the manual.")
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("docs"), show_default=True)
@click.option("--check", is_flag=True, help="Write nothing; fail if a page there is not as it would be made.")
def command(out: Path, check: bool) -> None:
    """Write every key of every file, every stock step, every code and every symbol as pages."""
    from compiler.author.manual import pages
    from compiler.publish import told, write_whole

    stale = []
    for name, content in pages().items():
        data = content.encode() if isinstance(content, str) else content
        path = out / name
        if path.is_file() and path.read_bytes() == data:
            continue
        stale.append(name)
        if not check:
            with told(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
    if stale:
        click.echo(f"{'not as they should be' if check else 'made'}: {', '.join(stale)}", err=True)
    sys.exit(int(check and bool(stale)))
