"""`liege new`: a small game to start from, that already passes."""

from __future__ import annotations

import importlib.resources
import re
from pathlib import Path

import click

from compiler.load.bundle import kind_of

SCHEMAS = ".schemas"  # hidden, so the loader leaves it alone
KINDS = {
    "hex": "Hexes: marches, weather, refits and attacks by odds, played by the engine.",
    "areas": "Areas: marches and attacks, played by the engine.",
    "points": "Places and roads: hidden blocks, battles, taxes, played by the engine.",
    "cards": "Areas and influence: cards for operations or event, played by the engine.",
    "blank": "Next to nothing.",
}
README = """\
# {title}

    liege watch {slug}       faults and pictures at every save
    liege check {slug}       every fault in one go
{play}    liege build {slug}       module, setups and sheets in build/{slug}

{files}
"""
_PLAY = "    liege play {slug} --seats human,greedy\n"


def _slug(_: click.Context, __: click.Parameter, value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        raise click.BadParameter("a game's id has lower-case letters, digits and underscores, and starts with a letter")
    from compiler.check.games import DEVICE

    if DEVICE.fullmatch(value):
        raise click.BadParameter(f"on Windows no folder can be called `{value}`")
    return value


@click.command(short_help="Start a game in a new folder.")
@click.argument("slug", callback=_slug)
@click.option("--hex", "kind", flag_value="hex", default=True, help=f"{KINDS['hex']}  [default]")
@click.option("--areas", "kind", flag_value="areas", help=KINDS["areas"])
@click.option("--points", "kind", flag_value="points", help=KINDS["points"])
@click.option("--cards", "kind", flag_value="cards", help=KINDS["cards"])
@click.option("--blank", "kind", flag_value="blank", help=KINDS["blank"])
def command(slug: str, kind: str) -> None:
    """Start a game in a new folder SLUG: a tiny one, a few lines a file, that passes `liege check`."""
    folder = Path(slug)
    if folder.exists() or folder.is_symlink():
        raise click.BadParameter(f"there is already a `{slug}` here", param_hint="SLUG")
    from compiler.commands.schema import write_schemas
    from compiler.publish import told, write_whole

    title = slug.replace("_", " ").title()
    files = _files(kind)
    with told(folder):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, _filled(name, text, slug, title).encode())
    play = _PLAY.format(slug=slug) if "stock." in files.get("sequence.yaml", "") else ""
    listed = "\n".join(f"- `{name}`: {_about(text)}" for name, text in files.items())
    write_whole(folder / "README.md", README.format(title=title, slug=slug, play=play, files=listed).encode())
    write_schemas(folder / SCHEMAS)
    click.echo(f"{slug}/ is ready: `liege check {slug}`, then `liege build {slug}`")


def _files(kind: str) -> dict[str, str]:
    """The files of a template by name, the title page first."""
    home = Path(str(importlib.resources.files("compiler.author") / "templates" / kind))
    names = sorted(
        (path.relative_to(home).as_posix() for path in home.rglob("*.yaml")), key=lambda n: (n != "game.yaml", n)
    )
    return {name: (home / name).read_text(encoding="utf-8") for name in names}


def _about(text: str) -> str:
    """What the first line of a file says of it."""
    first = text.partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("# ") else "a setup"


def _filled(name: str, text: str, slug: str, title: str) -> str:
    if name == "game.yaml":
        text = text.replace("id: SLUG", f"id: {slug}", 1).replace("title: TITLE", f"title: {title}", 1)
    up = "../" * name.count("/")
    return f"# yaml-language-server: $schema={up}{SCHEMAS}/{kind_of(name)}.schema.json\n{text}"
