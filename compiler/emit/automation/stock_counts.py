"""Scorings and incomes of steps.yaml by a button: what lies on the board is counted as the engine counts it, told, and
the marker of the track goes where it belongs.

What a scoring counts is read by the reader of the engine itself, so a number has one home. Filters that ask what the
module cannot know (a line, a zone) leave the button out: nothing is better than another number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.diagnostics import Sink
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import OFF, TELL_ONLY
from compiler.emit.automation.roll_chain import Link
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.gains import fixed_shifts, goes_key, moved, next_property
from compiler.emit.module.marks import marker_of, property_of
from compiler.emit.module.spacemarks import generic
from compiler.emit.module.tracks import label_of, track_property
from compiler.emit.names import cited, plain
from compiler.emit.plan import Plan
from compiler.model.articles import Article
from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.play.stock.filters import HELD, SpaceFilter
from compiler.play.stock.here import Here
from compiler.play.stock.reading import Reading
from compiler.play.stock.standing import Income, Scoring, income, scoring
from compiler.play.stock.victory import ends
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue


@dataclass(frozen=True, slots=True)
class Count:
    """Something that is counted for sides: its name and note, what each side gains, and the track that shows it."""

    id: str
    article: Article
    sides: tuple[str, ...]
    held: Mapping[str, ex.Node]  # side → how many of the spaces it holds
    points: Mapping[str, ex.Node]
    tracks: Mapping[str, tuple[Track, int]]  # side → its track, and the sign of a gain there


def counts(plan: Plan) -> list[Count]:
    """All scorings, and every income of every seat."""
    game = plan.game
    found = [_scored(plan, article) for article in game.articles.scorings.values()]
    found += [_collected(plan, article, seat) for article in game.articles.incomes.values() for seat in game.seats]
    return [count for count in found if count is not None]


def _reading(game: Game, article: Article) -> Reading:
    return Reading(game, Sink(), article.written)  # what is wrong with it was told when the rules were bound


def _sides(game: Game) -> tuple[str, ...]:
    return tuple(side for seat in game.seats.values() for side in seat.sides)


def _is_fixed(value: Any) -> bool:
    """Whether an amount follows from the map alone."""
    return isinstance(value, int) or (isinstance(value, Mapping) and set(value) <= {"field", "times", "plus"})


def _worth(count: Scoring | Income, space: str) -> int:
    nobody: Any = None
    return count.each(Here(nobody, "", space=space)) if count.each is not None else 0


def _held(plan: Plan, space: str, side: str) -> ex.Node:
    """Whether the marker on a space names a side."""
    mark, spot = plan.game.marks[HELD], plan.atlas.spaces[space]
    test: ex.Node = ex.equals(ex.prop(COUNTER_ID), marker_of(mark, side))
    if generic(plan, mark) or mark.counter is not None:
        test = ex.every(test, ex.equals(ex.prop(property_of(mark.id)), plain(side)))
    return ex.greater(ex.call("CountLocation", spot.location, spot.map, ex.quoted(test)), 0)


def _sum(parts: Iterator[ex.Node]) -> ex.Node:
    total: ex.Node = ex.literal(0)
    for part in parts:
        total = ex.add(total, part)
    return total


def _track(game: Game, base: str, seat: str, side: str) -> Track | None:
    """The track of a side: a common one, or its own."""
    return next((game.tracks[id] for id in (base, f"{base}.{seat}", f"{base}.{side}") if id in game.tracks), None)


# -- scorings ----------------------------------------------------------------------------------------------------------
def _scored(plan: Plan, article: Article) -> Count | None:
    game, found = plan.game, scoring(_reading(plan.game, article), article)
    inner: list[SpaceFilter] = [found.spaces, *(all_of for _, all_of, _ in found.levels if all_of is not None)]
    if any(filter.tests for filter in inner) or not _is_fixed(article.get("each", 0)) or HELD not in game.marks:
        return None
    sides = _sides(game)
    held = {side: _sum(ex.if_(_held(plan, space, side), 1, 0) for space in found.spaces.fixed) for side in sides}
    points = {side: _points(plan, found, side, sides) for side in sides}
    tracks: dict[str, tuple[Track, int]] = {}
    for side in sides:
        track = _track(game, found.track, game.seat_of(side) or "", side)
        if track is None or not moved(plan, track):
            return None
        tracks[side] = (track, 1 if found.raised_by is None or side == found.raised_by else -1)
    return Count(f"score_{found.id}", article, sides, held, points, tracks)


def held_property(id: str, side: str) -> str:
    """The property that holds how many spaces a side was last found to hold."""
    return f"Held_{id}_{side}"


def points_property(id: str, side: str) -> str:
    """The property that holds what a side gains."""
    return f"Gains_{id}_{side}"


def _points(plan: Plan, found: Scoring, side: str, sides: tuple[str, ...]) -> ex.Node:
    """A field of each space held, and the best level the side comes to."""
    id, each = f"score_{found.id}", found.spaces.fixed if found.each is not None else ()
    total = _sum(ex.if_(_held(plan, space, side), _worth(found, space), 0) for space in each)
    mine = ex.prop(held_property(id, side))
    levels: list[tuple[ex.Node, ex.Value]] = []
    for how, all_of, points in found.levels:
        tests: list[ex.Node] = [ex.greater(mine, 0)]
        if how == "more":
            tests = [ex.greater(mine, ex.prop(held_property(id, other))) for other in sides if other != side]
        tests += [_held(plan, space, side) for space in (all_of.fixed if all_of is not None else ())]
        levels.append((ex.every(*tests), points))
    return ex.add(total, choose(levels, 0)) if levels else total


# -- incomes -----------------------------------------------------------------------------------------------------------
def _collected(plan: Plan, article: Article, seat: str) -> Count | None:
    """What a seat collects for the spaces it holds."""
    game, found = plan.game, income(_reading(plan.game, article), article)
    spaces, raw = found.spaces, article.get("spaces")
    own = isinstance(raw, Mapping) and raw.get("held_by") in ("mine", ("mine",))
    if (
        spaces is None
        or not own
        or [key for key, _ in spaces.tests] != ["held_by"]
        or not _is_fixed(article.get("each"))
    ):
        return None
    sides = game.seats[seat].sides[:1]
    track = _track(game, found.to, seat, sides[0]) if sides else None
    if track is None or not moved(plan, track) or len(game.seats[seat].sides) != 1:
        return None
    side = sides[0]
    held = _sum(ex.if_(_held(plan, space, side), 1, 0) for space in spaces.fixed)
    points = _sum(ex.if_(_held(plan, space, side), _worth(found, space), 0) for space in spaces.fixed)
    return Count(f"income_{found.id}_{seat}", article, (side,), {side: held}, {side: points}, {side: (track, 1)})


# -- where markers go --------------------------------------------------------------------------------------------------
def shown_number(track: Track) -> ex.Node:
    """What a track shows now, as a number."""
    shows = ex.prop(track_property(track))
    cases = [(ex.equals(shows, label_of(track, box.value)), int(box.value)) for box in track.boxes]
    return choose(cases, int(track.start))


def _stopped(track: Track, value: ex.Node) -> ex.Node:
    low, high = ends(track)
    return ex.if_(ex.less(value, low), low, ex.if_(ex.greater(value, high), high, value))


def links(count: Count) -> list[Link]:
    """What is held, then what it brings."""
    made = [Link(held_property(count.id, s), "0", SetValue(ex.braced(node))) for s, node in count.held.items()]
    made += [Link(points_property(count.id, s), "0", SetValue(ex.braced(node))) for s, node in count.points.items()]
    return made


def stock_properties(plan: Plan) -> Iterator[Component]:
    """What was last counted, and the hidden buttons that count."""
    for count in counts(plan):
        yield from (link.component() for link in links(count))
    for track in moved_tracks(plan):
        yield _next_component(plan, track)


def moved_tracks(plan: Plan) -> list[Track]:
    return [track for track in plan.game.tracks.values() if moved(plan, track)]


def _steps_of(plan: Plan, track: Track) -> dict[str, ex.Node]:
    """The hidden buttons that change where a marker goes next, each with what it makes of it."""
    own = ex.prop(next_property(track))
    found: dict[str, ex.Node] = {"now": shown_number(track)}
    for count in counts(plan):
        for side, (of, sign) in count.tracks.items():
            if of.id == track.id:
                gain = ex.multiply(ex.prop(points_property(count.id, side)), sign)
                found[f"{count.id}_{side}"] = _stopped(track, ex.add(own, gain))
    for card, event in plan.game.articles.events.items():
        for n, by in enumerate(shifts_of(plan, event, track)):
            found[f"event_{card}_{n}"] = _stopped(track, ex.add(own, by))
    return found


def shifts_of(plan: Plan, event: Article, track: Track) -> list[int]:
    """By how much an event moves a track that all share."""
    game, found = plan.game, []
    for effect in fixed_shifts(event.written.value):
        towards, raised = effect.get("towards"), effect.get("raised_by")
        side = towards[0] if isinstance(towards, tuple) and len(towards) == 1 else towards
        if effect["track"] != track.id or (towards is not None and side not in game.sides):
            continue
        found.append(-int(effect["by"]) if towards is not None and side != raised else int(effect["by"]))
    return found


def step_key(track: Track, name: str) -> Key:
    return named(f"liege-next-{track.id}-{name}")


def _next_component(plan: Plan, track: Track) -> Component:
    buttons = [
        component(
            "m.properties.ChangePropertyButton",
            text="",
            hotkey=step_key(track, name),
            propChanger=str(SetValue(ex.braced(node))),
        )
        for name, node in _steps_of(plan, track).items()
    ]
    return component(
        "m.properties.GlobalProperty",
        *buttons,
        name=next_property(track),
        initialValue=str(track.start),
        description=f"{track.name.en}: where the marker goes",
    )


# -- buttons -----------------------------------------------------------------------------------------------------------
def press_key(count: Count) -> Key:
    """The key that counts."""
    return named(f"liege-count-{count.id}")


def sentence(plan: Plan, count: Count) -> ex.Node:
    """Every side with its spaces and what it gains."""
    text: ex.Node = ex.literal(f"{count.article.name.en}{cited(count.article.note)}:")
    for side in count.sides:
        words = ex.add(f" <b>{plan.game.sides[side].name.en}</b>: ", ex.prop(held_property(count.id, side)))
        text = ex.add(
            text, ex.add(ex.add(ex.add(words, " held, <b>+"), ex.prop(points_property(count.id, side))), "</b>.")
        )
    return text


def text_of(plan: Plan, count: Count) -> str:
    """The text of the button: an income is of one side."""
    name = count.article.name.en
    return f"{name}: {plan.game.sides[count.sides[0]].name.en}" if count.id.startswith("income_") else f"Score {name}"


def stock_buttons(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """The entry of the menu and its components, for every scoring and income."""
    for track in moved_tracks(plan):
        yield "", [_goes(plan, track)]
    for count in counts(plan):
        says = named(f"liege-count-{count.id}-says")
        tracks = {track.id: track for track, _ in count.tracks.values()}
        keys = [link.key for link in links(count)]
        for track in tracks.values():
            keys.append(step_key(track, "now"))
            keys += [step_key(track, f"{count.id}_{s}") for s, (of, _) in count.tracks.items() if of.id == track.id]
        keys += [says, *(goes_key(track) for track in tracks.values())]
        text = text_of(plan, count)
        yield (
            text,
            [
                component(
                    "m.DoActionButton", name=f"Count {count.id}", text=text, icon="", hotkey=press_key(count),
                    doHotkey=True, tooltip=f"{text}: counted on the board, and the marker moved", hotkeys=tuple(keys),
                    canDisable=True, propertyGate=OFF,
                ),
                component(
                    "m.DoActionButton", name=f"Count {count.id} says", text="", icon="", hotkey=says, doReport=True,
                    reportFormat=ex.braced(sentence(plan, count)),
                ),
            ],
        )  # fmt: skip


def _goes(plan: Plan, track: Track) -> Component:
    """Sends the marker that lies on a track to its next box, unless players want to be told alone."""
    boxes = [ex.equals(ex.prop("CurrentZone"), plan.atlas.tracks[track.id, b.value].location) for b in track.boxes]
    fits = ex.every(
        ex.equals(ex.prop(COUNTER_ID), track.marker or ""), ex.any_of(*boxes), ex.not_equals(ex.prop(TELL_ONLY), True)
    )
    return component(
        "m.GlobalKeyCommand", name=f"Moves {track.id}", buttonText="", icon="", buttonHotkey=goes_key(track),
        hotkey=goes_key(track), filter=ex.braced(fits), reportSingle=False, singleMap=False,
    )  # fmt: skip
