"""3.0 Preparing the game: the armies go down in order, each unit in its area, and are organised into forces."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Moved
from compiler.model.scenario import FreePlacement
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.coverage import carries, count
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import PlacePiece
from compiler.rules.shingens_arrival.ch06_organization import boxes, by_rank, no_place_under
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, castles_of, while_they_stand
from compiler.rules.shingens_arrival.facts import BUSHO, ENEMY, facts
from compiler.rules.shingens_arrival.field import war

EJIRI, ANAYAMA, MOST_AT_EJIRI = "5425", "anayama_nobukimi", 3
Waiting = dict[str, FreePlacement]


@step(
    "3-3.1",
    "stock.setup",
    "3-3.5",
    "3-3.x1",
    "3-3(2).1",
    "3-3(5).1",
    "3-3(6).1",
    "3-3(6).2",
    "3-3(6).3",
    "3-3(1).1",
    "3-3(1).2",
    "3-3(3).1",
)
def place_unit(scene: Scene) -> Flow[Outcome]:
    """Place the next unit of the army whose turn it is, commanders first; again until all stand (3-3)."""
    waiting = next_army(scene)
    if not waiting:
        return None
    unit = by_rank(scene, waiting)[0]
    free = waiting[unit]
    place = yield from decide(
        scene,
        lambda: open_places(scene, unit, free),
        (lambda to: refuse_place(scene, unit, free, to),),
        sure=True,
        topic=PlacePiece(unit),
        prompt=lambda: f"place {scene.name(unit)} where?",
        seat=free.seat,
        rule=free.note.rule or "3-3.1",
        about=(unit,),
    )
    scene.do(Moved(unit, place, rule="3-3(6).5" if _at_ejiri(scene, place) else free.note.rule))
    return AGAIN


def next_army(scene: Scene) -> Waiting:
    """The units of the first army that is not all down, in the order of the rules (3-3.1)."""
    pieces = scene.table.pieces
    for army in _armies(scene):
        found = {unit: free for unit, free in army.items() if pieces[unit].place == free.pool}
        if found:
            return found
    return {}


def _armies(scene: Scene) -> list[Waiting]:
    """The units to be placed, army by army."""

    def find() -> list[Waiting]:
        groups, _ = scene.book.reserved(scene.scenario.id)
        found: dict[str, Waiting] = {}
        for free, units in zip(scene.scenario.free, groups, strict=True):
            for unit in units:
                found.setdefault(facts(scene).units[unit].army, {})[unit] = free
        return list(found.values())

    return scene.book.once(("armies", scene.scenario.id), find)


def hexes_for(scene: Scene, free: FreePlacement) -> tuple[str, ...]:
    """The hexes of a setup area."""
    known = facts(scene)
    found: tuple[str, ...] = scene.book.once(
        ("setup", free.id), lambda: tuple(space for space in free.spaces if space in known.beside)
    )
    return found


def _area(scene: Scene, free: FreePlacement) -> frozenset[str]:
    """The hexes and command tracks of a setup area."""
    return scene.book.once(("setup area", free.id), lambda: frozenset(free.spaces))


def open_places(scene: Scene, unit: str, free: FreePlacement) -> list[str]:
    """Where a unit may start: what `refuse_place` allows, the hexes of its area taken together."""
    known, area = facts(scene), hexes_for(scene, free)
    enemies = _enemy_ground(scene, known.seat_of[known.units[unit].army])
    hexes = scene.memo_of(("setup", free.id), (enemies,), lambda: tuple([hex for hex in area if hex not in enemies]))
    if len(hexes) < len(area):
        count("3-3(4).2")
    full = _too_many(scene, unit, EJIRI) if EJIRI in _area(scene, free) else None
    if full is not None and full.rule is not None:
        count(full.rule)
    found = [hex for hex in hexes if hex != EJIRI] if full is not None else [*hexes]
    return found + [
        box for box in boxes(scene, unit, _area(scene, free)) if refuse_place(scene, unit, free, box) is None
    ]


@carries("3-3(1).3", "3-3(3).2", "3-3(4).1", "3-3(4).2", "3-3(4).3", "3-3(6).4", "3-3(6).5")
def refuse_place(scene: Scene, unit: str, free: FreePlacement, place: Any) -> Refusal | None:
    """Why a unit may not start somewhere."""
    known = facts(scene)
    if place in known.box_of:
        rule = free.note.rule or "3-3.1"
        if place not in _area(scene, free):
            return Refusal(rule, f"`{unit}` may not start on this command track")
        return no_place_under(scene, unit, place, _area(scene, free), rule) or _too_many(scene, unit, place)
    if place not in _area(scene, free):
        return Refusal(_reason(scene, free, place), f"`{unit}` may not start in `{place}`")
    if place in _enemy_ground(scene, known.seat_of[known.units[unit].army]):
        return Refusal("3-3(4).2", f"the enemy is in `{place}`")
    return _too_many(scene, unit, place)


def _enemy_ground(scene: Scene, seat: str) -> frozenset[str]:
    """The hexes with enemy forces or castles."""
    return while_they_stand(
        scene, ("enemy ground", seat), lambda: castles_of(scene, ENEMY[seat]) | war(scene).stand(ENEMY[seat]).hexes
    )


def _reason(scene: Scene, free: FreePlacement, place: Any) -> str:
    rules = free.note.rules
    if free.id == "ikko_nagashima" and place == "2324":
        return "3-3(1).3"
    if free.id == "oda" and castles_in_effect(scene).get(place) == ENEMY[free.seat]:
        return "3-3(4).2"
    if facts(scene).province.get(place) == "omi" and free.id in ("asakura", "oda"):
        return "3-3(3).2" if free.id == "asakura" else "3-3(4).3"
    return rules[0] if rules else "3-3.1"


def _anayama_is_there(scene: Scene) -> bool:
    anayama = war(scene).forces.get(ANAYAMA)
    return anayama is not None and anayama.hex == EJIRI


def _at_ejiri(scene: Scene, place: Any) -> bool:
    """Whether a place is Ejiri, or under Anayama who is there."""
    return place == EJIRI or (facts(scene).box_of.get(place) == ANAYAMA and _anayama_is_there(scene))


@carries("3-3(6).5")
def _too_many(scene: Scene, unit: str, place: str) -> Refusal | None:
    """Busho start in Ejiri only with Anayama, and three of them at most, on his track included (3-3(6))."""
    known = facts(scene)
    if known.units[unit].rank != BUSHO or (place != EJIRI and known.box_of.get(place) != ANAYAMA):
        return None
    now, there = war(scene), _anayama_is_there(scene)
    if place != EJIRI and not there:
        return None
    if not there:
        return Refusal("3-3(6).5", "busho start in Ejiri only together with Anayama")
    busho = [piece for force in now.at[EJIRI] for piece in force.pieces if known.units[piece.id].rank == BUSHO]
    return None if len(busho) < MOST_AT_EJIRI else Refusal("3-3(6).5", "three busho are in Ejiri")
