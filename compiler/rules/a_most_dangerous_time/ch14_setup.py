"""Section 14.1 and 16.2.3: set-up, and what follows from it with four players."""

from __future__ import annotations

from functools import partial

from compiler.model.event import Marked
from compiler.play.ask import Flow, Refusal
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.stock.placing import place_next
from compiler.rules.a_most_dangerous_time.asking import oda_owner, sphere
from compiler.rules.a_most_dangerous_time.facts import ODA, facts
from compiler.rules.a_most_dangerous_time.field import four, is_leader, units

LORDS = ("hideyoshi", "katsuie", "ieyasu")  # Daimyo from the start with four players (16.2.2(2).2)
RETREAT_FROM = "kanagasaki"
KATSUIE = "player_katsuie"


@carries("14.1.1", "14.1.x1", "14.1.24", "2.31.3", "2.32.6", "14.1.33", "16.2.3.1")
@step("14.1.1", "stock.setup", "14.1.x1", "14.1.24", "2.31.3", "2.32.6", "14.1.33", "16.2.3.1")
def set_up(scene: Scene) -> Flow[Outcome]:
    """Players place their Units one by one in the order of the scenario (14.1.1)."""
    outcome = yield from place_next(scene, partial(over_full, scene) if four(scene) else None)
    if outcome is AGAIN:
        return outcome
    if four(scene):
        name_lords(scene)
        share_kanagasaki(scene)
    return outcome


@carries("16.2.3.1", "14.1.19")
def over_full(scene: Scene, id: str, space: str) -> Refusal | None:
    """With four players Oda Units fill the numbers of 14.1, Leaders counting; Katsuie's one too many is Hideyoshi's."""
    numbers = facts(scene).numerals.oda_numbers
    if facts(scene).clan_of[id] != ODA or space not in numbers:
        return None
    if not _room(scene, space):
        return Refusal("14.1.19", f"`{space}` has its {numbers[space]} Units, Leaders counting")
    his = [s for s in numbers if sphere(scene, s) == KATSUIE]
    if id in _group(scene, "katsuie_soldiers") and space not in his and any(_room(scene, s) for s in his):
        return Refusal("16.2.3.1", "there is room in Katsuie's own Spaces")
    return None


def _room(scene: Scene, space: str) -> bool:
    """Whether a Space has not yet its number of Oda Units."""
    here = sum(1 for u in units(scene, space) if u.side == ODA)
    return here < int(facts(scene).numerals.oda_numbers[space])


def _group(scene: Scene, id: str) -> tuple[str, ...]:
    """The pieces of one free placement."""
    groups, _ = scene.book.reserved(scene.scenario.id)
    return next(tuple(pieces) for free, pieces in zip(scene.scenario.free, groups, strict=True) if free.id == id)


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
