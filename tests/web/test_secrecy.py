"""The secrecy walk over the wire: no message to a seat holds what that seat may not know.

A few games of every game with secrets; `LIEGE_SECRECY=1000` plays 20 of each, so many answers long.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator

import pytest

from compiler.model.table import Piece
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.players import WaywardPlayer
from compiler.play.session import Session
from compiler.play.view import sees
from compiler.web.guests import Guest, text_of
from compiler.web.messages import Message, ask_of, events_of, past_of, view_of
from compiler.web.seats import ONLOOKER, WATCH, Seating
from compiler.web.table import Table
from tests.games.playable import bound
from tests.games.test_random_play import disguised
from tests.games.test_secrecy import SECRETIVE
from tests.web.tables import PATIENCE, AtOnce, Party, meeting, on_the_way
from tests.web.tables import table as table_of

FULL = int(os.environ.get("LIEGE_SECRECY", "0"))
GAMES, ANSWERS = (20, FULL) if FULL else (2, 45)


# messages of what is, not of what was
NOW = tuple(
    f'{{"t":"{kind}",' for kind in ("view", "ask", "past", "peeked", "refused", "allowed", "curtain", "hello", "seats")
)


def walked(slug: str, seed: int) -> Iterator[Table]:
    """A table of random players, after every answer."""
    book = bound(slug)
    names = list(book.game.scenarios)
    scenario = names[seed % len(names)]
    seats = book.game.scenarios[scenario].seats
    table = Table.begin(book, scenario, Seating.of(dict.fromkeys(seats, "random")), str(seed))
    for _ in range(ANSWERS):
        if not table.compute():
            return
        yield table


def messages(table: Table, seat: str, since: int) -> list[Message]:
    """All that one page of a seat is sent after an answer."""
    found = [view_of(table, seat), events_of(table, seat, since)]
    asked = ask_of(table, seat)
    return [*found, asked] if asked is not None else found


def dark(table: Table) -> list[Piece]:
    """The pieces that not everybody sees: an onlooker sees what everybody sees."""
    game = table.book.game
    pieces = table.session.table.pieces.values()
    named = game.cards.keys() & game.spaces.keys()  # a card that bears the name of its place
    return [piece for piece in pieces if piece.id not in named and not sees(game, piece, ONLOOKER)]


def hidden_from(table: Table, seat: str, unseen: list[Piece] | None = None) -> set[str]:
    """Ids of the pieces a seat does not see."""
    game = table.book.game
    return {piece.id for piece in unseen or dark(table) if not sees(game, piece, seat)}


def leaks(table: Table, seat: str, sent: list[Message]) -> list[str]:
    """What a seat may not know in what it is sent."""
    return Reader(table, seat).leaking([text_of(message) for message in sent], dark(table))


class Reader:
    """Reads what goes over the wire to a seat. What told nothing tells nothing again, unless more is hidden now."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, seat
        self.hidden: set[str] = set()
        self.clean: set[str] = set()  # what was read with all of these hidden

    def leaking(self, sent: list[str], unseen: list[Piece]) -> list[str]:
        """What the seat may not know in messages. A piece it was told of in an event may be seen no more."""
        found, hidden = set[str](), hidden_from(self.table, self.seat, unseen)
        if not hidden <= self.hidden:
            self.clean.clear()
        self.hidden = hidden
        for text in sent:
            now = text.startswith(NOW)
            fresh = set(text.split("},")) - self.clean if now else {text}  # nothing of ours has a brace in it
            read = "".join(fresh)
            told = {secret for secret in (self.table.seed + "/", *self.table.seating.tokens.values()) if secret in read}
            if now:
                told |= hidden.intersection('"'.join(fresh).split('"'))  # nor a quote: each text of ours is a part
                if not told:
                    self.clean |= fresh
            found |= told
        return sorted(found)


@pytest.mark.parametrize("slug", SECRETIVE)
def test_no_message_names_what_a_seat_does_not_see(slug: str) -> None:
    hidden = 0
    for seed in range(GAMES):
        since = 0
        for table in walked(slug, seed):
            if table.session.outcome is not None:
                continue  # all is open then, as the test below says
            for seat in (ONLOOKER, *table.seats):
                sent = messages(table, seat, max(0, len(table.hearing.lines[seat]) - 20))
                assert leaks(table, seat, sent) == [], f"seed {seed}, to {seat!r}"
                assert set(sent[0]["table"]["stacks"]) == set(table.session.table.stacks)
            hidden += sum(not sees(table.book.game, p, ONLOOKER) for p in table.session.table.pieces.values())
            since += 1
        assert since
    assert hidden > 0


@pytest.mark.parametrize("slug", SECRETIVE)
def test_two_worlds_that_look_alike_to_a_seat_send_it_the_same(slug: str) -> None:
    """Other answers under seal, dark piles in another order, other cards in others' hands: the same messages."""
    compared = 0
    for seed in range(GAMES):
        for n, table in enumerate(walked(slug, seed)):
            if n % 9 and not FULL:
                continue
            one: Table | None = None
            for seat in table.seats:
                state, twin = table.session.state, disguised(table.session, seat)
                if twin is None or (twin.choices == state.choices and twin.table.stacks == state.table.stacks):
                    continue  # nothing is hidden here: the same world is no twin
                one = one or _fresh(table, Session(state))
                assert _seen(one, seat) == _seen(_fresh(table, Session(twin)), seat), (
                    f"seed {seed}, answer {n}, to {seat}"
                )
                compared += 1
    assert compared > GAMES


@pytest.mark.parametrize("seed", range(GAMES if FULL else 1))
@pytest.mark.parametrize("slug", SECRETIVE)
def test_every_message_of_a_room_to_every_seat_keeps_the_secrets_of_the_others(slug: str, seed: int) -> None:
    """What pages are really sent, asked or not: views and news of others' answers, peeks, reasons."""
    luck = random.Random(f"{slug} {seed}")  # only what is tried

    async def play(party: Party) -> None:
        at = party.room.table
        guests = {place: await party.enter(place) for place in (*at.seats, WATCH)}
        readers = {place: Reader(at, ONLOOKER if place == WATCH else place) for place in guests}
        minds = {seat: WaywardPlayer(f"{seed}/{seat}") for seat in at.seats}  # random ones never end some games
        checked = 0
        for _ in range(ANSWERS if FULL else 25):
            if at.session.outcome is not None or not at.waiting:
                break
            seat = luck.choice(at.waiting)
            ask = at.session.asks[seat]
            option = list(ask.listed).index(minds[seat].answer(at.session, seat))
            tried = luck.randrange(len(ask.listed))
            await party.room.hear(guests[seat], {"t": "peek", "n": at.n, "option": tried})
            for piece in luck.sample(list(at.session.table.pieces.values()), 3):
                thing = piece.id if sees(at.book.game, piece, seat) else "?1"
                await party.room.hear(guests[seat], {"t": "why", "n": at.n, "thing": thing})
            checked += kept(readers, guests, f"before answer {at.n}")
            await party.room.hear(guests[seat], {"t": "answer", "n": at.n, "option": option})
            if at.session.outcome is None:
                checked += kept(readers, guests, f"after answer {at.n}")
        assert checked > 40
        print(f"{slug} {seed}: {at.n} answers, {checked} messages, {at.session.outcome}")  # shown by -s

    names = list(bound(slug).game.scenarios)
    at = table_of(slug, "link", scenario=names[seed % len(names)], seed=str(seed))
    meeting(play, at, PATIENCE * (20 if FULL else 1), AtOnce)


def kept(readers: dict[str, Reader], guests: dict[str, Guest], when: str) -> int:
    """How many messages went out, none with what it must not tell."""
    count, unseen = 0, dark(next(iter(readers.values())).table)
    for place, guest in guests.items():
        sent = on_the_way(guest)
        assert readers[place].leaking(sent, unseen) == [], f"{when}, to {place}"
        count += len(sent)
    return count


def _fresh(table: Table, session: Session) -> Table:
    session.chance = Seeded(1)
    return Table(session, table.seating, table.seed)


def _seen(table: Table, seat: str) -> list[Message]:
    found = messages(table, seat, 0)
    for message in found:
        message.pop("undo", None)
    return found


def test_sealed_answers_are_with_nobody_before_all_are_in() -> None:
    book = bound("shogun")
    seats = book.game.scenarios["chapter_7"].seats
    one, two = (
        Table.begin(book, "chapter_7", Seating.of(dict.fromkeys(seats, "link")), "7") for _ in range(2)
    )  # fmt: skip
    for table, option in ((one, 0), (two, 5)):
        assert table.session.is_sealed
        table.answer(seats[0], table.n, {"option": option})
    for seat in (ONLOOKER, *seats[1:]):
        assert messages(one, seat, 0) == messages(two, seat, 0)
    assert view_of(one, seats[1])["sealed"] == [seats[0]]


def test_the_past_is_shown_as_it_was_seen_then() -> None:
    book = bound("amber_strait")
    seats = book.game.scenarios["strait"].seats
    table = Table.begin(book, "strait", Seating.of(dict.fromkeys(seats, "random")), "3")
    boards: dict[int, object] = {}
    seat = seats[0]
    for _ in range(30):
        lines = table.hearing.lines[seat]
        if lines and lines[-1].at == len(table.session.log) - 1:
            boards[len(lines)] = view_of(table, seat)["table"]
        assert table.compute()
    assert len(boards) > 3
    for to, board in boards.items():
        assert past_of(table, seat, to)["table"] == board


def test_all_is_open_when_the_game_is_over_and_nothing_before() -> None:
    book = bound("amber_strait")
    seats = book.game.scenarios["strait"].seats
    table = Table.begin(book, "strait", Seating.of(dict.fromkeys(seats, "random")), "3")
    while table.session.outcome is None:
        last = [view_of(table, seat)["table"]["pieces"] for seat in (ONLOOKER, *seats)]
        assert table.compute()
    everything = set(table.session.table.pieces)
    assert all(set(shown) - everything for shown in last)  # nameless ones
    for seat in (ONLOOKER, *seats):
        assert set(view_of(table, seat)["table"]["pieces"]) == everything
        assert not any(id.startswith("?") for id in past_of(table, seat, 5)["table"]["pieces"])


def test_the_walk_finds_a_view_that_shows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_of_it(book: Rulebook, table: object, seat: str, scenario: str) -> object:
        return table

    table = next(walked("amber_strait", 0))
    assert not leaks(table, ONLOOKER, messages(table, ONLOOKER, 0))
    monkeypatch.setattr(sys.modules["compiler.web.table"], "redacted", all_of_it)
    table = next(walked("amber_strait", 0))  # another: what a seat sees of one is kept until it changes
    assert leaks(table, ONLOOKER, messages(table, ONLOOKER, 0))


def test_the_walk_finds_a_page_that_is_told_anothers_question() -> None:
    table = next(walked("amber_strait", 0))
    asked = next(ask_of(table, seat) for seat in table.seats if ask_of(table, seat) is not None)
    assert asked is not None
    assert leaks(table, ONLOOKER, [asked])
