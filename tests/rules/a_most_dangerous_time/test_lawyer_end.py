"""A rules lawyer's cases: falls, chits, the End Phase, special rules, victory."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    controls,
    go,
    hand,
    piece,
    position,
    prompt,
    refused,
    soldiers,
    where,
)
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}


def impulse_over(at: dict[str, str], **more: Any) -> Session:
    """Step 8 of an impulse has been carried out."""
    return position("control", at, **{"chit": "chit_oda", "deck": [], **more})


# -- 2.46, 3.3: control and falls --------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "2.46.7", "2.46.8", "2.46.9")
@pytest.mark.parametrize(("fallen", "holder"), [(None, "azai"), ("oda", "ikko_ikki")])
def test_odani_retaken_by_monks(fallen: str | None, holder: str) -> None:
    marks = {"azai": {"fallen": fallen}} if fallen else {}
    session = impulse_over(
        {"odani": "2 ikko_ikki", "kyo": "1 oda"}, chit="chit_ikko_ikki", control={"odani": "oda"}, marks=marks
    )
    assert controls(session, "odani") == holder


@covers("a_most_dangerous_time", "2.46.x1", "2.46.3")
def test_a_besieged_enemy_keeps_his_space_and_an_empty_space_keeps_its_holder() -> None:
    session = impulse_over({"sawayama": "nobunaga 2 oda (1 azai)", "odani": "nagamasa", **HOME}, control={"ono": "oda"})
    assert (controls(session, "sawayama"), controls(session, "ono")) == ("azai", "oda")


@covers("a_most_dangerous_time", "15.7.1", "2.46.x2")
@pytest.mark.parametrize(("units", "holder"), [("1 azai", "azai"), ("", "oda"), ("2 ikko_ikki", "ikko_ikki")])
def test_azai_hold_foreign_spaces_only_with_units(units: str, holder: str) -> None:
    session = impulse_over(
        {"kannon_ji": units, "odani": "nagamasa", **HOME}, chit="chit_azai_asakura", control={"kannon_ji": "azai"}
    )
    assert controls(session, "kannon_ji") == holder


@covers("a_most_dangerous_time", "3.3.3", "3.3.5", "3.3.6", "3.3.9", "2.46.4")
def test_the_fall_of_asakura_with_their_head_besieged() -> None:
    session = impulse_over(
        {
            "ichijo_dani": "katsuie 3 oda ieyasu 1 tokugawa",
            "ono": "1 oda (yoshikage)",
            "kitanosho": "2 asakura",
            **HOME,
        },
        control={"ichijo_dani": "oda", "echizen_fuchu": "oda"},
    )
    assert session.table.marks["asakura", "fallen"] == "oda"
    assert where(session, "yoshikage") == "permanently_eliminated"
    assert not soldiers(session, "kitanosho", "asakura")
    assert piece(session, "asakura_soldier#1").side == "oda"
    assert where(session, "asakura_soldier#1") == "regroup_oda"
    assert controls(session, "kitanosho") == "oda"


@covers("a_most_dangerous_time", "3.3.x2", "4.1(8).1", "2.46.x1")
def test_besiegers_gain_the_space_when_the_last_besieged_falls_with_his_clan() -> None:
    """Fujitaka is shut in Ibaraki, which is Oda's; with Shoryu-ji lost the Hosokawa fall, and nobody is left there."""
    session = impulse_over(
        {"ibaraki": "2 ikko_ikki (fujitaka)", "shoryu_ji": "1 ikko_ikki", "kyo": "1 oda", **HOME},
        chit="chit_ikko_ikki",
        control={"shoryu_ji": "ikko_ikki"},
    )
    assert session.table.marks["hosokawa", "fallen"] == "ikko_ikki"
    assert controls(session, "ibaraki") == "ikko_ikki"


@covers("a_most_dangerous_time", "3.3.3")
def test_a_free_leader_saves_his_clan() -> None:
    session = impulse_over(
        {"ichijo_dani": "katsuie 3 oda", "kitanosho": "kagetake", "ono": "1 oda (yoshikage)", **HOME},
        control={"ichijo_dani": "oda"},
    )
    assert ("asakura", "fallen") not in session.table.marks


@covers("a_most_dangerous_time", "3.3.4")
def test_oda_fall_only_with_both_home_castles() -> None:
    for kiyosu, falls in (("oda", False), ("takeda", True)):
        session = impulse_over(
            {"gifu": "shingen 5 takeda", "kiyosu": f"1 {kiyosu}"},
            chit="chit_takeda",
            control={"gifu": "takeda", "kiyosu": kiyosu},
            entered=["takeda"],
        )
        assert (("oda", "fallen") in session.table.marks) is falls


@covers("a_most_dangerous_time", "3.32.1", "3.32.2")
def test_fallen_takeda_leave_the_game_and_traitors_stay() -> None:
    session = impulse_over(
        {"tsutsujigasaki": "katsuie 3 oda", "takato": "2 takeda", "kyo": "masakage"},
        control={"tsutsujigasaki": "oda"},
        entered=["takeda"],
        sides={"masakage": "oda"},
    )
    assert where(session, "takeda_soldier#1") == where(session, "shingen") == "permanently_eliminated"
    assert where(session, "masakage") == "kyo"


@covers("a_most_dangerous_time", "3.31.1", "3.31.4", "3.31.6")
def test_mori_withdraw_with_takamatsu_and_tottori_and_ukita_go_on() -> None:
    places = {"takamatsu": "katsuie", "tottori": "1 oda", "okayama": "naoie 1 mori 1 ukita", "ueshi": "terumoto"}
    for tottori, gone in (("mori", False), ("oda", True)):
        session = impulse_over(
            {**places, "tottori": f"1 {tottori}"}, control={"takamatsu": "oda", "tottori": tottori}, entered=["mori"]
        )
        assert (where(session, "terumoto") == "permanently_eliminated") is gone
        assert where(session, "naoie") == "okayama"


@covers("a_most_dangerous_time", "4.1(8).2", "6.2.1", "6.2.2", "6.2.4")
@pytest.mark.parametrize(
    ("at", "control", "cards"),
    [
        ({"otsu": "2 ikko_ikki", "kyo": "1 oda"}, {}, 1),
        ({"otsu": "2 ikko_ikki", "minakuchi": "1 ikko_ikki"}, {}, 2),
        ({"otsu": "2 ikko_ikki", "kyo": "1 ikko_ikki"}, {}, 0),
        ({"otsu": "2 ikko_ikki", "kyo": "1 azai"}, {"kyo": "azai"}, 0),
    ],
)
def test_a_card_for_each_new_space_unless_the_faction_has_kyo(
    at: dict[str, str], control: dict[str, str], cards: int
) -> None:
    session = position(
        "control", {**at, "nagashima": "1 ikko_ikki"}, chit="chit_ikko_ikki", control=control, deck=[33, 34, 35]
    )
    while asked(session) == ["chance"] and session.asks["chance"].purpose.startswith("draw event"):
        go(session, session.legal()[0])
    assert hand(session, "anti_oda") == cards


@covers("a_most_dangerous_time", "2.43.6", "2.43.7", "2.43.8", "2.44.1")
@pytest.mark.parametrize("place", ["w_seta", "sea_of_harima"])
def test_four_stay_in_a_waypoint_and_the_enemy_picks_the_fifth(place: str) -> None:
    session = position("impulse_end", {place: "katsuie 4 oda", **HOME}, chit="chit_oda")
    assert asked(session) == ["anti_oda"]
    go(session, "katsuie")
    assert (where(session, "katsuie"), at(session, place)) == ("regroup_oda", "4 oda")


# -- 4: chits ----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "4.1.5", "4.1.7")
@pytest.mark.parametrize(
    ("place", "aside"), [("regroup_oda", "chits_aside"), ("permanently_eliminated", "permanently_eliminated")]
)
def test_the_named_chit_of_an_absent_leader(place: str, aside: str) -> None:
    session = position("draw_chit", {"kyo": "katsuie"}, moved={"nobunaga": place, "chit_oda_nobunaga": "cup"})
    go(session, "chit_oda_nobunaga")
    assert where(session, "chit_oda_nobunaga") == aside
    assert asked(session) == ["chance"]


@covers("a_most_dangerous_time", "4.2(5).2", "4.2(5).3")
@pytest.mark.parametrize(("nobunaga", "inside"), [("kyo", True), ("regroup_oda", False), ("turn_5", False)])
def test_the_new_cup(nobunaga: str, inside: bool) -> None:
    session = position("cup", {"odani": "nagamasa", **HOME}, moved={"nobunaga": nobunaga}, entered=["takeda"])
    cup = set(session.table.stacks.get("cup", ()))
    assert ("chit_oda_nobunaga" in cup) is inside
    assert {"chit_oda", "chit_takeda", "chit_turn_end", "chit_ikko_ikki", "chit_anti_oda_minors"} <= cup
    assert not {"chit_mori", "chit_uesugi", "chit_takeda_shingen", "chit_tokugawa"} & cup  # Shingen is in the box


# -- 11: regroup and arrivals ------------------------------------------------------------------------------------------
def regroup(at: dict[str, str], seat: str = "oda", **more: Any) -> Session:
    return position("regroup", at, seat=seat, **more)


@covers("a_most_dangerous_time", "11.2.3", "11.2.4", "11.2.5", "11.0.15")
def test_one_in_a_space_two_in_kyo_four_in_all() -> None:
    session = regroup({"odani": "nagamasa"})
    go(session, Regroup("oda_soldier#1", "kyo"), Regroup("katsuie", "kyo"))
    assert refused(session, Regroup("oda_soldier#2", "kyo")) is not None
    go(session, Regroup("oda_soldier#2", "otsu"))
    assert refused(session, Regroup("oda_soldier#3", "otsu")) is not None
    assert refused(session, Regroup("oda_soldier#3", "yoshida")) is not None  # the Tokugawa's
    go(session, Regroup("oda_soldier#3", "gifu"))
    assert refused(session, Regroup("oda_soldier#4", "kiyosu")) is not None
    assert refused(session, Regroup("tokugawa_soldier#1", "yoshida")) is None


@covers("a_most_dangerous_time", "11.0.9", "11.0.14", "11.0.10")
@pytest.mark.parametrize(("fallen", "most"), [((), 4), (("azai",), 5), (("azai", "asakura"), 6), (("rokkaku",), 4)])
def test_conquests_raise_odas_number(fallen: tuple[str, ...], most: int) -> None:
    marks = {clan: {"fallen": "oda"} for clan in fallen}
    session = regroup({}, marks=marks)
    spaces = ["kyo", "gifu", "kiyosu", "ogaki", "toki", "iwamura", "kuwana"]
    for n, space in enumerate(spaces[:most]):
        go(session, Regroup(f"oda_soldier#{n + 1}", space))
    assert refused(session, Regroup(f"oda_soldier#{most + 1}", spaces[most])) is not None


@covers("a_most_dangerous_time", "11.3.3", "11.3.4", "11.3.5", "11.3.6", "11.3.8")
def test_monks_come_by_groupings() -> None:
    """Five Spaces round Ishiyama give three, as long as there are fewer than ten; Nagashima, full, gives none."""
    session = regroup({"nagashima": "2 ikko_ikki", "ishiyama": "8 ikko_ikki"}, "anti_oda")
    assert refused(session, Regroup("ikko_ikki_soldier#20", "nagashima")) is not None
    go(session, Regroup("ikko_ikki_soldier#20", "arioka"), Regroup("ikko_ikki_soldier#21", "arioka"))
    assert refused(session, Regroup("ikko_ikki_soldier#22", "hanakuma")) is not None  # ten by now
    fewer = regroup({"nagashima": "1 ikko_ikki", "ishiyama": "2 ikko_ikki"}, "anti_oda")
    go(fewer, Regroup("ikko_ikki_soldier#20", "arioka"), Regroup("ikko_ikki_soldier#21", "arioka"))
    assert refused(fewer, Regroup("ikko_ikki_soldier#22", "arioka")) is not None  # two in a Space
    go(fewer, Regroup("ikko_ikki_soldier#22", "hanakuma"))
    assert refused(fewer, Regroup("ikko_ikki_soldier#23", "kishiwada")) is not None  # three in all
    assert refused(fewer, Regroup("ikko_ikki_soldier#23", "nagashima")) is None
    assert refused(fewer, Regroup("saika_soldier", "saika")) is None


@covers("a_most_dangerous_time", "11.1.1", "11.1.2", "11.1.3")
def test_a_healed_leader_does_not_use_up_the_space() -> None:
    session = position("wounded_return", {}, seat="oda", turn=6, moved={"katsuie": "turn_6", "ieyasu": "turn_7"})
    assert refused(session, "yoshida") is not None
    go(session, "gifu")
    assert where(session, "katsuie") == "gifu"
    assert where(session, "ieyasu") == "turn_7"
    assert refused(session, Regroup("oda_soldier#1", "gifu")) is None


@covers("a_most_dangerous_time", "11.4.1", "11.4.2", "2.45.4")
def test_takeda_arrive_where_they_like_among_their_own() -> None:
    session = position("reinforcements", {}, turn=6)
    assert sorted(session.legal()) == ["iida", "sunpu", "takato", "tsutsujigasaki"]
    while asked(session) == ["anti_oda"] and "where?" in prompt(session):
        go(session, "iida")
    assert session.table.count("iida") == 14


@covers("a_most_dangerous_time", "12.0.4", "12.0.3")
@pytest.mark.parametrize(("sawayama", "die"), [("katsuie", None), ("1 azai (katsuie)", 3)])
def test_a_besieged_leader_who_disbands_rolls(sawayama: str, die: int | None) -> None:
    session = position("disband", {"sawayama": sawayama, **HOME}, seat="oda", control={"sawayama": "oda"})
    go(session, "katsuie")
    if die is not None:
        go(session, (die,))
    assert where(session, "katsuie") == ("regroup_oda" if die is None else "turn_5")


# -- 15: special rules -------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.3.1", "15.3.2", "15.3.3", "15.3.4", "15.3.5")
@pytest.mark.parametrize(("dice", "dies"), [((1, 2), True), ((2, 2), False), ((1, 1), True)])
def test_illness_of_shingen(dice: tuple[int, int], dies: bool) -> None:
    session = position("illness", {"iida": "shingen 1 takeda", **HOME}, entered=["takeda"])
    go(session, dice)
    cup = set(session.table.stacks.get("cup", ()))
    assert (piece(session, "shingen").face == 1) is dies
    assert where(session, "shingen") == "iida"
    assert ("chit_takeda" in cup) is not dies
    assert ("chit_takeda_shingen" in cup) is not dies


@covers("a_most_dangerous_time", "15.1.5", "15.1.6", "Card19.1")
def test_exile_of_the_shogun_with_and_without_the_card() -> None:
    bare = position("event_cards", {"kyo": "nobunaga"}, chit="chit_oda", entered=["takeda"])
    go(bare, "exile_the_shogun", (3,), (4,))  # Mori and Uesugi, not the Takeda
    assert where(bare, "yoshiaki") == "tomo"
    assert (where(bare, "chit_mori"), where(bare, "chit_uesugi")) == ("turn_10", "turn_11")


@covers("a_most_dangerous_time", "15.1.7", "15.1.x1", "2.46.11")
def test_a_new_daimyo_alone_in_kyo_does_not_hold_it_yet() -> None:
    """Nobody is there to fight: control waits for the end of the impulse, and so does what Kyo gives."""
    session = position("event_cards", {"otsu": "2 oda", **HOME}, chit="chit_anti_oda_minors")
    go(session, "convert_the_shogun")
    assert piece(session, "yoshiaki").face == 1
    assert controls(session, "kyo") == "oda"
    over = position("control", {"otsu": "2 oda", **HOME}, chit="chit_anti_oda_minors", faces={"yoshiaki": 1}, deck=[])
    assert controls(over, "kyo") == "ashikaga"


@covers("a_most_dangerous_time", "15.4.8", "11.4.5")
def test_storming_mt_hiei_brings_the_powers_on() -> None:
    session = position(
        "battle",
        {"mt_hiei": "nobunaga 6 oda (1 enryaku_ji)", **HOME},
        chit="chit_oda",
        marks={"mt_hiei": {"activated": True}},
        control={"mt_hiei": "enryaku_ji"},
        turn=12,
        entered=["takeda"],
    )
    while asked(session) != ["chance"]:
        go(session, next(a for a in session.legal() if a in ("storm", "pass") or type(a).__name__ == "Fort"))
    go(session, (1,), (1,) * 7)
    go(session, (4,), (2,))  # Mori 13 - 4: already past, Uesugi 15 - 2
    assert where(session, "chit_uesugi") == "turn_13"
    assert where(session, "chit_mori") in ("turn_9", "turn_12")


@covers("a_most_dangerous_time", "15.5.1", "15.5.2", "15.5.3", "15.5.6")
def test_azuchi() -> None:
    early = position("move", {"kyo": "katsuie"}, chit="chit_oda", points=6, turn=9)
    assert refused(early, Build("kannon_ji")) is not None
    poor = position("move", {"kyo": "katsuie"}, chit="chit_oda", points=5, turn=10)
    assert refused(poor, Build("kannon_ji")) is not None
    session = position("move", {"kyo": "katsuie"}, chit="chit_oda", points=12, turn=10)
    for space in ("kyo", "otsu", "hamamatsu", "sawayama", "mt_hiei"):
        assert refused(session, Build(space)) is not None
    go(session, Build("kannon_ji"))
    assert refused(session, Build("kannon_ji")) is not None  # not in the same turn
    assert session.table.tracks["movement"] == 6


# -- 14.3: victory -----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "14.3(Short).2", "14.3(Short).3", "14.3(Short).6")
@pytest.mark.parametrize(
    ("taken", "doll", "azuchi", "wins"),
    [(2, True, False, True), (2, False, False, False), (3, False, False, True), (2, False, True, False)],
)
def test_the_short_game(taken: int, doll: bool, azuchi: bool, wins: bool) -> None:
    """Gifu, Kiyosu and Hamamatsu are Oda's; Odani, Ichijo-dani and Nagashima can be taken."""
    control = dict.fromkeys(("odani", "ichijo_dani", "nagashima")[:taken], "oda")
    moved = {
        "good_fortune": "fortune_oda" if doll else "fortune_anti_oda",
        **({"azuchi": "kannon_ji"} if azuchi else {}),
    }
    session = position(
        "advance_turn",
        {},
        scenario="short",
        turn=10,
        control={**control, "mt_hiei": "enryaku_ji"},
        moved=moved,
        fortune=True,
    )
    assert session.outcome is not None
    assert session.outcome.winners == ("oda" if wins else "anti_oda",)


@covers("a_most_dangerous_time", "14.3(Standard).1", "14.3(Standard).2")
@pytest.mark.parametrize(
    ("kyo", "turn", "winner"), [("oda", 30, "oda"), ("ashikaga", 30, "anti_oda"), ("oda", 29, None)]
)
def test_the_standard_game(kyo: str, turn: int, winner: str | None) -> None:
    session = position("advance_turn", {}, turn=turn, control={"kyo": kyo})
    assert (session.outcome.winners if session.outcome else None) == ((winner,) if winner else None)


@covers("a_most_dangerous_time", "14.3(Campaign).1", "14.3(Campaign).3")
def test_the_campaign_ends_with_nobunagas_death_in_battle_only() -> None:
    session = position(
        "battle",
        {"w_sekigahara": "nobunaga nagamasa 3 azai", "odani": "1 azai", **HOME},
        chit="chit_oda",
        marks={"nobunaga": {"arrived": True}},
        scenario="campaign",
    )
    go(session, "stay", "stay", (1,), (6,), (6, 6, 6, 6), (6,))
    assert session.outcome is not None
    assert session.outcome.winners == ("anti_oda",)
    ill = position("illness", {"kyo": "nobunaga", **HOME}, scenario="campaign", turn=31)
    go(ill, (1, 1))
    assert ill.outcome is None
    assert piece(ill, "nobunaga").face == 1


@covers("a_most_dangerous_time", "2.42.3", "4.1(4).2", "9.1.2")
@pytest.mark.parametrize(
    ("chit", "kyo", "points"), [("chit_oda", "oda", 5), ("chit_ikko_ikki", "azai", 3), ("chit_azai_asakura", "azai", 5)]
)
def test_kyo_helps_the_alliance_that_has_it(chit: str, kyo: str, points: int) -> None:
    session = position(
        "movement_roll",
        {"kyo": f"1 {kyo}", "ishiyama": "1 ikko_ikki", "odani": "1 azai"},
        chit=chit,
        control={"kyo": kyo},
    )
    go(session, (3,))
    assert session.table.tracks["movement"] == points
