"""Phase C, conduct combat: choose a declared battle, fight it, go on with an experienced daimyo's army."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Handling, Marked, Said
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.outcome import Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.shogun.ch04_5_shown import show_attackers, show_defenders
from compiler.rules.shogun.ch04_6_ninja import strike_window
from compiler.rules.shogun.ch04_7_turn import clear_marker, cleared, in_war
from compiler.rules.shogun.ch04_7b_declare import markers, no_attacker
from compiler.rules.shogun.ch04_7c_casualties import Troop
from compiler.rules.shogun.ch04_7c_combat import NOT_WON, WON, fight
from compiler.rules.shogun.ch04_7c_further import (
    AttackAgain,
    Fight,
    afterwards,
    bad_attack,
    count_battle,
    enter,
    finish,
    has_more,
    targets,
)
from compiler.rules.shogun.ch04_7c_results import after_battle
from compiler.rules.shogun.facts import marker
from compiler.rules.shogun.field import (
    ARMY,
    FORCE,
    allied,
    armies,
    army_at,
    disrupted,
    friends,
    level,
    owner,
    place_of,
    seat,
)
from compiler.rules.shogun.standing import standing

FINISH = "finish"


@record(frozen=True, slots=True)
class NextBattle(Topic):
    """Which of the declared battles of a colour is fought next."""

    colour: str


@predicate("battles_are_left", "4-7C.1")
def battles_are_left(scene: Scene) -> bool:
    """While a declared battle is left, or an experienced army may fight on (4-7C.1)."""
    colour = in_war(scene)
    return colour is not None and (bool(markers(scene)) or in_hand(scene, colour) is not None)


def in_hand(scene: Scene, colour: str) -> int | None:
    """The army that has fought and may fight again: it settles all its battles before another begins (4-7C.5)."""
    for n in armies(scene, colour):
        piece = scene.table.pieces[marker(colour, n)]
        if piece.mark("battles") is not None and piece.mark("spent") is None:
            return n
    return None


@step(
    "4-7C.1",
    "battle",
    "4-7C.2",
    "4-7C.3",
    "4-7C.4",
    "4-7C.5",
    "4-7B.9",
    "4-7C-Castle.1",
    "4-7C-Castle.2",
    "4-7C-Castle.3",
    "4-7C-Castle.5",
    "4-7C-Castle.6",
    "4-7C-Castle.7",
    "2-Daimyo.3",
    "4-3.10",
    "4-3.11",
    "4-3.12",
    "4-6-Killed.2",
    "4-6-Killed.4",
    "2-Daimyo.5",
)
def battle(scene: Scene) -> Flow[Outcome]:
    """One battle of the active player: a declared one, or another of the army he has in hand (4-7C.2, 4-7C.5)."""
    colour = in_war(scene)
    assert colour is not None
    army = in_hand(scene, colour)
    if army is not None:
        return (yield from _again(scene, colour, army))
    lapse(scene, colour)
    waiting = markers(scene)
    if not waiting:
        return None
    fights = [_fight_of(scene, id) for id in waiting]
    chosen: Fight = yield from decide(
        scene,
        fights,
        (lambda a: _bad_fight(fights, a),),
        topic=NextBattle(colour),
        seat=seat(scene, colour),
        rule="4-7C.2",
        prompt=f"{colour}: which battle is next?",
        sure=True,
    )
    id = waiting[fights.index(chosen)]
    target = str(scene.table.pieces[id].mark("target"))
    clear_marker(scene, id)
    army = army_at(scene, chosen.origin, colour) if chosen.attacker == ARMY else None
    return (yield from engage(scene, colour, chosen.origin, army, target))


def _fight_of(scene: Scene, id: str) -> Fight:
    piece = scene.table.pieces[id]
    return Fight(piece.place, str(piece.mark("attacker")))


def _bad_fight(fights: list[Fight], answer: Any) -> Refusal | None:
    if answer in fights:
        return None
    if isinstance(answer, str):
        return Refusal("4-7B.9", "a declared battle must be fought")
    return Refusal("4-7C.1", "no such battle was declared")


def lapse(scene: Scene, colour: str) -> None:
    """Declarations nobody can carry out any more are taken off (4-7B.9)."""
    events: list[Handling] = []
    now, mine, pieces = standing(scene), friends(scene)[colour], scene.table.pieces
    who, held = now.owners, now.held
    for id in now.markers:
        piece = pieces[id]
        origin, marks = piece.place, dict(piece.marks)
        attacker, target = str(marks.get("attacker")), str(marks.get("target"))
        ready = attacker == FORCE and held[origin].force  # most are, and stand there still
        gone = who.get(origin) != colour or not (ready or no_attacker(scene, colour, origin, attacker) is None)
        no_enemy = target not in who or who[target] in mine
        if gone or (no_enemy and _is_beginner(scene, colour, origin, attacker)):
            said = Said(f"the attack from {origin} on {target} lapses", rule="4-7B.9")
            events += (said, *cleared(scene, id))
    scene.handle(*events)


def _is_beginner(scene: Scene, colour: str, origin: str, attacker: str) -> bool:
    """Whether a force has but one battle a turn, and none to enter an empty province with."""
    army = army_at(scene, origin, colour) if attacker == ARMY else None
    return army is None or level(scene, colour, army) == 1


def engage(scene: Scene, colour: str, origin: str, army: int | None, target: str) -> Flow[Outcome]:
    """Fight one battle, or enter an empty province instead, and see what comes of it."""
    who = owner(scene, target)
    won: Victory | None
    if army is not None:
        count_battle(scene, colour, army)
    if who is None or allied(scene, who, colour):
        return (yield from _walk_in(scene, colour, army, target, who))
    yield from strike_window(scene)
    result = NOT_WON
    if army is None or not disrupted(scene, colour, army):
        attacker = Troop(colour, origin, (ARMY if army is not None else FORCE,), False)
        defender = Troop(who, target, (ARMY, FORCE), True)
        yield from show_attackers(scene, colour, origin, army)
        yield from show_defenders(scene, who, target)
        armed = tuple(troop for troop in (attacker, defender) if troop.has_army_units(scene))
        result = yield from fight(scene, attacker, defender)
        won = yield from after_battle(scene, attacker, defender, armed)
        if won is not None:
            return won
    if army is not None and place_of(scene, colour, army) is not None and in_war(scene) == colour:
        if result == WON:
            scene.do(Marked(marker(colour, army), "successful", True, rule="4-7C-Adv.1"))
        else:
            scene.do(Marked(target, "called_off", army, rule="4-7C-Exp.9"))
        return (yield from afterwards(scene, colour, army, target if result == WON else None))
    return None


def _walk_in(scene: Scene, colour: str, army: int | None, target: str, who: str | None) -> Flow[Outcome]:
    """An attack on a province that is empty uses up a battle; an experienced army may move in (4-7C-Exp.7)."""
    assert army is not None
    return (yield from afterwards(scene, colour, army, target if who is None else None))


def _again(scene: Scene, colour: str, army: int) -> Flow[Outcome]:
    """The next attack of the army in hand, or the end of its battles (4-7C-Exp.2, 4-7C-Exp.3)."""
    here = place_of(scene, colour, army)
    assert here is not None
    if not has_more(scene, colour, army):
        finish(scene, colour, army)
        return None
    answer = yield from decide(
        scene,
        lambda: targets(scene, colour, army),
        (lambda a: bad_attack(scene, colour, army, a),),
        topic=AttackAgain(colour, army, here),
        stop=FINISH,
        seat=seat(scene, colour),
        rule="4-7C-Exp.3",
        prompt=f"{scene.name(marker(colour, army))}: attack again?",
    )
    if answer == FINISH:
        finish(scene, colour, army)
        return None
    if owner(scene, answer.target) is None:
        return (yield from enter(scene, colour, army, here, answer.target))
    return (yield from engage(scene, colour, here, army, answer.target))
