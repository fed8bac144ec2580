"""Chapter 5, being out of communication: who is marked so, and when that is looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import attrgetter

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.coverage import count
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.a_most_dangerous_time.ch05_communication import has_line, lacks_line, reach
from compiler.rules.a_most_dangerous_time.facts import ANTI, ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import CUT_OFF, inside, unsupplied
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.loyalty import factions
from compiler.rules.a_most_dangerous_time.told import tell_cut_off

_MARKS = attrgetter("marks")
AT_WAR = (ODA, ANTI)  # neutrals need no line
EVERYWHERE = -1  # all bits


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


def everybody_cut_off(scene: Scene) -> set[str]:
    """Every Unit on the map that has no line; most stand beside a place that lines of their Clan reach by land."""
    count("5.2.5", "5.2.6", "5.2.9")
    land, near, on_map = ground(scene), facts(scene).near, facts(scene).on_map
    pieces, loyal, out = scene.table.pieces, land.loyal.of, set[str]()
    lined: dict[str | None, int] = {}
    for place, spot in land.spots.items():
        bit, far = near.bit[place], list[str | None]()
        for clan in spot.sides:
            if clan not in lined:
                lined[clan] = reach(scene, clan or "").beside_bits if loyal[clan or ""] in AT_WAR else EVERYWHERE
            if not bit & lined[clan]:
                far.append(clan)
        if not (far or spot.landed) or place not in on_map:
            continue
        here = [pieces[id] for id in spot.ids]
        if spot.landed or spot.siege or SHOGUN in spot.ids:  # not all of a Clan are alike
            out.update([piece.id for piece in cut_off(scene, here)])
            continue
        for clan in far:
            alike = [piece for piece in here if piece.side == clan]
            if not has_line(scene, alike[0], reach(scene, clan or "")):
                out.update([piece.id for piece in alike])
    return out
