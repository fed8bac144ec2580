"""The laws of the game notice when a table is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from compiler.model.event import Drawn, Event, Moved, Turned
from compiler.model.table import Table
from compiler.play.invariants import laws_broken
from compiler.play.session import Session
from tests.rules.covering import covers
from tests.rules.shogun.table import position, the_book


def good() -> Session:
    return position(
        "declare_first_battles",
        lands={"kai": "pink 2 spearman", "shinano": "gray 2 spearman 1 ronin"},
        armies={"pink 1": "izu 2 gunner", "pink 2": "sagami", "gray 1": "sado"},
        hidden={"izu": 1},
    )


def broken(session: Session, *events: Event) -> list[str]:
    table: Table = session.table
    for event in events:
        table = event.on(table)
    return list(laws_broken(the_book(), replace(session.state, table=table), table))


def test_a_good_table_breaks_no_law() -> None:
    assert broken(good()) == []


WRONG: dict[str, Callable[[Session], list[Event]]] = {
    "3-Deal.5": lambda s: [Drawn("card_kai", "provinces.gray", ("gray",))],
    "4-7-Own.1": lambda s: [Moved(s.table.stacks["kai"][0], "shinano")],
    "3-Mark.2": lambda s: [Moved("pink_army_2", "izu")],
    "4-4-Lim.2": lambda s: [Moved(id, "kai") for id in s.table.stacks["spearmen.pink"][:5]],
    "2-Daimyo.2": lambda s: [Moved("pink_daimyo_1", "kai")],
    "4-7-Gar.2": lambda s: [Moved(s.table.stacks["camp_1.pink"][1], "ronin_supply")],
}


@pytest.mark.parametrize("rule", WRONG)
@covers(
    "shogun",
    "4-7-Own.1",
    "4-7-Own.2",
    "4-7-Own.3",
    "3-Deal.5",
    "3-Mark.2",
    "2-Daimyo.2",
    "4-4-Lim.2",
    "4-4-Box.4",
    "4-7-Gar.2",
    "4-7D.5",
)
def test_each_law_speaks(rule: str) -> None:
    session = good()
    assert any(f"({rule})" in fault for fault in broken(session, *WRONG[rule](session)))


@covers("shogun", "4-7-Own.1", "4-7-Own.2")
def test_units_of_two_colours_never_share_a_province_and_ronin_are_never_alone() -> None:
    session = good()
    first, *_ = session.table.stacks["kai"]
    assert any("share" in f for f in broken(session, Turned(first, side="gray")))
    units = [id for id in session.table.stacks["shinano"] if "spearman" in id]
    assert any("alone" in f for f in broken(session, *(Moved(id, "spearmen.gray") for id in units)))
