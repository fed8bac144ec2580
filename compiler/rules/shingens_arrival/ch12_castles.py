"""12.0 Castles: whose they are, how much they stand, whether they count; garrisons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from compiler.model.table import Table
from compiler.play.ask import Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.facts import ASHIKAGA, ENEMY, ODA_PLAYER, SEATS, TAKEDA_PLAYER, Facts, facts
from compiler.rules.shingens_arrival.field import set_mark, war
from compiler.rules.shingens_arrival.forces import Force, War
from compiler.rules.shingens_arrival.told import tell_coming_out, tell_whole

RISEN, AT_PEACE_MARK = "risen", "at_peace"


def durability(scene: Scene, hex: str) -> int:
    """How much a castle can still take; without a marker it is whole (12-1-1, 12-1-4)."""
    now = scene.table.mark(hex, "durability")
    return facts(scene).full_durability if now is None else int(now)


def castle_morale(scene: Scene, hex: str) -> int:
    """The morale of a castle, which is not that of its garrison (11.0.x1)."""
    return int(scene.table.mark(hex, "morale") or 0)


def is_ruin(scene: Scene, hex: str) -> bool:
    """Abandoned, or with no durability left: of no use to anybody (13-3-6.2)."""
    return scene.table.mark(hex, "abandoned") is not None or scene.table.mark(hex, "durability") == 0


@carries("25-2.2", "17-2.1", "13-3-6.2")
def owner(scene: Scene, hex: str) -> str | None:
    """The army a castle belongs to: the one that took it, else that of its colour. A ruin is nobody's."""
    castle = facts(scene).castles.get(hex)
    if castle is None or is_ruin(scene, hex):
        return None
    return str(scene.table.mark(hex, "control") or castle.owner)


def seat_of_castle(scene: Scene, hex: str) -> str | None:
    """The player a castle belongs to."""
    army = owner(scene, hex)
    return None if army is None else facts(scene).seat_of[army]


def is_lords(scene: Scene, hex: str) -> bool:
    """Whether a castle is still that of its Ashikaga lords: nobody has taken it yet (17-2.x1)."""
    castle = facts(scene).castles[hex]
    return castle.owner == ASHIKAGA and scene.table.mark(hex, "control") is None and not is_ruin(scene, hex)


@carries("17-2-2.1", "17-1-2(4).3", "17-2.x1", "17-2-4.1")
def in_effect(scene: Scene, hex: str) -> bool:
    """Whether a castle counts at all: no ruin, its lord has risen, its army is not at peace (17-2-2, 17-1-2(4))."""
    return hex in castles_in_effect(scene)


def castles_in_effect(scene: Scene) -> dict[str, str]:
    """The castles that count, each with the player who has it."""
    return _castles_now(scene, war(scene))


def _castles_now(scene: Scene, now: War) -> dict[str, str]:
    risen, marks = now.risen, scene.table.marks
    known = scene.book.memo.get("castles")
    if known is not None and known[0][0] is risen and known[0][1] is marks:
        same: dict[str, str] = known[1][0]
        return same
    found = _castles_in_effect(scene, facts(scene))
    if known is not None and known[1][0] == found:
        found, sides = known[1]  # the very same as long as nothing changes
    else:
        sides = {seat: frozenset([hex for hex, whose in found.items() if whose == seat]) for seat in SEATS}
    scene.book.memo["castles"] = ((risen, marks), (found, sides))
    return found


T = TypeVar("T")


def while_they_stand(scene: Scene, key: Any, make: Callable[[], T]) -> T:
    """Something that follows from where forces stand (garrisons and investors too) and from the castles in effect."""
    now = war(scene)
    castles = _castles_now(scene, now)
    kept = now.kept
    if kept is None or kept[0] is not castles:
        kept = now.kept = (castles, {})
    found: T | None = kept[1].get(key)
    if found is None:
        found = kept[1][key] = make()
    return found


def castles_of(scene: Scene, seat: str) -> frozenset[str]:
    """The castles that count for a player; the very same as long as no castle changes."""
    _castles_now(scene, war(scene))
    found: frozenset[str] = scene.book.memo["castles"][1][1][seat]
    return found


def _castles_in_effect(scene: Scene, known: Facts) -> dict[str, str]:
    table = scene.table
    found: dict[str, str] = {}
    for castle in known.castles.values():
        if is_ruin(scene, castle.hex):
            continue
        taken = table.mark(castle.hex, "control")
        army = str(taken or castle.owner)
        if taken is None and castle.owner == ASHIKAGA and not any(has_risen(table, lord) for lord in castle.lords):
            continue
        if table.mark(army, AT_PEACE_MARK) is not None:
            continue
        found[castle.hex] = known.seat_of[army]
    return found


def has_risen(table: Table, lord: str) -> bool:
    """Whether an Ashikaga lord has risen; a killed one keeps the mark, so that his castle counts (17-2-4.1)."""
    piece = table.pieces.get(lord)
    return piece is not None and piece.mark(RISEN) is not None


def enemy_castle(scene: Scene, hex: str, seat: str) -> bool:
    """Whether a castle that counts belongs to the other player."""
    return castles_in_effect(scene).get(hex) == ENEMY[seat]


@carries("13-1-4.1", "5-2-3.1")
def is_invested(scene: Scene, hex: str) -> bool:
    """Whether some force with an Invested marker stands before a castle (13-1-5)."""
    return hex in invested_hexes(scene)


def invested_hexes(scene: Scene) -> frozenset[str]:
    """The hexes of castles that are invested; the very same as long as they are."""

    def find() -> frozenset[str]:
        hexes = war(scene).stand(TAKEDA_PLAYER).invested | war(scene).stand(ODA_PLAYER).invested
        known = scene.book.memo.get("invested hexes")
        if known is None or known[0] != hexes:
            known = scene.book.memo["invested hexes"] = (hexes, hexes)
        found: frozenset[str] = known[1]
        return found

    return while_they_stand(scene, "invested", find)


def invested_castles(scene: Scene) -> dict[str, list[Force]]:
    """The castles that are invested, each with the forces that do it."""

    found: dict[str, list[Force]] = {}
    if invested_hexes(scene):
        for force in war(scene).forces.values():
            if force.investing:
                found.setdefault(force.hex, []).append(force)
    return found


# -- garrisons ---------------------------------------------------------------------------------------------------------
@carries("12-2.1", "12-2.2", "12-2-3.2", "12-2-6.1", "17-2-1.1")
def no_garrison(scene: Scene, army: str, hex: str) -> Refusal | None:
    """Why a force of an army may not shut itself up in the castle of a hex (12-2, 17-2-1)."""
    known = facts(scene)
    if hex not in known.castles or is_ruin(scene, hex):
        return Refusal("12-2.2", f"there is no castle to garrison in `{hex}`")
    if castles_in_effect(scene).get(hex) != known.seat_of[army]:
        mine = seat_of_castle(scene, hex) == known.seat_of[army]
        return Refusal("17-2-2.1" if mine else "12-2.2", f"the castle of `{hex}` cannot be used by {army}")
    if army == ASHIKAGA and owner(scene, hex) != ASHIKAGA:
        return Refusal("17-2-1.1", "Ashikaga troops garrison Ashikaga castles only")
    return None


def enter_garrison(scene: Scene, force: str, rule: str) -> None:
    """A force goes behind the walls: the Garrison marker lies on it (12-2-4)."""
    set_mark(scene, force, "garrison", True, rule)


def leave_garrison(scene: Scene, force: str, rule: str) -> None:
    """A force comes out from behind the walls, if it is there (12-2-7)."""
    if scene.table.pieces[force].mark("garrison") is not None:
        tell_coming_out(scene, force, rule)
        set_mark(scene, force, "garrison", None, rule)


@carries("12-2-7.2")
def is_shut_in(scene: Scene, force: Force) -> bool:
    """Whether an enemy stands before the castle a force is in, so that it cannot leave (12-2-7, 13-1-6)."""
    return force.inside and bool(war(scene).here(force.hex, ENEMY[force.seat]))


def wear(scene: Scene, hex: str, by: int, rule: str) -> None:
    """A castle loses durability (12-1-2) or, below nought, gets some back, never more than it had (12-1-3)."""
    full = facts(scene).full_durability
    before = durability(scene, hex)
    left = min(full, max(0, before - by))
    set_mark(scene, hex, "durability", None if left == full else left, rule)
    if left == full > before:
        tell_whole(scene, hex, rule)
