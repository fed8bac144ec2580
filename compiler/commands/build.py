"""`liege build`: VASSAL module, saved games and print sheets of some games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compiler.commands._report import elsewhere, failing, format_option, game_folders, language, show

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostic
    from compiler.render.sheet.presets import Paper

_MADE = ("vmod", "vsav", "pnp")


def _kinds(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    kinds = tuple(part.strip() for part in value.split(",") if part.strip()) if value else ()
    for kind in kinds:
        if kind not in _MADE:
            raise click.BadParameter(f"`{kind}` is none of {', '.join(_MADE)}")
    return kinds


def _papers(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[Paper, ...]:
    from compiler.render.sheet.presets import PAPERS, paper_of

    found = []
    for text in value:
        paper = paper_of(text)
        if paper is None:
            raise click.BadParameter(f"`{text}` is no paper: use {', '.join(PAPERS)} or WIDTHxHEIGHT in mm")
        found.append(paper)
    return tuple(found)


def _cut(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    from compiler.render.sheet.presets import CUTS

    if value is not None and value not in CUTS:
        raise click.BadParameter(f"`{value}` is none of {', '.join(CUTS)}")
    return value


def _offset(_: click.Context, __: click.Parameter, value: tuple[float, float]) -> tuple[float, float]:
    if not all(abs(mm) <= _FAR for mm in value):  # nor is any number that is none
        raise click.BadParameter(f"a back lies within {_FAR} mm of its front")
    return value


_FAR = 50  # mm that a printer may be off, and more


@click.command(short_help="Make modules, saved games and print sheets.")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    help="Where to write; each game gets a folder there.",
)
@click.option("--only", callback=_kinds, metavar="KINDS", help="Only some of vmod,vsav,pnp.")
@click.option("--no-cache", is_flag=True, help="Draw everything afresh.")
@click.option("-j", "--jobs", type=click.IntRange(1), default=None, help="Games at a time; as many as we have cores.")
@click.option(
    "--paper",
    "papers",
    multiple=True,
    metavar="SIZE",
    callback=_papers,
    help="Paper of the print sheets: a4, letter, a3, … or WIDTHxHEIGHT in mm; may be given again.",
)
@click.option(
    "--backs",
    type=click.Choice(["long", "short", "fold", "none"]),
    default="long",
    show_default=True,
    help="How backs come behind fronts: duplex over the long or short edge, fold and glue, or none.",
)
@click.option(
    "--back-offset",
    type=(float, float),
    default=(0.0, 0.0),
    callback=_offset,
    metavar="X Y",
    help="Move the backs by so many mm, as the calibration page tells.",
)
@click.option("--low-ink", is_flag=True, help="Print with little ink.")
@click.option("--cut", metavar="NAME", callback=_cut, help="One face to a page for a print shop: poker, mini-euro, …")
@click.option(
    "--lang",
    default="en",
    show_default=True,
    metavar="LANG",
    callback=language,
    help="Build in this language, into OUT/GAME.LANG; what has no translation stays English.",
)
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("-q", "--quiet", is_flag=True, help="Only diagnostics.")
@format_option
def command(
    games: tuple[str, ...],
    out: Path,
    only: tuple[str, ...],
    no_cache: bool,
    jobs: int | None,
    papers: tuple[Paper, ...],
    backs: str,
    back_offset: tuple[float, float],
    low_ink: bool,
    cut: str | None,
    lang: str,
    strict: bool,
    quiet: bool,
    format_: str,
) -> None:
    """Build games, given by folder or name; without names all of them.

    A game with errors is not built; the others are.
    """
    folders = game_folders(games)
    elsewhere(out, folders)
    workers = min(jobs or os.cpu_count() or 1, len(folders))
    found: list[Diagnostic] = []
    print_: dict[str, Any] = {"flip": backs, "offset": back_offset, "low_ink": low_ink, "cut": cut}
    if papers:
        print_["papers"] = papers
    for diagnostics, paths in _results(folders, out, only, not no_cache, workers, print_, lang):
        found += diagnostics
        if not quiet:
            for path in paths:
                click.echo(path, err=True)
    show(found, format_)
    sys.exit(int(failing(found, strict=strict)))


def _results(
    folders: Sequence[Path],
    out: Path,
    only: Sequence[str],
    cache: bool,
    workers: int,
    print_: Mapping[str, Any],
    lang: str,
) -> Iterator[tuple[list[Diagnostic], list[str]]]:
    if workers <= 1:
        yield from (_build(folder, out, only, cache, print_, lang) for folder in folders)
        return
    with ProcessPoolExecutor(workers) as pool:
        # Results come in the order of the games, however long each takes.
        tasks = [pool.submit(_build, folder, out, only, cache, print_, lang) for folder in folders]
        yield from (task.result() for task in tasks)


def _build(
    folder: Path, out: Path, only: Sequence[str], cache: bool, print_: Mapping[str, Any], lang: str
) -> tuple[list[Diagnostic], list[str]]:
    from compiler import pipeline
    from compiler.diagnostics import Sink
    from compiler.print.sheets import Print

    sink = Sink()
    settings = {"pnp": Print(**print_)}
    paths = pipeline.build(folder, out, sink, only=only, cache=cache, settings=settings, waiting=_wait, lang=lang)
    return sink.sorted(), [path.as_posix() for path in paths]


def _wait(words: str) -> None:
    click.echo(words, err=True)
