"""A map excerpt as plain text: hexes as a staggered grid, other spaces as a list of neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from compiler.model.graph import Map
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook

_WIDE = 6  # characters of a hex
_LINE = 98  # characters of a line: a wider map is shown in strips


def excerpt(book: Rulebook, table: Table, around: Iterable[str], reach: int = 3) -> str:
    """The map near some spaces (pieces stand for where they are); all of it without any."""
    board = book.game.map
    places = [table.pieces[id].place if id in table.pieces else id for id in around]
    known = [place for place in places if place in board.spaces and board.spaces[place].display is None]
    if board.grid is not None:
        return _hexes(book, board, table, [p for p in known if p in board.cells], reach)
    return _list(book, board, table, known)


def _hexes(book: Rulebook, board: Map, table: Table, places: list[str], reach: int) -> str:
    grid = board.grid
    assert grid is not None
    cells = [board.cells[place] for place in places]
    left, right, top, bottom = 0, grid.columns - 1, 0, grid.rows - 1
    if cells:
        left, right = max(0, min(c for c, _ in cells) - reach), min(right, max(c for c, _ in cells) + reach)
        top, bottom = max(0, min(r for _, r in cells) - reach), min(bottom, max(r for _, r in cells) + reach)
    per = _LINE // _WIDE
    strips = [
        _strip(book, board, table, (start, min(start + per - 1, right)), (top, bottom))
        for start in range(left, right + 1, per)
    ]
    return "\n".join(strips) + _legend(book, board, table)


def _strip(book: Rulebook, board: Map, table: Table, columns: tuple[int, int], rows: tuple[int, int]) -> str:
    """Some columns of hexes, as wide as a terminal."""
    grid = board.grid
    assert grid is not None
    left, right = columns
    lines: list[str] = []
    flat = grid.orientation == "flat"
    for row in range(rows[0], rows[1] + 1):
        # a flat row is two lines of text: shifted columns stand on the lower one
        layers = (False, True) if flat else (None,)
        for layer in layers:
            names, marks = [], []
            for column in range(left, right + 1):
                if layer is not None and grid.shifted((column, row)) != layer:
                    names.append(" " * _WIDE)
                    marks.append(" " * _WIDE)
                    continue
                id = grid.label((column, row))
                names.append((id if id in board.spaces else "").ljust(_WIDE))
                marks.append(_cell(book, board, table, id).ljust(_WIDE))
            shift = " " * (_WIDE // 2) if not flat and grid.shifted((left, row)) else ""
            lines += [(shift + "".join(names)).rstrip(), (shift + "".join(marks)).rstrip()]
    return "\n".join(lines) + "\n"


def _cell(book: Rulebook, board: Map, table: Table, id: str) -> str:
    """Terrain in one letter, then the pieces: side, kind, how many."""
    if id not in board.spaces:
        return ""
    terrain = board.spaces[id].terrain or ""
    ground = "." if terrain in ("clear", "plain", "flat", "") else terrain[0]
    pieces = [p for p in table.at(id) if p.side is not None]
    if not pieces:
        return ground
    return f"{ground}{_sign(book, pieces[-1])}{len(pieces) if len(pieces) > 1 else ''}"


def _sign(book: Rulebook, piece: Piece) -> str:
    game = book.game
    side = letters(tuple(game.sides)).get(piece.side or "", "?").upper()
    counter = game.counters.get(piece.counter)
    kind = letters(tuple(game.counter_kinds)).get(counter.kind, "?") if counter is not None else "?"
    return f"{side}{kind}{'-' if piece.face else ''}"


@lru_cache(64)
def letters(ids: tuple[str, ...]) -> dict[str, str]:
    """A letter for each id: its first that no other has yet, so that Asakura and Azai can be told apart."""
    found: dict[str, str] = {}
    for id in ids:
        own = [letter for letter in id.lower() if letter.isalnum()]
        spare = "abcdefghijklmnopqrstuvwxyz0123456789"
        found[id] = next((letter for letter in (*own, *spare) if letter not in found.values()), "?")
    return found


def _legend(book: Rulebook, board: Map, table: Table) -> str:
    """What the letters on the map stand for: only those that are used."""
    game = book.game
    shown = [p for p in table.pieces.values() if p.side is not None and p.place in board.spaces]
    sides = {p.side for p in shown}
    kinds = {game.counters[p.counter].kind for p in shown if p.counter in game.counters}
    words = [
        f"{letter.upper()} {game.sides[id].name.en}" for id, letter in letters(tuple(game.sides)).items() if id in sides
    ]
    words += [
        f"{letter} {game.counter_kinds[id].name.en}"
        for id, letter in letters(tuple(game.counter_kinds)).items()
        if id in kinds
    ]
    return f"({', '.join(words)}; - another face than the first)\n" if words else ""


def _list(book: Rulebook, board: Map, table: Table, places: list[str]) -> str:
    near = [n for place in places for n in board.neighbours(place)]
    wanted = list(dict.fromkeys((*places, *near))) or list(board.land)
    lines = []
    for id in wanted:
        pieces = [p for p in table.at(id) if p.side is not None]
        if not pieces and id not in places:
            continue
        names = ", ".join(_named(book, p) for p in pieces) or "empty"
        beside = ", ".join(board.neighbours(id)) if id in places else ""
        head = f"{board.spaces[id].name.en} ({id}){_remembered(book, table, id)}"
        lines.append(f"{head}: {names}" + (f"; next to {beside}" if beside else ""))
    return "\n".join(lines) + "\n"


def _named(book: Rulebook, piece: Piece) -> str:
    """A piece, and the face that is up where it is not the first."""
    if piece.id not in book.game.pieces:
        return "?"
    counter = book.game.counters.get(piece.counter)
    face = f" {counter.faces[piece.face].id}" if counter is not None and piece.face else ""
    return f"{book.piece_name(piece)}{face}"


def _remembered(book: Rulebook, table: Table, space: str) -> str:
    """The marks of a space that anybody is told of: who controls it, whether it is besieged."""
    found = ""
    for mark in book.game.marks.values():
        value = table.mark(space, mark.id)
        if value is not None and not mark.quiet:
            who = book.game.sides[value].name.en if value in book.game.sides else value
            found += f", {mark.name.en.lower()}" + ("" if value is True else f" {who}")
    return found
