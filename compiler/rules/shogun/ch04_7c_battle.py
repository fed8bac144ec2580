"""Phase C, conduct combat: choose a battle, fight it step by step, go on with an experienced daimyo's army."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from compiler.model.event import Marked, Said
from compiler.play.ask import Action, Answer, Flow, Refusal, dice
from compiler.play.outcome import Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.shogun.ch04_5_ronin import show_attackers, show_defenders
from compiler.rules.shogun.ch04_6_ninja import strike_window
from compiler.rules.shogun.ch04_7_turn import clear_marker, in_war
from compiler.rules.shogun.ch04_7a_armies import March, bad_leave, leave_garrison, needs_garrison, step_into
from compiler.rules.shogun.ch04_7b_declare import bad_target, hostile, markers, no_attacker
from compiler.rules.shogun.ch04_7c_casualties import Troop, bonus, call_up, strength, take_losses, units
from compiler.rules.shogun.ch04_7c_results import after_battle
from compiler.rules.shogun.field import (
    ARMY,
    FORCE,
    allied,
    armies,
    army_at,
    beside,
    decide,
    disrupted,
    facts,
    kind,
    level,
    marker,
    owner,
    place_of,
    seat,
)
from compiler.rules.shogun.hands import advance_experience

FINISH, ADVANCE, STAY, FIGHT_ON, CALL_OFF = "finish", "advance", "stay", "fight_on", "call_off"
WON, NOT_WON = "won", "not won"


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """The declared battle of a province's army or provincial force is fought now."""

    origin: str
    attacker: str


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """An experienced army attacks once more."""

    target: str


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
    "4-7C.6",
    "4-7C.7",
    "4-7C.8",
    "4-7C.9",
    "4-7C.10",
    "4-7C.11",
    "4-7C.13",
    "4-7C.14",
    "4-7C.15",
    "4-7C-S1.1",
    "4-7C-S2.1",
    "4-7C-S3.1",
    "4-7C-S3.2",
    "4-7C-S3.3",
    "4-7C-S3.4",
    "4-7C-S3.5",
    "4-7C-S3.6",
    "4-7C-S3.7",
    "4-7C-S3.8",
    "4-7C-S4.1",
    "4-7C-S5.1",
    "4-7C-S6.1",
    "4-7C-S7.1",
    "4-7C-S8.1",
    "4-7C-Res.1",
    "4-7C-Res.2",
    "4-7C-Res.3",
    "4-7C-Res.4",
    "4-7C-Res.5",
    "4-7B.9",
    "4-7C-Castle.1",
    "4-7C-Castle.2",
    "4-7C-Castle.3",
    "4-7C-Castle.5",
    "4-7C-Castle.6",
    "4-7C-Castle.7",
    "4-7C-Naval.1",
    "4-7C-Naval.2",
    "4-7C-Naval.3",
    "4-7C-Naval.4",
    "4-7C-Naval.5",
    "4-7C-Naval.6",
    "4-7C-Naval.7",
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
    "2-Daimyo.3",
    "4-3.10",
    "4-3.11",
    "4-3.12",
    "4-6-Killed.2",
    "4-6-Killed.4",
    "4-7-Own.2",
    "4-7-Own.3",
    "4-7-Own.4",
    "4-7C-Lose.1",
    "4-7C-Elim.1",
    "4-7C-Elim.2",
    "4-7C-Elim.3",
    "4-7C-Elim.6",
    "4-7C-Elim.7",
    "4-7C-Elim.8",
    "4-7C-Elim.9",
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
    chosen: Fight = yield decide(
        scene,
        lambda: [_fight_of(scene, id) for id in waiting],
        lambda a: _bad_fight(scene, waiting, a),
        seat=seat(scene, colour),
        rule="4-7C.2",
        prompt=f"{colour}: which battle is next?",
    )
    id = next(id for id in waiting if _fight_of(scene, id) == chosen)
    target = str(scene.table.pieces[id].mark("target"))
    clear_marker(scene, id)
    army = army_at(scene, chosen.origin, colour) if chosen.attacker == ARMY else None
    return (yield from engage(scene, colour, chosen.origin, army, target))


def _fight_of(scene: Scene, id: str) -> Fight:
    piece = scene.table.pieces[id]
    return Fight(piece.place, str(piece.mark("attacker")))


def _bad_fight(scene: Scene, waiting: list[str], answer: Any) -> Refusal | None:
    if answer in [_fight_of(scene, id) for id in waiting]:
        return None
    if isinstance(answer, str):
        return Refusal("4-7B.9", "a declared battle must be fought")
    return Refusal("4-7C.1", "no such battle was declared")


def lapse(scene: Scene, colour: str) -> None:
    """Declarations nobody can carry out any more are taken off (4-7B.9)."""
    for id in markers(scene):
        piece = scene.table.pieces[id]
        origin, attacker, target = piece.place, str(piece.mark("attacker")), str(piece.mark("target"))
        army = army_at(scene, origin, colour) if attacker == ARMY else None
        gone = owner(scene, origin) != colour or no_attacker(scene, colour, origin, attacker) is not None
        beginner = army is None or level(scene, colour, army) == 1
        who = owner(scene, target)
        if gone or (beginner and (who is None or allied(scene, who, colour))):
            scene.do(Said(f"the attack from {origin} on {target} lapses", rule="4-7B.9"))
            clear_marker(scene, id)


# -- one battle --------------------------------------------------------------------------------------------------------
def engage(scene: Scene, colour: str, origin: str, army: int | None, target: str) -> Flow[Outcome]:
    """Fight one battle, or enter an empty province instead, and see what comes of it."""
    who = owner(scene, target)
    won: Victory | None
    if army is not None:
        _count_battle(scene, colour, army)
    if who is None or allied(scene, who, colour):
        return (yield from _walk_in(scene, colour, army, target, who))
    yield from strike_window(scene)
    result = NOT_WON
    if army is None or not disrupted(scene, colour, army):
        attacker = Troop(colour, origin, (ARMY if army is not None else FORCE,), False)
        defender = Troop(who, target, (ARMY, FORCE), True)
        yield from show_attackers(scene, colour, origin, army)
        yield from show_defenders(scene, who, target)
        result = yield from fight(scene, attacker, defender)
        won = yield from after_battle(scene, attacker, defender)
        if won is not None:
            return won
    if army is not None and place_of(scene, colour, army) is not None and in_war(scene) == colour:
        if result == WON:
            scene.do(Marked(marker(colour, army), "successful", True, rule="4-7C-Adv.1"))
        return (yield from _afterwards(scene, colour, army, target if result == WON else None))
    return None


def _count_battle(scene: Scene, colour: str, army: int) -> None:
    piece = marker(colour, army)
    fought = int(str(scene.table.pieces[piece].mark("battles") or 0)) + 1
    scene.do(Marked(piece, "battles", fought, rule="4-7C-Exp.2"))


def battles_left(scene: Scene, colour: str, army: int) -> int:
    """How many more attacks an army may make this turn (4-7C-Exp.2)."""
    fought = int(str(scene.table.pieces[marker(colour, army)].mark("battles") or 0))
    return 0 if disrupted(scene, colour, army) else level(scene, colour, army) - fought


def _walk_in(scene: Scene, colour: str, army: int | None, target: str, who: str | None) -> Flow[Outcome]:
    """An attack on a province that is empty uses up a battle; an experienced army may move in (4-7C-Exp.7)."""
    assert army is not None
    return (yield from _afterwards(scene, colour, army, target if who is None else None))


def _afterwards(scene: Scene, colour: str, army: int, open_: str | None) -> Flow[Outcome]:
    """After a battle: an army with battles left may enter the province that lies open; else it is done."""
    if battles_left(scene, colour, army) > 0 and open_ is not None and owner(scene, open_) is None:
        march = March(colour, army, final=False)
        here = place_of(scene, colour, army)
        assert here is not None
        answer = yield decide(
            scene,
            lambda: (ADVANCE,),
            lambda a: _bad_advance(scene, march, here, a),
            seat=seat(scene, colour),
            stop=STAY,
            rule="4-7C-Exp.6",
            prompt=f"{scene.name(march.piece)}: advance into {open_} or stay in {here}?",
        )
        if answer == ADVANCE:
            if needs_garrison(scene, march, here):
                yield from leave_garrison(scene, march, here)
            won = step_into(scene, march, open_)
            if won is not None:
                return won
    if not _has_more(scene, colour, army):
        finish(scene, colour, army)
    return None


def _bad_advance(scene: Scene, march: March, here: str, answer: Any) -> Refusal | None:
    if answer != ADVANCE:
        return Refusal("4-7C-Exp.6", "advance or stay")
    return bad_leave(scene, march, here)


def _has_more(scene: Scene, colour: str, army: int) -> bool:
    return battles_left(scene, colour, army) > 0 and any(True for _ in _targets(scene, colour, army))


def finish(scene: Scene, colour: str, army: int) -> None:
    """An army has finished its battles: with a success its daimyo gains one hole of experience (4-7C-Adv.1)."""
    piece = marker(colour, army)
    scene.do(Marked(piece, "spent", True, rule="4-7C-Exp.2"))
    if scene.table.pieces[piece].mark("successful") and not disrupted(scene, colour, army):
        advance_experience(scene, colour, army, "4-7C-Adv.1")


# -- further battles of an experienced army ----------------------------------------------------------------------------
def _targets(scene: Scene, colour: str, army: int) -> Iterator[Answer]:
    here = place_of(scene, colour, army)
    for target in beside(scene, here) if here is not None else ():
        if hostile(scene, colour, target) and _bad_attack(scene, colour, army, Attack(target)) is None:
            yield Attack(target)


def _bad_attack(scene: Scene, colour: str, army: int, answer: Any) -> Refusal | None:
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
    if owner(scene, answer.target) is None:
        if left < 2:
            return Refusal("4-7C-Exp.4", "an empty province is entered only with a battle left after it")
        return bad_leave(scene, March(colour, army, final=False), here)
    return None


def _again(scene: Scene, colour: str, army: int) -> Flow[Outcome]:
    """The next attack of the army in hand, or the end of its battles (4-7C-Exp.2, 4-7C-Exp.3)."""
    here = place_of(scene, colour, army)
    assert here is not None
    if not _has_more(scene, colour, army):
        finish(scene, colour, army)
        return None
    answer = yield decide(
        scene,
        lambda: _targets(scene, colour, army),
        lambda a: _bad_attack(scene, colour, army, a),
        stop=FINISH,
        seat=seat(scene, colour),
        rule="4-7C-Exp.3",
        prompt=f"{scene.name(marker(colour, army))}: attack again?",
    )
    if answer == FINISH:
        finish(scene, colour, army)
        return None
    if owner(scene, answer.target) is None:
        return (yield from _enter(scene, colour, army, here, answer.target))
    return (yield from engage(scene, colour, here, army, answer.target))


def _enter(scene: Scene, colour: str, army: int, here: str, target: str) -> Flow[Outcome]:
    """An attack on an empty province: the army moves in and one battle is used up (4-7C-Exp.8)."""
    _count_battle(scene, colour, army)
    march = March(colour, army, final=False)
    if needs_garrison(scene, march, here):
        yield from leave_garrison(scene, march, here)
    won = step_into(scene, march, target)
    if won is None and not _has_more(scene, colour, army):
        finish(scene, colour, army)
    return won


# -- the combat sequence -----------------------------------------------------------------------------------------------
def fight(scene: Scene, attacker: Troop, defender: Troop) -> Flow[str]:
    """The combat sequence, round after round, until one side is gone or the attacker calls it off (4-7C.13)."""
    if not units(scene, defender):  # only a dead daimyo: nobody fights (4-6-Killed.4)
        return WON
    if (attacker.province, defender.province) in facts(scene.book).sea:
        yield from first_strike(scene, attacker, defender)
        if not units(scene, attacker):
            return NOT_WON
    call_up(scene, defender)
    steps = facts(scene.book).fires_in
    # ranged units before the first losses are taken off, the others after them
    halves = [[steps[n] for n in places] for places in scene.game.rolls.pools["combat"].parts]
    while True:
        for half in halves:
            yield from exchange(scene, attacker, defender, half)
            if not units(scene, defender):
                return WON
            if not units(scene, attacker):
                return NOT_WON
        yield from strike_window(scene)
        army = attacker.army(scene)
        if army is not None and disrupted(scene, attacker.colour, army):
            scene.do(Said("the daimyo is dead and the attack ends", rule="4-6-Kill.1"))
            return NOT_WON
        answer = yield decide(
            scene,
            lambda: (FIGHT_ON, CALL_OFF),
            _bad_go_on,
            seat=seat(scene, attacker.colour),
            rule="4-7C-S8.1",
            prompt=f"{attacker.colour}: fight on against {defender.province}, or call it off?",
            seldom=lambda a: a == CALL_OFF,
        )
        if answer == CALL_OFF:
            return NOT_WON


def _bad_go_on(answer: Any) -> Refusal | None:
    return None if answer in (FIGHT_ON, CALL_OFF) else Refusal("4-7C-S8.1", "fight on or call it off")


def exchange(scene: Scene, attacker: Troop, defender: Troop, half: list[tuple[str, ...]]) -> Flow[None]:
    """Half a round: each type rolls in order, attacker's dice first; then both take off their losses (4-7C.11)."""
    scored = {attacker: 0, defender: 0}
    against = {attacker: strength(scene, defender), defender: strength(scene, attacker)}
    for kinds in half:
        for side in (attacker, defender):
            if scored[side] < against[side]:  # else its hits are enough already (4-7C.14)
                scored[side] += yield from _roll(scene, side, kinds, bonus(scene, side))
    yield from take_losses(scene, {defender: scored[attacker], attacker: scored[defender]})


def _roll(scene: Scene, side: Troop, kinds: tuple[str, ...], extra: tuple[str, int]) -> Flow[int]:
    """One die for each unit of some kinds; a die at or below the combat value hits (4-7C.7, 4-7C.10)."""
    combat = facts(scene.book).combat
    values = [
        combat[kind(scene, id)]
        for what in kinds
        for key, ids in units(scene, side).items()
        if key[1] == what
        for id in ids
    ]
    values += [combat[extra[0]]] * extra[1] if extra[0] in kinds else []
    fallen = yield from dice(scene, "battle", count=len(values), purpose="battle", rule="4-7C.7")
    return sum(1 for die, value in zip(fallen, values, strict=True) if die <= value)


def first_strike(scene: Scene, attacker: Troop, defender: Troop) -> Flow[None]:
    """Before a naval invasion the defender goes through the sequence alone, without bonus units (4-7C-Naval.2, 3)."""
    scored = 0
    for kinds in facts(scene.book).fires_in.values():
        if scored < strength(scene, attacker):
            scored += yield from _roll(scene, defender, kinds, ("", 0))
    yield from take_losses(scene, {attacker: scored})
