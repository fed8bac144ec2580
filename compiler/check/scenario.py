"""Lints of setups and reinforcements."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from compiler.check.counters import demand
from compiler.check.lint import ERROR, WARNING, Found, lint, listed
from compiler.model.barred import closed_to
from compiler.model.game import Game
from compiler.model.scenario import FreePlacement, Placement, Reinforcement, Scenario


def _all_placements(scenario: Scenario) -> Iterator[Placement]:
    yield from scenario.placements
    for free in scenario.free:
        yield from free.suggested


@lint("C701", ERROR, "A piece cannot start where it may not go.")
def setup_on_closed_ground(game: Game) -> Iterator[Found]:
    """A unit is set up on ground it may not enter."""
    for scenario in game.scenarios.values():
        for placement in _all_placements(scenario):
            counter, space = game.counters.get(placement.counter), game.spaces.get(placement.at)
            if counter is None or space is None or game.counter_kinds[counter.kind].marker:
                continue
            if closed_to(game.maps[space.board], space, counter.kind):
                yield Found(
                    f"`{counter.id}` may not enter the {space.terrain} of `{space.id}`",
                    placement.note.span,
                    "set it up elsewhere, or open the ground",
                )


@lint("C702", ERROR, "A setup must obey the stacking limit.")
def setup_over_stacking(game: Game) -> Iterator[Found]:
    """More units are set up in a space than may stack there."""
    for scenario in game.scenarios.values():
        for board in game.maps.values():
            land = frozenset(board.land)
            for limit in board.stacking:
                counts: dict[tuple[str, str | None], list[Placement]] = {}
                for placement in _all_placements(scenario):
                    counter = game.counters.get(placement.counter)
                    if counter is None or placement.at not in land or game.counter_kinds[counter.kind].marker:
                        continue
                    if limit.kinds and counter.kind not in limit.kinds:
                        continue
                    side = (placement.side or counter.side) if limit.per == "side" else None
                    counts.setdefault((placement.at, side), []).append(placement)
                for (at, side), placements in counts.items():
                    total = sum(p.count for p in placements)
                    if limit.limit is not None and total > limit.limit:
                        whose = f" of `{side}`" if side else ""
                        yield Found(
                            f"{total} units{whose} stand in `{at}`, and the limit is {limit.limit}",
                            placements[-1].note.span,
                            "spread them out",
                        )


def _friends(game: Game, scenario: Scenario, seat: str) -> set[str]:
    mine = set(scenario.control.get(seat) or game.seats[seat].sides)
    for alliance in game.alliances.values():
        if mine & set(alliance.sides):
            mine |= set(alliance.sides)
    return mine


@lint("C703", WARNING, "Deploying in enemy land is most likely a wrong region.")
def setup_in_enemy_territory(game: Game) -> Iterator[Found]:
    """A seat may deploy freely in another side's territory."""
    for scenario in game.scenarios.values():
        for free in scenario.free:
            friends = _friends(game, scenario, free.seat)
            wrong: dict[str, list[str]] = {}
            for id in free.spaces:
                space = game.spaces.get(id)
                board = game.maps[space.board] if space else None
                for region in board.regions_of.get(id, ()) if board else ():
                    owner = board.regions[region].side if board else None
                    if owner is not None and owner not in friends:
                        wrong.setdefault(owner, []).append(id)
            for owner, spaces in wrong.items():
                yield Found(
                    f"seat `{free.seat}` may deploy in {listed(spaces)}, which belong to `{owner}`",
                    free.note.span,
                    "leave those spaces out with `except`",
                )


def _turns(game: Game, scenario: Scenario) -> tuple[int, int] | None:
    """First and last turn as indices on the turn track."""
    track = game.turn_track
    if track is None:
        return None
    values = [box.value for box in track.boxes]
    first = scenario.first_turn if scenario.first_turn is not None else values[0]
    last = scenario.last_turn if scenario.last_turn is not None else values[-1]
    if first not in values or last not in values:
        return None
    return values.index(first), values.index(last)


@lint("C704", ERROR, "What comes outside the game's turns never comes.")
def reinforcement_out_of_time(game: Game) -> Iterator[Found]:
    """A reinforcement comes before the first or after the last turn."""
    track = game.turn_track
    for scenario in game.scenarios.values():
        span = _turns(game, scenario)
        if track is None or span is None:
            continue
        values = [box.value for box in track.boxes]
        for reinforcement in scenario.reinforcements:
            turn = reinforcement.turn
            if turn not in values:
                yield Found(f"turn `{turn}` is not on the turn track", reinforcement.note.span, "mend the turn")
            elif not span[0] <= values.index(turn) <= span[1]:
                yield Found(
                    f"turn `{turn}` lies outside scenario `{scenario.id}`, which is played from "
                    f"`{values[span[0]]}` to `{values[span[1]]}`",
                    reinforcement.note.span,
                    "mend the turn",
                )


@lint("C706", ERROR, "The turn track must be as long as the game.")
def short_turn_track(game: Game) -> Iterator[Found]:
    """A scenario is played beyond the turn track."""
    track = game.turn_track
    for scenario in game.scenarios.values():
        for turn in (scenario.first_turn, scenario.last_turn):
            if turn is not None and track is not None and not track.has(turn):
                yield Found(
                    f"scenario `{scenario.id}` is played in turn `{turn}`, and the turn track ends at "
                    f"`{track.boxes[-1].value}`",
                    scenario.note.span,
                    "lengthen the track, or shorten the game",
                )


@lint("C707", ERROR, "A marker can only stand in a box of its track.")
def value_off_track(game: Game) -> Iterator[Found]:
    """A scenario starts a track at a value it does not have."""
    for scenario in game.scenarios.values():
        for id, value in scenario.tracks.items():
            track = game.tracks[id]
            if not track.has(value):
                yield Found(
                    f"scenario `{scenario.id}` starts `{id}` at `{value}`, which is no box of it",
                    scenario.note.span,
                    f"it runs from `{track.boxes[0].value}` to `{track.boxes[-1].value}`",
                )


@lint("C708", ERROR, "There must be room for all that has to be placed.")
def too_little_room(game: Game) -> Iterator[Found]:
    """A free placement has fewer places than counters."""
    for scenario in game.scenarios.values():
        for free in scenario.free:
            wanted = free.count or sum(n for _, n in free.counters)
            if free.per_space is not None and wanted > free.per_space * len(free.spaces):
                yield Found(
                    f"{wanted} counters have to go into {len(free.spaces)} spaces, {free.per_space} in each",
                    free.note.span,
                    "add spaces, or raise `per_space`",
                )
            total = sum(n for _, n in free.counters)
            if free.count is not None and free.count > total:
                yield Found(f"{free.count} of {total} counters have to be placed", free.note.span, "lower `count`")


@lint("C709", WARNING, "Enemies in one space at the start is a slip in most games.")
def enemies_together(game: Game) -> Iterator[Found]:
    """Two enemies are set up in one space."""
    for scenario in game.scenarios.values():
        held: dict[str, tuple[str, Placement]] = {}
        for placement in scenario.placements:
            counter, space = game.counters.get(placement.counter), game.spaces.get(placement.at)
            side = placement.side or (counter.side if counter else None)
            if counter is None or space is None or side is None or game.counter_kinds[counter.kind].marker:
                continue
            seat = game.seat_of(side, scenario)
            if space.id not in game.maps[space.board].land or seat is None:
                continue
            other = held.setdefault(space.id, (seat, placement))
            if other[0] != seat:
                yield Found(
                    f"`{other[0]}` and `{seat}` both start in `{space.id}`",
                    placement.note.span,
                    "move one of them, or allow it with a reason",
                )


@lint("C710", WARNING, "Without a scenario there is nothing to start.")
def no_scenario(game: Game) -> Iterator[Found]:
    """The game has no scenario."""
    if not game.scenarios:
        yield Found("the game has no scenario", game.span, "write one in `scenarios/`")


@lint("C711", WARNING, "A player without pieces has nothing to play with.")
def empty_handed_seat(game: Game) -> Iterator[Found]:
    """A seat of a scenario gets no piece at all."""
    for scenario in game.scenarios.values():
        used = {game.counters[id].side for id in demand(game, scenario) if id in game.counters}
        used |= {game.counters[p].side for pile in game.piles.values() for p in pile.pieces if p in game.counters}
        for seat in scenario.seats:
            sides = scenario.control.get(seat) or game.seats[seat].sides
            if not set(sides) & used:
                yield Found(
                    f"seat `{seat}` has no pieces in scenario `{scenario.id}`",
                    scenario.note.span,
                    "give it some, or leave it out of `seats`",
                )


@lint("C712", ERROR, "The suggestion must be legal.")
def suggestion_out_of_bounds(game: Game) -> Iterator[Found]:
    """A suggested placement is none that the seat may choose."""
    for scenario in game.scenarios.values():
        for free in scenario.free:
            allowed, held = set(free.spaces), dict(free.counters)
            for placement in free.suggested:
                if placement.at not in allowed:
                    yield Found(
                        f"`{placement.counter}` may not be placed in `{placement.at}`",
                        placement.note.span,
                        "choose one of the allowed spaces",
                    )
                if placement.counter not in held:
                    yield Found(
                        f"`{placement.counter}` is not among the counters to place",
                        placement.note.span,
                        "add it to `counters`, or take it out",
                    )


@lint("C723", ERROR, "Where a number is laid down, the suggestion must keep to it.")
def suggestion_of_another_number(game: Game) -> Iterator[Found]:
    """A suggested setup puts more or fewer units in a space than are laid down for it."""
    for scenario in game.scenarios.values():
        for free in (free for free in scenario.free if free.suggested):
            put = Tally[str]()
            for placement in free.suggested:
                put[placement.at] += placement.count
            for space, wanted in free.exactly.items():
                if put[space] != wanted:
                    message = f"the suggestion of `{free.id}` puts {put[space]} in `{space}`, {wanted} must stand there"
                    yield Found(message, free.note.span, "mend the suggestion, or `exactly`")


@lint("C713", ERROR, "Nothing can stand in a space that is out of play.")
def setup_in_closed_space(game: Game) -> Iterator[Found]:
    """A piece is set up in a space that the scenario closes."""
    for scenario in game.scenarios.values():
        for placement in _all_placements(scenario):
            if placement.at in scenario.closed:
                yield Found(
                    f"`{placement.at}` is out of play in scenario `{scenario.id}`",
                    placement.note.span,
                    "set the piece up elsewhere",
                )


@lint("C725", ERROR, "What may enter none of its spaces never comes.")
def reinforcement_shut_out(game: Game) -> Iterator[Found]:
    """A reinforcement may enter none of the spaces it comes to."""
    for scenario in game.scenarios.values():
        for reinforcement in scenario.reinforcements:
            spaces = [game.spaces[id] for id in reinforcement.spaces if id in game.spaces]
            for id, _ in reinforcement.counters:
                counter = game.counters.get(id)
                if counter is None or not spaces or game.counter_kinds[counter.kind].marker:
                    continue
                shut = (s.id in scenario.closed or closed_to(game.maps[s.board], s, counter.kind) for s in spaces)
                if all(shut):
                    places = listed(space.id for space in spaces)
                    message = (
                        f"`{id}` comes to {places}, and may not enter {'it' if len(spaces) == 1 else 'any of them'}"
                    )
                    yield Found(message, reinforcement.note.span, "name a space it may enter, or open the ground")


@lint("C714", WARNING, "A counter is either used or unused.")
def used_though_unused(game: Game) -> Iterator[Found]:
    """A counter is listed as unused and used all the same."""
    for scenario in game.scenarios.values():
        wanted = demand(game, scenario)
        for id in scenario.unused:
            if id in wanted:
                yield Found(f"`{id}` is listed as unused and is used", scenario.note.span, "take it out of `unused`")


@lint("C716", WARNING, "Reinforcements come to the player who runs them.")
def stranger_among_reinforcements(game: Game) -> Iterator[Found]:
    """A seat gets counters of a side it does not run."""
    for scenario in game.scenarios.values():
        groups: list[FreePlacement | Reinforcement] = [*scenario.free, *scenario.reinforcements]
        for group in groups:
            if group.seat is None:
                continue
            sides = set(scenario.control.get(group.seat) or game.seats[group.seat].sides)
            strangers = [
                id for id, _ in group.counters if id in game.counters and game.counters[id].side not in (None, *sides)
            ]
            if strangers:
                yield Found(
                    f"{listed(strangers)} are not run by seat `{group.seat}`",
                    group.note.span,
                    "mend the seat or the counters",
                )


@lint("C717", ERROR, "A unit cannot have more steps than it is made of.")
def too_many_steps(game: Game) -> Iterator[Found]:
    """A unit is set up with more steps than it has."""
    for scenario in game.scenarios.values():
        for placement in _all_placements(scenario):
            counter = game.counters.get(placement.counter)
            if counter is not None and placement.steps is not None and placement.steps > counter.steps:
                yield Found(
                    f"`{counter.id}` has {counter.steps} steps, not {placement.steps}",
                    placement.note.span,
                    "mend the steps",
                )


@lint("C718", ERROR, "A seat is taken once.")
def seat_taken_twice(game: Game) -> Iterator[Found]:
    """A scenario lists a seat twice, or two seats run one side."""
    for scenario in game.scenarios.values():
        for seat in {s for s in scenario.seats if scenario.seats.count(s) > 1}:
            yield Found(
                f"seat `{seat}` is listed twice in scenario `{scenario.id}`", scenario.note.span, "list it once"
            )
        owner: dict[str, str] = {}
        for seat in dict.fromkeys(scenario.seats):
            for side in scenario.control.get(seat) or game.seats[seat].sides:
                if owner.setdefault(side, seat) != seat:
                    yield Found(
                        f"`{owner[side]}` and `{seat}` both run `{side}` in scenario `{scenario.id}`",
                        scenario.note.span,
                        "give the side to one seat with `control`",
                    )


@lint("C719", ERROR, "A pile of cards holds cards, a pile of counters counters.")
def wrong_pile_content(game: Game) -> Iterator[Found]:
    """A pile of cards is given counters, or one of counters cards."""
    for scenario in game.scenarios.values():
        contents = [(pile, id) for pile, things in scenario.piles.items() for id, _ in things]
        contents += [(p.at, p.counter) for p in scenario.placements if p.at in game.piles]
        for pile, id in contents:
            is_card = id in game.cards
            if is_card != (game.piles[pile].holds == "cards"):
                what = "card" if is_card else "counter"
                yield Found(
                    f"`{pile}` holds {game.piles[pile].holds}, and `{id}` is a {what}",
                    scenario.note.span,
                    "put it elsewhere",
                )
