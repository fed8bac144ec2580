"""How far it is from every hex to the nearest of some relays, worked out no farther than somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Back = Mapping[str, tuple[tuple[str, int], ...]]  # from each hex: those a line comes from, and what this one costs it
Line = tuple[frozenset[str], str]  # the hexes between one and a relay, and that
Learned = dict[str, list[Line]]  # lines as they were found in one weather: what they cost never changes
MOST_LEARNED = 8  # of one hex, the latest


class Spread:
    """Distances counted along a line that comes in; a closed hex may only begin one.

    With a `limit` the hexes in `waiting` are relays themselves: they join as soon as the spread comes to them.
    """

    __slots__ = ("_layers", "_learned", "_limit", "_toward", "_via", "back", "far", "shut", "waiting")

    def __init__(self, back: Back, shut: frozenset[str], waiting: Iterable[str], limit: int | None = None) -> None:
        self.back, self.shut = back, shut
        self.waiting = set(waiting)
        self.far: dict[str, int] = {}
        self._toward: dict[str, str] = {}  # from each hex the next one on its line to the nearest relay
        self._via: dict[str, Line] = {}  # how a relay joined
        self._learned: Learned = {}
        self._limit = limit
        self._layers: dict[int, list[str]] = {}  # by distance, what has not been looked at from

    def copy(self) -> Spread:
        """The same as it has grown so far, to grow by itself."""
        found = Spread(self.back, self.shut, self.waiting, self._limit)
        found.far, found._toward, found._via = dict(self.far), dict(self._toward), dict(self._via)
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
        if hex in self.far or (hex not in self.waiting and self._open_line(hex) is not None):
            return True
        while hex not in self.far:
            if self.grow(self._limit) is None:
                return False
        if self.far[hex]:
            self._learn(hex, self._toward[hex])
        return True

    def still_reaches(self, hex: str, shut: frozenset[str], relays: frozenset[str]) -> bool:
        """Whether the line found for a hex is open now that other hexes are shut, and its relays are relays still."""
        far, toward, here = self.far, self._toward, hex
        if here not in far:
            return False
        while far[here]:
            here = toward[here]
            if here in shut and far[here]:
                return False
        while here in self._via:
            between, relay = self._via[here]
            if (here not in relays and here != hex) or not between.isdisjoint(shut):
                return False
            here = relay
        return True

    def recall(self, learned: Learned) -> None:
        """Relays with a line that was found once and is open now join at once: all begin to spread together."""
        self._learned = learned
        fresh = True
        while fresh:
            fresh = False
            for relay in self.waiting.intersection(learned):
                line = self._open_line(relay)
                if line is not None:
                    self._via[relay] = line
                    self.join(relay)
                    fresh = True

    def _open_line(self, hex: str) -> Line | None:
        """A line of a hex to a relay that has joined, of those found once; None if there is none that is open."""
        for line in self._learned.get(hex, ()):
            if self.far.get(line[1]) == 0 and line[0].isdisjoint(self.shut):
                return line
        return None

    def _learn(self, hex: str, here: str) -> Line:
        """The line of a hex by way of one that was found, as it is now."""
        between = []
        while self.far[here]:
            between.append(here)
            here = self._toward[here]
        line = (frozenset(between), here)
        lines = self._learned.setdefault(hex, [])
        if line not in lines:
            lines.insert(0, line)
            del lines[MOST_LEARNED:]
        return line

    def grow(self, limit: int) -> list[str] | None:
        """Look from the nearest hexes not looked at; what was found, or None when there is nothing within a limit."""
        if not self._layers:
            return None
        spent = min(self._layers)
        if spent > limit:
            return None
        far, back, shut, layers, beyond = self.far, self.back, self.shut, self._layers, limit + 1
        joins, found, toward = self._limit is not None, [], self._toward
        for here in layers.pop(spent):
            if far[here] < spent or (spent and here in shut):
                continue
            for start, cost in back[here]:
                total = spent + cost
                if total < far.get(start, beyond):
                    if joins and start in self.waiting:
                        self._via[start] = self._learn(start, here)
                        self.join(start)
                        continue
                    toward[start] = here
                    far[start] = total
                    found.append(start)
                    if total in layers:
                        layers[total].append(start)
                    else:
                        layers[total] = [start]
        return found
