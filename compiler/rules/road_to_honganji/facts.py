"""What the rules look up in the definition, found once when they are bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.rolls import Check, RollModifier, Volley
from compiler.model.tables import ResultTable
from compiler.model.upkeep import Ranking, Reset, Score
from compiler.play.facts import Absent, Finder
from compiler.play.step import binds

ODA, NEUTRAL = "oda", "neutral"  # clans nobody plays
NOBUNAGA, CAPITAL = "oda_nobunaga", "miyako_azuchi"
STACK, USED, REMOVED = "stack", "used", "removed"
ARMIES, CASTLES, HAND, ORDER_BOX = "armies", "castles", "hand", "order_"
ONE_DIE, DICE = "one", "several"
# What events do; a card that does something else cannot be played.
DIRECT, DESERT, FORTIFY, SURRENDER, TURN_COAT = "direct", "desert", "fortify", "surrender", "turn_coat"
DECLARE, SLANDER, INDUCE, MOVE, CHARGE = "declare", "slander", "induce", "move", "charge"
LEVY, TRANSFER, UPRISING = "levy", "transfer", "uprising"
KNOWN_EVENTS = (
    DIRECT,
    DESERT,
    FORTIFY,
    SURRENDER,
    TURN_COAT,
    DECLARE,
    SLANDER,
    INDUCE,
    MOVE,
    CHARGE,
    LEVY,
    TRANSFER,
    UPRISING,
)


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
    petition: Check
    death_in_battle: ResultTable
    game_end: ResultTable
    hand: int
    petition_dice: int
    first_end_check: int
    movement: int
    left_behind: int
    strategist_bonus: int
    sides_of_a_die: int
    turn: str  # the track of turns
    combat: Volley
    event: RollModifier  # what a card adds in combat
    make_ready: Reset
    score: Score
    vassals: Ranking
    rebels: Ranking


@binds
def bind(find: Finder) -> Facts:
    """Everything the rules look up; what is missing or does not fit is told before play."""
    _declare(find)
    game = find.game
    if CAPITAL not in game.map.land:  # told; the borders of a map that lacks an area lead nowhere
        raise Absent
    units = {
        id: _unit(thing, n)
        for n, (id, thing) in enumerate(game.pieces.items())
        if isinstance(thing, Counter) and thing.kind in ("general", "army")
    }
    lists = _lists(find)
    _played(find, units, lists)
    return Facts(
        units=units,
        cards=_cards(find),
        leaders={unit.clan: id for id, unit in units.items() if unit.leader},
        castles={unit.clan: id for id, unit in units.items() if unit.castle},
        markers={str(c.side): c.id for c in game.counters.values() if c.kind == "order_marker"},
        boxes=tuple(sorted(id for id in game.spaces if id.startswith(ORDER_BOX))),
        areas=tuple(game.map.land),
        beside=game.map.beside,
        points={id: int(str(game.spaces[id].values["points"])) for id in game.map.land},
        greater=tuple(side for side in game.sides if any(side in clans for clans in lists.values())),
        directs=lists,
        petition=find.check("petition", reads=True),
        death_in_battle=find.table("death_in_battle"),
        game_end=find.table("game_end"),
        hand=find.number("hand"),
        petition_dice=find.number("petition_dice"),
        first_end_check=find.number("first_end_check"),
        movement=find.number("movement"),
        left_behind=find.number("units_left_behind"),
        strategist_bonus=find.number("strategist_bonus"),
        sides_of_a_die=find.dice(DICE).sides,
        turn=find.track("turn").id,
        combat=find.volley("combat"),
        event=find.modifier("event"),
        make_ready=find.reset("make_ready"),
        score=find.score("points"),
        vassals=find.ranking("vassals"),
        rebels=find.ranking("rebels"),
    )


def _declare(find: Finder) -> None:
    find.needs("counter", NOBUNAGA)
    find.needs("dice", ONE_DIE, DICE)
    find.needs("kind", "general", "army", "order_marker")
    find.needs("mark", "acted", "acting", "adviser", "avenger", "control", "finished", "knocked_out", "last_fought")
    find.needs("mark", "last_target", "slayer", "turncoat", "used_card")
    find.needs("option", "inherited_areas", "more_petitions")
    find.needs("place", CAPITAL, REMOVED, STACK, USED)
    for n, seat in enumerate(find.game.seats, 1):
        find.needs("place", f"{ORDER_BOX}{n}", f"{HAND}.{seat}", f"{CASTLES}.{seat}")
    find.needs("place", *(f"{ARMIES}.{clan}" for clan in find.game.sides if clan != ODA))
    find.needs("side", ODA, NEUTRAL)


def _unit(counter: Counter, listed: int) -> Unit:
    printed = counter.faces[0].values
    flags = {name: bool(printed.get(name)) for name in ("strategist", "defending", "castle", "leader", "red_name")}
    return Unit(
        str(counter.side),
        counter.kind == "general",
        int(str(printed["military"])),
        listed,
        cunning=int(str(printed.get("cunning", 0))),
        **flags,
    )


def _lists(find: Finder) -> dict[str, tuple[str, ...]]:
    """The greater daimyos each player may direct (4-2)."""
    lists: Mapping[str, Any] = find.value("greater_daimyos")
    found = {str(player): tuple(clans) for player, clans in lists.items()}
    span = find.game.constants["greater_daimyos"].note.span
    for name in [*(set(find.game.seats) - set(found)), *(set(found) - set(find.game.seats))]:
        find.unfit(
            f"need a list of greater daimyos for each player, and for nobody else: `{name}`",
            span,
            "give every seat one list under `greater_daimyos`",
        )
    return found


def _played(find: Finder, units: Mapping[str, Unit], lists: Mapping[str, tuple[str, ...]]) -> None:
    """Every clan with units has a player, may be directed by one, or is Oda or Neutral: somebody acts for it."""
    game: Game = find.game
    directed = {clan for clans in lists.values() for clan in clans}
    for clan in directed - set(game.sides):
        find.unfit(f"know no clan `{clan}`", game.constants["greater_daimyos"].note.span, "name a side of game.yaml")
    for clan in dict.fromkeys(unit.clan for unit in units.values()):
        if clan not in (*game.seats, *directed, ODA, NEUTRAL):
            find.unfit(
                f"give nobody the clan `{clan}`",
                game.sides[clan].note.span,
                "let a seat play it, or put it on a list under `greater_daimyos`",
            )
    for seat in game.seats.values():
        if seat.sides != (seat.id,):
            find.unfit(
                f"want the seat `{seat.id}` to play the clan of its name", seat.note.span, f"write `sides: [{seat.id}]`"
            )


def _cards(find: Finder) -> dict[str, CombatCard]:
    found: dict[str, CombatCard] = {}
    for id, thing in find.game.pieces.items():
        card = find.game.cards.get(thing.id)
        if card is None:
            continue
        v: Mapping[str, Any] = card.values
        if v["does"] not in KNOWN_EVENTS:
            find.unfit(
                f"know no event `{v['does']}`, which the card `{card.id}` does",
                card.note.span,
                "write one of " + ", ".join(f"`{event}`" for event in KNOWN_EVENTS),
            )
        found[id] = CombatCard(
            card.id,
            v["cunning"],
            v["does"],
            v["reach"],
            v["bonus"],
            v["units"],
            v["meets"],
            v["answered"],
            str(card.note.rule),
        )
    return found
