"""`liege replay`: plays a journal or a replay again and tells what happened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._game import bound
from compiler.diagnostics import Failed, Span, diagnose

if TYPE_CHECKING:
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
    click.echo(f"{file.name}: {what}, {answers} answers and rolls, all allowed", err=not verify)


def _played(file: Path, game: str | None) -> tuple[Session, str]:
    from compiler.play.journal import MOST_BYTES, head_of, read_journal
    from compiler.play.saving import run_replay

    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    head = head_of(data)
    if head.get("what") == "journal":
        written = read_journal(bound(game or str(head.get("game"))), data, file.name, whole=True)
        return written.session, f"a whole journal of {written.lines} lines"
    text = data.decode(errors="replace")
    try:
        about = json.loads(text)
        name = about["game"] if about["what"] == "replay" else None
    except (ValueError, RecursionError, KeyError, TypeError):
        name = None
    if name is None:
        help = "give a journal of `liege table`, or a replay of `liege play`"
        raise Failed(diagnose("P010", f"`{file.name}` is neither a journal nor a replay", Span(file.name), help=help))
    return run_replay(bound(game or str(name)), text, file.name), "a whole replay"
