"""Modifiers as expressions: each source and case of the model, for the roll of a piece and for that of a seat.

Play has the same unions as functions of the table (`play.mechanics.modifiers`); a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from compiler.emit.asking import Question, prompt
from compiler.emit.automation.lookup import choose, whole
from compiler.emit.automation.roll_chain import SIDE, ground_of, held
from compiler.emit.module.marks import property_of
from compiler.emit.module.options import option_property
from compiler.emit.module.tracks import track_property
from compiler.emit.names import YES, plain, within
from compiler.emit.plan import Plan
from compiler.model.loops import counted
from compiler.model.rolls import (
    TARGET,
    Asked,
    Box,
    Brought,
    Case,
    Check,
    Chosen,
    Constant,
    Ground,
    Lead,
    Lent,
    Marked,
    Number,
    OnCard,
    RollModifier,
    Seats,
    Turns,
    Unmarked,
)
from compiler.vassal import expression as ex

_NONE = "none of these"
_TURN = "Turn"  # the tracker keeps it


# -- a roll of a piece -------------------------------------------------------------------------------------------------
def number_for_piece(plan: Plan, modifier: RollModifier) -> ex.Node:
    """What a modifier adds to a check, 0 where it does not count."""
    source, of = modifier.source, modifier.of
    number: ex.Node
    match source:
        case Number(value):
            number = ex.literal(whole(value))
        case Constant(id):
            number = _constant(plan, id, ex.prop(held(of, SIDE)))
        case Ground(effect):
            number = ex.prop(held(of, ground_of(effect)))
        case Lent():
            number = ex.prop(held(of, modifier.id))
        case Asked() | Brought() | OnCard():
            own = ex.prop(_asking(modifier))
            choices = choices_of(plan, source)
            number = choose([(ex.equals(own, label), whole(value)) for label, value in choices.items()], 0)
        case Box() | Lead():
            number = ex.literal(0)  # a piece has no seat's numbers (C523)
        case _:
            assert_never(source)
    cases = [_case(plan, case, of) for case in modifier.cases]
    if of == TARGET and not isinstance(source, Ground | Lent):  # those are 0 where nobody is aimed at
        cases.insert(0, ex.not_equals(ex.prop(held(TARGET, "name")), ""))
    return ex.if_(ex.every(*cases), number, 0) if cases else number


def asked(plan: Plan, modifier: RollModifier, roll: str = "") -> Question | None:
    """The question to the player of a roll, where the modifier is for him to say."""
    if not isinstance(modifier.source, Asked | Brought | OnCard):
        return None
    choices, unasked = tuple(choices_of(plan, modifier.source)), ""
    if isinstance(modifier.source, Brought) and (checks := list(_readers(plan, modifier.source))):
        choices, unasked = tuple(_brought_first(checks, choices)), _brought(checks)
    name = modifier.name.en
    text = f"{roll}: {within(plan.game, name)} of the attacker?" if roll else name
    return Question(_asking(modifier), prompt(text), choices, unasked=unasked)


def brings(check: Check) -> str:
    """The property that tells that what an attack came to is being carried out on its target."""
    return f"Roll_{check.id}_brings"


def _readers(plan: Plan, source: Brought) -> Iterator[Check]:
    """The checks that read the table whose results the modifier is about."""
    checks = plan.game.rolls.checks.values()
    return (c for c in checks if c.reading is not None and c.reading.table == source.table)


def _is_brought(checks: list[Check]) -> list[ex.Node]:
    """Whether one of the checks is being carried out: then nobody needs to be asked what it came to."""
    return [ex.equals(ex.prop(brings(check)), YES) for check in checks if check.target]


def _brought(checks: list[Check]) -> str:
    """What the check that is being carried out came to; nothing where none is."""
    aimed = (check for check in checks if check.target)
    results = [ex.prop(f"Roll_{check.id}_result") for check in aimed]
    return ex.braced(choose(list(zip(_is_brought(checks), results, strict=True)), "")) if results else ""


def _brought_first(checks: list[Check], choices: tuple[str, ...]) -> Iterator[str]:
    """What the table said last stands first; VASSAL leaves empty ones out, and asks nothing where all are."""
    said = {code: ex.any_of(*(ex.equals(ex.prop(f"Roll_{c.id}_result"), code) for c in checks)) for code in choices[1:]}
    open = [ex.not_(test) for test in _is_brought(checks)]
    yield from (ex.braced(ex.if_(ex.every(*open, test), code, "")) for code, test in said.items())
    yield ex.braced(ex.if_(ex.every(*open), choices[0], "")) if open else choices[0]
    yield from (ex.braced(ex.if_(ex.every(*open, ex.not_(test)), code, "")) for code, test in said.items())


def _asking(modifier: RollModifier) -> str:
    return f"Ask_{modifier.id}"


def choices_of(plan: Plan, source: Asked | Brought | OnCard) -> dict[str, float]:
    """Choices with their numbers; of the results of a table, or the cards, those that change anything."""
    if isinstance(source, Asked):
        return dict(source.choices)
    if isinstance(source, OnCard):
        cards = {card.name.en: float(card.values.get(source.field) or 0) for card in plan.game.cards.values()}
        return {_NONE: 0.0, **{name: number for name, number in cards.items() if number}}
    results = plan.game.tables[source.table].results.values()
    numbers = {result.code: float(result.values.get(source.value) or 0) for result in results}
    return {_NONE: 0.0, **{code: number for code, number in numbers.items() if number}}


def _constant(plan: Plan, id: str, side: ex.Node, called: Callable[[str], str] = str) -> ex.Node:
    """A constant, by side if it is; `called` is what `side` calls a side."""
    value = plan.game.constants[id].value
    if isinstance(value, Mapping):
        return choose([(ex.equals(side, called(name)), whole(float(number))) for name, number in value.items()], 0)
    return ex.literal(whole(float(value)))


def number_for_side(plan: Plan, modifier: RollModifier, side: ex.Node) -> ex.Node:
    """What a modifier adds to every die of a side, which goes by its name: numbers, and constants by side (C523)."""
    source = modifier.source
    number: ex.Node = ex.literal(0)
    if isinstance(source, Number):
        number = ex.literal(whole(source.value))
    elif isinstance(source, Constant):
        number = _constant(plan, source.id, side, lambda id: plan.game.sides[id].name.en)
    cases = [_case(plan, case, "") for case in modifier.cases if isinstance(case, Chosen)]
    return ex.if_(ex.every(*cases), number, 0) if cases else number


# -- a roll of a seat --------------------------------------------------------------------------------------------------
def number_for_seat(plan: Plan, modifier: RollModifier, seat: str, other: str, given: Callable[[str], str]) -> ex.Node:
    """What a modifier adds to the roll of a seat against another; `given` names what each was asked for."""
    source = modifier.source
    number: ex.Node
    match source:
        case Number(value):
            number = ex.literal(whole(value))
        case Constant(id):
            number = _constant(plan, id, ex.literal(""))
        case Box(track):
            numbers = {box.value: float(box.values.get(seat) or 0) for box in plan.game.tracks[track].boxes}
            boxes = boxes_of(plan, track)
            number = choose([(boxes[value], whole(added)) for value, added in numbers.items() if added], 0)
        case Lead():
            mine, theirs = ex.prop(given(seat)), ex.prop(given(other))
            number = ex.if_(ex.greater(mine, theirs), ex.subtract(mine, theirs), 0)
        case Ground() | Lent() | Asked() | Brought() | OnCard():
            number = ex.literal(0)  # a seat stands nowhere (C523)
        case _:
            assert_never(source)
    if any(isinstance(case, Seats) and seat not in case.seats for case in modifier.cases):
        return ex.literal(0)
    cases = [_case(plan, case, "") for case in modifier.cases if not isinstance(case, Seats)]
    return ex.if_(ex.every(*cases), number, 0) if cases else number


# -- cases -------------------------------------------------------------------------------------------------------------
def _case(plan: Plan, case: Case, of: str) -> ex.Node:
    match case:
        case Marked(mark, value):
            return ex.equals(ex.prop(held(of, property_of(mark))), plain(value))
        case Unmarked(mark):
            return ex.equals(ex.prop(held(of, property_of(mark))), "")
        case Seats(seats):
            sides = dict.fromkeys(side for seat in seats for side in plan.game.seats[seat].sides)
            return ex.any_of(*(ex.equals(ex.prop(held(of, SIDE)), side) for side in sides))
        case Turns(first, last):
            turns = _turns(plan).items()
            return ex.any_of(*(test for turn, test in turns if isinstance(turn, int) and first <= turn <= last))
        case Chosen(option):
            return ex.equals(ex.prop(option_property(option)), True)
        case _:
            assert_never(case)


def boxes_of(plan: Plan, id: str) -> dict[int | str, ex.Node]:
    """For every box of a track the test whether the game is there."""
    track = plan.game.tracks[id]
    if track is counted(plan.game):
        return _turns(plan)
    return {box.value: ex.equals(ex.prop(track_property(track)), box.label.en) for box in track.boxes}


def _turns(plan: Plan) -> dict[int | str, ex.Node]:
    track = counted(plan.game)
    boxes = track.boxes if track is not None else ()
    numbered = all(isinstance(box.value, int) for box in boxes)
    return {box.value: ex.equals(ex.prop(_TURN), box.value if numbered else box.label.en) for box in boxes}


# -- options -----------------------------------------------------------------------------------------------------------
def roll_options(plan: Plan) -> list[str]:
    """The options that matter to a roll."""
    return list(dict.fromkeys(_options(plan)))


def _options(plan: Plan) -> Iterator[str]:
    for modifier in plan.game.rolls.modifiers.values():
        yield from (case.option for case in modifier.cases if isinstance(case, Chosen))
