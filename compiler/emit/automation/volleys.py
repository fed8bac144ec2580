"""Volleys: all units of a side roll at the number of their commander; supporters add to it instead of rolling.

Units are counted in, one is named to command and others to support by commands of the pieces; a button asks for the
card, rolls one die for each unit left, counts hits and forgets everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, asked_buttons
from compiler.emit.automation.modifiers import asked, number_for_piece
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import Link
from compiler.emit.chat import player, ruled, said
from compiler.emit.module import keys
from compiler.emit.names import YES
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import Volley
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Report, RestrictCommands, SetGlobalProperty, Trait
from compiler.vassal.values import AddNumber, Limits, PropertyCommand, SetValue

_MOST = 99


class VolleyButton:
    """The button of one volley."""

    def __init__(self, plan: Plan, volley: Volley) -> None:
        self.plan = plan
        self.volley = volley
        self.modifiers = [plan.game.rolls.modifiers[id] for id in volley.modifiers]

    def name(self, part: str) -> str:
        """A property of the volley."""
        return f"Volley_{self.volley.id}_{part}"

    def _value(self, part: str) -> ex.Node:
        return ex.prop(self.name(part))

    def _key(self, what: str) -> Key:
        return named(f"liege-volley-{self.volley.id}-{what}")

    @property
    def die(self) -> str:
        """The property with the die that fell."""
        return f"{self.volley.id}_die"

    # -- the chain -----------------------------------------------------------------------------------------------------
    def told(self) -> dict[str, str]:
        """What pieces tell, each with what it is when nobody has."""
        return {"units": "0", "support": "0", "value": "0", "commander": ""}

    def questions(self) -> list[Question]:
        """What the player is asked before the roll."""
        return [question for m in self.modifiers if (question := asked(self.plan, m)) is not None]

    def answers(self) -> list[Link]:
        """How many dice, what they must not exceed, and that none has fallen."""
        led = ex.not_equals(self._value("commander"), "")
        dice = ex.if_(led, ex.subtract(self._value("units"), self._value("support")), 0)
        most: ex.Node = self._value("value")
        if self.volley.adds is not None:
            each = int(self.plan.game.constants[self.volley.adds].value)
            most = ex.add(most, ex.multiply(self._value("support"), each))
        for modifier in self.modifiers:
            most = ex.add(most, number_for_piece(self.plan, modifier))
        made: dict[str, ex.Node] = {"dice": dice, "most": ex.if_(led, most, 0), "hits": ex.literal(0)}
        return [
            *(Link(self.name(part), "0", SetValue(ex.braced(value))) for part, value in made.items()),
            Link(self.name("rolls"), "", SetValue("")),
        ]

    def _counted(self) -> dict[str, ex.Node]:
        """What one die adds: a hit, and its face to those that fell."""
        die, rolls = ex.prop(f"{self.die}_total"), self._value("rolls")
        hit = ex.add(self._value("hits"), ex.if_(ex.less_equal(die, self._value("most")), 1, 0))
        return {"hits": hit, "rolls": ex.if_(ex.equals(rolls, ""), die, ex.add(ex.add(rolls, " "), die))}

    # -- components ----------------------------------------------------------------------------------------------------
    def properties(self) -> Iterator[Component]:
        """Everything the volley keeps, each with its hidden buttons."""
        for part, nothing in self.told().items():
            yield component(
                "m.properties.GlobalProperty",
                self._change(self._key("forget"), SetValue(nothing)),
                name=self.name(part),
                initialValue=nothing,
                description=f"{self.volley.name.en}: {part}",
            )
        yield from (question.component() for question in self.questions())
        counted = self._counted()
        for link in self.answers():
            made = link.component()
            part = link.holder.removeprefix(self.name(""))
            if part in counted:
                made.add(self._change(self._key(f"count-{part}"), SetValue(ex.braced(counted[part]))))
            yield made

    def _change(self, key: Key, change: SetValue) -> Component:
        return component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(change))

    def buttons(self) -> Iterator[Component]:
        """One die, the loop, the button players press, and the one that speaks."""
        volley, name = self.volley, self.volley.name.en
        yield component(
            "m.DiceButton", name=self.die, text="", icon="", hotkey=self._key("die"), nDice=1,
            nSides=self.plan.game.dice[volley.dice].sides, reportFormat="", reportTotal=False, body="",
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"Volley {volley.id} dice", text="", icon="", hotkey=self._key("roll"),
            doHotkey=True, hotkeys=(self._key("die"), *(self._key(f"count-{part}") for part in self._counted())),
            doLoop=True, loopType="counted", loopCount=ex.braced(self._value("dice")),
        )  # fmt: skip
        then = (*(link.key for link in self.answers()), self._key("roll"), self._key("says"), self._key("forget"))
        yield from asked_buttons(
            f"Volley {volley.id}", self.questions(), then, text=name, canDisable=True, propertyGate=OFF,
            tooltip=f"{name}: roll for the units counted in, at the number of their commander",
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"Volley {volley.id} says", text="", icon="", hotkey=self._key("says"),
            doReport=True, reportFormat=ex.braced(self.sentence()),
        )  # fmt: skip

    def sentence(self) -> ex.Node:
        """Who commands how many dice, what they must not exceed, what fell and the hits."""
        text: ex.Node = said(player(), f": {self.volley.name.en}{ruled(self.volley.note)}, ")
        led = ex.add(self._value("commander"), ex.add(" commands, ", self._value("dice")))
        led = ex.add(ex.add(led, " dice at "), ex.add(self._value("most"), " or less: "))
        text = ex.add(
            text, ex.if_(ex.equals(self._value("commander"), ""), "nobody commands and no die is rolled", led)
        )
        text = ex.add(text, self._value("rolls"))
        return ex.add(text, ex.add("; <b>", ex.add(self._value("hits"), " hit</b>")))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """Commands to be counted in, to command and to support."""
        volley, name = self.volley, self.volley.name.en
        heard = [keys.COUNT_IN]
        count = PropertyCommand(f"Count in: {name}", keys.COUNT_IN, AddNumber("1"))
        yield SetGlobalProperty(self.name("units"), Limits(True, "0", str(_MOST)), (count,))
        told = f"$newPieceName$ in $location$ is counted in: ${self.name('units')}$"
        yield Report((keys.COUNT_IN,), told)
        if kind.id in volley.leaders:
            lead = self._key("command")
            heard.append(lead)
            for part, own, menu in (("value", volley.hits, f"Commands: {name}"), ("commander", "PieceName", "")):
                change = SetValue(ex.braced(ex.prop(own)))
                yield SetGlobalProperty(self.name(part), Limits(), (PropertyCommand(menu, lead, change),))
            yield Report((lead,), f"$newPieceName$ in $location$ commands: {name}")
        if volley.support is not None and volley.support in kind.fields:
            support = self._key("support")
            heard.append(support)
            joins = PropertyCommand(f"Supports: {name}", support, AddNumber("1"))
            yield SetGlobalProperty(self.name("support"), Limits(True, "0", str(_MOST)), (joins,))
            yield Report((support,), f"$newPieceName$ in $location$ supports and does not roll: {name}")
            unable = ex.not_equals(ex.prop(volley.support), YES)
            yield RestrictCommands(f"no {volley.support}", "Hide", ex.braced(unable), (support,))
        yield RestrictCommands("no automatic rolls", "Hide", ex.braced(ex.equals(ex.prop(OFF), True)), tuple(heard))


def volley_buttons_of(plan: Plan) -> list[VolleyButton]:
    """One for every volley of the game."""
    return [VolleyButton(plan, volley) for volley in plan.game.rolls.volleys.values()]


def volley_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """The commands of a kind for every volley it rolls in."""
    for made in volley_buttons_of(plan):
        if kind.id in made.volley.kinds:
            yield from made.traits(kind)
