"""Cards with a picture: a vignette to the edges of the front, the scene of the game on the back."""

from __future__ import annotations

from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.render import symbols
from compiler.render import type as typeset
from compiler.render.card.table import Copy, Table, crest_of, led, sentence, set_copies
from compiler.render.colour import INK, Palette, mix, on
from compiler.render.drawing import Drawing
from compiler.render.furniture import seal
from compiler.render.path import polygon
from compiler.render.scene.pictures import NOBODY, Actor, has_actor, vignette
from compiler.render.scene.stage import Stage
from compiler.render.style import title_kanji
from compiler.render.titles import evenly

EDGE = 1.7  # mm of frame about the picture
HEIGHTS = ((150, 46.0), (210, 42.0), (270, 37.0), (340, 31.0), (10**6, 25.0))  # letters of text, mm of picture


def picture_of(table: Table) -> Stage | None:
    """The vignette that a card's layout names for it; `night` in `mood` prints it in another light."""
    name = "" if table.palette.thin else table.part("vignette")
    if not name:
        return None
    found = vignette(name, table.part("mood"), actor_of(table) if has_actor(name) else NOBODY)
    if found is None:
        table.drawing.problem("R306", f"there is no picture `{name}`", "see `liege explain R306` for all pictures")
    return found


def actor_of(table: Table) -> Actor:
    """Whoever a card is about: a family of his name that has a crest, else his side."""
    side = crest_of(table)
    look = table.palette.side(side)
    family = next((f"mon-{word}" for word in table.card.name.en.lower().split() if symbols.has(f"mon-{word}")), None)
    mon = family.removeprefix("mon-") if family is not None else look.mon
    return Actor(mon, look.fill, look.text) if side is not None or family is not None else NOBODY


def _edge(drawing: Drawing, colour: str, radius: float) -> None:
    b = drawing.bleed
    drawing.rect(-b, -b, drawing.width + 2 * b, drawing.height + 2 * b, colour, r=0.0 if b else radius)


def pictured(table: Table, picture: Stage) -> None:
    """Picture to the edge, ribbon with number and kind, title on a plate that bites into the picture, text, foot."""
    d, p, w, h = table.drawing, table.palette, table.drawing.width, table.drawing.height
    long = len(table.card.effect or "") + len(table.card.when or "")
    tall = next(mm for letters, mm in HEIGHTS if long < letters)
    _edge(d, p.frame, 3.0)
    d.rect(EDGE, EDGE, w - 2 * EDGE, h - 2 * EDGE, table.colour("ground", "land"), r=1.6)
    x, y, pw, ph = picture.window
    wide = min(pw, ph * (w - 2 * EDGE) / tall)
    high = wide * tall / (w - 2 * EDGE)
    picture.cut((x + (pw - wide) / 2, y + (ph - high) * 0.7, wide, high)).paint(d, EDGE, EDGE, w - 2 * EDGE)
    _ribbon(table)
    base = _plate(table, EDGE + tall - 5.2)
    copies = [Copy(led("When:", table.card.when), "sans-italic", p.soft, 2.75, 1.24, 1.6),
              Copy(sentence(table.card.effect), "sans", p.ink, 3.2, 1.25, 0.0)]  # fmt: skip
    set_copies(table, copies, 5.0, base + 1.8, w - 10.0, h - 9.4)
    accent = table.colour("accent", "accent")
    d.line([(5.0, h - 8.4), (w - 5.0, h - 8.4)], mix(accent, p.paper, 0.4), 0.25)
    rule = table.values.get("rule")
    end = (
        d.text(w - 5.0, h - 4.9, printed(f"rule {rule}", table.game.lang), 2.5, p.soft, "sans-semi", "end")
        if rule
        else 0.0
    )
    foot = table.part("foot")
    d.text(5.0, h - 4.9, foot, typeset.fit(foot, 2.5, w - 13 - end, "sans-semi"), p.soft, "sans-semi")


def _ribbon(table: Table) -> None:
    """Number and kind of a card at the top left, with a swallow's tail; who may use it at the top right."""
    d, accent = table.drawing, table.colour("accent", "accent")
    gold = table.colour("gold", "#E4B43C")
    category, user = table.part("category").upper(), table.part("user").upper()
    left = 11.6 if table.card.number is not None else 4.6
    wide = typeset.width(category, 2.6, "sans-bold", 0.08)
    tip = left + wide + 4.2
    d.mark(polygon([(EDGE, 3.6), (tip, 3.6), (tip - 1.8, 6.6), (tip, 9.6), (EDGE, 9.6)]), accent, INK, 0.2)
    d.text(left, 7.55, category, 2.6, on(accent), "sans-bold", track=0.08)
    if table.card.number is not None:
        d.circle(6.6, 6.6, 3.6, gold, INK, 0.3)
        number = str(table.card.number)
        size = typeset.fit(number, 3.8, 5.4, "sans-black")
        d.text(6.6, 6.6 + size * 0.345, number, size, INK, "sans-black", "middle")
    if user:
        size = typeset.fit(user, 2.3, d.width - tip - 7, "sans-bold", 0.06)
        room = typeset.width(user, size, "sans-bold", 0.06) + 3.0
        d.rect(d.width - EDGE - room, 4.6, room, 4.2, mix(table.palette.frame, gold, 0.04))
        d.text(d.width - EDGE - 1.4, 7.5, user, size, gold, "sans-bold", "end", 0.06)


def _plate(table: Table, top: float) -> float:
    """The title on its plate, the crest above its right end; returns the foot of the plate."""
    d, p, w = table.drawing, table.palette, table.drawing.width
    title = table.part("title") or table.card.name.en
    size = typeset.fit(title, 5.2, w - 17, "serif-bold")
    rows: tuple[str, ...] = (title,)
    if size < 4.2:
        size = 4.2
        rows = evenly(title, size, w - 17)
    high = 9.2 if len(rows) == 1 else 3.6 + len(rows) * size * 1.1
    d.rect(4.6, top + 0.5, w - 8.2, high, p.frame)
    d.rect(4.0, top, w - 8.0, high, p.paper, p.frame, 0.35)
    d.rect(4.7, top + 0.7, w - 9.4, high - 1.4, None, p.frame, 0.14)
    for n, row in enumerate(rows):
        middle = top + high / 2 + (n - (len(rows) - 1) / 2) * size * 1.1
        d.text(w / 2, middle + size * 0.33, row, size, p.ink, "serif-bold", "middle")
    side = crest_of(table)
    if side:
        d.circle(w - 9.4, top - 3.4, 4.2, p.white, INK, 0.35)
        d.symbol(symbols.mon(actor_of(table).mon), w - 9.4, top - 3.4, 6.2, INK)
    return top + high


def pictured_back(d: Drawing, game: Game, palette: Palette, picture: Stage, gold: str) -> None:
    """The scene of the game in a gold double rule, the title with its seal on a plate at the foot."""
    w, h, m = d.width, d.height, 3.4
    _edge(d, palette.frame, 2.4 if w < 50 else 3.0)
    x, y, pw, ph = picture.window
    wide = min(pw, ph * (w - 2 * m) / (h - 2 * m))
    high = wide * (h - 2 * m) / (w - 2 * m)
    picture.cut((x + (pw - wide) / 2, y + (ph - high) / 2, wide, high)).paint(d, m, m, w - 2 * m)
    d.rect(m, m, w - 2 * m, h - 2 * m, None, gold, 0.5)
    d.rect(m + 1.0, m + 1.0, w - 2 * m - 2.0, h - 2 * m - 2.0, None, gold, 0.2)
    kanji, title = title_kanji(game), game.title.en
    stamp = 5.4 if kanji else 0.0
    size = typeset.fit(title, 3.0, w - 17 - stamp, "serif-bold")
    wide = typeset.width(title, size, "serif-bold") + stamp + (6.0 if kanji else 4.4)
    left, top = (w - wide) / 2, h - 17.0
    d.rect(left, top, wide, 8.0, palette.frame, gold, 0.35)
    if kanji:
        seal(d, left + 1.3, top + 1.3, stamp, kanji, palette.seal, palette.white)
    d.text(left + stamp + (3.4 if kanji else 2.2), top + 4.0 + size * 0.33, title, size, gold, "serif-bold")
