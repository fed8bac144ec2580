"""Pools: a die for each unit of a kind, hits counted by the number on the unit.

Units are counted in by a command of the piece, alone or with all of its side that stand there; a loop of a hidden
button rolls one die for each. Nobody is asked anything. Units of another side,
or of another place, begin a new count.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import Link
from compiler.emit.chat import REFUSED, player, said, with_rules
from compiler.emit.module import keys
from compiler.emit.module.holders import holder_property
from compiler.emit.names import counted
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import Pool, in_order, printed
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Report, RestrictCommands, SetGlobalProperty, Trait
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_MOST = 99


class PoolButtons:
    """The buttons of one pool: one for each part of the order, one for all."""

    def __init__(self, plan: Plan, pool: Pool) -> None:
        self.plan = plan
        self.pool = pool
        self.places = in_order(plan.game, pool)
        self.values = printed(plan.game, pool, pool.hits)

    def name(self, part: str, kind: str) -> str:
        """The property of a kind."""
        return f"Pool_{self.pool.id}_{part}_{kind}"

    def _title(self, kind: str) -> str:
        return self.plan.game.counter_kinds[kind].name.en

    def parts(self) -> Iterator[tuple[str, str, list[str]]]:
        """Id, text and kinds of every button; kinds in the order they roll."""
        for places in self.pool.parts:
            kinds = [kind for place, kinds in self.places.items() if place in places for kind in kinds]
            numbers = "-".join(dict.fromkeys((str(places[0]), str(places[-1]))))
            yield numbers, f"{self.pool.name.en} {numbers}: {', '.join(self._title(k) for k in kinds)}", kinds
        yield "all", f"{self.pool.name.en}: all in order", [kind for kinds in self.places.values() for kind in kinds]

    @property
    def clear_text(self) -> str:
        """What the entry of the menu says that forgets everybody."""
        return f"{self.pool.name.en}: count nobody in"

    def texts(self) -> list[str]:
        """The entries of the menu."""
        return [*(text for _, text, _ in self.parts()), self.clear_text]

    # -- one die -------------------------------------------------------------------------------------------------------
    @property
    def die(self) -> str:
        """The property with the die that fell."""
        return f"{self.pool.dice}_one"

    @property
    def roll_key(self) -> Key:
        return named(f"liege-roll-one-{self.pool.dice}")

    def cleared(self, kind: str) -> list[Link]:
        """Before the roll nothing has fallen."""
        return [Link(self.name("hits", kind), "0", SetValue("0")), Link(self.name("rolls", kind), "", SetValue(""))]

    def counted(self, kind: str) -> list[Link]:
        """What one die adds: a hit at or below the number of the kind, and its face to those that fell."""
        die, rolls = ex.prop(f"{self.die}_total"), ex.prop(self.name("rolls", kind))
        hit = ex.add(ex.prop(self.name("hits", kind)), ex.if_(ex.less_equal(die, self.values[kind]), 1, 0))
        row = ex.if_(ex.equals(rolls, ""), die, ex.add(ex.add(rolls, " "), die))
        return [
            Link(self.name("hits", kind), "0", SetValue(ex.braced(hit))),
            Link(self.name("rolls", kind), "", SetValue(ex.braced(row))),
        ]

    # -- buttons -------------------------------------------------------------------------------------------------------
    def _key(self, what: str, of: str) -> Key:
        return named(f"liege-pool-{self.pool.id}-{what}-{of}")

    @property
    def side(self) -> str:
        """The property with the side whose units are counted in."""
        return f"Pool_{self.pool.id}_side"

    @property
    def place(self) -> str:
        """The property with the place where they stand."""
        return f"Pool_{self.pool.id}_place"

    def properties(self) -> Iterator[Component]:
        """Whose units are counted, and where; number, hits and faces of every kind, each with its hidden buttons."""
        yield component("m.properties.GlobalProperty", name=self.side, initialValue="", description="who rolls")
        yield component("m.properties.GlobalProperty", name=self.place, initialValue="", description="where they stand")
        for kind in self.pool.kinds:
            number, (hits, rolls) = self.name("number", kind), self.cleared(kind)
            plus, more = self.counted(kind)
            yield component(
                "m.properties.GlobalProperty",
                self._change(Link(number, "0", SetValue("0")), self._key("forget", kind)),
                name=number,
                initialValue="0",
                isNumeric=True,
                min="0",
                max=str(_MOST),
                description=f"units that roll: {self._title(kind)}",
            )
            for clear, add in ((hits, plus), (rolls, more)):
                yield component(
                    "m.properties.GlobalProperty",
                    self._change(clear, self._key("clear", kind)),
                    self._change(add, self._key("count", clear.holder)),
                    name=clear.holder,
                    initialValue=clear.start,
                )

    def _change(self, link: Link, key: Key) -> Component:
        return component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(link.change))

    def buttons(self) -> Iterator[Component]:
        """One die, the loops, and the buttons of the parts."""
        die = self.plan.game.dice[self.pool.dice]
        yield component(
            "m.DiceButton",
            name=self.die,
            text="",
            icon="",
            hotkey=self.roll_key,
            nDice=1,
            nSides=die.sides,
            reportFormat="",
            reportTotal=False,
            body="",
        )
        for kind in self.pool.kinds:
            counts = [self._key("count", link.holder) for link in self.counted(kind)]
            yield component(
                "m.DoActionButton",
                name=f"Pool {self.pool.id} {kind}",
                text="",
                icon="",
                hotkey=self._key("roll", kind),
                doHotkey=True,
                hotkeys=(self.roll_key, *counts),
                doLoop=True,
                loopType="counted",
                loopCount=ex.braced(ex.prop(self.name("number", kind))),
            )
        yield from self._parts()

    def _parts(self) -> Iterator[Component]:
        """For each part the button that asks and rolls, and the one that tells."""
        for id, text, kinds in self.parts():
            says = self._key("says", id)
            chain = [self._key(what, kind) for what in ("clear", "roll") for kind in kinds]
            forget = [self._key("forget", kind) for kind in kinds]
            yield component(
                "m.DoActionButton",
                name=text,
                text=text,
                icon="",
                doHotkey=True,
                tooltip=f"{text}: roll for the units that were counted in, and count hits",
                hotkeys=(*chain, says, *forget),
                canDisable=True,
                propertyGate=OFF,
            )
            yield component(
                "m.DoActionButton",
                name=f"{text} says",
                text="",
                icon="",
                hotkey=says,
                doReport=True,
                reportFormat=ex.braced(self.sentence(kinds)),
            )
        yield component(
            "m.DoActionButton", name=self.clear_text, text=self.clear_text, icon="", doHotkey=True,
            tooltip="Begin anew: nobody is counted in", doReport=True,
            hotkeys=tuple(self._key("forget", kind) for kind in self.pool.kinds),
            reportFormat=ex.braced(said(player(), f": nobody is counted in for {self.pool.name.en}")),
        )  # fmt: skip

    def sentence(self, kinds: list[str]) -> ex.Node:
        """The dice and hits of every kind that rolled, and all hits together."""
        text: ex.Node = said(player(), f": {self.pool.name.en}, ", ex.prop(self.side))
        total: ex.Node = ex.literal(0)
        units: ex.Node = ex.literal(0)
        for kind in kinds:
            number, hits = ex.prop(self.name("number", kind)), ex.prop(self.name("hits", kind))
            rolled = said(f", {self._title(kind)} ({self.values[kind]} or less): ", ex.prop(self.name("rolls", kind)))
            text = ex.add(text, ex.if_(ex.equals(number, 0), "", said(rolled, ", ", counted(hits, "hit", "hits"))))
            total, units = ex.add(total, hits), ex.add(units, number)
        nobody = f"{REFUSED}{self.pool.name.en}: nobody is counted in; {_ALL.lower()} or one by one on the units first"
        told = with_rules(said(text, "; <b>", counted(total, "hit", "hits"), "</b>"), self.pool.note)
        return ex.if_(ex.equals(units, 0), nobody, told)

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """Counts this unit in, or all of its side that stand with it; those of another side are forgotten."""
        every, name = named(f"liege-count-all-{self.pool.id}"), self.pool.name.en
        own, here = ex.prop(holder_property(self.plan)), ex.prop("LocationName")
        on_board = ex.equals(ex.prop("CurrentMap"), self.plan.atlas.main.name)
        place = ex.if_(on_board, here, ex.prop("CurrentMap"))  # an army card has many squares
        for holder, value in ((self.side, own), (self.place, place)):
            change = SetValue(ex.braced(value))
            yield SetGlobalProperty(holder, Limits(), tuple(PropertyCommand("", key, change) for key in _heard(every)))
        same = ex.every(ex.equals(ex.prop(self.side), own), ex.equals(ex.prop(self.place), place))
        for other in self.pool.kinds:
            number = ex.prop(self.name("number", other))
            plus = ex.if_(same, ex.add(number, 1), 1) if other == kind.id else ex.if_(same, number, 0)
            mine = ex.every(
                ex.equals(ex.prop("Kind"), self._title(other)),
                ex.equals(ex.prop(holder_property(self.plan)), f"${holder_property(self.plan)}$"),
            )
            there = ex.call("CountLocation", here, ex.prop("CurrentMap"), ex.quoted(mine))
            one, whole = (f"Count in: {name}", f"{_ALL}: {name}") if other == kind.id else ("", "")
            commands = (
                PropertyCommand(one, keys.COUNT_IN, SetValue(ex.braced(plus))),
                PropertyCommand(whole, every, SetValue(ex.braced(there))),
            )
            yield SetGlobalProperty(self.name("number", other), Limits(True, "0", str(_MOST)), commands)
        counted = said(*(part for other in self.pool.kinds for part in self._count(other)))
        where = said(" in ", ex.prop("location"), " counted in for ", name, ": ", own)
        yield Report(_heard(every), ex.braced(said(player(), where, counted)))
        off = ex.braced(ex.equals(ex.prop(OFF), True))
        yield RestrictCommands("no automatic rolls", "Hide", off, _heard(every))

    def _count(self, kind: str) -> Iterator[ex.Node]:
        number = ex.prop(self.name("number", kind))
        yield ex.if_(ex.equals(number, 0), "", said(f", {self._title(kind)} ", number))


_ALL = "Count in all of this side here"


def _heard(every: Key) -> tuple[Key, Key]:
    return keys.COUNT_IN, every


def pool_buttons_of(plan: Plan) -> list[PoolButtons]:
    """One for every pool of the game."""
    return [PoolButtons(plan, pool) for pool in plan.game.rolls.pools.values()]


def pool_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """Commands that count units in."""
    for made in pool_buttons_of(plan):
        if kind.id in made.pool.kinds:
            yield from made.traits(kind)
