"""Action 4, levy units: buy from the tray, then place one unit to a province, in its army or its provincial force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Handling
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, Topic, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.together import together
from compiler.rules.shogun.ch04_1_plan import bid, empty_bins
from compiler.rules.shogun.facts import REGULARS, facts
from compiler.rules.shogun.field import (
    ARMY,
    FORCE,
    alive,
    army_at,
    by_seat,
    force,
    free_square,
    frontier,
    owned,
    owner,
    seat,
    whole,
)
from compiler.rules.shogun.hands import enlisted, in_tray


@record(frozen=True, slots=True)
class Levy(Action):
    """So many bowmen, swordsmen, gunners and spearmen."""

    bowmen: int
    swordsmen: int
    gunners: int
    spearmen: int


@record(frozen=True, slots=True)
class Post(Action):
    """A levied unit goes to a province: into the army or the provincial force there."""

    province: str
    into: str


@record(frozen=True, slots=True)
class LevyUnits(Topic):
    """What a colour levies for the koku in its bin."""

    colour: str
    koku: int


@record(frozen=True, slots=True)
class PostUnit(Topic):
    """Where a levied unit of a kind goes."""

    colour: str
    unit: str


Posted = list[tuple[str, str, Post | None]]  # kind, piece, where it goes (None: nowhere)


@step(
    "4-4.1",
    "buy_units",
    "4-4.2",
    "4-4.3",
    "4-4.4",
    "4-4.5",
    "4-4.6",
    "4-4.7",
    "4-4.8",
    "4-4.9",
    "4-4.11",
    "4-4-Lim.1",
    "4-4-Lim.2",
    "4-4-Lim.3",
    "4-4-Dbl.1",
    "3-Army.7",
    "3-Army.8",
    "4-4-Box.2",
    "2-Card.2",
)
def levy(scene: Scene) -> Flow[Outcome]:
    """All buy at the same time; then all place at the same time (4-4.2)."""
    payers = by_seat(scene, [c for c in alive(scene) if bid(scene, c, "levy_units")])
    bought = yield from together({who: _purchases(scene, mine) for who, mine in payers.items()})
    posted = yield from together({who: _postings(scene, made) for who, made in bought.items()})
    for made in posted.values():
        for colour, units in made.items():
            _place(scene, colour, units)
    empty_bins(scene, "levy_units", "4-4.7")
    return None


# -- buying ------------------------------------------------------------------------------------------------------------
def price(scene: Scene, order: tuple[int, int, int, int]) -> int:
    """The koku an order costs: the two kinds of equal price share a koku, the others do not (4-4.5, 4-4.6)."""
    rates = facts(scene).per_koku
    groups: dict[int, int] = {}
    for what, count in zip(REGULARS, order, strict=True):
        groups[rates[what]] = groups.get(rates[what], 0) + count
    return sum(-(-count // rate) for rate, count in groups.items())


def bad_levy(scene: Scene, colour: str, order: Any) -> Refusal | None:
    """Why an order of units is refused."""
    if not isinstance(order, Levy) or not whole(order.parts):
        return Refusal("4-4.1", "levy bowmen, swordsmen, gunners and spearmen; nothing else is for sale")
    for what, count in zip(REGULARS, order.parts, strict=True):
        if count > len(in_tray(scene, colour, what)):
            return Refusal("4-4.8", f"the tray has {len(in_tray(scene, colour, what))} of {what}, not {count}")
    if sum(order.parts) > len(owned(scene, colour)):
        return Refusal("4-4.4", f"{len(owned(scene, colour))} provinces take one unit each, not {sum(order.parts)}")
    koku = bid(scene, colour, "levy_units")
    mixed = (order.bowmen, order.swordsmen, order.gunners, order.spearmen)
    if price(scene, mixed) > koku:
        shared = sum(1 for count in mixed if count) > 1  # only swordsmen and gunners share a koku
        return Refusal("4-4.6" if shared else "4-4.5", f"that costs {price(scene, mixed)} koku of {koku} in the bin")
    return None


def orders(scene: Scene, colour: str) -> Iterator[Levy]:
    """Orders that spend all koku, cut down to what the tray and the provinces allow."""
    koku, room = bid(scene, colour, "levy_units"), len(owned(scene, colour))
    most = [len(in_tray(scene, colour, what)) for what in REGULARS]
    rate = facts(scene).per_koku
    seen: set[tuple[int, ...]] = set()
    for bows in range(koku + 1):
        for pairs in range(koku - bows + 1):
            for swords in range(rate["swordsman"] * pairs + 1):
                spears = rate["spearman"] * (koku - bows - pairs)
                wanted = [bows * rate["bowman"], swords, rate["gunner"] * pairs - swords, spears]
                order = _cut([min(n, m) for n, m in zip(wanted, most, strict=True)], room)
                if order not in seen:
                    seen.add(order)
                    yield Levy(*order)


def _cut(order: list[int], room: int) -> tuple[int, int, int, int]:
    for n in (3, 2, 1, 0):  # the cheapest first
        order[n] -= max(0, min(order[n], sum(order) - room))
    return order[0], order[1], order[2], order[3]


def _purchases(scene: Scene, mine: list[str]) -> Flow[dict[str, Levy]]:
    made: dict[str, Levy] = {}
    for colour in mine:
        made[colour] = yield from decide(
            scene,
            lambda colour=colour: orders(scene, colour),  # type: ignore[misc]
            (lambda order, colour=colour: bad_levy(scene, colour, order),),  # type: ignore[misc]
            topic=LevyUnits(colour, bid(scene, colour, "levy_units")),
            seat=seat(scene, colour),
            rule="4-4.5",
            prompt=f"{colour}: levy for {bid(scene, colour, 'levy_units')} koku (bowmen, swordsmen, gunners, spearmen)",
            sure=True,
        )
    return made


# -- placing -----------------------------------------------------------------------------------------------------------
def _postings(scene: Scene, bought: dict[str, Levy]) -> Flow[dict[str, Posted]]:
    posted: dict[str, Posted] = {}
    for colour, order in bought.items():
        posted[colour] = yield from _post(scene, colour, order)
    return posted


def _post(scene: Scene, colour: str, order: Levy) -> Flow[Posted]:
    """Where each unit goes; one that fits nowhere stays in the tray and its koku are lost (4-4.11)."""
    posted: Posted = []
    used: set[str] = set()
    posts = list(_posts(scene, colour))
    for what, count in zip(REGULARS, order.parts, strict=True):
        for piece in in_tray(scene, colour, what)[:count]:
            where: Post | None = None
            if any(bad_post(scene, colour, what, used, p) is None for p in posts):
                where = yield from decide(
                    scene,
                    posts,
                    (lambda p, what=what: bad_post(scene, colour, what, used, p),),  # type: ignore[misc]
                    topic=PostUnit(colour, what),
                    seat=seat(scene, colour),
                    rule="4-4.9",
                    prompt=f"{colour}: place a {what} where?",
                    seldom=lambda p: isinstance(p, Post) and p.province not in frontier(scene, colour),
                )
                assert where is not None
                used.add(where.province)
            posted.append((what, piece, where))
    return posted


def _posts(scene: Scene, colour: str) -> Iterator[Post]:
    for province in owned(scene, colour):
        yield Post(province, FORCE)
        if army_at(scene, province, colour) is not None:
            yield Post(province, ARMY)


def bad_post(scene: Scene, colour: str, what: str, used: set[str], post: Any) -> Refusal | None:
    """Why a levied unit may not be placed somewhere."""
    if not isinstance(post, Post) or post.into not in (ARMY, FORCE):
        return Refusal("4-4.9", "name a province, and `army` or `provincial`")
    if owner(scene, post.province) != colour:
        return Refusal("4-4.9", f"`{post.province}` is not yours")
    if post.province in used:
        return Refusal("4-4.3", f"`{post.province}` has its one levied unit of this round")
    if post.into == FORCE:
        most = facts(scene).provincial_force
        full = len(force(scene, post.province)) >= most
        return Refusal("4-4-Lim.2", f"the force of `{post.province}` has {most} regular units") if full else None
    army = army_at(scene, post.province, colour)
    if army is None:
        return Refusal("4-4.9", f"no army of yours stands in `{post.province}`")
    if free_square(scene, colour, army, what) is None:
        return Refusal("3-Army.8", f"the squares of army {army} for a {what} are full")
    return None


def _place(scene: Scene, colour: str, units: Posted) -> None:
    events: list[Handling] = []  # a province takes one of them, so no two go to one army card
    for what, piece, post in units:
        if post is None:
            continue
        place: str | None = post.province
        if post.into == ARMY:
            army = army_at(scene, post.province, colour)
            assert army is not None
            place = free_square(scene, colour, army, what)
        assert place is not None
        events += enlisted(scene, piece, colour, place, "4-4.9")
    scene.handle(*events)
