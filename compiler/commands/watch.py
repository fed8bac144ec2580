"""`liege watch`: at every save the faults of a game, and its pictures drawn anew."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._report import elsewhere, game_folders, show

if TYPE_CHECKING:
    from compiler.author.watching import Round
    from compiler.diagnostics import Diagnostic

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


@click.command(short_help="Check and redraw a game at every save.")
@click.argument("game", required=False)
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build"), show_default=True,
              help="Pictures go to OUT/<game>/draft.")  # fmt: skip
@click.option("--once", is_flag=True, help="Look once, draw, and end.")
def command(game: str | None, out: Path, once: bool) -> None:
    """Watch a game's folder: at every save its faults, and fresh pictures of map, counters and cards.

    Pictures are drawn even while errors remain; what is faulty is hatched. Needs the extra `watch`.
    """
    from compiler.author.watching import Watch, hidden, settled

    folders = game_folders((game,) if game else ())
    if len(folders) != 1:
        raise click.UsageError("which game? Name one, or go into its folder")
    elsewhere(out, folders)
    folder = folders[0].resolve()
    watch = Watch(folder, out / folder.name / "draft", _tell)
    _close(watch.first(), watch.pictures)
    if once:
        return
    try:
        import watchfiles
    except ModuleNotFoundError as missing:
        raise click.ClickException("watchfiles is not installed: install `liege[watch]`") from missing
    try:
        for changes in watchfiles.watch(folder, debounce=60, step=20, raise_interrupt=True):
            paths = sorted({Path(path) for _, path in changes})
            if any(not hidden(path, folder) for path in paths):
                settled(paths)
                _close(watch.round(), watch.pictures)
    except KeyboardInterrupt:
        click.echo("", err=True)


def _tell(found: tuple[Diagnostic, ...], seconds: float) -> None:
    from compiler.diagnostics import text

    if sys.stderr.isatty():
        click.echo(_CLEAR, nl=False, err=True)
    if found:
        show(found)
        click.echo(f"{text.summary(found)} ({seconds:.2f} s)", err=True)


def _close(round: Round, pictures: Path) -> None:
    drawn = f", {len(round.drawn)} pictures drawn to {pictures.as_posix()}" if round.drawn else ""
    if not round.found:
        click.echo(f"no faults ({round.to_message:.2f} s){drawn}", err=True)
    elif drawn:
        click.echo(drawn.removeprefix(", "), err=True)
