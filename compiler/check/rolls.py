"""Lints of the rolls that the module makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.model.game import Game
from compiler.model.loops import counted
from compiler.model.rolls import (
    OF_PIECES,
    OF_SEATS,
    TARGET,
    Asked,
    Check,
    Chosen,
    Constant,
    Contest,
    Lent,
    Marked,
    Number,
    OnCard,
    Otherwise,
    Pool,
    RollModifier,
    Turns,
    Unmarked,
    Volley,
)


@lint(
    "C520",
    ERROR,
    "Outcomes are tried from the first on. One that only `gives` fits every roll, so it must be the last.",
)
def outcome_never_reached(game: Game) -> Iterator[Found]:
    """An outcome stands behind one that always fits."""
    for check in game.rolls.checks.values():
        for outcome in check.outcomes[:-1]:
            if isinstance(outcome.test, Otherwise):
                yield Found(
                    f"check `{check.id}` never comes further than `{outcome.gives}`",
                    outcome.note.span,
                    "move it to the end, or say on which `roll` or `up_to` which field it fits",
                )


@lint("C521", WARNING, "The author most likely forgot to name it in a roll.")
def idle_roll_modifier(game: Game) -> Iterator[Found]:
    """No roll adds a modifier."""
    used = {id for check in game.rolls.checks.values() for id in check.modifiers}
    used |= {id for contest in game.rolls.contests.values() for id in contest.modifiers}
    used |= {id for volley in game.rolls.volleys.values() for id in volley.modifiers}
    used |= {id for volley in game.rolls.volleys.values() for way in volley.ways.values() for id in way.modifiers}
    for modifier in game.rolls.modifiers.values():
        if modifier.id not in used:
            yield Found(f"no roll adds `{modifier.id}`", modifier.note.span, "name it in a roll, or take it out")


@lint(
    "C522", ERROR, "A roll that fits no outcome would come to nothing. The last outcome has neither `roll` nor `up_to`."
)
def roll_without_outcome(game: Game) -> Iterator[Found]:
    """The last outcome of a check does not fit every roll."""
    for check in game.rolls.checks.values():
        last = check.outcomes[-1]
        if not isinstance(last.test, Otherwise):
            yield Found(
                f"check `{check.id}` does not say what all other rolls give",
                last.note.span,
                "add an outcome that only `gives`",
            )


def _of_pieces(game: Game, modifier: RollModifier) -> bool:
    source = modifier.source
    by_side = isinstance(source, Constant) and isinstance(game.constants[source.id].value, Mapping)
    marked = any(isinstance(case, Marked | Unmarked) for case in modifier.cases)
    return isinstance(source, OF_PIECES) or by_side or marked or modifier.of == TARGET


@lint(
    "C523",
    ERROR,
    "A contest is between seats and knows no piece, so ground, leaders, marks and choices do not fit; "
    "a check is of one piece, so boxes of tracks by seat and leads do not fit; "
    "a volley is of many, so only numbers, choices and cards do, and of one with ways numbers and constants by side.",
)
def misplaced_roll_modifier(game: Game) -> Iterator[Found]:
    """A roll adds a modifier that it cannot know."""
    rolls: list[Check | Contest] = [*game.rolls.checks.values(), *game.rolls.contests.values()]
    for roll in rolls:
        for modifier in (game.rolls.modifiers[id] for id in roll.modifiers):
            if isinstance(roll, Check) and isinstance(modifier.source, OF_SEATS):
                yield Found(
                    f"check `{roll.id}` adds `{modifier.id}`, which is a number of seats",
                    roll.note.span,
                    "add it to a contest",
                )
            elif not isinstance(roll, Check) and _of_pieces(game, modifier):
                yield Found(
                    f"contest `{roll.id}` adds `{modifier.id}`, which is a number of pieces",
                    roll.note.span,
                    "add it to a check",
                )
    for volley in game.rolls.volleys.values():
        added = (*volley.modifiers, *(id for way in volley.ways.values() for id in way.modifiers))
        for modifier in (game.rolls.modifiers[id] for id in dict.fromkeys(added)):
            if modifier.of == TARGET or not _of_many(volley, modifier):
                fits = "a number or a constant, at most by an option" if volley.ways else "a number, a choice or a card"
                yield Found(
                    f"volley `{volley.id}` adds `{modifier.id}`, which is not the same for all its units",
                    volley.note.span,
                    f"add {fits}, without another condition",
                )


def _of_many(volley: Volley, modifier: RollModifier) -> bool:
    """Whether all units of a side have the same of a modifier."""
    if volley.ways:
        by_option = all(isinstance(case, Chosen) for case in modifier.cases)
        return isinstance(modifier.source, Number | Constant) and by_option
    return isinstance(modifier.source, Number | Asked | OnCard) and not modifier.cases


@lint("C524", ERROR, "Every unit must roll somewhere; its place in the order is in none of the `parts`.")
def pool_without_turn(game: Game) -> Iterator[Found]:
    """A kind of a pool rolls in no part of it."""
    for pool in game.rolls.pools.values():
        places = {place for part in pool.parts for place in part}
        for counter in game.counters.values():
            place = counter.faces[0].values.get(pool.order)
            if counter.kind in pool.kinds and place not in places:
                yield Found(
                    f"`{counter.id}` rolls at {place}, which no part of pool `{pool.id}` has",
                    pool.note.span,
                    f"add {place} to `parts`, or mend `{pool.order}` of the counter",
                )


@lint(
    "C526",
    ERROR,
    "The module asks how many units of a kind roll, so all of them must hit alike and roll at the same place.",
)
def uneven_pool(game: Game) -> Iterator[Found]:
    """Counters of one kind hit on different numbers in a pool."""
    for pool in game.rolls.pools.values():
        for kind in pool.kinds:
            own = [counter for counter in game.counters.values() if counter.kind == kind]
            for field in (pool.hits, pool.order):
                values = {counter.faces[0].values.get(field): counter for counter in own}
                if len(values) > 1:
                    first, other = list(values.values())[:2]
                    yield Found(
                        f"`{first.id}` and `{other.id}` of kind `{kind}` differ in `{field}`",
                        pool.note.span,
                        "give them kinds of their own",
                    )


@lint("C525", ERROR, "The command would roll against 0. Give the command only to kinds that have the number.")
def roll_without_field(game: Game) -> Iterator[Found]:
    """A roll uses a field that its kind of counter does not have."""
    wanted: list[tuple[Check | Pool | Volley, tuple[str, ...], tuple[str, ...]]] = [
        *((check, check.kinds, check.fields) for check in game.rolls.checks.values()),
        *((pool, pool.kinds, (pool.hits, pool.order)) for pool in game.rolls.pools.values()),
        *((volley, volley.leaders, (volley.hits,)) for volley in game.rolls.volleys.values()),
    ]
    for roll, kinds, fields in wanted:
        for kind, field in product(kinds, fields):
            if field not in game.counter_kinds[kind].fields:
                yield Found(
                    f"`{roll.id}` uses `{field}`, and counters of kind `{kind}` have none",
                    roll.note.span,
                    "name a field that all its kinds have",
                )


@lint("C527", ERROR, "How far a leader's help reaches is measured in hexes: on another map nobody lends anything.")
def lent_without_hexes(game: Game) -> Iterator[Found]:
    """A number is lent by leaders in range on a map without hexes."""
    for modifier in game.rolls.modifiers.values():
        if isinstance(modifier.source, Lent) and game.map.grid is None:
            yield Found(
                f"`{modifier.id}` is lent within a range, and the map has no hexes",
                modifier.note.span,
                "give a `number`, a `constant` or an `asked` choice instead",
            )


@lint("C530", ERROR, "The modifier would never count: no turn is on or after the first and on or before the last.")
def turns_that_never_come(game: Game) -> Iterator[Found]:
    """A modifier counts in turns that never come."""
    track = counted(game)
    boxes = [box.value for box in track.boxes] if track is not None else []
    for modifier in game.rolls.modifiers.values():
        for case in modifier.cases:
            if not isinstance(case, Turns):
                continue
            if case.first > case.last:
                yield Found(
                    f"`{modifier.id}` counts from turn {case.first} to turn {case.last}, which comes before",
                    modifier.note.span,
                    f"name the earlier turn first: `turns: [{case.last}, {case.first}]`",
                )
            elif not any(isinstance(box, int) and case.first <= box <= case.last for box in boxes):
                shown = f"it runs from {boxes[0]} to {boxes[-1]}" if boxes else "give a track the role `turn`"
                yield Found(
                    f"`{modifier.id}` counts in turns {case.first} to {case.last}, of which the turn track has none",
                    modifier.note.span,
                    shown,
                )
