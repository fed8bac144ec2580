"""Nudge any cell, cost or number a rule of the small game uses: an example or a figure must notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.play.examples import check_examples
from compiler.registry import rulebook_or_fail
from tests.games import figures
from tests.games.playable import SMALL, bound


def nudged(value: Any) -> Any:
    return not value if isinstance(value, bool) else value + 1


def with_map(game: Game, **parts: Any) -> Game:
    board: Map = replace(game.map, **parts)
    return replace(game, maps={**game.maps, board.id: board})


def mutants(game: Game) -> Iterator[tuple[str, Game]]:
    """The game with one figure changed, and which."""
    table = game.tables["combat"]
    codes = list(table.results)
    for r, row in enumerate(table.cells):
        for c, cell in enumerate(row):
            other = codes[(codes.index(cell) + 1) % len(codes)]
            changed = (*row[:c], other, *row[c + 1 :])
            cells = (*table.cells[:r], changed, *table.cells[r + 1 :])
            yield f"combat {r + 1}/{c + 1}", replace(game, tables={"combat": replace(table, cells=cells)})
    for part in ("terrain", "feature_kinds"):
        kinds = getattr(game.map, part)
        for id, kind in kinds.items():
            for key, value in kind.values.items():
                if isinstance(value, int):
                    other = replace(kind, values={**kind.values, key: nudged(value)})
                    yield f"{part} {id} {key}", with_map(game, **{part: {**kinds, id: other}})
    for n, rule in enumerate(game.map.stacking):
        limits = [replace(r, limit=(r.limit or 0) + 1) if r is rule else r for r in game.map.stacking]
        yield f"stacking {n}", with_map(game, stacking=tuple(limits))
    for space in game.map.spaces.values():
        if space.values.get("points"):
            more = replace(space, values={**space.values, "points": space.values["points"] + 1})
            yield f"points {space.id}", with_map(game, spaces={**game.map.spaces, space.id: more})
    yield from counter_mutants(game)


def counter_mutants(game: Game) -> Iterator[tuple[str, Game]]:
    for counter in game.counters.values():
        if counter.side is None and counter.kind != "chit":
            continue
        for key, value in counter.values.items():
            if isinstance(value, int):
                faces = tuple(replace(f, values={**f.values, key: nudged(value)}) for f in counter.faces)
                changed = replace(counter, values={**counter.values, key: nudged(value)}, faces=faces)
                yield f"{counter.id} {key}", replace(game, counters={**game.counters, counter.id: changed})
        for n, face in enumerate(counter.faces if len(counter.faces) > 1 else ()):
            for key in ("attack", "defence", "move"):
                other = replace(face, values={**face.values, key: face.values[key] + 1})
                faces = tuple(other if i == n else f for i, f in enumerate(counter.faces))
                changed = replace(counter, faces=faces)
                yield f"{counter.id} {face.id} {key}", replace(game, counters={**game.counters, counter.id: changed})


def test_no_figure_can_change_unnoticed(capsys: pytest.CaptureFixture[str]) -> None:
    game = bound(SMALL).game
    survivors, by_example, count = [], 0, 0
    for what, mutant in mutants(game):
        count += 1
        noticed = next(iter(check_examples(rulebook_or_fail(mutant))), None) is not None
        by_example += noticed
        if not noticed and not figures.differences(mutant):
            survivors.append(what)
    with capsys.disabled():
        print(f"\ntable mutation: {count - len(survivors)} of {count} noticed, {by_example} of them by examples")
    assert count > 150
    assert survivors == []
