"""The turn tracker: the sequence of play as a list of named steps, once for every turn."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.preference import OFF
from compiler.emit.automation.resets import due, turns_key
from compiler.emit.module import keys
from compiler.emit.module.boards import listed
from compiler.emit.module.cups import refill_key, refilled
from compiler.emit.module.marks import MOVED, is_cleared
from compiler.emit.module.tracks import is_placed, track_property
from compiler.emit.names import SOLO, cited, short
from compiler.emit.plan import Plan
from compiler.model.game import Game
from compiler.model.loops import counted, main_loop
from compiler.model.piles import Track
from compiler.model.sequence import SequenceNode
from compiler.model.table import Table
from compiler.vassal import expression as ex
from compiler.vassal import sequence
from compiler.vassal.buildfile import Component, component
from compiler.vassal.commands import Turn
from compiler.vassal.keys import Key, named

TURN, STEP = "Turn", "Step"
DOCKED = "TurnTracker.defaultDocked"  # a name VASSAL looks for
_MOST = 70  # entries; a longer list is shown phase by phase
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the tracker: its label and the nodes of the sequence that begin with it."""

    label: str
    begins: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Leaf:
    words: tuple[str, ...]
    begins: frozenset[str]


def entries(game: Game) -> list[Entry]:
    """The steps of one turn, in order, every label different."""
    loop = main_loop(game)
    nodes = loop.children if loop is not None else game.sequence
    leaves = [leaf for node in nodes for leaf in _leaves(game, node, deep=True)]
    if len(leaves) > _MOST:
        leaves = [leaf for node in nodes for leaf in _leaves(game, node, deep=False)]
    labels = [": ".join(dict.fromkeys(leaf.words)) for leaf in leaves]
    tally, seen = Tally(labels), Tally[str]()
    found = []
    for label, leaf in zip(labels, leaves, strict=True):
        seen[label] += 1
        found.append(Entry(f"{label} ({seen[label]})" if tally[label] > 1 else label, leaf.begins))
    return found


def _leaves(game: Game, node: SequenceNode, *, deep: bool) -> list[_Leaf]:
    own = node.name.en
    if node.kind == "step" or not node.children or (node.kind == "repeat" and len(node.children) == 1) or not deep:
        return [_Leaf((own,), frozenset(n.id for n in node.walk()))]
    inside = [leaf for child in node.children for leaf in _leaves(game, child, deep=deep)]
    if node.kind == "each":
        found = []
        for who in _players(game, node):
            found += _begun(node, [_Leaf((who, *leaf.words), leaf.begins) for leaf in inside])
        return found
    named_by = (own,) if len(inside) > 1 or node.kind == "phase" else ()
    return _begun(node, [_Leaf((*named_by, *leaf.words), leaf.begins) for leaf in inside])


def _begun(node: SequenceNode, leaves: list[_Leaf]) -> list[_Leaf]:
    first, *rest = leaves
    return [_Leaf(first.words, first.begins | {node.id}), *rest]


def _players(game: Game, node: SequenceNode) -> list[str]:
    """Who goes through a loop: seats by name, by place in the order, or each side at once."""
    if node.over != "seat":
        return [f"Each {node.over}" if node.over in ("side", None) else node.name.en]
    seats = max((len(s.seats) for s in game.scenarios.values()), default=len(game.seats))
    if node.order is None and seats == len(game.seats):
        return [seat.name.en for seat in game.seats.values()]
    return [f"{_ORDINALS[n]} player" for n in range(min(seats, len(_ORDINALS)))]


def tracker(plan: Plan) -> list[Component]:
    """The tracker and the hidden buttons its steps press."""
    game = plan.game
    lines = entries(game)
    if not lines:
        return []
    steps = component("m.turn.ListTurnLevel", name=STEP, property=STEP, list=listed(e.label for e in lines))
    track = counted(game)
    top = steps if track is None else _turns(track, steps)
    hotkeys, buttons = _automation(plan, lines)
    made = component(
        "m.turn.TurnTracker", top, *hotkeys, name="Turns", buttonText="", icon="/images/chess_clock.png",
        tooltip="Sequence of play", nexthotkey=keys.NEXT_STEP, prevhotkey=keys.PREVIOUS_STEP,
        turnFormat=ex.braced(_shown(plan, track)),
        reportFormat="It is now $newTurn$", lengthStyle="Maximum", length=28,
    )  # fmt: skip
    return [made, *buttons]


def _shown(plan: Plan, track: Track | None) -> ex.Node:
    """Turn and step in words, and whose step it is where a track says who goes first."""
    step = ex.prop("level2" if track is not None else "level1")
    text: ex.Node = ex.add(ex.prop("level1"), ex.add(": ", step)) if track is not None else step
    order = next(
        (
            game_track
            for node in plan.game.steps()
            if node.over == "seat" and (game_track := plan.game.tracks.get(node.order or ""))
        ),
        None,
    )
    if order is None or len(order.boxes) != 2 or not all(box.value in plan.game.seats for box in order.boxes):
        return text
    first, second = (plan.game.seats[str(box.value)].name.en for box in order.boxes)
    leads = ex.equals(ex.prop(track_property(order)), order.boxes[0].label.en)
    place = ex.Method(step, "startsWith", (ex.literal(_ORDINALS[0]),))
    other = ex.Method(step, "startsWith", (ex.literal(_ORDINALS[1]),))
    who = ex.if_(
        place,
        ex.if_(leads, f" ({first})", f" ({second})"),
        ex.if_(other, ex.if_(leads, f" ({second})", f" ({first})"), ""),
    )
    return ex.add(text, who)


def _turns(track: Track, steps: Component) -> Component:
    values = [box.value for box in track.boxes]
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return component(
            "m.turn.CounterTurnLevel",
            steps,
            name=TURN,
            property=TURN,
            start=numbers[0],
            loop=True,
            loopLimit=numbers[-1],
            turnFormat=f"{short(track.name.en)} $value$",
        )
    labels = listed(box.label.en for box in track.boxes)
    return component("m.turn.ListTurnLevel", steps, name=TURN, property=TURN, list=labels)


def _automation(plan: Plan, lines: list[Entry]) -> tuple[list[Component], list[Component]]:
    """What happens by itself when a step begins: marks are cleared, pieces turned, piles refilled, the turn marked."""
    hotkeys: list[Component] = []
    buttons: list[Component] = []
    for name, key, made, starts in _reactions(plan, lines):
        test = ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in starts))
        hotkeys.append(component("m.turn.TurnGlobalHotkey", name=name, hotkey=key, match=ex.braced(test)))
        buttons.extend(made)
    return hotkeys, buttons


def _reactions(plan: Plan, lines: list[Entry]) -> Iterator[tuple[str, Key, list[Component], list[str]]]:
    game = plan.game
    track = counted(game)
    if track is not None and is_placed(plan, track) and track.marker:
        key = named("liege-new-turn")
        mine = ex.equals(ex.prop("CounterId"), track.marker)
        yield "turn marker", key, [_command("Turn marker", key, keys.FOLLOW_TURN, mine)], [lines[0].label]
    for mark in game.marks.values():
        starts = [entry.label for entry in lines if mark.clears_at in entry.begins]
        if "counters" in mark.on and is_cleared(plan, mark):
            key = named(f"liege-phase-{mark.id}")
            sent = keys.UNMARK_MOVED if mark.id == MOVED else keys.clears(mark.id)
            yield f"clears {mark.name.en}", key, [_command(f"Clear {mark.name.en}", key, sent, None)], starts
    if MOVED not in game.marks:
        key = named(f"liege-phase-{MOVED}")
        yield "clears moved", key, [_command("Clear moved", key, keys.UNMARK_MOVED, None)], [lines[0].label]
    for reset in game.upkeep.resets.values():
        key, name = named(f"liege-step-{reset.id}"), reset.name.en
        turned = _command(name, key, turns_key(reset), due(plan, reset), f"{name}{cited(reset.note)}")
        yield f"turns: {name}", key, [turned], [entry.label for entry in lines if reset.at in entry.begins]
    for pile in refilled(plan):
        starts = [entry.label for entry in lines if pile.refill_at in entry.begins]
        if starts:
            yield f"refills {pile.name.en}", refill_key(pile), [], starts


def _command(name: str, key: Key, sent: Key, match: ex.Node | None, says: str = "") -> Component:
    return component(
        "m.GlobalKeyCommand",
        name=name,
        buttonText="",
        icon="",
        buttonHotkey=key,
        hotkey=sent,
        filter=ex.braced(match) if match is not None else "",
        reportSingle=True,
        reportFormat=says,
        singleMap=False,
        canDisable=True,
        propertyGate=OFF,
        hideWhenDisabled=True,
    )


def turn_state(plan: Plan, table: Table, line: int = 0) -> Turn | None:
    """The tracker in the turn the table shows, at one of its lines."""
    lines = entries(plan.game)
    if not lines:
        return None
    steps = (str(line), "0", "0", ",".join("true" for _ in lines))
    inner = sequence.encode(steps, ";")
    track = counted(plan.game)
    if track is None:
        return Turn("TurnTracker0", sequence.encode(("0", inner), "|"))
    start = table.tracks[track.id]
    values = [box.value for box in track.boxes]
    if all(isinstance(value, int) for value in values):
        outer = sequence.encode((str(start), "0", "true", str(values[-1]), inner), ";")
    else:
        index = values.index(start) if start in values else 0
        outer = sequence.encode((str(index), "0", "0", ",".join("true" for _ in values), inner), ";")
    return Turn("TurnTracker0", sequence.encode(("0", outer), "|"))


def line_shown(game: Game, turn: Turn) -> int | None:
    """The line a tracker stands at: the inverse of `turn_state`. None for one that is not ours."""
    try:
        inner = sequence.decode(turn.state, "|")[1]
        if counted(game) is not None:
            inner = sequence.decode(inner, ";")[4]
        line = int(sequence.decode(inner, ";")[0])
    except (IndexError, ValueError):
        return None
    return line if 0 <= line < len(entries(game)) else None


def seats_of(game: Game) -> list[str]:
    """The sides of the roster: every seat, and one who plays alone."""
    return [*(seat.name.en for seat in game.seats.values()), SOLO]
