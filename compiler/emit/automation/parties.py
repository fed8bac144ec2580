"""Who stands together in a fire: sides of one party, by a constant of the game and by whom a side has joined."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.lookup import choose
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import NONE, seat_property
from compiler.emit.plan import Plan
from compiler.model.rolls import Volley
from compiler.model.ways import Parties
from compiler.vassal import expression as ex
from compiler.vassal.traits import CalculatedProperty


def party_property(plan: Plan, volley: Volley) -> str:
    """The property of a piece that says with whom it stands."""
    return holder_property(plan) if volley.parties is None else f"Party_{volley.id}"


def party_names(plan: Plan, parties: Parties) -> dict[str, str]:
    """How each party is called: like the seat of the same name."""
    seats = plan.game.seats
    ids = plan.game.constants[parties.of].value
    return {id: seats[id].name.en if id in seats else id.replace("_", " ").capitalize() for id in ids}


def parties_of_sides(plan: Plan, parties: Parties) -> dict[str, str]:
    """The party of every side that has one, as printed."""
    alliances = plan.game.alliances
    found: dict[str, str] = {}
    for party, ids in plan.game.constants[parties.of].value.items():
        for id in ids:
            found |= dict.fromkeys(alliances[id].sides if id in alliances else (id,), party)
    return found


def party_traits(plan: Plan, volley: Volley) -> Iterator[CalculatedProperty]:
    """The property, where parties are more than sides."""
    if volley.parties is not None:
        yield CalculatedProperty(party_property(plan, volley), ex.braced(_party(plan, volley.parties)))


def _party(plan: Plan, parties: Parties) -> ex.Node:
    """Of a side that joined an alliance, that of the alliance; else its own; else the side alone."""
    held, names, sides = ex.prop(holder_property(plan)), party_names(plan, parties), parties_of_sides(plan, parties)
    cases: list[tuple[ex.Node, ex.Value]] = []
    if parties.joined is not None:
        mark = plan.game.marks[parties.joined]
        ids = {id: party for party, ids in plan.game.constants[parties.of].value.items() for id in ids}
        for side, data in plan.game.sides.items():
            own = ex.prop(seat_property(mark, side))
            words: list[tuple[ex.Node, ex.Value]] = [
                (ex.equals(own, id), names[party]) for id, party in ids.items() if id in mark.values
            ]
            joined = ex.every(ex.equals(held, data.name.en), ex.not_equals(own, NONE), ex.not_equals(own, ""))
            cases.append((joined, choose(words, held)))
    for party, name in names.items():
        own_sides = [plan.game.sides[side].name.en for side, of in sides.items() if of == party]
        cases.append((ex.any_of(*(ex.equals(held, side) for side in own_sides)), name))
    return choose(cases, held)
