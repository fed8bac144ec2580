"""Chances: a piece tells what a check would come to, and how likely, before anything is rolled.

It works with the numbers and modifiers of the roll itself, and refuses what the roll would refuse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from compiler.emit.asking import asked_buttons
from compiler.emit.automation.bars import fault_property
from compiler.emit.automation.checks import CheckButton
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import HOLDER, TELL, Link, held, judge_key, refuse_key
from compiler.emit.chat import owner, said, with_rules
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.game import Dice
from compiler.model.rolls import ROLLER, TARGET, Check, Outcome
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import GlobalHotkey, SubMenu, Trait, Trigger
from compiler.vassal.values import SetValue

MENU = "Chances"
_MOST = 1000  # throws of the dice that are worth counting


def ways(dice: Dice) -> dict[int, int]:
    """In how many ways the dice show each total."""
    return dict(sorted(Counter(map(sum, product(range(1, dice.sides + 1), repeat=dice.count))).items()))


def _told_of(plan: Plan, check: Check) -> bool:
    """Whether the chances of a check differ from piece to piece: where the dice alone decide, the table says it all."""
    dice = plan.game.dice[check.dice]
    return bool(check.fields or check.modifiers) and dice.sides**dice.count <= _MOST


class ChanceButton:
    """The hidden button of one check: it asks what the roll would ask, counts and speaks."""

    def __init__(self, plan: Plan, check: Check) -> None:
        self.made = CheckButton(plan, check)
        self.check = check
        self.ways = ways(plan.game.dice[check.dice])

    @property
    def key(self) -> Key:
        return named(f"liege-chances-{self.check.id}")

    def links(self) -> list[Link]:
        """In how many ways each outcome comes about."""
        return [
            Link(f"Chance_{self.check.id}_{n}", "0", SetValue(ex.braced(self._ways_to(n))))
            for n in range(len(self.check.outcomes))
        ]

    def _ways_to(self, nth: int) -> ex.Node:
        """The throws that come to an outcome, and to none before it."""
        found: list[ex.Node] = []
        for total, count in self.ways.items():
            tests = [_holds(self.made.fits(o, ex.literal(total))) for o in self.check.outcomes[: nth + 1]]
            if tests[-1] == ex.literal(False) or ex.literal(True) in tests[:-1]:
                continue
            earlier = [ex.not_(test) for test in tests[:-1] if test != ex.literal(False)]
            own = [] if tests[-1] == ex.literal(True) else [tests[-1]]
            found.append(ex.if_(ex.every(*own, *earlier), count, 0) if own or earlier else ex.literal(count))
        text: ex.Node = found[0] if found else ex.literal(0)
        for part in found[1:]:
            text = ex.add(text, part)
        return text

    def sentence(self) -> ex.Node:
        """Who would roll what, with every modifier, and how many of a hundred throws come to what."""
        name, plan = self.check.name.en, self.made.plan
        text = said(owner(plan, ex.prop(held(ROLLER, HOLDER))), ": ", ex.prop(held(ROLLER, "name")), f", {name}")
        if self.check.target:
            text = said(text, " on ", ex.prop(held(TARGET, "name")))
        text = said(text, ", chances", self.made.modified(), ": ")
        before: ex.Node = ex.literal(False)
        for outcome, link in zip(self.check.outcomes, self.links(), strict=True):
            comes = ex.greater(ex.prop(link.holder), 0)
            told = ex.add(ex.if_(before, "; ", ""), self._share(outcome, ex.prop(link.holder)))
            text = ex.add(text, ex.if_(comes, told, ""))
            before = comes if before == ex.literal(False) else ex.any_of(before, comes)
        return with_rules(text, self.check.note)

    def _share(self, outcome: Outcome, number: ex.Node) -> ex.Node:
        """What an outcome is called, what the table says of it, and its share of all throws."""
        means: ex.Node = ex.literal("")
        if self.check.reading is not None:
            match self.made.result(ex.literal(outcome.gives)):
                case ex.Literal(cell):
                    means = ex.literal(f", {cell}" if cell else "")
                case found:
                    means = ex.if_(ex.equals(found, ""), "", said(", ", found))
        percent = ex.divide(ex.multiply(number, 100.0), sum(self.ways.values()))
        return said(f"{outcome.gives}", means, ": <b>", ex.Method(ex.prop("Math"), "round", (percent,)), " %</b>")

    def buttons(self) -> Iterator[Component]:
        """The button and the one that speaks for it."""
        says, name = named(f"liege-chances-{self.check.id}-says"), f"Chances {self.check.id}"
        then = (*(link.key for link in self.made.bonuses()), *(link.key for link in self.links()), says)
        yield from asked_buttons(
            name, self.made.questions(), then, text="", hotkey=self.key, canDisable=True, propertyGate=OFF
        )
        yield component(
            "m.DoActionButton", name=f"{name} says", text="", icon="", hotkey=says, doReport=True,
            reportFormat=ex.braced(self.sentence()),
        )  # fmt: skip


def _holds(test: ex.Node | None) -> ex.Node:
    """A test, or what is known of it beforehand: the total is a number here."""
    if test is None:
        return ex.literal(True)
    match test:
        case ex.Binary("==", ex.Literal(total), ex.Literal(wanted)):
            return ex.literal(total == wanted)
    return test


def _buttons_of(plan: Plan) -> list[ChanceButton]:
    return [ChanceButton(plan, check) for check in plan.game.rolls.checks.values() if _told_of(plan, check)]


def chance_properties(plan: Plan) -> Iterator[Component]:
    """What is counted."""
    for made in _buttons_of(plan):
        yield from (link.component() for link in made.links())


def chance_buttons(plan: Plan) -> Iterator[Component]:
    """The hidden buttons of all checks that have chances to tell."""
    for made in _buttons_of(plan):
        yield from made.buttons()


def chance_commands(plan: Plan, kind: CounterKind) -> list[tuple[ChanceButton, Key, str]]:
    """What the menu of a kind offers."""
    own = [made for made in _buttons_of(plan) if kind.id in made.check.kinds]
    return [(made, named(f"liege-weigh-{made.check.id}"), f"{MENU}: {made.check.name.en}") for made in own]


def chance_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """The commands of a kind, judged as the roll is."""
    commands = chance_commands(plan, kind)
    for made, key, menu in commands:
        check = made.check
        press, weighs = (named(f"liege-{what}-{check.id}") for what in ("press-chances", "weighs"))
        yield GlobalHotkey("", press, made.key)
        if not check.target and not check.barred:
            yield Trigger(menu, menu, key, performed=(TELL, press))
            continue
        wrong = ex.prop(fault_property(check))
        refused = ex.braced(ex.not_equals(wrong, ""))
        yield Trigger("no chances", key=weighs, match=refused, performed=(refuse_key(check),))
        yield Trigger("chances", key=weighs, match=ex.braced(ex.equals(wrong, "")), performed=(TELL, press))
        yield Trigger(menu, menu, key, performed=(judge_key(check), weighs))
    if len(commands) > 1:
        yield SubMenu(MENU, tuple(menu for _, _, menu in commands))
