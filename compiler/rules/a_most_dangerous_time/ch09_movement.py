"""Chapter 9, movement: points, groups, roads, trails and Sea Lanes, strategic moves, sorties, activations."""

from __future__ import annotations

from functools import partial

from compiler.model.event import Handling, Marked, Moved, TrackSet
from compiler.play.ask import Flow, decide, dice
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.a_most_dangerous_time.anytime import others_play, play_anytime
from compiler.rules.a_most_dangerous_time.asking import DONE, Matter, active_seat, decisive
from compiler.rules.a_most_dangerous_time.ch02_control import holds_kyo
from compiler.rules.a_most_dangerous_time.ch03_clans import kaga_rises, violate
from compiler.rules.a_most_dangerous_time.ch06_cards import hand, play_card
from compiler.rules.a_most_dangerous_time.ch08_immediate import aftermath
from compiler.rules.a_most_dangerous_time.ch09_limits import price, stops
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie, bad_move, costs, points
from compiler.rules.a_most_dangerous_time.ch09_offers import move_options
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build, build, raise_for_all
from compiler.rules.a_most_dangerous_time.ch16_spheres import settle_in
from compiler.rules.a_most_dangerous_time.facts import ODA, facts
from compiler.rules.a_most_dangerous_time.field import four, inside, three, units
from compiler.rules.a_most_dangerous_time.hands import lift_siege, put_inside
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, active_faction, side_of
from compiler.rules.a_most_dangerous_time.told import tell_activation, tell_points


# -- step 4 ------------------------------------------------------------------------------------------------------------
@step("4.1(4).1", "movement_roll", "9.1.1", "9.1.2", "9.1.4", "4.1.x3")
@decisive
def movement_roll(scene: Scene) -> Flow[Outcome]:
    """Step 4: one die, and two more for the Alliance that controls Kyo (4.1(4).1, 2.42.3)."""
    (die,) = yield from dice(scene, "die", purpose="movement", rule="4.1(4).1")
    bonus = kyo_bonus(scene)
    scene.do(TrackSet("movement", die + bonus, rule="9.1.3"))
    tell_points(scene, die, bonus)
    if three(scene) and active_faction(scene) == ODA:
        yield from raise_for_all(scene)
    yield from others_play(scene)
    return None


@carries("2.42.3", "16.1.8(2).1", "16.2.7(2).1", "4.1(4).2")
def kyo_bonus(scene: Scene) -> int:
    """Two points for the Alliance in Kyo; so for each Oda player of four, who are one Alliance (16.2.7(2).1)."""
    return facts(scene).numerals.kyo_bonus if holds_kyo(scene, active_alliance(scene)) else 0


def spend(scene: Scene, count: int, rule: str) -> None:
    scene.do(TrackSet("movement", points(scene) - count, rule=rule))


# -- step 6 ------------------------------------------------------------------------------------------------------------
@step("4.1(6).1", "move", "9.2.1", "9.2.3", "9.1.5", "9.2.x1", "4.1(6).2", "6.1.8", "9.4.1", "9.1.x1")
@decisive
def move(scene: Scene) -> Flow[Outcome]:
    """Step 6: one move, activation, sortie or card, and again until the player is done (9.2.x1)."""
    seat = active_seat(scene)
    if not points(scene) and not hand(scene, seat):
        return None
    answer = yield from decide(
        scene,
        lambda: move_options(scene, seat),
        (lambda a: bad_move(scene, seat, a),),
        topic=Matter("movement"),
        seat=seat,
        rule="4.1(6).1",
        stop=DONE,
        sure=True,
        prompt=f"{counted(points(scene), 'point')}: move, activate, sortie, or done?",
        price=partial(costs, scene),
    )
    if answer == DONE:
        return None
    if isinstance(answer, March):
        yield from march(scene, answer)
    elif isinstance(answer, Sortie):
        sortie(scene, answer)
    elif isinstance(answer, Activate):
        spend(scene, 1, "9.3.4")
        scene.do(Marked(answer.place, "activated", True, rule="9.3.4"))
        tell_activation(scene, answer.place)
    elif isinstance(answer, Build):
        build(scene, answer)
    elif isinstance(answer, Force):
        yield from forced_march(scene, seat, answer)
    else:
        yield from play_anytime(scene, seat, answer)
    return AGAIN


@carries("4.1(6).2", "Cards33-38.1", "15.5.4", "9.1.x1")
def forced_march(scene: Scene, seat: str, answer: Force) -> Flow[None]:
    """One more die of points for a card, as often as there are cards (Cards33-38.1)."""
    play_card(scene, seat, answer.card, "Cards33-38.1")
    (die,) = yield from dice(scene, "die", purpose="forced march", rule="Cards33-38.1")
    scene.do(TrackSet("movement", points(scene) + die, rule="Cards33-38.1"))


# -- carrying out ------------------------------------------------------------------------------------------------------
@carries("9.6.1", "9.6.2", "9.6.3", "10.2(2).8")
def sortie(scene: Scene, answer: Sortie) -> None:
    """Any number of besieged Units come out of one fort for one point; they stop there (9.6.3)."""
    spend(scene, 1, "9.6.3")
    changes = (("besieged", None), ("sortied", True), ("stopped", True))
    scene.handle(*[Marked(id, mark, value, rule="9.6.2") for id in answer.units for mark, value in changes])


@carries("9.3.1", "9.3.2", "9.3.3", "9.4.2", "9.4.3", "9.4.4", "9.4.5", "9.8.2", "9.8(1).2", "9.8(3).1", "3.2.x1")
def march(scene: Scene, answer: March) -> Flow[None]:
    """Points are paid, who is violated takes sides, then the Units arrive and perhaps must stop (3.2.x1, 9.4.4)."""
    start, to = answer.path[0], answer.path[-1]
    who = active_faction(scene)
    spend(scene, price(scene, answer.path, len(answer.units)), "9.3.1")
    for place in answer.path[1:]:
        power = yield from violate(scene, place, who)
        if power == "uesugi":
            yield from kaga(scene)
    halt = stops(scene, to, who)
    by_sea = start in facts(scene).seas and to in facts(scene).forts
    into_fort = by_sea and any(inside(u) and side_of(scene, u) == who for u in units(scene, to))
    arrivals = [_arrive(scene, id, answer.path, halt=halt or into_fort, landed=by_sea) for id in answer.units]
    scene.handle(*[event for events in arrivals for event in events])
    if into_fort:
        put_inside(scene, answer.units, "9.8(1).2")
    if four(scene) and who == ODA:
        settle_in(scene, answer.units, to)
    lift_siege(scene, start)


def _arrive(scene: Scene, id: str, path: tuple[str, ...], *, halt: bool, landed: bool) -> list[Handling]:
    """What happens when a Unit comes to the end of its way."""
    piece = scene.table.pieces[id]
    events: list[Handling] = [
        Marked(id, mark, None, rule="9.8(1).1") for mark in ("besieged", "landed") if piece.mark(mark) is not None
    ]
    events.append(Moved(id, path[-1], path=path[1:] if len(path) > 2 else (), rule="9.3.1"))
    if piece.mark("arrived") is None:
        events.append(Marked(id, "arrived", True, rule="10.1.2"))
    if landed:
        events.append(Marked(id, "landed", path[0], rule="13.2.7"))
    if halt:
        events.append(Marked(id, "stopped", True, rule="9.4.4"))
    return events


@carries("15.2.7", "15.2.11")
def kaga(scene: Scene) -> Flow[None]:
    """With the Uesugi the Ikko-Ikki of Kaga come, and fight where Oda hold a Temple (15.2.11)."""
    fights = yield from kaga_rises(scene)
    for _, monk in fights:
        yield from aftermath(scene, (monk,), cards=False, rule="15.2.7")
