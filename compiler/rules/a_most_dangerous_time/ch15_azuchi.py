"""Section 15.5: Azuchi Castle, built and raised by the Oda player."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.event import Marked, Moved, TrackSet
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat, pick
from compiler.rules.a_most_dangerous_time.facts import KYO, ODA, POINTS, facts
from compiler.rules.a_most_dangerous_time.field import (
    azuchi_at,
    azuchi_level,
    controls,
    four,
    hostile,
    neighbours,
    three,
    turn,
)
from compiler.rules.a_most_dangerous_time.loyalty import active_faction
from compiler.rules.a_most_dangerous_time.settling import raise_azuchi

SPEND_ALL, NO = "raise", "no"


@record(frozen=True, slots=True)
class Build(Action):
    """Azuchi is built in a Space, or raised where it stands."""

    space: str


@carries("15.5.1", "15.5.2", "15.5.3", "15.5.5", "15.5.6", "15.5.8", "15.5.x1", "16.1.7(2).1")
def bad_site(scene: Scene, answer: Build, points: int) -> Refusal | None:
    """Why Azuchi cannot be built or raised there."""
    space, numerals = answer.space, facts(scene).numerals
    if active_faction(scene) != ODA or three(scene) or four(scene):
        return Refusal("15.5.1", "only Oda build Azuchi, and only in the game of two")
    if facts(scene).printed.get(space) != ODA:
        return Refusal("15.5.1", f"`{space}` was not the Oda Clan's at the start")
    if space == KYO or any(p == KYO for p, _ in neighbours(scene, space)):
        return Refusal("15.5.1", f"`{space}` is Kyo or next to it")
    if turn(scene) < int(numerals.azuchi["first_turn"]):
        return Refusal("15.5.1", "not before turn 10")
    if not controls(scene, ODA, space) or hostile(scene, space, ODA):
        return Refusal("15.5.x1", f"`{space}` is not Oda's and free of enemies")
    if azuchi_at(scene) is None:
        if scene.table.pieces["azuchi"].place != "azuchi_box":
            return Refusal("15.5.8", "Azuchi is gone for good")
    else:
        no = _bad_raising(scene, space)
        if no is not None:
            return no
    cost = azuchi_cost(scene)
    return Refusal("15.5.2", f"it costs {counted(cost, 'point')}") if points < cost else None


def azuchi_cost(scene: Scene) -> int:
    """The points that building Azuchi takes, or raising it once it stands."""
    return int(facts(scene).numerals.azuchi["cost" if azuchi_at(scene) is None else "cost_to_raise"])


def _bad_raising(scene: Scene, space: str) -> Refusal | None:
    if azuchi_at(scene) != space or azuchi_level(scene) >= int(facts(scene).numerals.azuchi["last_level"]):
        return Refusal("15.5.6", "Azuchi stands elsewhere, or is as strong as it can be")
    if scene.table.pieces["azuchi"].mark("fresh") is not None:
        return Refusal("15.5.6", "it must have stood for a turn")
    return None


def azuchi_sites(scene: Scene, points: int) -> Iterator[Build]:
    if points >= int(facts(scene).numerals.azuchi["cost"]) and active_faction(scene) == ODA:
        for space in facts(scene).starting[ODA]:
            if bad_site(scene, Build(space), points) is None:
                yield Build(space)


@carries("15.5.1", "15.5.2", "15.5.5", "15.5.6")
def build(scene: Scene, answer: Build) -> None:
    """Six points build it at level 2, six more in a later turn raise it to 3 (15.5.2, 15.5.6)."""
    new = azuchi_at(scene) is None
    scene.do(TrackSet("movement", int(scene.table.tracks[POINTS]) - azuchi_cost(scene), rule="15.5.2"))
    if new:
        scene.do(Moved("azuchi", answer.space, rule="15.5.1"))
        scene.do(Marked("azuchi", "fresh", True, rule="15.5.6"))
    else:
        raise_azuchi(scene, "15.5.6")


@carries("16.1.7(3).1", "16.1.x5")
def raise_for_all(scene: Scene) -> Flow[None]:
    """With three players all points of an impulse raise Azuchi to 3, said after the die (16.1.7(3).1)."""
    if azuchi_at(scene) is None or azuchi_level(scene) != int(facts(scene).numerals.azuchi["first_level"]):
        return
    answer = yield from pick(
        scene,
        active_seat(scene),
        (SPEND_ALL, NO),
        what="raise azuchi",
        rule="16.1.7(3).1",
        prompt="give up all Movement Points to raise Azuchi?",
    )
    if answer == SPEND_ALL:
        scene.do(TrackSet("movement", 0, rule="16.1.7(3).1"))
        raise_azuchi(scene, "16.1.7(3).1")
        scene.do(Marked("azuchi", "raised", True, rule="16.1.x5"))
