"""Boards of the shipped games, each drawn once, and what a display list says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shapely.affinity import rotate, translate
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from compiler.model.game import Game
from compiler.render import type as typeset
from compiler.render.drawing import Drawing, Group, Item, Mark, Run
from compiler.render.map.board import plan_of
from compiler.render.map.plan import Plan
from tests.render.games import game, game_in

MINIS = Path(__file__).parents[1] / "minis"


@cache
def plan(slug: str, thin: bool = False) -> Plan:
    """The main board of a shipped game."""
    return plan_of(game(slug), game(slug).map.id, thin)


def mini(name: str) -> Game:
    """A mini game."""
    return game_in(MINIS / name)


def layer(drawing: Drawing, name: str) -> list[Item]:
    """The items of a layer."""
    return next((item.items for item in drawing.items if isinstance(item, Group) and item.name == name), [])


def walk(items: list[Item]) -> Iterator[Item]:
    """Every mark and run, groups opened."""
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items)
        else:
            yield item


def runs(items: list[Item]) -> list[Run]:
    return [item for item in walk(items) if isinstance(item, Run)]


def marks(items: list[Item]) -> list[Mark]:
    return [item for item in walk(items) if isinstance(item, Mark)]


def written(drawing: Drawing, text: str, face: str, track: float = 0.0) -> int:
    """How often a text is inked in a face; a halo is not counted."""
    line = typeset.shape(text, face, track)
    found = [run for run in runs(drawing.items) if run.line == line]
    return len({(round(run.place.x, 2), round(run.place.y, 2), run.place.turn) for run in found})


def inked(run: Run) -> BaseGeometry:
    """The rectangle of the letters of a run on the sheet, from their outlines."""
    size = run.place.scale / 1000
    left = min(x + glyph.path.bounds[0] * 100 for glyph, x in run.line.glyphs)
    right = max(x + glyph.path.bounds[2] * 100 for glyph, x in run.line.glyphs)
    top = min(glyph.path.bounds[1] * 100 for glyph, _ in run.line.glyphs)
    foot = max(glyph.path.bounds[3] * 100 for glyph, _ in run.line.glyphs)
    shape = box(left * size, top * size, right * size, foot * size)
    return translate(rotate(shape, run.place.turn, origin=(0, 0)), run.place.x, run.place.y)


def apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.dist(a, b)
