"""Plus and minus of a marker on a track of numbers: to the next box and back, with a carry where tracks are digits."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.lookup import choose
from compiler.emit.chat import REFUSED, player, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.touching import touch_traits
from compiler.emit.plan import Plan
from compiler.model.piles import Track
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import GlobalKeyCommand, Report, SendToLocation, Trait, Trigger
from compiler.vassal.values import Target

ZONE = "CurrentZone"
_FEW = 3  # a track of fewer boxes counts nothing


def counts(track: Track) -> bool:
    """Whether a track is one of numbers that go up and down."""
    return len(track.boxes) >= _FEW and all(isinstance(box.value, int) for box in track.boxes)


def _key(way: str) -> Key:
    return named(f"liege-{way}")


def one_key(step: int) -> Key:
    """The command by which a button moves a marker by one box."""
    return _key("one-more" if step > 0 else "one-less")


def counting_traits(plan: Plan, tracks: list[Track]) -> Iterator[Trait]:
    """The two commands of a marker, for all tracks it may lie on."""
    first = plan.atlas.tracks[tracks[0].id, tracks[0].boxes[0].value]
    for way, step, menu, key in (("plus", 1, "Plus 1", keys.STEP_UP), ("minus", -1, "Minus 1", keys.STEP_DOWN)):
        go, ask = _key(f"{way}-goes"), _key(way)
        zone = ex.braced(beside(plan, tracks, step))
        yield SendToLocation("", go, first.map, first.map, destination="Z", zone=zone)
        yield Report((go,), ex.braced(_goes()))
        for track in (t for t in tracks if t.carry is not None):
            yield from _carries(plan, track, way, step)
        stuck = ex.any_of(*(_cannot(plan, track, step) for track in tracks))
        halts, way_out = _key(f"{way}-halts"), "highest" if step > 0 else "lowest"
        told = said(f"{REFUSED}<b>", ex.prop("newPieceName"), f"</b> is at its {way_out} already")
        yield Report((halts,), ex.braced(told))
        told_to = (one_key(step),) if _is_booked(plan, tracks) else ()
        yield Trigger(f"{way} halts", key=key, match=ex.braced(stuck), watched=told_to, performed=(halts,))
        yield Trigger(way, key=ask, performed=(go,))
        yield Trigger(menu, menu, key, match=ex.braced(ex.not_(stuck)), watched=told_to, performed=(ask,))
    yield from touch_traits(plan, plan.piece_size(tracks[0].marker or ""), keys.STEP_DOWN, keys.STEP_UP)


def _is_booked(plan: Plan, tracks: list[Track]) -> bool:
    """Whether battles count on one of these tracks by themselves."""
    booked = {id for battles in plan.game.rolls.battles.values() if battles.points for id in battles.points.of.values()}
    return not booked.isdisjoint([track.id for track in tracks])


def _goes() -> ex.Node:
    """Who moves which marker from where to where."""
    way = (" from ", ex.prop("oldLocation"), " to ", ex.prop("location"))
    return said(player(), ": <b>", ex.prop("newPieceName"), "</b>", *way)


def beside(plan: Plan, tracks: list[Track], step: int) -> ex.Node:
    """The box one on from where the marker lies; the ends hold, unless the next digit takes the carry."""
    cases: dict[str, str] = {}
    for track in tracks:
        zones = [plan.atlas.tracks[track.id, box.value].location for box in track.boxes]
        for n, zone in enumerate(zones):
            to = n + step
            if not 0 <= to < len(zones):
                to = to % len(zones) if track.carry is not None else n
            cases.setdefault(zone, zones[to])
    return choose([(ex.equals(ex.prop(ZONE), zone), to) for zone, to in cases.items()], ex.prop(ZONE))


def _end(plan: Plan, track: Track, step: int) -> ex.Node:
    box = track.boxes[-1 if step > 0 else 0]
    return ex.equals(ex.prop(ZONE), plan.atlas.tracks[track.id, box.value].location)


def _carries(plan: Plan, track: Track, way: str, step: int) -> Iterator[Trait]:
    """At the end of the boxes the marker of the next digit goes one on, before this one goes round."""
    marker = plan.game.tracks[track.carry or ""].marker
    carry = _key(f"{way}-carries-{track.id}")
    target = Target(by_property=True, property=COUNTER_ID, value=marker or "")
    yield GlobalKeyCommand("", carry, _key(way), suppress_reports=False, target=target)
    yield Trigger(f"carry of {track.id}", key=_key(way), match=ex.braced(_end(plan, track, step)), performed=(carry,))


def _cannot(plan: Plan, track: Track, step: int) -> ex.Node:
    """The marker lies at the end of its boxes, and so does that of the next digit."""
    if track.carry is None:
        return _end(plan, track, step)
    tens = plan.game.tracks[track.carry]
    spot = plan.atlas.tracks[tens.id, tens.boxes[-1 if step > 0 else 0].value]
    test = ex.quoted(ex.equals(ex.prop(COUNTER_ID), tens.marker or ""))
    none = ex.greater(ex.call("CountLocation", spot.location, spot.map, test), 0)
    return ex.every(_end(plan, track, step), none)
