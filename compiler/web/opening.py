"""Opening a table: the game, its pictures, its seats and its journal, ready to be served."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from starlette.types import ASGIApp

from compiler.diagnostics import Sink
from compiler.emit.save.played import played_log, saved_game
from compiler.pipeline import Checked
from compiler.play.book import Rulebook
from compiler.play.foreign import read_bounded
from compiler.play.journal import read_journal
from compiler.play.saving import replay_text, run_replay, save
from compiler.registry import rulebook_or_fail
from compiler.version import version
from compiler.web.engine import Engine
from compiler.web.house import House, Maker
from compiler.web.messages import Message
from compiler.web.pictures import FACES, Pictures
from compiler.web.room import TEMPO, Room
from compiler.web.scenery import letters, scenery
from compiler.web.seats import Seating
from compiler.web.table import Table


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that can be served."""

    app: ASGIApp
    house: House
    table: Table


def draw(read: Checked, scenario: str, cache: Path | None) -> Pictures:
    """The pictures of a game as its boards lie in a scenario, the board and the counters drawn already."""
    game = read.game.of(read.game.scenarios[scenario])
    pictures = Pictures(game, read.bundle, cache)
    pictures.add_fonts(letters(game))
    for name in (*pictures.first, FACES):
        pictures.get(name)
    return pictures


def taken_up(book: Rulebook, seating: Seating, journal: Path) -> Table:
    """The table of a journal that was begun before."""
    return Table.resume(read_journal(book, read_bounded(journal), journal.name), seating, journal)


def files_of(read: Checked) -> Maker:
    """What makes the files of a game. They take seconds, so they are made beside the play.

    Play only says what has happened; it is played again elsewhere, by rules of their own that remember things of their
    own.
    """
    books: list[Rulebook] = []

    def maker(room: Room, kind: str) -> Callable[[], tuple[str, bytes]]:
        script = replay_text(room.table.session)
        return lambda: made(script, kind)

    def made(script: str, kind: str) -> tuple[str, bytes]:
        if not books:
            books.append(rulebook_or_fail(read.game))
        session = run_replay(books[0], script)
        turn = session.book.game.turn_track
        when = f"-turn-{session.table.tracks[turn.id]}" if turn is not None else ""
        name = f"{session.book.game.id}{when}.{kind}"
        if kind == "vsav":
            return name, saved_game(session, read.bundle, Sink())
        if kind == "vlog":
            return name, played_log(session, read.bundle, Sink())
        return name, (save(session) if kind == "save" else script).encode()

    return maker


def open_table(
    read: Checked, table: Table, pictures: Pictures, hosts: Collection[str], tempo: float = TEMPO
) -> Opened:  # fmt: skip
    """A house with one table."""
    engine = Engine()
    game = table.session.book.game
    scenario = game.scenarios[table.session.start.scenario]
    about: Message = {
        "game": game.title.en,
        "scenario": scenario.title.en,
        "art": pictures.digest,
        "version": version(),
    }
    about["zones"] = table.book.zones is not None

    house = House({table.seating.name: Room(table, engine, about, tempo)}, engine, files_of(read))
    return Opened(house.app(game.title.en, pictures, scenery(game, pictures), hosts), house, table)
