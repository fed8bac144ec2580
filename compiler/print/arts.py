"""Faces and boards as art: drawn when needed, known by what they are drawn from."""

from __future__ import annotations

from functools import partial

from compiler.cache import remembered
from compiler.model.counters import Card, CardKind, Counter, Face
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.card.face import draw_card, draw_card_back
from compiler.render.colour import Palette
from compiler.render.counter.face import BLEED, draw_face
from compiler.render.identity import board_key, card_key, face_key
from compiler.render.map.board import BLEED as MAP_BLEED
from compiler.render.map.board import board as draw_board
from compiler.render.sheet.faces import Art

CARD_BLEED = 3.0


def face_art(game: Game, palette: Palette, counter: Counter, face: Face) -> Art:
    """A face of a counter with its bleed."""
    kind = game.counter_kinds[counter.kind]
    key = face_key(game, palette, counter, face)
    draw = partial(draw_face, game, palette, counter, face, BLEED)
    return Art(key, *kind.size, draw, BLEED, kind.shape == "round")


def card_art(game: Game, palette: Palette, card: Card) -> Art:
    """The front of a card with its bleed."""
    kind = game.card_kinds[card.kind]
    key = card_key(game, palette, card, kind)
    return Art(key, *kind.size, partial(draw_card, game, palette, card, CARD_BLEED), CARD_BLEED)


def card_back_art(game: Game, palette: Palette, kind: CardKind) -> Art:
    """The back of the cards of a kind with its bleed."""
    key = card_key(game, palette, None, kind)
    return Art(key, *kind.size, partial(draw_card_back, game, palette, kind, CARD_BLEED), CARD_BLEED)


def board_art(game: Game, palette: Palette, board: Map) -> Art:
    """A board with its bleed."""
    key = board_key(game, palette, board)
    draw = partial(draw_board, game, board.id, palette.thin)
    return Art(key, *board.size, partial(remembered, key, draw), MAP_BLEED)
