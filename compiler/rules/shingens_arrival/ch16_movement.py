"""16.0 Movement as an action: whether a force may, tactically or strategically, and the move itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from compiler.model.record import record
from compiler.play.ask import Action, Answer, Flow, Price, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.scene import Scene
from compiler.play.topics import MovePiece
from compiler.rules.shingens_arrival.ch08_lines import has_line
from compiler.rules.shingens_arrival.ch09_activation import has_acted
from compiler.rules.shingens_arrival.ch12_castles import is_shut_in
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch16_dropping import Drop, drop, drops, end_in_iga, refuse_drop
from compiler.rules.shingens_arrival.ch16_entry import is_held
from compiler.rules.shingens_arrival.ch16_march import IN, OUT, March, near_enemies
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import tell_strategic

STAY = "stay"


@record(frozen=True, slots=True)
class Halt(Action):
    """Go a way and pause there: to drop units off, then go on."""

    path: tuple[str, ...]


# -- whether -----------------------------------------------------------------------------------------------------------
@carries("16-8-1.1", "16-8-1.3", "13.0(3).2")
def no_moving(scene: Scene, force: Force) -> Refusal | None:
    """Why a force may not move at all."""
    if is_held(scene, force.army):
        return Refusal("16-8-1.1", "the Tokugawa army waits until Takeda troops have come")
    if force.investing:
        return Refusal("13.0(3).2", f"`{force.id}` is investing a castle")
    if is_shut_in(scene, force):
        return Refusal("12-2-7.2", f"an enemy stands before the castle `{force.id}` is in")
    return (
        None
        if March(scene, force, strategic=False).can_go()
        else Refusal("16-2.1", f"`{force.id}` has not the points for any hex")
    )


@carries("16-3.1", "16-3.2", "16-3-2.1", "16-3-3.1")
def no_strategic(scene: Scene, force: Force) -> Refusal | None:
    """Why a force may not move strategically: enemies beside it, morale, no line (16-3)."""
    if is_held(scene, force.army) or force.investing or is_shut_in(scene, force):
        return no_moving(scene, force)
    if force.morale < 0:
        return Refusal("16-3-3.1", f"the morale of `{force.id}` is lowered")
    if force.hex in near_enemies(scene, force.seat):
        return Refusal("16-3-1.1", f"an enemy force is next to `{force.id}`")
    if not has_line(scene, force):
        return Refusal("16-3-2.1", f"`{force.id}` has no line of communication")
    march = March(scene, force, strategic=True)
    return None if march.can_go() else Refusal("16-2.1", f"`{force.id}` has not the points for any hex")


# -- the move ----------------------------------------------------------------------------------------------------------
@carries("16-1-1.1", "16-5.1", "16-5-1.1", "16-5.2", "16.x1")
def move(scene: Scene, leader: str, *, strategic: bool) -> Flow[None]:
    """A force goes its way, pausing to drop units off or when somebody rises; then it has acted (16-1, 16-5)."""
    has_acted(scene, leader)
    march = March(scene, war(scene).forces[leader], strategic=strategic)
    moved = False
    while True:
        answer = yield from decide(
            scene,
            partial(_answers, march),
            (partial(_refuse, march),),
            topic=MovePiece(leader),
            prompt=partial(_prompt, march),
            sure=True,
            seat=march.seat,
            rule="16-1.1",
            about=(leader, march.force.hex),
            stop=STAY if moved else None,
            price=partial(price_of, march),
        )
        if answer == STAY:
            break
        if isinstance(answer, Drop):
            drop(scene, march.force, answer)
            yield from end_in_iga(scene, war(scene).forces[answer.leader])
            march = March(scene, war(scene).forces[leader], strategic=strategic, points=march.points)
            continue
        path = answer.path if isinstance(answer, Halt) else answer
        if strategic and not moved:
            tell_strategic(scene, leader)
        left, risen = yield from march.go(path)
        moved = True
        if not (isinstance(answer, Halt) or risen) or path[-1] == IN:
            break
        march = March(scene, war(scene).forces[leader], strategic=strategic, points=left)
        if not risen and not _answers(march):
            break
    yield from end_in_iga(scene, war(scene).forces[leader])
    check_investments(scene)


def _prompt(march: March) -> str:
    return f"move {march.scene.name(march.force.id)} where, with {counted(march.points, 'point')}?"


def _answers(march: March) -> Sequence[Answer]:
    """Ways to end the move; for a force with led units also what it may leave behind, and halts for it."""
    ends = march.paths()
    if len(march.force.units) < 2 or not ends:
        return ends
    halts = [Halt(path) for path in ends[:: max(1, len(ends) // 6)] if path[-1] not in (IN, OUT)]
    return [*ends, *drops(march), *halts]


def price_of(march: March, answer: Any) -> Price | None:
    """The points a way takes; leaving units behind takes none."""
    if isinstance(answer, Drop):
        return None
    return Price(march.spent(answer.path if isinstance(answer, Halt) else answer))


def _refuse(march: March, answer: Any) -> Refusal | None:
    if isinstance(answer, Drop):
        return refuse_drop(march, answer)
    if isinstance(answer, Halt):
        if not answer.path or answer.path[-1] == IN:
            return Refusal("12-2-1.x1", "going into garrison ends the move")
        return march.refuse_path(answer.path)
    return march.refuse_path(answer)
