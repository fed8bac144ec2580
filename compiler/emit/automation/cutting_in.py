"""Markers that cut into an order: their players are asked for a place, one after the other, and the others make room.

Whoever presses the tracker is asked for the sides he runs; of the others it is told that they choose by their menu.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Inquiry
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.rankings import place_property, ranking_key
from compiler.emit.automation.roll_chain import face_of
from compiler.emit.chat import player, ruled, said
from compiler.emit.names import SOLO
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.upkeep import Ranking
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    DynamicProperty,
    GlobalKeyCommand,
    Report,
    RestrictCommands,
    SendToLocation,
    Trait,
    Trigger,
)
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_CHOSEN, _STOOD = "ChosenPlace", "PlaceBefore"


def _cutting(plan: Plan) -> list[Ranking]:
    return [ranking for ranking in plan.game.upkeep.rankings.values() if ranking.chosen is not None]


class CuttingIn:
    """What one ranking needs whose markers choose their places."""

    def __init__(self, plan: Plan, ranking: Ranking) -> None:
        self.plan, self.ranking = plan, ranking
        self.boxes = [plan.atlas.spaces[box] for box in ranking.boxes]

    def key(self, what: str) -> Key:
        return named(f"liege-cut-in-{self.ranking.id}-{what}")

    def _place(self) -> ex.Node:
        """The number of the box a marker lies in, from 1; 0 in none."""
        zone = ex.prop("CurrentZone")
        return choose([(ex.equals(zone, box.location), n) for n, box in enumerate(self.boxes, 1)], 0)

    @property
    def asks(self) -> Inquiry:
        """The places up to the marker's own: whoever comes later is not yet in the order."""
        answers = {box.location: str(n) for n, box in enumerate(self.boxes, 1)}
        offered = {box.location: ex.greater_equal(self._place(), n) for n, box in enumerate(self.boxes, 1)}
        title = f"{self.ranking.name.en}: which place?"
        menu = f"{self.ranking.name.en}: choose a place..."
        return Inquiry(
            f"place_{self.ranking.id}", menu, self.key("asks"), title, answers, offered, whose=ex.prop("SideName")
        )

    def _between(self) -> ex.Node:
        """The test of others between the place that was chosen and the one that was left; numbers are texts there."""
        numbers, tests = range(1, len(self.boxes) + 1), list[ex.Node]()
        for n, box in zip(numbers, self.boxes, strict=True):
            behind = ex.any_of(*(ex.equals(f"${_CHOSEN}$", str(k)) for k in numbers if k <= n))
            before = ex.any_of(*(ex.equals(f"${_STOOD}$", str(k)) for k in numbers if k > n))
            tests.append(ex.every(ex.equals(ex.prop("CurrentZone"), box.location), behind, before))
        return ex.any_of(*tests)

    # -- on the marker -------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """It is asked, those between go one further, and it goes to its place."""
        asks, spot = self.asks, self.boxes[0]
        chosen, stood = ex.prop(_CHOSEN), ex.prop(_STOOD)
        place = PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(ex.literal(0)))))
        before = PropertyCommand("", asks.taken, SetValue(ex.braced(self._place())))
        yield DynamicProperty(_STOOD, Limits(), (before,), value="0")
        yield DynamicProperty(_CHOSEN, Limits(), (place,), value="0")
        between = ex.every(ex.equals(ex.prop("Kind"), kind.name.en), self._between())
        yield GlobalKeyCommand("", self.key("makes-room"), self.key("shifts"), ex.braced(between))
        zone = ex.prop("CurrentZone")
        pairs = zip(self.boxes, self.boxes[1:], strict=False)
        further = choose([(ex.equals(zone, box.location), after.location) for box, after in pairs], zone)
        own = choose([(ex.equals(chosen, n), box.location) for n, box in enumerate(self.boxes, 1)], zone)
        for key, to in ((self.key("shifts"), further), (self.key("goes"), own)):
            yield SendToLocation("", key, spot.map, spot.map, destination="Z", zone=ex.braced(to))
        told = said(player(), ": <b>", ex.prop("SideName"), "</b> in the order: ", ex.prop("location"))
        rules = self.ranking.chosen.note if self.ranking.chosen is not None else self.ranking.note
        yield Report((self.key("says"),), ex.braced(said(told, ruled(rules))))
        moves = ex.every(ex.greater(chosen, 0), ex.less(chosen, stood))
        done = (self.key("makes-room"), self.key("goes"), self.key("says"))
        yield Trigger("cuts in", key=asks.taken, match=ex.braced(moves), performed=done)
        stays = ex.every(ex.greater(chosen, 0), ex.equals(chosen, stood))
        yield Trigger("stays", key=asks.taken, match=ex.braced(stays), performed=(self.key("says"),))
        yield from asks.traits()
        others = ex.not_equals(face_of(self.plan, kind), self.ranking.face)
        yield RestrictCommands(f"not {self.ranking.face}", "Hide", ex.braced(others), (asks.key,))

    # -- at the step ---------------------------------------------------------------------------------------------------
    def _runs(self, side: str) -> ex.Node:
        """Whether the player at this machine runs a side."""
        seat = self.plan.game.seat_of(side)
        names = [SOLO, *([self.plan.game.seats[seat].name.en] if seat is not None else [])]
        return ex.any_of(*(ex.equals(ex.prop("PlayerSide"), name) for name in names))

    def steps(self) -> Iterator[tuple[str, Key, list[Component], list[str], ex.Node]]:
        """The order is told; then each is asked, whose player is here."""
        assert self.ranking.chosen is not None
        sides, made, keys = self.plan.game.upkeep.scores[self.ranking.score].sides, list[Component](), list[Key]()
        for n in range(1, len(self.boxes) + 1):
            mine = [
                ex.every(
                    ex.equals(ex.prop("Side"), side),
                    ex.equals(ex.prop(place_property(self.ranking, side)), n),
                    self._runs(side),
                )
                for side in sides
            ]
            kind = ex.equals(ex.prop("Kind"), self.plan.game.counter_kinds[self.ranking.markers].name.en)
            keys.append(self.key(f"press-{n}"))
            made.append(component(
                "m.GlobalKeyCommand", name=f"{self.ranking.name.en}: {n}", buttonText="", icon="",
                buttonHotkey=keys[-1], hotkey=self.asks.key, filter=ex.braced(ex.every(kind, ex.any_of(*mine))),
                reportSingle=False, singleMap=False,
            ))  # fmt: skip
        says = f"{self.ranking.name.en}: each chooses a place, in this order, by the menu of the marker"
        made.append(component(
            "m.DoActionButton", name=f"{self.ranking.name.en}: asked", text="", icon="", hotkey=self.key("step"),
            doHotkey=True, hotkeys=(ranking_key(self.ranking), self.key("told"), *keys),
        ))  # fmt: skip
        made.append(component(
            "m.DoActionButton", name=f"{self.ranking.name.en}: told", text="", icon="", hotkey=self.key("told"),
            doReport=True, reportFormat=f"{says}{ruled(self.ranking.chosen.note)}",
        ))  # fmt: skip
        starts = [entry.label for entry in self.plan.lines if self.ranking.chosen.at in entry.begins]
        yield f"asks: {self.ranking.name.en}", self.key("step"), made, starts, self._anybody()

    def _anybody(self) -> ex.Node:
        """Whether any marker shows the face of those who choose."""
        kind = self.plan.game.counter_kinds[self.ranking.markers]
        mine = ex.every(
            ex.equals(ex.prop("Kind"), kind.name.en), ex.equals(face_of(self.plan, kind), self.ranking.face)
        )
        return ex.greater(ex.call("CountMap", self.boxes[0].map, ex.quoted(mine)), 0)


def cut_in_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """What markers of a kind need that choose their places."""
    for ranking in _cutting(plan):
        if ranking.markers == kind.id:
            yield from CuttingIn(plan, ranking).traits(kind)


def cut_in_steps(plan: Plan) -> Iterator[tuple[str, Key, list[Component], list[str], ex.Node]]:
    """What the tracker does for all of them."""
    for ranking in _cutting(plan):
        yield from CuttingIn(plan, ranking).steps()
