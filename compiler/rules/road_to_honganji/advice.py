"""How a sensible vassal would choose: grow while it is cheap, strike when it pays, never risk the leader for little."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from compiler.play.ask import Ask, Topic
from compiler.play.scene import Scene
from compiler.play.step import advises
from compiler.play.topics import ChoosePiece, ChooseSpace, NameNumber
from compiler.rules.road_to_honganji.actions import Combat, Command, Discard, Move, Play, Reinforce, Transfer
from compiler.rules.road_to_honganji.cards_of_command import ChooseClan, DirectAction, command_of
from compiler.rules.road_to_honganji.cards_of_force import Desert
from compiler.rules.road_to_honganji.cards_of_guile import ChooseVictim, TakeCard
from compiler.rules.road_to_honganji.ch03_order import CutIn
from compiler.rules.road_to_honganji.ch03_petition import ReceiveArmy
from compiler.rules.road_to_honganji.ch05_control import ChooseController
from compiler.rules.road_to_honganji.ch06_actions import END, ChooseAction, own_command
from compiler.rules.road_to_honganji.ch07_movement import GO, JoinGroup
from compiler.rules.road_to_honganji.ch08_combat import (
    ChooseCommander,
    ChooseSupporter,
    ChooseTarget,
    FightOn,
    ready_units,
)
from compiler.rules.road_to_honganji.ch08_damage import Flee, TakeDamage
from compiler.rules.road_to_honganji.ch08_unled import unled_support
from compiler.rules.road_to_honganji.ch09_victory import score
from compiler.rules.road_to_honganji.facts import NOBUNAGA, CombatCard
from compiler.rules.road_to_honganji.field import (
    beside,
    facts,
    is_defending,
    is_ready,
    on_map,
    other_clans,
    unit,
    units_in,
)
from compiler.rules.road_to_honganji.hands import ENOUGH, PayWith
from compiler.rules.road_to_honganji.worth import (
    army_worth,
    attack,
    best_attack,
    deed_worth,
    march,
    prize,
    rivalry,
    turn,
)
from compiler.rules.road_to_honganji.worth_of_cards import (
    EVENT_WORTH,
    best_deed,
    desertion_worth,
    keeping,
    site_worth,
    transfer_worth,
    turncoat_worth,
    uprising_worth,
)

ENOUGH_FOR_NOW = 2.6  # an action worth less can wait for the next rotation
LATE = 4  # from this turn on it is good to have the last word
NOTHING = -1.5  # what throwing a card away is worth


@advises
def advise(scene: Scene, ask: Ask) -> Sequence[float] | None:
    """A number for each option: what it is worth to the player who is asked."""
    topic = ask.topic
    scorer = _SCORERS.get(type(topic)) if topic is not None else None
    if scorer is None:
        return None
    return [scorer(scene, ask.seat, topic, option) for option in ask.options]


def card_of(scene: Scene, id: str) -> CombatCard:
    return facts(scene).cards[id]


# -- actions -----------------------------------------------------------------------------------------------------------
def action(scene: Scene, me: str, topic: Any, option: Any) -> float:
    command = own_command(scene, me)
    if isinstance(option, Play):
        card = card_of(scene, option.card)
        return EVENT_WORTH[card.does](scene, me, card)
    if isinstance(option, Reinforce):
        return army_worth(scene, me, option)
    if isinstance(option, (Move, Combat)):
        return deed_worth(scene, command, option)
    if isinstance(option, Discard):
        return NOTHING - keeping(scene, card_of(scene, option.card)) / 10
    if isinstance(option, Transfer):
        return transfer_worth(scene, me, option)
    return ENOUGH_FOR_NOW if option == END else 0.0


def payment(scene: Scene, me: str, topic: Any, option: Any) -> float:
    """The card that is worth least pays; nothing more is thrown away than must be."""
    return 0.5 if option == ENOUGH else -keeping(scene, card_of(scene, option))


def more_fighting(scene: Scene, me: str, topic: FightOn, option: Any) -> float:
    command = Command(me, topic.clan, facts(scene).movement)
    if option == ENOUGH:
        return 0.0
    return best_attack(scene, command, topic.area, topic.left) - 1.0 - keeping(scene, card_of(scene, option)) / 3


def direction(scene: Scene, me: str, topic: DirectAction, option: Any) -> float:
    card = next(card for card in facts(scene).cards.values() if card.id == topic.card)
    return deed_worth(scene, command_of(scene, me, topic.clan, card), option)


def directed(scene: Scene, me: str, topic: Any, option: str) -> float:
    card = next(card for card in facts(scene).cards.values() if card.does == "direct")
    return best_deed(scene, me, option, card)


def joining(scene: Scene, me: str, topic: JoinGroup, option: str) -> float:
    """Those who are wanted go; then the others stay."""
    command = Command(me, topic.clan, facts(scene).movement)
    wanted = march(scene, command, Move(topic.origin, topic.to))[1]
    if option == GO:
        return 0.0
    if unit(scene, option).general:
        return 1.0 if option in wanted else -1.0
    armies = sum(not unit(scene, id).general for id in wanted) - sum(not unit(scene, id).general for id in topic.group)
    return 0.5 if armies > 0 else -1.0


# -- combat ------------------------------------------------------------------------------------------------------------
def target(scene: Scene, me: str, topic: ChooseTarget, option: str) -> float:
    command = Command(me, topic.clan, facts(scene).movement)
    return attack(scene, command, topic.area, ready_units(scene, topic.clan, topic.area), option)


def commanding(scene: Scene, me: str, topic: ChooseCommander, option: str) -> float:
    return unit(scene, option).military - (0.5 if unit(scene, option).strategist else 0.0)


def supporting(scene: Scene, me: str, topic: ChooseSupporter, option: str) -> float:
    good = unled_support(scene, topic.units, topic.commander)
    return 0.0 if option == ENOUGH else 1.0 if option in good else -1.0


def damaged(scene: Scene, me: str, topic: TakeDamage, option: str) -> float:
    """Spent armies before ready ones; of generals those who are worth least, the leader last."""
    printed = unit(scene, option)
    if not printed.general:
        return -0.5 if is_ready(scene, option) else 0.0
    worth = printed.military + 1.5 * printed.cunning + (1.0 if printed.strategist else 0.0)
    fate = 1.5 if is_defending(scene, option) else 1.0
    return -worth * fate - (100.0 if printed.leader else 0.0)


def refuge(scene: Scene, me: str, topic: Flee, option: str) -> float:
    clan = str(scene.table.pieces[topic.general].side)
    company = len(units_in(scene, clan, option))
    threat = sum(
        len(units_in(scene, c, near)) for near in beside(scene, option) for c in other_clans(scene, clan, near)
    )
    return company - 0.15 * threat - (2.0 if other_clans(scene, clan, option) else 0.0)


# -- the rest ----------------------------------------------------------------------------------------------------------
def place_in_order(scene: Scene, me: str, topic: CutIn, option: int) -> float:
    """Early to strike first; with Nobunaga gone late in the game the last word is worth more."""
    return float(option) if turn(scene) >= LATE and not on_map(scene, NOBUNAGA) else -float(option)


def received(scene: Scene, me: str, topic: ReceiveArmy, option: Reinforce) -> float:
    return army_worth(scene, me, option, ready=True)


def controlling(scene: Scene, me: str, topic: ChooseController, option: str) -> float:
    return 5.0 if option == me else -rivalry(scene, me, option)


def place(scene: Scene, me: str, topic: ChooseSpace, option: Any) -> float:
    if isinstance(option, Desert):
        return desertion_worth(scene, me, option)
    if option == ENOUGH:
        return 0.0
    if topic.purpose == "fortify":
        return site_worth(scene, me, option)
    if topic.purpose == "induce":
        return prize(scene, me, me, option)
    if topic.purpose == "uprising":
        return uprising_worth(scene, me, option)
    return army_worth(scene, me, Reinforce(me, option))


def piece(scene: Scene, me: str, topic: ChoosePiece, option: Any) -> float:
    if topic.purpose == "turn_coat":
        return turncoat_worth(scene, me, option)
    if topic.purpose == "surrender":
        return rivalry(scene, me, unit(scene, option).clan)
    return 0.0 if option == ENOUGH else transfer_worth(scene, me, option) if isinstance(option, Transfer) else 0.0


def number(scene: Scene, me: str, topic: NameNumber, option: int) -> float:
    return float(option)


def victim(scene: Scene, me: str, topic: ChooseVictim, option: str) -> float:
    return float(score(scene, option))


def taken(scene: Scene, me: str, topic: TakeCard, option: str) -> float:
    return keeping(scene, card_of(scene, option))


_SCORERS: Mapping[type[Topic], Callable[[Scene, str, Any, Any], float]] = {
    ChooseAction: action,
    PayWith: payment,
    FightOn: more_fighting,
    ChooseClan: directed,
    DirectAction: direction,
    JoinGroup: joining,
    ChooseTarget: target,
    ChooseCommander: commanding,
    ChooseSupporter: supporting,
    TakeDamage: damaged,
    Flee: refuge,
    CutIn: place_in_order,
    ReceiveArmy: received,
    ChooseController: controlling,
    ChooseSpace: place,
    ChoosePiece: piece,
    NameNumber: number,
    ChooseVictim: victim,
    TakeCard: taken,
}
