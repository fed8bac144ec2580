"""Cards and cups: drawn to one's own hand, played by name, dealt to those who play, refilled by one command."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.atlas import is_deck
from compiler.emit.chat import IN_TURN, player
from compiler.emit.drive.menus import menu_texts
from compiler.emit.module import keys
from compiler.emit.module.again import leave_key
from compiler.emit.module.card_menu import _deals, card_properties
from compiler.emit.module.cards import turned
from compiler.emit.module.cups import _due, contents, cups, draw_key, members, refill_buttons, refill_key, refilled
from compiler.emit.module.decks import deck_commands, deck_of, decks, draw_pile
from compiler.emit.module.hands import _mine, _told, hand_prototypes, sorts
from compiler.emit.module.vmod import build_file
from compiler.emit.module.windows import window_menus
from compiler.emit.names import SOLO
from compiler.emit.seats import away_values, plays, seats_text, sides_text
from compiler.model.setup import fresh
from compiler.vassal import sequence
from compiler.vassal.expression import Node, Property, render, walk
from compiler.vassal.keys import Key, named, read_keys
from compiler.vassal.traits import Report, RestrictCommands, Trait, Trigger
from compiler.vassal.values import Choose, SetValue, read_change
from tests.emit.beanshell import counting_on, evaluate, evaluate_text
from tests.emit.conftest import SHIPPED, Built
from tests.emit.tabletop import Tabletop

Make = Callable[[str], Built]
PLAYED, BOTH = "a_most_dangerous_time", "road_to_honganji"  # whose cards are only played, and those discarded too


def traits_of(built: Built, id: str) -> tuple[Trait, ...]:
    return built.box.shelf.expand(built.box.designs[id].traits)


def heard_by(built: Built, id: str) -> set[Key]:
    return {trait.key for trait in traits_of(built, id) if isinstance(trait, Trigger)}


def reads(node: Node) -> set[str]:
    return {part.name for part in walk(node) if isinstance(part, Property)}


@pytest.mark.parametrize("slug", SHIPPED)
def test_what_a_deck_sends_every_piece_that_may_lie_in_it_hears(slug: str, built: Make) -> None:
    made, plan = built(slug), built(slug).box.plan
    for pile in decks(plan):
        for command in deck_commands(plan, pile):
            for id in pile.pieces:
                assert command.key in heard_by(made, id), (pile.id, command.menu, id)


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_deck_of_a_save_has_the_commands_of_the_module(slug: str, built: Make) -> None:
    plan = built(slug).box.plan
    for pile in decks(plan):
        in_module = [child.get("name") for child in draw_pile(plan, pile).all("DeckGlobalKeyCommand")]
        in_save = [sequence.decode(text, "|") for text in sequence.listed(deck_of(plan, pile).key_commands)]
        assert in_module == [fields[0] for fields in in_save]
        assert [str(command.key) for command in deck_commands(plan, pile)] == [fields[1] for fields in in_save]


def test_a_seat_with_two_hands_chooses_and_one_with_one_does_not(built: Make) -> None:
    assert [sort.name for sort in sorts(built("a_most_dangerous_time").box.plan)] == ["my hand"]
    names = [sort.name for sort in sorts(built("shogun").box.plan)]
    assert names == ["Provinces", "Provinces of the second colour"]
    assert sorts(built("anegawa").box.plan) == []


@pytest.mark.parametrize("slug", ["a_most_dangerous_time", "road_to_honganji", "shogun"])
def test_my_hand_is_the_one_i_own_and_strangers_have_none(slug: str, built: Make) -> None:
    plan = built(slug).box.plan
    for sort in sorts(plan):
        for hand in sort.hands:
            for seat in hand.owners:
                mine = evaluate(_mine(plan, sort), {"PlayerSide": plan.game.seats[seat].name.en})
                assert mine == plan.atlas.piles[hand.id].map
        assert evaluate(_mine(plan, sort), {"PlayerSide": "<observer>"}) == ""
        assert evaluate(_mine(plan, sort), {"PlayerSide": SOLO}) == ""


@pytest.mark.parametrize(
    ("slug", "words"), [(PLAYED, {"Play": "plays"}), (BOTH, {"Play": "plays", "Discard": "discards"})]
)
def test_a_drawn_card_is_never_named_and_a_played_one_is(built: Make, slug: str, words: dict[str, str]) -> None:
    made = built(slug)
    plan = made.box.plan
    assert "newPieceName" not in reads(_told(sorts(plan)[0]))
    card = next(card for card in plan.game.cards if plan.discards(card))
    chains = {trait.menu: trait.performed for trait in traits_of(made, card) if isinstance(trait, Trigger)}
    spoken = [trait for trait in traits_of(made, card) if isinstance(trait, Report)]
    for menu, verb in words.items():
        (chain,) = [chain for text, chain in chains.items() if text.startswith(f"{menu}: to ")]
        told = "\n".join(trait.format for trait in spoken if chain[-1] in trait.keys)
        assert "newPieceName" in told
        assert f" {verb} " in told
    assert keys.PLAY in heard_by(made, card)


def test_turning_a_card_in_a_hand_is_told_to_nobody(built: Make) -> None:
    plan = built("a_most_dangerous_time").box.plan
    hand = next(window.name for window in plan.atlas.windows.values() if window.kind == "hand")
    said = {"newPieceName": "54 Riot", "PlayerName": "Ai"}
    assert evaluate(turned(plan), {**said, "CurrentMap": hand}) == ""
    assert "54 Riot" in evaluate(turned(plan), {**said, "CurrentMap": "Event Cards"})


def test_only_seats_of_the_setup_are_dealt_to(built: Make) -> None:
    made = built("a_most_dangerous_time")
    plan = made.box.plan
    for scenario in made.game.scenarios.values():
        held = {"Seats": seats_text(plan, scenario)}
        playing = {seat for seat in made.game.seats if evaluate(plays(plan, seat), held)}
        assert playing == set(scenario.seats), scenario.id


# -- cups --------------------------------------------------------------------------------------------------------------
def test_the_new_cup_of_a_most_dangerous_time_is_filled_at_its_step_and_by_the_menu(built: Make) -> None:
    made = built("a_most_dangerous_time")
    plan = made.box.plan
    (cup,) = cups(plan)
    parts = list(build_file(made.box, [], {}).walk())
    gates = [part for part in parts if "liege-due-at-step" in part.get("hotkey")]
    assert str(refill_key(cup)) in [str(key) for gate in gates for key in read_keys(str(gate.get("hotkeys")))]
    (button,) = [p for p in parts if p.kind == "DoActionButton" and p.get("hotkey") == str(refill_key(cup))]
    heard = {part.get(name) for part in parts for name in ("hotkey", "buttonHotkey", "shuffleHotkey")}
    assert all(str(key) in heard for key in read_keys(button.get("hotkeys")))
    due = _due(plan, cup)
    for id in made.game.counters:
        anywhere = {"CounterId": id, "DeckName": "", "CurrentMap": "Central Japan"}
        assert evaluate(due, anywhere) is (id in cup.pieces), id
        assert evaluate(due, {**anywhere, "DeckName": cup.name.en}) is False


def test_named_chits_go_into_the_new_cup_while_their_leader_is_on_the_map(built: Make) -> None:
    made = built("a_most_dangerous_time")
    plan = made.box.plan
    (cup,) = cups(plan)
    spot, aside = plan.atlas.spaces["active_chit"], made.game.piles["chits_aside"].name.en
    lies = {"CurrentMap": spot.map, "LocationName": spot.location, "DeckName": ""}
    for where, alive in (("kyo", True), ("regroup_oda", False), ("permanently_eliminated", False)):
        man = {"CounterId": "nobunaga", "LocationName": plan.atlas.spaces[where].location, "CurrentMap": spot.map}
        counting = counting_on([man], {})
        for own in (lies, {**lies, "LocationName": aside, "DeckName": aside}):
            assert evaluate(_due(plan, cup), {"CounterId": "chit_oda_nobunaga", **own}, counting) is alive, where
    drawn = {"CounterId": "chit_takeda", **lies}  # once it has entered, a power is in every cup
    assert evaluate(_due(plan, cup), drawn, counting_on([], {})) is True
    assert evaluate(_due(plan, cup), {**drawn, "LocationName": "Game Turn: 6"}, counting_on([], {})) is False
    assert evaluate(_due(plan, cup), {**drawn, "mark_sits_out": "yes"}, counting_on([], {})) is False


def test_a_drawn_chit_is_the_active_one_and_turn_end_ends_the_impulses(built: Make) -> None:
    made = built("a_most_dangerous_time")
    table = Tabletop(made.box)
    places = {"chit_oda": "active_chit", "chit_azai_asakura": "cup", "chit_turn_end": "cup"}
    table.lay([fresh(made.game, id, place) for id, place in places.items()])
    spot, aside = made.box.plan.atlas.spaces["active_chit"], made.game.piles["chits_aside"].name.en
    (cup,) = cups(made.box.plan)
    pressed: list[str] = []
    table.press = pressed.append  # type: ignore[method-assign]
    table.send("chit_azai_asakura", str(draw_key(cup)))
    assert table.pieces["chit_azai_asakura"]["LocationName"] == spot.location
    assert table.pieces["chit_oda"]["LocationName"] == aside
    assert not pressed
    table.send("chit_turn_end", str(draw_key(cup)))
    assert table.chat[-1].startswith("Impulse Phase is over")
    assert "4.1" in table.chat[-1]
    assert pressed == [str(leave_key("impulses"))]


def test_cards_that_are_only_played_are_neither_discarded_nor_dealt(built: Make) -> None:
    made = built("a_most_dangerous_time")
    shelf = made.box.shelf
    menus = {id: menu_texts(shelf.expand(made.box.designs[id].traits)) for id in ("event_44", "event_45")}
    assert all(not any(text.startswith("Discard") for text in texts) for texts in menus.values())
    assert not any("Lasting" in text for text in menus["event_44"])
    assert any("Lasting" in text for text in menus["event_45"])
    assert not any(text.startswith("Deal") for text, _ in _deals(made.box.plan))


def test_a_pile_with_a_source_takes_what_lies_there_and_nothing_else(built: Make) -> None:
    plan = built("first_battle").box.plan
    (cup,) = cups(plan)
    source = plan.game.piles[cup.reshuffle_from or ""]
    id = cup.pieces[0]
    assert evaluate(_due(plan, cup), {"CounterId": id, "DeckName": source.name.en}) is True
    assert evaluate(_due(plan, cup), {"CounterId": id, "DeckName": ""}) is False


def test_a_deck_that_a_step_refills_takes_cards_out_of_hands_too(built: Make) -> None:
    plan = built("road_to_honganji").box.plan
    deck = plan.game.piles["stack"]
    for lies in ("", plan.game.piles["used"].name.en):  # in a hand, or among the used ones
        assert evaluate(_due(plan, deck), {"CounterId": deck.pieces[0], "DeckName": lies}) is True
    assert evaluate(_due(plan, deck), {"CounterId": deck.pieces[0], "DeckName": deck.name.en}) is False


def test_dealing_begins_with_the_number_of_the_rules(built: Make) -> None:
    (question,) = [p for p in card_properties(built("road_to_honganji").box.plan) if p.get("name") == "Deal_stack"]
    changes = [read_change(str(button.get("propChanger"))) for button in question.children]
    assert not [change for change in changes if isinstance(change, Choose)], "nobody is asked what the rules say"
    assert "4" in [change.value for change in changes if isinstance(change, SetValue)]


@pytest.mark.parametrize("slug", SHIPPED)
def test_whatever_belongs_into_a_pile_can_go_back(slug: str, built: Make) -> None:
    made, plan = built(slug), built(slug).box.plan
    for pile in refilled(plan):
        for id in members(plan, pile):
            names = [getattr(trait, "deck", "") for trait in traits_of(made, id)]
            assert pile.name.en in names, (pile.id, id)


def test_a_refilled_cup_tells_what_is_in_it(built: Make) -> None:
    plan = built("a_most_dangerous_time").box.plan
    (cup,) = cups(plan)
    text = render(contents(plan, cup))
    assert all(plan.names[id] in text for id in members(plan, cup))


def test_the_player_is_told_in_the_colour_of_his_seat() -> None:
    told = evaluate(player(), {"PlayerName": "Ai", "PlayerSide": "Oda", "Colour_Oda": "#123456", IN_TURN: "Azai"})
    assert told == '<b><font color="#123456">Oda</font></b>', "by his seat, as rules and other lines call him"
    assert evaluate(player(), {"PlayerName": "Ai", "PlayerSide": "<observer>"}) == '<b><font color="">Ai</font></b>'


def test_cards_have_a_way_to_hands_only_where_there_are_hands(built: Make) -> None:
    assert dict(hand_prototypes(built("first_battle").box.plan)) == {}
    assert dict(hand_prototypes(built("road_to_honganji").box.plan))


@pytest.mark.parametrize("slug", SHIPPED)
def test_no_command_meets_a_piece_again_in_the_deck_it_sent_it_to(slug: str, built: Callable[[str], Built]) -> None:
    """VASSAL would leave it masked, and undo would not know."""
    plan = built(slug).box.plan
    for pile in refilled(plan):
        parts = [
            part for _, made in refill_buttons(plan) for part in made if part.get("name") == f"Back to {pile.name.en}"
        ]
        on_maps = [part for part in parts if part.get("deckCount") == "0"]
        in_decks = [part for part in parts if part.get("deckCount") == "-1"]
        assert len(on_maps) == 1
        assert len(on_maps) + len(in_decks) == len(parts)
        assert all(
            "|DECK|" in part.get("target") and f"|{pile.name.en}|" not in part.get("target") for part in in_decks
        )
        aside = plan.game.piles.get(pile.discard_to or "")
        if aside is not None and is_deck(aside):
            assert [part for part in in_decks if f"|{aside.name.en}|" in part.get("target")]


# -- what only fits some setups ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "share"), [("two_players", "34"), ("three_players", "22"), ("four_players", "17"),
                                             ("five_players", "13")])  # fmt: skip
def test_a_deck_that_is_dealt_evenly_asks_nobody_how_many(name: str, share: str, built: Make) -> None:
    made = built("shogun")
    plan = made.box.plan
    table = Tabletop(made.box)
    for part in card_properties(plan):
        table.add(part)
    table.properties |= {"Seats": seats_text(plan, made.game.scenarios[name])}
    deck = plan.atlas.piles["province_deck"]
    for n in range(68):
        table.put(f"card{n}", {"LocationName": made.game.piles["province_deck"].name.en, "CurrentMap": deck.map})
    table.press(str(named("liege-deal-province_deck-ask")))
    assert table.properties["Deal_province_deck"] == share
    assert [text for text, _ in _deals(plan)] == ["Deal Province cards evenly"]


def _offered(made: Built, scenario: str, player: str, hand: str) -> set[str]:
    """What the menu of a province card in a hand has, of what only some players and setups need."""
    plan = made.box.plan
    where = {"CurrentMap": plan.atlas.piles[hand].map, "PlayerSide": player, "DeckName": ""}
    where |= {"Seats": seats_text(plan, made.game.scenarios[scenario])}
    where |= {"SidesInPlay": sides_text(plan, made.game.scenarios[scenario])}
    where |= dict(away_values(plan, made.game.scenarios[scenario]))
    card = next(iter(made.game.cards))
    traits = traits_of(made, card)
    hidden = {
        key for t in traits if isinstance(t, RestrictCommands) and evaluate_text(t.match, where) for key in t.keys
    }
    menus = {t.menu for t in traits if isinstance(t, Trigger) and t.menu and t.key not in hidden}
    return {menu for menu in menus if menu.startswith(("Hide ronin", "Take into"))}


def test_a_card_is_laid_over_ronin_of_whose_hand_it_lies_in(built: Make) -> None:
    made = built("shogun")
    assert _offered(made, "four_players", SOLO, "provinces.pink") == {"Hide ronin: Pink"}
    assert _offered(made, "four_players", "Gray", "provinces.gray") == {"Hide ronin: Gray"}
    assert _offered(made, "four_players", "Gray", "provinces.pink") == set()


def test_who_runs_two_sides_has_a_second_hand_and_nobody_else(built: Make) -> None:
    made = built("shogun")
    two = {"Hide ronin: Pink", "Hide ronin: Green", "Take into Provinces of the second colour"}
    assert _offered(made, "two_players", "Pink", "provinces.pink") == two
    away = dict(away_values(made.box.plan, made.game.scenarios["four_players"]))
    assert away["Away_second_provinces"] == "true"
    (button,) = [p for p in window_menus(made.box.plan) if p.get("name") == "Provinces of the second colour"]
    assert (button.get("canDisable"), button.get("propertyGate")) == ("true", "Away_second_provinces")
    (card,) = [p for p in window_menus(made.box.plan) if p.get("name") == "Army card: Purple"]
    assert (card.get("canDisable"), card.get("propertyGate")) == ("true", "Away_purple")
