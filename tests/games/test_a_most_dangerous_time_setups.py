"""Where everything of A Most Dangerous Time stands at the start, against the figures of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.scenario import Scenario
from tests.rules.covering import covers

# Units on the map at the start, place by place (14.1); the Spaces a player splits Units over are counted together.
ON_MAP = {
    "ishiyama": 6,
    "nagashima": 4,
    "arioka": 1,
    "hanakuma": 1,
    "kishiwada": 1,
    "negoro_ji": 1,
    "saika": 2,
    "noda_fukushima": 6,
    "mitsukuri": 2,
    "kanagasaki": 16,
    "kyo": 5,
    "kiyosu": 4,
    "ibaraki": 2,
    "otsu": 2,
    "kannon_ji": 2,
    "minakuchi": 2,
    "ise_kameyama": 2,
    "kuwana": 2,
    "ogaki": 2,
    "iwamura": 2,
    "mt_shigi": 2,
    "shoryu_ji": 2,
    "yamato_koriyama": 2,
    "yagami": 2,
    "nanao": 2,
    "ueno": 2,
    "kozuki": 1,
    "himeji": 1,
    "izushi": 1,
    "kuroi": 1,
    "miyazu": 1,
    "tanba_kameyama": 1,
    "obama": 1,
    "daisho_ji": 1,
    "oyama": 1,
    "toyama": 1,
    "nagashino": 1,
    "futamata": 1,
    "kakegawa": 1,
}
SPLIT = {
    ("kakogawa", "miki"): 4,
    ("sawayama", "yokoyama", "odani"): 6,
    ("hamamatsu", "yoshida", "okazaki"): 6,
    ("ono", "ichijo_dani", "echizen_fuchu", "kitanosho"): 11,
}
TWO_PLAYERS = ("short", "standard", "campaign")


@pytest.fixture(scope="module")
def amdt(game_of: Callable[[str], Game]) -> Game:
    return game_of("a_most_dangerous_time")


def standing(game: Game, scenario: Scenario) -> Counter[str]:
    """How many Units stand in each place once the suggestions are followed."""
    found: Counter[str] = Counter()
    for put in (*scenario.placements, *(p for free in scenario.free for p in free.suggested)):
        if game.counters[put.counter].kind in ("leader", "soldier"):
            found[put.at] += put.count
    return found


@covers("a_most_dangerous_time", "14.0.1", "16.1.2(1).1")
def test_turns_and_seats_of_the_setups(amdt: Game) -> None:
    assert {s.id: (s.last_turn, len(s.seats)) for s in amdt.scenarios.values()} == {
        "short": (10, 2),
        "standard": (30, 2),
        "campaign": (60, 2),
        "three_player": (30, 3),
        "four_player": (30, 4),
    }


@pytest.mark.parametrize("id", [*TWO_PLAYERS, "three_player", "four_player"])
def test_every_setup_places_183_units(amdt: Game, id: str) -> None:
    found = standing(amdt, amdt.scenarios[id])
    on_map = sum(count for place, count in found.items() if place in amdt.map.land)
    boxes = sum(count for place, count in found.items() if place.startswith("regroup_"))
    assert (on_map, found["turn_2"], boxes) == (117, 2, 64)


@pytest.mark.parametrize("id", [*TWO_PLAYERS, "three_player"])
@covers(
    "a_most_dangerous_time",
    "14.1.3",
    "14.1.5",
    "14.1.6",
    "14.1.7",
    "14.1.8",
    "14.1.9",
    "14.1.11",
    "14.1.12",
    "14.1.21",
    "14.1.22",
    "14.1.23",
)
def test_units_stand_where_the_rules_put_them(amdt: Game, id: str) -> None:
    found = standing(amdt, amdt.scenarios[id])
    split = {place for places in SPLIT for place in places}
    assert {p: n for p, n in found.items() if p in amdt.map.land and p not in split} == ON_MAP
    assert {places: sum(found[p] for p in places) for places in SPLIT} == SPLIT
    assert {p: n for p, n in found.items() if p.startswith("regroup_")} == {
        "regroup_ikko_ikki": 14,
        "regroup_takeda": 14,
        "regroup_ukita": 6,
        "regroup_mori": 18,
        "regroup_murakami": 2,
        "regroup_uesugi": 10,
    }


def lying(game: Game, id: str) -> dict[str, Counter[str]]:
    """What lies where at the start, counter by counter, without what players place freely."""
    found: dict[str, Counter[str]] = {}
    for put in game.scenarios[id].placements:
        found.setdefault(put.at, Counter())[put.counter] += put.count
    return found


@pytest.mark.parametrize("id", [*TWO_PLAYERS, "three_player", "four_player"])
@covers("a_most_dangerous_time", "14.1.10", "14.1.25", "14.1.26", "14.1.28", "3.2.1")
def test_boxes_and_the_turn_track_at_the_start(amdt: Game, id: str) -> None:
    found = lying(amdt, id)
    assert found["regroup_ikko_ikki"] == {"ikko_ikki_soldier": 14}
    assert found["turn_2"] == {"enryaku_ji_soldier": 2}
    assert found["regroup_takeda"] == {"shingen": 1, "masakage": 1, "nobuharu": 1, "takeda_soldier": 11}
    assert found["regroup_ukita"] == {"naoie": 1, "ukita_soldier": 5}
    assert found["regroup_mori"] == {"terumoto": 1, "motoharu": 1, "takakage": 1, "mori_soldier": 15}
    assert found["regroup_murakami"] == {"murakami_soldier": 2}
    assert found["regroup_uesugi"] == {"kenshin": 1, "uesugi_soldier": 9}
    waiting = {box for box in found if box.startswith("regroup_")}
    assert waiting == {f"regroup_{clan}" for clan in ("ikko_ikki", "takeda", "ukita", "mori", "murakami", "uesugi")}


@pytest.mark.parametrize("id", [*TWO_PLAYERS, "three_player", "four_player"])
@covers("a_most_dangerous_time", "14.1.13", "14.1.18", "15.4.1")
def test_the_shogun_in_kyo_and_mt_hiei_under_oda(amdt: Game, id: str) -> None:
    scenario = amdt.scenarios[id]
    shogun = [p for p in scenario.placements if p.counter == "yoshiaki"]
    assert [(p.at, p.face) for p in shogun] == [("kyo", "samurai")]
    assert standing(amdt, scenario)["mt_hiei"] == 0
    assert ("mt_hiei", "control", "oda") in scenario.marks
    assert amdt.spaces["mt_hiei"].values["clan"] == "enryaku_ji"


@covers("a_most_dangerous_time", "16.1.2(2).1", "16.1.2(3).1")
def test_alliances_of_a_and_b(amdt: Game) -> None:
    seats = {
        seat: {amdt.sides[side].group for side in amdt.scenarios["three_player"].control[seat]}
        for seat in ("anti_oda_a", "anti_oda_b")
    }
    assert seats == {
        "anti_oda_a": {"anti_oda_minors", "azai_asakura", "uesugi"},
        "anti_oda_b": {"ikko_ikki", "takeda", "mori"},
    }
    for seat in seats:
        assert set(amdt.scenarios["three_player"].control[seat]) == set(amdt.seats[seat].sides)


@covers("a_most_dangerous_time", "16.2.2(5).2")
def test_whose_chit_an_oda_chit_is_with_four_players(amdt: Game) -> None:
    chits = {c.id: c.values["seat_4p"] for c in amdt.counters.values() if c.kind == "chit" and "seat_4p" in c.values}
    assert chits == {"chit_oda": "hideyoshi", "chit_oda_nobunaga": "katsuie", "chit_tokugawa": "tokugawa"}


@covers("a_most_dangerous_time", "14.1.2")
def test_two_player_games_share_one_setup(amdt: Game) -> None:
    short, *others = (amdt.scenarios[id] for id in TWO_PLAYERS)
    for other in others:
        assert (other.placements, other.free, other.marks) == (short.placements, short.free, short.marks)


@covers("a_most_dangerous_time", "14.1.27", "14.1.29", "14.1.31")
def test_chits_at_the_start(amdt: Game) -> None:
    chits = {p.counter: p.at for p in amdt.scenarios["short"].placements if p.counter.startswith("chit_")}
    assert chits == {
        "chit_takeda": "turn_6",
        "chit_mori": "turn_13",
        "chit_uesugi": "turn_15",
        "chit_oda_nobunaga": "active_chit",
    }
    assert set(amdt.piles["cup"].pieces) == {
        "chit_oda",
        "chit_azai_asakura",
        "chit_ikko_ikki",
        "chit_anti_oda_minors",
        "chit_turn_end",
    }


@covers("a_most_dangerous_time", "16.2.2(1).1")
def test_four_players_share_the_oda_faction(amdt: Game) -> None:
    four = amdt.scenarios["four_player"]
    found = standing(amdt, four)
    assert found["kanagasaki"] == 16
    assert found["kyo"] == 5  # four Soldiers and the Shogun
    guard = [p for p in four.placements if p.marks.get("led_by") == "guard"]
    assert [(p.counter, p.count, p.at) for p in guard] == [("oda_soldier", 3, "kanagasaki")]
    everything = (*four.placements, *(p for free in four.free for p in free.suggested))
    daimyo = {p.counter for p in everything if "new_daimyo" in p.marks}
    assert daimyo == {"hideyoshi", "katsuie", "ieyasu"}
    assert ("chit_tokugawa", 1) in four.piles["cup"]
    assert ("chit_turn_end", 1) not in four.piles["cup"]
    assert amdt.piles["shared_hand"].owners == ("player_hideyoshi", "player_katsuie", "player_tokugawa")


@covers("a_most_dangerous_time", "16.2.2(2).1")
def test_leaders_of_the_four_player_seats(amdt: Game) -> None:
    found: dict[str, set[str]] = {}
    for counter in amdt.counters.values():
        if "seat_4p" in counter.values and counter.kind == "leader":
            found.setdefault(counter.values["seat_4p"], set()).add(counter.id)
    assert found == {
        "shared": {"nobunaga"},
        "hideyoshi": {"hideyoshi", "nobumori", "murashige"},
        "katsuie": {"katsuie", "kazumasu", "nagahide"},
        "tokugawa": {"mitsuhide", "ieyasu", "fujitaka", "junkei", "hisahide"},
    }


def test_suggestions_keep_the_exact_numbers(amdt: Game) -> None:
    for scenario in amdt.scenarios.values():
        for free in scenario.free:
            put: Counter[str] = Counter()
            for placement in free.suggested:
                put[placement.at] += placement.count
            assert put.total() == sum(count for _, count in free.counters)
            assert set(put) <= set(free.spaces)
            assert all(put[space] == count for space, count in free.exactly.items())
