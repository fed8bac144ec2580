"""Phase A, move daimyos' armies: province by province, picking up units, leaving garrisons. Phase D marches alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.play.ask import Action, Answer, Flow, Refusal
from compiler.play.outcome import Leave, Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shogun.ch04_5_ronin import army_room, force_room, hidden, limit, room, show
from compiler.rules.shogun.ch04_7_turn import in_war, ready
from compiler.rules.shogun.ch05_winning import conquer
from compiler.rules.shogun.field import (
    REGULARS,
    adjacent,
    allied,
    army_at,
    army_ronin,
    army_size,
    beside,
    by_kind,
    constant,
    decide,
    facts,
    force,
    force_ronin,
    free_square,
    level,
    marker,
    on_card,
    owner,
    place_of,
    seat,
    whole,
)
from compiler.rules.shogun.hands import counts, join_army, take

DONE, HALT = "done", "halt"


@dataclass(frozen=True, slots=True)
class Go(Action):
    """An army goes to the next province, taking hidden ronin of its province along."""

    to: str
    ronin: int = 0


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """An army picks up a unit of the provincial force where it stands."""

    unit: str


@dataclass(frozen=True, slots=True)
class Garrison(Action):
    """Units an army leaves behind: bowmen, swordsmen, gunners, spearmen."""

    bowmen: int
    swordsmen: int
    gunners: int
    spearmen: int


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


@step(
    "4-7A.1",
    "move_army",
    "4-7A.2",
    "4-7A.3",
    "4-7A.5",
    "4-7A.6",
    "4-7A.9",
    "4-7A.10",
    "4-7A.11",
    "4-7A.12",
    "4-7A.13",
    "4-7A.14",
    "4-7A.15",
    "4-7A.16",
    "4-7A.17",
    "4-7-Gar.1",
    "4-7-Gar.2",
    "4-7-Gar.3",
    "4-7-Own.7",
    "4-7-Exp.5",
    "2-Adj.1",
    "4-6-Killed.3",
    "2-Daimyo.2",
    "4-4-Box.1",
)
def move_army(scene: Scene) -> Flow[Outcome]:
    """The active player marches one army, or ends the phase (4-7A.1)."""
    return (yield from march_one(scene, final=False, loop="move_armies"))


def march_one(scene: Scene, *, final: bool, loop: str) -> Flow[Outcome]:
    """Choose an army and march it; `done` ends the marches of the phase."""
    colour = in_war(scene)
    assert colour is not None
    mark = "moved" if final else "marched"
    crowded = displaced(scene, colour)
    may = [crowded] if crowded is not None else ready(scene, colour, mark)
    if crowded is not None:
        army: Any = marker(colour, crowded)
    else:
        army = yield decide(
            scene,
            lambda: [marker(colour, n) for n in may],
            lambda a: _bad_army(scene, colour, may, a),
            rule="4-7A.1",
            seat=seat(scene, colour),
            stop=DONE,
            prompt=f"{colour}: march which army?",
        )
        if army == DONE:
            return Leave(loop)
    return (yield from _walk(scene, March(colour, int(army[-1]), final)))


def _bad_army(scene: Scene, colour: str, may: list[int], answer: Any) -> Refusal | None:
    if answer in [marker(colour, n) for n in may]:
        return None
    piece = scene.table.pieces.get(answer) if isinstance(answer, str) else None
    if piece is not None and piece.side == colour and piece.mark("assassinated"):
        return Refusal("4-6-Killed.3", "the daimyo is dead and his army disrupted")
    if isinstance(answer, Action) and answer.verb() == "shift":
        return Refusal("4-7A.2", "provincial forces move in phase D, after the armies")
    if piece is not None and piece.mark("moved" if scene.node.id.startswith("final") else "marched"):
        return Refusal("4-7D.1", "this army has moved in this phase")
    return Refusal("4-7A.1", "choose an army of yours that has not moved in this phase")


def displaced(scene: Scene, colour: str) -> int | None:
    """The army that must now make room for another one in its province (4-7A.11)."""
    mark = "moved" if scene.node.id.startswith("final") else "marched"
    for n in ready(scene, colour, mark):
        here = place_of(scene, colour, n)
        if here is not None and army_at(scene, here, colour, besides=n) is not None:
            return n
    return None


def _walk(scene: Scene, march: March) -> Flow[Outcome]:
    while True:
        here = place_of(scene, march.colour, march.army)
        assert here is not None
        answer = yield decide(
            scene,
            lambda: _moves(scene, march),
            lambda a: bad_move(scene, march, a),
            seat=seat(scene, march.colour),
            rule="4-7D.7" if march.final else "4-7A.6",
            about=(march.piece,),
            prompt=f"{scene.name(march.piece)} in {here}: go, pick up, or halt?",
        )
        if answer == HALT:
            scene.do(Marked(march.piece, march.mark, True))
            return None
        if isinstance(answer, Pick):
            _pick(scene, march, here, answer.unit)
        else:
            won = yield from _go(scene, march, here, answer)
            if won is not None:
                return won


def _moves(scene: Scene, march: March) -> Iterator[Answer]:
    here = place_of(scene, march.colour, march.army)
    assert here is not None
    if march.gone < level(scene, march.colour, march.army):
        along = min(len(hidden(scene, march.colour, here)), army_room(scene, march.colour, march.army))
        for to in beside(scene, here):
            yield Go(to)
            if along:
                yield Go(to, along)
    for unit in dict.fromkeys(REGULARS):
        yield Pick(unit)
    yield HALT


def bad_move(scene: Scene, march: March, answer: Any) -> Refusal | None:
    """Why an army may not do something on its march."""
    here = place_of(scene, march.colour, march.army)
    assert here is not None
    if answer == HALT:
        other = army_at(scene, here, march.colour, besides=march.army)
        if other is not None and (march.gone == 0 or not can_make_room(scene, march, other, here, (march.army,))):
            return Refusal("4-7A.10", f"another army of yours stands in `{here}`")
        return None
    if isinstance(answer, Pick):
        return _bad_pick(scene, march, here, answer)
    if isinstance(answer, Go):
        if not whole((answer.ronin,)):
            return Refusal("4-5.12", "say how many ronin go along")
        return _bad_step(scene, march, here, answer) or bad_leave(scene, march, here, answer.ronin)
    if isinstance(answer, Garrison):
        return Refusal("4-7A.14", "an army splits off units only to leave a garrison where nobody else stays")
    return Refusal("4-7A.1", "go to a province, pick up a unit, or halt")


# -- going -------------------------------------------------------------------------------------------------------------
def _bad_step(scene: Scene, march: March, here: str, go: Go) -> Refusal | None:
    colour = march.colour
    most = level(scene, colour, march.army)
    if march.gone >= most:
        return Refusal("4-7A.6", f"a daimyo of level {most} moves {most} provinces")
    if go.to not in facts(scene.book).beside or not adjacent(scene, here, go.to):
        return Refusal("2-Adj.1", f"`{go.to}` is not adjacent to `{here}`")
    who = owner(scene, go.to)
    if who is None and not march.final:
        return Refusal("4-7A.9", f"`{go.to}` is empty; armies enter empty provinces in phase D")
    if who is not None and who != colour:
        if allied(scene, who, colour):
            return Refusal("6.10", f"`{go.to}` belongs to your other colour")
        return Refusal("4-7D.2" if march.final else "4-7-Own.7", f"`{go.to}` is an enemy province")
    if not _can_rest(scene, march, go.to, most - march.gone - 1):
        return Refusal("4-7A.10", f"another army of yours stands in `{go.to}` and cannot make room")
    return None


def _can_rest(scene: Scene, march: March, province: str, steps: int) -> bool:
    """Whether an army that comes to a province finds a place to halt, there or farther on."""
    other = army_at(scene, province, march.colour, besides=march.army)
    if other is None or can_make_room(scene, march, other, province, (march.army,)):
        return True
    return steps > 0 and any(
        _friendly(scene, march, to) and _can_rest(scene, march, to, steps - 1) for to in beside(scene, province)
    )


def can_make_room(scene: Scene, march: March, other: int, province: str, gone: tuple[int, ...]) -> bool:
    """Whether another own army can still move out of a province (4-7A.11)."""
    if other not in ready(scene, march.colour, march.mark) or other in gone:
        return False
    for to in beside(scene, province):
        third = army_at(scene, to, march.colour, besides=march.army)  # the marching army itself goes away
        if _friendly(scene, march, to) and (third is None or can_make_room(scene, march, third, to, (*gone, other))):
            return True
    return False


def _friendly(scene: Scene, march: March, province: str) -> bool:
    who = owner(scene, province)
    return who == march.colour or (who is None and march.final)


def bad_leave(scene: Scene, march: March, here: str, ronin: int = 0) -> Refusal | None:
    """Why an army may not leave a province: somebody must stay, and not too few for the ronin that stay."""
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
    kept = ronin + constant(scene, "ronin_below_units") if ronin else 0
    most = min(constant(scene, "provincial_force"), army_size(scene, colour, army) - kept)
    return int(max(0, min(len(on_card(scene, colour, army)), most)))


def needs_garrison(scene: Scene, march: March, here: str) -> bool:
    """Whether an army that leaves must drop units: nobody else of its colour stays (4-7A.13)."""
    return not force(scene, here) and army_at(scene, here, march.colour, besides=march.army) is None


def _go(scene: Scene, march: March, here: str, go: Go) -> Flow[Victory | None]:
    if go.ronin:
        show(scene, march.colour, here, go.ronin, march.army)
    if needs_garrison(scene, march, here):
        yield from leave_garrison(scene, march, here)
    return step_into(scene, march, go.to)


def step_into(scene: Scene, march: March, to: str) -> Victory | None:
    """The marker goes to the next province; an empty one is conquered (4-7D-Conq.1)."""
    empty = owner(scene, to) is None
    scene.do(Moved(march.piece, to, rule="4-7D.7" if march.final else "4-7A.6"))
    march.gone += 1
    march.stripped = False
    return conquer(scene, march.colour, to) if empty else None


def leave_garrison(scene: Scene, march: March, here: str) -> Flow[None]:
    """An army leaves one to five regular units in a province where nobody else would stay (4-7A.13)."""
    colour, army = march.colour, march.army
    have = counts(scene, on_card(scene, colour, army))
    least = 1
    if march.final and hidden(scene, colour, here):  # the garrison must be large enough for the ronin that stay
        enough = len(hidden(scene, colour, here)) + constant(scene, "ronin_below_units")
        least = enough if enough <= spare(scene, march) else 1

    def judge(answer: Any) -> Refusal | None:
        return _bad_garrison(scene, march, have, least, answer)

    chosen: Garrison = yield decide(
        scene,
        lambda: _garrisons(have, least),
        judge,
        seat=seat(scene, colour),
        rule="4-7A.13",
        prompt=f"{scene.name(march.piece)}: leave which units in {here} (bowmen, swordsmen, gunners, spearmen)?",
    )
    wanted = (chosen.bowmen, chosen.swordsmen, chosen.gunners, chosen.spearmen)
    for id in take(scene, on_card(scene, colour, army), wanted):
        scene.do(Moved(id, here, rule="4-7A.13"))
        if march.final:
            scene.do(Marked(id, "moved", True, rule="4-7D.9"))


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
    if number > constant(scene, "provincial_force"):
        return Refusal("4-4-Lim.2", f"a provincial force has at most {constant(scene, 'provincial_force')} units")
    if number < least:
        return Refusal("4-7D.4", f"the hidden ronin that stay need {least} units")
    left = army_size(scene, march.colour, march.army) - number
    ronin = len(army_ronin(scene, march.colour, march.army))
    if ronin > limit(scene, left):
        return Refusal("4-5.12", f"{left} units of the army are too few for its {ronin} ronin")
    return None


# -- picking up --------------------------------------------------------------------------------------------------------
def _bad_pick(scene: Scene, march: March, here: str, pick: Pick) -> Refusal | None:
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


def _pick(scene: Scene, march: March, here: str, unit: str) -> None:
    there = by_kind(scene, force(scene, here), unit)
    id = next(id for id in there if not (march.final and scene.table.pieces[id].mark("moved")))
    join_army(scene, id, march.colour, march.army, "4-7A.16")
    march.stripped = not force(scene, here)


def pick_freely(scene: Scene, march: March) -> Flow[None]:
    """A recovered daimyo picks up units of his province, all of them if he likes (4-7C-Elim.6)."""
    while True:
        here = place_of(scene, march.colour, march.army)
        assert here is not None
        answer = yield decide(
            scene,
            lambda: [Pick(unit) for unit in REGULARS],
            lambda a: _bad_free_pick(scene, march, a),
            seat=seat(scene, march.colour),
            rule="4-7C-Elim.6",
            stop=HALT,
            prompt=f"{scene.name(march.piece)} in {here}: pick up units?",
        )
        if answer == HALT:
            return
        _pick(scene, march, here, answer.unit)


def _bad_free_pick(scene: Scene, march: March, answer: Any) -> Refusal | None:
    here = place_of(scene, march.colour, march.army)
    assert here is not None
    if not isinstance(answer, Pick):
        return Refusal("4-7C-Elim.6", "pick up a unit of the province, or halt")
    return _bad_pick(scene, march, here, answer)
