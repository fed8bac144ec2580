"""The piece of an aid: a real counter, large, with what stands on it named at its sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.load.tongue import printed, within
from compiler.model.common import FieldType
from compiler.model.counters import Counter, CounterKind, Face
from compiler.model.game import Game
from compiler.model.shown import face_values, value_of
from compiler.render.aid.block import Block
from compiler.render.aid.pointing import Named, PieceBody, Shown, direct, way
from compiler.render.aid.signs import sign_of
from compiler.render.colour import Palette
from compiler.render.counter.bench import Bench
from compiler.render.counter.face import draw_face, layout_of
from compiler.render.counter.parts import PARTS
from compiler.render.counter.safe import Box, inked, shape_box
from compiler.render.counter.slots import Slot, shown, slots_of
from compiler.render.drawing import Drawing, Item, Mark

FEW = 2  # words; a counter with fewer explains itself
_SHOWS = ("text", "symbol", "stripe", "strip", "steps", "crest", "unit")


def piece_block(game: Game, palette: Palette) -> Block | None:
    """The counter that shows most, with its faces; None where counters say nothing but their side."""
    best: tuple[int, Counter] | None = None
    for counter in game.counters.values():
        kind = game.counter_kinds[counter.kind]
        if kind.marker or kind.shape == "round" or any(face.image for face in counter.faces):
            continue
        count = len(_named(game, palette, counter, counter.faces[0])[0])
        if best is None or count > best[0]:
            best = (count, counter)
    if best is None or best[0] < FEW:
        return None
    counter = best[1]
    return Block(
        printed("The counter", game.lang), sign_of("the counter", palette.theme),
        PieceBody(palette, _faces(game, palette, counter)), counter.name.en,
    )  # fmt: skip


def _faces(game: Game, palette: Palette, counter: Counter) -> list[Shown]:
    """The front, and the next face: with words if it shows what the front does not."""
    faces = counter.faces[:2]
    found = [_named(game, palette, counter, face) for face in faces]
    new = {one.words for one in found[1][0]} - {one.words for one in found[0][0]} if len(found) > 1 else set()
    made = []
    for n, (face, (named, boxes)) in enumerate(zip(faces, found, strict=True)):
        sides = _both(named, boxes)
        if new:  # words of both faces, each outside: what both show is named on the second
            other = {one.words for one in found[1][0]}
            kept = [one for one in named if (one.words in other) == bool(n) and _reached(one, boxes, n)]
            sides = (_sorted(kept, boxes, 0), ()) if n == 0 else ((), _sorted(kept, boxes, 1))
        elif n:
            sides = ((), ())
        own = face.name.en != counter.name.en
        caption = face.name.en if own else printed(face.state.replace("_", " "), game.lang)
        made.append(Shown(draw_face(game, palette, counter, face, 0.0), caption, tuple(boxes), sides))
    return made


def _both(named: Sequence[Named], boxes: Sequence[Box]) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """What is named at the left and at the right: where a line reaches it, else where it is near."""
    sides: tuple[list[Named], list[Named]] = ([], [])
    for one in named:
        free = [side for side in (0, 1) if way(one.box, boxes, side)]
        near = 0 if one.box[0] + one.box[2] <= 1.0 else 1
        if any(_reached(one, boxes, side) for side in (0, 1)):
            sides[near if near in free or not free else free[0]].append(one)
    return _sorted(sides[0], boxes, 0), _sorted(sides[1], boxes, 1)


def _reached(named: Named, boxes: Sequence[Box], side: int) -> bool:
    """Whether something is named at a side: what everybody knows only where a straight line comes to it."""
    return not named.quiet or way(named.box, boxes, side) == direct(named.box, side)


def _sorted(named: Sequence[Named], boxes: Sequence[Box], side: int) -> tuple[Named, ...]:
    """From top to bottom as their lines leave the counter, so that none crosses another."""
    return tuple(sorted(named, key=lambda one: (way(one.box, boxes, side) or direct(one.box, side))[0][1]))


def _named(game: Game, palette: Palette, counter: Counter, face: Face) -> tuple[list[Named], list[Box]]:
    """What stands on a face, with the title of the field that it shows; and where anything stands."""
    kind = game.counter_kinds[counter.kind]
    layout = layout_of(game, kind)
    w, h = kind.size
    k = w / float(layout.get("size", w))
    values = face_values(game, counter, face)
    bench = Bench(
        Drawing(w, h), palette, palette.side(face.side), w / k, h / k, 0.0, values, scale=k, folder=game.folder
    )
    found: dict[str, Named] = {}
    taken: list[Box] = []
    for slot in slots_of(layout, face.state):
        if not shown(slot, values) or slot.put == "ground" or slot.put not in PARTS:
            continue
        words = _words(game, kind, slot, values) if slot.put in _SHOWS else ""
        before = len(bench.drawing.items)
        PARTS[slot.put](bench, slot)
        boxes = _boxes(bench.drawing.items[before:], slot)
        if not boxes:
            continue
        low, high = [min(b[i] for b in boxes) for i in (0, 1)], [max(b[i] for b in boxes) for i in (2, 3)]
        box = (low[0] * k / w, low[1] * k / h, high[0] * k / w, high[1] * k / h)
        if slot.put == "slip":  # a line may pass between the letters of a slip of paper
            taken += [
                (b[0] * k / w, b[1] * k / h, b[2] * k / w, b[3] * k / h) for b in _letters(bench.drawing.items[before:])
            ]
        elif slot.put != "figure":
            taken.append(box)
        if words and words not in found:
            found[words] = Named(box, words[:1].upper() + words[1:], slot.put == "crest")
    return list(found.values()), taken


def _boxes(items: Sequence[Item], slot: Slot) -> list[Box]:
    """Where a slot stands: letters and symbols with the plate they are on; of a strip only what is beside the name."""
    letters = _letters(items)
    if slot.put == "strip":
        return letters[-1:]
    plates = [shape_box(item) for item in items if isinstance(item, Mark) and item.fill and item.place is None]
    return letters + plates


def _letters(items: Sequence[Item]) -> list[Box]:
    return [box for _, box in inked(items)]


def _words(game: Game, kind: CounterKind, slot: Slot, values: Mapping[str, Any]) -> str:
    """What a slot shows, by the titles of its fields; nothing for what everybody sees: name, kind and picture."""
    if slot.put == "crest":
        return printed("side", game.lang)
    given = slot.given.get("of", slot.given.get("with", slot.given.get("repeat", ())))
    if slot.put == "strip":
        given = slot.given.get("with", ())
    fields = [given] if isinstance(given, str) else list(given)
    if slot.put in ("stripe", "steps") and not fields:
        fields = ["stripe" if slot.put == "stripe" else "steps"]
    titles = [kind.fields[id].title.en for id in fields if id in kind.fields and value_of(id, values) is not None]
    if titles:
        between = slot.text("between", ",").strip()
        return f" {between} ".join(within(title, game.lang) for title in titles) if len(titles) > 1 else titles[0]
    return _test(kind, slot, values) if slot.put in ("symbol", "text") else ""


def _test(kind: CounterKind, slot: Slot, values: Mapping[str, Any]) -> str:
    """What a sign says that stands only on some pieces: the choice it is drawn for, or the field that must be there."""
    tests = slot.given.get("when")
    for id, wanted in tests.items() if isinstance(tests, Mapping) else ():
        field = kind.fields.get(id)
        if field is None or isinstance(wanted, (list, tuple)) or wanted == "none":
            continue
        if field.type is FieldType.CHOICE and wanted != "any":
            return str(wanted).replace("_", " ").capitalize() if len(str(wanted)) > 2 else field.title.en
        if field.type is FieldType.FLAG:
            return field.title.en
    return ""
