"""Papers beside the pieces: setups, sources and components, the front of a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from compiler.model.common import Name
from compiler.model.game import Game
from compiler.model.scenario import Scenario
from compiler.model.setup import set_up
from compiler.render.aid.folder import GUTTER, blocks_of, fits, is_source
from compiler.render.aid.folder import MARGIN as EDGE
from compiler.render.chart.aids import chart_pages, charts_of
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing
from compiler.render.scene.splash import box_front
from compiler.render.sheet.column import Column
from compiler.render.sheet.presets import Paper


def source_charts(game: Game, palette: Palette, paper: Paper) -> set[str]:
    """The ids of charts that are no help in play: components and setups, sources and doubts, what fits no panel."""
    kept = {f"table-{t.id}" for t in game.tables.values() if is_source(game, t)}
    kept |= {f"help-{n}" for n, page in enumerate(game.help, 1) if is_source(game, page)}
    panel = (paper.height - 2 * EDGE - GUTTER) / 2
    titles = {block.title for block in blocks_of(game, palette) if not fits(block, panel)}
    return kept | {f"table-{t.id}" for t in game.tables.values() if t.title.en in titles}


def source_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """Tables of components and setups, sources and doubts: what is no help in play."""
    kept = source_charts(game, palette, paper)
    return chart_pages(game, palette, [chart for chart in charts_of(game, palette) if chart.id in kept], paper)


def box_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """The front of a box and its spine on one page."""
    return [box_front(game, palette, paper.width, paper.height)]


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
        found += sheet.number()
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
    game = game.of(scenario)
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
