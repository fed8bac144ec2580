"""Volleys: all units of a side roll at the number of their commander; supporters add to it instead of rolling.

Units take part, one commands and others support by commands of the pieces; a button asks for the card, rolls one die
for each unit left, counts hits and takes everybody out.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, asked_buttons
from compiler.emit.automation.modifiers import asked, number_for_piece
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.taking_part import HELPS, LEADS, Muster, Part, rolling
from compiler.emit.chat import REFUSED, player, said, with_rules
from compiler.emit.names import YES, counted
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import Volley
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import SetGlobalProperty, Trait
from compiler.vassal.values import Limits, PropertyCommand, SetValue


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

    @property
    def muster(self) -> Muster:
        """Who takes part, and how."""
        return Muster(self.plan, self.volley.id, self.volley.name.en, self.volley.kinds)

    # -- the chain -----------------------------------------------------------------------------------------------------
    def gathered(self) -> list[Link]:
        """What is counted on the board: who rolls, who supports, and the number of whoever commands."""
        muster, name = self.muster, ex.prop(self.name("commander"))
        led = ex.greater(muster.how_many(LEADS), 0)
        value: ex.Node = ex.if_(led, muster.sum_of(self.volley.hits, LEADS), 0)
        counts = {"units": muster.how_many(), "support": muster.how_many(HELPS), "value": value}
        found = [Link(self.name(part), "0", SetValue(ex.braced(number))) for part, number in counts.items()]
        return [*found, Link(self.name("commander"), "", SetValue(ex.braced(ex.if_(led, name, ""))))]

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
        yield from (link.component() for link in self.gathered())
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
        counting = [link.key for link in (*self.gathered(), *self.answers())]
        then = (*counting, self._key("roll"), self._key("says"), self.muster.key("clear"))
        yield from asked_buttons(
            f"Volley {volley.id}", self.questions(), then, text=name, canDisable=True, propertyGate=OFF,
            tooltip=f"{name}: roll for those who take part, at the number of their commander",
        )  # fmt: skip
        yield self.muster.clear_button()
        yield self.muster.clearing()
        yield component(
            "m.DoActionButton", name=f"Volley {volley.id} says", text="", icon="", hotkey=self._key("says"),
            doReport=True, reportFormat=ex.braced(self.sentence()),
        )  # fmt: skip

    def sentence(self) -> ex.Node:
        """Who commands how many dice, what they must not exceed, what fell and the hits; or why nothing is rolled."""
        name, menu = self.volley.name.en, self.muster.name
        text: ex.Node = said(player(), f": {name}, ", self._value("commander"), " commands, ")
        dice = counted(self._value("dice"), "die", "dice")
        text = said(text, dice, " at ", self._value("most"), " or less: ", self._value("rolls"))
        text = said(text, "; <b>", counted(self._value("hits"), "hit", "hits"), "</b>")
        text = with_rules(text, self.volley.note)
        nobody = f"{REFUSED}{name}: nobody takes part; right-click the units first, menu {menu}"
        headless = f"{REFUSED}{name}: nobody commands and no die is rolled; right-click a commander first, menu {menu}"
        units, commander = self._value("units"), self._value("commander")
        return ex.if_(ex.equals(units, 0), nobody, ex.if_(ex.equals(commander, ""), headless, text))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """Commands to take part, to command and to support."""
        volley, muster = self.volley, self.muster
        parts, unable = [rolling(muster)], None
        if kind.id in volley.leaders:
            lead = self._key("command")
            parts.append(Part(LEADS, f"Command in {muster.name}", "commands in", lead))
            change = PropertyCommand("", lead, SetValue(ex.braced(ex.prop("PieceName"))))
            yield SetGlobalProperty(self.name("commander"), Limits(), (change,))
        if volley.support is not None and volley.support in kind.fields:
            told = "supports the commander, and does not roll, in"
            parts.append(Part(HELPS, f"Support the commander in {muster.name}", told, self._key("support")))
            unable = ex.not_equals(ex.prop(volley.support), YES)
        yield from muster.traits(kind, parts, unable)


def volley_buttons_of(plan: Plan) -> list[VolleyButton]:
    """One for every volley of the game."""
    return [VolleyButton(plan, volley) for volley in plan.game.rolls.volleys.values()]


def volley_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """The commands of a kind for every volley it rolls in."""
    for made in volley_buttons_of(plan):
        if kind.id in made.volley.kinds:
            yield from made.traits(kind)
