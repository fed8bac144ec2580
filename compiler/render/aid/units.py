"""The units of a game in one table, each beside its counter: what its faces show and what they do not."""

from __future__ import annotations

from functools import partial

from compiler.load.tongue import printed
from compiler.model.common import FieldType
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.shown import face_values
from compiler.render.aid.block import Block
from compiler.render.aid.signs import sign_of
from compiler.render.aid.table import Line, TableBody, merged
from compiler.render.colour import Palette
from compiler.render.counter.face import draw_face
from compiler.render.drawing import Drawing
from compiler.render.map.key import Swatch

FEWEST, MOST = 2, 8  # units that a table is worth, or holds
COLUMNS = 6


def units_block(game: Game, palette: Palette) -> Block | None:
    """Rows of like units; None where there are too many sorts, or nothing to compare."""
    sorts: dict[tuple[str, tuple[str, ...]], Counter] = {}
    kinds = [kind for kind in game.counter_kinds.values() if not kind.marker and kind.shape != "round"]
    fields = {f.id: f for kind in kinds for f in kind.fields.values() if f.type is FieldType.INTEGER and not f.many}
    for counter in game.counters.values():
        if game.counter_kinds[counter.kind] in kinds:
            cells = tuple(_cell(game, counter, id) for id in fields)
            sorts.setdefault((counter.name.en, cells), counter)
    columns = [n for n in range(len(fields)) if any(cells[n] not in ("–", "0") for _, cells in sorts)]
    names = [name for name, _ in sorts]
    if not (FEWEST <= len(sorts) <= MOST and FEWEST <= len(columns) <= COLUMNS and len(set(names)) == len(names)):
        return None
    heads = [list(fields.values())[n].title.en for n in columns]
    rows = [Line(name, merged([cells[n] for n in columns], True)) for name, cells in sorts]
    faces = {
        name: Swatch(partial(_draw, draw_face(game, palette, c, c.faces[0], 0.0))) for (name, _), c in sorts.items()
    }
    body = TableBody(palette, printed("Unit", game.lang), heads, rows, [], faces)
    worn = any("/" in cell for _, cells in sorts for cell in cells)
    note = printed("fresh / worn", game.lang) if worn else ""
    return Block(printed("Units", game.lang), sign_of("unit", palette.theme), body, note)


def _cell(game: Game, counter: Counter, id: str) -> str:
    """The value of a field on the faces of a unit, each once."""
    values = [face_values(game, counter, face).get(id) for face in counter.faces]
    told = dict.fromkeys(f"{v:g}" if isinstance(v, (int, float)) else "–" for v in values)
    return " / ".join(told).replace("-", "−")


def _draw(face: Drawing, d: Drawing, x: float, y: float, r: float) -> None:
    k = min(2 * r / face.width, 2 * r / face.height)
    d.put(face, x - face.width * k / 2, y - face.height * k / 2, k)
