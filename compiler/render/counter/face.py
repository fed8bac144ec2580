"""Counters: a face from its layout, any size, with bleed; grounds differ by state, shapes carry the meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from compiler.model.counters import Counter, CounterKind, Face
from compiler.model.game import Game
from compiler.model.shown import face_values
from compiler.render.colour import INK, Palette, mix
from compiler.render.counter import standard
from compiler.render.counter.bench import GROUNDS, Bench
from compiler.render.counter.parts import PARTS
from compiler.render.counter.safe import covered, unsafe
from compiler.render.counter.slots import Slot, puts_image, shown, slots_of
from compiler.render.drawing import Drawing
from compiler.render.foreign import put_art
from compiler.render.furniture import trim_line

BLEED = 1.0


def layout_of(game: Game, kind: CounterKind) -> Mapping[str, Any]:
    """The layout of a kind: art.yaml's by name, or the standard one for what it is."""
    found = game.art.counters.get(kind.layout or kind.id)
    if isinstance(found, Mapping):
        return found
    return standard.counter_layout(kind, game.art.theme)


def draw_face(game: Game, palette: Palette, counter: Counter, face: Face, bleed: float = BLEED) -> Drawing:
    """One face of a counter at its true size, its ground going `bleed` beyond the edge."""
    return _draw(game, palette, counter, face, layout_of(game, game.counter_kinds[counter.kind]), bleed)


def _draw(
    game: Game, palette: Palette, counter: Counter, face: Face, layout: Mapping[str, Any], bleed: float
) -> Drawing:
    kind = game.counter_kinds[counter.kind]
    w, h = kind.size
    drawing = Drawing(w, h, bleed, counter.note.span)
    if face.image is not None and face.state != "back" and not puts_image(slots_of(layout, face.state)):
        # the author's own picture: stretched into the bleed, so that a slip of the knife shows no white
        box = (-bleed, -bleed, w + 2 * bleed, h + 2 * bleed)
        put_art(drawing, FilePath(game.folder), face.image, box, face.note.span)
        return drawing
    nominal = float(layout.get("size", w))
    k = w / nominal
    bench = Bench(
        drawing, palette, palette.side(face.side), w / k, h / k, bleed / k, face_values(game, counter, face),
        kind.shape == "round", scale=k, folder=game.folder,
    )  # fmt: skip
    slots = [slot for slot in slots_of(layout, face.state) if shown(slot, bench.values)]
    if not any(slot.put == "ground" for slot in slots):
        default = "marker" if kind.marker else GROUNDS.get(face.state, "plain")
        slots.insert(0, Slot("ground", {"put": "ground", "style": default}))
    with drawing.group(scale=k):
        for slot in slots:
            PARTS[slot.put](bench, slot)
        covered(bench)
        if bench.round:
            r = bench.width / 2
            drawing.circle(r, r, r - 0.07, None, mix(INK, palette.white, 0.25), 0.14)
        else:
            unsafe(bench)
            trim_line(drawing, bench.width, bench.height)
    return drawing


def back_layout(game: Game, counter: Counter) -> Mapping[str, Any] | None:
    """How the back of a counter with one face is laid out: as its layout's `back` says, crest, rings, or not at all."""
    kind = game.counter_kinds[counter.kind]
    layout = layout_of(game, kind)
    if kind.shape == "round":
        return {"size": kind.size[0], "back": standard.cup_back(kind)}
    drawn_by_hand = isinstance(game.art.counters.get(kind.layout or kind.id), Mapping)
    if "back" not in layout or kind.marker or not drawn_by_hand:  # a standard `back` is a second face, and tells of it
        if kind.marker or counter.side is None:
            return None
        return {"size": kind.size[0], "back": standard.crest_back(kind)}
    return layout


def draw_back(game: Game, palette: Palette, counter: Counter, bleed: float = BLEED) -> Drawing | None:
    """A back for a counter that has one face only, where it has one."""
    layout = back_layout(game, counter)
    if layout is None:
        return None
    face = replace(counter.faces[0], id="back", state="back")
    return _draw(game, palette, counter, face, layout, bleed)
