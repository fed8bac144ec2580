"""Pools: a die for each unit of a kind, hits counted by the number on the unit.

Units are counted by a command of the piece or typed in; a loop of a hidden button rolls one die for each.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import Link
from compiler.emit.module import keys
from compiler.emit.names import cited
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import Pool, in_order, printed
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Report, RestrictCommands, SetGlobalProperty, Trait
from compiler.vassal.values import AddNumber, Ask, Limits, PropertyCommand, SetValue

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

    # -- one die -------------------------------------------------------------------------------------------------------
    @property
    def die(self) -> str:
        """The property with the die that fell."""
        return f"{self.pool.dice}_one"

    @property
    def roll_key(self) -> Key:
        return named(f"liege-roll-one-{self.pool.dice}")

    def question(self, kind: str) -> Link:
        """How many units of a kind roll."""
        ask = Ask(f"{self._title(kind)}: how many? (hits on {self.values[kind]} or less)")
        return Link(self.name("number", kind), "0", ask)

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

    def properties(self) -> Iterator[Component]:
        """Number, hits and faces of every kind, each with its hidden buttons."""
        for kind in self.pool.kinds:
            number, (hits, rolls) = self.question(kind), self.cleared(kind)
            plus, more = self.counted(kind)
            yield component(
                "m.properties.GlobalProperty",
                self._change(number, self._key("ask", kind)),
                self._change(Link(number.holder, "0", SetValue("0")), self._key("forget", kind)),
                name=number.holder,
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
            chain = [self._key(what, kind) for what in ("ask", "clear", "roll") for kind in kinds]
            forget = [self._key("forget", kind) for kind in kinds]
            yield component(
                "m.DoActionButton",
                name=text,
                text=text,
                icon="",
                doHotkey=True,
                tooltip=f"{text}: give the numbers of units, roll and count hits",
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

    def sentence(self, kinds: list[str]) -> ex.Node:
        """The dice and hits of every kind that rolled, and all hits together."""
        text: ex.Node = ex.add(ex.prop("PlayerName"), f": {self.pool.name.en}{cited(self.pool.note)}")
        total: ex.Node = ex.literal(0)
        for kind in kinds:
            number, hits = ex.prop(self.name("number", kind)), ex.prop(self.name("hits", kind))
            rolled = ex.add(
                f", {self._title(kind)} (", ex.add(f"{self.values[kind]} or less): ", ex.prop(self.name("rolls", kind)))
            )
            said = ex.add(ex.add(rolled, ", "), ex.add(hits, " hit"))
            text = ex.add(text, ex.if_(ex.equals(number, 0), "", said))
            total = ex.add(total, hits)
        return ex.add(text, ex.add("; <b>", ex.add(total, " hit</b>")))


def pool_buttons_of(plan: Plan) -> list[PoolButtons]:
    """One for every pool of the game."""
    return [PoolButtons(plan, pool) for pool in plan.game.rolls.pools.values()]


def pool_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """A command that counts a unit in."""
    for made in pool_buttons_of(plan):
        if kind.id in made.pool.kinds:
            menu, number = f"Count in: {made.pool.name.en}", made.name("number", kind.id)
            yield SetGlobalProperty(
                number, Limits(True, "0", str(_MOST)), (PropertyCommand(menu, keys.COUNT_IN, AddNumber("1")),)
            )
            yield Report((keys.COUNT_IN,), f"$newPieceName$ in $location$ is counted in: ${number}$ {kind.name.en}")
            yield RestrictCommands(
                "no automatic rolls", "Hide", ex.braced(ex.equals(ex.prop(OFF), True)), (keys.COUNT_IN,)
            )
