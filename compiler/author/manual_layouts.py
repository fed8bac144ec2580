"""The page of layouts and recipes: each part of a counter and each ground, line and place of a map, told and drawn.

Everything is drawn from a little game, written out and read like any other, so a picture shows what its YAML gives.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.pipeline import read
from compiler.render.counter.face import draw_face
from compiler.render.drawing import Drawing
from compiler.render.map.board import board
from compiler.render.raster import png_bytes
from compiler.render.style import palette_of
from compiler.schema import schema

__all__ = ["layout_page", "parts_sheet", "recipe_sheet"]

THEMES: Final = ("plain", "nato", "horse_and_musket", "japan")
_INK, _PAPER = "#26302C", "#FBF8F0"
_SIZE = 15.0
_GROUND: Final[dict[str, Any]] = {"ground": {"style": "front", "band": 1.3}}
_PLATE: Final[dict[str, Any]] = {"of": "attack", "at": [7.5, 7.5], "size": 3.8, "line": True}
_PLATES: Final = ("disc", "square", "pentagon", "pill", "diamond", "star", "arrow", "shield", "hexagon")
# what is drawn, and how it is written; the ground lies under all but those that bring their own
PARTS: Final[dict[str, dict[str, Any]]] = {
    "ground": {"ground": {"style": "front", "band": 1.3, "frame": True}},
    "reduced ground": {"ground": {"style": "reduced"}},
    "disordered ground": {"ground": {"style": "disordered"}},
    "broken ground": {"ground": {"style": "broken"}},
    "spent ground": {"ground": {"style": "spent"}},
    "crest": {"crest": {"at": [7.5, 7], "size": 7}},
    "crest on a disc": {"crest": {"at": [7.5, 7], "size": 6, "disc": 4.4}},
    "symbol": {"symbol": {"is": "horse", "at": [7.5, 7], "size": 9}},
    "symbol repeated": {"symbol": {"is": "bow", "at": [7.5, 7], "size": 3.6, "repeat": "move", "step": [3, 0],
                                   "centred": True}},
    "figure": {"figure": {"is": "spearman", "at": [7, 13], "size": 6.4}},
    "rider": {"figure": {"is": "rider", "at": [7.2, 13], "size": 8}},
    "text": {"text": {"of": "attack", "at": [7.5, 10], "size": 6, "face": "serif-bold", "anchor": "middle"}},
    "factors": {"factors": {"put": "text", "of": ["attack", "defence", "move"], "between": "-", "at": [7.5, 12],
                            "size": 3.6, "fit": 12.4, "anchor": "middle", "face": "serif-bold"}},
    **{f"{shape} plate": {"text": {**_PLATE, "plate": shape, "r": 2 if shape == "pill" else 3.2}} for shape in _PLATES},
    "slip": {"slip": {"of": "name.ja", "at": [2, 2], "width": 3.4, "room": 10}},
    "strip": {"strip": {"height": 2.4, "size": 1.9}},
    "stripe": {"stripe": {"of": "move", "width": 2.6}},
    "steps": {"steps": {"at": [2.2, 12.4], "pitch": 1.6}},
    "frame": {"frame": {"at": [1.2, 1.2], "extent": [12.6, 12.6]}},
    "area": {"area": {"of": "text", "at": [1.4, 3], "width": 12.2, "height": 9, "size": 1.8}},
    "unit box": {"unit": {"is": "infantry", "at": [7.5, 7], "width": 8, "height": 5.4, "echelon": "echelon"}},
    "armour": {"unit": {"is": "armour", "at": [7.5, 7], "width": 8, "height": 5.4, "echelon": "echelon"}},
}  # fmt: skip
_LINES: Final = ("river", "channel", "wall", "bridge", "ford")
_WAYS: Final = ("road", "trail", "rail", "line")
_HEIGHTS: Final = ("peaks", "ridge", "humps", "slope")
_ACROSS: Final = 9


def _terrains() -> tuple[str, ...]:
    """Every recipe of a ground."""
    return tuple(schema("art")["properties"]["map"]["properties"]["terrain"]["additionalProperties"]["enum"])


# -- the little game ---------------------------------------------------------------------------------------------------
def _game(theme: str = "plain", map: Mapping[str, Any] | None = None) -> Game:
    """A game with a counter for every part, on a map of three hexes or the one given."""
    plain = {"id": "main", "name": "Map", "kind": "hex", "grid": {"orientation": "flat", "pitch": 19},
             "legend": {"c": "clear"}, "rows": ["ccc"], "terrain": {"clear": {"name": "Clear"}}}  # fmt: skip
    number, words = {"type": "integer", "min": 0, "max": 9}, {"type": "text"}
    fields = {"attack": number, "defence": number, "move": number, "text": words, "echelon": words}
    ids = {name: name.replace(" ", "_") for name in PARTS}
    files: dict[str, Any] = {
        "game.yaml": {"id": "parts", "title": "Parts", "version": "1.0",
                      "seats": {"blue": {"name": "Blue player", "sides": ["blue"]}},
                      "sides": {"blue": {"name": "Blue"}}},
        "map.yaml": map or plain,
        "art.yaml": {
            "theme": theme,
            "schemes": {"blue": {"fill": "#24508C", "text": "#FFFFFF", "crest": "takeda", "band": "double"}},
            "counters": {ids[name]: {"size": _SIZE, "front": slots if "ground" in slots else {**_GROUND, **slots}}
                         for name, slots in PARTS.items()},
            **({"map": {"terrain": {name: name for name in map["terrain"]},
                        "features": {name: name for name in map["feature_kinds"]}}} if map else {}),
        },
        "counters.yaml": {
            "kinds": {id: {"name": id, "size": _SIZE, "layout": id, "fields": fields} for id in ids.values()},
            "counters": {f"c_{id}": {"kind": id, "name": {"en": "Guard", "ja": "近衛"}, "side": "blue", "steps": 3,
                                     "attack": 4, "defence": 3, "move": 3, "echelon": "division",
                                     "text": "A text in lines that fills its area."} for id in ids.values()},
        },
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "parts")
        home.mkdir()
        for name, value in files.items():
            Path(home, name).write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), encoding="utf-8")
        sink = Sink()
        found = read(home, sink)
    if found is None:
        raise ValueError("\n".join(str(each) for each in sink))
    return found.game


# -- pictures ----------------------------------------------------------------------------------------------------------
def parts_sheet() -> bytes:
    """Every part of a counter with its name, as a PNG."""
    game, columns, wide, high = _game(), 8, 24.0, 24.0
    palette = palette_of(game)
    sheet = Drawing(columns * wide + 4, -(-len(PARTS) // columns) * high + 4)
    sheet.rect(0, 0, sheet.width, sheet.height, _PAPER)
    for n, name in enumerate(PARTS):
        x, y = 2 + n % columns * wide, 2 + n // columns * high
        counter = game.counters[f"c_{name.replace(' ', '_')}"]
        sheet.put(draw_face(game, palette, counter, counter.faces[0], 0.0), x + (wide - _SIZE) / 2, y + 2)
        sheet.text(x + wide / 2, y + _SIZE + 5.4, name, 2.4, _INK, "sans", "middle")
    return png_bytes(sheet, 5.0)


def recipe_sheet() -> bytes:
    """Every recipe of grounds and lines in every theme, as a PNG: the same little map four times."""
    maps = [board(_game(theme, _recipe_map()), "main") for theme in THEMES]
    gap = 12.0
    sheet = Drawing(maps[0].width, sum(each.height + gap for each in maps))
    sheet.rect(0, 0, sheet.width, sheet.height, _PAPER)
    tops = [n * (maps[0].height + gap) for n in range(len(maps))]
    for y, each in zip(tops, maps, strict=True):
        sheet.put(each, 0, y + gap)
    for theme, y in zip(THEMES, tops, strict=True):  # over the bleed of the map above
        sheet.rect(0, y, sheet.width, gap - 3, _PAPER)
        sheet.text(6, y + 7, f"theme: {theme}", 4.2, _INK, "sans-bold")
    return png_bytes(sheet, 3.0)


def _recipe_map() -> dict[str, Any]:
    """Rows of grounds, each hex named by its recipe; below them lines between hexes, then ways through them."""
    grounds = _terrains()
    # heights stand apart from each other and from the edge, where their relief would run on
    spots = [(column, row) for row in (2, 3) for column in range(1, _ACROSS + 1)]
    apart = [(column, 2) for column in range(2, _ACROSS, 2)][: len(_HEIGHTS)]
    flat = [name for name in grounds if name not in _HEIGHTS]
    placed = dict(zip((spot for spot in spots if spot not in apart), flat, strict=False))
    placed |= dict(zip(apart, _HEIGHTS, strict=True))
    signs = dict(zip(grounds, "abcdefghijklmnopqrstuvwxyz", strict=False))
    rows = [
        "".join(signs[placed.get((column, row), "bare")] for column in range(1, _ACROSS + 1)) for row in range(1, 7)
    ]

    def hex(column: int, row: int) -> str:
        return f"{column:02}{row:02}"

    named = {hex(*spot): {"name": name} for spot, name in placed.items()}
    named |= {hex(n + 1, 4): {"name": name} for n, name in enumerate(_LINES)}
    named |= {hex(n * 2 + 1, 6): {"name": name} for n, name in enumerate(_WAYS)}
    return {
        "id": "main", "name": "Recipes", "kind": "hex", "size": [_ACROSS * 16.5 + 24, 6.5 * 19 + 22],
        "grid": {"orientation": "flat", "pitch": 19, "origin": [9, 8]}, "rows": rows,
        "legend": {sign: name for name, sign in signs.items()},
        "terrain": {name: {"name": name} for name in grounds},
        "feature_kinds": {name: {"name": name} for name in (*_LINES, *_WAYS)},
        "rivers": [{"is": name, "sides": [[hex(n + 1, 4), hex(n + 1, 5)]]}
                   for n, name in enumerate(_LINES) if name in ("river", "channel", "wall")],
        "hexsides": [{"between": [hex(n + 1, 4), hex(n + 1, 5)], "is": name}
                     for n, name in enumerate(_LINES) if name in ("bridge", "ford")],
        "roads": [{"is": name, "name": name, "through": [hex(n * 2 + 1, 6), hex(n * 2 + 2, 6)]}
                  for n, name in enumerate(_WAYS)],
        "space_kinds": {"place": {"name": "Place"}}, "spaces": named,
    }  # fmt: skip


# -- the page ----------------------------------------------------------------------------------------------------------
_HEAD: Final = """\
# Layouts and recipes

A kind of counter or card names a `layout`; `art.yaml` says what is drawn where, part by part, in millimetres from the
top left. A part is called by what it puts, or by any name with `put:`. Free layouts of cards take the same parts.

![Every part of a counter](layouts.png)
"""
_RECIPES: Final = """\
## Recipes of maps

`map:` of `art.yaml` gives each terrain, feature and link of yours a recipe; the theme gives it its colours. Grounds
beside each other run into each other, as woods and hills do.

![Every recipe in every theme](recipes.png)
"""


def layout_page(made: str) -> str:
    """What can stand on a counter or card and on a map, with the lines that draw it."""
    slots = schema("art")["$defs"]["slots"]["properties"]
    slot = schema("art")["$defs"]["slot"]["properties"]
    lines = [made, _HEAD, "| part | what |", "|---|---|"]
    lines += [f"| `{name}` | {part['description']} |" for name, part in slots.items()]
    lines += ["", "As the pictures are written, each over its ground:", "", "```yaml"]
    for name, part in PARTS.items():
        written = yaml.safe_dump(part, default_flow_style=True, sort_keys=False, width=200)
        lines.append(f"{written.strip()[1:-1]}  # {name}")
    lines += ["```", "", "## What a part takes", ""]
    lines += [f"- `{name}`: {part['description']}" for name, part in slot.items() if "description" in part]
    lines += ["", _RECIPES]
    looks = schema("art")["properties"]["map"]["properties"]
    for name in ("terrain", "features", "links", "regions"):
        part = looks[name]
        kinds = part["additionalProperties"]["enum"]
        lines.append(f"- `{name}`: {part['description']} {', '.join(f'`{each}`' for each in kinds)}.")
    return "\n".join(lines).rstrip() + "\n"
