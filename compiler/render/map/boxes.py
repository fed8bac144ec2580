"""Boxes and displays: panels with a heading, boxes with a name in both scripts, colour and crest of their owner."""

from __future__ import annotations

from compiler.model.common import Name
from compiler.model.graph import Display, Head, Point, Space
from compiler.render import type as typeset
from compiler.render.colour import PAPER, mix
from compiler.render.furniture import edge_band, frame, seal
from compiler.render.map.plan import Hand, Plan, corner, rect
from compiler.render.map.tracks import side_of_seat
from compiler.render.path import polygon
from compiler.render.style import title_kanji
from compiler.render.symbols import has, mon, unit

SMALLEST = 1.7  # type on a map
LABEL = 2.3
BANNER = 8.0  # mm over the boxes of a mat that a heading fills
BAND = 1.6  # mm of the owner's pattern below it
RIM = 2.9  # mm of the frame of a mat
MAT = 3.2  # type in the boxes of a mat
HEAD = 3.8  # type between the boxes of a mat


def boxes(plan: Plan) -> None:
    """Displays that lie on the board with their boxes, and boxes that stand alone."""
    for display in plan.map.displays.values():
        if display.window == "board":
            panel(plan, display, display.at)
    for space in plan.map.spaces.values():
        if space.display is None and space.size is not None and plan.style.look(space).shape != "slab":
            x, y, w, h = corner(space.at, space.size)
            if plan.view.intersects(rect((x, y, w, h))):
                _drop(plan, x, y, w, h)
            _box(plan, space, space.name)


def panel(plan: Plan, display: Display, at: Point) -> None:
    """A display with its heading; one box that fills it carries the heading itself."""
    (x, y), (w, h) = at, display.size
    spaces = [plan.map.spaces[id] for id in display.boxes]
    if plan.view.intersects(rect((x, y, w, h))):
        _drop(plan, x, y, w, h)
    top = min((corner(s.at, s.size or (0, 0))[1] for s in spaces), default=y + 6)
    if top - y < 3.4 and len(spaces) == 1:
        _box(plan, spaces[0], display.name, _owner(plan, display, spaces[0]))
        return
    ground = mix(plan.palette.paper, PAPER, 0.3)
    plan.drawing.rect(x, y, w, h, ground, plan.palette.frame, 0.5)
    plan.drawing.rect(x + 0.8, y + 0.8, w - 1.6, h - 1.6, None, plan.palette.frame, 0.18)
    _heading(plan, display, x, y, w, top - y)
    for space in spaces:
        _box(plan, space, space.name, _owner(plan, display, space))


def _drop(plan: Plan, x: float, y: float, w: float, h: float) -> None:
    """The flat drop edge of a panel that lies on the map."""
    plan.drawing.rect(x + 1.0, y + 1.0, w, h, mix(plan.palette.frame, plan.water("sea"), 0.35))


def _owner(plan: Plan, display: Display | None, space: Space) -> str | None:
    """Whose box it is: by its own field, else by its display."""
    look = plan.style.look(space)
    own = space.values.get(look.owner) if look.owner else None
    if own:
        return str(own)
    named = next((side.id for side in plan.game.sides.values() if side.name.en == space.name.en), None)
    if named or display is None:
        return named
    return display.side or side_of_seat(plan.game, display.seat)


def _heading(plan: Plan, display: Display, x: float, y: float, w: float, room: float) -> None:
    """Name and kanji between the top of the panel and its first boxes."""
    if room < 2.6:
        return
    owner = _owner(plan, display, Space("", "", Name(""), (0, 0)))
    size = min(3.6, (room - 1.0) * 0.62)
    hand = Hand("serif-bold", size, plan.palette.frame, mix(plan.palette.paper, PAPER, 0.3), 0.0)
    free = w - 5.0 - (size * 1.8 if owner else 0.0)
    kanji = size * 0.45 + typeset.width(display.name.ja, size * 0.86, "kanji", 0.06) if display.name.ja else 0.0
    size *= min(1.0, free / max(1.0, hand.width(display.name.en) + kanji))
    base = y + 0.8 + (room - 0.8) / 2 + size * 0.33
    left = x + 2.4
    if owner:
        side, s = plan.side(owner), min(4.6, room - 1.9)
        plan.drawing.rect(left, base - size * 0.33 - s / 2, s, s, side.fill, plan.palette.ink, 0.2, r=0.5)
        plan.drawing.symbol(mon(side.mon), left + s / 2, base - size * 0.33, s * 0.78, side.text)
        left += s + 1.2
    plan.bilingual(display.name, left, base, hand.sized(max(size, SMALLEST)))


def _box(plan: Plan, space: Space, name: Name, owner: str | None = None) -> None:
    """One box: a big number or letter in the middle, or words along the top."""
    x, y, w, h = corner(space.at, space.size or (0.0, 0.0))
    owner = owner or _owner(plan, None, space)
    look = plan.style.look(space)
    line, ground = mix(plan.palette.frame, PAPER, 0.4), mix(plan.palette.paper, PAPER, 0.75)
    if look.shape == "disc":
        plan.drawing.circle(*space.at, min(w, h) / 2 - 0.3, ground, line, 0.3)
    else:
        plan.drawing.rect(x + 0.2, y + 0.2, w - 0.4, h - 0.4, ground, line, 0.3, r=0.9)
    if look.edge:
        ink = {"accent": plan.palette.accent, "seal": plan.palette.seal}.get(look.edge, plan.palette.ink)
        plan.drawing.rect(x + 0.6, y + 0.6, w - 1.2, h - 1.2, None, ink, 1.0, r=0.6)
    if len(name.en) <= 2 or name.en.isdigit():
        _big(plan, space, name, look.symbol)
        return
    if owner is not None and look.owner:
        _owned(plan, space, Name(f"{name.en}{_figures(plan, space)}", name.ja), owner)
        return
    _watermark(plan, space, owner, mix(plan.palette.accent, ground, 0.84))
    _words(plan, space, _named(plan, space, name), plan.palette.ink)


def _watermark(plan: Plan, space: Space, owner: str | None, ink: str) -> None:
    """What a box is for, faintly: a symbol where one of several boxes has its own, else the owner's crest."""
    x, y, w, h = corner(space.at, space.size or (0.0, 0.0))
    display = plan.map.displays.get(space.display or "")
    alone = display is not None and len(display.boxes) == 1
    symbol = _symbol(plan, space) if owner is None or not alone else None
    size = min(w * 0.55, (h - 6) * 0.6, 28.0)
    middle = y + 5.0 + (h - 5.0) / 2
    if symbol is not None:
        plan.drawing.symbol(unit(symbol), x + w / 2, middle, size, plan.faint(owner, 0.74) if owner else ink)
    elif owner is not None:
        plan.drawing.symbol(mon(plan.side(owner).mon), x + w / 2, middle, min(size, 22.0), plan.faint(owner, 0.68))


def _named(plan: Plan, space: Space, name: Name) -> Name:
    """The name with the kanji of a pile that lies there, if it has none of its own."""
    if name.ja:
        return name
    return Name(name.en, next((p.name.ja for p in plan.game.piles.values() if p.at == space.id and p.name.ja), None))


def _symbol(plan: Plan, space: Space) -> str | None:
    """A watermark: the symbol of the look, or one that a word of the box's id names."""
    given = plan.style.look(space).symbol
    if given:
        return given if has(f"unit-{given}") else None
    words = space.id.split(".")[0].split("_")
    names = [name for word in words for name in (word, word.removesuffix("s"), _ALSO.get(word, ""))]
    found = next((name for name in names if name and has(f"unit-{name}")), None)
    return "cards" if found == "fan" and plan.palette.theme != "japan" else found


_ALSO = {"koku": "rice", "treasury": "rice", "base": "fortress", "battle": "clash", "removed": "ruin", "fallen": "ruin",
         "bowmen": "bow", "gunners": "gun", "spearmen": "spear", "swordsmen": "sword", "build": "castle",
         "levy": "soldier", "deck": "fan", "stack": "fan", "discard": "fan", "cards": "fan"}  # fmt: skip


def _big(plan: Plan, space: Space, name: Name, mark: str | None) -> None:
    """A number or letter that a counter will cover, on a faint mark that says what may stand there."""
    (cx, cy), (w, h) = space.at, space.size or (0.0, 0.0)
    r = min(w, h) * 0.34
    faint = mix(plan.palette.accent, PAPER, 0.86)
    if mark == "diamond":
        s = r * 1.25
        plan.drawing.mark(polygon([(cx, cy - s), (cx + s, cy), (cx, cy + s), (cx - s, cy)]), faint)
    elif mark == "disc":
        plan.drawing.circle(cx, cy, r, faint)
    elif mark == "square":
        plan.drawing.rect(cx - r, cy - r, 2 * r, 2 * r, faint)
    size = typeset.fit(name.en, min(8.4, h * 0.44), w - 3, "serif-bold")
    hand = Hand("serif-bold", size, mix(plan.palette.accent, PAPER, 0.15))
    plan.write(name.en, cx, cy + size * 0.33, hand, what=space.id)


def _figures(plan: Plan, space: Space) -> str:
    """The numbers printed behind the name of a box: the first as it is, others in brackets; none where it has none."""
    numbers = [space.values[field] for field in plan.style.look(space).figures if space.values.get(field) is not None]
    return "".join(f" {number}" if n == 0 else f" ({number})" for n, number in enumerate(numbers))


def _owned(plan: Plan, space: Space, name: Name, owner: str) -> None:
    """A box with its owner's bar: crest, name, kanji; the crest again as a watermark."""
    x, y, w, h = corner(space.at, space.size or (0.0, 0.0))
    side = plan.side(owner)
    plan.drawing.rect(x + 0.2, y + 0.2, w - 0.4, 5.6, side.fill, plan.palette.ink, 0.25, r=0.9)
    plan.drawing.circle(x + 3.4, y + 3.0, 2.1, PAPER, plan.palette.ink, 0.2)
    plan.drawing.symbol(mon(side.mon), x + 3.4, y + 3.0, 3.2, plan.palette.ink)
    hand = Hand("sans-bold", 2.6, side.text, side.fill, 0.0)
    kanji = 0.45 * 2.6 + typeset.width(name.ja, 2.24, "kanji", 0.06) if name.ja else 0.0
    fits = min(1.0, (w - 7.6) / max(1.0, hand.width(name.en) + kanji))
    plan.bilingual(name, x + 6.3, y + 3.9, hand.sized(max(SMALLEST, 2.6 * fits)))
    size = min(w, h - 6) * 0.6
    plan.drawing.symbol(mon(side.mon), space.at[0], y + 5.8 + (h - 5.8) / 2, size, plan.faint(owner, 0.78))


def _told(plan: Plan, space: Space, text: str, y: float) -> None:
    """Words under the name of a box: where its pieces go, what it is for."""
    x, _, w, _ = corner(space.at, space.size or (0.0, 0.0))
    hand = Hand("sans", 2.6, plan.palette.ink)
    for n, line in enumerate(typeset.wrap(text, hand.size, w - 3.0, "sans") if text else []):
        plan.write(line, x + 1.5, y + 0.6 + n * hand.size * 1.25, hand, "start", what=f"{line} {space.id}")


def _words(plan: Plan, space: Space, name: Name, ink: str) -> None:
    """Name at the left and kanji at the right of the first line; a long name runs over two lines."""
    x, y, w, h = corner(space.at, space.size or (0.0, 0.0))
    big = 3.0 if min(w, h) >= 36 else 2.6 if min(w, h) >= 24 else LABEL
    display = plan.map.displays.get(space.display or "")
    if display is not None and display.window == "own":
        big = max(big, MAT)  # it is read across the table
    kanji = typeset.width(name.ja, big * 0.95, "kanji", 0.06) if name.ja else 0.0
    room = w - 3.0
    beside = kanji and typeset.width(name.en, big, "sans-semi") + kanji + 1.2 <= room
    lines = typeset.wrap(name.en, big, room, "sans-semi")
    size = max(SMALLEST, min(typeset.fit(line, big, room, "sans-semi") for line in lines))
    hand = Hand("sans-semi", size, ink)
    first = y + 1.3 + big
    for n, line in enumerate(lines):
        plan.write(line, x + 1.5, first + n * size * 1.15, hand, "start", what=f"{line} {space.id}")
    if told := plan.style.look(space).words:
        _told(plan, space, str(space.values.get(told) or ""), first + len(lines) * size * 1.15)
    if name.ja:
        soft = Hand("kanji", big * 0.95, plan.palette.soft, track=0.06, bold=0.02)
        base = first if beside else first + len(lines) * size * 1.25
        if beside:
            plan.write(name.ja, x + w - 1.4, base, soft, "end", what=f"{name.ja} {space.id}")
        elif base < y + h - 1:
            plan.write(name.ja, x + 1.5, base, soft, "start", what=f"{name.ja} {space.id}")


def sheet_of(plan: Plan, display: Display) -> None:
    """A display on a sheet of its own: frame, heading with its rule or in its owner's colours, seal, boxes."""
    w, h = display.size
    frame(plan.drawing, 0.9, 0.9, w - 1.8, h - 1.8, plan.palette.frame, 1.0)
    spaces = [plan.map.spaces[id] for id in display.boxes]
    top = min((corner(s.at, s.size or (0, 0))[1] for s in spaces), default=8.0)
    room = max(top - 2.2, 2.6)
    owner = _owner(plan, display, Space("", "", Name(""), (0, 0)))
    kanji = title_kanji(plan.game)
    banner = room > BANNER and owner is not None
    high = _banner(plan, display, str(owner), w, top - 1.2) if banner else room - 1.4
    stamp = min(high - 1.0, 10.0) if kanji else 0.0
    if stamp > 4:
        seal(plan.drawing, w - 5.0 - stamp, RIM + (high - stamp) / 2, stamp, kanji, plan.palette.seal)
    if not banner:
        _heading(plan, display, 2.2, 2.2, w - 6.4 - stamp, room)
        if room > BANNER:
            plan.drawing.line([(4.6, top - 1.6), (w - 7.0 - stamp, top - 1.6)], plan.palette.accent, 0.5)
    for space in spaces:
        _box(plan, space, space.name, _owner(plan, display, space))
    for head in display.heads:
        _between(plan, head)


def _between(plan: Plan, head: Head) -> None:
    """Words between boxes, a rule on either side of them."""
    (x, y), half = head.at, head.width / 2
    hand = Hand("serif-bold", HEAD, plan.palette.frame, mix(plan.palette.paper, PAPER, 0.3), 0.0)
    hand = hand.sized(max(SMALLEST, HEAD * min(1.0, head.width / hand.width(head.name.en))))
    wide = hand.width(head.name.en) / 2 + 2.0
    plan.write(head.name.en, x, y + hand.size * 0.33, hand, what=head.name.en)
    for a, b in ((x - half, x - wide), (x + wide, x + half)):
        if b - a > 2.0:
            plan.drawing.line([(a, y), (b, y)], plan.palette.accent, 0.35)


def _banner(plan: Plan, display: Display, owner: str, w: float, foot: float) -> float:
    """The head of a mat in its owner's colour, with crest and band, read across the table; returns its height."""
    side, tall = plan.side(owner), foot - RIM - BAND
    plan.drawing.rect(RIM, RIM, w - 2 * RIM, tall, side.fill)
    edge_band(plan.drawing, RIM, foot - BAND, w - 2 * RIM, BAND, side)
    r = min(tall * 0.4, 5.0)
    x, y = RIM + 2.2 + r, RIM + tall / 2
    plan.drawing.circle(x, y, r, PAPER, plan.palette.ink, 0.3)
    plan.drawing.symbol(mon(side.mon), x, y, r * 1.5, plan.palette.ink)
    size = min(6.4, tall * 0.56)
    hand = Hand("serif-bold", size, side.text, side.fill, 0.0)
    plan.bilingual(display.name, x + r + 2.4, y + size * 0.34, hand)
    return tall
