"""Fire: volleys whose dice hit at or above a number; the players say in which way the units fire.

Who takes part fires, with a commander or without; who is only fired on says whom the hits are against. Both sides may
fire at once. Modifiers are by side, and units that bear a mark may share dice.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, prompt
from compiler.emit.automation.commanding import Commanding
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.parties import party_property, party_traits
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.taking_part import HELPS, LEADS, ROLLS, Muster, Part, Wording
from compiler.emit.automation.volleys import BOTH, VolleyButton
from compiler.emit.chat import player, said, with_rules
from compiler.emit.module.marks import property_of
from compiler.emit.names import counted
from compiler.emit.plan import Plan
from compiler.model.common import NO_NOTE, Note
from compiler.model.counters import CounterKind
from compiler.model.graph import Space
from compiler.model.ways import Way, When
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key
from compiler.vassal.traits import Trait
from compiler.vassal.values import SetValue

_WORDS = Wording("fire", "who face them", "nobody faces them yet", (("rolls", "R"), ("leads", "C"), ("aimed_at", "T")))


class FireButton(VolleyButton):
    """The button of a volley with ways."""

    @property
    def muster(self) -> Muster:
        return Muster(self.plan, self.volley.id, self.volley.name.en, self.volley.kinds, _WORDS,
                      together=party_property(self.plan, self.volley))  # fmt: skip

    @property
    def about(self) -> str:
        return f"{self.volley.name.en}: who takes part rolls; the chat tells the hits, and against whom"

    def fault(self) -> Link:
        """Only that nobody fires: without a commander they do."""
        rolling = self.muster.how_many(ROLLS, LEADS)
        nobody = f"nobody fires; right-click the units first, menu {self.muster.name}"
        return Link(self.name("fault"), "", SetValue(ex.braced(ex.if_(ex.equals(rolling, 0), nobody, ""))))

    # -- the chain -----------------------------------------------------------------------------------------------------
    @property
    def asked(self) -> str:
        """The property with the way that was chosen."""
        return f"Ask_{self.volley.id}_way"

    def questions(self) -> list[Question]:
        """In which way they fire."""
        ways = self.volley.ways.values()
        bound = {way.name.en: self._here(way.when) for way in ways if way.when is not None and way.when.somewhere}
        names = tuple(way.name.en for way in ways)
        return [Question(self.asked, prompt(self.volley.name.en), names, self._usual(), offered=bound)]

    def _usual(self) -> ex.Node | None:
        """The way that place and marks speak for; else the first that is bound to nothing."""
        ways = self.volley.ways.values()
        usual: list[tuple[ex.Node, ex.Value]] = []
        for way in ways:
            if way.when is not None:
                here = [self._here(way.when)] if way.when.somewhere else []
                marks = ((way.when.marked, (ROLLS, LEADS)), (way.when.against, ()))  # those who fire come first
                borne = [self._borne(mark, *numbers) for mark, numbers in marks if mark is not None]
                usual.append((ex.every(*here, *borne), way.name.en))
        other = next((way.name.en for way in ways if way.when is None), None)
        return choose(usual, other) if usual and other is not None else None

    def _here(self, when: When) -> ex.Node:
        """Whether those who take part stand where a way is the usual one."""
        spots = self.plan.atlas.spaces
        places = [spots[space.id].location for space in self.plan.game.spaces.values() if _fits(when, space)]
        named = ex.literal(f"|{'|'.join(places)}|")
        stands = ex.add("|", ex.add(ex.prop(self.muster.place), "|"))
        return ex.greater_equal(ex.Method(named, "indexOf", (stands,)), 0)

    def _borne(self, mark: str, *numbers: int) -> ex.Node:
        """Whether some of those who take a part bear a mark."""
        test = ex.every(self.muster.takes(*numbers), ex.not_equals(ex.prop(property_of(mark)), ""))
        return ex.greater(ex.call("CountMap", self.plan.atlas.main.name, ex.quoted_now(test)), 0)

    @property
    def commanding(self) -> Commanding:
        """Who fires under whom."""
        return Commanding(self.plan, self.volley, self.muster, self.asked)

    def answers(self, back: bool) -> list[Link]:
        """That no die has fallen, and nothing is told."""
        numbers = [Link(self.name(part, back), "0", SetValue("0")) for part in ("dice", "least", "hits")]
        return [*numbers, *(Link(self.name(part, back), "", SetValue("")) for part in ("rolls", "told"))]

    def _by_way(self, values: dict[Way, ex.Node]) -> ex.Node:
        """What holds for the way that was chosen."""
        *_, last = values.values()
        return self.commanding.by_way(values, last)

    def rolling(self) -> tuple[Key, ...]:
        """Every unit learns what is added to its die; then the dice fall, those with the most added first."""
        gathered = [link.key for back in BOTH for link in (*self.gathered(back), *self.answers(back))]
        levels = [self.key(f"level-{n}", back) for back in BOTH for n in self.commanding.levels()]
        return (*gathered, *self.commanding.chain(), *levels, *(self.key("says", back) for back in BOTH))

    def is_hit(self, die: ex.Node, back: bool) -> ex.Node:
        return ex.greater_equal(die, self.value("least", back))

    # -- components ----------------------------------------------------------------------------------------------------
    def properties(self) -> Iterator[Component]:
        """What dice with so much added need, how many they are, and what is told of them."""
        changes = {self.name(part, back): (part, back) for part in ("dice", "least", "rolls", "told") for back in BOTH}
        for made in super().properties():
            if str(made.get("name")) in changes:
                part, back = changes[str(made.get("name"))]
                for key, value in self._changes(part, back):
                    made.add(self._change(key, SetValue(ex.braced(value))))
            yield made
        yield from self.commanding.properties()

    def _changes(self, part: str, back: bool) -> Iterator[tuple[Key, ex.Node]]:
        if part in ("dice", "least"):
            for n in self.commanding.levels():
                dice = self.commanding.dice_at(n, back)
                lowest = {w: int(self.plan.game.constants[w.at_least].value) for w in self.volley.ways.values()}
                least = self._by_way({w: ex.literal(number - n) for w, number in lowest.items()})
                yield self.key(f"{part}-{n}", back), dice if part == "dice" else least
        elif part == "rolls":
            yield self.key("rolls-none", back), ex.literal("")
        else:
            least, told = self.value("least", back), self.value("told", back)
            dice = said(counted(self.value("dice", back), "die", "dice"), " at ", ex.if_(ex.less(least, 1), 1, least))
            own = said(dice, " or more: ", self.value("rolls", back))
            yield self.key("tells", back), ex.if_(ex.equals(told, ""), own, said(told, "; ", own))

    def buttons(self) -> Iterator[Component]:
        """The dice of every number, one after the other; and what becomes of those who fired."""
        yield from super().buttons()
        yield from self.commanding.buttons()
        for back in BOTH:
            for n in self.commanding.levels():
                some = ex.greater(self.commanding.dice_at(n, back), 0)
                pressed = [self.key(what, back) for what in (f"dice-{n}", f"least-{n}", "rolls-none", "roll", "tells")]
                yield component(
                    "m.DoActionButton", name=f"Volley {self.volley.id} at {n}", text="", icon="",
                    hotkey=self.key(f"level-{n}", back), doHotkey=True, hotkeys=tuple(pressed), doLoop=True,
                    loopType="counted", loopCount=ex.braced(ex.if_(some, 1, 0)),
                )  # fmt: skip
        goes_on = ex.any_of(*(ex.equals(ex.prop(self.asked), way.name.en) for way in self._first_ways()))
        yield component(
            "m.GlobalKeyCommand", name=f"{self.volley.name.en}: who fired", buttonText="", icon="",
            buttonHotkey=self.key("fired-on"), hotkey=self.muster.key(f"set-{HELPS}"),
            filter=ex.braced(self.commanding.fired()), reportSingle=True, singleMap=False,
        )  # fmt: skip
        ends = ((self.key("over-then"), self.key("fired-on"), 1, 0), (self.key("over-all"), super().over, 0, 1))
        yield component(
            "m.DoActionButton", name=f"Volley {self.volley.id} over", text="", icon="", hotkey=self.over,
            doHotkey=True, hotkeys=tuple(key for key, *_ in ends),
        )  # fmt: skip
        for key, pressed_key, then, otherwise in ends:
            yield component(
                "m.DoActionButton", name=f"Volley {self.volley.id} is over", text="", icon="", hotkey=key,
                doHotkey=True, hotkeys=(pressed_key,), doLoop=True, loopType="counted",
                loopCount=ex.braced(ex.if_(goes_on, then, otherwise)),
            )  # fmt: skip

    @property
    def over(self) -> Key:
        """Whoever fired first is fired on next, where others fire after them; else all is over."""
        return self.key("over")

    def _first_ways(self) -> list[Way]:
        return [way for way in self.volley.ways.values() if way.then is not None]

    # -- what is said --------------------------------------------------------------------------------------------------
    def speaks(self, back: bool) -> ex.Node:
        """A side that fires; one at least."""
        fires = ex.not_equals(self.value("told", back), "")
        return fires if back else ex.any_of(fires, ex.equals(self.value("told", True), ""))

    def sentence(self, back: bool = False) -> ex.Node:
        """Who fires how and with how many dice, what they need, what fell, the hits and against whom."""
        name, told = self.volley.name.en, self.value("told", back)
        ours, theirs = ex.prop(self.muster.side(back)), ex.prop(self.muster.side(not back))
        how = self._by_way({w: ex.literal(w.name.en[:1].lower() + w.name.en[1:]) for w in self.volley.ways.values()})
        text: ex.Node = said(player(), f": {name}, ", ours, ", ", how, ": ")
        chief, leaders = self.value("commander", back), self.value("leaders", back)
        one = {way: chief for way in self.volley.ways.values() if way.led and way.commands is None}
        many = {way: leaders for way in self.volley.ways.values() if way.led and way.commands is not None}
        led = self.commanding.by_way({**one, **many}, "")
        text = said(text, ex.if_(ex.equals(led, ""), "", said(led, " in command, ")))
        text = said(text, ex.if_(ex.equals(told, ""), "nobody fires", told))
        text = said(text, "; <b>", counted(self.value("hits", back), "hit", "hits"), "</b>")
        facing = ex.greater(self.value("units", not back), 0)
        text = said(text, ex.if_(facing, said(" against <b>", theirs, "</b>"), ""))
        ways = self.volley.ways
        after = {
            w: f"; then the others who are left fire: {ways[w.then].name.en}" for w in self._first_ways() if w.then
        }
        text = said(text, self.commanding.by_way({way: ex.literal(word) for way, word in after.items()}, ""))
        return with_rules(text, NO_NOTE, cases=self._rules())

    def _rules(self) -> Iterator[tuple[ex.Node, Note]]:
        """The rule of the way that was chosen."""
        for way in self.volley.ways.values():
            yield ex.equals(ex.prop(self.asked), way.name.en), way.note

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """With whom it stands, and under whom it fires."""
        yield from party_traits(self.plan, self.volley)
        yield from self.commanding.traits(kind)
        yield from super().traits(kind)

    def helping(self, kind: CounterKind) -> Part:
        """The part of those who do not fire: hits are against them."""
        menu = f"Fired on in {self.muster.name}"
        return Part(HELPS, menu, "is fired on, and does not roll, in", self.key("support"))


def _fits(when: When, space: Space) -> bool:
    kind = not when.kinds or space.kind in when.kinds
    return kind and all(space.values.get(name) == value for name, value in when.fields.items())


def volley_buttons_of(plan: Plan) -> list[VolleyButton]:
    """One for every volley of the game."""
    volleys = plan.game.rolls.volleys.values()
    return [FireButton(plan, volley) if volley.ways else VolleyButton(plan, volley) for volley in volleys]


def volley_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """The commands of a kind for every volley it rolls in."""
    for made in volley_buttons_of(plan):
        if kind.id in made.volley.kinds:
            yield from made.traits(kind)
