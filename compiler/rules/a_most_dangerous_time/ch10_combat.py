"""Sections 10.1 and 10.2: a combat from the choice of the place to the end of its siege."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from compiler.model.event import Marked
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Answer, Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import PASS, faction_of_seat, in_order, owner, pick
from compiler.rules.a_most_dangerous_time.ch02_control import Gain, brought, holder_of
from compiler.rules.a_most_dangerous_time.ch05_marking import check
from compiler.rules.a_most_dangerous_time.ch06_cards import hand, own_row, play_card
from compiler.rules.a_most_dangerous_time.ch08_betrayal import betray_in_combat, enablers_in_combat, playable, targets
from compiler.rules.a_most_dangerous_time.ch10_camps import (
    Fight,
    at_sea,
    bystanders,
    camp,
    end_combat,
    seat_in,
    sharing,
    stand_by,
    takers,
)
from compiler.rules.a_most_dangerous_time.ch10_command import combat_cards, name_commander, window
from compiler.rules.a_most_dangerous_time.ch10_deployment import assign, deploy
from compiler.rules.a_most_dangerous_time.ch10_round import is_duel, rounds
from compiler.rules.a_most_dangerous_time.ch10_siege import siege
from compiler.rules.a_most_dangerous_time.field import four, inside, is_daimyo, is_leader, three, units
from compiler.rules.a_most_dangerous_time.hands import lift_siege, put_inside
from compiler.rules.a_most_dangerous_time.loyalty import side_of
from compiler.rules.a_most_dangerous_time.told import tell_combat


@record(frozen=True, slots=True)
class Betray(Action):
    """A betrayal card on a Leader, enabled by another."""

    card: str
    target: str
    by: str


@record(frozen=True, slots=True)
class Promote(Action):
    """A Samurai becomes a Daimyo."""

    card: str
    leader: str


@carries("9.8(1).2", "10.2(1).1", "10.2(1).3", "5.1.2", "10.1.7", "10.1.3", "10.2.x3", "10.2.x4", "8.4.x3")
def combat(scene: Scene, fight: Fight, won: list[Gain]) -> Flow[list[str]]:
    """One combat, steps 1 to 6 of 10.2, the rounds, the siege; answers the Units that changed sides in it.

    If the Space went with them, that is added to what was won.
    """
    scene.do(Marked(fight.place, "combat_here", True, rule="10.2(3).2"))
    if not fight.sudden:
        stand_by(scene, fight.place, bystanders(scene, fight))
    fight = replace(fight, takers=takers(scene, fight))
    taking_part = [u for u in units(scene, fight.place) if u.mark("standing_by") is None]
    check(scene, taking_part, "10.2(1).1")
    tell_combat(scene, fight)
    if not fight.sudden:
        yield from deploy(scene, fight)
        if not camp(scene, fight, True):  # who came by sea to the besieged stays inside with them
            end_combat(scene, fight.place)
            return []
    for mine in (True, False):
        yield from promotions(scene, fight, mine)
        yield from assign(scene, fight, mine)
    before = holder_of(scene, fight.place)
    changed = yield from betrayals(scene, fight)
    won += brought(scene, fight.place, before)
    stopped = False
    if sharing(scene, fight):
        if not is_duel(scene, fight):
            for mine in (True, False):
                yield from name_commander(scene, fight, mine)
        stopped = yield from combat_cards(scene, fight, field=True)
        if not stopped:
            yield from rounds(scene, fight)
    if not stopped and not fight.sudden:
        yield from siege(scene, fight, lambda: combat_cards(scene, fight, field=False), name_commander)
    go_back_inside(scene, fight, changed)
    end_combat(scene, fight.place)
    lift_siege(scene, fight.place)
    return changed


@carries("10.1.x3", "10.5.4")
def go_back_inside(scene: Scene, fight: Fight, changed: list[str]) -> None:
    """Who came out against a side that is gone finds its friends still in the field: the siege goes on (10.1.x3)."""
    here = [u for u in units(scene, fight.place) if side_of(scene, u) == fight.who]
    if any(u.mark("standing_by") and not inside(u) and u.id not in changed for u in here):
        for unit in camp(scene, fight, False):
            if unit.mark("defended") is not None:
                put_inside(scene, (unit.id,), "10.1.x3")


# -- steps 3 and 4 ----------------------------------------------------------------------------------------------------
@carries("8.2.16", "8.2.19", "10.2(4).1", "6.1.1", "8.1.2")
def betrayals(scene: Scene, fight: Fight) -> Flow[list[str]]:
    """Step 4: betrayal cards, the active Faction first (10.2(4).1)."""
    changed: list[str] = []

    def play(seat: str, answer: Answer) -> Flow[bool]:
        yield from ()
        assert isinstance(answer, Betray)
        play_card(scene, seat, answer.card, own_row(scene, answer.card))
        pieces = scene.table.pieces
        changed.extend(betray_in_combat(scene, fight, answer.card, pieces[answer.by], pieces[answer.target]))
        return False

    yield from window(
        scene,
        in_order(scene, seat_in(scene, fight, True)),
        lambda seat: betrayals_open(scene, fight, seat),
        play,
        what="betrayal",
        rule="10.2(4).1",
        prompt=f"{scene.name(fight.place)}: play a betrayal card?",
    )
    return changed


@carries("8.2.17", "8.2.18")
def betrayals_open(scene: Scene, fight: Fight, seat: str) -> list[Answer]:
    """The betrayals a player can bring about in this combat (8.2.17)."""
    found: list[Answer] = []
    for card in playable(scene, seat):
        for target in targets(scene, seat, card):
            if target.place == fight.place and (inside(target) or target.mark("standing_by") is None):
                found += [Betray(card, target.id, by.id) for by in enablers_in_combat(scene, fight, seat, target)]
    return found


@carries("10.1.11", "3.1.16", "Cards59-64.1", "6.1.x1")
def promotions(scene: Scene, fight: Fight, mine: bool) -> Flow[None]:
    """Step 3: a Samurai of the side may be made a Daimyo before Soldiers are assigned (10.1.11)."""
    if at_sea(scene, fight) or (not mine and not scene.option("promotion_by_non_active_side")):
        return
    force = [u for u in units(scene, fight.place) if (side_of(scene, u) == fight.who) == mine]
    force = [u for u in force if u.mark("standing_by") is None]
    first = seat_in(scene, fight, mine)
    if not (three(scene) or four(scene)):
        yield from _promotions(scene, fight, first, [u.id for u in force])
        return
    owners = {u.id: owner(scene, u) for u in force if is_leader(scene, u)}  # each raises only his own
    for seat in in_order(scene, first):
        yield from _promotions(scene, fight, seat, [id for id, whose in owners.items() if whose == seat])


def _promotions(scene: Scene, fight: Fight, seat: str, ids: list[str]) -> Flow[None]:
    """A player makes Daimyo of some of these Units, as long as he has cards and likes to."""
    while options := promotable(scene, seat, [scene.table.pieces[id] for id in ids]):
        answer = yield from pick(
            scene,
            seat,
            options,
            what="promotion",
            rule="10.1.11",
            stop=PASS,
            prompt=f"{scene.name(fight.place)}: make a Samurai a Daimyo?",
        )
        if answer == PASS:
            return
        promote(scene, seat, answer)


def promotion_cards(scene: Scene, seat: str) -> list[str]:
    """The cards in a hand that make a Samurai a Daimyo."""
    held, cards = hand(scene, seat), scene.game.cards

    def find() -> list[str]:
        return [card for card in held if cards[card].values["category"] == "promotion"]

    return scene.memo_of(("promotions", seat), (held,), find) if held else []


def promotable(scene: Scene, seat: str, pieces: Iterable[Piece]) -> list[Answer]:
    """Samurai of a player's Faction among some Units, with the first of his cards for it."""
    cards = promotion_cards(scene, seat)
    if not cards:
        return []
    who = faction_of_seat(scene, seat)
    return [
        Promote(cards[0], u.id)
        for u in pieces
        if is_leader(scene, u) and not is_daimyo(scene, u) and side_of(scene, u) == who
    ]


def promote(scene: Scene, seat: str, answer: Promote) -> None:
    """A Samurai is a Daimyo from now on, for good (3.1.16)."""
    play_card(scene, seat, answer.card, "Cards59-64.1")
    scene.do(Marked(answer.leader, "new_daimyo", True, rule="3.1.16"))
