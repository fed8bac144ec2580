"""A game of our engine for VASSAL: as it stands now, or all of it as a log."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Sink
from compiler.emit.module.custom import whole_box
from compiler.emit.module.lines import Entry, entries
from compiler.emit.module.pieces import Box
from compiler.emit.plan import make_plan
from compiler.emit.save.engine_state import engine_note, is_whole
from compiler.emit.save.laying import lay
from compiler.emit.save.reading import read_table
from compiler.emit.save.vlog import Told, log_bytes
from compiler.emit.save.vsav import notes, save_bytes
from compiler.load import Bundle
from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.table import Table
from compiler.play.machine import Walk
from compiler.play.session import Session
from compiler.play.state import Choice, Cursor, State
from compiler.play.telling import EVERYBODY, Teller


def saved_game(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """The table as it is, as a saved game of the module, with the engine's note: `resuming` takes it up again."""
    return save_of(session, make_game_box(session.book.game, bundle, sink))


def save_of(session: Session, box: Box) -> bytes:
    """A saved game from the pieces of its module."""
    scenario = session.book.game.scenarios[session.state.scenario]
    # what may not be written open is asked again from the beginning of the step, on the table of the beginning
    table = session.table if is_whole(session) else session.state.table
    line = tracker_line(session.state, table, session.state.cursor)
    words = notes(box.plan, scenario)
    seen = read_table(box.plan, lay(box, scenario, table).commands).table
    laid = lay(box, scenario, table, notes=words, engine=engine_note(session, seen), line=line)
    return save_bytes(box.plan, laid, scenario.title.en)


def played_log(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """Everything that happened since the session began, as a log that VASSAL plays back."""
    return log_of(session, make_game_box(session.book.game, bundle, sink))


def log_of(session: Session, box: Box) -> bytes:
    """A log from the pieces of its module."""
    scenario = session.book.game.scenarios[session.state.scenario]
    line = tracker_line(session.start, session.opening, session.start.cursor)
    return log_bytes(box, scenario, session.opening, _told(session), line=line)


def tracker_line(state: State, table: Table, cursor: Cursor | None) -> int:
    """Where a game stands on the turn tracker: the line of its step, in the passes of the loops it is in."""
    lines: list[Entry] = state.book.once("tracker lines", lambda: entries(state.book.game))
    if cursor is None:
        return max(len(lines) - 1, 0)
    found = [n for n, line in enumerate(lines) if cursor.step in line.begins]
    if len(found) < 2:
        return found[0] if found else 0
    places = {node: _place(state, table, cursor, node, value) for node, value in cursor.loops}
    right = (n for n in found if all(places.get(node, 0) == at for node, at in lines[n].passes))
    return next(right, found[0])


def _place(state: State, table: Table, cursor: Cursor, node: str, value: Value) -> int:
    """The pass of a loop: the place of a seat in the order, of a box on its track; 0 where nobody counts."""
    loop = state.book.nodes[node]
    if loop.over == "seat":
        order = Walk(state, table, dict(cursor.loops), []).values(loop)
        return order.index(value) if value in order else 0
    track = state.book.game.tracks.get(loop.over or "")
    boxes = [box.value for box in track.boxes[1 if track.wrap else 0 :]] if track is not None else []
    return boxes.index(value) if isinstance(value, int | str) and value in boxes else 0


def make_game_box(game: Game, bundle: Bundle, sink: Sink) -> Box:
    """The pieces of a game as VASSAL has them."""
    plan = make_plan(game, bundle, sink, None)
    return whole_box(plan, bundle)


def _told(session: Session) -> Iterator[Told]:
    """Every event with what everybody may hear of it, then the place where the game stands now."""
    for heard in Teller.of(session, EVERYBODY).log(session):
        entry = heard.entry
        if not isinstance(entry.what, Choice):
            line = tracker_line(session.start, heard.before, Cursor(entry.step, entry.loops))
            yield Told(entry.what, heard.words, line)
    yield Told(None, None, tracker_line(session.state, session.table, session.state.cursor))
