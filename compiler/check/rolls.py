"""Lints of the rolls that the module makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from compiler.check.lint import faults, lint
from compiler.diagnostics import Diagnostic
from compiler.model.game import Game
from compiler.model.rolls import (
    OF_PIECES,
    OF_SEATS,
    TARGET,
    Check,
    Constant,
    Contest,
    Marked,
    Otherwise,
    Pool,
    RollModifier,
    Unmarked,
)

C520, C521, C522, C523, C524, C525, C526 = faults("C520 C521 C522 C523 C524 C525 C526")


@lint("C520", "The first outcome that fits counts: what stands behind one that always fits is never read.")
def outcome_never_reached(game: Game) -> Iterator[Diagnostic]:
    """An outcome stands behind one that always fits."""
    for check in game.rolls.checks.values():
        for outcome in check.outcomes[:-1]:
            if isinstance(outcome.test, Otherwise):
                yield C520(
                    f"check `{check.id}` never comes further than `{outcome.gives}`",
                    outcome.note.span,
                    "move it to the end, or say on which `roll` or `up_to` which field it fits",
                )


@lint("C521", "A modifier that no roll adds is forgotten, or a leftover.")
def idle_roll_modifier(game: Game) -> Iterator[Diagnostic]:
    """No roll adds a modifier."""
    used = {id for check in game.rolls.checks.values() for id in check.modifiers}
    used |= {id for contest in game.rolls.contests.values() for id in contest.modifiers}
    for modifier in game.rolls.modifiers.values():
        if modifier.id not in used:
            yield C521(f"no roll adds `{modifier.id}`", modifier.note.span, "name it in a roll, or take it out")


@lint("C522", "Every roll must come to something.")
def roll_without_outcome(game: Game) -> Iterator[Diagnostic]:
    """The last outcome of a check does not fit every roll."""
    for check in game.rolls.checks.values():
        last = check.outcomes[-1]
        if not isinstance(last.test, Otherwise):
            yield C522(
                f"check `{check.id}` does not say what all other rolls give",
                last.note.span,
                "add an outcome that only `gives`",
            )


def _of_pieces(game: Game, modifier: RollModifier) -> bool:
    source = modifier.source
    by_side = isinstance(source, Constant) and isinstance(game.constants[source.id].value, Mapping)
    marked = any(isinstance(case, Marked | Unmarked) for case in modifier.cases)
    return isinstance(source, OF_PIECES) or by_side or marked or modifier.of == TARGET


@lint("C523", "A contest knows no piece, and a piece has no rival: such a modifier would never count.")
def misplaced_roll_modifier(game: Game) -> Iterator[Diagnostic]:
    """A roll adds a modifier that it cannot know."""
    rolls: list[Check | Contest] = [*game.rolls.checks.values(), *game.rolls.contests.values()]
    for roll in rolls:
        for modifier in (game.rolls.modifiers[id] for id in roll.modifiers):
            if isinstance(roll, Check) and isinstance(modifier.source, OF_SEATS):
                yield C523(
                    f"check `{roll.id}` adds `{modifier.id}`, which is a number of seats",
                    roll.note.span,
                    "add it to a contest",
                )
            elif not isinstance(roll, Check) and _of_pieces(game, modifier):
                yield C523(
                    f"contest `{roll.id}` adds `{modifier.id}`, which is a number of pieces",
                    roll.note.span,
                    "add it to a check",
                )


@lint("C524", "A unit that rolls in no part would never fight.")
def pool_without_turn(game: Game) -> Iterator[Diagnostic]:
    """A kind of a pool rolls in no part of it."""
    for pool in game.rolls.pools.values():
        places = {place for part in pool.parts for place in part}
        for counter in game.counters.values():
            place = counter.faces[0].values.get(pool.order)
            if counter.kind in pool.kinds and place not in places:
                yield C524(
                    f"`{counter.id}` rolls at {place}, which no part of pool `{pool.id}` has",
                    pool.note.span,
                    f"add {place} to `parts`, or mend `{pool.order}` of the counter",
                )


@lint("C526", "The module asks for the number of units of a kind: all of them must hit alike.")
def uneven_pool(game: Game) -> Iterator[Diagnostic]:
    """Counters of one kind hit on different numbers in a pool."""
    for pool in game.rolls.pools.values():
        for kind in pool.kinds:
            own = [counter for counter in game.counters.values() if counter.kind == kind]
            for field in (pool.hits, pool.order):
                values = {counter.faces[0].values.get(field): counter for counter in own}
                if len(values) > 1:
                    first, other = list(values.values())[:2]
                    yield C526(
                        f"`{first.id}` and `{other.id}` of kind `{kind}` differ in `{field}`",
                        pool.note.span,
                        "give them kinds of their own",
                    )


@lint("C525", "A number that a kind of counter does not have counts as 0.")
def roll_without_field(game: Game) -> Iterator[Diagnostic]:
    """A roll uses a field that its kind of counter does not have."""
    rolls: list[Check | Pool] = [*game.rolls.checks.values(), *game.rolls.pools.values()]
    for roll in rolls:
        fields = roll.fields if isinstance(roll, Check) else (roll.hits, roll.order)
        for kind, field in product(roll.kinds, fields):
            if field not in game.counter_kinds[kind].fields:
                yield C525(
                    f"`{roll.id}` uses `{field}`, and counters of kind `{kind}` have none",
                    roll.note.span,
                    "name a field that all its kinds have",
                )
