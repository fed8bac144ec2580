"""How much there is of everything in Shogun, against the figures of the rulebook where it states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.setup import set_up
from compiler.model.table import Table

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


def test_68_provinces_each_with_an_outline(shogun: Game) -> None:
    provinces = [shogun.spaces[id] for id in shogun.map.land]
    assert len(provinces) == 68
    assert all(p.kind == "province" and p.outline for p in provinces)
    assert Counter(p.values["island"] for p in provinces) == ISLANDS
    assert [p.id for p in provinces if p.name.en == "Awa"] == ["awa_shikoku", "awa_honshu"]
    assert len(shogun.spaces["tsushima"].outline) == 2


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


def test_master_tray(shogun: Game) -> None:
    kinds: Counter[str] = Counter()
    for counter in shogun.counters.values():
        if counter.side not in COLOURS:
            kinds[counter.kind] += counter.count
    assert kinds == COMMON
    assert [shogun.counters[f"sword_{n}"].values["diamonds"] for n in range(1, 6)] == [1, 2, 3, 4, 5]


def test_a_card_for_each_province_and_four_blank_ones(shogun: Game) -> None:
    cards = [card for card in shogun.cards.values() if card.kind == "province"]
    assert sorted(card.values["province"] for card in cards) == sorted(shogun.map.land)
    assert shogun.cards["blank_card"].copies == 4
    assert "blank_card" not in shogun.piles["province_deck"].pieces


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


@pytest.mark.parametrize("colour", COLOURS)
def test_planning_tray_is_a_private_window_with_five_bins(shogun: Game, colour: str) -> None:
    tray = shogun.map.displays[f"planning_tray.{colour}"]
    assert tray.private
    assert tray.window == "own"
    assert tray.seat == colour
    bins = [id.removesuffix(f".{colour}") for id in tray.boxes]
    five = ["take_swords", "build", "levy_units", "hire_ronin", "hire_ninja"]
    assert bins == five + [f"second_{name}" for name in five]


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
