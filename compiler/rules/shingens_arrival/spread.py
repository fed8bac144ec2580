"""How far it is from every hex to the nearest of some relays, worked out no farther than somebody asks."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.play.mechanics.movement import Ways


class Spread:
    """Distances counted along a line that comes in; a closed hex may only begin one.

    With a `limit` the hexes in `waiting` are relays themselves: they join as soon as the spread comes to them.
    """

    __slots__ = ("_layers", "_limit", "back", "far", "shut", "waiting")

    def __init__(self, back: Ways, shut: frozenset[str], waiting: Iterable[str], limit: int | None = None) -> None:
        self.back, self.shut = back, shut
        self.waiting = set(waiting)
        self.far: dict[str, int] = {}
        self._limit = limit
        self._layers: dict[int, list[str]] = {}  # by distance, what has not been looked at from

    def copy(self) -> Spread:
        """The same as it has grown so far, to grow by itself."""
        found = Spread(self.back, self.shut, self.waiting, self._limit)
        found.far = dict(self.far)
        found._layers = {far: list(hexes) for far, hexes in self._layers.items()}
        return found

    def join(self, hex: str) -> None:
        """One more relay."""
        self.waiting.discard(hex)
        self.far[hex] = 0
        self._layers.setdefault(0, []).append(hex)

    def reaches(self, hex: str) -> bool:
        """Whether a hex is within the limit of a relay."""
        assert self._limit is not None
        while hex not in self.far:
            if self.grow(self._limit) is None:
                return False
        return True

    def grow(self, limit: int) -> list[str] | None:
        """Look from the nearest hexes not looked at; what was found, or None when there is nothing within a limit."""
        if not self._layers:
            return None
        spent = min(self._layers)
        if spent > limit:
            return None
        far, back, shut, layers, beyond = self.far, self.back, self.shut, self._layers, limit + 1
        joins, found = self._limit is not None, []
        for here in layers.pop(spent):
            if far[here] < spent or (spent and here in shut):
                continue
            for start, cost in back[here]:
                total = spent + int(cost)
                if total < far.get(start, beyond):
                    if joins and start in self.waiting:
                        self.join(start)
                        continue
                    far[start] = total
                    found.append(start)
                    if total in layers:
                        layers[total].append(start)
                    else:
                        layers[total] = [start]
        return found
