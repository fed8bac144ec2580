"""10-1. Players knocked out of the game, and the points for Nobunaga and for revenge (9-2)."""

from __future__ import annotations

from compiler.model.event import Marked, Moved
from compiler.play.coverage import carries
from compiler.play.mechanics.cards import put
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.facts import NOBUNAGA, REMOVED, USED
from compiler.rules.road_to_honganji.field import facts, hand, is_out


@carries("10-1.1", "8-4-2-2.x2", "8-4-2.x1", "9-2.x1")
def after_damage(scene: Scene, fallen: dict[str, str]) -> None:
    """What follows from the generals a combat removed (each with the clan that did it), once all checks are made."""
    slayers = [seat for seat in scene.scenario.seats if scene.table.mark(seat, "slayer")]
    if NOBUNAGA in fallen:
        slain(scene, fallen[NOBUNAGA])
    leaders = {piece: clan for clan, piece in facts(scene).leaders.items()}
    standing = [seat for seat in scene.scenario.seats if not is_out(scene, seat)]
    for piece, by in fallen.items():
        clan = leaders.get(piece)
        if clan is not None:
            knock_out(scene, clan, by, revenge=clan in slayers and by in standing)


@carries("9-2.2")
def slain(scene: Scene, by: str) -> None:
    """The player whose own clan removed Nobunaga has a point for it; a greater daimyo wins it for nobody."""
    if by in scene.scenario.seats and not is_out(scene, by):
        scene.do(Marked(by, "slayer", True, rule="9-2.2"))


@carries("10-1.x1", "10-1-1.1", "10-1.2", "9-2.x2")
def knock_out(scene: Scene, clan: str, by: str, *, revenge: bool) -> None:
    """A player is out: who did it, a revenge point, his hand, his order marker. Units and control stay as they are.

    The clan stays one of its own; that it has a mark makes it Neutral and its generals defending. Its points are lost.
    """
    scene.do(Marked(clan, "knocked_out", by, rule="10-1.1"))
    if revenge:
        scene.do(Marked(by, "avenger", True, rule="9-2.3"))
    for mark in ("slayer", "avenger", "adviser"):
        if scene.table.mark(clan, mark):
            scene.do(Marked(clan, mark, None, rule="9-2.x2"))
    for card in hand(scene, clan):
        scene.do(put(scene.game, card, USED, "10-1.5"))
    scene.do(Moved(facts(scene).markers[clan], REMOVED, rule="3-1.x1"))
