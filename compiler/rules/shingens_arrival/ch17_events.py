"""17.0 Random events: Yoshiaki's uprising, the Ikko offensive, peace negotiations; the Saika-to come in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from compiler.model.event import Moved
from compiler.play.ask import Flow, Price, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import ChoosePiece, MovePiece, PlacePiece
from compiler.rules.shingens_arrival.ch06_organization import by_rank
from compiler.rules.shingens_arrival.ch09_activation import has_acted
from compiler.rules.shingens_arrival.ch16_march import March
from compiler.rules.shingens_arrival.ch16_movement import STAY, price_of
from compiler.rules.shingens_arrival.ch17_rising import (
    after_peace,
    army_makes_peace,
    army_rises,
    can_rise,
    lord_makes_peace,
    lords_of_line,
    rise,
)
from compiler.rules.shingens_arrival.ch18_weather import ground_cost, weather_of
from compiler.rules.shingens_arrival.ch19_victory import score_of
from compiler.rules.shingens_arrival.facts import (
    ASAKURA,
    AZAI,
    IKKO,
    ODA_PLAYER,
    OFF_MAP,
    SAIKA,
    TAISHO,
    TAKEDA_PLAYER,
    facts,
)
from compiler.rules.shingens_arrival.field import die, free_box, set_mark, stage_of, turn_of, war
from compiler.rules.shingens_arrival.told import many, named, say, tell_no_call, tell_peace, tell_turn

ALONE = "alone"


@step("17-1.1", "random_event", "4-1-1(1).1", "17-1-1.1", "17-1-1.2", "17-1-2(1).1")
def random_event(scene: Scene) -> Flow[Outcome]:
    """The difference of the scores gives the column, a die of the Oda player the event (17-1)."""
    if turn_of(scene) == 1:  # nobody moves the marker of the first turn, which would tell
        tell_turn(scene, 1, facts(scene).months[1], "4.0.1")
    difference = score_of(scene, TAKEDA_PLAYER) - score_of(scene, ODA_PLAYER)
    rolled = yield from die(scene, "random event", "17-1-1.2")
    result = facts(scene).random_events_table.look_up(difference, rolled)
    event = result.values["event"]
    told = "nothing happens" if event == "none" else result.code
    say(scene, f"random event: {told}", "17-1-1.2")
    if event == "uprising":
        yield from uprising(scene)
    elif event == "offensive":
        yield from offensive(scene)
    elif event == "peace":
        yield from peace(scene)
    return None


@carries("17-1-2(2).1", "17-1-2(2).4", "17-1-2(2).6", "17-1-2(4).4")
def uprising(scene: Scene) -> Flow[None]:
    """Azai and Asakura at peace come back for certain; then a die for every line with a lord who can rise."""
    for army in (AZAI, ASAKURA):
        yield from army_rises(scene, army, "17-1-2(2).6")
    table = facts(scene).uprising_table
    for head, row in zip(table.rows.heads, table.cells, strict=True):
        lords = [lord for lord in lords_of_line(scene, int(head.label)) if can_rise(scene, lord)]
        if not lords:
            continue
        rolled = yield from die(scene, f"uprising of {named(scene, lords)}", "17-1-2(2).1")
        if rolled <= int(row[1]):
            for lord in lords:
                yield from rise(scene, lord, "17-1-2(2).2")
        else:
            say(scene, f"{named(scene, lords)} {many(lords, 'stay')} quiet", "17-1-2(2).1")


@carries("17-1-2(3).1", "17-1-2(3).4")
def offensive(scene: Scene) -> Flow[None]:
    """For this turn the Ikko-Ikki are roused; while the Saika-to has not come, a 6 calls it up (17-1-2(3))."""
    set_mark(scene, IKKO, "offensive", True, "17-1-2(3).1")
    if scene.table.mark(SAIKA, "called_up") is None:
        rolled = yield from die(scene, "call of the Saika-to", "17-1-2(3).4")
        if rolled >= facts(scene).saika_call:
            set_mark(scene, SAIKA, "called_up", True, "17-1-2(3).4")
        else:
            tell_no_call(scene, facts(scene).saika_call, "17-1-2(3).4")


@carries("17-1-2(4).1", "17-1-2(4).2", "17-1-2(4).x1")
def peace(scene: Scene) -> Flow[None]:
    """The Oda player rolls; whoever has a circle in that column makes peace, if he is in the field (17-1-2(4))."""
    rolled = yield from die(scene, "peace negotiations", "17-1-2(4).1")
    table = facts(scene).peace_table
    names = {counter.name.en: id for id, counter in scene.game.counters.items() if counter.kind == "unit"}
    ready, forces = list[str](), len(war(scene).forces)
    for head, row in zip(table.rows.heads, table.cells, strict=True):
        if not table.typed(row[rolled - 1]).values.get("peace"):
            continue
        ready.append(head.label)
        if head.label in names:
            lord_makes_peace(scene, names[head.label], "17-1-2(4).2")
        else:
            army_makes_peace(scene, AZAI if head.label.startswith("Azai") else ASAKURA, "17-1-2(4).2")
    if len(war(scene).forces) == forces:
        tell_peace(scene, ready, "17-1-2(4).1")
    yield from after_peace(scene)


# -- the Saika-to ------------------------------------------------------------------------------------------------------
def saika_waiting(scene: Scene) -> list[str]:
    """The units that have been called up and are not on the map yet, the commander first."""
    if scene.table.mark(SAIKA, "called_up") is None:
        return []
    return by_rank(scene, scene.table.stacks.get(OFF_MAP[SAIKA], ()))


@carries("17-1-2(3).5", "17-1-2(3).6")
def entries(scene: Scene) -> Iterator[str]:
    """The hexes a force may come in by: open ones at the edge that it can pay for (17-1-2(3))."""
    for hex in facts(scene).saika_entry.spaces:
        if _refuse_entry_hex(scene, hex) is None:
            yield hex


def _refuse_entry_hex(scene: Scene, hex: Any) -> Refusal | None:
    known = facts(scene)
    if hex not in facts(scene).saika_entry.spaces:
        return Refusal("17-1-2(3).5", f"the Saika-to does not come in at `{hex}`")
    if not known.joined[hex]:
        return Refusal("16-6-1.1", f"no force can enter `{hex}`")
    if war(scene).outside(hex, ODA_PLAYER):
        return Refusal("16-6-2.1", f"an enemy force is in `{hex}`")
    cost = ground_cost(known, weather_of(scene), hex, False)
    return None if cost <= known.movement_points else Refusal("17-1-2(3).6", f"`{hex}` costs too much")


def no_saika(scene: Scene, unit: Any) -> Refusal | None:
    """Why a unit of the Saika-to may not come in now: not called, not able in this stage, or no hex open."""
    if unit not in saika_waiting(scene):
        return Refusal("17-1-2(3).4", f"`{unit}` has not been called up")
    if facts(scene).units[unit].activation < stage_of(scene):
        return Refusal("17-1-2(3).6", f"`{unit}` cannot act in this stage")
    return None if next(entries(scene), None) else Refusal("17-1-2(3).6", "every entry hex is barred")


def saika_leaders(scene: Scene) -> list[str]:
    """Who may bring a force of the Saika-to in now."""
    return [unit for unit in saika_waiting(scene) if no_saika(scene, unit) is None]


def enter_saika(scene: Scene, unit: str) -> Flow[None]:
    """A force organised off the map comes in by its movement: the entry hex is paid, then it may go on."""
    hex = yield from decide(
        scene,
        list(entries(scene)),
        (lambda to: _refuse_entry_hex(scene, to),),
        topic=PlacePiece(unit),
        prompt=f"{scene.name(unit)} comes in where?",
        seat=TAKEDA_PLAYER,
        rule="17-1-2(3).5",
        sure=True,
        price=lambda to: Price(ground_cost(facts(scene), weather_of(scene), to, False)),
    )
    scene.do(Moved(unit, hex, rule="17-1-2(3).5"))
    if facts(scene).units[unit].rank >= TAISHO:
        yield from _with_him(scene, unit)
    has_acted(scene, unit)
    yield from _march_on(scene, unit, hex)


def _with_him(scene: Scene, leader: str) -> Flow[None]:
    """Which of the others come under him."""
    while free_box(scene, leader) is not None:
        others = [u for u in saika_waiting(scene) if facts(scene).units[u].rank < TAISHO]
        if not others:
            return
        unit = yield from decide(
            scene,
            others,
            topic=ChoosePiece("lead"),
            prompt="who comes with him?",
            seat=TAKEDA_PLAYER,
            rule="6-1-4.1",
            stop=ALONE,
        )
        if unit == ALONE:
            return
        box = free_box(scene, leader)
        assert box is not None
        scene.do(Moved(unit, box, rule="6-1-4.1"))


def _march_on(scene: Scene, leader: str, hex: str) -> Flow[None]:
    """The points left after the entry hex may be used to go on."""
    known = facts(scene)
    left = known.movement_points - ground_cost(known, weather_of(scene), hex, False)
    march = March(scene, war(scene).forces[leader], strategic=False, points=left)
    if not march.can_go():
        return
    path = yield from decide(
        scene,
        march.paths,
        (march.refuse_path,),
        topic=MovePiece(leader),
        prompt=f"move {scene.name(leader)} on?",
        seat=TAKEDA_PLAYER,
        rule="17-1-2(3).6",
        stop=STAY,
        sure=True,
        price=partial(price_of, march),
    )
    if path != STAY:
        yield from march.go(path)
