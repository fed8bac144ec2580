"""A game of our engine for VASSAL: as it stands now, or all of it as a log."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Sink
from compiler.emit.module.pieces import Box, make_box
from compiler.emit.module.prototypes import make_shelf
from compiler.emit.module.tracker import entries
from compiler.emit.plan import make_plan
from compiler.emit.save.laying import lay
from compiler.emit.save.vlog import Told, log_bytes
from compiler.emit.save.vsav import notes, save_bytes
from compiler.load import Bundle
from compiler.model.common import Value
from compiler.model.table import Table
from compiler.play.machine import Walk
from compiler.play.session import Session
from compiler.play.state import Choice, Cursor
from compiler.play.telling import EVERYBODY, Teller


def saved_game(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """The table as it is, as a saved game of the module."""
    box = _box(session, bundle, sink)
    scenario = session.book.game.scenarios[session.state.scenario]
    laid = lay(
        box,
        scenario,
        session.table,
        notes=notes(box.plan, scenario),
        line=tracker_line(session, session.table, session.state.cursor),
    )
    return save_bytes(box.plan, laid, scenario.title.en)


def played_log(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """Everything that happened since the session began, as a log that VASSAL plays back."""
    box = _box(session, bundle, sink)
    scenario = session.book.game.scenarios[session.state.scenario]
    line = tracker_line(session, session.opening, session.start.cursor)
    return log_bytes(box, scenario, session.opening, _told(session), line=line)


def tracker_line(session: Session, table: Table, cursor: Cursor | None) -> int:
    """Where a game stands on the turn tracker: the line of its step, and of the player whose turn it is."""
    lines = session.book.once("tracker lines", lambda: entries(session.book.game))
    if cursor is None:
        return max(len(lines) - 1, 0)
    found = [n for n, line in enumerate(lines) if cursor.step in line.begins]
    if len(found) < 2:
        return found[0] if found else 0
    places = (_place(session, table, cursor, node, value) for node, value in reversed(cursor.loops))
    return found[min(next((place for place in places if place), 0), len(found) - 1)]


def _place(session: Session, table: Table, cursor: Cursor, node: str, value: Value) -> int:
    """The place of a seat in its loop; 0 for other loops."""
    loop = session.book.nodes[node]
    if loop.over != "seat":
        return 0
    order = Walk(session.state, table, dict(cursor.loops), []).values(loop)
    return order.index(value) if value in order else 0


def _box(session: Session, bundle: Bundle, sink: Sink) -> Box:
    plan = make_plan(session.book.game, bundle, sink, None)
    return make_box(plan, make_shelf(plan))


def _told(session: Session) -> Iterator[Told]:
    """Every event with what everybody may hear of it, then the place where the game stands now."""
    for heard in Teller.of(session, EVERYBODY).log(session):
        entry = heard.entry
        if not isinstance(entry.what, Choice):
            line = tracker_line(session, heard.before, Cursor(entry.step, entry.loops))
            yield Told(entry.what, heard.words, line)
    yield Told(None, None, tracker_line(session, session.table, session.state.cursor))
