"""Marks on seats and sides: nothing lies on the table for them, so each is a property of the module."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, asked_buttons, prompt
from compiler.emit.automation.lookup import choose
from compiler.emit.chat import player, ruled, said
from compiler.emit.module.marks import property_of
from compiler.emit.names import YES, plain, shown
from compiler.emit.plan import Plan
from compiler.model.counters import Mark
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue

NONE = "none"
_MOST = 24  # with more properties than this the menu would only confuse


def holders(plan: Plan, mark: Mark) -> list[str]:
    """The seats and sides that may bear a mark."""
    return [*(plan.game.seats if "seats" in mark.on else ()), *(plan.game.sides if "sides" in mark.on else ())]


def seat_marks(plan: Plan) -> Iterator[tuple[Mark, str]]:
    """Every mark with every seat or side it may be on."""
    for mark in plan.game.marks.values():
        yield from ((mark, holder) for holder in holders(plan, mark))


def seat_property(mark: Mark, holder: str) -> str:
    """The property that holds a mark of a seat or side."""
    return f"{property_of(mark.id)}_{holder}"


def button_text(plan: Plan, mark: Mark, holder: str) -> str:
    """What the entry of the menu says."""
    group = plan.game.seats if holder in plan.game.seats else plan.game.sides
    return f"{mark.name.en}: {group[holder].name.en}"


def in_menu(plan: Plan) -> list[str]:
    """The entries of the menu: of too many only those of marks that stay, and of too many of these none."""
    every = list(seat_marks(plan))
    for marks in (every, [(mark, holder) for mark, holder in every if mark.stays]):
        if len(marks) <= _MOST:
            return [button_text(plan, mark, holder) for mark, holder in marks]
    return []


def _question(plan: Plan, mark: Mark, holder: str) -> Question:
    text = button_text(plan, mark, holder)
    return Question(f"Asked_{seat_property(mark, holder)}", prompt(text), (NONE, *_values(plan, mark)))


def _values(plan: Plan, mark: Mark) -> dict[str, str]:
    """The values in words, with what the property holds."""
    return {YES if value is True else shown(plan.game, value): plain(value) for value in mark.values}


def _takes(mark: Mark, holder: str) -> Key:
    return named(f"liege-set-{seat_property(mark, holder)}")


def seat_properties(plan: Plan) -> Iterator[Component]:
    """A property for each, and one for the answer to the question of its button."""
    wanted = set(in_menu(plan))
    for mark, holder in seat_marks(plan):
        asked = button_text(plan, mark, holder) in wanted
        question = _question(plan, mark, holder)
        answers = [(ex.equals(ex.prop(question.holder), read), kept) for read, kept in _values(plan, mark).items()]
        taken = component(
            "m.properties.ChangePropertyButton",
            text="",
            hotkey=_takes(mark, holder),
            propChanger=str(SetValue(ex.braced(choose(answers, NONE)))),
        )
        yield component(
            "m.properties.GlobalProperty",
            *([taken] if asked else ()),
            name=seat_property(mark, holder),
            initialValue=NONE,
            description=mark.note.remark or "",
        )
        if asked:
            yield question.component()


def seat_buttons(plan: Plan) -> Iterator[Component]:
    """The entries of the menu, each with the one that speaks for it."""
    wanted = set(in_menu(plan))
    for mark, holder in seat_marks(plan):
        text, question = button_text(plan, mark, holder), _question(plan, mark, holder)
        if text in wanted:
            says = named(f"liege-says-{seat_property(mark, holder)}")
            yield from asked_buttons(text, [question], (_takes(mark, holder), says), text=text, tooltip=text)
            told = said(player(), f" sets {text}: <b>", ex.prop(question.holder), "</b>", ruled(mark.note))
            yield component(
                "m.DoActionButton", name=f"{text} says", text="", icon="", hotkey=says, doReport=True,
                reportFormat=ex.braced(told),
            )  # fmt: skip
