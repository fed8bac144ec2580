"""Pictures of a game kept fresh while it is written: map, counters, cards and sheets, even while errors remain.

What is faulty is hatched: the last picture that could be drawn, or an empty piece, under slanted lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from compiler.author.index import Index, Mention
from compiler.diagnostics import Diagnostic, Failed, Severity
from compiler.model.game import Game
from compiler.publish import write_whole
from compiler.render.card.face import draw_card, draw_card_back
from compiler.render.colour import Palette
from compiler.render.counter.face import draw_back, draw_face
from compiler.render.drawing import Drawing
from compiler.render.identity import board_key, card_key, face_key
from compiler.render.map.board import board as draw_board
from compiler.render.raster import png_bytes
from compiler.render.style import palette_of

__all__ = ["Drafts", "Stop", "faulty", "never"]

SCALE = 6.0  # pixels to the millimetre of a piece
BOARD_SCALE = 4.0
_HATCH, _STEP = "#D0021B", 2.2
_EDGE = 5.0  # mm of a board that are hatched
_EMPTY = "#E9E4DA"


Stop = Callable[[], bool]


def never() -> bool:
    """Nobody stops it."""
    return False


@dataclass(frozen=True, slots=True)
class _Picture:
    name: str
    thing: tuple[str, str]  # what and id, as the index has it
    key: Callable[[], str]
    draw: Callable[[], Drawing]
    scale: float


@dataclass(slots=True)
class Drafts:
    """The pictures of one game in a folder; `keys` stand for those that lie there already."""

    folder: Path
    keys: dict[str, str] = field(default_factory=dict)

    def renew(self, game: Game, bad: Mapping[tuple[str, str], str], stop: Stop = never) -> list[str]:
        """Draw what changed, and what became faulty or sound; the names of the files that were written.

        Whoever has something newer to look at stops it between two pictures; the rest is drawn the next time.
        """
        written: list[str] = []
        wanted = list(_pictures(game))
        shown = {each.thing for each in wanted}
        wanted += [_missing(what, id) for what, id in bad if what in ("counter", "card") and (what, id) not in shown]
        for each in wanted:
            if stop():
                return written
            hatched = each.thing in bad
            key = f"{each.key()} {'hatched' if hatched else ''}"
            if self.keys.get(each.name) == key and (self.folder / each.name).is_file():
                continue
            drawing = _drawn(each)
            if drawing is None:
                continue
            if hatched:
                _hatch(drawing, _EDGE if each.thing[0] == "map" else None)
            path = self.folder / each.name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, png_bytes(drawing, each.scale))
            self.keys[each.name] = key
            written.append(each.name)
        return written + self._clear({each.name for each in wanted})

    def sheets(self, game: Game, cache: Path, stop: Stop = never) -> list[str]:
        """The sheets to cut, as pictures; takes longer, so it comes when all else is told and drawn."""
        from compiler.print.sheets import sheet_pictures

        written, wanted = [], set()
        for name, content in sheet_pictures(game, cache):
            path = self.folder / "sheets" / name
            wanted.add(path)
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, content)
                written.append(f"sheets/{name}")
            if stop():
                return written
        for path in sorted({*(self.folder / "sheets").glob("*.png")} - wanted):  # pages there are no more
            path.unlink()
            written.append(f"sheets/{path.name}")
        return written

    def _clear(self, wanted: set[str]) -> list[str]:
        """Pictures of things that are gone."""
        gone = sorted(self.keys.keys() - wanted)
        for name in gone:
            del self.keys[name]
            (self.folder / name).unlink(missing_ok=True)
        return gone


def _pictures(game: Game) -> Iterator[_Picture]:
    palette = palette_of(game)
    for counter in game.counters.values():
        thing = ("counter", counter.id)
        for face in counter.faces:
            key = partial(face_key, game, palette, counter, face)
            draw = partial(draw_face, game, palette, counter, face, 0.0)
            yield _Picture(f"counters/{counter.id}-{face.id}.png", thing, key, draw, SCALE)
        if len(counter.faces) == 1:
            key = partial(face_key, game, palette, counter, None)
            yield _Picture(
                f"counters/{counter.id}-back.png", thing, key, partial(_back, game, palette, counter.id), SCALE
            )
    for card in game.cards.values():
        key = partial(card_key, game, palette, card, game.card_kinds[card.kind])
        yield _Picture(f"cards/{card.id}.png", ("card", card.id), key, partial(draw_card, game, palette, card), SCALE)
    for kind in game.card_kinds.values():
        key = partial(card_key, game, palette, None, kind)
        yield _Picture(
            f"cards/back-{kind.id}.png",
            ("kind of card", kind.id),
            key,
            partial(draw_card_back, game, palette, kind),
            SCALE,
        )
    for board in game.boards:
        shown = game.showing(board)
        key = partial(board_key, shown, palette, board)
        draw = partial(draw_board, shown, board.id)
        yield _Picture(f"{board.face}.png", ("map", board.face), key, draw, BOARD_SCALE)


def _back(game: Game, palette: Palette, id: str) -> Drawing:
    counter = game.counters[id]
    drawn = draw_back(game, palette, counter, 0.0)
    if drawn is not None:
        return drawn
    w, h = game.counter_kinds[counter.kind].size
    empty = Drawing(w, h)
    empty.rect(0, 0, w, h, palette.paper)
    return empty


def _missing(what: str, id: str) -> _Picture:
    """A piece that the game cannot have yet: an empty one with its id."""
    w, h = (15.0, 15.0) if what == "counter" else (63.0, 88.0)

    def draw() -> Drawing:
        drawing = Drawing(w, h)
        drawing.rect(0, 0, w, h, _EMPTY)
        drawing.block(w * 0.08, h * 0.3, id.replace("_", " "), h * 0.12, w * 0.84, "#333333", "sans")
        return drawing

    return _Picture(f"{what}s/{id}{'-missing' if what == 'counter' else ''}.png", (what, id), lambda: id, draw, SCALE)


def _drawn(picture: _Picture) -> Drawing | None:
    """The drawing; None where a half-written game does not give one, and the last picture stays."""
    try:
        return picture.draw()
    except (Failed, KeyError, ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError, OSError):
        return None


def _hatch(drawing: Drawing, edge: float | None = None) -> None:
    """Slanted lines over all of it; of a board only along its edges, for what is drawn there is still to be seen."""
    w, h = drawing.width, drawing.height
    fields = [(0.0, 0.0, w, h)]
    if edge is not None:
        fields = [
            (0, 0, w, edge),
            (0, h - edge, w, edge),
            (0, edge, edge, h - 2 * edge),
            (w - edge, edge, edge, h - 2 * edge),
        ]
    for x, y, wide, high in fields:
        at = -high
        while at < wide:
            low, top = max(at, 0.0), min(at + high, wide)
            line = [(x + low, y + high - (low - at)), (x + top, y + high - (top - at))]
            drawing.line(line, _HATCH, 0.45)
            at += _STEP


def faulty(index: Index, found: Iterable[Diagnostic], folder: Path) -> dict[tuple[str, str], str]:
    """The things with an error in their lines: what and id, with the words of the first."""
    starts: dict[str, list[Mention]] = {}
    for mentions in index.defined.values():
        for each in mentions:
            if each.what in ("counter", "card"):
                starts.setdefault(each.file, []).append(each)
    bad: dict[tuple[str, str], str] = {}
    for one in found:
        if one.severity is not Severity.ERROR or one.span is None:
            continue
        try:
            name = Path(one.span.file).relative_to(folder).as_posix()
        except ValueError:
            continue
        above = [each for each in starts.get(name, ()) if each.span.line <= one.span.line]
        if above:
            last = max(above, key=lambda each: each.span.line)
            bad.setdefault((last.what, last.id), one.message)
        if name == "map.yaml" or name.startswith("maps/"):
            bad.setdefault(("map", "main" if name == "map.yaml" else Path(name).stem), one.message)
    return bad
