"""A sheet for every setup: the board as it is laid out, what starts where, what comes later, what is special."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

from compiler.load.tongue import printed
from compiler.model.common import Name
from compiler.model.game import Game
from compiler.model.scenario import FreePlacement, Scenario
from compiler.model.setup import set_up
from compiler.model.table import Piece, Table
from compiler.print.arts import board_art, face_art
from compiler.render import type as typeset
from compiler.render.colour import Palette
from compiler.render.sheet.column import LEAD, MARGIN, TEXT, TOP, Column, Item, Leaf
from compiler.render.sheet.faces import Art
from compiler.render.sheet.imposition import Slot
from compiler.render.sheet.presets import Paper
from compiler.render.symbols import mon

HIGH = 9.6  # mm of a counter in the lists
WORD = 3  # letters; less is a sign on a box
FEW = 2  # sorts of pieces in a place that are named one by one
LEAST = 3.8  # mm of a counter on the small board
COLUMNS = (3, 4)  # more where that saves a page
BOARDS = (0.62, 0.52, 0.42, 0.34, 0.27)  # of the height of a page for the small board; less where that saves a page


def scenario_pages(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    """The sheets of all setups."""
    found: list[Leaf] = []
    for scenario in game.scenarios.values():
        tried = [_sheet(game.of(scenario), palette, paper, scenario, *how) for how in product(COLUMNS, BOARDS)]
        best = min(tried, key=lambda sheet: max(sheet.pages(), default=0))  # of equals the first
        found += [replace(leaf, name=scenario.title.en) for leaf in best.set(len(found) + 1)]
    return found


def _sheet(game: Game, palette: Palette, paper: Paper, scenario: Scenario, columns: int, share: float) -> Column:
    sheet = Column(game, palette, paper, scenario.title.en, columns)
    table = set_up(game, scenario)
    _about(sheet, game, scenario)
    _board(sheet, game, table, share)
    whole = _whole(game, scenario, table)
    if whole:
        _in_turn(sheet, game, whole)
    for side, places in _starts(game, table, whole).items():
        sheet.add(_side_bar(sheet, side))
        for place, pieces in sorted(places.items()):
            for item in _lying(sheet, place, pieces):
                sheet.add(item)
    _later(sheet, game, scenario, whole)
    return sheet


def _whole(game: Game, scenario: Scenario, table: Table) -> dict[str, FreePlacement]:
    """Pools that one placement empties: there it is said where that goes, and not again with all its names."""
    found: dict[str, FreePlacement] = {}
    for free in scenario.free:
        lies = Counter(p.counter for p in table.pieces.values() if p.place == free.pool)
        if free.pool is not None and free.pool in game.spaces and free.text and lies == Counter(dict(free.counters)):
            found[free.pool] = free
    return found


# -- over the whole width --------------------------------------------------------------------------------------------
def _about(sheet: Column, game: Game, scenario: Scenario) -> None:
    wide = sheet.across
    seats = ", ".join(game.seats[id].name.en for id in scenario.seats if id in game.seats)
    sheet.band(sheet.line(sheet.say("Players"), seats, 24, wide))
    if scenario.first_turn is not None or scenario.last_turn is not None:
        turns = sheet.say(f"{scenario.first_turn or 1} to {scenario.last_turn or 'the end'}")
        sheet.band(sheet.line(sheet.say("Turns"), turns, 24, wide))
    said = [text.strip().removeprefix("- ") for text in scenario.description.split("\n") if text.strip()]
    for n, text in enumerate(said):
        sheet.band(sheet.line(sheet.say("The setup") if n == 0 else "", text, 24, wide))
    tracks = [
        (game.tracks[id].name.en, _said(game, id, value)) for id, value in scenario.tracks.items() if id in game.tracks
    ]
    if tracks:
        sheet.band(sheet.line(sheet.say("Tracks"), ";  ".join(f"{name}: {value}" for name, value in tracks), 24, wide))


def _said(game: Game, track: str, value: int | str) -> str:
    """The value of a track as its box says it; a side or seat by its name."""
    box = next((box for box in game.tracks[track].boxes if box.value == value), None)
    known = game.sides.get(str(value)) or game.seats.get(str(value))
    if known is not None:
        return known.name.en
    label = getattr(box, "label", None) or getattr(box, "name", None)
    return label.en if isinstance(label, Name) else str(label or value).replace("_", " ")


def _board(sheet: Column, game: Game, table: Table, share: float) -> None:
    """The board made small, with the topmost piece of a side in every place."""
    board = game.map
    tops: dict[str, Piece] = {}
    for stack in table.stacks.values():
        for id in stack:
            piece = table.pieces[id]
            space = board.spaces.get(piece.place)
            counter = game.counters.get(piece.counter)
            if space is not None and space.display is None and counter is not None and counter.side is not None:
                tops[piece.place] = piece
    if not tops:
        return
    art = board_art(game, sheet.palette, board)
    room = (sheet.paper.height - TOP - MARGIN) * share
    scale = min(sheet.across / art.width, room / art.height)

    def draw(leaf: Leaf, x: float, y: float) -> None:
        left = x + (sheet.across - art.width * scale) / 2
        leaf.slots.append(_slot(art, left, y, scale))
        for place, piece in tops.items():
            face = _art(sheet, piece)
            size = max(scale, LEAST / max(face.width, face.height))
            at = board.spaces[place].at
            leaf.slots.append(
                _slot(
                    face, left + at[0] * scale - face.width * size / 2, y + at[1] * scale - face.height * size / 2, size
                )
            )

    sheet.band(Item(art.height * scale + 2.0, draw, 2.0))


def _slot(art: Art, x: float, y: float, scale: float) -> Slot:
    """An art at that size, without its bleed."""
    return Slot(art, x, y, 0.0, (x, y, x + art.width * scale, y + art.height * scale), "", scale)


def _art(sheet: Column, piece: Piece) -> Art:
    counter = sheet.game.counters[piece.counter]
    return face_art(sheet.game, sheet.palette, counter, counter.faces[piece.face])


# -- what starts where -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Lot:
    """Equal pieces in one place."""

    piece: Piece
    name: str
    count: int


def _starts(game: Game, table: Table, whole: Mapping[str, FreePlacement]) -> dict[str | None, dict[str, list[_Lot]]]:
    """By side, then by place: what starts there."""
    found: dict[str | None, dict[str, dict[tuple[str, int], list[Piece]]]] = {}
    for piece in table.pieces.values():
        counter = game.counters.get(piece.counter)
        if counter is None or piece.place in game.piles:
            continue
        side = counter.side if counter.side in game.sides else None
        free = whole.get(piece.place)
        place = (free.text if free is not None else None) or _place(game, piece.place, side)
        lots = found.setdefault(side, {}).setdefault(place, {})
        lots.setdefault((piece.counter, piece.face), []).append(piece)
    order = [*game.sides, None]
    return {
        side: {
            place: [_Lot(equal[0], game.counters[equal[0].counter].name.en, len(equal)) for equal in lots.values()]
            for place, lots in found[side].items()
        }
        for side in sorted(found, key=order.index)
    }


def _place(game: Game, id: str, side: str | None) -> str:
    """How a reader finds a place: its name, with the number of its hex, or after the display it is a box of."""
    space = game.spaces.get(id)
    if space is None:
        return id.replace("_", " ").capitalize()
    name = space.name.en
    shown = next((found for board in game.maps.values() if (found := board.displays.get(space.display or ""))), None)
    kind = game.maps[space.board].space_kinds.get(space.kind)
    if shown is not None and len(name) < WORD and kind is not None:  # a letter or number that a piece will cover
        name = f"{kind.name.en} {name}" if name.isdigit() else kind.name.en
    if shown is not None and shown.name.en.lower() not in name.lower():
        display = shown.name.en
        if side is not None and shown.side == side:  # it stands below that side's bar
            display = display.removesuffix(f": {game.sides[side].name.en}")
        return f"{display}: {name}"
    return f"{name} {space.id}" if name != space.id and space.id.isdigit() else name


def _side_bar(sheet: Column, side: str | None) -> Item:
    """A bar in the colour of the side with its crest."""
    if side is None:
        return sheet.bar(sheet.say("Markers"), sheet.wide)
    look, name = sheet.palette.side(side), sheet.game.sides[side].name.en

    def draw(leaf: Leaf, x: float, y: float) -> None:
        d = leaf.drawing
        d.rect(x, y, sheet.wide, 6.4, look.fill, sheet.palette.frame, 0.25)
        d.symbol(mon(look.mon), x + 4.0, y + 3.2, 4.6, look.text)
        d.text(x + 8.0, y + 4.6, name, typeset.fit(name, 3.9, sheet.wide - 10, "serif-bold"), look.text, "serif-bold")

    return Item(7.6, draw, 2.0, True)


def _lying(sheet: Column, place: str, lots: Sequence[_Lot]) -> Iterator[Item]:
    """What lies in a place: few pieces each beside its name, many as pictures with all names below."""
    if len(lots) <= FEW:
        for n, lot in enumerate(lots):
            yield _named(sheet, place if n == 0 else "", lot, n + 1 < len(lots))
        return
    yield _line(sheet, place, "sans-bold", sheet.strong)
    yield _pictures(sheet, lots)
    yield _line(sheet, ", ".join(f"{lot.count} × {lot.name}" if lot.count > 1 else lot.name for lot in lots), "sans",
                sheet.palette.ink, last=True)  # fmt: skip


def _named(sheet: Column, place: str, lot: _Lot, stays: bool) -> Item:
    art = _art(sheet, lot.piece)
    scale = HIGH / max(art.width, art.height)
    text = f"{lot.count} × {lot.name}" if lot.count > 1 else lot.name
    room = sheet.wide - HIGH - 2.0
    heads = typeset.wrap(place, TEXT, room, "sans-bold") if place else ()
    lines = typeset.wrap(text, TEXT, room, "sans")
    row = TEXT * LEAD
    high = max(HIGH + 1.2, (len(heads) + len(lines)) * row + 1.2)

    def draw(leaf: Leaf, x: float, y: float) -> None:
        leaf.slots.append(_slot(art, x, y, scale))
        at = y + max(0.0, (HIGH - (len(heads) + len(lines)) * row) / 2) + TEXT - 0.3
        for n, line in enumerate((*heads, *lines)):
            face, ink = ("sans-bold", sheet.strong) if n < len(heads) else ("sans", sheet.palette.ink)
            leaf.drawing.text(x + HIGH + 2.0, at + n * row, line, TEXT, ink, face)

    return Item(high, draw, 0.0, stays)


def _line(sheet: Column, text: str, face: str, ink: str, last: bool = False) -> Item:
    lines = typeset.wrap(text, TEXT, sheet.wide, face)

    def draw(leaf: Leaf, x: float, y: float) -> None:
        for n, line in enumerate(lines):
            leaf.drawing.text(x, y + TEXT + n * TEXT * LEAD, line, TEXT, ink, face)

    return Item(len(lines) * TEXT * LEAD + (2.4 if last else 0.6), draw, 0.0, not last)


def _pictures(sheet: Column, lots: Sequence[_Lot]) -> Item:
    """Pieces side by side, row by row; how many of one there are stands beside it."""
    lies: list[tuple[_Lot, float, float]] = []
    x = y = 0.0
    for lot in lots:
        wide = HIGH + (6.4 if lot.count > 1 else 0.8)
        if x + wide > sheet.wide + 0.8:
            x, y = 0.0, y + HIGH + 0.8
        lies.append((lot, x, y))
        x += wide

    def draw(leaf: Leaf, left: float, top: float) -> None:
        for lot, dx, dy in lies:
            art = _art(sheet, lot.piece)
            leaf.slots.append(_slot(art, left + dx, top + dy, HIGH / max(art.width, art.height)))
            if lot.count > 1:
                at = left + dx + HIGH + 0.7, top + dy + HIGH / 2 + 1.1
                leaf.drawing.text(*at, f"× {lot.count}", TEXT, sheet.palette.ink, "sans-semi")

    return Item(y + HIGH + 0.6, draw, 0.0, True)


# -- what comes later ------------------------------------------------------------------------------------------------
def _later(sheet: Column, game: Game, scenario: Scenario, whole: Mapping[str, FreePlacement]) -> None:
    """Free placements and reinforcements; what is said of several is said once."""
    placed = [
        (
            seat.name.en if (seat := game.seats.get(free.seat)) is not None else free.seat,
            _sentence(_listed(game, free.counters), free.text or _where(game, free.spaces)),
        )
        for free in scenario.free
        if free.pool not in whole
    ]
    come = [
        (
            sheet.say(f"Turn {late.turn}"),
            _sentence(_listed(game, late.counters), late.text or _where(game, late.spaces)),
        )
        for late in scenario.reinforcements
    ]
    for title, told in (("Placed by the players", placed), ("Comes later", come)):
        if told:
            sheet.heading(sheet.say(title))
        for heads, texts in _told(told):
            sheet.add(_line(sheet, ", ".join(heads), "sans-bold", sheet.strong))
            for text in texts:
                sheet.add(_line(sheet, text, "sans", sheet.palette.ink, last=True))


def _in_turn(sheet: Column, game: Game, whole: Mapping[str, FreePlacement]) -> None:
    """Who places what in which order; where stands with the pieces."""
    sheet.heading(sheet.say("Order of placing"))
    for seat, run in groupby(whole.items(), key=lambda each: each[1].seat):
        known = game.seats.get(seat)
        sheet.add(_line(sheet, known.name.en if known is not None else seat, "sans-bold", sheet.strong))
        names = [game.spaces[pool].name.en.rpartition(" - ")[2] for pool, _ in run]
        sheet.add(_line(sheet, ", ".join(names), "sans", sheet.palette.ink, last=True))


def _told(told: Sequence[tuple[str, str]]) -> Iterator[tuple[list[str], list[str]]]:
    """Who or when, and what is said of them; those of whom the same is said are told together."""
    of: dict[str, list[str]] = {}
    for head, text in told:
        of.setdefault(head, []).append(text)
    same: dict[tuple[str, ...], list[str]] = {}
    for head, texts in of.items():
        same.setdefault(tuple(dict.fromkeys(texts)), []).append(head)
    for said, heads in same.items():
        yield heads, list(said)


def _sentence(*texts: str) -> str:
    return ". ".join(text for text in texts if text)


def _listed(game: Game, counters: Sequence[tuple[str, int]]) -> str:
    found: Counter[str] = Counter()
    for id, count in counters:
        if id in game.counters:
            found[game.counters[id].name.en] += count
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in found.items())


def _where(game: Game, spaces: Sequence[str]) -> str:
    """The first places, and that there are more."""
    names = [game.spaces[id].name.en for id in spaces if id in game.spaces]
    return printed(f"In {', '.join(names[:12])}{' …' if len(names) > 12 else ''}", game.lang) if names else ""
