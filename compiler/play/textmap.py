"""A map excerpt as plain text: hexes as a staggered grid, other spaces as a list of neighbours."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.graph import Map
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook

_WIDE = 6  # characters of a hex


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
    lines: list[str] = []
    flat = grid.orientation == "flat"
    for row in range(top, bottom + 1):
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
    side = (piece.side or "?")[0].upper()
    counter = book.game.counters.get(piece.counter)
    kind = counter.kind[0] if counter is not None else "?"
    return f"{side}{kind}{'-' if piece.face else ''}"


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
