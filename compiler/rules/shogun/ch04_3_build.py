"""Action 3, build: one castle, or one fortification base under a castle, for two koku."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Moved, Said
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, Topic, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.together import together
from compiler.rules.shogun.ch04_1_plan import bid, empty_bins
from compiler.rules.shogun.facts import BUILDING_SUPPLY, facts
from compiler.rules.shogun.field import alive, building, by_seat, in_sword_order, owned, owner, seat


@record(frozen=True, slots=True)
class Build(Action):
    """A castle, or a fortification base, in a province."""

    what: str
    province: str


@record(frozen=True, slots=True)
class ChooseBuilding(Topic):
    """What a colour builds, and where."""

    colour: str


@step(
    "4-3.1",
    "build",
    "4-3.2",
    "4-3.3",
    "4-3.4",
    "4-3.5",
    "4-3.6",
    "4-3.7",
    "4-3.8",
    "4-3.9",
    "4-3.14",
    "4-3.15",
    "4-3.16",
)
def build(scene: Scene) -> Flow[Outcome]:
    """Whoever paid builds one thing; all at once, or in sword order when castles or bases run short (4-3.7)."""
    builders = [c for c in alive(scene) if bid(scene, c, "build") >= facts(scene).castle_koku]
    if runs_short(scene, builders):
        for colour in in_sword_order(scene, builders):
            if any(True for _ in possible(scene, colour)):
                _raise(scene, (yield from _ask(scene, colour)))
            else:
                scene.do(Said(f"{colour} cannot build and loses the koku", rule="4-3.7"))
    else:
        groups = by_seat(scene, [c for c in builders if any(True for _ in possible(scene, c))])
        for made in (yield from together({who: _choose(scene, mine) for who, mine in groups.items()})).values():
            for choice in made:
                _raise(scene, choice)
    empty_bins(scene, "build", "4-3.9")
    return None


def runs_short(scene: Scene, builders: list[str]) -> bool:
    """Whether there may not be enough castles or bases for all who build."""
    bare = [c for c in builders if any(building(scene, p) == "castle" for p in owned(scene, c))]
    count = scene.table.count
    return count(BUILDING_SUPPLY["castle"]) < len(builders) or count(BUILDING_SUPPLY["base"]) < len(bare)


def possible(scene: Scene, colour: str) -> Iterator[Build]:
    """Everything a colour may build."""
    for province in owned(scene, colour):
        for what in BUILDING_SUPPLY:
            if bad_build(scene, colour, Build(what, province)) is None:
                yield Build(what, province)


def bad_build(scene: Scene, colour: str, plan: Any) -> Refusal | None:
    """Why something may not be built."""
    if not isinstance(plan, Build) or plan.what not in BUILDING_SUPPLY:
        return Refusal("4-3.1", "build one castle or one base in a province of yours")
    stands = building(scene, plan.province)
    if owner(scene, plan.province) != colour:
        return Refusal("4-3.5" if plan.what == "base" else "4-3.6", f"`{plan.province}` is not yours")
    if plan.what == "castle" and stands is not None:
        return Refusal("4-3.3", f"`{plan.province}` has a {stands}")
    if plan.what == "base" and stands != "castle":
        return Refusal("4-3.5", f"a base goes under a castle, and `{plan.province}` has {stands or 'none'}")
    if scene.table.count(BUILDING_SUPPLY[plan.what]) == 0:
        return Refusal("4-3.16", f"no {plan.what} is left in the master tray")
    return None


def _ask(scene: Scene, colour: str) -> Flow[Build]:
    plan: Build = yield from decide(
        scene,
        lambda: (Build(what, province) for province in owned(scene, colour) for what in BUILDING_SUPPLY),
        (lambda plan: bad_build(scene, colour, plan),),
        topic=ChooseBuilding(colour),
        seat=seat(scene, colour),
        rule="4-3.1",
        prompt=f"{colour}: build what and where?",
    )
    return plan


def _choose(scene: Scene, mine: list[str]) -> Flow[list[Build]]:
    made: list[Build] = []
    for colour in mine:
        made.append((yield from _ask(scene, colour)))
    return made


def _raise(scene: Scene, plan: Build) -> None:
    piece = scene.table.stacks[BUILDING_SUPPLY[plan.what]][0]
    scene.do(Moved(piece, plan.province, rule="4-3.1"))
