"""7. Moving units: who may leave, how far, where to stop, who comes along; combat on arrival."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from compiler.model.event import Moved
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Command, Move
from compiler.rules.road_to_honganji.ch04_clans import lets_pass, may_part, rebel_on_arrival, rebels_by_ending
from compiler.rules.road_to_honganji.ch08_combat import combat
from compiler.rules.road_to_honganji.facts import NEUTRAL, ODA
from compiler.rules.road_to_honganji.field import (
    areas,
    beside,
    called,
    distinct,
    facts,
    is_defending,
    is_greater,
    is_out,
    is_ready,
    is_rebel,
    is_vassal,
    other_clans,
    units_by_area,
    units_in,
)
from compiler.rules.road_to_honganji.hands import spend

GO = "go"


@record(frozen=True, slots=True)
class JoinGroup(Topic):
    """Which unit of a clan goes along, or that the group is complete."""

    clan: str
    origin: str
    to: str
    group: tuple[str, ...]


# -- leaving -----------------------------------------------------------------------------------------------------------
@carries("7-1.1")
def movable(scene: Scene, clan: str, area: str) -> list[str]:
    """The units of a clan in an area that can move at all: ready, and not only defending."""
    return [id for id in units_in(scene, clan, area) if is_ready(scene, id) and not is_defending(scene, id)]


def bad_origin(scene: Scene, clan: str, area: Any) -> Refusal | None:
    """Why units of a clan may not leave an area; every move from there hangs on it."""
    if not isinstance(area, str):
        return _bad_origin(scene, clan, area)
    return scene.memo(("origin", clan, area), lambda: _bad_origin(scene, clan, area))


@carries("7-2.1", "4-6.2")
def _bad_origin(scene: Scene, clan: str, area: Any) -> Refusal | None:
    units = units_in(scene, clan, area) if area in areas(scene) else ()
    if not units:
        return not_own(scene, clan, area)
    if not any(is_ready(scene, id) for id in units):
        return Refusal("7-1.1", f"no unit of {called(scene, clan)} in {scene.name(area)} is ready")
    if not movable(scene, clan, area):
        return Refusal("7-2.6", "defending generals do not move")
    if len(units) <= facts(scene).left_behind:
        return Refusal("7-2.2", f"a unit of {called(scene, clan)} must stay in {scene.name(area)}")
    return is_bound(scene, clan, area)


def not_own(scene: Scene, clan: str, area: Any) -> Refusal:
    """Nothing of the own clan stands there: only the own clan acts, whoever else is there."""
    if area in scene.scenario.closed:
        return Refusal("10-2.1", f"{scene.name(area)} is not in play")
    there = units_by_area(scene)[area] if area in areas(scene) else {}
    if any(is_greater(scene, other) for other in there):
        return Refusal("4-2.2", "greater daimyos act only through a card")
    if any(is_out(scene, other) for other in there):
        return Refusal("10-1.2", "units of a player who is out never act")
    if ODA in there:
        return Refusal("4-3.2", "Oda units never act by themselves")
    if NEUTRAL in there:
        return Refusal("4-4.4", "Neutral units never act by themselves")
    return Refusal("7-1.1", f"{called(scene, clan)} has no unit in `{area}`")


@carries("7-2.3")
def is_bound(scene: Scene, clan: str, area: str) -> Refusal | None:
    """Units that share their area with other clans stay, but rebels part from rebels and greater daimyos (7-2.7)."""
    others = other_clans(scene, clan, area)
    holding = [other for other in others if not may_part(scene, clan, other)]
    if not holding:
        return None
    partly = len(holding) < len(others) or (is_greater(scene, clan) and is_greater(scene, holding[0]))
    because = f"{called(scene, holding[0])} holds {called(scene, clan)} in {scene.name(area)}"
    return Refusal("7-2.7", because) if partly else Refusal("7-2.3", because)


# -- going -------------------------------------------------------------------------------------------------------------
@carries("7.2", "7-5.3", "7-5.4")
def may_go_on(scene: Scene, clan: str, area: str) -> bool:
    """Whether units may pass through an area: no other clan is there, or a vassal meets only Oda and vassals."""
    return all(lets_pass(scene, clan, other) for other in other_clans(scene, clan, area))


@carries("7.1")
def ways(scene: Scene, clan: str, origin: str, reach: int) -> Mapping[str, tuple[str, ...]]:
    """A shortest legal way to every area within reach."""
    return scene.memo(("ways", clan, origin, reach), lambda: _flood(scene, clan, origin, reach))


def _flood(scene: Scene, clan: str, origin: str, reach: int) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    frontier: list[tuple[str, tuple[str, ...]]] = [(origin, ())]
    for _ in range(reach):
        following = []
        for area, way in frontier:
            for near in beside(scene, area):
                if near != origin and near not in found:
                    found[near] = (*way, near)
                    if may_go_on(scene, clan, near):
                        following.append((near, found[near]))
        frontier = following
    return found


def bad_destination(scene: Scene, command: Command, origin: str, to: Any) -> Refusal | None:
    """Why a movement may not end in an area."""
    if to in scene.scenario.closed:
        return Refusal("10-2.1", f"{scene.name(to)} is not in play")
    if to == origin:
        return Refusal("7.x1", "a movement ends in another area than it began")
    if to not in ways(scene, command.clan, origin, command.reach):
        return _out_of_reach(scene, command, origin, to)
    if command.meets is not None and not other_clans(scene, command.clan, to):
        return Refusal(command.meets, f"no other clan is in {scene.name(to)}")
    return None


def _out_of_reach(scene: Scene, command: Command, origin: str, to: Any) -> Refusal:
    near, far = {origin}, {origin}
    for _ in range(command.reach):
        near = {other for area in near for other in beside(scene, area)} - far
        far |= near
    if to not in far:
        return Refusal("7.1", f"`{to}` is more than {command.reach} areas away")
    if is_vassal(scene, command.clan):
        return Refusal("7-5.3", "a vassal passes only where all others are Oda or vassals")
    if is_rebel(scene, command.clan):
        return Refusal("7-5.4", "a rebel stops in the first area with another clan")
    return Refusal("7.2", "units stop in the first area with another clan")


def moves(scene: Scene, command: Command) -> Iterator[Move]:
    """Every movement a clan can make: from where to where."""
    for area in [area for area, here in units_by_area(scene).items() if command.clan in here]:
        if bad_origin(scene, command.clan, area) is None:
            for to in ways(scene, command.clan, area, command.reach):
                if bad_destination(scene, command, area, to) is None:
                    yield Move(area, to)


@carries("7-4.1")
def bad_move(scene: Scene, command: Command, move: Move) -> Refusal | None:
    """Why a movement is not allowed; a card changes only what it says."""
    return bad_origin(scene, command.clan, move.origin) or bad_destination(scene, command, move.origin, move.to)


# -- the units ---------------------------------------------------------------------------------------------------------
@carries("7.3", "7.4", "7-1.2")
def choose_units(scene: Scene, command: Command, move: Move) -> Flow[list[str]]:
    """The units that go, one by one: any ready ones of the area left, as long as one stays behind."""
    group: list[str] = []
    while True:
        rest = [id for id in movable(scene, command.clan, move.origin) if id not in group]
        answer: str = yield from decide(
            scene,
            distinct(scene, rest),
            [partial(bad_unit, scene, command, move, tuple(group))],
            topic=JoinGroup(command.clan, move.origin, move.to, tuple(group)),
            seat=command.seat,
            rule="7.1",
            stop=GO if group else None,
            about=(move.origin, move.to, *group),
            prompt=_which(scene, command, move, group),
        )
        if answer == GO:
            return group
        group.append(answer)


def _which(scene: Scene, command: Command, move: Move, group: list[str]) -> str:
    warning = f", which makes {called(scene, command.clan)} a rebel" * rebels_by_ending(scene, command.clan, move.to)
    so_far = f" So far: {', '.join(scene.game.pieces[id].name.en for id in group)}" if group else ""
    return f"{scene.name(move.origin)} to {scene.name(move.to)}{warning}: which unit goes?{so_far}"


@carries("7-2.x2")
def bad_unit(scene: Scene, command: Command, move: Move, group: tuple[str, ...], id: Any) -> Refusal | None:
    """Why a unit may not join the group."""
    if id in areas(scene):
        return Refusal("7.3", "the whole group goes to one area")
    piece = scene.table.pieces.get(id) if isinstance(id, str) else None
    if piece is None or id not in facts(scene).units:
        return Refusal("7.1", f"`{id}` is no unit; name one, or say {GO}")
    if piece.side != command.clan:
        return Refusal("4-6.2", f"{scene.name(id)} is not of {called(scene, command.clan)}")
    if piece.place != move.origin:
        return Refusal("7.4", f"{scene.name(id)} is not in {scene.name(move.origin)}")
    if id in group:
        return Refusal("7.1", f"{scene.name(id)} goes already")
    if not is_ready(scene, id):
        return Refusal("7-1.1", f"{scene.name(id)} is spent")
    if is_defending(scene, id):
        return Refusal("7-2.6", f"{scene.name(id)} only defends")
    if len(units_in(scene, command.clan, move.origin)) - len(group) <= facts(scene).left_behind:
        return Refusal("7-2.2", f"a unit must stay in {scene.name(move.origin)}")
    return None


@carries("4-1.10", "7-3.1", "7-3.3", "7-3.x1", "7-3.x2", "8-1-1.1", "8-5.3")
def movement(scene: Scene, command: Command, move: Move) -> Flow[Victory | None]:
    """Units go, a vassal may become a rebel, one combat follows where others stand, and all of them are spent."""
    group = yield from choose_units(scene, command, move)
    way = ways(scene, command.clan, move.origin, command.reach)[move.to]
    for id in group:
        scene.do(Moved(id, move.to, path=way, rule="7.1"))
    rebel_on_arrival(scene, command.clan, move.to)
    fighters = [id for id in units_in(scene, command.clan, move.to) if is_ready(scene, id)]
    won: Victory | None = None
    if other_clans(scene, command.clan, move.to):
        won = yield from combat(scene, command, move.to, fighters, came_from=move.origin)
        group = fighters
    spend(scene, [id for id in group if scene.table.pieces[id].place == move.to], "7-3.3")
    return won
