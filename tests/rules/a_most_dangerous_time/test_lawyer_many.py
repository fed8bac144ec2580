"""A rules lawyer's cases: the games for three and four players, worked out before the engine was read."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
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
DAIMYO = {name: {"new_daimyo": True} for name in ("hideyoshi", "katsuie", "ieyasu")}


def three(step: str, at: dict[str, str], **more: Any) -> Session:
    return position(step, at, scenario="three_player", **{"chit": "chit_oda", **more})


def four(step: str, at: dict[str, str], **more: Any) -> Session:
    marks = {**DAIMYO, **more.pop("marks", {})}
    return position(step, at, scenario="four_player", marks=marks, **{"chit": "chit_oda", **more})


def winner(session: Session) -> str | None:
    return session.outcome.winners[0] if session.outcome else None


# -- 16.1: three players -----------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "16.1.3(2)a.1", "16.1.3(3)a.1", "16.1.3(2)b.1", "16.1.3(3)b.1")
@pytest.mark.parametrize(
    ("chit", "at", "level", "wins"),
    [
        ("chit_azai_asakura", {"kyo": "2 azai"}, None, "anti_oda_a"),
        ("chit_ikko_ikki", {"kyo": "2 ikko_ikki"}, None, "anti_oda_b"),
        ("chit_ikko_ikki", {"kyo": "2 ikko_ikki"}, 0, "anti_oda_b"),
        ("chit_ikko_ikki", {"kyo": "2 ikko_ikki"}, 1, None),
        ("chit_ikko_ikki", {"kiyosu": "2 ikko_ikki"}, 1, "anti_oda_b"),
        ("chit_ikko_ikki", {"hamamatsu": "2 ikko_ikki"}, None, None),
        ("chit_azai_asakura", {"kannon_ji": "2 azai"}, 0, "anti_oda_a"),
        ("chit_azai_asakura", {"kannon_ji": "2 azai"}, None, None),
    ],
)
def test_what_the_enemies_of_oda_win_with(chit: str, at: dict[str, str], level: int | None, wins: str | None) -> None:
    moved = {} if level is None else {"azuchi": "kannon_ji"}
    session = three(
        "control", {"odani": "nagamasa", "yoshida": "ieyasu", **HOME, **at}, chit=chit, moved=moved,
        faces={} if level is None else {"azuchi": level}, deck=[],
    )  # fmt: skip
    assert winner(session) == wins


@covers("a_most_dangerous_time", "16.1.3(1)a.1", "16.1.3(1)b.1")
def test_what_oda_win_with() -> None:
    homes = dict.fromkeys(("odani", "ichijo_dani", "tsutsujigasaki", "okayama"), "oda")
    places = {"kyo": "nobunaga", "takato": "shingen", "ono": "yoshikage", "sawayama": "nagamasa", "w_chizu": "naoie"}
    full = three("control", places, control=homes, entered=["takeda", "mori"], deck=[])
    assert winner(full) == "oda"
    six = three("control", places, control={**homes, "okayama": "ukita"}, entered=["takeda", "mori"], deck=[])
    assert winner(six) is None
    azuchi = three(
        "control", places, control={**homes, "okayama": "ukita"}, entered=["takeda", "mori"], deck=[],
        moved={"azuchi": "kannon_ji"},
    )  # fmt: skip
    assert winner(azuchi) == "oda"


@covers("a_most_dangerous_time", "16.1.4(2).1", "16.1.4(3).1", "16.1.8(1).1")
@pytest.mark.parametrize(
    ("chit", "at", "control", "hands"),
    [
        ("chit_oda", {"sawayama": "2 oda", "kyo": "1 azai"}, {"kyo": "azai"}, (0, 0, 0)),
        ("chit_ikko_ikki", {"otsu": "2 ikko_ikki", "kyo": "1 azai"}, {"kyo": "azai"}, (0, 0, 1)),
        ("chit_ikko_ikki", {"sawayama": "2 ikko_ikki", "kyo": "1 oda"}, {"sawayama": "oda"}, (0, 0, 0)),
        ("chit_azai_asakura", {"obama": "2 azai", "kyo": "1 oda"}, {}, (0, 1, 0)),
    ],
)
def test_who_draws(chit: str, at: dict[str, str], control: dict[str, str], hands: tuple[int, ...]) -> None:
    session = three("control", {"odani": "nagamasa", **HOME, **at}, chit=chit, control=control, deck=[33, 34])
    assert tuple(hand(session, seat) for seat in ("oda", "anti_oda_a", "anti_oda_b")) == hands


@covers("a_most_dangerous_time", "16.1.5(1).1", "16.1.5(4).1", "16.1.5(3).1", "16.1.x3")
def test_a_stays_and_b_goes() -> None:
    """Miyoshi (A) hold Noda Fukushima; the monks (B) may not use its fort."""
    session = three(
        "battle",
        {"noda_fukushima": "nobunaga 6 oda nagayuki 2 miyoshi 2 ikko_ikki", "ishiyama": "1 ikko_ikki", **HOME},
        marks={"nobunaga": {"arrived": True}},
    )
    while "retreat" not in session.legal():
        go(session, "field")
    assert asked(session) == ["anti_oda_a"]
    go(session, "stay")
    assert asked(session) == ["anti_oda_b"]
    go(session, "retreat")
    while asked(session) == ["chance"]:
        go(session, (1,) * int(session.asks["chance"].prompt.split()[1].split("d")[0]))
        if asked(session) == ["oda"]:
            go(session, "stay")
    assert refused(session, Withdraw("fort", tuple(soldiers(session, "noda_fukushima", "ikko_ikki")))) is not None


@covers("a_most_dangerous_time", "16.1.5(6).1")
@pytest.mark.parametrize("chit", ["chit_oda", "chit_ikko_ikki"])
def test_oda_order_the_combats(chit: str) -> None:
    session = three(
        "battle",
        {"otsu": "2 oda 2 ikko_ikki", "minakuchi": "2 oda 2 ikko_ikki", **HOME},
        chit=chit,
        marks={f"{clan}_soldier#{n}": {"arrived": True} for clan in ("oda", "ikko_ikki") for n in (1, 3)},
    )
    assert asked(session) == ["oda"]
    assert sorted(session.legal()) == ["minakuchi", "otsu"]


@covers("a_most_dangerous_time", "16.1.5(2).2")
@pytest.mark.parametrize(("a", "b", "named"), [("nagayuki", "nagayuki", True), ("nagayuki", "magoichi", False)])
def test_equal_allies_must_agree_on_a_commander(a: str, b: str, named: bool) -> None:
    session = three(
        "battle",
        {"w_uji": "nobunaga 6 oda nagayuki 1 miyoshi magoichi 1 saika", "noda_fukushima": "1 miyoshi", **HOME},
        marks={"nobunaga": {"arrived": True}},
    )
    assert sorted(asked(session)) == ["anti_oda_a", "anti_oda_b"]
    session.apply(a, "anti_oda_a")
    session.apply(b, "anti_oda_b")
    assert (piece(session, "nagayuki").mark("commander") is not None) is named
    assert piece(session, "magoichi").mark("commander") is None


@covers("a_most_dangerous_time", "16.1.4(4).1", "16.1.4(4).2", "16.1.4(1).1")
def test_cards_across_the_factions() -> None:
    session = three(
        "event_cards",
        {"odani": "nagamasa", "saika": "magoichi", **HOME},
        chit="chit_azai_asakura",
        cards={"anti_oda_a": [41]},
    )
    assert refused(session, Play(card(41), "magoichi")) is None
    riot = three(
        "event_cards",
        {"odani": "nagamasa", "saika": "magoichi", **HOME},
        chit="chit_ikko_ikki",
        cards={"anti_oda_a": [49]},
    )
    assert asked(riot) == ["anti_oda_a"]
    assert refused(riot, Riot(card(49), "kuwana", 2)) is None
    truce = three("event_cards", {"kyo": "nobunaga", **HOME}, cards={"anti_oda_b": [57]}, moved={"yoshiaki": "tomo"})
    assert asked(truce) == ["anti_oda_b"]
    assert card(57) in truce.legal()


@covers("a_most_dangerous_time", "16.1.7(2).1", "16.1.x5")
@pytest.mark.parametrize(("kannon_ji", "built"), [("1 oda", True), ("1 oda 1 ikko_ikki", False)])
def test_azuchi_comes_with_the_fall_of_azai(kannon_ji: str, built: bool) -> None:
    session = three(
        "control", {"odani": "katsuie 2 oda", "kannon_ji": kannon_ji, **HOME}, control={"odani": "oda"}, deck=[]
    )
    assert session.table.marks["azai", "fallen"] == "oda"
    assert (where(session, "azuchi") == "kannon_ji") is built


@covers("a_most_dangerous_time", "16.1.6.1")
def test_lines_run_through_the_ally() -> None:
    session = three("communications", {"ibaraki": "nagayuki", **HOME}, control={"ibaraki": "miyoshi"}, points=2)
    assert piece(session, "nagayuki").mark("unsupplied") is None  # by Ishiyama or Arioka, B's, to Noda Fukushima


# -- 16.2: four players ------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "16.2.2(5).2", "16.2.7(1).1", "16.2.7(2).1")
@pytest.mark.parametrize(
    ("chit", "seat"),
    [("chit_oda", "player_hideyoshi"), ("chit_oda_nobunaga", "player_katsuie"), ("chit_tokugawa", "player_tokugawa")],
)
def test_whose_chit_is_whose(chit: str, seat: str) -> None:
    session = four(
        "movement_roll",
        {"kyo": "nobunaga 3 oda", "gifu": "hideyoshi", "kiyosu": "katsuie", "yoshida": "ieyasu"},
        chit=chit,
    )
    go(session, (2,))
    assert asked(session) == [seat]
    assert session.table.tracks["movement"] == 4


@covers("a_most_dangerous_time", "16.2.4(2).1", "16.2.4(3).1", "16.2.4(1).1")
@pytest.mark.parametrize(
    ("at", "chit", "wins"),
    [
        ({"takamatsu": "katsuie"}, "chit_oda_nobunaga", "player_hideyoshi"),
        ({"uotsu": "hideyoshi"}, "chit_oda", "player_katsuie"),
        ({"tottori": "hideyoshi"}, "chit_oda", "player_tokugawa"),
        ({"gifu": "2 ikko_ikki"}, "chit_ikko_ikki", "anti_oda"),
        ({"kyo": "2 ikko_ikki"}, "chit_ikko_ikki", None),
    ],
)
def test_who_wins(at: dict[str, str], chit: str, wins: str | None) -> None:
    places = {"otsu": "nobunaga 3 oda", "odani": "nagamasa", **at}
    session = four("control", places, chit=chit, entered=["mori", "uesugi", "takeda"], deck=[])
    assert winner(session) == wins


@covers("a_most_dangerous_time", "16.2.4(4).1", "16.2.4(3).3")
def test_anti_oda_win_after_turn_thirty() -> None:
    assert winner(four("advance_turn", {"kyo": "nobunaga 3 oda"}, turn=30)) == "anti_oda"
    assert winner(four("advance_turn", {"kyo": "nobunaga 3 oda"}, turn=29)) is None


@covers("a_most_dangerous_time", "16.2.6(2).1", "16.2.6(4).1", "16.2.7(3).1", "16.2.6(3).1")
def test_whom_a_player_moves() -> None:
    session = four(
        "move",
        {
            "kyo": "nobunaga hideyoshi 5 oda",
            "gifu": "4 oda",
            "kiyosu": "katsuie murashige 2 oda",
            "tottori": "nobumori 5 oda",
        },
        points=9,
        control={"tottori": "oda"},
    )
    kyo, gifu, kiyosu = (tuple(soldiers(session, place, "oda")) for place in ("kyo", "gifu", "kiyosu"))
    assert refused(session, March(("gifu", "ogaki"), gifu)) is None
    assert refused(session, March(("kiyosu", "ogaki"), kiyosu)) is not None
    assert refused(session, March(("kiyosu", "ogaki"), ("katsuie",))) is not None
    assert refused(session, March(("kiyosu", "ogaki"), ("murashige",))) is None
    assert refused(session, March(("kiyosu", "ogaki"), ("murashige", kiyosu[0]))) is not None
    assert refused(session, March(("kyo", "otsu"), kyo[:1])) is not None
    assert refused(session, March(("kyo", "otsu"), ("hideyoshi", *kyo))) is None
    assert refused(session, March(("kyo", "otsu"), ("nobunaga", *kyo))) is None


@covers("a_most_dangerous_time", "16.2.7(3).3", "9.5.4")
def test_nobody_carries_soldiers_through_another_sphere() -> None:
    """Kiyosu is Katsuie's: Hideyoshi would have to leave his Soldiers there, and a strategic move drops nobody."""
    session = four("move", {"gifu": "hideyoshi 4 oda", "otsu": "2 oda", "kyo": "nobunaga 3 oda"}, points=5)
    gifu, otsu = (tuple(soldiers(session, place, "oda")) for place in ("gifu", "otsu"))
    assert refused(session, March(("gifu", "kiyosu", "ogaki"), ("hideyoshi",))) is None
    assert refused(session, March(("gifu", "kiyosu", "ogaki"), ("hideyoshi", *gifu))) is not None
    assert refused(session, March(("gifu", "kiyosu", "ogaki"), gifu)) is not None
    assert refused(session, March(("otsu", "kyo", "shoryu_ji"), otsu)) is not None
    assert refused(session, March(("gifu", "ogaki", "w_sekigahara"), ("hideyoshi", *gifu))) is None
    go(session, March(("gifu", "kiyosu"), ("hideyoshi", *gifu)))
    assert refused(session, March(("kiyosu", "ogaki"), ("hideyoshi", *gifu))) is not None
    assert refused(session, March(("kiyosu", "ogaki"), ("hideyoshi",))) is None


@covers("a_most_dangerous_time", "16.2.7(4).1")
def test_nobunaga_does_not_sail() -> None:
    session = four("move", {"noda_fukushima": "nobunaga hideyoshi 3 oda"}, points=5, control={"noda_fukushima": "oda"})
    assert refused(session, March(("noda_fukushima", "bay_of_kawachi"), ("nobunaga",))) is not None
    assert refused(session, March(("noda_fukushima", "bay_of_kawachi"), ("hideyoshi",))) is None


@covers("a_most_dangerous_time", "16.2.8(3).1", "16.2.8(4).1")
def test_who_negotiates() -> None:
    session = four(
        "negotiate",
        {"kannon_ji": "nobunaga hideyoshi mitsuhide", "sawayama": "2 azai", "odani": "nagamasa", **HOME},
        cards={"player_hideyoshi": [3]},
    )
    for leader, good in (("nobunaga", True), ("hideyoshi", True), ("mitsuhide", False)):
        assert (refused(session, Negotiate(leader, "sawayama", "azai", "field")) is None) is good
    assert not any(getattr(a, "card", "") == card(3) for a in session.legal())


@covers("a_most_dangerous_time", "16.2.11(1).1", "16.2.11(3).1")
def test_exile_and_disband_are_ones_own() -> None:
    session = four("exile", {"kyo": "nobunaga hideyoshi katsuie", "gifu": "nobumori"})
    assert sorted(session.legal()) == ["done", "hideyoshi"]
    disband = position(
        "disband",
        {"gifu": "katsuie 1 oda", "kiyosu": "2 oda", "kyo": "1 oda"},
        scenario="four_player",
        seat="player_hideyoshi",
    )
    places = {where(disband, a) for a in disband.legal() if a != "done"}
    assert places == {"gifu"}


@covers("a_most_dangerous_time", "16.2.5(5).1", "16.2.x9")
@pytest.mark.parametrize(("gujo", "home"), [("", True), ("1 asakura", False)])
def test_nobunaga_goes_home_at_the_end_of_the_turn(gujo: str, home: bool) -> None:
    session = four("nobunaga_returns", {"ono": "nobunaga 5 oda", "w_gujo": gujo, **HOME}, control={"ono": "oda"})
    assert (where(session, "nobunaga") == "kyo") is home
    if home:
        assert at(session, "ono") == "2 oda"


@covers("a_most_dangerous_time", "16.2.9(1).1", "16.2.9(1).3", "16.2.9(2).2", "16.2.9(3).1")
def test_nobunaga_commands_and_a_hit_on_his_guard_ends_it() -> None:
    session = four(
        "battle",
        {"otsu": "nobunaga 3 oda ieyasu 5 tokugawa 12 ikko_ikki", "nagashima": "1 ikko_ikki", **HOME},
        chit="chit_ikko_ikki",
        marks={
            "ikko_ikki_soldier#1": {"arrived": True},
            **{f"oda_soldier#{n}": {"led_by": "guard"} for n in (1, 2, 3)},
        },
    )
    while "stay" not in session.legal():
        assert asked(session) == ["player_hideyoshi"], prompt(session)  # Otsu is in his sphere
        go(session, "field" if "field" in session.legal() else session.legal()[0])
    assert piece(session, "nobunaga").mark("commander") is not None
    while "chance" not in asked(session):
        go(session, "stay")
    go(session, (6,), (1,))
    while "chance" in asked(session) and session.asks["chance"].purpose == "fire":
        count = int(session.asks["chance"].prompt.split()[1].split("d")[0])
        go(session, (6, 6, *(1,) * (count - 2)))
    assert asked(session) == ["player_hideyoshi"]
    assert refused(session, Lose(("ieyasu", "oda_soldier#1"))) is not None
    go(session, Lose(("oda_soldier#1", "tokugawa_soldier#1")))
    assert "stay" not in session.legal()


@covers("a_most_dangerous_time", "16.2.10(1).1", "16.2.x4")
def test_regroup_in_the_sphere_by_fives() -> None:
    session = position("regroup", {"kyo": "nobunaga 3 oda"}, scenario="four_player", seat="player_hideyoshi")
    assert refused(session, "katsuie") is not None
    go(session, "nobumori")
    assert set(session.legal()) == {
        "gifu",
        "ogaki",
        "toki",
        "iwamura",
        "otsu",
        "kannon_ji",
        "minakuchi",
        "ibaraki",
        "mt_hiei",
    }
