"""What follows from the definition alone, looked up once: places, ways, Clans, Alliances, chits, cards, numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.game import Game
from compiler.model.graph import Space
from compiler.play.book import Rulebook
from compiler.play.step import needs

ODA, ANTI, NEUTRAL, WAITING = "oda", "anti_oda", "neutral", "waiting"  # whose a Clan is; waiting: not yet entered
MINORS = "anti_oda_minors"
MINOR = "neutral_minor"
CUP, ASIDE, ORDER, ACTIVE = "cup", "chits_aside", "chit_order", "active_chit"
GONE, TOMO, KYO = "permanently_eliminated", "tomo", "kyo"
DECK, PLAYED = "event_deck", "removed_cards"
TURN_END, FIRST_CHIT = "chit_turn_end", "chit_oda_nobunaga"
SHOGUN, NOBUNAGA = "yoshiaki", "nobunaga"
ROAD, TRAIL, LANE = "road", "trail", "sea_lane"

needs(__name__, "constant", "azuchi", "azuchi_space", "banned_on_turn_1", "command", "destroyed_fort", "factions",
      "fort_capacity", "four_player_anti_oda_targets", "four_player_targets", "hit_at_sea", "hit_in_the_field",
      "hit_on_a_fort", "ikko_ikki_bonus", "illness", "initiative", "kyo_movement_bonus", "nobunaga_guard",
      "out_of_communication", "regroup_placement", "regroup_spaces_divisor", "reinforcement_order", "short_game",
      "three_player_home_castles", "waypoint_limit", "wound_turns")
needs(__name__, "counter", SHOGUN, NOBUNAGA, TURN_END, FIRST_CHIT, "azuchi", "good_fortune", "shingen", "kenshin")
needs(__name__, "dice", "die", "two_dice", "six_dice")
needs(__name__, "kind", "leader", "soldier", "chit")
needs(__name__, "mark", "activated", "again", "arrived", "besieged", "castle_destroyed", "combat_here", "commander",
      "control", "defended", "fallen", "fortune_used", "fought", "fresh", "guard_hit", "joined", "landed", "led_by",
      "massed_gunnery", "negotiated", "new_daimyo", "retreated", "sits_out", "sortied", "standing_by", "stopped",
      "surprise", "truce", "under", "unsupplied", "withdrawn")
needs(__name__, "option", "campaign_safety_turn", "castles_needed", "good_fortune", "heir_after_combat_death",
      "murakami_fire_bonus", "nobunaga_illness_from_turn", "oda_betrayal_by_oda", "promotion_by_non_active_side",
      "regroup_by_spaces", "retreat_initiative", "victory")
needs(__name__, "pile", CUP, ASIDE, ORDER, DECK, PLAYED)
needs(__name__, "place", ACTIVE, GONE, TOMO, KYO, "azuchi_box")
needs(__name__, "side", ODA, "ikko_ikki", "ashikaga", "enryaku_ji", "murakami", MINOR)
needs(__name__, "track", "turn", "movement")


@dataclass(frozen=True, slots=True)
class Facts:
    """The definition as the rules look at it."""

    kinds: Mapping[str, str]  # piece → kind of its counter
    spaces: tuple[str, ...]  # Castles, Temples and Kyo, in the order of the map
    waypoints: tuple[str, ...]
    seas: tuple[str, ...]
    places: tuple[str, ...]  # all of these
    off_board: Mapping[str, str]  # off-board area → the Clan it is for
    links: Mapping[str, tuple[tuple[str, str], ...]]  # place → (neighbour, kind of way)
    printed: Mapping[str, str]  # Space → Clan printed on it
    starting: Mapping[str, tuple[str, ...]]  # Clan → its Spaces
    homes: Mapping[str, tuple[str, ...]]  # Clan → its Home Castles
    forts: Mapping[str, int]  # Space → printed Fort Value
    surrender: Mapping[str, tuple[str, ...]]  # Clan → its surrender Spaces
    boxes: Mapping[str, str]  # Clan → its Regroup Box
    spheres: Mapping[str, str]  # place → seat of the four-player game; Kyo is nobody's
    alliances: Mapping[str, str]  # Clan → Alliance, as printed
    neutral_clans: tuple[str, ...]  # the named ones
    leaders: tuple[str, ...]
    clan_of: Mapping[str, str]  # piece → Clan printed on it
    chits: Mapping[str, str]  # chit → Alliance
    named: Mapping[str, str]  # chit → the Leader it is named for
    plain: Mapping[str, str]  # Alliance → its plain chit
    powers: Mapping[str, tuple[str, ...]]  # power that comes later → Clans that come with it
    power_of: Mapping[str, str]
    numbers: Mapping[str, int]  # card → its number
    constants: Mapping[str, Any]


def facts(book: Rulebook) -> Facts:
    found: Facts | None = book.memory.get(Facts)
    if found is None:
        found = book.memory[Facts] = _facts(book.game)
    return found


def _facts(game: Game) -> Facts:
    kinds = {id: game.counters[t.id].kind for id, t in game.pieces.items() if t.id in game.counters}
    clan_of = {id: game.counters[t.id].side or "" for id, t in game.pieces.items() if t.id in game.counters}
    land = [game.spaces[id] for id in game.map.land]
    forts = [s for s in land if s.kind in ("castle", "temple", "kyo")]
    inside = {s.id for s in land if s.kind not in ("regroup_box",)}
    alliances = {side: a.id for a in game.alliances.values() for side in a.sides}
    constants = {id: c.value for id, c in game.constants.items()}
    chits = {c.id: c.faces[0].values for c in game.counters.values() if c.kind == "chit"}
    powers: dict[str, tuple[str, ...]] = {power: (power,) for power in constants["reinforcement_order"]}
    powers["mori"] = ("mori", "ukita", "murakami")
    return Facts(
        kinds=kinds,
        spaces=tuple(s.id for s in forts),
        waypoints=tuple(s.id for s in land if s.kind == "waypoint"),
        seas=tuple(s.id for s in land if s.kind == "sea_area"),
        places=tuple(s.id for s in land if s.kind in ("castle", "temple", "kyo", "waypoint", "sea_area")),
        off_board={s.id: str(s.values["only"]) for s in land if s.kind == "off_board"},
        links={id: tuple((link.other(id), link.kind) for link in game.map.links_of[id]) for id in inside},
        printed={s.id: str(s.values["clan"]) for s in forts},
        starting=_by_clan(forts, "clan"),
        homes=_by_clan([s for s in forts if s.values.get("home_castle")], "clan"),
        forts={s.id: int(str(s.values["fort"])) for s in forts},
        surrender=_by_clan([s for s in forts if s.values.get("surrender")], "surrender"),
        boxes={str(s.values["clan"]): s.id for s in game.spaces.values() if s.kind == "regroup_box"},
        spheres=_spheres(game),
        alliances=alliances,
        neutral_clans=tuple(c for c in constants["factions"][NEUTRAL] if c != MINOR),
        leaders=tuple(id for id, kind in kinds.items() if kind == "leader"),
        clan_of=clan_of,
        chits={id: str(v["alliance"]) for id, v in chits.items() if v.get("alliance")},
        named={id: str(v["leader"]) for id, v in chits.items() if v.get("leader")},
        plain={str(v["alliance"]): id for id, v in chits.items() if v.get("alliance") and not v.get("leader")
               and id != "chit_tokugawa"},
        powers=powers,
        power_of={clan: power for power, clans in powers.items() for clan in clans},
        numbers={card.id: int(str(card.number)) for card in game.cards.values()},
        constants=constants,
    )


def _by_clan(spaces: list[Space], field: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for space in spaces:
        clan = str(space.values[field])
        found[clan] = (*found.get(clan, ()), space.id)
    return found


def _spheres(game: Game) -> dict[str, str]:
    """Whose sphere a place lies in with four players: by its province, a Sea Area by itself, Kyo in none."""
    found = {space: f"player_{region.values['sphere']}" for region in game.map.regions.values()
             if region.values.get("sphere") for space in region.spaces if space != KYO}
    for space in game.spaces.values():
        if space.kind == "sea_area" and space.values.get("sphere"):
            found[space.id] = f"player_{space.values['sphere']}"
    return found
