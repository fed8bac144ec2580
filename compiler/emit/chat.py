"""How the module speaks in the chat: the player in the colour of his seat, rules small and grey at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.emit.names import SOLO, rule_name
from compiler.emit.plan import Plan
from compiler.emit.seats import plays
from compiler.model.colour import INK, WHITE, contrast, mix
from compiler.model.common import Note
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

GREY = "#888888"
_COLOUR = "Colour_"  # and the name of the seat: the colour its player is told in
_LEGIBLE = 4.5  # contrast of letters on paper
IN_TURN = "InTurn"  # whose step it is, by the name of his seat; the property is set at every step
REFUSED = (
    '<font color="#b4302b">'  # what a warning begins with; VASSAL's own sign for it would be read aloud by its undo
)


SMALL = f'<font color="{GREY}" size="2">'


def ruled(note: Note) -> str:
    """The rule of a note, small and grey, to end a line with."""
    return f" {SMALL}{rule_name(note)}</font>" if note.rules else ""


def with_rules(text: ex.Value, *notes: Note, cases: Iterable[tuple[ex.Node, Note]] = ()) -> ex.Node:
    """A sentence with the one rule to look up at its end: of the first of `notes`, or of the first case that holds."""
    fixed = next((rule_name(note) for note in notes if note.rules), "")
    if fixed:
        return said(text, f" {SMALL}{fixed}</font>")
    found: ex.Node = ex.literal("")
    for test, note in reversed([case for case in cases if case[1].rules]):
        found = ex.if_(test, rule_name(note), found)
    if found != ex.literal(""):
        return said(text, f" {SMALL}", found, "</font>")
    return text if isinstance(text, ex.Node) else said(text)


def said(*parts: ex.Value) -> ex.Node:
    """A sentence of texts and expressions."""
    text: ex.Node = ex.literal("")
    for n, part in enumerate(parts):
        node = ex.literal(part) if isinstance(part, str | int | float | bool) else part
        text = node if n == 0 else ex.add(text, node)
    return text


def player() -> ex.Node:
    """Who acts, by the name and in the colour of his seat; one who plays alone acts for the one whose step it is.

    Who only looks on has no seat, and is told by his own name.
    """
    looks_on = ex.equals(ex.call("GetProperty", ex.add(_COLOUR, ex.prop("PlayerSide"))), "")
    return _coloured(_acting(), ex.if_(looks_on, ex.prop("PlayerName"), _acting()))


def _acting() -> ex.Node:
    """The seat of who acts."""
    seat, whose = ex.prop("PlayerSide"), ex.prop(IN_TURN)
    return ex.if_(ex.every(ex.equals(seat, SOLO), ex.not_equals(whose, "")), whose, seat)


def _coloured(seat: ex.Node, told: ex.Node) -> ex.Node:
    return said('<b><font color="', ex.call("GetProperty", ex.add(_COLOUR, seat)), '">', told, "</font></b>")


def owner(plan: Plan, holder: ex.Node) -> ex.Node:
    """Who runs a side, whoever sits at the machine; the one who acts, where he runs it himself or nobody does."""
    whose: ex.Node = ex.literal("")
    acts = list[ex.Node]()
    for seat in reversed(list(plan.game.seats.values())):
        given = (side for scenario in plan.game.scenarios.values() for side in scenario.control.get(seat.id, ()))
        names = [plan.game.sides[side].name.en for side in dict.fromkeys((*seat.sides, *given))]
        runs = ex.any_of(*(ex.equals(holder, name) for name in names))
        acts.append(ex.every(ex.equals(_acting(), seat.name.en), runs))
        whose = ex.if_(ex.every(plays(plan, seat.id), runs), seat.name.en, whose)
    whose = ex.if_(ex.any_of(*acts), "", whose)
    return ex.if_(ex.equals(whose, ""), player(), _coloured(whose, whose))


def is_unnamed() -> ex.Node:
    """Whether nobody has said who he is: what happens while a game is opened is nobody's doing."""
    looks_on = ex.equals(ex.call("GetProperty", ex.add(_COLOUR, ex.prop("PlayerSide"))), "")
    return ex.every(looks_on, ex.equals(ex.prop("PlayerName"), ""))


def colour_properties(plan: Plan) -> Iterator[Component]:
    """The colour of every seat, dark enough to be read."""
    for name, sides in [*((seat.name.en, seat.sides) for seat in plan.game.seats.values()), (SOLO, ())]:
        colour = plan.studio.palette.side(sides[0]).fill if sides else INK
        yield component(
            "m.properties.GlobalProperty",
            name=f"{_COLOUR}{name}",
            initialValue=legible(colour),
            description=f"what {name} is told in",
        )


def legible(colour: str) -> str:
    """A colour made as dark as letters on white paper must be."""
    share = 0.0
    while contrast(mix(colour, INK, share), WHITE) < _LEGIBLE:
        share += 0.1
    return mix(colour, INK, share)
