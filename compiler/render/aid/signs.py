"""The signs of an aid: icons of the toolbar where there is one for it, else symbols of the counters."""

from __future__ import annotations

from functools import lru_cache

from compiler.model.icons import INK, icons
from compiler.render import symbols
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing
from compiler.render.path import Path, moved, of_svg

# a word in the title of a step or table, and its sign: `+` before an icon; the first that a word of it begins with
SIGNS = (
    ("take swords", "katana"), ("fortunes", "+dice"), ("faction", "+side"), ("alliance", "+side"),
    ("return", "+undo"), ("number needed", "+dice"), ("ninja", "ninja"),
    ("remove ronin", "ronin"), ("levy", "spear"), ("unit", "soldier"), ("rail", "train"), ("winter", "snow"),
    ("stack", "+pieces"), ("weather", "snow"), ("agent", "+side"), ("disband", "ship"), ("fall", "+eliminate"),
    ("withdraw", "+hide-pieces"), ("order determination", "+side"), ("initiative", "+dice"),
    ("army rout", "+eliminate"), ("negotiation", "+seal"), ("skirmish", "+attack"), ("master of tactics", "gunbai"),
    ("rout", "+undo"), ("retreat", "+undo"), ("sequence", "+turn"), ("the counter", "+pieces"),
    ("markers", "+pieces"), ("terrain", "+map"), ("ground", "+map"), ("rivers", "+map"), ("ways", "+map"),
    ("map", "+map"), ("morale", "+check"), ("check", "+check"), ("recover", "+check"), ("rally", "+check"),
    ("move", "horse"), ("march", "horse"), ("train", "train"),
    ("hire", "ronin"), ("ronin", "ronin"), ("successor", "general"),
    ("leader loss", "+eliminate"), ("loss", "+eliminate"), ("death", "+eliminate"), ("fallen", "+eliminate"),
    ("siege", "castle"), ("assault", "castle"), ("storm", "flame"), ("combat card", "+deck"),
    ("combat", "+attack"), ("war", "+attack"), ("battle", "+attack"), ("attack", "+attack"), ("fight", "+attack"),
    ("action", "+attack"), ("fire", "gun"), ("victor", "+score"), ("win", "+score"), ("score", "+score"),
    ("scoring", "+score"), ("points", "+score"), ("deal", "+hand"), ("play a card", "+hand"), ("card", "+deck"),
    ("event", "+deck"), ("random", "+dice"), ("sword", "katana"), ("petition", "+seal"),
    ("diplom", "+seal"), ("vassal", "+seal"), ("build", "castle"), ("koku", "rice"),
    ("collect", "+income"), ("tax", "+income"), ("price", "+income"), ("cost", "+income"), ("spend", "+income"),
    ("gold", "+income"), ("replenish", "+income"), ("replacement", "gear"), ("supply", "wagon"),
    ("communication", "+los"), ("range", "+los"), ("reach", "+los"), ("snow", "snow"), ("regroup", "+reserve"),
    ("reserve", "+reserve"), ("reinforce", "+reserve"), ("arrival", "+reserve"), ("reveal", "+flip"),
    ("set up", "+pieces"), ("setup", "+pieces"), ("plan", "+notes"), ("bid", "+income"), ("order", "gunbai"),
    ("command", "gunbai"), ("impulse", "gunbai"), ("operation", "horse"), ("cup", "+cup"), ("chit", "+cup"),
    ("draw", "+cup"), ("exile", "ship"), ("sea", "ship"), ("illness", "flame"),
    ("trouble", "torch"), ("unrest", "torch"), ("calm", "scales"), ("control", "banner"), ("keep", "castle"),
    ("push", "+next-phase"), ("next", "+next-phase"), ("begin", "+next-phase"), ("stage", "+turn"),
    ("end", "+reset"), ("turn", "+turn"), ("round", "+reset"), ("daimyo", "general"), ("soldier", "soldier"),
    ("number", "+dice"), ("player", "+side"), ("place", "banner"), ("space", "banner"), ("castle", "castle"),
    ("fort", "fortress"),
)  # fmt: skip
PLAIN = "+charts"  # of a table or step whose title has none of the words
# what stands instead where fans, war fans and katanas would be strange
WESTERN = {
    "gunbai": "horn", "katana": "blades", "spear": "pike", "banner": "pennant", "rice": "coins", "gun": "cannon",
    "ronin": "+pieces", "ninja": "+hide-pieces", "soldier": "+pieces", "castle": "tower", "fortress": "tower",
    "general": "star",
}  # fmt: skip


def sign_of(name: str, theme: str) -> str:
    """The sign of a step or table by a word of its name."""
    low = f" {name.lower().replace('_', ' ')}"
    sign = next((sign for word, sign in SIGNS if f" {word}" in low), PLAIN)
    return sign if theme == "japan" else WESTERN.get(sign, sign)


def draw_sign(d: Drawing, palette: Palette, sign: str, x: float, y: float, size: float) -> None:
    """A sign about a point, so many mm across; nothing where there is none of that name."""
    if sign.startswith("+"):
        for path, accent in _icon(sign.removeprefix("+")):
            d.symbol(path, x, y, size, palette.seal if accent else palette.ink)
    elif symbols.has(f"unit-{sign}"):
        d.symbol(symbols.unit(sign), x, y, size * 0.92, palette.ink)


@lru_cache(None)
def _icon(name: str) -> tuple[tuple[Path, bool], ...]:
    """The shapes of an icon about the origin, a hundred units across, and whether each is in the accent."""
    found = []
    for data, fill in icons()[name]:
        path = moved(of_svg(data), -12, -12)
        pts = [round(v * 100 / 24) for v in path.pts]
        found.append((Path(path.ops, pts, shared=True), fill.upper() != INK))
    return tuple(found)
