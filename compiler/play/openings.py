"""The engine as a check of setups: each is laid out, and its first turns asked through."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, diagnose
from compiler.model.scenario import Scenario
from compiler.play.ask import Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.faults import EngineFault, breakdown
from compiler.play.session import Session

MOST = 200  # answers of the turns that are looked through
_MOVES, _FIGHTS = "stock.move", "stock.attack"


def check_openings(book: Rulebook) -> Iterator[Diagnostic]:
    """A diagnostic for each scenario that cannot begin, is won before it begins, or leaves a player without answer."""
    for scenario in book.game.scenarios.values():
        try:
            session = Session.begin(book, scenario.id, Seeded(scenario.id))
            fault = _dead(session)
            if fault is None:
                yield from _won_already(session, scenario)
                yield from _rooted(session, scenario)
        except (EngineFault, Refused) as failed:
            fault = f"cannot be begun: {failed}"
        except Exception as broken:
            fault = f"breaks its rules down: {breakdown(broken)}"
        if fault is not None:
            help = "mend the setup, or what the sequence of play says of its first step"
            yield diagnose("P022", f"`{scenario.id}` {fault}", scenario.note.span, help=help)


def _dead(session: Session) -> str | None:
    if session.outcome is not None:
        return f"is over before anybody is asked: {session.outcome.because}"
    seat = next(iter(session.asks), None)
    if seat is not None and not session.legal(seat):
        return f"leaves {seat} without a legal answer at its first question"
    return None


def _won_already(session: Session, scenario: Scenario) -> Iterator[Diagnostic]:
    """Victories of steps.yaml that hold as the pieces lie, and would be looked at before the last turn."""
    from compiler.play.stock.bound import bound_of
    from compiler.play.stock.here import Here

    scene = session.scene
    articles = session.book.game.articles.victories
    if scene is None or not articles or scenario.free:  # what players place themselves may undo it
        return
    for id, win in bound_of(scene).wins.items():
        holders = [seat for seat in scenario.seats if win.at != "end" and win.won(Here(scene, seat)) is not None]
        if holders:
            message = f"`{id}` holds as `{scenario.id}` is laid out: it is won before anybody acts"
            yield diagnose("P023", message, articles[id].note.span, help="mend what it asks for, or the setup")


def _rooted(session: Session, scenario: Scenario) -> Iterator[Diagnostic]:
    """Seats that have units on the map and can move none while others could, for turns in which nobody does."""
    book = session.book
    if book.game.turn_track is None or all(node.step != _MOVES for node in book.game.steps()):
        return
    begun, stuck, turns = session.opening, list[str](), 0
    for fights in (False, True):  # with fights it takes longer: only if somebody seems to be stuck without
        able, turns = _turns(session, scenario, fights)
        stuck = [seat for seat in scenario.seats if able and turns > 1 and seat not in able]
        if not stuck:
            return
        session = Session.begin(book, scenario.id, Seeded(scenario.id))
    for seat in stuck:
        sides = book.sides_of(seat, scenario)
        if any(p.side in sides and p.place in book.land for p in begun.pieces.values()):
            message = f"in `{scenario.id}` {seat} can move nothing in the first {turns} turns"
            help = "see where its units stand, how far they go, and what the ground costs"
            yield diagnose("P024", message, scenario.note.span, help=help)


def _turns(session: Session, scenario: Scenario, fights: bool) -> tuple[set[str], int]:
    """Who could have moved in the first turns, and in how many: whoever may move stays, whoever may fight does or not.

    No more is asked once everybody could.
    """
    game = session.book.game
    moves = {node.id for node in game.steps() if node.step == _MOVES}
    fighting = {node.id for node in game.steps() if node.step == _FIGHTS}
    turns, able = dict[object, None](), set[str]()
    assert game.turn_track is not None
    for _ in range(MOST):
        if not session.asks or able.issuperset(scenario.seats):
            break
        turns[session.table.tracks[game.turn_track.id]] = None
        seat, ask = next(iter(session.asks.items()))
        spared = session.step in fighting and not fights and ask.stop is not None
        moving = session.step in moves
        answers = (ask.stop,) if spared and ask.stop is not None else session.legal(seat)
        if not answers:
            return set(), 0
        able |= {seat} if moving and len(answers) > 1 else set()
        session.apply(answers[-1] if moving else answers[0], seat)
    return able, len(turns)
