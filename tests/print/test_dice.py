"""Dice with faces of their own on paper: to be read off a common die, or cut out and folded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.model.common import Name
from compiler.model.game import Dice, DieFace, Game
from compiler.pipeline import read
from compiler.print.dice import _CROSS, MARGIN, SIDE, dice_pages, named_dice
from compiler.print.sheets import Print, artefacts
from compiler.render.drawing import Drawing, Group, Run
from compiler.render.sheet.presets import A4
from compiler.render.style import palette_of

POINTS = Path(__file__).parents[1] / "minis" / "points"
NAMES = ("Miss", "Hit", "Star", "Rout", "Rally", "Panic")


def game(*dice: Dice) -> Game:
    found = read(POINTS, Sink())
    assert found is not None
    return replace(found.game, dice={**found.game.dice, **{one.id: one for one in dice}})


def die(count: int, names: tuple[str, ...]) -> Dice:
    faces = tuple(DieFace(Name(name), "star" if name == "Star" else None) for name in names)
    return Dice("fate", count, len(names), Name("Fate"), faces)


def words(page: Drawing) -> list[str]:
    found: list[str] = []
    ahead = list(page.items)
    while ahead:
        item = ahead.pop()
        if isinstance(item, Run):
            found.append(item.line.text)
        elif isinstance(item, Group):
            ahead += item.items
    return found


def test_a_game_with_common_dice_has_no_such_page() -> None:
    plain = game()
    assert named_dice(plain) == []
    assert dice_pages(plain, palette_of(plain), A4) == []


def test_every_face_is_listed_and_a_cube_has_every_face_once() -> None:
    made = game(die(2, NAMES))
    (page,) = dice_pages(made, palette_of(made), A4)
    told = words(page)
    for name in NAMES:
        drawn = 0 if name == "Star" else 3  # in the list, and on two cubes
        assert told.count(name) == 1 + drawn
    opposite = {frozenset((1, 6)), frozenset((2, 5)), frozenset((3, 4))}
    strip = sorted((column, face) for face, (column, row) in enumerate(_CROSS, 1) if row == 1)
    assert {frozenset((strip[n][1], strip[n + 2][1])) for n in (0, 1)} < opposite
    assert len(set(_CROSS)) == 6


def test_other_dice_are_only_listed_and_many_go_over_pages() -> None:
    made = game(die(3, tuple(f"Name {n}" for n in range(1, 21))))
    (page,) = dice_pages(made, palette_of(made), A4)
    assert not any("fold" in text for text in words(page))
    assert "a die of 20 sides counts as" in words(page)
    large = game(*(replace(die(4, NAMES), id=f"d{n}") for n in range(5)))
    pages = dice_pages(large, palette_of(large), A4)
    assert len(pages) > 1
    assert all(page.height == A4.height for page in pages)
    assert A4.width - 2 * MARGIN > 4 * SIDE


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_is_a_file_of_the_prints(lang: str) -> None:
    found = read(POINTS, Sink())
    assert found is not None
    made = replace(found.game, dice={**found.game.dice, "fate": die(1, NAMES)}, lang=lang)
    files = [name for name, _ in artefacts(made, found.bundle, Sink(), None, Print(papers=(A4,), pictures=False))]
    assert "pnp/dice-a4.pdf" in files
