"""Events that give a movement, a combat or the command of a greater daimyo: cards 1 and 9 to 12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from compiler.model.event import Said
from compiler.model.record import record
from compiler.play.ask import Answer, Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Combat, Command, Move, Reinforce
from compiler.rules.road_to_honganji.ch04_clans import directable
from compiler.rules.road_to_honganji.ch06_placement import not_controlled
from compiler.rules.road_to_honganji.ch07_movement import bad_move, movement, moves
from compiler.rules.road_to_honganji.ch08_combat import bad_combat, continued_combat
from compiler.rules.road_to_honganji.events import CardEvent
from compiler.rules.road_to_honganji.facts import CHARGE, DIRECT, MOVE, CombatCard
from compiler.rules.road_to_honganji.field import SPENT, areas, called, controlled, facts, pool, units_of
from compiler.rules.road_to_honganji.hands import place_army


@record(frozen=True, slots=True)
class ChooseClan(Topic):
    """Which greater daimyo a player directs."""

    seat: str


@record(frozen=True, slots=True)
class DirectAction(Topic):
    """What a card lets a clan do: a movement, a combat, for a greater daimyo an army placed."""

    clan: str
    card: str


# -- what a clan can do ------------------------------------------------------------------------------------------------
def command_of(scene: Scene, seat: str, clan: str, card: CombatCard) -> Command:
    """The command a card gives over a clan."""
    meets = card.rule if card.meets else None
    return Command(seat, clan, card.reach, meets, card.bonus, card.answered)


def combats(scene: Scene, clan: str) -> Iterator[Combat]:
    return (Combat(area) for area in areas(scene) if bad_combat(scene, clan, area) is None)


@carries("Cards.1")
def deeds(scene: Scene, command: Command, card: CombatCard) -> Iterator[Answer]:
    """What a card lets a clan do now: one of these and no more."""
    if card.does == DIRECT and pool(scene, command.clan):
        yield from (Reinforce(command.clan, area) for area in controlled(scene, command.clan))
    yield from moves(scene, command)
    if card.does != MOVE:
        yield from combats(scene, command.clan)


def bad_deed(scene: Scene, command: Command, card: CombatCard, answer: Any) -> Refusal | None:
    """Why a clan cannot do so by a card."""
    if isinstance(answer, Move):
        return bad_move(scene, command, answer)
    if isinstance(answer, Combat) and card.does != MOVE:
        return bad_combat(scene, command.clan, answer.area)
    if isinstance(answer, Reinforce) and card.does == DIRECT:
        return _bad_army(scene, command.clan, answer)
    return Refusal(card.rule, f"`{answer}` is nothing the card allows")


def _bad_army(scene: Scene, clan: str, answer: Reinforce) -> Refusal | None:
    if answer.clan != clan:
        return Refusal("4-6.2", f"the card is played for {called(scene, clan)}")
    if not pool(scene, clan):
        return Refusal("1-2-2-1.1", f"no army of {called(scene, clan)} is left")
    return not_controlled(scene, clan, answer.area, "Cards.1")


@carries("7-4.1", "Cards.9", "Cards.10", "Cards.11", "Cards.12")
def act(scene: Scene, command: Command, card: CombatCard) -> Flow[Victory | None]:
    """The player chooses what the clan does, and it does so by the usual rules but for what the card says."""
    chosen: Answer = yield from decide(
        scene,
        lambda: deeds(scene, command, card),
        [partial(bad_deed, scene, command, card)],
        topic=DirectAction(command.clan, card.id),
        seat=command.seat,
        rule=card.rule,
        prompt=f"what does {called(scene, command.clan)} do?",
        sure=True,
    )
    if isinstance(chosen, Move):
        return (yield from movement(scene, command, chosen))
    if isinstance(chosen, Combat):
        return (yield from continued_combat(scene, command, chosen.area))
    assert isinstance(chosen, Reinforce)
    place_army(scene, chosen.clan, chosen.area, SPENT, card.rule)
    return None


# -- the own clan ------------------------------------------------------------------------------------------------------
def nothing_to_do(scene: Scene, seat: str, card: CombatCard) -> str | None:
    command = command_of(scene, seat, seat, card)
    return None if any(True for _ in deeds(scene, command, card)) else "no such move or combat is possible"


def own_deed(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """Surprise Attack, Great Return, Forced March and Charge: the own clan moves, or fights on with a Charge."""
    return (yield from act(scene, command_of(scene, seat, seat, card), card))


# -- a greater daimyo --------------------------------------------------------------------------------------------------
def able(scene: Scene, seat: str, card: CombatCard) -> list[str]:
    """The greater daimyos of the list that can do something."""
    found = directable(scene, seat)
    return [c for c in found if any(True for _ in deeds(scene, command_of(scene, seat, c, card), card))]


def nobody_to_direct(scene: Scene, seat: str, card: CombatCard) -> str | None:
    return None if able(scene, seat, card) else "no greater daimyo of the list can do anything"


@carries("4-2.2", "4-2.3")
def direct(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """Surrounding Nobunaga: one greater daimyo of the list is the own clan for one action."""
    clan: str = yield from decide(
        scene,
        lambda: able(scene, seat, card),
        [partial(bad_clan, scene, seat, card)],
        topic=ChooseClan(seat),
        seat=seat,
        rule="4-2.3",
        prompt="which greater daimyo acts?",
    )
    scene.do(Said(f"{called(scene, seat)} directs {called(scene, clan)}", rule="4-2.3"))
    return (yield from act(scene, command_of(scene, seat, clan, card), card))


def bad_clan(scene: Scene, seat: str, card: CombatCard, clan: Any) -> Refusal | None:
    """Why a player cannot direct a clan."""
    if clan not in facts(scene).directs[seat]:
        return Refusal("4-2.3", f"`{clan}` is not on the list of {called(scene, seat)}")
    if not units_of(scene, clan):
        return Refusal("4-2.x1", f"{called(scene, clan)} has no unit on the map")
    return None if clan in able(scene, seat, card) else Refusal(card.rule, f"{called(scene, clan)} can do nothing")


EVENTS: Mapping[str, CardEvent] = {
    DIRECT: CardEvent(nobody_to_direct, direct),
    MOVE: CardEvent(nothing_to_do, own_deed),
    CHARGE: CardEvent(nothing_to_do, own_deed),
}
