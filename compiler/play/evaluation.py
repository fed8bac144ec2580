"""How good a table is for a seat, roughly: for players that look one move ahead."""

from __future__ import annotations

from compiler.model.table import Table
from compiler.play.book import Rulebook
from compiler.play.mechanics.ranges import flood
from compiler.play.outcome import Victory

WON = 1_000.0


def worth(book: Rulebook, scenario: str, table: Table, seat: str, outcome: Victory | None = None) -> float:
    """The worth of a table for a seat; the game's own judgement where its rules have one."""
    if outcome is not None:
        return WON if seat in outcome.winners else -WON if outcome.winners else 0.0
    if book.judgement is not None:
        return book.judgement.value(book, table, seat)
    mine = set(book.sides_of(seat, book.game.scenarios[scenario]))
    return _units(book, table, mine) + _places(book, table, mine) + _points(book, table, mine)


def _units(book: Rulebook, table: Table, mine: set[str]) -> float:
    """Units on the map: ours count for us, theirs against; nearer to a place worth having is a little better."""
    total = 0.0
    targets = [space for space, points in _prizes(book).items() if points and table.mark(space, "control") not in mine]
    near = _nearness(book)
    for piece in table.pieces.values():
        if piece.side is None or piece.place not in book.land:
            continue
        counter = book.game.counters.get(piece.counter)
        if counter is None:
            continue
        value = 3.0 * piece.steps / max(1, counter.steps) + float(counter.values.get("worth") or 0)
        total += value if piece.side in mine else -value
        if piece.side in mine and targets:
            total += max(near.get((piece.place, space), 0.0) for space in targets)
    return total


def _places(book: Rulebook, table: Table, mine: set[str]) -> float:
    total = 0.0
    for space, points in _prizes(book).items():
        holder = table.mark(space, "control")
        if holder is not None:
            total += 2.5 * points if holder in mine else -2.5 * points
    return total


def _points(book: Rulebook, table: Table, mine: set[str]) -> float:
    """What scorings of steps.yaml have brought so far: on a common track, or each side on its own."""
    scorings = book.articles.scorings.values() if book.articles is not None else ()
    total = 0.0
    for track, raised_by in dict.fromkeys((scoring.track, scoring.raised_by) for scoring in scorings):
        if track in table.tracks:
            value = float(table.tracks[track])
            total += 1.5 * (value if raised_by in mine else -value)
        for side in book.game.sides:
            own = table.tracks.get(f"{track}.{side}")
            total += 0.0 if own is None else 1.5 * float(own) * (1 if side in mine else -1)
    return total


def _prizes(book: Rulebook) -> dict[str, float]:
    """Spaces worth having, and how much."""
    return book.once(
        "prizes",
        lambda: {
            space.id: float(points)
            for space in book.game.spaces.values()
            if isinstance(points := space.values.get("points"), (int, float))
        },
    )


def _nearness(book: Rulebook) -> dict[tuple[str, str], float]:
    """For each space and prize, a small bonus for being near."""

    def measure() -> dict[tuple[str, str], float]:
        found: dict[tuple[str, str], float] = {}
        for prize in _prizes(book):
            for space, apart in flood(book.game.map.beside, (prize,)).items():
                found[space, prize] = 1.2 / (1 + apart)
        return found

    return book.once("nearness", measure)
