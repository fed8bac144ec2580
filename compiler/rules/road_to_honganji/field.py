"""What the rules look at: clans and their units area by area, players and their status, control, hands and pools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.facts import ARMIES, HAND, NEUTRAL, Facts, Unit

READY, SPENT = 0, 1  # the faces of a unit (1-2)
TURNED = 1  # the back of an Oda army: a Neutral army (8-4-1)
REBEL_FACE = 1  # the back of an order marker (1-3)
VASSAL, REBEL, OUT = "vassal", "rebel", "out"
ODA_SIDE, ANTI_ODA, NEUTRAL_SIDE = "oda side", "anti-oda side", "neutral side"


def facts(scene: Scene) -> Facts:
    found: Facts = scene.book.facts
    return found


# -- areas and units ---------------------------------------------------------------------------------------------------
@carries("10-2.1")
def areas(scene: Scene) -> tuple[str, ...]:
    """The areas in play, in the order of the map."""
    closed = scene.scenario.closed
    return scene.book.once(
        ("areas", scene.scenario.id), lambda: tuple(area for area in facts(scene).areas if area not in closed)
    )


@carries("10-2.x1", "1-1-1.2")
def beside(scene: Scene, area: str) -> tuple[str, ...]:
    """The areas in play that border an area; the Seto Sea is one like the others."""
    near: Mapping[str, tuple[str, ...]] = scene.book.once(
        ("beside", scene.scenario.id),
        lambda: {
            area: tuple(other for other in facts(scene).beside[area] if other in areas(scene)) for area in areas(scene)
        },
    )
    return near[area]


def units_by_area(scene: Scene) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """For each area in play the units of each clan there; without a detour while the pieces are the same."""
    found = scene.book.memo.get("units")
    if found is not None and found[0] is scene.table.pieces:
        now: Mapping[str, Mapping[str, tuple[str, ...]]] = found[1]
        return now
    return scene.memo("units", lambda: _by_area(scene), of="pieces")


def _by_area(scene: Scene) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    kept = scene.kept
    news = kept.news("units")
    found: dict[str, dict[str, tuple[str, ...]]] | None = kept.values.get("units")
    if news is None or found is None:
        return kept.put("units", {area: _clans(scene, area) for area in areas(scene)}, ())
    other = {area: _clans(scene, area) for area in news if area in found}
    return kept.put("units", {**found, **other}, ()) if other else found


def _clans(scene: Scene, area: str) -> dict[str, tuple[str, ...]]:
    known, pieces = facts(scene).units, scene.table.pieces
    found: dict[str, list[str]] = {}
    for id in scene.table.stacks.get(area, ()):
        if id in known:
            found.setdefault(str(pieces[id].side), []).append(id)
    return {clan: tuple(ids) for clan, ids in found.items()}


def units_in(scene: Scene, clan: str, area: str) -> tuple[str, ...]:
    """The units of a clan in an area; a unit belongs to the clan it is held by, not the printed one."""
    return units_by_area(scene).get(area, {}).get(clan, ())


@carries("4.4", "4-6.1")
def other_clans(scene: Scene, clan: str, area: str) -> list[str]:
    """The other clans with units in an area, in the order of the clans: whoever is not the own clan is one."""
    here = units_by_area(scene).get(area, {})
    if len(here) <= (clan in here):
        return []
    return [other for other in scene.game.sides if other != clan and other in here]


def units_of(scene: Scene, clan: str) -> list[str]:
    """All units of a clan on the map."""
    by_area = units_by_area(scene)
    return scene.memo(
        ("units of", clan), lambda: [id for here in by_area.values() for id in here.get(clan, ())], of="pieces"
    )


def on_map(scene: Scene, piece: str) -> bool:
    here = scene.table.pieces.get(piece)  # with three players some pieces are not used
    return here is not None and here.place in areas(scene)


def unit(scene: Scene, piece: str) -> Unit:
    return facts(scene).units[piece]


def is_ready(scene: Scene, piece: str) -> bool:
    return scene.table.pieces[piece].face == READY


@carries("1-2-1-2.2", "10-1.3", "FAQ-Q3.1")
def is_defending(scene: Scene, piece: str) -> bool:
    """Whether a general only defends: printed so, a turncoat, or of a clan that was knocked out."""
    printed, now = facts(scene).units[piece], scene.table.pieces[piece]
    return printed.general and (printed.defending or now.mark("turncoat") is not None or is_out(scene, str(now.side)))


@carries("1-2-2.3")
def armies_of(scene: Scene, ids: Iterable[str]) -> list[str]:
    """The armies among some units; those of Oda bear names and are armies all the same."""
    return [id for id in ids if not unit(scene, id).general]


def generals_of(scene: Scene, ids: Iterable[str]) -> list[str]:
    return [id for id in ids if unit(scene, id).general]


@carries("1-2-2-1.x2")
def distinct(scene: Scene, ids: Iterable[str]) -> list[str]:
    """Some units, but only the first of armies of one clan that lie in one place with the same side up."""
    found: dict[Any, str] = {}
    for id in ids:
        piece = scene.table.pieces[id]
        alike = id if unit(scene, id).general else (piece.side, piece.place, piece.face)
        found.setdefault(alike, id)
    return list(found.values())


def called(scene: Scene, clan: str) -> str:
    """What players call a clan."""
    side = scene.game.sides.get(clan)
    return side.name.en if side is not None else clan


# -- players -----------------------------------------------------------------------------------------------------------
def is_out(scene: Scene, clan: str) -> bool:
    """Whether the clan of a player was knocked out."""
    return scene.table.mark(clan, "knocked_out") is not None


def players(scene: Scene) -> list[str]:
    """The players still in the game; a seat has the name of its clan."""
    return [seat for seat in scene.scenario.seats if not is_out(scene, seat)]


@carries("3-1.x1")
def in_order(scene: Scene) -> list[str]:
    """The players still in the game by their order markers."""
    known = facts(scene)
    place = {seat: scene.table.pieces[known.markers[seat]].place for seat in players(scene)}
    return sorted(place, key=lambda seat: known.boxes.index(place[seat]))


@carries("4-1.2", "4-1.x2")
def status(scene: Scene, clan: str) -> str | None:
    """Vassal, rebel or out; None for a clan without a player."""
    if clan not in scene.scenario.seats:
        return None
    if is_out(scene, clan):
        return OUT
    return REBEL if scene.table.pieces[facts(scene).markers[clan]].face == REBEL_FACE else VASSAL


def is_vassal(scene: Scene, clan: str) -> bool:
    return status(scene, clan) == VASSAL


def is_rebel(scene: Scene, clan: str) -> bool:
    return status(scene, clan) == REBEL


def is_greater(scene: Scene, clan: str) -> bool:
    return clan in facts(scene).greater


@carries("6-1.1")
def acting(scene: Scene) -> str | None:
    """The player whose action turn it is."""
    return next((seat for seat in scene.scenario.seats if scene.table.mark(seat, "acting")), None)


# -- control -----------------------------------------------------------------------------------------------------------
@carries("5.1", "5-3.1", "5-3.x1", "5-2.x3")
def controllers(scene: Scene) -> Mapping[str, str]:
    """Who controls each area: as settled at the end of the last action turn, but an empty one is Neutral at once."""

    def find() -> dict[str, str]:
        kept, mark, units = scene.kept, scene.table.mark, units_by_area(scene)
        news = kept.news("controllers")
        found: dict[str, str] | None = kept.values.get("controllers")
        some = list(units) if news is None or found is None else [area for area in news if area in units]
        now = {area: str(mark(area, "control")) if units[area] else NEUTRAL for area in some}
        if found is not None and all(found[area] == who for area, who in now.items()):
            return found  # the very same as long as nothing is otherwise
        return kept.put("controllers", {**(found or {}), **now}, ())

    return scene.memo("controllers", find)


def controller(scene: Scene, area: str) -> str:
    return controllers(scene)[area]


@carries("4-5.6")
def controlled(scene: Scene, clan: str) -> list[str]:
    """The areas a clan controls, in the order of the map; those of its side are not its own."""

    now = controllers(scene)

    def find() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for area, who in now.items():
            found.setdefault(who, []).append(area)
        return found

    return scene.memo_of("controlled", (now,), find).get(clan, [])


# -- cards and pools ---------------------------------------------------------------------------------------------------
def hand(scene: Scene, seat: str) -> tuple[str, ...]:
    return scene.table.stacks.get(f"{HAND}.{seat}", ())


def pool(scene: Scene, clan: str) -> tuple[str, ...]:
    """The armies of a clan beside the board."""
    return scene.table.stacks.get(f"{ARMIES}.{clan}", ())


def different(scene: Scene, cards: Iterable[str]) -> list[str]:
    """One card of each kind."""
    return list({facts(scene).cards[card].id: card for card in reversed(list(cards))}.values())[::-1]


@carries("6-2.2")
def cunning(scene: Scene, seat: str) -> int:
    """The cunning of a player: his generals with a star on the map, ready or spent; turncoats no longer count."""
    known = facts(scene).units
    return scene.memo(("cunning", seat), lambda: sum(known[id].cunning for id in units_of(scene, seat)), of="pieces")
