"""Checks and attacks: commands of a piece that roll against its own numbers and say what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from compiler.emit.asking import Question, asked_buttons
from compiler.emit.automation.ground import effect_properties
from compiler.emit.automation.lookup import by_label, cell_text, choose, meaning, rules_of
from compiler.emit.automation.modifiers import asked, brings, number_for_piece
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import HOLDER, SIDE, Link, held, signed, sure_of, told
from compiler.emit.chat import owner, said, with_rules
from compiler.emit.module.dice import roll_key
from compiler.emit.names import YES
from compiler.emit.plan import Plan
from compiler.model.common import Note
from compiler.model.rolls import (
    ROLLER,
    TARGET,
    AtLeast,
    ByHead,
    ByOutcome,
    ByTargetFace,
    Check,
    Exactly,
    Ground,
    Otherwise,
    Outcome,
    Place,
    Sure,
    UpTo,
)
from compiler.model.tables import TableAxis
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue

_TEXTS = ("name", "face", SIDE, HOLDER, "id")
_WORDS = ("mark_", "sure_")  # what such names begin with holds words
FORGET = named("liege-forget-target")  # whom the next roll is against


class CheckButton:
    """The hidden button of one check: it asks, rolls, looks up and speaks."""

    def __init__(self, plan: Plan, check: Check) -> None:
        self.plan = plan
        self.check = check
        self.modifiers = [plan.game.rolls.modifiers[id] for id in check.modifiers]

    @property
    def key(self) -> Key:
        return named(f"liege-check-{self.check.id}")

    def _name(self, part: str) -> str:
        return f"Roll_{self.check.id}_{part}"

    def value(self, part: str) -> ex.Node:
        return ex.prop(self._name(part))

    @property
    def total(self) -> ex.Node:
        """What the dice show."""
        return ex.prop(f"{self.check.dice}_total")

    # -- the chain -----------------------------------------------------------------------------------------------------
    def questions(self) -> list[Question]:
        """What the player is asked before the roll."""
        return [question for m in self.modifiers if (question := asked(self.plan, m)) is not None]

    @property
    def is_forgotten(self) -> bool:
        """Whether what came of the last roll is forgotten before the next: one may be cancelled or refused."""
        return bool(self.questions()) or self.check.target

    @property
    def undecided(self) -> Key:
        """The command that forgets what came of the last roll, so that nothing is carried out after a cancelled one."""
        return named(f"liege-undecided-{self.check.id}")

    def bonuses(self) -> Iterator[Link]:
        """Every modifier, and what they come to together."""
        bonus: ex.Node = ex.literal(0)
        for modifier in self.modifiers:
            yield self._link(modifier.id, number_for_piece(self.plan, modifier))
            bonus = ex.add(bonus, self.value(modifier.id))
        yield self._link("bonus", bonus)

    def answers(self) -> Iterator[Link]:
        """What is worked out after it."""
        yield from self.bonuses()
        yield self._link(
            "outcome",
            choose(
                [(test, o.gives) for o in self.check.outcomes[:-1] if (test := self.fits(o, self.total)) is not None],
                self.check.outcomes[-1].gives,
            ),
        )
        if self.check.reading is not None:
            yield self._link("result", self.result(self.value("outcome")))
            if self.check.target:
                yield Link(brings(self.check), "", SetValue(YES))

    def _link(self, part: str, value: ex.Node) -> Link:
        return Link(self._name(part), "0", SetValue(ex.braced(value)))

    def fits(self, outcome: Outcome, total: ex.Node) -> ex.Node | None:
        """The test of an outcome, when the dice show a total; None where every roll fits."""
        match outcome.test:
            case Sure():
                return self._is_sure(outcome.test)
            case Exactly(roll):
                return ex.equals(total, roll)
            case UpTo(field):
                return ex.less_equal(total, ex.add(ex.prop(held(ROLLER, field)), self.value("bonus")))
            case AtLeast(constant):
                least = int(self.plan.game.constants[constant].value)
                return ex.greater_equal(ex.add(total, self.value("bonus")), least)
            case Otherwise():
                return None
            case _:
                assert_never(outcome.test)

    def _is_sure(self, *tests: Sure) -> ex.Node:
        """Whether the piece comes to one of these without a roll."""
        return ex.any_of(*(ex.equals(ex.prop(held(ROLLER, sure_of(self.check, test))), YES) for test in tests))

    def result(self, outcome: ex.Node) -> ex.Node:
        """The cell of the table; nothing where the table does not have the outcome, or nobody was aimed at."""
        reading = self.check.reading
        assert reading is not None
        table = self.plan.game.tables[reading.table]
        column, row = (self._at(*at, outcome) for at in ((reading.column, table.columns), (reading.row, table.rows)))
        missing = [ex.equals(place, 0) for place in (column, row) if not isinstance(place, ex.Literal)]
        if ex.literal(0) in (column, row):
            return ex.literal("")
        cell = cell_text(table, row, column)
        return ex.if_(ex.any_of(*missing), "", cell) if missing else cell

    def _at(self, place: Place, axis: TableAxis, outcome: ex.Node) -> ex.Node:
        """The number of a head, from 1; 0 where there is none."""
        match place:
            case ByHead(label):
                return _head(axis, ex.Literal(label))
            case ByOutcome():
                return by_label(axis, outcome, 0) if not isinstance(outcome, ex.Literal) else _head(axis, outcome)
            case ByTargetFace():
                return by_label(axis, ex.prop(held(TARGET, "face")), 0)
            case _:
                assert_never(place)

    # -- what is said --------------------------------------------------------------------------------------------------
    def sentence(self) -> ex.Node:
        """Who rolls what against what, with every modifier, what it comes to and what that means."""
        check = self.check
        whose = owner(self.plan, ex.prop(held(ROLLER, HOLDER)))
        text: ex.Node = said(whose, ": ", ex.prop(held(ROLLER, "name")), f", {check.name.en}")
        if check.target:
            aimed = ex.prop(held(TARGET, "name"))
            text = ex.add(text, ex.if_(ex.equals(aimed, ""), " (nobody is aimed at)", ex.add(" on ", aimed)))
        rolled = ex.add(ex.add(", roll ", self.total), self._against())
        text = ex.add(text, ex.if_(self._is_sure(*check.sure), ", no roll", rolled) if check.sure else rolled)
        text = ex.add(text, self.modified())
        if check.fields or check.reading is None:
            text = ex.add(text, ex.add(": <b>", ex.add(self.value("outcome"), "</b>")))
        return with_rules(ex.add(text, self._meaning()), check.note, cases=self._rules())

    def modified(self) -> ex.Node:
        """Every modifier that counts, with its name."""
        text: ex.Node = ex.literal("")
        for modifier in self.modifiers:
            own = self.value(modifier.id)
            told = ex.add(f", {modifier.name.en} ", signed(own))
            text = ex.add(text, ex.if_(ex.equals(own, 0), "", told))
        return text

    def _rules(self) -> Iterator[tuple[ex.Node, Note]]:
        """The rules of what came of it, each with its test."""
        yield from ((ex.not_equals(self.value(m.id), 0), m.note) for m in self.modifiers)
        yield from ((ex.equals(self.value("outcome"), o.gives), o.note) for o in self.check.outcomes)
        if self.check.reading is not None:
            table, result = self.plan.game.tables[self.check.reading.table], self.value("result")
            yield ex.not_equals(result, ""), table.note
            yield from rules_of(table, result)

    def _against(self) -> ex.Node:
        """The numbers rolled against, without modifiers; nothing where the dice alone decide."""
        if not self.check.fields:
            return ex.literal("")
        text: ex.Node = ex.literal(" against ")
        for n, field in enumerate(self.check.fields):
            text = ex.add(text, ex.add("/" if n else "", ex.prop(held(ROLLER, field))))
        return text

    def _meaning(self) -> ex.Node:
        reading = self.check.reading
        if reading is None:
            return ex.literal("")
        table, result = self.plan.game.tables[reading.table], self.value("result")
        told = ex.add(", <b>", ex.add(result, ex.add("</b>", meaning(table, result))))
        return ex.if_(ex.equals(result, ""), "", told)

    def button(self) -> Iterator[Component]:
        """The button and the one that speaks for it."""
        says = named(f"liege-check-{self.check.id}-says")
        dice = roll_key(self.plan.game.dice[self.check.dice])
        if self.check.sure:
            unsure = ex.not_(self._is_sure(*self.check.sure))
            rolls = named(f"liege-check-{self.check.id}-rolls")
            yield component(
                "m.DoActionButton", name=f"Check {self.check.id} rolls", text="", icon="", hotkey=rolls, doHotkey=True,
                hotkeys=(dice,), doLoop=True, loopType="counted", loopCount=ex.braced(ex.if_(unsure, 1, 0)),
            )  # fmt: skip
            dice = rolls
        then = (dice, *(link.key for link in self.answers()), says)
        yield from asked_buttons(
            f"Check {self.check.id}",
            self.questions(),
            then,
            (self.undecided,) if self.questions() else (),
            text="",
            hotkey=self.key,
            canDisable=True,
            propertyGate=OFF,
        )
        yield component(
            "m.DoActionButton",
            name=f"Check {self.check.id} says",
            text="",
            icon="",
            hotkey=says,
            doReport=True,
            reportFormat=ex.braced(self.sentence()),
        )


def _head(axis: TableAxis, label: ex.Literal) -> ex.Literal:
    """The number of the head that bears a label, from 1; 0 where none does."""
    at = axis.index(str(label.value))
    return ex.literal(0 if at is None else at + 1)


def check_buttons_of(plan: Plan) -> list[CheckButton]:
    """One for every check of the game."""
    return [CheckButton(plan, check) for check in plan.game.rolls.checks.values()]


def check_buttons(plan: Plan) -> Iterator[Component]:
    """The hidden buttons of all checks."""
    for made in check_buttons_of(plan):
        yield from made.button()


def check_properties(plan: Plan) -> Iterator[Component]:
    """What pieces tell, what players answer, what is worked out, and what the ground does."""
    game = plan.game
    for of in (ROLLER, TARGET):
        for name in dict.fromkeys(name for kind in game.counter_kinds.values() for name in told(plan, of, kind)):
            # a target is aimed at once: it may stand elsewhere, or lie on another face, when the next roll comes
            nothing = "" if name in _TEXTS or name.startswith(_WORDS) else "0"
            forget = [_sets(FORGET, nothing)] if of == TARGET else []
            yield component(
                "m.properties.GlobalProperty", *forget, name=held(of, name), initialValue=nothing,
                description=f"of the {of}",
            )  # fmt: skip
    asked_for = {question.holder: question for made in check_buttons_of(plan) for question in made.questions()}
    yield from (question.component() for question in asked_for.values())
    for made in check_buttons_of(plan):
        yield from _worked_out(made)
    grounds = dict.fromkeys(
        source.effect
        for check in game.rolls.checks.values()
        for source in (game.rolls.modifiers[id].source for id in check.modifiers)
        if isinstance(source, Ground)
    )
    yield from effect_properties(plan, grounds)


def _sets(key: Key, value: str) -> Component:
    """The hidden button that sets a property."""
    return component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(SetValue(value)))


def _worked_out(made: CheckButton) -> Iterator[Component]:
    """What a check works out; what decides is forgotten before a question, that it decides when all is carried out."""
    for link in made.answers():
        kept = link.component()
        if link.holder == brings(made.check):
            kept.add(_sets(FORGET, ""))
        elif made.is_forgotten and link.holder.endswith(("_outcome", "_result")):
            kept.add(_sets(made.undecided, ""))
        yield kept
