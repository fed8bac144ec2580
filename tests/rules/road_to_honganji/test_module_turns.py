"""An action turn in the module: cards that pay for it, who still has some, and a rebellion when it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from compiler.emit.automation.preference import CHECK_MOVES
from compiler.emit.chat import IN_TURN, REFUSED, player
from compiler.emit.module.decks import deck_of
from compiler.model.setup import fresh
from compiler.render.counter.face import draw_face
from compiler.render.raster import raster
from compiler.render.style import palette_of
from compiler.vassal.grammar import parse
from compiler.vassal.keys import named
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
        table.chat.clear()
        table.plus()
    return table


@covers("road_to_honganji", "3-2.1")
def test_an_action_phase_without_a_deal_is_not_passed_over_but_told(module: Built) -> None:
    table = undealt(module)
    assert "nobody has a card: deal first" in " ".join(table.chat), "in the petition phase it is not too late"
    table.chat.clear()
    table.plus()
    assert table.labels[table.at[1]] == "Action turn 1"
    (line,) = [line for line in table.chat if line.startswith("It is now")]
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


ORDER = ("akechi", "shibata", "tokugawa", "hashiba")


def cut_in(module: Built, rebels: dict[str, int], answers: dict[str, str], seat: str = "Solitaire") -> Turntable:
    """At the line where rebels cut in: each with so many points, and the places that are answered."""
    table = Turntable(module.box)
    table.properties["PlayerSide"] = seat
    table.lay(fresh(module.game, f"order_{own}", f"order_{n}") for n, own in enumerate(ORDER, 1))
    for rebel, points in rebels.items():
        table.pieces[f"order_{rebel}"]["Face_Level"] = "2"
        if points:
            table.properties[f"mark_slayer_{rebel}"] = "yes"
    asked = table._asked

    def answer(name: str, change: Any, own: dict[str, str]) -> None:
        table.answers.pop(name, None)
        if own["Side"] in answers and name == "asked_place_rebels":
            table.answers[name] = answers[own["Side"]]
        asked(name, change, own)

    table._asked = answer  # type: ignore[method-assign]
    while table.at[0] == 1:
        table.chat.clear()
        table.plus()
    return table


def boxes(table: Turntable) -> list[str]:
    """The sides in the order of the boxes."""
    names = {own["LocationName"]: own["Side"] for id, own in table.pieces.items() if id.startswith("order_")}
    return [names[place] for place in ("First", "Second", "Third", "Fourth")]


@covers("road_to_honganji", "3-1.3", "3-1.4", "3-1.5")
def test_rebels_are_asked_for_their_places_the_lowest_first_and_the_others_make_room(module: Built) -> None:
    table = cut_in(module, {"akechi": 1, "hashiba": 0}, {"hashiba": "Hashiba → Second", "akechi": "Akechi → First"})
    assert boxes(table) == ["akechi", "shibata", "hashiba", "tokugawa"]
    assert table.offered["asked_place_rebels"] == [f"Akechi → {n}" for n in ("First", "Second", "Third", "Fourth")]
    assert any("each chooses a place" in line for line in table.chat)
    assert not any("chooses a place" in line for line in cut_in(module, {}, {}).chat), "without rebels no word"
    told = [line for line in table.chat if "in the order: " in line]
    assert len(told) == 2
    assert "Hashiba" in told[0]
    later = cut_in(module, {"akechi": 1, "hashiba": 0}, {"akechi": "Akechi → Third"})
    assert boxes(later) == ["shibata", "tokugawa", "akechi", "hashiba"], "who cancels stays behind, and may be passed"


@covers("road_to_honganji", "3-1.3")
def test_a_rebel_is_asked_at_his_own_machine_alone(module: Built) -> None:
    table = cut_in(module, {"akechi": 1}, {"akechi": "Akechi → First"}, "Shibata")
    assert boxes(table) == ["shibata", "tokugawa", "hashiba", "akechi"]
    assert "asked_place_rebels" not in table.offered
    table.answers["asked_place_rebels"] = "Akechi → First"
    table.choose("order_akechi", "Order of rebels: choose a place...")
    assert boxes(table) == ["akechi", "shibata", "tokugawa", "hashiba"]
    assert not table.offers("order_shibata", str(named("liege-cut-in-rebels-asks")))


@covers("road_to_honganji", "1-3.2", "4-1.7")
def test_an_order_marker_shows_its_clan_on_both_sides(module: Built) -> None:
    game, palette = module.game, palette_of(module.game)
    for seat in game.seats:
        marker = game.counters[f"order_{seat}"]
        ground = [int(palette.side(seat).fill[n : n + 2], 16) for n in (1, 3, 5)]
        for face in marker.faces:
            pixels = np.asarray(raster(draw_face(game, palette, marker, face, 0.0), 8.0))[..., :3].astype(int)
            alike = (np.abs(pixels - ground).max(axis=2) < 12).mean()
            assert alike > 0.35, (seat, face.id, alike)
        vassal, rebel = (np.asarray(raster(draw_face(game, palette, marker, f, 0.0), 8.0)) for f in marker.faces)
        assert (vassal != rebel).any(), seat


def test_a_stack_that_is_shuffled_before_anybody_has_a_name_is_nobody_s_doing(module: Built) -> None:
    told = parse(str(deck_of(module.box.plan, module.game.piles["stack"]).shuffle_format))
    assert evaluate(told, {"PlayerSide": "", "PlayerName": ""}) == "Card stack: shuffled"
    known = {"PlayerSide": "Akechi", "Colour_Akechi": "blue", "PlayerName": ""}
    assert str(evaluate(told, known)).endswith("Akechi</font></b> shuffles the card stack")
