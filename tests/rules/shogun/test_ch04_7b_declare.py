"""Action 7, phase B: declarations."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shogun.ch04_7b_declare import Declare, in_combat_position, markers
from compiler.rules.shogun.ch04_7c_further import Fight
from tests.rules.covering import covers
from tests.rules.shogun.table import asked, count, go, position, refused, scene

LANDS = {
    "kai": "pink 2 spearman",
    "sagami": "pink 2 spearman",
    "shinano": "gray 3 spearman",
    "suruga": "gray 1 spearman",
    "izu": "pink 1 spearman",
}


def phase_b(lands: dict[str, str] | None = None, **more: Any) -> Session:
    return position("declare_first_battles", lands=LANDS if lands is None else lands, **more)


@covers("shogun", "4-7B.2", "4-7B.3", "4-7-Own.7")
def test_against_adjacent_enemy_or_empty_provinces_only() -> None:
    session = phase_b()
    assert refused(session, Declare("kai", "provincial", "shinano")) is None
    assert refused(session, Declare("kai", "provincial", "musashi")) is None  # empty
    assert refused(session, Declare("kai", "provincial", "sagami")) == "4-7B.2"
    assert refused(session, Declare("kai", "provincial", "hida")) == "4-7B.2"
    assert refused(session, Declare("shinano", "provincial", "kai")) == "4-7B.3"
    assert refused(session, Declare("kai", "army", "shinano")) == "4-7B.3"
    assert refused(session, "kai") == "4-7B.3"


@covers("shogun", "4-7A.4")
def test_combat_position() -> None:
    session = phase_b({**LANDS, "kozuke": "pink 1 spearman", "echigo": "pink 1 spearman"})
    now = scene(session)
    assert in_combat_position(now, "pink", "kai")
    assert not in_combat_position(now, "gray", "kai")
    inner = phase_b(
        {"noto": "pink 1 spearman", "kaga": "pink 1 spearman", "etchu": "pink 1 spearman", "sado": "pink 1 spearman"},
        armies={"gray 1": "mutsu"},
        far=False,
    )
    assert not in_combat_position(scene(inner), "pink", "noto")


@covers("shogun", "4-7B.4")
def test_nobody_is_obliged_to_declare() -> None:
    session = go(phase_b(), "done")
    assert session.step == "final_army_move"


@covers("shogun", "4-7B.5", "4-7B.1", "4-7C.2")
def test_several_battles_against_one_province_are_separate_and_fixed_before_the_dice() -> None:
    session = phase_b({"kai": "pink 2 spearman", "musashi": "pink 2 spearman", "shinano": "gray 3 spearman"})
    go(session, Declare("kai", "provincial", "shinano"), Declare("musashi", "provincial", "shinano"))
    assert len(markers(scene(session))) == 2
    session.apply("done")
    assert set(session.legal()) == {Fight("kai", "provincial"), Fight("musashi", "provincial")}


@covers("shogun", "4-7B.6")
def test_one_first_battle_for_each_force() -> None:
    session = phase_b()
    session.apply(Declare("kai", "provincial", "shinano"))
    assert refused(session, Declare("kai", "provincial", "suruga")) == "4-7B.6"
    assert refused(session, Declare("sagami", "provincial", "suruga")) is None


@pytest.mark.parametrize(
    "targets",
    [
        [("army", "shinano")],
        [("provincial", "shinano")],
        [("army", "shinano"), ("provincial", "suruga")],
        [("army", "shinano"), ("provincial", "shinano")],
    ],
)
@covers("shogun", "4-7B.11")
def test_a_double_troop_province_declares_with_one_or_both_forces(targets: list[tuple[str, str]]) -> None:
    session = phase_b(armies={"pink 1": "kai 2 gunner", "gray 1": "sado"})
    for attacker, target in targets:
        session.apply(Declare("kai", attacker, target))
    assert len(markers(scene(session))) == len(targets)
    assert refused(session, Declare("kai", targets[0][0], "suruga")) == "4-7B.6"


@covers("shogun", "4-7B.7")
def test_in_the_first_round_no_province_with_a_daimyo_may_be_attacked() -> None:
    armies = {"pink 1": "tsushima", "gray 1": "shinano 1 gunner"}
    battle = Declare("kai", "provincial", "shinano")
    assert refused(phase_b(armies=armies, round_=1), battle) == "4-7B.7"
    assert battle not in phase_b(armies=armies, round_=1).legal()
    assert refused(phase_b(armies=armies, round_=2), battle) is None


def test_a_thirteenth_declaration_is_accepted_and_a_substitute_lies_there() -> None:
    apart = (
        "aki",
        "bizen",
        "inaba",
        "tamba",
        "kii",
        "mino",
        "kaga",
        "echigo",
        "musashi",
        "suruga",
        "hitachi",
        "bungo",
        "higo",
        "tosa",
    )
    session = phase_b(dict.fromkeys(apart, "pink 1 spearman"))
    for _ in range(13):
        session.apply(session.legal()[0])
    assert len(markers(scene(session))) == 13
    assert count(session, "battle_marker_supply") == 0
    assert asked(session) == ["pink"]


@covers("shogun", "6.9", "6.11")
def test_the_two_colours_of_a_player_never_fight_each_other() -> None:
    session = position(
        "declare_first_battles",
        scenario="two_players",
        lands={"kai": "pink 2 spearman", "shinano": "green 2 spearman", "suruga": "gray 1 spearman"},
    )
    assert refused(session, Declare("kai", "provincial", "shinano")) == "6.9"
    for weak in ("green 1 spearman", "green 1 spearman 1 ronin"):  # not even one that would fall easily
        lands = {"kai": "pink 2 spearman", "shinano": weak, "suruga": "gray 1 spearman"}
        alone = position("declare_first_battles", scenario="two_players", lands=lands)
        assert refused(alone, Declare("kai", "provincial", "shinano")) == "6.9"
    assert Declare("kai", "provincial", "shinano") not in session.legal()
    assert refused(session, Declare("kai", "provincial", "suruga")) is None
    assert refused(session, Declare("shinano", "provincial", "suruga")) == "4-7B.3"  # the other colour has its own turn
