"""Marks on seats and sides: nothing lies on the table for them, so each is a property of the module."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, asked_buttons, prompt
from compiler.emit.automation.lookup import choose
from compiler.emit.chat import player, ruled, said
from compiler.emit.module.boards import listed
from compiler.emit.module.marks import NONE, seat_property
from compiler.emit.names import YES, plain, shown
from compiler.emit.plan import Plan
from compiler.emit.seats import absent, away_property, is_in_play
from compiler.model.counters import Mark
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue

_MOST = 24  # with more properties than this the menu would only confuse
_FEW = 6  # so many entries need no menus of their own


def holders(plan: Plan, mark: Mark) -> list[str]:
    """The seats and sides that may bear a mark."""
    every = (*(plan.game.seats if "seats" in mark.on else ()), *(plan.game.sides if "sides" in mark.on else ()))
    return [holder for holder in every if not mark.of or holder in mark.of]


def seat_marks(plan: Plan) -> Iterator[tuple[Mark, str]]:
    """Every mark with every seat or side it may be on."""
    for mark in plan.game.marks.values():
        yield from ((mark, holder) for holder in holders(plan, mark))


def button_text(plan: Plan, mark: Mark, holder: str) -> str:
    """What the entry of the menu says."""
    group = plan.game.seats if holder in plan.game.seats else plan.game.sides
    return f"{mark.name.en}: {group[holder].name.en}"


def _offered(plan: Plan) -> list[tuple[Mark, str]]:
    """What the menu offers: of too many only marks that stay, and of too many of these none."""
    every = list(seat_marks(plan))
    for marks in (every, [(mark, holder) for mark, holder in every if mark.stays]):
        if len(marks) <= _MOST:
            return marks
    return []


def in_menu(plan: Plan) -> list[str]:
    """The entries of the menu: each mark has a menu of its own, where the entries are many."""
    offered = _offered(plan)
    if len(offered) > _FEW:
        return list(dict.fromkeys(mark.name.en for mark, _ in offered))
    return [button_text(plan, mark, holder) for mark, holder in offered]


def _menus(plan: Plan) -> Iterator[Component]:
    """A menu for each mark, where the entries are many."""
    offered = _offered(plan)
    by_mark: dict[str, list[str]] = {}
    for mark, holder in offered if len(offered) > _FEW else ():
        by_mark.setdefault(mark.name.en, []).append(button_text(plan, mark, holder))
    for name, texts in by_mark.items():
        yield component("m.ToolbarMenu", description=name, text=name, menuItems=listed(texts), tooltip=f"Set {name}")


def _question(plan: Plan, mark: Mark, holder: str) -> Question:
    text, away = button_text(plan, mark, holder), absent(plan)
    answers = [_nothing(plan, mark)]
    for read, kept in _values(plan, mark).items():
        test = is_in_play(plan, kept) if kept in away and kept in plan.game.sides else None
        answers.append(read if test is None else ex.braced(ex.if_(test, read, "")))
    return Question(f"Asked_{seat_property(mark, holder)}", prompt(text), tuple(answers))


def _nothing(plan: Plan, mark: Mark) -> str:
    """What is read where a mark is on nobody."""
    return "nobody" if all(str(value) in plan.game.sides for value in mark.values) else NONE


def _is_flag(mark: Mark) -> bool:
    return mark.values == (True,)


def _values(plan: Plan, mark: Mark) -> dict[str, str]:
    """The values in words, with what the property holds."""
    return {YES if value is True else shown(plan.game, value): plain(value) for value in mark.values}


def _takes(mark: Mark, holder: str) -> Key:
    return named(f"liege-set-{seat_property(mark, holder)}")


def seat_properties(plan: Plan) -> Iterator[Component]:
    """A property for each, and one for the answer to the question of its button."""
    wanted = _offered(plan)
    for mark, holder in seat_marks(plan):
        offered, own = (mark, holder) in wanted, seat_property(mark, holder)
        yield component(
            "m.properties.GlobalProperty",
            *([_taken(plan, mark, holder)] if offered else ()),
            name=own,
            initialValue=NONE,
            description=mark.note.remark or "",
        )
        if offered and not _is_flag(mark):
            yield _question(plan, mark, holder).component()


def _taken(plan: Plan, mark: Mark, holder: str) -> Component:
    """The hidden button that sets a mark: to what was answered, or to the contrary of what it was."""
    if _is_flag(mark):
        value: ex.Node = ex.if_(ex.equals(ex.prop(seat_property(mark, holder)), YES), NONE, YES)
    else:
        own = ex.prop(_question(plan, mark, holder).holder)
        value = choose([(ex.equals(own, read), kept) for read, kept in _values(plan, mark).items()], NONE)
    change = str(SetValue(ex.braced(value)))
    return component("m.properties.ChangePropertyButton", text="", hotkey=_takes(mark, holder), propChanger=change)


def seat_buttons(plan: Plan) -> Iterator[Component]:
    """The entries of the menu, each with the one that speaks for it; a yes or no needs no question."""
    for mark, holder in _offered(plan):
        text, question = button_text(plan, mark, holder), _question(plan, mark, holder)
        says = named(f"liege-says-{seat_property(mark, holder)}")
        then = (_takes(mark, holder), says)
        away = away_property(holder) if holder in absent(plan) else ""
        if _is_flag(mark):
            yield component(
                "m.DoActionButton", name=text, text=text, icon="", tooltip=f"{text}: yes or no", doHotkey=True,
                hotkeys=then, canDisable=bool(away), propertyGate=away,
            )  # fmt: skip
            value: ex.Node = ex.if_(ex.equals(ex.prop(seat_property(mark, holder)), YES), YES, "no")
        else:
            yield from asked_buttons(
                text, [question], then, text=text, tooltip=text, canDisable=bool(away), propertyGate=away
            )
            value = ex.prop(question.holder)
        told = said(player(), f" sets {text}: <b>", value, "</b>", ruled(mark.note))
        yield component(
            "m.DoActionButton", name=f"{text} says", text="", icon="", hotkey=says, doReport=True,
            reportFormat=ex.braced(told),
        )  # fmt: skip
    yield from _menus(plan)
