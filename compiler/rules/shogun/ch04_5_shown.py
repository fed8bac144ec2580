"""Hidden ronin show themselves: to attack, to defend, to march; those above their limits leave (4-5.13)."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Drawn, Moved
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Rule, Topic, decide
from compiler.play.scene import Scene
from compiler.rules.shogun.ch04_5_ronin import army_room, camps, force_room, hidden, kept_by_army
from compiler.rules.shogun.facts import facts
from compiler.rules.shogun.field import army_at, force, hand, seat, whole
from compiler.rules.shogun.hands import dismiss, join_army


@record(frozen=True, slots=True)
class ShowRonin(Topic):
    """How many hidden ronin of a province join a force."""

    colour: str
    province: str


def show(scene: Scene, colour: str, province: str, number: int, army: int | None, rule: str = "4-5.13") -> None:
    """So many hidden ronin of a province join an army (or the force there); an empty card goes back to the pile."""
    for id in hidden(scene, colour, province)[:number]:
        if army is not None:
            join_army(scene, id, colour, army, rule)
        else:
            scene.do(Moved(id, province, rule=rule))
    pick_up_card(scene, colour, province)


def pick_up_card(scene: Scene, colour: str, province: str) -> None:
    """A face-down card without ronin goes back into the pile (4-8.4)."""
    card = facts(scene).card_of[province]
    if scene.table.pieces[card].place.startswith("camp_") and not hidden(scene, colour, province):
        scene.do(Drawn(card, hand(scene, colour), (seat(scene, colour),), rule="4-8.4"))


def send_away(scene: Scene, colour: str, province: str, number: int, rule: str) -> None:
    """Hidden ronin that may not stay go back to the master tray."""
    dismiss(scene, hidden(scene, colour, province)[:number], rule)
    pick_up_card(scene, colour, province)


def keep_limits(scene: Scene, colour: str) -> None:
    """At the end of a movement phase hidden ronin above the limit of their province leave (4-5.13)."""
    for camp in list(camps(scene, colour)):
        province = facts(scene).province_of[camp.card]
        army = army_at(scene, province, colour)
        kept = force_room(scene, province) + (kept_by_army(scene, colour, army) if army is not None else 0)
        excess = len(camp.ronin) - kept
        if excess > 0:
            send_away(scene, colour, province, excess, "4-5.13")


def show_attackers(scene: Scene, colour: str, province: str, army: int | None) -> Flow[None]:
    """Hidden ronin fight with a force that attacks from their province (4-5.13).

    With two forces there the owner says how many join; the rest stay hidden. Else all join, within the limit.
    """
    number = len(hidden(scene, colour, province))
    if not number:
        return
    fits = min(number, army_room(scene, colour, army) if army is not None else force_room(scene, province))
    double = army_at(scene, province, colour) is not None and bool(force(scene, province))
    joining = fits
    if double:
        joining = yield from decide(
            scene,
            lambda: range(fits + 1),
            (_number(fits),),
            topic=ShowRonin(colour, province),
            seat=seat(scene, colour),
            rule="4-5.13",
            prompt=f"{colour}: how many of {number} hidden ronin join the attack from {scene.name(province)}?",
        )
    show(scene, colour, province, joining, army)
    if not double:
        send_away(scene, colour, province, number - joining, "4-5.13")


def show_defenders(scene: Scene, colour: str, province: str) -> Flow[None]:
    """Hidden ronin of a province that is attacked must be shown and fight; the owner says with which force."""
    number = len(hidden(scene, colour, province))
    if not number:
        return
    army = army_at(scene, province, colour)
    with_army = min(number, kept_by_army(scene, colour, army)) if army is not None else 0
    least = min(with_army, max(0, number - force_room(scene, province)))
    if army is not None and least < with_army:
        with_army = yield from decide(
            scene,
            range(least, with_army + 1),
            (_number(with_army, least),),
            topic=ShowRonin(colour, province),
            seat=seat(scene, colour),
            rule="4-5.13",
            prompt=f"{colour}: how many of {number} hidden ronin in {scene.name(province)} join the army?",
        )
    if army is not None:
        show(scene, colour, province, with_army, army)
    show(scene, colour, province, force_room(scene, province), None)
    send_away(scene, colour, province, len(hidden(scene, colour, province)), "4-5.13")


def _number(most: int, least: int = 0) -> Rule:
    def judge(answer: Any) -> Refusal | None:
        good = whole((answer,)) and least <= answer <= most
        return None if good else Refusal("4-5.12", f"a number from {least} to {most}")

    return judge
