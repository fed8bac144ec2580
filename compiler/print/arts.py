"""Faces and boards as art: drawn when needed, known by what they are drawn from."""

from __future__ import annotations

from functools import partial

from compiler.cache import remembered
from compiler.model.counters import Counter, Face
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import Palette
from compiler.render.counter.face import BLEED, draw_face
from compiler.render.identity import board_key, face_key
from compiler.render.map.board import BLEED as MAP_BLEED
from compiler.render.map.board import board as draw_board
from compiler.render.sheet.imposition import Art


def face_art(game: Game, palette: Palette, counter: Counter, face: Face) -> Art:
    """A face of a counter with its bleed."""
    kind = game.counter_kinds[counter.kind]
    key = face_key(game, palette, counter, face)
    draw = partial(draw_face, game, palette, counter, face, BLEED)
    return Art(key, *kind.size, draw, BLEED, kind.shape == "round")


def board_art(game: Game, palette: Palette, board: Map) -> Art:
    """A board with its bleed."""
    key = board_key(game, palette, board)
    draw = partial(draw_board, game, board.id, palette.thin)
    return Art(key, *board.size, partial(remembered, key, draw), MAP_BLEED)
