"""Moves looked at: a piece dropped where it can never be is told so, with the rule, and goes back where it came from.

Only what the definition rules out for good goes back: ground closed to the kind, a full space, the box of another
player, a track. What is odd but may be (a spent unit that marches) is told, and lies. It happens on the machine of the
player who moves, in the same step as the move; undo and logs know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Spot, nowhere
from compiler.emit.automation.ground import label_here, place_here
from compiler.emit.automation.left_out import is_left_out, left_out
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.marched import acted_of, marched_traits
from compiler.emit.automation.marches import (
    LOOK,
    begins_march,
    is_first,
    march_of,
    march_properties,
    march_traits,
    marched_wrong,
)
from compiler.emit.automation.preference import CHECK_MOVES
from compiler.emit.automation.roll_chain import face_of
from compiler.emit.chat import REFUSED, ruled, said
from compiler.emit.module import keys
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import is_unmarked
from compiler.emit.names import YES, within, words
from compiler.emit.plan import Plan
from compiler.model.barred import closed_ground
from compiler.model.common import Field, FieldType
from compiler.model.counters import CounterKind
from compiler.model.graph import Map, Space, Stacking
from compiler.model.marches import Only
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Report, SendToLocation, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

FAULT, BACK, STOOD, ODD = "MoveFault", "GoingBack", "HasMoved", "MoveOddity"
OWNERS, TRACKS = "Boxes_of_seats", "Boxes_of_tracks"
GUARDED = named("liege-going-back")  # moves from here on are nobody's march
UNGUARDED, _JUDGE, _SAY, _GO = (named(f"liege-move-{what}") for what in ("done", "judged", "said", "undone"))
_DECIDE, _MOVED, _UNMARK, _WARN = (named(f"liege-move-{what}") for what in ("decided", "stands", "unmarked", "warned"))
_WEIGH, _WEIGHED = named("liege-move-weigh"), named("liege-move-weighed")
_LAST = "LastOddity"


def is_looked_at(plan: Plan, kind: CounterKind) -> bool:
    """Whether moves of a kind are looked at: those of the men of a side, not of markers."""
    men = not kind.marker and kind.id not in plan.chits
    return men and any(c.kind == kind.id and c.side is not None for c in plan.game.counters.values())


def looks_at_moves(plan: Plan) -> bool:
    """Whether anything in the module wants to hear of moves."""
    seen = [kind for kind in plan.game.counter_kinds.values() if is_looked_at(plan, kind)]
    return plan.once(  # every window asks
        "moves",
        lambda: (
            off_the_areas(plan) is not None
            or any(kind.still or march_of(plan, kind.id) or fault(plan, kind) != ex.literal("") for kind in seen)
        ),
    )


def _closed_property(kind: CounterKind) -> str:
    return f"Closed_to_{kind.id}"


def _closed(plan: Plan, kind: CounterKind) -> list[Space]:
    board, closed = plan.game.map, sorted(closed_ground(plan.game.map, kind.id))
    return plan.once(
        f"closed {closed}", lambda: [board.spaces[id] for id in board.land if board.spaces[id].terrain in closed]
    )


# -- what the module knows ---------------------------------------------------------------------------------------------
def move_properties(plan: Plan) -> Iterator[Component]:
    """The places that are closed, owned, or part of a track."""
    for kind in plan.game.counter_kinds.values():
        closed = [label_here(plan, plan.game.map, space.id) for space in _closed(plan, kind)]
        if closed and is_looked_at(plan, kind):
            yield _known(_closed_property(kind), "|".join(closed), "where it may not be")
    owned = [f"{spot.map}/{spot.location}={seat}" for spot, seat in _owned(plan)]
    if owned:
        yield _known(OWNERS, "|".join(owned), "whose box it is")
    yield from march_properties(plan)
    yield component("m.properties.GlobalProperty", name=_LAST, initialValue="|", description="what was said last")
    tracks = dict.fromkeys(f"{s.map}/{s.location}" for s in _track_boxes(plan))
    if tracks:
        yield _known(TRACKS, "|".join(tracks), "boxes of tracks")


def _known(name: str, text: str, about: str) -> Component:
    return component("m.properties.GlobalProperty", name=name, initialValue=f"|{text}|", description=about)


def _owned(plan: Plan) -> list[tuple[Spot, str]]:
    """Boxes of a display that has a side, or that name one in a field of theirs, with the seat that runs it."""
    return plan.once("owned boxes", lambda: list(_owned_boxes(plan)))


def _owned_boxes(plan: Plan) -> Iterator[tuple[Spot, str]]:
    for board in plan.game.maps.values():
        for space in (space for space in board.spaces.values() if space.display):
            side = _side_of(board, space)
            seat = plan.game.seat_of(side) if side else None
            if seat and space.id in plan.atlas.spaces:
                yield plan.atlas.spaces[space.id], seat


def _side_of(board: Map, space: Space) -> str | None:
    display = board.displays.get(space.display or "")
    if display is None:
        return None
    kind = board.space_kinds.get(space.kind)
    fields = kind.fields.values() if kind is not None else ()
    named_in = next((str(space.values[f.id]) for f in fields if _names_side(f) and space.values.get(f.id)), None)
    return display.side or named_in


def _names_side(field: Field) -> bool:
    return field.type is FieldType.SIDE and not field.many


def _track_boxes(plan: Plan) -> Iterator[Spot]:
    """Boxes of tracks that are drawn by themselves; a display may hold pieces beside its marker."""
    for track in plan.game.tracks.values():
        if track.at is not None:
            yield from (plan.atlas.tracks[track.id, box.value] for box in track.boxes)


# -- what is wrong -----------------------------------------------------------------------------------------------------
def fault(plan: Plan, kind: CounterKind) -> ex.Node:
    """Why a piece of a kind cannot be where it lies; nothing where it can."""
    cases: list[tuple[ex.Node, ex.Value]] = []
    board = plan.game.map
    closed = _closed(plan, kind)
    if closed:
        here = ex.add(place_here(board), "|")
        rules = ruled(board.terrain[closed[0].terrain or ""].note)
        cases.append((_within(_closed_property(kind), here), f"{kind.name.en} cannot enter this ground{rules}"))
    gone = left_out(plan)
    if gone:
        rules = ruled(next(iter(gone.values())))
        cases.append((is_left_out(plan), said(ex.prop("LocationName"), f" is not in play{rules}")))
    march = march_of(plan, kind.id)
    if march is not None and march.only is not None:
        cases += _others_ground(plan, march.only)
    outside = off_the_areas(plan)
    if outside is not None:
        cases.append((outside, _nowhere(plan)))
    for rule in board.stacking:
        if rule.limit is not None and (not rule.kinds or kind.id in rule.kinds):
            full = ex.every(on_land(plan), _too_many(plan, rule))
            cases.append((full, f"no more than {rule.limit} here{ruled(rule.note)}"))
    box = ex.add(ex.add("|", ex.prop("CurrentMap")), ex.add("/", ex.prop("CurrentZone")))
    if any(True for _ in _track_boxes(plan)):
        cases.append((_within(TRACKS, ex.add(box, "|")), "a track is for its markers"))
    foreign = [_foreign(plan, box, seat) for seat in dict.fromkeys(seat for _, seat in _owned(plan))]
    if foreign:
        cases.append((ex.any_of(*foreign), "the box is another player's"))
    return choose(cases, "")


def _others_ground(plan: Plan, only: Only) -> Iterator[tuple[ex.Node, ex.Value]]:
    """Spaces that a field keeps for one side, each side once."""
    board, spaces = plan.game.map, dict[str, list[str]]()
    for id in board.land:
        side = board.spaces[id].values.get(only.named_in)
        if isinstance(side, str):
            spaces.setdefault(side, []).append(id)
    for side, own in spaces.items():
        name = plan.game.sides[side].name.en
        here = ex.any_of(*(ex.equals(ex.prop("LocationName"), label_here(plan, board, id)) for id in own))
        other = ex.not_equals(ex.prop(holder_property(plan)), name)
        yield ex.every(here, other), f"only {name} may be there{ruled(only.note)}"


def off_the_areas(plan: Plan) -> ex.Node | None:
    """Whether a piece lies on a map of areas but in none; None where the map has no such ground."""
    window = plan.atlas.main
    margin = next((zone.name for zone in window.zones if zone.name in nowhere(plan.game)), None)
    if window.grid is not None or margin is None:
        return None
    return ex.every(ex.equals(ex.prop("CurrentMap"), window.name), ex.equals(ex.prop("CurrentZone"), margin))


def _nowhere(plan: Plan) -> str:
    return (
        "it lies in no area" if any(space.outline for space in plan.game.map.spaces.values()) else "it lies in no space"
    )


def _within(property: str, text: ex.Node) -> ex.Node:
    return ex.greater_equal(ex.Method(ex.prop(property), "indexOf", (text,)), 0)


def on_land(plan: Plan, when: str = "Current") -> ex.Node:
    """Whether a piece lies on the map proper, or lay: on its grid, or in a place that is no box."""
    window = next(w for w in plan.atlas.windows.values() if w.source is plan.game.map)
    on_map, here = ex.equals(ex.prop(f"{when}Map"), window.name), ex.prop(f"{when}Zone")
    if window.grid is not None:
        zones = ("", *(zone.name for zone in window.zones if zone.on_grid))
        return ex.every(on_map, ex.any_of(*(ex.equals(here, zone) for zone in zones)))
    boxes = [plan.atlas.spaces[s.id].location for s in plan.game.map.spaces.values() if s.id not in plan.game.map.land]
    inside = [zone.name for zone in window.zones if zone.name in boxes]
    return ex.every(on_map, *(ex.not_equals(here, zone) for zone in inside))


def _too_many(plan: Plan, rule: Stacking) -> ex.Node:
    kinds = plan.game.counter_kinds.values()
    counted = [kind for kind in kinds if (kind.id in rule.kinds if rule.kinds else not kind.marker)]
    test = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in dict.fromkeys(kind.name.en for kind in counted)))
    if rule.per == "side":
        holder = holder_property(plan)
        test = ex.every(test, ex.equals(ex.prop(holder), f"${holder}$"))
    return ex.greater(ex.call("CountLocation", ex.quoted(test)), rule.limit or 0)


def _foreign(plan: Plan, box: ex.Node, seat: str) -> ex.Node:
    """Whether a box is a seat's, and the piece is held by a side that another seat runs."""
    others = [side.name.en for side in plan.game.sides.values() if plan.game.seat_of(side.id) not in (seat, None)]
    held = ex.any_of(*(ex.equals(ex.prop(holder_property(plan)), name) for name in others))
    return ex.every(_within(OWNERS, ex.add(box, f"={seat}|")), held)


# -- on the piece ------------------------------------------------------------------------------------------------------
def move_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """Back where it came from, guarded: going back is a move as well."""
    if not is_looked_at(plan, kind):
        return
    wrong, odd = fault(plan, kind), oddity(plan, kind)
    if ex.literal("") == wrong == odd and acted_of(plan, kind) is None:
        return
    unmark = keys.UNMARK_MOVED if is_unmarked(plan) else None
    stands = ex.every(ex.equals(ex.prop(FAULT), ""), _on_the_way(plan))
    marching = tuple(march_traits(plan, kind, _DECIDE, stands))
    acting = tuple(marched_traits(plan, kind, _DECIDE, stands))
    yield from _put_back(wrong, unmark, odd, marching, acting)


def remembers_moves(plan: Plan) -> bool:
    """Whether any piece keeps for itself that it has moved before (`STOOD`)."""
    kinds = plan.game.counter_kinds.values()
    return is_unmarked(plan) and any(any(True for _ in move_traits(plan, kind)) for kind in kinds)


def strayed(plan: Plan) -> Iterator[Trait]:
    """A marker of ours goes back that is dropped where no area is."""
    outside = off_the_areas(plan)
    if outside is not None:
        yield from _put_back(ex.if_(outside, _nowhere(plan), ""), None, ex.literal(""))


def oddity(plan: Plan, kind: CounterKind) -> ex.Node:
    """Why a piece should not have marched from one space to another: it may by a card or as a correction."""
    cases: list[tuple[ex.Node, ex.Value]] = []
    for cause in kind.still:
        titles = {flag: within(plan.game, kind.fields[flag].title.en or words(flag)) for flag in cause.flags}
        cases += [
            (ex.equals(ex.prop(flag), YES), f" is a {title}, and moves{ruled(cause.note)}")
            for flag, title in titles.items()
        ]
        march = march_of(plan, kind.id)
        begins = [begins_march()] if march is not None and march.is_long else []
        cases += [
            (
                ex.every(ex.equals(face_of(plan, kind), face), *begins),
                f" is {words(face)}, and moves{ruled(cause.note)}",
            )
            for face in cause.faces
        ]
    marched = marched_wrong(plan, kind)
    if not cases and marched == ex.literal(""):
        return ex.literal("")
    told = choose(cases, "") if marched == ex.literal("") else ex.add(choose(cases, ""), marched)
    return ex.if_(_on_the_way(plan), told, "")


def _on_the_way(plan: Plan) -> ex.Node:
    """Whether a piece went from one space of the map proper to another."""
    return ex.every(on_land(plan), on_land(plan, "Old"))


def _put_back(
    wrong: ex.Node, unmark: Key | None, odd: ex.Node, marching: tuple[Trait, ...] = (), acting: tuple[Trait, ...] = ()
) -> Iterator[Trait]:
    """Judged once where it lands; a piece that has moved before keeps the sign of it when it goes back."""
    if odd != ex.literal(""):
        yield DynamicProperty(ODD, Limits(), (PropertyCommand("", _WEIGH, SetValue(ex.braced(odd))),))
        yield Report((_WARN,), ex.braced(ex.add(ex.add(REFUSED, ex.prop("newPieceName")), ex.prop(ODD))))
        # of several that are dropped together one speaks for all of which the same is to be said
        before = ex.if_(is_first(), "|", ex.prop(_LAST))
        kept = {_WEIGH: before, _WARN: said(ex.prop(_LAST), ex.prop(ODD), "|")}
        yield SetGlobalProperty(
            _LAST, Limits(), tuple(PropertyCommand("", key, SetValue(ex.braced(value))) for key, value in kept.items())
        )
        said_before = ex.greater_equal(ex.Method(ex.prop(_LAST), "indexOf", (ex.prop(ODD),)), 0)
        news = ex.any_of(is_first(), ex.not_(said_before))
        warned = ex.every(ex.equals(ex.prop(FAULT), ""), ex.not_equals(ex.prop(ODD), ""), news)
        yield Trigger("marches all the same", key=_DECIDE, match=ex.braced(warned), performed=(_WARN,))
    yield DynamicProperty(
        BACK, Limits(), (PropertyCommand("", GUARDED, SetValue("yes")), PropertyCommand("", UNGUARDED, SetValue("")))
    )
    yield DynamicProperty(FAULT, Limits(), (PropertyCommand("", _JUDGE, SetValue(ex.braced(wrong))),))
    yield SendToLocation(
        "", _GO, ex.braced(ex.prop("OldMap")), "", ex.braced(ex.prop("OldX")), ex.braced(ex.prop("OldY"))
    )
    told = ex.add(ex.add(REFUSED, ex.prop("newPieceName")), ex.add(" goes back to ", ex.prop("OldLocationName")))
    yield Report((_SAY,), ex.braced(ex.add(told, ex.add(": ", ex.prop(FAULT)))))
    fault_found = ex.not_equals(ex.prop(FAULT), "")
    if unmark is not None:
        moved, forget = PropertyCommand("", _MOVED, SetValue("yes")), PropertyCommand("", unmark, SetValue(""))
        yield DynamicProperty(STOOD, Limits(), (moved, forget))
        yield Trigger("has moved", key=_DECIDE, match=ex.braced(ex.not_(fault_found)), performed=(_MOVED,))
        still = ex.braced(ex.not_equals(ex.prop(STOOD), "yes"))
        yield Trigger("has not moved", key=_UNMARK, match=still, performed=(unmark,))
    yield from (*marching, *acting)
    chain = (GUARDED, _SAY, _GO, *((_UNMARK,) if unmark is not None else ()), UNGUARDED)
    yield Trigger("goes back", key=_DECIDE, match=ex.braced(fault_found), performed=chain)
    looks = ex.every(
        ex.equals(ex.prop(CHECK_MOVES), True),
        ex.not_equals(ex.prop(BACK), "yes"),
        ex.not_equals(ex.prop("OldMap"), ""),
        ex.not_equals(ex.prop("OldLocationName"), ex.prop("LocationName")),
    )
    weighed = (*((LOOK,) if marching else ()), *((_WEIGH,) if odd != ex.literal("") else ()))
    if weighed:  # of what goes back nothing more is asked
        yield Trigger("weighed", key=_WEIGHED, match=ex.braced(ex.not_(fault_found)), performed=weighed)
    done = (_JUDGE, *((_WEIGHED,) if weighed else ()), _DECIDE)
    yield Trigger("looked at", match=ex.braced(looks), watched=(keys.LANDED,), performed=done)
