"""Section 15.6, Good Fortune: the doll that is used once and then changes hands."""

from __future__ import annotations

from compiler.model.event import Moved
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import pick
from compiler.rules.a_most_dangerous_time.facts import ANTI, ODA
from compiler.rules.a_most_dangerous_time.field import four, three

DOLL = "good_fortune"
BOXES = {
    ODA: "fortune_oda",
    ANTI: "fortune_anti_oda",
    "anti_oda_a": "fortune_anti_oda",
    "anti_oda_b": "fortune_anti_oda_b",
}


def box_of(scene: Scene, seat: str) -> str:
    """The box of a player; the Oda players of four have one together."""
    return BOXES[ODA] if four(scene) and seat != ANTI else BOXES[seat]


@carries("14.1.34", "15.6.2", "15.6.x1", "15.6.1")
def has_fortune(scene: Scene, seat: str) -> bool:
    """Whether a player holds the doll and the option is played (15.6.1)."""
    doll = scene.table.pieces.get(DOLL)
    return bool(scene.option("good_fortune")) and doll is not None and doll.place == box_of(scene, seat)


def holder(scene: Scene) -> str | None:
    """The player who may use Good Fortune now."""
    return next((seat for seat in scene.scenario.seats if has_fortune(scene, seat)), None)


@carries("15.6.2", "16.1.1.3")
def pass_fortune(scene: Scene, seat: str) -> Flow[None]:
    """After its use the doll goes to the other Faction; with three players Oda name who gets it (16.1.1.3)."""
    to = ODA if box_of(scene, seat) != BOXES[ODA] else ANTI
    if to == ANTI and three(scene):
        to = yield from pick(
            scene,
            ODA,
            ("anti_oda_a", "anti_oda_b"),
            what="fortune to",
            rule="16.1.1.3",
            prompt="who gets Good Fortune?",
        )
    scene.do(Moved(DOLL, BOXES[to], rule="15.6.2"))
