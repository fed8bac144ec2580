"""A seat's own idea of the world: the same whatever the truth is that it cannot see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler.model.table import Table
from compiler.play.ask import Ask
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.imagining import imagined_state, imagined_table
from compiler.play.invariants import broken
from compiler.play.players import GreedyPlayer, RandomPlayer
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.play.step import Advice, Judgement
from compiler.play.view import redacted
from tests.games.playable import PLAYABLE, bound
from tests.games.test_random_play import disguised
from tests.play.table import begin, book, forgetful, play


def shogun(answers: int, seed: int = 1) -> Session:
    session, luck = Session.begin(bound("shogun"), "four_players", Seeded(seed)), RandomPlayer(seed)
    for _ in range(answers):
        seat = next(iter(session.asks))
        session.apply(luck.answer(session, seat), seat)
    return session


def mixed(table: Table, seat: str) -> Table:
    """The same table but for the cards the seat does not see: they go round among their places."""
    seen = redacted(bound("shogun"), table, seat, "four_players")
    hidden = [id for id in table.pieces if id not in seen.pieces and id.startswith("card_")]
    names = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    cards = {id: table.pieces[id] for id in hidden}
    moved = {names[id]: piece._replace(id=names[id], counter=names[id]) for id, piece in cards.items()}
    pieces = {id: moved.get(id, piece) for id, piece in table.pieces.items()}
    stacks = {place: tuple(names.get(id, id) for id in ids) for place, ids in table.stacks.items()}
    return Table(pieces, stacks, table.tracks, table.marks)


def test_what_is_imagined_is_the_same_whatever_is_hidden() -> None:
    session = shogun(150)
    for seat in ("pink", "gray"):
        other = mixed(session.table, seat)
        assert other != session.table
        one, two = (imagined_table(session.book, table, seat, "four_players") for table in (session.table, other))
        assert one == two
        assert list(one.pieces) == list(two.pieces)


def test_what_is_imagined_looks_like_what_is_seen_and_hangs_together() -> None:
    session = shogun(150)
    table = imagined_table(session.book, session.table, "pink", "four_players")
    assert table != session.table
    assert not list(broken(session.book.game, table))
    seen = [redacted(session.book, t, "pink", "four_players") for t in (table, session.table)]
    assert seen[0].stacks == seen[1].stacks
    assert {k: v for k, v in seen[0].pieces.items() if k[0] != "?"} == {
        k: v for k, v in seen[1].pieces.items() if k[0] != "?"
    }


def test_a_table_that_is_open_is_taken_as_it_is() -> None:
    session = Session.begin(bound("anegawa"), "battle", Seeded(1))
    assert imagined_table(session.book, session.table, "oda_tokugawa", "battle") is session.table
    assert imagined_state(session, next(iter(session.asks))) == session.state


def even(book: Rulebook, table: Table, seat: str) -> float:
    """Worth most when both have paid the same: whoever knows the other bid can see to that."""
    return -abs(int(table.tracks["resolve.north"]) - int(table.tracks["resolve.south"]))


def test_a_greedy_player_does_not_know_a_sealed_bid() -> None:
    answers = set()
    for bid in (0, 1, 2, 3):
        curious = forgetful(book(), judgement=Judgement(even))
        session = Session.begin(curious, "skirmish", Seeded(4))
        session.apply(bid, "north")
        answers.add(GreedyPlayer(1).answer(session, "south"))
    assert len(answers) == 1


def peeking(scene: Scene, ask: Ask) -> list[float]:
    """Advice that looks into the cup: where the order of six lies is what it goes by."""
    where = scene.table.stacks["orders_cup"].index("order_six")
    return [float(n == where % len(ask.options)) for n in range(len(ask.options))]


def test_advice_is_asked_about_what_the_seat_sees() -> None:
    answers = set()
    for turned in (False, True):
        session = Session.begin(forgetful(book(), advice=Advice(peeking)), "skirmish", Seeded(4))
        table = session.state.table
        cup = table.stacks["orders_cup"]
        changed = {**table.stacks, "orders_cup": cup[::-1] if turned else cup}
        again = Session(replace(session.state, table=replace(table, stacks=changed)))
        answers.add(GreedyPlayer(1).answer(again, "south"))
    assert len(answers) == 1


@pytest.mark.parametrize("slug", PLAYABLE)
def test_greedy_players_answer_alike_in_all_worlds_that_look_alike(slug: str) -> None:
    """Another order of a closed deck, other answers under seal: the same choice."""
    book = bound(slug)
    session, luck = Session.begin(book, next(iter(book.game.scenarios)), Seeded(2)), RandomPlayer(2)
    looked = 0
    for n in range(60):
        seat = list(session.asks)[-1]
        twin = disguised(session, seat)
        if n % 4 == 0 and twin is not None and seat in (other := Session(twin)).asks:
            assert GreedyPlayer(n).answer(other, seat) == GreedyPlayer(n).answer(session, seat)
            looked += twin != session.state
        session.apply(luck.answer(session, seat), seat)
    closed = any(pile.face == "down" for pile in book.game.piles.values())
    assert looked or not closed  # there was something to disguise


def test_a_greedy_lord_advises_himself_from_what_he_sees() -> None:
    """Where the hidden ronin of others stand makes no difference to his choice."""
    session = shogun(150)
    seat = next(iter(session.asks))
    state = session.state
    other = Session(replace(state, table=mixed(state.table, seat)))
    assert seat in other.asks
    assert GreedyPlayer(1).answer(other, seat) == GreedyPlayer(1).answer(session, seat)


def test_the_small_game_is_imagined_in_every_step() -> None:
    session = begin("bridge", seed=2)
    found = []
    while session.asks and len(session.moments) < 150:
        seat = next(iter(session.asks))
        found.append(imagined_state(session, seat) is not None)
        play(session, 1, seed=len(found))
    assert all(found)
    assert session.book is book()
