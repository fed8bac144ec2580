"""Stock step: battles in rounds, a die for each unit or each step, in the spaces that enemies share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.model.event import Moved, Revealed, Said, TrackSet
from compiler.model.table import Piece
from compiler.play.ask import Flow, decide, dice
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.aftermath import take_hit
from compiler.play.stock.bound import modifiers_of, settled
from compiler.play.stock.deeds import standing_seen
from compiler.play.stock.field import on_map, own_place, ways_of
from compiler.play.stock.filters import HELD
from compiler.play.stock.here import Here
from compiler.play.stock.settings import MODIFIERS
from compiler.play.stock.stacking import limit_broken
from compiler.play.stock.topics import ChooseEntry
from compiler.play.stock.weighing import Case, modified
from compiler.play.topics import ChoosePiece, ChooseSpace, MovePiece

FIRE, RETREAT = "fire", "retreat"
SETTINGS = {
    "dice": Setting("dice", "the die that is rolled", required=True),
    "hits": Setting("number field", "a die hits at or below this number of the unit", required=True),
    "defends": Setting("number field", "the same for a unit that defends (`hits` by default)"),
    "attack": Setting("number field", "the strength by which the strongest is found"),
    "per": Setting("word", "how many dice a unit rolls: one, or one for each step", choices=("unit", "steps")),
    "order": Setting("number field", "units fire in the order of this number, lowest first"),
    "rounds": Setting("amount", "how many rounds a battle has (1 by default)"),
    "round": Setting("count track", "shows the round"),
    "first": Setting("word", "who fires first among equals", choices=("defender", "attacker", "together")),
    "retreat": Setting("word", "`instead`: a unit may retreat instead of firing, from the second round on",
                       choices=("none", "instead")),
    "losses": Setting("word", "who takes a hit", choices=("owner", "enemy", "strongest")),
    "after": Setting("word", "what attackers do that have not won", choices=("attacker_leaves", "stay")),
    "blocked": Setting("word", "what befalls a unit that must leave and cannot", choices=("hit", "lost", "stay")),
    "back": Setting("way mark", "units leave only for the space this mark shows: whence they came, `came` of a march"),
    "fallen": Setting("own place", "where beaten units go, a box per side or one for all"),
    "modifiers": MODIFIERS,
    "rules": Setting("rules", "rules that events quote: `hits`, `retreat`, `after`, `blocked`, `fallen`, `reveal`"),
}  # fmt: skip


class Battle:
    """One battle: where, and which sides attack and defend."""

    __slots__ = ("attackers", "defenders", "scene", "space")

    def __init__(self, scene: Scene, space: str) -> None:
        self.scene, self.space = scene, space
        sides = list(dict.fromkeys(p.side for p in scene.table.at(space) if p.side is not None))
        holder = scene.table.mark(space, HELD)
        mine = [side for side in sides if side in scene.sides]
        defender = holder if holder in sides else next((s for s in sides if s not in mine), sides[0])
        self.defenders = [defender]
        self.attackers = [side for side in sides if side != defender]

    def units(self, sides: Sequence[str | None]) -> list[Piece]:
        """The units of some sides that still stand there."""
        return [p for p in self.scene.table.at(self.space) if p.side in sides and p.counter in self.scene.game.counters]

    @property
    def over(self) -> bool:
        return not self.units(self.attackers) or not self.units(self.defenders)

    def foes(self, piece: Piece) -> list[Piece]:
        return self.units(self.defenders if piece.side in self.attackers else self.attackers)

    def turn_order(self) -> list[str]:
        """Who fires when: by the number of the order, and among equals by side."""
        scene, field = self.scene, self.scene.setting("order")
        first = self.attackers if scene.setting("first", "defender") == "attacker" else self.defenders

        def place(piece: Piece) -> tuple[Any, ...]:
            return (scene.value(piece, field) if field else 0, piece.side not in first, piece.id)

        return [p.id for p in sorted(self.units((*self.attackers, *self.defenders)), key=place)]


@step(None, "stock.battle", settings=SETTINGS)
def battle(scene: Scene) -> Flow[Outcome]:
    """Fight where enemies share a space, one battle after the other; the active seat says in which order."""
    where = contested(scene)
    if not where:
        return settled(scene)
    space = yield from decide(
        scene, where, topic=ChooseSpace("battle"), prompt="fight which battle?", rule=scene.rule()
    )
    fought = Battle(scene, space)
    _show(scene, space, hidden=False)
    for number in range(1, scene.setting("rounds", 1) + 1):
        _count(scene, number)
        scene.do(Said(f"battle of {scene.name(space)}, round {number}", scene.rule()))
        yield from _round(scene, fought, number)
        if fought.over:
            break
    _count(scene, 0)
    if not fought.over and scene.setting("after", "attacker_leaves") == "attacker_leaves":
        for piece in fought.units(fought.attackers):
            yield from _leave(scene, fought, piece.id)
    _show(scene, space, hidden=True)
    return settled(scene) or AGAIN


def contested(scene: Scene) -> list[str]:
    """The spaces that enemies share."""
    sides: dict[str, set[str | None]] = {}
    for piece in on_map(scene):
        sides.setdefault(piece.place, set()).add(piece.side)
    if scene.setting("after", "attacker_leaves") != "stay":
        return [space for space, found in sides.items() if len(found) > 1]
    return [s for s, found in sides.items() if len(found) > 1 and found & set(scene.sides)][:1]


def _count(scene: Scene, number: int) -> None:
    track = scene.setting("round")
    if track is not None and scene.table.tracks[track] != number and scene.game.tracks[track].has(number):
        scene.do(TrackSet(track, number, scene.rule()))


def _show(scene: Scene, space: str, *, hidden: bool) -> None:
    """Blocks are laid open for a battle, and stand up again after it."""
    for piece in scene.table.at(space):
        seen = standing_seen(scene, piece.id, space) if hidden else None
        if piece.seen_by != seen and piece.counter in scene.game.counters:
            scene.do(Revealed(piece.id, seen, scene.rule("reveal")))


def _round(scene: Scene, fought: Battle, number: int) -> Flow[None]:
    together = scene.setting("first") == "together"
    waiting: dict[str, int] = {}  # hits to come on the foes of a unit, where all fire at once
    for id in fought.turn_order():
        piece = scene.table.pieces.get(id)
        if piece is None or piece.place != fought.space or not fought.foes(piece):
            continue
        if number > 1 and scene.setting("retreat", "none") == "instead" and _exits(scene, fought, piece):
            what = yield from decide(
                scene,
                [FIRE, RETREAT],
                topic=ChooseEntry("battle", (FIRE, RETREAT)),
                seat=scene.seat_of(piece),
                prompt=f"{scene.name(id)}: fire or retreat?",
                rule=scene.rule("retreat"),
                about=(id,),
            )
            if what == RETREAT:
                yield from _leave(scene, fought, id)
                continue
        struck = yield from _fire(scene, fought, piece)
        if together:
            waiting[id] = struck
        else:
            yield from _suffer(scene, fought, piece, struck)
    for id, struck in waiting.items():
        shooter = scene.table.pieces.get(id)
        if shooter is not None:
            yield from _suffer(scene, fought, shooter, struck)


def _fire(scene: Scene, fought: Battle, piece: Piece) -> Flow[int]:
    """How often a unit hits."""
    case = Case(Here.of(scene, space=fought.space, piece=piece), (piece,), fought.foes(piece))
    modifiers = modifiers_of(scene)
    defends = scene.setting("defends") if piece.side in fought.defenders else None
    most, words = modified(modifiers, "hits", int(scene.value(piece, defends or scene.setting("hits")) or 0), case)
    base = piece.steps if scene.setting("per", "unit") == "steps" else 1
    count = int(modified(modifiers, "dice", base, case)[0])
    if count < 1:
        return 0
    values = yield from dice(
        scene, scene.setting("dice"), purpose=f"fire of {piece.counter}", rule=scene.rule("hits"), count=count
    )
    struck = sum(value <= most for value in values)
    told = f" ({', '.join(words)})" if words else ""
    scene.do(Said(f"{scene.name(piece.id)} hits {struck} at {most:g} or less{told}", scene.rule("hits")))
    return struck


def _suffer(scene: Scene, fought: Battle, shooter: Piece, struck: int) -> Flow[None]:
    for _ in range(struck):
        foes = [p for p in fought.foes(shooter) if p.place == fought.space]
        if not foes:
            return
        able = [p.id for p in _unlucky(scene, foes)]
        owner = scene.seat_of(foes[0])
        others = [seat for seat in scene.scenario.seats if seat != owner]
        id = yield from decide(
            scene,
            able,
            topic=ChoosePiece("hit"),
            seat=others[0] if scene.setting("losses") == "enemy" and others else owner,
            prompt="who takes the hit?",
            rule=scene.rule("hits"),
        )
        take_hit(scene, id)
        _rise(scene, id)


def _rise(scene: Scene, id: str) -> None:
    """A fallen unit lies open in its box, or as its box is."""
    piece = scene.table.pieces.get(id)
    if piece is not None and piece.place not in scene.book.land and piece.seen_by is not None:
        base = scene.setting("fallen")
        if base is not None and piece.place == own_place(scene.game, base, piece.side):
            scene.do(Revealed(id, None, scene.rule("fallen")))


def _unlucky(scene: Scene, foes: list[Piece]) -> list[Piece]:
    if scene.setting("losses", "strongest") != "strongest":
        return foes
    most = max(piece.steps for piece in foes)
    return [piece for piece in foes if piece.steps == most]


def _exits(scene: Scene, fought: Battle, piece: Piece) -> list[str]:
    """Where a unit can leave a battle for: an open space with room and no enemy."""
    friends = set(scene.book.sides_of(scene.seat_of(piece), scene.scenario))
    found = []
    came = piece.mark(scene.setting("back")) if scene.setting("back") is not None else None
    for space, _ in ways_of(scene.book, scene.counter(piece).kind)[piece.place]:
        if came is not None and space != came:
            continue
        foes = [p for p in scene.table.at(space) if p.side is not None and p.side not in friends]
        holder = scene.table.mark(space, HELD)
        hostile = holder is not None and holder not in friends
        if not foes and not hostile and limit_broken(scene.game, scene.game.map, scene.table, piece, space) is None:
            found.append(space)
    return found


def _leave(scene: Scene, fought: Battle, id: str) -> Flow[None]:
    """A unit leaves; one that cannot suffers what `blocked` says."""
    piece = scene.table.pieces[id]
    exits = _exits(scene, fought, piece)
    if not exits:
        scene.do(Said(f"{scene.name(id)} cannot leave", scene.rule("blocked")))
        how = scene.setting("blocked", "lost")
        if how != "stay":
            take_hit(scene, id, all_steps=True)
            _rise(scene, id)
        return
    to = yield from decide(
        scene,
        exits,
        topic=MovePiece(id, "retreat"),
        seat=scene.seat_of(piece),
        prompt=f"leave with {scene.name(id)} for where?",
        rule=scene.rule("retreat"),
        about=(id,),
    )
    scene.do(Moved(id, to, path=(to,), rule=scene.rule("retreat")))
    seen = standing_seen(scene, id, to)
    if scene.table.pieces[id].seen_by != seen:
        scene.do(Revealed(id, seen, scene.rule("reveal")))
