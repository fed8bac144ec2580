"""Lints of the upkeep: what is revealed, what is climbed, what is covered, what is turned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.model.game import Game
from compiler.model.sends import piles_of, sends_of
from compiler.model.setup import seen_by
from compiler.model.upkeep import displays_called, rungs


@lint("C651", ERROR, "What all can see need not be revealed; most likely the wrong box is named.")
def reveal_of_open_box(game: Game) -> Iterator[Found]:
    """A reveal takes pieces out of a box that all can see."""
    for reveal in game.upkeep.reveals.values():
        for box in reveal.boxes:
            if seen_by(game, box) is None:
                yield Found(
                    f"`{reveal.id}` reveals `{box}`, which all can see",
                    reveal.note.span,
                    "name a box of a private display, or take it out",
                )


@lint("C652", ERROR, "A reveal that only some can see reveals nothing.")
def reveal_behind_screen(game: Game) -> Iterator[Found]:
    """A reveal lays pieces where not all can see them."""
    for reveal in game.upkeep.reveals.values():
        for box, to in reveal.boxes.items():
            if seen_by(game, to) is not None:
                yield Found(
                    f"`{reveal.id}` lays what is in `{box}` into `{to}`, which not all can see",
                    reveal.note.span,
                    "name a box of the board or of an open display",
                )


@lint("C653", ERROR, "A marker without boxes gets no commands to climb.")
def marker_off_ladder(game: Game) -> Iterator[Found]:
    """A marker of a ladder has no boxes to climb."""
    for ladder in game.upkeep.ladders.values():
        for counter in game.counters.values():
            if counter.kind == ladder.markers and not rungs(game, ladder, counter):
                wanted = f" with its own `{ladder.same}`" if ladder.same else ""
                yield Found(
                    f"`{counter.id}` climbs `{ladder.id}`, and there is no `{ladder.boxes}`{wanted}",
                    ladder.note.span,
                    f"add such boxes, or mend `boxes`{' or `same`' if ladder.same else ''}",
                )


@lint("C654", WARNING, "A marker that climbs should not sink; most likely a number is mistyped.")
def falling_ladder(game: Game) -> Iterator[Found]:
    """The levels of a ladder fall on the way up."""
    for ladder in game.upkeep.ladders.values():
        told = set()
        for counter in game.counters.values():
            boxes = rungs(game, ladder, counter) if counter.kind == ladder.markers else []
            for low, high in pairwise(boxes):
                levels = [int(box.values.get(ladder.level, 0)) for box in (low, high)]
                if levels[1] < levels[0] and high.id not in told:
                    told.add(high.id)
                    yield Found(
                        f"`{high.id}` comes after `{low.id}` on `{ladder.id}` and has a lower `{ladder.level}`",
                        high.note.span,
                        f"mend `{ladder.level}` or `{ladder.order}`",
                    )


@lint("C655", WARNING, "A card is laid face down because others look on; behind a screen nobody does.")
def cover_behind_screen(game: Game) -> Iterator[Found]:
    """A cover is laid in a private display."""
    for cover in game.upkeep.covers.values():
        if any(display.private for display in displays_called(game, cover.display)):
            yield Found(
                f"`{cover.id}` lays cards face down in `{cover.display}`, which is private",
                cover.note.span,
                "name an open display",
            )


@lint("C656", ERROR, "A piece of the module has one command to be turned by a step; a second would never come to it.")
def counter_with_two_resets(game: Game) -> Iterator[Found]:
    """Two resets turn the same counter."""
    for counter in game.counters.values():
        turning = [reset for reset in game.upkeep.resets.values() if reset.turns(counter) and not reset.moved]
        for reset in turning[1:]:
            yield Found(
                f"`{turning[0].id}` and `{reset.id}` both turn `{counter.id}`",
                reset.note.span,
                "leave its kind to one of them",
            )


@lint("C657", WARNING, "The module can send a beaten piece away only if it knows where to; players look for the box.")
def nowhere_to_fall(game: Game) -> Iterator[Found]:
    """Nothing says where beaten pieces of a kind go."""
    for kind in game.counter_kinds.values():
        own = [counter for counter in game.counters.values() if counter.kind == kind.id and counter.side is not None]
        homeless = [
            counter
            for counter in own
            if not any(send.lost for send in sends_of(game, counter)) and not piles_of(game, counter)
        ]
        if homeless and kind.limited and not kind.marker:
            yield Found(
                f"nothing says where `{homeless[0].id}`, of the kind `{kind.id}`, goes when it is beaten",
                kind.note.span,
                "add a send of its kind with `lost: true` to upkeep.yaml, or a pool that holds it",
            )


@lint("C658", ERROR, "One key stands for a loss; a second place would never be reached by it.")
def two_ways_to_fall(game: Game) -> Iterator[Found]:
    """Two sends say where the same beaten piece goes."""
    told = set()
    for counter in game.counters.values():
        falling = [send for send in sends_of(game, counter) if send.lost]
        for send in falling[1:]:
            if send.id not in told:
                told.add(send.id)
                yield Found(
                    f"`{falling[0].id}` and `{send.id}` both say where a beaten `{counter.id}` goes",
                    send.note.span,
                    "leave `lost` to one of them, or part them by `only`",
                )
