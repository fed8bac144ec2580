"""Plates of castles, temples and capitals: shape by kind, colour and crest by owner, level as a number or as bars."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.model.graph import Space
from compiler.render.colour import PAPER, Side, mix
from compiler.render.furniture import badge
from compiler.render.map.plan import Plan
from compiler.render.map.recipes import Look
from compiler.render.symbols import has, mon, unit

GOLD = "#E4B43C"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a plate shows of a space."""

    look: Look
    side: Side
    owned: bool
    level: int
    main: bool
    value: object
    badges: tuple[tuple[str, str | None], ...] = ()  # symbol, and the side whose crest it is


def shown(plan: Plan, space: Space) -> Shown:
    """The fields of a space that its look names."""
    look = plan.style.look(space)

    def of(field: str | None) -> object:
        return space.values.get(field) if field else None

    owner, level = of(look.owner), of(look.level)
    number = level if isinstance(level, int) and not isinstance(level, bool) else 0
    signs = [(sign, of(field)) for field, sign in look.badges.items()]
    badges = tuple((sign, str(value) if sign == "crest" else None) for sign, value in signs if value)
    side = plan.side(str(owner) if owner else None)
    return Shown(look, side, bool(owner), number, bool(of(look.main)), of(look.value), badges)


def symbol_of(look: Look) -> str | None:
    """The symbol of a look, if the set has it."""
    return look.symbol if look.symbol and has(f"unit-{look.symbol}") else None


def small(plan: Plan, x: float, y: float, what: Shown, size: float) -> None:
    """The plate of a hex: owner's colour, crest at the lower left, level in a disc at the lower right."""
    drawing, side, s = plan.drawing, what.side, size
    ink = plan.palette.ink
    symbol = symbol_of(what.look)
    if what.look.shape == "seal":
        drawing.circle(x, y + 0.1, s * 0.7, PAPER, plan.palette.seal, 0.5)  # between number and name
        drawing.circle(x, y + 0.1, s * 0.635, None, plan.palette.seal, 0.2)
        s *= 0.88
    if what.main:
        drawing.rect(x - s / 2 - 0.95, y - s / 2 - 0.95, s + 1.9, s + 1.9, PAPER, ink, 0.35, r=1.3)
    if what.look.shape == "disc":
        drawing.circle(x, y, s / 2, side.fill, ink, 0.32)
    elif what.owned or what.look.shape == "square":
        drawing.rect(x - s / 2, y - s / 2, s, s, side.fill, ink, 0.32, r=0.8)
    if symbol:
        drawing.symbol(unit(symbol), x, y - 0.2, s * 0.78, side.text if what.owned else ink)
    if what.level:
        badge(drawing, x + s * 0.46, y + s * 0.4, s * 0.23, what.level, ink)
    if what.owned:
        drawing.circle(x - s * 0.46, y + s * 0.4, s * 0.23, PAPER, ink, 0.22)
        drawing.symbol(mon(side.mon), x - s * 0.46, y + s * 0.4, s * 0.36, ink)


def large(plan: Plan, x: float, y: float, what: Shown) -> float:
    """The plate of a point: castle square, temple round, capital in a seal ring; returns its reach."""
    drawing, side, ink, look = plan.drawing, what.side, plan.palette.ink, what.look
    symbol = symbol_of(look)
    if look.shape == "seal":
        drawing.circle(x, y, 8.6, PAPER, plan.palette.seal, 0.9)
        drawing.circle(x, y, 7.5, None, plan.palette.seal, 0.25)
        drawing.symbol(unit(symbol or "capital"), x, y - 0.3, 9.6, ink)
        return 9.0
    if what.main:
        _frame(plan, x, y, look.shape)
    if look.shape == "disc":
        drawing.circle(x, y, 6.3, side.fill, ink, 0.5)
        drawing.circle(x, y, 5.5, None, side.text, 0.2)
    else:
        drawing.rect(x - 5.7, y - 5.7, 11.4, 11.4, side.fill, ink, 0.5, r=1.0)
    if symbol:
        size = 7.6 if look.shape == "square" else 6.8
        drawing.symbol(unit(symbol), x, y - 0.7 - 0.45 * max(0, what.level - 1), size, side.text)
    bars(plan, x, y + 4.0 - 1.15 * max(0, what.level - 1), what.level)
    if what.owned:
        drawing.circle(x + 4.7, y - 4.7, 2.15, PAPER, ink, 0.25)
        drawing.symbol(mon(side.mon), x + 4.7, y - 4.7, 3.3, ink)
    if what.value:
        points_disc(plan, x + 4.9, y + 4.7, 2.3, what.value)
    for (sign, whose), (dx, dy) in zip(what.badges, ((-4.9, 4.7), (-4.9, -4.7)), strict=False):
        badge_of(plan, sign, whose, x + dx, y + dy)
    return 7.4 if what.main else 6.6


def badge_of(plan: Plan, sign: str, whose: str | None, x: float, y: float) -> None:
    """A sign at the corner of a plate: a symbol, or the crest of a side on its colour."""
    if sign == "crest":
        side = plan.side(whose)
        plan.drawing.rect(x - 1.8, y - 1.8, 3.6, 3.6, side.fill, plan.palette.ink, 0.25, r=0.4)
        plan.drawing.symbol(mon(side.mon), x, y, 2.9, side.text)
        return
    ink = plan.tone("#1F5560", "sea_lane", "lane") if sign == "ship" else plan.palette.ink
    plan.drawing.circle(x, y, 2.0, PAPER, ink, 0.3)
    if has(f"unit-{sign}"):
        plan.drawing.symbol(unit(sign), x, y, 2.9, ink)


def _frame(plan: Plan, x: float, y: float, shape: str) -> None:
    """A second frame about a home castle."""
    if shape == "disc":
        plan.drawing.circle(x, y, 7.3, PAPER, plan.palette.ink, 0.35)
    else:
        plan.drawing.rect(x - 6.75, y - 6.75, 13.5, 13.5, PAPER, plan.palette.ink, 0.35, r=1.6)


def bars(plan: Plan, x: float, y: float, count: int, width: float = 8.2) -> None:
    """A fort level as bars: never as a digit, never as a colour."""
    for i in range(min(count, 5)):
        plan.drawing.rect(x - width / 2, y + i * 1.15, width, 0.75, plan.palette.ink, PAPER, 0.22)


def gold(plan: Plan) -> str:
    """The one bright ground of a map; lighter on low-ink sheets."""
    return mix(GOLD, "#FFFFFF", 0.6) if plan.thin else GOLD


def points_disc(plan: Plan, x: float, y: float, r: float, value: object) -> None:
    """What holding a place is worth, in gold."""
    drawing = plan.drawing
    drawing.circle(x, y, r, gold(plan), plan.palette.ink, 0.28)
    drawing.text(x, y + r * 0.46, str(value), r * 1.34, plan.palette.ink, "sans-black", "middle")
