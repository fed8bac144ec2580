"""A rules lawyer's cases: single points of the book, each a position and what may be done in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build
from compiler.rules.a_most_dangerous_time.field import fort_value
from tests.rules.a_most_dangerous_time.table import asked, card, controls, go, hand, piece, position, refused, scene
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}


# -- 5: lines ----------------------------------------------------------------------------------------------------------
def cut_off(id: str, at: Mapping[str, str], chit: str = "chit_oda", **more: Any) -> bool:
    session = position("movement_roll", at, chit=chit, **more)
    go(session, (3,))
    return piece(session, id).mark("unsupplied") is not None


@covers("a_most_dangerous_time", "5.2.7", "5.2.8")
@pytest.mark.parametrize(("holder", "out"), [("oda", True), ("takeda", False)])
def test_a_besieged_garrison_blocks_nobody_but_its_space_does_until_it_is_taken(holder: str, out: bool) -> None:
    """Masakage in Toki has his line through Iwamura, where one Oda Soldier is under siege."""
    at = {"iwamura": "1 takeda (1 oda)", "toki": "masakage", "tsutsujigasaki": "1 takeda", **HOME}
    held = {"toki": "takeda", "iwamura": holder}
    assert cut_off("masakage", at, "chit_takeda", entered=["takeda"], control=held) is out


@covers("a_most_dangerous_time", "5.2.4", "5.2.2")
def test_the_home_castle_of_a_friend_does_not_help_a_clan_that_has_its_own() -> None:
    at = {"hamamatsu": "1 takeda (1 tokugawa)", "gifu": "ieyasu hisahide", "tsutsujigasaki": "1 takeda"}
    assert cut_off("ieyasu", at, entered=["takeda"])
    assert not cut_off("hisahide", at, entered=["takeda"], control={"mt_shigi": "ikko_ikki"})


@covers("a_most_dangerous_time", "5.2.3", "15.2.1")
def test_saika_are_no_monks_and_have_no_line_from_nagashima() -> None:
    session = position("movement_roll", {"nagashima": "magoichi 1 ikko_ikki", **HOME}, chit="chit_ikko_ikki")
    go(session, (3,))
    marks = [piece(session, id).mark("unsupplied") is not None for id in ("magoichi", "ikko_ikki_soldier#1")]
    assert marks == [True, False]


@covers("a_most_dangerous_time", "15.5.7", "5.2.1")
@pytest.mark.parametrize(("face", "out"), [(None, True), (0, True), (1, False)])
def test_only_a_great_azuchi_is_a_home_castle(face: int | None, out: bool) -> None:
    at = {"kannon_ji": "1 oda", "kyo": "nobunaga", "gifu": "1 takeda", "kiyosu": "1 takeda"}
    lost = {"gifu": "takeda", "kiyosu": "takeda"}
    built: dict[str, Any] = {} if face is None else {"moved": {"azuchi": "kannon_ji"}, "faces": {"azuchi": face}}
    assert cut_off("nobunaga", at, entered=["takeda"], control=lost, turn=12, **built) is out


# -- 6, 9 --------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "6.2.3", "6.2.1")
def test_who_takes_kyo_has_kyo_and_draws_for_nothing_else_he_took() -> None:
    session = position("control", {"kyo": "2 ikko_ikki", "otsu": "1 ikko_ikki", **HOME}, chit="chit_ikko_ikki")
    assert [controls(session, space) for space in ("kyo", "otsu")] == ["ikko_ikki", "ikko_ikki"]
    assert hand(session, "anti_oda") == 0


def moving(at: Mapping[str, str], points: int = 6, **more: Any) -> Session:
    return position("move", {**at, **HOME}, points=points, **{"chit": "chit_oda", **more})


@covers("a_most_dangerous_time", "9.4.3", "9.5.3")
def test_a_besieged_enemy_stops_nobody_on_his_way_but_bars_strategic_movement() -> None:
    session = moving({"otsu": "katsuie", "kannon_ji": "1 oda (1 azai)"})
    assert refused(session, March(("otsu", "w_seta", "kannon_ji"), ("katsuie",))) == "9.5.3"
    go(session, March(("otsu", "w_seta"), ("katsuie",)), March(("w_seta", "kannon_ji"), ("katsuie",)))
    assert refused(session, March(("kannon_ji", "mitsukuri"), ("katsuie",))) is None


@covers("a_most_dangerous_time", "2.45.3", "2.45.5")
def test_chugoku_is_for_mori_alone_and_dear() -> None:
    session = moving({"takamatsu": "naoie terumoto"}, chit="chit_mori", entered=["mori"], points=2)
    assert refused(session, March(("takamatsu", "chugoku"), ("naoie",))) == "2.45.3"
    assert refused(session, March(("takamatsu", "chugoku"), ("terumoto",))) is None
    short = moving({"takamatsu": "terumoto"}, chit="chit_mori", entered=["mori"], points=1)
    assert refused(short, March(("takamatsu", "chugoku"), ("terumoto",))) == "9.3.1"


# -- 8: cards in a combat ----------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.2.17", "15.1.12")
def test_a_daimyo_shogun_under_siege_enables_cards_in_the_combats_of_others() -> None:
    session = position(
        "battle",
        {"mt_hiei": "(2 enryaku_ji) 3 oda", "w_seta": "2 azai katsuie 1 oda", "odani": "1 azai", **HOME},
        chit="chit_azai_asakura",
        faces={"yoshiaki": 1},
        moved={"yoshiaki": "mt_hiei"},
        marks={"yoshiaki": {"besieged": True}, "w_seta": {"activated": True}},
        cards={"anti_oda": [3]},
    )
    assert refused(session, Betray(card(3), "katsuie", "yoshiaki")) is None


# -- 11: who regroups where --------------------------------------------------------------------------------------------
def places(session: Session, clan: str) -> set[str]:
    return {o.space for o in session.legal() if isinstance(o, Regroup) and piece(session, o.unit).side == clan}


@covers("a_most_dangerous_time", "11.2.3", "11.2.5")
def test_a_clan_regroups_in_its_own_spaces_only() -> None:
    session = position("regroup", {"hamamatsu": "1 tokugawa", **HOME}, entered=["mori"])
    assert places(session, "tokugawa") == {"hamamatsu", "okazaki", "yoshida"}
    assert "kyo" in places(session, "oda")
    while asked(session) == ["oda"]:
        go(session, "done")
    assert places(session, "murakami") == {"shiwaku"}
    assert places(session, "mori") == {"takamatsu", "tottori", "ueshi", "chugoku"}


@covers("a_most_dangerous_time", "Card46.1")
def test_under_a_truce_the_levy_is_for_saika_alone() -> None:
    at = {"ishiyama": "1 ikko_ikki", "saika": "magoichi", **HOME}
    for truce, clans in ((None, {"ikko_ikki", "saika"}), (2, {"saika"})):
        marks = {} if truce is None else {"ikko_ikki": {"truce": truce}}
        session = position("event_cards", at, chit="chit_ikko_ikki", cards={"anti_oda": [46]}, marks=marks)
        assert {o.on.split(":")[0] for o in session.legal() if isinstance(o, Play)} == clans


@covers("a_most_dangerous_time", "16.2.x5")
@pytest.mark.parametrize(("kyo", "home"), [("1 oda", "kyo"), ("2 ikko_ikki", "regroup_oda")])
def test_nobunaga_waits_in_the_box_while_no_space_is_his(kyo: str, home: str) -> None:
    holder = {"kyo": "oda" if "oda" in kyo else "ikko_ikki"}
    session = position(
        "regroup", {"kyo": kyo, **HOME}, scenario="four_player", control=holder, moved={"nobunaga": "regroup_oda"}
    )
    assert piece(session, "nobunaga").place == home


# -- 15: Azuchi --------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.5.1", "15.5.2", "15.5.6")
def test_where_and_when_azuchi_is_built() -> None:
    yellow = {
        "kannon_ji",
        "minakuchi",
        "ise_kameyama",
        "kuwana",
        "ogaki",
        "kiyosu",
        "gifu",
        "iwamura",
        "toki",
        "ibaraki",
    }
    for turn, points, sites in ((10, 6, yellow), (9, 6, set()), (10, 5, set())):
        session = moving({"kyo": "nobunaga"}, points, turn=turn)
        assert {o.space for o in session.legal() if isinstance(o, Build)} == sites
    session = moving({"kyo": "nobunaga"}, 12, turn=10)
    go(session, Build("kannon_ji"))
    assert refused(session, Build("kannon_ji")) == "15.5.6"
    assert fort_value(scene(session), "kannon_ji") == 2
    great = moving({"kyo": "nobunaga"}, 6, turn=10)
    go(great, Build("gifu"))
    assert fort_value(scene(great), "gifu") == 3  # the castle that stood there was greater
