"""An action turn in the module: cards that pay for it, who still has some, and a rebellion when it is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.preference import CHECK_MOVES
from compiler.emit.chat import REFUSED
from compiler.model.setup import fresh
from tests.emit.conftest import Built
from tests.emit.turntable import Turntable
from tests.rules.covering import covers

PAID = "Paid_cards"


@pytest.fixture
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


def opened(module: Built, hands: dict[str, int], places: dict[str, str]) -> Turntable:
    """At the first action turn, with so many cards in some hands."""
    table = Turntable(module.box)
    table.properties[CHECK_MOVES] = "true"
    markers = {f"order_{seat}": f"order_{n}" for n, seat in enumerate(module.game.seats, 1)}
    table.lay(fresh(module.game, id, place) for id, place in {**places, **markers}.items())
    for seat, count in hands.items():
        window = module.box.plan.atlas.piles[f"hand.{seat}"].map
        for n in range(count):
            table.put(f"card {seat} {n}", {"CounterId": "levy", "LocationName": window, "CurrentMap": window})
    while table.labels[table.at[1]] != "Action turn 1":
        table.plus()
    table.log.clear()
    table.chat.clear()
    return table


def test_the_tracker_says_who_still_has_cards(module: Built) -> None:
    table = opened(module, {"akechi": 1, "tokugawa": 2}, {})
    table.plus()
    (line,) = [line for line in table.chat if line.startswith("It is now")]
    assert line.endswith("; cards in hand: Akechi 1 Tokugawa 2")
    assert "cards in hand" not in opened(module, {"akechi": 1}, {}).chat


@covers("road_to_honganji", "6.3")
def test_an_action_turn_without_a_card_is_told_and_one_with_cards_names_them(module: Built) -> None:
    table = opened(module, {"akechi": 1, "tokugawa": 2}, {})
    assert table.properties[PAID] == ""
    before = table.table()
    table.plus()
    assert f"{REFUSED}Cards: none has been used in that action turn" in " ".join(table.chat)
    assert len(table.log) == 1
    table.undo()
    assert table.table() == before
    table.properties[PAID] = "Levy, Charge"
    table.chat.clear()
    table.plus()
    assert "Cards of that action turn: Levy, Charge" in table.chat
    assert table.properties[PAID] == "", "Tokugawa owes one"


def test_a_turn_that_is_passed_over_owes_nothing(module: Built) -> None:
    table = opened(module, {"akechi": 1, "tokugawa": 2}, {})
    table.properties[PAID] = "Levy"
    table.plus()  # over Shibata, who has none
    assert not [line for line in table.chat if "none has been used" in line]


@covers("road_to_honganji", "4-1.5", "4-1.6", "4-1.7")
def test_who_ends_beside_oda_is_a_rebel_when_the_action_turn_is_over(module: Built) -> None:
    men = {"akechi_army#1": "harima", "hashiba_army#1": "harima", "hosokawa_tadaoki": "harima", "oda_nobunaga": "gifu",
           "shibata_army#1": "gifu"}  # fmt: skip
    table = opened(module, {"akechi": 2, "tokugawa": 2}, men)
    for id in ("akechi_army#1", "hosokawa_tadaoki"):
        table.pieces[id]["Moved"] = "true"
    before = table.table()
    table.plus()
    assert table.pieces["order_akechi"]["Face_Level"] == "2"
    assert [table.pieces[f"order_{seat}"]["Face_Level"] for seat in ("hashiba", "shibata")] == ["1", "1"]
    told = [line for line in table.chat if "rebellion" in line]
    assert len(told) == 1, "once for all that moved"
    table.undo()
    assert table.table() == before


@covers("road_to_honganji", "4-1.5")
def test_a_rebel_stays_one(module: Built) -> None:
    table = opened(module, {"akechi": 2, "tokugawa": 2}, {"akechi_army#1": "harima", "hashiba_army#1": "harima"})
    table.pieces["order_akechi"]["Face_Level"] = "2"
    table.pieces["akechi_army#1"]["Moved"] = "true"
    table.plus()
    assert table.pieces["order_akechi"]["Face_Level"] == "2"
