"""Sieges: who shuts whom in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from compiler.model.table import Piece, Table


@dataclass(frozen=True, slots=True)
class Siege:
    """A stronghold with enemies before its walls. A garrison may be empty: walls alone."""

    space: str
    owner: str
    garrison: tuple[str, ...]
    besiegers: tuple[str, ...]


def sieges(
    table: Table,
    strongholds: Iterable[str],
    owner: Callable[[str], str | None],
    is_enemy: Callable[[str, str], bool],
    counts: Callable[[Piece], bool],
    is_inside: Callable[[Piece], bool],
) -> Iterator[Siege]:
    """Every stronghold that is besieged.

    One is besieged when enemies of its owner that count stand in its space, and no friend that counts stands outside
    the walls against them. `is_inside` tells the pieces behind the walls, by a mark or a box.
    """
    for space in strongholds:
        lord = owner(space)
        if lord is None:
            continue
        there = [piece for piece in table.at(space) if counts(piece) and piece.side is not None]
        enemies = [p for p in there if is_enemy(lord, p.side or "")]
        friends = [p for p in there if not is_enemy(lord, p.side or "")]
        if enemies and all(is_inside(piece) for piece in friends):
            yield Siege(space, lord, tuple(p.id for p in friends), tuple(p.id for p in enemies))


def is_relieved(siege: Siege, table: Table, is_enemy: Callable[[str, str], bool]) -> bool:
    """Whether nobody who besieged is left in the space."""
    here = set(table.stacks.get(siege.space, ()))
    return not any(id in here and is_enemy(siege.owner, table.pieces[id].side or "") for id in siege.besiegers)
