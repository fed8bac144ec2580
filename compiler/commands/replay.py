"""`liege replay`: plays a journal or a replay again and tells what happened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compiler.commands._game import bound
from compiler.commands._report import homes
from compiler.diagnostics import Failed, Span, diagnose

if TYPE_CHECKING:
    from compiler.play.book import Rulebook
    from compiler.play.session import Session


@click.command(short_help="Play a journal or replay again.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", help="The folder or name of its game, where it is not one of ours.")
@click.option("--verify", is_flag=True, help="Only say whether it is whole and every answer in it allowed.")
def command(file: Path, game: str | None, verify: bool) -> None:
    """Play FILE again, a journal of `liege table` or a replay of `liege play`, and tell what happened."""
    from compiler.play.telling import Teller, ending

    session, what = _played(file, game)
    if not verify:
        for line in Teller.of(session).lines(session):
            click.echo(line)
        if session.outcome is not None:
            click.echo(ending(session.book, session.outcome))
    answers = sum(not choice.forced for choice in session.record)
    click.echo(f"{file.as_posix()}: {what}, {answers} answers and rolls, all allowed", err=not verify)


def _played(file: Path, game: str | None) -> tuple[Session, str]:
    from compiler.play.codec import Unreadable
    from compiler.play.foreign import parse, read_bounded
    from compiler.play.journal import head_of, read_journal
    from compiler.play.saving import run_replay

    data = read_bounded(file)
    head = head_of(data)
    if head.get("what") == "journal":
        written = read_journal(_book(file, game, head), data, file.as_posix(), whole=True)
        return written.session, f"a whole journal of {written.lines} lines"
    text = data.decode(errors="replace")
    try:
        about = parse(text)
    except Unreadable:
        about = None
    if not isinstance(about, dict) or about.get("what") != "replay":
        help = "give a journal of `liege table`, or a replay of `liege play`"
        raise Failed(
            diagnose("P010", f"`{file.as_posix()}` is neither a journal nor a replay", Span(file.as_posix()), help=help)
        )
    session = run_replay(_book(file, game, about), text, file.as_posix())
    whole = "a whole replay" if about.get("start") is None else "a replay that begins in the middle of a game, unproved"
    return session, whole if about.get("ends") is not None else f"{whole}, its end not on record"


def _book(file: Path, game: str | None, about: Mapping[str, Any]) -> Rulebook:
    """The game of a file. What a file names is only ever a game of ours: it does not choose what we read."""
    if game is not None:
        return bound(game)
    from compiler.play.foreign import shortened

    named = about.get("game")
    home = next((home for home in homes() if home.name == named), None)
    if home is None:
        found = f"`{file.as_posix()}` is of `{shortened(str(named))}`, which is no game of ours"
        raise Failed(
            diagnose("P010", found, Span(file.as_posix()), help="name the folder of its game: `--game FOLDER`")
        )
    return bound(str(home))
