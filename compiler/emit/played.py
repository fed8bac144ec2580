"""A game of our engine for VASSAL: as it stands now, or all of it as a log."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Sink
from compiler.emit.pieces import Box, make_box
from compiler.emit.plan import make_plan
from compiler.emit.prototypes import make_shelf
from compiler.emit.saving import lay
from compiler.emit.vlog import Told, log_bytes
from compiler.emit.vsav import notes, save_bytes
from compiler.load import Bundle
from compiler.play.notation import sentence
from compiler.play.session import Session
from compiler.play.state import Choice


def saved_game(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """The table as it is, as a saved game of the module."""
    box = _box(session, bundle, sink)
    scenario = session.book.game.scenarios[session.state.scenario]
    laid = lay(box, scenario, session.table, notes=notes(box.plan, scenario))
    return save_bytes(box.plan, laid, scenario.title.en)


def played_log(session: Session, bundle: Bundle, sink: Sink) -> bytes:
    """Everything that happened since the session began, as a log that VASSAL plays back."""
    box = _box(session, bundle, sink)
    scenario = session.book.game.scenarios[session.state.scenario]
    return log_bytes(box, scenario, session.opening, _told(session))


def _box(session: Session, bundle: Bundle, sink: Sink) -> Box:
    plan = make_plan(session.book.game, bundle, sink, None)
    return make_box(plan, make_shelf(plan))


def _told(session: Session) -> Iterator[Told]:
    table = session.opening
    for entry in session.log:
        if not isinstance(entry.what, Choice):
            table = entry.what.on(table)
            yield Told(entry.what, sentence(session.book, entry.what, table))
