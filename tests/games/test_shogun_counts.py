"""How much there is of everything in Shogun, against the figures of the rulebook where it states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.emit.names import piece_names
from compiler.model.game import Game
from compiler.model.setup import set_up
from compiler.model.table import Table
from tests.rules.covering import covers

COLOURS = ("pink", "gray", "green", "orange", "purple")
PER_COLOUR = {
    "daimyo": 3,
    "bowman": 9,
    "gunner": 9,
    "swordsman": 9,
    "spearman": 36,
    "army_marker": 3,
    "experience_marker": 3,
}
COMMON = {
    "ronin": 25,
    "ninja": 1,
    "castle": 10,
    "fortification_base": 5,
    "koku": 30,
    "sword": 5,
    "battle_marker": 12,
    "round_marker": 1,
}
ISLANDS = {"honshu": 50, "kyushu": 9, "shikoku": 4, "tsushima": 1, "iki": 1, "oki": 1, "sado": 1, "awaji": 1}
# players: colours, cards of a colour, swords, koku of a colour
STARTS = {
    "two_players": (4, 17, 4, 5),
    "three_players": (3, 22, 3, 7),
    "four_players": (4, 17, 4, 5),
    "five_players": (5, 13, 5, 4),
}


@pytest.fixture(scope="module")
def shogun(game_of: Callable[[str], Game]) -> Game:
    return game_of("shogun")


def table(game: Game, scenario: str) -> Table:
    return set_up(game, game.scenarios[scenario])


def held(game: Game, shown: Table, place: str) -> Counter[str]:
    """The kinds of counters in a place, and how many."""
    return Counter(game.counters[piece.counter].kind for piece in shown.at(place))


def test_five_players_one_colour_each(shogun: Game) -> None:
    assert {seat.id: seat.sides for seat in shogun.seats.values()} == {colour: (colour,) for colour in COLOURS}


@covers("shogun", "2-Board.1", "2-Board.2", "2-Board.3", "2-Board.4")
def test_68_provinces_each_with_an_outline(shogun: Game) -> None:
    provinces = [shogun.spaces[id] for id in shogun.map.land]
    assert len(provinces) == 68
    assert all(p.kind == "province" and p.outline for p in provinces)
    assert Counter(p.values["island"] for p in provinces) == ISLANDS
    assert [p.id for p in provinces if p.name.en.startswith("Awa (")] == ["awa_shikoku", "awa_honshu"]
    assert len({p.name.en for p in provinces}) == 68
    assert len(shogun.spaces["tsushima"].outline) == 2


def test_no_two_places_or_cards_are_called_alike_in_the_module(shogun: Game) -> None:
    """Orders, the log and the sheet of setups name a province by its name alone."""
    names = piece_names(shogun)
    provinces = [names[card.id] for card in shogun.cards.values() if card.values.get("province")]
    assert len(provinces) == len(set(provinces)) == 68
    assert {"Awa (Shikoku)", "Awa (Honshu)"} <= set(provinces)
    assert {
        shogun.spaces[card.values["province"]].name for card in shogun.cards.values() if card.values.get("province")
    } == {card.name for card in shogun.cards.values() if card.values.get("province")}


@covers("shogun", "2-Adj.2", "2-Sea.1")
def test_125_land_borders_and_17_sea_lines(shogun: Game) -> None:
    links = shogun.map.links
    assert Counter(link.kind for link in links) == {"land": 125, "sea": 17}
    assert len({frozenset((link.a, link.b)) for link in links}) == 142
    proved = Counter(link.kind for link in links if link.note.source and link.note.source.origin.value == "rulebook")
    assert proved == {"land": 23, "sea": 3}


def test_every_province_can_be_reached(shogun: Game) -> None:
    seen, todo = {"omi"}, ["omi"]
    while todo:
        new = [n for n in shogun.map.neighbours(todo.pop()) if n not in seen]
        seen.update(new)
        todo += new
    assert seen == set(shogun.map.land)


@covers("shogun", "Parts.1", "1-6.1", "1-6.2")
@pytest.mark.parametrize("colour", COLOURS)
def test_72_pieces_of_a_colour(shogun: Game, colour: str) -> None:
    kinds: Counter[str] = Counter()
    for counter in shogun.counters.values():
        if counter.side == colour:
            kinds[counter.kind] += counter.count
    assert kinds == PER_COLOUR
    assert kinds.total() == 72
    shapes = [c.values["shape"] for c in shogun.counters.values() if c.side == colour and "shape" in c.values]
    assert Counter(shapes) == {"circle": 2, "square": 2, "hexagon": 2}


@covers("shogun", "Parts.1", "Parts.2", "1-3.1", "2-Koku.3", "2-Swords.1", "4-7B.12")
def test_master_tray(shogun: Game) -> None:
    kinds: Counter[str] = Counter()
    for counter in shogun.counters.values():
        if counter.side not in COLOURS:
            kinds[counter.kind] += counter.count
    assert kinds == COMMON
    assert [shogun.counters[f"sword_{n}"].values["diamonds"] for n in range(1, 6)] == [1, 2, 3, 4, 5]


@covers("shogun", "1-7.1", "1-7.2", "2-Prov.1")
def test_a_card_for_each_province_and_four_blank_ones(shogun: Game) -> None:
    cards = [card for card in shogun.cards.values() if card.kind == "province"]
    assert sorted(card.values["province"] for card in cards) == sorted(shogun.map.land)
    assert shogun.cards["blank_card"].copies == 4
    assert "blank_card" not in shogun.piles["province_deck"].pieces


@covers("shogun", "2-Card.1", "2-Marker.3", "2-Marker.4")
@pytest.mark.parametrize("colour", COLOURS)
def test_army_card_has_three_sections(shogun: Game, colour: str) -> None:
    boxes = [shogun.spaces[id] for id in shogun.map.displays[f"army_card.{colour}"].boxes]
    for army in (1, 2, 3):
        mine = [box for box in boxes if box.values.get("army") == army]
        assert Counter(box.kind for box in mine) == {
            "daimyo_square": 1,
            "samurai_square": 4,
            "ashigaru_square": 10,
            "ronin_row": 1,
            "hole": 10,
        }
        holes = [box.values["level"] for box in mine if box.kind == "hole"]
        assert holes == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4]


@covers("shogun", "2-Screen.1", "3-Tray.3")
@pytest.mark.parametrize("colour", COLOURS)
def test_planning_tray_is_a_private_window_with_five_bins(shogun: Game, colour: str) -> None:
    tray = shogun.map.displays[f"planning_tray.{colour}"]
    assert tray.private
    assert tray.window == "own"
    assert tray.seat == colour
    bins = [id.removesuffix(f".{colour}") for id in tray.boxes]
    five = ["take_swords", "build", "levy_units", "hire_ronin", "hire_ninja"]
    assert bins == five + [f"second_{name}" for name in five]


@covers(
    "shogun",
    "3-Army.6",
    "3-Deal.2",
    "2-Master.1",
    "3-Master.1",
    "2-Tray.1",
    "3-Claim.1",
    "3-Claim.2",
    "3-Koku.1",
    "3-Reinf.1",
    "3-Reinf.2",
    "3-Reinf.3",
    "3-Reinf.4",
    "3-Reinf.5",
    "3-Mark.1",
    "3-Mark.2",
    "3-Army.1",
    "3-Army.5",
    "3-Tray.1",
)
@pytest.mark.parametrize("scenario", STARTS)
def test_setup_before_the_deal(shogun: Game, scenario: str) -> None:
    colours, cards, swords, koku = STARTS[scenario]
    shown = table(shogun, scenario)
    start = shogun.scenarios[scenario]
    playing = [side for seat in start.seats for side in start.control.get(seat, (seat,))]
    assert len(playing) == colours
    assert shown.count("province_deck") == 68
    assert shown.count("sword_rack") == swords
    for colour in playing:
        for army in (1, 2, 3):
            squares = Counter(
                kind
                for id in shogun.map.displays[f"army_card.{colour}"].boxes
                if shogun.spaces[id].values.get("army") == army
                for kind in held(shogun, shown, id).elements()
            )
            assert squares == {"daimyo": 1, "bowman": 1, "swordsman": 1, "gunner": 2, "experience_marker": 1}
            assert held(shogun, shown, f"a{army}_hole_1.{colour}") == {"experience_marker": 1}
        assert held(shogun, shown, f"treasury.{colour}") == {"koku": koku}
        assert koku == cards // 3
        assert held(shogun, shown, f"spearmen.{colour}") == {"spearman": 36}
        assert held(shogun, shown, f"set_aside.{colour}") == {"army_marker": 3}
        free = {f.id: sum(count for _, count in f.counters) for f in start.free if f.id.startswith(f"{colour}_")}
        assert free == {f"{colour}_claims": cards, f"{colour}_reinforcements": 12, f"{colour}_army_markers": 3}
    assert shown.count("koku_supply") == 30 - colours * koku
    assert colours * cards <= 68


def test_two_players_run_two_colours_each(shogun: Game) -> None:
    control = shogun.scenarios["two_players"].control
    assert control == {"pink": ("pink", "green"), "gray": ("gray", "orange")}


def owners(game: Game, shown: Table) -> dict[str, str | None]:
    """Who stands in each province; two colours in one would be a fault."""
    found: dict[str, str | None] = {}
    for province in game.map.land:
        sides = {piece.side for piece in shown.at(province) if piece.side is not None}
        assert len(sides) == 1, province
        found[province] = sides.pop()
    return found


def test_first_round_has_17_provinces_and_29_spearmen_each(shogun: Game) -> None:
    shown = table(shogun, "first_round")
    owned = owners(shogun, shown)
    assert Counter(owned.values()) == {"pink": 17, "gray": 17, "green": 17, "orange": 17}
    for colour in COLOURS[:4]:
        assert shown.count(f"spearmen.{colour}") == 36 - 29
        hand = {shogun.cards[piece.counter].values["province"] for piece in shown.at(f"provinces.{colour}")}
        assert hand == {province for province, side in owned.items() if side == colour}
    for province in ("chikuzen", "nagato", "higo", "bungo", "awa_shikoku", "satsuma"):
        assert owned[province] == "pink"
        assert held(shogun, shown, province)["spearman"] == 3
    armies = {p: piece.counter for p in shogun.map.land for piece in shown.at(p) if "_army_" in piece.counter}
    assert {armies[p] for p in ("chikuzen", "satsuma", "awa_shikoku")} == {f"pink_army_{n}" for n in (1, 2, 3)}
    assert len(armies) == 12
    # Whom Pink attacks in the examples: Pink-Stripe is orange, Gray-Stripe green.
    assert {p: owned[p] for p in ("hizen", "tosa", "osumi", "chikugo", "sanuki", "hyuga", "buzen", "iyo")} == {
        "hizen": "orange",
        "tosa": "orange",
        "osumi": "orange",
        "chikugo": "green",
        "sanuki": "green",
        "hyuga": "green",
        "buzen": "gray",
        "iyo": "gray",
    }
    assert held(shogun, shown, "buzen")["spearman"] == 3
    assert held(shogun, shown, "iyo")["spearman"] == 1


def test_chapter_7_position(shogun: Game) -> None:
    shown = table(shogun, "chapter_7")
    assert Counter(owners(shogun, shown).values()) == {"gray": 17, "pink": 19, "green": 16, "orange": 16}
    assert held(shogun, shown, "treasury.gray") == {"koku": 5}
    assert held(shogun, shown, "treasury.pink") == {"koku": 6}
    castles = {p for p in shogun.map.land if held(shogun, shown, p)["castle"]}
    bases = {p for p in shogun.map.land if held(shogun, shown, p)["fortification_base"]}
    assert castles == {"hida", "shinano", "musashi"}
    assert bases == {"hida"}
    places = {piece.counter: piece.place for piece in shown.pieces.values() if "_army_" in piece.counter}
    assert [places[f"gray_army_{n}"] for n in (1, 2, 3)] == ["ise", "set_aside.gray", "hida"]
    assert [places[f"pink_army_{n}"] for n in (1, 2, 3)] == ["musashi", "shinano", "set_aside.pink"]
    for hole in ("a1_hole_7.gray", "a3_hole_7.gray", "a1_hole_7.pink", "a2_hole_7.pink"):
        assert shown.count(hole) == 1
        assert shogun.spaces[hole].values["level"] == 3
    two = {"echizen", "mino", "owari", "mikawa", "kozuke", "echigo", "sagami", "kai", "noto"}
    for province in shogun.map.land:
        assert held(shogun, shown, province)["spearman"] == (2 if province in two else 1), province


BOXES = {  # of the master tray, each with the supply that lies in it
    "koku_box": "koku_supply",
    "castle_box": "castle_supply",
    "base_box": "base_supply",
    "ronin_box": "ronin_supply",
    "ninja_box": "ninja_supply",
    "battle_marker_box": "battle_marker_supply",
    "sword_box": "sword_rack",
}


@covers("shogun", "2-Master.1", "3-Master.1", "Parts.2")
@pytest.mark.parametrize("scenario", STARTS)
def test_the_master_tray_is_stocked(shogun: Game, scenario: str) -> None:
    shown = table(shogun, scenario)
    assert {pile.at: pile.id for pile in shogun.piles.values() if pile.at in BOXES} == BOXES
    stock = {pile: shown.count(pile) for pile in BOXES.values() if pile not in ("koku_supply", "sword_rack")}
    assert stock == {
        "castle_supply": 10,
        "base_supply": 5,
        "ronin_supply": 25,
        "ninja_supply": 1,
        "battle_marker_supply": 12,
    }


@covers("shogun", "1-4.1", "1-5.1", "2-Swords.3", "3-Swords.5", "4-2.8")
def test_every_colour_has_a_card_a_tray_and_a_sword_holder_before_everybody(shogun: Game) -> None:
    constants = {"army_cards": "army_card", "planning_trays": "planning_tray", "sword_holders": "sword_holder"}
    for constant, display in constants.items():
        found = [id for id in (*shogun.map.displays, *shogun.spaces) if id.split(".")[0] == display]
        assert sorted(found) == sorted(f"{display}.{colour}" for colour in COLOURS)
        assert shogun.constants[constant].value == 5
    assert (shogun.constants["reference_screens"].value, shogun.constants["master_trays"].value) == (5, 1)
    for colour in COLOURS:  # what lies in a holder is public
        holder = shogun.spaces[f"sword_holder.{colour}"]
        assert holder.display is None or not shogun.map.displays[holder.display].private


@covers("shogun", "1-6.3", "2-Marker.1")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_two_markers_of_an_army_match_in_shape_and_colour(shogun: Game, colour: str) -> None:
    shapes = {1: "circle", 2: "square", 3: "hexagon"}
    for army, shape in shapes.items():
        for sort, layout in (("army", "flag"), ("experience", "flag")):
            marker = shogun.counters[f"{colour}_{sort}_{army}"]
            assert (marker.side, marker.values["shape"], marker.values["army"]) == (colour, shape, army)
            assert shogun.counter_kinds[marker.kind].layout == layout


@covers("shogun", "2-Board.5")
def test_cards_of_unowned_provinces_lie_open_beside_the_map(shogun: Game) -> None:
    place = shogun.spaces["unclaimed"]
    assert place.display is None, "it is part of the board, open to all"
    assert place.at[0] > shogun.map.size[0] / 2


@covers("shogun", "2-BMark.1", "4-7B.8")
def test_a_battle_marker_shows_whom_it_attacks_and_with_what(shogun: Game) -> None:
    assert {"target", "attacker"} <= set(shogun.counter_kinds["battle_marker"].marks)
    assert shogun.marks["target"].values == shogun.map.land
    assert shogun.marks["attacker"].values == ("army", "provincial")


@covers("shogun", "4-6-Killed.1")
def test_an_assassinated_daimyo_and_his_marker_can_be_laid_on_their_sides(shogun: Game) -> None:
    kinds = {id for id, kind in shogun.counter_kinds.items() if "assassinated" in kind.marks}
    assert kinds == {"daimyo", "army_marker"}


@covers("shogun", "2-Tray.1")
@pytest.mark.parametrize("colour", COLOURS)
def test_units_not_in_use_lie_in_the_compartment_of_their_colour(shogun: Game, colour: str) -> None:
    supplies = {"bowmen": "bowman", "gunners": "gunner", "swordsmen": "swordsman", "spearmen": "spearman"}
    for pile, kind in supplies.items():
        assert shogun.piles[f"{pile}.{colour}"].at == f"tray_{pile}.{colour}"
        assert set(shogun.piles[f"{pile}.{colour}"].pieces) == {f"{colour}_{kind}"}


@covers("shogun", "4-7C.12", "2-Dice.1", "Parts.1")
def test_there_are_twelve_dice_of_twelve_sides(shogun: Game) -> None:
    assert {die.id: (die.count, die.sides) for die in shogun.dice.values()} == {"one": (1, 12), "battle": (12, 12)}
