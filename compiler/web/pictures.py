"""The pictures of a game for pages: drawn when first wanted, as SVG where they must stay sharp, else as PNG."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from compiler.cache import Store, digest
from compiler.diagnostics import Sink
from compiler.emit.manifest import content_digest
from compiler.emit.plan import make_plan
from compiler.load import Bundle
from compiler.model.game import Game
from compiler.render.counter.face import draw_face
from compiler.render.screen import SCALE
from compiler.render.style import palette_of
from compiler.render.svg import svg_text
from compiler.web.fonts import cut

FACES = "faces.json"
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
        wide, high = (part * SCALE * TIMES for part in game.map.size)
        self.sharp: str | None = None
        if wide * high <= MOST_PIXELS:
            self.sharp = self._studio.board(f"sharp_{game.map.face}.png", game.map, TIMES)
        self.cards = {card.id: self._studio.card(card) for card in game.cards.values()}
        self.backs = {kind: self._studio.card_back(kind) for kind in game.card_kinds}
        self.charts = self._studio.charts()
        drawn = [
            self.board,
            *([self.sharp] if self.sharp is not None else []),
            *self.cards.values(),
            *self.backs.values(),
            *(name for _, name in self.charts),
        ]
        self._makers: dict[str, tuple[str, Callable[[], bytes]]] = {
            name: (PNG, partial(self._studio.picture, name)) for name in drawn
        }
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
