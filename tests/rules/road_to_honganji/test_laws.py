"""The laws of the game notice a table that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.model.event import Marked, Moved, Turned
from compiler.play.chance import Seeded
from compiler.play.fuzz import Watched
from compiler.play.invariants import laws_broken
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.rules.road_to_honganji.actions import Combat
from compiler.rules.road_to_honganji.field import TURNED
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import at, go, position, the_book


@covers("road_to_honganji", "Counters.x1", "5.1", "1-2.2", "3-1.x1", "10-1.5", "6-1.1")
@pytest.mark.parametrize(
    ("step", "event", "rule"),
    [
        ("take_action", Moved("akechi_army#1", "armies.shibata"), "Counters.x1"),
        ("take_action", Moved("oda_nobunaga", "armies.neutral"), "Counters.x1"),
        ("take_action", Moved("kitano_castle", "removed"), "Counters.x1"),
        ("take_action", Turned("akechi_army#1", side="neutral"), "1-2.2"),
        ("take_action", Turned("sakuma_nobumori", 1), "1-2.2"),
        ("next_player", Marked("tanba", "control", "oda"), "5.1"),
        ("take_action", Moved("order_akechi", "order_2"), "3-1.x1"),
        ("take_action", Marked("akechi", "knocked_out", "oda"), "3-1.x1"),
        ("take_action", Moved("akechi_mitsuhide", "removed"), "10-1.5"),
        ("take_action", Marked("shibata", "acting", True), "6-1.1"),
    ],
)
def test_a_broken_table_is_noticed(step: str, event: Any, rule: str) -> None:
    state = position(step, "akechi", start=True, hands={"akechi": "x", "shibata": "x"}).start
    assert list(laws_broken(the_book(), state, state.table)) == []
    assert any(fault.endswith(f"({rule})") for fault in laws_broken(the_book(), state, event.on(state.table)))


@covers("road_to_honganji", "1-2.2")
def test_units_that_fought_lie_spent_and_a_turned_oda_army_keeps_its_neutral_side() -> None:
    session = position(
        rebels=["akechi"],
        lands={"gifu": "akechi_mitsuhide akechi_army*2 mori_ranmaru~", "tanba": "hosokawa_tadaoki"},
        hands={"akechi": "x x"},
    )
    go(session, Combat("gifu"), [1, 1, 1])
    assert at(session, "gifu") == "akechi_army!*2 akechi_mitsuhide!"
    gone = session.table.pieces["mori_ranmaru"]
    assert (gone.place, gone.face, gone.side) == ("armies.neutral", TURNED, "neutral")


@pytest.mark.parametrize("scenario", ["four_players", "three_players"])
def test_games_with_both_options_keep_the_laws_and_end_by_a_rule(scenario: str) -> None:
    session = Session.begin(the_book(), scenario, Seeded(7), {"more_petitions": True, "inherited_areas": True})
    watched, luck = Watched(session, resume_every=4), RandomPlayer(7)
    while session.asks:
        seat = next(iter(session.asks))
        watched.apply(luck.answer(session, seat), seat)
    assert session.outcome is not None
    assert session.outcome.rule in ("9-1.2", "9-1.3", "9-1.4", "9-1.5", "9-1.x2")
