"""Chapter 9: the Units of a place that may move, the groups they go in, and what they were found to be able to do."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from operator import attrgetter

from compiler.model.common import Value
from compiler.model.table import Piece
from compiler.play.ask import Answer
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.ch09_limits import load
from compiler.rules.a_most_dangerous_time.ch09_ways import Ways
from compiler.rules.a_most_dangerous_time.facts import facts
from compiler.rules.a_most_dangerous_time.field import ARRIVED, BESIEGED, CUT_OFF, STOPPED

Path = tuple[str, ...]
# of Units, with what decides how they can go on: who has arrived does like anybody else
Looks = list[tuple[str, str | None, list[tuple[str, Value]]]]
NOTHING = list[tuple[str, Value]]()
Move = tuple[Path, Path]  # a way and who goes it: what a march is made of
Parts = list[Move | Answer]
Passing = tuple[tuple[bool, bool], ...]  # of each place that is left on a way: one's own sphere; a Space
_RANK = attrgetter("rank")


class Party:
    """Some Units of a place that may go together, and the groups they go in."""

    __slots__ = ("heavy", "leaders", "soldiers")

    def __init__(self, scene: Scene, units: Sequence[Piece]) -> None:
        kinds = facts(scene).kinds
        self.leaders = sorted([u.id for u in units if kinds[u.id] == "leader"])
        self.soldiers = sorted([u.id for u in units if kinds[u.id] != "leader"])
        self.heavy = [u for u in units if CUT_OFF in u.marks]

    def in_groups(self, scene: Scene, most: int) -> list[Path]:
        """As many as one point takes, Leaders first; the same without Leaders; half of them; one Soldier."""
        order, soldiers, heavy = self.leaders + self.soldiers, self.soldiers, self.heavy
        loads = {u.id: load(scene, u, most) for u in heavy} if heavy else {}
        some = (order, soldiers, order[: (len(order) + 1) // 2], soldiers[:1])
        found = [tuple(taken(few, loads, most) if loads else few[:most]) for few in some]
        return [group for group in dict.fromkeys(found) if group]


class Troop:
    """The Units of a place that act in an impulse, how they are grouped, and what they were found to be able to do."""

    __slots__ = (
        "alike",
        "answers",
        "field",
        "groups",
        "led",
        "linked",
        "listed",
        "looks",
        "marches",
        "outside",
        "parties",
        "rank",
        "shut_in",
    )

    def __init__(self, rank: int, mine: list[Piece], looks: Looks) -> None:
        self.rank, self.looks = rank, looks  # where its place comes in lists; how the Units are
        self.alike = True  # all of the active Faction: a power that has not entered is nobody's yet
        self.field = self.outside = self.linked = mine
        self.shut_in: list[Piece] = []
        if any(marks for _, _, marks in looks):
            free = [u for u in mine if STOPPED not in u.marks]
            self.outside = [u for u in free if BESIEGED not in u.marks]
            self.shut_in = [u for u in free if BESIEGED in u.marks]
            cut_off = any(CUT_OFF in u.marks for u in self.outside)
            self.linked = [u for u in self.outside if CUT_OFF not in u.marks] if cut_off else self.outside
        self.parties: dict[tuple[int, str | None], Party] = {}
        self.groups: dict[tuple[int, str | None, int], list[Path]] = {}
        # with four players, along ways that nothing bars, by spheres; and groups that have Leaders enough
        self.marches: dict[tuple[Path, Passing], list[Move]] = {}
        self.led: dict[tuple[object, ...], bool] = {}
        self.answers: Parts = []
        self.listed: Parts = []  # the answers, and a combat that may be paid for


def looks_of(mine: list[Piece]) -> Looks:
    return [(u.id, u.side, [m for m in u.marks if m != ARRIVED] if u.marks else NOTHING) for u in mine]


class Offers:
    """What Units of an Alliance can do when a player moves them, place by place, as of the last look."""

    __slots__ = ("changes", "in_order", "least", "stale", "touched", "troops", "ways")

    def __init__(self) -> None:
        self.troops: dict[str, Troop] = {}
        self.in_order: list[Troop] = []  # of their places
        self.stale: set[str] = set()  # places that may be otherwise at any time
        self.ways: Ways | None = None  # what barred the way
        self.changes = self.touched = 0  # of the ground
        self.least = 0  # points there were, if few

    def place(self, troop: Troop, before: Troop | None) -> None:
        """Put a troop where it comes, perhaps for the one that was there."""
        if before is not None:
            self.in_order[self.in_order.index(before)] = troop
        else:
            insort(self.in_order, troop, key=_RANK)


def taken(some: Sequence[str], heavy: Mapping[str, int], most: int) -> list[str]:
    """Who of some Units still goes along, one after the other, where some weigh more."""
    chosen: list[str] = []
    for id in some:
        weight = heavy.get(id, 1)
        if weight <= most:
            chosen.append(id)
            most -= weight
    return chosen
