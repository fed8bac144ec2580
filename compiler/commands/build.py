"""`liege build`: VASSAL module, saved games and print sheets of some games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._report import failing, format_option, game_folders, show

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostic

_MADE = ("vmod", "vsav", "pnp")


def _kinds(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    kinds = tuple(part.strip() for part in value.split(",") if part.strip()) if value else ()
    for kind in kinds:
        if kind not in _MADE:
            raise click.BadParameter(f"`{kind}` is none of {', '.join(_MADE)}")
    return kinds


@click.command(short_help="Make modules, saved games and print sheets.")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build"), show_default=True,
              help="Where to write; each game gets a folder there.")
@click.option("--only", callback=_kinds, metavar="KINDS", help="Only some of vmod,vsav,pnp.")
@click.option("--no-cache", is_flag=True, help="Draw everything afresh.")
@click.option("-j", "--jobs", type=click.IntRange(1), default=None, help="Games at a time; as many as we have cores.")
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("-q", "--quiet", is_flag=True, help="Only diagnostics.")
@format_option
def command(games: tuple[str, ...], out: Path, only: tuple[str, ...], no_cache: bool, jobs: int | None, strict: bool,
            quiet: bool, format_: str) -> None:
    """Build games, given by folder or name; without names all of them.

    A game with errors is not built; the others are.
    """
    folders = game_folders(games)
    workers = min(jobs or os.cpu_count() or 1, len(folders))
    found: list[Diagnostic] = []
    for diagnostics, paths in _results(folders, out, only, not no_cache, workers):
        found += diagnostics
        if not quiet:
            for path in paths:
                click.echo(path, err=True)
    show(found, format_)
    sys.exit(int(failing(found, strict=strict)))


def _results(
    folders: Sequence[Path], out: Path, only: Sequence[str], cache: bool, workers: int
) -> Iterator[tuple[list[Diagnostic], list[str]]]:
    if workers <= 1:
        yield from (_build(folder, out, only, cache) for folder in folders)
        return
    with ProcessPoolExecutor(workers) as pool:
        # Results come in the order of the games, however long each takes.
        yield from (task.result() for task in [pool.submit(_build, folder, out, only, cache) for folder in folders])


def _build(folder: Path, out: Path, only: Sequence[str], cache: bool) -> tuple[list[Diagnostic], list[str]]:
    from compiler import pipeline
    from compiler.diagnostics import Sink

    sink = Sink()
    paths = [path.as_posix() for path in pipeline.build(folder, out, sink, only=only, cache=cache)]
    return sink.sorted(), paths
