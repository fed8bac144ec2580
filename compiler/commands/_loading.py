"""A game taken up from a file."""

from __future__ import annotations

from pathlib import Path

import click

from compiler.diagnostics import Failed, diagnose
from compiler.pipeline import Checked
from compiler.play.book import Rulebook
from compiler.play.chance import Chance
from compiler.play.session import Session


def loaded(read: Checked, book: Rulebook, path: Path, chance: Chance) -> Session:
    """The game of a file: ours as it was, one for VASSAL as far as its table still belongs to it."""
    from compiler.play.foreign import read_bounded
    from compiler.play.saving import is_of_another_build, load
    from compiler.publish import settle

    settle(path)
    if path.suffix == ".vlog":
        help = "save the game as X.vsav and load that; VASSAL itself plays a log back"
        raise Failed(diagnose("P010", f"`{path.as_posix()}` is a log: it cannot be taken up", help=help))
    if path.suffix != ".vsav":
        text = read_bounded(path).decode(errors="replace")
        session = load(book, text, chance, path.as_posix())
        if is_of_another_build(book, text):
            told = "it stands at the beginning of its step, and nothing before can be taken back or proved"
            click.echo(f"{path.as_posix()} was made by another build of the game: {told}", err=True)
        return session
    from compiler.emit.save.resuming import EXACT, resumed
    from compiler.vassal.archive import DEFAULT_LIMITS

    found = resumed(book, read.bundle, read_bounded(path, DEFAULT_LIMITS.file_bytes), chance, path.as_posix())
    if found.withheld:
        names = " and ".join(book.game.seats[seat].name.en for seat in found.withheld)
        click.echo(f"what {names} answered under seal is not in the file, and is asked again", err=True)
    for id in found.strangers:
        click.echo(f"`{id}` is no piece of the game and is left out", err=True)
    for id in found.lost:
        click.echo(f"`{id}` could not be read or lies nowhere in the game, and is left out", err=True)
    if found.grade != EXACT:
        step = book.nodes[found.session.start.cursor.step] if found.session.start.cursor else None
        click.echo(
            f"the table is taken as it lies, at the beginning of: {step.name.en if step else 'nothing'}", err=True
        )
    return found.session
