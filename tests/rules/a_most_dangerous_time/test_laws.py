"""The laws of the game: a table that breaks one is told."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.model.event import Event, Marked, Moved, Placed, Turned
from compiler.model.setup import fresh
from compiler.play.invariants import laws_broken
from compiler.play.session import Session
from tests.rules.a_most_dangerous_time.table import position, the_book, the_game
from tests.rules.covering import covers

AT = {"gifu": "nobunaga 2 oda", "odani": "(nagamasa 2 azai) 2 oda", "kyo": "2 oda", "w_seta": "1 azai"}


def sound(step: str = "move", **more: Any) -> Session:
    """A table nobody can find fault with."""
    session = position(step, AT, chit="chit_oda", points=1, **more)
    assert list(laws_broken(the_book(), session.state, session.table)) == []
    return session


def broken(session: Session, *events: Event) -> list[str]:
    table = session.table
    for event in events:
        table = event.on(table)
    return list(laws_broken(the_book(), session.state, table))


def spare() -> Placed:
    """A Soldier that lay in the box of the game."""
    left = next(c for c in the_game().counters.values() if c.values.get("spare"))
    return Placed(fresh(the_game(), left.piece_ids[0], "himeji"))


@pytest.mark.parametrize(
    ("events", "rule"),
    [
        ([spare()], "2.31.7"),
        ([Moved("oda_soldier#1", "tomo")], "2.45.7"),
        ([Moved("oda_soldier#1", "echigo")], "2.45.2"),
        ([Marked(f"oda_soldier#{n}", "besieged", True) for n in (3, 4)], "2.41.4"),
        ([Moved("oda_soldier#1", "ishiyama"), Marked("oda_soldier#1", "besieged", True)], "2.41.x1"),
        ([Marked("azai", "fallen", "oda")], "3.3.5"),
        ([Moved("chit_ikko_ikki", "active_chit")], "4.1.8"),
        ([Marked("w_seta", "control", "oda")], "2.46.1"),
    ],
)
@covers("a_most_dangerous_time", "2.31.7", "2.45.7", "2.45.2", "2.41.4", "2.41.x1", "3.3.5", "4.1.8", "2.46.1")
@covers("a_most_dangerous_time", "2.43.4", "2.46.2", "2.45.6", "9.7.2", "10.2(2).3")
def test_a_broken_table_is_told(events: list[Event], rule: str) -> None:
    before = sound()
    assert any(told.endswith(f"({rule})") for told in broken(before, *events)), broken(before, *events)


@covers("a_most_dangerous_time", "10.1.x1")
def test_between_impulses_no_field_is_shared() -> None:
    """While a chit is in play enemies may meet; when it lies aside they have fought."""
    meeting = [Moved("oda_soldier#1", "w_seta")]
    assert broken(sound(), *meeting) == []
    idle = position("disband", AT, seat="oda")
    assert any(told.endswith("(10.1.x1)") for told in broken(idle, *meeting))
    assert broken(idle, Turned("azai_soldier#1", side="azai")) == []
