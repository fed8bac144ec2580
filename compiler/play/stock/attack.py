"""Stock step: attack by a results table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from compiler.model.event import Marked, Said
from compiler.model.game import Game
from compiler.model.table import Piece
from compiler.model.tables import ResultTable
from compiler.play.ask import Flow, Refusal, decide, dice
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock import combat
from compiler.play.stock.aftermath import advance, suffer
from compiler.play.stock.bound import bars_of, bound_of, given, modifiers_of, settled
from compiler.play.stock.effects import carry_out
from compiler.play.stock.field import camps, within
from compiler.play.stock.ground import live_features
from compiler.play.stock.here import Here
from compiler.play.stock.reading import Reading
from compiler.play.stock.settings import BARS, MODIFIERS, pieces
from compiler.play.stock.sight import sees_to
from compiler.play.stock.targets import also_struck, common_strikers, whom_struck
from compiler.play.stock.weighing import Case, modified, refused, use_up
from compiler.play.topics import ChoosePiece, ChooseSpace

DONE = "done"
ENOUGH = "enough"


def _head(read: Reading, value: Any) -> Any:
    table = read.game.tables.get(str(read.written.value.get("table")))
    if table is not None:
        read.known(value, [head.label for head in table.columns.heads], "column")
    return value


def _ground_field(read: Reading, value: Any) -> Any:
    grounds = [name for board in read.game.maps.values() for kind in board.terrain.values() for name in kind.values]
    read.known(value, dict.fromkeys(grounds), "field of the ground")
    return value


SETTINGS = {
    "table": Setting(
        "odds table",
        "columns by odds, difference or number (the attack alone), rows by die; results say `attacker_hits`, "
        "`defender_hits` (a number, `all`, `half`, or `match`: as much strength as the enemy lost), "
        "`attacker_retreats`, `defender_retreats` (spaces)",
        required=True,
    ),
    "dice": Setting("dice", "what is rolled", required=True),
    "attack": Setting("number field", "strength of attackers, summed", required=True),
    "defence": Setting("number field", "strength of defenders, summed", required=True),
    "range": Setting("number field", "how far a unit strikes (1 by default)"),
    "bonus": Setting("number field", "added to the die by the best unit in the attackers' spaces"),
    "who": pieces("the units that may attack (all by default)"),
    "targets": pieces("the enemies that may be attacked (all by default)"),
    "least": Setting("head", "the worst column at which an attack is allowed", read=_head),
    "duty": Setting("word", "`attackers`: whoever can attack must", choices=("none", "attackers")),
    "struck": Setting(
        "unit mark", "shows who was struck: nobody twice; with `duty` every enemy that can be struck must be"
    ),
    "at": Setting(
        "word",
        "what is struck: all in a `space`, those of several `spaces` that every attacker reaches, or one `piece`",
        choices=("space", "spaces", "piece"),
    ),
    "losses": Setting("word", "who says which unit is hit", choices=("owner", "enemy", "strongest")),
    "retreat_by": Setting("word", "who says where units fall back to", choices=("owner", "enemy")),
    "blocked": Setting("word", "what befalls a unit that cannot fall back", choices=("hit", "lost", "stay")),
    "cover": Setting("flag", "whether a friend in a space takes enemy zones away for those who fall back"),
    "advance": Setting("word", "who may go into a space struck empty", choices=("none", "one", "all")),
    "sight": Setting("ground field", "ground with this flag hides what lies behind it from fire", read=_ground_field),
    "height": Setting(
        "ground field",
        "how high the ground is: lower ground hides nothing, higher ground all behind it",
        read=_ground_field,
    ),
    "modifiers": MODIFIERS,
    "bars": BARS,
    "zone": Setting("field", "a unit with this flag bars retreats into the spaces around it (`zone` by default)"),
    "mark": Setting("unit mark", "shows who has fought", required=True),
    "fallen": Setting("own place", "where beaten units go, a box per side or one for all"),
    "control": Setting("held field", "as in `stock.move`"),
    "score": Setting("score track", "moved by the worth of fallen units"),
    "worth": Setting("number field", "what a fallen unit is worth to the enemy (`worth` by default)"),
    "raised_by": Setting("side", "the side that raises a common score; others lower it"),
    "rules": Setting(
        "rules",
        "rules that refusals quote: `mark`, `struck`, `reach`, `who`, `least`, `duty`, `sight`, `hits`, `retreat`, "
        "`blocked`, `fallen`, `advance`, `worth`, `control`",
    ),
}


class Assault:
    """The active seat's units that can strike, and what each of them reaches, as the table is now."""

    __slots__ = ("able", "bars", "enemies", "here", "mine", "scene", "strikers", "struck", "targets", "who")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.here, self.bars = Here.of(scene), bars_of(scene)
        self.who, self.targets = given(scene, "who"), given(scene, "targets")
        self.mine, others = camps(scene)
        if self.targets is not None:
            others = [p for p in others if self.targets(self.here, p)]
        self.struck = scene.setting("struck")
        if self.struck is not None:
            others = [p for p in others if not p.mark(self.struck)]
        self.able = {p.id for p in others}
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
            if self.who is not None and not self.who(self.here, piece):
                continue
            for space in sorted(self.enemies & near[reach][piece.place]):
                if self.refuse_pair(piece, space) is None:
                    self.strikers.setdefault(space, []).append(piece.id)
        if scene.setting("least") is not None:
            for space in [s for s in self.strikers if not self.enough(s, self.strikers[s])]:
                del self.strikers[space]

    def refuse_pair(self, piece: Piece, space: str) -> Refusal | None:
        """Why one unit may not strike one space: a bar, or ground that hides it."""
        if self.bars:
            at = self.here.at(piece=piece, space=space)
            no = refused(self.bars, at, targets=list(self.scene.table.at(space)), start=piece.place)
            if no is not None:
                return no
        sight, height = self.scene.setting("sight"), self.scene.setting("height")
        if (sight or height) and not sees_to(self.scene.book, sight, piece.place, space, height):
            return Refusal(self.scene.rule("sight"), f"`{piece.id}` does not see `{space}`")
        return None

    def enough(self, space: str, ids: Sequence[str]) -> bool:
        """Whether units together come to the least odds."""
        least, table = self.scene.setting("least"), self.scene.game.tables[self.scene.setting("table")]
        if least is None:
            return True
        force = Force(self.scene, ids, space)
        at = table.columns.index(force.column(table))
        return at is not None and at + force.shift >= (table.columns.index(least) or 0)

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
        if self.who is not None and (key := self.who.failing(self.here, piece)) is not None:
            return Refusal(scene.rule("who"), f"`{piece.id}` may not attack now ({key})")
        return None

    def refuse_target(self, space: Any) -> Refusal | None:
        scene = self.scene
        if space == DONE:
            return Refusal(scene.rule("duty"), "there are units that must attack")
        if space in self.strikers:
            return None
        if self.struck is not None and any(p.mark(self.struck) for p in scene.table.at(space)):
            return Refusal(scene.rule("struck"), f"`{space}` was struck already")
        if space not in self.enemies:
            return Refusal(scene.rule(), f"no enemy stands in `{space}`")
        near = [p for p in self.mine if self.reaches(p, space)]
        reasons = [self.refuse_unit(p) or self.refuse_pair(p, space) for p in near]
        if near and None in reasons:
            return Refusal(scene.rule("least"), f"the odds against `{space}` are too low")
        return next(iter(reasons), None) or Refusal(scene.rule("reach"), f"no unit reaches `{space}`")

    def refuse_attacker(self, target: str, chosen: Sequence[str], id: Any) -> Refusal | None:
        scene = self.scene
        piece = next((p for p in self.mine if p.id == id), None)
        if piece is None or id in chosen:
            return Refusal(scene.rule(), f"`{id}` is not one of the units that may join")
        if not self.reaches(piece, target):
            return Refusal(scene.rule("reach"), f"`{id}` does not reach `{target}`")
        return self.refuse_unit(piece) or self.refuse_pair(piece, target)


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
        stop=DONE if scene.setting("duty", "none") == "none" else None,
        sure=True,
    )
    if target == DONE:
        return None
    spaces = yield from also_struck(scene, assault.strikers, target)
    defenders = yield from whom_struck(scene, assault.able, spaces)
    attackers = yield from _gather(scene, assault, spaces)
    _mark(scene, attackers, defenders)
    result, found = yield from _roll(scene, attackers, spaces, defenders)
    beside = {near for space in spaces for near in scene.game.map.beside[space]}
    close = [id for id in attackers if scene.table.pieces[id].place in beside]
    yield from _aftermath(scene, close, defenders, result)
    done = bound_of(scene).results.get(scene.setting("table"), {}).get(found.result.code)
    if done is not None:
        piece = scene.table.pieces.get(attackers[0])
        yield from carry_out(
            done, Here.of(scene, space=target, there=target, piece=piece, total=found.roll, die=found.roll)
        )
    for space in spaces:
        near = [id for id in close if id in scene.table.pieces and scene.table.pieces[id].place not in spaces]
        yield from advance(scene, near, space)
    return settled(scene) or AGAIN


def _mark(scene: Scene, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    for id in attackers:
        scene.do(Marked(id, scene.setting("mark"), True, scene.rule("mark")))
    for id in defenders if scene.setting("struck") is not None else ():
        scene.do(Marked(id, scene.setting("struck"), True, scene.rule("struck")))


def _aftermath(scene: Scene, close: Sequence[str], defenders: Sequence[str], result: dict[str, Any]) -> Flow[None]:
    """Losses and retreats of both."""
    ours, theirs = result.get("attacker_hits", 0), result.get("defender_hits", 0)
    back, driven = int(result.get("attacker_retreats") or 0), int(result.get("defender_retreats") or 0)
    if ours == "match":  # the attacker makes up for what the defender lost: the defender goes first
        lost = yield from suffer(scene, defenders, theirs, driven)
        yield from suffer(scene, close, ours, back, lost)
    else:
        lost = yield from suffer(scene, close, ours, back)
        yield from suffer(scene, defenders, theirs, driven, lost)


def _gather(scene: Scene, assault: Assault, spaces: Sequence[str]) -> Flow[list[str]]:
    """The units that take part, one after the other; at least one. Each reaches all that is struck."""
    chosen: list[str] = []
    target, all_ = spaces[0], common_strikers(assault.strikers, spaces)
    while True:
        able = [id for id in all_ if id not in chosen]
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
            stop=ENOUGH if chosen and assault.enough(target, chosen) else None,
            sure=True,
        )
        if id == ENOUGH:
            return chosen
        chosen.append(id)


class Force:
    """Units that strike a space together, and what the numbers come to."""

    __slots__ = (
        "attack",
        "attackers",
        "bonus",
        "case",
        "cases",
        "defence",
        "defenders",
        "modifiers",
        "scene",
        "shift",
        "words",
    )

    def __init__(
        self, scene: Scene, ids: Sequence[str], target: str, spaces: Sequence[str] = (), struck: Sequence[str] = ()
    ) -> None:
        self.scene = scene
        self.attackers = [scene.table.pieces[id] for id in ids]
        self.defenders = [scene.table.pieces[id] for id in struck] or list(scene.table.at(target))
        self.modifiers = modifiers_of(scene)
        self.case = Case(Here.of(scene, space=target), self.attackers, self.defenders)
        self.cases = [Case(Here.of(scene, space=s), self.attackers, self.defenders) for s in spaces] or [self.case]
        self.words: list[str] = []
        self.attack = self._sum("attack", self.attackers)
        self.defence = self._sum("defence", self.defenders)
        listed = "modifiers" in scene.node.settings  # else the ground has its `shift`, and leaders their `bonus`
        self.shift = min(
            self._changed("column", 0 if listed else _shift(scene, self.attackers, case.here.space or ""), case)
            for case in self.cases
        )  # of several spaces the ground that is worst for the attack
        self.bonus = self._changed("roll", _bonus(scene, self.attackers))

    def _sum(self, what: str, pieces: Sequence[Piece]) -> int:
        return self._changed(what, sum(self.scene.value(p, self.scene.setting(what)) for p in pieces))

    def _changed(self, what: str, base: float, case: Case | None = None) -> int:
        value, words = modified(self.modifiers, what, base, case or self.case)
        self.words += [word for word in words if word not in self.words]
        return int(value)

    def column(self, table: ResultTable) -> float:
        """What is looked up in the columns: odds, the difference, or the attack alone."""
        by = table.columns.by
        if by == "difference":
            return self.attack - self.defence
        return combat.odds(self.attack, self.defence) if by == "odds" else self.attack


def _roll(
    scene: Scene, attackers: Sequence[str], spaces: Sequence[str], struck: Sequence[str]
) -> Flow[tuple[dict[str, Any], combat.LookUp]]:
    force = Force(scene, attackers, spaces[0], spaces, struck)
    table = scene.game.tables[scene.setting("table")]
    roll = yield from dice(scene, scene.setting("dice"), purpose="attack", rule=scene.rule())
    found = combat.look_up(table, force.column(table), sum(roll), shift=force.shift, modifier=force.bonus)
    use_up(scene, force.modifiers, force.case)
    told = f" ({', '.join(force.words)})" if force.words else ""
    scene.do(
        Said(
            f"{force.attack} to {force.defence} in column {found.column}{told}, die {found.row}: "
            f"{found.result.text.lower()}",
            scene.rule(),
        )
    )
    return dict(found.result.values), found


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
