"""Dice whose faces have names, on paper: what a common die is read as, and nets of cubes to cut and fold."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.load.tongue import said
from compiler.model.game import Dice, Game
from compiler.render.colour import Palette
from compiler.render.dice import DIE, die, named_die
from compiler.render.drawing import Drawing
from compiler.render.furniture import frame
from compiler.render.sheet.marks import GUIDE
from compiler.render.sheet.presets import Paper
from compiler.render.style import own_symbol
from compiler.render.type import fit

MARGIN = 14.0  # mm round the page
SIDE = 16.0  # mm of a cube, as dice for the table are
_FLAP = 4.5  # mm to glue
_HIGH, _WIDE = 13.0, 58.0  # mm of a line of the list
_MOST = 4  # nets of one die; more are printed again
# the cross of a cube: column and row of faces 1 to 6, such that opposite ones add up to 7
_CROSS = ((1, 0), (0, 1), (1, 1), (3, 1), (2, 1), (1, 2))
# flaps: the face, and the side of it (up, right, down, left) they stand on
_FLAPS = ((0, 3), (0, 1), (5, 3), (5, 1), (3, 0), (3, 1), (3, 2))


def named_dice(game: Game) -> list[Dice]:
    """The dice of a game whose faces have names."""
    return [dice for dice in game.dice.values() if dice.faces]


def dice_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """The pages of all such dice, one below the other."""
    pages: list[Drawing] = []
    y = paper.height
    for part in _parts(game, palette, paper):
        if y + part.height > paper.height - MARGIN:
            pages.append(_page(game, palette, paper))
            y = MARGIN + 16
        pages[-1].put(part, MARGIN, y)
        y += part.height + 6
    return pages


def _page(game: Game, palette: Palette, paper: Paper) -> Drawing:
    page = Drawing(paper.width, paper.height)
    page.text(MARGIN, MARGIN + 6, game.title.en, 6.4, palette.frame, "serif-bold")
    page.text(MARGIN, MARGIN + 11.5, said("Dice", game.lang), 3.4, palette.accent, "sans-semi")
    return page


def _parts(game: Game, palette: Palette, paper: Paper) -> Iterator[Drawing]:
    wide = paper.width - 2 * MARGIN
    for dice in named_dice(game):
        yield _list(game, palette, dice, wide)
        if dice.sides == len(_CROSS):
            row = max(1, int((wide + 4) // (4 * SIDE + 2 * _FLAP + 4)))
            for n in range(0, min(dice.count, _MOST), row):
                yield _nets(game, palette, dice, min(row, min(dice.count, _MOST) - n), wide)


def _faces(game: Game, dice: Dice) -> list[Drawing]:
    marks = [face.symbol and own_symbol(game, face.symbol) for face in dice.faces]
    return [named_die(face.name.en, mark) for face, mark in zip(dice.faces, marks, strict=True)]


def _list(game: Game, palette: Palette, dice: Dice, wide: float) -> Drawing:
    """Every number of a common die, and the face it stands for."""
    columns = max(1, int(wide // _WIDE))
    rows = -(-len(dice.faces) // columns)
    drawing = Drawing(wide, 12 + rows * _HIGH + 2)
    frame(drawing, 0.4, 0.4, wide - 0.8, drawing.height - 0.8, palette.frame, 0.6)
    drawing.text(4, 7.2, dice.name.en, 4.4, palette.frame, "serif-bold")
    about = said(f"a die of {dice.sides} sides counts as", game.lang)
    drawing.text(wide - 4, 7.2, about, 2.8, palette.soft, "sans-italic", "end")
    size = _HIGH - 3
    for n, (face, shown) in enumerate(zip(dice.faces, _faces(game, dice), strict=True)):
        x, y = 4 + n // rows * _WIDE, 10.5 + n % rows * _HIGH
        drawing.put(die(dice.sides, n + 1), x, y, size / DIE)
        drawing.text(x + size + 3.2, y + size * 0.64, "=", 4.4, palette.soft, "sans-bold", "middle")
        drawing.put(shown, x + size + 6.4, y, size / DIE)
        room = _WIDE - 2 * size - 11
        drawing.text(x + 2 * size + 8.4, y + size * 0.64, face.name.en, fit(face.name.en, 3.6, room, "sans-semi"),
                     palette.ink, "sans-semi")  # fmt: skip
    return drawing


def _nets(game: Game, palette: Palette, dice: Dice, count: int, wide: float) -> Drawing:
    """Cubes to cut out, fold and glue, side by side."""
    drawing = Drawing(wide, 3 * SIDE + 2 * _FLAP + 6)
    faces = _faces(game, dice)
    drawing.text(0, 3.2, said(f"{dice.name.en}: cut out, fold, glue", game.lang), 2.8, palette.soft, "sans-italic")
    for n in range(count):
        left, top = _FLAP + n * (4 * SIDE + 2 * _FLAP + 4), 6.0 + _FLAP
        for face, side in _FLAPS:
            drawing.line(_flap(left, top, face, side), GUIDE, 0.2)
        for (column, row), shown in zip(_CROSS, faces, strict=True):
            x, y = left + column * SIDE, top + row * SIDE
            drawing.rect(x, y, SIDE, SIDE, None, GUIDE, 0.2)
            drawing.put(shown, x + 1, y + 1, (SIDE - 2) / DIE)
    return drawing


def _flap(left: float, top: float, face: int, side: int) -> list[tuple[float, float]]:
    """The outline of a flap on one side of a face."""
    column, row = _CROSS[face]
    x, y, cut = left + column * SIDE, top + row * SIDE, _FLAP * 0.8
    a, b = [((x, y), (x + SIDE, y)), ((x + SIDE, y), (x + SIDE, y + SIDE)),
            ((x, y + SIDE), (x + SIDE, y + SIDE)), ((x, y), (x, y + SIDE))][side]  # fmt: skip
    dx, dy = ((0, -_FLAP), (_FLAP, 0), (0, _FLAP), (-_FLAP, 0))[side]
    ux, uy = ((cut, 0), (0, cut))[side % 2]
    return [a, (a[0] + dx + ux, a[1] + dy + uy), (b[0] + dx - ux, b[1] + dy - uy), b]
