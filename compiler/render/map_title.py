"""The cartouche of a sheet: title, seal, sides, scale bar and compass, where art.yaml puts them or where there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.render import type as typeset
from compiler.render.colour import PAPER, mix, on
from compiler.render.furniture import compass, frame, scale_bar, seal
from compiler.render.labels import Taken, best_spot
from compiler.render.map_plan import Hand, Plan
from compiler.render.style import title_kanji
from compiler.render.symbols import mon
from compiler.render.texture import cloud

SIZES = ((118.0, 62.0), (96.0, 50.0), (86.0, 30.0), (64.0, 24.0))


def title(plan: Plan) -> None:
    """The cartouche; without a place of its own it goes to the largest free part of the sheet."""
    given = plan.style.given.get("title", {})
    if given is None or given is False:
        return
    spot = _given(given) if isinstance(given, Mapping) and "at" in given else _free(plan)
    if spot is None:
        return
    x, y, w, h = spot
    look = given.get("style", "plate") if isinstance(given, Mapping) else "plate"
    if look == "cloud":
        _cloud(plan, x, y, w, h)
    else:
        _plate(plan, x, y, w, h)


def _given(given: Mapping[str, Any]) -> tuple[float, float, float, float]:
    x, y = given["at"]
    w, h = given.get("size", SIZES[2])
    return float(x), float(y), float(w), float(h)


def _free(plan: Plan) -> tuple[float, float, float, float] | None:
    """A place beside the map where nothing stands."""
    sheet = box(0, 0, plan.drawing.width, plan.drawing.height).buffer(-3)
    taken = Taken([plan.view.buffer(3), *plan.taken.shapes, *_panels(plan)])
    for w, h in SIZES:
        spot = best_spot(sheet, w + 2, h + 2, taken, 2.0)
        if spot is not None:
            return spot.x - w / 2, spot.y - h / 2, w, h
    return None


def _panels(plan: Plan) -> list[BaseGeometry]:
    found = [box(d.at[0], d.at[1], d.at[0] + d.size[0], d.at[1] + d.size[1])
             for d in plan.map.displays.values() if d.window == "board"]  # fmt: skip
    for space in plan.map.spaces.values():
        if space.size is not None and space.display is None:
            (x, y), (w, h) = space.at, space.size
            found.append(box(x - w / 2, y - h / 2, x + w / 2, y + h / 2))
    return found


def _plate(plan: Plan, x: float, y: float, w: float, h: float) -> None:
    """Paper plate with a flat drop edge, double rule, seal, title over the accent rule, subtitle, sides below."""
    drawing, palette = plan.drawing, plan.palette
    inside = plan.view.intersects(box(x, y, x + w, y + h))
    drawing.rect(x + 1.2, y + 1.2, w, h, mix(palette.frame, plan.water("sea") if inside else palette.paper, 0.35))
    drawing.rect(x, y, w, h, palette.paper)
    frame(drawing, x + 1.2, y + 1.2, w - 2.4, h - 2.4, palette.frame)
    plan.taken.add(box(x, y, x + w, y + h))
    sides = _sides(plan) if h >= 44 else []
    head = h - 12.4 - 13.4 * _rows(sides, w) if sides else h - 3
    head = min(head, 34.0) if sides else head
    bottom = _title(plan, x + 6, y + 3.4, w - 12, head - 3.4)
    if sides:
        _crests(plan, sides, x + 6, bottom + 5.4, w - 12, y + h - 3.4 - bottom - 5.4)


def _title(plan: Plan, x: float, y: float, w: float, h: float) -> float:
    """Title and subtitle beside the seal, the accent rule below; returns its height."""
    palette, game = plan.palette, plan.game
    kanji = title_kanji(game)
    stamp = min(22.0, h - 3.6) if kanji else 0.0
    room = w - stamp - (4 if stamp else 0)
    rule = y + h - 1.2
    if kanji:
        seal(plan.drawing, x + w - stamp, y + (h - 2.4 - stamp) / 2, stamp, kanji, palette.seal, palette.white)
    size, lines = _set(game.title.en, room, 9.2 if h > 22 else 7.0, 2 if h > 22 else 1)
    sub = game.subtitle.en if game.subtitle else ""
    below = 5.2 if sub else 0.0
    base = y + (h - 2.4 - below - (len(lines) - 1) * size * 1.02) / 2 + size * 0.34
    for n, line in enumerate(lines):
        plan.write(line, x, base + n * size * 1.02, Hand("serif-bold", size, palette.frame, track=0.01), "start")
    if sub:
        small = typeset.fit(sub, 4.2 if h > 22 else 3.2, room, "serif-italic")
        hand = Hand("serif-italic", small, palette.accent)
        plan.write(sub, x, base + (len(lines) - 1) * size * 1.02 + 4.0 + small * 0.35, hand, "start")
    plan.drawing.line([(x, rule), (x + w, rule)], palette.accent, 0.7)
    return rule


def _set(text: str, room: float, size: float, most: int) -> tuple[float, Sequence[str]]:
    """The largest size at which a title fits in so many lines."""
    while size > 3.0:
        lines = typeset.wrap(text, size, room, "serif-bold", 0.01)
        if len(lines) <= most and max(typeset.width(line, size, "serif-bold", 0.01) for line in lines) <= room:
            return size, lines
        size -= 0.2
    return size, typeset.wrap(text, size, room, "serif-bold", 0.01)


def _sides(plan: Plan) -> list[str]:
    """The sides worth showing: those with a colour of their own, twelve at most."""
    found = [side.id for side in plan.game.sides.values() if side.id in plan.palette.sides]
    return found if len(found) <= 12 else []


def _rows(sides: Sequence[str], w: float) -> int:
    per = max(1, int((w - 12) // 27))
    return -(-len(sides) // per)


def _crests(plan: Plan, sides: Sequence[str], x: float, y: float, w: float, h: float) -> None:
    """A small plate with crest and name for every side."""
    per = max(1, min(len(sides), int(w // 26)))
    rows = -(-len(sides) // per)
    step, pitch = w / per, min(13.4, h / rows)
    s = min(8.4, pitch - 1.6)
    if s < 4.0:
        return
    for n, id in enumerate(sides):
        side = plan.side(id)
        cx, cy = x + s / 2 + (n % per) * step, y + s / 2 + (n // per) * pitch
        plan.drawing.rect(cx - s / 2, cy - s / 2, s, s, side.fill, plan.palette.ink, 0.3, r=0.8)
        plan.drawing.symbol(mon(side.mon), cx, cy, s * 0.79, side.text)
        name = plan.game.sides[id].name.en
        size = typeset.fit(name, 2.7, step - s - 2.6, "sans-semi")
        plan.write(name, cx + s / 2 + 1.4, cy + 0.9, Hand("sans-semi", size, plan.palette.ink), "start", what=f"{name} (side)")


def _cloud(plan: Plan, x: float, y: float, w: float, h: float) -> None:
    """Title on the gold cloud of a folding screen."""
    pitch = h / 5
    ends = ((0.10, 0.86), (0.0, 1.0), (0.06, 0.94), (0.02, 0.9), (0.16, 0.72))
    half = pitch * 0.56
    bars = [(x + half + a * w, y + half + k * (h - 2 * half) / 4, (b - a) * w - 2 * half) for k, (a, b) in enumerate(ends)]
    gold, line = plan.tone("#E3BF62", "cloud"), plan.tone("#A97F2E", "cloud_line")
    cloud(plan.drawing, bars, pitch, mix(gold, PAPER, 0.8) if plan.thin else gold, line)
    plan.taken.add(box(x, y, x + w, y + h))
    _title(plan, x + w * 0.12, y + h * 0.2, w * 0.72, h * 0.6)


def instruments(plan: Plan) -> None:
    """Compass and scale bar, where art.yaml puts them."""
    given = plan.style.given
    if "compass" in given:
        here = given["compass"]
        x, y = here["at"]
        r = float(here.get("r", 9.0))
        ground = _ground_at(plan, x, y)
        ink = plan.palette.frame if on(ground) != PAPER else PAPER
        compass(plan.drawing, x, y, r, ink, PAPER if ink != PAPER else ground, float(here.get("turn", 0.0)))
        plan.taken.add(box(x - r, y - r * 1.5, x + r, y + r))
    if "scale" in given:
        here = given["scale"]
        x, y = here["at"]
        labels = tuple(f"{float(here['each']) * (n + 1):g}" for n in range(int(here.get("parts", 4))))
        scale_bar(plan.drawing, x, y, float(here["part"]), labels, str(here.get("note", "")), plan.palette)
        plan.taken.add(box(x - 2, y - 4, x + float(here["part"]) * len(labels) + 2, y + 6))


def _ground_at(plan: Plan, x: float, y: float) -> str:
    """What lies under a point: the sea of a map, or the paper of its margin."""
    inside = plan.view.contains(box(x - 1, y - 1, x + 1, y + 1))
    return plan.water("sea") if inside and plan.map.kind != "hex" else plan.palette.paper


def busy(plan: Plan) -> BaseGeometry:
    """All panels, for maps whose names must go around them."""
    return unary_union(_panels(plan))
