"""`liege diff`: what changed between two versions of a game, or between two modules or saves of anybody."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._report import game_folders
from compiler.commands.inspect import printable

if TYPE_CHECKING:
    from compiler.author.differing import Facts

_ARCHIVES = (".vmod", ".vmdx", ".vsav", ".vlog")


@click.command(short_help="Tell two versions apart by meaning.")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@click.option("--format", "format_", type=click.Choice(("text", "json", "markdown")), default="text", show_default=True)
@click.option("--exit-code", is_flag=True, help="End with 1 if anything differs.")
def command(old: str, new: str, format_: str, exit_code: bool) -> None:
    """Tell what changed from A to B: counters, numbers, places, tables, links, pieces, traits.

    Two games, each a folder, a name, or GAME@REVISION for what git holds of it (`games/anegawa@v1.0`); or two VASSAL
    modules (.vmod, .vmdx) or two saves (.vsav, .vlog). Order of keys, quotes and comments are no difference.
    """
    from compiler.author.differing import as_json, as_markdown, as_text, compare

    if _is_archive(old) != _is_archive(new):
        raise click.UsageError("a game and a file of VASSAL's cannot be compared: give two of a kind")
    if _is_archive(old):
        _two_of_a_kind(old, new)
    changes = compare(_facts(old), _facts(new))
    if format_ == "json":
        click.echo(as_json(changes), nl=False)
    elif format_ == "markdown":
        click.echo(as_markdown(changes), nl=False)
    else:
        for line in as_text(changes):
            click.echo(printable(line))
        if not changes:
            click.echo("no differences", err=True)
    sys.exit(int(exit_code and bool(changes)))


def _two_of_a_kind(old: str, new: str) -> None:
    """A module and a save of it have nothing in common: all would be told as gone, and all as new."""
    from compiler.vassal.archive import open_archive

    kinds = []
    for name in (old, new):
        with open_archive(Path(name)) as archive:
            kinds.append("a save or log" if "savedGame" in archive else "a module or extension")
    if kinds[0] != kinds[1]:
        said = f"{Path(old).name} is {kinds[0]}, {Path(new).name} {kinds[1]}"
        raise click.UsageError(f"{printable(said)}: give two of a kind")


def _is_archive(name: str) -> bool:
    return name.lower().endswith(_ARCHIVES)


def _facts(name: str) -> Facts:
    if _is_archive(name):
        from compiler.author.archives import archive_facts
        from compiler.vassal.archive import open_archive

        with open_archive(Path(name)) as archive:
            return archive_facts(archive)
    from compiler.author.meaning import game_facts
    from compiler.commands._game import read_game

    with _folder(name) as folder:
        return game_facts(read_game(folder))


@contextlib.contextmanager
def _folder(name: str) -> Iterator[str]:
    """A game's folder; of a revision, what git holds of it, laid out for a moment."""
    game, at, revision = name.rpartition("@")
    if not at or Path(name).is_dir():
        yield name
        return
    home = game_folders((game,))[0].resolve()
    if revision.startswith("-"):
        raise click.BadParameter(f"`{revision}` is no revision")
    # `git archive REV .` tells of the folder it runs in, and runs no hook
    done = subprocess.run(["git", "-C", str(home), "archive", "--format=zip", revision, "."], capture_output=True)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()
        raise click.BadParameter(f"git has no `{revision}` of {game}: {reason[0] if reason else 'it says nothing'}")
    with tempfile.TemporaryDirectory() as laid:
        target = Path(laid) / home.name
        target.mkdir()
        with zipfile.ZipFile(BytesIO(done.stdout)) as archive:
            archive.extractall(target)  # links become plain files, and no name leads out
        yield str(target)
