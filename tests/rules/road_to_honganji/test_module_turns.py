"""An action turn in the module: cards that pay for it, who still has some, and a rebellion when it is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.preference import CHECK_MOVES
from compiler.emit.chat import IN_TURN, REFUSED, player
from compiler.model.setup import fresh
from tests.emit.beanshell import evaluate
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


def undealt(module: Built) -> Turntable:
    """In front of the first action turn, and nobody has a card."""
    table = Turntable(module.box)
    markers = {f"order_{seat}": f"order_{n}" for n, seat in enumerate(module.game.seats, 1)}
    table.lay(fresh(module.game, id, place) for id, place in markers.items())
    while table.labels[table.at[1]] != "Petition":
        table.plus()
    table.chat.clear()
    return table


@covers("road_to_honganji", "3-2.1")
def test_an_action_phase_without_a_deal_is_not_passed_over_but_told(module: Built) -> None:
    table = undealt(module)
    table.plus()
    assert table.labels[table.at[1]] == "Action turn 1"
    (line,) = table.chat
    assert line.startswith(f"It is now 1: Action turn 1{REFUSED}; ")
    assert "nobody has a card: deal first (menu Cards, Deal 4 of Card stack to each player)" in line
    table.plus()  # whoever will not, goes on, and that no card was used is told
    assert table.labels[table.at[1]] == "End: Shuffle and make ready"
    assert "none has been used" in " ".join(table.chat)
    table.minus()
    assert table.labels[table.at[1]] == "Petition", "back over what is empty"


def test_cards_that_ran_out_end_the_action_phase_without_a_word_of_a_deal(module: Built) -> None:
    table = opened(module, {"akechi": 1}, {})
    for id in [id for id in table.pieces if id.startswith("card")]:
        del table.pieces[id]
    table.count()
    table.properties[PAID] = "Levy"
    table.plus()
    assert table.labels[table.at[1]] == "End: Shuffle and make ready"
    assert not [line for line in table.chat if "deal first" in line]


def test_whose_step_it_is_is_kept_for_when_the_tracker_cannot_look(module: Built) -> None:
    table = opened(module, {"akechi": 1, "tokugawa": 2}, {})
    shown = str(table.turns.get("turnFormat")) if table.turns is not None else ""
    told = {"level1": "Turn 1", "level2": "Action turn 3"}
    assert table.properties[IN_TURN] == "Akechi"
    table.plus()
    assert table.properties[IN_TURN] == "Tokugawa"
    for id in [id for id in table.pieces if id.startswith("order")]:  # a save that is just opened: no piece lies yet
        del table.pieces[id]
    table.count()
    assert table._value(shown, told) == "Turn 1: Action turn 3 · rotation 1 (Tokugawa)"
    table.undo()
    assert table.properties[IN_TURN] == "Akechi"


def test_who_plays_alone_is_told_as_the_clan_whose_turn_it_is(module: Built) -> None:
    table = opened(module, {"akechi": 1, "tokugawa": 2}, {})
    colours = {f"Colour_{seat.name.en}": seat.id for seat in module.game.seats.values()}
    colours["Colour_Solitaire"] = "black"
    for side, name in (("Solitaire", "Akechi"), ("Hashiba", "Hashiba")):
        own = {**table.properties, **colours, "PlayerName": "Tester", "PlayerSide": side}
        assert evaluate(player(), own) == f'<b><font color="{name.lower()}">{name}</font></b>'
    nobody = {**table.properties, **colours, IN_TURN: "", "PlayerName": "Tester", "PlayerSide": "Solitaire"}
    assert ">Solitaire<" in evaluate(player(), nobody)


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
