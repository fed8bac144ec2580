"""A scenario becomes a table: everything with a fixed place is on it, the rest waits in its pool."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.counters import Card, Counter
from compiler.model.game import Game
from compiler.model.scenario import Placement, Scenario
from compiler.model.table import Piece, Table

Groups = tuple[tuple[str, ...], ...]


def set_up(game: Game, scenario: Scenario) -> Table:
    """The table at the start, before free placements; shuffled piles stand in the order they are written.

    Pieces of a free placement with a pool wait there; other pieces that come later are still in the box.
    """
    return _Setup(game, scenario).table()


def reserved(game: Game, scenario: Scenario) -> tuple[Groups, Groups]:
    """The pieces kept for each free placement and for each reinforcement, in the order they are written."""
    setup = _Setup(game, scenario)
    return tuple(setup.free), tuple(setup.later)


class _Setup:
    """Deals the pieces of the box out: fixed places first, then piles, free placements and reinforcements."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        self.game = game
        self.scenario = scenario
        self.box: dict[str, Iterator[str]] = {id: iter(thing.piece_ids) for id, thing in _things(game)}
        self.pieces: dict[str, Piece] = {}
        self.stacks: dict[str, list[str]] = {}
        self.dealt: set[str] = set()
        for placement in scenario.placements:
            self._place(placement)
        self._piles()
        self.free: list[tuple[str, ...]] = []
        for free in scenario.free:
            ids = tuple(id for counter, count in free.counters for id in self._deal(counter, count, free.pool))
            self.free.append(ids)
            if free.pool is not None:
                self._wait(ids, free.pool)
        self.later: list[tuple[str, ...]] = [
            tuple(id for counter, count in group.counters for id in self._deal(counter, count, None))
            for group in scenario.reinforcements
        ]

    def table(self) -> Table:
        game, scenario = self.game, self.scenario
        tracks = {track.id: scenario.tracks.get(track.id, track.start) for track in game.tracks.values()}
        turn = game.turn_track
        if turn is not None and scenario.first_turn is not None and turn.id not in scenario.tracks:
            tracks[turn.id] = scenario.first_turn
        marks = {(target, mark): value for target, mark, value in scenario.marks}
        return Table(self.pieces, {place: tuple(ids) for place, ids in self.stacks.items()}, tracks, marks)

    def _put(self, piece: Piece) -> None:
        self.pieces[piece.id] = piece
        self.stacks.setdefault(piece.place, []).append(piece.id)

    def _place(self, placement: Placement) -> None:
        game = self.game
        thing = game.counters.get(placement.counter) or game.cards[placement.counter]
        for _ in range(placement.count):
            id = next(self.box[thing.id], None)
            if id is None:
                break  # C-lint `more placed than the mix holds` has said so
            face, steps = 0, getattr(thing, "steps", 1)
            if placement.face is not None and isinstance(thing, Counter):
                face = thing.face(placement.face)
            self._put(
                Piece(
                    id,
                    thing.id,
                    placement.at,
                    face,
                    placement.steps or steps,
                    placement.side or thing.side,
                    placement.facing or 0,
                    seen_standing(game, thing, placement.at, self.scenario),
                    tuple(sorted(placement.marks.items())),
                )
            )

    def _piles(self) -> None:
        for pile in self.game.piles.values():
            contents = self.scenario.piles.get(pile.id)
            wanted = contents if contents is not None else tuple((id, -1) for id in pile.pieces)
            for thing_id, count in wanted:
                taken = 0
                while taken != count and (id := next(self.box[thing_id], None)) is not None:
                    taken += 1
                    self._put(fresh(self.game, id, pile.id))

    def _deal(self, counter: str, count: int, pool: str | None) -> Iterator[str]:
        """Pieces for later: from the box; else from the pool; else from any pile they wait in."""
        for _ in range(count):
            id = next(self.box[counter], None)
            if id is None:
                id = next(
                    (
                        p.id
                        for p in self.pieces.values()
                        if p.counter == counter
                        and p.id not in self.dealt
                        and (p.place == pool or p.place in self.game.piles)
                    ),
                    None,
                )
            if id is None:
                return
            self.dealt.add(id)
            yield id

    def _wait(self, ids: tuple[str, ...], pool: str) -> None:
        for id in ids:
            if id not in self.pieces:
                self._put(fresh(self.game, id, pool))


def fresh(game: Game, id: str, place: str) -> Piece:
    """A piece as it comes out of the box."""
    thing = game.pieces[id]
    steps = thing.steps if isinstance(thing, Counter) else 1
    return Piece(id, thing.id, place, 0, steps, thing.side, 0, seen_standing(game, thing, place))


def seen_standing(
    game: Game, thing: Counter | Card, place: str, scenario: Scenario | None = None
) -> tuple[str, ...] | None:
    """Who knows a piece in a place: a block (`hidden` at its kind) on a map only its owner, else as the place is."""
    space = game.spaces.get(place)
    if isinstance(thing, Counter) and space is not None and space.display is None and space.kind != "box":
        seat = game.seat_of(thing.side, scenario) if thing.side is not None else None
        if seat is not None and game.counter_kinds[thing.kind].hidden:
            return (seat,)
    return seen_by(game, place)


def seen_by(game: Game, place: str) -> tuple[str, ...] | None:
    """Who knows the pieces in a place: all, nobody, or the owner of a hand or private display."""
    pile = game.piles.get(place)
    if pile is not None:
        if pile.face == "up":
            return None
        return pile.owners if pile.face == "owner" else ()
    space = game.spaces.get(place)
    if space is not None and space.display is not None:
        display = game.maps[space.board].displays[space.display]
        if display.private and display.seat:
            return (display.seat,)
    return None


def _things(game: Game) -> Iterator[tuple[str, Counter | Card]]:
    yield from game.counters.items()
    yield from game.cards.items()
