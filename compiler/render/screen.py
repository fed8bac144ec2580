"""Pictures for the module: what the renderer draws, as PNG at screen size, each drawn once and kept in the cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from compiler.cache import Store, digest, remembered
from compiler.diagnostics import Sink
from compiler.fingerprint import fingerprint
from compiler.load.tongue import printed
from compiler.model.common import Value
from compiler.model.counters import Card, Counter, Face, Mark
from compiler.model.game import Dice, Game
from compiler.model.graph import Display, Map
from compiler.render import signs
from compiler.render.card.face import draw_card, draw_card_back
from compiler.render.chart.aids import Chart, chart_sheet, charts_of
from compiler.render.colour import INK, PAPER, mix
from compiler.render.counter.face import draw_back, draw_face
from compiler.render.dice import die, named_die
from compiler.render.drawing import Drawing
from compiler.render.furniture import frame, seal
from compiler.render.identity import board_key, card_key, face_key, table_key, told
from compiler.render.own import MARK
from compiler.render.raster import jpeg_bytes, png_bytes, sharp_bytes
from compiler.render.scene.splash import credits_line, splash_picture
from compiler.render.style import own_symbol, palette_of, title_kanji

SCALE = 4  # pixels to the millimetre
SHARP = 2  # pictures of pieces have so many times the pixels they take on the map: they stay sharp when zoomed
MOVED_IMAGE = "moved.png"
SPLASH_IMAGE = "splash.png"
STEPS = 160  # pixels that the longest step of VASSAL's wizard takes: "1. Select play mode"
# Distinct on every counter colour; told apart by letter as well.
_BADGES = ("#B4302B", "#1F5A7A", "#2F6B46", "#5B3F8C", "#C8641E", "#6B4A34", "#17303F", "#8A6D1E", "#7A1F5A")


SCANNED = ".jpg"
FINEST = 8  # pixels to the millimetre of a board on a scan: beyond them VASSAL runs short of memory


def scale_of(game: Game) -> int:
    """Pixels to the millimetre of the boards of a module: as many as the scan of one has, if it has more than usual."""
    sheets = [sheet for board in game.boards if board.backdrop for sheet in board.backdrop.sheets]
    own = [sheet.dpi / 25.4 for sheet in sheets if not sheet.file.lower().endswith(".svg")]
    return max(SCALE, min(FINEST, round(max(own, default=0))))


def board_image(map: Map) -> str:
    """The picture of a board: a photograph stays one, for as a PNG it has ten times the bytes."""
    sheets = map.backdrop.sheets if map.backdrop is not None else ()
    lossy = any(sheet.file.lower().endswith((".jpg", ".jpeg")) for sheet in sheets)
    return f"board_{map.face}{SCANNED if lossy else '.png'}"


def face_image(counter: Counter, face: Face) -> str:
    return f"counter_{counter.id}_{face.id}.png"


def back_image(counter: Counter) -> str:
    return f"counter_{counter.id}_back.png"


def card_image(card: Card) -> str:
    return f"card_{card.id}.png"


def card_back_image(kind: str) -> str:
    return f"cardback_{kind}.png"


def badge_image(mark: Mark, value: Value) -> str:
    return f"mark_{mark.id}.png" if value is True else f"mark_{mark.id}_{value}.png"


@dataclass(frozen=True, slots=True)
class Panel:
    """A plain window: its size in millimetres, its title if it shows one, its boxes by name, corner and size."""

    size: tuple[float, float]
    title: str | None
    boxes: tuple[tuple[str, float, float, float, float], ...] = ()


class Studio:
    """Collects the pictures a module needs by name; nothing is drawn before it is asked for.

    Each has a key that stands for all it is drawn from: the same key, the same picture, so it may come from the cache.
    """

    def __init__(
        self, game: Game, sink: Sink, cache: Path | None, content: str = "", boards: str = "", scale: int = SCALE
    ) -> None:
        self.game, self.scale = game, scale
        self._content = content  # stands for all files of the game, and for all our code
        self._boards = boards  # stands for those that boards are drawn from, and for the code that reads them
        self.palette = palette_of(game)
        self._sink = sink
        self._store = Store(cache, __name__)
        self._makers: dict[str, tuple[Callable[[], str], Callable[[], bytes]]] = {}

    @property
    def names(self) -> list[str]:
        """The pictures that were asked for."""
        return sorted(self._makers)

    def images(self) -> dict[str, bytes]:
        """Every picture, drawn or taken from the cache, by name.

        The last set of a game is kept as a whole too: an unchanged game needs one look instead of one for each picture.
        """
        names, slot = self.names, digest("pictures of a module", self.game.id)
        whole = digest("pictures", self._content, str(self.scale), str(SHARP), *names)
        found = _unpacked(self._store.get(slot), whole, names)
        if found is None:
            before = len(self._sink)
            found = {name: self._store.keep(key(), make, self._sink) for name, (key, make) in self._sorted()}
            if len(self._sink) == before:
                self._store.put(slot, _packed(whole, found))
        return found

    def picture(self, name: str) -> bytes:
        """One picture that was asked for, drawn or taken from the cache."""
        key, make = self._makers[name]
        return self._store.keep(key(), make, self._sink)

    def _sorted(self) -> list[tuple[str, tuple[Callable[[], str], Callable[[], bytes]]]]:
        return sorted(self._makers.items())

    def add(
        self,
        name: str,
        key: Callable[[], str],
        make: Callable[[], Drawing],
        *,
        clear: bool = False,
        times: int = 1,
        scale: int | None = None,
    ) -> str:
        """A picture of that name, to be drawn when the module is written, `times` as large as it is shown.

        What is shown outside of maps has the usual `scale`.
        """
        scale = scale or self.scale
        if name not in self._makers:
            self._makers[name] = (
                lambda: digest("screen", key(), str(scale), str(clear), str(times)),
                lambda: self._drawn(name, make(), clear, times, scale),
            )
        return name

    def _own(self, *about: object) -> Callable[[], str]:
        """The key of a picture drawn by us from a few values and the inks of the game."""
        return lambda: digest("emit", told(self.palette), told(about))

    def _sheet(self, id: str) -> Callable[[], str]:
        """The key of a board or display: a large map is quicker known by its file than by all it holds."""
        game = self.game
        sizes = [(id, kind.size) for id, kind in game.counter_kinds.items()]
        sizes += [(id, kind.size) for id, kind in game.card_kinds.items()]
        return lambda: digest("board", self._boards, told(self.palette), told(sizes), id)

    def _drawn(self, name: str, drawing: Drawing, clear: bool, times: int, scale: int) -> bytes:
        self._sink.extend(drawing.problems)
        if name.endswith(SCANNED):
            return jpeg_bytes(drawing, scale)
        return png_bytes(drawing, scale, clear) if times == 1 else sharp_bytes(drawing, scale, clear, times)

    # -- pieces ------------------------------------------------------------------------------------------------------
    def face(self, counter: Counter, face: Face) -> str:
        clear = self.game.counter_kinds[counter.kind].shape != "square"
        return self.add(
            face_image(counter, face),
            partial(face_key, self.game, self.palette, counter, face),
            lambda: draw_face(self.game, self.palette, counter, face, 0.0),
            clear=clear,
            times=SHARP,
        )

    def back(self, counter: Counter) -> str:
        clear = self.game.counter_kinds[counter.kind].shape != "square"

        def make() -> Drawing:
            drawn = draw_back(self.game, self.palette, counter, 0.0)
            return drawn if drawn is not None else self._blank(counter)

        key = partial(face_key, self.game, self.palette, counter, None)
        return self.add(back_image(counter), key, make, clear=clear)

    def _blank(self, counter: Counter) -> Drawing:
        w, h = self.game.counter_kinds[counter.kind].size
        drawing = Drawing(w, h)
        drawing.rect(0, 0, w, h, self.palette.frame)
        drawing.text(w / 2, h * 0.68, "?", h * 0.55, self.palette.white, "serif-bold", "middle")
        return drawing

    def card(self, card: Card) -> str:
        key = partial(card_key, self.game, self.palette, card, self.game.card_kinds[card.kind])
        make = partial(draw_card, self.game, self.palette, card)
        return self.add(card_image(card), key, make, clear=True, times=SHARP)

    def card_back(self, kind: str) -> str:
        made = self.game.card_kinds[kind]
        return self.add(
            card_back_image(kind),
            partial(card_key, self.game, self.palette, None, made),
            lambda: draw_card_back(self.game, self.palette, made),
            clear=True,
        )

    def badge(self, mark: Mark, value: Value) -> str:
        """The small sign of a mark on a piece."""
        nth = list(self.game.marks).index(mark.id)
        text = (mark.name.en if value is True else str(value))[:1].upper()
        ink = _BADGES[nth % len(_BADGES)]
        key, make = self._own("badge", text, ink), partial(signs.badge, text, ink)
        return self.add(badge_image(mark, value), key, make, clear=True, times=SHARP)

    def sign(self, name: str, letter: str, nth: int) -> str:
        """A small sign of ours on a piece."""
        ink = _BADGES[nth % len(_BADGES)]
        key, make = self._own("sign", letter, ink), partial(signs.badge, letter, ink)
        return self.add(f"sign_{name}.png", key, make, clear=True, times=SHARP)

    def plate(self, mark: Mark, value: Value) -> str:
        """The sign of a mark that lies on a space: the crest of a side, or a word."""
        side = self.palette.sides.get(str(value))
        text = mark.name.en if value is True else str(value).replace("_", " ")
        return self.add(
            f"plate_{mark.id}_{value}.png",
            self._own("plate", text, str(value)),
            lambda: signs.plate(self.palette, text, side),
            clear=True,
            times=SHARP,
        )

    def crest(self, side: str) -> str:
        """The crest of a side on a small disc."""
        look = self.palette.side(side)
        return self.add(
            f"crest_{side}.png", self._own("crest", look), lambda: signs.crest(look), clear=True, times=SHARP
        )

    def veil(self, kind: str, size: tuple[float, float]) -> str:
        """What the owner of a hidden piece sees over it: a small sign in the upper right corner."""
        return self.add(f"veil_{kind}.png", self._own("veil", size), lambda: signs.veil(*size), clear=True)

    def die(self, dice: Dice, face: int) -> str:
        """A face of a die, small enough for a line of the chat."""
        sides = dice.sides
        if dice.faces:
            shown = dice.faces[face - 1]
            mark = shown.symbol and own_symbol(self.game, shown.symbol)
            # of a drawing of the author's what it shows counts, not where it lies
            key = self._own("die", shown.name.en, (mark or "").rpartition(MARK)[2])
            return self.add(
                f"die_{dice.id}_{face}.png", key, lambda: named_die(shown.name.en, mark), clear=True, scale=SCALE
            )
        return self.add(
            f"die{sides}_{face}.png", self._own("die", sides, face), partial(die, sides, face), clear=True, scale=SCALE
        )

    def kept(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Something else made of the game: from the cache, if it holds it."""
        return self._store.keep(key, make, self._sink)

    def moved(self) -> str:
        return self.add(MOVED_IMAGE, self._own("moved"), lambda: signs.badge("→", INK), clear=True)

    # -- boards ------------------------------------------------------------------------------------------------------
    def board(self, image: str, map: Map, times: int = 1) -> str:
        """The picture of a map, `times` as large as it is shown."""
        return self.add(image, self._sheet(map.face), lambda: self._shared(map), times=times)

    def display(self, image: str, shown: Display) -> str:
        """The picture of a display beside the map."""
        home = next(map for map in self.game.maps.values() if shown.id in map.displays)
        return self.add(image, self._sheet(shown.id), lambda: self._display(home, shown))

    def panel(self, image: str, panel: Panel) -> str:
        """The picture of a window that shows no map and no display."""
        return self.add(image, self._own("panel", panel), lambda: self._panel(panel))

    def _shared(self, map: Map) -> Drawing:
        """The board as the print sheets have drawn it, if they have."""
        game = self.game.showing(map)
        return remembered(board_key(game, self.palette, map), lambda: self._board(game, map))

    def _board(self, game: Game, map: Map) -> Drawing:
        from compiler.render.map.board import board

        return board(game, map.id)

    def _display(self, map: Map, shown: Display) -> Drawing:
        from compiler.render.map.board import display

        return display(self.game, map.id, shown.id)

    def _panel(self, panel: Panel) -> Drawing:
        """A plain panel with its title and its boxes."""
        w, h = panel.size
        drawing = Drawing(w, h)
        drawing.rect(0, 0, w, h, self.palette.paper)
        frame(drawing, 1, 1, w - 2, h - 2, self.palette.frame, 0.8)
        if panel.title is not None:
            drawing.text(5, 8, panel.title, 4, self.palette.frame, "serif-bold")
        for name, x, y, zw, zh in panel.boxes:
            drawing.rect(x, y, zw, zh, mix(self.palette.paper, PAPER, 0.6), self.palette.frame, 0.25)
            drawing.text(x + zw / 2, y + 2.6, name, 2, self.palette.soft, "sans-semi", "middle")
        return drawing

    def reserve(self, name: str, groups: object, make: Callable[[], Drawing], made_by: str) -> str:
        """The board of a scenario's reserves, which the module `made_by` draws."""
        return self.add(name, self._own("reserve", name, groups, fingerprint(made_by)), make)

    def splash(self) -> str:
        """The picture shown while the module loads."""
        game = self.game
        about = (game.lang, game.title, game.subtitle, game.credits, game.version, title_kanji(game), game.art.scene)
        return self.add(SPLASH_IMAGE, self._own("splash", about), self._splash, scale=SCALE)

    def charts(self) -> list[tuple[str, str]]:
        """Title and picture of every chart: tables, the sequence of play, pages of help."""
        game, palette = self.game, self.palette
        titles: list[tuple[str, str, object]] = [(f"table-{t.id}", t.title.en, t) for t in game.tables.values()]
        if game.sequence:
            titles.append(("sequence", "Sequence of Play", game.sequence))
        drawn: dict[str, Chart] = {}

        def make(id: str) -> Drawing:
            if not drawn:
                drawn.update((chart.id, chart) for chart in charts_of(game, palette))
            return chart_sheet(drawn[id], palette)

        return [
            (
                title,
                self.add(f"chart_{id}.png", partial(table_key, game, palette, about), partial(make, id), scale=SCALE),
            )
            for id, title, about in titles
        ]

    def _splash(self) -> Drawing:
        game, palette = self.game, self.palette
        # VASSAL's wizard writes its list of steps over the left edge: a quiet band there, and the seal low on it
        band, w = STEPS / SCALE, 150.0
        drawing = Drawing(band + w, 96)
        drawing.rect(0, 0, band + w, 96, palette.paper)
        drawing.rect(0, 0, band, 96, mix(palette.paper, palette.frame, 0.08))
        if splash_picture(drawing, game, palette, band, w):
            return drawing
        drawing.rect(band, 62, w, 34, mix(palette.paper, palette.frame, 0.16))
        frame(drawing, band + 3, 3, w - 6, 90, palette.frame)
        if title_kanji(game):
            seal(drawing, 4, 66, 22, title_kanji(game), palette.seal, palette.white)
        left = band + 13
        end = drawing.block(left, 30, game.title.en, 11, 124, palette.frame, "serif-bold", 1.1)
        if game.subtitle is not None:
            drawing.block(left, end + 9, game.subtitle.en, 4.4, 124, palette.accent, "serif-italic")
        drawing.block(left, 72, credits_line(game), 2.8, 124, palette.ink, "sans")
        made = printed(f"version {game.version} · module made by Liege", game.lang)
        drawing.text(left, 86, made, 2.6, palette.soft, "sans-italic")
        return drawing


def _packed(whole: str, pictures: dict[str, bytes]) -> bytes:
    """Pictures one after another; before them what they belong to, and the length of each."""
    lengths = " ".join(str(len(data)) for data in pictures.values())
    return b"\n".join((whole.encode(), lengths.encode(), b"".join(pictures.values())))


def _unpacked(data: bytes | None, whole: str, names: list[str]) -> dict[str, bytes] | None:
    """The pictures of a pack, None if it is another set."""
    head, _, rest = (data or b"").partition(b"\n")
    if head != whole.encode():
        return None
    lengths, _, body = rest.partition(b"\n")
    found, at = {}, 0
    for name, length in zip(names, map(int, lengths.split()), strict=True):
        found[name] = body[at : at + length]
        at += length
    return found
