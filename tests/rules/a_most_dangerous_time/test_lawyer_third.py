"""A third lawyer's cases: what outlasts an impulse, a side or a Clan, worked out from the rulebook and the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    hand,
    piece,
    position,
    refused,
    rolls,
    said,
    soldiers,
    talks,
    to_the_dice,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}
ARRIVED = {"arrived": True}
TAKEDA_HAVE_IEYASU = {"tokugawa": {"joined": "takeda"}}


def four(step: str, at: dict[str, str], **more: Any) -> Session:
    return position(step, {**HOME, "kiyosu": "1 oda", **at}, scenario="four_player", **more)


def quiet(session: Session, *prefer: Any) -> Session:
    """Answer a combat until dice are wanted: what is preferred, else pass and stay."""
    while "chance" not in session.asks:
        legal = session.legal()
        wanted = [a for a in legal if a in prefer] + [a for a in legal if a in ("pass", "stay", "keep")]
        go(session, wanted[0] if wanted else legal[0])
    return session


# -- 2.43: the end of an impulse ---------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "2.43.6", "2.43.7", "4.1(9).1")
def test_a_riot_of_step_9_leaves_four_in_the_waypoint_they_fell_back_to() -> None:
    session = position(
        "master_of_tactics",
        {"minakuchi": "nobunaga 6 oda", "otsu": "1 oda", **HOME},
        chit="chit_ikko_ikki",
        cards={"anti_oda": [52]},
        moved={"chit_oda": "chit_order"},
    )
    go(session, Riot(card(52), "minakuchi", 2), "field", "field")
    quiet(session, "retreat")
    go(session, (6,), (6,))
    everybody = [a for a in session.legal() if getattr(a, "to", "") == "w_seta"]
    go(session, max(everybody, key=lambda a: len(a.units)))
    assert asked(session) == ["anti_oda"]
    go(session, "nobunaga")
    assert (at(session, "w_seta"), where(session, "nobunaga")) == ("4 oda", "regroup_oda")
    assert session.step == "event_cards"


@covers("a_most_dangerous_time", "10.5.3", "2.41.x1")
def test_it_is_told_that_a_siege_is_lifted() -> None:
    besieged = {"otsu": "1 azai (1 oda)", "odani": "1 azai", **HOME}
    session = position("move", besieged, chit="chit_azai_asakura", points=2)
    go(session, March(("otsu", "w_seta"), tuple(soldiers(session, "otsu", "azai"))))
    assert said(session).splitlines()[-1] == "Otsu is besieged no longer"


# -- 3.31, 8.2: Spaces of Clans that leave -----------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.31.6", "3.31.1")
def test_one_besieged_ukita_keeps_the_space_of_mori_who_withdraw() -> None:
    session = position(
        "control",
        {"takamatsu": "2 oda", "tottori": "1 oda", "ueshi": "3 oda (1 ukita)", "okayama": "naoie", **HOME},
        chit="chit_oda",
        entered=["mori"],
        deck=[],
    )
    assert (at(session, "ueshi"), controls(session, "ueshi")) == ("3 oda (1 ukita)", "ukita")


@covers("a_most_dangerous_time", "8.2.24", "8.2.7")
@pytest.mark.parametrize(("okazaki", "holder"), [("2 oda", "oda"), ("1 takeda (2 oda)", "tokugawa"), ("", "tokugawa")])
def test_only_where_old_friends_stand_alone_a_space_does_not_go_with_its_clan(okazaki: str, holder: str) -> None:
    session = talks(
        {"yoshida": "ieyasu 1 tokugawa", "hamamatsu": "shingen 2 takeda", "okazaki": okazaki, **HOME},
        "chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [8]},
        control={"hamamatsu": "takeda"},
        marks={"ieyasu": {"new_daimyo": True}},
    )
    go(session, Betray(card(8), "ieyasu", "shingen"))
    assert session.table.mark("tokugawa", "joined") == "takeda"
    assert controls(session, "okazaki") == holder


@covers("a_most_dangerous_time", "4.2(5).4", "4.2(5).2")
@pytest.mark.parametrize(("tokugawa", "place"), [("takeda", "cup"), (None, "permanently_eliminated")])
def test_the_chit_of_the_takeda_outlives_them_with_the_clan_that_joined(tokugawa: str | None, place: str) -> None:
    joined = {"tokugawa": {"joined": tokugawa}} if tokugawa else {}
    session = position(
        "cup",
        {"hamamatsu": "ieyasu 2 tokugawa", "tsutsujigasaki": "2 oda", **HOME},
        entered=["takeda"],
        marks={"takeda": {"fallen": "oda"}, **joined},
        control={"tsutsujigasaki": "oda"},
        moved={"shingen": "permanently_eliminated"},
    )
    assert where(session, "chit_takeda") == place
    assert where(session, "chit_takeda_shingen") == "permanently_eliminated"


@covers("a_most_dangerous_time", "3.3.3", "3.3.6", "8.2.7")
def test_a_clan_that_joined_the_enemy_falls_to_its_old_friends() -> None:
    session = position(
        "control",
        {"hamamatsu": "nobunaga 3 oda", "yoshida": "2 tokugawa", "tsutsujigasaki": "shingen", **HOME},
        chit="chit_oda",
        entered=["takeda"],
        marks=TAKEDA_HAVE_IEYASU,
        deck=[],
    )
    assert (at(session, "yoshida"), controls(session, "yoshida")) == ("", "oda")
    assert session.table.mark("tokugawa", "fallen") == "oda"


@covers("a_most_dangerous_time", "5.2.x2", "4.1.10", "8.2.7")
def test_a_clan_that_joined_traces_to_its_own_castle_and_acts_on_its_new_chit() -> None:
    session = position(
        "communications",
        {"yoshida": "ieyasu", "hamamatsu": "1 tokugawa", "kakegawa": "1 oda", "tsutsujigasaki": "shingen", **HOME},
        chit="chit_takeda",
        entered=["takeda"],
        control={"kakegawa": "oda"},
        marks=TAKEDA_HAVE_IEYASU,
        points=3,
    )
    assert piece(session, "ieyasu").mark("unsupplied") is None
    assert refused(session, March(("yoshida", "okazaki"), ("ieyasu",))) is None


@covers("a_most_dangerous_time", "11.0.11", "11.0.9")
@pytest.mark.parametrize(("alliance", "third"), [("takeda", None), ("mori", "11.0.15")])
def test_takeda_regroup_three_while_the_tokugawa_are_with_them(alliance: str, third: str | None) -> None:
    session = position(
        "regroup",
        {"tsutsujigasaki": "shingen", "hamamatsu": "ieyasu", **HOME},
        entered=["takeda", "mori"],
        marks={"tokugawa": {"joined": alliance}},
        seat="anti_oda",
    )
    go(session, Regroup("takeda_soldier#1", "tsutsujigasaki"), Regroup("takeda_soldier#2", "takato"))
    assert refused(session, Regroup("takeda_soldier#3", "sunpu")) == third
    assert refused(session, Regroup("tokugawa_soldier#1", "hamamatsu")) is None


@covers("a_most_dangerous_time", "15.7.1", "2.46.x2")
@pytest.mark.parametrize(("kyo", "holder"), [("", "oda"), ("1 ikko_ikki", "ikko_ikki")])
def test_kyo_that_the_azai_leave_is_the_allys_who_stays_or_odas_again(kyo: str, holder: str) -> None:
    session = position(
        "control",
        {"kyo": kyo, "otsu": "3 azai", "odani": "1 azai", **HOME},
        chit="chit_azai_asakura",
        control={"kyo": "azai"},
        deck=[],
    )
    assert (controls(session, "kyo"), controls(session, "otsu")) == (holder, "azai")


@covers("a_most_dangerous_time", "8.3.12", "3.3.3", "6.2.1")
def test_the_last_soldier_won_in_odani_brings_the_clan_down() -> None:
    """Nagamasa lies in his box; two Spaces and no Kyo for Oda: two cards."""
    session = talks(
        {"odani": "2 oda (1 azai)", "kannon_ji": "nobunaga 1 oda", "yokoyama": "2 azai", **HOME},
        control={"kyo": "ashikaga", "sawayama": "oda"},
        deck=[33, 34, 35],
    )
    go(session, Negotiate("nobunaga", "odani", "azai", "fort"), (6,))
    assert session.table.mark("azai", "fallen") == "oda"
    assert (at(session, "odani"), at(session, "yokoyama")) == ("3 oda", "")
    assert where(session, "nagamasa") == "permanently_eliminated"
    assert hand(session, "oda") == 1 + 2  # a promotion beside them


@covers("a_most_dangerous_time", "8.2.14", "8.4.11", "4.1(8).2", "8.2.18")
@pytest.mark.parametrize(("kyo", "daimyo", "cards"), [("oda", False, 1), ("takeda", False, 0), ("oda", True, 1)])
def test_a_space_won_by_a_betrayal_before_a_combat_gives_its_card(kyo: str, daimyo: bool, cards: int) -> None:
    """Ieyasu is the only Leader in Okazaki: nobody is left to fight, whether he brings his men or his Clan."""
    session = position(
        "battle",
        {"okazaki": "ieyasu 2 tokugawa shingen 3 takeda", "tsutsujigasaki": "1 takeda", **HOME},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [8]},
        control={"kyo": kyo},
        marks={"shingen": ARRIVED, **({"ieyasu": {"new_daimyo": True}} if daimyo else {})},
        deck=[33, 34, 35],
    )
    go(session, "field", Betray(card(8), "ieyasu", "shingen"))
    assert (at(session, "okazaki"), controls(session, "okazaki")) == ("ieyasu shingen 5 takeda", "takeda")
    while session.step == "battle":
        go(session, session.legal()[0])
    assert hand(session, "anti_oda") == cards


@covers("a_most_dangerous_time", "8.2.14", "8.2.24")
def test_the_place_of_a_betrayal_gives_a_card_and_the_other_spaces_of_the_clan_none() -> None:
    session = talks(
        {"okazaki": "ieyasu 2 tokugawa", "yoshida": "shingen 3 takeda", **HOME},
        "chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [8]},
        control={"yoshida": "takeda"},
        marks={"ieyasu": {"new_daimyo": True}},
        deck=[33, 34, 35],
    )
    go(session, Betray(card(8), "ieyasu", "shingen"))
    assert controls(session, "hamamatsu") == "tokugawa"
    assert hand(session, "anti_oda") == 1 + 1  # a promotion beside it


@covers("a_most_dangerous_time", "Card18.1", "8.2.14", "8.2.15")
@pytest.mark.parametrize(("kyo", "cards"), [("oda", 0), ("ashikaga", 1)])
def test_the_last_miyoshi_bring_noda_fukushima_and_its_card(kyo: str, cards: int) -> None:
    everybody = {"noda_fukushima": "1 oda (nagayuki masayasu 4 miyoshi)", "ibaraki": "nobunaga", **HOME}
    session = talks(everybody, cards={"oda": [18]}, control={"sumoto": "oda", "kyo": kyo}, deck=[33, 34])
    go(session, Betray(card(18), "nagayuki", "nobunaga"))
    assert session.table.mark("miyoshi", "fallen") == "oda"
    assert controls(session, "noda_fukushima") == "oda"
    assert hand(session, "oda") == 1 + cards


# -- 10: combat --------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.3.4", "15.2.4")
@pytest.mark.parametrize(("dice", "left"), [((4, 3), "1 oda"), ((4, 4), ""), ((3, 4), "1 ikko_ikki")])
def test_a_monk_has_no_bonus_in_a_duel(dice: tuple[int, int], left: str) -> None:
    session = position(
        "battle", {"w_seta": "1 oda 1 ikko_ikki", **HOME}, chit="chit_oda", marks={"oda_soldier#1": ARRIVED}
    )
    to_the_dice(session)
    assert session.asks["chance"].purpose == "duel"
    go(session, (dice[0],), (dice[1],))
    assert at(session, "w_seta") == left


def storm(place: str, units: str, chit: str, **marks: Any) -> Session:
    return quiet(
        position(
            "battle",
            {place: units, "otsu": "1 ikko_ikki", "ogaki": "1 oda", **HOME},
            chit=chit,
            marks={place: {"activated": True, **marks}},
            control={"otsu": "ikko_ikki"},
        ),
        "storm",
    )


@covers("a_most_dangerous_time", "10.5.16", "15.2.5")
def test_monks_who_storm_need_a_natural_six() -> None:
    session = storm("kannon_ji", "3 ikko_ikki (1 oda)", "chit_ikko_ikki")
    go(session, (1,))
    assert waits_for_dice(session, "fire") == 3
    go(session, (5, 5, 5))
    assert at(session, "kannon_ji") == "3 ikko_ikki (1 oda)"


@covers("a_most_dangerous_time", "10.5.10", "10.5.21", "15.2.5")
@pytest.mark.parametrize(("destroyed", "die", "hit"), [(None, 1, False), (None, 2, True), (1, 3, False), (1, 4, True)])
def test_monks_in_ishiyama_hit_on_two_and_in_its_ruins_on_four(destroyed: int | None, die: int, hit: bool) -> None:
    marks = {"castle_destroyed": True} if destroyed else {}
    session = go(storm("ishiyama", "nobunaga 5 oda (1 ikko_ikki)", "chit_oda", **marks), (die,))
    assert (asked(session) == ["oda"]) is hit


@covers("a_most_dangerous_time", "10.5.10", "10.2(5).3", "15.2.5")
def test_magoichi_among_monks_leads_them_while_his_clan_is_most() -> None:
    """Nagashima is level 2: with his 2 Saika hit on 2, the monk always."""
    session = storm("nagashima", "nobunaga 5 oda (magoichi 1 saika 1 ikko_ikki)", "chit_oda")
    go(session, (1,) * waits_for_dice(session, "fire"))
    go(session, (1,) * waits_for_dice(session, "fire"))
    told = [text for text in said(session).splitlines() if "against the besiegers" in text]
    assert [text.split(": ")[1] for text in told] == ["no hits against the besiegers", "1 hit against the besiegers"]


@covers("a_most_dangerous_time", "10.1.x3", "10.5.4", "10.1.9")
@pytest.mark.parametrize("scenario", ["standard", "three_player"])
def test_who_beats_the_azai_before_the_monks_goes_back_into_his_fort(scenario: str) -> None:
    """Monks besiege Ibaraki and stand by; the Azai come, Katsuie comes out and shoots them down."""
    session = position(
        "battle",
        {"ibaraki": "2 ikko_ikki 1 azai (katsuie 1 oda)", "sawayama": "1 azai", **HOME},
        chit="chit_azai_asakura",
        marks={"azai_soldier#1": ARRIVED},
        scenario=scenario,
    )
    quiet(session, "field")
    go(session, (1,), (6,), (6, 1))
    assert at(session, "ibaraki") == "2 ikko_ikki (katsuie 1 oda)"


@covers("a_most_dangerous_time", "10.1.9", "10.1.8", "10.5.1", "3.2.16")
def test_who_beats_the_besiegers_of_a_minor_may_storm_it_himself() -> None:
    session = position(
        "battle",
        {"himeji": "2 oda 4 mori (1 minor)", "w_mitsuishi": "1 mori", "okayama": "1 ukita", **HOME},
        chit="chit_mori",
        entered=["mori"],
        marks={f"mori_soldier#{n}": ARRIVED for n in (1, 2, 3, 4)},
    )
    quiet(session)
    go(session, (6,), (1,), (6, 6, 1, 1))
    go(session, "storm", (1,), (6, 1, 1, 1))
    assert at(session, "himeji") == "4 mori"
    assert where(session, "minor_clan_soldier#1") == "regroup_mori"


@covers("a_most_dangerous_time", "15.1.14", "2.45.7", "10.3(5).1")
def test_the_shogun_shot_down_goes_to_tomo_without_a_die() -> None:
    session = position(
        "battle",
        {"w_uji": "yoshiaki nobunaga 3 oda", **HOME},
        chit="chit_oda",
        marks={"nobunaga": ARRIVED},
        faces={"yoshiaki": 1},
    )
    quiet(session)
    go(session, (6,), (1,), (6, 1, 1, 1))
    assert where(session, "yoshiaki") == "tomo"
    assert rolls(session, "leader loss") == []


# -- 15.2: riots -------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.2.13", "8.4.x2", "2.41.4")
def test_rioters_join_the_besieged_up_to_the_room_and_fight_outside() -> None:
    session = position(
        "event_cards", {"nagashima": "3 oda (2 ikko_ikki)", **HOME}, chit="chit_ikko_ikki", cards={"anti_oda": [49]}
    )
    go(session, Riot(card(49), "nagashima", 3))
    risen = [u for u in soldiers(session, "nagashima", "ikko_ikki") if piece(session, u).mark("besieged") is None]
    assert refused(session, Fort(tuple(risen))) == "2.41.4"
    go(session, Fort(tuple(risen[:2])))
    assert at(session, "nagashima") == "1 ikko_ikki 3 oda (4 ikko_ikki)"
    assert asked(session) == ["oda"]


@covers("a_most_dangerous_time", "Cards41-44.1", "15.1.4", "15.1.14")
def test_whom_a_ninja_reaches() -> None:
    """The besieged, and the Shogun as a Daimyo, who rolls no second die; not the Samurai in Kyo, nor Tomo."""
    units = {"odani": "2 oda (nagamasa 1 azai)", **HOME}

    def ninja(**more: Any) -> Session:
        return position("event_cards", units, chit="chit_oda", cards={"oda": [41]}, **more)

    assert refused(ninja(), Play(card(41), "yoshiaki")) == "Cards41-44.1"
    daimyo = {"yoshiaki": 1}
    assert refused(ninja(faces=daimyo, moved={"yoshiaki": "tomo"}), Play(card(41), "yoshiaki")) == "Cards41-44.1"
    shogun = go(ninja(faces=daimyo), Play(card(41), "yoshiaki"), (6,))
    assert (where(shogun, "yoshiaki"), rolls(shogun, "leader loss")) == ("tomo", [])
    besieged = go(ninja(), Play(card(41), "nagamasa"), (5,), (3,))
    assert where(besieged, "nagamasa") == "turn_5"


# -- turns past 30 -----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.3(5).2", "11.1.1", "14.3(Campaign).4")
def test_a_leader_wounded_on_turn_30_comes_back_on_turn_31() -> None:
    session = position(
        "battle",
        {"w_sekigahara": "katsuie nagamasa 4 azai", "odani": "1 azai", **HOME},
        chit="chit_azai_asakura",
        marks={"nagamasa": ARRIVED},
        turn=30,
        scenario="campaign",
    )
    quiet(session)
    go(session, (6,), (1,), (6,) * 5, (1,))
    assert where(session, "katsuie") == "turn_1"
    assert "back on turn 31" in said(session)
    later = position("wounded_return", HOME, turn=31, scenario="campaign", seat="oda", moved={"katsuie": "turn_1"})
    assert "kiyosu" in later.legal()


@covers("a_most_dangerous_time", "14.2.2", "15.4.2", "15.5.1")
def test_turns_31_and_32_are_not_the_first_and_the_second() -> None:
    late: dict[str, Any] = {"chit": "chit_oda", "scenario": "campaign", "points": 6}
    move = position("move", {"kannon_ji": "2 oda", **HOME}, turn=31, **late)
    assert refused(move, March(("kannon_ji", "sawayama"), ("oda_soldier#1",))) is None
    assert refused(move, Build("kannon_ji")) is None
    start = position(
        "turn_start", {"mt_hiei": "1 oda", **HOME}, turn=32, scenario="campaign", control={"mt_hiei": "oda"}
    )
    assert (at(start, "mt_hiei"), controls(start, "mt_hiei")) == ("1 oda", "oda")


@covers("a_most_dangerous_time", "15.3.6", "15.3.x1", "15.3.4", "15.3.5", "11.1.x1")
def test_shingen_who_dies_of_his_wound_comes_back_as_katsuyori() -> None:
    session = position(
        "illness",
        {"tsutsujigasaki": "1 takeda", **HOME},
        turn=8,
        entered=["takeda"],
        moved={"shingen": "turn_9", "chit_takeda_shingen": "chits_aside"},
    )
    go(session, (1, 1))
    assert (where(session, "shingen"), piece(session, "shingen").face) == ("turn_9", 1)
    assert where(session, "chit_takeda_shingen") == "permanently_eliminated"
    assert where(session, "chit_takeda") == "chits_aside"
    assert session.table.tracks["turn"] == 9
    back = position(
        "wounded_return", HOME, seat="anti_oda", turn=9, entered=["takeda"],
        moved={"shingen": "turn_9"}, faces={"shingen": 1},
    )  # fmt: skip
    assert "takato" in go(back).legal()


# -- 11: traitors in the boxes -----------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "11.1.2", "11.2.3", "2.31.x1", "8.2.8")
def test_katsuie_of_the_ashikaga_is_theirs_in_the_box_and_on_the_track() -> None:
    shogun: dict[str, Any] = {
        "seat": "anti_oda",
        "control": {"kannon_ji": "ashikaga"},
        "faces": {"yoshiaki": 1},
        "sides": {"katsuie": "ashikaga", "oda_soldier#5": "ashikaga"},
    }
    units = {"kannon_ji": "1 ashikaga", "odani": "1 azai", "sawayama": "1 azai", **HOME}
    healed = position("wounded_return", units, turn=5, moved={"katsuie": "turn_5"}, **shogun)
    assert list(healed.legal()) == ["kannon_ji", "regroup_ashikaga"]
    box = dict.fromkeys(("katsuie", "oda_soldier#5"), "regroup_ashikaga")
    back = go(position("regroup", units, moved=box, **shogun), Regroup("katsuie", "kannon_ji"))
    assert where(back, "katsuie") == "kannon_ji"
    assert where(back, "oda_soldier#5") == "regroup_ashikaga"


# -- 16.2: Leaders whom the Oda players won ----------------------------------------------------------------------------
WON = {"sides": {"kageakira": "oda"}}


@covers("a_most_dangerous_time", "16.2.8(2).1", "16.2.x1")
@pytest.mark.parametrize(("place", "whose"), [("kitanosho", "player_katsuie"), ("otsu", "player_hideyoshi")])
def test_a_leader_who_was_won_is_his_in_whose_sphere_he_stands_when_the_impulse_ends(place: str, whose: str) -> None:
    session = four("control", {place: "kageakira 1 oda"}, chit="chit_tokugawa", control={place: "oda"}, **WON)
    assert piece(session, "kageakira").mark("led_by") == whose


@covers("a_most_dangerous_time", "16.2.8(2).1", "16.2.x4", "2.31.x1")
def test_he_stays_his_when_he_falls_and_comes_back_in_his_sphere() -> None:
    fight = four(
        "battle",
        {"w_seta": "kageakira 4 azai", "sawayama": "1 azai"},
        chit="chit_azai_asakura",
        marks={"azai_soldier#1": ARRIVED, "kageakira": {"led_by": "player_katsuie"}},
        **WON,
    )
    quiet(fight)
    go(fight, (6,), (1,))
    while piece(fight, "kageakira").place == "w_seta":
        go(fight, (6,) * waits_for_dice(fight, "fire"))
    assert piece(fight, "kageakira").mark("led_by") == "player_katsuie"
    back = four(
        "regroup",
        {},
        seat="player_hideyoshi",
        moved={"kageakira": "regroup_oda"},
        marks={"kageakira": {"led_by": "player_katsuie"}},
        **WON,
    )
    while asked(back) != ["player_katsuie"]:
        go(back, "done" if "done" in back.legal() else back.legal()[0])
    assert "kageakira" in back.legal()


@covers("a_most_dangerous_time", "16.2.8(2).1", "16.2.7(3).1")
def test_where_nobody_has_a_sphere_he_is_his_who_moves_him() -> None:
    session = four("move", {"kyo": "kageakira", "otsu": "1 oda"}, chit="chit_oda", points=2, **WON)
    go(session, March(("kyo", "otsu"), ("kageakira",)))
    assert piece(session, "kageakira").mark("led_by") == "player_hideyoshi"


@covers("a_most_dangerous_time", "16.2.10(2).1", "16.2.x4", "11.2.3")
def test_nobunagas_two_come_to_spaces_of_the_oda_clan() -> None:
    session = four(
        "regroup",
        {"kyo": "1 azai", "kannon_ji": "1 oda"},
        seat="player_hideyoshi",
        moved={"azuchi": "kannon_ji"},
        faces={"azuchi": 1},
        control={"kyo": "azai", "mitsukuri": "tokugawa", "otsu": "tokugawa", "mt_hiei": "azai"},
    )
    assert "where?" in next(iter(session.asks.values())).prompt
    assert set(session.legal()) == {"kannon_ji", "minakuchi"}


@covers("a_most_dangerous_time", "16.2.7(1).2", "16.2.x7", "15.6(1).1")
def test_the_turn_end_chit_comes_after_chits_whose_order_was_fixed() -> None:
    order = dict.fromkeys(("chit_oda", "chit_tokugawa"), "chit_order")
    session = four(
        "control", {"kyo": "2 ikko_ikki", "nagashima": "1 ikko_ikki"}, chit="chit_ikko_ikki", moved=order, deck=[]
    )
    assert where(session, "chit_turn_end") == "cup"
    assert session.table.stacks["active_chit"] == ("chit_tokugawa",)
