"""Markers that sieges lay on a space: one of the pile comes to where the besiegers stand, and shows what it must."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import is_deck
from compiler.emit.names import plain
from compiler.emit.plan import Plan
from compiler.model.battles import Battles
from compiler.model.counters import CounterKind, Mark
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import SendToLocation, Trait, Trigger
from compiler.vassal.values import PropertyCommand, SetValue

LAID = named("liege-laid")  # to the marker on top of its pile
_GOES = named("liege-laid-goes")


def fresh_key(mark: str) -> Key:
    """The command by which a marker shows what it shows first."""
    return named(f"liege-fresh-{mark}")


def army_property(battles: str) -> str:
    """The side that took a space."""
    return f"Battle_{battles}_army"


def marks_of(battles: Battles) -> tuple[str, ...]:
    """The marks of spaces that a siege changes."""
    siege = battles.siege
    return () if siege is None else (siege.worn, battles.shaken, siege.taken, siege.ruined)


def pile_of(plan: Plan, mark: str) -> Pile | None:
    """The pile of the markers of a mark."""
    counter = plan.game.marks[mark].counter
    return next((p for p in plan.game.piles.values() if counter in p.pieces and is_deck(p)), None)


def fresh_commands(plan: Plan, mark: Mark) -> Iterator[PropertyCommand]:
    """What a marker shows when it is laid: one less than whole, or the side that took the space."""
    for id, battles in plan.game.rolls.battles.items():
        siege = battles.siege
        if siege is None or mark.id not in marks_of(battles):
            continue
        if mark.id == siege.taken:
            value = ex.braced(ex.prop(army_property(id)))
        else:
            whole = int(plan.game.constants[siege.full].value) if mark.id == siege.worn else 0
            value = plain(whole - 1)
        yield PropertyCommand("", fresh_key(mark.id), SetValue(value))


def laid_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """How markers of a kind come to the besieged space."""
    for id, battles in plan.game.rolls.battles.items():
        marks = [plan.game.marks[mark] for mark in marks_of(battles)]
        own = {c.kind for m in marks if (c := plan.game.counters.get(m.counter or "")) is not None}
        if kind.id not in own:
            continue
        window = plan.atlas.main.name
        x, y = (ex.braced(ex.prop(f"Battle_{id}_{at}")) for at in ("x", "y"))
        yield SendToLocation("", _GOES, window, window, x, y)
        fresh = tuple(fresh_key(mark.id) for mark in marks if len(mark.values) > 1)
        yield Trigger("is laid", key=LAID, performed=(_GOES, *fresh))
