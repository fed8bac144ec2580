"""6. The action phase: rotations of action turns, the six kinds of action, when an action turn is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from compiler.model.event import Marked, Said
from compiler.model.record import record
from compiler.play.ask import Answer, Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.road_to_honganji.actions import Combat, Command, Discard, Move, Play, Reinforce, Transfer
from compiler.rules.road_to_honganji.ch04_clans import rebels_by_ending
from compiler.rules.road_to_honganji.ch06_events import bad_event, play_event
from compiler.rules.road_to_honganji.ch06_placement import (
    bad_reinforcement,
    bad_transfer,
    reinforce,
    reinforcements,
    transfer,
    transfers,
)
from compiler.rules.road_to_honganji.ch07_movement import bad_move, movement, moves
from compiler.rules.road_to_honganji.ch08_combat import bad_combat, continued_combat
from compiler.rules.road_to_honganji.ch09_victory import score
from compiler.rules.road_to_honganji.field import (
    acting,
    called,
    different,
    facts,
    hand,
    in_order,
    is_out,
    players,
    units_by_area,
)
from compiler.rules.road_to_honganji.hands import ENOUGH, PayWith, not_in_hand, pay, use_card

END = "end"


@record(frozen=True, slots=True)
class ChooseAction(Topic):
    """Which action a player takes, or that his action turn ends."""

    seat: str


# -- whose turn --------------------------------------------------------------------------------------------------------
@predicate("somebody_has_cards", "6-8.1")
def somebody_has_cards(scene: Scene) -> bool:
    """The rotation repeats until nobody in the game has a card (6-8.1)."""
    return any(hand(scene, seat) for seat in players(scene))


@predicate("somebody_has_not_acted", "6-1.2")
def somebody_has_not_acted(scene: Scene) -> bool:
    """Somebody with a card has not had his action turn in this rotation; who has none passes (6-1.2)."""
    return next_in_order(scene) is not None


@predicate("the_player_goes_on", "6.4", "6.6")
def the_player_goes_on(scene: Scene) -> bool:
    """The action turn goes on while the player is in the game, has a card and has not ended it (6.4)."""
    seat = acting(scene)
    return seat is not None and not is_over(scene, seat)


@carries("6.x2", "10-1.5")
def is_over(scene: Scene, seat: str) -> bool:
    """Whether an action turn is over: ended, no card left, or the player is out."""
    return is_out(scene, seat) or not hand(scene, seat) or bool(scene.table.mark(seat, "finished"))


@carries("6.x3")
def next_in_order(scene: Scene) -> str | None:
    """The first in order who holds a card and has not acted in this rotation."""
    return next((s for s in in_order(scene) if hand(scene, s) and not scene.table.mark(s, "acted")), None)


@step("6-1.1", "next_player", "6-1.2")
def next_player(scene: Scene) -> Flow[Outcome]:
    """The next player in order takes his action turn (6-1.1)."""
    seat = next_in_order(scene)
    assert seat is not None
    scene.do(Marked(seat, "acted", True, rule="6-1.1"))
    scene.do(Marked(seat, "acting", True, rule="6-1.1"))
    scene.do(Said(f"action turn of {called(scene, seat)}, cards in hand: {len(hand(scene, seat))}", rule="6-1.1"))
    yield from ()  # nobody is asked
    return None


# -- one action --------------------------------------------------------------------------------------------------------
@step("6.2", "take_action", "6.1", "6.5")
def take_action(scene: Scene) -> Flow[Outcome]:
    """One action, carried out to its end before the next (6.5), or the end of the action turn."""
    seat = acting(scene)
    assert seat is not None
    may_end = bool(scene.table.mark(seat, "used_card"))
    chosen: Answer = yield from decide(
        scene,
        lambda: actions(scene, seat),
        [lambda answer: bad_action(scene, seat, answer)],
        topic=ChooseAction(seat),
        seat=seat,
        rule="6.2",
        stop=END if may_end else None,
        prompt=lambda: f"cards in hand: {len(hand(scene, seat))}, victory points: {score(scene, seat)}; which action?",
    )
    if chosen == END:
        scene.do(Marked(seat, "finished", True, rule="6.x2"))
        return None
    return (yield from carry_out(scene, seat, chosen))


@carries("6-2.3", "6-3.2", "6-4.3", "6-5.3", "6-5.x1")
def carry_out(scene: Scene, seat: str, chosen: Answer) -> Flow[Victory | None]:
    """Carry out an action; what costs a card is paid for when it is declared, before any die."""
    command = own_command(scene, seat)
    if isinstance(chosen, Play):
        return (yield from play_event(scene, seat, chosen.card))
    if isinstance(chosen, Discard):
        yield from discard(scene, seat, chosen.card)
    elif isinstance(chosen, Reinforce):
        reinforce(scene, seat, chosen)
        yield from pay(scene, seat, "6-3.2", "the reinforcement")
    elif isinstance(chosen, Transfer):
        transfer(scene, chosen)
        yield from pay(scene, seat, "6-4.3", "the transfer")
    elif isinstance(chosen, Move):
        warning = ", which makes you a rebel" if rebels_by_ending(scene, seat, chosen.to) else ""
        what = f"the move from {scene.name(chosen.origin)} to {scene.name(chosen.to)}{warning}"
        yield from pay(scene, seat, "6-5.3", what)
        return (yield from movement(scene, command, chosen))
    elif isinstance(chosen, Combat):
        yield from pay(scene, seat, "8-6.1", f"the combat in {scene.name(chosen.area)}")
        return (yield from continued_combat(scene, command, chosen.area))
    return None


def own_command(scene: Scene, seat: str) -> Command:
    """A player acts with his own clan."""
    return Command(seat, seat, facts(scene).movement)


@carries("6.x1")
def actions(scene: Scene, seat: str) -> Iterator[Answer]:
    """Every action that can be carried out."""
    cards = different(scene, hand(scene, seat))
    yield from (Play(card) for card in cards)
    yield from reinforcements(scene, seat)
    yield from transfers(scene, seat)
    yield from moves(scene, own_command(scene, seat))
    yield from (Combat(area) for area, here in units_by_area(scene).items() if seat in here)
    yield from (Discard(card) for card in cards)


def bad_action(scene: Scene, seat: str, answer: Any) -> Refusal | None:
    """Why an action cannot be chosen."""
    judge = _JUDGES.get(type(answer))
    if judge is not None:
        return judge(scene, seat, answer)
    if answer == END:
        return Refusal("6.3", "at least one card must be used before the action turn ends")
    return Refusal("6.2", f"`{answer}` is no action")


_JUDGES: dict[type, Callable[[Scene, str, Any], Refusal | None]] = {
    Play: lambda scene, seat, a: bad_event(scene, seat, a.card),
    Reinforce: bad_reinforcement,
    Transfer: bad_transfer,
    Move: lambda scene, seat, a: bad_move(scene, own_command(scene, seat), a),
    Combat: lambda scene, seat, a: bad_combat(scene, seat, a.area),
    Discard: lambda scene, seat, a: not_in_hand(scene, seat, "6-7.1")(a.card),
}


@carries("6-7.1")
def discard(scene: Scene, seat: str, card: str) -> Flow[None]:
    """One card or more is thrown away, and the action turn is over."""
    use_card(scene, seat, card, "6-7.1")
    while hand(scene, seat):
        more: str = yield from decide(
            scene,
            lambda: different(scene, hand(scene, seat)),
            [not_in_hand(scene, seat, "6-7.1")],
            topic=PayWith("discard"),
            seat=seat,
            rule="6-7.1",
            stop=ENOUGH,
            prompt="discard another card?",
        )
        if more == ENOUGH:
            break
        use_card(scene, seat, more, "6-7.1")
    scene.do(Marked(seat, "finished", True, rule="6-7.1"))
