"""Province cards: a window on the map with the province in colour, its name and its neighbours."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.model.graph import Map, Space
from compiler.render import type as typeset
from compiler.render.colour import Palette, Side, mix, on
from compiler.render.drawing import Drawing
from compiler.render.furniture import edge_band, seal
from compiler.render.map.land import Land, land_of


def outlines(board: Map) -> tuple[tuple[str, tuple[tuple[tuple[float, float], ...], ...]], ...]:
    """The outlines of a map's areas, as `land_of` wants them."""
    return tuple((space.id, space.outline) for space in board.spaces.values() if space.outline)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the land that cards are told apart by: name, colour and band of its ribbon, its provinces."""

    name: str
    ja: str
    fill: str
    band: str
    spaces: frozenset[str]


def parts_of(layout: Mapping[str, Any]) -> list[Part]:
    """The parts that a layout names."""
    found = []
    for id, given in dict(layout.get("regions", {})).items():
        name = given.get("name", id)
        en, ja = (name.get("en", id), name.get("ja", "")) if isinstance(name, Mapping) else (str(name), "")
        fill, band = str(given.get("fill", "#5A5148")), str(given.get("band", "solid"))
        found.append(Part(en, ja, fill, band, frozenset(given["spaces"])))
    return found


def province_front(
    game: Game, palette: Palette, drawing: Drawing, space: str, mine: str, parts: Sequence[Part] = ()
) -> None:
    """The front of the card of one area; the outer edge is there already."""
    board = next((m for m in game.maps.values() if space in m.spaces), game.map)
    place = board.spaces.get(space)
    w, h = drawing.width, drawing.height
    drawing.rect(1.4, 1.4, w - 2.8, h - 2.8, palette.paper, r=1.4)
    if place is None or not place.outline:
        return
    part = next((one for one in parts if space in one.spaces), None)
    land = land_of(outlines(board))
    top = 3.2 + (_ribbon(drawing, palette, part, place) if part is not None else 0.0)
    foot = 3.2 + h * (0.5 if part is not None else 0.54)
    own = palette.area(part.fill) if part is not None else mine
    _picture(drawing, palette, land, space, (3.2, top, w - 6.4, foot - top), own)
    y = h * (0.66 if part is not None else 0.715)
    size = typeset.fit(place.name.en, 6.4, w - 8, "serif-bold")
    drawing.text(w / 2, y, place.name.en, size, palette.frame, "serif-bold", "middle")
    if place.name.ja:
        seal(drawing, w - 12.4, foot - 5.8, 8.6, place.name.ja, palette.seal, palette.white)
    drawing.line([(5, y + 2.2), (w - 5, y + 2.2)], palette.accent, 0.4)
    below = h - 2.6
    if part is not None:
        tall = h * 0.15
        below -= tall + 0.8
        _locator(drawing, palette, land, (3.2, h - 2.9 - tall, w - 6.4, tall), part, space, mine)
    under = y + (1.4 if part is not None else 5.6)
    _neighbours(drawing, palette, board, place, under, below, part is None, game.lang)


def _ribbon(drawing: Drawing, palette: Palette, part: Part, place: Space) -> float:
    """The part of the land across the head of a card, in its colour and with its band; returns its height."""
    x, y, w = 3.2, 3.2, drawing.width - 6.4
    fill = palette.area(part.fill)
    drawing.rect(x, y, w, 4.4, fill)
    edge_band(drawing, x, y + 4.4, w, 1.3, Side(part.fill, palette.ink, part.band, "neutral"))
    used = drawing.text(x + 1.4, y + 3.2, part.name, 2.9, on(fill), "serif-bold")
    if part.ja:
        drawing.text(x + 2.6 + used, y + 3.15, part.ja, 2.5, on(fill), "kanji", bold=0.03)
    island = place.values.get("island")
    if isinstance(island, str) and island.replace("_", " ").capitalize() != place.name.en:
        text = island.replace("_", " ").capitalize()
        drawing.text(x + w - 1.4, y + 3.15, text, 2.5, on(fill), "serif-italic", "end")
    return 5.7


def _locator(
    drawing: Drawing,
    palette: Palette,
    land: Land,
    at: tuple[float, float, float, float],
    part: Part,
    space: str,
    mine: str,
) -> None:
    """The whole land, small: where the part and the province lie."""
    x, y, w, h = at
    x0, y0, x1, y1 = land.whole.bounds
    k = min(w / (x1 - x0), h / (y1 - y0))
    matrix = [k, 0, 0, k, x + w / 2 - (x0 + x1) / 2 * k, y + h / 2 - (y0 + y1) / 2 * k]

    def small(shape: BaseGeometry) -> BaseGeometry:
        return _thinned(affine_transform(shape, matrix), 0.06)

    drawing.mark(small(land.whole), mix(palette.paper, palette.tone("border"), 0.3))
    mine_part = shapely.union_all([land.areas[id] for id in sorted(part.spaces) if id in land.areas])
    drawing.mark(small(mine_part), palette.area(part.fill))
    spot = affine_transform(land.areas[space], matrix)
    drawing.mark(spot, mine)
    point = spot.representative_point()
    drawing.circle(point.x, point.y, max(1.1, math.sqrt(spot.area) * 0.85), None, palette.white, 0.7)
    drawing.circle(point.x, point.y, max(1.1, math.sqrt(spot.area) * 0.85), None, palette.ink, 0.3)


def _thinned(shape: BaseGeometry, slack: float) -> BaseGeometry:
    return shapely.simplify(shape, slack, preserve_topology=False)


def _picture(
    drawing: Drawing, palette: Palette, land: Land, space: str, at: tuple[float, float, float, float], mine: str
) -> None:
    x, y, w, h = at
    me = land.areas[space]
    x0, y0, x1, y1 = me.bounds
    k = min(w * 0.66 / (x1 - x0), h * 0.66 / (y1 - y0), 1.6)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    matrix = [k, 0, 0, k, x + w / 2 - cx * k, y + h / 2 - cy * k]
    reach = (cx - w / k / 2 - 8, cy - h / k / 2 - 8, cx + w / k / 2 + 8, cy + h / k / 2 + 8)
    window = (x, y, x + w, y + h)

    def placed(shape: BaseGeometry) -> BaseGeometry:
        return _thinned(affine_transform(shapely.clip_by_rect(shape, *reach), matrix), 0.03)

    sea, coast, border = palette.tone("sea", "lake"), palette.tone("coast", "border"), palette.tone("border")
    drawing.rect(x, y, w, h, sea)
    ground = placed(land.whole)
    for i, (offset, width) in enumerate(((0.8, 0.24), (1.9, 0.2), (3.4, 0.16))):
        line = shapely.clip_by_rect(ground.buffer(offset, quad_segs=3).boundary, *window)
        drawing.mark(_thinned(line, 0.05), None, mix(palette.tone("sea_line", "coast"), sea, i * 0.17), width)
    drawing.mark(shapely.clip_by_rect(ground, *window), mix(palette.paper, border, 0.18))
    drawing.mark(shapely.clip_by_rect(placed(land.lines), *window), None, border, 0.2)
    shape = placed(me)
    drawing.mark(shape, mix(mine, palette.paper, 0.25))
    drawing.mark(shape.difference(shape.buffer(-1.2, quad_segs=3)), mix(mine, palette.ink, 0.12), even_odd=True)
    drawing.mark(shape, None, coast, 0.5)
    drawing.rect(x, y, w, h, None, palette.frame, 0.4)


def _neighbours(
    drawing: Drawing, palette: Palette, board: Map, place: Space, y: float, below: float, island: bool, lang: str
) -> None:
    """Neighbours in small type: those by sea carry a star, and the card says so."""
    near = []
    for link in board.links_of.get(place.id, ()):
        other = board.spaces[link.other(place.id)]
        near.append(other.name.en + ("*" if "sea" in link.kind else ""))
    where = place.values.get("island")
    w = drawing.width
    if island and isinstance(where, str):
        drawing.text(w / 2, y, where.replace("_", " ").capitalize(), 2.5, palette.soft, "serif-italic", "middle")
    text = ", ".join(sorted(near))
    if "*" in text:
        text += f" ({printed('* by sea', lang)})"
    room = below - (y + 1.0)
    sizes = (2.7, 2.6, 2.5, 2.4, 2.3)
    size = next((s for s in sizes if len(typeset.wrap(text, s, w - 6.4)) * s * 1.24 <= room), sizes[-1])
    lines = typeset.wrap(text, size, w - 6.4)
    if len(lines) * size * 1.24 > room + 0.5:
        drawing.problem("R303", f"the neighbours of `{place.id}` do not fit on its card", "make the cards larger")
    for i, line in enumerate(lines):
        drawing.text(w / 2, y + 3.8 + i * size * 1.24, line, size, palette.ink, "sans", "middle")
