"""Lines from hexes to castles that are joined to a main castle, looked for from the end that asks: most are short."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

Ahead = Mapping[str, Sequence[tuple[str, int]]]  # from each hex: those a line may go on to, and what each costs
Line = tuple[frozenset[str], str]  # the hexes between one and a relay, and that
MOST_LEARNED = 8  # lines of one hex, the latest


class Terrain:
    """What the costs of one weather say by themselves: the straight lines to a relay, and others as they were found."""

    __slots__ = ("_back", "_straight", "hexes", "learned", "limit", "number", "steps")

    def __init__(self, ahead: Ahead, limit: int) -> None:
        self.limit = limit
        self.hexes = tuple(ahead)
        self.number = {hex: n for n, hex in enumerate(ahead)}  # lists are quicker to look into than what has names
        self.steps = [[(self.number[to], cost) for to, cost in steps] for steps in ahead.values()]
        self.learned: dict[str, list[Line]] = {}
        self._straight: dict[str, Sight] = {}
        self._back: list[list[tuple[int, int]]] = [[] for _ in ahead]
        for start, steps in enumerate(self.steps):
            for to, cost in steps:
                self._back[to].append((start, cost))

    def straight(self, relays: Iterable[str]) -> Iterator[Sight]:
        """The shortest ways to some relays, were nothing shut; those that were looked for before come first."""
        known = self._straight
        new = []
        for relay in relays:
            if relay in known:
                yield known[relay]
            else:
                new.append(relay)
        for relay in new:
            known[relay] = Sight(self, relay)
            known[relay].look(self._back)
            yield known[relay]

    def learn(self, hex: str, line: Line) -> None:
        """Keep a line that was found."""
        lines = self.learned.setdefault(hex, [])
        if line not in lines:
            lines.insert(0, line)
            del lines[MOST_LEARNED:]


class Sight:
    """How far a line may go from a hex, or to it: what it costs to each hex, and the one it comes from."""

    __slots__ = ("came", "far", "hex", "terrain")

    def __init__(self, terrain: Terrain, hex: str) -> None:
        self.terrain, self.hex = terrain, hex
        self.far = [terrain.limit + 1] * len(terrain.hexes)  # those out of sight are beyond the limit
        self.came = [0] * len(terrain.hexes)

    def __contains__(self, hex: str) -> bool:
        return self.far[self.terrain.number[hex]] <= self.terrain.limit

    def look(
        self, steps: Sequence[Sequence[tuple[int, int]]], shut: Collection[str] = (), ends: Collection[str] = ()
    ) -> str | None:
        """Look as far as a line may go, but past nothing shut; or until one of some ends is in sight: that one."""
        far, came, hexes = self.far, self.came, self.terrain.hexes
        start = self.terrain.number[self.hex]
        far[start] = 0
        layers: list[list[int]] = [[] for _ in range(self.terrain.limit + 1)]
        layers[0].append(start)
        for spent, layer in enumerate(layers):
            for here in layer:
                if far[here] < spent:
                    continue
                hex = hexes[here]
                if hex in ends:
                    return hex
                if spent and hex in shut:
                    continue
                for to, cost in steps[here]:
                    total = spent + cost
                    if total < far[to]:
                        far[to], came[to] = total, here
                        layers[total].append(to)
        return None

    def between(self, hex: str, shut: Collection[str] = ()) -> frozenset[str] | None:
        """The hexes on the way from one in sight to where we look from, both left out; None if one of them is shut."""
        hexes, came, found = self.terrain.hexes, self.came, list[str]()
        start, here = self.terrain.number[self.hex], self.terrain.number[hex]
        while (here := came[here]) != start:
            if hexes[here] in shut:
                return None
            found.append(hexes[here])
        return frozenset(found)


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
        self._seen = {hex: sight for hex, sight in self._seen.items() if not any(map(sight.__contains__, changed))}
        self.shut = shut
        return True

    # -- asking --------------------------------------------------------------------------------------------------------
    def reaches(self, hex: str) -> bool:
        """Whether a hex is joined, or within the limit of a relay that is."""
        if hex in self.joined or (hex not in self.waiting and self._open_line(hex, self.shut) is not None):
            return True
        line = (hex not in self._seen and self._straight_line(hex)) or self._line_around(hex)
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
            far, limit, number = self._seen[here].far, self.terrain.limit, self.terrain.number
            most = limit if here in self.waiting else near
            fresh = [castle for castle in self.waiting if castle not in known and far[number[castle]] <= limit]
            fresh += [force for force in forces if force not in known and far[number[force]] <= most]
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
        number, limit = self.terrain.number[hex], self.terrain.limit
        for sight in self.terrain.straight(self.joined):
            if sight.far[number] <= limit and hex != sight.hex:
                between = sight.between(hex, self.shut)
                if between is not None:
                    return between, sight.hex
        return None

    def _line_around(self, hex: str) -> Line | None:
        """Any line to a relay that has joined; what was seen in vain is remembered."""
        sight = self._seen.get(hex)
        if sight is None:
            sight = self._seen[hex] = Sight(self.terrain, hex)
            relay = sight.look(self.terrain.steps, self.shut, self.joined)
        else:
            relay = next((relay for relay in self.joined if relay in sight), None)
        between = None if relay is None else sight.between(relay)
        if relay is None or between is None:
            return None
        del self._seen[hex]  # it ends where the relay is
        return between, relay

    def _open_line(self, hex: str, shut: frozenset[str]) -> Line | None:
        """A line of a hex to a relay that has joined, of those found once; None if there is none that is open."""
        for line in self.terrain.learned.get(hex, ()):
            if line[1] in self.joined and line[0].isdisjoint(shut):
                return line
        return None
