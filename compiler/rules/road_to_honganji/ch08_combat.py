"""8. Combat: target, commanders, dice of both sides, damage; continued and additional combat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from compiler.model.event import Marked
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide, dice
from compiler.play.coverage import carries
from compiler.play.mechanics.volleys import Led, aimed
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Army, Command
from compiler.rules.road_to_honganji.ch08_damage import carry_out, pick_losses
from compiler.rules.road_to_honganji.ch08_told import tell_answer, tell_attack, tell_damage, tell_outcome
from compiler.rules.road_to_honganji.ch08_unled import unled_commander, unled_support
from compiler.rules.road_to_honganji.ch09_victory import sudden_end
from compiler.rules.road_to_honganji.facts import DICE
from compiler.rules.road_to_honganji.field import (
    areas,
    called,
    different,
    facts,
    generals_of,
    hand,
    is_out,
    is_ready,
    other_clans,
    players,
    unit,
    units_by_area,
    units_in,
)
from compiler.rules.road_to_honganji.hands import ENOUGH, not_in_hand, spend, use_card


@record(frozen=True, slots=True)
class ChooseTarget(Topic):
    """Which clan in an area is attacked."""

    clan: str
    area: str


@record(frozen=True, slots=True)
class ChooseCommander(Topic):
    """Which general leads the units of a clan in a combat."""

    clan: str
    units: tuple[str, ...]
    attacking: bool


@record(frozen=True, slots=True)
class ChooseSupporter(Topic):
    """Which strategist supports the commander, or that no more do."""

    clan: str
    units: tuple[str, ...]
    commander: str


@record(frozen=True, slots=True)
class FightOn(Topic):
    """Which card pays for an additional combat in an area, or that there is none."""

    clan: str
    area: str
    left: tuple[str, ...]


@carries("8.1", "8.4", "8-3.x1", "4-5.5", "4-4.3")
def combat(
    scene: Scene, command: Command, area: str, fighters: Sequence[str], came_from: str | None = None
) -> Flow[Victory | None]:
    """One combat in an area: both sides declare, both roll, then damage is applied to both and its consequences."""
    target = yield from choose_target(scene, command, area)
    scene.do(Marked(area, "last_fought", command.clan, rule="5-2.3"))
    scene.do(Marked(area, "last_target", target, rule="5-2.x1"))
    attacker = yield from led(scene, Army(command.clan, tuple(fighters), command.seat), attacking=True)
    defender = Army(target, units_in(scene, target, area), player_of(scene, target))
    tell_attack(scene, attacker, target, area, came_from, value_of(scene, attacker, command.bonus))
    if command.answered:
        defender = yield from led(scene, defender, attacking=False)
    tell_answer(scene, defender, value_of(scene, defender, 0), surprised=not command.answered)
    damage = yield from roll(scene, attacker, "attack", command.bonus)
    counter = yield from roll(scene, defender, "counterattack", 0)
    tell_damage(scene, (target, damage), (command.clan, counter))
    lost = yield from pick_losses(scene, defender.units, defender.seat, damage)
    own_lost = yield from pick_losses(scene, attacker.units, attacker.seat, counter)
    yield from carry_out(scene, area, ((target, lost, defender.seat), (command.clan, own_lost, attacker.seat)))
    tell_outcome(scene, area, attacker, defender)
    return sudden_end(scene)


@carries("8-2.x2", "8-2.2")
def player_of(scene: Scene, clan: str) -> str | None:
    """The player who decides for a clan that is attacked; None for clans without one."""
    return clan if clan in players(scene) else None


# -- declarations ------------------------------------------------------------------------------------------------------
@carries("8-1.1", "8-1-2.1", "4-5.1", "10-1.4")
def choose_target(scene: Scene, command: Command, area: str) -> Flow[str]:
    """The attacker names one other clan in the area, of whatever side; single units cannot be picked."""
    others = other_clans(scene, command.clan, area)

    def judge(answer: Any) -> Refusal | None:
        return None if answer in others else Refusal("8-1-2.1", f"name one other clan in {scene.name(area)}")

    target: str = yield from decide(
        scene,
        others,
        [judge],
        topic=ChooseTarget(command.clan, area),
        seat=command.seat,
        rule="8-1.1",
        about=(area,),
        prompt=f"{called(scene, command.clan)} attacks in {scene.name(area)}: which clan?",
    )
    return target


@carries("8-1.x1", "8-1-3.1", "8-1-3.x1", "8-2-1.1", "1-2-1-2.5", "FAQ-Q4.1", "1-2-1-3.2")
def led(scene: Scene, army: Army, *, attacking: bool) -> Flow[Army]:
    """A side names its commander among its generals in the combat, and the strategists who support him."""
    generals = generals_of(scene, army.units)
    if not generals:
        return army
    if army.seat is None:
        chief = unled_commander(scene, generals)
        return Army(army.clan, army.units, None, chief, unled_support(scene, army.units, chief))
    rule = "8-1-3.1" if attacking else "8-2-1.1"
    commander: str = yield from decide(
        scene,
        generals,
        [partial(bad_commander, generals, rule)],
        seat=army.seat,
        rule=rule,
        topic=ChooseCommander(army.clan, army.units, attacking),
        about=army.units,
        prompt=f"which general of {called(scene, army.clan)} commands the {'' if attacking else 'counter'}attack?",
    )
    supporters = yield from supported(scene, army, commander)
    return Army(army.clan, army.units, army.seat, commander, supporters)


@carries("6-2.x1")
def bad_commander(generals: Sequence[str], rule: str, answer: Any) -> Refusal | None:
    return None if answer in generals else Refusal(rule, f"`{answer}` is no general of the clan in this combat")


def supported(scene: Scene, army: Army, commander: str) -> Flow[tuple[str, ...]]:
    """Any strategists besides the commander may support him, one after the other (1-2-1-3.2)."""
    chosen: tuple[str, ...] = ()
    while True:
        able = [
            id
            for id in generals_of(scene, army.units)
            if unit(scene, id).strategist and id != commander and id not in chosen
        ]
        if not able:
            return chosen
        assert army.seat is not None
        answer: str = yield from decide(
            scene,
            able,
            [partial(bad_supporter, able)],
            seat=army.seat,
            rule="1-2-1-3.2",
            stop=ENOUGH,
            topic=ChooseSupporter(army.clan, army.units, commander),
            about=army.units,
            prompt=f"which strategist supports {scene.name(commander)}?",
        )
        if answer == ENOUGH:
            return chosen
        chosen = (*chosen, answer)


def bad_supporter(able: Sequence[str], answer: Any) -> Refusal | None:
    return None if answer in able else Refusal("1-2-1-3.2", f"`{answer}` is no strategist besides the commander")


# -- dice --------------------------------------------------------------------------------------------------------------
@carries("8-3.1", "1-2-1-3.3", "8-1-3.2", "8-2-1.2")
def volley_of(scene: Scene, army: Army) -> Led:
    """The dice of a side: one for each unit less the supporters; none without a commander."""
    commander = scene.table.pieces[army.commander] if army.commander is not None else None
    return Led(len(army.units), commander, len(army.supporters))


@carries("8-3.2", "Cards.12")
def value_of(scene: Scene, army: Army, bonus: int) -> int:
    """What the dice of a side must not exceed: the military value of its commander, his supporters, a card."""
    known = facts(scene)
    return int(aimed(scene, known.combat, volley_of(scene, army), {known.event.id: bonus}).sum)


@carries("8-2.1")
def roll(scene: Scene, army: Army, purpose: str, bonus: int) -> Flow[int]:
    """The points of damage a side deals."""
    values = yield from dice(scene, DICE, purpose=purpose, rule="8-3.1", count=volley_of(scene, army).dice)
    limit = value_of(scene, army, bonus)
    return sum(1 for value in values if value <= limit)


# -- continued combat --------------------------------------------------------------------------------------------------
@carries("8-1-1.1")
def ready_units(scene: Scene, clan: str, area: str) -> list[str]:
    return [id for id in units_in(scene, clan, area) if is_ready(scene, id)]


@carries("6-6.1")
def bad_combat(scene: Scene, clan: str, area: Any) -> Refusal | None:
    """Why a clan cannot make a continued combat in an area."""
    if area not in areas(scene) or clan not in units_by_area(scene)[area]:
        return Refusal("6-6.1", f"{called(scene, clan)} has no unit in `{area}`")
    if not ready_units(scene, clan, area):
        return Refusal("6-6.1", f"no unit of {called(scene, clan)} in {scene.name(area)} is ready")
    if not other_clans(scene, clan, area):
        return Refusal("6-6.1", f"no other clan is in {scene.name(area)}")
    return None


@carries("8-5.1", "8-5.2", "8-5.4", "8-5.5", "8-5.6", "8-5.x1", "8-5.x2", "8.6", "8.7")
def continued_combat(scene: Scene, command: Command, area: str) -> Flow[Victory | None]:
    """All ready units of the clan in an area attack; each additional combat costs one more card of the player.

    What is left of them counts as ready until the action is over, then they are spent. Defenders stay as they are.
    """
    fighters = ready_units(scene, command.clan, area)
    won = yield from combat(scene, command, area, fighters)
    plain = Command(command.seat, command.clan, command.reach)  # what a card adds is for the first combat
    while won is None:
        left = [id for id in fighters if scene.table.pieces[id].place == area]
        if not (yield from fights_on(scene, command, area, left)):
            break
        won = yield from combat(scene, plain, area, left)
    spend(scene, [id for id in fighters if scene.table.pieces[id].place == area], "8.6")
    return won


@carries("8-6.1", "8-6.2")
def fights_on(scene: Scene, command: Command, area: str, left: Sequence[str]) -> Flow[bool]:
    """Whether the player pays for an additional combat: he needs a fighter left, a target and a card (8-5.1)."""
    seat = command.seat
    if not left or is_out(scene, seat) or is_out(scene, command.clan):
        return False
    if not other_clans(scene, command.clan, area) or not hand(scene, seat):
        return False
    card: str = yield from decide(
        scene,
        lambda: different(scene, hand(scene, seat)),
        [not_in_hand(scene, seat, "8-6.1")],
        topic=FightOn(command.clan, area, tuple(left)),
        seat=seat,
        rule="8-6.1",
        stop=ENOUGH,
        about=(area, *left),
        prompt=f"discard a card for an additional combat in {scene.name(area)}?",
    )
    if card == ENOUGH:
        return False
    use_card(scene, seat, card, "8-6.1")
    return True
