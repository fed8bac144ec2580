"""A rules lawyer's cases: what happens between impulses and turns, and must not reach into the next."""

from __future__ import annotations

import pytest

from compiler.play.invariants import laws_broken
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
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
    said,
    soldiers,
    where,
)
from tests.rules.covering import covers
from tests.rules.looking import dice_rolled

HOME = {"gifu": "1 oda"}


def lawful(session: Session) -> bool:
    return not list(laws_broken(session.book, session.state, session.table))


# -- step 9 and the impulse after it -----------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.4.4", "10.4.7", "6.1.x1")
def test_who_falls_back_from_a_riot_of_step_9_marches_in_the_next_impulse() -> None:
    session = position(
        "master_of_tactics",
        {"kuwana": "2 oda", "ogaki": "1 oda", **HOME},
        chit="chit_ikko_ikki",
        cards={"anti_oda": [49]},
        moved={"chit_oda": "chit_order"},
    )
    assert prompt(session) == "play a card before the impulse ends?"
    men = soldiers(session, "kuwana", "oda")
    go(session, Riot(card(49), "kuwana", 3), "field", "field", "retreat", (1,), (6,))
    go(session, Withdraw("ogaki", tuple(men)))
    while session.step != "move":
        waiting = session.asks.get("chance")
        go(session, (4,) if waiting is not None else "done")
    assert session.table.stacks["active_chit"] == ("chit_oda",)
    assert refused(session, March(("ogaki", "gifu"), tuple(men))) is None


# -- Mt. Hiei at the start of turn 2 -----------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.4.4", "15.4.x1", "10.1.x1")
def test_enryaku_ji_turn_besieged_oda_out_of_their_temple() -> None:
    """Two Oda hold out in Mt. Hiei against Miyoshi as its monks take up arms: in the field they must fight."""
    session = position("turn_start", {"mt_hiei": "2 miyoshi (2 oda)", **HOME}, turn=2, control={"mt_hiei": "oda"})
    assert at(session, "mt_hiei") == "2 miyoshi 2 oda (2 enryaku_ji)"
    assert asked(session) == ["oda"]  # the besiegers are the active side: Oda are asked first for a retreat
    go(session, "retreat", (1,), (6,))
    assert {a.to for a in session.legal() if isinstance(a, Withdraw)} == {"kyo", "otsu", "w_kutsuki"}
    go(session, Withdraw("otsu", tuple(soldiers(session, "mt_hiei", "oda"))))
    assert (at(session, "mt_hiei"), controls(session, "mt_hiei")) == ("2 enryaku_ji 2 miyoshi", "enryaku_ji")
    assert session.step == "draw_chit"
    assert lawful(session)


@covers("a_most_dangerous_time", "15.4.6", "3.3.13")
def test_enryaku_ji_join_nobody_when_their_temple_is_lost() -> None:
    box = "regroup_enryaku_ji"
    session = position(
        "control",
        {"mt_hiei": "2 oda", **HOME},
        chit="chit_oda",
        turn=4,
        moved={"enryaku_ji_soldier#1": box, "enryaku_ji_soldier#2": box},
    )
    assert where(session, "enryaku_ji_soldier#1") == where(session, "enryaku_ji_soldier#2") == "permanently_eliminated"


# -- chits of four players ---------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "16.2.2(5).2", "4.2(5).3", "4.1.7", "2.33.5")
@pytest.mark.parametrize(
    ("shingen", "face", "lies"),
    [("iida", 0, "cup"), ("iida", 1, "permanently_eliminated"), ("regroup_takeda", 0, "chits_aside")],
)
def test_with_four_players_only_the_chit_of_nobunaga_does_not_ask_for_its_leader(
    shingen: str, face: int, lies: str
) -> None:
    session = position(
        "cup",
        {"sunpu": "masakage", **HOME},
        scenario="four_player",
        entered=["takeda"],
        turn=9,
        faces={"shingen": face},
        moved={"shingen": shingen, "chit_turn_end": "kyo", "nobunaga": "regroup_oda"},
    )
    assert where(session, "chit_takeda_shingen") == lies
    assert where(session, "chit_oda_nobunaga") == where(session, "chit_takeda") == "cup"


@covers("a_most_dangerous_time", "4.1.5", "16.2.2(5).2")
def test_with_four_players_the_drawn_chit_of_a_wounded_leader_is_set_aside() -> None:
    session = position(
        "draw_chit",
        {"sunpu": "masakage", **HOME},
        scenario="four_player",
        entered=["takeda"],
        turn=9,
        moved={"shingen": "turn_10", "chit_takeda_shingen": "cup", "chit_turn_end": "kyo"},
    )
    go(session, "chit_takeda_shingen")
    assert where(session, "chit_takeda_shingen") == "chits_aside"
    assert session.step == "draw_chit"


# -- turns beyond the track --------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.3(5).2", "10.3(5).3")
@pytest.mark.parametrize(
    ("turn", "die", "box", "told"), [(5, 1, "turn_6", 6), (35, 4, "turn_7", 37), (30, 2, "turn_1", 31)]
)
def test_a_wounded_leader_is_told_the_turn_he_comes_back_in(turn: int, die: int, box: str, told: int) -> None:
    session = position(
        "battle",
        {"otsu": "katsuie 2 oda nagamasa", **HOME},
        chit="chit_oda",
        scenario="campaign",
        turn=turn,
        marks={"katsuie": {"arrived": True}},
    )
    go(session, "field")
    while "chance" not in session.asks:
        go(session, "stay")
    go(session, (6,), (1,), (6, 6, 6), (die,))
    assert where(session, "nagamasa") == box
    assert f"back on turn {told}" in said(session)


# -- who lands in a besieged fort --------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.8(1).2", "10.1.2", "10.1.x2", "10.2(2).5")
def test_who_lands_in_a_besieged_fort_has_paid_for_a_sortie() -> None:
    """A monk comes by sea to the one in Kishiwada, with the last point: both may come out, and need not."""

    def landed() -> Session:
        session = position(
            "move",
            {"kishiwada": "3 oda (1 ikko_ikki)", "bay_of_kawachi": "1 ikko_ikki", **HOME},
            chit="chit_ikko_ikki",
            points=1,
        )
        go(session, March(("bay_of_kawachi", "kishiwada"), tuple(soldiers(session, "bay_of_kawachi", "ikko_ikki"))))
        assert (session.step, asked(session)) == ("battle", ["anti_oda"])
        return session

    out = go(landed(), "field")
    assert at(out, "kishiwada") == "2 ikko_ikki 3 oda"
    assert prompt(out) == "Kishiwada: stay or retreat?"
    inside = landed()
    go(inside, Fort(tuple(soldiers(inside, "kishiwada", "ikko_ikki"))))
    assert at(inside, "kishiwada") == "3 oda (2 ikko_ikki)"
    assert inside.step == "draw_chit"
    assert dice_rolled(inside) == []


# -- a round without initiative ----------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "Cards47-48.1", "10.3(2).12")
def test_a_surprise_and_two_that_meet_are_told() -> None:
    def surprised(*numbers: int) -> Session:
        session = position(
            "battle",
            {"w_sekigahara": "katsuie 3 oda nagamasa 2 azai", "sawayama": "1 azai", **HOME},
            chit="chit_oda",
            marks={"katsuie": {"arrived": True}},
            cards={"oda": [47], "anti_oda": [48]},
        )
        return go(session, *(card(n) for n in numbers), *("pass",) * (2 - len(numbers)))

    alone = go(surprised(47), "stay", "stay")
    assert "surprise: only Oda fire" in said(alone)
    fled = go(surprised(47), "retreat")
    assert "surprise: Anti-Oda are fired on as they leave" in said(fled)
    met = go(surprised(47, 48), "stay", "stay")
    assert "both sides are surprised: initiative is rolled for" in said(met)


# -- gained and lost in one step ---------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "4.1(8).2", "6.2.1", "3.3.x1")
def test_a_space_that_falls_back_with_its_captors_gives_no_card() -> None:
    """The last Azai take Ogaki while Odani is Oda's: they fall in the same step, and nobody has gained anything."""
    session = position(
        "control", {"ogaki": "2 azai", "odani": "3 oda", **HOME}, chit="chit_azai_asakura", control={"odani": "oda"}
    )
    assert session.table.mark("azai", "fallen") == controls(session, "ogaki") == "oda"
    assert hand(session, "anti_oda") == 0
    held = position("control", {"ogaki": "2 azai", "odani": "1 azai", **HOME}, chit="chit_azai_asakura")
    assert (controls(held, "ogaki"), hand(held, "anti_oda")) == ("azai", 1)


# -- withdrawals -------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.31.2", "3.31.4", "3.31.6", "2.41.x1")
def test_uesugi_who_withdraw_leave_their_sieges() -> None:
    session = position(
        "control",
        {"uotsu": "2 oda", "toyama": "3 uesugi (1 oda)", "echigo": "kenshin", **HOME},
        chit="chit_oda",
        entered=["uesugi"],
        control={"toyama": "oda"},
    )
    assert where(session, "kenshin") == "permanently_eliminated"
    assert at(session, "toyama") == "1 oda"
    assert piece(session, soldiers(session, "toyama", "oda")[0]).mark("besieged") is None


@covers("a_most_dangerous_time", "3.31.1", "3.31.6", "2.46.7")
def test_mori_leave_chugoku_and_what_they_held_and_ukita_stay() -> None:
    session = position(
        "control",
        {
            "takamatsu": "2 oda",
            "tottori": "1 oda",
            "chugoku": "terumoto 3 mori",
            "okayama": "naoie 1 ukita",
            "kozuki": "1 mori 2 ukita",
            **HOME,
        },
        chit="chit_oda",
        entered=["mori"],
        control={"kozuki": "mori"},
    )
    assert where(session, "terumoto") == "permanently_eliminated"
    assert (controls(session, "ueshi"), controls(session, "kozuki")) == ("oda", "ukita")
    assert at(session, "okayama") == "naoie 1 ukita"
