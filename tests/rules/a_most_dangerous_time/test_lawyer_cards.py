"""A rules lawyer's cases: Event Cards and Good Fortune, worked out before the engine was read."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray, Promote
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    hand,
    piece,
    position,
    prompt,
    refused,
    soldiers,
    to_the_dice,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

PASS = "w_sekigahara"
HOME = {"gifu": "1 oda", "odani": "1 azai"}


def opening(at: dict[str, str] | None = None, **more: Any) -> Session:
    """Step 1 of an impulse."""
    return position("event_cards", {**HOME, **(at or {})}, **{"chit": "chit_oda", **more})


def numbers(session: Session) -> set[int]:
    """The cards that may be played now."""
    found: set[int] = set()
    for answer in session.legal():
        name = answer if isinstance(answer, str) else getattr(answer, "card", "")
        if name.startswith("event_"):
            found.add(int(name[6:]))
    return found


# -- 6.1: windows ------------------------------------------------------------------------------------------------------
EVERYTHING = tuple(range(1, 65))


@covers("a_most_dangerous_time", "CardsAll.1", "6.1.2", "4.1(1).1")
def test_what_oda_may_play_in_step_one() -> None:
    """Step 1 cards and any-time cards, never the others' own."""
    session = opening({"kyo": "nobunaga katsuie", "sawayama": "nagamasa"}, cards={"oda": EVERYTHING})
    assert numbers(session) == {19, 26, 27, *range(41, 47), 57, 58, 59}  # one of the equal promotions is listed
    assert refused(session, Promote(card(64), "katsuie")) is None


@covers("a_most_dangerous_time", "CardsAll.1", "6.1.2", "4.1(1).3")
@pytest.mark.parametrize(("chit", "riots"), [("chit_ikko_ikki", True), ("chit_anti_oda_minors", False)])
def test_what_anti_oda_may_play_in_step_one(chit: str, riots: bool) -> None:
    session = opening(
        {"kyo": "nobunaga", "saika": "magoichi 1 saika", "noda_fukushima": "nagayuki"},
        chit=chit,
        cards={"anti_oda": EVERYTHING},
    )
    wanted = {26, 27, 28, *range(41, 47), 59}
    assert numbers(session) == (wanted | {49, 51, 52, 53, 54, 55, 56} if riots else wanted)


@covers("a_most_dangerous_time", "CardsAll.1", "6.1.8", "6.1.6", "6.1.x1")
def test_what_may_be_played_while_moving() -> None:
    session = position(
        "move", {"kyo": "nobunaga katsuie", **HOME}, chit="chit_oda", points=1, cards={"oda": EVERYTHING}
    )
    assert numbers(session) == {*range(33, 39), 57, 58, 59}  # one of the equal promotions is listed
    assert refused(session, Promote(card(64), "katsuie")) is None


@covers("a_most_dangerous_time", "CardsAll.1", "6.1.1", "6.1.x1")
def test_what_may_be_played_while_negotiating() -> None:
    """Kageakira is next to Oda Units, and Echizen Fuchu is theirs; Yoshikata and Nagaharu are not in reach."""
    session = position(
        "negotiate",
        {"kanagasaki": "nobunaga", "echizen_fuchu": "1 oda", "ichijo_dani": "kageakira", "mitsukuri": "", **HOME},
        chit="chit_oda",
        control={"echizen_fuchu": "oda"},
        cards={"oda": EVERYTHING},
    )
    assert numbers(session) == {12, 57, 58}


@covers("a_most_dangerous_time", "CardsAll.1", "10.2(6).3", "10.2(6).1", "10.2(6).2")
def test_what_may_be_played_before_a_field_combat() -> None:
    session = position(
        "battle",
        {PASS: "katsuie 3 oda nagamasa 3 azai", **HOME},
        chit="chit_oda",
        marks={"katsuie": {"arrived": True}},
        cards={"oda": (29, 30, 39, 40, 47, 48, 33, 31), "anti_oda": (32, 35)},
    )
    assert numbers(session) == {29, 30, 39, 40, 47, 48}
    go(session, card(29))
    assert numbers(session) == {30, 39, 40, 47, 48}
    go(session, "pass")
    assert asked(session) == ["anti_oda"]  # no combat card in that hand: the window is over


@covers("a_most_dangerous_time", "Card31.1", "4.1(9).1")
def test_master_of_tactics_gives_the_whole_impulse_again() -> None:
    session = position("master_of_tactics", {"kyo": "katsuie", **HOME}, chit="chit_oda", cards={"oda": [31, 41]})
    assert numbers(session) == {31}
    go(session, card(31))
    assert (session.step, asked(session)) == ("event_cards", ["oda"])
    other = position("master_of_tactics", {"kyo": "katsuie", **HOME}, chit="chit_oda", cards={"anti_oda": [31]})
    assert other.step == "draw_chit"


@covers("a_most_dangerous_time", "Card32.1", "4.1.9")
def test_brilliant_maneuver_takes_an_own_chit() -> None:
    session = position("draw_chit", {"kyo": "katsuie nobunaga", **HOME}, cards={"anti_oda": [32]})
    assert asked(session) == ["anti_oda"]
    names = {str(a) for a in session.legal()}
    assert names == {"azai_asakura", "ikko_ikki", "anti_oda_minors", "pass"}


# -- step 1 ------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "Card19.1", "15.1.6")
def test_card_19_exiles_without_dice() -> None:
    session = opening({"kyo": "nobunaga"}, cards={"oda": [19]})
    go(session, next(a for a in session.legal() if getattr(a, "card", a) == card(19)))
    assert where(session, "yoshiaki") == "tomo"
    assert where(session, "chit_takeda") == "turn_6"


@covers("a_most_dangerous_time", "Cards26-28.1", "3.2.13", "3.2.18", "6.2.3")
@pytest.mark.parametrize(
    ("chit", "seat", "alliance"), [("chit_oda", "oda", "oda"), ("chit_ikko_ikki", "anti_oda", "anti_oda_minors")]
)
def test_a_neutral_clan_joins(chit: str, seat: str, alliance: str) -> None:
    session = opening({"ueno": "2 iga_ninja"}, chit=chit, cards={seat: [26]}, deck=[33])
    go(session, Play(card(26), "iga_ninja"))
    assert session.table.marks["iga_ninja", "joined"] == alliance
    assert hand(session, seat) == 0
    assert refused(
        opening({}, chit=chit, cards={seat: [27]}, marks={"iga_ninja": {"joined": "oda"}}), Play(card(27), "iga_ninja")
    )


@covers("a_most_dangerous_time", "Cards26-28.1", "11.4.4", "11.4.5")
@pytest.mark.parametrize(("turn", "die", "box"), [(3, 2, "turn_4"), (3, 3, "turn_3"), (5, 6, "turn_5")])
def test_letters_bring_the_takeda_on(turn: int, die: int, box: str) -> None:
    session = opening(chit="chit_ikko_ikki", cards={"anti_oda": [28]}, turn=turn)
    go(session, Play(card(28), "takeda"), (die,))
    assert where(session, "chit_takeda") == box
    exiled = opening(chit="chit_ikko_ikki", cards={"anti_oda": [28]}, moved={"yoshiaki": "tomo"})
    assert 28 not in numbers(exiled)


@covers("a_most_dangerous_time", "Cards41-44.1", "10.3(5).6")
@pytest.mark.parametrize(("dice", "place"), [((4,), "kyo"), ((5, 1), "turn_4"), ((6, 6), "permanently_eliminated")])
def test_a_ninja(dice: tuple[int, ...], place: str) -> None:
    session = opening({"kyo": "katsuie"}, chit="chit_ikko_ikki", cards={"anti_oda": [44]})
    assert refused(session, Play(card(44), "nagamasa")) is not None
    go(session, Play(card(44), "katsuie"), *((die,) for die in dice))
    assert where(session, "katsuie") == place


@covers("a_most_dangerous_time", "Card45.1", "CardsUnnumbered.2", "13.3.2")
def test_the_iron_ship_at_sea() -> None:
    """2 + 2 against 3 + 1: even, both fire; without the ship only the pirates."""
    for ship, shots in ((True, 2), (False, 1)):
        session = position(
            "battle",
            {"sea_of_harima": "2 murakami 2 oda", **HOME},
            chit="chit_oda",
            marks={"oda_soldier#1": {"arrived": True}},
            moved={card(45): "lasting_oda"} if ship else {},
            entered=["mori"],
        )
        go(session, (2,), (3,))
        seen = 0
        while asked(session) == ["chance"] and session.asks["chance"].purpose == "fire":
            go(session, (1,) * waits_for_dice(session, "fire"))
            seen += 1
        assert seen == shots


@covers("a_most_dangerous_time", "Card46.1")
def test_tax_and_levy_is_a_regroup_of_one_clan() -> None:
    session = opening({"kyo": "nobunaga", "ueno": "2 iga_ninja"}, cards={"oda": [46]})
    go(session, Play(card(46), "tokugawa"))
    assert refused(session, Regroup("oda_soldier#9", "kyo")) is not None
    go(session, Regroup("ieyasu", "yoshida"))
    assert where(session, "ieyasu") == "yoshida"
    assert refused(session, Regroup("tokugawa_soldier#1", "okazaki")) is not None


# -- combat cards ------------------------------------------------------------------------------------------------------
def combat(words: str = "katsuie 3 oda nagamasa 3 azai", who: str = "katsuie", **more: Any) -> Session:
    return position("battle", {PASS: words, **HOME}, marks={who: {"arrived": True}}, **{"chit": "chit_oda", **more})


@covers("a_most_dangerous_time", "CardsUnnumbered.1", "10.4.20", "Cards39-40.1")
def test_gunnery_counts_in_every_round() -> None:
    """Katsuie 2 + 4 against Nagamasa's 3: with equal dice he is three ahead, twice."""
    session = combat(cards={"oda": [29, 39]})
    go(session, card(29), card(39))
    for _ in range(2):
        to_the_dice(session)
        go(session, (3,), (3,))
        assert waits_for_dice(session, "fire") == 4
        go(session, (1,) * 4)
        assert asked(session) == ["anti_oda"]  # a new round, no fire of theirs


@covers("a_most_dangerous_time", "Cards47-48.1")
def test_surprise_and_counter_surprise() -> None:
    session = combat(cards={"oda": [47]})
    go(session, card(47))
    to_the_dice(session)
    assert waits_for_dice(session, "fire") == 4  # no dice for initiative
    both = combat(cards={"oda": [47], "anti_oda": [48]})
    go(both, card(47), card(48))
    to_the_dice(both)
    assert both.asks["chance"].purpose == "initiative"


@covers("a_most_dangerous_time", "Card30.1", "10.4.15")
def test_the_emperor_sends_the_attackers_home() -> None:
    session = combat("katsuie 3 oda nagamasa 3 azai", cards={"anti_oda": [30]})
    go(session, card(30))
    while asked(session) == ["oda"] and session.step == "battle":
        go(session, next(a for a in session.legal() if getattr(a, "to", "") == "ogaki"))
    assert at(session, "ogaki") == "katsuie 3 oda"
    assert at(session, PASS) == "nagamasa 3 azai"


@covers("a_most_dangerous_time", "Card30.1", "10.2(6).4")
def test_the_emperor_stops_a_storm() -> None:
    session = position(
        "battle",
        {"nagashima": "katsuie 3 oda (2 ikko_ikki)", **HOME},
        chit="chit_oda",
        marks={"nagashima": {"activated": True}},
        cards={"anti_oda": [30]},
    )
    go(session, Fort(tuple(soldiers(session, "nagashima", "ikko_ikki"))), "storm", card(30))
    while asked(session) == ["oda"]:
        go(session, session.legal()[0])
    assert at(session, "nagashima") == "2 ikko_ikki"


@covers("a_most_dangerous_time", "16.1.5(5).1", "10.2(6).1")
def test_nobody_plays_a_combat_card_for_minors() -> None:
    session = position(
        "battle",
        {"obama": "katsuie 3 oda 1 minor", **HOME},
        chit="chit_oda",
        marks={"katsuie": {"arrived": True}},
        cards={"anti_oda": [29, 30, 47]},
    )
    go(session, "field")
    assert "card" not in prompt(session)


# -- Ikko-Ikki and promotions ------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "Cards49-56.1", "15.2.13", "6.2.5")
def test_a_riot_beside_oda_and_one_in_an_empty_space() -> None:
    session = opening(
        {"kuwana": "2 oda", "kyo": "1 oda"}, chit="chit_ikko_ikki", cards={"anti_oda": [49, 54]}, deck=[33]
    )
    assert refused(session, Riot(card(49), "kuwana", 4)) is not None
    assert refused(session, Riot(card(49), "kiyosu", 1)) is not None
    go(session, Riot(card(54), "okazaki", 2))
    assert (controls(session, "okazaki"), hand(session, "anti_oda")) == ("ikko_ikki", 1)
    go(session, Riot(card(49), "kuwana", 3))
    assert (asked(session), "inside the fort (room for 2)" in prompt(session)) == (["anti_oda"], True)
    monks = soldiers(session, "kuwana", "ikko_ikki")
    assert refused(session, Fort(tuple(monks))) is not None
    go(session, Fort(tuple(monks[:2])))
    assert asked(session) == ["chance"] or "stay" in session.legal()  # no room left for Oda: one monk outside fights


@covers("a_most_dangerous_time", "Cards57-58.1", "3.33.3", "3.33.4", "15.2.6")
@pytest.mark.parametrize(("ishiyama", "value"), [("oda", "lasting"), ("ikko_ikki", 2)])
def test_truce_with_the_monks(ishiyama: str, value: object) -> None:
    session = opening({"kyo": "nobunaga"}, cards={"oda": [58]}, control={"ishiyama": ishiyama})
    go(session, card(58))
    assert session.table.marks["ikko_ikki", "truce"] == value
    after = position("regroup", {}, seat="anti_oda", marks={"ikko_ikki": {"truce": value}})
    assert refused(after, Regroup("ikko_ikki_soldier#1", "arioka")) is not None


@covers("a_most_dangerous_time", "Cards59-64.1", "3.1.16", "8.2.23")
def test_whom_a_promotion_may_raise() -> None:
    session = opening({"kyo": "nobunaga katsuie", "yoshida": "ieyasu", "sawayama": "yoshikata"}, cards={"oda": [64]})
    for leader, good in (
        ("katsuie", True),
        ("ieyasu", True),
        ("nobunaga", False),
        ("yoshikata", False),
        ("yoshiaki", False),
    ):
        assert (refused(session, Promote(card(64), leader)) is None) is good
    go(session, Promote(card(64), "ieyasu"))
    assert piece(session, "ieyasu").mark("new_daimyo") is not None


@covers("a_most_dangerous_time", "8.2.7", "8.2.24")
def test_a_promoted_ieyasu_takes_his_clan_along() -> None:
    session = position(
        "negotiate",
        {"iwamura": "ieyasu 1 tokugawa", "iida": "shingen 3 takeda", "hamamatsu": "2 tokugawa", **HOME},
        chit="chit_takeda",
        entered=["takeda"],
        marks={"ieyasu": {"new_daimyo": True}},
        cards={"anti_oda": [8]},
    )
    go(session, Betray(card(8), "ieyasu", "shingen"))
    if "done" in session.legal():
        go(session, "done")
    assert session.table.marks["tokugawa", "joined"] == "takeda"
    assert (piece(session, "ieyasu").side, controls(session, "hamamatsu")) == ("tokugawa", "tokugawa")


# -- 15.6: Good Fortune ------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.6(2).1", "15.6.2", "15.6.x1")
def test_the_doll_rerolls_one_side_and_changes_hands() -> None:
    session = combat(fortune=True, moved={"good_fortune": "fortune_oda"})
    to_the_dice(session)
    go(session, (3,), (2,), (1,) * 4, (1,) * 4)
    assert asked(session) == ["oda"]
    go(session, "reroll_active")
    assert waits_for_dice(session, "fire") == 4
    assert where(session, "good_fortune") == "fortune_anti_oda"


@covers("a_most_dangerous_time", "15.6(1).1")
def test_the_doll_orders_the_chits() -> None:
    session = position("draw_chit", {"kyo": "nobunaga", **HOME}, fortune=True, moved={"good_fortune": "fortune_oda"})
    go(session, "chit_turn_end")
    assert asked(session) == ["oda"]
    go(session, "fix_the_order")
    first = list(session.legal())
    assert "turn_end" in first
    go(session, "oda")
    while "chit" in prompt(session):
        go(session, session.legal()[0])
    assert session.table.stacks["active_chit"] == ("chit_oda",)
