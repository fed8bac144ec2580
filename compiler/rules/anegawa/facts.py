"""What the rules of the battle know of its definition: every constant, table, track and name, found when bound."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from compiler.model.piles import Track
from compiler.model.rolls import Check, Contest, RollModifier
from compiler.model.tables import ResultTable
from compiler.play.facts import Finder
from compiler.play.mechanics.ranges import measured
from compiler.play.scene import Scene
from compiler.play.step import binds

TWO_DICE = "two_dice"
ODA_TOKUGAWA, ASAKURA_AZAI = "oda_tokugawa", "asakura_azai"
SEATS = (ODA_TOKUGAWA, ASAKURA_AZAI)
LEADERS, COMBAT_UNITS, DOUBLED, LEFT_MAP = "leaders", "combat_units", "doubled", "left_map"
BOXES = (LEADERS, COMBAT_UNITS, DOUBLED, LEFT_MAP)
FIGHT, WEAR, KILL, RECOVERY, ROUT_WEAR, REMOVAL = "fight", "wear", "kill", "recovery", "rout_wear", "removal"
RECOVERY_ALONE = "recovery_alone"  # out of command (17-3)
REMOVAL_AFTER_ATTACK = "removal_after_attack"  # at the end of a retreat (13-6-3), surprise included (21.0(2))
ATTACK, COUNTERATTACK = "attack", "counterattack"
CHECKS = (FIGHT, WEAR, KILL, RECOVERY, RECOVERY_ALONE, ROUT_WEAR, REMOVAL, REMOVAL_AFTER_ATTACK)
HEAVY, LIGHT, MISS = "heavy damage", "light damage", "miss"
NOBUNAGA = "oda_nobunaga"  # the one army commander who makes rout checks (16-3(4).3, 16-4.2)
MARKS = (
    "battled",
    "momentum",
    "moved",
    "must_rout",
    "must_withdraw",
    "out_of_castle",
    "recovery_tried",
    "removed",
    "rout_stage",
    "rout_tested",
    "routed",
    "wavering",
    "withdrew",
)
FIELDS = ("rank", "first", "second", "range", "value", "move", "morale", "recovery", "rout", "vp")


@dataclass(frozen=True, slots=True)
class Facts:
    """The definition as the rules see it."""

    # units and ground
    units: tuple[str, ...]
    seats: Mapping[str, str]  # army → player
    distance: Callable[[str, str], int]  # how many hexes two hexes are apart
    castle: tuple[str, ...]  # the two hexes of Yokoyama Castle (18-1)
    garrison: str  # Onoki Hidetoshi
    # turn 1 (21.0)
    first_turn_initiative: str
    first_turn_movement: Mapping[str, int]  # army → points
    first_turn_idle: tuple[str, ...]
    # movement and combat
    least_movement: int
    zone_cost: int
    leave_map_cost: int
    kill_roll_points: int
    rout_check_distance: int
    # the end
    last_turn: int
    castle_points: int
    tie_winner: str
    game_losers: tuple[str, ...]
    withdraw_if_gone: tuple[str, ...]
    withdraw_if_wavering: tuple[str, ...]
    # rolls, tables and tracks
    checks: Mapping[str, Check]
    contest: Contest  # for the initiative
    command: RollModifier  # what leaders in range add
    attack: ResultTable
    army_rout: ResultTable
    turn: Track
    phase: Track
    initiative: Track
    waiting: Track
    movement_points: Mapping[str, Track]  # by player


def facts(scene: Scene) -> Facts:
    found: Facts = scene.book.facts
    return found


@binds
def bind(find: Finder) -> Facts:
    """Find all of it."""
    game = find.game
    _names(find)
    people = {id: find.words(id) for id in ("game_losers", "withdraw_if_gone", "withdraw_if_wavering")}
    garrison = find.text("garrison")
    find.needs("counter", garrison, *(id for ids in people.values() for id in ids))
    return Facts(
        units=tuple(c.id for c in game.counters.values() if c.kind == "unit"),
        seats={side: seat.id for seat in game.seats.values() for side in seat.sides},
        distance=measured(game.map),
        castle=find.region("yokoyama_castle").spaces,
        garrison=garrison,
        first_turn_initiative=find.text("first_turn_initiative"),
        first_turn_movement=find.entries("first_turn_movement", *game.sides),
        first_turn_idle=find.words("first_turn_idle"),
        least_movement=find.number("least_movement"),
        zone_cost=find.number("zone_cost"),
        leave_map_cost=find.number("leave_map_cost"),
        kill_roll_points=find.number("kill_roll_points"),
        rout_check_distance=find.number("rout_check_distance"),
        last_turn=find.number("last_turn"),
        castle_points=find.number("castle_points"),
        tie_winner=find.text("tie_winner"),
        **people,
        checks={
            **{id: find.check(id, gives=(HEAVY, LIGHT, MISS)) for id in (ATTACK, COUNTERATTACK)},
            **{id: find.check(id, reads=True) for id in CHECKS},
        },
        contest=find.contest("initiative"),
        command=find.modifier("command"),
        attack=find.table("attack", columns=("normal", "disordered"), rows=(HEAVY, LIGHT)),
        army_rout=find.table("army_rout", rows=("was in rout", "was not in rout")),
        turn=find.track("turn"),
        phase=find.track("phase"),
        initiative=find.track("initiative"),
        waiting=find.track("waiting"),
        movement_points={seat: find.track(f"movement_{seat}") for seat in SEATS},
    )


def _names(find: Finder) -> None:
    """Everything that rules only name: in events, or to look where it lies."""
    find.needs("seat", *SEATS)
    find.needs("kind", "unit")
    find.needs("field", *FIELDS)
    find.needs("mark", *MARKS)
    find.needs("option", "extra_turns")
    find.needs("place", *(f"{box}.{seat}" for box in BOXES for seat in SEATS))
    find.needs("counter", NOBUNAGA)
    find.dice(TWO_DICE)
