"""Scores and orders by a button: what every side has earned on the board, and who comes first, with the rules."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import OFF, TELL_ONLY
from compiler.emit.automation.roll_chain import Link
from compiler.emit.chat import with_rules
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.marks import NONE, marker_of, property_of, seat_property
from compiler.emit.module.spacemarks import generic
from compiler.emit.names import plain
from compiler.emit.plan import Plan
from compiler.model.upkeep import Ranking, Score, bearer
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Report, SendToLocation, Trait, Trigger
from compiler.vassal.values import SetValue


def score_property(score: Score, side: str) -> str:
    """The property that holds what a side was last found to have earned."""
    return f"Score_{score.id}_{side}"


def place_property(ranking: Ranking, side: str) -> str:
    """The property that holds the place of a side in an order, from 1; 0 where it is not ranked."""
    return f"Place_{ranking.id}_{side}"


def _ranked_property(ranking: Ranking, side: str) -> str:
    return f"Ranked_{ranking.id}_{side}"


def earned(plan: Plan, score: Score, side: str) -> ex.Node:
    """What the spaces of a side and its marks are worth."""
    game = plan.game
    standing = ex.any_of(*(ex.equals(ex.prop("Kind"), game.counter_kinds[kind].name.en) for kind in score.held_by))
    total: ex.Node = ex.literal(0)
    for space in (space for space in game.spaces.values() if space.kind == score.spaces):
        spot = plan.atlas.spaces[space.id]
        here = [
            ex.greater(ex.call("CountLocation", spot.location, spot.map, ex.quoted(test)), 0)
            for test in (_names(plan, score, side), standing)
        ]
        total = ex.add(total, ex.if_(ex.every(*here), int(str(space.values[score.worth])), 0))
    for mark, constant in score.marks.items():
        own = ex.prop(seat_property(game.marks[mark], bearer(game, mark, side)))
        total = ex.add(total, ex.if_(ex.not_equals(own, NONE), int(game.constants[constant].value), 0))
    return total


def _names(plan: Plan, score: Score, side: str) -> ex.Node:
    """Whether a marker on a space names a side."""
    mark = plan.game.marks[score.mark]
    mine = ex.equals(ex.prop(COUNTER_ID), marker_of(mark, side))
    several = generic(plan, mark) or mark.counter is not None
    return ex.every(mine, ex.equals(ex.prop(property_of(mark.id)), plain(side))) if several else mine


def _is_ranked(plan: Plan, ranking: Ranking, side: str) -> ex.Node:
    """1 for a side whose marker lies in a box with the right face up, else 0."""
    tests = []
    for counter in plan.game.counters.values():
        faces = [face.id for face in counter.faces]
        if counter.kind == ranking.markers and counter.side == side and ranking.face in faces:
            turned = ex.equals(ex.prop("Face_Level"), faces.index(ranking.face) + 1)
            tests.append(ex.every(ex.equals(ex.prop(COUNTER_ID), counter.id), *([turned] if len(faces) > 1 else [])))
    total: ex.Node = ex.literal(0)
    for box in ranking.boxes:
        spot = plan.atlas.spaces[box]
        total = ex.add(total, ex.call("CountLocation", spot.location, spot.map, ex.quoted(ex.any_of(*tests))))
    return ex.if_(ex.greater(total, 0), 1, 0)


def _place(plan: Plan, ranking: Ranking, side: str) -> ex.Node:
    """One more than the sides that come before."""
    score, ties = plan.game.upkeep.scores[ranking.score], plan.game.constants[ranking.ties].value
    mine = ex.prop(score_property(score, side))
    found: ex.Node = ex.literal(1)
    for other in (other for other in score.sides if other != side):
        theirs = ex.prop(score_property(score, other))
        better: ex.Node = ex.greater(theirs, mine) if ranking.most_first else ex.less(theirs, mine)
        if ties.index(other) < ties.index(side):
            better = ex.any_of(better, ex.equals(theirs, mine))
        before = ex.every(ex.equals(ex.prop(_ranked_property(ranking, other)), 1), better)
        found = ex.add(found, ex.if_(before, 1, 0))
    return ex.if_(ex.equals(ex.prop(_ranked_property(ranking, side)), 1), found, 0)


def _score_links(plan: Plan, score: Score) -> list[Link]:
    return [
        Link(score_property(score, side), "0", SetValue(ex.braced(earned(plan, score, side)))) for side in score.sides
    ]


def _place_links(plan: Plan, ranking: Ranking) -> list[Link]:
    sides = plan.game.upkeep.scores[ranking.score].sides
    ranked = [(_ranked_property(ranking, side), _is_ranked(plan, ranking, side)) for side in sides]
    places = [(place_property(ranking, side), _place(plan, ranking, side)) for side in sides]
    return [Link(name, "0", SetValue(ex.braced(value))) for name, value in (*ranked, *places)]


def sentence(plan: Plan, ranking: Ranking) -> ex.Node:
    """The sides in order, each with its score."""
    score = plan.game.upkeep.scores[ranking.score]
    text: ex.Node = ex.literal(f"{ranking.name.en}, by {score.name.en}:")
    for place in range(1, len(score.sides) + 1):
        cases = []
        for side in score.sides:
            words = ex.add(f" {place}. <b>{plan.game.sides[side].name.en}</b> ", ex.prop(score_property(score, side)))
            cases.append((ex.equals(ex.prop(place_property(ranking, side)), place), words))
        text = ex.add(text, choose(cases, "" if place > 1 else " nobody"))
    return with_rules(text, ranking.note, score.note)


# -- markers that go to their places -----------------------------------------------------------------------------------
_ORDERED, _GOES = named("liege-ordered"), named("liege-goes-to-its-place")


def ranking_key(ranking: Ranking) -> Key:
    """The command that counts, tells and puts the markers in order."""
    return named(f"liege-ranking-{ranking.id}")


def _moves_key(ranking: Ranking) -> Key:
    return named(f"liege-ranking-{ranking.id}-moves")


def _is_marker(plan: Plan, ranking: Ranking) -> ex.Node:
    return ex.equals(ex.prop("Kind"), plan.game.counter_kinds[ranking.markers].name.en)


def order_traits(plan: Plan, kind: str) -> Iterator[Trait]:
    """A marker goes to the box of its place; orders over the same boxes fill them one after the other."""
    rankings = [ranking for ranking in plan.game.upkeep.rankings.values() if ranking.markers == kind]
    if not rankings:
        return
    box = order_box(plan, [ranking for ranking in rankings if ranking.boxes == rankings[0].boxes])
    spot = plan.atlas.spaces[rankings[0].boxes[0]]
    yield SendToLocation("", _GOES, spot.map, spot.map, destination="Z", zone=ex.braced(box))
    yield Report((_GOES,), "$newPieceName$ goes from $oldLocation$ to $location$")
    applied = ex.every(ex.not_equals(ex.prop(TELL_ONLY), True), ex.not_equals(ex.prop("CurrentZone"), box))
    yield Trigger("to its place", key=_ORDERED, match=ex.braced(applied), performed=(_GOES,))


def order_box(plan: Plan, rankings: list[Ranking]) -> ex.Node:
    """The box of the place that the marker's side has; where it lies, if it has none."""
    cases: list[tuple[ex.Node, ex.Value]] = []
    before: ex.Node = ex.literal(0)
    for ranking in rankings:
        sides = plan.game.upkeep.scores[ranking.score].sides
        for side in sides:
            place = ex.prop(place_property(ranking, side))
            for n, box in enumerate(ranking.boxes, 1):
                here = ex.every(
                    ex.equals(ex.prop("Side"), side), ex.greater(place, 0), ex.equals(ex.add(before, place), n)
                )
                cases.append((here, plan.atlas.spaces[box].location))
        for side in sides:
            before = ex.add(before, ex.prop(_ranked_property(ranking, side)))
    return choose(cases, ex.prop("CurrentZone"))


def ranking_properties(plan: Plan) -> Iterator[Component]:
    """What was last counted, and the hidden buttons that count."""
    for score in plan.game.upkeep.scores.values():
        yield from (link.component() for link in _score_links(plan, score))
    for ranking in plan.game.upkeep.rankings.values():
        yield from (link.component() for link in _place_links(plan, ranking))


def ranking_buttons(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """The entry of the menu and its components, for every ranking."""
    for ranking in plan.game.upkeep.rankings.values():
        says = named(f"liege-ranking-{ranking.id}-says")
        score = plan.game.upkeep.scores[ranking.score]
        shared = [other for other in plan.game.upkeep.rankings.values() if other.boxes == ranking.boxes]
        links = [*_score_links(plan, score), *(link for other in shared for link in _place_links(plan, other))]
        counting = [link.key for link in links]
        name = ranking.name.en
        asks = component(
            "m.DoActionButton",
            name=f"Ranking {ranking.id}",
            text=name,
            icon="",
            hotkey=ranking_key(ranking),
            doHotkey=True,
            tooltip=f"{name}: count {score.name.en} and tell who comes first",
            hotkeys=(*counting, says, _moves_key(ranking)),
            canDisable=True,
            propertyGate=OFF,
        )
        moves = component(
            "m.GlobalKeyCommand", name=f"Ranking {ranking.id} moves", buttonText="", icon="",
            buttonHotkey=_moves_key(ranking), hotkey=_ORDERED, filter=ex.braced(_is_marker(plan, ranking)),
            reportSingle=False, singleMap=False,
        )  # fmt: skip
        speaks = component(
            "m.DoActionButton",
            name=f"Ranking {ranking.id} says",
            text="",
            icon="",
            hotkey=says,
            doReport=True,
            reportFormat=ex.braced(sentence(plan, ranking)),
        )
        yield name, [asks, speaks, moves]
