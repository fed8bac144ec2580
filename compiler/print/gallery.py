"""The pictures of the READMEs: map with a setup, counters, cards, sheets, and the module's window if there is one."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.graph import Point
from compiler.model.scenario import Scenario
from compiler.model.setup import set_up
from compiler.print import sheets as pnp
from compiler.render.aid.folder import aid_pages
from compiler.render.card.face import draw_card, draw_card_back
from compiler.render.colour import INK, WHITE, Palette, mix
from compiler.render.counter.face import draw_back, draw_face
from compiler.render.drawing import Drawing, Group, Place
from compiler.render.map.board import board as draw_board
from compiler.render.raster import raster
from compiler.render.scene.pictures import cut_to, title_slip, window_of
from compiler.render.scene.splash import slip_of
from compiler.render.sheet.imposition import drawing_of
from compiler.render.sheet.presets import A4
from compiler.render.style import palette_of, title_kanji

WIDTH, HEIGHT = 320.0, 200.0  # mm of the picture
SCALE = 4.0  # pixels to the millimetre
COLOURS = 200
_EDGE = 6.0
_EACH = 3  # counters of each game in the row of all
_SIDE = 92.0  # width of the right column
_SHEETS = 18.0  # least height that sheets to cut are shown in
_STACK = 5  # pieces shown of a higher stack
_DETAIL = 0.62  # how large the map is shown in the main view

Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Shown:
    """A counter as it lies on the map."""

    counter: Counter
    face: int
    at: Point


def game_picture(game: Game, window: Image.Image | None = None) -> bytes:
    """The picture of one game: a part of the map as set up, the whole of it, pieces, a sheet or the module's window."""
    palette = palette_of(game)
    d = _canvas(palette)
    board = draw_board(game, game.map.id)
    pieces = laid(game)
    main = (_EDGE, _EDGE, WIDTH - 3 * _EDGE - _SIDE, HEIGHT - 2 * _EDGE)
    _detail(d, game, palette, board, pieces, _banner(d, game, palette, main))
    x = WIDTH - _EDGE - _SIDE
    tall = min(_SIDE * board.height / board.width, 62.0)
    _fitted(d, board, (x, _EDGE, _SIDE, tall))
    y = _pieces(d, game, palette, x, 2 * _EDGE + tall)
    room = HEIGHT - _EDGE - y
    share = 0.0 if window is None else 0.66
    if share:
        _sheets(d, game, (x + _SIDE * share, y, _SIDE * (1 - share), room), 1)
    else:
        _aid(d, game, palette, (x, y, _SIDE, room))
    image = raster(d, SCALE)
    if window is not None:
        _paste(image, window, (x, y, _SIDE * share - 2.0, room))
    return _png(image)


def _banner(d: Drawing, game: Game, palette: Palette, box: Box) -> Box:
    """The picture of the game with its title across the head of a box; returns the room below it."""
    x, y, w, h = box
    strip = window_of(game, "strip")
    if strip is None:
        return box
    high = strip.paint(d, x, y, w)
    lines, sub = slip_of(game)
    title_slip(d, palette, x + 6, y + high - 24, [" ".join(lines)], sub, title_kanji(game), 8.0)
    _framed(d, (x, y, w, high))
    return x, y + high + 3.0, w, h - high - 3.0


def _aid(d: Drawing, game: Game, palette: Palette, box: Box) -> None:
    """The outer side of the player aid and the first sheet of counters, as large as there is room."""
    x, y, w, h = box
    page = aid_pages(game, palette, A4)[0]
    k = min(w / page.width, h * 0.62 / page.height)
    if h - page.height * k - 3.0 <= _SHEETS:  # too little for a sheet below it
        k = min(w / page.width, h / page.height)
    d.put(page, x + (w - page.width * k) / 2, y, k)
    _framed(d, (x + (w - page.width * k) / 2, y, page.width * k, page.height * k))
    rest = h - page.height * k - 3.0
    if rest > _SHEETS:
        _sheets(d, game, (x, y + page.height * k + 3.0, w, rest), 2)


def top_picture(games: Sequence[Game], window: Image.Image | None = None) -> bytes:
    """The picture of all games: a module's window, or a map, their scenes, counters of all, cards and aids."""
    d = _canvas(palette_of(games[0]))
    main = (_EDGE, _EDGE, 196.0, 120.0)
    if window is None:
        _map(d, games[0], main, _DETAIL)
    foot = _row(d, games, _EDGE, main[1] + main[3] + 3.0, main[2])
    x, gap = main[0] + main[2] + _EDGE, 3.0
    rows = -(-len(games) // 2)
    w, h = (WIDTH - _EDGE - x - gap) / 2, (foot - _EDGE - gap * (rows - 1)) / rows
    for n, game in enumerate(games):
        box = (x + n % 2 * (w + gap), _EDGE + n // 2 * (h + gap), w, h)
        if not _scene(d, game, box):
            _map(d, game, box, 0.45)
    if len(games) % 2 and len(games) > 1:  # the last place shows a field of battle
        field = next((game for game in games if game.map.kind == "hex"), games[-1])
        _map(d, field, (x + w + gap, _EDGE + (rows - 1) * (h + gap), w, h), 0.45)
    _samples(d, games, (_EDGE, foot + gap, WIDTH - 2 * _EDGE, HEIGHT - _EDGE - foot - gap))
    image = raster(d, SCALE)
    if window is not None:
        _paste(image, window, main)
    return _png(image)


def _scene(d: Drawing, game: Game, box: Box) -> bool:
    """The picture of a game, cut to a box; False if it has none."""
    x, y, w, h = box
    scene = cut_to(game, w / h)
    if scene is None:
        return False
    scene.paint(d, x, y, w)
    _framed(d, box)
    return True


def _map(d: Drawing, game: Game, box: Box, k: float) -> None:
    _detail(d, game, palette_of(game), draw_board(game, game.map.id), laid(game), box, k)


def _samples(d: Drawing, games: Sequence[Game], box: Box) -> None:
    """A card of each game that has any, then player aids, and a sheet to cut, while there is room to the right."""
    x, y, w, h = box
    pages = []
    for game in games:
        if game.cards:
            cards = list(game.cards.values())
            pages.append(draw_card(game, palette_of(game), cards[len(cards) // 3]))
    pages += [page for game in games for page in aid_pages(game, palette_of(game), A4)[1:2]]
    kept: list[Drawing] = []
    for page in pages:
        if sum(one.width * h / one.height + 3.0 for one in (*kept, page)) <= w:
            kept.append(page)
    rest = w - sum(page.width * h / page.height for page in kept)
    gap = min(6.0, rest / max(1, len(kept) - 1)) if rest < A4.width * h / A4.height else 3.0
    for page in kept:
        k = h / page.height
        d.put(page, x, y, k)
        if page.width > page.height:  # cards have an edge of their own
            _framed(d, (x, y, page.width * k, h))
        x += page.width * k + gap
    if rest - gap * len(kept) >= A4.width * h / A4.height:
        _sheets(d, games[0], (x, y, box[0] + w - x, h), 2)


def laid(game: Game) -> list[Shown]:
    """The pieces on the main map of the scenario that shows most, suggested places included."""
    found = [list(_laid(game, scenario)) for scenario in game.scenarios.values() if not scenario.backs]
    return max(found, key=len, default=[])


def _laid(game: Game, scenario: Scenario) -> Iterator[Shown]:
    table = set_up(game, scenario)
    wanted = [(piece.counter, piece.face, piece.place) for piece in table.pieces.values()]
    wanted += [(p.counter, 0, p.at) for free in scenario.free for p in free.suggested for _ in range(p.count)]
    height: dict[str, int] = {}
    for id, face, place in wanted:
        space, counter = game.map.spaces.get(place), game.counters.get(id)
        if space is None or counter is None or space.display is not None or space.kind == "box":
            continue
        n = height[place] = height.get(place, -1) + 1
        if n < _STACK:
            yield Shown(counter, face, (space.at[0] + 1.4 * n, space.at[1] - 1.4 * n))


def _canvas(palette: Palette) -> Drawing:
    d = Drawing(WIDTH, HEIGHT)
    d.rect(0, 0, WIDTH, HEIGHT, mix(palette.paper, palette.frame, 0.16))
    return d


def _framed(d: Drawing, box: Box) -> None:
    d.rect(*box, None, INK, 0.4)


def _fitted(d: Drawing, art: Drawing, box: Box) -> None:
    """A drawing as large as it fits into a box, in the middle of it."""
    x, y, w, h = box
    k = min(w / art.width, h / art.height)
    left, top = x + (w - art.width * k) / 2, y + (h - art.height * k) / 2
    where = (left, top, left + art.width * k, top + art.height * k)
    d.items.append(Group(art.items, Place(left, top, k), window=where))
    _framed(d, (left, top, art.width * k, art.height * k))


def _detail(
    d: Drawing, game: Game, palette: Palette, board: Drawing, pieces: Sequence[Shown], box: Box, k: float = _DETAIL
) -> None:
    """A part of the map with the pieces on it, chosen where most of them stand."""
    x, y, w, h = box
    k = max(k, w / board.width, h / board.height)
    left, top = _busiest(board, pieces, w / k, h / k)
    view = Drawing(board.width, board.height)
    view.put(board, 0, 0)
    for shown in pieces:
        face = draw_face(game, palette, shown.counter, shown.counter.faces[shown.face], 0.0)
        view.put(face, shown.at[0] - face.width / 2, shown.at[1] - face.height / 2)
    d.items.append(Group(view.items, Place(x - left * k, y - top * k, k), window=(x, y, x + w, y + h)))
    _framed(d, box)


def _busiest(board: Drawing, pieces: Sequence[Shown], w: float, h: float) -> Point:
    """The top left corner of the window of this size with most pieces in it; the middle without pieces."""

    def kept(x: float, y: float) -> Point:
        return min(max(x - w / 2, 0.0), board.width - w), min(max(y - h / 2, 0.0), board.height - h)

    corners = [kept(*shown.at) for shown in pieces] or [kept(board.width / 2, board.height / 2)]

    def inside(corner: Point) -> int:
        x, y = corner
        return sum(x + 8 < s.at[0] < x + w - 8 and y + 8 < s.at[1] < y + h - 8 for s in pieces)

    return max(corners, key=inside)


def _sorts(game: Game) -> list[Counter]:
    """A counter of each kind and side, kinds and sides changing in turn."""
    kinds: dict[str, dict[str | None, Counter]] = {}
    for counter in game.counters.values():
        kinds.setdefault(counter.kind, {}).setdefault(counter.side, counter)
    rows = [list(sides.values()) for sides in kinds.values()]
    return [row[(n + i) % len(row)] for n in range(max(map(len, rows))) for i, row in enumerate(rows) if n < len(row)]


def _pieces(d: Drawing, game: Game, palette: Palette, x: float, y: float) -> float:
    """Cards where there are any, and counters with their backs; returns where the next may stand."""
    if game.cards:
        kind = game.card_kinds[next(iter(game.cards.values())).kind]
        cards = [card for card in game.cards.values() if card.kind == kind.id]
        shown = [draw_card(game, palette, cards[0]), draw_card(game, palette, cards[len(cards) // 2]),
                 draw_card_back(game, palette, kind)]  # fmt: skip
        k = min(((_SIDE - 4) / 3) / kind.size[0], 44.0 / kind.size[1])
        step = (_SIDE - kind.size[0] * k) / 2
        for n, card in enumerate(shown):
            d.put(card, x + n * step, y, k)
        y += kind.size[1] * k + _EDGE / 2
    faces = []
    for counter in _sorts(game)[:16]:
        faces += [draw_face(game, palette, counter, face, 0.0) for face in counter.faces[:2]]
        back = draw_back(game, palette, counter, 0.0) if len(counter.faces) == 1 else None
        faces += [back] if back is not None else []
    across, rows = 6, 2 if game.cards else 4
    k = (_SIDE - (across - 1) * 1.6) / across / faces[0].width
    faces = faces[: min(rows, max(1, len(faces) // across)) * across]
    for n, face in enumerate(faces):
        d.put(face, x + n % across * (faces[0].width * k + 1.6), y + n // across * (faces[0].height * k + 1.6), k)
    return y + -(-len(faces) // across) * (faces[0].height * k + 1.6) + _EDGE / 2


def _row(d: Drawing, games: Sequence[Game], x: float, y: float, w: float) -> float:
    """Counters of all games in two rows, a few of each; returns where they end."""
    found = []
    for game in games:
        units = [c for c in _sorts(game) if not game.counter_kinds[c.kind].marker]
        found += [draw_face(game, palette_of(game), c, c.faces[0], 0.0) for c in units[:_EACH]]
    across = -(-len(found) // 2)
    step = w / across
    k = (step - 1.4) / 16.0
    for n, face in enumerate(found):
        top = y + n // across * step * 0.98
        d.put(face, x + n % across * step, top + (16 - face.height) * k / 2, k)
    return y + min(HEIGHT * 0.2, (2 if len(found) > across else 1) * step * 0.98)


def _sheets(d: Drawing, game: Game, box: Box, count: int) -> None:
    """The first sheets of counters to cut, fronts and backs, as large as there is room, to the right."""
    x, y, w, h = box
    sheets = pnp.counter_sheets(game, A4)[:count]
    k = min(h / A4.height, (w - 3.0 * (count - 1)) / count / A4.width)
    step = A4.width * k + 3.0
    left = x + (w - len(sheets) * step + 3.0) / (2 if count > 1 else 1)
    for n, sheet in enumerate(sheets):
        page = drawing_of(sheet, cuts=False)
        d.rect(left + n * step, y, A4.width * k, A4.height * k, WHITE)
        d.put(page, left + n * step, y, k)
        _framed(d, (left + n * step, y, A4.width * k, A4.height * k))


def _pixels(box: Box) -> tuple[int, int, int, int]:
    x, y, w, h = (round(v * SCALE) for v in box)
    return x, y, w, h


def _paste(image: Image.Image, window: Image.Image, box: Box) -> None:
    """A screenshot, as large as it fits into a box."""
    x, y, w, h = _pixels(box)
    k = min(w / window.width, h / window.height)
    size = max(1, round(window.width * k)), max(1, round(window.height * k))
    image.paste(window.convert("RGB").resize(size, Image.Resampling.LANCZOS), (x, y))


def _png(image: Image.Image) -> bytes:
    """As few bytes as the picture can bear: a palette, no dithering."""
    out = io.BytesIO()
    few = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
