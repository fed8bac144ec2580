"""`liege schema`: the JSON Schemas that editors complete and explain fields with."""

from __future__ import annotations

import json
from pathlib import Path

import click

from compiler.load import KINDS


@click.command(short_help="Print a JSON Schema for editors.")
@click.argument("kind", required=False, type=click.Choice(KINDS), metavar="[KIND]")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write every schema into a folder, one file each.",
)
def command(kind: str | None, into: Path | None) -> None:
    """Print the JSON Schema of a kind of file; without a kind, list the kinds."""
    from compiler.schema import schema

    if into is not None:
        write_schemas(into)
    elif kind is not None:
        click.echo(json.dumps(schema(kind), ensure_ascii=False, indent=2))
    else:
        for name in KINDS:
            click.echo(f"{name:<10} {schema(name)['description']}")


def write_schemas(folder: Path) -> None:
    """Every schema as `<kind>.schema.json`, each complete in itself."""
    from compiler.publish import told, write_whole
    from compiler.schema import schema

    with told(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name in KINDS:
        written = json.dumps(schema(name), ensure_ascii=False, indent=2) + "\n"
        write_whole(folder / f"{name}.schema.json", written.encode())
