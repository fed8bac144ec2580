"""Lines from hexes to castles that are joined to a main castle, looked for from the end that asks: most are short."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

Ahead = Mapping[str, Sequence[tuple[str, int]]]  # from each hex: those a line may go on to, and what each costs
Line = tuple[frozenset[str], str]  # the hexes between one and a relay, and that
MOST_LEARNED = 8  # lines of one hex, the latest


class Terrain:
    """What the costs of one weather say by themselves: the straight lines to a relay, and others as they were found."""

    __slots__ = ("_back", "_straight", "ahead", "learned", "limit")

    def __init__(self, ahead: Ahead, limit: int) -> None:
        self.ahead, self.limit = ahead, limit
        self.learned: dict[str, list[Line]] = {}
        self._back: dict[str, list[tuple[str, int]]] = {}
        for start, steps in ahead.items():
            for to, cost in steps:
                self._back.setdefault(to, []).append((start, cost))
        self._straight: dict[str, dict[str, str]] = {}

    def straight(self, relay: str) -> Mapping[str, str]:
        """From every hex within the limit of a relay the next on the shortest way there, were nothing shut."""
        found = self._straight.get(relay)
        if found is None:
            found = self._straight[relay] = self._flood(relay)
        return found

    def _flood(self, relay: str) -> dict[str, str]:
        far, on, layers = {relay: 0}, {}, {0: [relay]}
        while layers:
            spent = min(layers)
            for here in layers.pop(spent):
                if far[here] < spent:
                    continue
                for start, cost in self._back.get(here, ()):
                    total = spent + cost
                    if total < far.get(start, self.limit + 1):
                        far[start], on[start] = total, here
                        layers.setdefault(total, []).append(start)
        return on

    def learn(self, hex: str, line: Line) -> Line:
        """Keep a line that was found."""
        lines = self.learned.setdefault(hex, [])
        if line not in lines:
            lines.insert(0, line)
            del lines[MOST_LEARNED:]
        return line


class Sight:
    """How far a line may go from a hex: every hex within the limit, and the one it comes from."""

    __slots__ = ("came", "far", "hex")

    def __init__(self, hex: str) -> None:
        self.hex = hex
        self.far = {hex: 0}
        self.came: dict[str, str] = {}

    def line(self, relay: str) -> Line:
        """The line to a relay within sight."""
        between, here = [], self.came[relay]
        while here != self.hex:
            between.append(here)
            here = self.came[here]
        return frozenset(between), relay


class Spread:
    """The castles that are joined to a main castle by castles alone, as far as somebody asked.

    A line passes no hex that is `shut`, though it may begin in one. What was seen in vain is kept, too, until a hex
    there opens or shuts.
    """

    __slots__ = ("_leans", "_seen", "_via", "joined", "shut", "terrain", "waiting")

    def __init__(self, terrain: Terrain, shut: frozenset[str], waiting: Iterable[str]) -> None:
        self.terrain, self.shut = terrain, shut
        self.waiting = set(waiting)  # castles that are relays once they are joined
        self.joined: set[str] = set()
        self._via: dict[str, Line] = {}  # how a relay joined
        self._leans: set[str] = set()  # the hexes of those lines
        self._seen: dict[str, Sight] = {}  # from hexes that no joined relay was in sight of

    def join(self, relay: str, line: Line | None = None) -> None:
        """One more relay, by a line or as the main castle."""
        self.waiting.discard(relay)
        self.joined.add(relay)
        if line is not None:
            self._via[relay] = line
            self._leans |= line[0]

    def recall(self) -> None:
        """Castles with a line that was found once and is open now join at once."""
        fresh = True
        while fresh:
            fresh = False
            for relay in self.waiting.intersection(self.terrain.learned):
                line = self._open_line(relay, self.shut)
                if line is not None:
                    self.join(relay, line)
                    fresh = True

    def follows(self, shut: frozenset[str]) -> bool:
        """Take over what is shut now, unless a castle joined by way of what has changed; whether it did."""
        changed = self.shut ^ shut
        if not changed.isdisjoint(self._leans):
            return False
        self._seen = {hex: sight for hex, sight in self._seen.items() if changed.isdisjoint(sight.far)}
        self.shut = shut
        return True

    # -- asking --------------------------------------------------------------------------------------------------------
    def reaches(self, hex: str) -> bool:
        """Whether a hex is joined, or within the limit of a relay that is."""
        if hex in self.joined or (hex not in self.waiting and self._open_line(hex, self.shut) is not None):
            return True
        line = self._straight_line(hex) or self._line_around(hex)
        if line is None:
            return False
        self.terrain.learn(hex, line)
        if hex in self.waiting:
            self.join(hex, line)
        return True

    def chains(self, hex: str, forces: Collection[str], near: int) -> bool:
        """Whether a hex that reaches no joined castle does so over others, and over forces.

        A link is as long as any if a castle is at either end, else no longer than `near`.
        """
        front, known = [hex], {hex}
        while front:
            here = front.pop()
            if self.reaches(here):
                return True
            far, most = self._seen[here].far, self.terrain.limit if here in self.waiting else near
            links = [castle for castle in self.waiting if castle in far]
            links += [force for force in forces if far.get(force, most + 1) <= most]
            fresh = [relay for relay in links if relay not in known]
            known.update(fresh)
            front += fresh
        return False

    def still_reaches(self, hex: str, shut: frozenset[str], relays: frozenset[str]) -> bool:
        """Whether the line found for a hex is open now that other hexes are shut, and its relays are relays still."""
        here = hex
        if here not in self.joined:
            line = self._open_line(here, shut)
            if line is None:
                return False
            here = line[1]
        while here in self._via:
            between, relay = self._via[here]
            if (here not in relays and here != hex) or not between.isdisjoint(shut):
                return False
            here = relay
        return True

    # -- looking -------------------------------------------------------------------------------------------------------
    def _straight_line(self, hex: str) -> Line | None:
        """The shortest way to a relay that has joined, if nothing on it is shut."""
        for relay in self.joined:
            on = self.terrain.straight(relay)
            here, between = on.get(hex), []
            while here is not None and here != relay and here not in self.shut:
                between.append(here)
                here = on[here]
            if here == relay:
                return frozenset(between), relay
        return None

    def _line_around(self, hex: str) -> Line | None:
        """Any line to a relay that has joined."""
        sight = self._seen.get(hex)
        if sight is None:
            sight = self._seen[hex] = Sight(hex)
            relay = self._look(sight)
        else:
            relay = next((relay for relay in self.joined if relay in sight.far), None)
        if relay is None:
            return None
        del self._seen[hex]  # it ends where the relay is
        return sight.line(relay)

    def _look(self, sight: Sight) -> str | None:
        """Look out from a hex until a joined relay comes in sight; without one, as far as a line may go."""
        ahead, shut, joined, far, came = self.terrain.ahead, self.shut, self.joined, sight.far, sight.came
        layers, beyond = {0: [sight.hex]}, self.terrain.limit + 1
        while layers:
            spent = min(layers)
            for here in layers.pop(spent):
                if far[here] < spent:
                    continue
                if here in joined:
                    return here
                if spent and here in shut:
                    continue
                for to, cost in ahead[here]:
                    total = spent + cost
                    if total < far.get(to, beyond):
                        far[to], came[to] = total, here
                        if total in layers:
                            layers[total].append(to)
                        else:
                            layers[total] = [to]
        return None

    def _open_line(self, hex: str, shut: frozenset[str]) -> Line | None:
        """A line of a hex to a relay that has joined, of those found once; None if there is none that is open."""
        for line in self.terrain.learned.get(hex, ()):
            if line[1] in self.joined and line[0].isdisjoint(shut):
                return line
        return None
