"""Walls: how much a besieged space stands, whose it is, what results do to it, and how it is taken.

All of it is shown by markers in the space; one that is needed comes out of its pile by itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.battle_figures import Blow, Figures
from compiler.emit.automation.battle_losses import Losses
from compiler.emit.automation.battle_sides import AGAINST, FACES, STEPS_LEFT, Sides
from compiler.emit.automation.ground import found_at
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import is_applied
from compiler.emit.automation.roll_chain import Link
from compiler.emit.chat import REFUSED, ruled, said
from compiler.emit.module.cups import in_deck
from compiler.emit.module.destinations import pile_key
from compiler.emit.module.marks import lift_key
from compiler.emit.module.siege_markers import LAID, fresh_key, pile_of
from compiler.emit.names import counted
from compiler.model.battles import Siege
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue


@dataclass(frozen=True, slots=True)
class Walls:
    """A besieged space: what is known of it, and what happens to it."""

    sides: Sides
    siege: Siege

    @abstractmethod
    def assault(self) -> Blow:
        """The roll of an assault."""

    @abstractmethod
    def call(self) -> Blow:
        """The roll of a call."""

    @abstractmethod
    def hunger(self) -> Blow:
        """The roll of a garrison."""

    @property
    def figures(self) -> Figures:
        return Figures(self.sides, walls=True)

    @property
    def losses(self) -> Losses:
        return Losses(self.sides)

    def value(self, what: str) -> ex.Node:
        return self.sides.value(f"siege_{what}")

    def link(self, what: str, value: ex.Node, start: str = "") -> Link:
        return Link(self.sides.name(f"siege_{what}"), start, SetValue(ex.braced(value)))

    def key(self, what: str) -> Key:
        return self.sides.key(f"siege-{what}")

    @property
    def place(self) -> ex.Node:
        """The besieged space, by its location name."""
        return self.sides.value("place")

    def here(self) -> ex.Node:
        """The test of pieces that stand there."""
        return ex.equals(ex.prop("LocationName"), self.place)

    def falls(self) -> ex.Node:
        """Whether the walls of this space fall."""
        return ex.equals(self.value("falls"), self.place)

    # -- what is known of the space ------------------------------------------------------------------------------------
    def known(self) -> list[Link]:
        """Its owner by id and by seat, and how much it stands."""
        game, siege = self.sides.plan.game, self.siege
        printed = found_at(f"Board_space_{siege.owner}", self.sides.value("hex"))
        taken = [(self.figures.lies(siege.taken, value), str(value)) for value in game.marks[siege.taken].values]
        owner = ex.if_(ex.equals(printed, ""), "", choose(taken, printed))
        cases = [
            (ex.any_of(*(ex.equals(self.value("owner"), side) for side in seat.sides)), seat.name.en)
            for seat in game.seats.values()
        ]
        full = int(game.constants[siege.full].value)
        return [
            self.link("owner", owner),
            self.link("seat", choose(cases, "")),
            self.link("stands", self.figures.of_space(siege.worn, full), str(full)),
        ]

    def worked_out(self) -> list[Link]:
        """What results come to: walls worn, steps lost, morale, whether it is taken and the garrison free."""
        siege, tables = self.siege, self.sides.plan.game.tables
        cell, parts = self.assault().result, tables[siege.assault.table].parts
        worn, lost = (part_of(cell, parts.index(part), len(parts)) for part in (siege.assault.worn, siege.assault.lost))
        hunger, call = tables[siege.hunger.table].results.values(), tables[siege.call.table].results.values()
        by_hunger = {
            name: choose(
                [(ex.equals(self.hunger().result, r.code), -int(r.values[name])) for r in hunger if r.values.get(name)],
                0,
            )
            for name in (siege.hunger.worn, siege.hunger.shaken)
        }
        flags = {
            name: ex.any_of(*(ex.equals(self.call().result, r.code) for r in call if r.values.get(name)))
            for name in (siege.call.taken, siege.call.free)
        }
        share = int(self.sides.plan.game.constants[siege.call.share].value)
        steps = self.sides.sum_of(STEPS_LEFT, self.sides.takes(FACES, AGAINST))
        least = int(self.sides.plan.game.constants[self.sides.battles.least].value)
        shaken = ex.less(ex.subtract(self.figures.of_space(self.sides.battles.shaken, 0), self.value("shaken")), least)
        return [
            self.link("worn", ex.if_(is_applied(), worn, 0), "0"),
            self.link("lost", lost, "0"),
            self.link("starved", ex.if_(is_applied(), by_hunger[siege.hunger.worn], 0), "0"),
            self.link("shaken", ex.if_(is_applied(), by_hunger[siege.hunger.shaken], 0), "0"),
            self.link("despair", ex.if_(shaken, 1, 0), "0"),
            self.link("taken", ex.if_(flags[siege.call.taken], 1, 0), "0"),
            self.link("free", ex.if_(flags[siege.call.free], 1, 0), "0"),
            self.link("share", ex.divide(steps, share), "0"),
            self.link("whole", ex.if_(self.figures.lies(siege.worn), 0, 1), "0"),
            self.link("calm", ex.if_(self.figures.lies(self.sides.battles.shaken), 0, 1), "0"),
            self.link("held", ex.if_(self.figures.lies(siege.taken), 1, 0), "0"),
        ]

    def keys_of(self, *names: str) -> tuple[Key, ...]:
        known = {
            link.holder.removeprefix(self.sides.name("siege_")): link.key
            for link in (*self.worked_out(), *self.known())
        }
        return tuple(known[name] for name in names)

    # -- what happens to it --------------------------------------------------------------------------------------------
    def wearing(self) -> Iterator[Component]:
        """One point off the walls, or off the morale behind them."""
        for what, mark, flag in (
            ("wears-one", self.siege.worn, "whole"),
            ("shakes-one", self.sides.battles.shaken, "calm"),
        ):
            lays, lowers = self.key(f"{what}-lays"), self.key(f"{what}-lowers")
            yield component(
                "m.DoActionButton", name=f"{self.sides.menu}: {what}", text="", icon="", hotkey=self.key(what),
                doHotkey=True, hotkeys=(*self.keys_of(flag), lays, lowers),
            )  # fmt: skip
            yield self.sides.when("lays a marker", lays, ex.equals(self.value(flag), 1), self.key(f"lay-{mark}"))
            yield self.sides.when("lowers a marker", lowers, ex.equals(self.value(flag), 0), self.key(f"lower-{mark}"))
            yield from self.lays(mark)
            less = named(f"liege-less-{mark}")
            yield self.sides.sends(
                "lowers", self.key(f"lower-{mark}"), less, self.here(), self.markers(mark), quiet=False
            )

    def markers(self, mark: str) -> ex.Node:
        return ex.equals(ex.prop("CounterId"), self.sides.plan.game.marks[mark].counter or "")

    def lays(self, mark: str) -> Iterator[Component]:
        """The marker on top of its pile comes."""
        pile = pile_of(self.sides.plan, mark)
        if pile is not None:
            yield component(
                "m.GlobalKeyCommand", name=f"One of {pile.name.en}", buttonText="", icon="",
                buttonHotkey=self.key(f"lay-{mark}"), hotkey=LAID, deckCount="1", target=in_deck(pile),
                reportSingle=False, singleMap=False,
            )  # fmt: skip

    def taking(self) -> Iterator[Component]:
        """The garrison dies or goes; markers show the new owner, or a ruin; the siege is over."""
        sides, siege, free = self.sides, self.siege, ex.equals(self.value("free"), 1)
        yield sides.when("garrison goes", self.key("garrison-goes"), free, self.key("goes-free"))
        goes = said(
            REFUSED, "The garrison goes to the nearest space of its side that has walls", ruled(siege.call.note)
        )
        yield sides.speaks("garrison", self.key("goes-free"), goes, sides.some(sides.takes(FACES)))
        dies, share = self.key("dies"), self.value("share")
        yield sides.when(
            "garrison dies",
            self.key("garrison-dies"),
            ex.not_(free),
            *(self.key(f"dies-{n}") for n in (AGAINST, FACES)),
            dies,
        )
        for part in (AGAINST, FACES):
            yield sides.sends("dies", self.key(f"dies-{part}"), sides.key("dies"), sides.takes(part), quiet=False)
        gained = said(sides.value("side"), " regain ", counted(share, "step", "steps"), ": Regain a step")
        yield sides.speaks("share", dies, said(gained, ruled(siege.call.note)), ex.greater(share, 0))
        booked = (sides.key("points-taken"),) if sides.battles.points is not None else ()
        done = tuple(self.key(what) for what in ("ruins", "owns", "changes", "lifts", "calms"))
        chain = (*self.keys_of("stands", "held"), self.key("takes"), *booked, *done)
        chain = (*chain, sides.key("siege-fallen"), self.key("taken-says"))
        yield component(
            "m.DoActionButton", name=f"{sides.menu}: taken", text="", icon="", hotkey=self.key("taking"), doHotkey=True,
            hotkeys=chain,
        )  # fmt: skip
        ruin, held = ex.equals(self.value("stands"), 0), ex.equals(self.value("held"), 1)
        yield sides.when(
            "a ruin", self.key("ruins"), ruin, self.key(f"lay-{siege.ruined}"), self.key(f"back-{siege.taken}")
        )
        yield sides.when(
            "owns", self.key("owns"), ex.every(ex.not_(ruin), ex.not_(held)), self.key(f"lay-{siege.taken}")
        )
        yield sides.when("owns now", self.key("changes"), ex.every(ex.not_(ruin), held), self.key("owner"))
        for mark in (siege.ruined, siege.taken):
            yield from self.lays(mark)
        yield sides.sends("owner", self.key("owner"), fresh_key(siege.taken), self.here(), self.markers(siege.taken))
        for key, mark in ((self.key(f"back-{siege.taken}"), siege.taken), (self.key("calms"), sides.battles.shaken)):
            pile = pile_of(sides.plan, mark)
            if pile is not None:
                yield sides.sends("back", key, pile_key(pile), self.here(), self.markers(mark))
        yield sides.sends(
            "lifts", self.key("lifts"), lift_key(siege.invested), self.here(), sides.marked(siege.invested)
        )
        lies = ex.if_(ruin, " lies in ruins", said(" is now held by ", sides.value("side")))
        yield sides.speaks("taken", self.key("taken-says"), said("<b>", self.place, "</b>", lies, ruled(siege.note)))


def part_of(cell: ex.Node, nth: int, of: int) -> ex.Node:
    """One of the two numbers of a cell such as 1/2."""
    assert of == 2, "cells of two parts"
    at = ex.Method(cell, "indexOf", (ex.literal("/"),))
    text = (
        ex.Method(cell, "substring", (ex.literal(0), at))
        if nth == 0
        else ex.Method(cell, "substring", (ex.add(at, 1),))
    )
    return ex.Method(ex.prop("Integer"), "parseInt", (text,))
