"""After an attack: hits, retreats and advances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.model.event import Moved, Said
from compiler.model.table import Piece
from compiler.play.ask import Flow, decide
from compiler.play.mechanics import losses
from compiler.play.scene import Scene
from compiler.play.stock import stacking
from compiler.play.stock.field import gain, on_map, other_sides, own_place, take_place, ways_of, zones_of
from compiler.play.topics import ChoosePiece, MovePiece

STAY = "stay"


def suffer(scene: Scene, ids: Sequence[str], hits: int | str, back: int, strength: int = 0) -> Flow[int]:
    """A side takes its hits and falls back; the strength it lost. `strength`: what `match` has to make up for."""
    field = scene.setting("attack")
    before = {id: int(scene.value(scene.table.pieces[id], field) or 0) for id in ids}
    if hits == "match":
        yield from _match(scene, ids, strength, before)
    elif hits == "all":
        for id in ids:
            take_hit(scene, id)
    else:
        wanted = -(-_steps(scene, ids) // 2) if hits == "half" else min(int(hits), len(ids))
        for _ in range(wanted):
            alive = _alive(scene, ids)
            if not alive:
                break
            id = yield from _unlucky(scene, alive)
            take_hit(scene, id)
    for id in ids:
        if back and id in scene.table.pieces and scene.table.pieces[id].place in scene.book.land:
            yield from fall_back(scene, id, back)
    return sum(before[id] - _left(scene, id, field) for id in ids)


def _alive(scene: Scene, ids: Sequence[str]) -> list[str]:
    pieces = scene.table.pieces
    return [id for id in ids if id in pieces and pieces[id].place in scene.book.land]


def _steps(scene: Scene, ids: Sequence[str]) -> int:
    return sum(scene.table.pieces[id].steps for id in ids)


def _left(scene: Scene, id: str, field: str) -> int:
    piece = scene.table.pieces.get(id)
    return int(scene.value(piece, field) or 0) if piece is not None and piece.place in scene.book.land else 0


def _match(scene: Scene, ids: Sequence[str], strength: int, before: dict[str, int]) -> Flow[None]:
    """An exchange: hits until as much strength is lost as the enemy lost."""
    field = scene.setting("attack")
    while (alive := _alive(scene, ids)) and sum(before[id] - _left(scene, id, field) for id in ids) < strength:
        id = yield from _unlucky(scene, alive)
        take_hit(scene, id)


def _unlucky(scene: Scene, alive: Sequence[str]) -> Flow[str]:
    """Who takes the hit, as `losses` says: the owner or the enemy chooses, or the strongest does."""
    how = scene.setting("losses", "owner")
    owner = scene.seat_of(scene.table.pieces[alive[0]])
    if how == "strongest":
        worth = {id: (scene.table.pieces[id].steps, _left(scene, id, scene.setting("attack"))) for id in alive}
        alive = [id for id in alive if worth[id] == max(worth.values())]
    others = [seat for seat in scene.scenario.seats if seat != owner]
    seat = others[0] if how == "enemy" and others else owner
    id: str = yield from decide(
        scene, alive, topic=ChoosePiece("hit"), seat=seat, prompt="who takes the hit?", rule=scene.rule("hits")
    )
    return id


def take_hit(scene: Scene, id: str, *, all_steps: bool = False) -> None:
    """A unit loses a step, or falls with its last; the enemy may score its worth."""
    piece = scene.table.pieces[id]
    base = scene.setting("fallen")
    fallen = own_place(scene.game, base, piece.side) if base is not None else None
    lost = piece._replace(steps=1) if all_steps else piece
    scene.do(losses.hit(scene.game, lost, fallen=fallen, rule=scene.rule("hits"), gone=scene.rule("fallen")))
    left = scene.table.pieces.get(id)
    if (left is None or left.place == fallen) and scene.setting("score") is not None:
        worth = int(scene.value(piece, scene.setting("worth", "worth"), 1) or 0)
        for side in other_sides(scene, piece.side)[:1]:
            gain(scene, scene.table, side, worth, scene.rule("worth"))


def exits_of(scene: Scene, piece: Piece, been: Sequence[str] = ()) -> list[str]:
    """Where a unit can fall back to: open ground with room, no enemy, no enemy zone."""
    pieces = on_map(scene)
    friends = set(scene.book.sides_of(scene.seat_of(piece), scene.scenario))
    enemies = [p for p in pieces if p.side not in friends]
    zones = zones_of(scene, enemies, scene.setting("zone", "zone"))
    if scene.setting("cover", False):  # a friend in a space takes the zone away
        zones -= {p.place for p in pieces if p.side in friends}
    barred = {p.place for p in enemies} | zones | set(been)
    return [
        space
        for space, _ in ways_of(scene.book, scene.counter(piece).kind)[piece.place]
        if space not in barred and stacking.limit_broken(scene.game, scene.game.map, scene.table, piece, space) is None
    ]


def fall_back(scene: Scene, id: str, far: int = 1) -> Flow[None]:
    """So many spaces back, out of the enemy's zones; a unit that cannot takes what `blocked` says."""
    been = [scene.table.pieces[id].place]
    for _ in range(far):
        piece = scene.table.pieces[id]
        exits = exits_of(scene, piece, been)
        if not exits:
            scene.do(Said(f"{scene.name(id)} cannot fall back", scene.rule("blocked")))
            blocked = scene.setting("blocked", "hit")
            if blocked != "stay":
                take_hit(scene, id, all_steps=blocked == "lost")
            return
        owner = scene.seat_of(piece)
        others = [seat for seat in scene.scenario.seats if seat != owner]
        to = yield from decide(
            scene,
            exits,
            topic=MovePiece(id, "retreat"),
            seat=others[0] if scene.setting("retreat_by") == "enemy" and others else owner,
            prompt=f"fall back with {scene.name(id)} where?",
            rule=scene.rule("retreat"),
            about=(id,),
        )
        scene.do(Moved(id, to, path=(to,), rule=scene.rule("retreat")))
        take_place(scene, id, to)
        been.append(to)


def advance(scene: Scene, attackers: Sequence[str], target: str) -> Flow[None]:
    """Attackers that stood next to a space now empty may go in: one, all or none."""
    how = scene.setting("advance", "one")
    if how == "none":
        return
    left = list(attackers)
    first = True
    while first or how == "all":
        if first and scene.table.count(target):
            return
        able = [id for id in left if _may_enter(scene, id, target, crowded=first)]
        if not able:
            return
        id: Any = yield from decide(
            scene,
            able,
            topic=ChoosePiece("advance", target),
            prompt=f"advance to {target} with which unit?",
            rule=scene.rule("advance"),
            stop=STAY,
        )
        if id == STAY:
            return
        scene.do(Moved(id, target, path=(target,), rule=scene.rule("advance")))
        take_place(scene, id, target)
        left.remove(id)
        first = False


def _may_enter(scene: Scene, id: str, target: str, *, crowded: bool) -> bool:
    piece = scene.table.pieces.get(id)
    if piece is None or piece.place not in scene.book.land:
        return False
    if not any(to == target for to, _ in ways_of(scene.book, scene.counter(piece).kind)[piece.place]):
        return False
    return crowded or stacking.limit_broken(scene.game, scene.game.map, scene.table, piece, target) is None
