"""Phase C, experienced daimyos: further battles of an army, advances into empty provinces, experience gained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked
from compiler.model.record import record
from compiler.play.ask import Action, Answer, Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.rules.shogun.ch04_7_garrison import March, bad_leave, leave_garrison, needs_garrison
from compiler.rules.shogun.ch04_7a_armies import step_into
from compiler.rules.shogun.ch04_7b_declare import bad_target, hostile
from compiler.rules.shogun.facts import marker
from compiler.rules.shogun.field import beside, disrupted, level, owner, place_of, seat
from compiler.rules.shogun.hands import advance_experience

ADVANCE, STAY = "advance", "stay"


@record(frozen=True, slots=True)
class Fight(Action):
    """The declared battle of a province's army or provincial force is fought now."""

    origin: str
    attacker: str


@record(frozen=True, slots=True)
class Attack(Action):
    """An experienced army attacks once more."""

    target: str


@record(frozen=True, slots=True)
class AttackAgain(Topic):
    """Whether an experienced army attacks once more, and whom."""

    colour: str
    army: int
    province: str


@record(frozen=True, slots=True)
class AdvanceAfterBattle(Topic):
    """Whether an army enters the province it has emptied."""

    colour: str
    army: int
    province: str


def count_battle(scene: Scene, colour: str, army: int) -> None:
    piece = marker(colour, army)
    fought = int(str(scene.table.pieces[piece].mark("battles") or 0)) + 1
    scene.do(Marked(piece, "battles", fought, rule="4-7C-Exp.2"))


def battles_left(scene: Scene, colour: str, army: int) -> int:
    """How many more attacks an army may make this turn (4-7C-Exp.2)."""
    fought = int(str(scene.table.pieces[marker(colour, army)].mark("battles") or 0))
    return 0 if disrupted(scene, colour, army) else level(scene, colour, army) - fought


@carries(
    "4-7C-Exp.1",
    "4-7C-Exp.2",
    "4-7C-Exp.3",
    "4-7C-Exp.4",
    "4-7C-Exp.6",
    "4-7C-Exp.7",
    "4-7C-Exp.8",
    "4-7C-Exp.9",
    "4-7C-Adv.1",
    "4-7C-Adv.2",
    "4-7C-Adv.3",
    "4-7C-Adv.4",
    "4-7-Exp.1",
    "4-7-Exp.3",
    "4-7-Exp.4",
)
def afterwards(scene: Scene, colour: str, army: int, open_: str | None) -> Flow[Outcome]:
    """After a battle: an army with battles left may enter the province that lies open; else it is done."""
    if battles_left(scene, colour, army) > 0 and open_ is not None and owner(scene, open_) is None:
        march = March(colour, army, final=False)
        here = place_of(scene, colour, army)
        assert here is not None
        answer = yield from decide(
            scene,
            (ADVANCE,),
            (lambda a: _bad_advance(scene, march, here, a),),
            topic=AdvanceAfterBattle(colour, army, open_),
            seat=seat(scene, colour),
            stop=STAY,
            rule="4-7C-Exp.6",
            prompt=f"{scene.name(march.piece)}: advance into {scene.name(open_)} or stay in {scene.name(here)}?",
        )
        if answer == ADVANCE:
            if needs_garrison(scene, march, here):
                yield from leave_garrison(scene, march, here)
            won = step_into(scene, march, open_)
            if won is not None:
                return won
    if not has_more(scene, colour, army):
        finish(scene, colour, army)
    return None


def _bad_advance(scene: Scene, march: March, here: str, answer: Any) -> Refusal | None:
    if answer != ADVANCE:
        return Refusal("4-7C-Exp.6", "advance or stay")
    return bad_leave(scene, march, here)


def has_more(scene: Scene, colour: str, army: int) -> bool:
    return battles_left(scene, colour, army) > 0 and any(True for _ in targets(scene, colour, army))


def finish(scene: Scene, colour: str, army: int) -> None:
    """An army has finished its battles: with a success its daimyo gains one hole of experience (4-7C-Adv.1)."""
    piece = marker(colour, army)
    scene.do(Marked(piece, "spent", True, rule="4-7C-Exp.2"))
    if scene.table.pieces[piece].mark("successful") and not disrupted(scene, colour, army):
        advance_experience(scene, colour, army, "4-7C-Adv.1")


def targets(scene: Scene, colour: str, army: int) -> Iterator[Answer]:
    here = place_of(scene, colour, army)
    for target in beside(scene, here) if here is not None else ():
        if hostile(scene, colour, target) and bad_attack(scene, colour, army, Attack(target)) is None:
            yield Attack(target)


def bad_attack(scene: Scene, colour: str, army: int, answer: Any) -> Refusal | None:
    here = place_of(scene, colour, army)
    assert here is not None
    if isinstance(answer, Fight):
        return Refusal("4-7C.5", "the army in hand settles all its battles before another begins")
    if not isinstance(answer, Attack):
        return Refusal("4-7C-Exp.2", "attack an adjacent province, or finish")
    left = battles_left(scene, colour, army)
    if left <= 0:
        return Refusal("4-7C-Exp.2", "the army has made all its attacks")
    no = bad_target(scene, colour, here, answer.target)
    if no is not None:
        return no
    if scene.table.mark(answer.target, "called_off") == army:
        return Refusal("4-7C-Exp.9", f"the army has called off its battle against `{answer.target}`: attack elsewhere")
    if owner(scene, answer.target) is None:
        if left < 2:
            return Refusal("4-7C-Exp.4", "an empty province is entered only with a battle left after it")
        return bad_leave(scene, March(colour, army, final=False), here)
    return None


def enter(scene: Scene, colour: str, army: int, here: str, target: str) -> Flow[Outcome]:
    """An attack on an empty province: the army moves in and one battle is used up (4-7C-Exp.8)."""
    count_battle(scene, colour, army)
    march = March(colour, army, final=False)
    if needs_garrison(scene, march, here):
        yield from leave_garrison(scene, march, here)
    won = step_into(scene, march, target)
    if won is None and not has_more(scene, colour, army):
        finish(scene, colour, army)
    return won
