"""The engine as a check of setups: each is laid out, and its first turns asked through."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, diagnose
from compiler.model.scenario import Scenario
from compiler.play.ask import Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.faults import EngineFault, breakdown
from compiler.play.players import RandomPlayer
from compiler.play.session import Session

MOST = 200  # answers of the turns that are looked through
_TRIES = 6  # games of so many turns that random players begin under rules of their own, until everybody has moved
_TURNS = 3
_LONGEST = 1500  # answers of one of them
_MOVES, _FIGHTS = "stock.move", "stock.attack"


def check_openings(book: Rulebook) -> Iterator[Diagnostic]:
    """A diagnostic for each scenario that cannot begin, is won before it begins, or leaves a player without answer."""
    for scenario in book.game.scenarios.values():
        try:
            session = Session.begin(book, scenario.id, Seeded(scenario.id))
            fault = _dead(session)
            if fault is None:
                yield from _won_already(session, scenario)
                yield from _tried(book, scenario) if book.game.rules is not None else _rooted(session, scenario)
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


# -- rules of the game's own: nobody knows which step moves or wins, so random players try -----------------------------
def _tried(book: Rulebook, scenario: Scenario) -> Iterator[Diagnostic]:
    """What comes out however the first turns are played: the game is over, or a seat has moved nothing."""
    track = book.game.turn_track
    if track is None:
        return
    if not scenario.free:  # what players place themselves may undo it
        yield from _over_at_once(book, scenario, track.id)
    moved, landed = set[str](), set[str]()
    for n in range(_TRIES):
        play = _Random(Session.begin(book, scenario.id, Seeded(f"{scenario.id} {n}")), scenario, track.id, n)
        for _ in play.turns(_TURNS):
            moved |= play.moved
            landed |= play.landed
            if moved.issuperset(scenario.seats):
                return
    for seat in scenario.seats:
        if moved and seat in landed and seat not in moved:
            message = f"in `{scenario.id}` {seat} moved nothing in the first {_TURNS} turns, in {_TRIES} tries by lot"
            help = "see where its units stand, how far they go, and what the ground costs"
            yield diagnose("P024", message, scenario.note.span, help=help)


def _over_at_once(book: Rulebook, scenario: Scenario, track: str) -> Iterator[Diagnostic]:
    ends = dict[str, None]()
    for n in range(2):  # by another lot it would end otherwise, if it were chance
        play = _Random(Session.begin(book, scenario.id, Seeded(f"{scenario.id} {n}")), scenario, track, n, idle=True)
        for _ in play.turns(1):
            pass
        if play.session.outcome is None or len(play.seen) > 1:
            return
        ends[str(play.session.outcome.because)] = None
    message = f"`{scenario.id}` is over in its first turn though nobody acts: {next(iter(ends))}"
    yield diagnose("P023", message, scenario.note.span, help="mend what a victory asks for, or the setup")


class _Random:
    """A game begun by random players who never give up; idle ones do nothing where they may."""

    def __init__(self, session: Session, scenario: Scenario, track: str, seed: int, *, idle: bool = False) -> None:
        self.session, self.scenario, self.track, self.idle = session, scenario, track, idle
        self.lot = RandomPlayer(f"opening {seed}")
        self.owners: dict[str, set[str]] = {}
        for seat in scenario.seats:
            for side in session.book.sides_of(seat, scenario):
                self.owners.setdefault(side, set()).add(seat)  # allies may share one
        self.seen: dict[object, None] = {}
        self.moved: set[str] = set()
        self.landed: set[str] = set()

    def turns(self, most: int) -> Iterator[None]:
        """Play so many turns; after each answer it is known who has moved."""
        for _ in range(_LONGEST):
            self.seen[self.session.table.tracks[self.track]] = None
            if not self.session.asks or len(self.seen) > most:
                return
            self._answer()
            yield

    def _answer(self) -> None:
        seat, ask = next(iter(self.session.asks.items()))
        before, answer = self.session.table, ask.stop if self.idle else None
        if answer is None or (ask.seldom is not None and ask.seldom(answer)):
            legal = self.session.legal(seat)
            kept = [one for one in legal if ask.seldom is None or not ask.seldom(one)]
            answer = (kept or legal)[self.lot.pick(len(kept or legal))]
        self.session.apply(answer, seat)
        land = self.session.book.land
        for id, piece in self.session.table.pieces.items():
            owners = self.owners.get(piece.side or "", ())
            if not owners or piece.place not in land:
                continue
            self.landed.update(owners)
            old = before.pieces.get(id)
            if old is not None and old.place != piece.place and old.place in land:
                self.moved.update(owners)
