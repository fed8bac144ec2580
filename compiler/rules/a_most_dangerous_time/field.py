"""What all chapters look at: Clans, Alliances and Factions as they stand, Units and where they are, forts, control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import GONE, MINOR, NOBUNAGA, ODA, SHOGUN, TURN, facts
from compiler.rules.a_most_dangerous_time.loyalty import factions, side_of

BESIEGED, CUT_OFF, ARRIVED, STOPPED = ("besieged", True), ("unsupplied", True), ("arrived", True), ("stopped", True)
STANDING_BY = ("standing_by", True)
IN_COMBAT = ("under", "commander", "defended", "standing_by", "guard_hit")
OF_AN_IMPULSE = ("arrived", "landed", "stopped", "sortied", "retreated", *IN_COMBAT)


def turn(scene: Scene) -> int:
    return int(scene.table.tracks[TURN])


def game_kind(scene: Scene) -> str:
    """short, standard, campaign, three_player or four_player."""
    own = None if scene.options else scene.scenario.options.get("victory")  # asked by the thousand
    return str(own if own is not None else scene.option("victory"))


def three(scene: Scene) -> bool:
    return (scene.scenario.options.get("victory", "") if not scene.options else game_kind(scene)) == "three_player"


def four(scene: Scene) -> bool:
    return (scene.scenario.options.get("victory", "") if not scene.options else game_kind(scene)) == "four_player"


# -- Units -------------------------------------------------------------------------------------------------------------
def is_leader(scene: Scene, piece: Piece) -> bool:
    leader: bool = scene.book.facts.kinds.get(piece.id) == "leader"
    return leader


def is_unit(scene: Scene, piece: Piece) -> bool:
    """Leaders and Soldiers; the Shogun on his Samurai side is none for anything but diplomacy (15.1.x2)."""
    kind = facts(scene).kinds.get(piece.id)
    return kind == "soldier" or (kind == "leader" and not (piece.id == SHOGUN and piece.face == 0))


def units(scene: Scene, place: str) -> list[Piece]:
    """The Units in a place."""
    table = scene.table
    stack = table.stacks.get(place)
    if stack is None:
        return []
    pieces, known = table.pieces, scene.book.facts.units
    if known.issuperset(stack):  # nothing but Units, in most places
        found = list(map(pieces.__getitem__, stack))
    else:
        found = [pieces[id] for id in stack if id in known]
    return found if SHOGUN not in stack else [unit for unit in found if is_unit(scene, unit)]


def of_faction(scene: Scene, place: str, who: str) -> list[Piece]:
    loyal = factions(scene).of
    return [u for u in units(scene, place) if loyal[u.side or ""] == who]


def hostile(scene: Scene, place: str, who: str) -> list[Piece]:
    """The Units in a place that are not of a Faction: enemies and neutrals."""
    loyal = factions(scene).of
    return [u for u in units(scene, place) if loyal[u.side or ""] != who]


def on_map(scene: Scene, piece: Piece) -> bool:
    return piece.place in facts(scene).on_map


def everywhere(scene: Scene, clan: str) -> list[Piece]:
    """Every Unit of a Clan: on the map, off-board, in its box, on the turn track."""
    return [p for p in scene.table.pieces.values() if p.side == clan and is_unit(scene, p) and p.place != GONE]


def is_daimyo(scene: Scene, piece: Piece) -> bool:
    """A Daimyo by his counter or by promotion (3.1.16)."""
    return scene.value(piece, "grade") == "daimyo" or piece.mark("new_daimyo") is not None


def bravery(scene: Scene, piece: Piece) -> int:
    return int(str(scene.value(piece, "bravery")))


def diplomat(scene: Scene, piece: Piece) -> bool:
    """A Leader with Diplomatic Ability (8.1.1)."""
    return bool(scene.value(piece, "diplomacy", False))


def unsupplied(piece: Piece) -> bool:
    return CUT_OFF in piece.marks


def inside(piece: Piece) -> bool:
    """In the fort of its Space, while enemies share it (2.41.x1)."""
    return BESIEGED in piece.marks


@carries("10.5.2", "10.5.3", "10.5.4")
def under_siege(scene: Scene, piece: Piece) -> bool:
    """Inside a fort with an enemy in the field of the Space; one is enough (10.5.4)."""
    if not inside(piece):
        return False
    mine = side_of(scene, piece)
    return any(not inside(u) and side_of(scene, u) != mine for u in units(scene, piece.place))


def loose(scene: Scene, place: str, who: str) -> bool:
    """Whether an enemy or neutral Unit stands in a place that is not shut in its fort (9.4.3, 10.4.6)."""
    return any(not inside(u) for u in hostile(scene, place, who))


# -- places ------------------------------------------------------------------------------------------------------------
def neighbours(scene: Scene, place: str) -> tuple[tuple[str, str], ...]:
    return facts(scene).links.get(place, ())


def has_fort(scene: Scene, place: str) -> bool:
    """Castles and Temples; Kyo, Waypoints and Sea Areas have none (2.42.2, 2.43.2)."""
    return fort_value(scene, place) > 0


@carries("2.41.6", "10.5.21", "15.5.9", "15.5.5")
def fort_value(scene: Scene, place: str) -> int:
    """The Fort Value now: printed, 1 once destroyed, and that of Azuchi if it is higher (10.5.21, 15.5.9)."""
    printed = facts(scene).forts.get(place, 0)
    value = facts(scene).numerals.destroyed_fort if (place, "castle_destroyed") in scene.table.marks else printed
    return max(value, azuchi_level(scene)) if azuchi_at(scene) == place else value


def azuchi_at(scene: Scene) -> str | None:
    """The Space of Azuchi while it stands."""
    piece = scene.table.pieces.get("azuchi")
    return piece.place if piece is not None and piece.place in facts(scene).forts else None


def azuchi_level(scene: Scene) -> int:
    return int(str(scene.value(scene.table.pieces["azuchi"], "level"))) if azuchi_at(scene) is not None else 0


@carries("2.41.4", "2.41.x2", "8.4.7", "10.4.11", "5.3.1")
def room(scene: Scene, place: str) -> int:
    """How many more Units fit inside the fort; Units of both sides count, each as one (2.41.4, 8.4.7)."""
    most = facts(scene).numerals.fort_capacity * fort_value(scene, place)
    return max(0, most - sum(1 for u in units(scene, place) if inside(u)))


def controller(scene: Scene, space: str) -> str:
    """The Clan that controls a Space: its marker, or the printed one (2.46.3)."""
    mark = scene.table.marks.get((space, "control"))
    return str(mark) if mark is not None else facts(scene).printed[space]


def spaces_of(scene: Scene, clan: str) -> list[str]:
    """The Spaces a Clan controls, in the order of the map; they follow from the markers alone."""

    def find() -> dict[str, list[str]]:
        told = tuple([item for item in scene.table.marks.items() if item[0][1] == "control"])
        kept, found = scene.kept, dict[str, list[str]]()
        before: tuple[object, dict[str, list[str]]] | None = kept.values.get("spaces of clans")
        if before is not None and before[0] == told:
            return before[1]
        for space in facts(scene).spaces:
            found.setdefault(controller(scene, space), []).append(space)
        return kept.put("spaces of clans", (told, found), ())[1]

    return scene.memo("spaces of clans", find, of="marks").get(clan, [])


def held_by(scene: Scene, space: str) -> str:
    """The Faction that controls a Space."""
    return factions(scene).of[controller(scene, space)]


def controls(scene: Scene, who: str, space: str) -> bool:
    return held_by(scene, space) == who


def friendly(scene: Scene, place: str, who: str) -> bool:
    """Whether a place is no enemy's: Waypoints and Sea Areas are friendly to all (2.43.3)."""
    return place not in facts(scene).forts or held_by(scene, place) == who


def homes_of(scene: Scene, clan: str) -> tuple[str, ...]:
    """The Home Castles of a Clan; Azuchi at level 3 is one of Oda's (15.5.7)."""
    homes = facts(scene).homes.get(clan, ())
    if clan == ODA and azuchi_level(scene) == facts(scene).numerals.azuchi["last_level"]:
        return (*homes, str(azuchi_at(scene)))
    return homes


def majority(scene: Scene, pieces: Iterable[Piece]) -> list[str]:
    """The Clans with the most Units among some, each Unit counting one (5.3.1)."""
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.side or ""] = counts.get(piece.side or "", 0) + 1
    most = max(counts.values(), default=0)
    return [clan for clan, n in counts.items() if n == most]


def leaders_of(scene: Scene, clan: str) -> Mapping[str, Piece]:
    """The Leaders of a Clan that are not dead."""
    pieces = scene.table.pieces
    return {
        id: pieces[id]
        for id in facts(scene).leaders
        if id in pieces and pieces[id].side == clan and pieces[id].place != GONE
    }


def dead(scene: Scene, leader: str) -> bool:
    """Dead: in the Permanently Eliminated Units Box, or followed by his heir (2.32.7)."""
    piece = scene.table.pieces[leader]
    return piece.place == GONE or bool(scene.value(piece, "heir", False))


def away(scene: Scene, leader: str) -> bool:
    """In a Regroup Box or on the turn track (4.1.5)."""
    place = scene.table.pieces[leader].place
    return place.startswith(("turn_", "regroup_"))


def is_minor(piece: Piece) -> bool:
    return piece.side == MINOR


def nobunaga(scene: Scene) -> Piece:
    return scene.table.pieces[NOBUNAGA]
