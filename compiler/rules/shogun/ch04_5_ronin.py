"""Action 5, hire ronin: two for a koku, hidden on face-down province cards until they attack, defend or move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.model.event import Drawn, Handling, Moved, Turned
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, Topic, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.together import together
from compiler.rules.shogun.ch04_1_plan import bid, empty_bins
from compiler.rules.shogun.facts import RONIN_SUPPLY, facts
from compiler.rules.shogun.field import (
    alive,
    army_at,
    army_ronin,
    army_size,
    by_seat,
    disrupted,
    force,
    force_ronin,
    in_sword_order,
    owned,
    owner,
    seat,
    whole,
)
from compiler.rules.shogun.standing import standing


@record(frozen=True, slots=True)
class Hide(Action):
    """So many ronin on the face-down card of a province."""

    province: str
    number: int


@record(frozen=True, slots=True)
class HideRonin(Topic):
    """In which province a colour hides how many of its ronin."""

    colour: str
    number: int


class Camp(NamedTuple):
    """A face-down card and the ronin that stand on it."""

    box: str
    card: str
    ronin: tuple[str, ...]


# -- looking -----------------------------------------------------------------------------------------------------------
def camps(scene: Scene, colour: str) -> Iterator[Camp]:
    """The face-down cards of a colour; in a box with several cards the ronin stand on the card below them."""
    known = facts(scene)
    for box in known.camp_boxes[colour]:
        card = ""
        ronin: list[str] = []
        for id in scene.table.stacks.get(box, ()):
            if id in known.province_of:
                if card:
                    yield Camp(box, card, tuple(ronin))
                card, ronin = id, []
            else:
                ronin.append(id)
        if card:
            yield Camp(box, card, tuple(ronin))


def hiding(scene: Scene, colour: str) -> Mapping[str, tuple[str, ...]]:
    """The hidden ronin of a colour by the card of their province; the same thing while none of its boxes changes."""
    now = standing(scene)
    found: dict[str, tuple[str, ...]] | None = now.boxes.get(("camps", colour, 0))
    if found is None:
        found = now.boxes["camps", colour, 0] = {camp.card: camp.ronin for camp in camps(scene, colour)}
    return found


def hidden(scene: Scene, colour: str, province: str) -> tuple[str, ...]:
    """The hidden ronin of a colour in a province."""
    return hiding(scene, colour).get(facts(scene).card_of[province], ())


def limit(scene: Scene, units: int) -> int:
    """How many ronin may be with so many military units: one less (4-5.12)."""
    return max(0, int(units - facts(scene).ronin_below_units))


def army_room(scene: Scene, colour: str, army: int) -> int:
    """How many more ronin may join an army (4-5.14)."""
    return max(0, limit(scene, army_size(scene, colour, army)) - len(army_ronin(scene, colour, army)))


def kept_by_army(scene: Scene, colour: str, army: int) -> int:
    """How many hidden ronin may stay for an army: those that were there before its daimyo died may (4-6-Killed.4)."""
    size = army_size(scene, colour, army) + (1 if disrupted(scene, colour, army) else 0)
    return max(0, limit(scene, size) - len(army_ronin(scene, colour, army)))


def force_room(scene: Scene, province: str) -> int:
    """How many more ronin may join a provincial force."""
    return max(0, limit(scene, len(force(scene, province))) - len(force_ronin(scene, province)))


def room(scene: Scene, colour: str, province: str) -> int:
    """How many hidden ronin a province may hold: the limits of its forces, each by itself (4-5.16)."""
    army = army_at(scene, province, colour)
    return force_room(scene, province) + (army_room(scene, colour, army) if army is not None else 0)


# -- hiring and hiding -------------------------------------------------------------------------------------------------
@step(
    "4-5.4",
    "hire_ronin",
    "4-5.1",
    "4-5.2",
    "4-5.3",
    "4-5.5",
    "4-5.6",
    "4-5.7",
    "4-5.8",
    "4-5.9",
    "4-5.10",
    "4-5.12",
    "4-5.13",
    "4-5.14",
    "4-5.15",
    "4-5.16",
    "4-5.18",
    "2-Ronin.1",
    "4-3.13",
)
def hire_ronin(scene: Scene) -> Flow[Outcome]:
    """In sword order two ronin a koku while they last; then all hide theirs at the same time (4-5.2, 4-5.6)."""
    hired: dict[str, list[str]] = {}
    pool = list(scene.table.stacks.get(RONIN_SUPPLY, ()))
    for colour in in_sword_order(scene, alive(scene)):
        number = bid(scene, colour, "hire_ronin") * facts(scene).ronin_per_koku
        if number and pool:
            hired[colour], pool = pool[:number], pool[number:]
    groups = by_seat(scene, hired)
    hides = yield from together({who: _hides(scene, mine, hired) for who, mine in groups.items()})
    for made in hides.values():
        for colour, plan in made.items():
            _deploy(scene, colour, hired[colour], plan)
    empty_bins(scene, "hire_ronin", "4-5.5")
    return None


def _hides(scene: Scene, mine: list[str], hired: dict[str, list[str]]) -> Flow[dict[str, dict[str, int]]]:
    made: dict[str, dict[str, int]] = {}
    for colour in mine:
        made[colour] = yield from _hide(scene, colour, len(hired[colour]))
    return made


def _hide(scene: Scene, colour: str, number: int) -> Flow[dict[str, int]]:
    """Where the ronin hide; those that fit nowhere go back to the master tray without refund (4-5.11)."""
    plan: dict[str, int] = {}
    rooms = {p: room(scene, colour, p) for p in owned(scene, colour)}
    while number:
        options = [Hide(p, n) for p, most in rooms.items() for n in range(1, min(number, most - plan.get(p, 0)) + 1)]
        if not options:
            break
        answer: Hide = yield from decide(
            scene,
            options,
            (lambda a, number=number: bad_hide(scene, colour, number, plan, a),),  # type: ignore[misc]
            topic=HideRonin(colour, number),
            seat=seat(scene, colour),
            rule="4-5.3",
            prompt=f"{colour}: hide {number} ronin where?",
            sure=True,
        )
        plan[answer.province] = plan.get(answer.province, 0) + answer.number
        number -= answer.number
    return plan


def bad_hide(scene: Scene, colour: str, number: int, plan: dict[str, int], answer: Any) -> Refusal | None:
    """Why ronin may not hide in a province."""
    if not isinstance(answer, Hide) or not whole((answer.number,)) or not 1 <= answer.number <= number:
        return Refusal("4-5.4", f"hide 1 to {number} ronin in a province")
    if owner(scene, answer.province) != colour:
        return Refusal("4-5.3", f"no army or provincial force of yours is in `{answer.province}`")
    most = room(scene, colour, answer.province) - plan.get(answer.province, 0)
    if answer.number > most:
        return Refusal("4-5.12", f"`{answer.province}` takes {most} more ronin, not {answer.number}")
    return None


def _deploy(scene: Scene, colour: str, ronin: list[str], plan: dict[str, int]) -> None:
    waiting = list(ronin)
    for province, number in plan.items():
        lay_down(scene, colour, province, waiting[:number])
        del waiting[:number]


def lay_down(scene: Scene, colour: str, province: str, ronin: list[str]) -> None:
    """The card of a province face down in a camp, ronin on it: all see how many, the owner where (4-5.7, 4-5.11)."""
    boxes = facts(scene).camp_boxes[colour]
    box = next((b for b in boxes if not scene.table.count(b)), boxes[-1])
    card = facts(scene).card_of[province]
    events: list[Handling] = [Drawn(card, box, (seat(scene, colour),), rule="4-5.11")]
    for id in ronin:
        if scene.table.pieces[id].side != colour:
            events.append(Turned(id, side=colour, rule="4-5.4"))
        events.append(Moved(id, box, rule="4-5.11"))
    scene.handle(*events)
