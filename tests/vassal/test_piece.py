"""Pieces, stacks and decks: any nesting comes back, and strange text never fails."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.vassal import sequence
from compiler.vassal.deck import Deck
from compiler.vassal.nesting import nest, unnest
from compiler.vassal.piece import BasicPiece, Piece, Stack, UnknownPiece, add_piece, decode_piece, read_add_piece
from compiler.vassal.traits import Delete, Layer, Marker
from tests.vassal import small
from tests.vassal.strategies import PIECE, TEXT

TABBED = st.text(st.sampled_from("a'\\\t"), max_size=5)


@settings(deadline=None)
@given(PIECE)
def test_a_piece_comes_back(piece: Piece) -> None:
    assert decode_piece(*piece.encode()) == piece


@settings(deadline=None)
@given(PIECE, TEXT)
def test_an_add_piece_comes_back(piece: Piece, identifier: str) -> None:
    assert read_add_piece(add_piece(piece, identifier)) == (identifier, piece)


@given(st.lists(TABBED, min_size=1, max_size=7))
def test_nesting_in_one_pass_is_repeated_encoding(layers: list[str]) -> None:
    plainly = layers[-1]
    for layer in reversed(layers[:-1]):
        plainly = sequence.encode((layer, plainly), "\t")
    assert nest(layers) == plainly


@given(st.lists(TABBED, min_size=1, max_size=7))
def test_unnesting_a_known_number_of_layers_inverts_nesting(layers: list[str]) -> None:
    assert unnest(nest(layers), len(layers)) == layers


@given(st.lists(TABBED, max_size=7))
def test_unnesting_down_to_the_basic_piece_inverts_nesting(layers: list[str]) -> None:
    assert unnest(nest([*layers, "piece;;;;"])) == [*layers, "piece;;;;"]


@settings(deadline=None)
@given(TEXT | TABBED, TEXT | TABBED)
def test_any_text_is_read_and_written_back(type_text: str, state_text: str) -> None:
    for kind in (type_text, f"deck;{type_text}", f"piece;{type_text}", f"mark;{type_text}\tpiece;;;;", "stack"):
        assert decode_piece(kind, state_text).encode() == (kind, state_text)


def test_the_outermost_trait_comes_first() -> None:
    piece = Piece(BasicPiece("inf.png", "Infantry", gpid="7"), (Delete(), Marker(("Side",), ("Red",))))
    kind, state = piece.encode()
    assert kind == "mark;Side\tdelete;Delete;68,130;\\\tpiece;;;inf.png;Infantry"
    assert state == "Red\t\\\tnull;0;0;7;0"


def test_a_slash_is_escaped_in_an_add_piece() -> None:
    assert add_piece(Piece(BasicPiece("a/b.png", "x"))) == "+/null/piece;;;a\\/b.png;x/null;0;0;;0"


def test_traits_are_found_by_class() -> None:
    piece = small.spearmen()
    layer = piece.first(Layer)
    assert layer is not None
    assert layer.name == "Flip"
    assert piece.first(Delete) is None
    assert [marker.properties["Side"] for marker in piece.all(Marker)] == ["Red"]


def test_a_piece_without_enough_states_is_kept_whole() -> None:
    assert decode_piece("delete;;;\tpiece;;;;", "null;0;0;;0") == UnknownPiece("delete;;;\tpiece;;;;", "null;0;0;;0")


def test_a_stack_lists_its_pieces_from_the_bottom() -> None:
    stack = Stack("Main", 10, 20, ("1", "2"))
    assert stack.encode() == ("stack", "Main;10;20;1;2;@@-1")
    assert decode_piece(*stack.encode()) == stack


@pytest.mark.parametrize("cards", [(), ("1", "2")])
def test_a_deck_comes_back(cards: tuple[str, ...]) -> None:
    deck = replace(Deck(name="Events; and more", owners=("Red",)), map="Main", x=1, y=2, cards=cards)
    assert decode_piece(*deck.encode()) == deck
    assert deck.encode()[1] == ("Main;1;2;true;1,2" if cards else "Main;1;2;true")


def test_a_bottomless_piece_ends_in_a_verbatim_one() -> None:
    text = "'" + "a\t" * 200_000 + "'"
    assert decode_piece(text, text) == UnknownPiece(text, text)


def test_text_that_is_no_piece_is_told_apart() -> None:
    assert read_add_piece("hello") is None
    assert read_add_piece("+/null/piece;;;;") is None
