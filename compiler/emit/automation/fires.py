"""Fire: volleys whose dice hit at or above a number; the players say in which way the units fire.

Who takes part fires, with a commander or without; who is only fired on says whom the hits are against. Both sides may
fire at once. Modifiers are by side, and units that bear a mark may share dice.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, prompt
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.modifiers import number_for_side
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.taking_part import HELPS, LEADS, ROLLS, Muster, Part, Wording
from compiler.emit.automation.volleys import VolleyButton
from compiler.emit.chat import player, said, with_rules
from compiler.emit.module.marks import property_of
from compiler.emit.names import counted
from compiler.emit.plan import Plan
from compiler.model.common import Note
from compiler.model.counters import CounterKind
from compiler.model.graph import Space
from compiler.model.ways import Shared, Way, When
from compiler.vassal import expression as ex
from compiler.vassal.traits import Trait
from compiler.vassal.values import SetValue

_WORDS = Wording("fire", "who face them", "nobody faces them yet", (("rolls", "R"), ("leads", "C"), ("aimed_at", "T")))


class FireButton(VolleyButton):
    """The button of a volley with ways."""

    @property
    def muster(self) -> Muster:
        return Muster(self.plan, self.volley.id, self.volley.name.en, self.volley.kinds, _WORDS)

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
                marks = ((way.when.marked, False), (way.when.against, True))
                borne = [self._borne(mark, back) for mark, back in marks if mark is not None]
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

    def _borne(self, mark: str, back: bool) -> ex.Node:
        """Whether some of a side that take part bear a mark."""
        muster = self.muster
        test = ex.every(muster.takes(), ex.not_equals(ex.prop(property_of(mark)), ""), muster.belongs(back))
        return ex.greater(ex.call("CountMap", self.plan.atlas.main.name, ex.quoted_now(test)), 0)

    def gathered(self, back: bool) -> list[Link]:
        """Who rolls, who is only fired on, who commands; and how many share dice."""
        return [*super().gathered(back), *(self._sharing(mark, back) for mark in self._marks())]

    def _marks(self) -> list[str]:
        return list(dict.fromkeys(way.shared.mark for way in self.volley.ways.values() if way.shared is not None))

    def _sharing(self, mark: str, back: bool) -> Link:
        """How many of those who roll bear a mark."""
        muster = self.muster
        test = ex.every(muster.takes(ROLLS, LEADS), ex.not_equals(ex.prop(property_of(mark)), ""), muster.belongs(back))
        number = ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(test))
        return Link(self.name(f"sharing_{mark}", back), "0", SetValue(ex.braced(number)))

    def answers(self, back: bool) -> list[Link]:
        """How many dice, the least that hits, and that none has fallen."""
        ways = self.volley.ways.values()
        dice = self._by_way({way: self._dice(way.shared, back) for way in ways})
        least = self._by_way({way: self._least(way, back) for way in ways})
        made: dict[str, ex.Node] = {"dice": dice, "least": least, "hits": ex.literal(0)}
        return [
            *(Link(self.name(part, back), "0", SetValue(ex.braced(value))) for part, value in made.items()),
            Link(self.name("rolls", back), "", SetValue("")),
        ]

    def _by_way(self, values: dict[Way, ex.Node]) -> ex.Node:
        """What holds for the way that was chosen."""
        chosen = ex.prop(self.asked)
        cases: list[tuple[ex.Node, ex.Value]] = [(ex.equals(chosen, w.name.en), value) for w, value in values.items()]
        return choose(cases[:-1], cases[-1][1])

    def _dice(self, shared: Shared | None, back: bool) -> ex.Node:
        rolling = ex.subtract(self.value("units", back), self.value("support", back))
        if shared is None:
            return rolling
        each, some = int(self.plan.game.constants[shared.units].value), self.value(f"sharing_{shared.mark}", back)
        together = ex.divide(ex.add(some, each - 1), each)  # rounded up
        return ex.add(ex.subtract(rolling, some), together)

    def _least(self, way: Way, back: bool) -> ex.Node:
        """The lowest natural roll that hits."""
        found: ex.Node = ex.literal(int(self.plan.game.constants[way.at_least].value))
        if way.led:
            found = ex.subtract(found, self.value("value", back))
        for id in (*self.volley.modifiers, *way.modifiers):
            modifier = self.plan.game.rolls.modifiers[id]
            found = ex.subtract(found, number_for_side(self.plan, modifier, ex.prop(self.muster.side(back))))
        return found

    def is_hit(self, die: ex.Node, back: bool) -> ex.Node:
        return ex.greater_equal(die, self.value("least", back))

    # -- what is said --------------------------------------------------------------------------------------------------
    def speaks(self, back: bool) -> ex.Node:
        """A side that fires."""
        return ex.greater(self.value("dice", back), 0)

    def sentence(self, back: bool = False) -> ex.Node:
        """Who fires how and with how many dice, what they need, what fell, the hits and against whom."""
        name, least = self.volley.name.en, self.value("least", back)
        ours, theirs = ex.prop(self.muster.side(back)), ex.prop(self.muster.side(not back))
        commander = self.value("commander", back)
        how = self._by_way({w: ex.literal(w.name.en[:1].lower() + w.name.en[1:]) for w in self.volley.ways.values()})
        text: ex.Node = said(player(), f": {name}, ", ours, ", ", how)
        text = said(text, ": ", ex.if_(ex.equals(commander, ""), "nobody", commander), " commands, ")
        lowest = ex.if_(ex.less(least, 1), 1, least)
        text = said(text, counted(self.value("dice", back), "die", "dice"), " at ", lowest, " or more: ")
        text = said(text, self.value("rolls", back), "; <b>", counted(self.value("hits", back), "hit", "hits"), "</b>")
        facing = ex.greater(self.value("units", not back), 0)
        text = said(text, ex.if_(facing, said(" against <b>", theirs, "</b>"), ""))
        return with_rules(text, self.volley.note, cases=self._rules())

    def _rules(self) -> Iterator[tuple[ex.Node, Note]]:
        for way in self.volley.ways.values():
            yield ex.equals(ex.prop(self.asked), way.name.en), way.note

    # -- on the piece --------------------------------------------------------------------------------------------------
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
