"""`liege new`: a small game to start from, that already passes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click

from compiler import resources
from compiler.load.bundle import kind_of

_TEMPLATE = "first_battle"
_MODELINE = re.compile(r"# yaml-language-server:.*\n")
SCHEMAS = ".schemas"  # hidden, so the loader leaves it alone
# what the template says of itself, in `game.yaml`: its name becomes the new game's, the rest is for its author to write
_TITLE = re.compile(r"^title: .*\n(?:subtitle: .*\n)?", re.MULTILINE)
_ABOUT = re.compile(r"^(?:description|credits): .*\n", re.MULTILINE)
README = """\
# {title}

Begun from First Battle, a small game that comes with Liege. All of it is there to be changed, one file at a time:
`game.yaml`, `map.yaml`, `counters.yaml`, `piles.yaml`, `tracks.yaml`, `tables.yaml`, `sequence.yaml`, `scenarios/`,
`ledger.yaml`, `examples/`, `art.yaml`.

    liege check {slug}
    liege play {slug} --seats human,greedy
    liege build {slug}
"""


def _slug(_: click.Context, __: click.Parameter, value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        raise click.BadParameter("a game's id has lower-case letters, digits and underscores, and starts with a letter")
    return value


@click.command(short_help="Start a game in a new folder.")
@click.argument("slug", callback=_slug)
def command(slug: str) -> None:
    """Start a game in a new folder SLUG: a tiny one, complete, that passes `liege check`."""
    folder = Path(slug)
    if folder.exists():
        raise click.BadParameter(f"there is already a `{slug}` here", param_hint="SLUG")
    from compiler.commands.schema import write_schemas

    title = slug.replace("_", " ").title()
    shutil.copytree(resources.games() / _TEMPLATE, folder, ignore=shutil.ignore_patterns(".*", "gallery.*", "README*"))
    (folder / "README.md").write_text(README.format(title=title, slug=slug), encoding="utf-8")
    write_schemas(folder / SCHEMAS)
    for path in sorted(folder.rglob("*.yaml")):
        kind = kind_of(path.relative_to(folder).as_posix())
        text = _MODELINE.sub("", path.read_text(encoding="utf-8"))
        if kind == "game":
            text = re.sub(rf"^id: {_TEMPLATE}$", f"id: {slug}", text, flags=re.MULTILINE)
            text = _ABOUT.sub("", _TITLE.sub(f"title: {title}\n", text))
        if kind == "art":  # no period, no country, until its author names one
            text = re.sub(r"^theme: .*$", "theme: plain", text, flags=re.MULTILINE)
        up = "../" * (len(path.relative_to(folder).parts) - 1)
        modeline = f"# yaml-language-server: $schema={up}{SCHEMAS}/{kind}.schema.json\n"
        path.write_text(modeline + text if kind else text, encoding="utf-8")
    click.echo(f"{slug}/ is ready: `liege check {slug}`, then `liege build {slug}`")
