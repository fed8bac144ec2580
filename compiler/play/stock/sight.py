"""Lines of sight over a hex map: straight from centre to centre, hidden by what stands in between."""

from __future__ import annotations

from compiler.model.hexgrid import nearest
from compiler.play.book import Rulebook


def sees_to(book: Rulebook, field: str, start: str, to: str) -> bool:
    """Whether nothing between two hexes hides them; a line along a hexside is hidden only by both its hexes."""
    seen: dict[tuple[str, str], bool] = book.once(("sight", field), dict)
    key = (start, to) if start < to else (to, start)
    found = seen.get(key)
    if found is None:
        found = seen[key] = _clear(book, field, *key)
    return found


def _clear(book: Rulebook, field: str, start: str, to: str) -> bool:
    board = book.game.map
    if start not in board.axial or to not in board.axial:
        return True
    at = {cell: id for id, cell in board.axial.items()}
    (aq, ar), (bq, br) = board.axial[start], board.axial[to]
    far = max(abs(bq - aq), abs(br - ar), abs(bq - aq + br - ar))
    for n in range(1, far):
        part = n / far
        sides = {nearest(aq + (bq - aq) * part + lean, ar + (br - ar) * part + lean / 2) for lean in (1e-6, -1e-6)}
        if all(_hides(book, field, at.get(cell)) for cell in sides):
            return False
    return True


def _hides(book: Rulebook, field: str, space: str | None) -> bool:
    board = book.game.map
    terrain = board.terrain.get(board.spaces[space].terrain or "") if space is not None else None
    return terrain is not None and bool(terrain.values.get(field))
