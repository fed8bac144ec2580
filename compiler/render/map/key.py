"""The key of a map: grounds, lines and plates as they are drawn, each with its name in both scripts."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from shapely.geometry import LineString, Point, Polygon, box

from compiler.load.tongue import printed
from compiler.model.common import Kind, Name
from compiler.model.game import Game
from compiler.model.graph import Space
from compiler.render import type as typeset
from compiler.render.colour import PAPER, Palette, mix
from compiler.render.drawing import Drawing
from compiler.render.furniture import badge
from compiler.render.geometry import WATER_LINES, chaikin
from compiler.render.map.borders import BORDER_DASH
from compiler.render.map.courses import BRIDGE, bridge, ford, river_tones, road_strokes
from compiler.render.map.field import WET
from compiler.render.map.lanes import draw_lanes
from compiler.render.map.places import emblem, keep, walled
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.plates import Shown, badge_of, bars, large, points_disc, small, symbol_of
from compiler.render.map.points import link_strokes
from compiler.render.map.recipes import style_of
from compiler.render.map.relief import ground_tone, ridge_tone, swatch
from compiler.render.map.water import coast_tone, line_tone
from compiler.render.path import polygon
from compiler.render.symbols import unit
from compiler.render.texture import hachures

PLACE = "@"  # before the name of a place, which is no kind of ground
Draw = Callable[[float, float], None]
SYMBOL = 14.0  # width kept for the drawing of an entry
ROW = 11.0  # least height of an entry
TITLE = Name("Key", "凡例")
FLAT = 0.58  # of the radius: how far lines and plates reach up and down
STEEP = ("slope", "ridge")  # grounds with hachures down their edges


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: what is drawn about a point, and its name."""

    draw: Draw
    name: Name


def key(plan: Plan) -> None:
    """The key where art.yaml puts it."""
    given = plan.style.part("key")
    if given:
        (x, y), (w, h) = given["at"], given["size"]
        _panel(plan, float(x), float(y), float(w), float(h))


def _panel(plan: Plan, x: float, y: float, w: float, h: float) -> None:
    palette = plan.palette
    found = list(entries(plan))
    if plan.view.intersects(box(x, y, x + w, y + h)):
        plan.drawing.rect(x + 1, y + 1, w, h, mix(palette.frame, plan.water("sea"), 0.35))
    plan.drawing.rect(x, y, w, h, mix(palette.paper, PAPER, 0.3), palette.frame, 0.5)
    plan.drawing.rect(x + 0.8, y + 0.8, w - 1.6, h - 1.6, None, palette.frame, 0.18)
    plan.taken.add(box(x, y, x + w, y + h))
    left, top = _heading(plan, x, y, w, h)
    w, h = x + w - 2.0 - left, y + h - 0.8 - top
    rows = max(1, int(h // ROW))
    step, pitch = w / max(1, -(-len(found) // rows)), h / rows
    for n, entry in enumerate(found):
        cx, cy = left + (n // rows) * step, top + (n % rows + 0.5) * pitch
        entry.draw(cx + SYMBOL / 2, cy)
        _label(plan, entry.name, cx + SYMBOL + 0.8, cy, step - SYMBOL - 1.2)


def _heading(plan: Plan, x: float, y: float, w: float, h: float) -> tuple[float, float]:
    """The word Key above the entries, or before them in a low panel; returns where they begin."""
    hand, accent = Hand("serif-bold", 3.3, plan.palette.frame), plan.palette.accent
    if h >= 8.0 + 2 * ROW:
        plan.bilingual(_ours(plan, TITLE), x + 2.6, y + 5.0, hand)
        plan.drawing.line([(x + 2.4, y + 6.4), (x + w - 2.4, y + 6.4)], accent, 0.4)
        return x + 2.0, y + 7.2
    plan.write(_ours(plan, TITLE).en, x + 2.8, y + h / 2 - 0.6, hand, "start", what="key")
    plan.write(
        _ours(plan, TITLE).ja or "", x + 2.8, y + h / 2 + 3.4, Hand("kanji", 2.9, plan.palette.soft, bold=0.02), "start"
    )
    plan.drawing.line([(x + 11.0, y + 2.4), (x + 11.0, y + h - 2.4)], accent, 0.4)
    return x + 12.0, y + 0.8


def _ours(plan: Plan, name: Name) -> Name:
    """A word of ours: its kanji belong to games of Japan alone, and are the word itself in Japanese."""
    word = printed(name.en, plan.game.lang)
    return Name(word, name.ja if plan.palette.theme == "japan" and word != name.ja else None)


def _label(plan: Plan, name: Name, x: float, y: float, room: float) -> None:
    lines = typeset.wrap(name.en, 2.3, room, "sans-semi")[:2]
    size = max(1.7, min(typeset.fit(line, 2.3, room, "sans-semi") for line in lines))
    kanji = 2.6 if name.ja else 0.0
    top = y - (len(lines) * 2.6 + kanji) / 2 + 2.0
    for n, line in enumerate(lines):
        plan.write(line, x, top + n * 2.6, Hand("sans-semi", size, plan.palette.ink), "start", what=f"{line} (key)")
    if name.ja:
        hand = Hand("kanji", 2.1, plan.palette.soft, bold=0.02)
        plan.write(name.ja, x, top + len(lines) * 2.6 + 0.1, hand, "start", what=f"{name.ja} (key)")


# -- entries ---------------------------------------------------------------------------------------------------------
def entries(plan: Plan) -> Iterator[Entry]:
    """What a map of this kind has to explain."""
    if plan.map.kind in ("hex", "square"):
        yield from _grounds(plan)
        yield from _courses(plan)
    else:
        yield from _links(plan)
    yield from _spaces(plan)
    if plan.map.kind == "hex" and any(plan.style.regions[r.kind] == "province" for r in plan.map.regions.values()):
        yield Entry(partial(_border, plan), _ours(plan, Name("Border", "国境")))


def _grounds(plan: Plan) -> Iterator[Entry]:
    used = {space.terrain for space in plan.map.spaces.values()}
    plates = {kind.name.en for kind in plan.map.space_kinds.values()}
    for id, kind in plan.map.terrain.items():
        if id in used and kind.name.en not in plates:  # the ground of a castle is known by its plate
            yield Entry(partial(_hex, plan, id), kind.name)


def _hex(plan: Plan, terrain: str, x: float, y: float) -> None:
    """A small hex with the marks of its ground."""
    r = 6.2
    corners = [(x + r * dx, y + r * dy) for dx, dy in
               ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))]  # fmt: skip
    recipe = plan.style.terrain[terrain]
    plan.drawing.mark(polygon(corners), ground_tone(plan, terrain), plan.palette.frame, 0.35)
    shape = Polygon(corners)
    if recipe == "stream":
        _currents(plan, terrain, shape, x, y)
    elif recipe in WET:
        for offset, width in WATER_LINES[:3]:
            line = shape.buffer(-offset * 1.2).boundary
            plan.drawing.mark(line, None, mix(line_tone(plan), ground_tone(plan, terrain), 0.3), width)
    else:
        if recipe in STEEP:
            ink = mix(ridge_tone(plan), ground_tone(plan, terrain), 0.3)
            plan.drawing.mark(hachures(shape.boundary, shape, random.Random(3)), None, ink, 0.2)
        with plan.drawing.group(x, y, 0.62):
            swatch(plan, terrain, 0.0, 0.0, 1.0)


def _currents(plan: Plan, terrain: str, shape: Polygon, x: float, y: float) -> None:
    """Lines of current through a hex of stream."""
    tint, inside = ground_tone(plan, terrain), shape.buffer(-0.9)
    ink = mix(plan.tone("#22607E", f"{terrain}_edge", "river_edge", "coast"), tint, 0.25)
    for n, dy in enumerate((-3.0, -1.0, 1.0, 3.0)):
        wave = chaikin(
            [(x - 7, y + dy + 1), (x - 2, y + dy - 0.8), (x + 2, y + dy + 0.8), (x + 7, y + dy - 1)], 3, closed=False
        )
        plan.drawing.mark(LineString(wave).intersection(inside), None, ink, 0.22, (3.0 - 0.4 * n, 1.2))


def _courses(plan: Plan) -> Iterator[Entry]:
    used = {route.kind for route in plan.map.routes}
    for id, kind in plan.map.feature_kinds.items():
        if id in used and plan.style.features[id] != "none":
            yield Entry(partial(_course, plan, plan.style.features[id]), kind.name)


def _course(plan: Plan, recipe: str, x: float, y: float) -> None:
    wave = chaikin([(x - 6, y + 1), (x - 2, y - 1.4), (x + 2, y + 1.4), (x + 6, y - 1)], 3, closed=False)
    drawing = plan.drawing
    if recipe == "channel":
        drawing.line([(x - 5.2, y), (x + 5.2, y)], coast_tone(plan), 2.7)
        drawing.line([(x - 5.2, y), (x + 5.2, y)], plan.water("lake"), 1.9)
    if recipe in ("river", "bridge", "ford"):
        edge, core = river_tones(plan)
        drawing.line(wave, edge, 1.75)
        drawing.line(wave, core, 0.85)
    if recipe in BRIDGE:
        with drawing.group(x, y, 1.0, 115.0):
            (bridge if recipe == "bridge" else ford)(plan)
    if recipe in ("road", "trail", "rail"):
        for ink, width, dash, cap in road_strokes(plan, recipe):
            drawing.line(wave, ink, width, dash, cap)
    if recipe in ("wall", "line"):
        drawing.line([(x - 6, y), (x + 6, y)], plan.palette.ink, 1.0)


def _border(plan: Plan, x: float, y: float) -> None:
    plan.drawing.line([(x - 6, y), (x + 6, y)], PAPER, 1.15)
    plan.drawing.line([(x - 6, y), (x + 6, y)], plan.tone("#7A2A22", "border"), 0.6, BORDER_DASH, "butt")


def _links(plan: Plan) -> Iterator[Entry]:
    for id, kind in plan.map.link_kinds.items():
        if plan.style.links[id] != "none":
            yield Entry(partial(_link, plan, plan.style.links[id]), kind.name)


def _link(plan: Plan, recipe: str, x: float, y: float) -> None:
    line = [(x - 6, y + 1.2), (x + 6, y - 1.2)]
    if plan.map.kind == "areas":
        draw_lanes(plan, [line], plan.water("sea"))
        return
    for ink, width, dash, cap in link_strokes(plan, recipe):
        plan.drawing.line(line, ink, width, dash, cap)


def _spaces(plan: Plan) -> Iterator[Entry]:
    """Kinds of spaces with a plate, the level they show and the signs at their corners."""
    signs: dict[str, Entry] = {}
    sample = {s.kind: s for s in plan.map.spaces.values() if s.display is None and s.kind not in ("hex", "square")}
    side = next(iter(plan.palette.sides.values()), plan.side(None))
    for id, space in sample.items():
        look = plan.style.look(space)
        kind = plan.map.space_kinds.get(id)
        if kind is None or look.shape in ("none", "slab", "sea") or (look.shape == "bare" and not look.symbol):
            continue
        if plan.map.kind == "areas":
            continue
        ink = side if look.owner else plan.side(None)  # plates that nobody owns are as on the map
        what = Shown(look, ink, bool(look.owner), 2 if look.level else 0, False, None)
        yield Entry(
            partial(_hex_plate, plan, what, space) if plan.map.kind == "hex" else partial(_plate, plan, what), kind.name
        )
        for field, sign in look.badges.items():
            title = kind.fields[field].title if field in kind.fields else Name(field.replace("_", " ").capitalize())
            short = Name(title.en.removesuffix(" of"), title.ja)  # "Surrender Space of" whom, the crest shows
            signs.setdefault(field, Entry(partial(badge_of, plan, sign, None), short))
    yield from signs.values()
    looks = [(plan.style.look(s), plan.map.space_kinds.get(id)) for id, s in sample.items()]
    levels = [_titled(plan, kind, look.level, Name("Level", "格")) for look, kind in looks if look.level]
    if levels:
        yield Entry(partial(_level, plan, plan.map.kind == "hex"), levels[0])
    values = [_titled(plan, kind, look.value, Name("Points", "点")) for look, kind in looks if look.value]
    if values:
        yield Entry(lambda x, y: points_disc(plan, x, y, 2.7, 1), values[0])


def _titled(plan: Plan, kind: Kind | None, field: str | None, ours: Name) -> Name:
    """What a number on a plate is called: by the title of its field, or by a word of ours."""
    given = kind.fields.get(field or "") if kind is not None else None
    return _ours(plan, ours) if given is None or given.title.en == ours.en else given.title


def _hex_plate(plan: Plan, what: Shown, space: Space, x: float, y: float) -> None:
    if space.id in {id for region in walled(plan) for id in region.spaces}:
        keep(plan, Point(x, y).buffer(4.75), space.terrain)
        plan.drawing.symbol(unit(symbol_of(what.look) or "castle"), x, y - 0.2, 7.0, plan.palette.ink)
    elif what.look.shape in ("square", "disc", "seal"):
        small(plan, x, y, what, 7.0)
    elif symbol := symbol_of(what.look):
        emblem(plan, symbol, space.terrain, x, y, 1.0)


def _plate(plan: Plan, what: Shown, x: float, y: float) -> None:
    if what.look.shape == "dot":
        plan.drawing.rect(x - 2.3, y - 2.3, 4.6, 4.6, PAPER, plan.tone("#5C2E1C", "road"), 0.5)
        return
    with plan.drawing.group(x, y, 0.72):
        large(plan, 0.0, 0.0, what)


def _level(plan: Plan, digit: bool, x: float, y: float) -> None:
    if digit:
        badge(plan.drawing, x, y, 1.8, 3, plan.palette.ink)
    else:
        bars(plan, x, y - 1.5, 3)


@dataclass(frozen=True, slots=True)
class Swatch:
    """Something of a map, or a counter, drawn about a point with a radius; `tall` is its share of that radius."""

    draw: Callable[[Drawing, float, float, float], None]
    tall: float = 1.0

    def __call__(self, drawing: Drawing, x: float, y: float, r: float) -> None:
        self.draw(drawing, x, y, r)


def swatches_of(game: Game, palette: Palette) -> Iterator[tuple[str, Swatch]]:
    """Lines, plates and grounds by the names that tables give them, each as the map shows it."""
    board = game.map
    style = style_of(game, board)

    def plan_on(d: Drawing) -> Plan:
        return Plan(game, board, palette, style, d, box(-9, -9, 9, 9), palette.thin)

    def line(n: int, d: Drawing, x: float, y: float, r: float) -> None:
        with d.group(x, y, r / 6.6):
            _lines(plan_on(d))[n].draw(0.0, 0.0)

    for n, entry in enumerate(_lines(plan_on(Drawing(1.0, 1.0)))):
        yield _headed(entry.name.en), Swatch(partial(line, n), FLAT)
    if board.grid is None:
        return
    plates = {kind.name.en: id for id, kind in board.space_kinds.items()}

    def swatch(id: str, d: Drawing, x: float, y: float, r: float) -> None:
        with d.group(x, y, r / 6.2):
            plan = plan_on(d)
            _hex(plan, id, 0.0, 0.0)
            kind = plates.get(board.terrain[id].name.en)
            space = next((s for s in board.spaces.values() if s.kind == kind and s.terrain == id), None)
            if space is not None:  # the ground of a castle is that of its hill: its plate tells them apart
                _hex_plate(plan, Shown(style.look(space), plan.side(None), False, 0, False, None), space, 0.0, 0.0)

    for id, kind in board.terrain.items():
        for name in dict.fromkeys((kind.name.en, id.replace("_", " "))):
            yield _headed(name), Swatch(partial(swatch, id))

    def place(space: Space, d: Drawing, x: float, y: float, r: float) -> None:
        with d.group(x, y, r / 6.2):
            plan = plan_on(d)
            _hex(plan, space.terrain or "", 0.0, 0.0)
            _hex_plate(plan, Shown(style.look(space), plan.side(None), False, 0, False, None), space, 0.0, 0.0)

    for space in board.spaces.values():
        if space.terrain is not None and space.kind in board.space_kinds and space.name.en != space.id:
            yield PLACE + space.name.en.split(" (")[0], Swatch(partial(place, space))


def swatch_for(head: str, swatches: Mapping[str, Swatch]) -> Swatch | None:
    """The swatch of a row: its own, or that of the first that a row for several names."""
    several = [_headed(part) for part in re.split(r" or | and |, ", head)]
    names = (head, *several, *(PLACE + part for part in several if len(several) > 1))
    return next((swatches[name] for name in names if name in swatches), None)


def _lines(plan: Plan) -> list[Entry]:
    """Rivers, ways and plates of the key."""
    ways = _courses(plan) if plan.map.grid is not None else _links(plan)
    return [*ways, *(_spaces(plan) if plan.map.kind == "hex" else ())]


def _headed(name: str) -> str:
    """A name as it stands at the head of a row."""
    return name[:1].upper() + name[1:]
