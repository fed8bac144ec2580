"""What looks good to a plain soldier: close with the enemy, strike the shaken, keep the commanders safe.

Not part of the rules. Greedy players ask here; the numbers only have to rank the options of one question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.model.table import Piece
from compiler.play.ask import Ask
from compiler.play.mechanics.ranges import flood
from compiler.play.mechanics.reckoning import offers
from compiler.play.scene import Scene
from compiler.play.step import advises
from compiler.play.topics import ChoosePiece, GiveUp, MovePiece, PlacePiece
from compiler.rules.anegawa.ch04_sequence import DONE, WITHDRAW
from compiler.rules.anegawa.ch08_morale import morale
from compiler.rules.anegawa.ch11_movement import OFF_MAP, Moving
from compiler.rules.anegawa.ch12_terrain import effects
from compiler.rules.anegawa.ch13_attack import Attack, ChooseAttack, StrikeBack, factors, may_strike_back
from compiler.rules.anegawa.ch13_removal import points_of_losses
from compiler.rules.anegawa.ch13_retreat import STOP, FallBack
from compiler.rules.anegawa.ch14_rout import ROUT
from compiler.rules.anegawa.ch15_command import needs_fight_check
from compiler.rules.anegawa.ch17_recovery import recovery_figure
from compiler.rules.anegawa.ch18_castle import holder_in_play, is_inside
from compiler.rules.anegawa.facts import ODA_TOKUGAWA, facts
from compiler.rules.anegawa.field import ARMY_COMMANDER, COMBAT, ENEMY, Field, is_normal, turn_of

HOPELESS = 25  # so many points behind, late in the day: time to withdraw
SAFE = {True: 4, False: 2}  # how far army commanders keep from the enemy: those whose loss ends the game, the others
UP_TO = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)  # of 36 rolls of two dice, how many are no higher


def chance(figure: int) -> float:
    """How likely two dice make no more than a figure."""
    return UP_TO[min(max(figure, 0), 12)] / 36


@advises
def advice(scene: Scene, ask: Ask) -> Sequence[float] | None:
    """A number for each option, by what the question is about."""
    match ask.topic:
        case GiveUp("withdraw"):
            return _withdrawal(scene, ask)
        case GiveUp() | StrikeBack() | PlacePiece() | ChoosePiece("rout check"):
            return _first(ask)
        case ChoosePiece("rout"):
            return _router(scene, ask)
        case MovePiece(unit, "rout"):
            return _short_step(scene, ask, unit)
        case FallBack(unit, here):
            return _retreat(scene, ask, unit, here)
        case ChoosePiece("move"):
            return _mover(scene, ask)
        case MovePiece(unit, "move"):
            return _path(scene, ask, unit)
        case ChooseAttack():
            return _attacks(scene, ask)
        case ChoosePiece("recover"):
            return _recovery(scene, ask)
    return None


# -- giving up ---------------------------------------------------------------------------------------------------------
def _withdrawal(scene: Scene, ask: Ask) -> list[float]:
    """Leave the field when the day is lost."""
    mine, theirs = (points_of_losses(scene, s) for s in (ask.seat, ENEMY[ask.seat]))
    lost = turn_of(scene) >= 8 and theirs - mine >= HOPELESS
    return [float((option == WITHDRAW) == lost) for option in ask.options]


def _first(ask: Ask) -> list[float]:
    """Take what is named first."""
    return [-float(n) for n in range(len(ask.options))]


def _far(field: Field, starts: Iterable[str]) -> Mapping[str, int]:
    """How many hexes every hex is away from the nearest of some; the last few answers are kept, for they come again."""
    kept: dict[frozenset[str], dict[str, int]] = field.book.once("advice far", dict)
    key = frozenset(starts)
    found = kept.get(key)
    if found is None:
        if len(kept) > 8:
            kept.clear()
        found = kept[key] = flood(field.beside, sorted(key))
    return found


# -- movement ----------------------------------------------------------------------------------------------------------
class Outlook:
    """What one player sees: how far each hex is from the enemy, where leaders reach, what a place is worth."""

    def __init__(self, scene: Scene, seat: str) -> None:
        self.scene, self.seat = scene, seat
        self.field = Field.of(scene)
        self.ground = effects(scene.book)
        self.far = _far(self.field, (p.place for p in self.field.units if self.field.seat(p) != seat))
        self._who_leads: dict[str, list[tuple[str, int, int]]] = {}
        in_order = (p.place for p in self.field.units if self.field.seat(p) != seat and is_normal(p))
        self.danger = _far(self.field, in_order)

    def place(self, piece: Piece, space: str) -> float:
        """What it is worth for a unit to stand in a hex."""
        if self.field.rank(piece) == ARMY_COMMANDER:
            return self._for_commander(piece, space)
        value = -0.5 * max(0, self.far.get(space, 40) - 1) + self._led(piece, space)
        if self.far.get(space) == 1:
            value += self._at_grips(piece, space)
        value += 0.3 * self.ground[space]["morale"]
        if self.seat == ODA_TOKUGAWA and space in facts(self.scene).castle:
            value += 3.0 if holder_in_play(self.field, space) is None or space == piece.place else 0.0
        return value

    def _at_grips(self, piece: Piece, space: str) -> float:
        """Beside the enemy: better if he is shaken, worse if there are many of him."""
        foes = [
            foe
            for near in self.field.beside[space]
            if (foe := self.field.at.get(near)) is not None and self.field.seat(foe) != self.seat
        ]
        friends = sum(
            1
            for near in self.field.beside[space]
            if (other := self.field.at.get(near)) is not None
            and self.field.seat(other) == self.seat
            and other.id != piece.id
        )
        prize = max(2.0 if not is_normal(foe) else 0.9 + self.ground[foe.place]["attack_into"] for foe in foes)
        crowd = sum(1 for foe in foes if is_normal(foe))
        return prize + 0.25 * min(friends, 3) - 0.6 * max(0, crowd - 1) + 0.4 * self.ground[space]["attack_from"]

    def _led(self, piece: Piece, space: str) -> float:
        """In reach of a leader who helps: combat units cannot attack without one."""
        field, best = self.field, 0
        for place, reach, value in self._leaders(piece):
            if value > best and field.distance(place, space) <= reach:
                best = value
        return (1.2 if field.rank(piece) == COMBAT else 0.5) * min(best, 1) + 0.3 * best

    def _leaders(self, piece: Piece) -> list[tuple[str, int, int]]:
        """Who can lead a unit: from where, how far, with what value."""
        found = self._who_leads.get(piece.id)
        if found is None:
            found = self._who_leads[piece.id] = [
                (leader.place, reach, value)
                for leader, reach, value in offers(self.scene, facts(self.scene).command, piece)
            ]
        return found

    def _for_commander(self, piece: Piece, space: str) -> float:
        """Near his generals, not too near the enemy."""
        field, reach = self.field, self.field.value(piece, "range")
        safe = SAFE[piece.id in facts(self.scene).game_losers]
        men = [o for o in field.units if o.side == piece.side and o.id != piece.id]
        led = sum(1.0 if field.rank(o) != COMBAT else 0.4 for o in men if field.distance(o.place, space) <= reach)
        stray = min((field.distance(o.place, space) for o in men), default=0)
        return led - 3.0 * max(0, safe - self.danger.get(space, 40)) - 0.5 * max(0, stray - reach)


def _mover(scene: Scene, ask: Ask) -> list[float]:
    """The first unit, from the front backwards, that finds a better place; nobody if none does."""
    outlook, moving = Outlook(scene, ask.seat), Moving(scene)
    ranked = sorted(
        (option for option in ask.options if option != DONE),
        key=lambda id: outlook.far.get(scene.table.pieces[str(id)].place, 40),
    )
    for id in ranked:
        piece = scene.table.pieces[str(id)]
        ways = moving.paths(piece)
        best = max((_way(outlook, piece, way) for way in ways), default=0.0)
        if best > outlook.place(piece, piece.place) + 0.25:
            return [float(option == id) for option in ask.options]
    return [float(option == DONE) for option in ask.options]


def _way(outlook: Outlook, piece: Piece, way: Any) -> float:
    if way[-1] == OFF_MAP:
        return -99.0
    sortie = is_inside(outlook.scene, piece) and way[-1] not in facts(outlook.scene).castle
    return outlook.place(piece, way[-1]) - (3.0 if sortie else 0.0)


def _path(scene: Scene, ask: Ask, unit: str) -> list[float]:
    outlook, piece = Outlook(scene, ask.seat), scene.table.pieces[unit]
    return [_way(outlook, piece, way) for way in ask.options]


# -- rout and retreat --------------------------------------------------------------------------------------------------
def _shelter(outlook: Outlook, piece: Piece, space: str) -> float:
    """What a hex is worth to a disordered unit: away from the enemy, near a leader."""
    return min(outlook.danger.get(space, 40), 4) + outlook._led(piece, space) + 0.3 * outlook.ground[space]["morale"]


def _router(scene: Scene, ask: Ask) -> list[float]:
    """Those who must go; then the disordered who stand too near the enemy."""
    outlook = Outlook(scene, ask.seat)
    scores = []
    for option in ask.options:
        piece = scene.table.pieces.get(str(option))
        if piece is None:
            scores.append(1.0)
        elif piece.mark("must_rout"):
            scores.append(2.0)
        else:
            scores.append(1.5 if not is_normal(piece) and outlook.danger.get(piece.place, 40) < 3 else 0.0)
    return scores


def _short_step(scene: Scene, ask: Ask, unit: str) -> list[float]:
    """Run if the enemy is near, else a hex towards shelter."""
    outlook, piece = Outlook(scene, ask.seat), scene.table.pieces[unit]
    near = outlook.danger.get(piece.place, 40) < 3
    return [
        (99.0 if near else -99.0) if option == ROUT else _shelter(outlook, piece, option[0])  # type: ignore[index]
        for option in ask.options
    ]


def _retreat(scene: Scene, ask: Ask, unit: str, here: str) -> list[float]:
    outlook, piece = Outlook(scene, ask.seat), scene.table.pieces[unit]
    return [
        _shelter(outlook, piece, here if option == STOP else str(option)) + 0.1 * (option == STOP)
        for option in ask.options
    ]


# -- combat ------------------------------------------------------------------------------------------------------------
def _worth(field: Field, piece: Piece) -> float:
    return 0.5 + field.back(piece, "vp") / 2


def _blow(scene: Scene, field: Field, unit: Piece, target: Piece, answering: bool = False) -> float:
    """What a blow can be expected to cost the target."""
    first, second = factors(scene, unit, target, answering=answering)
    heavy, light = chance(first), max(0.0, chance(second) - chance(first))
    fails = 1 - chance(morale(scene, target))
    if is_normal(target):
        harm = heavy * (1.5 + 1.5 * fails) + light * 1.5 * fails
    else:
        harm = heavy * 3 * (1 - chance(morale(scene, target) - 1)) + light * 3 * fails + 0.3 * (heavy + light)
    return harm * _worth(field, target)


def _attacks(scene: Scene, ask: Ask) -> list[float]:
    """The blow that promises most, less what the answer to it may cost."""
    field = Field.of(scene)
    return [_attack(scene, field, option) if isinstance(option, Attack) else 0.1 for option in ask.options]


def _attack(scene: Scene, field: Field, it: Attack) -> float:
    unit, target = scene.table.pieces[it.unit], scene.table.pieces[it.target]
    value = _blow(scene, field, unit, target)
    if may_strike_back(scene, target):
        _, second = factors(scene, unit, target, answering=False)
        value -= (1 - chance(second)) * _blow(scene, field, target, unit, answering=True)
    if needs_fight_check(field, unit):
        ready = chance(morale(scene, unit))
        value = ready * value - (1 - ready) * _worth(field, unit)
    return value


# -- recovery ----------------------------------------------------------------------------------------------------------
def _recovery(scene: Scene, ask: Ask) -> list[float]:
    """Leaders first, then whoever is likely to form up."""
    field = Field.of(scene)
    scores = []
    for option in ask.options:
        piece = scene.table.pieces.get(str(option))
        likely = 0.05 if piece is None else chance(recovery_figure(field, piece))
        scores.append(likely + (0.0 if piece is None or field.rank(piece) == COMBAT else 0.5))
    return scores
