"""What is worth going for: enemies in the field who can be beaten, castles that can be invested.

Not part of the rules. `plans` chooses among them for each force.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch08_lines import has_line
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, durability
from compiler.rules.shingens_arrival.ch13_investing import threshold
from compiler.rules.shingens_arrival.ch13_surrender import ranks_inside
from compiler.rules.shingens_arrival.ch16_entry import barred_to
from compiler.rules.shingens_arrival.facts import (
    ENEMY,
    ODA,
    ODA_PLAYER,
    SHINGEN,
    SODAISHO,
    TAISHO,
    TAKEDA,
    TOKUGAWA,
    facts,
)
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.homeward import line
from compiler.rules.shingens_arrival.roads import about

STRONG = 6  # a force of so much strength takes the field, a weaker one keeps to its walls
SPARE = 2  # so much more a worn force has that comes out of a castle
REACH = 20  # points of march within which forces help each other
ODDS = 1.1  # how much stronger one wants to be
HUNT, HUNTED = 3, 1.4  # hexes from which enemies come upon a lord, and how much stronger they are
SHAKY = 3  # durability of walls that may fall whoever is behind them
RELIEF = 3  # hexes from which enemies come to a castle that is besieged
LEASH = 8  # hexes from his main castle within which a sodaisho goes for enemies
SHAKEN = -2  # with so little morale a force without a line turns back
WORTHLESS = 15.0  # points of march one would rather go than take a castle that counts nothing
HOME = ("mino", "owari", "omi", "ise", "yamashiro")


def takes_the_field(scene: Scene, force: Force) -> bool:
    """Whether a force is strong enough; who is behind walls and worn stays until he has more to spare."""
    strong = war(scene).strength([force])
    if not force.inside or strong >= STRONG + SPARE:
        return strong >= STRONG
    units = facts(scene).units
    return strong >= STRONG and all(piece.steps == units[piece.id].steps for piece in force.pieces)


# -- enemies in the field ----------------------------------------------------------------------------------------------
def threat(scene: Scene, force: Force, where: Collection[str] | None = None) -> str | None:
    """The enemies in the field, there or anywhere, that are worth a march and can be beaten by all who are near."""
    found = [
        (worth - about(scene, force.hex, hex) / 4, hex)
        for hex, worth in _threats(scene, force.seat).items()
        if (where is None or hex in where) and hex not in barred_to(scene, force.army) and _beatable(scene, force, hex)
    ]
    best = max(found, default=(0.0, ""))
    return best[1] if best[0] > 0 else None


def about_home(scene: Scene, force: Force, home: str) -> Collection[str] | None:
    """Where a sodaisho goes for enemies: about his main castle, for without a line he is lost; others anywhere."""
    return around(scene, home, LEASH) if force.print.rank == SODAISHO else None


def around(scene: Scene, place: str, hexes: int) -> Collection[str]:
    """The hexes no farther from a place than that."""
    known = facts(scene)
    found: Collection[str] = scene.book.once(
        ("around", place, hexes), lambda: {hex for hex in known.joined if known.distance(hex, place) <= hexes}
    )
    return found


def _threats(scene: Scene, seat: str) -> Mapping[str, float]:
    """The hexes with enemies outside garrison, and how much they hurt."""

    def find() -> dict[str, float]:
        hexes = dict.fromkeys(f.hex for f in war(scene).forces.values() if f.seat != seat and not f.inside)
        return {hex: _hurts(scene, seat, hex) for hex in hexes}

    return scene.memo(("threats", seat), find)


def _hurts(scene: Scene, seat: str, hex: str) -> float:
    known = facts(scene)
    worth = 3.0 if seat == ODA_PLAYER and known.province.get(hex) in HOME else 2.0
    if castles_in_effect(scene).get(hex) == seat:
        worth += 3.0 + 2.0 * known.castles[hex].level
    if seat == ODA_PLAYER:
        worth += 12.0 if known.distance(hex, known.kyoto) <= 1 else 0.0
        worth += 6.0 if known.distance(hex, known.sakai) <= 1 else 0.0
        worth += 6.0 if hex in line(scene)[1:] else 0.0
    elif any(known.distance(hex, other) <= 1 for other in line(scene)):
        worth += 6.0
    if any(f.print.rank == 2 and f.army in (TAKEDA, ODA) for f in war(scene).outside(hex, ENEMY[seat])):
        worth += 6.0
    return worth


def _beatable(scene: Scene, force: Force, hex: str) -> bool:
    """Whether those of its side within a march or two are together stronger than the enemies of a hex.

    Shingen counts from wherever he is: nobody else decides this war by coming back.
    """
    shingen = force.id == SHINGEN

    def find() -> bool:
        now = war(scene)
        mine = {f.id: f for f in (*helpers(scene, force, hex), *([force] if shingen else ()))}.values()
        return now.strength(mine) >= ODDS * now.strength(now.outside(hex, ENEMY[force.seat]))

    near = about(scene, force.hex, hex) <= 2 * REACH
    return near and scene.memo(("beatable", SHINGEN if shingen else force.army, hex), find)


def helpers(scene: Scene, force: Force, hex: str) -> Iterator[Force]:
    return (
        f
        for f in war(scene).forces.values()
        if f.seat == force.seat
        and (f.army == TOKUGAWA) == (force.army == TOKUGAWA)
        and not f.investing
        and takes_the_field(scene, f)
        and about(scene, f.hex, hex) <= REACH
    )


# -- castles -----------------------------------------------------------------------------------------------------------
def castle_to_take(scene: Scene, force: Force, first: str) -> str | None:
    """The enemy castle nearest to where the army works that it is strong enough to invest, with whoever helps."""
    known, now = facts(scene), war(scene)
    found: list[tuple[float, str]] = []
    for hex, seat in castles_in_effect(scene).items():
        if seat == force.seat or about(scene, first, hex) > 2 * REACH or is_stubborn(scene, hex):
            continue
        friends = [f for f in _near(scene, force, hex) if f.army == force.army]
        least = max(threshold(scene, hex), now.strength(now.inside(hex)) + 4)
        if now.strength(friends) < max(least, _relief(scene, force, hex)):
            continue
        cost = about(scene, first, hex) + about(scene, force.hex, hex) / 2
        level = known.castles[hex].level
        found.append((cost + (3.0 * level or WORTHLESS), hex))
    return min(found)[1] if found else None


def _relief(scene: Scene, force: Force, hex: str) -> int:
    """The strength of the enemies in the field who are near enough to fall upon whoever besieges a castle."""

    def find() -> int:
        now, near = war(scene), around(scene, hex, RELIEF)
        return now.strength([f for f in now.forces.values() if f.seat != force.seat and not f.inside and f.hex in near])

    return scene.memo(("relief", force.seat, hex), find)


def is_stubborn(scene: Scene, hex: str) -> bool:
    """Whether a siege would lead nowhere: a commander is inside, and the walls stand. Who invests is bound to it."""
    return durability(scene, hex) > SHAKY and max(ranks_inside(scene, hex), default=0) >= TAISHO


def is_needed(scene: Scene, force: Force) -> bool:
    """Whether it falls to a force to invest the castle before it: no other does who is enough, or weaker and enough."""
    now, least = war(scene), threshold(scene, force.hex)
    others = [f for f in now.outside(force.hex, force.seat) if f.id != force.id]
    if now.strength([f for f in others if f.investing]) >= least:
        return False
    mine = now.strength([force])
    fit = [now.strength([f]) for f in others if f.army == force.army and f.print.rank < SODAISHO]
    return not any(least <= other < mine for other in fit)


def _near(scene: Scene, force: Force, hex: str) -> Sequence[Force]:
    """The force itself and those of its army that could come along."""
    return [
        f
        for f in war(scene).forces.values()
        if f is force
        or (f.army == force.army and f.id != SHINGEN and about(scene, f.hex, hex) <= REACH and not f.inside)
    ]


# -- forces in danger --------------------------------------------------------------------------------------------------
def refuge(scene: Scene, force: Force) -> str:
    """The nearest castle of its side."""
    known = facts(scene)
    shut = war(scene).stand(ENEMY[force.seat]).outer
    mine = (hex for hex, seat in castles_in_effect(scene).items() if seat == force.seat and hex not in shut)
    return min(mine, key=lambda hex: (known.distance(force.hex, hex), hex), default=force.hex)


def starves(scene: Scene, force: Force) -> bool:
    """Whether a force had better be behind walls, where no morale is lost: shaken, without a line; until it rested."""
    if force.morale == 0 or force.id == SHINGEN or (force.morale > SHAKEN and not force.inside):
        return False
    return not has_line(scene, force)


def is_hunted(scene: Scene, force: Force) -> bool:
    """Whether a lord whose death ends a war had better be behind walls: stronger enemies are within a march of him."""
    if force.print.rank < SODAISHO or force.id == SHINGEN:
        return False

    return not is_safe(scene, force, force.hex) if force.inside else _outnumbered(scene, force, force.hex, HUNT, HUNTED)


def is_safe(scene: Scene, force: Force, hex: str) -> bool:
    """Whether a lord may come to a hex, or out of its walls: nobody stronger is about."""
    return not _outnumbered(scene, force, hex, HUNT + 2, 1.0)


def _outnumbered(scene: Scene, force: Force, hex: str, hunt: int, hunted: float) -> bool:
    def find() -> bool:
        now, known = war(scene), facts(scene)
        afield = [f for f in now.forces.values() if not f.inside]
        theirs = [f for f in afield if f.seat != force.seat and known.distance(f.hex, hex) <= hunt]
        if force.morale < 0 and any(f.print.rank == SODAISHO for f in theirs):
            return True  # a lost decisive battle would be the end of him
        mine = [f for f in afield if f.seat == force.seat and known.distance(f.hex, hex) <= 2]
        return now.strength(theirs) > hunted * now.strength({f.id: f for f in (force, *mine)}.values())

    return scene.memo(("outnumbered", force.id, hex, hunt), find)
