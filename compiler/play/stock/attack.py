"""Stock step: attack by a results table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from compiler.model.event import Marked, Moved, Said
from compiler.model.game import Game
from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, decide, dice
from compiler.play.mechanics import losses
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock import combat, stacking
from compiler.play.stock.field import camps, gain, on_map, other_sides, own_place, take_place, ways_of, within, zones_of
from compiler.play.stock.ground import live_features
from compiler.play.topics import ChoosePiece, ChooseSpace, MovePiece

DONE = "done"
ENOUGH = "enough"
STAY = "stay"
SETTINGS = {
    "table": Setting(
        "odds table",
        "columns by odds, rows by die; results say `attacker_hits`, `attacker_retreats`, `defender_hits` (a number, "
        "or `all`), `defender_retreats`",
        required=True,
    ),
    "dice": Setting("dice", "what is rolled", required=True),
    "attack": Setting("number field", "strength of attackers, summed", required=True),
    "defence": Setting("number field", "strength of defenders, summed", required=True),
    "range": Setting("number field", "how far a unit strikes (1 by default)"),
    "bonus": Setting("number field", "added to the die by the best unit in the attackers' spaces"),
    "zone": Setting("field", "a unit with this flag bars retreats into the spaces around it (`zone` by default)"),
    "mark": Setting("unit mark", "shows who has fought", required=True),
    "fallen": Setting("own place", "where beaten units go, a box per side or one for all"),
    "control": Setting("held field", "as in `stock.move`"),
    "score": Setting("score track", "moved by the worth of fallen units"),
    "worth": Setting("number field", "what a fallen unit is worth to the enemy (`worth` by default)"),
    "raised_by": Setting("side", "the side that raises a common score; others lower it"),
    "rules": Setting(
        "rules",
        "rules that refusals quote: `mark`, `reach`, `hits`, `retreat`, `blocked`, `fallen`, `advance`, `worth`, "
        "`control`",
    ),
}


class Assault:
    """The active seat's units that can strike, and what each of them reaches, as the table is now."""

    __slots__ = ("enemies", "mine", "scene", "strikers")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.mine, others = camps(scene)
        self.enemies = {p.place for p in others}
        self.strikers: dict[str, list[str]] = {}  # each space that can be struck, and who can
        field, mark, attack = scene.setting("range"), scene.setting("mark"), scene.setting("attack")
        counters, near = scene.game.counters, {1: within(scene.book, 1)}
        threatened: set[str] = set().union(*map(near[1].__getitem__, self.enemies))
        far = scene.book.once(("far", field), lambda: _far(scene.game, field))
        for piece in self.mine:
            # Most units have nobody in reach: that question comes first.
            if piece.place not in threatened and piece.counter not in far:
                continue
            values = counters[piece.counter].faces[piece.face].values
            if (piece.marks and piece.mark(mark)) or not values.get(attack):
                continue
            reach = values.get(field) or 1
            if reach not in near:
                near[reach] = within(scene.book, reach)
            for space in sorted(self.enemies & near[reach][piece.place]):
                self.strikers.setdefault(space, []).append(piece.id)

    def reach(self, piece: Piece) -> int:
        field = self.scene.setting("range")
        return int(self.scene.value(piece, field, 1) or 1) if field else 1

    def reaches(self, piece: Piece, space: str) -> bool:
        return space in within(self.scene.book, self.reach(piece))[piece.place]

    def refuse_unit(self, piece: Piece) -> Refusal | None:
        scene = self.scene
        if piece.mark(scene.setting("mark")):
            return Refusal(scene.rule("mark"), f"`{piece.id}` has fought already")
        if not scene.value(piece, scene.setting("attack")):
            return Refusal(scene.rule("reach"), f"`{piece.id}` cannot attack")
        return None

    def refuse_target(self, space: Any) -> Refusal | None:
        scene = self.scene
        if space == DONE or space in self.strikers:
            return None
        if space not in self.enemies:
            return Refusal(scene.rule(), f"no enemy stands in `{space}`")
        near = [p for p in self.mine if self.reaches(p, space)]
        reasons = [self.refuse_unit(p) for p in near]
        return next(iter(reasons), None) or Refusal(scene.rule("reach"), f"no unit reaches `{space}`")

    def refuse_attacker(self, target: str, chosen: Sequence[str], id: Any) -> Refusal | None:
        scene = self.scene
        piece = next((p for p in self.mine if p.id == id), None)
        if piece is None or id in chosen:
            return Refusal(scene.rule(), f"`{id}` is not one of the units that may join")
        if not self.reaches(piece, target):
            return Refusal(scene.rule("reach"), f"`{id}` does not reach `{target}`")
        return self.refuse_unit(piece)


def _far(game: Game, field: str | None) -> frozenset[str]:
    """The counters that strike farther than the next space."""
    return frozenset(c.id for c in game.counters.values() if any((f.values.get(field or "") or 1) > 1 for f in c.faces))


@step(None, "stock.attack", settings=SETTINGS)
def attack(scene: Scene) -> Flow[Outcome]:
    """Strike one space: choose it, choose who strikes, roll, suffer; again until the player is done."""
    assault = Assault(scene)
    if not assault.strikers:
        return None
    target = yield from decide(
        scene,
        assault.strikers,
        (assault.refuse_target,),
        topic=ChooseSpace("attack"),
        prompt="attack which space?",
        rule=scene.rule(),
        stop=DONE,
        sure=True,
    )
    if target == DONE:
        return None
    attackers = yield from _gather(scene, assault, target)
    for id in attackers:
        scene.do(Marked(id, scene.setting("mark"), True, scene.rule("mark")))
    result = yield from _roll(scene, attackers, target)
    beside = scene.game.map.beside[target]
    close = [id for id in attackers if scene.table.pieces[id].place in beside]
    defenders = [p.id for p in scene.table.at(target)]
    yield from _suffer(scene, close, result.get("attacker_hits", 0), bool(result.get("attacker_retreats")))
    yield from _suffer(scene, defenders, result.get("defender_hits", 0), bool(result.get("defender_retreats")))
    yield from _advance(scene, close, target)
    return AGAIN


def _gather(scene: Scene, assault: Assault, target: str) -> Flow[list[str]]:
    """The units that take part, one after the other; at least one."""
    chosen: list[str] = []
    while True:
        able = [id for id in assault.strikers[target] if id not in chosen]
        if not able:
            return chosen
        id = yield from decide(
            scene,
            able,
            (partial(assault.refuse_attacker, target, tuple(chosen)),),
            topic=ChoosePiece("attack", target),
            prompt=f"attack {target} with which unit?",
            rule=scene.rule(),
            about=(target,),
            stop=ENOUGH if chosen else None,
            sure=True,
        )
        if id == ENOUGH:
            return chosen
        chosen.append(id)


def _roll(scene: Scene, attackers: Sequence[str], target: str) -> Flow[dict[str, Any]]:
    pieces = [scene.table.pieces[id] for id in attackers]
    defenders = list(scene.table.at(target))
    strength = sum(scene.value(p, scene.setting("attack")) for p in pieces)
    against = sum(scene.value(p, scene.setting("defence")) for p in defenders)
    roll = yield from dice(scene, scene.setting("dice"), purpose="attack", rule=scene.rule())
    found = combat.look_up(
        scene.game.tables[scene.setting("table")],
        combat.odds(strength, against),
        sum(roll),
        shift=_shift(scene, pieces, target),
        modifier=_bonus(scene, pieces),
    )
    scene.do(
        Said(
            f"{strength} to {against} in column {found.column}, die {found.row}: {found.result.text.lower()}",
            scene.rule(),
        )
    )
    return dict(found.result.values)


def _shift(scene: Scene, attackers: Sequence[Piece], target: str) -> int:
    """Column shifts: the ground of the target, and what lies between if all who stand next to it strike across it."""
    board = scene.game.map
    terrain = board.terrain.get(board.spaces[target].terrain or "")
    shift = int(terrain.values.get("shift") or 0) if terrain is not None else 0
    links = {link.other(target): link for link in board.links_of[target]}
    across = [
        min((int(f.values.get("shift") or 0) for f in live_features(board, links[p.place])), default=0)
        for p in attackers
        if p.place in links
    ]
    return shift + (max(across) if across else 0)


def _bonus(scene: Scene, attackers: Sequence[Piece]) -> int:
    """What the best leader in a space of the attackers adds to the die."""
    field = scene.setting("bonus")
    if field is None:
        return 0
    places = {p.place for p in attackers}
    side = attackers[0].side
    return max(
        (int(scene.value(o, field) or 0) for place in sorted(places) for o in scene.table.at(place) if o.side == side),
        default=0,
    )


def _suffer(scene: Scene, ids: Sequence[str], hits: int | str, falls_back: bool) -> Flow[None]:
    """A side takes its hits, chosen by its owner, and falls back."""
    standing = list(ids)
    if hits == "all":
        for id in ids:
            _hit(scene, id)
    else:
        for _ in range(min(int(hits), len(standing))):
            alive = [id for id in standing if scene.table.pieces[id].place in scene.book.land]
            owner = scene.seat_of(scene.table.pieces[alive[0]])
            id = yield from decide(
                scene, alive, topic=ChoosePiece("hit"), seat=owner, prompt="who takes the hit?", rule=scene.rule("hits")
            )
            _hit(scene, id)
    if falls_back:
        for id in ids:
            if scene.table.pieces[id].place in scene.book.land:
                yield from _fall_back(scene, id)


def _hit(scene: Scene, id: str) -> None:
    piece = scene.table.pieces[id]
    base = scene.setting("fallen")
    fallen = own_place(scene.game, base, piece.side) if base is not None else None
    scene.do(losses.hit(scene.game, piece, fallen=fallen, rule=scene.rule("hits"), gone=scene.rule("fallen")))
    left = scene.table.pieces.get(id)
    if (left is None or left.place == fallen) and scene.setting("score") is not None:
        worth = int(scene.value(piece, scene.setting("worth", "worth"), 1) or 0)
        for side in other_sides(scene, piece.side)[:1]:
            gain(scene, scene.table, side, worth, scene.rule("worth"))


def _fall_back(scene: Scene, id: str) -> Flow[None]:
    """One space back, out of the enemy's zones; a unit that cannot takes a hit and stays."""
    piece = scene.table.pieces[id]
    pieces = on_map(scene)
    friends = set(scene.book.sides_of(scene.seat_of(piece), scene.scenario))
    enemies = [p for p in pieces if p.side not in friends]
    barred = {p.place for p in enemies} | zones_of(scene, enemies, scene.setting("zone", "zone"))
    exits = [
        space
        for space, _ in ways_of(scene.book, scene.counter(piece).kind)[piece.place]
        if space not in barred and stacking.limit_broken(scene.game, scene.game.map, scene.table, piece, space) is None
    ]
    if not exits:
        scene.do(Said(f"{scene.name(id)} cannot fall back", scene.rule("blocked")))
        _hit(scene, id)
        return
    to = yield from decide(
        scene,
        exits,
        topic=MovePiece(id, "retreat"),
        seat=scene.seat_of(piece),
        prompt=f"fall back with {scene.name(id)} where?",
        rule=scene.rule("retreat"),
        about=(id,),
    )
    scene.do(Moved(id, to, path=(to,), rule=scene.rule("retreat")))
    take_place(scene, id, to)


def _advance(scene: Scene, attackers: Sequence[str], target: str) -> Flow[None]:
    """One attacker that stood next to a space now empty may go in."""
    if scene.table.count(target):
        return
    able = [
        id
        for id in attackers
        if (piece := scene.table.pieces.get(id)) is not None
        and piece.place in scene.book.land
        and any(to == target for to, _ in ways_of(scene.book, scene.counter(piece).kind)[piece.place])
    ]
    if not able:
        return
    id = yield from decide(
        scene,
        able,
        topic=ChoosePiece("advance", target),
        prompt=f"advance to {target} with which unit?",
        rule=scene.rule("advance"),
        stop=STAY,
    )
    if id != STAY:
        scene.do(Moved(id, target, path=(target,), rule=scene.rule("advance")))
        take_place(scene, id, target)
