"""How much there is of everything in A Most Dangerous Time, against the figures of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
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


@pytest.fixture(scope="module")
def amdt(game_of: Callable[[str], Game]) -> Game:
    return game_of("a_most_dangerous_time")


def is_unit(game: Game, counter: str) -> bool:
    return game.counters[counter].kind in ("leader", "soldier")


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


@covers("a_most_dangerous_time", "2.31.5", "2.31.6", "3.1.12")
def test_a_soldier_shows_the_colour_of_its_alliance_and_the_name_and_crest_of_its_clan(amdt: Game) -> None:
    colours: dict[str | None, set[str]] = {}
    for counter in (c for c in amdt.counters.values() if c.kind == "soldier"):
        assert counter.side is not None
        scheme = amdt.art.schemes[counter.side]
        colours.setdefault(amdt.sides[counter.side].group, set()).add(str(scheme.fill))
        assert counter.values["short"] in (amdt.sides[counter.side].name.en, "Minor Clan")
        assert scheme.crest in (counter.side, "neutral")
    assert set(colours) == {*amdt.alliances, None}
    assert all(len(of) == 1 for of in colours.values())  # one colour for an Alliance, one for all neutrals
    assert len(set.union(*colours.values())) == 8
    clans = [s.crest for side, s in amdt.art.schemes.items() if side in amdt.sides]
    assert len(clans) == len(set(clans)) == 23


@covers("a_most_dangerous_time", "2.32.1", "2.32.8", "3.1.14")
def test_daimyo_have_a_frame_and_samurai_a_name_alone(amdt: Game) -> None:
    grades = {
        c.id: c.faces[0].values.get("grade", c.values.get("grade"))
        for c in amdt.counters.values()
        if c.kind == "leader"
    }
    assert set(grades.values()) == {"daimyo", "samurai"}
    assert {id for id, grade in grades.items() if grade == "daimyo"} == {
        "nobunaga",
        "nagamasa",
        "yoshikage",
        "shingen",
        "terumoto",
        "kenshin",
    }
    assert grades["ieyasu"] == "samurai"  # whatever he was in history
    assert amdt.art.counters["leader"]["front"]["frame"] == {"when": {"grade": "daimyo"}}


@covers("a_most_dangerous_time", "3.2.14")
def test_thirteen_minor_clans_of_nobody(amdt: Game) -> None:
    minors = [c for c in amdt.counters.values() if c.side == "neutral_minor" and is_unit(amdt, c.id)]
    assert [(c.count, c.values["short"]) for c in minors] == [(13, "Minor Clan")]
    assert amdt.sides["neutral_minor"].group is None
    assert not any("neutral_minor" in seat.sides for seat in amdt.seats.values())


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


@covers("a_most_dangerous_time", "3.1.4", "3.1.6", "3.1.10", "3.1.11", "Chart.1", "3.2.8")
def test_seven_alliances_of_18_clans_and_five_neutrals(amdt: Game) -> None:
    assert len(amdt.alliances) == 7
    assert [a.id for a in amdt.alliances.values() if a.sides == (a.id,)] == ["takeda", "uesugi"]
    allied = [side for alliance in amdt.alliances.values() for side in alliance.sides]
    assert len(allied) == len(set(allied)) == 18
    assert set(amdt.sides) - set(allied) == {"bessho", "hatano", "hatakeyama", "iga_ninja", "neutral_minor"}


@covers("a_most_dangerous_time", "2.0.3", "14.1.32", "2.5.1")
def test_64_cards_numbered_in_order(amdt: Game) -> None:
    assert [card.number for card in amdt.cards.values()] == list(range(1, 65))
    assert amdt.piles["event_deck"].pieces == tuple(amdt.cards)
    assert all(card.when and card.effect for card in amdt.cards.values())
    assert {card.kind for card in amdt.cards.values()} == {"event"}  # aids and history are no cards of this game


@covers("a_most_dangerous_time", "11.0.5")
def test_regroup_box_for_every_clan_but_the_minors(amdt: Game) -> None:
    boxes = {s.values["clan"] for s in amdt.spaces.values() if s.kind == "regroup_box"}
    assert boxes == set(amdt.sides) - {"neutral_minor"}


@covers("a_most_dangerous_time", "2.33.9")
def test_tracks_run_over_the_boxes_of_their_displays(amdt: Game) -> None:
    shown = {track.id: len(amdt.map.displays[track.display or ""].boxes) for track in amdt.tracks.values()}
    assert shown == {"turn": 30, "movement": 21, "damage_active": 21, "damage_other": 21}
    assert len(amdt.tracks["turn"].boxes) == 60  # the marker goes round once more with its +30 side up


# -- values the engine plays with --------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "1.0.1")
def test_seats_of_two_players(amdt: Game) -> None:
    assert amdt.seats["oda"].sides == ("oda", "tokugawa", "matsunaga", "hosokawa", "tsutsui")
    assert set(amdt.seats["anti_oda"].sides) == {
        side for a in amdt.alliances.values() if a.id != "oda" for side in a.sides
    }
    assert {s.id: s.seats for s in amdt.scenarios.values() if len(s.seats) == 2} == dict.fromkeys(
        ("short", "standard", "campaign"), ("oda", "anti_oda")
    )


@covers("a_most_dangerous_time", "3.31.1", "3.31.2", "3.33.3", "16.2.4(2).1", "16.2.4(3).1", "Card18.1", "2.42.2")
def test_forts_and_ports_of_the_spaces_that_rules_name(amdt: Game) -> None:
    names = ("takamatsu", "tottori", "uotsu", "ishiyama", "sumoto", "gifu", "kiyosu", "kyo")
    found = {id: (amdt.spaces[id].values["fort"], bool(amdt.spaces[id].values.get("port"))) for id in names}
    assert found == {
        "takamatsu": (2, False),
        "tottori": (2, False),
        "uotsu": (1, False),
        "ishiyama": (3, True),
        "sumoto": (1, True),
        "gifu": (3, False),
        "kiyosu": (2, False),
        "kyo": (0, False),
    }
    assert [id for id in names if amdt.spaces[id].values.get("home_castle")] == ["gifu", "kiyosu"]


@covers("a_most_dangerous_time", "11.3.1")
def test_the_box_of_the_ikko_ikki_prints_one_and_no_more(amdt: Game) -> None:
    values = amdt.spaces["regroup_ikko_ikki"].values
    assert (values["clan"], values["base"], "most" in values) == ("ikko_ikki", 1, False)


@covers("a_most_dangerous_time", "2.45.2", "2.45.6", "2.45.7")
def test_whose_the_off_board_areas_are(amdt: Game) -> None:
    areas = {
        s.id: (s.values["only"], s.values.get("extra_cost")) for s in amdt.spaces.values() if s.kind == "off_board"
    }
    assert areas == {"echigo": ("uesugi", 1), "chugoku": ("mori", 1), "tomo": ("ashikaga", 0)}
    assert amdt.map.links_of["tomo"] == ()


@covers("a_most_dangerous_time", "2.31.9", "10.3(3).6", "15.2.4", "2.33.6", "16.2.2(5).1", "2.32.9", "15.1.1")
def test_numbers_on_counters_that_rules_name(amdt: Game) -> None:
    assert amdt.counters["murakami_soldier"].values["sea_bonus"] == 1
    assert amdt.counters["ikko_ikki_soldier"].values["land_bonus"] == 1
    assert [c.id for c in amdt.counters.values() if c.values.get("turn_end") is True] == ["chit_turn_end"]
    assert amdt.counters["chit_tokugawa"].values["seat_4p"] == "tokugawa"
    shogun = [
        (face.values["grade"], face.values["bravery"], face.values["diplomacy"])
        for face in amdt.counters["yoshiaki"].faces
    ]
    assert shogun == [("samurai", 1, True), ("daimyo", 1, True)]


@covers("a_most_dangerous_time", "11.5.1", "11.5.2", "11.5.3", "14.1.34", "15.6.1", "14.3(Campaign).5")
def test_options_as_the_game_is_played_without_a_word(amdt: Game) -> None:
    options = {id: option.default for id, option in amdt.options.items()}
    assert options == {
        "victory": "standard",
        "good_fortune": True,
        "regroup_by_spaces": False,
        "castles_needed": 6,
        "heir_after_combat_death": False,
        "murakami_fire_bonus": False,
        "promotion_by_non_active_side": True,
        "retreat_initiative": -1,
        "nobunaga_illness_from_turn": 31,
        "campaign_safety_turn": 60,
        "oda_betrayal_by_oda": False,
    }
