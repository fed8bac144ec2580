"""13.0 Combat: one unit attacks one unit, and may be struck back."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.event import Marked, Said
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Flow, Topic, decide, dice, one_of, rules_on
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import outcome, reckon
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.anegawa.ch04_sequence import DONE, no_withdrawal, show_phase
from compiler.rules.anegawa.ch08_morale import check
from compiler.rules.anegawa.ch09_disorder import disorder
from compiler.rules.anegawa.ch13_advance import advance
from compiler.rules.anegawa.ch13_damage import suffer
from compiler.rules.anegawa.ch13_retreat import retreat
from compiler.rules.anegawa.ch15_command import needs_fight_check
from compiler.rules.anegawa.ch21_surprise import idle_on_first_turn
from compiler.rules.anegawa.ch22_victory import sudden_end
from compiler.rules.anegawa.facts import ATTACK, COUNTERATTACK, FIGHT, MISS, TWO_DICE, facts
from compiler.rules.anegawa.field import Field, is_normal

STRIKE_BACK, HOLD = "strike_back", "hold"
ATTACKED, DEFENDED = "attacked", "defended"  # the two ways to be marked battled already


@record(frozen=True, slots=True)
class Attack(Action):
    """One unit attacks one enemy unit beside it."""

    unit: str
    target: str


@record(frozen=True, slots=True)
class ChooseAttack(Topic):
    """Who attacks whom next."""


@record(frozen=True, slots=True)
class StrikeBack(Topic):
    """Whether a unit that was missed answers the attack."""

    unit: str


@step("13-1.1", "attack", "13.0.1", "13.0(1).2", "13.0(3).1", "13-2.1", "13-9.1", "4-5(1).1", "15-3(2).1")
def attack(scene: Scene) -> Flow[Outcome]:
    """Attack with one unit, or end the attacks of this side; the next is chosen after this one is over (13.0(3))."""
    show_phase(scene)
    field = Field.of(scene)
    chosen = yield from decide(
        scene,
        lambda: _pairs(field, scene.active),
        (no_withdrawal, *rules_on(scene, Attack)),
        topic=ChooseAttack(),
        prompt="attack?",
        rule="13.0.1",
        stop=DONE,
    )
    if chosen == DONE:
        return None
    if needs_fight_check(field, scene.table.pieces[chosen.unit]):
        ready = yield from _fight_check(scene, chosen.unit)
        if not ready:
            return sudden_end(scene) or AGAIN
    yield from _combat(scene, chosen.unit, chosen.target)
    return sudden_end(scene) or AGAIN


def _pairs(field: Field, seat: str) -> Iterator[Attack]:
    for piece in field.of_seat(seat):
        if is_normal(piece):
            for enemy in field.enemies_beside(piece):
                yield Attack(piece.id, enemy.id)


def _fight_check(scene: Scene, id: str) -> Flow[bool]:
    """A general out of command tests himself before he attacks; failing, he is disordered and retreats (15-3-1).

    Nobody advances, and the attempt was his attack of the turn.
    """
    result = yield from check(scene, id, FIGHT, rule="15-3-1(1).1")
    if result.values.get("attacks"):
        return True
    disorder(scene, id, rule="15-3-1(3).1")
    survives = yield from retreat(scene, id, rule="15-3-1(3).1")
    if survives:
        _battled(scene, id, ATTACKED)
    return False


@carries("13-6(2).1", "13-6-3(4).1")
def _combat(scene: Scene, unit: str, target: str) -> Flow[None]:
    """The attack, the answer to it, and the marks when all is over. A miss moves nobody (13-6(2))."""
    fresh, ground = may_strike_back(scene, scene.table.pieces[target]), scene.table.pieces[target].place
    damage = yield from _strike(scene, unit, target, answering=False)
    answered = False
    if damage != MISS:
        answered = yield from suffer(scene, target, damage, answers=True)
        advance(scene, unit, target, ground, rule="13-7.1")
    elif fresh:
        answered = yield from _offer(scene, target)
    if answered:
        yield from _strike_back(scene, target, unit)
    _battled(scene, unit, ATTACKED)
    _battled(scene, target, ATTACKED if answered else DEFENDED)


@carries("13-3(1).1", "13-1(3).2", "15-3-1(5).1", "9.0(3).1")
def may_strike_back(scene: Scene, piece: Piece) -> bool:
    """Whether a unit may counterattack if it is missed: in order, not marked, not surprised; in command or not."""
    return is_normal(piece) and piece.mark("battled") is None and not idle_on_first_turn(scene, piece)


def _offer(scene: Scene, target: str) -> Flow[bool]:
    """The owner of a unit that was missed may strike back; a chance waived is gone (13-3-1)."""
    answer = yield from decide(
        scene,
        lambda: (STRIKE_BACK, HOLD),
        (no_withdrawal, one_of((STRIKE_BACK, HOLD), rule="13-3(1).1")),
        topic=StrikeBack(target),
        prompt=f"strike back with {scene.name(target)}?",
        rule="13-3(1).1",
        seat=Field.of(scene).seat(scene.table.pieces[target]),
        about=(target,),
    )
    if answer == HOLD:
        scene.do(Said(f"{scene.name(target)} holds its ground", rule="13-3-1.1"))
    return bool(answer == STRIKE_BACK)


@carries("13-3(2).1", "13-3(2).2", "13-3(2).3", "13-3-2(3).1", "13-3-2(4).1")
def _strike_back(scene: Scene, unit: str, target: str) -> Flow[None]:
    """A counterattack is resolved like an attack, but nobody answers it (13-3(2))."""
    ground = scene.table.pieces[target].place
    damage = yield from _strike(scene, unit, target, answering=True)
    if damage != MISS:
        # a 2 restores the unit, but it does not strike again (13-3-2)
        yield from suffer(scene, target, damage, answers=False)
        advance(scene, unit, target, ground, rule="13-7(3).1")


def _strike(scene: Scene, unit: str, target: str, *, answering: bool) -> Flow[str]:
    """Two dice against the two attack factors: heavy damage, light damage, or a miss (13-1)."""
    pieces = scene.table.pieces
    first, second = factors(scene, pieces[unit], pieces[target], answering=answering)
    rule = "13-3(2).1" if answering else "13-1.1"
    roll = yield from dice(scene, TWO_DICE, purpose="counterattack" if answering else "attack", rule=rule)
    damage = damage_of(scene, pieces[unit], sum(roll), first)
    how = "strikes back at" if answering else "attacks"
    scene.do(
        Said(
            f"{scene.name(unit)} {how} {scene.name(target)}: {sum(roll)} against {first}/{second}, {damage}", rule=rule
        )
    )
    return damage


@carries("13-1(1).1", "13-1(2).1", "13-1(3).1")
def damage_of(scene: Scene, piece: Piece, roll: int, first: int) -> str:
    """Up to the first factor heavy, up to the second light; only more than that is a miss (13-1).

    Modifiers change both factors alike, so that the first as it is now says them all.
    """
    return outcome(scene, facts(scene).checks[ATTACK], piece, roll, first - scene.value(piece, "first")).gives


def factors(scene: Scene, attacker: Piece, target: Piece, *, answering: bool) -> tuple[int, int]:
    """Both attack factors with leadership, terrain and, for an attack, impetus and surprise (13-1, 13-3(2))."""
    check = facts(scene).checks[COUNTERATTACK if answering else ATTACK]
    bonus = int(reckon(scene, check, attacker, target).sum)
    return scene.value(attacker, "first") + bonus, scene.value(attacker, "second") + bonus


def _battled(scene: Scene, id: str, how: str) -> None:
    """Mark a unit that has fought and is still on the map (4-5(5), 13.0(4))."""
    piece = scene.table.pieces[id]
    if piece.place in scene.book.land and piece.mark("battled") not in (how, ATTACKED):
        scene.do(Marked(id, "battled", how, rule="4-5(5).1"))
