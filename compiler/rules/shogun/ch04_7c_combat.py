"""The combat sequence of phase C: dice by type of unit, losses, round after round."""

from __future__ import annotations

from compiler.model.event import Said
from compiler.model.record import record
from compiler.play.ask import Flow, Topic, decide, dice
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import hits
from compiler.play.scene import Scene
from compiler.rules.shogun.ch04_6_ninja import strike_window
from compiler.rules.shogun.ch04_7c_casualties import Troop, Units, bonus, call_up, strength, take_losses, units
from compiler.rules.shogun.facts import facts
from compiler.rules.shogun.field import disrupted, seat

FIGHT_ON, CALL_OFF = "fight_on", "call_off"
WON, NOT_WON = "won", "not won"


@record(frozen=True, slots=True)
class FightOn(Topic):
    """Whether an attacker goes on with a battle or calls it off."""

    colour: str
    target: str


@carries(
    "4-7C.6",
    "4-7C.7",
    "4-7C.8",
    "4-7C.9",
    "4-7C.10",
    "4-7C.11",
    "4-7C.13",
    "4-7C.14",
    "4-7C.15",
    "4-7C-S1.1",
    "4-7C-S2.1",
    "4-7C-S3.1",
    "4-7C-S3.2",
    "4-7C-S3.3",
    "4-7C-S3.4",
    "4-7C-S3.5",
    "4-7C-S3.6",
    "4-7C-S3.7",
    "4-7C-S3.8",
    "4-7C-S4.1",
    "4-7C-S5.1",
    "4-7C-S6.1",
    "4-7C-S7.1",
    "4-7C-S8.1",
)
def fight(scene: Scene, attacker: Troop, defender: Troop) -> Flow[str]:
    """The combat sequence, round after round, until one side is gone or the attacker calls it off (4-7C.13)."""
    if not units(scene, defender):  # only a dead daimyo: nobody fights (4-6-Killed.4)
        return WON
    if (attacker.province, defender.province) in facts(scene).sea:
        yield from first_strike(scene, attacker, defender)
        if not units(scene, attacker):
            return NOT_WON
    call_up(scene, defender)
    while True:
        for half in facts(scene).halves:  # ranged units before the first losses are taken off, the others after them
            yield from exchange(scene, attacker, defender, half)
            if not units(scene, defender):
                return WON
            if not units(scene, attacker):
                return NOT_WON
        yield from strike_window(scene)
        army = attacker.army(scene)
        if army is not None and disrupted(scene, attacker.colour, army):
            scene.do(Said("the daimyo is dead and the attack ends", rule="4-6-Kill.1"))
            return NOT_WON
        answer = yield from decide(
            scene,
            (FIGHT_ON, CALL_OFF),
            topic=FightOn(attacker.colour, defender.province),
            seat=seat(scene, attacker.colour),
            rule="4-7C-S8.1",
            prompt=f"{attacker.colour}: fight on against {scene.name(defender.province)}, or call it off?",
            seldom=lambda a: a == CALL_OFF,
        )
        if answer == CALL_OFF:
            return NOT_WON


def exchange(scene: Scene, attacker: Troop, defender: Troop, half: tuple[tuple[str, ...], ...]) -> Flow[None]:
    """Half a round: each type rolls in order, attacker's dice first; then both take off their losses (4-7C.11)."""
    ranks = [(units(scene, side), bonus(scene, side)) for side in (attacker, defender)]
    armed = [{what for _, what in there} | {extra[0]} for there, extra in ranks]
    strong = [sum(map(len, there.values())) + extra[1] for there, extra in ranks]
    scored = [0, 0]
    for kinds in half:
        for one, other in ((0, 1), (1, 0)):
            if scored[one] < strong[other] and not armed[one].isdisjoint(kinds):  # else hits are enough (4-7C.14)
                there, extra = ranks[one]
                scored[one] += yield from _roll(scene, there, kinds, extra)
    yield from take_losses(scene, {defender: scored[0], attacker: scored[1]})


def _roll(scene: Scene, there: Units, kinds: tuple[str, ...], extra: tuple[str, int]) -> Flow[int]:
    """One die for each unit of some kinds; a die at or below the combat value hits (4-7C.7, 4-7C.10)."""
    rolling = [what for what in kinds for key, ids in there.items() if key[1] == what for _ in ids]
    rolling += [extra[0]] * extra[1] if extra[0] in kinds else []
    fallen = yield from dice(scene, "battle", count=len(rolling), purpose="battle", rule="4-7C.7")
    return hits(scene.book, facts(scene).pool, rolling, fallen)


@carries("4-7C-Naval.1", "4-7C-Naval.2", "4-7C-Naval.3", "4-7C-Naval.4", "4-7C-Naval.5", "4-7C-Naval.6", "4-7C-Naval.7")
def first_strike(scene: Scene, attacker: Troop, defender: Troop) -> Flow[None]:
    """Before a naval invasion the defender goes through the sequence alone, without bonus units (4-7C-Naval.2, 3)."""
    scored, there = 0, units(scene, defender)
    for kinds in facts(scene).fires_in.values():
        if scored < strength(scene, attacker):
            scored += yield from _roll(scene, there, kinds, ("", 0))
    yield from take_losses(scene, {attacker: scored})
