"""Advice for guards: which Spaces decide the game, who could come for them, and how many men that takes."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.table import Piece
from compiler.play.mechanics.ranges import flood
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import KYO, NEUTRAL, NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import (
    azuchi_at,
    fort_value,
    game_kind,
    hostile,
    inside,
    is_leader,
    of_faction,
)
from compiler.rules.a_most_dangerous_time.loyalty import factions

COMING = (1.0, 1.0, 0.75, 0.5, 0.25)  # how many of those so many ways off must be reckoned with
DECISIVE, HOME, DEAR = 8.0, 5.0, 3.0  # what losing a Space costs: the game, the lines of a Clan, or much


def ours(scene: Scene, place: str, who: str) -> int:
    """How many Units of a Faction stand in a place: asked of every march, so counted once."""
    return scene.memo(("ours", place, who), lambda: len(of_faction(scene, place, who)))


def theirs(scene: Scene, place: str, who: str) -> int:
    """How many others stand there."""
    return scene.memo(("theirs", place, who), lambda: len(hostile(scene, place, who)))


def stake(scene: Scene, space: str, who: str) -> float:
    """What the loss of a Space costs its Faction beside the Space itself, by how this game is won."""
    return scene.memo(("stake", space, who), lambda: _stake(scene, space, who))


def _stake(scene: Scene, space: str, who: str) -> float:
    if who != ODA:
        return DEAR if is_key(scene, space) else 0.0
    kind, homes = game_kind(scene), facts(scene).homes[ODA]
    if space == azuchi_at(scene) or space in facts(scene).numerals.anti_oda_targets_of_four:
        return DECISIVE if kind in ("three_player", "four_player") else HOME
    if kind == "short" and facts(scene).forts.get(space) in facts(scene).numerals.short_game["levels"]:
        return DEAR  # the strong Castles are counted at the end
    if space == KYO:  # with four players nothing is won or lost there
        return DEAR if kind in ("short", "four_player") else DECISIVE
    return HOME if space in homes else 0.0


def is_key(scene: Scene, space: str) -> bool:
    """Kyo and the Home Castles: what is not left without a man."""
    return space == KYO or any(space in spaces for spaces in facts(scene).homes.values())


def apart(scene: Scene, place: str) -> dict[str, int]:
    """How many links every place is from one."""
    links = facts(scene).links
    beside = scene.book.once("beside", lambda: {p: tuple(q for q, _ in near) for p, near in links.items()})
    return scene.book.once(("apart", place), lambda: flood(beside, (place,)))


def threat(scene: Scene, place: str, who: str) -> float:
    """Enemies that stand at a place or could come to it in a turn; those farther off count less."""

    def count() -> float:
        near = {p: COMING[d] for p, d in apart(scene, place).items() if d < len(COMING)}
        return sum(share * _at_war(scene, p, who) for p, share in near.items())

    return scene.memo(("threat", place, who), count, of="stacks")


def _at_war(scene: Scene, place: str, who: str) -> int:
    """Enemies in the field of a place; neutrals march nowhere."""
    loyal = factions(scene).of
    return sum(1 for u in hostile(scene, place, who) if not inside(u) and loyal[u.side or ""] != NEUTRAL)


def need(scene: Scene, place: str, who: str) -> int:
    """How many men keep a Space that matters against those who could come: walls count for men."""

    def find() -> int:
        lost, walls = stake(scene, place, who), fort_value(scene, place)
        if not lost:
            return 0
        at_once = game_kind(scene) in ("three_player", "four_player")  # there its loss is the end
        least, most = (6 if at_once else 4, 16 - 3 * walls) if lost >= DECISIVE else (1, 4)
        return max(least, min(most, round(threat(scene, place, who) / (1.0 + 0.5 * walls))))

    return scene.memo(("need", place, who), find)


def guards(scene: Scene, some: Iterable[Piece]) -> int:
    """How many of some Units count as guards: Soldiers, and one Leader; more of them are for others to win over."""
    led = [is_leader(scene, unit) for unit in some]
    return led.count(False) + min(1, led.count(True))


def short_of(scene: Scene, place: str, who: str, held: int) -> float:
    """What it costs that a Space has so many men and not as many as it needs."""
    wanted, cost = need(scene, place, who), stake(scene, place, who)
    missing = max(0, wanted - held) / max(1, wanted)
    return (2 if cost >= DECISIVE else 1) * cost * missing * (0.5 + 0.5 * missing)  # first where nobody stands


def lack(scene: Scene, place: str, who: str) -> float:
    """What it costs as things stand."""
    if not stake(scene, place, who):
        return 0.0
    return short_of(scene, place, who, guards(scene, of_faction(scene, place, who)))


def exposes_head(scene: Scene, units: tuple[str, ...], to: str, who: str, force: int) -> float:
    """What it costs to lead Nobunaga where he may fall: much where his death ends the game."""
    if who != ODA or NOBUNAGA not in units:
        return 0.0
    deadly = 4.0 if game_kind(scene) in ("campaign", "four_player") else 1.0
    start = scene.table.pieces[NOBUNAGA].place
    here, there = threat(scene, start, who) / max(1, ours(scene, start, who)), threat(scene, to, who) / force
    return deadly if there > max(1.5, here) else 0.0  # it may be worse where he stands
