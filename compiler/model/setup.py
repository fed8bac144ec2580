"""A scenario becomes a table: everything with a fixed place is on it, the rest waits in its pool."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.counters import Card, Counter
from compiler.model.game import Game
from compiler.model.scenario import Scenario
from compiler.model.table import Piece, Table


def set_up(game: Game, scenario: Scenario) -> Table:
    """The table at the start, before free placements; `Shuffled` piles stand in the order they are written."""
    stock = {id: iter(thing.piece_ids) for id, thing in _things(game)}
    pieces: dict[str, Piece] = {}
    stacks: dict[str, list[str]] = {}

    def put(thing: Counter | Card, place: str, piece: Piece) -> None:
        pieces[piece.id] = piece
        stacks.setdefault(place, []).append(piece.id)

    for placement in scenario.placements:
        thing = game.counters.get(placement.counter) or game.cards[placement.counter]
        for _ in range(placement.count):
            id = next(stock[thing.id], None)
            if id is None:
                break  # C-lint `more placed than the mix holds` has said so
            face, steps = 0, getattr(thing, "steps", 1)
            if placement.face is not None and isinstance(thing, Counter):
                face = thing.face(placement.face)
            piece = Piece(
                id, thing.id, placement.at, face, placement.steps or steps, placement.side or thing.side,
                placement.facing or 0, _seen_by(game, placement.at), tuple(sorted(placement.marks.items())),
            )
            put(thing, placement.at, piece)
    for pile in game.piles.values():
        contents = scenario.piles.get(pile.id)
        wanted = contents if contents is not None else tuple((id, -1) for id in pile.pieces)
        for thing_id, count in wanted:
            thing = game.counters.get(thing_id) or game.cards[thing_id]
            taken = 0
            while taken != count and (id := next(stock[thing_id], None)) is not None:
                taken += 1
                steps = thing.steps if isinstance(thing, Counter) else 1
                put(thing, pile.id, Piece(id, thing.id, pile.id, 0, steps, thing.side, 0, _seen_by(game, pile.id)))
    tracks = {track.id: scenario.tracks.get(track.id, track.start) for track in game.tracks.values()}
    turn = game.turn_track
    if turn is not None and scenario.first_turn is not None and turn.id not in scenario.tracks:
        tracks[turn.id] = scenario.first_turn
    marks = {(target, mark): value for target, mark, value in scenario.marks}
    return Table(pieces, {place: tuple(ids) for place, ids in stacks.items()}, tracks, marks)


def _things(game: Game) -> Iterator[tuple[str, Counter | Card]]:
    yield from game.counters.items()
    yield from game.cards.items()


def _seen_by(game: Game, place: str) -> tuple[str, ...] | None:
    """Who knows the pieces in a place: all, nobody, or the owner of a hand or private display."""
    pile = game.piles.get(place)
    if pile is not None:
        if pile.face == "up":
            return None
        return (pile.seat,) if pile.face == "owner" and pile.seat else ()
    space = game.spaces.get(place)
    if space is not None and space.display is not None:
        display = game.maps[space.board].displays[space.display]
        if display.private and display.seat:
            return (display.seat,)
    return None
