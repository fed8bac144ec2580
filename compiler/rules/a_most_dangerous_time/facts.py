"""What follows from the definition alone, looked up once: places, ways, Clans, Alliances, chits, cards, numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.game import Game
from compiler.model.graph import Space
from compiler.model.rolls import Volley
from compiler.play.facts import Absent, Finder
from compiler.play.scene import Scene
from compiler.play.step import binds
from compiler.rules.a_most_dangerous_time.near import LANE, Near, near_of, roads_of

ODA, ANTI, NEUTRAL, WAITING = "oda", "anti_oda", "neutral", "waiting"  # whose a Clan is; waiting: not yet entered
MINORS = "anti_oda_minors"
MINOR = "neutral_minor"
CUP, ASIDE, ORDER, ACTIVE = "cup", "chits_aside", "chit_order", "active_chit"
GONE, TOMO, KYO = "permanently_eliminated", "tomo", "kyo"
DECK, PLAYED = "event_deck", "removed_cards"
TURN_END, FIRST_CHIT = "chit_turn_end", "chit_oda_nobunaga"
SHOGUN, NOBUNAGA = "yoshiaki", "nobunaga"
TURN, POINTS = "turn", "movement"  # tracks
FIELD, ASSAULT, SEA = "field", "assault", "sea"  # ways to fire; from inside a fort it is by its value


@dataclass(frozen=True, slots=True)
class Numerals:
    """The numbers and lists of the rules, each beside its rule in game.yaml."""

    waypoint_limit: int
    fort_capacity: int
    destroyed_fort: int
    kyo_bonus: int
    command: Mapping[str, int]  # grade → Soldiers he commands
    initiative: Mapping[str, int]
    out_of_communication: Mapping[str, int]
    wound_turns: Mapping[str, int]
    illness: Mapping[str, Any]
    placement: Mapping[str, int]  # Units that regroup in one Space
    spaces_per_unit: int
    azuchi: Mapping[str, int]
    azuchi_space: str
    banned_on_turn_1: tuple[str, ...]
    powers: tuple[str, ...]
    short_game: Mapping[str, Any]
    home_castles_of_three: int
    targets_of_four: Mapping[str, str]
    anti_oda_targets_of_four: tuple[str, ...]
    guard: Mapping[str, int]
    oda_numbers: Mapping[str, int]  # Space → Oda Units of the set-up


@dataclass(frozen=True, slots=True)
class Facts:
    """The definition as the rules look at it."""

    kinds: Mapping[str, str]  # piece → kind of its counter
    units: frozenset[str]  # Soldiers and Leaders
    spaces: tuple[str, ...]  # Castles, Temples and Kyo, in the order of the map
    waypoints: tuple[str, ...]
    seas: tuple[str, ...]
    places: tuple[str, ...]  # all of these
    off_board: Mapping[str, str]  # off-board area → the Clan it is for
    areas_of: Mapping[str, tuple[str, ...]]  # Clan → its off-board areas
    on_map: frozenset[str]  # places with ways to them, but for off-board areas
    links: Mapping[str, tuple[tuple[str, str], ...]]  # place → (neighbour, kind of way)
    way: Mapping[tuple[str, str], str]  # two places → the kind of way that joins them
    extra: Mapping[str, int]  # place → what entering it costs more
    capacity: Mapping[str, int]  # kind of way → Units one point takes
    roads: Mapping[str, tuple[str, ...]]  # Space or Waypoint → those it has a road to
    near: Near
    first_steps: Mapping[str, tuple[tuple[tuple[str, ...], str, bool], ...]]  # `near.steps`, and whether it is easy
    dear: frozenset[str]  # places with a way of one or two steps that costs more than a point
    dearest: int  # points that a group as the players are offered it costs at most
    printed: Mapping[str, str]  # Space → Clan printed on it
    starting: Mapping[str, tuple[str, ...]]  # Clan → its Spaces
    homes: Mapping[str, tuple[str, ...]]  # Clan → its Home Castles
    forts: Mapping[str, int]  # Space → printed Fort Value
    surrender: Mapping[str, tuple[str, ...]]  # Clan → its surrender Spaces
    boxes: Mapping[str, str]  # Clan → its Regroup Box
    spheres: Mapping[str, str]  # place → seat of the four-player game; Kyo is nobody's
    omi: frozenset[str]  # the province around Azuchi, nobody's once that stands
    alliances: Mapping[str, str]  # Clan → Alliance, as printed
    neutral_clans: tuple[str, ...]  # the named ones
    leaders: tuple[str, ...]
    diplomats: tuple[str, ...]  # Leaders with Diplomatic Ability on one face at least
    clan_of: Mapping[str, str]  # piece → Clan printed on it
    chits: Mapping[str, str]  # chit → Alliance
    named: Mapping[str, str]  # chit → the Leader it is named for
    plain: Mapping[str, str]  # Alliance → its plain chit
    waiting_chits: tuple[str, ...]  # the plain chits of powers that come later
    powers: Mapping[str, tuple[str, ...]]  # power that comes later → Clans that come with it
    power_of: Mapping[str, str]
    numbers: Mapping[str, int]  # card → its number
    timings: Mapping[str, str]  # card → when it is played
    numerals: Numerals
    fire: Volley  # how Units fire, and in which ways


def facts(scene: Scene) -> Facts:
    """What the rules know of the definition."""
    found: Facts = scene.book.facts
    return found


@binds
def bind(find: Finder) -> Facts:
    """Everything the rules look up, found before play."""
    needs(find)
    if any(place not in find.game.spaces for place in (KYO, TOMO)):
        raise Absent  # it has been told; the ways of a map with a hole cannot be followed
    omi = frozenset(find.region("omi").spaces)
    fire = find.volley("fire", ways=(FIELD, ASSAULT, SEA, *(inside_fort(n) for n in _fort_values(find))))
    return _facts(find.game, _numerals(find), find.value("factions")[NEUTRAL], omi, fire)


def inside_fort(value: int) -> str:
    """The way to fire from inside a fort of that value."""
    return f"fort_{value}"


def _fort_values(find: Finder) -> list[int]:
    """Every Fort Value that there may be."""
    printed = {int(str(space.values.get("fort") or 0)) for space in find.game.spaces.values()} - {0}
    return sorted(printed | {int(find.entries("azuchi", "last_level")["last_level"])})


def needs(find: Finder) -> None:
    """Names the rules write into events or compare with."""
    find.needs("option", "campaign_safety_turn", "castles_needed", "good_fortune", "heir_after_combat_death")
    find.needs("option", "murakami_fire_bonus", "nobunaga_illness_from_turn", "oda_betrayal_by_oda", "victory")
    find.needs("option", "promotion_by_non_active_side", "regroup_by_spaces", "retreat_initiative")
    find.needs("counter", SHOGUN, NOBUNAGA, TURN_END, FIRST_CHIT, "azuchi", "good_fortune", "shingen", "kenshin")
    find.needs("dice", "die", "two_dice", "six_dice")
    find.needs("kind", "leader", "soldier", "chit")
    find.needs("mark", "activated", "again", "arrived", "besieged", "castle_destroyed", "combat_here", "commander")
    find.needs(
        "mark", "control", "defended", "fallen", "fortune_used", "fought", "fresh", "guard_hit", "raised", "joined"
    )
    find.needs("mark", "landed", "led_by", "massed_gunnery", "negotiated", "new_daimyo", "retreated", "sits_out")
    find.needs("mark", "sortied", "standing_by", "stopped", "surprise", "truce", "under", "unsupplied", "withdrawn")
    find.needs("pile", CUP, ASIDE, ORDER, DECK, PLAYED)
    find.needs("place", ACTIVE, GONE, TOMO, KYO, "azuchi_box")
    find.needs("side", ODA, "ikko_ikki", "ashikaga", "enryaku_ji", "murakami", MINOR)
    find.needs("track", TURN, POINTS)


def _numerals(find: Finder) -> Numerals:
    return Numerals(
        waypoint_limit=find.number("waypoint_limit"),
        fort_capacity=find.number("fort_capacity"),
        destroyed_fort=find.number("destroyed_fort"),
        kyo_bonus=find.number("kyo_movement_bonus"),
        command=find.value("command"),
        initiative=find.value("initiative"),
        out_of_communication=find.value("out_of_communication"),
        wound_turns=find.value("wound_turns"),
        illness=find.value("illness"),
        placement=find.value("regroup_placement"),
        spaces_per_unit=find.number("regroup_spaces_divisor"),
        azuchi=find.value("azuchi"),
        azuchi_space=find.text("azuchi_space"),
        banned_on_turn_1=find.words("banned_on_turn_1"),
        powers=find.words("reinforcement_order"),
        short_game=find.value("short_game"),
        home_castles_of_three=find.number("three_player_home_castles"),
        targets_of_four=find.value("four_player_targets"),
        anti_oda_targets_of_four=find.words("four_player_anti_oda_targets"),
        guard=find.value("nobunaga_guard"),
        oda_numbers=find.value("oda_numbers"),
    )


def _facts(game: Game, numerals: Numerals, neutrals: Any, omi: frozenset[str], fire: Volley) -> Facts:
    kinds = {id: game.counters[t.id].kind for id, t in game.pieces.items() if t.id in game.counters}
    land = [game.spaces[id] for id in game.map.land]
    forts = [s for s in land if s.kind in ("castle", "temple", "kyo")]
    inside = {s.id for s in land if s.kind not in ("regroup_box",)}
    chits = {c.id: c.faces[0].values for c in game.counters.values() if c.kind == "chit"}
    powers = {**{power: (power,) for power in numerals.powers}, "mori": ("mori", "ukita", "murakami")}
    return Facts(
        kinds=kinds,
        units=frozenset(id for id, kind in kinds.items() if kind in ("soldier", "leader")),
        spaces=tuple(s.id for s in forts),
        waypoints=tuple(s.id for s in land if s.kind == "waypoint"),
        seas=tuple(s.id for s in land if s.kind == "sea_area"),
        places=tuple(s.id for s in land if s.kind in ("castle", "temple", "kyo", "waypoint", "sea_area")),
        off_board={s.id: str(s.values["only"]) for s in land if s.kind == "off_board"},
        areas_of=_by_clan([s for s in land if s.kind == "off_board"], "only"),
        on_map=frozenset(id for id in inside if game.spaces[id].kind != "off_board"),
        links={id: tuple((link.other(id), link.kind) for link in game.map.links_of[id]) for id in inside},
        way={pair: link.kind for link in game.map.links for pair in ((link.a, link.b), (link.b, link.a))},
        extra={s.id: _extra(s) for s in land},
        capacity={id: int(str(kind.values.get("units_per_point") or 0)) for id, kind in game.map.link_kinds.items()},
        roads=roads_of(game),
        near=near_of(game, inside),
        first_steps=_first_steps(game, near_of(game, inside)),
        dear=_dear(game, inside),
        dearest=_dearest(game),
        printed={s.id: str(s.values["clan"]) for s in forts},
        starting=_by_clan(forts, "clan"),
        homes=_by_clan([s for s in forts if s.values.get("home_castle")], "clan"),
        forts={s.id: int(str(s.values["fort"])) for s in forts},
        surrender=_by_clan([s for s in forts if s.values.get("surrender")], "surrender"),
        boxes={str(s.values["clan"]): s.id for s in game.spaces.values() if s.kind == "regroup_box"},
        spheres=_spheres(game),
        omi=omi,
        alliances={side: a.id for a in game.alliances.values() for side in a.sides},
        neutral_clans=tuple(c for c in neutrals if c != MINOR),
        leaders=tuple(id for id, kind in kinds.items() if kind == "leader"),
        diplomats=_diplomats(game, kinds),
        clan_of={id: game.counters[t.id].side or "" for id, t in game.pieces.items() if t.id in game.counters},
        chits={id: str(v["alliance"]) for id, v in chits.items() if v.get("alliance")},
        named={id: str(v["leader"]) for id, v in chits.items() if v.get("leader")},
        plain=_plain(chits),
        waiting_chits=tuple(f"chit_{power}" for power in numerals.powers),
        powers=powers,
        power_of={clan: power for power, clans in powers.items() for clan in clans},
        numbers={card.id: int(str(card.number)) for card in game.cards.values()},
        timings={card.id: str(card.values["timing"]) for card in game.cards.values()},
        numerals=numerals,
        fire=fire,
    )


def _diplomats(game: Game, kinds: Mapping[str, str]) -> tuple[str, ...]:
    faces = {id: game.counters[game.pieces[id].id].faces for id, kind in kinds.items() if kind == "leader"}
    return tuple(id for id, some in faces.items() if any(face.values.get("diplomacy") for face in some))


def _plain(chits: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The chit of each Alliance that is named for nobody."""
    plain = {id: v for id, v in chits.items() if v.get("alliance") and not v.get("leader") and id != "chit_tokugawa"}
    return {str(v["alliance"]): id for id, v in plain.items()}


def _extra(space: Space) -> int:
    return int(str(space.values.get("extra_cost") or 0))


def _first_steps(game: Game, near: Near) -> dict[str, tuple[tuple[tuple[str, ...], str, bool], ...]]:
    """The ways of one step; easy: only a closed place can bar it, for it is by land, on the board, for one point."""
    easy = {s.id: s.kind != "off_board" and not _extra(s) for s in game.spaces.values()}
    return {
        id: tuple((path, way, way != LANE and easy[path[1]]) for path, way in some) for id, some in near.steps.items()
    }


def _dear(game: Game, inside: set[str]) -> frozenset[str]:
    many = int(str(game.map.link_kinds[LANE].values["units_per_point"])) > 1
    within = near_of(game, inside).within
    far = {place: {place for middle in some for place in within[middle]} for place, some in within.items()}
    return frozenset(place for place, some in far.items() if many or any(_extra(game.spaces[p]) for p in some))


def _dearest(game: Game) -> int:
    """What entering costs more anywhere, for every Unit that a Sea Lane takes at once."""
    lane = int(str(game.map.link_kinds[LANE].values["units_per_point"]))
    return lane * (1 + max([_extra(space) for space in game.spaces.values()]))


def _by_clan(spaces: list[Space], field: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for space in spaces:
        clan = str(space.values[field])
        found[clan] = (*found.get(clan, ()), space.id)
    return found


def _spheres(game: Game) -> dict[str, str]:
    """Whose sphere a place lies in with four players: by its province, a Sea Area by itself, Kyo in none."""
    found = {
        space: f"player_{region.values['sphere']}"
        for region in game.map.regions.values()
        if region.values.get("sphere")
        for space in region.spaces
        if space != KYO
    }
    for space in game.spaces.values():
        if space.kind == "sea_area" and space.values.get("sphere"):
            found[space.id] = f"player_{space.values['sphere']}"
    return found
