"""Imposition: many faces on few sheets, backs behind fronts, everything outside the cut kept out of the faces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compiler.load.tongue import printed
from compiler.render.content import Box, Form, form_of
from compiler.render.drawing import Drawing, Group, Place
from compiler.render.pdf import Page, Placed
from compiler.render.sheet import marks
from compiler.render.sheet.faces import Art, Face, Layout
from compiler.render.sheet.packing import HEAD, TICKS
from compiler.render.sheet.presets import Cut, Paper
from compiler.render.sheet.spreads import Spread, blocked, gridded


@dataclass(frozen=True, slots=True)
class Slot:
    """An art on a page: top left corner of its trimmed face, turned by 0 or 180 degrees, and how far it may ink."""

    art: Art
    x: float
    y: float
    turn: float
    window: Box
    label: str = ""
    scale: float = 1.0

    @property
    def origin(self) -> tuple[float, float]:
        """Where the origin of the art goes: the far corner if it stands on its head."""
        if self.turn:
            return self.x + self.art.width * self.scale, self.y + self.art.height * self.scale
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper: what lies where, the marks around it, and the lines of the knife."""

    width: float
    height: float
    slots: tuple[Slot, ...]
    marks: Drawing
    cuts: tuple[Box, ...] = ()
    trim: Box | None = None
    bleed: Box | None = None
    name: str = ""


def impose(faces: Sequence[Face], layout: Layout) -> list[Sheet]:
    """Sheets for all faces, fronts and backs in turn (backs only where there are any).

    Pieces of a group lie in a block of their own, the others in one grid for each size.
    """
    ordered = sorted(faces, key=lambda face: face.back is None)
    sides = [*gridded([face for face in ordered if not face.group], layout)]
    grouped = [face for face in ordered if face.group]
    if layout.flip == "fold":
        # on fold-over sheets what has no back would leave half the paper empty: it gets sheets of its own
        sides += blocked([face for face in grouped if face.back], faces, layout)
        sides += blocked([face for face in grouped if not face.back], faces, replace(layout, flip="none"))
    else:
        sides += blocked(grouped, faces, layout)
    sheets = []
    for number, (spreads, own) in enumerate(sides, 1):
        name = f"{own.title} {number}/{len(sides)}".strip()
        if own.flip == "fold":
            sheets.append(_folded(spreads, own, name))
        else:
            sheets.append(_front(spreads, own, name))
            if own.flip != "none" and any(face.back for spread in spreads for face in spread.pieces):
                sheets.append(_back(spreads, own, name))
    return sheets


def _slots(spreads: Sequence[Spread]) -> list[Slot]:
    return [
        Slot(face.front, *spread.grid.cell(i), 0.0, spread.grid.window(i, spread.pieces, face.front.bleed), face.label)
        for spread in spreads
        for i, face in enumerate(spread.pieces)
    ]


def _behind(spreads: Sequence[Spread], fronts: Sequence[Slot], paper: Paper, flip: str) -> list[Slot]:
    """The backs of a side, where they are seen when the sheet is turned."""
    faces = [face for spread in spreads for face in spread.pieces]
    return [
        behind(slot, face.back, paper, flip) for slot, face in zip(fronts, faces, strict=True) if face.back is not None
    ]


def behind(slot: Slot, back: Art, paper: Paper, flip: str) -> Slot:
    """The slot behind another after the sheet is turned: mirrored, and upside down for the short edge.

    A piece is turned over sideways in the hand, so its back is upright then for either edge.
    """
    w, h = slot.art.width, slot.art.height
    x0, y0, x1, y1 = slot.window
    if flip == "short":
        window = (x0, paper.height - y1, x1, paper.height - y0)
        return Slot(back, slot.x, paper.height - slot.y - h, 180.0, window, slot.label)
    window = (paper.width - x1, y0, paper.width - x0, y1)
    return Slot(back, paper.width - slot.x - w, slot.y, 0.0, window, slot.label)


def moved(slot: Slot, dx: float, dy: float) -> Slot:
    """A slot elsewhere on its page."""
    x0, y0, x1, y1 = slot.window
    return replace(slot, x=slot.x + dx, y=slot.y + dy, window=(x0 + dx, y0 + dy, x1 + dx, y1 + dy))


def _front(spreads: Sequence[Spread], layout: Layout, name: str) -> Sheet:
    label = printed(f"{name}, front", layout.lang)
    return _sheet(spreads, layout, _slots(spreads), _used(spreads), label, f"{name} front")


def _back(spreads: Sequence[Spread], layout: Layout, name: str) -> Sheet:
    """Backs carry registration marks but no cut guides: only one side is cut along."""
    slots = [moved(slot, *layout.offset) for slot in _behind(spreads, _slots(spreads), layout.paper, layout.flip)]
    label = printed(f"{name}, back", layout.lang)
    return _sheet(spreads, layout, slots, _turned_over(_used(spreads), layout), label, f"{name} back")


def _folded(spreads: Sequence[Spread], layout: Layout, name: str) -> Sheet:
    fronts = _slots(spreads)
    backs = _behind(spreads, fronts, layout.paper, "long")
    x0, y0, _, y1 = _used(spreads)
    label = printed(f"{name}, fold and glue, then cut", layout.lang)
    used = (x0, y0, layout.paper.width - x0, y1)
    sheet = _sheet(spreads, layout, [*fronts, *backs], used, label, f"{name} fold")
    marks.fold_line(sheet.marks, layout.paper, layout.lang)
    return sheet


def _used(spreads: Sequence[Spread]) -> Box:
    boxes = [spread.used for spread in spreads]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _turned_over(box: Box, layout: Layout) -> Box:
    """Where a box is seen from behind."""
    (x0, y0, x1, y1), w, h = box, layout.paper.width, layout.paper.height
    return (x0, h - y1, x1, h - y0) if layout.flip == "short" else (w - x1, y0, w - x0, y1)


def _sheet(
    spreads: Sequence[Spread], layout: Layout, slots: Sequence[Slot], used: Box, label: str, name: str
) -> Sheet:  # fmt: skip
    """A side with the marks around its pieces: guides to the edge round one grid, ticks and heads round blocks."""
    paper, back = layout.paper, name.endswith(" back")
    b = max((face.front.bleed for spread in spreads for face in spread.pieces), default=0.0)
    offset = layout.offset if back else (0.0, 0.0)
    heads = [s for s in spreads if s.head and (not back or any(face.back for face in s.pieces))]
    cuts: list[Box] = []
    guides: tuple[list[float], list[float]] = ([], [])
    for spread in () if back else spreads:
        xs, ys = spread.lines
        if spread.head:
            x0, y0, x1, y1 = spread.used
            cuts += [(x, y0 - TICKS, x, y1 + TICKS) for x in xs] + [(x0 - TICKS, y, x1 + TICKS, y) for y in ys]
        else:
            cuts += [(x, 0.0, x, paper.height) for x in xs] + [(0.0, y, paper.width, y) for y in ys]
            guides = (xs, ys) if layout.guides else guides
    inked = (used[0] - TICKS, used[1] - TICKS - HEAD, used[2] + TICKS, used[3] + TICKS)
    drawing = marks.around(paper, used, label, *guides, b, offset, [slot.window for slot in slots],
                           inked if heads else None)  # fmt: skip
    for spread in heads:
        box = _turned_over(spread.used, layout) if back else spread.used
        upright = not (back and layout.flip == "short")
        marks.head(drawing, box, spread.head, spread.crest, TICKS, HEAD, upright)
        if layout.guides and not back:
            marks.ticks(drawing, box, *spread.lines, b, TICKS)
    x0, y0, x1, y1 = used
    return Sheet(
        paper.width, paper.height, tuple(slots), drawing, tuple(cuts), used, (x0 - b, y0 - b, x1 + b, y1 + b), name
    )


def singles(faces: Sequence[Face], cut: Cut) -> list[Sheet]:
    """One face to a page with the bleed a shop wants, no marks: front, back, front, back; copies are not repeated.

    Art of another size is scaled to cover the finished size; what goes over lies in the bleed.
    """
    sheets = []
    for face in faces:
        for art in (face.front, face.back):
            if art is not None:
                sheets.append(_single(art, cut, face.label))
    return sheets


def _single(art: Art, cut: Cut, label: str) -> Sheet:
    b = cut.bleed
    w, h = cut.width + 2 * b, cut.height + 2 * b
    scale = max(cut.width / art.width, cut.height / art.height)
    x, y = (w - art.width * scale) / 2, (h - art.height * scale) / 2
    slot = Slot(art, x, y, 0.0, (0.0, 0.0, w, h), label, scale)
    return Sheet(w, h, (slot,), Drawing(w, h), (), (b, b, b + cut.width, b + cut.height), (0.0, 0.0, w, h), label)


def page_of(sheet: Sheet, form: Callable[[Art], Form] = lambda art: form_of(art.draw())) -> Page:
    """A sheet as a PDF page; `form` finds or makes the form of an art."""
    placed = [Placed(form(slot.art), *slot.origin, slot.turn, slot.scale, slot.window) for slot in sheet.slots]
    placed.append(Placed(form_of(sheet.marks)))
    return Page(sheet.width, sheet.height, tuple(placed), sheet.trim, sheet.bleed, sheet.name)


def drawing_of(sheet: Sheet, draw: Callable[[Art], Drawing] = lambda art: art.draw(), cuts: bool = True) -> Drawing:
    """A sheet as a drawing for SVG: layers `art`, `marks` and `cut`, the last for plotters. `draw` may remember."""
    out = Drawing(sheet.width, sheet.height)
    with out.group(name="art"):
        for slot in sheet.slots:
            made = draw(slot.art)
            out.items.append(Group(made.items, Place(*slot.origin, slot.scale, slot.turn), window=slot.window))
            out.problems += made.problems
    with out.group(name="marks"):
        out.items += sheet.marks.items
    if not cuts:
        return out
    with out.group(name="cut"):
        for x0, y0, x1, y1 in sheet.cuts:
            out.line([(x0, y0), (x1, y1)], "#FF0000", 0.1, cap="butt")
        for slot in sheet.slots if sheet.cuts else ():
            if slot.art.round:
                r = slot.art.width / 2
                out.circle(slot.x + r, slot.y + r, r, None, "#FF0000", 0.1)
    return out
