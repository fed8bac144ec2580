"""What follows whenever control is determined: withdrawals, falls, sieges, Azuchi, victory, cards, in this order."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Drawn, Marked, Moved, Turned
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat, faction_of_seat, seat_of_alliance
from compiler.rules.a_most_dangerous_time.ch02_control import Gain, determine, release_unheld
from compiler.rules.a_most_dangerous_time.ch03_falls import all_falls, withdrawals
from compiler.rules.a_most_dangerous_time.ch06_cards import draw_cards
from compiler.rules.a_most_dangerous_time.ch14_victory import look_for_victory
from compiler.rules.a_most_dangerous_time.ch16_spheres import adopt, settle_down
from compiler.rules.a_most_dangerous_time.facts import CUP, KYO, NEUTRAL, ODA, ORDER, TURN_END, facts
from compiler.rules.a_most_dangerous_time.field import azuchi_at, controls, four, hostile, three
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.hands import lift_siege
from compiler.rules.a_most_dangerous_time.loyalty import active_chit, fallen
from compiler.rules.a_most_dangerous_time.told import say

SETTLED = ("settled",)  # on the ground: how many changes there were when control of all Spaces was last found


@carries("4.1(8).2", "3.3.x1", "8.4.11")
def settle(
    scene: Scene, spaces: Iterable[str] | None, rule: str, *, cards: bool = True, won: Iterable[Gain] = ()
) -> Flow[None]:
    """Control of some Spaces (None: all), then all that hangs on it, cards for the active Faction last (4.1(8).2).

    `won`: what has changed hands already.
    """
    wanted = facts(scene).spaces if spaces is None else [s for s in spaces if s in facts(scene).forts]
    gained = list(won)
    while True:
        before = _gone(scene)
        gained += yield from determine(scene, wanted if spaces is not None else unsettled(scene), rule)
        if spaces is None:
            ground(scene).looks[SETTLED] = len(ground(scene).touched)
        release_unheld(scene)
        withdrawals(scene)
        gained += yield from all_falls(scene)
        if _gone(scene) == before:
            break  # else a fall may have emptied a fort: control is found once more (3.3.x2)
    gained = [gain for gain in gained if controls(scene, gain.who, gain.space)]  # not what was lost with its captor
    spots = ground(scene).spots
    for space in [space for space in wanted if space in spots and spots[space].siege]:
        lift_siege(scene, space)
    if four(scene):
        adopt(scene)
        # everywhere: who has arrived is as of now, not as of when control was last found
        settle_down(scene, [space for space in wanted if space in spots], {g.space for g in gained if g.who == ODA})
    azuchi_rises(scene)
    move_turn_end(scene)
    look_for_victory(scene, gained)
    if cards:
        yield from reward(scene, gained)


def unsettled(scene: Scene) -> list[str]:
    """The Spaces where something has changed since control of all was last found: only there it may change hands."""
    land, known = ground(scene), facts(scene)
    seen: int | None = land.looks.get(SETTLED)
    if seen is None:
        return [*known.spaces]
    changed = set(land.touched[seen:])
    return [space for space in known.spaces if space in changed] if changed else []


def _gone(scene: Scene) -> int:
    """How many Clans have fallen or withdrawn."""
    return sum([mark in ("fallen", "withdrawn") for _, mark in scene.table.marks])


@carries("6.2.1", "6.2.3", "6.2.4", "2.42.5", "16.1.4(3).1", "16.2.x8", "16.1.8(1).1")
def reward(scene: Scene, gained: list[Gain]) -> Flow[None]:
    """A card for each Space the active Faction gained, unless it holds Kyo (6.2.1)."""
    if active_chit(scene) is None or not gained:
        return
    seat = active_seat(scene)
    who = faction_of_seat(scene, seat)
    if three(scene):
        count = sum(1 for gain in gained if gain.who == who and _pays_in_three(scene, seat, gain))
    else:
        count = 0 if controls(scene, who, KYO) else sum(1 for gain in gained if gain.who == who)
    yield from draw_cards(scene, seat, count, "6.2.1")


@carries("16.1.4(2).1", "16.1.4(3).1")
def _pays_in_three(scene: Scene, seat: str, gain: Gain) -> bool:
    """With three players only A and B draw, for Spaces of Oda or neutrals, never for the other's own (16.1.4(3).1)."""
    if faction_of_seat(scene, seat) == ODA or gain.before not in (ODA, NEUTRAL):
        return False
    printed = facts(scene).alliances.get(facts(scene).printed[gain.space])
    return printed is None or printed == ODA or seat_of_alliance(scene, printed) == seat


@carries("16.1.7(1).1", "16.1.7(2).1", "16.2.5(2).2", "16.1.x5", "16.2.x8")
def azuchi_rises(scene: Scene) -> None:
    """With three and four players Azuchi stands at Kannon-ji once Azai have fallen and it is Oda's and free."""
    if not (three(scene) or four(scene)) or not fallen(scene, "azai") or azuchi_at(scene) is not None:
        return
    space = facts(scene).numerals.azuchi_space
    if (
        scene.table.pieces["azuchi"].place == "azuchi_box"
        and controls(scene, ODA, space)
        and not hostile(scene, space, ODA)
    ):
        scene.do(Moved("azuchi", space, rule="16.1.7(2).1" if three(scene) else "16.2.5(2).2"))
        if four(scene):
            scene.do(Marked("azuchi", "fresh", True, rule="16.2.5(2).3"))


def raise_azuchi(scene: Scene, rule: str) -> None:
    scene.do(Turned("azuchi", face=1, rule=rule))


@carries("16.2.7(1).1", "16.2.7(1).2", "16.2.7(1).3", "16.2.x7")
def move_turn_end(scene: Scene) -> None:
    """With four players the Turn End chit lies on Kyo while Oda hold it, else in the cup (16.2.7(1).2)."""
    if not four(scene):
        return
    place = scene.table.pieces[TURN_END].place
    if controls(scene, ODA, KYO):
        if place in (CUP, ORDER):
            scene.do(Drawn(TURN_END, KYO, None, rule="16.2.7(1).3"))
    elif place == KYO:
        scene.do(Moved(TURN_END, CUP, rule="16.2.7(1).2"))
        say(scene, "the Turn End chit goes into the cup", "16.2.7(1).2")
