"""The pictures of a game for pages: drawn when first wanted. What is seen at once is small; what is sharper follows.

A board comes reduced, then in tiles of those parts that are looked at; faces of counters come on one sheet, then as
SVG. All of it is drawn by what draws the module.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path

from PIL import Image

from compiler.cache import Store, digest
from compiler.diagnostics import Sink
from compiler.emit.manifest import content_digest
from compiler.emit.plan import make_plan
from compiler.load import Bundle
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.render.counter.face import draw_face
from compiler.render.screen import SCALE
from compiler.render.style import palette_of
from compiler.render.svg import svg_text
from compiler.web import cutting
from compiler.web.fonts import cut

FACES, SHEET = "faces.json", "faces.png"
PNG, WOFF, JSON = "image/png", "font/woff", "application/json"
TIMES = 2  # how much sharper the board is that is shown when one comes near
MOST_PIXELS = 48_000_000  # of a sharper board: a browser takes four bytes for each


class Pictures:
    """The pictures of one game by name. Only names made here are served: nothing is looked up on disk."""

    def __init__(self, game: Game, bundle: Bundle, cache: Path | None) -> None:
        self.game, self._cache = game, cache
        self.digest = content_digest(bundle)[:16]
        self.sink = Sink()
        plan = make_plan(game, bundle, self.sink, cache)
        backs = [board.back for board in game.maps.values() if board.back is not None]
        self.atlas, self._studio = plan.turned(backs).atlas, plan.studio
        self._store = Store(cache, __name__)
        self._made: dict[str, bytes] = {}
        self._lock = threading.Lock()  # drawing shares fonts and outlines
        self.board = self._studio.board(f"board_{game.map.face}.png", game.map)
        self.far = f"far_{game.map.face}.png"
        levels = {1: self.board}  # pixels of the board to one of its own → the picture tiles are cut from
        wide, high = (part * SCALE for part in game.map.size)
        if wide * high * TIMES * TIMES <= MOST_PIXELS:
            levels[TIMES] = self._studio.board(f"sharp_{game.map.face}.png", game.map, TIMES)
        self._opened: tuple[str, Image.Image] | None = None  # the board that tiles were last cut from
        self.cards = {card.id: self._studio.card(card) for card in game.cards.values()}
        self.backs = {kind: self._studio.card_back(kind) for kind in game.card_kinds}
        self.charts = self._studio.charts()
        drawn = [self.board, *self.cards.values(), *self.backs.values(), *(name for _, name in self.charts)]
        self._makers: dict[str, tuple[str, Callable[[], bytes]]] = {
            name: (PNG, partial(self._studio.picture, name)) for name in drawn
        }
        self._makers[self.far] = (PNG, self._far)
        self.tiles: dict[int, str] = {}  # times → what the names of its tiles begin with
        for times, image in levels.items():
            self.tiles[times] = image.removesuffix(".png")
            for column, row in cutting.grid((wide * times, high * times)):
                self._makers[f"{self.tiles[times]}_{column}_{row}.png"] = (PNG, partial(self._tile, image, column, row))
        self._makers[SHEET] = (PNG, self._sheet)
        self._makers[FACES] = (JSON, self._faces)

    def add_fonts(self, text: str) -> None:
        """Cut the fonts for a text."""
        for name, data in cut(text, self._cache).items():
            self._makers[name], self._made[name] = (WOFF, bytes), data

    def get(self, name: str) -> tuple[str, bytes] | None:
        """Media type and bytes of a picture; None if there is none of that name."""
        found = self._makers.get(name)
        if found is None:
            return None
        with self._lock:
            if name not in self._made:
                self._made[name] = found[1]()
        return found[0], self._made[name]

    def cut_ahead(self) -> None:
        """Cut all tiles, for a thread of its own: whoever comes near shall not wait for the sharper board."""
        for begun in self.tiles.values():
            for name in [name for name in self._makers if name.startswith(f"{begun}_")]:
                self.get(name)
        with self._lock:
            self._opened = None  # nothing is cut from it any more

    @property
    def first(self) -> tuple[str, ...]:
        """What a page shows first."""
        return (self.far, SHEET)

    def _kept(self, name: str) -> bytes:
        if name not in self._made:
            self._made[name] = self._studio.picture(name)
        return self._made[name]

    def _far(self) -> bytes:
        return self._store.keep(digest("far", self.digest, self.far), lambda: cutting.far(self._kept(self.board)))

    def _tile(self, image: str, column: int, row: int) -> bytes:
        if self._opened is None or self._opened[0] != image:
            self._opened = (image, cutting.opened(self._kept(image)))
        return cutting.tile(self._opened[1], column, row)

    @cached_property
    def spots(self) -> cutting.Spots:
        """Where the faces of counters lie on their sheet."""
        counters = list(self.game.counters.values())
        most = max((len(counter.faces) for counter in counters), default=0)
        sides = [(counter, n) for n in range(most) for counter in counters if n < len(counter.faces)]
        return cutting.spots([(f"{counter.id}/{n}", self._pixels(counter)) for counter, n in sides])

    def _pixels(self, counter: Counter) -> tuple[int, int]:
        wide, high = self.game.counter_kinds[counter.kind].size
        return max(1, round(wide * SCALE)), max(1, round(high * SCALE))

    def _sheet(self) -> bytes:
        """Every face of every counter at the size it has on the board."""
        game, palette = self.game, palette_of(self.game)
        drawn = (
            (f"{counter.id}/{n}", draw_face(game, palette, counter, face, 0.0), kind.shape != "square")
            for counter in game.counters.values()
            for kind in (game.counter_kinds[counter.kind],)
            for n, face in enumerate(counter.faces)
        )
        return self._store.keep(digest("sheet", self.digest), lambda: cutting.sheet(self.spots, drawn, SCALE))

    def _faces(self) -> bytes:
        """Every face of every counter as SVG, in one file: sharp at every zoom, one request."""
        game, palette = self.game, palette_of(self.game)

        def make() -> bytes:
            drawn = {
                f"{counter.id}/{n}": svg_text(draw_face(game, palette, counter, face, 0.0))
                for counter in game.counters.values()
                for n, face in enumerate(counter.faces)
            }
            return json.dumps(drawn, separators=(",", ":")).encode()

        return self._store.keep(digest("faces", self.digest), make)
