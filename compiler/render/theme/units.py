"""Unit boxes: what a unit is by the sign in its box, how large it is by the marks above."""

from __future__ import annotations

from compiler.model.shown import value_of
from compiler.render.colour import contrast
from compiler.render.counter.bench import Bench
from compiler.render.counter.slots import Slot, said
from compiler.render.drawing import Drawing
from compiler.render.path import Path, hundredths

LEGIBLE = 3.0  # contrast below which lines in a box are not seen
KINDS = ("infantry", "armour", "mechanized", "cavalry", "artillery", "headquarters", "engineer", "airborne", "supply",
         "antitank", "air", "naval")  # fmt: skip
_WORDS = {
    "mech": "mechanized", "panzergrenadier": "mechanized", "motor": "mechanized", "armo": "armour", "tank": "armour",
    "panzer": "armour", "cav": "cavalry", "horse": "cavalry", "recon": "cavalry", "art": "artillery",
    "gun": "artillery", "hq": "headquarters", "head": "headquarters", "leader": "headquarters", "eng": "engineer",
    "pion": "engineer", "air": "airborne", "para": "airborne", "suppl": "supply", "anti": "antitank",
    "inf": "infantry", "foot": "infantry", "rifle": "infantry", "naval": "naval", "fleet": "naval", "ship": "naval",
}  # fmt: skip
# The marks above a box, from a squad to an army group.
ECHELONS = {
    "squad": ".", "section": "..", "platoon": "...", "company": "I", "battery": "I", "battalion": "II",
    "regiment": "III", "brigade": "X", "division": "XX", "corps": "XXX", "army": "XXXX", "army_group": "XXXXX",
}  # fmt: skip


def kind_for(name: str) -> str:
    """The sign that suits a kind of unit by its name; infantry if none does."""
    words = name.lower()
    return words if words in KINDS else next((kind for word, kind in _WORDS.items() if word in words), "infantry")


def unit_box(
    d: Drawing, frame: tuple[float, float, float, float], kind: str, ink: str, fill: str | None, w: float = 0.38
) -> None:
    """The box of a unit with its sign."""
    x, y, wide, high = frame
    cx, cy, right, foot = x + wide / 2, y + high / 2, x + wide, y + high
    d.rect(x, y, wide, high, fill, ink, w)
    if kind in ("infantry", "mechanized", "airborne"):
        d.line([(x, y), (right, foot)], ink, w, cap="butt")
    if kind in ("infantry", "mechanized", "airborne", "cavalry"):
        d.line([(x, foot), (right, y)], ink, w, cap="butt")
    if kind in ("armour", "mechanized"):
        r = high * 0.27
        d.rect(x + wide * 0.22, cy - r, wide * 0.56, 2 * r, None, ink, w * 1.1, r=r)
    if kind == "artillery":
        d.circle(cx, cy, high * 0.17, ink)
    if kind == "headquarters":
        d.rect(x, y, wide, high * 0.32, ink)
    if kind == "supply":
        d.line([(x, foot - high * 0.25), (right, foot - high * 0.25)], ink, w)
    if kind == "antitank":
        d.line([(x, foot), (cx, y), (right, foot)], ink, w)
    _inner(d, kind, (cx, cy, foot), wide, high, ink, w)


def _inner(d: Drawing, kind: str, at: tuple[float, float, float], wide: float, high: float, ink: str, w: float) -> None:
    """The smaller signs, about the middle of the box."""
    cx, cy, foot = at
    if kind == "engineer":
        arm, top, low = wide * 0.24, cy - high * 0.2, cy + high * 0.24
        d.line([(cx - arm, low), (cx - arm, top), (cx + arm, top), (cx + arm, low)], ink, w)
        d.line([(cx, top), (cx, low)], ink, w)
    if kind == "airborne":
        a, b = wide * 0.07, high * 0.2
        arches = [
            (cx - 2 * a, foot),
            (cx - 2 * a, foot - b),
            (cx, foot - b),
            (cx, foot),
            (cx, foot - b),
            (cx + 2 * a, foot - b),
            (cx + 2 * a, foot),
        ]
        d.mark(Path("MCC", hundredths(arches)), None, ink, w)
    dx, dy = wide * 0.3, high * 0.25
    if kind == "air":
        d.polygon([(cx - dx, cy - dy), (cx + dx, cy + dy), (cx + dx, cy - dy), (cx - dx, cy + dy)], ink)
    if kind == "naval":
        d.polygon([(cx - dx, cy), (cx + dx, cy), (cx + dx * 0.6, cy + dy), (cx - dx * 0.6, cy + dy)], ink)


def echelon(d: Drawing, x: float, y: float, mark: str, ink: str, k: float = 1.0) -> None:
    """Size marks, drawn and not typed: crosses, strokes, dots."""
    step = 1.25 * k if mark[:1] == "X" else 0.8 * k
    for i in range(len(mark)):
        px = x + (i - (len(mark) - 1) / 2) * step
        if mark[0] == "X":
            d.line([(px - 0.45 * k, y - 0.5 * k), (px + 0.45 * k, y + 0.5 * k)], ink, 0.26 * k)
            d.line([(px - 0.45 * k, y + 0.5 * k), (px + 0.45 * k, y - 0.5 * k)], ink, 0.26 * k)
        elif mark[0] == "I":
            d.line([(px, y - 0.6 * k), (px, y + 0.6 * k)], ink, 0.3 * k)
        else:
            d.circle(px, y, 0.32 * k, ink)


def unit_part(bench: Bench, slot: Slot) -> None:
    """The slot `unit`: the box of `is` or `of` (a field, or the kind), with the marks of its `echelon` field above."""
    name = said(slot, bench.values) or str(bench.values.get("kind", ""))
    x, y = slot.point("at", (bench.width / 2, bench.height * 0.42))
    w, h = slot.number("width", bench.width * 0.6), slot.number("height", bench.width * 0.37)
    ink = bench.colour(slot.text("colour"))
    fill = bench.colour(slot.text("fill")) if "fill" in slot.given else None
    if fill is not None and contrast(ink, fill) < LEGIBLE:
        fill = bench.colour("deep")
    unit_box(bench.drawing, (x - w / 2, y - h / 2, w, h), kind_for(name), ink, fill)
    size = value_of(slot.text("echelon", "echelon"), bench.values)
    if size is not None:
        mark = ECHELONS.get(str(size).lower(), str(size))
        if mark and set(mark) <= set("XI."):
            echelon(bench.drawing, x, y - h / 2 - 1.15, mark, ink)
