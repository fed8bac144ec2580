"""Lints of setups that are like each other, and of pieces that are: what only one of them does is told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from compiler.check.lint import WARNING, Found, lint
from compiler.diagnostics import Related
from compiler.model.game import Game
from compiler.model.scenario import Placement, Scenario

_MANY = 6  # so many alike make one that differs odd


def _rows(game: Game, scenario: Scenario) -> dict[str, dict[str, Placement]]:
    """Places with the units a setup puts there."""
    found: dict[str, dict[str, Placement]] = {}
    for one in scenario.placements:
        counter = game.counters.get(one.counter)
        if counter is not None and not game.counter_kinds[counter.kind].marker:
            found.setdefault(one.at, {}).setdefault(one.counter, one)
    return found


@lint("C726", WARNING, "Two setups agree in all stacks but one: most likely a unit was forgotten there.")
def thinner_stack(game: Game) -> Iterator[Found]:
    """A stack of one setup lacks a unit that it has in another, where all other stacks have theirs."""
    rows = {scenario.id: _rows(game, scenario) for scenario in game.scenarios.values()}
    told: set[tuple[str, str]] = set()
    for here, there in permutations(game.scenarios.values(), 2):
        a, b = rows[here.id], rows[there.id]
        shared = [at for at in a if at in b and not _borrowed(a[at], b[at])]
        elsewhere = {counter for row in a.values() for counter in row} | set(here.unused)
        thin = [
            (at, lost)
            for at in shared
            for lost in [b[at].keys() - a[at].keys()]
            if len(lost) == 1 and a[at].keys() < b[at].keys() and lost.isdisjoint(elsewhere)
        ]
        if len(shared) >= _MANY and len(thin) == 1:
            ((at, lost),) = thin
            spot, (id,) = next(iter(a[at].values())), lost
            if (id, at) not in told:
                told.add((id, at))
                message = f"in `{here.id}` no `{id}` stands in `{at}` beside `{spot.counter}`, as in `{there.id}`"
                help = "place it, or list it under `unused` if it stays in the box"
                yield Found(message, spot.note.span, help, [Related(b[at][id].note.span, "here it does")])


def _borrowed(a: dict[str, Placement], b: dict[str, Placement]) -> bool:
    """Whether a row is written once for both setups: one is `like` the other."""
    return any(one.note.span == other.note.span for one in a.values() for other in b.values())


@lint("C727", WARNING, "Two setups agree where everybody stands but for one stack: one of them is most likely wrong.")
def moved_stack(game: Game) -> Iterator[Found]:
    """A stack stands elsewhere than in another setup, or nowhere, and all others stand where they do there."""
    stands = {scenario.id: _singles(game, scenario) for scenario in game.scenarios.values()}
    told: set[str] = set()
    for here, there in combinations(game.scenarios.values(), 2):
        a, b = stands[here.id], stands[there.id]
        both = [id for id in a if id in b and a[id].note.span != b[id].note.span]
        moved = [id for id in both if a[id].at != b[id].at]
        ways = {(a[id].at, b[id].at) for id in moved}
        if len(both) >= _MANY and len(ways) == 1 and moved[0] not in told:
            told.add(moved[0])
            one, other = a[moved[0]], b[moved[0]]
            message = f"`{moved[0]}` stands in `{one.at}` in `{here.id}`, and in `{other.at}` in `{there.id}`"
            help = "mend one of the two: all others stand in the same places"
            yield Found(message, one.note.span, help, [Related(other.note.span, "the other is here")])

    rows = {scenario.id: _rows(game, scenario) for scenario in game.scenarios.values()}
    for here, there in permutations(game.scenarios.values(), 2):
        mine, theirs = rows[here.id], rows[there.id]
        shared = [at for at in mine if at in theirs and not _borrowed(mine[at], theirs[at])]
        lost, new = [at for at in theirs if at not in mine], [at for at in mine if at not in theirs]
        if len(shared) < _MANY or len(lost) != 1 or len(new) > 1 or told & theirs[lost[0]].keys():
            continue
        told |= theirs[lost[0]].keys()
        other = next(iter(theirs[lost[0]].values()))
        where = next(iter(mine[new[0]].values())).note.span if new else here.note.span
        message = f"in `{here.id}` nobody stands in `{lost[0]}`, as `{other.counter}` does in `{there.id}`"
        help = "see whether a stack was forgotten or stands elsewhere: all others stand in the same places"
        yield Found(message, where, help, [Related(other.note.span, "it stands here")])


def _singles(game: Game, scenario: Scenario) -> dict[str, Placement]:
    """Units of which there is one, where a setup puts them."""
    rows = _rows(game, scenario)
    return {id: one for row in rows.values() for id, one in row.items() if game.counters[id].count == 1}


@lint("C728", WARNING, "A unit where no other of its kind starts is most likely in the wrong space.")
def odd_space(game: Game) -> Iterator[Found]:
    """A unit starts in a kind of space in which no other of its kind does in any setup."""
    places: dict[str, dict[str, dict[tuple[str, str], Placement]]] = {}
    for scenario in game.scenarios.values():
        for one in (*scenario.placements, *(each for free in scenario.free for each in free.suggested)):
            counter, space = game.counters.get(one.counter), game.spaces.get(one.at)
            if counter is not None and space is not None:
                spot = places.setdefault(counter.kind, {}).setdefault(space.kind, {})
                spot.setdefault((str(one.note.span), one.at), one)
    spread = [space.kind for space in game.spaces.values()]
    for kind, found in places.items():
        if game.counter_kinds[kind].marker or sum(map(len, found.values())) <= _MANY:
            continue
        for ground, spots in found.items():
            if len(spots) == 1 and spread.count(ground) > 1:
                (one,) = spots.values()
                message = f"`{one.counter}` is the only `{kind}` that starts in a `{ground}` (`{one.at}`)"
                others = " and ".join(f"`{each}`" for each in found if each != ground)
                yield Found(message, one.note.span, f"all others start in {others}: see whether the space is right")
