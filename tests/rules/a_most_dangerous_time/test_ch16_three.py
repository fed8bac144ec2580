"""Section 16.1: three players, two of them against Oda."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.play.view import view
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.asking import active_seat, owner
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch09_movement import kyo_bonus
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build
from compiler.rules.a_most_dangerous_time.field import held_by
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    hand,
    known,
    piece,
    position,
    prompt,
    refused,
    scene,
    soldiers,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage", "hamamatsu": "ieyasu"}


def three(step: str, units: Mapping[str, str], **more: Any) -> Session:
    return position(step, {**HEADS, **units}, scenario="three_player", **more)


def four(step: str, units: Mapping[str, str], **more: Any) -> Session:
    return position(step, {**HEADS, **units}, scenario="four_player", **more)


# -- three players -----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "16.1.1.1", "16.1.1.2", "16.1.2.2", "16.1.x4")
def test_a_and_b_have_their_alliances_and_are_no_enemies() -> None:
    for chit, seat in (("chit_takeda", "anti_oda_b"), ("chit_azai_asakura", "anti_oda_a"), ("chit_oda", "oda")):
        session = three("move", {"otsu": "1 oda", "kuwana": "1 takeda 1 azai"}, chit=chit, points=2, entered=["takeda"])
        assert active_seat(scene(session)) == seat
    together = three(
        "move",
        {"kannon_ji": "2 takeda", "w_seta": "1 azai", "kuwana": "1 takeda"},
        chit="chit_takeda",
        points=2,
        entered=["takeda"],
        control={"kannon_ji": "takeda"},
    )
    go(together, March(("kannon_ji", "w_seta"), tuple(soldiers(together, "kannon_ji", "takeda"))), "done")
    assert together.step != "battle"
    assert at(together, "w_seta") == "1 azai 2 takeda"
    joined = three("move", {"hanakuma": "2 oda", "miki": "3 bessho nagaharu"}, chit="chit_oda", points=3)
    go(joined, March(("hanakuma", "kakogawa"), tuple(soldiers(joined, "hanakuma", "oda"))))
    assert owner(scene(joined), piece(joined, "nagaharu")) == "anti_oda_a"
    minor = three("battle", {"himeji": "1 minor 3 oda"}, chit="chit_oda", marks={"himeji": {"activated": True}})
    assert asked(minor) == ["anti_oda_a"]


@covers("a_most_dangerous_time", "16.1.3.1", "16.1.3(1)a.1")
@pytest.mark.parametrize(("more", "won"), [({}, False), ({"okayama": "oda"}, True)])
def test_oda_win_with_kyo_and_seven_home_castles(more: dict[str, str], won: bool) -> None:
    homes = {"odani": "oda", "ichijo_dani": "oda", "tsutsujigasaki": "oda", **more}
    session = three(
        "control",
        {},
        chit="chit_oda",
        control=homes,
        entered=["takeda", "mori"],
        marks={p: {"unsupplied": True} for p in ("nobunaga",)},
        moved={"nagamasa": "sawayama", "yoshikage": "ono"},
    )
    while session.outcome is None and "falls first" in str(session.ask().topic):
        session.apply(session.legal()[0])
    assert (session.outcome is not None and session.outcome.winners == ("oda",)) == won


@covers("a_most_dangerous_time", "16.1.3(1)b.1")
@pytest.mark.parametrize("lack", ["", "azai", "kyo", "truce", "shogun"])
def test_oda_also_win_with_all_their_aims(lack: str) -> None:
    fallen = {clan: {"fallen": "oda"} for clan in ("azai", "asakura", "takeda") if clan != lack}
    moved = {
        "yoshiaki": "kyo" if lack == "shogun" else "tomo",
        card(57): "event_deck" if lack == "truce" else "removed_cards",
    }
    gone = [*(f"azai_soldier#{n}" for n in range(1, 6)), "nagamasa", "yoshikage", "kageakira", "kagetake"]
    session = position(
        "late_falls",
        {"gifu": "nobunaga"},
        scenario="three_player",
        marks=fallen,
        control={"kyo": "ikko_ikki" if lack == "kyo" else "oda", "odani": "azai" if lack == "azai" else "oda"},
        entered=["takeda"],
        moved={**moved, **({} if lack == "azai" else dict.fromkeys(gone, "permanently_eliminated"))},
    )
    assert (session.outcome is not None and session.outcome.rule == "16.1.3(1)b.1") == (lack == "")


@covers("a_most_dangerous_time", "16.1.3(2)a.1", "16.1.3(2)b.1", "16.1.3(3)a.1", "16.1.3(3)b.1", "15.5.x2")
@pytest.mark.parametrize(
    ("units", "chit", "face", "winner"),
    [
        ({"kyo": "2 uesugi"}, "chit_uesugi", 0, "anti_oda_a"),
        ({"kyo": "2 mori"}, "chit_mori", 0, "anti_oda_b"),
        ({"kyo": "2 mori"}, "chit_mori", 1, None),
        ({"kiyosu": "2 uesugi"}, "chit_uesugi", 1, "anti_oda_a"),
        ({"kiyosu": "2 takeda"}, "chit_takeda", 1, "anti_oda_b"),
        ({"kannon_ji": "2 takeda"}, "chit_takeda", 0, "anti_oda_b"),
    ],
)
def test_a_and_b_win_by_kyo_or_an_oda_home_castle(
    units: dict[str, str], chit: str, face: int, winner: str | None
) -> None:
    session = three(
        "control",
        units,
        chit=chit,
        entered=["takeda", "mori", "uesugi"],
        moved={"azuchi": "kannon_ji"},
        faces={"azuchi": face},
    )
    assert (session.outcome.winners[0] if session.outcome is not None else None) == winner


@covers("a_most_dangerous_time", "16.1.4(1).1")
def test_a_and_b_do_not_see_each_others_cards() -> None:
    session = three("move", {"otsu": "1 oda"}, chit="chit_oda", points=1, cards={"anti_oda_a": [1], "anti_oda_b": [2]})
    seen = view(session, "anti_oda_a").table.pieces
    assert card(1) in seen
    assert card(2) not in seen
    drawn = three("control", {"kuroi": "1 takeda"}, chit="chit_takeda", entered=["takeda"])
    assert (hand(drawn, "anti_oda_a"), hand(drawn, "anti_oda_b")) == (0, 1)


@covers("a_most_dangerous_time", "16.1.3.1")
@pytest.mark.parametrize(("kyo", "seat"), [("oda", "oda"), ("takeda", "anti_oda_b"), ("uesugi", "anti_oda_a")])
def test_after_turn_30_the_player_who_has_kyo_wins(kyo: str, seat: str) -> None:
    session = three("advance_turn", {}, turn=30, control={"kyo": kyo}, entered=["takeda", "uesugi"])
    assert session.outcome is not None
    assert session.outcome.winners == (seat,)


@covers("a_most_dangerous_time", "16.1.4(2).1", "16.1.8(1).1")
def test_oda_alone_draw_in_the_end_phase_and_never_for_captures() -> None:
    session = three("kyo_card", {}, control={"kyo": "ikko_ikki"})
    assert (hand(session, "oda"), hand(session, "anti_oda_b")) == (1, 0)
    taken = three("control", {"kuroi": "1 oda"}, chit="chit_oda", control={"kyo": "ikko_ikki"})
    assert controls(taken, "kuroi") == "oda"
    assert hand(taken, "oda") == 0


@covers("a_most_dangerous_time", "16.1.4(3).1")
@pytest.mark.parametrize(
    ("space", "was", "cards"), [("kuroi", "neutral_minor", 1), ("ishiyama", "oda", 0), ("otsu", "oda", 1)]
)
def test_a_and_b_draw_for_spaces_of_oda_and_neutrals_but_not_for_the_others_own(
    space: str, was: str, cards: int
) -> None:
    session = three("control", {space: "2 azai"}, chit="chit_azai_asakura", control={space: was})
    assert hand(session, "anti_oda_a") == cards


@covers("a_most_dangerous_time", "16.1.4(4).1", "16.1.x1", "16.1.4(4).2")
def test_cards_are_played_crosswise() -> None:
    riot = three("event_cards", {"arioka": "1 ikko_ikki"}, chit="chit_ikko_ikki", cards={"anti_oda_a": [49]})
    assert asked(riot) == ["anti_oda_a"]
    go(riot, Riot(card(49), "kuwana", 2))
    assert at(riot, "kuwana") == "2 ikko_ikki"
    truce = three("event_cards", {}, chit="chit_oda", cards={"anti_oda_b": [57], "oda": [45]})
    go(truce, "done", card(57))
    assert truce.table.mark("ikko_ikki", "truce") == 2
    ninja = three(
        "event_cards", {"iida": "shingen"}, chit="chit_azai_asakura", entered=["takeda"], cards={"anti_oda_a": [41]}
    )
    assert refused(ninja, Play(card(41), "shingen")) is None


@covers("a_most_dangerous_time", "16.1.5(1).1", "16.1.5(2).1", "16.1.x3", "16.1.5(4).1")
def test_a_and_b_defend_together_and_the_larger_clan_commands() -> None:
    session = three(
        "battle",
        {"odani": "nagamasa 1 azai masakage 2 takeda 6 oda"},
        chit="chit_oda",
        entered=["takeda"],
        marks={"odani": {"activated": True}},
    )
    assert asked(session) == ["anti_oda_a"]  # the Space is Azai's
    go(session, "field")
    assert asked(session) == ["anti_oda_b"]
    go(session, "field")
    assert piece(session, "masakage").mark("commander")


@covers("a_most_dangerous_time", "16.1.5(2).2")
@pytest.mark.parametrize(
    ("a", "b", "chief"),
    [("nagamasa", "nagamasa", "nagamasa"), ("nagamasa", "masakage", None), ("nobody", "nobody", None)],
)
def test_equal_clans_must_agree_on_the_commander(a: str, b: str, chief: str | None) -> None:
    session = three(
        "battle",
        {"w_seta": "nagamasa 1 azai masakage 1 takeda 6 oda", "odani": "1 asakura"},
        chit="chit_oda",
        entered=["takeda"],
        marks={"w_seta": {"activated": True}},
    )
    assert set(asked(session)) == {"anti_oda_a", "anti_oda_b"}
    session.apply(a, "anti_oda_a")
    session.apply(b, "anti_oda_b")
    found = [p.id for p in session.table.at("w_seta") if p.mark("commander") and p.side != "oda"]
    assert found == ([chief] if chief else [])


@covers("a_most_dangerous_time", "16.1.5(3).1", "16.1.5(3).2", "16.1.x2")
def test_one_may_retreat_and_takes_only_what_is_left_over() -> None:
    session = three(
        "battle",
        {"w_seta": "3 takeda 2 azai 8 oda", "minakuchi": ""},
        chit="chit_oda",
        entered=["takeda"],
        marks={"w_seta": {"activated": True}},
        control={"minakuchi": "rokkaku"},
    )
    first = asked(session)[0]
    go(session, "retreat", "stay")
    assert first == "anti_oda_a"  # fewer Units, and nobody commands
    while "chance" not in session.asks:
        session.apply("stay")
    go(session, (6,), (1,))
    go(session, (6,) * 4 + (1,) * (waits_for_dice(session, "fire") - 4))
    while session.step == "battle" and "withdraw" in str(session.ask().topic):
        session.apply(session.legal()[0])
    assert len(soldiers(session, "w_seta", "takeda")) == 0


@covers("a_most_dangerous_time", "16.1.5(5).1")
def test_a_combat_card_needs_units_of_the_player_in_the_combat() -> None:
    session = three(
        "battle",
        {"w_seta": "3 azai 3 oda"},
        chit="chit_oda",
        cards={"oda": [29]},
        marks={"w_seta": {"activated": True}},
    )
    assert asked(session) == ["oda"]
    assert "combat card" in prompt(session)


@covers("a_most_dangerous_time", "16.1.5(6).1")
def test_oda_set_the_order_of_combats() -> None:
    session = three(
        "battle",
        {"w_seta": "3 takeda 3 oda", "w_sekigahara": "3 takeda 3 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        marks={"w_seta": {"activated": True}, "w_sekigahara": {"activated": True}},
    )
    assert asked(session) == ["oda"]
    assert set(session.legal()) == {"w_seta", "w_sekigahara"}


@covers("a_most_dangerous_time", "16.1.7(2).1", "16.1.7(3).1", "16.1.x5", "16.1.8(2).1")
def test_azuchi_of_three_players() -> None:
    session = three("late_falls", {"odani": "3 oda"}, control={"odani": "oda"}, moved={"nagamasa": "regroup_azai"})
    assert where(session, "azuchi") == "kannon_ji"
    occupied = three(
        "late_falls",
        {"odani": "3 oda", "kannon_ji": "1 ikko_ikki"},
        control={"odani": "oda"},
        moved={"nagamasa": "regroup_azai"},
    )
    assert where(occupied, "azuchi") == "azuchi_box"
    alive = three("late_falls", {})
    assert where(alive, "azuchi") == "azuchi_box"
    grown = three("movement_roll", {"otsu": "1 oda"}, chit="chit_oda", moved={"azuchi": "kannon_ji"})
    go(grown, (1,), "raise")
    assert piece(grown, "azuchi").face == 1
    assert grown.table.tracks["movement"] == 0
    kyo = scene(
        three(
            "move", {"kuwana": "1 takeda"}, chit="chit_takeda", points=1, entered=["takeda"], control={"kyo": "takeda"}
        )
    )
    assert kyo_bonus(kyo) == 2


@covers("a_most_dangerous_time", "16.1.7(1).1")
def test_azuchi_stands_at_kannon_ji_or_nowhere() -> None:
    later = {"chit": "chit_oda", "points": 6, "turn": 12}
    session = three("move", {"kuwana": "1 oda"}, **later)
    assert not any(isinstance(option, Build) for option in session.legal())
    for space in ("kannon_ji", "gifu", "kuwana"):
        assert refused(session, Build(space)) == "15.5.1"
        assert refused(position("move", {**HEADS, "kuwana": "1 oda"}, **later), Build(space)) is None
    assert known().numerals.azuchi_space == "kannon_ji"


@covers("a_most_dangerous_time", "16.1.1.3")
def test_oda_name_who_gets_good_fortune() -> None:
    session = three("kyo_card", {}, fortune=True, deck=[1, 2, 3], moved={"good_fortune": "fortune_oda"})
    go(session, "exchange", "anti_oda_b")
    assert where(session, "good_fortune") == "fortune_anti_oda_b"


@covers("a_most_dangerous_time", "15.1.x1")
def test_the_shogun_takes_an_empty_mount_hiei_only_when_control_is_looked_at() -> None:
    """He goes there without a fight: Oda's until step 8 of the impulse, his player's when the next chit is drawn."""
    units = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage", "kyo": "4 oda"}
    session = position("event_cards", units, chit="chit_anti_oda_minors", scenario="three_player")
    go(session, "convert_the_shogun", "mt_hiei")
    assert held_by(scene(session), "mt_hiei") == "oda"
    while session.step != "draw_chit":
        session.apply((1,) if "chance" in session.asks else "done", next(iter(session.asks)))
    assert held_by(scene(session), "mt_hiei") == "anti_oda"
