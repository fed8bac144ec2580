"""A saved game of VASSAL taken up again by the engine: exactly where it was left, or at the beginning of its step."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.diagnostics import Diagnostic, Failed, Sink, Span, diagnose
from compiler.emit.module.lines import Entry, entries
from compiler.emit.module.pieces import Box
from compiler.emit.module.tracker import line_shown
from compiler.emit.save.engine_state import EngineState, read_note, table_digest
from compiler.emit.save.played import make_game_box, tracker_line
from compiler.emit.save.vlog import last_table
from compiler.load import Bundle
from compiler.model.common import Value
from compiler.model.sequence import SequenceNode
from compiler.model.table import Table
from compiler.play.ask import Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Chance
from compiler.play.codec import Unreadable, build_id
from compiler.play.faults import EngineFault
from compiler.play.foreign import shortened
from compiler.play.machine import Walk
from compiler.play.plausible import oddity
from compiler.play.run import Run
from compiler.play.session import Session
from compiler.play.state import Cursor, State
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import Turn, flat
from compiler.vassal.save import read_save

EXACT, CHECKPOINT = "exact", "checkpoint"


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game taken up again, how faithfully, what it could not hold, and the pieces left out."""

    session: Session
    grade: str  # exact, checkpoint
    strangers: tuple[str, ...] = ()  # none of ours
    lost: tuple[str, ...] = ()  # ours, and nobody can tell where they lie
    withheld: tuple[str, ...] = ()  # seats whose sealed answers are asked again


def resumed(
    book: Rulebook, bundle: Bundle, content: bytes, chance: Chance | None = None, name: str = "save"
) -> Resumed:
    """A game from a saved game that `liege play` wrote, also after players went on with it in VASSAL.

    If the table is as it was, so is the question. If hands have moved pieces, the game stands at the beginning of the
    step that the tracker shows, on the table as it lies.
    """
    return resumed_from(book, make_game_box(book.game, bundle, Sink()), content, chance, name)


def resumed_from(book: Rulebook, box: Box, content: bytes, chance: Chance | None = None, name: str = "save") -> Resumed:
    """A game from a saved game and the pieces of its module."""
    commands = read_save(read_archive(content, name)).commands
    try:
        reading = last_table(box, commands)
    except Unreadable as fault:
        raise Failed(_broken(name, str(fault))) from fault
    if not reading.engine:
        raise Failed(_broken(name, "it has no note of the engine", "begin with `liege play GAME --scenario NAME`"))
    try:
        note = read_note(book, reading.engine)
        book = book.of(note.scenario)
        odd = oddity(book.game, reading.table)
        if odd is not None:
            raise Unreadable(odd)
        left = tuple(reading.strangers), tuple(reading.lost)
        if len(reading.lost) > len(reading.table.pieces):
            raise Unreadable(f"most of its pieces cannot be read: {shortened(', '.join(reading.lost))}")
        if note.cursor is None:
            raise Failed(_broken(name, "its game is over", "begin a new one"))
        exact = _exact(book, note, reading.table)
        if exact is not None:
            return Resumed(Session(exact, chance), EXACT, *left, note.withheld)
        turn = next((c for c in reversed(list(flat(commands))) if isinstance(c, Turn)), None)
        state = State(
            note.scenario, reading.table, Cursor(note.cursor.step, note.cursor.loops), (), note.options, book=book
        )
        begun = Session(_as_shown(state, turn), chance)
        again = note.withheld if begun.start.cursor == state.cursor else ()
        return Resumed(begun, CHECKPOINT, *left, again)
    except Unreadable as fault:
        raise Failed(_broken(name, str(fault))) from fault
    except (EngineFault, Refused) as fault:
        raise Failed(_broken(name, f"nobody can go on from its table: {fault}")) from fault


def _exact(book: Rulebook, note: EngineState, table: Table) -> State | None:
    """The state the game was in, if table and build are the same and its answers lead there again."""
    if not note.whole or note.build != build_id(book) or note.table != table_digest(book, note.scenario, table):
        return None
    state = note.at(book, table)
    odd = oddity(book.game, state.table)
    if odd is not None:
        raise Unreadable(f"its note is damaged: {odd}")
    try:
        run = Run(state)
    except (EngineFault, Refused, KeyError):
        return None
    return state if table_digest(book, note.scenario, run.table) == note.table else None


def _as_shown(state: State, turn: Turn | None) -> State:
    """The state at the step that the tracker shows; where it was noted, if the tracker still stands there."""
    line = line_shown(state.book.game, turn) if turn is not None else None
    if line is None or line == tracker_line(state, state.table, state.cursor):
        return state
    lines = entries(state.book.game)
    step = next(node.id for node in state.book.game.steps() if node.kind == "step" and node.id in lines[line].begins)
    cursor = Cursor(step, _loops(state, step, lines[line]))
    return State(state.scenario, state.table, cursor, (), state.options, book=state.book)


def _loops(state: State, step: str, line: Entry) -> tuple[tuple[str, Value], ...]:
    """The loops around a step: tracks as they stand on the table, players by their place in the order."""
    around: list[SequenceNode] = []
    node = state.book.parents[step]
    while node is not None:
        around.insert(0, node)
        node = state.book.parents[node.id]
    found: dict[str, Value] = {}
    for loop in around:
        if loop.kind == "repeat":
            found[loop.id] = None
        elif loop.kind == "each" and (over := loop.over or "") in state.table.tracks:
            found[loop.id] = state.table.tracks[over]
        elif loop.kind == "each":
            values = Walk(state, state.table, dict(found), []).values(loop)
            found[loop.id] = values[min(dict(line.passes).get(loop.id, 0), len(values) - 1)]
    return tuple(found.items())


def _broken(name: str, why: str, help: str = "use a file that `liege play` wrote") -> Diagnostic:
    return diagnose("P010", f"`{name}` cannot be read: {why}", Span(name), help=help)
