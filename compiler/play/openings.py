"""The engine as a check of setups: each is laid out and the first question asked."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, diagnose
from compiler.model.scenario import Scenario
from compiler.play.ask import Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.faults import EngineFault
from compiler.play.session import Session


def check_openings(book: Rulebook) -> Iterator[Diagnostic]:
    """A diagnostic for each scenario that cannot begin, is over before it begins, or leaves a player without answer."""
    for scenario in book.game.scenarios.values():
        fault = _fault(book, scenario)
        if fault is not None:
            help = "mend the setup, or what the sequence of play says of its first step"
            yield diagnose("P022", f"`{scenario.id}` {fault}", scenario.note.span, help=help)


def _fault(book: Rulebook, scenario: Scenario) -> str | None:
    try:
        session = Session.begin(book, scenario.id, Seeded(scenario.id))
        if session.outcome is not None:
            return f"is over before anybody is asked: {session.outcome.because}"
        seat = next(iter(session.asks), None)
        if seat is not None and not session.legal(seat):
            return f"leaves {seat} without a legal answer at its first question"
    except (EngineFault, Refused) as fault:
        return f"cannot be begun: {fault}"
    return None
