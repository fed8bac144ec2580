"""Section 14.1 and 16.2.3: set-up, and what follows from it with four players."""

from __future__ import annotations

from compiler.model.event import Marked
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.stock.placing import setup
from compiler.rules.a_most_dangerous_time.asking import oda_owner
from compiler.rules.a_most_dangerous_time.field import four, is_leader

LORDS = ("hideyoshi", "katsuie", "ieyasu")  # Daimyo from the start with four players (16.2.2(2).2)
RETREAT_FROM = "kanagasaki"


@carries("14.1.1", "14.1.x1", "14.1.24", "2.31.3", "2.32.6", "14.1.33", "16.2.3.1")
@step("14.1.1", "stock.setup", "14.1.x1", "14.1.24", "2.31.3", "2.32.6", "14.1.33", "16.2.3.1")
def set_up(scene: Scene) -> Flow[Outcome]:
    """Players place their Units one by one in the order of the scenario (14.1.1)."""
    outcome = yield from setup(scene)
    if outcome is AGAIN:
        return outcome
    if four(scene):
        name_lords(scene)
        share_kanagasaki(scene)
    return outcome


@carries("16.2.2(2).2")
def name_lords(scene: Scene) -> None:
    """Hideyoshi, Katsuie and Ieyasu are Daimyo (16.2.2(2).2)."""
    for id in LORDS:
        if scene.table.pieces[id].mark("new_daimyo") is None:
            scene.do(Marked(id, "new_daimyo", True, rule="16.2.2(2).2"))


@carries("16.2.3(1).1", "16.2.3(2).1", "16.2.3(3).1", "16.2.3(4).1")
def share_kanagasaki(scene: Scene) -> None:
    """A Leader of Tokugawa's in Kanagasaki has three Soldiers there; who is not marked is Katsuie's (16.2.3(2).1)."""
    here = list(scene.table.at(RETREAT_FROM))
    if not any(is_leader(scene, p) and oda_owner(scene, p) == "player_tokugawa" for p in here):
        return
    free = [p for p in here if not is_leader(scene, p) and p.side == "oda" and p.mark("led_by") is None]
    for piece in free[:3]:
        scene.do(Marked(piece.id, "led_by", "player_tokugawa", rule="16.2.3(2).1"))
