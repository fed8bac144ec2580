"""3-2 and 3-3. Four cards for everybody; then the petitions of the vassals, with the dice of option 11-1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.model.event import Said
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide, dice
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import outcome, result
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.road_to_honganji.actions import Reinforce
from compiler.rules.road_to_honganji.ch04_clans import directable
from compiler.rules.road_to_honganji.facts import ONE_DIE
from compiler.rules.road_to_honganji.field import READY, called, controlled, facts, in_order, is_vassal, players, pool
from compiler.rules.road_to_honganji.hands import draw_cards, place_army

CARD, OWN_ARMY, GREATER_ARMY = "card", "own_army", "greater_army"


@record(frozen=True, slots=True)
class ReceiveArmy(Topic):
    """Where the army of a petition comes to, of which clan."""

    clans: tuple[str, ...]


@step("3-2.1", "draw_cards", "3-2.2")
def draw(scene: Scene) -> Flow[Outcome]:
    """In player order everybody takes four cards off the stack; nobody else sees them (3-2.1, 3-2.2)."""
    for seat in in_order(scene):
        draw_cards(scene, seat, facts(scene).hand, "3-2.1")
    yield from ()  # nobody is asked
    return None


@step("3-3.1", "petition", "3-3.x2")
def petition(scene: Scene) -> Flow[Outcome]:
    """In player order each vassal rolls, every result carried out before the next die (3-3.1, 3-3.x2)."""
    for seat in [seat for seat in in_order(scene) if is_vassal(scene, seat)]:
        for _ in range(petition_dice(scene)):
            yield from one_petition(scene, seat)
    return None


@carries("11-1.1")
def petition_dice(scene: Scene) -> int:
    """One die for each vassal; with option 11-1 one more for each vassal lost since the start."""
    lost = len(scene.scenario.seats) - sum(is_vassal(scene, seat) for seat in players(scene))
    return facts(scene).petition_dice + (lost if scene.option("more_petitions") else 0)


@carries("3-3.2", "1-2-2-1.1", "3-3.x1")
def one_petition(scene: Scene, seat: str) -> Flow[None]:
    """One die on the petition chart: a card, an army of his own, or one of a greater daimyo of his list."""
    scene.do(Said(f"{called(scene, seat)} petitions Nobunaga", rule="3-3.1"))
    (die,) = yield from dice(scene, ONE_DIE, purpose="petition", rule="3-3.1")
    gives = received(scene, seat, die)
    if gives == CARD:
        draw_cards(scene, seat, 1, "3-3.2")
        return
    clans = [seat] if gives == OWN_ARMY else directable(scene, seat)
    if not any(True for _ in receivable(scene, clans)):
        scene.do(Said(f"{called(scene, seat)}: the petition comes to nothing", rule="3-3.x1"))
        return
    chosen: Reinforce = yield from decide(
        scene,
        lambda: receivable(scene, clans),
        [lambda answer: bad_receipt(scene, clans, answer)],
        topic=ReceiveArmy(tuple(clans)),
        seat=seat,
        rule="3-3.2",
        prompt="place the army of the petition where?",
    )
    place_army(scene, chosen.clan, chosen.area, READY, "3-3.2")


def received(scene: Scene, seat: str, die: int) -> str:
    """What a die gives on the petition chart."""
    check = facts(scene).petition
    found = result(scene, check, outcome(scene, check, scene.table.pieces[facts(scene).markers[seat]], die, 0))
    assert found is not None, "every face of the die has its row"
    return str(found.values["gives"])


def receivable(scene: Scene, clans: Sequence[str]) -> Iterator[Reinforce]:
    return (Reinforce(clan, area) for clan in clans if pool(scene, clan) for area in controlled(scene, clan))


def bad_receipt(scene: Scene, clans: Sequence[str], answer: Any) -> Refusal | None:
    """Why an army of a petition may not be placed so."""
    if not isinstance(answer, Reinforce):
        return Refusal("3-3.x1", "a result that can be carried out must be")
    if answer.clan not in clans:
        return Refusal("3-3.2", f"the petition gives no army of {called(scene, answer.clan)}")
    if not pool(scene, answer.clan):
        return Refusal("1-2-2-1.1", f"no army of {called(scene, answer.clan)} is left")
    if answer.area not in controlled(scene, answer.clan):
        return Refusal("3-3.2", f"{called(scene, answer.clan)} does not control `{answer.area}`")
    return None
