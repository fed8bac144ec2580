"""The turn tracker: the sequence of play as a list of named steps, once for every turn, and what its steps set off."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.allowances import allowance_steps
from compiler.emit.automation.conditions import Acting
from compiler.emit.automation.cutting_in import cut_in_steps
from compiler.emit.automation.holdings import settle_key
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.marches import march_steps
from compiler.emit.automation.moves import STOOD, remembers_moves
from compiler.emit.automation.payments import payment_steps
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.rankings import ranking_key
from compiler.emit.automation.resets import any_due, due, turned, turns_key
from compiler.emit.chat import IN_TURN, ruled
from compiler.emit.module import keys
from compiler.emit.module.acting import LOOK, acting_at, acting_in, in_turn, knows_turns
from compiler.emit.module.again import SKIPS, first_pass_key, inside, line_before, loop_buttons, number_shown
from compiler.emit.module.boards import listed
from compiler.emit.module.cups import refill_key, refilled
from compiler.emit.module.following import STEP, TURN, followed, moving_lines
from compiler.emit.module.icons import icon
from compiler.emit.module.lines import Entry, entries, lines_over, one_of, placed, played
from compiler.emit.module.marks import MOVED, clear_key, is_cleared, marks_of, property_of
from compiler.emit.module.passing import (
    COMMAND,
    empty_lines,
    goes_round,
    hands_told,
    is_silent,
    passes_by,
    passing_buttons,
    rounds,
)
from compiler.emit.module.stepping import AT_STEP, STEPPING, around, pushed, set_by_hand, step_buttons
from compiler.emit.names import SOLO, short
from compiler.emit.plan import Plan
from compiler.model.game import Game
from compiler.model.loops import counted
from compiler.model.piles import Track
from compiler.model.scenario import Scenario
from compiler.model.sequence import PER_SEAT
from compiler.model.table import Table
from compiler.vassal import expression as ex
from compiler.vassal import sequence
from compiler.vassal.buildfile import Component, component
from compiler.vassal.commands import Turn
from compiler.vassal.keys import Key, named, read_key

DOCKED = "TurnTracker.defaultDocked"  # a name VASSAL looks for
_NAME = "Turns"
_LETTER, _AROUND = 7.8, 24  # pixels of a letter of the tracker, and of its edges


def tracker(plan: Plan) -> list[Component]:
    """The tracker and the buttons its steps press, and those that take it back."""
    lines = plan.lines
    if not lines:
        return []
    steps = component("m.turn.ListTurnLevel", name=STEP, property=STEP, list=listed(e.label for e in lines))
    track = counted(plan.game)
    top = steps if track is None else _turns(track, steps)
    said: ex.Node = ex.add("It is now ", ex.prop("newTurn"))
    remarks = _remarks(plan)
    if rounds(plan):
        said = ex.add(said, hands_told(plan))
    if remarks:
        said = ex.add(said, choose(remarks, ""))
    says = ex.braced(said) if rounds(plan) or remarks else "It is now $newTurn$"
    silent: list[ex.Node] = [ex.equals(ex.prop(SKIPS), "yes")] if plan.loops else []
    silent += [is_silent(plan)] if passes_by(plan) else []
    if silent:  # whoever sets the tracker by hand is always told where it stands
        says = ex.braced(ex.if_(ex.every(ex.not_equals(ex.prop(STEPPING), ""), ex.any_of(*silent)), "", said))
    made = component(
        "m.turn.TurnTracker", top, *pushed(), name=_NAME, buttonText="", icon=icon("turn"),
        tooltip="Sequence of play", nexthotkey=keys.TRACKER_ON, prevhotkey=keys.TRACKER_BACK,
        turnFormat=ex.braced(_shown(plan, track)), reportFormat=says, lengthStyle="Fixed", length=_width(plan, track),
    )  # fmt: skip
    moving = (*passing_buttons(plan, AT_STEP), *loop_buttons(plan, AT_STEP, around(plan)))
    return [made, *step_buttons(plan), *_automation(plan, lines), *moving, set_by_hand(told_when_set(plan))]


def _remarks(plan: Plan) -> list[tuple[ex.Node, ex.Value]]:
    """What steps have to say to players, told where the tracker comes to them and they are due."""
    found = [(entry.label, plan.nodes[entry.within[-1]].note.remark) for entry in plan.lines if entry.within]
    idle = {label: [ex.not_(test)] for label, test in empty_lines(plan).items()}
    return [
        (ex.every(ex.equals(ex.prop(STEP), label), *idle.get(label, ())), f". {remark}")
        for label, remark in found
        if remark
    ]


def told_when_set(plan: Plan) -> str:
    """What players are told when somebody sets the tracker: the markers follow, nothing else does."""
    follow = followed(plan)
    said = "The turn was set by hand: the markers follow" if follow else "The turn was set by hand"
    return f"{said}; what steps in between would have cleared, turned or refilled is left to you"


def _width(plan: Plan, track: Track | None) -> int:
    """How wide the tracker is: its longest line with all that may stand behind it, in pixels of the usual letters."""
    turn = f"{_turn_of(track)} {max((box.label.en for box in track.boxes), key=len)}: " if track is not None else ""
    nodes = plan.nodes
    sides = [side.name.en for side in plan.game.sides.values()] if plan.game.upkeep.rankings else []
    longest = 0
    for entry in plan.lines:
        loops = [id for id, own in plan.loops.items() if entry in own]
        place, names = _place(plan, entry), (seat.name.en for seat in plan.game.seats.values())
        label = entry.label if place is None else entry.label.replace(place, max((place, *names), key=len))
        text = turn + label + "".join(f" · {one_of(nodes[id].name.en).lower()} 9" for id in loops)
        taken = any(nodes[id].times == PER_SEAT for id, _ in entry.passes)
        longest = max(longest, len(text) + (len(max(sides, key=len)) + 3 if sides and taken else 0))
    return round(longest * _LETTER) + _AROUND


def _shown(plan: Plan, track: Track | None) -> ex.Node:
    """Turn and step in words, the pass of a loop, and whose step it is where markers in boxes say who goes first."""
    line = ex.prop("level2" if track is not None else "level1")
    step = _by_name(plan, line)
    text: ex.Node = ex.add(ex.prop("level1"), ex.add(": ", step)) if track is not None else step
    if plan.loops:
        text = ex.add(text, number_shown(plan))
    return ex.add(text, _in_turn(plan)) if plan.game.upkeep.rankings else text


def _place(plan: Plan, entry: Entry) -> str | None:
    """What stands in a line for its player: his place in the order; None where it tells of nobody's."""
    passes = [n for id, n in entry.passes if plan.nodes[id].kind == "each" and plan.nodes[id].over == "seat"]
    places = (placed(plan.game, n) for n in passes)
    return next((place for place in places if place in entry.label), None)


def _by_name(plan: Plan, line: ex.Node) -> ex.Node:
    """A line with the name of its player, where it tells him by his place and setup or table say who that is."""
    cases: list[tuple[str, Acting, list[str]]] = []
    for entry in plan.lines:
        place, acting = _place(plan, entry), acting_in(plan, entry, plan.nodes)
        known = next((labels for own, who, labels in cases if (own, who) == (place, acting)), None)
        if known is not None:
            known.append(entry.label)
        elif place is not None and acting:
            cases.append((place, acting, [entry.label]))
    whole: list[tuple[ex.Node, ex.Value]] = []
    for place, acting, labels in cases:
        name = choose([(test, plan.game.seats[seat].name.en) for test, seat in acting], place)
        named = ex.Method(line, "replace", (ex.literal(place), name))
        whole.append((ex.any_of(*(ex.equals(line, label) for label in labels)), named))
    return choose(whole, line)


def label_in(plan: Plan, entry: Entry, scenario: Scenario, table: Table) -> str:
    """A line as players of a setup read it: the same as `_by_name` makes of it in VASSAL."""
    place, seat = _place(plan, entry), acting_at(plan, table, entry, scenario)
    return entry.label if place is None or seat is None else entry.label.replace(place, plan.game.seats[seat].name.en)


def _in_turn(plan: Plan) -> ex.Node:
    """Whose step it is, where markers in boxes are the order; as it was kept, while nobody can say where they lie."""
    name = in_turn(plan, ex.prop(IN_TURN))
    return ex.if_(ex.equals(name, ""), "", ex.add(" (", ex.add(name, ")")))


def _turn_of(track: Track) -> str:
    """What a turn is called in the toolbar: `Turn` of a game turn."""
    return short(track.name.en).removeprefix("Game ")


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
            turnFormat=f"{_turn_of(track)} $value$",
        )
    labels = listed(box.label.en for box in track.boxes)
    return component("m.turn.ListTurnLevel", steps, name=TURN, property=TURN, list=labels)


def _automation(plan: Plan, lines: list[Entry]) -> list[Component]:
    """What happens by itself at a step: markers follow; going on, marks are cleared, pieces turned, piles refilled.

    One button presses another for each thing that is due.
    """
    gates: list[Component] = []
    buttons: list[Component] = []
    for name, key, made, starts, onward, also in _reactions(plan, lines):
        tests = [ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in starts))]
        if onward:  # nobody is unmarked by going back
            tests.insert(0, ex.equals(ex.prop(COMMAND), "Next"))
        else:  # set by hand it may come from anywhere
            tests = [ex.any_of(*tests, ex.equals(ex.prop(COMMAND), "Set"))]
        if also is not None:
            tests.append(also)
        if rounds(plan):  # what is behind a loop has not begun while the loop goes on
            tests.append(ex.not_(goes_round(plan)))
        gates.append(
            component(
                "m.DoActionButton", name=name, text="", icon="", hotkey=named(f"liege-due-at-step-{len(gates) + 1}"),
                doHotkey=True, hotkeys=(key,), doLoop=True, loopType="counted",
                loopCount=ex.braced(ex.if_(ex.every(*tests), 1, 0)),
            )
        )  # fmt: skip
        buttons.extend(made)
    heard = component(
        "m.DoActionButton", name="at a step", text="", icon="", hotkey=AT_STEP, doHotkey=True,
        hotkeys=(*((LOOK,) if knows_turns(plan) else ()), *(read_key(gate.get("hotkey")) for gate in gates)),
    )  # fmt: skip
    return [heard, *gates, *buttons]


# name, key, buttons, lines, only when going on, and what else must be so
Reaction = tuple[str, Key, list[Component], list[str], bool, ex.Node | None]


def _reactions(plan: Plan, lines: list[Entry]) -> Iterator[Reaction]:
    game, key = plan.game, named("liege-markers-follow")
    markers = dict.fromkeys(game.tracks[id].marker for id in followed(plan))
    if markers:
        mine = ex.any_of(*(ex.equals(ex.prop("CounterId"), marker) for marker in markers if marker))
        yield "markers", key, [_command("Markers", key, keys.FOLLOW_TURN, mine)], moving_lines(plan), False, None
    for mark in game.marks.values():
        starts = [entry.label for entry in lines if mark.clears_at in entry.begins]
        if "counters" in mark.on and is_cleared(plan, mark):
            key = clear_key(mark.id)
            sent = keys.UNMARK_MOVED if mark.id == MOVED else keys.clears(mark.id)
            cleared = _command(f"Clear {mark.name.en}", key, sent, _bears(plan, mark.id))
            yield f"clears {mark.name.en}", key, [cleared], starts, True, None
    if MOVED not in game.marks:
        key = clear_key(MOVED)
        cleared = _command("Clear moved", key, keys.UNMARK_MOVED, _bears(plan, MOVED))
        yield "clears moved", key, [cleared], [lines[0].label], True, None
    for step, key, made, starts in (*march_steps(plan), *payment_steps(plan)):  # before signs are taken off
        yield step, key, made, starts, True, None
    for step, key, made, starts in allowance_steps(plan):
        yield step, key, made, starts, True, None
    for reset in game.upkeep.resets.values():
        key, name = named(f"liege-step-{reset.id}"), reset.name.en
        says = f"{name}{ruled(reset.note)}"
        says = ex.braced(ex.if_(turned(plan, reset), says, "")) if reset.moved else says
        turns = _command(name, key, turns_key(reset), due(plan, reset), says)
        starts = [entry.label for entry in lines if reset.at in entry.begins]
        yield f"turns: {name}", key, [turns], starts, True, any_due(plan, reset)
    for holding in game.upkeep.holdings.values():
        starts = lines_over(game, lines, holding.at)
        yield f"settles: {holding.name.en}", settle_key(plan, holding), [], starts, True, None
    for ranking in game.upkeep.rankings.values():
        if ranking.at is not None:
            starts = [entry.label for entry in lines if ranking.at in entry.begins]
            yield f"ranks: {ranking.name.en}", ranking_key(ranking), [], starts, True, None
    for step, key, made, starts, anybody in cut_in_steps(plan):  # into the order that was just made
        yield step, key, made, starts, True, anybody
    for pile in refilled(plan):
        starts = [entry.label for entry in lines if pile.refill_at in entry.begins]
        if starts:
            yield f"refills {pile.name.en}", refill_key(pile), [], starts, True, None
    for loop, own in plan.loops.items():
        yield f"first pass: {loop}", first_pass_key(loop), [], [line_before(plan, own)], True, None
        yield f"set before: {loop}", first_pass_key(loop), [], [], False, ex.not_(inside(own))


def _bears(plan: Plan, mark: str) -> ex.Node:
    """Whether a piece has a mark to be cleared: a command costs each piece that hears it a tenth of a second."""
    tests: list[ex.Node] = []
    if any(own.id == mark for kind in plan.game.counter_kinds.values() for own in marks_of(plan, kind)):
        tests.append(ex.not_equals(ex.prop(property_of(mark)), ""))
    if mark == MOVED:
        tests.append(ex.equals(ex.prop("Moved"), True))
        if remembers_moves(plan):
            tests.append(ex.not_equals(ex.prop(STOOD), ""))
    return ex.any_of(*tests)


def _command(name: str, key: Key, sent: Key, match: ex.Node, says: str = "") -> Component:
    return component(
        "m.GlobalKeyCommand",
        name=name,
        buttonText="",
        icon="",
        buttonHotkey=key,
        hotkey=sent,
        filter=ex.braced(match),
        reportSingle=True,
        reportFormat=says,
        singleMap=False,
        canDisable=True,
        propertyGate=OFF,
        hideWhenDisabled=True,
    )


def turn_state(plan: Plan, table: Table, line: int = 0, scenario: Scenario | None = None) -> Turn | None:
    """The tracker in the turn the table shows, at one of its lines; lines of players a scenario has not are off."""
    lines = plan.lines
    if not lines:
        return None
    active = ("true" if played(plan.game, scenario, entry) else "false" for entry in lines)
    inner = sequence.encode((str(line), "0", "0", ",".join(active)), ";")
    track = counted(plan.game)
    if track is None:
        return Turn("TurnTracker0", sequence.encode(("0", inner), "|"))
    start = table.tracks[track.id]
    values = [box.value for box in track.boxes]
    if all(isinstance(value, int) for value in values):
        last = scenario.last_turn if scenario is not None and scenario.last_turn in values else values[-1]
        outer = sequence.encode((str(start), "0", "true", str(last), inner), ";")
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
