"""How much there is of everything in Road to Honganji, against the figures of the rulebook where it states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.setup import set_up
from compiler.model.table import Table
from tests.rules.covering import covers

PLAYERS = ("akechi", "shibata", "tokugawa", "hashiba")
GREATER = ("mouri", "honganji", "houjou", "uesugi")
LEFT_OUT = {"mikawa", "totomi_suruga", "kai", "kanto"}
LIMITS = {
    "hashiba": 6,
    "akechi": 6,
    "shibata": 6,
    "tokugawa": 6,
    "mouri": 8,
    "uesugi": 6,
    "houjou": 5,
    "honganji": 4,
    "neutral": 5,
    "oda": 5,
}
GENERALS = {
    "hashiba": 5,
    "akechi": 4,
    "shibata": 4,
    "tokugawa": 5,
    "mouri": 4,
    "honganji": 3,
    "houjou": 4,
    "oda": 5,
    "uesugi": 3,
    "neutral": 10,
}
# area: who starts there, with how many armies (Oda's have names)
START = {
    "chugoku": ("mouri", "mouri_terumoto kikkawa_motoharu kobayakawa_takakage", 4),
    "bizen": ("mouri", "shimizu_muneharu", 0),
    "shikoku": ("neutral", "chousokabe_motochika", 0),
    "seto_sea": ("neutral", "murakami_takeyoshi", 0),
    "mimasaka": ("neutral", "ukita_naoie", 0),
    "tajima": ("neutral", "yamana_hirotoyo", 0),
    "tango": ("neutral", "isshiki_yoshimichi", 0),
    "harima": ("hashiba", "hashiba_hideyoshi hashiba_hidenaga kuroda_kanbee hachisuka_koroku", 2),
    "tanba": ("akechi", "akechi_mitsuhide hosokawa_fujitaka hosokawa_tadaoki", 2),
    "kii_ishiyama": ("honganji", "saika_magoichi kennyo shimotsuma_rairen", 0),
    "hokusetsu": ("oda", "araki_murashige", 0),
    "yamato": ("oda", "matsunaga_hisahide", 0),
    "miyako_azuchi": (
        "oda",
        "oda_nobunaga mori_yoshimasa sakuma_nobumori nakagawa_kiyohide tsutsui_junkei mori_ranmaru",
        0,
    ),
    "owari_ise": ("oda", "niwa_nagahide", 0),
    "gifu": ("oda", "oda_nobutada", 0),
    "echizen": ("shibata", "shibata_katsuie takigawa_kazumasu maeda_toshiie kitano_castle", 2),
    "mikawa": ("tokugawa", "tokugawa_ieyasu honda_tadakatsu sakakibara_yasumasa honda_masanobu", 1),
    "etchu_kaga": ("neutral", "jinbou_nagamoto", 0),
    "hida": ("neutral", "anekouji_yoritsuna", 0),
    "shinano": ("neutral", "sanada_masayuki", 0),
    "kai": ("neutral", "takeda_katsuyori", 0),
    "totomi_suruga": ("neutral", "anayama_nobukimi", 0),
    "echigo": ("uesugi", "uesugi_kenshin uesugi_kagekatsu naoe_kanetsugu", 4),
    "kanto": ("houjou", "houjou_ujimasa houjou_tsunashige houjou_ujiteru houjou_ujikuni", 3),
}


@pytest.fixture(scope="module")
def honganji(game_of: Callable[[str], Game]) -> Game:
    return game_of("road_to_honganji")


def units_on_map(game: Game, shown: Table) -> Counter[tuple[str | None, str]]:
    """Clan and kind of every unit in an area."""
    pieces = [piece for area in game.map.land for piece in shown.at(area)]
    return Counter((piece.side, game.counters[piece.counter].kind) for piece in pieces)


@covers("road_to_honganji", "4-1.1", "4.3")
def test_ten_clans_four_of_them_played(honganji: Game) -> None:
    assert tuple(honganji.seats) == PLAYERS
    assert set(honganji.sides) == {*PLAYERS, *GREATER, "oda", "neutral"}


@covers("road_to_honganji", "Map.1", "1-1-1.1", "1-1-1.2")
def test_24_areas_worth_25_points(honganji: Game) -> None:
    areas = [honganji.spaces[id] for id in honganji.map.land]
    assert len(areas) == 24
    assert all(area.outline for area in areas)
    assert [area.id for area in areas if area.values["points"] == 2] == ["miyako_azuchi"]
    assert sum(area.values["points"] for area in areas) == 25


def test_54_borders_join_all_areas(honganji: Game) -> None:
    assert Counter(link.kind for link in honganji.map.links) == {"border": 54}
    seen, todo = {"gifu"}, ["gifu"]
    while todo:
        new = [n for n in honganji.map.neighbours(todo.pop()) if n not in seen]
        seen.update(new)
        todo += new
    assert seen == set(honganji.map.land)


@covers("road_to_honganji", "Counters.1", "Counters.14", "1-2-2-1.1")
@pytest.mark.parametrize("clan", LIMITS)
def test_counters_of_a_clan(honganji: Game, clan: str) -> None:
    kinds: Counter[str] = Counter()
    for counter in honganji.counters.values():
        if counter.side == clan and counter.kind in ("general", "army"):
            kinds[counter.kind] += counter.count
    assert kinds == {"general": GENERALS[clan], "army": LIMITS[clan]}


@covers("road_to_honganji", "1-2.1", "1-2-1.1", "1-2-2.1", "1-2-2.3", "4.1", "1-2-1.3")
def test_every_unit_is_a_general_or_an_army_of_one_clan(honganji: Game) -> None:
    units = [c for c in honganji.counters.values() if not honganji.counter_kinds[c.kind].marker]
    assert {unit.kind for unit in units} == {"general", "army"}
    assert all(unit.side in honganji.sides for unit in units)
    assert all((unit.values["military"] == 0) == (unit.kind == "army") for unit in units)
    names = [unit.name.en for unit in units if unit.kind == "general"]
    assert len(names) == len(set(names)) == 47


@covers("road_to_honganji", "Counters.12", "1-2-2.3")
def test_units_are_ready_or_spent_and_oda_armies_turn_neutral(honganji: Game) -> None:
    for counter in honganji.counters.values():
        faces = [(face.id, face.side) for face in counter.faces]
        if counter.kind == "army" and counter.side == "oda":
            assert faces == [("oda", "oda"), ("neutral", "neutral")]
        elif counter.kind in ("general", "army"):
            assert faces == [("ready", counter.side), ("spent", counter.side)]


@covers("road_to_honganji", "1-3.1", "1-3.2", "Counters.4")
def test_one_order_marker_for_each_player_and_one_turn_marker(honganji: Game) -> None:
    orders = [counter for counter in honganji.counters.values() if counter.kind == "order_marker"]
    assert sorted(str(marker.side) for marker in orders) == sorted(PLAYERS)
    assert all([face.id for face in marker.faces] == ["vassal", "rebellion"] for marker in orders)
    assert honganji.counters["turn_marker"].count == 1


@covers("road_to_honganji", "1-4.1", "1-4.2", "1.1")
def test_32_cards_of_15_kinds(honganji: Game) -> None:
    assert len(honganji.cards) == 15
    assert sum(card.copies for card in honganji.cards.values()) == 32
    assert all(card.when and card.effect for card in honganji.cards.values())


def test_six_turns(honganji: Game) -> None:
    assert [box.value for box in honganji.tracks["turn"].boxes] == [1, 2, 3, 4, 5, 6]


@covers(
    "road_to_honganji",
    "Map.2",
    "Map.3",
    "Map.4",
    "Map.5",
    "Map.6",
    "Map.7",
    "Map.8",
    "Map.9",
    "Map.10",
    "Map.11",
    "Map.12",
    "Map.13",
    "Map.14",
    "Map.15",
    "Map.16",
    "Map.17",
    "Map.18",
    "Map.19",
    "Map.20",
    "Map.21",
    "Map.22",
    "Map.23",
    "Map.24",
    "Map.25",
    "Map.26",
    "Map.27",
)
@pytest.mark.parametrize("area", START)
def test_starting_placements(honganji: Game, area: str) -> None:
    clan, generals, armies = START[area]
    wanted = Counter(generals.split())
    if armies:
        wanted[f"{clan}_army"] = armies
    for id in honganji.scenarios:
        shown = set_up(honganji, honganji.scenarios[id])
        left_out = id == "three_players" and area in LEFT_OUT
        assert Counter(piece.counter for piece in shown.at(area)) == (Counter() if left_out else wanted)
        assert all(piece.face == 0 for piece in shown.at(area))
        assert shown.mark(area, "control") == (None if left_out else clan)


@covers("road_to_honganji", "Map.28", "Map.29")
@pytest.mark.parametrize(("scenario", "armies", "generals"), [("four_players", 23, 44), ("three_players", 19, 34)])
def test_units_on_the_map(honganji: Game, scenario: str, armies: int, generals: int) -> None:
    units = units_on_map(honganji, set_up(honganji, honganji.scenarios[scenario]))
    assert sum(count for (_, kind), count in units.items() if kind == "army") == armies
    assert sum(count for (_, kind), count in units.items() if kind == "general") == generals


def test_beside_the_board_of_four_players(honganji: Game) -> None:
    shown = set_up(honganji, honganji.scenarios["four_players"])
    assert {clan: shown.count(f"armies.{clan}") for clan in LIMITS if clan != "oda"} == {
        "hashiba": 4,
        "akechi": 4,
        "shibata": 4,
        "tokugawa": 5,
        "mouri": 4,
        "uesugi": 2,
        "houjou": 2,
        "honganji": 4,
        "neutral": 5,
    }
    assert [shown.count(f"castles.{clan}") for clan in ("hashiba", "akechi", "shibata", "tokugawa")] == [1, 1, 0, 1]
    assert shown.count("stack") == 32
    assert [piece.counter for n in (1, 2, 3, 4) for piece in shown.at(f"order_{n}")] == [
        "order_akechi",
        "order_shibata",
        "order_tokugawa",
        "order_hashiba",
    ]


@covers("road_to_honganji", "10-2.2")
def test_three_players_leave_four_areas_out(honganji: Game) -> None:
    start = honganji.scenarios["three_players"]
    assert set(start.closed) == LEFT_OUT
    assert start.seats == ("akechi", "shibata", "hashiba")
    shown = set_up(honganji, start)
    assert not [piece.id for piece in shown.pieces.values() if piece.side in ("tokugawa", "houjou")]


NUMBERS = {
    "hand": 4, "petition_dice": 1, "first_end_check": 4, "movement": 2, "units_left_behind": 1, "strategist_bonus": 1,
    "point_for_nobunaga": 1, "point_for_revenge": 1, "point_for_adviser": 1, "turns": 6, "combat_cards": 32,
}  # fmt: skip
# What the cards do, and their figures where they differ from the usual.
EVENTS = {
    "surrounding_nobunaga": ("direct", {}), "ashigaru_desertion": ("desert", {}), "fortification": ("fortify", {}),
    "surrender_of_garrison_army": ("surrender", {}), "opportunism": ("turn_coat", {}), "chief_adviser": ("declare", {}),
    "slander": ("slander", {}), "inducement": ("induce", {}),
    "surprise_attack": ("move", {"meets": True, "answered": False}), "great_return": ("move", {"reach": 4}),
    "forced_march": ("move", {"reach": 3}), "charge": ("charge", {"bonus": 1, "meets": True}),
    "levy": ("levy", {"units": 2}), "transfer_order": ("transfer", {"units": 2}),
    "ikki_uprising": ("uprising", {"units": 2}),
}  # fmt: skip


@covers("road_to_honganji", "3.1", "9-2.1", "9-2.2", "9-2.3", "9-2.4")
def test_the_numbers_of_the_rules(honganji: Game) -> None:
    assert {id: honganji.constants[id].value for id in NUMBERS} == NUMBERS


@pytest.mark.parametrize("card", EVENTS)
def test_what_an_event_does(honganji: Game, card: str) -> None:
    does, figures = EVENTS[card]
    usual = {"reach": 2, "bonus": 0, "units": 1, "meets": False, "answered": True}
    values = honganji.cards[card].values
    assert {key: values[key] for key in ("does", *usual)} == {"does": does, **usual, **figures}


@covers("road_to_honganji", "1.2", "8-3.1")
def test_the_dice(honganji: Game) -> None:
    assert {id: (dice.count, dice.sides) for id, dice in honganji.dice.items()} == {"one": (1, 6), "several": (17, 6)}


@covers("road_to_honganji", "11-1.1", "11-2.1", "11-2.2", "11-2.3")
def test_the_optional_rules_are_off_unless_chosen(honganji: Game) -> None:
    assert {id: option.default for id, option in honganji.options.items()} == {
        "more_petitions": False,
        "inherited_areas": False,
    }
    assert all(not any(scenario.options.values()) for scenario in honganji.scenarios.values())
