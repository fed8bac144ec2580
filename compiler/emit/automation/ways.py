"""Ways of a march: what every place costs from every other at least, and what is said of a drag that goes too far.

Who stands in between is not looked at: a drag that no way could pay for is told, and the piece lies.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping

from compiler.emit.automation.ground import label_here
from compiler.emit.chat import ruled, said
from compiler.emit.module.following import STEP
from compiler.emit.module.tracks import track_property
from compiler.emit.plan import Plan
from compiler.model.graph import Link
from compiler.model.marches import March, Rest, Ways
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

NO_WAY = 99  # points, where none leads
_FROM, _STAYS = "Ways_from_", "Few_stay_"


# -- prices ------------------------------------------------------------------------------------------------------------
def prices(plan: Plan, march: March) -> Mapping[str, Mapping[str, int]]:
    """How many points a single piece needs at least, from each space to each it can come to."""
    return plan.once(f"ways {march.id}", lambda: {space: _from(plan, march, space) for space in plan.game.map.land})


def _from(plan: Plan, march: March, start: str) -> dict[str, int]:
    found, ahead = dict[str, int](), [(0, start)]
    while ahead:
        paid, here = heapq.heappop(ahead)
        if here not in found:
            found[here] = paid
            for there, price in _moves(plan, march, here):
                heapq.heappush(ahead, (paid + price, there))
    del found[start]
    return found


def _moves(plan: Plan, march: March, here: str) -> Iterator[tuple[str, int]]:
    """What one move leads to, and its price: a link, or two that are gone together."""
    ways = march.ways or Ways()
    for link in plan.game.map.links_of.get(here, ()):
        there = link.other(here)
        yield there, 1 + _over(plan, ways, there)
        if not _is_double(plan, march, link, here, there):
            continue
        for second in plan.game.map.links_of.get(there, ()):
            end = second.other(there)
            if end != here and _is_double(plan, march, second, end):
                yield end, 1


def _over(plan: Plan, ways: Ways, space: str) -> int:
    value = plan.game.map.spaces[space].values.get(ways.over or "")
    return value if isinstance(value, int) else 0


def _is_double(plan: Plan, march: March, link: Link, *ends: str) -> bool:
    """Whether a link is one of those, and its ends are open to everybody."""
    board, flag, field = plan.game.map, (march.ways or Ways()).double, march.only.named_in if march.only else ""
    if flag is None or any(board.spaces[end].values.get(field) for end in ends):
        return False
    return bool(link.values.get(flag, board.link_kinds[link.kind].values.get(flag)))


# -- what the module knows ---------------------------------------------------------------------------------------------
def way_properties(plan: Plan) -> Iterator[Component]:
    """The prices from each space, `|Otsu=1|Seta=1|`, and the spaces where few may stay."""
    board = plan.game.map
    for march in plan.game.upkeep.marches.values() if board.grid is None else ():
        for space, found in prices(plan, march).items() if march.ways is not None else ():
            text = "|".join(f"{label_here(plan, board, other)}={price}" for other, price in found.items())
            yield component(
                "m.properties.GlobalProperty", name=f"{_FROM}{label_here(plan, board, space)}",
                initialValue=f"|{text}|", description="what it costs to come there",
            )  # fmt: skip
        if march.rest is not None:
            names = (label_here(plan, board, id) for id in board.land if board.spaces[id].kind in march.rest.kinds)
            yield component(
                "m.properties.GlobalProperty", name=f"{_STAYS}{march.id}", initialValue=f"|{'|'.join(names)}|",
                description="where few may stay",
            )  # fmt: skip


# -- what a piece is told ----------------------------------------------------------------------------------------------
def price_here() -> ex.Node:
    """What the drag costs at least."""
    known = ex.call("GetProperty", ex.add(_FROM, ex.prop("OldLocationName")))
    key = ex.add(ex.add("|", ex.prop("LocationName")), "=")
    at = ex.Method(known, "indexOf", (key,))
    start = ex.add(at, ex.Method(key, "length"))
    end = ex.Method(known, "indexOf", (ex.literal("|"), start))
    return ex.if_(ex.less(at, 0), NO_WAY, ex.Method(known, "substring", (start, end)))


def way_faults(plan: Plan, ways: Ways, pace: ex.Node) -> Iterator[tuple[ex.Node, ex.Value]]:
    """What is wrong with a drag: no way leads there, or it costs more than is left."""
    old, here = ex.prop("OldLocationName"), ex.prop("LocationName")
    none = said("no link leads from ", old, " to ", here, ruled(ways.note))
    labels = [entry.label for entry in plan.lines if ways.during in (*entry.within, *entry.begins)]
    track = plan.game.tracks.get(ways.track or "")
    if track is None or not labels:
        yield ex.greater(pace, 1), none
        return
    spends = ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in labels))
    far = ex.equals(pace, NO_WAY)
    yield ex.any_of(far, ex.every(ex.not_(spends), ex.greater(pace, 1))), none
    left = ex.prop(track_property(track))
    told = said(f"{track.name.en}: ", left, " left, and it takes at least ", pace, " to come here from ", old)
    dear = ex.every(spends, ex.not_(far), ex.greater(pace, left))
    yield dear, said(told, ruled(ways.note))


def rest_fault(plan: Plan, march: March, rest: Rest, kinds: ex.Node) -> tuple[ex.Node, ex.Value]:
    """More than may stay stand in a space."""
    most, here = int(plan.game.constants[rest.number].value), ex.prop("LocationName")
    within = ex.Method(ex.prop(f"{_STAYS}{march.id}"), "contains", (ex.add(ex.add("|", here), "|"),))
    count = ex.call("CountLocation", ex.quoted(kinds))
    text = said("is one of ", count, " in ", here, f", where no more than {most} may stay", ruled(rest.note))
    return ex.every(within, ex.greater(count, most)), text
