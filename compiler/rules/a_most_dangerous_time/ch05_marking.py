"""Chapter 5, being out of communication: who is marked so, and when that is looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import attrgetter

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.a_most_dangerous_time.ch05_communication import (
    Net,
    has_line,
    lacks_line,
    lines,
    net_of,
    reach,
    reached,
)
from compiler.rules.a_most_dangerous_time.facts import ANTI, ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import CUT_OFF, inside, unsupplied
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.loyalty import factions
from compiler.rules.a_most_dangerous_time.told import tell_cut_off

_MARKS = attrgetter("marks")
AT_WAR = (ODA, ANTI)  # neutrals need no line


def cut_off(scene: Scene, pieces: Iterable[Piece]) -> list[Piece]:
    """Those of some Units that are out of communication."""
    loyal, known = factions(scene).of, dict[tuple[str, str], bool]()
    found = []
    for piece in pieces:
        if piece.id == SHOGUN or (piece.marks and (inside(piece) or piece.mark("landed") is not None)):
            out = lacks_line(scene, piece)
        else:  # all others of a Clan in a place are alike
            clan = piece.side or ""
            alike = (clan, piece.place)
            if alike not in known:
                known[alike] = loyal[clan] in AT_WAR and not has_line(scene, piece, reach(scene, clan))
            out = known[alike]
        if out:
            found.append(piece)
    return found


def check(scene: Scene, pieces: list[Piece], rule: str) -> None:
    """Mark who is out of communication, and nobody else, among some Units."""
    _mark(scene, pieces, {piece.id for piece in cut_off(scene, pieces)}, rule)


def _mark(scene: Scene, pieces: Iterable[Piece], out: Collection[str], rule: str) -> None:
    wrong = [piece for piece in pieces if (piece.id in out) != (CUT_OFF in piece.marks)]
    scene.handle(*[Marked(piece.id, CUT_OFF[0], None if unsupplied(piece) else True, rule=rule) for piece in wrong])


@step("4.1(5).1", "communications", "5.1.1", "5.2.9")
def communications(scene: Scene) -> Flow[Outcome]:
    """Step 5: every Unit on the map is checked, inactive ones too; the marks of the last time are gone (4.1(5).1)."""
    yield from ()
    pieces, out = scene.table.pieces, everybody_cut_off(scene)
    looked_at = out.union([piece.id for piece in filter(_MARKS, pieces.values()) if unsupplied(piece)])
    _mark(scene, map(pieces.__getitem__, filter(looked_at.__contains__, pieces)), out, "4.1(5).1")
    tell_cut_off(scene, [pieces[id] for id in sorted(out)])
    return None


class Cut:
    """The Units on the map that are out of communication, by their places, as of the last look."""

    __slots__ = ("changes", "nets", "out")

    def __init__(self) -> None:
        self.changes = 0
        self.nets: dict[str, Net] = {}
        self.out: dict[str, list[str]] = {}


def everybody_cut_off(scene: Scene) -> set[str]:
    """Every Unit on the map that has no line; a place is looked at again if its Units or their lines changed."""
    land = ground(scene)
    spots, found = land.spots, land.looks.get(("cut off",))
    if found is None:
        found = land.looks["cut off",] = Cut()
        again = set(spots)
    else:  # who landed has a line only without the sea he came from
        again = land.since(found.changes) | _relined(scene, found) | land.landed
    found.changes, found.nets = len(land.changes), {who: net_of(scene, who) for who in AT_WAR}
    out = found.out
    pieces = scene.table.pieces
    for place in again & facts(scene).on_map:
        units = cut_off(scene, [pieces[id] for id in spots[place].ids]) if place in spots else None
        if units:
            out[place] = [unit.id for unit in units]
        else:
            out.pop(place, None)
    return {unit for units in out.values() for unit in units}


def _relined(scene: Scene, found: Cut) -> set[str]:
    """The places from which lines of a Clan may reach otherwise than at the last look."""
    bits = ends = 0
    for who, before in found.nets.items():
        after = net_of(scene, who)
        if before is not after:
            net = lines(scene, who)
            for (clan, without), was in before.reach.items():
                if without is None:
                    now = after.reach[clan, None] = reached(scene, clan, net)
                    ends |= was.end_bits ^ now.end_bits
                    bits |= was.joined_bits ^ now.joined_bits | was.sealess_bits ^ now.sealess_bits
    near = facts(scene).near
    places = set(near.places_of(bits | ends))
    for place in near.places_of(bits):
        places.update(near.beside[place])
    return places
