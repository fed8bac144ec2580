"""The whole drive of a setup, in the order a player would try things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from compiler.emit.drive.battles import drive_battles
from compiler.emit.drive.cards import drive_decks, hand_owner
from compiler.emit.drive.carrying import drive_carries
from compiler.emit.drive.drops import drive_drops
from compiler.emit.drive.menus import drive_menus
from compiler.emit.drive.rolls import drive_rolls
from compiler.emit.drive.script import Script, must
from compiler.emit.module import keys
from compiler.emit.module.following import followed
from compiler.emit.module.lines import Entry, played
from compiler.emit.module.passing import empty_lines, turns_of_lines
from compiler.emit.module.pieces import NOBODY, Box, masked_by
from compiler.emit.module.tracker import label_in, turn_state
from compiler.emit.names import SOLO
from compiler.emit.plan import Plan
from compiler.model.loops import counted
from compiler.model.scenario import Scenario
from compiler.vassal.probe.drive import Act, Must, Verb


@dataclass
class _Known:
    """What earlier setups have shown already."""

    sorts: set[tuple[str, ...]] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    checks: set[tuple[str, str]] = field(default_factory=set)
    decks: set[str] = field(default_factory=set)
    carried: set[tuple[str, str]] = field(default_factory=set)
    battles: set[str] = field(default_factory=set)


def drives(box: Box) -> Iterator[tuple[Scenario, list[Act]]]:
    """The acts of every setup: the first has all it can show, later ones what was not seen yet."""
    known = _Known()
    for scenario in box.plan.game.scenarios.values():
        script = Script(box, scenario)
        _drive(script, known)
        yield scenario, script.acts


def _drive(script: Script, known: _Known) -> None:
    script.do(Verb.SHOT, "a picture of the opening", f"{script.scenario.id}-opening")
    script.do(Verb.LOG, "begin a log")
    drive_menus(script, known.sorts)
    drive_drops(script, known.kinds)
    drive_rolls(script, known.checks)
    drive_battles(script, known.battles)
    drive_carries(script, known.carried)
    _tracker(script)
    owner = hand_owner(script)
    if owner is not None:
        seat = script.plan.game.seats[owner].name.en
        script.do(Verb.SEAT, f"take the seat of {seat}", seat)
    drive_decks(script, known.decks)
    script.do(Verb.SHOT, "a picture after all that", f"{script.scenario.id}-played")
    script.do(Verb.REPLAY, "replay the log of all that", "", "", must(Must.SAME))
    script.do(Verb.SAVE, "save the game", "", "", must(Must.SAME))
    script.do(Verb.LOAD, "load it again", "", "", must(Must.SAME))
    _secrets(script)


def _tracker(script: Script) -> None:
    """Round a whole turn and back: every line shows, in order; then undone.

    Where what lies on the table decides which lines the tracker passes over, only the undo is looked at.
    """
    lines = walked(script.plan, script.scenario)
    if len(lines) < 2:
        return
    start, shown = script.here, _stops(script, [line.label for line in lines])
    named = {line.label: label_in(script.plan, line, script.scenario, script.table) for line in lines}
    for word, key, way in (
        ("next", keys.NEXT_STEP, shown[: len(lines)]),
        ("back", keys.PREVIOUS_STEP, shown[len(lines) :]),
    ):
        for n, label in enumerate(way, 1):
            if label is None:
                script.do(Verb.HOTKEY, f"{word}, step {n}", str(key))
            else:
                script.do(Verb.HOTKEY, f"{word}: {named[label]}", str(key), "", must(Must.TURN, named[label]))
    script.undo(start, "the turn there and back")
    _set_by_hand(script, lines)


def walked(plan: Plan, scenario: Scenario) -> list[Entry]:
    """The lines that the tracker may stop at in a setup: it has players enough, and the options that they need."""
    turns = turns_of_lines(plan, scenario) or {}
    lines = (line for line in plan.lines if played(plan.game, scenario, line))
    return [line for line in lines if turns.get(line.label, True)]


def _set_by_hand(script: Script, lines: list[Entry]) -> None:
    """The tracker set to the middle of the next turn, as its dialog does: the markers follow, and players are told."""
    plan, table, track = script.plan, script.table, counted(script.plan.game)
    middle, start = lines[len(lines) // 2], script.here
    label, shown = middle.label, label_in(plan, middle, script.scenario, table)
    expects = [must(Must.TELL, "set by hand"), must(Must.TURN, shown)]
    if track is not None:
        boxes = [box.value for box in track.boxes]
        after = boxes.index(table.tracks[track.id]) + 1
        if after < len(boxes):
            table = replace(table, tracks={**table.tracks, track.id: boxes[after]})
            if track.id in followed(plan):
                expects.append(must(Must.GO, plan.atlas.tracks[track.id, boxes[after]].location))
    line = [entry.label for entry in plan.lines].index(label)
    turn = turn_state(plan, table, line, script.scenario)
    if turn is not None:
        # VASSAL undoes a setting to where the tracker was last stepped to, not to where an undo took it: where lines
        # are passed over there and back may end elsewhere than it began
        lost = turns_of_lines(plan) is None and bool(empty_lines(plan))
        for word, key in (("one step on", keys.NEXT_STEP), ("and back", keys.PREVIOUS_STEP)) if lost else ():
            script.do(Verb.HOTKEY, word, str(key))
        script.do(Verb.TURN, f"set the tracker to {shown}", turn.state, "", *expects)
        script.undo(start, "setting the tracker")


def _stops(script: Script, labels: list[str]) -> list[str | None]:
    """What the tracker shows after each press, as many on as there are lines and as many back; None for anything."""
    plan, track, found = script.plan, counted(script.plan.game), list[str | None]()
    turns = turns_of_lines(plan, script.scenario) if empty_lines(plan) else {}
    if turns is None:
        found += [None] * 2 * len(labels)
        return found
    values = [box.value for box in track.boxes] if track is not None else []
    begun = values.index(script.table.tracks[track.id]) if track is not None else 0
    at = begun * len(labels)  # turns and lines counted on
    for way in (1, -1):
        for _ in labels:
            at += way
            while not _stopped_at(turns, at, labels) and not (way < 0 and at == 0):
                at += way
            found.append(labels[at % len(labels)])
    return found


def _stopped_at(turns: dict[str, frozenset[int]], at: int, labels: list[str]) -> bool:
    turn, line = divmod(at, len(labels))
    return labels[line] not in turns or turn in turns[labels[line]]


def _secrets(script: Script) -> None:
    """From each seat nothing can be told that is another's: neither pieces laid down masked, nor windows of others."""
    game = script.plan.game
    for id in script.scenario.seats:
        seat = game.seats[id].name.en
        windows = [w.name for w in script.plan.atlas.windows.values() if w.private and id not in w.seats]
        pieces = [p.id for p in script.table.pieces.values() if p.seen_by is not None and id not in p.seen_by]
        script.do(Verb.SEAT, f"take the seat of {seat}", seat)
        script.do(Verb.LOOK, f"what {seat} can tell", "", "", must(Must.HIDE, *windows, *pieces))
    blocks = [p.id for p in script.table.pieces.values() if masked_by(game, p) not in (None, NOBODY)]
    script.do(Verb.SEAT, "play alone", SOLO)
    if blocks:
        script.do(Verb.LOOK, "what a player alone can tell", "", "", must(Must.KNOW, *blocks))
