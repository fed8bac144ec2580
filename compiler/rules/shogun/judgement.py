"""How good a table is for a player, as far as he can know: for players that look one move ahead."""

from __future__ import annotations

from compiler.model.table import Table
from compiler.play.book import Rulebook
from compiler.play.step import judges
from compiler.rules.shogun.field import REGULARS, Facts, facts

PROVINCE, DAIMYO, THREAT = 6.0, 8.0, 0.15


@judges
def worth(book: Rulebook, table: Table, seat: str) -> float:
    """Provinces, daimyos and units count; a province is safer with more units than its neighbours."""
    known = facts(book)
    total = 0.0
    for id, piece in table.pieces.items():
        what = known.kinds.get(id)
        if what == "daimyo" and piece.place[:1] == "a":
            mine = piece.side == seat
            total += (DAIMYO if mine else -DAIMYO / 3) * (0.4 if piece.mark("assassinated") else 1.0)
    strengths, owner = _strengths(known, table)
    for province, side in owner.items():
        if side == seat:
            total += PROVINCE + 0.5 * strengths[province]
            enemies = [strengths[p] for p in known.beside[province] if owner.get(p, seat) != seat]
            total -= THREAT * max(enemies, default=0)
        else:
            total -= PROVINCE / 3 + 0.3 * strengths[province]
    return total


def _strengths(known: Facts, table: Table) -> tuple[dict[str, float], dict[str, str]]:
    strengths: dict[str, float] = {}
    owner: dict[str, str] = {}
    for province in known.provinces:
        total = 0.0
        for id in table.stacks.get(province, ()):
            piece, what = table.pieces[id], known.kinds[id]
            if what in REGULARS or what == "army_marker":
                owner[province] = piece.side or ""
            total += known.combat.get(what, 0) / 6
            if what == "army_marker":
                total += 1.0
        if province in owner:
            strengths[province] = total
    return strengths, owner
