"""Options for whoever points: takes, targets, ways, prices, forms; and why something else is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from compiler.play.ask import Action, Ask, Refusal, Refused
from compiler.play.chance import Seeded
from compiler.play.offers import form, offers, refusal, spoken, subjects
from compiler.play.peeking import peek
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.topics import ChoosePiece, MovePiece
from compiler.play.view import redacted
from tests.games.playable import PLAYABLE, bound


def asked(slug: str, most: int = 60, seed: int = 3) -> Iterator[tuple[Session, str, Ask]]:
    book = bound(slug)
    session, luck = Session.begin(book, next(iter(book.game.scenarios)), Seeded(seed)), RandomPlayer(seed)
    while session.asks and len(session.moments) < most:
        seat = next(iter(session.asks))
        yield session, seat, session.asks[seat]
        session.apply(luck.answer(session, seat), seat)


def first(slug: str, topic: type, purpose: str, most: int = 300) -> tuple[Session, str, Ask]:
    return next(
        (session, seat, ask)
        for session, seat, ask in asked(slug, most)
        if isinstance(ask.topic, topic) and getattr(ask.topic, "purpose", "") == purpose
    )


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_option_is_offered_once_and_points_at_things_on_the_table(slug: str) -> None:
    for session, seat, ask in asked(slug):
        table = redacted(session.book, session.table, seat, session.state.scenario)
        found = offers(session.book, ask, table)
        assert [offer.answer for offer in found] == list(ask.listed)
        places = {*session.book.game.spaces, *session.book.game.piles}
        for offer in found:
            assert offer.text
            things = [*offer.takes, *([offer.target] if offer.target else [])]
            assert all(thing in table.pieces or thing in places for thing in things)
            assert offer.target not in offer.takes


@pytest.mark.parametrize("slug", PLAYABLE)
def test_what_is_asked_and_offered_says_no_id_and_counts_one(slug: str) -> None:
    game = bound(slug).game
    ids = {
        id for id in (*game.pieces, *game.spaces, *game.piles) if not id[:1].isdigit()
    }  # a hex has its number printed
    for session, seat, ask in asked(slug, 300):
        table = redacted(session.book, session.table, seat, session.state.scenario)
        for text in (ask.prompt, *(offer.text for offer in islice(offers(session.book, ask, table), 100))):
            assert ids.isdisjoint(re.findall(r"\(([^()]*)\)", text)), text
            assert not re.search(r"\b1 (points|hits|steps|hexes)\b", text), text


def test_a_box_is_offered_with_whose_it_is() -> None:
    book = bound("shingens_arrival")
    session = Session.begin(book, next(iter(book.game.scenarios)), Seeded(3))
    boxes = [id for id, space in book.game.spaces.items() if id.startswith("shimotsuma_rairen_")]
    said = [spoken(book, id, session.table) for id in boxes]
    assert len(set(said)) == len(boxes) > 1
    assert all("Shimotsuma Rairen" in text for text in said)


def test_a_march_of_several_says_where_its_answer_names_them() -> None:
    session, _, ask = next(one for one in asked("a_most_dangerous_time", 120) if "move, activate" in one[2].prompt)
    found = offers(session.book, ask, session.table)
    assert {offer.verb for offer in found if offer.group is not None} == {"march"}
    for offer in found:
        assert (offer.group is None) == (offer.verb != "march")
        if offer.group is not None and isinstance(offer.answer, Action):
            assert set(offer.answer.parts[offer.group]) <= {*offer.takes} & {*session.table.pieces}


def test_who_does_not_march_is_refused_for_a_reason_of_its_own() -> None:
    session, _, ask = next(one for one in asked("a_most_dangerous_time", 120) if "move, activate" in one[2].prompt)
    table, book = session.table, session.book
    begin = {thing for offer in offers(book, ask, table) for thing in offer.takes}
    own = 0
    for piece in table.pieces.values():
        if piece.id not in begin and piece.place in book.land:
            no = refusal(book, ask, table, piece.id)
            if not isinstance(no, Refusal):
                assert no.units == (piece.id,)  # it may go, though nobody had listed that
                continue
            assert "not all of them" not in no.because  # of those who do march
            named = set(re.findall("`([^`]+)`", no.because))
            assert not named or named & {piece.id, piece.place}, no
            own += book.piece_name(piece) in no.because
    assert own > 20


def test_those_who_are_only_named_together_are_done_to_nobody() -> None:
    """Who is inside a fort: no unit of it is done something to by another, each of them leads to the same choices."""
    session, _, ask = next(one for one in asked("a_most_dangerous_time", 400) if "inside the fort" in one[2].prompt)
    several = [offer for offer in offers(session.book, ask, session.table) if len(offer.takes) > 1]
    for offer in offers(session.book, ask, session.table):
        assert offer.target is None
        assert offer.answer == ask.stop or set(offer.takes) <= {*session.table.pieces}
    assert several


def test_seats_sides_and_alliances_are_offered_by_their_names() -> None:
    book = bound("a_most_dangerous_time")
    table = Session.begin(book, "short", Seeded(1)).table
    assert spoken(book, "azai_asakura", table) == "Azai/Asakura"
    assert spoken(book, "neutral_minor", table) == book.game.sides["neutral_minor"].name.en
    assert spoken(book, "turn_end", table) == "turn_end"  # no side: a word of the question


def test_a_march_has_its_way_and_its_price() -> None:
    session, _, ask = first("first_battle", MovePiece, "move")
    piece = subjects(ask, session.table)[0]
    for offer in offers(session.book, ask, session.table):
        assert offer.path == offer.answer
        assert offer.target == offer.path[-1]
        assert offer.price is not None
        assert offer.price.cost >= len(offer.path) * 0.5
    assert session.table.pieces[piece].place == ask.about[1]


def test_an_enemy_zone_ends_a_march_of_anegawa_and_is_dearer() -> None:
    for _, __, ask in asked("anegawa", 400):
        if isinstance(ask.topic, MovePiece) and ask.price is not None:
            prices = [ask.price(option) for option in ask.listed]
            ending = [price for price in prices if price is not None and price.ends]
            if ending:
                assert all(price.cost >= 2 for price in ending)
                return
    raise AssertionError("no march into a zone was offered")


def test_plans_of_shogun_make_a_form() -> None:
    for _, __, ask in asked("shogun", 60):
        made = form(ask)
        if made is not None and made.verb == "plan":
            assert [field.name for field in made.fields] == ["swords", "build", "levies", "ronin", "ninja"]
            assert (made.fields[1].least, made.fields[1].most) == (0, 2)
            return
    raise AssertionError("nobody was asked for a plan")


def test_a_place_out_of_reach_is_refused_by_the_rule_that_bars_it() -> None:
    session, _, ask = first("first_battle", MovePiece, "move")
    piece = session.table.pieces[subjects(ask, session.table)[0]]
    listed = {option[-1] for option in ask.listed if isinstance(option, tuple)}
    refused = 0
    for space in session.book.game.map.land:
        if space not in listed and space != piece.place:
            no = refusal(session.book, ask, session.table, space)
            assert isinstance(no, Refusal), space
            assert no.rule is not None
            refused += "not neighbours" not in no.because
    assert refused > len(session.book.game.map.land) / 2


def test_a_piece_that_may_not_act_is_refused_by_its_rule() -> None:
    session, _, ask = first("first_battle", ChoosePiece, "move")
    for piece in session.table.pieces.values():
        if piece.place in session.book.game.spaces and piece.id not in ask.listed:
            no = refusal(session.book, ask, session.table, piece.id)
            assert isinstance(no, Refusal)
            assert piece.id in no.because


def test_looking_ahead_changes_nothing_and_asks_what_would_be_asked() -> None:
    session, seat, ask = first("first_battle", ChoosePiece, "move")
    before, log = session.state, len(session.log)
    ahead = peek(session, ask.listed[0], seat)
    assert ahead is not None
    assert (session.state, len(session.log)) == (before, log)
    wanted = tuple(ahead.listed)
    session.apply(ask.listed[0], seat)
    assert tuple(session.asks[seat].listed) == wanted
    assert all(isinstance(entry.what, Choice) for entry in session.log[log:])
    assert peek(session, wanted[0], seat) is None  # something would happen
    with pytest.raises(Refused):
        peek(session, "nonsense", seat)
