"""Action 2, take swords: bidders choose by bid, ties agree or draw, the others draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.model.event import Drawn
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Rule, Topic, blindly, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.together import together
from compiler.rules.shogun.ch03_setup import put_swords_back
from compiler.rules.shogun.ch04_1_plan import bid, empty_bins
from compiler.rules.shogun.facts import RACK, facts, sword_holder
from compiler.rules.shogun.field import alive, by_seat, seat


@record(frozen=True, slots=True)
class NameSword(Topic):
    """Which sword a colour wants, by its diamonds."""

    colour: str


@step("4-2.1", "choose_swords", "4-2.2", "4-2.3", "4-2.4", "4-2.5", "4-2.6")
def choose_swords(scene: Scene) -> Flow[Outcome]:
    """Bidders take any sword that is left, most koku first; ties name one each at the same time (4-2.3, 4-2.5)."""
    put_swords_back(scene, "4-2.1")
    for amount in sorted({bid(scene, c, "take_swords") for c in alive(scene)} - {0}, reverse=True):
        tied = [c for c in alive(scene) if bid(scene, c, "take_swords") == amount]
        named = yield from _name(scene, tied)
        if len(set(named.values())) == len(named):
            for colour, diamonds in named.items():
                _take(scene, colour, left(scene)[diamonds], "4-2.3")
        else:
            fist = contested(scene, list(named.values()))
            yield from _draw(scene, tied, [left(scene)[diamonds] for diamonds in fist], "4-2.6")
    return None


def left(scene: Scene) -> dict[int, str]:
    """The swords still in the rack by their diamonds, fewest first; nobody sees which is which in a fist."""
    diamonds = facts(scene).diamonds
    return dict(sorted([(diamonds[id], id) for id in scene.table.stacks.get(RACK, ())]))


def _name(scene: Scene, tied: list[str]) -> Flow[dict[str, int]]:
    def flow(mine: list[str]) -> Flow[dict[str, int]]:
        found: dict[str, int] = {}
        racked = left(scene)
        for colour in mine:
            found[colour] = yield from decide(
                scene,
                racked,
                (_judge(racked),),
                topic=NameSword(colour),
                seat=seat(scene, colour),
                rule="4-2.3",
                prompt=f"{colour}: the sword with how many diamonds?",
            )
        return found

    named = yield from together({who: flow(mine) for who, mine in by_seat(scene, tied).items()})
    return {c: diamonds for made in named.values() for c, diamonds in made.items()}


def _judge(racked: Mapping[int, str]) -> Rule:
    return lambda diamonds: None if diamonds in racked else Refusal("4-2.3", f"sword `{diamonds}` is not left")


def contested(scene: Scene, named: Sequence[int]) -> list[int]:
    """The swords tied bidders draw: the contested one and the lowest others still free (4-2.6)."""
    wanted = min(sword for sword in named if named.count(sword) > 1)
    others = [sword for sword in left(scene) if sword != wanted]
    return sorted([wanted, *others[: len(named) - 1]])


def _draw(scene: Scene, some: Sequence[str], swords: Sequence[str], rule: str) -> Flow[None]:
    """Colours draw swords unseen from a fist; the last gets what is left."""
    fist = list(swords)
    for colour in some:
        sword = fist[0]
        if len(fist) > 1:
            sword = yield from blindly(tuple(fist), where="the fist", purpose="draw sword", rule=rule)
        fist.remove(sword)
        _take(scene, colour, sword, rule)


def _take(scene: Scene, colour: str, sword: str, rule: str) -> None:
    scene.do(Drawn(sword, sword_holder(colour), None, rule=rule))


@step("4-2.7", "draw_remaining_swords", "4-2.9")
def draw_remaining_swords(scene: Scene) -> Flow[Outcome]:
    """Players without a bid draw from the swords left; all bids return to the master tray (4-2.7, 4-2.9)."""
    some = [c for c in alive(scene) if bid(scene, c, "take_swords") == 0]
    yield from _draw(scene, some, list(left(scene).values()), "4-2.7")
    empty_bins(scene, "take_swords", "4-2.9")
    return None
