"""`liege desk`: a game in the browser while it is written."""

from __future__ import annotations

import shlex
import webbrowser
from pathlib import Path

import click

from compiler.commands._report import elsewhere, game_folders

PORT = 8580


def _editor(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """A command that the shell could read: one with an open quote would fail only when it is wanted."""
    try:
        words = shlex.split(value) if value is not None else ["{file}"]
    except ValueError:
        raise click.BadParameter("a quote is not closed") from None
    if not any("{file}" in word for word in words):
        raise click.BadParameter("it does not say where the `{file}` goes")
    return value


@click.command(short_help="See a game in the browser while you write it.")
@click.argument("game", required=False)
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build"), show_default=True,
              help="Pictures go to OUT/<game>/draft, what is built to OUT/<game>.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes a free one.")
@click.option("--editor", metavar="COMMAND", callback=_editor,
              help="Opens a file at a line, such as `code -g {file}:{line}`.")  # fmt: skip
@click.option("--open/--no-open", "open_", default=True, help="Open your browser.")
def command(game: str | None, out: Path, port: int, editor: str | None, open_: bool) -> None:
    """See GAME, a folder or a name, in the browser: faults, map with setup, counters, cards and sheets at every save.

    Nothing of the game is changed by the page. Needs the extras `web` and `watch`.
    """
    try:
        import watchfiles  # noqa: F401

        from compiler.web.desk_house import DeskHouse
        from compiler.web.serving import open_door, serve
    except ModuleNotFoundError as missing:
        raise click.ClickException(f"{missing.name} is not installed: install `liege[web,watch]`") from missing
    folders = game_folders((game,) if game else ())
    if len(folders) != 1:
        raise click.UsageError("which game? Name one, or go into its folder")
    elsewhere(out, folders)
    house = DeskHouse(folders[0].resolve(), out, editor)
    door = open_door(port, lan=False)
    link = f"{door.home}/open/{house.key}"

    def started() -> None:
        click.echo(f"your desk  {link}")
        if open_:
            webbrowser.open(link)

    serve(house.app(door.hosts), door.listening, started)
