"""9.0 Actions: a phase is a row of actions, each by one force that has not acted yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from compiler.model.record import record
from compiler.play.ask import Action, Answer, Flow, Refusal, Topic, decide
from compiler.play.coverage import carries, count
from compiler.play.outcome import Leave, Outcome
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.shingens_arrival.ch09_activation import (
    PHASE,
    armies_of,
    has_acted,
    is_able,
    left_to_act,
    phase_of,
    show_phase,
)
from compiler.rules.shingens_arrival.ch10_reorganization import no_reorganizing, reorganize
from compiler.rules.shingens_arrival.ch10_replenishment import (
    TROOPS,
    WALLS,
    choose_what,
    extra_replenishment,
    no_extra,
    no_replenishing,
    replenish,
)
from compiler.rules.shingens_arrival.ch11_morale import no_recovery, recover
from compiler.rules.shingens_arrival.ch13_siege import ASSAULT, BOTH, CALL, INVEST, besiege, no_form, no_siege
from compiler.rules.shingens_arrival.ch14_decisive import decisive_battle, no_decisive
from compiler.rules.shingens_arrival.ch14_skirmish import no_skirmish, skirmish
from compiler.rules.shingens_arrival.ch16_movement import move, no_moving, no_strategic
from compiler.rules.shingens_arrival.ch17_events import enter_saika, no_saika, saika_leaders
from compiler.rules.shingens_arrival.ch19_victory import GameOver, give_up
from compiler.rules.shingens_arrival.facts import IKKO, facts
from compiler.rules.shingens_arrival.field import Choose, is_commander, stage_of, war
from compiler.rules.shingens_arrival.forces import Force

END, RESIGN = "end_phase", "give_up"
REORGANIZE, REPLENISH, RECOVER, SKIRMISH, DECISIVE, MOVE, STRATEGIC, REST = (
    "reorganize",
    "replenish",
    "recover_morale",
    "skirmish",
    "decisive_battle",
    "move",
    "strategic_move",
    "rest",
)


_ACTED = attrgetter("acted")


@record(frozen=True, slots=True)
class Extra(Action):
    """The extra replenishment of an Ikko-Ikki commander (10-2-9)."""

    force: str


@record(frozen=True, slots=True)
class Enter(Action):
    """A unit of the Saika-to leads a force onto the map (17-1-2(3))."""

    unit: str


@record(frozen=True, slots=True)
class ChooseForce(Topic):
    """Which force acts next in an Operations Phase."""

    phase: str


@carries("9-2-5.1", "9-1-1.1")
def rest(scene: Scene, force: Force) -> Flow[None]:
    """A force does nothing in this phase; its point is gone (9-2-5)."""
    yield from ()
    has_acted(scene, force.id)


def _replenish(scene: Scene, force: Force) -> Flow[None]:
    has_acted(scene, force.id)
    what = yield from choose_what(scene, force)
    yield from replenish(scene, force.id, what)


def _recover(scene: Scene, force: Force) -> Flow[None]:
    has_acted(scene, force.id)
    yield from recover(scene, force)


def _no_replenishing(scene: Scene, force: Force) -> Refusal | None:
    no = no_replenishing(scene, force, TROOPS)
    walls = no_replenishing(scene, force, WALLS) if no is not None else None
    if no is None or walls is None:
        return None
    return walls if no.rule == "9.x3" and walls.rule != "10-2-10.2" else no


Way = tuple[Callable[[Scene, Force], Refusal | None], Callable[[Scene, Force], Flow[None]]]


def _form(form: str) -> Way:
    return (lambda scene, force: no_form(scene, force, form)), (lambda scene, force: besiege(scene, force, form))


# 9.0.2: the five actions; reorganization has its two halves, siege its forms, battle and movement their two kinds.
ACTIONS: dict[str, Way] = {
    REORGANIZE: ((lambda scene, force: no_reorganizing(scene, force)), reorganize),
    REPLENISH: (_no_replenishing, _replenish),
    RECOVER: ((lambda scene, force: no_recovery(force)), _recover),
    INVEST: _form(INVEST),
    ASSAULT: _form(ASSAULT),
    BOTH: _form(BOTH),
    CALL: _form(CALL),
    SKIRMISH: (no_skirmish, skirmish),
    DECISIVE: (no_decisive, decisive_battle),
    MOVE: (no_moving, (lambda scene, force: move(scene, force.id, strategic=False))),
    STRATEGIC: (no_strategic, (lambda scene, force: move(scene, force.id, strategic=True))),
    REST: ((lambda scene, force: None), rest),
}


AFIELD = tuple([action for action in ACTIONS if action not in (INVEST, ASSAULT, BOTH, CALL)])


@step("9.0.1", "act", "9-1-1.1", "9.x1", "4-1-2(2).1", "4-1-2(3).1", "4-1-2.x1", "16-1-1.2", settings={"phase": PHASE})
def act(scene: Scene) -> Flow[Outcome]:
    """One force of the phase acts, or the player ends the phase (9.0)."""
    show_phase(scene)
    answer = yield from decide(
        scene,
        lambda: _choices(scene),
        (lambda a: refuse_choice(scene, a),),
        topic=ChooseForce(phase_of(scene)),
        prompt=lambda: f"stage {stage_of(scene)}, {_phase_name(scene)}: which force acts?",
        seat=scene.active,
        rule="9.0.1",
        stop=END,
        sure=True,
        seldom=lambda a: a == RESIGN,
    )
    if answer == END:
        return Leave(str(scene.book.parents[scene.node.id].id))  # type: ignore[union-attr]
    if answer == RESIGN:
        return give_up(scene.active)
    try:
        if isinstance(answer, Extra):
            yield from extra_replenishment(scene, war(scene).forces[answer.force])
        elif isinstance(answer, Enter):
            yield from enter_saika(scene, answer.unit)
        else:
            yield from _act_with(scene, war(scene).forces[answer])
    except GameOver as over:
        return over.victory
    return None


@carries("9.0.2", "9.x3")
def _act_with(scene: Scene, force: Force) -> Flow[None]:
    """The force takes one action, finished before the next begins (9-1-1)."""

    def refuse(action: Any) -> Refusal | None:
        if action not in ACTIONS:
            return Refusal("9.0.2", f"`{action}` is no action")
        return ACTIONS[action][0](scene, force)

    action = yield from decide(
        scene,
        lambda: _possible(scene, force),
        (refuse,),
        topic=Choose("action", force.id),
        prompt=lambda: f"what does {scene.name(force.id)} do, {_state(scene, force)}?",
        seat=scene.active,
        rule="9.0.2",
        about=(force.id, force.hex),
    )
    yield from ACTIONS[action][1](scene, force)


def _possible(scene: Scene, force: Force) -> Iterable[str]:
    """The actions to be judged one by one: all, but no form of siege where there is nothing to besiege."""
    no = no_siege(scene, force)
    if no is not None and no.rule is not None:
        count(no.rule)
    return ACTIONS if no is None else AFIELD


def _phase_name(scene: Scene) -> str:
    """The Operations Phase in words."""
    phase, boxes = phase_of(scene), facts(scene).operations_phase.boxes
    return scene.book.once(("name of", phase), lambda: next(box.label.en for box in boxes if box.value == phase))


def _state(scene: Scene, force: Force) -> str:
    """What a player looks at before he lets a force act."""
    told = [f"strength {war(scene).strength([force])}"]
    told += [f"morale {force.morale}"] if force.morale else []
    told += ["in garrison"] if force.inside else ["investing"] if force.investing else []
    return ", ".join(told)


# -- who may act -------------------------------------------------------------------------------------------------------
def _choices(scene: Scene) -> list[Answer]:
    found: list[Answer] = [force.id for force in left_to_act(scene)]
    if IKKO in armies_of(scene):
        found += extras(scene)
        found += [Enter(unit) for unit in saika_leaders(scene)]
    phase = phase_of(scene)
    if phase not in map(_ACTED, war(scene).forces.values()):
        found.append(RESIGN)  # listed when a phase begins, accepted at any time
    return found


def extras(scene: Scene) -> list[Extra]:
    """The Ikko-Ikki commanders who can still take their extra replenishment."""
    now, table = war(scene), scene.table
    chiefs = scene.memo_of(
        "ikko chiefs", (now.led_by,), lambda: [force.id for force in now.of_army(IKKO) if is_commander(force)]
    )
    return scene.memo_of(
        "extras",
        (now, table.tracks, table.marks),
        lambda: [Extra(chief) for chief in chiefs if no_extra(scene, now.forces[chief]) is None],
    )


@carries("6.0.1", "6-2-1.1", "6-1-7.1")
def refuse_choice(scene: Scene, answer: Any) -> Refusal | None:
    """Why this may not be done now."""
    if answer == RESIGN:
        return None
    if isinstance(answer, Extra):
        force = war(scene).forces.get(answer.force)
        if force is None or IKKO not in armies_of(scene):
            return Refusal("10-2-9.4", f"`{answer.force}` has no extra replenishment now")
        return no_extra(scene, force)
    if isinstance(answer, Enter):
        return (
            no_saika(scene, answer.unit)
            if IKKO in armies_of(scene)
            else Refusal("17-1-2(3).6", "the Saika-to comes in an Anti-Oda phase")
        )
    return _refuse_force(scene, answer)


def _refuse_force(scene: Scene, id: Any) -> Refusal | None:
    force = war(scene).forces.get(id) if isinstance(id, str) else None
    if force is None:
        led = isinstance(id, str) and id in war(scene).led_by
        return Refusal("6-1-7.1" if led else "9.0.1", f"`{id}` leads no force on the map")
    if force.army not in armies_of(scene):
        return Refusal("9.0.1", f"`{id}` acts in another phase")
    if not is_able(scene, force):
        stage = stage_of(scene)
        rule = {2: "4-1-3.1", 3: "4-1-4.1", 4: "4-1-5.1"}[stage]
        return Refusal(rule, f"`{id}` has not the activation points for stage {stage}")
    if force.has_acted(phase_of(scene)):
        return Refusal("9-2-3.1", f"`{id}` has acted in this phase")
    return None


@predicate("forces_left_to_act", "9.x1", "9-1-1.1")
def forces_left_to_act(scene: Scene) -> bool:
    """Whether some force of the phase can still act (9.x1)."""
    return bool(left_to_act(scene))


@predicate("anti_oda_left_to_act", "9.x2")
def anti_oda_left_to_act(scene: Scene) -> bool:
    """Also while an extra replenishment or an entry of the Saika-to is possible (9.x2)."""
    return forces_left_to_act(scene) or bool(extras(scene)) or bool(saika_leaders(scene))
