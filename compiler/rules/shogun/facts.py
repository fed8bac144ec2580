"""What the rules of Shogun know of its definition: constants, counters, provinces, boxes, found when bound.

Pieces and boxes that every colour has are named by the functions here; `bind` sees that all of them are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.model.rolls import Pool, in_order, printed
from compiler.model.scenario import Scenario
from compiler.model.upkeep import Income, Ladder
from compiler.play.facts import Finder
from compiler.play.scene import Scene
from compiler.play.step import binds

REGULARS = ("bowman", "swordsman", "gunner", "spearman")
UNITS = ("daimyo", *REGULARS, "ronin")
TRAYS = {"bowman": "bowmen", "swordsman": "swordsmen", "gunner": "gunners", "spearman": "spearmen"}
SQUARES = {"bowman": "samurai", "swordsman": "samurai", "gunner": "ashigaru", "spearman": "ashigaru"}
ARMIES = (1, 2, 3)
CASTLE, FORTRESS = "castle", "fortress"
BINS = ("take_swords", "build", "levy_units", "hire_ronin", "hire_ninja")
DECK, RACK, UNCLAIMED = "province_deck", "sword_rack", "unclaimed"
KOKU_SUPPLY, MARKER_SUPPLY, RONIN_SUPPLY, NINJA_SUPPLY = (
    "koku_supply",
    "battle_marker_supply",
    "ronin_supply",
    "ninja_supply",
)
BUILDING_SUPPLY = {"castle": "castle_supply", "base": "base_supply"}
NINJA, MERCENARY = "ninja", "mercenary"
CAMPS = tuple(f"camp_{n}" for n in range(1, 13))
KINDS = (*UNITS, "castle", "fortification_base", "ninja", "army_marker", "battle_marker", "experience_marker", "koku")
ROLES = {
    **dict.fromkeys(REGULARS, "unit"),
    "ronin": "ronin",
    "army_marker": "army",
    "battle_marker": "marker",
    "koku": "marker",  # where the markers are used up
    "castle": "castle",
    "fortification_base": "base",
}
MARKS = (
    "assassinated",
    "attacker",
    "battles",
    "bonus",
    "bonus_lost",
    "called_off",
    "marched",
    "more_koku",
    "moved",
    "spent",
    "struck_by",
    "successful",
    "taken_by",
    "target",
    "waged",
)


# -- pieces and boxes of a colour --------------------------------------------------------------------------------------
def marker(colour: str, army: int) -> str:
    return f"{colour}_army_{army}"


def daimyo(colour: str, army: int) -> str:
    return f"{colour}_daimyo_{army}"


def experience(colour: str, army: int) -> str:
    return f"{colour}_experience_{army}"


def tray(colour: str, kind: str) -> str:
    """Where the regular units of a kind wait."""
    return f"{TRAYS[kind]}.{colour}"


def treasury(colour: str) -> str:
    return f"treasury.{colour}"


def bin_of(colour: str, name: str) -> str:
    """The bin of a revealed plan; until then the koku lie in the private tray of the player (4-1.8)."""
    return f"{colour}_{name}"


def sword_holder(colour: str) -> str:
    return f"sword_holder.{colour}"


def ninja_hired(colour: str) -> str:
    return f"ninja_hired.{colour}"


def set_aside(colour: str) -> str:
    """Where lost daimyos lie."""
    return f"set_aside.{colour}"


def seat_of_daimyo(colour: str, army: int) -> str:
    """The square of the daimyo on his army card."""
    return f"a{army}_daimyo.{colour}"


def ronin_row(colour: str, army: int) -> str:
    """Below the squares of an army card: the ronin that joined."""
    return f"a{army}_ronin.{colour}"


def hole(colour: str, army: int, number: int) -> str:
    """A hole of the experience track of an army card."""
    return f"a{army}_hole_{number}.{colour}"


def camp_box(colour: str, name: str) -> str:
    """A box for a face-down card with ronin on it."""
    return f"{name}.{colour}"


def hand_of(who: str, *, second: bool = False) -> str:
    """The pile of province cards of a player; his second colour has its own (6.2)."""
    return f"{'second_' if second else ''}provinces.{who}"


SWORDS = ("swords", "", 0)
Boxes = tuple[str, str, int]  # squares of an army, camps of a colour, or all sword holders; whose, and which army


# -- facts -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Facts:
    """The definition as the rules see it."""

    # scenarios
    colours: Mapping[str, tuple[str, ...]]  # every colour in the game, by seat
    friends: Mapping[str, Mapping[str, frozenset[str]]]  # colour → the colours of the same player
    # pieces
    kinds: Mapping[str, str]  # piece → kind of its counter
    roles: Mapping[str, str]  # piece → what it is to its province: unit, ronin, army, marker, castle, base or nothing
    army_of: Mapping[str, tuple[str, int]]  # army marker → colour and army
    pool: Pool
    combat: Mapping[str, int]  # kind of unit → combat value
    fires_in: Mapping[int, tuple[str, ...]]  # step of the combat sequence → kinds of units that roll
    halves: tuple[tuple[tuple[str, ...], ...], ...]  # the kinds that roll before each taking off of losses
    per_koku: Mapping[str, int]  # kind of unit → how many a koku buys
    diamonds: Mapping[str, int]  # sword → its diamonds
    # the board
    provinces: tuple[str, ...]
    beside: Mapping[str, tuple[str, ...]]
    sea: frozenset[tuple[str, str]]
    card_of: Mapping[str, str]  # province → card
    province_of: Mapping[str, str]  # card → province
    squares: Mapping[tuple[str, int, str], tuple[str, ...]]  # colour, army, class → boxes of the army card
    boxes: Mapping[str, Boxes]  # box off the map → the boxes that the rules look at together with it
    camp_boxes: Mapping[str, tuple[str, ...]]  # colour → boxes for face-down cards with ronin on them
    experience: Ladder
    round: Track
    # numbers
    bonus: Mapping[str, tuple[str, int]]  # castle or fortress → kind and number of its bonus defenders
    build_bin: tuple[int, ...]
    castle_koku: int
    provincial_force: int
    ronin_below_units: int
    ronin_per_koku: int
    income: Income
    assassination: int
    revenge: int
    reinforcement: int  # spearmen placed at a time
    reinforcements: int  # how many times
    setup_spearmen: int
    provinces_to_win: int
    provinces_to_win_of_two: int


def facts(scene: Scene) -> Facts:
    found: Facts = scene.book.facts
    return found


@binds
def bind(find: Finder) -> Facts:
    """Find all of it."""
    game, scenarios = find.game, find.game.scenarios.values()
    _names(find)
    units = {c.kind: c for c in game.counters.values() if c.kind in UNITS}
    pool = find.pool("combat")
    steps = in_order(game, pool)
    first = find.entries("first_reinforcements", "each_time", "times")
    cards = {str(c.values["province"]): c.id for c in game.cards.values() if c.kind == "province"}
    squares = _squares(find)
    kinds = {id: game.counters[thing.id].kind for id, thing in game.pieces.items() if thing.id in game.counters}
    played = {scenario.id: [_colours(game, scenario, who) for who in scenario.seats] for scenario in scenarios}
    return Facts(
        colours={id: tuple(colour for mine in all_ for colour in mine) for id, all_ in played.items()},
        friends={id: {c: frozenset(mine) for mine in all_ for c in mine} for id, all_ in played.items()},
        kinds=kinds,
        roles={id: ROLES.get(kind, "") for id, kind in kinds.items()},
        army_of={marker(colour, n): (colour, n) for colour in game.seats for n in ARMIES},
        pool=pool,
        combat=printed(game, pool, pool.hits),
        fires_in=steps,
        halves=tuple(tuple(steps.get(n, ()) for n in places) for places in pool.parts),
        per_koku={kind: int(c.values.get("per_koku", 1)) for kind, c in units.items()},
        diamonds={c.id: int(c.faces[0].values["diamonds"]) for c in game.counters.values() if c.kind == "sword"},
        provinces=tuple(game.map.land),
        beside=game.map.beside,
        sea=frozenset(
            pair for link in game.map.links if link.kind == "sea" for pair in ((link.a, link.b), (link.b, link.a))
        ),
        card_of=cards,
        province_of={card: p for p, card in cards.items()},
        squares=squares,
        boxes=_together(game, squares),
        camp_boxes={colour: tuple(camp_box(colour, name) for name in CAMPS) for colour in game.seats},
        experience=find.ladder("experience"),
        round=find.track("round"),
        bonus=_bonus(find),
        build_bin=tuple(find.value("build_bin")),
        castle_koku=find.number("castle_koku"),
        provincial_force=find.number("provincial_force"),
        ronin_below_units=find.number("ronin_below_units"),
        ronin_per_koku=find.number("ronin_per_koku"),
        income=find.income("koku"),
        assassination=find.number("assassination"),
        revenge=find.number("revenge"),
        reinforcement=int(first["each_time"]),
        reinforcements=int(first["times"]),
        setup_spearmen=find.number("setup_spearmen"),
        provinces_to_win=find.number("provinces_to_win"),
        provinces_to_win_of_two=find.number("provinces_to_win_of_two"),
    )


def _colours(game: Game, scenario: Scenario, who: str) -> tuple[str, ...]:
    """The colours of a player; two with two players (6.1)."""
    return scenario.control.get(who, game.seats[who].sides)


def _names(find: Finder) -> None:
    """Everything that rules only name: in events, or to look where it lies."""
    find.needs("dice", "battle", "one")
    find.needs("kind", *KINDS)
    find.needs("field", "combat", "step", "per_koku", "diamonds")
    find.needs("mark", *MARKS)
    find.needs("option", "longer_game")
    find.needs("side", MERCENARY)
    find.needs("counter", NINJA)
    find.needs("place", DECK, RACK, UNCLAIMED, KOKU_SUPPLY, MARKER_SUPPLY, RONIN_SUPPLY, NINJA_SUPPLY)
    find.needs("place", *BUILDING_SUPPLY.values(), *(hand_of(seat) for seat in find.game.seats))
    for colour in find.game.seats:  # every colour is somebody's own
        find.needs("counter", *(name(colour, n) for n in ARMIES for name in (marker, daimyo, experience)))
        find.needs("place", *_boxes(colour))


def _boxes(colour: str) -> Iterator[str]:
    yield from (tray(colour, kind) for kind in REGULARS)
    yield from (box(colour) for box in (treasury, sword_holder, ninja_hired, set_aside))
    yield from (bin_of(colour, name) for name in BINS)
    yield from (camp_box(colour, name) for name in CAMPS)
    for army in ARMIES:
        yield from (seat_of_daimyo(colour, army), ronin_row(colour, army), hole(colour, army, 1))


def _together(game: Game, squares: Mapping[tuple[str, int, str], tuple[str, ...]]) -> Mapping[str, Boxes]:
    found: dict[str, Boxes] = {sword_holder(colour): SWORDS for colour in game.seats}
    found |= {camp_box(colour, name): ("camps", colour, 0) for colour in game.seats for name in CAMPS}
    return found | {box: ("army", colour, army) for (colour, army, _), some in squares.items() for box in some}


def _bonus(find: Finder) -> dict[str, tuple[str, int]]:
    """Who defends a building, and how many."""
    found: dict[str, tuple[str, int]] = {}
    for what in (CASTLE, FORTRESS):
        entries = find.entries(f"{what}_bonus", "unit", "count")
        found[what] = (str(entries["unit"]), int(entries["count"]))
        if isinstance(entries["unit"], str) and entries["unit"] not in find.game.counter_kinds:
            at = find.game.constants[f"{what}_bonus"].note.span
            find.unfit(f"find no kind of unit `{entries['unit']}` that defends a {what}", at, "name a kind of counter")
    return found


def _squares(find: Finder) -> Mapping[tuple[str, int, str], tuple[str, ...]]:
    found: dict[tuple[str, int, str], tuple[str, ...]] = {}
    for space in find.game.spaces.values():
        kind, _, square = space.kind.rpartition("_")
        _, of_display, colour = space.id.rpartition(".")
        if square == "square" and kind in SQUARES.values():
            if not of_display or "army" not in space.values:
                find.unfit(f"take `{space.id}` for no square of an army", space.note.span, "give it another `kind`")
                continue
            key = (colour, int(space.values["army"]), kind)
            found[key] = (*found.get(key, ()), space.id)
    return found
