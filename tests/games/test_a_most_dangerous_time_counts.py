"""How much there is of everything in A Most Dangerous Time, against the figures of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.scenario import Scenario
from tests.rules.covering import covers

CLAN_UNITS = {
    "oda": 40,
    "tokugawa": 6,
    "matsunaga": 2,
    "hosokawa": 2,
    "tsutsui": 2,
    "azai": 6,
    "asakura": 11,
    "ikko_ikki": 28,
    "saika": 2,
    "miyoshi": 6,
    "rokkaku": 2,
    "ashikaga": 1,
    "enryaku_ji": 2,
    "murakami": 2,
    "takeda": 14,
    "mori": 18,
    "ukita": 6,
    "uesugi": 10,
    "bessho": 4,
    "hatano": 2,
    "hatakeyama": 2,
    "iga_ninja": 2,
    "neutral_minor": 13,
}
CONTROL = {
    "oda": 40,
    "tokugawa": 8,
    "matsunaga": 3,
    "hosokawa": 3,
    "tsutsui": 3,
    "ikko_ikki": 20,
    "saika": 4,
    "ashikaga": 4,
    "rokkaku": 2,
    "miyoshi": 4,
    "enryaku_ji": 2,
    "murakami": 3,
    "takeda": 15,
    "mori": 12,
    "ukita": 4,
    "uesugi": 12,
    "bessho": 2,
    "hatano": 2,
    "hatakeyama": 2,
    "iga_ninja": 2,
}
MARKERS = {
    "game_turn": 1,
    "movement_points": 1,
    "damage_points": 2,
    "besieged": 24,
    "castle_destroyed": 16,
    "unsupplied": 30,
    "combat_location": 1,
    "new_daimyo": 9,
    "azuchi": 1,
    "good_fortune": 1,
}
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


def is_unit(game: Game, counter: str) -> bool:
    return game.counters[counter].kind in ("leader", "soldier")


def standing(game: Game, scenario: Scenario) -> Counter[str]:
    """How many Units stand in each place once the suggestions are followed."""
    found: Counter[str] = Counter()
    for put in (*scenario.placements, *(p for free in scenario.free for p in free.suggested)):
        if is_unit(game, put.counter):
            found[put.at] += put.count
    return found


# -- map ---------------------------------------------------------------------------------------------------------------


@covers("a_most_dangerous_time", "2.0.1")
def test_board_keeps_the_proportion_of_the_sheet(amdt: Game) -> None:
    width, height = amdt.map.size
    assert width / height == pytest.approx(34 / 22)
    assert width == pytest.approx(34 * 25.4)


@covers("a_most_dangerous_time", "2.4.1", "2.4.2", "2.43.1", "2.45.1", "13.1.1")
def test_spaces_by_kind(amdt: Game) -> None:
    kinds = Counter(amdt.spaces[id].kind for id in amdt.map.land)
    assert kinds["castle"] + kinds["temple"] + kinds["kyo"] == 68
    assert kinds["kyo"] == 1
    assert (kinds["waypoint"], kinds["sea_area"], kinds["off_board"]) == (19, 3, 3)
    assert sum(kinds.values()) == 68 + 19 + 3 + 3


@covers("a_most_dangerous_time", "2.4.3")
def test_links_by_kind(amdt: Game) -> None:
    assert Counter(link.kind for link in amdt.map.links) == {"road": 60, "trail": 62, "sea_lane": 16}


@covers("a_most_dangerous_time", "2.42.1", "2.41.1")
def test_only_kyo_has_no_fort(amdt: Game) -> None:
    forts = {s.id: s.values["fort"] for s in amdt.spaces.values() if "fort" in s.values}
    assert [id for id, fort in forts.items() if fort == 0] == ["kyo"]
    assert set(forts.values()) == {0, 1, 2, 3}


@covers("a_most_dangerous_time", "2.41.8", "2.41.12", "2.41.13", "3.31.3")
def test_seven_home_castles_and_three_surrender_spaces(amdt: Game) -> None:
    homes = {s.id: s.values["clan"] for s in amdt.spaces.values() if s.values.get("home_castle")}
    assert homes == {
        "gifu": "oda",
        "kiyosu": "oda",
        "hamamatsu": "tokugawa",
        "odani": "azai",
        "ichijo_dani": "asakura",
        "tsutsujigasaki": "takeda",
        "okayama": "ukita",
    }
    flags = {s.id: s.values["surrender"] for s in amdt.spaces.values() if s.values.get("surrender")}
    assert flags == {"takamatsu": "mori", "tottori": "mori", "uotsu": "uesugi"}


@covers("a_most_dangerous_time", "2.44.2", "9.8.1")
def test_ports_are_the_spaces_with_sea_lanes(amdt: Game) -> None:
    touched = {end for link in amdt.map.links if link.kind == "sea_lane" for end in (link.a, link.b)}
    flagged = {s.id for s in amdt.spaces.values() if s.values.get("port")}
    assert flagged == {id for id in touched if amdt.spaces[id].kind in ("castle", "temple")}


@covers("a_most_dangerous_time", "13.1.2")
def test_every_link_of_a_sea_area_is_a_sea_lane(amdt: Game) -> None:
    for space in amdt.spaces.values():
        if space.kind == "sea_area":
            assert {link.kind for link in amdt.map.links_of[space.id]} == {"sea_lane"}


@covers("a_most_dangerous_time", "9.8.4", "10.4.18")
def test_ways_the_examples_prove(amdt: Game) -> None:
    kinds = {frozenset((link.a, link.b)): link.kind for link in amdt.map.links}
    assert kinds[frozenset(("kanagasaki", "w_kutsuki"))] == "trail"
    assert frozenset(("w_kutsuki", "mt_hiei")) in kinds
    assert kinds[frozenset(("mt_hiei", "kyo"))] == "trail"
    assert kinds[frozenset(("toyama", "w_kurikara"))] == kinds[frozenset(("w_kurikara", "oyama"))] == "road"
    assert kinds[frozenset(("oyama", "daisho_ji"))] == "road"


@covers("a_most_dangerous_time", "2.4.4", "11.5.5")
def test_province_numbers_count_their_spaces(amdt: Game) -> None:
    regions = amdt.map.regions.values()
    assert len(regions) == 32
    for region in regions:
        held = [s for s in region.spaces if amdt.spaces[s].kind != "waypoint"]
        assert region.values["count"] == len(held)
    assert sum(region.values["count"] for region in regions) == 68
    assert {amdt.map.regions_of[s] for s in ("daisho_ji", "oyama")} == {("kaga",)}


@covers("a_most_dangerous_time", "14.3(Short).4")
def test_oda_start_with_four_strong_places(amdt: Game) -> None:
    owners = {s.id: s.values["clan"] for s in amdt.spaces.values() if "fort" in s.values}
    for target, mark, value in amdt.scenarios["short"].marks:
        assert mark == "control"
        owners[target] = value
    held = [id for id, clan in owners.items() if clan in amdt.seats["oda"].sides]
    strong = {id for id in held if amdt.spaces[id].values["fort"] > 1}
    assert strong == {"gifu", "kiyosu", "hamamatsu", "mt_hiei"}


# -- pieces ------------------------------------------------------------------------------------------------------------


@covers("a_most_dangerous_time", "Chart.2")
def test_units_by_clan(amdt: Game) -> None:
    found: Counter[str | None] = Counter()
    for counter in amdt.counters.values():
        if is_unit(amdt, counter.id) and not counter.values.get("spare"):
            found[counter.side] += counter.count
    assert found == CLAN_UNITS
    assert found.total() == 183


@covers("a_most_dangerous_time", "14.1.16")
def test_oda_pool_of_one_daimyo_seven_samurai_32_soldiers(amdt: Game) -> None:
    oda = [c for c in amdt.counters.values() if c.side == "oda"]
    grades = Counter(c.values["grade"] for c in oda if c.kind == "leader")
    assert grades == {"daimyo": 1, "samurai": 7}
    assert sum(c.count for c in oda if c.kind == "soldier") == 32


@covers("a_most_dangerous_time", "2.0.2")
def test_440_counters(amdt: Game) -> None:
    kinds: Counter[str] = Counter()
    for counter in amdt.counters.values():
        kinds["spare" if counter.values.get("spare") else counter.kind] += counter.count
    assert kinds == {"leader": 32, "soldier": 151, "spare": 12, "chit": 12, "control": 147, "marker": 86}
    assert kinds.total() == 440
    assert dict(amdt.constants["counters_total"].value) == {
        "units": 32 + 151,
        "action_chits": 12,
        "markers_and_spares": 12 + 147 + 86,
        "total": 440,
    }


@covers("a_most_dangerous_time", "2.33.10")
def test_markers(amdt: Game) -> None:
    assert {c.id: c.count for c in amdt.counters.values() if c.kind == "marker"} == MARKERS


def test_control_markers_for_all_clans_but_azai_and_asakura(amdt: Game) -> None:
    assert {c.side: c.count for c in amdt.counters.values() if c.kind == "control"} == CONTROL
    assert amdt.marks["control"].counters == {clan: f"{clan}_control" for clan in CONTROL}


@covers("a_most_dangerous_time", "8.1.5", "8.2.11")
def test_every_unit_has_a_front_and_a_back(amdt: Game) -> None:
    for counter in amdt.counters.values():
        if is_unit(amdt, counter.id):
            assert len(counter.faces) == 2
            assert counter.faces[0].state == "front"
    backs = {c.id: c.faces[1] for c in amdt.counters.values() if c.kind == "leader"}
    heirs = {id: back.name.en for id, back in backs.items() if back.values["heir"]}
    assert heirs == {"nobunaga": "Oda Nobutada", "shingen": "Takeda Katsuyori", "kenshin": "Uesugi Kagekatsu"}


@covers("a_most_dangerous_time", "2.33.4", "3.1.5", "Chart.3")
def test_twelve_chits_three_of_them_named(amdt: Game) -> None:
    chits = {c.id: c.values for c in amdt.counters.values() if c.kind == "chit"}
    assert len(chits) == 12
    assert {v["alliance"] for v in chits.values() if "alliance" in v} == set(amdt.alliances)
    assert {id: v["leader"] for id, v in chits.items() if "leader" in v} == {
        "chit_oda_nobunaga": "nobunaga",
        "chit_takeda_shingen": "shingen",
        "chit_uesugi_kenshin": "kenshin",
    }


@covers("a_most_dangerous_time", "3.1.4", "3.1.6", "3.1.10", "Chart.1", "3.2.8")
def test_seven_alliances_of_18_clans_and_five_neutrals(amdt: Game) -> None:
    assert len(amdt.alliances) == 7
    allied = [side for alliance in amdt.alliances.values() for side in alliance.sides]
    assert len(allied) == len(set(allied)) == 18
    assert set(amdt.sides) - set(allied) == {"bessho", "hatano", "hatakeyama", "iga_ninja", "neutral_minor"}


@covers("a_most_dangerous_time", "2.0.3", "14.1.32")
def test_64_cards_numbered_in_order(amdt: Game) -> None:
    assert [card.number for card in amdt.cards.values()] == list(range(1, 65))
    assert amdt.piles["event_deck"].pieces == tuple(amdt.cards)
    assert all(card.when and card.effect for card in amdt.cards.values())


@covers("a_most_dangerous_time", "11.0.5")
def test_regroup_box_for_every_clan_but_the_minors(amdt: Game) -> None:
    boxes = {s.values["clan"] for s in amdt.spaces.values() if s.kind == "regroup_box"}
    assert boxes == set(amdt.sides) - {"neutral_minor"}


@covers("a_most_dangerous_time", "2.33.9")
def test_tracks_run_over_the_boxes_of_their_displays(amdt: Game) -> None:
    shown = {track.id: len(amdt.map.displays[track.display or ""].boxes) for track in amdt.tracks.values()}
    assert shown == {"turn": 30, "movement": 21, "damage_active": 21, "damage_other": 21}
    assert len(amdt.tracks["turn"].boxes) == 60  # the marker goes round once more with its +30 side up


# -- setups ------------------------------------------------------------------------------------------------------------


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
