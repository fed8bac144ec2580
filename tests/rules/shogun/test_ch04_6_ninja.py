"""Action 6, the ninja: hiring, striking, revenge, and what becomes of an assassinated daimyo."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.field import disrupted, level
from tests.rules.covering import covers
from tests.rules.shogun.table import army, asked, at, count, go, owner, position, refused, rolls, said, scene, where

ARMIES = {"pink 1": "kai 1 bowman 2 gunner", "pink 2": "izu 1 spearman", "gray 1": "hida 1 bowman", "gray 2": "noto"}
LANDS = {"shinano": "gray 2 spearman"}


def bidding(*amounts: int, **more: Any) -> Session:
    colours = ("pink", "gray", "green", "orange")
    return position("hire_ninja", bins={c: (0, 0, 0, 0, n) for c, n in zip(colours, amounts, strict=True)}, **more)


def turn(**more: Any) -> Session:
    """Gray holds the ninja when pink's turn begins."""
    return position("next_sword", ninja="gray", armies=ARMIES, lands=LANDS, **more)


@covers("shogun", "4-6.1", "4-6.3", "4-6.6")
def test_the_highest_bid_hires_and_all_bids_are_lost() -> None:
    session = bidding(2, 1, 0, 0, round_=1)
    assert where(session, "ninja") == "ninja_hired.pink"
    assert [count(session, f"{c}_hire_ninja") for c in ("pink", "gray")] == [0, 0]
    assert session.step != "hire_ninja"  # nothing was asked about his purpose


@pytest.mark.parametrize("bids", [(2, 2, 1, 0), (0, 0, 0, 0)])
@covers("shogun", "4-6.7", "4-6.8", "4-6.6")
def test_a_tie_also_at_nothing_hires_nobody(bids: tuple[int, ...]) -> None:
    session = bidding(*bids)
    assert where(session, "ninja") == "ninja_supply"
    assert [count(session, f"{c}_hire_ninja") for c in ("pink", "gray", "green")] == [0, 0, 0]


@covers("shogun", "4-6.5")
def test_no_strike_in_the_first_round() -> None:
    session = bidding(0, 2, 0, 0, round_=1)
    assert asked(session) == ["pink"]
    session = bidding(0, 2, 0, 0, round_=2)
    assert asked(session) == ["gray"]
    assert session.legal()[-1] == "wait"
    assert where(session, "ninja") == "ninja_hired.gray"


@covers("shogun", "4-6-Kill.1", "4-6-Kill.6")
def test_the_strike_is_offered_between_phases_before_battles_and_at_step_8() -> None:
    session = turn()
    steps: list[tuple[str | None, str]] = []
    script: dict[str, Any] = {"move_army": "done", "final_army_move": "done", "final_force_move": "done"}
    declares: Any = iter([Declare("kai", "army", "shinano"), "done"])
    for _ in range(40):
        if session.step == "next_sword" and len(steps) > 1 and session.table.mark("pink", "waged"):
            break
        if "chance" in session.asks:
            session.apply((12,) * int(session.ask().prompt.split()[1].split("d")[0]))
        elif "gray" in session.asks:
            steps.append((session.step, session.ask().prompt))
            session.apply("wait" if "ninja" in session.ask().prompt else session.legal()[0])
        elif session.step == "declare_first_battles":
            session.apply(next(declares))
        elif session.step == "battle":
            session.apply("call_off" if "call_off" in session.legal() else session.legal()[0])
        else:
            session.apply(script[session.step or ""])
    strikes = [step for step, prompt in steps if "ninja" in prompt]
    assert strikes[:7] == [
        "next_sword",
        "declare_first_battles",
        "declare_first_battles",
        "battle",
        "battle",
        "before_final_movement",
        "end_war_turn",
    ]


@covers("shogun", "4-6-Kill.1", "4-6-Kill.2", "4-6-Kill.3", "4-6-Kill.5", "4-6.2")
def test_a_die_of_8_kills_after_the_target_is_announced() -> None:
    session = turn()
    assert set(session.legal()) == {"pink_daimyo_1", "pink_daimyo_2", "green_daimyo_3", "orange_daimyo_3", "wait"}
    assert refused(session, "gray_daimyo_1") == "4-6-Kill.1"
    assert refused(session, "pink_daimyo_3") == "4-6-Kill.1"
    session.apply("pink_daimyo_1")
    assert "strikes Daimyo 1 (Pink)" in said(session)
    assert asked(session) == ["chance"]
    session.apply((8,))
    assert disrupted(scene(session), "pink", 1)
    assert where(session, "ninja") == "ninja_supply"
    assert rolls(session) == [1]


@covers("shogun", "4-6-Kill.4", "4-6-Rev.1", "4-6-Rev.3")
def test_a_die_of_9_fails_and_the_victim_strikes_back() -> None:
    session = go(turn(), "pink_daimyo_1", (9,))
    assert asked(session) == ["chance"]
    session.apply((8,))
    now = scene(session)
    assert not any(disrupted(now, c, n) for c, n in (("pink", 1), ("gray", 1), ("gray", 2)))
    assert where(session, "ninja") == "ninja_supply"


@covers("shogun", "4-6-Rev.2")
def test_revenge_of_9_takes_a_daimyo_the_victim_chooses() -> None:
    session = go(turn(), "pink_daimyo_1", (9,), (9,))
    assert asked(session) == ["pink"]
    assert set(session.legal()) == {"gray_daimyo_1", "gray_daimyo_2"}
    assert refused(session, "pink_daimyo_1") == "4-6-Rev.2"
    session.apply("gray_daimyo_2")
    assert disrupted(scene(session), "gray", 2)
    assert not disrupted(scene(session), "gray", 1)


@covers("shogun", "6.13")
def test_with_two_players_the_ninja_strikes_the_other_player_only() -> None:
    session = position("next_sword", scenario="two_players", ninja="green", armies=ARMIES, lands=LANDS)
    assert asked(session) == ["pink"]
    assert not any(str(option).startswith(("pink", "green")) for option in session.legal())
    assert refused(session, "pink_daimyo_1") == "6.13"


# -- the assassinated daimyo -------------------------------------------------------------------------------------------
@covers("shogun", "4-6-Killed.3")
def test_a_disrupted_army_neither_moves_nor_attacks() -> None:
    session = position("move_army", armies=ARMIES, lands=LANDS, dead={"pink 1": "gray"})
    assert refused(session, "pink_army_1") == "4-6-Killed.3"
    session = position("declare_first_battles", armies=ARMIES, lands=LANDS, dead={"pink 1": "gray"})
    assert refused(session, Declare("kai", "army", "shinano")) == "4-6-Killed.3"
    session = position("final_army_move", armies=ARMIES, lands=LANDS, dead={"pink 1": "gray"})
    assert refused(session, "pink_army_1") == "4-6-Killed.3"


@covers("shogun", "4-6-Killed.3", "4-6-Kill.6", "4-7B.9")
def test_a_strike_before_the_battle_drops_the_declared_attack() -> None:
    session = turn()
    go(session, "wait", "done", "wait", Declare("kai", "army", "shinano"), "done", "pink_daimyo_1", (1,))
    assert session.step == "final_army_move"
    assert rolls(session) == [1]
    assert owner(session, "shinano") == "gray"


@covers("shogun", "4-6-Kill.1")
def test_a_strike_at_step_8_ends_the_attack_as_if_called_off() -> None:
    session = position("declare_first_battles", ninja="gray", lands=LANDS, armies=ARMIES, levels={"pink 1": 4})
    go(session, "wait", Declare("kai", "army", "shinano"), "done", "wait", "wait")
    go(session, (12,), (12, 12), (12,), (12, 12), "pink_daimyo_1", (3,))
    assert "the attack ends" in said(session)
    assert session.step == "final_army_move"
    assert army(session, "pink", 1) == "1 bowman 2 gunner"


@covers("shogun", "4-6-Killed.2", "4-6-Killed.4", "4-7C-S4.1")
def test_a_disrupted_army_defends_without_its_daimyo() -> None:
    session = position(
        "declare_first_battles",
        swords="gray pink green orange",
        dead={"pink 1": "gray"},
        armies={"pink 1": "kai 1 gunner 1 spearman", "gray 1": "sado"},
        lands={"shinano": "gray 3 spearman"},
    )
    go(session, Declare("shinano", "provincial", "kai"), "done")
    go(session, (12,), (12, 12, 12), (12,))
    assert rolls(session) == [1, 3, 1]  # the gunner; the spearmen of both sides; no die for the dead daimyo


@covers("shogun", "4-6-Killed.6", "2-Daimyo.5")
def test_the_daimyo_is_lost_when_his_disrupted_army_falls() -> None:
    session = position(
        "declare_first_battles",
        swords="gray pink green orange",
        dead={"pink 1": "gray"},
        armies={"pink 1": "kai 1 gunner", "pink 2": "izu", "gray 1": "sado"},
        lands={"shinano": "gray 3 spearman"},
    )
    go(session, Declare("shinano", "provincial", "kai"), "done", (12,), (1, 12, 12))
    assert where(session, "pink_daimyo_1") == where(session, "pink_army_1") == "set_aside.pink"
    assert where(session, "pink_experience_1") == "set_aside.pink"
    assert owner(session, "kai") is None


@covers("shogun", "4-6-Killed.4")
def test_a_lone_dead_daimyo_is_lost_at_once_when_attacked() -> None:
    session = position(
        "declare_first_battles",
        swords="gray pink green orange",
        dead={"pink 1": "orange"},
        castles=["kai"],
        armies={"pink 1": "kai", "pink 2": "izu", "gray 1": "shinano 1 bowman"},
    )
    go(session, Declare("shinano", "army", "kai"), "done")
    assert rolls(session) == []
    assert owner(session, "kai") is None
    assert where(session, "gray_experience_1") == "a1_hole_2.gray"
    assert session.table.mark("pink", "taken_by") is None


@covers("shogun", "4-6-Killed.5")
def test_a_successor_begins_without_experience() -> None:
    session = position(
        "succession",
        dead={"pink 1": "gray"},
        armies={"pink 1": "kai 1 spearman", "gray 1": "sado"},
        levels={"pink 1": 7},
        koku={"pink": 3},
    )
    assert not disrupted(scene(session), "pink", 1)
    assert where(session, "pink_experience_1") == "a1_hole_1.pink"
    assert level(scene(session), "pink", 1) == 1
    assert session.table.pieces["pink_army_1"].mark("assassinated") is None


@covers("shogun", "4-6-Killed.4", "4-7C-Elim.2")
def test_a_lone_dead_daimyo_is_lost_at_the_end_of_the_round_and_the_striker_benefits() -> None:
    session = position(
        "end_of_round",
        dead={"pink 1": "gray"},
        armies={"pink 1": "kai", "gray 1": "sado"},
        lands={"izu": "pink 2 spearman"},
    )
    assert owner(session, "kai") is None
    assert owner(session, "izu") == "gray"
    assert session.table.mark("pink", "taken_by") == "gray"
    assert where(session, "card_izu") == "provinces.gray"
    assert at(session, "izu") == "2 spearman"


# -- a lone dead daimyo, and the ronin of a disrupted army -------------------------------------------------------------
def beset(force: str, army: str = "", **more: Any) -> Session:
    """Gray attacks Kai, where the dead daimyo of Pink lies; Orange struck him."""
    session = position(
        "declare_first_battles",
        swords="gray pink green orange",
        dead={"pink 1": "orange"},
        armies={"pink 1": f"kai {army}".strip(), "gray 1": "sado"},
        lands={"shinano": "gray 3 spearman", "kai": force, "izu": "pink 2 spearman"},
        **more,
    )
    return go(session, Declare("shinano", "provincial", "kai"), "done")


@covers("shogun", "4-6-Killed.4", "4-6-Killed.6", "4-7C-Res.5", "4-7C-Elim.2")
def test_a_lone_dead_daimyo_outlives_a_battle_that_is_called_off() -> None:
    session = beset("pink 2 spearman")
    go(session, (12,) * 3, (12,) * 2, "call_off")
    assert where(session, "pink_daimyo_1") == "a1_daimyo.pink"
    assert where(session, "pink_army_1") == "kai"
    assert session.table.mark("pink", "taken_by") is None


@covers("shogun", "4-6-Killed.6", "4-7C-Elim.2")
def test_a_lone_dead_daimyo_is_lost_with_the_last_unit_of_his_province_and_the_attacker_benefits() -> None:
    session = beset("pink 1 spearman")
    go(session, (1, 12, 12), (12,))
    assert where(session, "pink_daimyo_1") == "set_aside.pink"
    assert session.table.mark("pink", "taken_by") == "gray"


@covers("shogun", "4-6-Killed.6")
def test_a_disrupted_army_that_falls_takes_its_daimyo_along_though_the_force_stands() -> None:
    session = beset("pink 2 spearman", "1 spearman")
    go(session, (1, 12, 12), (12,) * 3, "army_spearman", "call_off")
    assert where(session, "pink_daimyo_1") == "set_aside.pink"
    assert owner(session, "izu") == "gray"


@covers("shogun", "4-6-Killed.4")
def test_ronin_that_were_there_before_the_daimyo_died_fight_on() -> None:
    session = beset("pink 1 spearman", "1 spearman", hidden={"kai": 1})
    go(session, (12,), (12,) * 3, (12,) * 2)
    assert rolls(session) == [1, 3, 2]  # the ronin; then the spearmen
    assert army(session, "pink", 1) == "1 spearman 1 ronin"


@covers("shogun", "4-6-Killed.4")
def test_hidden_ronin_of_a_disrupted_army_stay_hidden_in_the_turn_of_their_owner() -> None:
    session = position(
        "declare_first_battles",
        dead={"pink 1": "orange"},
        armies={"pink 1": "kai 1 spearman", "gray 1": "sado"},
        lands={"shinano": "gray 3 spearman", "izu": "pink 2 spearman"},
        hidden={"kai": 1},
    )
    go(session, "done")
    assert len(session.table.stacks["ronin_supply"]) == 24
