"""Section 3.1: Clans, Alliances and Factions as they stand, and whose impulse it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from compiler.model.table import Piece
from compiler.play.coverage import carries, watcher
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import ACTIVE, ANTI, NEUTRAL, ODA, WAITING, facts


def waiting(scene: Scene, power: str) -> bool:
    """Whether a power has not entered: its plain chit lies on the turn track (4.2(5).2)."""
    return scene.table.pieces[facts(scene).plain[power]].place.startswith("turn_")


def alliance_of(scene: Scene, clan: str) -> str | None:
    """The Alliance a Clan belongs to now; None for neutrals (3.1.9)."""
    joined = scene.table.marks.get((clan, "joined"))
    return str(joined) if joined is not None else facts(scene).alliances.get(clan)


def faction_of_alliance(alliance: str | None) -> str:
    if alliance is None:
        return NEUTRAL
    return ODA if alliance == ODA else ANTI


def faction(scene: Scene, clan: str) -> str:
    """The Faction a Clan is loyal to now; a power that has not entered belongs to nobody yet (3.2.19)."""
    return factions(scene).of[clan]


class Factions:
    """The Faction of every Clan; the same thing as long as none changes sides and no power enters."""

    __slots__ = ("clans", "of")

    def __init__(self, of: Mapping[str, str], clans: Mapping[str | None, Collection[str]]) -> None:
        self.of = of
        self.clans = clans  # of each Alliance


def factions(scene: Scene) -> Factions:
    """Who is loyal to whom now; looked at more than anything else, so without a detour while nothing can have changed.

    A Clan changes sides by a mark, a power enters when its chit is moved.
    """
    memo, table = scene.book.memo, scene.table
    found = memo.get("factions")
    if found is not None and found[0] is table:
        now: Factions = found[1]
        return now
    (marks, chits, seen_by), loyal = memo.get("loyal") or ((None, None, None), None)
    pieces, watched = list(map(table.pieces.get, scene.book.facts.waiting_chits)), watcher()
    if marks is not table.marks or chits != pieces or seen_by is not watched:
        loyal = scene.kept.values.get("loyal")
    if loyal is None:  # a Clan was marked since, or the chit of a power that comes later was moved
        loyal = scene.kept.put("loyal", _loyal(scene), (*scene.game.sides, *facts(scene).waiting_chits))
    memo["loyal"], memo["factions"] = ((table.marks, pieces, watched), loyal), (table, loyal)
    return loyal


def _loyal(scene: Scene) -> Factions:
    pieces = scene.table.pieces
    to_come = tuple([pieces[chit].place[:5] == "turn_" for chit in facts(scene).waiting_chits])
    joined = tuple([(clan, value) for (clan, mark), value in scene.table.marks.items() if mark == "joined"])
    kept, key = scene.kept, ("factions", to_come, joined)
    found: Factions | None = kept.values.get(key)
    if found is None:
        clans: dict[str | None, set[str]] = {}
        for clan in scene.game.sides:
            clans.setdefault(alliance_of(scene, clan), set()).add(clan)
        found = kept.put(key, Factions(_factions(scene), clans), ())
    return found


@carries("3.1.2", "3.2.2", "3.1.9", "3.2.19", "16.1.2.2", "16.1.x4")
def _factions(scene: Scene) -> dict[str, str]:
    """The Faction of every Clan."""
    found = {}
    for clan in scene.game.sides:
        power = facts(scene).power_of.get(clan)
        later = power is not None and (clan, "joined") not in scene.table.marks and waiting(scene, power)
        found[clan] = WAITING if later else faction_of_alliance(alliance_of(scene, clan))
    found[""] = NEUTRAL
    return found


def side_of(scene: Scene, piece: Piece) -> str:
    """The Faction of a Unit: by its present Clan, never by its counter (2.31.4)."""
    found = scene.book.memo.get("factions")  # as `factions` does it: asked by the thousand
    loyal: Factions = found[1] if found is not None and found[0] is scene.table else factions(scene)
    return loyal.of[piece.side or ""]


def other(one: str) -> str:
    """The opposing Faction."""
    return ANTI if one == ODA else ODA


def fallen(scene: Scene, clan: str) -> bool:
    """Whether a Clan has fallen, withdrawn or been taken in by another."""
    marks = scene.table.marks
    return (clan, "fallen") in marks or (clan, "withdrawn") in marks


def members(scene: Scene, alliance: str) -> list[str]:
    """The Clans of an Alliance as they stand."""
    own = factions(scene).clans.get(alliance, ())
    return [clan for clan in scene.game.sides if clan in own]


def active_chit(scene: Scene) -> str | None:
    here = scene.table.stacks.get(ACTIVE)
    return here[0] if here else None


def active_alliance(scene: Scene) -> str:
    """The Alliance whose chit is in play (4.1.10)."""
    here = scene.table.stacks.get(ACTIVE)  # asked by the thousand
    found: str = scene.book.facts.chits.get(here[0], "") if here else ""
    return found


def active_faction(scene: Scene) -> str:
    return faction_of_alliance(active_alliance(scene) or None)
