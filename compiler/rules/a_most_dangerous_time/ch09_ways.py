"""Chapter 9: which places are closed to a Faction, and which ways along two roads are free to it."""

from __future__ import annotations

from compiler.model.table import Table
from compiler.play.coverage import count
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.ch03_clans import KAGA, closed_to
from compiler.rules.a_most_dangerous_time.ch09_limits import lets_pass
from compiler.rules.a_most_dangerous_time.facts import WAITING, facts
from compiler.rules.a_most_dangerous_time.field import turn
from compiler.rules.a_most_dangerous_time.ground import Ground, ground


class Ways:
    """What bars movement to a Faction; the same thing as long as just that does."""

    __slots__ = ("changes", "first", "holding", "land", "last", "shut", "table", "through", "who")

    def __init__(self, who: str, land: Ground, first: bool, shut: frozenset[str]) -> None:
        self.who, self.first = who, first  # `first`: it is the first turn
        self.land, self.holding, self.changes = land, land.holding, 0
        self.shut = shut  # places of the map that are closed to it
        self.through: frozenset[str] = frozenset()  # where strategic movement may begin and pass
        self.last: frozenset[str] = frozenset()  # where it may end
        self.table: Table | None = None  # as of which this is known to hold

    def alike(self, other: Ways) -> bool:
        """Whether nothing is otherwise but by which places strategic movement may go, and who holds them."""
        one, two = self.holding, other.holding
        return self.shut == other.shut and one.loyal is two.loyal and one.azuchi == two.azuchi


def ways_of(scene: Scene, who: str) -> Ways:
    """What bars movement to a Faction now."""
    land, key = ground(scene), ("ways", who)
    found: Ways | None = land.looks.get(key)
    if found is not None and found.table is land.table:
        return found
    roads, first = facts(scene).roads, turn(scene) == 1
    if found is None:
        found, looked_at = Ways(who, land, first, _shut(scene, who)), set(roads)
    else:
        looked_at = land.since(found.changes) & roads.keys()
        if found.holding is not land.holding or found.first != first:
            before, found = found, Ways(who, land, first, _shut(scene, who))
            found.through, found.last = before.through, before.last
    through = {place for place in looked_at if _free(land, place, who, last=False)}
    last = {place for place in looked_at if place in through or _free(land, place, who, last=True)}
    if through != found.through & looked_at or last != found.last & looked_at:
        before, found = found, Ways(who, land, first, found.shut)
        found.through, found.last = before.through - looked_at | through, before.last - looked_at | last
    found.table, found.changes = land.table, len(land.changes)
    land.looks[key] = found
    return found


def _shut(scene: Scene, who: str) -> frozenset[str]:
    some = {*KAGA, *facts(scene).numerals.banned_on_turn_1}  # no other place is ever closed to a Faction
    some.update([space for space, holder in ground(scene).holding.who.items() if holder == WAITING])
    return frozenset([place for place in some if closed_to(scene, place, who) is not None])


def _free(land: Ground, place: str, who: str, *, last: bool) -> bool:
    """Whether nothing there is in the way of strategic movement, as `in_the_way` says it of one place."""
    spot = land.spots.get(place)
    free = (spot is None or spot.factions == {who}) and lets_pass(land.holding.who.get(place, who), who, last=last)
    if not free:
        count("9.5.3")
    return free


def strategic_paths(scene: Scene, place: str, ways: Ways) -> list[tuple[str, ...]]:
    """The ways along two roads that nothing bars to a Faction."""
    count("9.5.1", "9.5.2", "9.5.4", "9.5.5", "9.5.6", "9.5.x1", "5.3.4")
    through, last = ways.through, ways.last
    if place not in through:
        return []
    return [path for path in facts(scene).near.strategic[place] if path[1] in through and path[2] in last]
