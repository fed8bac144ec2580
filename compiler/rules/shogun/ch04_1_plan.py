"""Action 1, plan: all koku go into the bins in secret; the ninja's holder may look at one tray first; all reveal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from compiler.model.event import Moved, Said
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, Topic, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.together import together
from compiler.rules.shogun.facts import BINS, NINJA, NINJA_SUPPLY, bin_of, facts, treasury
from compiler.rules.shogun.field import alive, allied, by_seat, seat, whole
from compiler.rules.shogun.hands import koku_in, put_koku, return_koku

NOBODY = "nobody"
LISTED_KOKU = 12  # beyond this the list puts what is over into levies; any other division may be named


@record(frozen=True, slots=True)
class Plan(Action):
    """Koku for swords, building, levies, ronin and the ninja."""

    swords: int
    build: int
    levies: int
    ronin: int
    ninja: int


@record(frozen=True, slots=True)
class AllotKoku(Topic):
    """How a colour divides its koku among the bins."""

    colour: str
    koku: int


@record(frozen=True, slots=True)
class SpyOn(Topic):
    """On whom the ninja of a colour spies."""

    colour: str


@step(
    "4-1.1",
    "allocate",
    "4-1.2",
    "4-1.3",
    "4-1.4",
    "4-1.5",
    "4-1.6",
    "4-1.7",
    "4-1.8",
    "4-6-Spy.1",
    "4-6-Spy.2",
    "4-6-Spy.3",
    "4-6-Spy.4",
    "4-6-Spy.5",
    "4-6-Spy.6",
    "2-Koku.1",
    "2-Tray.2",
    "4.2",
    "6.3",
    "6.13",
    "4-6.4",
)
def allocate(scene: Scene) -> Flow[Outcome]:
    """All allot their koku at once; who holds the ninja waits, may spy on one tray, then allots; all reveal (4-1.8)."""
    spy = ninja_holder(scene)
    plans: dict[str, Plan] = {}
    others = by_seat(scene, [c for c in alive(scene) if c != spy])
    for made in (yield from together({who: _plans(scene, mine) for who, mine in others.items()})).values():
        plans.update(made)
    if spy is not None:
        yield from _spy(scene, spy, plans)
        plans[spy] = yield from _plan(scene, spy)
        scene.do(Moved(NINJA, NINJA_SUPPLY, rule="4-6-Spy.5"))
    for colour in alive(scene):
        reveal(scene, colour, plans[colour])
    return None


def ninja_holder(scene: Scene) -> str | None:
    """The colour that has hired the ninja."""
    place = scene.table.pieces[NINJA].place
    return place.rsplit(".", 1)[1] if place.startswith("ninja_hired.") else None


def _plans(scene: Scene, mine: list[str]) -> Flow[dict[str, Plan]]:
    made: dict[str, Plan] = {}
    for colour in mine:
        made[colour] = yield from _plan(scene, colour)
    return made


def _plan(scene: Scene, colour: str) -> Flow[Plan]:
    koku = koku_in(scene, treasury(colour))
    plan: Plan = yield from decide(
        scene,
        lambda: divisions(koku),
        (lambda plan: bad_plan(scene, colour, plan),),
        topic=AllotKoku(colour, koku),
        seat=seat(scene, colour),
        rule="4-1.1",
        prompt=f"{colour}: allot {koku} koku (swords, build, levies, ronin, ninja)",
        sure=True,
    )
    return plan


@cache
def divisions(koku: int) -> tuple[Plan, ...]:
    """Ways to divide koku among the bins."""
    return tuple(_divisions(koku))


def _divisions(koku: int) -> Iterator[Plan]:
    over = max(0, koku - LISTED_KOKU)
    for build in (0, 2):
        left = koku - over - build
        for swords in range(left + 1):
            for levies in range(left - swords + 1):
                for ronin in range(left - swords - levies + 1):
                    yield Plan(swords, build, levies + over, ronin, left - swords - levies - ronin)


def bad_plan(scene: Scene, colour: str, plan: Any) -> Refusal | None:
    """Why a division of koku is refused."""
    if not isinstance(plan, Plan) or not whole(plan.parts):
        return Refusal("4-1.1", "a plan is five amounts: swords, build, levies, ronin, ninja")
    if plan.build not in facts(scene).build_bin:
        return Refusal("4-1.5", "the build bin takes 2 koku or none")
    koku = koku_in(scene, treasury(colour))
    if sum(plan.parts) != koku:
        return Refusal("4-1.1", f"all {koku} koku must be allotted, not {sum(plan.parts)}")
    return None


def _spy(scene: Scene, spy: str, plans: dict[str, Plan]) -> Flow[None]:
    """The holder of the ninja names one opponent and alone sees his tray (4-6-Spy.2, 4-6-Spy.3)."""
    prey = [c for c in plans if not allied(scene, c, spy)]

    def judge(answer: Any) -> Refusal | None:
        if answer in plans and answer not in prey:
            return Refusal("6.13", "the ninja does not spy on your own colours")
        return None if answer in prey else Refusal("4-6-Spy.2", "name one opponent")

    answer = yield from decide(
        scene,
        prey,
        (judge,),
        topic=SpyOn(spy),
        seat=seat(scene, spy),
        rule="4-6-Spy.2",
        stop=NOBODY,
        prompt=f"{spy}: on whom does the ninja spy?",
    )
    if answer != NOBODY:
        scene.do(Said(f"the ninja of {spy} spies on {answer}", rule="4-6-Spy.2"))
        shown = ", ".join(f"{name} {n}" for name, n in zip(BINS, plans[answer].parts, strict=True))
        scene.do(Said(f"{answer} has put: {shown}", rule="4-6-Spy.3", to=(seat(scene, spy),)))


def reveal(scene: Scene, colour: str, plan: Plan) -> None:
    """The koku of a plan lie in the bins for all to see (4-1.8)."""
    return_koku(scene, treasury(colour), rule="4-1.8")
    amounts = {bin_of(colour, name): amount for name, amount in zip(BINS, plan.parts, strict=True) if amount}
    put_koku(scene, amounts, "4-1.8")


def bid(scene: Scene, colour: str, name: str) -> int:
    """The koku in a bin of a colour."""
    return koku_in(scene, bin_of(colour, name))


def empty_bins(scene: Scene, name: str, rule: str) -> None:
    """All koku in one of the bins go back to the master tray."""
    return_koku(scene, *[bin_of(colour, name) for colour in alive(scene)], rule=rule)
