"""Volleys: all units of a side roll at the number of their commander; supporters add to it instead of rolling.

Units take part, one commands and others support by commands of the pieces: those who join first attack, the others
strike back. A button asks for the card, rolls one die for each unit left, counts hits, has them befall the units where
nobody has a choice, and takes everybody out. Whoever can command a side best commands it, unless somebody is named
first. Where it is not clear who is attacked the button refuses, and leaves everything as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, asked_buttons
from compiler.emit.automation.hits import Hits
from compiler.emit.automation.holdings import after_volley
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.modifiers import asked, number_for_piece
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.resting import Resting
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.supporting import Supporting
from compiler.emit.automation.taking_part import HELPS, LEADS, ROLLS, SEVERAL, Muster, Part, rolling
from compiler.emit.chat import REFUSED, player, said, with_rules
from compiler.emit.names import YES, counted
from compiler.emit.plan import Plan
from compiler.model.common import NO_NOTE
from compiler.model.counters import CounterKind
from compiler.model.rolls import Volley
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

BOTH = (False, True)  # who attacks, who strikes back
_GAP = "\x00"


class VolleyButton:
    """The button of one volley."""

    def __init__(self, plan: Plan, volley: Volley) -> None:
        self.plan = plan
        self.volley = volley
        self.modifiers = [plan.game.rolls.modifiers[id] for id in volley.modifiers]

    def name(self, part: str, back: bool = False) -> str:
        """A property of the volley."""
        return f"Volley_{self.volley.id}_{part}{'_back' if back else ''}"

    def value(self, part: str, back: bool = False) -> ex.Node:
        return ex.prop(self.name(part, back))

    def key(self, what: str, back: bool = False) -> Key:
        return named(f"liege-volley-{self.volley.id}-{what}{'-back' if back else ''}")

    @property
    def die(self) -> str:
        """The property with the die that fell."""
        return f"{self.volley.id}_die"

    @property
    def about(self) -> str:
        """What the button says of itself."""
        name = self.volley.name.en
        return f"{name}: both sides roll at the numbers of their commanders, and hits befall them"

    @property
    def muster(self) -> Muster:
        """Who takes part, and how."""
        return Muster(self.plan, self.volley.id, self.volley.name.en, self.volley.kinds, resting=self.resting)

    @property
    def resting(self) -> Resting:
        """Who may attack, and attack again."""
        return Resting(self.plan, self.volley.id, self.volley.rested or NO_NOTE)

    def _again(self) -> tuple[ex.Node, ex.Node]:
        """Where the attack took place, and the test of those who attacked."""
        return ex.prop(self.muster.place), ex.every(self.muster.takes(), self.muster.belongs(False))

    @property
    def supporting(self) -> Supporting:
        """Who adds to the number of the commander."""
        return Supporting(self.plan, self.volley, self.muster)

    @property
    def hits(self) -> Hits:
        """What hits do."""
        return Hits(self.plan, self.volley, self.muster)

    # -- who commands --------------------------------------------------------------------------------------------------
    def _able(self, back: bool) -> ex.Node:
        """The test of a piece for one that might command a side: it takes part, and does not support another."""
        names = dict.fromkeys(self.plan.game.counter_kinds[kind].name.en for kind in self.volley.leaders)
        kinds = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in names))
        return ex.every(self.muster.takes(ROLLS, LEADS), kinds, self.muster.belongs(back))

    def _unled(self, back: bool) -> ex.Node:
        """Whether nobody commands a side though somebody can."""
        able = ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(self._able(back)))
        unled = ex.equals(self.muster.how_many(LEADS, back=back), 0)
        return ex.every(unled, ex.greater(able, 0))

    def _best(self, back: bool) -> ex.Node:
        """The test of a piece for one that might command, and nobody better: its number is put into a test as text."""
        number = ex.prop(self.volley.hits)
        before = ex.braced(ex.every(self._able(back), ex.greater(number, _GAP))).partition(f'"{_GAP}"')
        better = ex.call("CountMap", self.plan.atlas.main.name, ex.add(ex.add(before[0], number), before[2]))
        return ex.every(self._able(back), ex.equals(better, 0))

    def fault(self) -> Link:
        """Why there is no roll yet; nothing where there is one."""
        menu = self.muster.name
        nobody = f"nobody takes part; right-click the units first, menu {menu}"
        cases: list[tuple[ex.Node, ex.Value]] = [(ex.equals(self.muster.how_many(), 0), nobody)]
        several = (
            f"several sides stand there; right-click one that is attacked, menu {menu}, and have all of it take part"
        )
        cases.append((ex.equals(ex.prop(self.muster.side(True)), SEVERAL), several))
        return Link(self.name("fault"), "", SetValue(ex.braced(choose(cases, ""))))

    def _appointed(self, back: bool) -> Iterator[Component]:
        """Whoever can command a side best does, if its player named nobody."""
        press = self.key("steps-forward", back)
        yield component(
            "m.DoActionButton", name=f"Volley {self.volley.id} commander", text="", icon="",
            hotkey=self.key("appoints", back), doHotkey=True, hotkeys=(press,), doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(self._unled(back), 1, 0)),
        )  # fmt: skip
        yield component(
            "m.GlobalKeyCommand", name=f"{self.volley.name.en}: who commands", buttonText="", icon="",
            buttonHotkey=press, hotkey=self.key("appointed"), filter=ex.braced(self._best(back)), reportSingle=True,
            singleMap=False,
        )  # fmt: skip

    # -- the chain -----------------------------------------------------------------------------------------------------
    def gathered(self, back: bool) -> list[Link]:
        """What is counted on the board: who rolls, who supports, and the number of whoever commands."""
        muster, name = self.muster, self.value("commander", back)
        led = ex.greater(muster.how_many(LEADS, back=back), 0)
        value: ex.Node = ex.if_(led, muster.sum_of(self.volley.hits, LEADS, back=back), 0)
        counts = {"units": muster.how_many(back=back), "support": muster.how_many(HELPS, back=back), "value": value}
        found = [Link(self.name(part, back), "0", SetValue(ex.braced(number))) for part, number in counts.items()]
        found.append(Link(self.name("commander", back), "", SetValue(ex.braced(ex.if_(led, name, "")))))
        if self.volley.support is not None:
            helpers = SetValue(ex.braced(self.supporting.names(back)))
            found.append(Link(self.name("helpers", back), "", helpers))
        return found

    def questions(self) -> list[Question]:
        """What the player is asked before the roll."""
        cards = [question for m in self.modifiers if (question := asked(self.plan, m, self.volley.name.en)) is not None]
        return [*cards, *self.supporting.questions()]

    def answers(self, back: bool) -> list[Link]:
        """How many dice, what they must not exceed, and that none has fallen."""
        led = ex.not_equals(self.value("commander", back), "")
        dice = ex.if_(led, ex.subtract(self.value("units", back), self.value("support", back)), 0)
        most: ex.Node = self.value("value", back)
        if self.volley.adds is not None:
            each = int(self.plan.game.constants[self.volley.adds].value)
            most = ex.add(most, ex.multiply(self.value("support", back), each))
        for modifier in () if back else self.modifiers:
            most = ex.add(most, number_for_piece(self.plan, modifier))
        made: dict[str, ex.Node] = {"dice": dice, "most": ex.if_(led, most, 0), "hits": ex.literal(0)}
        return [
            *(Link(self.name(part, back), "0", SetValue(ex.braced(value))) for part, value in made.items()),
            Link(self.name("rolls", back), "", SetValue("")),
        ]

    def _counted(self, back: bool) -> dict[str, ex.Node]:
        """What one die adds: a hit, and its face to those that fell."""
        die, rolls = ex.prop(f"{self.die}_total"), self.value("rolls", back)
        hit = ex.add(self.value("hits", back), ex.if_(self.is_hit(die, back), 1, 0))
        return {"hits": hit, "rolls": ex.if_(ex.equals(rolls, ""), die, ex.add(ex.add(rolls, " "), die))}

    def is_hit(self, die: ex.Node, back: bool) -> ex.Node:
        """Whether a die hits."""
        return ex.less_equal(die, self.value("most", back))

    # -- components ----------------------------------------------------------------------------------------------------
    def properties(self) -> Iterator[Component]:
        """Everything the volley keeps, each with its hidden buttons."""
        yield from self.muster.properties()
        yield self.fault().component()
        yield from (link.component() for back in BOTH for link in self.gathered(back))
        yield from (question.component() for question in self.questions())
        yield from (link.component() for link in self.supporting.found())
        for back in BOTH:
            counted = self._counted(back)
            for link in self.answers(back):
                made = link.component()
                part = link.holder.removeprefix(self.name("")).removesuffix("_back")
                if part in counted:
                    made.add(self._change(self.key(f"count-{part}", back), SetValue(ex.braced(counted[part]))))
                yield made
        yield from self.resting.properties(*self._again())
        yield from self.hits.properties(self.value("hits", True), self.value("hits"))

    def _change(self, key: Key, change: SetValue) -> Component:
        return component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(change))

    def buttons(self) -> Iterator[Component]:
        """One die, the loops, the button players press, and those that speak."""
        volley = self.volley
        yield component(
            "m.DiceButton", name=self.die, text="", icon="", hotkey=self.key("die"), nDice=1,
            nSides=self.plan.game.dice[volley.dice].sides, reportFormat="", reportTotal=False, body="",
        )  # fmt: skip
        for back in BOTH:
            yield component(
                "m.DoActionButton", name=f"Volley {volley.id} dice", text="", icon="", hotkey=self.key("roll", back),
                doHotkey=True, doLoop=True, loopType="counted", loopCount=ex.braced(self.value("dice", back)),
                hotkeys=(self.key("die"), *(self.key(f"count-{part}", back) for part in self._counted(back))),
            )  # fmt: skip
        led = [self.key("appoints", back) for back in BOTH]
        again = [link.key for link in self.resting.links(*self._again())]
        then = (*self.supporting.chain(), *led, *self.rolling(), *again, *self.hits.chain(), self.over)
        then = (*then, *after_volley(self.plan, volley))
        able = tuple(link.key for link in self.supporting.found())
        yield from self._begun()
        yield from asked_buttons(f"Volley {volley.id}", self.questions(), then, able, text="", hotkey=self.key("asks"))
        yield from self.supporting.buttons()
        yield self.muster.clear_button()
        yield self.muster.clearing()
        yield from self.hits.buttons()
        for back in BOTH:
            yield from self._appointed(back)
            yield component(
                "m.DoActionButton", name=f"Volley {volley.id} says", text="", icon="", hotkey=self.key("says", back),
                doReport=True, reportFormat=ex.braced(self.sentence(back)), doLoop=True, loopType="counted",
                loopCount=ex.braced(ex.if_(self.speaks(back), 1, 0)),
            )  # fmt: skip

    @property
    def over(self) -> Key:
        """What is pressed when all is told: everybody is taken out."""
        return self.muster.key("clear")

    def rolling(self) -> tuple[Key, ...]:
        """What is pressed to count, to roll and to tell."""
        counting = [link.key for back in BOTH for link in (*self.gathered(back), *self.answers(back))]
        return (*counting, *(self.key(what, back) for what in ("roll", "says") for back in BOTH))

    def speaks(self, back: bool) -> ex.Node:
        """Whether anything is said of a side."""
        return ex.greater(self.value("units", back), 0) if back else ex.literal(True)

    def _begun(self) -> Iterator[Component]:
        """The button players press: it refuses, or goes on."""
        name, fault = self.volley.name.en, self.fault()
        refuses, goes = self.key("refuses"), self.key("goes")
        wrong = ex.equals(ex.prop(fault.holder), "")
        yield component(
            "m.DoActionButton", name=name, text=name, icon="", hotkey=self.key("begins"), doHotkey=True,
            hotkeys=(fault.key, refuses, goes),
            canDisable=True, propertyGate=OFF, tooltip=self.about,
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"{name} refuses", text="", icon="", hotkey=refuses, doReport=True,
            reportFormat=ex.braced(said(f"{REFUSED}{name}: ", ex.prop(fault.holder))), doLoop=True,
            loopType="counted", loopCount=ex.braced(ex.if_(wrong, 0, 1)),
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"{name} goes on", text="", icon="", hotkey=goes, doHotkey=True,
            hotkeys=(self.key("asks"),), doLoop=True, loopType="counted", loopCount=ex.braced(ex.if_(wrong, 1, 0)),
        )  # fmt: skip

    def sentence(self, back: bool = False) -> ex.Node:
        """Who commands how many dice, what they must not exceed, what fell and the hits; or that nobody commands."""
        name = self.volley.name.en
        does = " strike back: " if back else " attack: "
        begins: ex.Node = said(f"{name}, ", ex.prop(self.muster.side(back)), does)
        if not back:  # the other side is nobody's doing
            begins = said(player(), ": ", begins)
        chief = self.value("commander", back)
        if self.volley.support is not None:
            helpers = self.value("helpers", back)
            named = ex.add(chief, ex.add(", supported by ", ex.add(helpers, ",")))
            chief = ex.if_(ex.equals(helpers, ""), chief, named)
        text = said(begins, chief, " commands, ")
        dice = counted(self.value("dice", back), "die", "dice")
        text = said(text, dice, " at ", self.value("most", back), " or less: ", self.value("rolls", back))
        text = said(text, "; <b>", counted(self.value("hits", back), "hit", "hits"), "</b>")
        text = with_rules(text, self.volley.note)
        headless = with_rules(said(begins, "nobody can command, and no die is rolled"), self.volley.note)
        return ex.if_(ex.equals(self.value("commander", back), ""), headless, text)

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """Commands to take part, to command and to support; what a hit does."""
        volley, muster = self.volley, self.muster
        parts, unable = [rolling(muster)], None
        yield from self.hits.traits(kind)
        if kind.id in volley.leaders:
            lead = self.key("command")
            parts.append(Part(LEADS, f"Command in {muster.name}", "commands in", lead))
            for back in BOTH:  # told when the sides are known
                name = ex.if_(muster.owns(back), ex.prop("PieceName"), self.value("commander", back))
                heard = (muster.key(f"says-{LEADS}"), self.key("named"))
                changes = tuple(PropertyCommand("", key, SetValue(ex.braced(name))) for key in heard)
                yield SetGlobalProperty(self.name("commander", back), Limits(), changes)
            appointed = (muster.key(f"set-{LEADS}"), self.key("named"))
            holder = muster.party
            same = ex.every(muster.takes(LEADS), ex.equals(ex.prop(holder), f"${holder}$"))
            first = ex.equals(ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(same)), 0)
            yield Trigger("commands", key=self.key("appointed"), match=ex.braced(first), performed=appointed)
        helps = self.helping(kind)
        if helps is not None:
            parts.append(helps)
            unable = ex.not_equals(ex.prop(volley.support), YES) if volley.support is not None else None
        yield from muster.traits(kind, parts, unable, None if volley.ways else self.key("begins"))

    def helping(self, kind: CounterKind) -> Part | None:
        """The part of those who roll no die."""
        if self.volley.support is None or self.volley.support not in kind.fields:
            return None
        told, menu = "supports the commander, and does not roll, in", f"Support the commander in {self.muster.name}"
        return Part(HELPS, menu, told, self.key("support"))
