"""What the rules know of the game before play: units, castles, ground, numbers. Looked up once, typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from compiler.model.game import Game
from compiler.model.graph import Region
from compiler.model.piles import Track
from compiler.model.tables import ResultTable
from compiler.play.facts import Finder
from compiler.play.scene import Scene
from compiler.play.step import binds
from compiler.rules.shingens_arrival.ground import Ground, survey

TAKEDA_PLAYER, ODA_PLAYER = "takeda_player", "oda_player"
SEATS = (TAKEDA_PLAYER, ODA_PLAYER)
ENEMY = {TAKEDA_PLAYER: ODA_PLAYER, ODA_PLAYER: TAKEDA_PLAYER}
TAKEDA, ODA, TOKUGAWA, AZAI, ASAKURA, IKKO, SAIKA, ASHIKAGA = (
    "takeda",
    "oda",
    "tokugawa",
    "azai",
    "asakura",
    "ikko_ikki",
    "saika_to",
    "ashikaga",
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

ARMIES = (TAKEDA, ODA, TOKUGAWA, AZAI, ASAKURA, IKKO, SAIKA, ASHIKAGA)
MARKS = (
    "morale",
    "durability",
    "control",
    "abandoned",
    "garrison",
    "invested",
    "acted",
    "extra_replenished",
    "assaulted",
    "called",
    "offensive",
    "risen",
    "at_peace",
    "called_up",
    "held_back",
    "crossed_seta_bridge",
    "entered_kyoto",
)
SCORES = ("score_takeda_tens", "score_takeda_ones", "score_oda_tens", "score_oda_ones")


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
class Numbers:
    """Constants that are numbers, by their names in game.yaml."""

    movement_points: int
    zone_in: int
    zone_out: int
    enemy_castle_in: int
    garrison_in_or_out: int
    line_to_castle: int
    line_to_force: int
    iga_steps: int
    snow_factor: int
    thaw_factor: int
    oda_mino_column: int
    lowest_morale: int
    full_durability: int
    invest_factor: int
    invest_least: int
    longest_retreat: int
    surrender_share: int
    decisive_rounds: int
    saika_call: int
    offensive_activation: int
    azai_rises_row: int
    seta_bridge_points: int
    kyoto_points: int
    lost_battle_points: int
    killed_yoshiaki_points: int


@dataclass(frozen=True)
class Words:
    """Constants that are names, or numbers by name."""

    main_castles: Mapping[str, str]
    replenishment_columns: Mapping[str, str]
    tokugawa_free_after: Mapping[str, int]
    oda_free_after: Mapping[str, int]
    set_up_there: str
    retreat_roll_steps: Mapping[str, int]
    seta_bridge: tuple[str, ...]
    kyoto: str
    sakai: str
    takeda_end_points: Mapping[str, int]
    oda_turn_points: Mapping[str, int]
    oda_end_points: Mapping[str, int]
    lost_leader_points: Mapping[str, int]


@dataclass(frozen=True)
class Tables:
    """The tables of the quick reference that play looks up."""

    random_events_table: ResultTable
    snow_thaw_table: ResultTable
    uprising_table: ResultTable
    peace_table: ResultTable
    field_battle_table: ResultTable
    siege_table: ResultTable
    assault_table: ResultTable
    surrender_table: ResultTable
    replenishment_oda_table: ResultTable
    replenishment_takeda_table: ResultTable


@dataclass(frozen=True)
class Facts(Ground, Numbers, Words, Tables):
    """Everything the rules look up that no play changes."""

    units: Mapping[str, Unit]
    box_of: Mapping[str, str]  # command box → its commander
    castles: Mapping[str, Castle]
    seat_of: Mapping[str, str]  # army → player
    months: Mapping[int, str]  # turn → month
    last_turn: int
    most_points: int  # the end of the score tracks
    turn: Track
    stage: Track
    operations_phase: Track
    weather: Track
    scores: Mapping[str, tuple[Track, Track]]  # player → tens and ones
    saika_entry: Region

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Units by the place they have in all lists of them."""
        return {unit: n for n, unit in enumerate(self.units)}

    @cached_property
    def dearest_toll(self) -> int:
        """The most a step can cost besides ground and river: out of a zone and into another, or to a castle (16-4)."""
        return self.zone_out + max(self.zone_in, self.enemy_castle_in)

    @cached_property
    def lord_castles(self) -> Mapping[str, tuple[str, ...]]:
        """The castles of each Ashikaga lord (17-2)."""
        found: dict[str, tuple[str, ...]] = {}
        for castle in self.castles.values():
            for lord in castle.lords:
                found[lord] = (*found.get(lord, ()), castle.hex)
        return found


def facts(scene: Scene) -> Facts:
    """The facts of the game that is played."""
    found: Facts = scene.book.facts
    return found


@binds
def bind(find: Finder) -> Facts:
    """Look everything up; what is missing is told before play."""
    find.needs("mark", *MARKS)
    find.needs("seat", *SEATS)
    find.needs("side", *ARMIES)
    find.needs("counter", SHINGEN, NOBUNAGA, YOSHIAKI)
    find.needs("kind", "unit")
    find.needs("place", FALLEN, LOST_IKKO, *OFF_MAP.values(), *AT_PEACE.values())
    find.needs("option", "ikko_extra_normal")
    find.dice(ONE_DIE)
    game, turn = find.game, find.track("turn")
    looked_up: dict[str, Any] = {
        **survey(game),
        **{field.name: find.number(field.name) for field in fields(Numbers)},
        **{field.name: find.value(field.name) for field in fields(Words)},
        **{field.name: find.table(field.name.removesuffix("_table")) for field in fields(Tables)},
    }
    return Facts(
        **looked_up,
        units=_units(game),
        box_of={s.id: str(s.values["leader"]) for s in game.spaces.values() if s.kind == "command"},
        castles=_castles(game),
        seat_of={side: seat.id for seat in game.seats.values() for side in seat.sides},
        months={int(box.value): str(box.values["month"]) for box in turn.boxes},
        last_turn=int(turn.boxes[-1].value),
        most_points=10 * int(find.track(SCORES[0]).boxes[-1].value) + 9,
        turn=turn,
        stage=find.track("stage"),
        operations_phase=find.track("operations_phase"),
        weather=find.track("weather"),
        scores={
            TAKEDA_PLAYER: (find.track(SCORES[0]), find.track(SCORES[1])),
            ODA_PLAYER: (find.track(SCORES[2]), find.track(SCORES[3])),
        },
        saika_entry=find.region("saika_entry"),
    )


def _units(game: Game) -> dict[str, Unit]:
    boxes: dict[str, tuple[str, ...]] = {}
    for space in game.spaces.values():
        if space.kind == "command":
            leader = str(space.values["leader"])
            boxes[leader] = (*boxes.get(leader, ()), space.id)
    found: dict[str, Unit] = {}
    for counter in game.counters.values():
        if counter.kind != "unit":
            continue
        printed = counter.values
        rank, line = RANKS[str(printed["rank"])], int(printed.get("line") or 0)
        strengths = tuple(int(face.values["strength"]) for face in counter.faces)
        rating, modifier = int(printed["activation"]), int(printed["modifier"])
        for id in counter.piece_ids:
            found[id] = Unit(
                id, counter.side or "", rank, rating, modifier, counter.steps, strengths, boxes.get(id, ()), line
            )
    return found


def _castles(game: Game) -> dict[str, Castle]:
    return {
        s.id: Castle(s.id, int(s.values["level"]), str(s.values["owner"]), tuple(s.values.get("lord") or ()))
        for s in game.spaces.values()
        if s.kind == "castle"
    }
