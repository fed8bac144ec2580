"""The picture shown while a module loads, and the front of the box."""

from __future__ import annotations

import math

from compiler.load.speech import ENGLISH
from compiler.load.tongue import printed, said
from compiler.model.game import Game
from compiler.render import type as typeset
from compiler.render.colour import Palette, mix, on
from compiler.render.drawing import Drawing, Group, Place
from compiler.render.furniture import frame, seal
from compiler.render.scene.pictures import poster_of, scene_of, slip_width, title_slip
from compiler.render.style import title_kanji
from compiler.render.symbols import mon
from compiler.render.titles import broken


def slip_of(game: Game) -> tuple[list[str], str]:
    """The title in the lines its author broke it into, and the subtitle."""
    given = game.art.scene.get("slip", {})
    title = game.title.en
    lines = [str(line) for line in given.get("lines", ())]
    if game.lang != ENGLISH and " ".join(lines) != title:  # they break the English title
        lines = []
    return lines or broken(title), str(given.get("sub") or (game.subtitle.en if game.subtitle else ""))


def credits_line(game: Game) -> str:
    """Who made the game, in a line."""
    some = [f"{key.replace('_', ' ')}: {value}" for key, value in list(game.credits.items())[:3]]
    return " · ".join(line if game.lang == ENGLISH else said(line[:1].upper() + line[1:], game.lang) for line in some)


def splash_picture(d: Drawing, game: Game, palette: Palette, left: float, width: float) -> bool:
    """The scene beside the wizard's list of steps, the title on its quiet part, credits below; False without scene."""
    scene = scene_of(game)
    if scene is None:
        return False
    tall = scene.paint(d, left, 0, width)
    k = width / scene.window[2]
    x, y = (float(v) for v in game.art.scene.get("slip", {}).get("at", (8, 8)))
    lines, sub = slip_of(game)
    size = 5.6 if len(lines) > 1 else 6.6
    room = width - 5.0 - slip_width(lines, sub, title_kanji(game), size)
    title_slip(d, palette, left + min(x * k, room), y * k, lines, sub, title_kanji(game), size)
    d.rect(left, tall, width, d.height - tall, palette.frame)
    ink = on(palette.frame)
    credits = credits_line(game)
    size = typeset.fit(credits, 2.9, width - 8, "sans")
    d.text(left + 4, tall + 4.9, credits, size, ink, "sans")
    made = printed(f"version {game.version} · module made by Liege", game.lang)
    d.text(left + 4, tall + 9.3, made, 2.6, mix(ink, palette.frame, 0.25), "sans-italic")
    return True


SPINE, FACTS = 34.0, 15.0  # mm of the spine, and of the strip above it


def box_front(game: Game, palette: Palette, width: float, height: float) -> Drawing:
    """The front of a box with its spine below: the scene under a high sky, the title on that, what is in the box.

    With little ink the crests of the sides stand for the scene.
    """
    d = Drawing(width, height, span=game.span)
    face = height - SPINE - FACTS
    ground = palette.area(palette.frame)
    gold = palette.frame if palette.thin else mix("#E4B43C", palette.frame, 0.1)
    d.rect(0, 0, width, height, ground)
    scene = None if palette.thin else poster_of(game, width / face)
    if palette.thin:
        _crests(d, game, palette, width, face)
    elif scene is not None:
        inner = Drawing(width, face)
        scene.paint(inner, 0, 0, width)
        d.items.append(Group(inner.items, Place(), window=(0, 0, width, face)))
    lines, sub = slip_of(game)
    kanji = title_kanji(game)
    size = 17.0 if len(lines) == 1 else 15.0
    size *= min(1.0, (width - 36) / slip_width(lines, sub, kanji, size))
    title_slip(d, palette, (width - slip_width(lines, sub, kanji, size)) / 2, 13.0, lines, sub, kanji, size)
    told = " · ".join(facts(game))
    d.line([(0, face), (width, face)], gold, 0.8)
    d.text(width / 2, face + FACTS / 2 + 1.5, told, typeset.fit(told, 5.2, width - 24, "sans-semi"), on(ground),
           "sans-semi", "middle")  # fmt: skip
    _spine(d, game, palette, face + FACTS)
    frame(d, 4, 4, width - 8, height - 8, gold)
    return d


def _crests(d: Drawing, game: Game, palette: Palette, width: float, face: float) -> None:
    """The crests of the sides, pale, as large as a few rows of them may be."""
    d.rect(0, 0, width, face, palette.white)
    crests = list(dict.fromkeys(palette.side(id).mon for id in game.sides))
    columns = math.ceil(math.sqrt(len(crests)))
    pitch = (width - 30) / max(2, columns)
    top = max(70.0, 70.0 + (face - 70.0 - pitch * math.ceil(len(crests) / columns)) / 2)
    for n, name in enumerate(crests):
        row, column = divmod(n, columns)
        here = min(columns, len(crests) - row * columns)
        x = width / 2 + (column - (here - 1) / 2) * pitch
        d.symbol(mon(name), x, top + pitch * (row + 0.5), pitch * 0.62, mix(palette.frame, palette.white, 0.55))


def facts(game: Game) -> list[str]:
    """What a buyer asks first: how many play, how many setups, counters and cards there are."""
    seats = sorted({len(scenario.seats) for scenario in game.scenarios.values() if scenario.seats})
    counters = sum(counter.count * -(-len(counter.faces) // 2) for counter in game.counters.values())
    cards = sum(card.copies for card in game.cards.values())
    many = [
        ("–".join(dict.fromkeys(f"{n}" for n in (*seats[:1], *seats[-1:]))), "players", bool(seats)),
        (f"{len(game.scenarios)}", "setups", len(game.scenarios) > 1),
        (f"{counters}", "counters", bool(counters)),
        (f"{cards}", "cards", bool(cards)),
    ]
    return [printed(f"{count} {what}", game.lang) for count, what, told in many if told]


def _spine(d: Drawing, game: Game, palette: Palette, top: float) -> None:
    """The title along the spine, the seal, and the crests of the sides."""
    w, h, ink = d.width, d.height - top, on(palette.area(palette.frame))
    d.line([(0, top), (w, top)], palette.frame if palette.thin else mix("#E4B43C", palette.frame, 0.1), 0.8)
    kanji = title_kanji(game)
    left = 12.0
    if kanji:
        seal(d, left, top + (h - 18) / 2 - 1, 18, kanji, palette.seal, palette.white)
        left += 24
    title = game.title.en
    size = typeset.fit(title, 9.0, w - left - 20 - 8.6 * min(6, len(game.sides)), "serif-bold")
    d.text(left, top + h / 2 + size * 0.3 - 1, title, size, ink, "serif-bold")
    sides = list(game.sides)[:6]
    for n, id in enumerate(sides):
        side = palette.side(id)
        x = w - 14 - (len(sides) - 1 - n) * 8.6
        d.circle(x, top + h / 2 - 1, 3.8, side.fill, ink, 0.3)
        d.symbol(mon(side.mon), x, top + h / 2 - 1, 5.4, side.text)
