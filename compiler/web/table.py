"""A game at a table in the browser: answers, seals, undo, journal, computers. It knows no sockets."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from compiler.model.table import Table as Board
from compiler.play.ask import CHANCE, Answer, Ask, Refusal, Refused
from compiler.play.book import Rulebook
from compiler.play.branching import branched
from compiler.play.chance import Seeded
from compiler.play.codec import Unreadable, answer_from_json
from compiler.play.hearing import Hearing
from compiler.play.journal import Journal, Written, fresh_path
from compiler.play.notation import parse, seat_name
from compiler.play.offers import shaped
from compiler.play.peeking import peek
from compiler.play.players import GreedyPlayer, Player, player
from compiler.play.session import Session
from compiler.play.undoing import no_undo
from compiler.play.view import redacted
from compiler.web.crests import Crests
from compiler.web.keys import keep
from compiler.web.orders import Orders, sort_placed
from compiler.web.seats import LINK, ONLOOKER, Seating, token

MOST_TEXT = 2_000  # letters of an answer that is written
MOST_DEEP = 4  # lists within lists of an answer
MOST_TIMES = 200  # pieces placed by one answer


class Table:
    """A session with people and computers around it. All of it runs in one thread."""

    def __init__(self, session: Session, seating: Seating, seed: str, journal: Journal | None = None) -> None:
        self.session, self.seating, self.seed, self.journal = session, seating, seed, journal
        self.seats = session.book.game.scenarios[session.state.scenario].seats
        self.sealed: dict[str, Answer] = {}  # answers that wait until all are in
        self.n = 0  # changes so far: an answer to an older question is no answer to this one
        self.back_at = 0  # the change at which something was last taken back
        self._given: dict[str, int] = {}  # the change each seat's last answer made
        self._then: tuple[int, Board] | None = None  # where the log stood before the last answer, and what lay there
        self._seen: dict[str, tuple[Board, Board]] = {}  # what lay there, and as each seat saw it
        self.hearing = Hearing(session, (ONLOOKER, *self.seats))
        self.hearing.go_on()
        self.crests = Crests(session.book.game)
        self.players: dict[str, Player] = {}
        self.orders = Orders(session, seed)
        self._seat_computers()
        self.keep()

    @classmethod
    def begin(
        cls, book: Rulebook, scenario: str, seating: Seating, seed: str, journal: Path | None = None
    ) -> Table:  # fmt: skip
        """A new game."""
        session = Session.begin(book, scenario, Seeded(seed))
        about = {"seats": dict(seating.kinds)}
        return cls(session, seating, seed, Journal.begin(journal, session, seed, about) if journal else None)

    @classmethod
    def resume(cls, written: Written, seating: Seating, path: Path) -> Table:
        """A game taken up from its journal."""
        written.session.chance = Seeded(written.seed)
        table = cls(written.session, seating, written.seed, Journal.go_on(path, written))
        table.sealed = dict(written.sealed)
        table.n = table.back_at = written.lines  # more than any page has seen: each is told all of it anew
        if table.sealed and not table.waiting:  # stopped while the seals were broken
            table._break_seals()
        return table

    def branch(self, seat: str, to: int, seed: str) -> Table:
        """A new table from the moment when a seat had heard so many lines; this one stays as it is."""
        lines = self.hearing.lines[seat]
        to = max(0, min(to, len(lines)))
        end = len(self.session.log) if to == len(lines) else lines[to - 1].at + 1 if to else 0
        path = fresh_path(self.journal.path.parent) if self.journal is not None else None
        session, journal = branched(self.session, end, seed, path, {"seats": dict(self.seating.kinds)})
        return Table(session, Seating.of(self.seating.kinds), seed, journal)

    def sit(self, seat: str, kind: str) -> None:
        """Somebody else takes a seat."""
        self._seated(self.seating.kinds, seat, kind)
        self._seat_computers()

    def renew(self, place: str) -> None:
        """A new link for a place; the old one leads nowhere."""
        self._seated(self.seating.tokens, place, token())

    def _seated(self, kept: dict[str, str], place: str, new: str) -> None:
        """A change of the seating, kept at once: after a restart the old one must not come back."""
        before, kept[place] = kept[place], new
        try:
            self.keep()
        except OSError as fault:
            kept[place] = before
            raise Refused(Refusal(None, f"that cannot be kept: {fault.strerror}")) from fault

    def keep(self) -> None:
        """Write down who sits where, beside the journal."""
        if self.journal is not None:
            keep(self.journal.path, self.seating)

    def _seat_computers(self) -> None:
        kinds = self.seating.kinds
        self.players = {seat: player(kinds[seat], f"{self.seed}/{seat}") for seat in self.seating.computers}

    @property
    def book(self) -> Rulebook:
        return self.session.book

    # -- looking -------------------------------------------------------------------------------------------------------
    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have not answered."""
        return tuple(seat for seat in self.session.asks if seat not in self.sealed)

    def ask(self, seat: str) -> Ask | None:
        """What a seat is asked now."""
        return self.session.asks.get(seat) if seat not in self.sealed and seat != CHANCE else None

    def seen(self, seat: str) -> Board:
        """What lies there as a seat sees it: a view, a question and what is asked about things go by the same."""
        board, kept = self.session.table, self._seen.get(seat)
        if kept is None or kept[0] is not board:
            kept = self._seen[seat] = board, redacted(self.book, board, seat, self.session.state.scenario)
        return kept[1]

    def asked(self, seat: str, n: int) -> Ask:
        """The question to a seat, if it is still the one it has seen."""
        if n != self.n:
            raise Refused(Refusal(None, "the game has gone on since"))
        found = self.ask(seat)
        if found is None:
            raise Refused(Refusal(None, "it is not your turn"))
        return found

    def no_undo(self, seat: str) -> str | None:
        """Why a seat may take nothing back; None if it may."""
        if seat in self.sealed:
            return None
        if seat not in self.seats:
            return "onlookers have nothing to take back"
        if self.sealed:
            return "answers are under seal"
        moments, then = self.session.moments, self._then
        known = then[1] if then is not None and moments and moments[-1].log == then[0] else None
        return no_undo(self.session, seat, self.seats, known)

    def may_wish(self, seat: str) -> bool:
        """Whether a seat could take an answer back if the others let it: it has given one."""
        session = self.session
        if seat not in self.seats or self.sealed or not session.asks:
            return False
        return any(session.record[moment.record].seat == seat for moment in reversed(session.moments))

    def wish(self, seat: str, n: int) -> None:
        """Judge a wish made at a change of the game: what others have answered since goes back with one's own."""
        if not max(self.back_at, self._given.get(seat, 0)) <= n <= self.n:
            raise Refused(Refusal(None, "the game has gone on since"))
        if not self.may_wish(seat):
            raise Refused(Refusal(None, "there is nothing to take back"))

    # -- reading -------------------------------------------------------------------------------------------------------
    def read(self, ask: Ask, given: Mapping[str, Any]) -> Answer:
        """The answer of a message: the number of an option, an answer as values, or one that is written."""
        option, text = given.get("option"), given.get("text")
        if isinstance(option, int) and not isinstance(option, bool):
            if not 0 <= option < len(ask.listed):
                raise Refused(Refusal(None, "there is no such option"))
            chosen: Answer = ask.listed[option]
            return chosen
        if isinstance(text, str) and len(text) <= MOST_TEXT:
            return self._like(ask, parse(self.book, ask, text))
        if "answer" in given and _depth(given["answer"]) <= MOST_DEEP:
            try:
                return self._like(ask, answer_from_json(self.book, given["answer"]))
            except Unreadable as fault:
                raise Refused(Refusal(None, str(fault))) from fault
        raise Refused(Refusal(None, "that is no answer"))

    def _like(self, ask: Ask, answer: Answer) -> Answer:
        """An answer of a shape the rules expect; others never come before them."""
        if not shaped(ask, answer):
            raise Refused(Refusal(ask.rule, "that is no answer to this question"))
        return answer

    def peek(self, seat: str, n: int, given: Mapping[str, Any]) -> Ask | None:
        """What would be asked after an answer; nothing changes."""
        ask = self.asked(seat, n)
        return peek(self.session, self.read(ask, given), seat)

    # -- playing -------------------------------------------------------------------------------------------------------
    def answer(self, seat: str, n: int, given: Mapping[str, Any]) -> None:
        """A seat answers. Under seal the answer waits for the others."""
        ask = self.asked(seat, n)
        answer = self.read(ask, given)
        if answer not in ask.listed:
            no = ask.judge(answer)
            if no is not None:
                raise Refused(no)
        times = given.get("times", 1)
        if not isinstance(times, int) or not 1 <= times <= MOST_TIMES:
            raise Refused(Refusal(None, "that is no number of times"))
        self._take(seat, answer)
        self._again(seat, answer, sort_placed(ask), times - 1)

    def _again(self, seat: str, answer: Answer, sort: str | None, times: int) -> None:
        """The same place for more pieces of a sort, as long as they are asked for next and it is allowed."""
        begun = len(self.session.moments) - 1
        for _ in range(times):
            ask = self.ask(seat)
            if sort is None or ask is None or sort_placed(ask) != sort or answer not in ask.listed:
                return
            self._take(seat, answer)
            self.orders.went_along(seat, begun)

    def _take(self, seat: str, answer: Answer) -> None:
        if self.session.is_sealed:
            self.sealed[seat] = answer
            if self.waiting:
                if self.journal is not None:
                    self.journal.seal(seat, answer)
                return  # the question to the others is the same as before
            self._break_seals()
        else:
            self._apply(seat, answer)
            self._went_on()

    def _break_seals(self) -> None:
        """All are in: the answers go to the game together."""
        for seat, kept in list(self.sealed.items()):
            self._apply(seat, kept)
        self.sealed.clear()
        self._went_on()

    def _went_on(self) -> None:
        self.n += 1
        self.orders.went_on()
        self.hearing.go_on()

    def _apply(self, seat: str, answer: Answer) -> None:
        since = len(self.session.record)
        then = len(self.session.log), self.session.table
        self.session.apply(answer, seat)
        self._then, self._given[seat] = then, self.n + 1
        if self.journal is not None:
            self.journal.answer(self.session, since)

    def undo(self, seat: str, n: int) -> None:
        """A seat takes its last answer back, or opens what it has sealed."""
        if n != self.n:
            raise Refused(Refusal(None, "the game has gone on since"))
        no = self.no_undo(seat)
        if no is not None:
            raise Refused(Refusal(None, f"that cannot be taken back: {no}"))
        if seat in self.sealed:
            del self.sealed[seat]
            if self.journal is not None:
                self.journal.unseal(seat)
            return
        to = self.orders.together(seat)
        self._back(seat)
        while len(self.session.moments) > to and self.no_undo(seat) is None:
            self._back(seat)

    def undo_far(self, seat: str) -> None:
        """The last answer of a seat is taken back with all that came after it: the others have agreed."""
        if not self.may_wish(seat):
            raise Refused(Refusal(None, "there is nothing to take back"))
        self._back(seat)

    def _back(self, seat: str) -> None:
        """To where a seat stood before its last answer."""
        session, theirs, self._then = self.session, False, None
        self.orders.end(seat)
        while not theirs:
            theirs = session.record[session.moments[-1].record].seat == seat
            session.undo()
            if self.journal is not None:
                self.journal.undo(seat)
        self.n += 1
        self.back_at = self.n
        self.hearing.go_on()

    # -- computers -----------------------------------------------------------------------------------------------------
    @property
    def computer(self) -> str | None:
        """A computer that is asked now."""
        return next((seat for seat in self.waiting if self._mind(seat) is not None), None)

    def _mind(self, seat: str) -> Player | None:
        """Who answers for a seat that does not do so itself."""
        return self.players.get(seat) or self.orders.of(seat)

    def compute(self) -> bool:
        """Let one computer answer; false if none is asked."""
        seat = self.computer
        if seat is None:
            return False
        mind = self._mind(seat)
        assert mind is not None
        self._play(seat, mind.answer(self.session, seat))
        return True

    def _play(self, seat: str, answer: Answer) -> None:
        self._take(seat, answer)
        if seat not in self.players:
            self.orders.answered(seat)

    def computing(self) -> Generator[None, None, bool]:
        """The same in pieces; the table must not change in between."""
        seat = self.computer
        if seat is None:
            return False
        mind = self._mind(seat)
        assert mind is not None
        if isinstance(mind, GreedyPlayer):
            answer = yield from mind.thinking(self.session, seat)
        else:
            answer = mind.answer(self.session, seat)
        self._play(seat, answer)
        return True

    def leave(self, seat: str, n: int) -> None:
        """A seat leaves the questions like the one before it to advice."""
        ask = self.asked(seat, n)
        if not self.orders.may(ask):
            raise Refused(Refusal(None, "that is for yourself to answer"))
        self.orders.give(seat, ask)

    def close(self) -> None:
        """No more is written."""
        if self.journal is not None:
            self.journal.close()

    def name(self, seat: str) -> str:
        return seat_name(self.book, seat) if seat else "Onlookers"

    def is_open(self) -> bool:
        """Whether a file with all secrets may be given out: the game is over, or nobody plays from elsewhere."""
        return self.session.outcome is not None or LINK not in self.seating.kinds.values()


def _depth(value: Any) -> int:
    if isinstance(value, list | tuple):
        return 1 + max((_depth(part) for part in value), default=0)
    if isinstance(value, dict):
        return 1 + max((_depth(part) for part in value.values()), default=0)
    return 0
