"""What the rules know of the game before play: units, castles, ground, numbers. Looked up once, typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.graph import Link
from compiler.model.tables import ResultTable
from compiler.play.book import Rulebook
from compiler.play.step import needs

TAKEDA_PLAYER, ODA_PLAYER = "takeda_player", "oda_player"
SEATS = (TAKEDA_PLAYER, ODA_PLAYER)
ENEMY = {TAKEDA_PLAYER: ODA_PLAYER, ODA_PLAYER: TAKEDA_PLAYER}
TAKEDA, ODA, TOKUGAWA, AZAI, ASAKURA, IKKO, SAIKA, ASHIKAGA = (
    "takeda", "oda", "tokugawa", "azai", "asakura", "ikko_ikki", "saika_to", "ashikaga",
)
SHINGEN, NOBUNAGA, YOSHIAKI = "takeda_shingen", "oda_nobunaga", "ashikaga_yoshiaki"
BUSHO, TAISHO, SODAISHO = 0, 1, 2
RANKS = {"busho": BUSHO, "taisho": TAISHO, "sodaisho": SODAISHO}
ONE_DIE = "one_die"
CLEAR, SNOW, THAW = "clear", "snow", "thaw"
FALLEN, LOST_IKKO = "fallen", "lost_ikko_ikki"
OFF_MAP = {ASHIKAGA: "off_map_ashikaga", SAIKA: "off_map_saika_to"}
AT_PEACE = {AZAI: "peace_azai", ASAKURA: "peace_asakura", ASHIKAGA: "off_map_ashikaga"}
PHASES = {"takeda": (TAKEDA,), "oda_tokugawa": (ODA, TOKUGAWA), "anti_oda": (AZAI, ASAKURA, ASHIKAGA, IKKO, SAIKA)}

NUMBERS = (
    "movement_points", "zone_in", "zone_out", "enemy_castle_in", "garrison_in_or_out", "line_to_castle",
    "line_to_force", "iga_steps", "snow_factor", "thaw_factor", "oda_mino_column", "lowest_morale",
    "full_durability", "invest_factor", "invest_least", "longest_retreat", "surrender_share", "decisive_rounds",
    "saika_call", "offensive_activation", "azai_rises_row", "seta_bridge_points", "kyoto_points",
    "lost_battle_points", "killed_yoshiaki_points",
)
WORDS = (
    "main_castles", "replenishment_columns", "tokugawa_free_after", "oda_free_after", "set_up_there",
    "retreat_roll_steps", "seta_bridge", "kyoto", "sakai", "takeda_end_points", "oda_turn_points", "oda_end_points",
    "lost_leader_points", "game_losers",
)
needs(__name__, "constant", *NUMBERS, *WORDS)
needs(__name__, "table", "random_events", "snow_thaw", "uprising", "peace", "field_battle", "siege", "assault",
      "surrender", "replenishment_oda", "replenishment_takeda")
needs(__name__, "track", "turn", "stage", "operations_phase", "weather", "score_takeda_tens", "score_takeda_ones",
      "score_oda_tens", "score_oda_ones")
needs(__name__, "mark", "morale", "durability", "control", "abandoned", "garrison", "invested", "acted",
      "extra_replenished", "assaulted", "called", "offensive", "risen", "at_peace", "called_up", "held_back",
      "crossed_seta_bridge", "entered_kyoto")
needs(__name__, "seat", *SEATS)
needs(__name__, "side", TAKEDA, ODA, TOKUGAWA, AZAI, ASAKURA, IKKO, SAIKA, ASHIKAGA)
needs(__name__, "counter", SHINGEN, NOBUNAGA, YOSHIAKI)
needs(__name__, "dice", ONE_DIE)
needs(__name__, "kind", "unit")
needs(__name__, "place", FALLEN, LOST_IKKO, *OFF_MAP.values(), *AT_PEACE.values())
needs(__name__, "option", "ikko_extra_normal")


@dataclass(frozen=True, slots=True)
class Unit:
    """What is printed on a unit."""

    id: str
    army: str
    rank: int
    activation: int
    modifier: int
    steps: int
    strengths: tuple[int, ...]  # by face
    boxes: tuple[str, ...]  # of his command track
    line: int  # of the uprising table; 0: none


@dataclass(frozen=True, slots=True)
class Castle:
    """What is printed on a castle."""

    hex: str
    level: int
    owner: str
    lords: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """Everything the rules look up that no play changes."""

    game: Game
    units: Mapping[str, Unit]
    box_of: Mapping[str, str]  # command box → its commander
    castles: Mapping[str, Castle]
    seat_of: Mapping[str, str]  # army → player
    province: Mapping[str, str]
    axial: Mapping[str, tuple[int, int]]
    beside: Mapping[str, tuple[str, ...]]  # the six hexes around
    joined: Mapping[str, tuple[str, ...]]  # those one can step to: no water side, no mountain
    river: Mapping[tuple[str, str], Link]
    swollen: frozenset[frozenset[str]]  # sides of rivers that swell in the thaw

    # -- numbers -------------------------------------------------------------------------------------------------------
    def number(self, id: str) -> int:
        return int(self.game.constants[id].value)

    def word(self, id: str) -> Any:
        found: Value = self.game.constants[id].value
        return found

    def table(self, id: str) -> ResultTable:
        return self.game.tables[id]

    def ground(self, hex: str, name: str) -> int:
        """A figure of the Terrain Effects Chart for a hex; 0 for a dash."""
        ground = self.game.map.terrain[self.game.spaces[hex].terrain or ""]
        return int(ground.values.get(name) or 0)

    # -- ground --------------------------------------------------------------------------------------------------------
    def distance(self, a: str, b: str) -> int:
        """How many hexes two hexes are apart."""
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    def owner_of_land(self, hex: str) -> str | None:
        """The army whose own territory a hex is."""
        region = self.game.map.regions.get(self.province.get(hex, ""))
        return region.side if region is not None else None

    def has_snow(self, hex: str) -> bool:
        """Whether a hex lies within the snowfall line (18-2-1)."""
        region = self.game.map.regions.get(self.province.get(hex, ""))
        return region is not None and bool(region.values.get("snow"))

    @cached_property
    def lord_castles(self) -> Mapping[str, tuple[str, ...]]:
        """The castles of each Ashikaga lord (17-2)."""
        found: dict[str, tuple[str, ...]] = {}
        for castle in self.castles.values():
            for lord in castle.lords:
                found[lord] = (*found.get(lord, ()), castle.hex)
        return found


def facts(book: Rulebook) -> Facts:
    """The facts of a bound game."""
    found: Facts = book.once("facts", lambda: _gather(book.game))
    return found


def _gather(game: Game) -> Facts:
    boxes: dict[str, tuple[str, ...]] = {}
    box_of: dict[str, str] = {}
    for space in game.spaces.values():
        if space.kind == "command":
            leader = str(space.values["leader"])
            boxes[leader] = (*boxes.get(leader, ()), space.id)
            box_of[space.id] = leader
    units = {
        id: Unit(
            id, counter.side or "", RANKS[str(counter.values["rank"])], int(counter.values["activation"]),
            int(counter.values["modifier"]), counter.steps,
            tuple(int(face.values["strength"]) for face in counter.faces), boxes.get(id, ()),
            int(counter.values.get("line") or 0),
        )
        for counter in game.counters.values() if counter.kind == "unit" for id in counter.piece_ids
    }
    castles = {
        s.id: Castle(s.id, int(s.values["level"]), str(s.values["owner"]), tuple(s.values.get("lord") or ()))
        for s in game.spaces.values() if s.kind == "castle"
    }
    board, grid = game.map, game.map.grid
    assert grid is not None
    province = {hex: r.id for r in board.regions.values() if r.kind == "province" for hex in r.spaces}
    return Facts(
        game, units, box_of, castles, {side: seat.id for seat in game.seats.values() for side in seat.sides}, province,
        {id: grid.axial(cell) for id, cell in board.cells.items()}, {id: board.beside[id] for id in board.cells},
        _joined(game), {(a, b): link for link in board.links if "river" in link.features
                        for a, b in ((link.a, link.b), (link.b, link.a))},
        frozenset(frozenset(pair) for route in board.routes if route.values.get("thaw") for pair in route.sides),
    )


def _joined(game: Game) -> dict[str, tuple[str, ...]]:
    board = game.map
    open_ground = {id for id in board.cells if "move" in board.terrain[board.spaces[id].terrain or ""].values}
    found: dict[str, tuple[str, ...]] = {}
    for id in board.cells:
        steps = [
            link.other(id) for link in board.links_of[id]
            if not any(board.feature_kinds[f].values.get("closed") for f in link.features)
        ]
        found[id] = tuple(to for to in steps if to in open_ground) if id in open_ground else ()
    return found
