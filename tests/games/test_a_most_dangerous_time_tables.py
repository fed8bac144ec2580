"""Every table of A Most Dangerous Time against a second transcription of the rulebook's figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.tables import ResultTable
from tests.rules.covering import covers


@pytest.fixture(scope="module")
def amdt(game_of: Callable[[str], Game]) -> Game:
    return game_of("a_most_dangerous_time")


def rows(table: ResultTable) -> list[tuple[object, ...]]:
    """Every row with its head in front."""
    return [(head.label, *cells) for head, cells in zip(table.rows.heads, table.cells, strict=True)]


def heads(table: ResultTable) -> list[str]:
    return [head.label for head in table.columns.heads]


def test_no_table_is_left_untested(amdt: Game) -> None:
    assert set(amdt.tables) == {
        "leader_loss",
        "initiative",
        "negotiation",
        "movement_costs",
        "regroup_values",
        "reinforcements",
        "card_timing",
        "factions",
        "units",
        "leaders",
        "setup",
        "four_player_leaders",
        "four_player_spheres",
        "four_player_targets",
    }


@covers("a_most_dangerous_time", "10.3(5).6", "10.3(5).2", "10.3(5).3", "10.3(5).4")
def test_leader_loss(amdt: Game) -> None:
    table = amdt.tables["leader_loss"]
    assert heads(table) == ["result", "placement"]
    assert rows(table) == [
        ("1-2", "wounded", "turn track, next turn"),
        ("3-4", "badly wounded", "turn track, two turns on"),
        ("5-6", "killed", "Permanently Eliminated Units Box"),
    ]
    assert [table.cell("result", die) for die in range(1, 7)] == [
        "wounded",
        "wounded",
        "badly wounded",
        "badly wounded",
        "killed",
        "killed",
    ]
    assert table.look_up("result", 1).values == {"turns": 1}
    assert table.look_up("result", 4).values == {"turns": 2}
    assert table.look_up("result", 6).values == {"dead": True}
    placed = {code: dict(result.values) for code, result in table.results.items() if "turn" in code or "Box" in code}
    assert placed == {
        "turn track, next turn": {"turns": 1},
        "turn track, two turns on": {"turns": 2},
        "Permanently Eliminated Units Box": {"dead": True},
    }


FIRED_ON = "is fired on, then leaves"


@covers("a_most_dangerous_time", "10.3(2).13")
def test_initiative(amdt: Game) -> None:
    table = amdt.tables["initiative"]
    assert heads(table) == ["nobody retreats", "this side retreats"]
    assert rows(table) == [
        ("+2 or more", "only this side fires", "leaves without fire"),
        ("+1, higher bravery", "only this side fires", "leaves without fire"),
        ("+1, bravery not higher", "both fire", FIRED_ON),
        ("0", "both fire", FIRED_ON),
        ("-1, enemy braver", "only the enemy fires", FIRED_ON),
        ("-1, enemy not braver", "both fire", FIRED_ON),
        ("-2 or less", "only the enemy fires", FIRED_ON),
    ]


@covers("a_most_dangerous_time", "10.3(2).7", "10.3(2).8", "10.3(2).9", "10.3(2).10", "10.3(2).11", "10.3(2).12")
def test_what_initiative_means_for_fire(amdt: Game) -> None:
    table = amdt.tables["initiative"]
    fire = {code: (result.values["own_fire"], result.values["enemy_fire"]) for code, result in table.results.items()}
    assert fire == {
        "only this side fires": (True, False),
        "both fire": (True, True),
        "only the enemy fires": (False, True),
        "leaves without fire": (False, False),
        FIRED_ON: (False, True),
    }


@covers(
    "a_most_dangerous_time", "10.3(2).2", "5.3.5", "10.3(2).4", "10.3(2).5", "CardsUnnumbered.1", "13.3(2).1", "13.3.2"
)
@covers("a_most_dangerous_time", "Card29.1", "Cards39-40.1")
def test_what_is_added_to_the_initiative_die(amdt: Game) -> None:
    printed = {m.name.en: m.value for m in amdt.tables["initiative"].modifiers if m.value is not None}
    assert printed == {
        "Overall commander is a Daimyo": 1,
        "Commander or leaderless force out of communication": -1,
        "Side that retreats in this round": -1,
        "Massed Gunnery": 2,
        "Murakami in a Sea Area": 1,
        "Iron Ship in a Sea Area": 2,
    }
    played = amdt.constants["initiative"].value
    assert [played[key] for key in ("daimyo", "out_of_communication", "massed_gunnery")] == [1, -1, 2]
    assert [played[key] for key in ("murakami_at_sea", "iron_ship_at_sea")] == [1, 2]
    assert amdt.options["retreat_initiative"].default == printed["Side that retreats in this round"]


def test_negotiation(amdt: Game) -> None:
    assert rows(amdt.tables["negotiation"]) == [
        ("base", 6),
        ("target with a Daimyo", 2),
        ("target with a Samurai", 1),
        ("target neutral", -1),
        ("target besieged", -1),
    ]


@covers("a_most_dangerous_time", "9.3.5")
def test_movement_costs(amdt: Game) -> None:
    table = amdt.tables["movement_costs"]
    assert heads(table) == ["units per point", "cost"]
    assert rows(table) == [
        ("road step", "1-8", 1),
        ("trail step", "1-4", 1),
        ("sea lane step", 1, 1),
        ("strategic move, two steps, roads only", "1-8", 1),
        ("activate a location for combat (no new arrivals)", "-", 1),
        ("besieged Units into the field of their Space", "any", 1),
        ("entering Echigo or Chugoku", "as the edge", "1 extra"),
    ]


def test_link_kinds_carry_what_the_cost_table_says(amdt: Game) -> None:
    kinds = amdt.map.link_kinds
    assert {id: (kind.values["units_per_point"], kind.values["strategic"]) for id, kind in kinds.items()} == {
        "road": (8, True),
        "trail": (4, False),
        "sea_lane": (1, False),
    }


@covers("a_most_dangerous_time", "11.0.3", "11.0.4", "11.0.6", "11.0.8")
def test_regroup_values(amdt: Game) -> None:
    table = amdt.tables["regroup_values"]
    assert heads(table) == ["base", "+1 for each of", "maximum"]
    assert rows(table) == [
        ("Oda", 4, "Takeda, Azai, Asakura, Miyoshi", 8),
        ("Tokugawa", 1, "Takeda", 2),
        ("Takeda", 2, "Tokugawa", 3),
        ("all others (not Ikko-Ikki)", "1 unless the box says otherwise", "-", "as base"),
    ]


def test_regroup_boxes_agree_with_the_table(amdt: Game) -> None:
    boxes = {s.values["clan"]: s.values for s in amdt.spaces.values() if s.kind == "regroup_box"}
    rising = {clan: (v["base"], v["raised_by"], v["most"]) for clan, v in boxes.items() if "raised_by" in v}
    assert rising == {
        "oda": (4, ("takeda", "azai", "asakura", "miyoshi"), 8),
        "tokugawa": (1, ("takeda",), 2),
        "takeda": (2, ("tokugawa",), 3),
    }
    assert {clan for clan, v in boxes.items() if v["base"] != 1} == {"oda", "takeda"}
    assert [clan for clan, v in boxes.items() if v["by_grouping"]] == ["ikko_ikki"]


def test_reinforcements(amdt: Game) -> None:
    kaga = "one Ikko-Ikki Soldier each for the Minor Clans of Daisho-ji and Oyama"
    assert [tuple(row) for row in rows(amdt.tables["reinforcements"])] == [
        ("Enryaku-ji", 2, 2, "at the start of the turn"),
        ("Takeda", 6, 14, "-"),
        ("Mori, Ukita, Murakami", 13, 26, "-"),
        ("Uesugi", 15, 10, kaga),
    ]


WINDOWS = [
    ("1-18, 20-25", "betrayal", "step 3 of own impulse, or step 4 of a combat sequence"),
    ("19, 26-28, 41-46", "impulse card", "step 1 of own impulse"),
    ("29, 39-40, 47-48", "field combat card", "before a field combat"),
    ("30", "Emperor Mandates a Truce", "before a field or siege combat"),
    ("31", "Master of Tactics", "step 9 of own impulse (6.1: End Phase)"),
    ("32", "Brilliant Maneuver", "before a chit draw"),
    ("33-38", "Forced March", "step 6 of own impulse"),
    ("49-56", "Ikko-Ikki Riot", "any time in an Ikko-Ikki impulse"),
    ("57-58", "Truce with Ikko-Ikki", "any time in an Oda impulse"),
    ("59-64", "Samurai becomes a Daimyo", "any time in own impulse; also step 3 of a combat sequence"),
]


def test_card_timing(amdt: Game) -> None:
    assert rows(amdt.tables["card_timing"]) == WINDOWS


def test_every_card_has_the_window_of_its_number(amdt: Game) -> None:
    windows = {
        "betrayal": [*range(1, 19), *range(20, 26)],
        "start_impulse": [19, 26, 27, 28, *range(41, 47)],
        "field": [29, 39, 40, 47, 48],
        "combat": [30],
        "end_impulse": [31],
        "pre_draw": [32],
        "move": [*range(33, 39)],
        "ikko_impulse": [*range(49, 57)],
        "oda_impulse": [57, 58],
        "any": [*range(59, 65)],
    }
    found: dict[str, list[int | None]] = {}
    for card in amdt.cards.values():
        found.setdefault(card.values["timing"], []).append(card.number)
    assert found == windows


@covers("a_most_dangerous_time", "3.1.1", "3.1.3", "3.1.7", "3.1.8")
def test_factions(amdt: Game) -> None:
    assert rows(amdt.tables["factions"]) == [
        ("Oda Alliance", "Oda", "Oda, Tokugawa, Matsunaga, Tsutsui, Hosokawa"),
        ("Anti-Oda Minor Alliance", "Anti-Oda", "Ashikaga, Rokkaku, Miyoshi, Enryaku-ji, Murakami"),
        ("Takeda Alliance", "Anti-Oda", "Takeda"),
        ("Azai/Asakura Alliance", "Anti-Oda", "Azai, Asakura"),
        ("Uesugi Alliance", "Anti-Oda", "Uesugi"),
        ("Mori Alliance", "Anti-Oda", "Mori, Ukita"),
        ("Ikko-Ikki Alliance", "Anti-Oda", "Ikko-Ikki, Saika"),
        ("none", "Neutral", "Bessho, Hatano, Iga Ninja, Hatakeyama"),
    ]


UNITS = [
    ("Oda", 40, "1 Daimyo, 7 Samurai, 32 Soldiers"),
    ("Tokugawa", 6, "Ieyasu, 5 Soldiers"),
    ("Matsunaga", 2, "Hisahide, 1 Soldier"),
    ("Hosokawa", 2, "Fujitaka, 1 Soldier"),
    ("Tsutsui", 2, "Junkei, 1 Soldier"),
    ("Azai", 6, "Daimyo Nagamasa, 5 Soldiers"),
    ("Asakura", 11, "Daimyo Yoshikage, Samurai Kageakira and Kagetake, 8 Soldiers"),
    ("Ikko-Ikki", 28, "Soldiers only (14 on map, 14 in box)"),
    ("Saika", 2, "Magoichi, 1 Soldier"),
    ("Miyoshi", 6, "Samurai Nagayuki and Masayasu, 4 Soldiers"),
    ("Rokkaku", 2, "Yoshikata, 1 Soldier"),
    ("Ashikaga", 1, "Yoshiaki; extra Soldiers only through diplomacy"),
    ("Enryaku-ji", 2, "2 Soldiers"),
    ("Murakami", 2, "2 Soldiers with +1"),
    ("Takeda", 14, "Daimyo Shingen, Samurai Masakage and Nobuharu, 11 Soldiers"),
    ("Mori", 18, "Daimyo Terumoto, Samurai Motoharu and Takakage, 15 Soldiers"),
    ("Ukita", 6, "Naoie, 5 Soldiers"),
    ("Uesugi", 10, "Daimyo Kenshin, 9 Soldiers"),
    ("Bessho", 4, "Nagaharu, 3 Soldiers"),
    ("Hatano", 2, "Hideharu, 1 Soldier"),
    ("Hatakeyama", 2, "Tsugutsura, 1 Soldier"),
    ("Iga Ninja", 2, "2 Soldiers"),
    ("Minor Clans", 13, "Soldiers"),
]


def test_units_per_clan(amdt: Game) -> None:
    assert rows(amdt.tables["units"]) == UNITS


# leader, Clan, grade, bravery, Diplomatic Ability
LEADERS = [
    ("nobunaga", "oda", "daimyo", 1, True),
    ("nobutada", "oda", "daimyo", 1, False),
    ("hideyoshi", "oda", "samurai", 1, True),
    ("mitsuhide", "oda", "samurai", 1, True),
    ("katsuie", "oda", "samurai", 2, False),
    ("nagahide", "oda", "samurai", 1, False),
    ("kazumasu", "oda", "samurai", 1, False),
    ("nobumori", "oda", "samurai", 1, False),
    ("murashige", "oda", "samurai", 1, False),
    ("ieyasu", "tokugawa", "samurai", 2, False),
    ("hisahide", "matsunaga", "samurai", 1, True),
    ("fujitaka", "hosokawa", "samurai", 1, False),
    ("junkei", "tsutsui", "samurai", 1, False),
    ("nagamasa", "azai", "daimyo", 2, False),
    ("yoshikage", "asakura", "daimyo", 1, False),
    ("kageakira", "asakura", "samurai", 1, False),
    ("kagetake", "asakura", "samurai", 1, False),
    ("magoichi", "saika", "samurai", 2, False),
    ("nagayuki", "miyoshi", "samurai", 1, False),
    ("masayasu", "miyoshi", "samurai", 1, False),
    ("yoshikata", "rokkaku", "samurai", 1, False),
    ("yoshiaki", "ashikaga", "samurai", 1, True),
    ("shingen", "takeda", "daimyo", 3, True),
    ("katsuyori", "takeda", "daimyo", 2, False),
    ("masakage", "takeda", "samurai", 2, False),
    ("nobuharu", "takeda", "samurai", 1, False),
    ("terumoto", "mori", "daimyo", 1, False),
    ("motoharu", "mori", "samurai", 2, False),
    ("takakage", "mori", "samurai", 1, True),
    ("naoie", "ukita", "samurai", 1, True),
    ("kenshin", "uesugi", "daimyo", 3, False),
    ("kagekatsu", "uesugi", "daimyo", 1, False),
    ("nagaharu", "bessho", "samurai", 1, False),
    ("hideharu", "hatano", "samurai", 1, False),
    ("tsugutsura", "hatakeyama", "samurai", 1, False),
]


@covers("a_most_dangerous_time", "Chart.4")
def test_leader_values(amdt: Game) -> None:
    words = {True: "yes", False: "no"}
    assert rows(amdt.tables["leaders"]) == [(*row[:4], words[row[4]]) for row in LEADERS]


@covers("a_most_dangerous_time", "2.32.4", "2.32.5", "10.4.17", "10.5.23")
def test_counters_carry_the_leader_values(amdt: Game) -> None:
    found = set()
    for counter in amdt.counters.values():
        if counter.kind == "leader":
            for face in counter.faces:
                who = str(face.values["short"]).lower()
                found.add((who, face.side, face.values["grade"], face.values["bravery"], face.values["diplomacy"]))
    assert found == {*LEADERS, ("yoshiaki", "ashikaga", "daimyo", 1, True)}  # his Anti-Oda side is a Daimyo (2.32)


MINORS = (
    "Kozuki, Himeji, Izushi, Kuroi, Miyazu, Tanba Kameyama, Obama, Daisho-ji, Oyama, Toyama, Nagashino, Futamata, "
    "Kakegawa"
)
SETUP = [
    ("Minor Clans", "Neutral", 1, "soldier", MINORS, "units in each place"),
    ("Bessho", "Neutral", 4, "unit", "Kakogawa, Miki", "Anti-Oda player splits"),
    ("Hatano", "Neutral", 2, "unit", "Yagami", "all"),
    ("Hatakeyama", "Neutral", 2, "unit", "Nanao", "all"),
    ("Iga Ninja", "Neutral", 2, "unit", "Ueno", "all"),
    ("Ikko-Ikki 1", "Ikko-Ikki", 6, "soldier", "Ishiyama", "all"),
    ("Ikko-Ikki 2", "Ikko-Ikki", 4, "soldier", "Nagashima", "all"),
    ("Ikko-Ikki 3", "Ikko-Ikki", 1, "soldier", "Arioka, Hanakuma, Kishiwada, Negoro-ji", "units in each place"),
    ("Ikko-Ikki 4", "Ikko-Ikki", 14, "soldier", "Ikko-Ikki Regroup Box", "all"),
    ("Saika", "Ikko-Ikki", 2, "unit", "Saika", "all"),
    ("Miyoshi", "Anti-Oda Minors", 6, "unit", "Noda Fukushima", "all"),
    ("Rokkaku", "Anti-Oda Minors", 2, "unit", "Mitsukuri", "all"),
    ("Ashikaga", "Anti-Oda Minors", 1, "Yoshiaki, Neutral side up", "Kyo", "all"),
    ("Azai", "Azai/Asakura", 6, "unit", "Sawayama, Yokoyama, Odani", "Anti-Oda player splits"),
    ("Asakura", "Azai/Asakura", 11, "unit", "Ono, Ichijo-dani, Echizen Fuchu, Kitanosho", "Anti-Oda player splits"),
    ("Oda 1", "Oda", 16, "Nobunaga and 15 units", "Kanagasaki", "Oda player picks units; Oda control marker"),
    ("Oda 2", "Oda", 0, "control marker", "Mt. Hiei", "marker only"),
    ("Oda 3", "Oda", 4, "unit", "Kyo, Kiyosu", "units in each place, Oda player picks units"),
    (
        "Oda 4",
        "Oda",
        2,
        "unit",
        "Ibaraki, Otsu, Kannon-ji, Minakuchi, Ise Kameyama, Kuwana, Ogaki, Iwamura",
        "units in each place, Oda player picks units",
    ),
    ("Tokugawa", "Oda", 6, "unit", "Hamamatsu, Yoshida, Okazaki", "Oda player splits"),
    ("Matsunaga", "Oda", 2, "unit", "Mt. Shigi", "all"),
    ("Hosokawa", "Oda", 2, "unit", "Shoryu-ji", "all"),
    ("Tsutsui", "Oda", 2, "unit", "Yamato-koriyama", "all"),
    ("Enryaku-ji", "Anti-Oda Minors", 2, "unit", "turn track 2", "all"),
    ("Takeda", "Takeda", 14, "unit", "Takeda Regroup Box", "all; Takeda chit on turn 6"),
    ("Ukita", "Mori", 6, "unit", "Ukita Regroup Box", "all; arrives with Mori"),
    ("Mori", "Mori", 18, "unit", "Mori Regroup Box", "all; Mori chit on turn 13"),
    ("Murakami", "Anti-Oda Minors", 2, "unit", "Murakami Regroup Box", "all; arrives with Mori"),
    ("Uesugi", "Uesugi", 10, "unit", "Uesugi Regroup Box", "all; Uesugi chit on turn 15"),
]


def test_setup_chart(amdt: Game) -> None:
    table = amdt.tables["setup"]
    assert heads(table) == ["alliance", "units", "unit type", "places", "distribution"]
    assert rows(table) == SETUP


HIDEYOSHI = "Mino, Omi, Settsu, Shinano, Harima, Bizen, Bitchu, Mimasaka, Sea of Harima, Sea of Mizushima, Iga"
TOKUGAWA = (
    "Yamashiro (without Kyo), Yamato, Mikawa, Totomi, Suruga, Izumi, Kii, Tanba, Tango, Tajima, Inaba, Hoki, Wakasa, "
    "Kai"
)


@covers("a_most_dangerous_time", "16.2.4(2).1")
def test_four_player_charts(amdt: Game) -> None:
    assert rows(amdt.tables["four_player_leaders"]) == [
        ("Hideyoshi", "Hideyoshi Hashiba, Nobumori Sakuma, Murashige Araki"),
        ("Katsuie", "Katsuie Shibata, Kazumasu Takigawa, Nagahide Niwa"),
        ("Tokugawa", "Mitsuhide Akechi, Ieyasu Tokugawa, Fujitaka Hosokawa, Junkei Tsutsui, Hisahide Matsunaga"),
    ]
    assert rows(amdt.tables["four_player_targets"]) == [
        ("Hideyoshi", "Takamatsu"),
        ("Katsuie", "Uotsu"),
        ("Tokugawa", "Tottori"),
    ]
    assert rows(amdt.tables["four_player_spheres"]) == [
        ("Hideyoshi", HIDEYOSHI),
        ("Katsuie", "Owari, Ise, Echizen, Etchu, Kaga, Noto, Awaji, Awa, Bay of Kawachi, Sanuki"),
        ("Tokugawa", TOKUGAWA),
    ]


@covers("a_most_dangerous_time", "16.2.2(3).2")
def test_provinces_and_seas_lie_in_the_spheres_of_the_chart(amdt: Game) -> None:
    found: dict[str, set[str]] = {}
    for region in amdt.map.regions.values():
        found.setdefault(region.values["sphere"], set()).add(region.name.en)
    for space in amdt.spaces.values():
        if space.kind == "sea_area":
            found.setdefault(space.values["sphere"], set()).add(space.name.en)
    chart = {
        head.lower(): set(str(cell).replace(" (without Kyo)", "").split(", "))
        for head, cell in rows(amdt.tables["four_player_spheres"])
        if isinstance(head, str)
    }
    assert found == chart


NUMBERS = {
    "waypoint_limit": 4,
    "fort_capacity": 2,
    "destroyed_fort": 1,
    "kyo_movement_bonus": 2,
    "command": {"daimyo": 7, "samurai": 3},
    "hit_in_the_field": 6,
    "hit_at_sea": 5,
    "hit_on_a_fort": 6,
    "initiative": {
        "daimyo": 1,
        "out_of_communication": -1,
        "massed_gunnery": 2,
        "murakami_at_sea": 1,
        "iron_ship_at_sea": 2,
    },
    "ikko_ikki_bonus": {"ikko_ikki": 1},
    "murakami_bonus": {"murakami": 1},
    "out_of_communication": {"units_for_movement": 2, "units_per_hit": 2},
    "units_per_die": 2,
    "wound_turns": {"wounded": 1, "badly_wounded": 2},
    "regroup_placement": {"per_space": 1, "kyo": 2, "ikko_ikki_per_space": 2, "ikko_ikki_kyo": 4},
    "regroup_spaces_divisor": 5,
    "azuchi": {"first_turn": 10, "cost": 6, "cost_to_raise": 6, "first_level": 2, "last_level": 3},
    "three_player_home_castles": 7,
    "nobunaga_guard": {"soldiers": 3, "regroup": 2, "escort": 7},
    "oda_numbers": {
        "kanagasaki": 16,
        "kyo": 4,
        "kiyosu": 4,
        "ibaraki": 2,
        "otsu": 2,
        "kannon_ji": 2,
        "minakuchi": 2,
        "ise_kameyama": 2,
        "kuwana": 2,
        "ogaki": 2,
        "iwamura": 2,
    },
}


def test_numbers_of_the_rules(amdt: Game) -> None:
    assert {id: amdt.constants[id].value for id in NUMBERS} == NUMBERS
    assert amdt.constants["illness"].value["dies_on_or_below"] == 3
    short = amdt.constants["short_game"].value
    assert (short["turns"], tuple(short["levels"]), short["good_fortune_counts"]) == (10, (2, 3), 1)
