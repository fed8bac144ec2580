"""Labels for the compartments of a counter tray: one for every kind of piece of a side, to cut out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.render import type as typeset
from compiler.render.colour import Palette, mix
from compiler.render.drawing import Drawing
from compiler.render.identity import table_key
from compiler.render.sheet.faces import Art, Face
from compiler.render.symbols import mon

WIDTH, HEIGHT, BLEED = 58.0, 19.0, 1.5
MANY = 6  # equal pieces of no side that get one: nobody likes to search for a marker among eighty
FEW = 3  # pieces of a side that are not worth a compartment of their own
EDGE = 2.2  # mm that words and crests keep from the knife


@dataclass(frozen=True, slots=True)
class Tray:
    """What lies in a compartment: whose it is, what it is called, how much of it there is."""

    side: str | None
    whose: str
    name: str
    count: int
    lang: str = "en"


def trays(game: Game) -> Iterator[Tray]:
    """The compartments a game needs, those of a side together; what is of no side, or hardly anything, last."""
    order = [*game.sides, None]
    found: dict[tuple[str | None, str], int] = {}
    for counter in game.counters.values():
        side = counter.side if counter.side in game.sides else None
        own = side is None and counter.count >= MANY
        place = (side, counter.name.en if own else game.counter_kinds[counter.kind].name.en)
        found[place] = found.get(place, 0) + counter.count * -(-len(counter.faces) // 2)
    for (side, name), count in list(found.items()):
        if side is not None and count < FEW:
            found[None, name] = found.get((None, name), 0) + found.pop((side, name))
    for (side, name), count in sorted(found.items(), key=lambda item: order.index(item[0][0])):
        whose = game.sides[side].name.en if side is not None else game.title.en
        yield Tray(side, whose, name, count, game.lang)


def tray_labels(game: Game, palette: Palette) -> list[Face]:
    """The labels as pieces to cut."""
    faces = []
    for tray in trays(game):
        key = table_key(game, palette, "tray label", tray)
        art = Art(key, WIDTH, HEIGHT, partial(draw_label, palette, tray), BLEED)
        faces.append(Face(art, None, 1, f"{tray.whose}: {tray.name}"))
    return faces


def draw_label(palette: Palette, tray: Tray) -> Drawing:
    """A square in the colour of the side with its crest; beside it whose, what, and how many."""
    d = Drawing(WIDTH, HEIGHT, BLEED)
    side = palette.side(tray.side) if tray.side is not None else None
    ground, ink = (side.fill, side.text) if side is not None else (palette.area(palette.frame), palette.white)
    d.rect(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, mix(palette.paper, palette.white, 0.5))
    d.rect(-BLEED, -BLEED, HEIGHT + BLEED, HEIGHT + 2 * BLEED, ground)
    d.rect(HEIGHT, -BLEED, 0.9, HEIGHT + 2 * BLEED, palette.accent)
    if side is not None:
        d.symbol(mon(side.mon), HEIGHT / 2, HEIGHT / 2, HEIGHT - 3 * EDGE, ink)
    else:
        text = tray.name[:1].upper()
        d.text(HEIGHT / 2, HEIGHT / 2 + 3.6, text, 10.0, ink, "serif-bold", "middle")
    left, room = HEIGHT + 3.4, WIDTH - HEIGHT - 3.4 - EDGE
    d.text(left, 6.6, tray.whose, typeset.fit(tray.whose, 4.6, room, "serif-bold"), palette.ink, "serif-bold")
    d.text(left, 11.4, tray.name, typeset.fit(tray.name, 3.6, room, "sans-semi"), palette.ink, "sans-semi")
    many = printed(f"{tray.count} piece{'s' if tray.count != 1 else ''}", tray.lang)
    d.text(left, 15.9, many, 3.2, palette.soft, "sans")
    return d
