"""Chapter 11, regrouping: how many Units of a Clan come back, and where they may be placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from compiler.model.event import Moved
from compiler.model.record import record
from compiler.play.ask import Action, Answer, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import DONE, Matter, faction_of_seat, seat_of_alliance
from compiler.rules.a_most_dangerous_time.ch02_control import one_of_each
from compiler.rules.a_most_dangerous_time.ch05_communication import line_from, lines, reach
from compiler.rules.a_most_dangerous_time.facts import ANTI, KYO, NEUTRAL, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import everywhere, spaces_of, units
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.loyalty import alliance_of, faction, fallen

MONKS = "ikko_ikki"


@record(frozen=True, slots=True)
class Regroup(Action):
    """A Unit comes from its Regroup Box to a Space."""

    unit: str
    space: str


@dataclass(slots=True)
class Tally:
    """What has been placed in one regroup step."""

    by_clan: dict[str, int] = field(default_factory=dict)
    by_space: dict[str, int] = field(default_factory=dict)
    by_group: dict[int, int] = field(default_factory=dict)
    group: int | None = None  # card 46: only one grouping of the Ikko-Ikki


# -- how many ----------------------------------------------------------------------------------------------------------
@carries("11.0.3", "11.0.5", "11.0.6", "11.0.8", "11.0.9", "11.0.10", "11.0.11", "11.0.14", "11.0.7")
def printed_value(scene: Scene, clan: str) -> int:
    """The number of the Regroup Box, one more for each listed Clan it has conquered or won over (11.0.9)."""
    values = scene.game.spaces[facts(scene).boxes[clan]].values
    base = int(str(values.get("base") or 1))
    raised = sum(1 for loser in values.get("raised_by") or () if has_won(scene, clan, str(loser)))
    return min(base + raised, int(str(values.get("most") or base)))


def has_won(scene: Scene, clan: str, loser: str) -> bool:
    """Whether a Clan fell to another, or went over whole to its Alliance (11.0.11)."""
    if scene.table.marks.get((loser, "fallen")) == clan:
        return True
    joined = scene.table.marks.get((loser, "joined"))
    return (
        joined is not None
        and joined == alliance_of(scene, clan)
        and alliance_of(scene, clan) == facts(scene).alliances.get(clan)
    )


@carries("11.5.1", "11.5.2", "11.5.3", "11.5.4", "11.5.5", "16.2.10(1).1")
def limited(scene: Scene, spaces: int, on_the_map: int) -> int:
    """The original rule: Spaces in communication by five, within twice their number less Units on the map (11.5.1)."""
    value = -(-spaces // facts(scene).numerals.spaces_per_unit)
    return max(0, min(value, 2 * spaces - on_the_map))


OF_THE_CLAN = ("3.33.4", "11.0.15")  # refusals that hold wherever a Unit would come


# -- groupings ---------------------------------------------------------------------------------------------------------
@carries("11.3.1", "11.3.2", "11.3.x1", "11.3.8")
def groupings(scene: Scene) -> dict[int, list[str]]:
    """Ikko-Ikki Spaces joined by open lines; a besieged one is apart and not listed (11.3.x1)."""
    net, spaces, bit = lines(scene, ANTI), spaces_of(scene, MONKS), facts(scene).near.bit

    def find() -> dict[int, list[str]]:
        found = {group: [space for space in spaces if group & bit[space]] for group in net.groups}
        return {group: some for group, some in found.items() if some}

    return scene.memo_of("groupings", (net, spaces), find)


@carries("11.3.3", "11.3.4", "11.3.5", "11.3.9", "11.3.10", "11.3.11")
def grouping_value(scene: Scene, spaces: list[str], placed: int = 0) -> int:
    """Half the Spaces of a grouping, rounded up, within twice their number less the Units in them (11.3.3, 11.3.5)."""
    here = sum(1 for s in spaces for u in units(scene, s) if u.side == MONKS)
    return max(0, min(-(-len(spaces) // 2) - placed, 2 * len(spaces) - here))


# -- where -------------------------------------------------------------------------------------------------------------
@carries("11.2.3", "11.2.8", "5.2.x1")
def open_spaces(scene: Scene, clan: str) -> list[str]:
    """Spaces a Clan controls with a line and without unbesieged enemies, and its off-board area (11.2.3)."""
    known = facts(scene)
    who = faction(scene, clan)

    def find() -> list[str]:
        joined, bit = reach(scene, clan).joined_bits, known.near.bit
        spots, own = ground(scene).spots, {who}
        linked = [s for s in spaces_of(scene, clan) if joined & bit[s]]
        found = [s for s in linked if s not in spots or spots[s].loose <= own]
        return found + [area for area, only in known.off_board.items() if only == clan and area != "tomo"]

    return scene.memo(("open spaces", clan), find)


@carries("11.2.4", "11.2.5", "11.3.6", "11.3.7")
def most_in(scene: Scene, clan: str, space: str) -> int:
    """Units one Space takes in a step: one, in Kyo two; of the Ikko-Ikki two and four (11.2.4)."""
    limits = facts(scene).numerals.placement
    if clan == MONKS:
        return int(limits["ikko_ikki_kyo" if space == KYO else "ikko_ikki_per_space"])
    return int(limits["kyo" if space == KYO else "per_space"])


@carries("11.0.7", "11.0.12", "11.0.13", "11.0.15", "11.2.6", "3.33.4", "Cards57-58.1")
def bad_regroup(scene: Scene, clans: list[str], tally: Tally, answer: Any) -> Refusal | None:
    """Why a Unit cannot come back there."""
    if not isinstance(answer, Regroup):
        return Refusal("11.2.3", "name a Unit in its Regroup Box and a Space, or `done`")
    piece = scene.table.pieces.get(answer.unit)
    clan = piece.side or "" if piece is not None else ""
    if piece is None or clan not in clans or piece.place != facts(scene).boxes[clan]:
        return Refusal("11.2.3", f"`{answer.unit}` is not in a Regroup Box of yours")
    if clan == MONKS and ("ikko_ikki", "truce") in scene.table.marks:
        return Refusal("3.33.4", "the Ikko-Ikki keep a truce")
    if answer.space not in open_spaces(scene, clan):
        return Refusal("11.2.3", f"`{answer.space}` is no Space of the Clan in communication and free of enemies")
    if tally.by_space.get(answer.space, 0) >= most_in(scene, clan, answer.space):
        return Refusal("11.3.6" if clan == MONKS else "11.2.4", f"`{answer.space}` has had its Units")
    if clan == MONKS:
        return _bad_grouping(scene, tally, answer.space)
    if tally.by_clan.get(clan, 0) >= value_left(scene, clan, tally):
        return Refusal("11.0.15", f"{scene.game.sides[clan].name.en} have used up their regroup value")
    return None


def value_left(scene: Scene, clan: str, tally: Tally) -> int:
    """The value of the step: Units placed in it count on the map already."""
    if not scene.option("regroup_by_spaces"):
        return printed_value(scene, clan)
    placed = tally.by_clan.get(clan, 0)
    own = sum(1 for s in spaces_of(scene, clan) if line_from(scene, clan, s))
    here = sum(1 for u in everywhere(scene, clan) if u.place in facts(scene).links)
    return limited(scene, own, here - placed)


def _bad_grouping(scene: Scene, tally: Tally, space: str) -> Refusal | None:
    number, spaces = next((n, spaces) for n, spaces in groupings(scene).items() if space in spaces)
    if tally.group is not None and tally.group != number:
        return Refusal("Card46.1", "only one grouping regroups by that card")
    if grouping_value(scene, spaces, tally.by_group.get(number, 0)) < 1:
        return Refusal("11.3.4", "that grouping can take no more")
    return None


def _options(scene: Scene, clans: list[str], tally: Tally) -> Iterator[Answer]:
    for clan in clans:
        box = [p for p in scene.table.at(facts(scene).boxes[clan]) if p.side == clan]
        spaces = open_spaces(scene, clan) if box else []
        if not spaces:
            continue
        units, fit = one_of_each(box), list[str]()  # where one may come, all may
        for space in spaces:
            no = bad_regroup(scene, clans, tally, Regroup(units[0], space))
            if no is None:
                fit.append(space)
            elif no.rule in OF_THE_CLAN:
                break
        yield from [Regroup(unit, space) for unit in units for space in fit]


# -- doing it ----------------------------------------------------------------------------------------------------------
@carries("4.2(2).2", "11.0.7")
def clans_of(scene: Scene, seat: str) -> list[str]:
    """The Clans that a player regroups: of his Alliances, entered, not fallen (4.2(2).2)."""
    who = faction_of_seat(scene, seat)
    return [
        clan
        for clan in facts(scene).boxes
        if faction(scene, clan) == who
        and who not in (NEUTRAL, WAITING)
        and not fallen(scene, clan)
        and seat_of_alliance(scene, alliance_of(scene, clan) or "") == seat
    ]


@carries("11.0.x1", "11.2.3", "11.0.13")
def regroup_all(scene: Scene, seat: str, clans: list[str], tally: Tally, rule: str) -> Flow[None]:
    """Units come back one by one until the player is done or nothing more can come (11.0.x1)."""
    while True:
        options = tuple(_options(scene, clans, tally))
        if not options:
            return
        answer = yield from decide(
            scene,
            options,
            (lambda a: bad_regroup(scene, clans, tally, a),),
            topic=Matter("regroup"),
            seat=seat,
            rule=rule,
            stop=DONE,
            sure=True,
            prompt="regroup which Unit where?",
        )
        if answer == DONE:
            return
        place_unit(scene, tally, answer, rule)


def place_unit(scene: Scene, tally: Tally, answer: Regroup, rule: str) -> None:
    clan = scene.table.pieces[answer.unit].side or ""
    group = next((n for n, spaces in groupings(scene).items() if answer.space in spaces), None)
    scene.do(Moved(answer.unit, answer.space, rule=rule))
    tally.by_clan[clan] = tally.by_clan.get(clan, 0) + 1
    tally.by_space[answer.space] = tally.by_space.get(answer.space, 0) + 1
    if clan == MONKS and group is not None:
        tally.by_group[group] = tally.by_group.get(group, 0) + 1


@carries("Card46.1")
def may_levy(scene: Scene, seat: str, clan: str) -> bool:
    """Whether card 46 would bring a Unit of a Clan back now (Card46.1)."""
    if fallen(scene, clan) or faction(scene, clan) != faction_of_seat(scene, seat):
        return False
    return next(_options(scene, [clan], Tally()), None) is not None


@carries("Card46.1")
def regroup_clan(scene: Scene, seat: str, clan: str) -> Flow[None]:
    """One Clan regroups at once; of the Ikko-Ikki the grouping of the first Unit placed (Card46.1)."""
    tally = Tally()
    if clan == MONKS:
        first = yield from decide(
            scene,
            tuple(_options(scene, [clan], tally)),
            (lambda a: bad_regroup(scene, [clan], tally, a),),
            topic=Matter("regroup"),
            seat=seat,
            rule="Card46.1",
            sure=True,
            prompt="regroup which Unit where?",
        )
        group = next((n for n, spaces in groupings(scene).items() if first.space in spaces), None)
        place_unit(scene, tally, first, "Card46.1")
        tally.group = group
    yield from regroup_all(scene, seat, [clan], tally, "Card46.1")
