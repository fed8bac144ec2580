"""What pages were really sent: every frame of their sockets, held against what their seats might know then."""

from __future__ import annotations

import json
from typing import Any

from compiler.play.hearing import table_at
from compiler.play.state import Choice
from compiler.play.view import sees
from compiler.web.seats import ONLOOKER, WATCH
from tests.web.browsing import Visit
from tests.web.served import Served
from tests.web.test_secrecy import hidden_from

ONCE = ("hello", "seats", "line")  # of the table, not of a change of it


def seat_of(place: str) -> str:
    return ONLOOKER if place == WATCH else place


class Overheard:
    """Pages of a table, by their places; noted after every change, for what is hidden goes with the change."""

    def __init__(self, served: Served, visits: dict[str, Visit]) -> None:
        self.served, self.visits = served, visits
        self.hidden: dict[tuple[str, int], set[str]] = {}
        self.note()

    def note(self) -> int:
        """What each place does not see now; which change it is."""
        return self.served.opened.house.engine.submit(self._note).result()

    def _note(self) -> int:
        at = self.served.table
        for place in self.visits:
            self.hidden[place, at.n] = hidden_from(at, seat_of(place))
        return at.n

    def known(self, place: str) -> set[str]:
        """The pieces a place has seen at some time of the game."""
        session, game = self.served.table.session, self.served.table.book.game
        table = table_at(session, 0)
        found = {id for id, piece in table.pieces.items() if sees(game, piece, seat_of(place))}
        for entry in session.log:
            if not isinstance(entry.what, Choice):
                table = entry.what.on(table)
                moved = table.pieces.get(getattr(entry.what, "piece", ""))
                found.update([moved.id] if moved is not None and sees(game, moved, seat_of(place)) else [])
        return found

    def leaks(self, place: str, sent_to: str | None = None) -> list[tuple[str, str]]:
        """Secrets in the frames of a place, with their kinds; or in those of another, as if they were its own."""
        at = self.served.table
        secrets = {at.seed + "/", *at.seating.tokens.values()}
        known, found = self.known(place), set()
        for text in self.visits[sent_to or place].frames:
            message = json.loads(text)
            kind = message["t"]
            if kind == "events":  # of what was, too: pieces that this place has seen at some time
                named = {line["piece"] for line in message["list"] if "piece" in line} - known
                found.update((kind, id) for id in named if id in at.session.table.pieces)
            elif kind not in ONCE:
                found.update((kind, id) for id in self._texts(message) & self.hidden.get((place, message["n"]), set()))
            found.update((kind, "a token or the seed") for secret in secrets if secret in text)
        return sorted(found)

    def _texts(self, value: Any) -> set[str]:
        """Every text of a message, keys too."""
        if isinstance(value, dict):
            return set(value).union(*map(self._texts, value.values()))
        if isinstance(value, list):
            return set().union(*map(self._texts, value))
        return {value} if isinstance(value, str) else set()
