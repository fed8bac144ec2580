"""Section 8.3 and 8.4: negotiation and immediate combat; 3.2: neutrals."""

from __future__ import annotations

import pytest

from compiler.model.rolls import Asked
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch08_reach import needed
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from compiler.rules.a_most_dangerous_time.field import hostile, is_leader
from compiler.rules.a_most_dangerous_time.loyalty import faction
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    controls,
    drawn,
    go,
    refused,
    rolls,
    scene,
    soldiers,
    talks,
    the_game,
    waits_for_dice,
)
from tests.rules.covering import covers


# -- negotiation -------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.3.1", "8.3.3", "8.3.4", "8.3.11", "8.1.1", "8.1.4")
def test_a_samurai_tries_his_neighbours_once() -> None:
    units = {"otsu": "hideyoshi", "mt_hiei": "2 rokkaku", "sawayama": "1 azai", "kyo": "1 oda"}
    session = talks({**units, "mt_hiei": "1 rokkaku", "kannon_ji": "1 oda", "w_seta": "1 azai"})
    assert refused(session, Negotiate("hideyoshi", "sawayama", "azai", "field")) == "8.3.3"
    assert refused(session, Negotiate("nagahide", "mt_hiei", "rokkaku", "field")) == "8.3.1"
    assert refused(session, Negotiate("hideyoshi", "mt_hiei", "azai", "field")) == "8.1.4"
    go(session, Negotiate("hideyoshi", "mt_hiei", "rokkaku", "field"), (5,))
    assert at(session, "mt_hiei") == "1 rokkaku"


@covers("a_most_dangerous_time", "8.3.4")
def test_a_second_attempt_of_the_same_leader_is_refused() -> None:
    session = talks({"otsu": "hideyoshi", "kannon_ji": "nobunaga", "mt_hiei": "1 rokkaku", "w_seta": "1 azai"})
    go(session, Negotiate("hideyoshi", "mt_hiei", "rokkaku", "field"), (1,))
    assert refused(session, Negotiate("hideyoshi", "w_seta", "azai", "field")) == "8.3.4"
    assert refused(session, Negotiate("nobunaga", "w_seta", "azai", "field")) is None


@covers("a_most_dangerous_time", "8.3.2")
def test_a_daimyo_reaches_by_any_unit_of_his_alliance() -> None:
    session = talks({"gifu": "nobunaga", "yoshida": "1 tokugawa", "nagashino": "1 minor", "kuroi": "1 minor"})
    assert refused(session, Negotiate("nobunaga", "nagashino", "neutral_minor", "field")) is None
    assert refused(session, Negotiate("nobunaga", "kuroi", "neutral_minor", "field")) == "8.3.2"


@covers("a_most_dangerous_time", "8.3.1", "8.2.4")
def test_a_besieged_leader_does_not_negotiate() -> None:
    session = talks({"otsu": "(hideyoshi) 2 azai", "mt_hiei": "1 rokkaku", "gifu": "nobunaga", "kyo": "1 oda"})
    assert refused(session, Negotiate("hideyoshi", "mt_hiei", "rokkaku", "field")) == "8.3.1"


@covers("a_most_dangerous_time", "8.3.5", "8.3.6", "8.3.7", "8.3.8", "8.3.9", "8.3.10", "8.3.11", "8.3.x1", "15.1.x2")
@pytest.mark.parametrize(
    ("target", "clan", "need"),
    [
        ("1 azai", "azai", 6),
        ("1 minor", "neutral_minor", 5),
        ("1 asakura kageakira", "asakura", 7),
        ("nagamasa 1 azai", "azai", 8),
        ("nagamasa yoshikage kageakira 1 azai", "azai", 9),
    ],
)
def test_the_number_needed(target: str, clan: str, need: int) -> None:
    session = talks({"otsu": "nobunaga", "mt_hiei": target, "kannon_ji": "hideyoshi", "mitsukuri": "1 rokkaku"})
    attempt = Negotiate("nobunaga", "mt_hiei", clan, "field")
    assert (attempt in session.legal()) == (need <= 6)
    go(session, attempt)
    if need > 6:
        assert rolls(session, "negotiation") == []
        return
    go(session, (need - 1,))
    assert clan in at(session, "mt_hiei")
    again = talks({"otsu": "nobunaga", "mt_hiei": target, "kannon_ji": "hideyoshi", "mitsukuri": "1 rokkaku"})
    go(again, attempt, (need,))
    assert at(again, "mt_hiei") == "1 oda"


@covers("a_most_dangerous_time", "8.3.5", "8.3.6", "8.3.7", "8.3.8", "8.3.9", "8.3.10")
@pytest.mark.parametrize(
    ("there", "leader", "neutral", "besieged"),
    [
        ("1 azai", "none", "no", "no"),
        ("1 asakura kageakira", "Samurai", "no", "no"),
        ("nagamasa 1 azai", "Daimyo", "no", "no"),
        ("nagamasa kageakira 1 azai", "Daimyo and Samurai", "no", "no"),
        ("1 minor", "none", "yes", "no"),
        ("1 oda (1 azai)", "none", "no", "yes"),
        ("1 oda (nagaharu 1 bessho)", "Samurai", "yes", "yes"),
    ],
)
def test_the_command_of_the_module_needs_what_the_engine_needs(
    there: str, leader: str, neutral: str, besieged: str
) -> None:
    """The module adds to the die what the engine takes off the number."""
    session = talks({"otsu": "nobunaga", "mt_hiei": there})
    (target,) = [p for p in hostile(scene(session), "mt_hiei", "oda") if not is_leader(scene(session), p)]
    asked_for = {"with_leader": leader, "is_neutral": neutral, "is_besieged": besieged}
    added = 0.0
    for id, answer in asked_for.items():
        source = the_game().rolls.modifiers[id].source
        assert isinstance(source, Asked)
        added += source.choices[answer]
    base = the_game().constants["negotiation_number"].value
    assert needed(scene(session), target) == base - added


@covers("a_most_dangerous_time", "8.3.9", "8.4.x2", "8.4.2")
def test_a_besieged_soldier_needs_five_and_may_come_out_to_the_besiegers() -> None:
    session = talks({"odani": "(2 azai) 3 oda nobunaga"})
    go(session, Negotiate("nobunaga", "odani", "azai", "fort"), (5,))
    assert asked(session) == ["oda"]
    go(session, "field")
    assert at(session, "odani") == "nobunaga 4 oda (1 azai)"
    assert rolls(session, "duel") == []
    assert not any(p.mark("standing_by") for p in session.table.at("odani"))
    inside = talks({"odani": "(2 azai) 3 oda nobunaga"})
    go(inside, Negotiate("nobunaga", "odani", "azai", "fort"), (5,), Fort(("azai_soldier#1",)))
    assert waits_for_dice(inside, "duel") == 1  # the besiegers outside do not join
    go(inside, (1,), (6,))
    assert at(inside, "odani") == "nobunaga 3 oda (1 azai)"
    assert not any(p.mark("standing_by") for p in inside.table.at("odani"))


@covers("a_most_dangerous_time", "8.3.12", "8.3.13", "4.1(8).2", "8.3.x3", "2.31.4", "2.31.7")
def test_the_shogun_wins_a_minor_its_space_and_a_card() -> None:
    session = talks({"tanba_kameyama": "1 minor"}, "chit_anti_oda_minors")
    go(session, Negotiate("yoshiaki", "tanba_kameyama", "neutral_minor", "field"), (6,))
    assert at(session, "tanba_kameyama") == "1 ashikaga"
    assert controls(session, "tanba_kameyama") == "ashikaga"
    assert drawn(session, "anti_oda") == 1
    kyo = talks({"tanba_kameyama": "1 minor"}, "chit_anti_oda_minors", control={"kyo": "ikko_ikki"})
    go(kyo, Negotiate("yoshiaki", "tanba_kameyama", "neutral_minor", "field"), (6,))
    assert drawn(kyo, "anti_oda") == 0


@covers("a_most_dangerous_time", "8.3.14", "3.2.15")
def test_a_failure_leaves_minors_and_enemies_as_they_are() -> None:
    session = talks({"kyo": "nobunaga", "tanba_kameyama": "1 minor", "himeji": "1 minor"})
    go(session, Negotiate("nobunaga", "tanba_kameyama", "neutral_minor", "field"), (4,))
    assert at(session, "tanba_kameyama") == "1 neutral_minor"
    assert faction(scene(session), "neutral_minor") == "neutral"


@covers("a_most_dangerous_time", "3.2.10", "3.2.12", "3.1.9", "3.2.x3")
@pytest.mark.parametrize(("die", "won"), [(4, 0), (5, 1)])
def test_a_named_neutral_clan_goes_to_the_other_side_but_for_who_was_won(die: int, won: int) -> None:
    session = talks({"hanakuma": "nobunaga", "kakogawa": "1 bessho", "miki": "2 bessho nagaharu", "yagami": "1 hatano"})
    go(session, Negotiate("nobunaga", "kakogawa", "bessho", "field"), (die,))
    assert session.table.mark("bessho", "joined") == "anti_oda_minors"
    assert session.table.mark("hatano", "joined") is None
    assert len(soldiers(session, "kakogawa", "oda")) == won


@covers("a_most_dangerous_time", "15.2.3", "15.2.2", "15.4.5", "8.1.3")
def test_monks_never_negotiate_and_leaders_betray_by_cards_only() -> None:
    session = talks(
        {
            "otsu": "hideyoshi",
            "kyo": "nobunaga",
            "ibaraki": "1 oda",
            "ishiyama": "1 ikko_ikki",
            "w_seta": "yoshikage 1 asakura",
            "mt_hiei": "2 enryaku_ji",
        },
        moved={},
    )
    assert refused(session, Negotiate("nobunaga", "ishiyama", "ikko_ikki", "field")) == "15.2.3"
    assert refused(session, Negotiate("nobunaga", "mt_hiei", "enryaku_ji", "field")) == "15.4.5"
    assert not any("ikko_ikki" in str(o) or "yoshikage" in str(o) for o in session.legal())


@covers("a_most_dangerous_time", "15.2.10")
def test_anti_oda_do_not_negotiate_in_kaga_before_the_uesugi_enter() -> None:
    session = talks(
        {"kitanosho": "1 rokkaku", "daisho_ji": "1 minor", "kyo": "1 oda"},
        "chit_anti_oda_minors",
        faces={"yoshiaki": 1},
    )
    assert refused(session, Negotiate("yoshiaki", "daisho_ji", "neutral_minor", "field")) == "15.2.10"


@covers("a_most_dangerous_time", "15.1.2", "15.1.12", "15.1.15", "15.1.13")
def test_the_reach_of_the_shogun() -> None:
    far = {"sawayama": "1 azai", "kannon_ji": "1 oda"}
    target = Negotiate("yoshiaki", "kannon_ji", "oda", "field")
    assert refused(talks({**far, "otsu": "1 oda"}, "chit_anti_oda_minors"), target) == "8.3.3"
    assert refused(talks(far, "chit_anti_oda_minors", faces={"yoshiaki": 1}), target) is None
    tomo = {"moved": {"yoshiaki": "tomo"}}
    assert (
        refused(talks({**far, "gifu": "2 takeda shingen"}, "chit_azai_asakura", faces={"yoshiaki": 1}, **tomo), target)
        is None
    )
    exiled = talks({**far, "iwamura": "shingen"}, "chit_takeda", entered=["takeda"], **tomo)
    assert refused(exiled, target) is not None


@covers("a_most_dangerous_time", "8.3.x2")
def test_soldiers_at_sea_may_be_tried_from_a_port() -> None:
    session = talks({"ishiyama": "hideyoshi", "bay_of_kawachi": "1 saika"}, control={"ishiyama": "oda"})
    assert refused(session, Negotiate("hideyoshi", "bay_of_kawachi", "saika", "field")) is None


# -- immediate combat --------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.4.1", "8.4.4", "8.4.5", "8.4.6", "8.4.7", "8.4.8", "8.4.11")
def test_the_betrayer_says_fort_or_field_first_and_a_siege_needs_no_dice() -> None:
    session = talks({"otsu": "nobunaga", "mt_hiei": "3 rokkaku"} | {"mt_hiei": "1 rokkaku 2 azai"})
    go(session, Negotiate("nobunaga", "mt_hiei", "azai", "field"), (6,))
    assert asked(session) == ["oda"]
    go(session, Fort(tuple(soldiers(session, "mt_hiei", "oda"))))
    assert asked(session) == ["anti_oda"]
    go(session, "field")
    assert at(session, "mt_hiei") == "1 azai 1 rokkaku (1 oda)"
    assert rolls(session, "fire") == []


@covers("a_most_dangerous_time", "8.4.9", "8.41.1", "10.3.4", "8.4.3", "8.4.11", "8.3.12")
def test_both_in_the_field_or_both_inside_fight_at_once() -> None:
    session = talks({"otsu": "nobunaga", "sawayama": "2 azai", "kannon_ji": "1 oda"})
    go(
        session,
        Negotiate("nobunaga", "sawayama", "azai", "field"),
        (6,),
        Fort(("azai_soldier#1",)),
        Fort(("azai_soldier#2",)),
    )
    go(session, (5,), (2,))
    assert at(session, "sawayama") == "1 oda"
    assert controls(session, "sawayama") == "oda"  # at once, not in step 8
    assert session.step == "negotiate"
    kyo = talks({"otsu": "nobunaga", "kyo": "2 azai"}, control={"kyo": "ikko_ikki"})
    go(kyo, Negotiate("nobunaga", "kyo", "azai", "field"), (6,))
    assert waits_for_dice(kyo, "duel") == 1


@covers("a_most_dangerous_time", "8.4.7")
def test_a_full_fort_leaves_the_other_side_no_choice() -> None:
    session = talks({"otsu": "nobunaga", "sawayama": "3 azai", "kannon_ji": "1 oda"}, cards={"oda": []})
    go(session, Negotiate("nobunaga", "sawayama", "azai", "field"), (6,), Fort(("azai_soldier#1",)))
    assert refused(session, Fort(("azai_soldier#2", "azai_soldier#3"))) == "2.41.4"


@covers("a_most_dangerous_time", "8.4.x4", "8.4.x1")
def test_who_held_the_space_may_fall_back_into_its_fort_and_traitors_may_not() -> None:
    held = {"sawayama": "oda", "yokoyama": "oda", "kyo": "oda", "kanagasaki": "oda"}
    session = talks({"otsu": "nobunaga", "yokoyama": "2 oda", "odani": "4 azai"}, control=held)
    go(session, Negotiate("nobunaga", "odani", "azai", "field"), (6,), "field", "field")
    assert asked(session) == ["anti_oda"]  # the newcomers count as the active side
    go(session, "retreat", (1,), (6,))
    three = tuple(soldiers(session, "odani", "azai"))
    assert refused(session, Withdraw("fort", three)) is None
    other = talks({"otsu": "nobunaga", "yokoyama": "2 oda", "odani": "4 azai"}, control=held)
    go(other, Negotiate("nobunaga", "odani", "azai", "field"), (6,), "field", "field", "stay", "retreat", (6,), (1,))
    assert refused(other, Withdraw("fort", tuple(soldiers(other, "odani", "oda")))) == "10.4.10"
