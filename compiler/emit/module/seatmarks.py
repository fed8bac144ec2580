"""Marks on seats and sides: nothing lies on the table for them, so each is a property of the module."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.module.marks import property_of
from compiler.emit.names import cited, plain
from compiler.emit.plan import Plan
from compiler.model.counters import Mark
from compiler.vassal.buildfile import Component, component
from compiler.vassal.values import Choose

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


def seat_properties(plan: Plan) -> Iterator[Component]:
    """A property for each, and a button that asks for its value."""
    wanted = set(in_menu(plan))
    for mark, holder in seat_marks(plan):
        text = button_text(plan, mark, holder)
        choices = (NONE, *(plain(value) for value in mark.values))
        button = component(
            "m.properties.ChangePropertyButton",
            text=text,
            tooltip=text,
            reportFormat=f"{text}: $newValue${cited(mark.note)}",
            propChanger=str(Choose(text, choices)),
        )
        yield component(
            "m.properties.GlobalProperty",
            *([button] if text in wanted else ()),
            name=seat_property(mark, holder),
            initialValue=NONE,
            description=mark.note.remark or "",
        )
