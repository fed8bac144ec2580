"""Phase D, final movement: armies first, then any units of provincial forces, into friendly or empty provinces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from compiler.model.event import Handling, Marked, Moved
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, Topic, decide
from compiler.play.outcome import Leave, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shogun.ch04_5_ronin import army_room, hidden, hiding, limit, room
from compiler.rules.shogun.ch04_5_shown import pick_up_card
from compiler.rules.shogun.ch04_6_ninja import strike_window
from compiler.rules.shogun.ch04_7_turn import in_war
from compiler.rules.shogun.ch04_7a_armies import DONE, Go, march_one
from compiler.rules.shogun.ch05_winning import conquer
from compiler.rules.shogun.facts import REGULARS, facts
from compiler.rules.shogun.field import (
    ARMY,
    FORCE,
    adjacent,
    allied,
    army_at,
    beside,
    by_kind,
    force,
    force_ronin,
    free_square,
    frontier,
    on_cards,
    owned,
    owner,
    owners,
    seat,
    whole,
)
from compiler.rules.shogun.hands import counts, join_army, take
from compiler.rules.shogun.standing import standing


@record(frozen=True, slots=True)
class Shift(Action):
    """Units of a provincial force go to an adjacent province, into the force or the army there, with some ronin."""

    origin: str
    target: str
    into: str
    bowmen: int
    swordsmen: int
    gunners: int
    spearmen: int
    ronin: int = 0

    @property
    def units(self) -> tuple[int, int, int, int]:
        return self.bowmen, self.swordsmen, self.gunners, self.spearmen


@record(frozen=True, slots=True)
class ShiftUnits(Topic):
    """Which units of provincial forces a colour moves, or that it is done."""

    colour: str


@step("4-7D.7", "before_final_movement", "4-6-Kill.1")
def before_final_movement(scene: Scene) -> Flow[Outcome]:
    """Between phases C and D the ninja may strike (4-6-Kill.1)."""
    if in_war(scene) is not None:
        yield from strike_window(scene)
    return None


@step(
    "4-7D.7", "final_army_move", "4-7D.1", "4-7D.2", "4-7D.4", "4-7D.6", "4-7D.13", "4-7D-Conq.1", "4-7D-Conq.2", "5.1"
)
def final_army_move(scene: Scene) -> Flow[Outcome]:
    """The active player moves one army, or is done with his armies (4-7D.7)."""
    return (yield from march_one(scene, final=True, loop="final_army_moves"))


@step(
    "4-7D.8",
    "final_force_move",
    "4-7D.9",
    "4-7D.10",
    "4-7D.11",
    "4-7D.2",
    "4-7D.3",
    "4-7D.4",
    "4-7D.6",
    "4-7D-Conq.1",
    "5.1",
    "6.10",
)
def final_force_move(scene: Scene) -> Flow[Outcome]:
    """The active player moves units of one provincial force, or ends the phase (4-7D.8)."""
    colour = in_war(scene)
    assert colour is not None
    answer = yield from decide(
        scene,
        lambda: shifts(scene, colour),
        (lambda a: bad_shift(scene, colour, a),),
        topic=ShiftUnits(colour),
        seat=seat(scene, colour),
        rule="4-7D.8",
        stop=DONE,
        prompt=f"{colour}: move which units of a provincial force?",
        sure=True,
        seldom=_aimless(scene, colour),
    )
    if answer == DONE:
        return Leave("final_force_moves")
    empty = owner(scene, answer.target) is None
    _shift(scene, colour, answer)
    return conquer(scene, colour, answer.target) if empty else None


def unmoved(scene: Scene, province: str) -> list[str]:
    """The units of a provincial force that have not moved in this phase (4-7D.9)."""
    return [id for id in force(scene, province) if not scene.table.pieces[id].mark("moved")]


def shifts(scene: Scene, colour: str) -> list[Shift]:
    """One unit of each kind, or all that may go, to each province, each as `bad_shift` allows; others may be named."""
    held, secret, known = standing(scene).held, hiding(scene, colour), facts(scene)
    every: list[Shift] = []
    for origin in owned(scene, colour):
        there = held[origin]
        if len(there.force) > 1 or (there.force and there.armies):
            near = [there, *[held[province] for province in known.beside[origin]]]
            cards = [part for other in near if other.armies for part in on_cards(scene, colour, other)]
            every += scene.memo_of(
                ("shift", colour, origin),
                (*near, secret.get(known.card_of[origin]), *cards),
                partial(_shifts_from, scene, colour, origin),
            )
    return every


def _shifts_from(scene: Scene, colour: str, origin: str) -> list[Shift]:
    ready, found = unmoved(scene, origin), list[Shift]()
    if not ready or (len(force(scene, origin)) == 1 and army_at(scene, origin, colour) is None):
        return found
    who, parts = owners(scene), _parts(scene, colour, origin, ready)
    ronin = len(hidden(scene, colour, origin)) + len(force_ronin(scene, origin))
    for target in [p for p in beside(scene, origin) if who.get(p, colour) == colour]:
        for shift in _entries(scene, colour, origin, target, parts):
            if ronin:
                along = replace(shift, ronin=min(ronin, max(0, sum(shift.units) - 1)))
                found += [s for s in dict.fromkeys((shift, along)) if _bad_ronin(scene, colour, s) is None]
            else:
                found.append(shift)
    return found


def _parts(scene: Scene, colour: str, origin: str, ready: list[str]) -> list[list[int]]:
    have = list(counts(scene, ready))
    parts = [[int(what == other) for other in REGULARS] for what, n in zip(REGULARS, have, strict=True) if n]
    most = _all(scene, colour, origin, have)
    return [*parts, most] if sum(most) > 1 else parts


def _entries(scene: Scene, colour: str, origin: str, target: str, parts: list[list[int]]) -> Iterator[Shift]:
    space = facts(scene).provincial_force - len(force(scene, target))
    army = army_at(scene, target, colour)
    for part in parts:
        if sum(part) <= space:
            yield Shift(origin, target, FORCE, *part)
        if army is not None:
            shift = Shift(origin, target, ARMY, *part)
            if _bad_entry(scene, colour, shift) is None:
                yield shift


def _aimless(scene: Scene, colour: str) -> Callable[[Any], bool]:
    """Moves between friendly provinces that bring nobody to the front."""
    front, who = frontier(scene, colour), owners(scene)

    def aimless(answer: Any) -> bool:
        stays = isinstance(answer, Shift) and answer.target in who
        return stays and (answer.target not in front or answer.origin in front)

    return aimless


def _all(scene: Scene, colour: str, origin: str, have: list[int]) -> list[int]:
    """All units that may leave a province; one stays where no army does, a spearman by preference."""
    left = list(have)
    stays = sum(have) < len(force(scene, origin)) or army_at(scene, origin, colour) is not None
    if not stays:
        cheapest = next(n for n in (3, 2, 1, 0) if left[n])
        left[cheapest] -= 1
    return left


def bad_shift(scene: Scene, colour: str, answer: Any) -> Refusal | None:
    """Why units of a provincial force may not move."""
    if isinstance(answer, Go) or (isinstance(answer, str) and answer.startswith(f"{colour}_army_")):
        return Refusal("4-7D.6", "armies move before provincial forces")
    if not isinstance(answer, Shift) or not whole((*answer.units, answer.ronin)):
        return Refusal("4-7D.8", "move units of a provincial force to an adjacent province")
    return (
        _bad_units(scene, colour, answer)
        or _bad_destination(scene, colour, answer)
        or _bad_entry(scene, colour, answer)
        or _bad_ronin(scene, colour, answer)
    )


def _bad_units(scene: Scene, colour: str, shift: Shift) -> Refusal | None:
    origin, number = shift.origin, sum(shift.units)
    if owner(scene, origin) != colour:
        return Refusal("4-7D.8", f"`{origin}` is not yours")
    if number == 0:
        return Refusal("4-5.9", "ronin do not move by themselves") if shift.ronin else Refusal("4-7D.8", "nobody moves")
    ready, there = unmoved(scene, origin), force(scene, origin)
    for what, count in zip(REGULARS, shift.units, strict=True):
        if count > len(by_kind(scene, ready, what)):
            moved = count <= len(by_kind(scene, there, what))
            return Refusal("4-7D.9" if moved else "4-7D.8", f"`{origin}` has not so many of {what} that may move")
    if number == len(there) and army_at(scene, origin, colour) is None:
        if force_ronin(scene, origin) or hidden(scene, colour, origin):
            return Refusal("4-7-Gar.2", f"ronin alone cannot hold `{origin}`")
        return Refusal("4-7-Gar.1", f"a regular unit must stay in `{origin}`")
    return None


def _bad_destination(scene: Scene, colour: str, shift: Shift) -> Refusal | None:
    if shift.target not in facts(scene).beside or not adjacent(scene, shift.origin, shift.target):
        return Refusal("4-7D.9", f"a provincial unit moves one province, and `{shift.target}` is not adjacent")
    who = owner(scene, shift.target)
    if who is None or who == colour:
        return None
    if allied(scene, who, colour):
        return Refusal("6.10", f"`{shift.target}` belongs to your other colour")
    return Refusal("4-7D.2", f"`{shift.target}` is an enemy province")


def _bad_entry(scene: Scene, colour: str, shift: Shift) -> Refusal | None:
    if shift.into == FORCE:
        most = facts(scene).provincial_force
        if len(force(scene, shift.target)) + sum(shift.units) > most:
            return Refusal("4-4-Lim.2", f"the force of `{shift.target}` would have more than {most} regular units")
        return None
    army = army_at(scene, shift.target, colour)
    if shift.into != ARMY or army is None:
        return Refusal("4-7D.11", f"no army of yours stands in `{shift.target}`")
    for first, second in (("bowman", "swordsman"), ("gunner", "spearman")):
        wanted = sum(n for what, n in zip(REGULARS, shift.units, strict=True) if what in (first, second))
        if wanted > free_squares(scene, colour, army, first):
            return Refusal("3-Army.8", f"the squares of army {army} have no room for them")
    return None


def free_squares(scene: Scene, colour: str, army: int, what: str) -> int:
    if free_square(scene, colour, army, what) is None:
        return 0
    group = "samurai" if what in ("bowman", "swordsman") else "ashigaru"
    return sum(1 for box in facts(scene).squares[colour, army, group] if box not in scene.table.stacks)


def _bad_ronin(scene: Scene, colour: str, shift: Shift) -> Refusal | None:
    """The ronin limit holds in both provinces after the move (4-7D.4)."""
    origin, number = shift.origin, sum(shift.units)
    shown, secret = len(force_ronin(scene, origin)), len(hidden(scene, colour, origin))
    if shift.ronin > shown + secret:
        return Refusal("4-5.12", f"`{origin}` has not so many ronin")
    if not shown and not secret:
        return None
    shown_left = shown - min(shown, shift.ronin)
    secret_left = secret - (shift.ronin - min(shown, shift.ronin))
    stays = limit(scene, len(force(scene, origin)) - number)
    army = army_at(scene, origin, colour)
    space = stays - shown_left + (army_room(scene, colour, army) if army is not None else 0)
    before = max(0, secret - room(scene, colour, origin))
    if shown_left > stays or secret_left - max(0, space) > before:
        return Refusal("4-7D.4", f"too many ronin would stay in `{origin}`")
    if shift.ronin:
        joined = army_at(scene, shift.target, colour) if shift.into == ARMY else None
        fits = army_room(scene, colour, joined) + number if joined is not None else _force_fits(scene, shift, number)
        if shift.ronin > fits:
            return Refusal("4-7D.4", f"too many ronin would come to `{shift.target}`")
    return None


def _force_fits(scene: Scene, shift: Shift, number: int) -> int:
    there = len(force(scene, shift.target))
    return limit(scene, there + number) - len(force_ronin(scene, shift.target)) if there else limit(scene, number)


def _shift(scene: Scene, colour: str, shift: Shift) -> None:
    ready = unmoved(scene, shift.origin)
    ronin = [*force_ronin(scene, shift.origin), *hidden(scene, colour, shift.origin)][: shift.ronin]
    army = army_at(scene, shift.target, colour) if shift.into == ARMY else None
    events: list[Handling] = []
    for id in (*take(scene, ready, shift.units), *ronin):
        moved = Marked(id, "moved", True, rule="4-7D.9")
        if army is not None:
            join_army(scene, id, colour, army, "4-7D.11")
            scene.do(moved)
        else:
            events += (Moved(id, shift.target, rule="4-7D.8"), moved)
    scene.handle(*events)
    pick_up_card(scene, colour, shift.origin)
