"""Stock steps: free placements before the first turn, and reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from compiler.model.event import Moved, Placed
from compiler.model.scenario import FreePlacement
from compiler.model.setup import fresh
from compiler.play.ask import Flow, Refusal, decide, one_of, question
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock import stacking
from compiler.play.stock.bound import settled
from compiler.play.stock.field import take_place
from compiler.play.stock.reinforcement import due, waits
from compiler.play.topics import ChoosePiece, PlacePiece

WAIT = "wait"


Bar = Callable[[str, Any], Refusal | None]  # why a piece may not stand in a space


@step(None, "stock.setup", settings={})
def setup(scene: Scene) -> Flow[Outcome]:
    """Place the next piece of the scenario's free placements; again until all stand."""
    return (yield from place_next(scene))


def place_next(scene: Scene, bar: Bar | None = None) -> Flow[Outcome]:
    """`setup` for a game whose rules bar places besides."""
    groups, _ = scene.book.reserved(scene.scenario.id)
    for free, pieces in zip(scene.scenario.free, groups, strict=True):
        waiting = [id for id in pieces if waits(scene.game, scene.table, id, free.pool)]
        placed = len(pieces) - len(waiting)
        if not waiting or (free.count is not None and placed >= free.count):
            continue
        yield from _place_one(scene, free, pieces, waiting, bar)
        return AGAIN
    return None


def _place_one(
    scene: Scene, free: FreePlacement, pieces: Sequence[str], waiting: list[str], bar: Bar | None
) -> Flow[None]:
    rule = free.note.rule
    id = waiting[0]
    if free.count is not None:  # not all of them: which one is a choice too
        kinds = {scene.game.pieces[w].id: w for w in reversed(waiting)}
        id = yield from decide(
            scene,
            [w for w in waiting if kinds[scene.game.pieces[w].id] == w],
            topic=ChoosePiece("place"),
            seat=free.seat,
            rule=rule,
            prompt=free.text or "place which piece?",
        )

    left = len(waiting) if free.count is None else free.count - (len(pieces) - len(waiting))

    def crowded(space: Any) -> Refusal | None:
        most = free.exactly.get(space, free.per_space)
        if most is not None and _standing(scene, pieces, space) >= most:
            return Refusal(rule, f"`{space}` has its {most} pieces")
        if space not in free.exactly and _owed(scene, free, pieces) >= left:
            return Refusal(rule, "what is left must go where a number is set")
        return no_room(scene, id, space) or (bar(id, space) if bar is not None else None)

    space = yield from decide(
        scene,
        free.spaces,
        (one_of(free.spaces, rule=rule), crowded),
        topic=PlacePiece(id),
        seat=free.seat,
        prompt=f"place {_name(scene, id)} where?",
        rule=rule,
    )
    come(scene, id, space, rule)


def _standing(scene: Scene, pieces: Sequence[str], space: str) -> int:
    """How many of some pieces stand in a space."""
    return len(set(pieces).intersection(scene.table.stacks.get(space, ())))


def _owed(scene: Scene, free: FreePlacement, pieces: Sequence[str]) -> int:
    """How many pieces are still to come to spaces that must have a certain number."""
    return sum(max(0, wanted - _standing(scene, pieces, space)) for space, wanted in free.exactly.items())


def no_room(scene: Scene, id: str, space: Any) -> Refusal | None:
    """A stacking limit that keeps a piece out of a space."""
    board = scene.game.map
    if space not in scene.table.stacks:
        return None  # nobody is there
    if space not in board.spaces or id not in scene.game.pieces or scene.game.pieces[id].id not in scene.game.counters:
        return None
    piece = scene.table.pieces.get(id) or fresh(scene.game, id, space)
    limit = stacking.limit_broken(scene.game, board, scene.table, piece, space)
    if limit is None:
        return None
    return Refusal(limit.note.rule or scene.rule("stacking"), f"`{space}` is full")


def come(scene: Scene, id: str, space: str, rule: str | None) -> None:
    """A piece comes onto the map, out of the box or from where it waits."""
    if id in scene.table.pieces:
        scene.do(Moved(id, space, rule=rule))
    else:
        scene.do(Placed(fresh(scene.game, id, space), rule=rule))


def _name(scene: Scene, id: str) -> str:
    return scene.book.piece_name(scene.table.pieces.get(id) or fresh(scene.game, id, ""))


SETTINGS = {
    "wait": Setting("flag", "whether a unit may come later than it could"),
    "control": Setting("held field", "as in `stock.move`"),
    "rules": Setting("rules", "rules that refusals quote: `stacking`, `enemy`"),
}


@step(None, "stock.reinforce", settings=SETTINGS)
def reinforce(scene: Scene) -> Flow[Outcome]:
    """Bring the active seat's reinforcements that are due, one by one; with `wait` they may come later."""
    _, groups = scene.book.reserved(scene.scenario.id)
    late = bool(scene.setting("wait", False))
    for group, id in list(due(scene.game, scene.scenario, scene.table, groups, late=late)):
        if group.option and not scene.option(group.option):
            continue
        if group.seat == scene.active or (group.seat is None and scene.game.pieces[id].side in scene.sides):
            yield from _arrive(scene, id, group.spaces, late)
    return settled(scene)


def _arrive(scene: Scene, id: str, spaces: tuple[str, ...], late: bool) -> Flow[None]:
    def occupied(space: Any) -> Refusal | None:
        if any(p.side is not None and p.side not in scene.sides for p in scene.table.at(space)):
            return Refusal(scene.rule("enemy"), f"an enemy stands in `{space}`")
        return no_room(scene, id, space)

    ask = question(
        scene,
        spaces,
        (one_of(spaces, rule=scene.rule()), occupied),
        topic=PlacePiece(id),
        prompt=f"bring {_name(scene, id)} where?",
        rule=scene.rule(),
        stop=WAIT if late else None,
    )
    if not ask.options or ask.options[0] == WAIT:
        return
    space = yield ask
    if space != WAIT:
        come(scene, id, space, scene.rule())
        take_place(scene, id, space)
