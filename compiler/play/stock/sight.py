"""Lines of sight over a hex map: straight from centre to centre, hidden by what stands in between."""

from __future__ import annotations

from compiler.model.hexgrid import nearest
from compiler.play.book import Rulebook


def sees_to(book: Rulebook, field: str | None, start: str, to: str, height: str | None = None) -> bool:
    """Whether nothing between two hexes hides them; a line along a hexside is hidden only by both its hexes.

    With `height` ground hides as much as it stands out: higher than both ends always, lower than one of them never.
    """
    seen: dict[tuple[str, str], bool] = book.once(("sight", field, height), dict)
    key = (start, to) if start < to else (to, start)
    found = seen.get(key)
    if found is None:
        found = seen[key] = _clear(book, field, *key, height)
    return found


def _clear(book: Rulebook, field: str | None, start: str, to: str, height: str | None) -> bool:
    board = book.game.map
    if start not in board.axial or to not in board.axial:
        return True
    at = {cell: id for id, cell in board.axial.items()}
    (aq, ar), (bq, br) = board.axial[start], board.axial[to]
    top = max(_high(book, height, start), _high(book, height, to))
    far = max(abs(bq - aq), abs(br - ar), abs(bq - aq + br - ar))
    for n in range(1, far):
        part = n / far
        sides = {nearest(aq + (bq - aq) * part + lean, ar + (br - ar) * part + lean / 2) for lean in (1e-6, -1e-6)}
        if all(_hides(book, field, at.get(cell), height, top) for cell in sides):
            return False
    return True


def _high(book: Rulebook, height: str | None, space: str | None) -> float:
    board = book.game.map
    terrain = board.terrain.get(board.spaces[space].terrain or "") if space is not None and height else None
    return float(terrain.values.get(height or "") or 0) if terrain is not None else 0


def _hides(book: Rulebook, field: str | None, space: str | None, height: str | None, top: float) -> bool:
    """Whether the ground of a hex hides what lies behind it from one who stands so high, and looks so high."""
    board = book.game.map
    terrain = board.terrain.get(board.spaces[space].terrain or "") if space is not None else None
    high = _high(book, height, space)
    if terrain is None or high < top:
        return False
    return high > top or bool(terrain.values.get(field or ""))
