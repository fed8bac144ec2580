"""Garrisons that armies leave behind, and units they pick up, in every phase of the war."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from compiler.model.event import Handling, Marked, Moved
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, Topic, decide
from compiler.play.scene import Scene
from compiler.rules.shogun.ch04_5_ronin import army_room, force_room, hidden, limit, room
from compiler.rules.shogun.facts import REGULARS, facts, marker
from compiler.rules.shogun.field import (
    army_at,
    army_ronin,
    army_size,
    by_kind,
    force,
    force_ronin,
    free_square,
    on_card,
    place_of,
    seat,
    whole,
)
from compiler.rules.shogun.hands import counts, join_army, take

HALT = "halt"


@record(frozen=True, slots=True)
class Pick(Action):
    """An army picks up a unit of the provincial force where it stands."""

    unit: str


@record(frozen=True, slots=True)
class Garrison(Action):
    """Units an army leaves behind: bowmen, swordsmen, gunners, spearmen."""

    bowmen: int
    swordsmen: int
    gunners: int
    spearmen: int


@record(frozen=True, slots=True)
class LeaveGarrison(Topic):
    """Which units an army leaves in a province."""

    colour: str
    army: int
    province: str


@record(frozen=True, slots=True)
class PickUp(Topic):
    """Which units a daimyo who has come back takes into his army."""

    colour: str
    army: int


@dataclass(slots=True)
class March:
    """One march of one army."""

    colour: str
    army: int
    final: bool  # phase D: empty provinces may be entered
    gone: int = 0
    stripped: bool = False  # the army has picked up the whole force of the province where it stands

    @property
    def mark(self) -> str:
        return "moved" if self.final else "marched"

    @property
    def piece(self) -> str:
        return marker(self.colour, self.army)


def bad_leave(scene: Scene, march: March, here: str, ronin: int = 0) -> Refusal | None:
    """Why an army may not leave a province: somebody must stay, and not too few for the ronin that stay."""
    key = ("leave", march.piece, march.final, march.stripped, here, ronin)  # asked for each way it could go
    return scene.memo_many(key, lambda: _bad_leave(scene, march, here, ronin), of="pieces")


def _bad_leave(scene: Scene, march: March, here: str, ronin: int) -> Refusal | None:
    colour, army = march.colour, march.army
    waiting = len(hidden(scene, colour, here))
    if not 0 <= ronin <= min(waiting, army_room(scene, colour, army)):
        return Refusal("4-5.12", f"{ronin} hidden ronin of `{here}` cannot go along")
    if army_at(scene, here, colour, besides=army) is not None:
        return None
    if march.stripped:
        return Refusal("4-7A.17", f"one unit of the force of `{here}` must stay")
    units = len(on_card(scene, colour, army))
    if not force(scene, here):
        if units == 0:
            return Refusal("4-7A.15", f"nobody would stay in `{here}`: the daimyo cannot be a garrison")
        if len(army_ronin(scene, colour, army)) + ronin > limit(scene, army_size(scene, colour, army) - 1):
            return Refusal("4-5.12", "the army would have too many ronin after leaving a garrison")
    if march.final:
        stay = force_room(scene, here) if force(scene, here) else limit(scene, spare(scene, march, ronin))
        before = max(0, waiting - room(scene, colour, here))
        if waiting - ronin - stay > before:
            return Refusal("4-7D.4", f"the ronin hidden in `{here}` would be too many for the units that stay")
    return None


def spare(scene: Scene, march: March, joining: int = 0) -> int:
    """How many units an army can leave behind: a provincial force at most, and not those its own ronin need."""
    colour, army = march.colour, march.army
    ronin = len(army_ronin(scene, colour, army)) + joining
    kept = ronin + facts(scene).ronin_below_units if ronin else 0
    most = min(facts(scene).provincial_force, army_size(scene, colour, army) - kept)
    return int(max(0, min(len(on_card(scene, colour, army)), most)))


def needs_garrison(scene: Scene, march: March, here: str) -> bool:
    """Whether an army that leaves must drop units: nobody else of its colour stays (4-7A.13)."""
    return not force(scene, here) and army_at(scene, here, march.colour, besides=march.army) is None


def leave_garrison(scene: Scene, march: March, here: str) -> Flow[None]:
    """An army leaves one to five regular units in a province where nobody else would stay (4-7A.13)."""
    colour, army = march.colour, march.army
    have = counts(scene, on_card(scene, colour, army))
    least = 1
    if march.final and hidden(scene, colour, here):  # the garrison must be large enough for the ronin that stay
        enough = len(hidden(scene, colour, here)) + facts(scene).ronin_below_units
        least = enough if enough <= spare(scene, march) else 1

    def judge(answer: Any) -> Refusal | None:
        return _bad_garrison(scene, march, have, least, answer)

    chosen: Garrison = yield from decide(
        scene,
        lambda: _garrisons(have, least),
        (judge,),
        topic=LeaveGarrison(colour, army, here),
        seat=seat(scene, colour),
        rule="4-7A.13",
        prompt=f"{scene.name(march.piece)}: leave which units in {scene.name(here)}"
        " (bowmen, swordsmen, gunners, spearmen)?",
    )
    wanted = (chosen.bowmen, chosen.swordsmen, chosen.gunners, chosen.spearmen)
    events: list[Handling] = []
    for id in take(scene, on_card(scene, colour, army), wanted):
        events.append(Moved(id, here, rule="4-7A.13"))
        if march.final and march.gone:  # carried here; those it leaves where it began may still move
            events.append(Marked(id, "moved", True, rule="4-7D.9"))
    scene.handle(*events)


def _garrisons(have: tuple[int, int, int, int], least: int) -> Iterator[Garrison]:
    """Small garrisons; larger ones may be named."""
    for parts in product(*(range(min(n, least + 1) + 1) for n in have)):
        if least <= sum(parts) <= least + 1:
            yield Garrison(*parts)


def _bad_garrison(
    scene: Scene, march: March, have: tuple[int, int, int, int], least: int, answer: Any
) -> Refusal | None:
    if not isinstance(answer, Garrison) or not whole(answer.parts):
        return Refusal("4-7A.13", "leave one to five regular units of the army; ronin never count")
    number = sum(answer.parts)
    if number == 0:
        return Refusal("4-7-Gar.1", "one unit or more must stay")
    if any(n > m for n, m in zip(answer.parts, have, strict=True)):
        return Refusal("4-7A.13", "the army does not have these units")
    if number > facts(scene).provincial_force:
        return Refusal("4-4-Lim.2", f"a provincial force has at most {facts(scene).provincial_force} units")
    if number < least:
        return Refusal("4-7D.4", f"the hidden ronin that stay need {least} units")
    left = army_size(scene, march.colour, march.army) - number
    ronin = len(army_ronin(scene, march.colour, march.army))
    if ronin > limit(scene, left):
        return Refusal("4-5.12", f"{left} units of the army are too few for its {ronin} ronin")
    return None


def bad_pick(scene: Scene, march: March, here: str, pick: Pick) -> Refusal | None:
    if pick.unit == "ronin":
        return Refusal("4-5.9", "ronin stay with the force they joined")
    there = by_kind(scene, force(scene, here), pick.unit)
    if pick.unit not in REGULARS or not there:
        other = army_at(scene, here, march.colour, besides=march.army)
        if other is not None and by_kind(scene, on_card(scene, march.colour, other), pick.unit):
            return Refusal("4-7A.12", "armies that meet do not exchange units")
        return Refusal("4-7A.16", f"no {pick.unit} of a provincial force is in `{here}`")
    if march.final and all(scene.table.pieces[id].mark("moved") for id in there):
        return Refusal("4-7D.9", "this unit has moved in this phase")
    if free_square(scene, march.colour, march.army, pick.unit) is None:
        return Refusal("3-Army.8", f"the squares of the army for a {pick.unit} are full")
    if len(force_ronin(scene, here)) > limit(scene, len(force(scene, here)) - 1):
        return Refusal("4-5.12", "the force would have too many ronin")
    return None


def pick(scene: Scene, march: March, here: str, unit: str) -> None:
    there = by_kind(scene, force(scene, here), unit)
    id = next(id for id in there if not (march.final and scene.table.pieces[id].mark("moved")))
    join_army(scene, id, march.colour, march.army, "4-7A.16")
    march.stripped = not force(scene, here)


def pick_freely(scene: Scene, march: March) -> Flow[None]:
    """A recovered daimyo picks up units of his province, all of them if he likes (4-7C-Elim.6)."""
    while True:
        here = place_of(scene, march.colour, march.army)
        assert here is not None
        answer = yield from decide(
            scene,
            lambda: [Pick(unit) for unit in REGULARS],
            (lambda a: _bad_free_pick(scene, march, a),),
            topic=PickUp(march.colour, march.army),
            seat=seat(scene, march.colour),
            rule="4-7C-Elim.6",
            stop=HALT,
            prompt=f"{scene.name(march.piece)} in {scene.name(here)}: pick up units?",
        )
        if answer == HALT:
            return
        pick(scene, march, here, answer.unit)


def _bad_free_pick(scene: Scene, march: March, answer: Any) -> Refusal | None:
    here = place_of(scene, march.colour, march.army)
    assert here is not None
    if not isinstance(answer, Pick):
        return Refusal("4-7C-Elim.6", "pick up a unit of the province, or halt")
    return bad_pick(scene, march, here, answer)
