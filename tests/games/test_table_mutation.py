"""Nudge any cell, cost or number a rule uses: a worked example or a figure of the tests must notice."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from compiler.diagnostics import Failed
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.play.examples import check_examples
from compiler.registry import rulebook_or_fail
from tests.games import figures
from tests.games.playable import PLAYABLE, SMALL, bound
from tests.rules.test_facts import asked


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
    yield from ground_mutants(game)
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


def seen_in_play(mutant: Game) -> bool:
    """Whether the rules refuse a changed game at the door, or an example comes out otherwise."""
    try:
        return next(iter(check_examples(rulebook_or_fail(mutant))), None) is not None
    except Failed:
        return True


def test_no_figure_can_change_unnoticed(capsys: pytest.CaptureFixture[str]) -> None:
    game = bound(SMALL).game
    survivors, by_example, count = [], 0, 0
    for what, mutant in mutants(game):
        count += 1
        noticed = seen_in_play(mutant)
        by_example += noticed
        if not noticed and not figures.differences(mutant):
            survivors.append(what)
    with capsys.disabled():
        print(f"\ntable mutation: {count - len(survivors)} of {count} noticed, {by_example} of them by examples")
    assert count > 150
    assert not survivors, survivors


# -- the games with rules of their own ---------------------------------------------------------------------------------
def table_mutants(game: Game) -> Iterator[tuple[str, Game]]:
    """Each cell of each table in turn: another result, or another number or word."""
    for id, table in game.tables.items():
        codes = list(table.results)
        for r, row in enumerate(table.cells):
            for c, cell in enumerate(row):
                other = (
                    codes[(codes.index(cell) + 1) % len(codes)]
                    if cell in codes and len(codes) > 1
                    else (cell + 1 if isinstance(cell, int | float) else f"not {cell}")
                )
                cells = (*table.cells[:r], (*row[:c], other, *row[c + 1 :]), *table.cells[r + 1 :])
                changed = replace(table, cells=cells)
                yield f"table {id} {r + 1}/{c + 1}", replace(game, tables={**game.tables, id: changed})


def ground_mutants(game: Game) -> Iterator[tuple[str, Game]]:
    for part in ("terrain", "feature_kinds"):
        kinds = getattr(game.map, part)
        for id, kind in kinds.items():
            for key, value in kind.values.items():
                if isinstance(value, int):
                    other = replace(kind, values={**kind.values, key: nudged(value)})
                    yield f"{part} {id} {key}", with_map(game, **{part: {**kinds, id: other}})


def constant_mutants(game: Game, used: set[str]) -> Iterator[tuple[str, Game]]:
    """Each number among the constants the rules say they need."""
    for id in sorted(used):
        constant = game.constants[id]
        for where, value in numbers_in(constant.value):
            changed = replace(constant, value=value)
            yield f"constant {id}{where}", replace(game, constants={**game.constants, id: changed})


def numbers_in(value: Any) -> Iterator[tuple[str, Any]]:
    """A value with one of its numbers nudged, and where."""
    if isinstance(value, int | float):
        yield "", nudged(value)
    elif isinstance(value, tuple | list):
        for n, part in enumerate(value):
            for where, other in numbers_in(part):
                yield f"[{n}]{where}", type(value)([*value[:n], other, *value[n + 1 :]])
    elif isinstance(value, dict):
        for key, part in value.items():
            for where, other in numbers_in(part):
                yield f".{key}{where}", {**value, key: other}


def figure_tests(slug: str) -> list[Callable[[Game], None]]:
    """The tests that compare a game with figures typed a second time, each with every set of its parameters."""
    found: list[Callable[[Game], None]] = []
    for part in ("tables", "counts"):
        module = importlib.import_module(f"tests.games.test_{slug}_{part}")
        for name, test in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("test_"):
                found += [lambda game, test=test, given=given: test(game, **given) for given in _given(test)]  # type: ignore[misc]
    return found


def _given(test: Callable[..., None]) -> list[dict[str, Any]]:
    """The parameters pytest would give a test."""
    sets: list[dict[str, Any]] = [{}]
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            said = mark.args[0]
            names = tuple(n.strip() for n in said.split(",")) if isinstance(said, str) else said
            rows = [value if len(names) > 1 else (value,) for value in mark.args[1]]
            sets = [{**before, **dict(zip(names, row, strict=True))} for before, row in product(sets, rows)]
    return sets


def notices(test: Callable[[Game], None], game: Game) -> bool:
    try:
        test(game)
    except Exception:  # whatever way it fails, it has noticed
        return True
    return False


@pytest.mark.parametrize("slug", [slug for slug in PLAYABLE if slug != SMALL])
def test_no_figure_of_an_enforced_game_can_change_unnoticed(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, tests = bound(slug).game, figure_tests(slug)
    assert not [test for test in tests if notices(test, game)]
    survivors, count, by_example = [], 0, 0
    named = asked(slug) if game.rules is not None else [("constant", id) for id in game.constants]
    constants = {id for what, id in named if what == "constant"}
    every = (*table_mutants(game), *ground_mutants(game), *constant_mutants(game, constants))
    for what, mutant in every:
        count += 1
        if any(notices(test, mutant) for test in tests):
            continue
        if seen_in_play(mutant):
            by_example += 1
        else:
            survivors.append(what)
    with capsys.disabled():
        print(f"\ntable mutation, {slug}: {count - len(survivors)} of {count} noticed, {by_example} only by examples")
    assert not survivors, survivors
