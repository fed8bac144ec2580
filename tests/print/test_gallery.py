"""The pictures of the READMEs: small, the same every time, with the setup on the map."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
from PIL import Image

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.pipeline import read
from compiler.print.gallery import HEIGHT, SCALE, WIDTH, game_picture, laid, top_picture
from compiler.resources import games

RED = (200, 20, 30)


@cache
def game(slug: str) -> Game:
    found = read(games() / slug, Sink())
    assert found is not None
    return found.game


def picture(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def red(data: bytes) -> int:
    return int((np.abs(picture(data) - np.array(RED)).max(axis=2) < 12).sum())


def test_a_picture_is_small_and_the_same_every_time() -> None:
    once, again = game_picture(game("first_battle")), game_picture(game("first_battle"))
    assert once == again
    assert len(once) < 250_000
    assert picture(once).shape == (HEIGHT * SCALE, WIDTH * SCALE, 3)


def test_a_window_is_shown_where_there_is_one() -> None:
    shot = Image.new("RGB", (800, 600), RED)
    one, top = game_picture(game("first_battle"), shot), top_picture([game("first_battle")], shot)
    assert red(one) > 10_000
    assert red(top) > 100_000
    assert red(top_picture([game("first_battle")])) < 1_000


def test_pieces_stand_where_the_setup_puts_them() -> None:
    shown = laid(game("anegawa"))
    at = {s.counter.id: s.at for s in shown}
    assert len(shown) == 75
    assert at["oda_nobunaga"] == game("anegawa").spaces["3515"].at


def test_suggested_places_are_used_where_players_choose() -> None:
    assert len(laid(game("shingens_arrival"))) > 20
