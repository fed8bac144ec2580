"""Counters as pieces to cut: each side's in a block of its own, what is of no side last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from compiler.load.tongue import printed
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.print.arts import face_art
from compiler.render.colour import Palette
from compiler.render.counter.face import BLEED, back_layout, draw_back
from compiler.render.drawing import Drawing
from compiler.render.identity import face_key
from compiler.render.sheet.faces import Art, Face

OF_NO_SIDE = "*"  # no id of a side


def counter_faces(game: Game, palette: Palette) -> list[Face]:
    """More than two faces are cut as several pieces of card; those of one side in front lie together, markers last."""
    order = {id: n for n, id in enumerate(game.sides)}
    pieces = [(counter, n) for counter in game.counters.values() for n in range(0, len(counter.faces), 2)]
    marks = {id for id, kind in game.counter_kinds.items() if kind.marker}
    pieces.sort(key=lambda piece: (order.get(_shown(*piece) or "", len(order)), piece[0].kind in marks))
    markers = _markers(game, [counter for counter, n in pieces if not _shown(counter, n)])
    return [_piece(game, palette, counter, n, markers) for counter, n in pieces]


def _piece(game: Game, palette: Palette, counter: Counter, n: int, markers: str) -> Face:
    kind = game.counter_kinds[counter.kind]
    arts = [face_art(game, palette, counter, face) for face in counter.faces[n : n + 2]]
    if len(arts) == 1 and back_layout(game, counter) is not None:
        key = face_key(game, palette, counter, None)
        arts.append(Art(key, *kind.size, partial(_back, game, palette, counter), BLEED, kind.shape == "round"))
    back = arts[1] if len(arts) > 1 else None
    side = _shown(counter, n)
    if side is None:
        return Face(arts[0], back, counter.count, counter.name.en, OF_NO_SIDE, markers)
    crest = palette.side(side).mon
    return Face(arts[0], back, counter.count, counter.name.en, side, game.sides[side].name.en, crest)


def _markers(game: Game, counters: Sequence[Counter]) -> str:
    """What the block of what is of no side is called: where it is all sorts, by them."""
    kinds = dict.fromkeys(game.counter_kinds[counter.kind].name.en for counter in counters)
    return ", ".join(kinds) if len(kinds) > 1 else printed("Markers", game.lang)


def _shown(counter: Counter, n: int) -> str | None:
    """The side whose block a piece is cut from: its own, or the one that its front, the nth face, shows."""
    return counter.side or counter.faces[n].side


def _back(game: Game, palette: Palette, counter: Counter) -> Drawing:
    made = draw_back(game, palette, counter, BLEED)
    assert made is not None  # asked only of counters whose layout has a back
    return made
