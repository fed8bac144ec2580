"""Several players on one side: common hits, cards and combats of 16.1, set-up, guard and betrayal of 16.2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.asking import oda_owner
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    go,
    known,
    piece,
    position,
    refused,
    said,
    scene,
    soldiers,
    the_book,
    to_the_dice,
    volley,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage", "hamamatsu": "ieyasu"}


def three(step: str, units: Mapping[str, str], **more: Any) -> Session:
    return position(step, {**HEADS, **units}, scenario="three_player", **more)


def four(step: str, units: Mapping[str, str], **more: Any) -> Session:
    return position(step, {**HEADS, **units}, scenario="four_player", **more)


# -- A and B together --------------------------------------------------------------------------------------------------
SEKI = "w_sekigahara"  # Azai have a line from there, Ikko-Ikki too if Yokoyama is theirs, Takeda none


def under_fire(force: str, hits: int, place: str = SEKI, **more: Any) -> Session:
    """Units of A and B in one place, hit so often by twelve of Oda."""
    session = three(
        "battle",
        {place: f"{force} 12 oda"},
        chit="chit_oda",
        entered=["takeda"],
        marks={place: {"activated": True}},
        control={"yokoyama": "ikko_ikki", **more.get("control", {})},
    )
    while "chance" not in session.asks:
        wanted = ("field", Assign((2, 0)), "masakage", "stay")
        session.apply(next(answer for answer in wanted if answer in session.legal()))
    go(session, (6,), (1,))
    return volley(session, *[6] * hits)


def left(session: Session, place: str = SEKI) -> str:
    """Who is left of A and B."""
    return " ".join(word for word in at(session, place).replace(" oda", "_oda").split() if "_oda" not in word)


@covers("a_most_dangerous_time", "16.1.x2")
@pytest.mark.parametrize(
    ("hits", "who"), [(1, "2 azai 2 ikko_ikki"), (2, "1 azai 2 ikko_ikki"), (3, "1 azai 1 ikko_ikki"), (5, "")]
)
def test_hits_go_one_by_one_to_who_has_more_left(hits: int, who: str) -> None:
    """Of equals in a Waypoint, which nobody controls, A is the first to lose."""
    assert left(under_fire("3 ikko_ikki 2 azai", hits)) == who


@covers("a_most_dangerous_time", "16.1.x2")
def test_in_a_space_its_holder_is_the_first_of_equals() -> None:
    near = {"sawayama": "ikko_ikki"}
    assert left(under_fire("2 ikko_ikki 2 azai", 1, "yokoyama", control=near), "yokoyama") == "2 azai 1 ikko_ikki"
    own = under_fire("2 ikko_ikki 2 azai", 1, "yokoyama", control={"yokoyama": "azai", **near})
    assert left(own, "yokoyama") == "1 azai 2 ikko_ikki"


@covers("a_most_dangerous_time", "16.1.x2", "5.3.8")
def test_the_cut_off_of_either_player_go_first_and_the_commander_last() -> None:
    assert left(under_fire("3 takeda 5 azai", 1)) == "5 azai 1 takeda"
    assert left(under_fire("3 takeda 5 azai", 2)) == "5 azai"
    assert left(under_fire("masakage 3 takeda 1 azai", 3)) == "masakage"
    assert left(under_fire("masakage 3 takeda 1 azai", 2)) == "masakage 1 azai"


@covers("a_most_dangerous_time", "16.1.x2", "16.1.5(1).1")
def test_each_picks_his_own_losses() -> None:
    session = under_fire("masakage nobuharu 2 takeda 1 azai", 1)
    assert asked(session) == ["anti_oda_b"]
    assert refused(session, Lose(tuple(soldiers(session, SEKI, "azai")))) == "10.3(4).1"


@covers("a_most_dangerous_time", "16.1.5(3).2")
@pytest.mark.parametrize(("hits", "azai"), [(2, 3), (3, 2)])
def test_hits_beyond_those_who_stay_fall_on_those_who_leave(hits: int, azai: int) -> None:
    """Four cut-off Takeda are gone with two hits; the Azai, who leave, take the third."""
    session = three(
        "battle",
        {SEKI: "4 takeda 3 azai 12 oda"},
        chit="chit_oda",
        entered=["takeda"],
        marks={SEKI: {"activated": True}},
    )
    assert asked(session) == ["anti_oda_a"]
    go(session, "retreat", "stay")
    to_the_dice(session)
    go(session, (6,), (1,))
    volley(session, *[6] * hits)
    while session.step == "battle":
        session.apply(session.legal()[0])
    fled = sum(len(soldiers(session, place, "azai")) for place in ("sawayama", "yokoyama", "odani"))
    assert (left(session), fled) == ("", azai)


@covers("a_most_dangerous_time", "16.1.5(3).1")
def test_who_stays_fights_on_when_the_other_has_gone() -> None:
    session = three(
        "battle",
        {SEKI: "4 takeda 3 azai 12 oda"},
        chit="chit_oda",
        entered=["takeda"],
        marks={SEKI: {"activated": True}},
    )
    assert asked(session) == ["anti_oda_a"]
    go(session, "retreat", "stay")
    to_the_dice(session)
    go(session, (6,), (1,))
    volley(session, 6)
    while soldiers(session, SEKI, "azai"):
        session.apply(session.legal()[0])
    assert left(session) == "2 takeda"
    assert session.step == "battle"


@covers("a_most_dangerous_time", "16.1.5(5).1", "10.2(6).1")
def test_b_plays_no_combat_card_without_units_of_his_own() -> None:
    def combat(force: str) -> Session:
        return three(
            "battle",
            {SEKI: f"{force} 3 oda"},
            chit="chit_oda",
            cards={"anti_oda_b": [39]},
            control={"yokoyama": "ikko_ikki"},
            marks={SEKI: {"activated": True}},
        )

    assert "pass" not in combat("3 azai").legal()
    session = combat("3 azai 1 ikko_ikki")
    assert (asked(session), set(session.legal())) == (["anti_oda_b"], {card(39), "pass"})
    go(session, card(39))
    to_the_dice(session)
    go(session, (3,), (3,))
    assert "initiative: 3 against 5" in said(session)  # his gunners fire for both


@covers("a_most_dangerous_time", "16.1.x1")
def test_who_is_not_active_is_asked_after_step_1_and_before_step_6() -> None:
    cards = {"anti_oda_a": [49], "anti_oda_b": [45]}
    session = three("event_cards", {"arioka": "2 ikko_ikki"}, chit="chit_ikko_ikki", cards=cards)
    go(session, "done")
    assert (asked(session), session.step) == (["anti_oda_a"], "event_cards")
    go(session, "pass")
    while "chance" not in session.asks:
        session.apply("done")
    go(session, (4,))
    assert (asked(session), session.step) == (["anti_oda_a"], "movement_roll")
    go(session, Riot(card(49), "kuwana", 2))
    assert (asked(session), session.step) == (["anti_oda_b"], "move")
    assert at(session, "kuwana") == "2 ikko_ikki"


@covers("a_most_dangerous_time", "6.1.x1", "16.1.5(6).1")
def test_the_active_player_has_his_window_though_oda_order_the_combats() -> None:
    session = three(
        "battle",
        {"w_seta": "masakage 3 takeda 3 oda", "w_sekigahara": "3 takeda 3 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda_b": [59]},
        marks={"w_seta": {"activated": True}, "w_sekigahara": {"activated": True}},
    )
    assert asked(session) == ["anti_oda_b"]
    go(session, "pass")
    assert (asked(session), set(session.legal())) == (["oda"], {"w_seta", "w_sekigahara"})


@covers("a_most_dangerous_time", "16.1.x5", "16.1.7(3).1")
def test_who_raises_azuchi_plays_no_forced_march_and_pays_for_nothing() -> None:
    session = three(
        "movement_roll",
        {"otsu": "1 oda", "odani": "(nagamasa) 3 oda"},
        chit="chit_oda",
        moved={"azuchi": "kannon_ji"},
        cards={"oda": [33, 57]},
    )
    go(session, (3,), "raise")
    assert piece(session, "azuchi").face == 1
    assert session.table.tracks["movement"] == 0
    assert refused(session, Force(card(33))) == "16.1.x5"
    assert refused(session, Activate("odani")) == "10.2(2).11"
    assert set(session.legal()) == {card(57), "done"}
    kept = three(
        "movement_roll", {"otsu": "1 oda"}, chit="chit_oda", moved={"azuchi": "kannon_ji"}, cards={"oda": [33]}
    )
    go(kept, (3,), "no")
    assert kept.table.tracks["movement"] == 5
    assert refused(kept, Force(card(33))) is None


# -- three Oda players -------------------------------------------------------------------------------------------------
def set_up(*, mitsuhide: str, katsuie: str = "kanagasaki") -> Session:
    """The set-up of four with Mitsuhide, Katsuie and his men in certain Spaces, all others as first offered."""
    wanted = {"mitsuhide": mitsuhide, "nobumori": "minakuchi", "murashige": "ibaraki"}
    wanted |= dict.fromkeys(("katsuie", "nagahide", "kazumasu"), katsuie)
    session = Session.begin(the_book(), "four_player", Seeded(1))
    while session.step == "stock.setup":
        place = next((p for id, p in wanted.items() if f"'{id}'" in str(session.ask().topic)), None)
        session.apply(place or session.legal()[0])
    return session


def oda_units(session: Session) -> dict[str, int]:
    return {
        place: sum(
            1 for p in session.table.at(place) if p.side == "oda" and known().kinds[p.id] in ("leader", "soldier")
        )
        for place in known().numerals.oda_numbers
    }


@covers("a_most_dangerous_time", "16.2.3.1", "16.2.3(2).1", "16.2.3(4).1", "14.1.19", "16.2.2(3).3", "16.2.5(3).1")
def test_the_numbers_of_14_1_hold_for_four_players() -> None:
    numbers = {
        "kanagasaki": 16,
        "kyo": 4,
        "kiyosu": 4,
        **dict.fromkeys(("ise_kameyama", "kuwana", "ibaraki", "otsu"), 2),
    }
    numbers |= dict.fromkeys(("kannon_ji", "minakuchi", "ogaki", "iwamura"), 2)
    there = set_up(mitsuhide="kanagasaki")
    assert oda_units(there) == numbers
    led = [p.mark("led_by") for p in there.table.at("kanagasaki") if known().kinds[p.id] == "soldier"]
    assert {who: led.count(who) for who in set(led)} == {"guard": 3, "player_hideyoshi": 4, "player_tokugawa": 3}
    elsewhere = oda_units(set_up(mitsuhide="shoryu_ji"))
    short = [place for place, count in elsewhere.items() if count != numbers[place]]
    assert [elsewhere[place] - numbers[place] for place in short] == [-1]
    assert short[0] in ("ibaraki", "otsu", "kannon_ji", "minakuchi", "ogaki", "iwamura")  # of Hideyoshi's choice


@covers("a_most_dangerous_time", "16.2.3.1", "14.1.19")
def test_a_full_space_is_refused_in_the_set_up_of_four() -> None:
    session = Session.begin(the_book(), "four_player", Seeded(1))
    while "'kazumasu'" not in str(session.ask().topic):
        topic = str(session.ask().topic)
        session.apply("kuwana" if "'katsuie'" in topic or "'nagahide'" in topic else session.legal()[0])
    assert refused(session, "kuwana") == "14.1.19"
    assert refused(session, "gifu") == "16.2.2(2).2"  # not of his sphere
    go(session, "kiyosu")
    while "oda_soldier" not in str(session.ask().topic):
        session.apply(session.legal()[0])
    assert refused(session, "kuwana") == "14.1.19"
    assert refused(session, "ibaraki") == "16.2.3.1"


@covers("a_most_dangerous_time", "16.2.x5")
@pytest.mark.parametrize(("kyo", "place"), [("", "kyo"), ("2 ikko_ikki", "regroup_oda")])
def test_nobunaga_returns_to_the_capital_without_a_question(kyo: str, place: str) -> None:
    units = {"gifu": "1 oda", "kyo": kyo} if kyo else {"gifu": "1 oda"}
    session = four("wounded_return", units, seat="player_hideyoshi", turn=7, moved={"nobunaga": "turn_7"})
    assert where(session, "nobunaga") == place


@covers("a_most_dangerous_time", "16.2.x10", "16.2.11(2).1")
@pytest.mark.parametrize(("force", "gone"), [("ieyasu 5 tokugawa", 6), ("ieyasu 2 tokugawa", 3)])
def test_in_step_3_an_oda_leader_of_four_takes_his_command_and_no_clan(force: str, gone: int) -> None:
    session = four(
        "negotiate",
        {"iida": "shingen", "iwamura": force, "okazaki": "1 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [8]},
        marks={"ieyasu": {"new_daimyo": True}},
    )
    go(session, Betray(card(8), "ieyasu", "shingen"))
    assert len([p for p in session.table.at("iwamura") if p.side == "takeda"]) == gone
    assert session.table.mark("tokugawa", "joined") is None
    assert session.table.mark("tokugawa", "fallen") is None


@covers("a_most_dangerous_time", "16.2.x10")
def test_the_other_leaders_of_the_clan_have_their_men_first() -> None:
    session = four(
        "negotiate",
        {"iida": "shingen", "iwamura": "nobumori murashige 5 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [6]},
    )
    go(session, Betray(card(6), "nobumori", "shingen"))
    changed = [p for p in session.table.at("iwamura") if p.side == "takeda"]
    assert len(changed) == 3  # Sakuma and the two that Murashige's three leave him


@covers("a_most_dangerous_time", "16.2.9(2).2")
def test_soldiers_go_before_leaders_only_where_two_players_have_units() -> None:
    def combat(force: str) -> Session:
        session = four(
            "battle", {"kuwana": f"{force} 8 ikko_ikki"}, chit="chit_ikko_ikki", marks={"kuwana": {"activated": True}}
        )
        while "chance" not in session.asks:
            wanted = ("field", Assign((1, 1)), "katsuie", "stay")
            session.apply(next(answer for answer in wanted if refused(session, answer) is None))
        go(session, (6,), (1,))
        return volley(session, 6)

    alone = combat("katsuie nagahide 2 oda")
    assert asked(alone) == ["player_katsuie"]
    assert refused(alone, Lose(("nagahide",))) is None
    two = combat("katsuie nobumori 2 oda")
    assert refused(two, Lose(("nobumori",))) == "16.2.9(2).2"
    assert waits_for_dice(go(alone, Lose(("nagahide",))), "leader loss") == 1


@covers("a_most_dangerous_time", "16.2.9(4).3", "16.2.9(4).1", "16.2.9(4).2")
def test_hits_left_over_fall_on_the_oda_player_who_leaves() -> None:
    session = four(
        "battle",
        {"kuwana": "katsuie 2 oda nobumori 8 ikko_ikki", "gifu": "nobunaga 1 oda"},
        chit="chit_ikko_ikki",
        marks={"kuwana": {"activated": True}},
    )
    go(session, "field", Assign((2, 0)), "katsuie")
    assert asked(session) == ["player_katsuie"]
    go(session, "retreat")
    assert asked(session) == ["player_hideyoshi"]
    go(session, "stay")
    to_the_dice(session)
    go(session, (6,), (1,))
    volley(session, 6, 6, 6)  # one for Nobumori, who stayed; two for those who leave
    assert where(session, "nobumori") == "regroup_oda"
    assert asked(session) == ["player_katsuie"]
    assert refused(session, Lose(tuple(soldiers(session, "kuwana", "oda")))) is None


@covers("a_most_dangerous_time", "16.2.8(2).1")
def test_who_is_won_belongs_to_the_player_of_the_sphere() -> None:
    units = {"gifu": "nobunaga", "himeji": "1 minor", "kakogawa": "1 oda"}
    session = four("negotiate", units, chit="chit_tokugawa", control={"kakogawa": "oda"})
    go(session, Negotiate("nobunaga", "himeji", "neutral_minor", "field"), (6,))
    (won,) = soldiers(session, "himeji", "oda")
    assert oda_owner(scene(session), piece(session, won)) == "player_hideyoshi"


@covers("a_most_dangerous_time", "16.2.8(3).2", "16.2.8(1).1")
def test_any_oda_player_may_play_a_betrayal_where_nobunaga_fights() -> None:
    session = four(
        "battle",
        {"gifu": "1 oda", "iwamura": "nobunaga 3 oda masakage 4 takeda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"player_tokugawa": [23]},
        faces={"shingen": 1},
        marks={"masakage": {"arrived": True}},
    )
    go(session, "field")
    assert asked(session) == ["player_hideyoshi"]
    assert set(session.legal()) == {Betray(card(23), "masakage", "nobunaga"), "pass"}
    go(session, "pass", "pass")
    assert asked(session) == ["player_tokugawa"]


@covers("a_most_dangerous_time", "16.2.11(2).1")
def test_alone_an_oda_leader_takes_only_his_command_along() -> None:
    session = four(
        "battle",
        {"iwamura": "shingen 4 takeda nobumori 5 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [6]},
        marks={"shingen": {"arrived": True}},
    )
    go(session, "field", Betray(card(6), "nobumori", "shingen"))
    assert at(session, "iwamura") == "nobumori shingen 2 oda 7 takeda"


@covers("a_most_dangerous_time", "16.2.x8")
def test_cards_for_spaces_go_to_the_shared_hand() -> None:
    session = four("control", {"kuroi": "1 oda"}, chit="chit_tokugawa", control={"kyo": "ikko_ikki"})
    assert session.table.count("shared_hand") == 1
