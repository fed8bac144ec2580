"""`liege table`: a game in the browser, with people, computers and onlookers."""

from __future__ import annotations

import secrets
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._game import read_checked, scenario_of, seat_kinds
from compiler.commands._report import elsewhere, seeding

if TYPE_CHECKING:
    from compiler.pipeline import Checked
    from compiler.play.book import Rulebook
    from compiler.web.seats import Seating
    from compiler.web.table import Table

PORT = 8570


@click.command(short_help="Play a game in the browser.")
@click.argument("game")
@click.option("--scenario", help="Which scenario; the first by default.")
@click.option("--seats", "seats_", show_default="human,greedy", metavar="LIST",
              help="Who sits where, in order: human (at your screen), link (by a link), random or greedy; the last "
                   "goes for all seats left.")  # fmt: skip
@click.option("--seed", callback=seeding, help="Seed of dice, draws and computers; a secret one by default.")
@click.option("--journal", type=click.Path(dir_okay=False, path_type=Path), show_default="OUT/<game>/table/*.journal",
              help="The file that every answer goes into; one that exists is taken up again.")  # fmt: skip
@click.option("--load", "load_", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Take up a game from a .save; a journal of its own begins.")  # fmt: skip
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build"), show_default=True,
              help="Journals go to OUT/<game>/table, pictures are kept in OUT.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), show_default=f"{PORT}, or the journal's",
              help="0 takes a free one.")  # fmt: skip
@click.option("--lan", is_flag=True, help="Let others in the network open their links.")
@click.option("--open/--no-open", "open_", default=True, help="Open your browser.")
def command(
    game: str, scenario: str | None, seats_: str | None, seed: str | None, journal: Path | None, load_: Path | None,
    out: Path, port: int | None, lan: bool, open_: bool,
) -> None:  # fmt: skip
    """Play GAME, a folder or a name, in the browser. Every seat has a link of its own: keep it to yourself.

    The table is written down answer by answer; started again with the same --journal it goes on where it stood, and so
    do the pages that are still open. What opens the seats is kept beside it, in a file for your eyes only: a journal
    that you give away opens none. Needs the extra `web`.
    """
    try:
        from compiler.web.opening import draw, open_table, taken_up
        from compiler.web.serving import open_door, serve
    except ModuleNotFoundError as missing:
        raise click.ClickException(f"{missing.name} is not installed: install `liege[web]`") from missing
    from compiler.play.journal import fresh_path
    from compiler.publish import CACHE
    from compiler.registry import rulebook_or_fail
    from compiler.web.seats import KINDS, SCREEN, WATCH, Seating
    from compiler.web.table import Table

    read = read_checked(game)
    book = rulebook_or_fail(read.game)
    if journal is None:
        elsewhere(out, (Path(read.game.folder),))
    path = journal or fresh_path(out / read.game.id / "table")
    name = _scenario_at(path, book) or scenario_of(book, scenario)
    kinds = seat_kinds(book, name, seats_, KINDS)
    if load_ is not None and path.exists():
        raise click.UsageError("--load begins a journal: name one that is not there yet, or none")
    if load_ is not None:
        table = _loaded(read, book, load_, seats_, path, seed or secrets.token_hex(16))
    elif path.exists():
        table = taken_up(book, _seating_at(path, kinds, seats_), path)
        click.echo(f"taken up: {path.as_posix()}", err=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        table = Table.begin(book, name, Seating.of(kinds), seed or secrets.token_hex(16), path)
    click.echo("drawing the board (the first time takes a while)", err=True)
    pictures = draw(read, table.session.start.scenario, out / CACHE)
    last = table.seating.port
    door = open_door(last or PORT if port is None else port, lan=lan)
    opened = open_table(read, table, pictures, door.hosts)
    home = f"{door.home}/seat/{table.seating.name}/"
    table.seating.port = door.port
    table.keep()
    if last not in (0, door.port):
        click.echo(f"pages that are still open look for the table at port {last}: open the links again", err=True)

    def started() -> None:
        _tell(table, home, door.elsewhere, path, SCREEN, WATCH)
        threading.Thread(target=pictures.cut_ahead, daemon=True).start()
        if open_:
            webbrowser.open(f"{home}{table.seating.tokens[SCREEN]}")

    serve(opened.app, door.listening, started)
    click.echo(f"the game is kept: liege table {game} --journal {path.as_posix()}", err=True)


def _loaded(read: Checked, book: Rulebook, file: Path, seats: str | None, path: Path, seed: str) -> Table:
    """The table of a saved game, with a journal that begins with all that happened."""
    from compiler.commands._loading import loaded
    from compiler.play.branching import branched
    from compiler.play.chance import Seeded
    from compiler.web.seats import KINDS, Seating
    from compiler.web.table import Table

    if file.suffix in (".vsav", ".vlog"):
        raise click.UsageError("a table takes up a .save; `liege play --load` takes up what VASSAL saved")
    session = loaded(read, book, file, Seeded(seed))
    kinds = seat_kinds(book, session.start.scenario, seats, KINDS)
    path.parent.mkdir(parents=True, exist_ok=True)
    session, journal = branched(session, len(session.log), seed, path, {"seats": kinds})
    return Table(session, Seating.of(kinds), seed, journal)


def _tell(table: Table, home: str, elsewhere: Sequence[str], path: Path, screen: str, watch: str) -> None:
    tokens, kinds = table.seating.tokens, table.seating.kinds
    click.echo(f"your table     {home}{tokens[screen]}")
    for seat, kind in kinds.items():
        if kind == "link":
            click.echo(f"{table.name(seat):<14} {home}{tokens[seat]}")
    click.echo(f"onlookers      {home}{tokens[watch]}")
    click.echo(f"journal        {path.as_posix()}")
    if elsewhere:
        click.echo(
            f"open to the network as {', '.join(elsewhere)}: give each player only the link of the seat", err=True
        )


def _scenario_at(path: Path, book: Rulebook) -> str | None:
    """The scenario of a table that is taken up."""
    from compiler.play.foreign import read_bounded
    from compiler.play.journal import head_of

    found = head_of(read_bounded(path)).get("scenario") if path.exists() else None
    return found if isinstance(found, str) and found in book.game.scenarios else None


def _seating_at(path: Path, given: dict[str, str], asked: str | None) -> Seating:
    """Who sits at a table that is taken up, with the links they had; the command may seat others."""
    from compiler.web.keys import Lost, kept
    from compiler.web.seats import Seating

    try:
        found = kept(path, given)
    except Lost as why:
        click.echo(f"all links are new: there are keys of {path.as_posix()}, but {why}", err=True)
        found = None
    if found is None:
        return Seating.of(_kinds_of(path, given, asked))
    if asked is not None:
        found.kinds = dict(given)
    return found


def _kinds_of(path: Path, given: dict[str, str], asked: str | None) -> dict[str, str]:
    """Who sits at a table that is taken up: as it was, unless the command says otherwise."""
    from compiler.play.foreign import read_bounded
    from compiler.play.journal import head_of
    from compiler.web.seats import KINDS

    about = head_of(read_bounded(path)).get("about")
    was = about.get("seats") if isinstance(about, dict) else None
    if asked is not None or not isinstance(was, dict) or was.keys() != given.keys():
        return given
    return {seat: was[seat] for seat in given} if all(kind in KINDS for kind in was.values()) else given
