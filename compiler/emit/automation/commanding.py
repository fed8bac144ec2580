"""Who fires under whom: leaders take units of their own side, the best leader first, and the rest fire without one.

Each unit keeps what is added to its dice and how many it rolls; units that share dice roll one for the first of them.
Leaders and units act one after the other, so that what is left of a command is a number of the module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.emit.automation.lookup import choose
from compiler.emit.automation.modifiers import number_for_side
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.taking_part import LEADS, ROLLS, Muster
from compiler.emit.chat import said
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import property_of
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import Constant, Number, Volley
from compiler.model.ways import Commands, Way
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, GlobalKeyCommand, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue, Target

BOTH = (False, True)
_OUT, _NOT_YET = -2, -1  # of a unit's dice: it does not fire; nobody has led it yet
_NO_LIMIT = 99999


class Commanding:
    """The commands of one volley; `asked` is the property with the way that was chosen."""

    def __init__(self, plan: Plan, volley: Volley, muster: Muster, asked: str) -> None:
        self.plan, self.volley, self.muster, self.asked = plan, volley, muster, asked

    # -- what units keep -----------------------------------------------------------------------------------------------
    @property
    def level(self) -> str:
        """The property of a unit with what is added to its die."""
        return f"Level_{self.volley.id}"

    @property
    def rolled(self) -> str:
        """The property of a unit with the dice it rolls."""
        return f"Dice_{self.volley.id}"

    def key(self, what: str) -> Key:
        return named(f"liege-command-{self.volley.id}-{what}")

    def name(self, part: str, back: bool = False) -> str:
        return f"Volley_{self.volley.id}_{part}{'_back' if back else ''}"

    def value(self, part: str, back: bool = False) -> ex.Node:
        return ex.prop(self.name(part, back))

    def levels(self) -> range:
        """All that may be added to a die, the most first."""
        faces = [f for c in self.plan.game.counters.values() if c.kind in self.volley.leaders for f in c.faces]
        brave = max((int(face.values.get(self.volley.hits) or 0) for face in faces), default=0)
        most, least = 0, 0
        for way in self.volley.ways.values():
            numbers = [self._numbers(id) for id in (*self.volley.modifiers, *way.modifiers)]
            most = max(most, (brave if way.led else 0) + sum(max(0, *own) for own in numbers))
            least = min(least, sum(min(0, *own) for own in numbers))
        return range(most, least - 1, -1)

    def _numbers(self, modifier: str) -> list[int]:
        source = self.plan.game.rolls.modifiers[modifier].source
        if isinstance(source, Number):
            return [int(source.value), 0]
        if isinstance(source, Constant):
            value = self.plan.game.constants[source.id].value
            return [0, *(int(n) for n in (value.values() if isinstance(value, dict) else [value]))]
        return [0, 0]

    def dice_at(self, level: int, back: bool) -> ex.Node:
        """How many dice of a side have so much added."""
        test = ex.every(
            self.muster.takes(ROLLS, LEADS), ex.greater(ex.prop(self.rolled), 0), ex.equals(ex.prop(self.level), level),
            self.muster.belongs(back),
        )  # fmt: skip
        return ex.call("SumMap", self.rolled, self.plan.atlas.main.name, ex.quoted(test))

    def fired(self) -> ex.Node:
        """The test of a piece that has fired."""
        return ex.every(self.muster.takes(ROLLS, LEADS), ex.greater_equal(ex.prop(self.rolled), 0))

    # -- by way --------------------------------------------------------------------------------------------------------
    def by_way(self, values: Mapping[Way, ex.Node], other: ex.Value) -> ex.Node:
        """What holds for the way that was chosen, of some ways."""
        cases: list[tuple[ex.Node, ex.Value]] = [
            (ex.equals(ex.prop(self.asked), way.name.en), value) for way, value in values.items()
        ]
        return choose(cases, other)

    @property
    def _ways(self) -> list[Way]:
        return list(self.volley.ways.values())

    def _added(self, way: Way) -> ex.Node:
        """What is added to the die of a unit before any leader has taken it."""
        found: ex.Node = ex.literal(0)
        if way.led and way.commands is None:  # one commander for all
            found = ex.if_(self.muster.owns(True), self.value("value", True), self.value("value"))
        side = ex.prop(holder_property(self.plan))
        for id in (*self.volley.modifiers, *way.modifiers):
            found = ex.add(found, number_for_side(self.plan, self.plan.game.rolls.modifiers[id], side))
        return found

    def _fires(self, way: Way) -> ex.Node:
        """Whether a unit fires in a way: where marks speak for some, only those; without a mark who came first."""
        when = way.when
        mark = (when.marked or when.against) if when is not None else None
        if when is None or mark is None:
            return ex.literal(True)
        bears = ex.not_equals(ex.prop(property_of(mark)), "")
        some = ex.greater(self.value(f"bearing_{mark}"), 0)
        return ex.if_(some, bears if when.marked is not None else ex.not_(bears), self.muster.owns(False))

    def marks(self) -> list[str]:
        """The marks that say who fires."""
        ways = [way.when for way in self._ways if way.when is not None]
        return list(dict.fromkeys(mark for when in ways for mark in (when.marked, when.against) if mark is not None))

    def bearing(self, *numbers: int, mark: str) -> ex.Node:
        """How many of those who take some parts bear a mark."""
        test = ex.every(self.muster.takes(*numbers), ex.not_equals(ex.prop(property_of(mark)), ""))
        return ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(test))

    def _shares(self) -> ex.Node:
        """Whether a unit shares a die."""
        own = {w: ex.not_equals(ex.prop(property_of(w.shared.mark)), "") for w in self._ways if w.shared is not None}
        return self.by_way(own, ex.literal(False))

    def _die(self) -> ex.Node:
        """How many dice a unit rolls: of those that share one the first."""
        shared = self.value("shared")
        each = {
            way: ex.literal(int(self.plan.game.constants[way.shared.units].value))
            for way in self._ways
            if way.shared is not None
        }
        is_first = ex.equals(ex.remainder(shared, self.by_way(each, 1)), 0)
        return ex.if_(self._shares(), ex.if_(is_first, 1, 0), 1)

    # -- the chain -----------------------------------------------------------------------------------------------------
    def links(self) -> list[Link]:
        """Who bears marks, and that nobody leads anybody yet."""
        return [
            *(Link(self.name(f"bearing_{m}"), "0", SetValue(ex.braced(self.bearing(mark=m)))) for m in self.marks()),
            *(Link(self.name("leaders", back), "", SetValue("")) for back in BOTH),
        ]

    def chain(self) -> tuple[Key, ...]:
        """What is pressed: every unit knows what it has, leaders take theirs, the rest fire alone."""
        led = [self.key(f"press-{what}") for what in ("first", *self._braveries())]
        alone = [self.key(f"press-alone-{level}") for level in self.levels()]
        begins = self.key("nobody-leads")
        pressed = [key for one in alone for key in (begins, one)]
        return (*(link.key for link in self.links()), self.key("press-anew"), *led, *pressed)

    def _braveries(self) -> list[int]:
        faces = [f for c in self.plan.game.counters.values() if c.kind in self.volley.leaders for f in c.faces]
        return sorted({int(face.values.get(self.volley.hits) or 0) for face in faces}, reverse=True)

    def properties(self) -> Iterator[Component]:
        """What is left of a command, what its leader lends, and how many have shared dice."""
        yield from (link.component() for link in self.links())
        for part, alone in (("left", _NO_LIMIT), ("lends", 0), ("shared", 0)):
            press = component(
                "m.properties.ChangePropertyButton", text="", hotkey=self.key("nobody-leads"),
                propChanger=str(SetValue(str(alone))),
            )  # fmt: skip
            yield component("m.properties.GlobalProperty", press, name=self.name(part), initialValue="0")
        yield component("m.properties.GlobalProperty", name=self.name("most"), initialValue="0")

    def buttons(self) -> Iterator[Component]:
        """The hidden buttons that speak to the units."""
        taking, open_ = self.muster.takes(ROLLS, LEADS), ex.equals(ex.prop(self.rolled), _NOT_YET)
        brave = ex.prop(self.volley.hits)
        tests: dict[str, tuple[Key, ex.Node]] = {"anew": (self.key("anew"), taking)}
        leads = self.key("leads")
        tests["first"] = (leads, ex.every(self.muster.takes(LEADS), open_))
        for n in self._braveries():
            tests[str(n)] = (leads, ex.every(taking, open_, ex.equals(brave, n)))
        for level in self.levels():
            test = ex.every(taking, open_, ex.equals(ex.prop(self.level), level))
            tests[f"alone-{level}"] = (self.key("follows"), test)
        for what, (sent, test) in tests.items():
            yield component(
                "m.GlobalKeyCommand", name=f"{self.volley.name.en}: {what}", buttonText="", icon="",
                buttonHotkey=self.key(f"press-{what}"), hotkey=sent, filter=ex.braced(test), reportSingle=True,
                singleMap=False,
            )  # fmt: skip

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """What a unit keeps, and how it is led; of a leader, how he takes his units."""
        level, rolled = ex.prop(self.level), ex.prop(self.rolled)
        anew, joins, counts = self.key("anew"), self.key("joins"), self.key("counts")
        base = self.by_way({way: self._added(way) for way in self._ways}, 0)
        fires = self.by_way({way: self._fires(way) for way in self._ways}, ex.literal(True))
        yield _kept(self.level, {anew: base, joins: ex.add(level, self.value("lends"))}, "0")
        yield _kept(self.rolled, {anew: ex.if_(fires, _NOT_YET, _OUT), joins: self._die()}, str(_OUT))
        shared = ex.add(self.value("shared"), ex.if_(self._shares(), 1, 0))
        starts: dict[str, ex.Node] = {}
        commanding = {way: way.commands for way in self._ways if way.commands is not None}
        if kind.id in self.volley.leaders and commanding:
            limit = self.by_way({way: self._limit(commands) for way, commands in commanding.items()}, 0)
            starts = {"shared": ex.literal(0), "lends": ex.prop(self.volley.hits), "left": limit}
        takes = self.key("takes")
        for part, change in (("shared", shared), ("left", ex.subtract(self.value("left"), 1)), ("lends", None)):
            changes: dict[Key, ex.Node] = {} if change is None else {counts: change}
            changes |= {takes: starts[part]} if part in starts else {}
            if changes:
                yield _told(self.name(part), changes)
        free = ex.every(ex.greater(self.value("left"), 0), ex.equals(rolled, _NOT_YET))
        yield Trigger("follows", key=self.key("follows"), match=ex.braced(free), performed=(joins, counts))
        if starts:
            yield from self._leads(takes, joins, counts, list(commanding))

    def _leads(self, takes: Key, joins: Key, counts: Key, ways: list[Way]) -> Iterator[Trait]:
        """A leader fires at his own number, and after him those he takes: first of all those who share no dice."""
        holder, whole, some = holder_property(self.plan), self.key("whole"), self.key("some")
        names = [k.name.en for id, k in self.plan.game.counter_kinds.items() if id in self._followers()]
        kinds = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in dict.fromkeys(names)))
        mine = ex.every(kinds, self.muster.takes(ROLLS), ex.equals(ex.prop(self.rolled), _NOT_YET),
                        ex.equals(ex.prop(holder), f"${holder}$"))  # fmt: skip
        here, shares = Target(by_location=True, where="CURLOC"), self._shares()
        for key, test in ((whole, ex.every(mine, ex.not_(shares))), (some, ex.every(mine, shares))):
            yield GlobalKeyCommand("", key, self.key("follows"), ex.braced(test), target=here)
        tells = self.key("tells")
        for back in BOTH:
            before = self.value("leaders", back)
            led = ex.subtract(ex.subtract(self.value("most"), 1), self.value("left"))
            own = said(ex.prop("PieceName"), ex.if_(ex.greater(led, 0), said(" leading ", led), ""))
            text = ex.if_(ex.equals(before, ""), own, said(before, ", ", own))
            yield _told(self.name("leaders", back), {tells: ex.if_(self.muster.owns(back), text, before)})
        yield _told(self.name("most"), {self.key("notes"): self.value("left")})
        commanding = ex.any_of(*(ex.equals(ex.prop(self.asked), way.name.en) for way in ways))
        open_ = ex.equals(ex.prop(self.rolled), _NOT_YET)
        # he himself is no part of his limit: one more than that is left before he counts
        done = (takes, self.key("notes"), joins, counts, whole, some, tells)
        yield Trigger("leads", key=self.key("leads"), match=ex.braced(ex.every(commanding, open_)), performed=done)

    def _followers(self) -> list[str]:
        return [id for id in self.volley.kinds if id not in self.volley.leaders]

    def _limit(self, commands: Commands) -> ex.Node:
        """How many a leader leads, and he himself."""
        limits = self.plan.game.constants[commands.limit].value
        own = ex.prop(commands.by)
        cases: list[tuple[ex.Node, ex.Value]] = [
            (ex.not_equals(ex.prop(property_of(mark)), ""), int(limits[value]) + 1)
            for mark, value in commands.marks.items()
        ]
        cases += [(ex.equals(own, value), int(number) + 1) for value, number in limits.items()]
        return choose(cases, 1)


def _kept(name: str, changes: Mapping[Key, ex.Node], value: str) -> DynamicProperty:
    made = tuple(PropertyCommand("", key, SetValue(ex.braced(change))) for key, change in changes.items())
    return DynamicProperty(name, Limits(), made, value=value)


def _told(name: str, changes: Mapping[Key, ex.Node]) -> SetGlobalProperty:
    made = tuple(PropertyCommand("", key, SetValue(ex.braced(change))) for key, change in changes.items())
    return SetGlobalProperty(name, Limits(), made)
