"""Chapter 5, being out of communication: who is marked so, and when that is looked at."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.a_most_dangerous_time.ch05_communication import Nets, has_line, lacks_line, nets_of, reach
from compiler.rules.a_most_dangerous_time.facts import ANTI, ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import inside, unsupplied
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.loyalty import Factions, factions


def wrongly_marked(scene: Scene, pieces: Iterable[Piece]) -> list[Piece]:
    """Units that are out of communication and not marked so, or marked and not out of it."""
    loyal, known = factions(scene).of, dict[tuple[str, str], bool]()
    found = []
    for piece in pieces:
        marks, clan = piece.marks, piece.side or ""
        if piece.id == SHOGUN or (marks and (inside(piece) or piece.mark("landed") is not None)):
            out = lacks_line(scene, piece)
        else:  # all others of a Clan in a place are alike
            alike = (clan, piece.place)
            if alike not in known:
                known[alike] = loyal[clan] in (ODA, ANTI) and not has_line(scene, piece, reach(scene, clan))
            out = known[alike]
        if out != (bool(marks) and unsupplied(piece)):
            found.append(piece)
    return found


def check(scene: Scene, pieces: Iterable[Piece], rule: str) -> None:
    """Mark who is out of communication, and nobody else, among some Units."""
    _mark(scene, wrongly_marked(scene, pieces), rule)  # all before the first mark changes the table


def _mark(scene: Scene, wrong: Iterable[Piece], rule: str) -> None:
    scene.handle(*[Marked(piece.id, "unsupplied", None if unsupplied(piece) else True, rule=rule) for piece in wrong])


@step("4.1(5).1", "communications", "5.1.1", "5.2.9")
def communications(scene: Scene) -> Flow[Outcome]:
    """Step 5: every Unit on the map is checked, inactive ones too (4.1(5).1)."""
    yield from ()
    wrong = frozenset([unit.id for unit in astray(scene)])
    if wrong:
        _mark(scene, [piece for id, piece in scene.table.pieces.items() if id in wrong], "4.1(5).1")
    return None


class Astray:
    """The Units on the map that are wrongly marked, by their places, as of the last look."""

    __slots__ = ("loyal", "nets", "wrong")

    def __init__(self, loyal: Factions, nets: Nets) -> None:
        self.loyal, self.nets = loyal, nets
        self.wrong: dict[str, list[Piece]] = {}


def astray(scene: Scene) -> list[Piece]:
    """Every Unit on the map that is wrongly marked; a place is looked at again if its Units or their lines changed."""
    land, nets, kept = ground(scene), nets_of(scene), scene.kept
    news, found = kept.news("astray"), kept.values.get("astray")
    spots = land.spots
    if news is None or found is None or found.loyal is not land.loyal:
        found, again = kept.put("astray", Astray(land.loyal, nets), ()), set(spots)
    else:
        again = news | _relined(scene, found, nets)
        # whose lines lead round the sea they came from
        again.update([place for place, spot in spots.items() if spot.landed])
    wrong = found.wrong
    for place in again & facts(scene).on_map:
        units = wrongly_marked(scene, spots[place].units) if place in spots else None
        if units:
            wrong[place] = units
        else:
            wrong.pop(place, None)
    return [unit for units in wrong.values() for unit in units]


def _relined(scene: Scene, found: Astray, nets: Nets) -> set[str]:
    """The places from which lines of a Clan may reach otherwise than at the last look."""
    places: set[str] = set()
    if found.nets is not nets:
        within, before = facts(scene).near.within, found.nets
        found.nets = nets
        for (clan, without), was in before.items():
            now = reach(scene, clan) if without is None else was
            if was is not now:
                places |= was.ends ^ now.ends
                for place in (was.joined ^ now.joined) | (was.by_land_only ^ now.by_land_only):
                    places.update(within[place])
    return places
