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
from compiler.play.machine import Walk
from compiler.play.notation import sentence
from compiler.play.session import Session
from compiler.play.state import Choice


def saved_game(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """The table as it is, as a saved game of the module."""
    box = _box(session, bundle, sink)
    scenario = session.book.game.scenarios[session.state.scenario]
    laid = lay(box, scenario, session.table, notes=notes(box.plan, scenario), line=_line(session))
    return save_bytes(box.plan, laid, scenario.title.en)


def played_log(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """Everything that happened since the session began, as a log that VASSAL plays back."""
    box = _box(session, bundle, sink)
    scenario = session.book.game.scenarios[session.state.scenario]
    return log_bytes(box, scenario, session.opening, _told(session))


def _line(session: Session) -> int:
    """Where the game stands on the turn tracker: the line of its step, and of the player whose turn it is."""
    lines = entries(session.book.game)
    cursor = session.state.cursor
    if cursor is None:
        return max(len(lines) - 1, 0)
    found = [n for n, line in enumerate(lines) if cursor.step in line.begins]
    if len(found) < 2:
        return found[0] if found else 0
    place = next((p for p in (_place(session, node, value) for node, value in reversed(cursor.loops)) if p), 0)
    return found[min(place, len(found) - 1)]


def _place(session: Session, node: str, value: Value) -> int:
    """The place of a seat in its loop; 0 for other loops."""
    loop, state = session.book.nodes[node], session.state
    if loop.over != "seat":
        return 0
    order = Walk(state, session.table, dict(state.cursor.loops if state.cursor else ()), []).values(loop)
    return order.index(value) if value in order else 0


def _box(session: Session, bundle: Bundle, sink: Sink) -> Box:
    plan = make_plan(session.book.game, bundle, sink, None)
    return make_box(plan, make_shelf(plan))


def _told(session: Session) -> Iterator[Told]:
    table = session.opening
    for entry in session.log:
        if not isinstance(entry.what, Choice):
            table = entry.what.on(table)
            yield Told(entry.what, sentence(session.book, entry.what, table))
