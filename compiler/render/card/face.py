"""Cards: fronts by style (event, combat, province, blank) and backs by pattern; text shrinks before it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import Any

from compiler.load.tongue import printed
from compiler.model.counters import Card, CardKind
from compiler.model.game import Game
from compiler.model.shown import back_values, card_values, value_of
from compiler.render import symbols
from compiler.render import type as typeset
from compiler.render.card.free import draw_free, is_free
from compiler.render.card.pictured import actor_of, picture_of, pictured, pictured_back
from compiler.render.card.province import parts_of, province_front
from compiler.render.card.table import Copy, Table, crest_of, led, sentence, set_copies
from compiler.render.colour import INK, Palette, contrast, mix, on
from compiler.render.counter import standard
from compiler.render.counter.slots import puts_image, slots_of
from compiler.render.drawing import Drawing
from compiler.render.foreign import put_art
from compiler.render.furniture import seal
from compiler.render.scene.pictures import scene_of, window_of
from compiler.render.scene.stage import Stage
from compiler.render.style import title_kanji
from compiler.render.texture import asanoha, scene, seigaiha
from compiler.render.theme.ornament import card_back

BLEED = 3.0
HEIGHTS = ((240, 29.0), (330, 25.0), (430, 20.0), (10**6, 14.0))  # letters of text, mm of vignette


def layout_of(game: Game, kind: CardKind) -> Mapping[str, Any]:
    """The layout of a kind of card: art.yaml's by name, or the standard one."""
    found = game.art.cards.get(kind.layout or kind.id)
    return found if isinstance(found, Mapping) else standard.card_layout(kind)


def draw_card(game: Game, palette: Palette, card: Card, bleed: float = 0.0) -> Drawing:
    """The front of a card; without bleed its corners are round and clear."""
    kind = game.card_kinds[card.kind]
    w, h = kind.size
    drawing = Drawing(w, h, bleed, card.note.span)
    layout = layout_of(game, kind)
    free = is_free(layout, "front")
    if card.image is not None and not (free and puts_image(slots_of({"front": layout["front"]}, "front"))):
        box = (-bleed, -bleed, w + 2 * bleed, h + 2 * bleed)
        put_art(drawing, FilePath(game.folder), card.image, box, card.note.span)
        return drawing
    values = card_values(card, kind)
    if free:
        draw_free(game, palette, drawing, layout, "front", values)
        return drawing
    table = Table(game, palette, drawing, card, layout, values)
    STYLES.get(str(table.layout.get("style", "event")), _event)(table)
    return drawing


def edge(drawing: Drawing, colour: str, radius: float = 3.0) -> None:
    """The outer ground: round corners, or square ones with bleed for the knife."""
    b = drawing.bleed
    r = 0.0 if b else radius
    drawing.rect(-b, -b, drawing.width + 2 * b, drawing.height + 2 * b, colour, r=r)


# -- styles ----------------------------------------------------------------------------------------------------------


def _event(table: Table) -> None:
    """Header with number, category and user; vignette with symbol and crest; title; when; effect; foot.

    A card with a picture shows it to the edges; low ink keeps the header.
    """
    picture = picture_of(table)
    if picture is not None:
        pictured(table, picture)
        return
    d, p, w, h = table.drawing, table.palette, table.drawing.width, table.drawing.height
    accent = table.colour("accent", "accent")
    head = p.area(accent)
    edge(d, p.area(p.frame))
    d.rect(1.6, 1.6, w - 3.2, h - 3.2, table.colour("ground", "land"), r=1.8)
    d.rect(2.6, 2.6, w - 5.2, h - 5.2, None, p.frame, 0.25, r=1.2)
    d.rect(2.6, 2.6, w - 5.2, 8.6, head, r=1.2)
    gold = table.colour("gold", "#E4B43C")
    left = 5.0
    if table.card.number is not None:
        d.circle(8.0, 6.9, 3.3, gold, INK, 0.3)
        size = typeset.fit(str(table.card.number), 3.5, 5.2, "sans-black")
        d.text(8.0, 6.9 + size * 0.345, str(table.card.number), size, INK, "sans-black", "middle")
        left = 13.2
    category, user = table.part("category").upper(), table.part("user").upper()
    used = d.text(left, 8.05, category, typeset.fit(category, 2.7, 26, "sans-bold", 0.1), on(head), "sans-bold",
                  track=0.1)  # fmt: skip
    size = typeset.fit(user, 2.5, w - 6.6 - left - used, "sans-semi", 0.06)
    d.text(w - 4.6, 8.05, user, size, accent if p.thin else mix(gold, p.white, 0.35), "sans-semi", "end", 0.06)
    long = len(table.card.effect or "") + len(table.card.when or "")
    tall = next(mm for letters, mm in HEIGHTS if long < letters)
    _vignette(table, (4.4, 12.6, w - 8.8, tall))
    top = 12.6 + tall
    _crest_disc(table, w - 10.6, top - 0.2)
    title = table.part("title") or table.card.name.en
    y = top + 9.0
    room = w - 21 if crest_of(table) else w - 10.4
    size = 4.6 if all(typeset.width(word, 4.6, "serif-bold") < room for word in title.split()) else 4.0
    for line in typeset.wrap(title, size, room, "serif-bold"):
        d.text(5.2, y, line, size, p.ink, "serif-bold")
        y += size * 1.12
    d.line([(5.2, y - 2.4), (w - 5.2, y - 2.4)], accent, 0.4)
    copies = [Copy(led("When:", table.card.when), "sans-italic", p.soft, 2.5, 1.26, 1.4),
              Copy(sentence(table.card.effect), "sans", p.ink, 2.95, 1.27, 0.0)]  # fmt: skip
    set_copies(table, copies, 5.2, y - 0.9, w - 10.4, h - 10.0)
    d.line([(5.2, h - 9.2), (w - 5.2, h - 9.2)], mix(accent, p.paper, 0.4), 0.25)
    _foot(table, 5.2, w - 5.2, h - 5.6)


GLIMPSE, STEP = 0.62, 23.0  # share of a scene's height that a card shows; units from one card's part to the next


def _foot(table: Table, left: float, right: float, y: float) -> None:
    rule = table.values.get("rule")
    cited = printed(f"rule {rule}", table.game.lang)
    end = table.drawing.text(right, y, cited, 2.1, table.palette.soft, "sans-semi", "end") if rule else 0.0
    foot = table.part("foot")
    size = typeset.fit(foot, 2.1, right - left - end - 3, "sans-semi")
    table.drawing.text(left, y, foot, size, table.palette.soft, "sans-semi")


def _vignette(table: Table, at: tuple[float, float, float, float]) -> None:
    x, y, w, h = at
    picture = picture_of(table) or _glimpse(table, w / h)
    if picture is not None:
        px, py, pw, ph = picture.window
        wide = min(pw, ph * w / h)
        high = wide * h / w
        picture.cut((px + (pw - wide) / 2, py + ph - high, wide, high)).paint(table.drawing, x, y, w)
        table.drawing.rect(x, y, w, h, None, INK, 0.4)
        return
    inks = table.layout.get("scene", ("#F0D58A", "#C13B2C", "#6B4A22", "#FFFDF6"))
    sky, sun, ridge, mist = (table.palette.area(str(v), 0.6) for v in inks)
    dark = contrast(sky, "#FFFFFF") > 4
    seed = (table.card.number or 0) * 7 + len(table.card.id)
    shift = (0.62 + 0.03 * (seed % 7), 0.36 + 0.03 * (seed % 5))
    scene(table.drawing, at, sky, sun, ridge, mist, seed, shift)
    name = table.part("symbol")
    ink = str(table.layout.get("figure", "#F3E3C8" if dark else INK))
    if name:
        full = table.palette.symbols.get(name) or (name if name.startswith(("mon-", "unit-")) else f"unit-{name}")
        if name not in table.palette.symbols and not symbols.has(full):
            table.drawing.problem("R302", f"there is no symbol `{name}`", "see `liege explain R302` for all symbols")
        else:
            casing = sky if dark else mix(sky, table.palette.white, 0.55)
            size = min(h * 0.82, w * 0.5)
            table.drawing.symbol(symbols.symbol(full), x + w * 0.3, y + h * 0.52, size, ink, casing, 0.6)
    if table.palette.thin and crest_of(table):  # whom it is about, where no picture tells
        table.drawing.symbol(symbols.mon(actor_of(table).mon), x + w * 0.66, y + h * 0.42, h * 0.6, ink)
    table.drawing.rect(x, y, w, h, None, INK, 0.4)


def _glimpse(table: Table, shape: float) -> Stage | None:
    """A part of the game's own scene, another for every card, where the layout says nothing of a picture."""
    whole = scene_of(table.game)
    if whole is None or table.palette.thin or "scene" in table.layout or table.part("symbol"):
        return None
    left, top, wide, high = whole.window
    tall = high * GLIMPSE
    across = min(wide, tall * shape)
    nth = list(table.game.cards).index(table.card.id)
    return whole.cut((left + (nth * STEP) % (wide - across), top + (high - tall) * 0.8, across, tall))


def _crest_disc(table: Table, x: float, y: float) -> None:
    if crest_of(table):
        table.drawing.circle(x, y, 5.0, table.palette.white, INK, 0.35)
        table.drawing.symbol(symbols.mon(actor_of(table).mon), x, y, 7.4, INK)


def _combat(table: Table) -> None:
    """A dark pillar with vertical kanji at the left; title, vignette, condition and effect at the right."""
    d, p, w, h = table.drawing, table.palette, table.drawing.width, table.drawing.height
    dark = p.area(p.frame)
    edge(d, dark)
    d.rect(13, 1.6, w - 14.6, h - 3.2, p.paper, r=1.8)
    d.rect(12, 1, 3.8, h - 2, dark)
    kanji = table.card.name.ja or ""
    em = min(8.2, 56 / max(1, len(kanji)))
    d.column(8.9, 8.0, kanji, em, p.frame if p.thin else "#F3E3C8", 0.03)
    d.symbol(symbols.unit(str(table.layout.get("pillar", "flame"))), 8.9, h - 12.6, 11, p.accent)
    size, y = 4.8, 9.2
    for line in typeset.wrap(table.card.name.en, size, w - 22.4, "serif-bold"):
        d.text(19, y, line, typeset.fit(line, size, w - 22.4, "serif-bold"), p.ink, "serif-bold")
        y += size * 1.1
    d.line([(19, y - 2.6), (w - 4.6, y - 2.6)], p.accent, 0.6)
    long = len(table.card.effect or "") + len(table.card.when or "")
    tall = 26.0 if long < 190 else 21.0 if long < 290 else 15.4 if long < 400 else 10.6
    _vignette(table, (18.6, y - 0.4, w - 22.8, tall))
    y += tall + 3.6
    y = _points(table, 19, y)
    copies = [Copy(led("If", table.card.when), "sans-italic", p.soft, 2.5, 1.22, 1.4),
              Copy(sentence(table.card.effect), "sans", p.ink, 2.95, 1.25, 0.0)]  # fmt: skip
    set_copies(table, copies, 19, y, w - 23.4, h - 7.4)
    foot = table.part("foot")
    d.text(w - 4.8, h - 4.4, foot, 1.9, p.soft, "sans-semi", "end")
    if table.card.number is not None:
        d.text(19, h - 4.4, printed(f"No. {table.card.number}", table.game.lang), 2.3, p.ink, "sans-bold")


def _points(table: Table, x: float, y: float) -> float:
    """A count shown as symbols, such as the cunning a card needs."""
    given = table.layout.get("points")
    if not isinstance(given, Mapping):
        return y - 2
    count = value_of(str(given.get("of")), table.values)
    label = str(given.get("label", "")).upper()
    used = table.drawing.text(x, y, label, 2.1, table.palette.soft, "sans-bold", track=0.1)
    if isinstance(count, int) and count > 0:
        for i in range(count):
            symbol = symbols.unit(str(given.get("symbol", "fan")))
            table.drawing.symbol(symbol, x + used + 4.4 + i * 5, y - 0.8, 4.2, table.palette.accent)
    else:
        table.drawing.text(x + used + 2.4, y, str(given.get("none", "none")), 2.3, table.palette.ink, "sans-italic")
    return y + 1.6


def _province(table: Table) -> None:
    value = table.values.get(str(table.layout.get("space", "province")))
    edge(table.drawing, table.palette.area(table.palette.frame), 2.4)
    parts = parts_of(table.layout)
    province_front(table.game, table.palette, table.drawing, str(value), table.colour("mine", "seal"), parts)


def _blank(table: Table) -> None:
    d, p = table.drawing, table.palette
    edge(d, p.area(p.frame), 2.4)
    d.rect(1.4, 1.4, d.width - 2.8, d.height - 2.8, p.paper, r=1.4)
    d.rect(4, 4, d.width - 8, d.height - 8, None, mix(p.frame, p.paper, 0.5), 0.25, r=1)
    name = table.card.name.en
    d.text(d.width / 2, d.height / 2, name, typeset.fit(name, 4, d.width - 12, "serif-italic"), p.soft, "serif-italic",
           "middle")  # fmt: skip


STYLES: dict[str, Callable[[Table], None]] = {
    "event": _event, "combat": _combat, "province": _province, "blank": _blank,
}  # fmt: skip


def draw_card_back(game: Game, palette: Palette, kind: CardKind, bleed: float = 0.0) -> Drawing:
    """The back of a kind of card: ground, pattern, double rule, seal in the middle, title plate at the foot."""
    w, h = kind.size
    d = Drawing(w, h, bleed, kind.note.span)
    layout = layout_of(game, kind)
    if is_free(layout, "back"):
        draw_free(game, palette, d, layout, "back", back_values(kind))
        return d
    given = layout.get("back")
    back: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    picture = None if palette.thin or back.get("picture") is False else window_of(game, "card")
    if picture is None and palette.theme != "japan" and "back" not in layout:
        card_back(d, palette, game.title.en)
        return d
    inks = {"accent": palette.accent, "frame": palette.frame, "paper": palette.paper, "seal": palette.seal}
    ground = inks.get(str(back.get("ground", "accent")), str(back.get("ground", "accent")))
    line = inks.get(str(back.get("line", "#E4B43C")), str(back.get("line", "#E4B43C")))
    if palette.thin:
        ground, line = palette.area(ground, 0.9), ground
    if picture is not None:
        pictured_back(d, game, palette, picture, line)
        return d
    small = w < 50
    edge(d, palette.area(INK), 2.4 if small else 3.0)
    d.rect(1.6, 1.6, w - 3.2, h - 3.2, ground, r=1.8)
    box = (3.4, 3.4, w - 6.8, h - 6.8)
    faint = mix(line, ground, 0.6 if palette.thin else float(back.get("fade", 0.15)))
    if back.get("pattern", "seigaiha") == "asanoha":
        d.mark(asanoha(*box, 9.0), None, faint, 0.3)
    else:
        d.mark(seigaiha(*box, 4.2 if small else 5.2), None, faint, 0.24 if small else 0.3)
    d.rect(*box, None, line, 0.5)
    d.rect(4.4, 4.4, w - 8.8, h - 8.8, None, line, 0.2)
    s = w * 0.4
    d.rect(w / 2 - s / 2 - 3, h / 2 - s / 2 - 3, s + 6, s + 6, ground, line, 0.5)
    seal(d, w / 2 - s / 2, h / 2 - s / 2, s, title_kanji(game), palette.seal, palette.white)
    title = game.title.en
    size = typeset.fit(title, 3.2, w - 17, "serif", 0.08)
    wide = typeset.width(title, size, "serif", 0.08)
    d.rect(w / 2 - wide / 2 - 3, h - 15.4, wide + 6, 6.4, ground, line, 0.3)
    d.text(w / 2, h - 12.2 + size * 0.34, title, size, line, "serif", "middle", 0.08)
    return d
