"""The log: lines as they were written, read one by one, in part, or not at all."""

from __future__ import annotations

from dataclasses import replace

from compiler.model.event import Said
from compiler.play.log import Entry, Log
from compiler.play.state import Choice, Cursor

MARCH = Cursor("march", (("turn", 2),))


def written() -> tuple[Log, list[Entry]]:
    log, choice, events = Log(), Choice("south", "0606"), [Said("one"), Said("two")]
    log.answer(MARCH, choice, sealed=True)
    log.happen(MARCH, events)
    log.happen(Cursor("rally"), [])
    first = Entry("march", choice, True, MARCH.loops)
    return log, [first, *(Entry("march", event, False, MARCH.loops) for event in events)]


def test_lines_are_read_as_they_were_written() -> None:
    log, lines = written()
    assert list(log) == lines
    assert (log[0], log[-1], log[1:]) == (lines[0], lines[-1], lines[1:])
    assert len(log) == 3


def test_logs_are_the_same_when_their_lines_are() -> None:
    log, lines = written()
    assert log == written()[0]
    assert log == lines
    first = log.first(2)
    log.cut(2)
    assert log == lines[:2]
    assert log == first
    assert log != written()[0]
    first.happen(Cursor("rally"), [Said("two")])  # the same said in another step
    assert first != written()[0]
    first.cut(2)
    first.happen(replace(MARCH, shuffle=("deck",)), [Said("two")])  # what is no part of a line
    assert first == written()[0]
