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

CUT_OFF = "unsupplied"  # the mark


def cut_off(scene: Scene, pieces: Iterable[Piece]) -> list[Piece]:
    """Those of some Units that are out of communication."""
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
        if out:
            found.append(piece)
    return found


def check(scene: Scene, pieces: list[Piece], rule: str) -> None:
    """Mark who is out of communication, and nobody else, among some Units."""
    _mark(scene, pieces, {piece.id for piece in cut_off(scene, pieces)}, rule)


def _mark(scene: Scene, pieces: Iterable[Piece], out: set[str], rule: str) -> None:
    wrong = [piece for piece in pieces if (piece.id in out) != (bool(piece.marks) and unsupplied(piece))]
    scene.handle(*[Marked(piece.id, CUT_OFF, None if unsupplied(piece) else True, rule=rule) for piece in wrong])


@step("4.1(5).1", "communications", "5.1.1", "5.2.9")
def communications(scene: Scene) -> Flow[Outcome]:
    """Step 5: every Unit on the map is checked, inactive ones too; the marks of the last time are gone (4.1(5).1)."""
    yield from ()
    _mark(scene, scene.table.pieces.values(), everybody_cut_off(scene), "4.1(5).1")
    return None


class Cut:
    """The Units on the map that are out of communication, by their places, as of the last look."""

    __slots__ = ("loyal", "nets", "out")

    def __init__(self, loyal: Factions, nets: Nets) -> None:
        self.loyal, self.nets = loyal, nets
        self.out: dict[str, list[str]] = {}


def everybody_cut_off(scene: Scene) -> set[str]:
    """Every Unit on the map that has no line; a place is looked at again if its Units or their lines changed."""
    land, nets, kept = ground(scene), nets_of(scene), scene.kept
    news, found = kept.news("cut off"), kept.values.get("cut off")
    spots = land.spots
    if news is None or found is None or found.loyal is not land.loyal:
        found, again = kept.put("cut off", Cut(land.loyal, nets), ()), set(spots)
    else:
        again = news | _relined(scene, found, nets)
        # whose lines lead round the sea they came from
        again.update([place for place, spot in spots.items() if spot.landed])
    out = found.out
    for place in again & facts(scene).on_map:
        units = cut_off(scene, spots[place].units) if place in spots else None
        if units:
            out[place] = [unit.id for unit in units]
        else:
            out.pop(place, None)
    return {unit for units in out.values() for unit in units}


def _relined(scene: Scene, found: Cut, nets: Nets) -> set[str]:
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
