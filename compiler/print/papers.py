"""Papers beside the pieces: setups, the rules in our words, sources and components, the front of a box."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler.model.common import Name
from compiler.model.game import Game
from compiler.model.ledger import Row
from compiler.model.scenario import Scenario
from compiler.model.setup import set_up
from compiler.render import type as typeset
from compiler.render.aid.folder import GUTTER, blocks_of, fits, is_source
from compiler.render.aid.folder import MARGIN as EDGE
from compiler.render.chart.aids import chart_pages, charts_of
from compiler.render.colour import Palette, on
from compiler.render.drawing import Drawing
from compiler.render.scene.pictures import title_slip, window_of
from compiler.render.scene.splash import box_front
from compiler.render.sheet.presets import Paper
from compiler.render.style import title_kanji

MARGIN = 12.0
TEXT, LEAD = 3.2, 1.26


def source_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """Tables of components and setups, sources and doubts: what is no help in play."""
    kept = {f"table-{t.id}" for t in game.tables.values() if is_source(game, t)}
    kept |= {f"help-{n}" for n, page in enumerate(game.help, 1) if is_source(game, page)}
    panel = (paper.height - 2 * EDGE - GUTTER) / 2
    titles = {block.title for block in blocks_of(game, palette) if not fits(block, panel)}
    kept |= {f"table-{t.id}" for t in game.tables.values() if t.title.en in titles}
    return chart_pages(game, palette, [chart for chart in charts_of(game, palette) if chart.id in kept], paper)


def box_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """The front of a box and its spine on one page."""
    return [box_front(game, palette, paper.width, paper.height)]


@dataclass
class Column:
    """A page with columns that are filled one after the other."""

    game: Game
    palette: Palette
    paper: Paper
    title: str
    columns: int = 2
    top: float = 34.0

    def __post_init__(self) -> None:
        self.pages: list[Drawing] = []
        self._at, self._y = self.columns, 0.0
        self.wide = (self.paper.width - 2 * MARGIN - 6.0 * (self.columns - 1)) / self.columns

    def room(self, need: float) -> tuple[Drawing, float, float]:
        """Where the next thing of that height goes: the page, x and y."""
        if self._at >= self.columns or self._y + need > self.paper.height - MARGIN:
            self._at += 1
            if self._at >= self.columns:
                self.pages.append(self._page())
                self._at = 0
            self._y = self.top
        y = self._y
        self._y += need
        return self.pages[-1], MARGIN + self._at * (self.wide + 6.0), y

    def _page(self) -> Drawing:
        d, p = Drawing(self.paper.width, self.paper.height, span=self.game.span), self.palette
        d.rect(0, 0, d.width, d.height, p.paper)
        strip = None if p.thin else window_of(self.game, "header")
        if strip is not None:
            high = strip.paint(d, 0, 0, d.width)
            d.rect(0, high, d.width, 0.9, p.accent)
        title_slip(d, p, MARGIN, 9.0, [self.title], self.game.title.en, title_kanji(self.game),
                   min(6.0, 6.0 * (d.width - 60) / max(1.0, typeset.width(self.title, 6.0, "serif-bold"))))  # fmt: skip
        d.text(d.width - MARGIN, d.height - 5.0, str(len(self.pages) + 1), 3.2, p.soft, "sans-semi", "end")
        return d

    def heading(self, text: str) -> None:
        """A dark bar that stays with what follows it."""
        self._y += 1.5 if self._y > self.top else 0.0
        d, x, y = self.room(16.0)
        self._y -= 8.0
        fill = self.palette.area(self.palette.frame)
        d.rect(x, y, self.wide, 6.4, fill)
        d.rect(x, y + 6.4, self.wide, 0.7, self.palette.accent)
        size = typeset.fit(text, 3.9, self.wide - 4, "serif-bold")
        d.text(x + 2.0, y + 4.6, text, size, on(fill), "serif-bold")

    def entry(self, head: str, text: str, indent: float) -> None:
        """A short head at the left, its text beside it."""
        lines = typeset.wrap(text, TEXT, self.wide - indent, "sans") or ("",)
        heads = typeset.wrap(head, TEXT, indent - 1.6, "sans-bold") or ("",)
        d, x, y = self.room(max(len(lines), len(heads)) * TEXT * LEAD + 1.0)
        for n, line in enumerate(heads):
            d.text(x, y + TEXT + n * TEXT * LEAD, line, TEXT, self.palette.accent, "sans-bold")
        for n, line in enumerate(lines):
            d.text(x + indent, y + TEXT + n * TEXT * LEAD, line, TEXT, self.palette.ink, "sans")


# -- setups ----------------------------------------------------------------------------------------------------------
def scenario_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """A sheet for every setup: what starts where, what comes later, what is special."""
    found: list[Drawing] = []
    for scenario in game.scenarios.values():
        sheet = Column(game, palette, paper, scenario.title.en)
        _about(sheet, game, scenario)
        for title, places in _starts(game, scenario):
            sheet.heading(title)
            for place, pieces in places:
                sheet.entry(place, pieces, sheet.wide * 0.36)
        _later(sheet, game, scenario)
        found += sheet.pages
    return found


def _about(sheet: Column, game: Game, scenario: Scenario) -> None:
    sheet.heading("The game")
    seats = ", ".join(game.seats[id].name.en for id in scenario.seats if id in game.seats)
    sheet.entry("Players", seats, 24)
    if scenario.first_turn is not None or scenario.last_turn is not None:
        sheet.entry("Turns", f"{scenario.first_turn or 1} to {scenario.last_turn or 'the end'}", 24)
    for text in scenario.description.strip().split("\n"):
        if text.strip():
            sheet.entry("", text.strip().removeprefix("- "), 3)
    for id, value in scenario.tracks.items():
        if id in game.tracks:
            sheet.entry(game.tracks[id].name.en, _said(game, id, value), sheet.wide * 0.55)


def _said(game: Game, track: str, value: int | str) -> str:
    """The value of a track as its box says it; a side or seat by its name."""
    box = next((box for box in game.tracks[track].boxes if box.value == value), None)
    known = game.sides.get(str(value)) or game.seats.get(str(value))
    if known is not None:
        return known.name.en
    label = getattr(box, "label", None) or getattr(box, "name", None)
    return label.en if isinstance(label, Name) else str(label or value).replace("_", " ")


def _starts(game: Game, scenario: Scenario) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """By side, then by place: what starts there."""
    table = set_up(game, scenario)
    found: dict[str, dict[str, Counter[str]]] = {}
    for piece in table.pieces.values():
        counter = game.counters.get(piece.counter)
        if counter is None or piece.place in game.piles:
            continue
        whose = game.sides.get(counter.side or "")
        side = whose.name.en if whose is not None else "Markers"
        space = game.spaces.get(piece.place)
        place = space.name.en if space is not None else piece.place.replace("_", " ").capitalize()
        if space is not None and space.name.en != space.id and space.id.isdigit():
            place = f"{space.name.en} {space.id}"
        found.setdefault(side, {}).setdefault(place, Counter())[counter.name.en] += 1
    for side, places in found.items():
        yield side, [(place, _counted(pieces)) for place, pieces in sorted(places.items())]


def _counted(pieces: Counter[str]) -> str:
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in pieces.items())


def _later(sheet: Column, game: Game, scenario: Scenario) -> None:
    """Free placements and reinforcements."""
    if scenario.free:
        sheet.heading("Placed by the players")
        for free in scenario.free:
            seat = game.seats.get(free.seat)
            where = _where(game, free.spaces)
            text = ". ".join(t for t in (_listed(game, free.counters), free.text or where) if t)
            sheet.entry(seat.name.en if seat is not None else free.seat, text, sheet.wide * 0.36)
    if scenario.reinforcements:
        sheet.heading("Comes later")
        for come in scenario.reinforcements:
            where = _where(game, come.spaces)
            text = ". ".join(t for t in (_listed(game, come.counters), come.text or where) if t)
            sheet.entry(f"Turn {come.turn}", text, sheet.wide * 0.26)


def _listed(game: Game, counters: Sequence[tuple[str, int]]) -> str:
    found: Counter[str] = Counter()
    for id, count in counters:
        if id in game.counters:
            found[game.counters[id].name.en] += count
    return _counted(found)


def _where(game: Game, spaces: Sequence[str]) -> str:
    """The first places, and that there are more."""
    names = [game.spaces[id].name.en for id in spaces if id in game.spaces]
    return "In " + ", ".join(names[:12]) + (" …" if len(names) > 12 else "") if names else ""


# -- the rules in our words ------------------------------------------------------------------------------------------
def digest_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """The ledger as a booklet: contents, every rule by chapter, an index by what it is about."""
    assert game.ledger is not None
    chapters: dict[str, list[Row]] = {}
    for row in game.ledger.rows.values():
        if row.scope in ("engine", "data") and row.same_as is None:
            chapters.setdefault(_chapter(row.id), []).append(row)
    chapters |= {"Tables": chapters.pop("Tables")} if "Tables" in chapters else {}
    body = Column(game, palette, paper, "Rules in our words")
    starts: dict[str, int] = {}
    pages: dict[str, list[int]] = {}
    for chapter, rows in chapters.items():
        body.heading(f"{chapter} · {_topic(rows)}".capitalize())
        starts[chapter] = len(body.pages)
        for row in rows:
            body.entry(row.id, row.says, 17)
            pages.setdefault(row.kind, []).append(len(body.pages))
    front = Column(game, palette, paper, "Contents")
    shift = _front_matter(Column(game, palette, paper, "Contents"), chapters, starts, pages, 0)
    _front_matter(front, chapters, starts, pages, shift)
    return [*front.pages, *body.pages]


def _front_matter(
    sheet: Column, chapters: dict[str, list[Row]], starts: dict[str, int], pages: dict[str, list[int]], shift: int
) -> int:
    """Contents and index, page numbers moved by the pages before the body; returns how many pages they take."""
    sheet.heading("Contents")
    for chapter, rows in chapters.items():
        sheet.entry(f"{starts[chapter] + shift}", f"{chapter} · {_topic(rows)}", 10)
    sheet.heading("Index")
    for kind, found in sorted(pages.items()):
        sheet.entry(kind.replace("_", " ").capitalize(), ", ".join(_runs([n + shift for n in found])), 34)
    return len(sheet.pages)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Page numbers, neighbours as ranges."""
    run: list[int] = []
    for n in [*sorted(set(numbers)), -1]:
        if run and n != run[-1] + 1:
            yield f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0])
            run = []
        run.append(n)


def _chapter(id: str) -> str:
    """The chapter of a rule: the number it begins with; what has none stands with the tables."""
    number = re.match(r"\d+", id)
    return number[0] if number else "Tables"


def _topic(rows: Sequence[Row]) -> str:
    """What most rules of a chapter are about."""
    kinds = Counter(row.kind for row in rows)
    return " and ".join(kind.replace("_", " ") for kind, _ in kinds.most_common(2))
