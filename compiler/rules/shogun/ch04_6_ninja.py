"""Action 6, hire the ninja: the highest bidder alone. He strikes a daimyo this round, or spies in the next plan."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Marked, Moved, Said
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide, dice
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shogun.ch04_1_plan import bid, empty_bins, ninja_holder
from compiler.rules.shogun.facts import NINJA, NINJA_SUPPLY, daimyo, facts, marker, ninja_hired
from compiler.rules.shogun.field import alive, allied, armies, colours, disrupted, on_card, seat
from compiler.rules.shogun.hands import lose_daimyo, set_experience

WAIT = "wait"


@record(frozen=True, slots=True)
class ChooseDaimyo(Topic):
    """Which daimyo a colour has killed by the ninja, or in revenge."""

    colour: str


@step(
    "4-6.1",
    "hire_ninja",
    "4-6.2",
    "4-6.3",
    "4-6.5",
    "4-6.6",
    "4-6.7",
    "4-6.8",
    "4-6-Kill.1",
    "4-6-Kill.2",
    "4-6-Kill.3",
    "4-6-Kill.4",
    "4-6-Kill.5",
    "4-6-Rev.1",
    "4-6-Rev.2",
    "4-6-Rev.3",
    "6.13",
    "Parts.2",
    "2-Dice.1",
)
def hire_ninja(scene: Scene) -> Flow[Outcome]:
    """The one highest bid hires; a tie, also at nothing, hires nobody; all bids are lost (4-6.1, 4-6.6 to 8)."""
    bids = {c: bid(scene, c, "hire_ninja") for c in alive(scene)}
    most = max(bids.values())
    best = [c for c, amount in bids.items() if amount == most and amount > 0]
    if len(best) == 1:
        scene.do(Moved(NINJA, ninja_hired(best[0]), rule="4-6.1"))
    empty_bins(scene, "hire_ninja", "4-6.6")
    yield from strike_window(scene)
    return None


def first_round(scene: Scene) -> bool:
    return scene.table.tracks[facts(scene).round.id] == 1


def prey(scene: Scene, hirer: str) -> list[str]:
    """The daimyos the ninja may strike: those of opponents that stand (4-6-Kill.1, 6.13)."""
    return [
        daimyo(c, n)
        for c in alive(scene)
        if not allied(scene, c, hirer)
        for n in armies(scene, c)
        if not disrupted(scene, c, n)
    ]


def strike_window(scene: Scene) -> Flow[None]:
    """A moment at which the holder of the ninja may strike; never in the first round (4-6.5)."""
    hirer = ninja_holder(scene)
    if hirer is None or first_round(scene) or not prey(scene, hirer):
        return
    target = yield from decide(
        scene,
        lambda: prey(scene, hirer),
        (lambda t: bad_strike(scene, hirer, t),),
        topic=ChooseDaimyo(hirer),
        seat=seat(scene, hirer),
        stop=WAIT,
        rule="4-6-Kill.1",
        prompt=f"{hirer}: does the ninja strike now?",
    )
    if target != WAIT:
        yield from strike(scene, hirer, target)


def bad_strike(scene: Scene, hirer: str, target: Any) -> Refusal | None:
    """Why a daimyo may not be struck."""
    who = owner_of(target) if isinstance(target, str) and "_daimyo_" in target else None
    if who is not None and who in alive(scene) and allied(scene, who, hirer):
        return Refusal("6.13" if who != hirer else "4-6-Kill.1", "the ninja strikes daimyos of opponents")
    return None if target in prey(scene, hirer) else Refusal("4-6-Kill.1", "name a standing daimyo of an opponent")


def owner_of(target: str) -> str:
    return target.split("_daimyo_")[0]


def strike(scene: Scene, hirer: str, target: str) -> Flow[None]:
    """The target is announced, then the die falls; the ninja goes back, success or not (4-6-Kill.2 to 5)."""
    victim = owner_of(target)
    scene.do(Said(f"the ninja of {hirer} strikes {scene.name(target)}", rule="4-6-Kill.2"))
    (die,) = yield from dice(scene, "one", purpose="assassination", rule="4-6-Kill.2")
    scene.do(Moved(NINJA, NINJA_SUPPLY, rule="4-6-Kill.5"))
    if die <= facts(scene).assassination:
        lay_down(scene, target, hirer, "4-6-Kill.3")
        return
    (die,) = yield from dice(scene, "one", purpose="revenge", rule="4-6-Rev.1")
    standing = [daimyo(hirer, n) for n in armies(scene, hirer) if not disrupted(scene, hirer, n)]
    if die < facts(scene).revenge or not standing:
        return

    def judge(answer: Any) -> Refusal | None:
        return None if answer in standing else Refusal("4-6-Rev.2", f"choose a standing daimyo of {hirer}")

    chosen = yield from decide(
        scene,
        standing,
        (judge,),
        topic=ChooseDaimyo(victim),
        seat=seat(scene, victim),
        rule="4-6-Rev.2",
        prompt=f"{victim}: which daimyo of {hirer} falls to your revenge?",
    )
    lay_down(scene, chosen, victim, "4-6-Rev.2")


def lay_down(scene: Scene, target: str, striker: str, rule: str) -> None:
    """An assassinated daimyo and his army marker are laid on their sides; his army is disrupted (4-6-Killed.1)."""
    colour, army = owner_of(target), int(target[-1])
    down = [Marked(piece, "assassinated", True, rule=rule) for piece in (target, marker(colour, army))]
    scene.handle(*down, Marked(target, "struck_by", striker, rule=rule))


@step("4-6-Killed.5", "succession")
def succession(scene: Scene) -> Flow[Outcome]:
    """A daimyo whose disrupted army lives is followed by a successor without experience (4-6-Killed.5)."""
    yield from ()
    for colour in colours(scene):
        for army in armies(scene, colour):
            if disrupted(scene, colour, army) and on_card(scene, colour, army):
                for piece, mark in (
                    (daimyo(colour, army), "assassinated"),
                    (daimyo(colour, army), "struck_by"),
                    (marker(colour, army), "assassinated"),
                ):
                    scene.do(Marked(piece, mark, None, rule="4-6-Killed.5"))
                set_experience(scene, colour, army, 1, "4-6-Killed.5")
    return None


def lost_in_the_field(scene: Scene, colour: str, army: int) -> bool:
    """An assassinated daimyo without a unit of his army left is lost (4-6-Killed.4, 4-6-Killed.6).

    In a battle only if it wiped out his army, or the last units of his province; else at the end of the round.
    """
    if not disrupted(scene, colour, army) or on_card(scene, colour, army):
        return False
    lose_daimyo(scene, colour, army, "4-6-Killed.6")
    return True
