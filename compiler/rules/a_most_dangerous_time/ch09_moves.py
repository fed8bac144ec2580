"""Chapter 9: what may be done in the movement step: groups on the march, sorties, activations; what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Answer, Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.anytime import Riot, anytime_plays, bad_anytime
from compiler.rules.a_most_dangerous_time.asking import active_seat, distinct, listed
from compiler.rules.a_most_dangerous_time.ch03_clans import closed
from compiler.rules.a_most_dangerous_time.ch06_cards import with_timing
from compiler.rules.a_most_dangerous_time.ch09_limits import (
    bad_group,
    capacity,
    load,
    price,
    strategic_paths,
    why_not_strategic,
)
from compiler.rules.a_most_dangerous_time.ch10_camps import active_in, is_active
from compiler.rules.a_most_dangerous_time.ch10_combat import Promote
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build, azuchi_sites, bad_site
from compiler.rules.a_most_dangerous_time.facts import LANE, POINTS, ROAD, facts
from compiler.rules.a_most_dangerous_time.field import four, hostile, inside, neighbours, turn, units, unsupplied
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, active_faction, factions, side_of

OF_THE_WAY = ("9.2.2", "9.5.2", "9.5.3", "9.5.x1", "9.8.2", "9.8(2).1", "9.8.x1", "14.2.2", "15.2.10", "3.2.19")


@record(frozen=True, slots=True)
class March(Action):
    """Units that stand together go along one way, or along two roads strategically."""

    path: tuple[str, ...]
    units: tuple[str, ...]

    def __post_init__(self) -> None:
        if type(self.path) is not tuple or type(self.units) is not tuple:
            object.__setattr__(self, "path", listed(self.path))
            object.__setattr__(self, "units", listed(self.units))


@record(frozen=True, slots=True)
class Activate(Action):
    """A point is spent for a combat where no new Units moved in."""

    place: str


@record(frozen=True, slots=True)
class Sortie(Action):
    """Besieged Units come out into the field of their Space."""

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", listed(self.units))


@record(frozen=True, slots=True)
class Force(Action):
    """A Forced March card."""

    card: str


def points(scene: Scene) -> int:
    return int(scene.table.tracks[POINTS])


def move_options(scene: Scene, seat: str) -> Iterator[Answer]:
    if points(scene):
        yield from _by_place(scene)
        yield from azuchi_sites(scene, points(scene))
    forces = (Force(card) for card in with_timing(scene, seat, ("move",)))
    yield from (force for force in forces if bad_force(scene, seat, force) is None)
    yield from anytime_plays(scene, seat)


def _by_place(scene: Scene) -> list[Answer]:
    """What Units can do, place by place; it stays the same while nothing changes near one, and points are enough."""
    known, kept, stacks = facts(scene), scene.kept, scene.table.stacks
    answers: list[Answer] = []
    plain, dear = _now(scene, 1), _now(scene, min(points(scene), known.dearest))
    for place, near in known.around.items():
        if place in stacks:
            now = dear if place in known.dear else plain
            found: tuple[Answer, ...] | None = kept.values.get((place, now))
            if found is None:
                mine = active_in(scene, place)
                if mine:
                    found = kept.put((place, now), tuple(_from_place(scene, place, mine, now)), near)
                else:
                    found = kept.put((place, now), (), (place, "azuchi"))
            answers += found
    return answers


def _now(scene: Scene, least: int) -> object:
    """What all moves hang on wherever they are made, as one thing that is quickly looked up.

    Whose impulse it is, points (no more than any group needs), the first turn, loyalties.
    """
    key = ("now", active_alliance(scene), active_seat(scene), least, turn(scene) == 1, factions(scene))
    kept = scene.kept
    return kept.values.get(key) or kept.put(key, object(), ())


def _from_place(scene: Scene, place: str, mine: Sequence[Piece], now: object) -> Iterator[Answer]:
    """What Units in one place can do, in some sizes of groups."""
    free = [u for u in mine if u.mark("stopped") is None]
    outside = [u for u in free if not inside(u)]
    shut_in = [u for u in free if inside(u)]
    linked = [u for u in outside if not unsupplied(u)]
    groups: dict[tuple[object, ...], list[tuple[str, ...]]] = {}
    ways: list[tuple[tuple[str, ...], str]] = [((place, there), way) for there, way in neighbours(scene, place)]
    if linked:
        ways += [(path, ROAD) for path in strategic_paths(scene, place, side_of(scene, linked[0]))]
    kept = scene.kept
    for path, way in ways:
        found: tuple[March, ...] | None = kept.values.get((path, now))
        if found is None:
            by_sea, most = way == LANE and bool(shut_in), capacity(scene, way)
            force = shut_in if by_sea else linked if len(path) == 3 else outside
            only = facts(scene).off_board.get(path[-1])
            force = [u for u in force if u.side == only] if only else force
            sort = (len(path), by_sea, most, only)
            if sort not in groups:
                groups[sort] = list(_groups(scene, force, most))
            marches = tuple(_marches(scene, path, way, force, groups[sort])) if force else ()
            found = kept.put((path, now), marches, (*path, "azuchi"))
        yield from found
    if shut_in and bad_sortie(scene, Sortie(tuple(u.id for u in shut_in))) is None:
        yield Sortie(tuple(u.id for u in shut_in))
    if len(mine) < scene.table.count(place) and bad_activation(scene, Activate(place)) is None:
        yield Activate(place)


def _marches(
    scene: Scene, path: tuple[str, ...], way: str, force: Sequence[Piece], groups: Iterable[tuple[str, ...]]
) -> Iterator[March]:
    """The moves of some groups of a force along a way; what bars the way itself is asked once."""
    barred = why_not_strategic(scene, path, force) if len(path) == 3 and four(scene) else None
    if barred is not None and barred.rule in OF_THE_WAY:
        return
    if barred is None and way != LANE and not four(scene) and _is_free(scene, path, force):
        yield from (March(path, group) for group in groups)
        return
    pieces = scene.table.pieces
    for group in groups:
        no = _bad_way(scene, path, [pieces[id] for id in group])
        if no is None:
            yield March(path, group)
        elif no.rule in OF_THE_WAY:
            return


def _is_free(scene: Scene, path: tuple[str, ...], force: Sequence[Piece]) -> bool:
    """Whether nothing closes a way by land to any part of a force that may move, and there are points for it."""
    for clan in dict.fromkeys([unit.side or "" for unit in force]):
        for place in path[1:]:
            if closed(scene, place, clan) is not None:
                return False
    return price(scene, path, 1) <= points(scene)


def _groups(scene: Scene, force: Sequence[Piece], most: int) -> Iterator[tuple[str, ...]]:
    """As many as one point takes, Leaders first; the same without Leaders; half of them; one Soldier."""
    kinds = facts(scene).kinds
    leaders = sorted([u.id for u in force if kinds[u.id] == "leader"])
    soldiers = sorted([u.id for u in force if kinds[u.id] != "leader"])
    order, loads = leaders + soldiers, {u.id: load(scene, u, most) if u.marks else 1 for u in force}
    seen: set[tuple[str, ...]] = set()
    for some in (order, soldiers, order[: (len(order) + 1) // 2], soldiers[:1]):
        chosen: list[str] = []
        weight = 0
        for id in some:
            if weight + loads[id] <= most:
                chosen.append(id)
                weight += loads[id]
        if chosen and tuple(chosen) not in seen:
            seen.add(tuple(chosen))
            yield tuple(chosen)


# -- judging -----------------------------------------------------------------------------------------------------------
def bad_move(scene: Scene, seat: str, answer: Any) -> Refusal | None:
    """Why something cannot be done in step 6."""
    if isinstance(answer, March):
        return bad_march(scene, answer)
    if isinstance(answer, Sortie):
        return bad_sortie(scene, answer)
    if isinstance(answer, Activate):
        return bad_activation(scene, answer)
    if isinstance(answer, Build):
        return bad_site(scene, answer, points(scene))
    if isinstance(answer, Force):
        return bad_force(scene, seat, answer)
    if isinstance(answer, (Riot, Promote, str)):
        return bad_anytime(scene, seat, answer)
    return Refusal("4.1(6).1", "move, activate, sortie, play a card, or `done`")


def bad_force(scene: Scene, seat: str, answer: Force) -> Refusal | None:
    """Why a Forced March cannot be played: not held, or all points of the impulse went into Azuchi."""
    if answer.card not in with_timing(scene, seat, ("move",)):
        return Refusal("Cards33-38.1", "that is no Forced March in your hand")
    azuchi = scene.table.pieces.get("azuchi")
    if azuchi is not None and azuchi.mark("raised") is not None:
        return Refusal("16.1.x5", "all points of this impulse have raised Azuchi")
    return None


def bad_march(scene: Scene, answer: March) -> Refusal | None:
    """Why Units may not move so."""
    if len(answer.path) not in (2, 3) or not distinct(answer.path, facts(scene).links):
        return Refusal("9.2.2", "name the place left and the next one, or two by strategic movement")
    if not distinct(answer.units, scene.table.pieces):
        return Refusal("9.2.1", "name the Units that move")
    force = [scene.table.pieces[u] for u in answer.units]
    if any(p.place != answer.path[0] or p not in units(scene, answer.path[0]) for p in force):
        return Refusal("9.5.4" if len(answer.path) == 3 else "9.2.2", f"not all of them stand in `{answer.path[0]}`")
    return _bad_way(scene, answer.path, force)


def _bad_way(scene: Scene, path: tuple[str, ...], force: Sequence[Piece]) -> Refusal | None:
    """Why Units that stand together may not go a way."""
    no = bad_group(scene, path, force)
    if no is None and len(path) == 3:
        no = why_not_strategic(scene, path, force)
    if no is None and price(scene, path, len(force)) > points(scene):
        no = Refusal("9.3.1", "there are not enough points")
    return no


@carries("9.6.1", "9.6.3", "10.2(2).8", "10.2(2).9")
def bad_sortie(scene: Scene, answer: Sortie) -> Refusal | None:
    """Why besieged Units may not come out."""
    if not distinct(answer.units, scene.table.pieces):
        return Refusal("9.6.1", "name the besieged Units that come out")
    force = [scene.table.pieces[u] for u in answer.units]
    if len({p.place for p in force}) != 1 or not all(inside(p) and is_active(scene, p) for p in force):
        return Refusal("9.6.1", "name active Units besieged in one Space")
    if any(p.mark("stopped") is not None for p in force):
        return Refusal("9.4.4", "they may not move any more")
    return Refusal("10.2(2).9", "a sortie costs a point") if points(scene) < 1 else None


@carries("9.3.4", "10.1.1", "10.1.2", "10.2(2).11", "10.5.7")
def bad_activation(scene: Scene, answer: Activate) -> Refusal | None:
    """Why a place cannot be activated for combat."""
    place = answer.place
    if place not in facts(scene).places:
        return Refusal("9.3.4", f"`{place}` is no place for a combat")
    mine = [u for u in active_in(scene, place) if not inside(u)]
    if not mine or not hostile(scene, place, active_faction(scene)):
        return Refusal("10.1.1", "active Units in the field and enemies there are needed")
    if (place, "activated") in scene.table.marks or any(u.mark("arrived") or u.mark("sortied") for u in mine):
        return Refusal("9.3.4", "a combat there is paid for already")
    return Refusal("10.2(2).11", "an activation costs a point") if points(scene) < 1 else None
