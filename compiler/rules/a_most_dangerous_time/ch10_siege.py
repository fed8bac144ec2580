"""Section 10.5: siege combat, the storming of a Castle or Temple."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import pick
from compiler.rules.a_most_dangerous_time.ch03_clans import hasten, powers
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, camp, commander_of, seat_in
from compiler.rules.a_most_dangerous_time.ch10_losses import Hits, fate, take_losses
from compiler.rules.a_most_dangerous_time.ch10_round import Volley, ask_reroll, roll_volleys, share_out, volley
from compiler.rules.a_most_dangerous_time.facts import ASSAULT, ODA, facts, inside_fort
from compiler.rules.a_most_dangerous_time.field import fort_value, has_fort, homes_of, inside, units
from compiler.rules.a_most_dangerous_time.hands import to_box
from compiler.rules.a_most_dangerous_time.loyalty import side_of
from compiler.rules.a_most_dangerous_time.settling import settle
from compiler.rules.a_most_dangerous_time.told import say, side

STORM, WAIT = "storm", "wait"
Naming = Callable[[Scene, Fight, bool], Flow[None]]


def garrison(scene: Scene, fight: Fight) -> list[Piece]:
    """The enemy and neutral Units in the fort."""
    return [u for u in units(scene, fight.place) if inside(u) and side_of(scene, u) != fight.who]


@carries("15.4.7", "10.5.1", "10.5.5", "10.1.8", "10.2(2).6", "10.1.x2", "10.5.25", "10.2(6).4")
def siege(scene: Scene, fight: Fight, cards: Callable[[], Flow[bool]], naming: Naming) -> Flow[None]:
    """The active side may storm the fort once, if it holds the field and friends are not inside (10.5.5)."""
    if not has_fort(scene, fight.place) or not camp(scene, fight, True) or camp(scene, fight, False):
        return
    if not garrison(scene, fight) or any(
        inside(u) and side_of(scene, u) == fight.who for u in units(scene, fight.place)
    ):
        return
    answer = yield from pick(
        scene,
        seat_in(scene, fight, True),
        (STORM, WAIT),
        what="storm",
        rule="10.5.5",
        about=(fight.place,),
        prompt=f"storm {scene.name(fight.place)}?",
    )
    if answer == WAIT:
        return
    within = replace(fight, within=True)
    say(scene, f"{side(scene, fight, True)} storm {scene.name(fight.place)}", "10.5.5")
    yield from naming(scene, within, False)
    stopped = yield from cards()
    if not stopped:
        yield from storm(scene, fight, within)


@carries("10.5.8", "10.5.9", "10.5.13", "10.5.19", "10.5.x1", "10.5.18", "15.4.8")
def storm(scene: Scene, fight: Fight, within: Fight) -> Flow[None]:
    """One exchange: the besieged fire first, the besiegers that are left fire back (10.5.8)."""
    monks = any(u.side == "enryaku_ji" for u in garrison(scene, fight))
    hits = yield from _fire(scene, fight, False, defence(scene, fight, within))
    leaders = []
    if hits:
        leaders = yield from take_losses(scene, fight, True, Hits(camp(scene, fight, True), hits, halved=True))
    if camp(scene, fight, True):
        yield from _attack(scene, fight, within, leaders)
    else:
        _lost_with_them(scene, fight, leaders)
    for id in leaders:
        if scene.table.pieces[id].place.startswith("regroup_"):
            yield from fate(scene, id, "10.5.18")
    if monks and fight.place == "mt_hiei" and fight.who == ODA:
        yield from hasten(scene, powers(scene), "15.4.8")


def _attack(scene: Scene, fight: Fight, within: Fight, leaders: list[str]) -> Flow[None]:
    """The besiegers roll; the besieged take off a Unit for each hit, in communication or not (10.5.17)."""
    hits = yield from _fire(scene, fight, True, [assault(scene, fight)])
    if hits:
        chief = commander_of(scene, within, False)
        last = chief.id if chief is not None else None
        for share in share_out(scene, within, False, Hits(garrison(scene, fight), hits, halved=False, chief=last)):
            leaders += yield from take_losses(scene, within, False, share)
    if not garrison(scene, fight):
        fall_of_the_fort(scene, fight.place)
        if any(fight.place in homes_of(scene, clan) for clan in scene.game.sides):
            yield from settle(scene, (fight.place,), "10.5.22")


@carries("10.5.21", "10.5.x4", "2.41.6")
def fall_of_the_fort(scene: Scene, place: str) -> None:
    """A fort of level 2 or 3 emptied by siege combat is level 1 from now on (10.5.21)."""
    strong = facts(scene).forts[place] > facts(scene).numerals.destroyed_fort
    if strong and (place, "castle_destroyed") not in scene.table.marks:
        scene.do(Marked(place, "castle_destroyed", True, rule="10.5.21"))


@carries("10.4.8", "10.5.x3")
def _lost_with_them(scene: Scene, fight: Fight, leaders: list[str]) -> None:
    """Units that fell back to the besiegers this impulse are lost with them (10.4.8)."""
    for unit in units(scene, fight.place):
        if side_of(scene, unit) == fight.who and unit.mark("retreated") is not None and not inside(unit):
            if unit.id in facts(scene).leaders:
                leaders.append(unit.id)
            to_box(scene, unit.id, "10.4.8")


def target_of(scene: Scene, fight: Fight, mine: bool) -> str:
    """Whom the dice of a storm are rolled against: the fort, or those before it."""
    if not mine:
        return "the besiegers"
    return f"{scene.name(fight.place)}, Fort Value {fort_value(scene, fight.place)}"


# -- dice --------------------------------------------------------------------------------------------------------------
@carries("10.5.9", "10.5.10", "10.5.11", "10.5.12", "10.5.20", "15.2.5", "5.3.10", "2.41.5")
def defence(scene: Scene, fight: Fight, within: Fight) -> list[Volley]:
    """A die for each Unit inside, with bravery of the commander, Fort Value, and one for Ikko-Ikki (10.5.10)."""
    inside_ = garrison(scene, fight)
    chief = commander_of(scene, within, False)
    way = inside_fort(fort_value(scene, fight.place))
    monks = [u for u in inside_ if u.side == "ikko_ikki"]
    others = [u for u in inside_ if u.side != "ikko_ikki"]
    found = [volley(scene, way, others, "besieged", chief)] if others else []
    return [*found, volley(scene, way, monks, "ikko_ikki", chief)] if monks else found


@carries("10.5.15", "10.5.16")
def assault(scene: Scene, fight: Fight) -> Volley:
    """A die for each besieger, or for two out of communication; only a natural 6 hits (10.5.16)."""
    return volley(scene, ASSAULT, camp(scene, fight, True), "besiegers")


@carries("15.6(2).1")
def _fire(scene: Scene, fight: Fight, mine: bool, some: list[Volley]) -> Flow[int]:
    """Roll for one side; Good Fortune may be used after each (15.6(2).1)."""
    hits = {True: 0, False: 0}
    against = target_of(scene, fight, mine)
    hits[mine] = yield from roll_volleys(scene, some, against, "10.5.16" if mine else "10.5.9")
    again = yield from ask_reroll(scene, fight, [mine], hits)
    if again is not None:
        hits[mine] = yield from roll_volleys(scene, some, against, "15.6(2).1")
    return hits[mine]
