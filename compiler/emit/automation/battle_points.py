"""Points that battles win and lose: leaders killed, battles lost, walls taken, booked on the markers of the scores.

A piece that is lost while it takes part tells who it was; a hidden button moves the marker of its player, box by box,
so that a score stays at the ends of its track.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.battle_figures import read_off
from compiler.emit.automation.battle_sides import BOTH, NO, Sides
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import is_applied
from compiler.emit.chat import REFUSED, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.counting import one_key
from compiler.emit.module.holders import holder_property
from compiler.emit.names import counted
from compiler.model.battles import Points
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key
from compiler.vassal.traits import GlobalHotkey, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_LOST = ("points", "side", "who", "id")  # what a piece that is killed tells of itself
_BEATEN = {False: "first", True: "back"}


@dataclass(frozen=True, slots=True)
class Booking:
    """The scores of a game, as battles change them."""

    sides: Sides
    points: Points

    def markers(self) -> dict[str, list[str]]:
        """The marker of every score, with the sides it counts for."""
        found: dict[str, list[str]] = {}
        for side, track in self.points.of.items():
            found.setdefault(self.sides.plan.game.tracks[track].marker or "", []).append(side)
        return found

    def _names(self, sides: list[str]) -> list[str]:
        return [self.sides.plan.game.sides[side].name.en for side in sides]

    def _seat(self, sides: list[str]) -> str:
        seat = self.sides.plan.game.seat_of(sides[0])
        return self.sides.plan.game.seats[seat].name.en if seat is not None else self._names(sides)[0]

    def _number(self, constant: str) -> int:
        return int(self.sides.plan.game.constants[constant].value)

    def key(self, what: str) -> Key:
        return self.sides.key(f"points-{what}")

    def properties(self) -> Iterator[Component]:
        for what in _LOST:
            yield component(
                "m.properties.GlobalProperty", name=self.sides.name(f"killed_{what}"), initialValue="",
                description=f"{what} of whoever was killed last",
            )  # fmt: skip

    def buttons(self) -> Iterator[Component]:
        for marker in self.markers():
            for way, step in (("less", -1), ("more", 1)):
                mine = ex.equals(ex.prop(COUNTER_ID), marker)
                yield self.sides.sends(f"{way} points", self.key(f"{marker}-{way}"), one_key(step), mine)
        yield from self._killed()
        yield from self._beaten()
        yield from self._taken()

    # -- the dead ------------------------------------------------------------------------------------------------------
    def _dead(self, what: str) -> ex.Node:
        return self.sides.value(f"killed_{what}")

    def _killed(self) -> Iterator[Component]:
        """Who is killed costs his player points; a chief takes his army with him, and some end the game."""
        sides, points, chain = self.sides, self.points, list[Key]()
        for marker, own in self.markers().items():
            key = self.key(f"killed-{marker}")
            mine = ex.any_of(*(ex.equals(self._dead("side"), name) for name in self._names(own)))
            cost = ex.if_(mine, self._dead("points"), 0)
            yield sides.gate("a death", key, cost, self.key(f"{marker}-less"))
            says = self.key(f"killed-{marker}-says")
            lost = said(f": {self._seat(own)} loses ", counted(self._dead("points"), "point", "points"))
            text = said("<b>", self._dead("who"), "</b> is killed", lost, ruled(points.killed_note))
            yield sides.speaks("a death", says, text, ex.greater(cost, 0))
            chain += [key, says]
        field, value = points.chief
        chiefs = [c.id for c in sides.plan.game.counters.values() if c.values.get(field) == value]
        text = said(REFUSED, self._dead("side"), " lose their commander: all their units leave the map")
        dead = ex.any_of(*(ex.equals(self._dead("id"), id) for id in chiefs))
        yield sides.speaks("an army", self.key("chief-says"), said(text, ruled(points.chief_note)), dead)
        ends = ex.any_of(*(ex.equals(self._dead("id"), id) for id in points.ends))
        text = said(REFUSED, self._dead("who"), " is killed: the game is over", ruled(points.ends_note))
        yield sides.speaks("the end", self.key("ends-says"), text, ends)
        yield component(
            "m.DoActionButton", name=f"{sides.menu}: killed", text="", icon="", doHotkey=True,
            hotkey=self.key("killed"), hotkeys=(*chain, self.key("chief-says"), self.key("ends-says")),
        )  # fmt: skip

    def traits(self) -> Iterator[Trait]:
        """Whoever is lost while he takes part is killed; he tells who he was before he has gone."""
        sides, points = self.sides, self.points
        numbers = sides.plan.game.constants[points.killed].value
        assert isinstance(numbers, dict)
        worth = choose([(ex.equals(ex.prop(points.rank), rank), int(n)) for rank, n in numbers.items()], 0)
        facts: dict[str, ex.Node] = {
            "points": worth, "side": ex.prop(holder_property(sides.plan)), "who": ex.prop("PieceName"),
            "id": ex.prop(COUNTER_ID),
        }  # fmt: skip
        part = ex.not_equals(ex.prop(sides.held), NO)
        yield GlobalHotkey("", self.key("killed-press"), self.key("killed"))
        yield Trigger("is killed", watched=(keys.ELIMINATE,), performed=(self.key("killed-press"),))
        for what, value in facts.items():
            told = ex.if_(part, value, 0 if what == "points" else "")
            change = PropertyCommand("", keys.ELIMINATE, SetValue(ex.braced(told)))
            yield SetGlobalProperty(sides.name(f"killed_{what}"), Limits(), (change,))

    # -- battles lost, walls taken -------------------------------------------------------------------------------------
    def _beaten(self) -> Iterator[Component]:
        """Who gives way after a battle in which both rolled loses points, where his own army took part."""
        sides, points, chain = self.sides, self.points, list[Key]()
        number = self._number(points.beaten)
        holder = ex.prop(holder_property(sides.plan))
        for marker, own in self.markers().items():
            mine = ex.any_of(*(ex.equals(holder, name) for name in self._names(own)))
            lost = [
                ex.every(ex.equals(sides.value("beaten"), _BEATEN[back]), sides.some(sides.belongs(back), mine))
                for back in BOTH
            ]
            test = ex.every(is_applied(), ex.any_of(*lost))
            key, says = self.key(f"beaten-{marker}"), self.key(f"beaten-{marker}-says")
            yield sides.gate("a battle lost", key, ex.if_(test, number, 0), self.key(f"{marker}-less"))
            cost = counted(ex.literal(number), "point", "points")
            text = said(f"{self._seat(own)} gives way and loses ", cost, ruled(points.beaten_note))
            yield sides.speaks("a battle lost", says, text, test)
            chain += [key, says]
        yield component(
            "m.DoActionButton", name=f"{sides.menu}: points of a battle", text="", icon="", hotkey=self.key("beaten"),
            doHotkey=True, hotkeys=tuple(chain),
        )  # fmt: skip

    def _taken(self) -> Iterator[Component]:
        """The level of walls goes to whoever takes them, and off whoever had them."""
        sides, points, chain = self.sides, self.points, list[Key]()
        level = read_off(f"Board_space_{points.taken}", sides.value("hex"))
        for marker, own in self.markers().items():
            for way, who, verb, note in (
                ("more", "army", "wins", points.taken_note),
                ("less", "siege_owner", "loses", points.lost_note),
            ):
                test = ex.any_of(*(ex.equals(sides.value(who), side) for side in own))
                key, says = self.key(f"taken-{marker}-{way}"), self.key(f"taken-{marker}-{way}-says")
                yield sides.gate("walls", key, ex.if_(test, level, 0), self.key(f"{marker}-{way}"))
                text = said(f"{self._seat(own)} {verb} ", counted(level, "point", "points"), ": ", sides.value("place"))
                worth = ex.every(test, ex.greater(level, 0))
                yield sides.speaks("walls", says, said(text, ruled(note)), worth)
                chain += [key, says]
        yield component(
            "m.DoActionButton", name=f"{sides.menu}: points of walls", text="", icon="", hotkey=self.key("taken"),
            doHotkey=True, hotkeys=tuple(chain),
        )  # fmt: skip
