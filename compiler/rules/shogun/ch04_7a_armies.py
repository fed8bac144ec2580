"""Phase A, move daimyos' armies: province by province, picking up units, leaving garrisons. Phase D marches alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.record import record
from compiler.play.ask import Action, Answer, Flow, Refusal, Topic, decide
from compiler.play.outcome import Leave, Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shogun.ch04_5_ronin import army_room, hidden
from compiler.rules.shogun.ch04_5_shown import show
from compiler.rules.shogun.ch04_7_garrison import (
    HALT,
    Garrison,
    March,
    Pick,
    bad_leave,
    bad_pick,
    leave_garrison,
    needs_garrison,
    pick,
)
from compiler.rules.shogun.ch04_7_turn import in_war, ready
from compiler.rules.shogun.ch05_winning import conquer
from compiler.rules.shogun.facts import REGULARS, facts, marker
from compiler.rules.shogun.field import adjacent, allied, army_at, beside, level, owner, place_of, seat, whole

DONE = "done"


@record(frozen=True, slots=True)
class Go(Action):
    """An army goes to the next province, taking hidden ronin of its province along."""

    to: str
    ronin: int = 0


@record(frozen=True, slots=True)
class ChooseArmy(Topic):
    """Which army of a colour marches next."""

    colour: str


@record(frozen=True, slots=True)
class MarchOn(Topic):
    """What an army on the march does: go, pick up a unit, halt."""

    colour: str
    army: int
    province: str


@step(
    "4-7A.1",
    "move_army",
    "4-7A.2",
    "4-7A.3",
    "4-7A.5",
    "4-7A.6",
    "4-7A.9",
    "4-7A.10",
    "4-7A.11",
    "4-7A.12",
    "4-7A.13",
    "4-7A.14",
    "4-7A.15",
    "4-7A.16",
    "4-7A.17",
    "4-7-Gar.1",
    "4-7-Gar.2",
    "4-7-Gar.3",
    "4-7-Own.7",
    "4-7-Exp.5",
    "2-Adj.1",
    "4-6-Killed.3",
    "2-Daimyo.2",
    "4-4-Box.1",
)
def move_army(scene: Scene) -> Flow[Outcome]:
    """The active player marches one army, or ends the phase (4-7A.1)."""
    return (yield from march_one(scene, final=False, loop="move_armies"))


def march_one(scene: Scene, *, final: bool, loop: str) -> Flow[Outcome]:
    """Choose an army and march it; `done` ends the marches of the phase."""
    colour = in_war(scene)
    assert colour is not None
    mark = "moved" if final else "marched"
    crowded = displaced(scene, colour)
    may = [crowded] if crowded is not None else ready(scene, colour, mark)
    if crowded is not None:
        army: Any = marker(colour, crowded)
    else:
        army = yield from decide(
            scene,
            lambda: [marker(colour, n) for n in may],
            (lambda a: _bad_army(scene, colour, may, a),),
            topic=ChooseArmy(colour),
            rule="4-7A.1",
            seat=seat(scene, colour),
            stop=DONE,
            prompt=f"{colour}: march which army?",
        )
        if army == DONE:
            return Leave(loop)
    return (yield from _walk(scene, March(colour, int(army[-1]), final)))


def _bad_army(scene: Scene, colour: str, may: list[int], answer: Any) -> Refusal | None:
    if answer in [marker(colour, n) for n in may]:
        return None
    piece = scene.table.pieces.get(answer) if isinstance(answer, str) else None
    if piece is not None and piece.side == colour and piece.mark("assassinated"):
        return Refusal("4-6-Killed.3", "the daimyo is dead and his army disrupted")
    if isinstance(answer, Action) and answer.verb() == "shift":
        return Refusal("4-7A.2", "provincial forces move in phase D, after the armies")
    if piece is not None and piece.mark("moved" if scene.node.id.startswith("final") else "marched"):
        return Refusal("4-7D.1", "this army has moved in this phase")
    return Refusal("4-7A.1", "choose an army of yours that has not moved in this phase")


def displaced(scene: Scene, colour: str) -> int | None:
    """The army that must now make room for another one in its province (4-7A.11)."""
    mark = "moved" if scene.node.id.startswith("final") else "marched"
    for n in ready(scene, colour, mark):
        here = place_of(scene, colour, n)
        if here is not None and army_at(scene, here, colour, besides=n) is not None:
            return n
    return None


def _walk(scene: Scene, march: March) -> Flow[Outcome]:
    while True:
        here = place_of(scene, march.colour, march.army)
        assert here is not None
        answer = yield from decide(
            scene,
            lambda: _moves(scene, march),
            (lambda a: bad_move(scene, march, a),),
            topic=MarchOn(march.colour, march.army, here),
            seat=seat(scene, march.colour),
            rule="4-7D.7" if march.final else "4-7A.6",
            about=(march.piece,),
            prompt=f"{scene.name(march.piece)} in {scene.name(here)}: go, pick up, or halt?",
        )
        if answer == HALT:
            scene.do(Marked(march.piece, march.mark, True))
            return None
        if isinstance(answer, Pick):
            pick(scene, march, here, answer.unit)
        else:
            won = yield from _go(scene, march, here, answer)
            if won is not None:
                return won


def _moves(scene: Scene, march: March) -> Iterator[Answer]:
    here = place_of(scene, march.colour, march.army)
    assert here is not None
    if march.gone < level(scene, march.colour, march.army):
        along = min(len(hidden(scene, march.colour, here)), army_room(scene, march.colour, march.army))
        for to in beside(scene, here):
            yield Go(to)
            if along:
                yield Go(to, along)
    yield from map(Pick, REGULARS)
    yield HALT


def bad_move(scene: Scene, march: March, answer: Any) -> Refusal | None:
    """Why an army may not do something on its march."""
    here = place_of(scene, march.colour, march.army)
    assert here is not None
    if answer == HALT:
        other = army_at(scene, here, march.colour, besides=march.army)
        if other is not None and (march.gone == 0 or not can_make_room(scene, march, other, here, (march.army,))):
            return Refusal("4-7A.10", f"another army of yours stands in `{here}`")
        return None
    if isinstance(answer, Pick):
        return bad_pick(scene, march, here, answer)
    if isinstance(answer, Go):
        if not whole((answer.ronin,)):
            return Refusal("4-5.12", "say how many ronin go along")
        return _bad_step(scene, march, here, answer) or bad_leave(scene, march, here, answer.ronin)
    if isinstance(answer, Garrison):
        return Refusal("4-7A.14", "an army splits off units only to leave a garrison where nobody else stays")
    return Refusal("4-7A.1", "go to a province, pick up a unit, or halt")


def _bad_step(scene: Scene, march: March, here: str, go: Go) -> Refusal | None:
    colour = march.colour
    most = level(scene, colour, march.army)
    if march.gone >= most:
        return Refusal("4-7A.6", f"a daimyo of level {most} moves {most} provinces")
    if go.to not in facts(scene).beside or not adjacent(scene, here, go.to):
        return Refusal("2-Adj.1", f"`{go.to}` is not adjacent to `{here}`")
    who = owner(scene, go.to)
    if who is None and not march.final:
        return Refusal("4-7A.9", f"`{go.to}` is empty; armies enter empty provinces in phase D")
    if who is not None and who != colour:
        if allied(scene, who, colour):
            return Refusal("6.10", f"`{go.to}` belongs to your other colour")
        return Refusal("4-7D.2" if march.final else "4-7-Own.7", f"`{go.to}` is an enemy province")
    if not _can_rest(scene, march, go.to, most - march.gone - 1):
        return Refusal("4-7A.10", f"another army of yours stands in `{go.to}` and cannot make room")
    return None


def _can_rest(scene: Scene, march: March, province: str, steps: int) -> bool:
    """Whether an army that comes to a province finds a place to halt, there or farther on."""
    other = army_at(scene, province, march.colour, besides=march.army)
    if other is None or can_make_room(scene, march, other, province, (march.army,)):
        return True
    return steps > 0 and any(
        _friendly(scene, march, to) and _can_rest(scene, march, to, steps - 1) for to in beside(scene, province)
    )


def can_make_room(scene: Scene, march: March, other: int, province: str, gone: tuple[int, ...]) -> bool:
    """Whether another own army can still move out of a province (4-7A.11)."""
    if other not in ready(scene, march.colour, march.mark) or other in gone:
        return False
    for to in beside(scene, province):
        third = army_at(scene, to, march.colour, besides=march.army)  # the marching army itself goes away
        if _friendly(scene, march, to) and (third is None or can_make_room(scene, march, third, to, (*gone, other))):
            return True
    return False


def _friendly(scene: Scene, march: March, province: str) -> bool:
    who = owner(scene, province)
    return who == march.colour or (who is None and march.final)


def _go(scene: Scene, march: March, here: str, go: Go) -> Flow[Victory | None]:
    if go.ronin:
        show(scene, march.colour, here, go.ronin, march.army)
    if needs_garrison(scene, march, here):
        yield from leave_garrison(scene, march, here)
    return step_into(scene, march, go.to)


def step_into(scene: Scene, march: March, to: str) -> Victory | None:
    """The marker goes to the next province; an empty one is conquered (4-7D-Conq.1)."""
    empty = owner(scene, to) is None
    scene.do(Moved(march.piece, to, rule="4-7D.7" if march.final else "4-7A.6"))
    march.gone += 1
    march.stripped = False
    return conquer(scene, march.colour, to) if empty else None
