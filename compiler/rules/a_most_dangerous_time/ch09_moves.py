"""Chapter 9: moves of the movement step: groups on the march, sorties, activations; what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Price, Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.anytime import Riot, bad_anytime
from compiler.rules.a_most_dangerous_time.asking import distinct, listed
from compiler.rules.a_most_dangerous_time.ch06_cards import with_timing
from compiler.rules.a_most_dangerous_time.ch09_limits import COSTS, bad_group, price, stops, why_not_strategic
from compiler.rules.a_most_dangerous_time.ch10_camps import active_in, is_active
from compiler.rules.a_most_dangerous_time.ch10_combat import Promote
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build, azuchi_cost, bad_site
from compiler.rules.a_most_dangerous_time.ch16_spheres import drops
from compiler.rules.a_most_dangerous_time.facts import ODA, POINTS, facts
from compiler.rules.a_most_dangerous_time.field import four, hostile, inside, units
from compiler.rules.a_most_dangerous_time.loyalty import active_faction


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


def costs(scene: Scene, answer: Any) -> Price | None:
    """The points that something done in step 6 takes, and whether Units must stop there; cards take none."""
    if isinstance(answer, March):
        to, who = answer.path[-1], active_faction(scene)
        ends = stops(scene, to, who) or (four(scene) and who == ODA and drops(scene, answer.units, to))
        return Price(price(scene, answer.path, len(answer.units)), ends)
    if isinstance(answer, Build):
        return Price(azuchi_cost(scene))
    return Price(1) if isinstance(answer, (Sortie, Activate)) else None


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
    return bad_way(scene, answer.path, force)


def bad_way(scene: Scene, path: tuple[str, ...], force: Sequence[Piece]) -> Refusal | None:
    """Why Units that stand together may not go a way."""
    no = bad_group(scene, path, force)
    if no is None and len(path) == 3:
        no = why_not_strategic(scene, path, force)
    if no is None and price(scene, path, len(force)) > points(scene):
        no = Refusal(COSTS[facts(scene).way[path[0], path[1]]], "there are not enough points")
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
    if paid_for(scene, place, mine):
        return Refusal("9.3.4", "a combat there is paid for already")
    return Refusal("10.2(2).11", "an activation costs a point") if points(scene) < 1 else None


def paid_for(scene: Scene, place: str, mine: Sequence[Piece]) -> bool:
    """Whether Units of the impulse in the field of a place fight there anyway (10.1.2)."""
    if (place, "activated") in scene.table.marks:
        return True
    return any(u.mark("arrived") or u.mark("sortied") for u in mine if u.marks)
