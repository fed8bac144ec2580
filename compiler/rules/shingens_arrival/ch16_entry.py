"""16-8, 17-1-2(4) and 19-2-1 What the entering of a hex sets off, and hexes Oda may not enter yet."""

from __future__ import annotations

from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch12_castles import AT_PEACE_MARK
from compiler.rules.shingens_arrival.ch17_rising import army_rises
from compiler.rules.shingens_arrival.ch19_victory import score_kyoto, score_seta_bridge
from compiler.rules.shingens_arrival.facts import ASAKURA, AZAI, ODA, TAKEDA, TOKUGAWA, facts
from compiler.rules.shingens_arrival.field import set_mark
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import tell_freed

WAITING = "waiting"


@carries("16-8-2.1", "16-8-2.2")
def barred_to(scene: Scene, army: str) -> frozenset[str]:
    """The hexes Oda forces may not enter while they are held back: eastern Mino and Mikawa (16-8-2)."""
    if army != ODA or scene.table.mark(ODA, "held_back") is None:
        return frozenset()
    known = facts(scene)
    found: frozenset[str] = scene.book.once(
        "barred to oda",
        lambda: frozenset(
            hex
            for hex, province in known.province.items()
            if province == "mikawa" or (province == "mino" and int(hex[:2]) >= known.oda_mino_column)
        ),
    )
    return found


@carries("16-8-1.1")
def is_held(scene: Scene, army: str) -> bool:
    """Whether the forces of an army may not move at all yet: Tokugawa until Takeda troops have come (16-8-1)."""
    return army == TOKUGAWA and scene.table.mark(TOKUGAWA, "held_back") is not None


@carries("16-8-1.1", "16-8-1.2", "16-8-2.3")
def free_the_held(scene: Scene, force: Force, start: str, to: str) -> None:
    """Takeda troops come into Mikawa, Totomi or Mino: Oda and Tokugawa are free some stages later (16-8).

    Okudaira by himself frees Tokugawa never, and Oda only outside the province he was set up in (16-8-2.3).
    """
    known = facts(scene)
    province = known.province.get(to, "")
    if force.army != TAKEDA or known.province.get(start) == province:
        return
    settler = force.id == known.set_up_there
    if not settler:
        _free_after(scene, TOKUGAWA, known.tokugawa_free_after.get(province), "16-8-1.1")
    if not settler or province != "mikawa":
        _free_after(scene, ODA, known.oda_free_after.get(province), "16-8-2.3")


def _free_after(scene: Scene, army: str, stages: int | None, rule: str) -> None:
    now = scene.table.mark(army, "held_back")
    if stages is not None and now is not None and (now == WAITING or int(now) > stages):
        set_mark(scene, army, "held_back", stages, rule)


def count_down(scene: Scene) -> None:
    """A stage begins: one less to wait (16-8-1, 16-8-2)."""
    for army, rule in ((TOKUGAWA, "16-8-1.1"), (ODA, "16-8-2.3")):
        now = scene.table.mark(army, "held_back")
        if now not in (None, WAITING):
            left = int(now) - 1
            set_mark(scene, army, "held_back", left or None, rule)
            if not left:
                tell_freed(scene, army, rule)


@carries("17-1-2(4).5", "17-1-2(4).6")
def entered(scene: Scene, force: Force, start: str, to: str, *, marching: bool) -> Flow[bool]:
    """A force has come into a hex, by movement or retreat. Whether somebody has risen because of it."""
    free_the_held(scene, force, start, to)
    if marching:
        score_seta_bridge(scene, force.id, start, to)
    score_kyoto(scene, force.id, to)
    if force.army != ODA:
        return False
    known, risen = facts(scene), False
    province = known.province.get(to)
    if province == "omi" and int(to[2:]) <= known.azai_rises_row and _at_peace(scene, AZAI):
        risen = yield from army_rises(scene, AZAI, "17-1-2(4).5")
    if province == "echizen" and _at_peace(scene, ASAKURA):
        risen = (yield from army_rises(scene, ASAKURA, "17-1-2(4).6")) or risen
    return risen


def _at_peace(scene: Scene, army: str) -> bool:
    return scene.table.mark(army, AT_PEACE_MARK) is not None
