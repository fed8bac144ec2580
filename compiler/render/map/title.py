"""The cartouche of a sheet: title, seal, sides, scale bar and compass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.render import type as typeset
from compiler.render.colour import PAPER, mix, on
from compiler.render.furniture import compass, frame, scale_bar, seal
from compiler.render.map.labels import Taken, best_spot
from compiler.render.map.plan import Hand, Plan, corner, rect
from compiler.render.map.tracks import pile_size, track_frames
from compiler.render.scene.pictures import scene_of, window_of
from compiler.render.scene.stage import Stage
from compiler.render.style import title_kanji
from compiler.render.symbols import mon
from compiler.render.texture import cloud
from compiler.render.titles import title_lines

PICTURE = 0.5  # the most of a cartouche that its picture takes where sides stand below it
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
    """A place on the sheet where nothing stands."""
    sheet = box(0, 0, plan.drawing.width, plan.drawing.height).buffer(-3)
    taken = Taken([*plan.ground, *plan.taken.shapes, *_panels(plan)])
    for w, h in SIZES:
        spot = best_spot(sheet, w + 2, h + 2, taken, 2.0)
        if spot is not None:
            return spot.x - w / 2, spot.y - h / 2, w, h
    return None


def _panels(plan: Plan) -> list[BaseGeometry]:
    """What stands on the sheet beside or upon the map: displays, boxes, tracks, piles, and furniture with a place."""
    found = [rect((*d.at, *d.size)) for d in plan.map.displays.values() if d.window == "board"]
    for space in plan.map.spaces.values():
        if space.size is not None and space.display is None:
            found.append(rect(corner(space.at, space.size)))
    if plan.map is plan.game.map:
        for track in plan.game.tracks.values():
            frames = [frame for _, frame in track_frames(track)]
            if frames and track.at is not None:
                right, bottom = (max(f[n] + f[n + 2] for f in frames) for n in (0, 1))
                found.append(box(track.at[0] - 2.4, track.at[1] - 2.0, right + 2.4, bottom + 2.4))
        found += [rect(corner(p.at, pile_size(plan.game, p))) for p in plan.game.piles.values()
                  if isinstance(p.at, tuple)]  # fmt: skip
    for name in ("title", "key"):
        given = plan.style.given.get(name)
        if isinstance(given, Mapping) and "at" in given and "size" in given:
            found.append(rect((*given["at"], *given["size"])))
    return found


def _plate(plan: Plan, x: float, y: float, w: float, h: float) -> None:
    """Paper plate with a flat drop edge and double rule: title and seal above, the sides below the accent rule."""
    drawing, palette = plan.drawing, plan.palette
    inside = plan.view.intersects(box(x, y, x + w, y + h))
    drawing.rect(x + 1.2, y + 1.2, w, h, mix(palette.frame, plan.water("sea") if inside else palette.paper, 0.35))
    drawing.rect(x, y, w, h, palette.paper)
    frame(drawing, x + 1.2, y + 1.2, w - 2.4, h - 2.4, palette.frame)
    plan.taken.add(box(x, y, x + w, y + h))
    sides = _sides(plan) if h >= 40 else []
    strip = None if plan.thin else window_of(plan.game, "strip")
    if strip is not None:
        if sides:
            _pictured(plan, strip, sides, x, y, w, h)
        else:
            _full(plan, strip, x, y, w, h)
        return
    head = min(h * 0.5, 34.0) if sides else h - 8.0
    _title(plan, x + 6, y + 4.4, w - 12, head)
    if sides:
        drawing.line([(x + 6, y + head + 5.6), (x + w - 6, y + head + 5.6)], palette.accent, 0.7)
        _crests(plan, sides, x + 6, y + head + 8.2, w - 12, h - head - 12.6)


def _pictured(plan: Plan, strip: Stage, sides: Sequence[str], x: float, y: float, w: float, h: float) -> None:
    """The picture of the game across the plate, the title on a slip over its foot, the sides below."""
    drawing, palette = plan.drawing, plan.palette
    inner = w - 4.8
    left, top, wide, high = strip.window
    part = min(high, wide * PICTURE * h / inner)
    tall = strip.cut((left, top + (high - part) * 0.7, wide, part)).paint(drawing, x + 2.4, y + 2.4, inner)
    drawing.rect(x + 2.4, y + 2.4, inner, tall, None, palette.frame, 0.3)
    room = h - 4.8 - tall
    under = min(room * 0.45, 9.0)  # how far the slip hangs below the picture
    high = min(tall * 0.62, 16.0)
    top = y + 2.4 + tall - high + under
    long = inner * 0.74
    drawing.rect(x + 7.0, top + 0.8, long, high, palette.frame)
    drawing.rect(x + 6.2, top, long, high, palette.paper, palette.frame, 0.4)
    _title(plan, x + 8.4, top + 1.4, long - 4.4, high - 2.8)
    if sides:
        _crests(plan, sides, x + 6, top + high + 2.0, w - 12, y + h - 4.0 - top - high - 2.0)


def _full(plan: Plan, strip: Stage, x: float, y: float, w: float, h: float) -> None:
    """The picture over the whole plate, the title on a slip: where there are no sides to show, or little room."""
    drawing, palette = plan.drawing, plan.palette
    whole = scene_of(plan.game) or strip
    inner, tall = w - 4.8, h - 4.8
    left, top, wide, high = whole.window
    across = min(wide, high * inner / tall)
    down = across * tall / inner
    _, sy, _, sh = strip.window
    start = min(max(top, sy + (sh - down) * 0.7), top + high - down)
    whole.cut((left + (wide - across) / 2, start, across, down)).paint(drawing, x + 2.4, y + 2.4, inner)
    drawing.rect(x + 2.4, y + 2.4, inner, tall, None, palette.frame, 0.3)
    slip = min(tall * 0.62, 20.0)
    long = min(inner - 6.0, max(inner * 0.62, 62.0))
    foot = y + 2.4 + tall - slip - 2.6
    drawing.rect(x + 6.2, foot + 0.8, long, slip, palette.frame)
    drawing.rect(x + 5.4, foot, long, slip, palette.paper, palette.frame, 0.4)
    _title(plan, x + 7.6, foot + 1.4, long - 4.4, slip - 2.8)


def _title(plan: Plan, x: float, y: float, w: float, h: float) -> None:
    """Title over subtitle in the middle of a box, the seal at its right."""
    palette, game = plan.palette, plan.game
    kanji = title_kanji(game)
    stamp = min(24.0, h) if kanji else 0.0
    if kanji:
        seal(plan.drawing, x + w - stamp, y + (h - stamp) / 2, stamp, kanji, palette.seal, palette.white)
    room = w - stamp - (5.0 if stamp else 0.0)
    sub = game.subtitle.en if game.subtitle else ""
    below = min(4.4, h * 0.2) if sub else 0.0
    size, lines = title_lines(game.title.en, room, h - below * 1.6)
    block = len(lines) * size * 0.98 + below * 1.5
    base = y + (h - block) / 2 + size * 0.74
    for n, line in enumerate(lines):
        plan.write(line, x, base + n * size * 0.98, Hand("serif-bold", size, palette.frame, track=0.01), "start")
    if sub:
        small = typeset.fit(sub, below, room, "serif-italic")
        hand = Hand("serif-italic", small, palette.accent)
        plan.write(sub, x, base + (len(lines) - 1) * size * 0.98 + size * 0.3 + small, hand, "start")


def _sides(plan: Plan) -> list[str]:
    """The sides worth showing, twelve at most."""
    return list(plan.game.sides) if len(plan.game.sides) <= 12 else []


def _crests(plan: Plan, sides: Sequence[str], x: float, y: float, w: float, h: float) -> None:
    """A small plate with crest and name for every side, in as many rows as make them largest."""
    names = {id: plan.game.sides[id].name.en for id in sides}

    def measure(rows: int) -> tuple[float, float, int]:
        per = -(-len(sides) // rows)
        s = min(8.4, h / rows - 1.4)
        size = min(typeset.fit(name, 2.9, w / per - s - 3.0, "sans-semi") for name in names.values())
        return min(s / 3, size), s, per

    rows = max(range(1, min(4, len(sides)) + 1), key=lambda n: measure(n)[0])
    _, s, per = measure(rows)
    if s < 3.6:
        return
    step, pitch = w / per, h / rows
    size = max(1.7, min(typeset.fit(name, 2.9, step - s - 3.0, "sans-semi") for name in names.values()))
    for n, id in enumerate(sides):
        side = plan.side(id)
        cx, cy = x + s / 2 + (n % per) * step, y + (n // per + 0.5) * pitch
        plan.drawing.rect(cx - s / 2, cy - s / 2, s, s, side.fill, plan.palette.ink, 0.3, r=0.8)
        plan.drawing.symbol(mon(side.mon), cx, cy, s * 0.79, side.text)
        hand = Hand("sans-semi", size, plan.palette.ink)
        plan.write(names[id], cx + s / 2 + 1.4, cy + size * 0.33, hand, "start", what=f"{names[id]} (side)")


def _cloud(plan: Plan, x: float, y: float, w: float, h: float) -> None:
    """Title on the gold cloud of a folding screen."""
    pitch = h / 5
    ends = ((0.10, 0.86), (0.0, 1.0), (0.06, 0.94), (0.02, 0.9), (0.16, 0.72))
    half = pitch * 0.56
    step = (h - 2 * half) / 4
    bars = [(x + half + a * w, y + half + k * step, (b - a) * w - 2 * half) for k, (a, b) in enumerate(ends)]
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
        compass(
            plan.drawing,
            x,
            y,
            r,
            ink,
            PAPER if ink != PAPER else ground,
            float(here.get("turn", 0.0)),
            "北" if plan.palette.theme == "japan" else "N",
        )
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
