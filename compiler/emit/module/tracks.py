"""Tracks: markers that are dragged from box to box, and a global property that follows each."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.chat import player, said
from compiler.emit.module import keys
from compiler.emit.module.counting import counting_traits, counts
from compiler.emit.module.following import followed, zone_of
from compiler.emit.module.gains import gain_traits
from compiler.emit.names import box_name
from compiler.emit.plan import Plan
from compiler.model.piles import Track
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import named
from compiler.vassal.traits import Report, SendToLocation, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Choose, Limits, PropertyCommand, SetValue


def track_property(track: Track) -> str:
    """The global property that holds what a track shows: the label of the box."""
    return "Track_" + track.id.replace(".", "_")


def label_of(track: Track, value: int | str) -> str:
    """The label of the box of a value."""
    return next((box.label.en for box in track.boxes if box.value == value), str(value))


def is_placed(plan: Plan, track: Track) -> bool:
    """Whether the track has boxes on a board."""
    return (track.id, track.boxes[0].value) in plan.atlas.tracks


def prefix_of(plan: Plan, track: Track) -> str:
    """What the location names of all boxes of a track begin with."""
    first = track.boxes[0]
    return plan.atlas.tracks[track.id, first.value].location.removesuffix(box_name(track, first))


def marker_prototype(plan: Plan, counter: str) -> str | None:
    """The prototype of a counter that marks a track."""
    own = [t for t in plan.game.tracks.values() if t.marker == counter and is_placed(plan, t)]
    return f"Marks {own[0].base or own[0].id}" if own else None


def has_markers(plan: Plan) -> bool:
    """Whether any track is shown by a marker, which tells when it has moved."""
    return any(track.marker and is_placed(plan, track) for track in plan.game.tracks.values())


def marker_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """One definition for every counter that marks one or more tracks."""
    for counter in dict.fromkeys(t.marker for t in plan.game.tracks.values() if t.marker):
        name = marker_prototype(plan, counter)
        if name is not None:
            own = [t for t in plan.game.tracks.values() if t.marker == counter and is_placed(plan, t)]
            yield name, tuple(_marker(plan, own))


def _marker(plan: Plan, tracks: list[Track]) -> Iterator[Trait]:
    for track in tracks:
        prefix, own = prefix_of(plan, track), track_property(track)
        key = named(f"liege-track-{track.id}")
        label = ex.Method(ex.prop("CurrentZone"), "substring", (ex.literal(len(prefix)),))
        yield SetGlobalProperty(own, Limits(), (PropertyCommand("", key, SetValue(ex.braced(label))),))
        here = ex.Method(ex.prop("CurrentZone"), "startsWith", (ex.literal(prefix),))
        yield Trigger(f"tells {track.name.en}", match=ex.braced(here), watched=(keys.LANDED,), performed=(key,))
        if track.id in followed(plan):
            yield from _follows(plan, track)
    yield from gain_traits(plan, tracks)
    moved = [track for track in tracks if counts(track) and track.id not in followed(plan)]
    if moved:
        yield from counting_traits(plan, moved)


def _follows(plan: Plan, track: Track) -> Iterator[Trait]:
    """Goes to the box the tracker stands for; says so only if it lies elsewhere."""
    spot, zone = plan.atlas.tracks[track.id, track.boxes[0].value], zone_of(plan, track)
    go = named(f"liege-follow-{track.id}")
    yield SendToLocation("", go, spot.map, spot.map, destination="Z", zone=ex.braced(zone))
    yield Report((go,), "$newPieceName$ moves to $location$")
    elsewhere = ex.not_equals(ex.prop("CurrentZone"), zone)
    yield Trigger(f"follows {track.id}", key=keys.FOLLOW_TURN, match=ex.braced(elsewhere), performed=(go,))


def track_properties(plan: Plan) -> Iterator[Component]:
    """A global property for every track; those without a place on a board are set by a button."""
    for track in plan.game.tracks.values():
        button = [] if is_placed(plan, track) else [_button(track)]
        yield component(
            "m.properties.GlobalProperty",
            *button,
            name=track_property(track),
            initialValue=label_of(track, track.start),
            description=track.name.en,
        )


def _button(track: Track) -> Component:
    choices = tuple(box.label.en for box in track.boxes)
    return component(
        "m.properties.ChangePropertyButton",
        text=button_text(track),
        tooltip=f"Set {track.name.en}",
        reportFormat=ex.braced(
            said(player(), f" sets {track.name.en} from ", ex.prop("oldValue"), " to ", ex.prop("newValue"))
        ),
        propChanger=str(Choose(track.name.en, choices)),
    )


def button_text(track: Track) -> str:
    """The text of the button that sets a track; the menu it is collected in finds it by this."""
    return f"Set {track.name.en}"


def loose_tracks(plan: Plan) -> list[Track]:
    """Tracks that no board shows."""
    return [track for track in plan.game.tracks.values() if not is_placed(plan, track)]
