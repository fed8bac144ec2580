"""After a battle: provinces given up, daimyos lost, a player out of the game and who takes over what he had."""

from __future__ import annotations

from collections.abc import Collection

from compiler.model.event import Drawn, Marked, Moved, Said, Turned
from compiler.play.ask import Flow, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.shogun.ch03_setup import ChooseProvince, no_place_for_marker
from compiler.rules.shogun.ch04_1_plan import ninja_holder
from compiler.rules.shogun.ch04_5_ronin import camps, hidden, lay_down
from compiler.rules.shogun.ch04_5_shown import send_away
from compiler.rules.shogun.ch04_6_ninja import lost_in_the_field
from compiler.rules.shogun.ch04_7_garrison import March, pick_freely
from compiler.rules.shogun.ch04_7_turn import clear_marker, hand_in_sword, stand_down, waging
from compiler.rules.shogun.ch04_7b_declare import markers
from compiler.rules.shogun.ch04_7c_casualties import Troop, units
from compiler.rules.shogun.ch05_winning import at_once
from compiler.rules.shogun.facts import (
    ARMIES,
    BINS,
    NINJA,
    NINJA_SUPPLY,
    bin_of,
    daimyo,
    facts,
    marker,
    seat_of_daimyo,
    set_aside,
    treasury,
)
from compiler.rules.shogun.field import armies, force_ronin, hand, owned, owner, seat
from compiler.rules.shogun.hands import dismiss, give_up, return_koku, set_experience


@carries(
    "4-7C-Res.1",
    "4-7C-Res.2",
    "4-7C-Res.3",
    "4-7C-Res.4",
    "4-7C-Res.5",
    "4-7-Own.2",
    "4-7-Own.3",
    "4-7-Own.4",
    "4-7C-Lose.1",
)
def after_battle(scene: Scene, attacker: Troop, defender: Troop, armed: Collection[Troop]) -> Flow[Victory | None]:
    """Lost daimyos, empty provinces, then players without a daimyo; the attacker is served first (4-7C-Elim.2).

    `armed` are the sides whose army had units when the battle began.
    """
    for troop in (defender, attacker):
        army = troop.army(scene)
        if army is not None and (troop in armed or (troop.defends and not units(scene, troop))):
            lost_in_the_field(scene, troop.colour, army)
        surrender(scene, troop.colour, troop.province)
    if not armies(scene, defender.colour):
        yield from take_over(scene, defender.colour, attacker.colour)
    if not armies(scene, attacker.colour):
        yield from take_over(scene, attacker.colour, defender.colour)
    return at_once(scene)


def surrender(scene: Scene, colour: str, province: str) -> None:
    """A province without units is given up: its card lies open until somebody moves in (4-7C-Give.1)."""
    if owner(scene, province) is not None:
        return
    dismiss(scene, force_ronin(scene, province), "4-7C-Give.1")
    send_away(scene, colour, province, len(hidden(scene, colour, province)), "4-7C-Give.1")
    give_up(scene, province, "4-7C-Give.1")


@carries("4-7C-Elim.1", "4-7C-Elim.2", "4-7C-Elim.3", "4-7C-Elim.6", "4-7C-Elim.7", "4-7C-Elim.8", "4-7C-Elim.9")
def take_over(scene: Scene, loser: str, winner: str) -> Flow[None]:
    """The player who removed the last daimyo owns all units and provinces of the other at once (4-7C-Elim.2)."""
    scene.do(Said(f"{loser} has lost the last daimyo and is out of the game", rule="4-7C-Elim.1"))
    for province in owned(scene, loser):
        stand_down(scene, province)
        for piece in list(scene.table.at(province)):
            if piece.side == loser:
                scene.do(Turned(piece.id, side=winner, rule="4-7C-Elim.2"))
    for camp in list(camps(scene, loser)):
        lay_down(scene, winner, facts(scene).province_of[camp.card], list(camp.ronin))
    for card in scene.table.stacks.get(hand(scene, loser), ()):
        scene.do(Drawn(card, hand(scene, winner), (seat(scene, winner),), rule="4-7C-Elim.2"))
    if ninja_holder(scene) == loser:
        scene.do(Moved(NINJA, NINJA_SUPPLY, rule="4-7C-Elim.2"))
    return_koku(scene, treasury(loser), *(bin_of(loser, name) for name in BINS), rule="4-7C-Elim.2")
    scene.do(Marked(loser, "taken_by", winner, rule="4-7C-Elim.1"))
    _end_turn_of(scene, loser)
    yield from recover(scene, winner)


def _end_turn_of(scene: Scene, loser: str) -> None:
    """What is left of the turn of an eliminated player is skipped (4-7C-Elim.2)."""
    if waging(scene) == loser:
        for id in markers(scene):
            clear_marker(scene, id)
    else:
        hand_in_sword(scene, loser)


def recover(scene: Scene, winner: str) -> Flow[None]:
    """The winner gets his own lost daimyos back: level 1, no units, where no army stands (4-7C-Elim.3 to 6)."""
    for army in ARMIES:
        if scene.table.pieces[daimyo(winner, army)].place != set_aside(winner):
            continue
        if not any(no_place_for_marker(scene, winner, p) is None for p in owned(scene, winner)):
            return
        scene.do(Moved(daimyo(winner, army), seat_of_daimyo(winner, army), rule="4-7C-Elim.4"))
        set_experience(scene, winner, army, 1, "4-7C-Elim.4")
        province = yield from decide(
            scene,
            lambda: owned(scene, winner),
            (lambda p: no_place_for_marker(scene, winner, p),),
            topic=ChooseProvince(winner, "return"),
            rule="4-7C-Elim.5",
            seat=seat(scene, winner),
            prompt=f"{scene.name(marker(winner, army))} returns: in which province?",
        )
        scene.do(Moved(marker(winner, army), province, rule="4-7C-Elim.5"))
        yield from pick_freely(scene, March(winner, army, final=False))
