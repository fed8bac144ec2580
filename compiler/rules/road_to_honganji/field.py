"""What the rules look at: clans and their units area by area, players and their status, control, hands and pools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from compiler.model.counters import Counter
from compiler.model.table import Table
from compiler.play.book import Rulebook
from compiler.play.firing import carries
from compiler.play.scene import Scene
from compiler.play.step import needs

T = TypeVar("T")
ODA, NEUTRAL = "oda", "neutral"  # clans nobody plays
NOBUNAGA, CAPITAL = "oda_nobunaga", "miyako_azuchi"
STACK, USED, REMOVED = "stack", "used", "removed"
READY, SPENT = 0, 1  # the faces of a unit (1-2)
OWN_FACE, TURNED = 0, 1  # the faces of an Oda army; the back is a Neutral army (8-4-1)
VASSAL_FACE, REBEL_FACE = 0, 1  # the faces of an order marker (1-3)
VASSAL, REBEL, OUT = "vassal", "rebel", "out"
ODA_SIDE, ANTI_ODA, NEUTRAL_SIDE = "oda side", "anti-oda side", "neutral side"

needs(__name__, "constant", "first_end_check", "greater_daimyos", "hand", "movement", "petition_dice",
      "point_for_adviser", "point_for_nobunaga", "point_for_revenge", "rebel_ties", "strategist_bonus",
      "units_left_behind", "vassal_ties")
needs(__name__, "counter", NOBUNAGA)
needs(__name__, "dice", "one", "several")
needs(__name__, "kind", "general", "army", "order_marker")
needs(__name__, "mark", "acted", "acting", "adviser", "avenger", "control", "finished", "knocked_out", "last_fought",
      "last_target", "slayer", "turncoat", "used_card")
needs(__name__, "option", "inherited_areas", "more_petitions")
needs(__name__, "place", CAPITAL, REMOVED, STACK, USED, "armies", "castles", "hand", "order_1")
needs(__name__, "side", ODA, NEUTRAL)
needs(__name__, "table", "death_in_battle", "game_end", "petition")
needs(__name__, "track", "turn")


@dataclass(frozen=True, slots=True)
class Unit:
    """What is printed on a general or an army."""

    clan: str
    general: bool
    military: int
    listed: int  # its place in the counter list
    strategist: bool = False
    cunning: int = 0
    defending: bool = False
    castle: bool = False
    leader: bool = False
    red_name: bool = False


@dataclass(frozen=True, slots=True)
class CombatCard:
    """What is printed on a combat card: the cunning it needs, what its event does, the figures of it."""

    id: str
    cunning: int
    does: str
    reach: int
    bonus: int
    units: int
    meets: bool
    answered: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What follows from the definition alone, looked up once."""

    units: Mapping[str, Unit]  # piece → what is printed on it
    cards: Mapping[str, CombatCard]  # piece → what is printed on it
    leaders: Mapping[str, str]  # clan → piece
    castles: Mapping[str, str]
    markers: Mapping[str, str]  # clan → order marker
    boxes: tuple[str, ...]  # the order boxes, the first first
    areas: tuple[str, ...]
    beside: Mapping[str, tuple[str, ...]]
    points: Mapping[str, int]
    greater: tuple[str, ...]  # the greater daimyos
    directs: Mapping[str, tuple[str, ...]]  # player → greater daimyos of his list
    vassal_ties: tuple[str, ...]
    rebel_ties: tuple[str, ...]
    hand: int
    petition_dice: int
    first_end_check: int
    movement: int
    left_behind: int
    strategist_bonus: int
    point_for_nobunaga: int
    point_for_revenge: int
    point_for_adviser: int


def facts(book: Rulebook) -> Facts:
    found: Facts | None = book.memory.get(Facts)  # asked for so often that `once` would cost too much
    if found is None:
        found = book.memory[Facts] = _facts(book)
    return found


def _facts(book: Rulebook) -> Facts:
    game = book.game
    value: dict[str, Any] = {id: constant.value for id, constant in game.constants.items()}
    units = {
        id: _unit(thing, n) for n, (id, thing) in enumerate(game.pieces.items())
        if isinstance(thing, Counter) and thing.kind in ("general", "army")
    }
    lists = {player: tuple(clans) for player, clans in value["greater_daimyos"].items()}
    return Facts(
        units=units, cards=_cards(book),
        leaders={unit.clan: id for id, unit in units.items() if unit.leader},
        castles={unit.clan: id for id, unit in units.items() if unit.castle},
        markers={str(c.side): c.id for c in game.counters.values() if c.kind == "order_marker"},
        boxes=tuple(sorted(id for id in game.spaces if id.startswith("order_"))),
        areas=tuple(game.map.land), beside=game.map.beside,
        points={id: int(str(game.spaces[id].values["points"])) for id in game.map.land},
        greater=tuple(side for side in game.sides if any(side in clans for clans in lists.values())), directs=lists,
        vassal_ties=tuple(value["vassal_ties"]), rebel_ties=tuple(value["rebel_ties"]), hand=value["hand"],
        petition_dice=value["petition_dice"], first_end_check=value["first_end_check"], movement=value["movement"],
        left_behind=value["units_left_behind"], strategist_bonus=value["strategist_bonus"],
        point_for_nobunaga=value["point_for_nobunaga"], point_for_revenge=value["point_for_revenge"],
        point_for_adviser=value["point_for_adviser"],
    )


def _unit(counter: Counter, listed: int) -> Unit:
    printed = counter.faces[0].values
    flags = {name: bool(printed.get(name)) for name in ("strategist", "defending", "castle", "leader", "red_name")}
    return Unit(str(counter.side), counter.kind == "general", int(str(printed["military"])), listed,
                cunning=int(str(printed.get("cunning", 0))), **flags)


def _cards(book: Rulebook) -> dict[str, CombatCard]:
    found: dict[str, CombatCard] = {}
    for id, thing in book.game.pieces.items():
        card = book.game.cards.get(thing.id)
        if card is not None:
            v: Mapping[str, Any] = card.values
            found[id] = CombatCard(card.id, v["cunning"], v["does"], v["reach"], v["bonus"], v["units"], v["meets"],
                                   v["answered"], str(card.note.rule))
    return found


def memo(scene: Scene, key: Any, make: Callable[[], T]) -> T:
    """Something that follows from the table as it is now. Tables never change, so the last one is remembered."""
    last: tuple[Table, dict[Any, Any]] | None = scene.book.memory.get(memo)
    if last is None or last[0] is not scene.table:
        last = scene.book.memory[memo] = (scene.table, {})
    found: T | None = last[1].get(key)
    if found is None:
        found = last[1][key] = make()
    return found


# -- areas and units ---------------------------------------------------------------------------------------------------
@carries("10-2.1")
def areas(scene: Scene) -> tuple[str, ...]:
    """The areas in play, in the order of the map."""
    closed = scene.scenario.closed
    return scene.book.once(("areas", scene.scenario.id), lambda: tuple(
        area for area in facts(scene.book).areas if area not in closed))


@carries("10-2.x1", "1-1-1.2")
def beside(scene: Scene, area: str) -> tuple[str, ...]:
    """The areas in play that border an area; the Seto Sea is one like the others."""
    near: Mapping[str, tuple[str, ...]] = scene.book.once(("beside", scene.scenario.id), lambda: {
        area: tuple(other for other in facts(scene.book).beside[area] if other in areas(scene))
        for area in areas(scene)
    })
    return near[area]


def units_by_area(scene: Scene) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """For each area in play the units of each clan there."""
    return memo(scene, "units", lambda: {area: _clans(scene, area) for area in areas(scene)})


def _clans(scene: Scene, area: str) -> dict[str, tuple[str, ...]]:
    known, pieces, found = facts(scene.book).units, scene.table.pieces, dict[str, tuple[str, ...]]()
    for id in scene.table.stacks.get(area, ()):
        if id in known:
            clan = str(pieces[id].side)
            found[clan] = (*found.get(clan, ()), id)
    return found


def units_in(scene: Scene, clan: str, area: str) -> tuple[str, ...]:
    """The units of a clan in an area; a unit belongs to the clan it is held by, not the printed one."""
    return units_by_area(scene).get(area, {}).get(clan, ())


@carries("4.4", "4-6.1")
def other_clans(scene: Scene, clan: str, area: str) -> list[str]:
    """The other clans with units in an area, in the order of the clans: whoever is not the own clan is one."""
    here = units_by_area(scene).get(area, {})
    return [other for other in scene.game.sides if other != clan and other in here]


def units_of(scene: Scene, clan: str) -> list[str]:
    """All units of a clan on the map."""
    return [id for here in units_by_area(scene).values() for id in here.get(clan, ())]


def on_map(scene: Scene, piece: str) -> bool:
    here = scene.table.pieces.get(piece)  # with three players some pieces are not used
    return here is not None and here.place in areas(scene)


def unit(scene: Scene, piece: str) -> Unit:
    return facts(scene.book).units[piece]


def is_ready(scene: Scene, piece: str) -> bool:
    return scene.table.pieces[piece].face == READY


@carries("1-2-1-2.2", "10-1.3", "FAQ-Q3.1")
def is_defending(scene: Scene, piece: str) -> bool:
    """Whether a general only defends: printed so, a turncoat, or of a clan that was knocked out."""
    now = scene.table.pieces[piece]
    return unit(scene, piece).general and (
        unit(scene, piece).defending or now.mark("turncoat") is not None or is_out(scene, str(now.side)))


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
    known = facts(scene.book)
    place = {seat: scene.table.pieces[known.markers[seat]].place for seat in players(scene)}
    return sorted(place, key=lambda seat: known.boxes.index(place[seat]))


@carries("4-1.2", "4-1.x2")
def status(scene: Scene, clan: str) -> str | None:
    """Vassal, rebel or out; None for a clan without a player."""
    if clan not in scene.scenario.seats:
        return None
    if is_out(scene, clan):
        return OUT
    return REBEL if scene.table.pieces[facts(scene.book).markers[clan]].face == REBEL_FACE else VASSAL


def is_vassal(scene: Scene, clan: str) -> bool:
    return status(scene, clan) == VASSAL


def is_rebel(scene: Scene, clan: str) -> bool:
    return status(scene, clan) == REBEL


def is_greater(scene: Scene, clan: str) -> bool:
    return clan in facts(scene.book).greater


@carries("6-1.1")
def acting(scene: Scene) -> str | None:
    """The player whose action turn it is."""
    return next((seat for seat in scene.scenario.seats if scene.table.mark(seat, "acting")), None)


# -- control -----------------------------------------------------------------------------------------------------------
@carries("5.1", "5-3.1", "5-3.x1", "5-2.x3")
def controller(scene: Scene, area: str) -> str:
    """Who controls an area: as settled at the end of the last action turn, but Neutral at once where nobody stands."""
    return str(scene.table.mark(area, "control")) if units_by_area(scene)[area] else NEUTRAL


@carries("4-5.6")
def controlled(scene: Scene, clan: str) -> list[str]:
    """The areas a clan controls, in the order of the map."""
    found: dict[str, list[str]] = memo(scene, "controlled", lambda: {
        who: [area for area in areas(scene) if controller(scene, area) == who] for who in scene.game.sides
    })
    return found[clan]


# -- cards and pools ---------------------------------------------------------------------------------------------------
def hand(scene: Scene, seat: str) -> tuple[str, ...]:
    return scene.table.stacks.get(f"hand.{seat}", ())


def pool(scene: Scene, clan: str) -> tuple[str, ...]:
    """The armies of a clan beside the board."""
    return scene.table.stacks.get(f"armies.{clan}", ())


def different(scene: Scene, cards: Iterable[str]) -> list[str]:
    """One card of each kind."""
    return list({facts(scene.book).cards[card].id: card for card in reversed(list(cards))}.values())[::-1]


@carries("6-2.2")
def cunning(scene: Scene, seat: str) -> int:
    """The cunning of a player: his generals with a star on the map, ready or spent; turncoats no longer count."""
    return sum(unit(scene, id).cunning for id in units_of(scene, seat))
