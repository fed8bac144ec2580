"""What a scenario keeps for later: reinforcements by turn and pieces to be placed freely, each in a box that says so.

Every scenario that has any gets its own board of one window, drawn with the instructions in words.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler.emit.atlas import Pixel, Spot, Zone, pixels, spread
from compiler.emit.names import cited, ours, short, shown
from compiler.emit.plan import Plan
from compiler.model.common import Note
from compiler.model.game import Game
from compiler.model.graph import Point
from compiler.model.scenario import Scenario
from compiler.model.setup import reserved
from compiler.render.drawing import Drawing
from compiler.render.furniture import frame
from compiler.render.screen import SCALE
from compiler.render.type import wrap

NAME = "Reserves"
WIDTH = 210.0  # mm
_TEXT, _LEAD, _PAD = 3.0, 3.9, 4.0
_MOST_SPACES = 12


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that come together: their title, what to do with them, their box."""

    title: str
    lines: tuple[str, ...]
    pieces: tuple[str, ...]
    top: float
    height: float
    box: tuple[float, float]  # top and height of the room for pieces, in mm
    window: str = NAME
    scale: int = SCALE

    @property
    def spot(self) -> Spot:
        middle = pixels((WIDTH / 2, self.box[0] + self.box[1] / 2), self.scale)
        return Spot(self.window, *middle, self.title, pixels((WIDTH - 2 * _PAD, self.box[1]), self.scale))


@dataclass(frozen=True, slots=True)
class Reserve:
    """The board of a scenario."""

    scenario: Scenario
    groups: tuple[Group, ...]

    @property
    def image(self) -> str:
        return f"reserve_{self.scenario.id}.png"

    @property
    def size(self) -> Point:
        last = self.groups[-1]
        return WIDTH, last.top + last.height + _PAD

    @property
    def zones(self) -> tuple[Zone, ...]:
        found = []
        for group in self.groups:
            left, top = pixels((_PAD, group.top), group.scale)
            right, bottom = pixels((WIDTH - _PAD, group.top + group.height), group.scale)
            found.append(Zone(group.title, ((left, top), (right, top), (right, bottom), (left, bottom))))
        return tuple(found)

    def spots(self, group: Group, sorts: int, piece: Pixel) -> list[Pixel]:
        """Where the stacks of a group lie."""
        return spread(group.spot, sorts, piece)


def reserves(game: Game) -> str:
    """What the window is called."""
    return ours(game, NAME)


def reserve_of(plan: Plan, scenario: Scenario) -> Reserve | None:
    """The reserve of a scenario, None where everything stands on the map from the start."""
    game = plan.game
    free, later = reserved(game, scenario)
    wanted: list[tuple[str, str, tuple[str, ...]]] = []
    for placement, ids in zip(scenario.free, free, strict=True):
        if placement.pool is None and ids:
            text = placement.text or ours(game, f"Place them in {_spaces(plan, placement.spaces)}")
            wanted.append(
                (ours(game, f"To place: {game.seats[placement.seat].name.en}"), _said(text, placement.note), ids)
            )
    for group, ids in zip(scenario.reinforcements, later, strict=True):
        if ids:
            seat = f": {game.seats[group.seat].name.en}" if group.seat else ""
            text = group.text or ours(game, f"They come in {_spaces(plan, group.spaces)}")
            if group.option:
                text = ours(game, f"{text} (option: {game.options[group.option].name.en})")
            turn = short(game.turn_track.name.en) if game.turn_track else ours(game, "Turn")
            wanted.append((f"{turn} {group.turn}{seat}", _said(text, group.note), ids))
    return Reserve(scenario, _laid_out(plan, wanted)) if wanted else None


def _said(text: str, note: Note) -> str:
    return text + cited(note)


def _spaces(plan: Plan, spaces: tuple[str, ...]) -> str:
    names = [shown(plan.game, id) if id not in plan.game.map.cells else id for id in spaces]
    return ", ".join(names) if len(names) <= _MOST_SPACES else _some(plan, names)


def _some(plan: Plan, names: list[str]) -> str:
    return ours(plan.game, f"{len(names)} spaces: {', '.join(names[:6])} …")


def _laid_out(plan: Plan, wanted: list[tuple[str, str, tuple[str, ...]]]) -> tuple[Group, ...]:
    top, found = 16.0, []
    titles: dict[str, int] = {}
    for title, text, ids in wanted:
        titles[title] = titles.get(title, 0) + 1
        name = title if titles[title] == 1 else f"{title} ({titles[title]})"
        lines = tuple(wrap(text, _TEXT, WIDTH - 4 * _PAD, "sans"))
        sorts = len({plan.game.pieces[id].id for id in ids})
        size = max(plan.piece_size(id)[1] for id in ids)
        per_row = max(1, int((WIDTH - 4 * _PAD) // (max(plan.piece_size(id)[0] for id in ids) + 3)))
        room = -(-sorts // per_row) * (size + 4) + 2
        above = 7 + len(lines) * _LEAD
        box = (top + above, room)
        found.append(Group(name, lines, ids, top, above + room + 2, box, reserves(plan.game), plan.atlas.scale))
        top += above + room + 2 + _PAD
    return tuple(found)


def draw_reserve(plan: Plan, reserve: Reserve) -> Drawing:
    """The board: a title, and a panel for every group with its instruction."""
    palette, (w, h) = plan.studio.palette, reserve.size
    drawing = Drawing(w, h)
    drawing.rect(0, 0, w, h, palette.paper)
    frame(drawing, 1, 1, w - 2, h - 2, palette.frame, 0.9)
    drawing.text(
        _PAD + 2, 10.5, ours(plan.game, f"{reserve.scenario.title.en}: reserves"), 5.2, palette.frame, "serif-bold"
    )
    for group in reserve.groups:
        drawing.rect(_PAD, group.top, w - 2 * _PAD, group.height, palette.white, palette.frame, 0.3, r=1)
        drawing.text(_PAD + 3, group.top + 5, group.title, 3.8, palette.accent, "serif-bold")
        for n, line in enumerate(group.lines):
            drawing.text(_PAD + 3, group.top + 9.4 + n * _LEAD, line, _TEXT, palette.ink, "sans")
    return drawing
