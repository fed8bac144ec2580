"""What things are worth to a player: areas, the head of Nobunaga, attacks, reinforcements, the events of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Combat, Command, Move, Reinforce
from compiler.rules.road_to_honganji.cards_of_command import able, command_of, deeds
from compiler.rules.road_to_honganji.cards_of_force import (
    Desert,
    castle_sites,
    castles_of_others,
    desertions,
    inducible,
)
from compiler.rules.road_to_honganji.cards_of_guile import waverers
from compiler.rules.road_to_honganji.cards_of_supply import uprisings
from compiler.rules.road_to_honganji.ch07_movement import movable
from compiler.rules.road_to_honganji.ch08_combat import ready_units
from compiler.rules.road_to_honganji.ch09_victory import score
from compiler.rules.road_to_honganji.facts import NEUTRAL, NOBUNAGA, ODA, CombatCard
from compiler.rules.road_to_honganji.field import (
    armies_of,
    beside,
    controlled,
    controller,
    facts,
    is_vassal,
    on_map,
    other_clans,
    players,
    unit,
    units_in,
)
from compiler.rules.road_to_honganji.odds import outlook, strength

POINT = 8.0  # what a victory point is worth; a unit is worth 1
LEADER = 40.0  # who loses his leader is out
REBELLION = {1: 14.0, 2: 8.0, 3: 3.0}  # what rebelling costs by turn: the petitions, and all vassals against him
HUNGER = {1: 5.0, 2: 14.0, 3: 26.0, 4: 38.0, 5: 46.0, 6: 50.0}  # what the fall of Nobunaga is worth: else all lose
HATE = {ODA: 0.6, NEUTRAL: 0.3}  # how much the loss of a unit of a clan is worth; that of a rival more
PROGRESS = 0.4  # what part of it a guard that falls before him is worth
ODDS_TO_SEND = 1.5  # so many times the units of the target should be hit on average


def turn(scene: Scene) -> int:
    return int(scene.table.tracks[facts(scene).turn])


# -- areas and people --------------------------------------------------------------------------------------------------
def rivalry(scene: Scene, me: str, clan: str) -> float:
    """How much it helps a player that a unit of a clan is lost."""
    if clan == me:
        return -2.0
    if clan in players(scene):
        ahead = score(scene, clan) - score(scene, me)
        return 1.2 + 0.2 * max(-2, min(4, ahead))
    return HATE.get(clan, 0.4)


def prize(scene: Scene, me: str, clan: str, area: str) -> float:
    """What it is worth to a player that a clan takes an area from its controller."""
    points, now = facts(scene).points[area], controller(scene, area)
    if now == clan:
        return 0.0
    if clan == me:
        return POINT * points + (1.5 if now in players(scene) else 0.0)
    if now == me:
        return -POINT * points - 4
    return 3.0 * points if now in players(scene) else 0.2


def head_of_nobunaga(scene: Scene, me: str, clan: str) -> float:
    """What the fall of Nobunaga by a clan is worth to a player."""
    want = HUNGER[turn(scene)]
    if clan == me:
        return want + POINT
    ahead = all(score(scene, me) >= score(scene, other) for other in players(scene))
    return want * (0.8 if ahead else 0.5)


def rebelling(scene: Scene, clan: str, area: str) -> float:
    """What it costs a clan to end a movement in an area."""
    others = other_clans(scene, clan, area)
    if not is_vassal(scene, clan) or not (ODA in others or any(is_vassal(scene, c) for c in others)):
        return 0.0
    return REBELLION.get(turn(scene), 0.0) if on_map(scene, NOBUNAGA) else 2.0


# -- attacks -----------------------------------------------------------------------------------------------------------
def attack(scene: Scene, command: Command, area: str, units: Sequence[str], target: str) -> float:
    """What an attack of some units on a clan in an area is worth to the player who commands."""
    me, clan, there = command.seat, command.clan, units_in(scene, target, area)
    known = facts(scene)
    defence = strength(scene, there)
    seen = outlook(strength(scene, units, command.bonus), defence, known.sides_of_a_die, answered=command.answered)
    value = seen.kills * rivalry(scene, me, target) - seen.losses * (1.1 if clan == me else 0.2)
    gain = prize(scene, me, clan, area) if controller(scene, area) in (target, clan) else 1.0
    value += gain * (seen.clear + 0.2 * seen.kills / defence.units)
    if NOBUNAGA in there:
        value += head_of_nobunaga(scene, me, clan) * (seen.clear + PROGRESS * seen.kills / defence.units)
    leader = known.leaders.get(target)
    if leader in there:
        value += seen.clear * (2 * POINT if target != me else -LEADER)
    if known.leaders.get(clan) in units:
        value -= LEADER * seen.ruin
    return value


def best_attack(scene: Scene, command: Command, area: str, units: Sequence[str]) -> float:
    targets = other_clans(scene, command.clan, area)
    return max((attack(scene, command, area, units, target) for target in targets), default=0.0)


def marchers(scene: Scene, clan: str, origin: str) -> list[str]:
    """Who would go from an area, the best first: generals by military value, then armies; one unit stays."""
    able_ = sorted(movable(scene, clan, origin), key=lambda id: (-unit(scene, id).military, unit(scene, id).listed))
    stay = len(units_in(scene, clan, origin)) - len(able_)
    return able_ if stay >= facts(scene).left_behind else able_[: stay - facts(scene).left_behind]


def movement_worth(scene: Scene, command: Command, move: Move) -> float:
    """What a movement promises."""
    clan, me = command.clan, command.seat
    group = marchers(scene, clan, move.origin)
    if not other_clans(scene, clan, move.to):
        held = units_in(scene, clan, move.to) or controller(scene, move.to) == clan
        return 0.1 if held else 0.9 * prize(scene, me, clan, move.to)
    units = [*group, *ready_units(scene, clan, move.to)]
    return best_attack(scene, command, move.to, units) - rebelling(scene, clan, move.to)


def enough(scene: Scene, clan: str, area: str, units: Sequence[str]) -> bool:
    """Whether some units are enough for what awaits them in an area."""
    others = other_clans(scene, clan, area)
    if not others:
        return bool(units)
    seen = strength(scene, [*units, *ready_units(scene, clan, area)])
    most = max(len(units_in(scene, other, area)) for other in others)
    return seen.dice * min(seen.value, 6) / 6 >= ODDS_TO_SEND * most and len(units) > most + 1


# -- placing -----------------------------------------------------------------------------------------------------------
def army_worth(scene: Scene, me: str, answer: Reinforce, *, ready: bool = False) -> float:
    """What one more army in an area is worth: where something is to be won, or to be held."""
    near = [other for area in beside(scene, answer.area) for other in other_clans(scene, answer.clan, area)]
    if answer.clan == me:
        here = 0.6 if other_clans(scene, me, answer.area) else 0.0
        home = 0.5 if facts(scene).leaders[me] in units_in(scene, me, answer.area) else 0.0
        return 2.2 + here + home + 0.1 * min(4, len(near)) + (0.8 if ready else 0.0)
    if answer.clan == NEUTRAL:
        against = controller(scene, answer.area)
        return -0.5 + (1.2 if against in players(scene) and against != me else 0.0)
    return 1.0 + (0.8 if ODA in near else 0.0) - (0.9 if me in near else 0.0)


# -- events ------------------------------------------------------------------------------------------------------------
def deed_worth(scene: Scene, command: Command, deed: Any) -> float:
    """What one thing is worth that a card lets a clan do."""
    if isinstance(deed, Move):
        return movement_worth(scene, command, deed)
    if isinstance(deed, Combat):
        return best_attack(scene, command, deed.area, ready_units(scene, command.clan, deed.area))
    return army_worth(scene, command.seat, deed)


def best_deed(scene: Scene, seat: str, clan: str, card: CombatCard) -> float:
    command = command_of(scene, seat, clan, card)
    return max((deed_worth(scene, command, deed) for deed in deeds(scene, command, card)), default=-1.0)


def desertion_worth(scene: Scene, me: str, answer: Desert) -> float:
    armies = len(armies_of(scene, units_in(scene, answer.clan, answer.area)))
    guards = answer.clan == ODA and NOBUNAGA in units_in(scene, ODA, answer.area)
    return max(1, armies // 2) * (
        1.3 * rivalry(scene, me, answer.clan) + (0.05 * HUNGER[turn(scene)] if guards else 0.0)
    )


def uprising_worth(scene: Scene, me: str, area: str) -> float:
    who = controller(scene, area)
    bound = len(units_in(scene, who, area))
    return 0.5 * bound * rivalry(scene, me, who) if who in players(scene) and who != me else -1.0


def site_worth(scene: Scene, me: str, area: str) -> float:
    """A castle is best where the leader stands, or few do."""
    leader = facts(scene).leaders[me] in units_in(scene, me, area)
    return 1.5 + (1.0 if leader else 0.0) + facts(scene).points[area] - 0.1 * len(units_in(scene, me, area))


def turncoat_worth(scene: Scene, me: str, general: str) -> float:
    """Of a rival a loss; of Oda an area that a vassal may take without rebelling."""
    piece = scene.table.pieces[general]
    if piece.side in players(scene):
        return 2.5 * rivalry(scene, me, str(piece.side))
    near = any(area in controlled(scene, me) for area in beside(scene, piece.place))
    return 2.5 if near and is_vassal(scene, me) else 0.5


def _best(values: Sequence[float]) -> float:
    return max(values, default=-1.0)


EVENT_WORTH: dict[str, Callable[[Scene, str, CombatCard], float]] = {
    "direct": lambda s, me, card: _best([best_deed(s, me, clan, card) for clan in able(s, me, card)]),
    "move": lambda s, me, card: best_deed(s, me, me, card) + 0.3,
    "charge": lambda s, me, card: best_deed(s, me, me, card) + 0.3,
    "desert": lambda s, me, card: _best([desertion_worth(s, me, answer) for answer in desertions(s, me)]),
    "fortify": lambda s, me, card: (
        _best([site_worth(s, me, area) for area in castle_sites(s, me)])
        - (2.0 if on_map(s, facts(s).castles[me]) else 0.0)
    ),
    "surrender": lambda s, me, card: _best(
        [2.0 * rivalry(s, me, unit(s, castle).clan) for castle in castles_of_others(s, me)]
    ),
    "turn_coat": lambda s, me, card: _best([turncoat_worth(s, me, general) for general in waverers(s, me)]),
    "declare": lambda s, me, card: POINT + 4,
    "slander": lambda s, me, card: 1.5,
    "induce": lambda s, me, card: _best([prize(s, me, me, area) + 1 for area in inducible(s, me)]),
    "levy": lambda s, me, card: 4.6,
    "transfer": lambda s, me, card: -0.8,
    "uprising": lambda s, me, card: _best([uprising_worth(s, me, area) for area in uprisings(s, me)]),
}
# What a card in hand is worth keeping for, whatever the moment: the cheapest pays for other actions.
KEEP = {
    "direct": 1.5, "move": 3.0, "charge": 2.5, "desert": 2.5, "fortify": 2.0, "surrender": 1.5, "turn_coat": 2.0,
    "declare": 4.0, "slander": 1.5, "induce": 5.0, "levy": 3.5, "transfer": 0.2, "uprising": 1.0,
}  # fmt: skip
