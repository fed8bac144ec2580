"""`liege gallery`: the pictures that the READMEs show."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._game import read_drawable
from compiler.commands._report import game_folders
from compiler.load.pictures import opened
from compiler.publish import write_whole

if TYPE_CHECKING:
    from PIL import Image

NAME = "gallery.png"
MOST_PIXELS = 80_000_000


def _picture(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    """A file to draw into: no other is written over by a slip."""
    if value is not None and value.suffix.lower() != ".png":
        raise click.BadParameter(f"`{value.name}` is no name of a picture: write it `.png`")
    return value


@click.command(short_help="Draw the pictures of the READMEs.")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--top", type=click.Path(dir_okay=False, path_type=Path), callback=_picture,
              help="Also draw all of them as one picture, here.")  # fmt: skip
@click.option(
    "--windows",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with screenshots of the modules, <game>.png each; `top.png` for the picture of all.",
)
def command(games: tuple[str, ...], top: Path | None, windows: Path | None) -> None:
    """
    Draw map, counters, cards and sheets of each game as one picture, gallery.png in its folder.

    Without names: of the game here, or of each of ours whose README shows it.
    """
    from compiler.print.gallery import game_picture, top_picture

    found = []
    for folder in game_folders(games):
        game = read_drawable(str(folder))
        if games or folder == Path() or _shows_it(folder):
            _write(Path(game.folder) / NAME, game_picture(game, _window(windows, game.id)))
        found.append(game)
    if top is not None:
        names = ("top", *(game.id for game in found))
        seen = (window for name in names if (window := _window(windows, name)) is not None)
        _write(top, top_picture(found, next(seen, None)))


def _shows_it(folder: Path) -> bool:
    """Whether the README of a game shows its picture: nobody looks at another, and it would lie about."""
    readme = folder / "README.md"
    return readme.is_file() and f"({NAME})" in readme.read_text(encoding="utf-8")


def _window(folder: Path | None, name: str) -> Image.Image | None:
    """The screenshot of a module, if there is one."""
    from PIL import Image, UnidentifiedImageError

    path = folder / f"{name}.png" if folder is not None else None
    if path is None or not path.exists():
        return None
    try:
        if not path.is_file():  # a pipe would keep us waiting
            raise UnidentifiedImageError(name)
        with opened(path) as picture:
            if math.prod(picture.size) > MOST_PIXELS:
                raise click.BadParameter(f"`{path.as_posix()}` is larger than any screen")
            return picture.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as fault:
        raise click.BadParameter(f"`{path.as_posix()}` is no picture") from fault


def _write(path: Path, content: bytes) -> None:
    write_whole(path, content)
    click.echo(f"{path.as_posix()}  {len(content) // 1024} kB", err=True)
