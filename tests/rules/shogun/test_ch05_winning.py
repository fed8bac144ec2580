"""Actions 8 and 9, the end of a round, winning; the longer game and the game for two."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.rules.shogun.ch04_7d_final import Shift
from tests.rules.covering import covers
from tests.rules.shogun.table import at, count, go, owner, position, the_book, where, winner

ALL = the_book().facts.provinces


def lands(pink: int, gray: int = 0, second: int = 0) -> dict[str, str]:
    """So many provinces of pink, gray and green, from the west on, Kozuke and its surroundings left empty."""
    free = [p for p in ALL if p not in ("tsushima", "sado", "oki", "mutsu", "echigo", "kozuke", "musashi")]
    owners = ["pink"] * pink + ["gray"] * gray + ["green"] * second
    return {p: f"{who} 1 spearman" for p, who in zip(free, owners, strict=False)}


# -- actions 8 and 9 ---------------------------------------------------------------------------------------------------
@covers("shogun", "4-8.1", "4-8.3", "4-8.4", "4-5.10", "2-Ronin.1", "4-8.2")
def test_all_ronin_go_back_and_face_down_cards_into_the_piles() -> None:
    session = position(
        "remove_ronin",
        lands={"kai": "pink 5 spearman 3 ronin", "hida": "gray 5 spearman"},
        armies={"pink 1": "izu 3 gunner 2 ronin", "gray 1": "sado"},
        hidden={"hida": 4},
    )
    assert count(session, "ronin_supply") == 25
    assert all(piece.side == "mercenary" for piece in session.table.at("ronin_supply"))
    assert at(session, "kai") == "5 spearman"
    assert where(session, "card_hida") == "provinces.gray"
    assert session.table.pieces["card_hida"].seen_by == ("gray",)


@pytest.mark.parametrize(("provinces", "koku"), [(1, 3), (8, 3), (9, 3), (12, 4), (17, 5), (18, 6), (26, 8)])
@covers("shogun", "4-9.1", "4-9.3", "4-9.4", "2-Koku.2")
def test_income(provinces: int, koku: int) -> None:
    more = {"armies": {"pink 1": "kii", "gray 1": "sado"}}
    own = {p: v for p, v in lands(provinces + 1).items() if p != "kii"}
    own = dict(list(own.items())[: provinces - 1])
    session = position("collect_koku", lands=own, **more)  # type: ignore[arg-type]
    assert count(session, "treasury.pink") == koku


@covers("shogun", "4-9.4")
def test_the_least_income_is_for_whoever_has_a_daimyo() -> None:
    own = dict(list(lands(7).items())[:6])
    lord = {p: v for p, v in own.items() if p != "kii"}
    assert count(position("collect_koku", lands=lord, armies={"pink 1": "kii"}, far=False), "treasury.pink") == 3
    assert count(position("collect_koku", lands=own, armies={"gray 1": "sado"}, far=False), "treasury.pink") == 2


def test_koku_beyond_the_thirty_chips_are_paid_all_the_same() -> None:
    from compiler.rules.shogun.hands import koku_in, put_koku, return_koku
    from tests.rules.shogun.table import scene

    now = scene(position("allocate", koku={"pink": 3}))
    for colour in ("pink", "gray", "green", "orange"):
        return_koku(now, f"treasury.{colour}", rule="4-9.3")
    for colour in ("pink", "gray", "green", "orange"):
        put_koku(now, {f"treasury.{colour}": 10}, "4-9.3")
    assert [koku_in(now, f"treasury.{c}") for c in ("pink", "gray", "green", "orange")] == [10, 10, 10, 10]
    return_koku(now, "treasury.orange", rule="4-9.3")
    assert koku_in(now, "treasury.orange") == 0


@covers("shogun", "4.1", "2-Swords.2", "4.3", "4-7.2", "4-7.1")
def test_a_round_runs_the_nine_actions_in_order_and_the_next_begins() -> None:
    from compiler.rules.shogun.ch04_1_plan import Plan

    session = position(
        "allocate",
        koku=dict.fromkeys(("pink", "gray", "green", "orange"), 1),
        swords=None,
        lands={"kai": "pink 1 spearman"},
    )
    go(session, {c: Plan(0, 0, 0, 0, 1) for c in ("pink", "gray", "green", "orange")})
    order: list[str] = []
    for _ in range(60):
        if session.step == "allocate":
            break
        (seat,) = session.asks
        session.apply(session.legal()[-1 if seat != "chance" else 0], seat)
    for entry in session.log:
        if not order or order[-1] != entry.step:
            order.append(entry.step)
    kept = ["allocate", "draw_remaining_swords", "hire_ninja", "end_war_turn", "collect_koku"]
    assert [s for s in dict.fromkeys(order) if s in kept] == kept
    assert session.step == "allocate"
    assert session.table.tracks["round"] == 3


def test_past_the_end_of_the_track_rounds_go_on() -> None:
    session = position(
        "end_of_round",
        lands={"kai": "pink 1 spearman"},
        round_=30,
        koku=dict.fromkeys(("pink", "gray", "green", "orange"), 3),
    )
    assert session.outcome is None
    assert session.step == "allocate"
    assert session.table.tracks["round"] == 30


# -- winning -----------------------------------------------------------------------------------------------------------
def at_34(**more: object) -> Session:
    """Pink owns 34 provinces and can conquer one more."""
    own = {**lands(32), "kozuke": "pink 2 spearman"}
    session = position("final_force_move", lands=own, **more)  # type: ignore[arg-type]
    assert count(session, "provinces.pink") == 34
    return session


CONQUER = Shift("kozuke", "echigo", "provincial", 0, 0, 0, 1)


@covers("shogun", "5.1", "Object.1")
def test_the_35th_province_wins_at_once() -> None:
    session = go(at_34(), CONQUER)
    assert owner(session, "echigo") == "pink"
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.rule) == (("pink",), "5.1")


@covers("shogun", "5.2", "5.3")
def test_in_the_longer_game_only_the_end_of_the_round_counts() -> None:
    session = go(at_34(options={"longer_game": True}), CONQUER)
    assert winner(session) is None
    while winner(session) is None and session.step != "allocate":
        (seat,) = session.asks
        session.apply("done", seat)
    assert winner(session) == ("pink", "5.3")


@covers("shogun", "6.12", "6.3")
def test_of_two_players_50_provinces_in_both_colours_win_at_the_end_of_a_round() -> None:
    both = position("end_of_round", scenario="two_players", lands=lands(30, 0, 18), koku={"pink": 3})
    assert both.outcome is not None  # 30 + 1 of pink, 18 + 1 of green
    assert (both.outcome.winners, both.outcome.rule) == (("pink",), "6.12")
    fewer = position(
        "end_of_round",
        scenario="two_players",
        lands=lands(30, 0, 17),
        koku=dict.fromkeys(("pink", "gray", "green", "orange"), 3),
    )
    assert fewer.outcome is None
    middle = position(
        "final_force_move", scenario="two_players", lands={**lands(30, 0, 17), "kozuke": "pink 2 spearman"}
    )
    go(middle, CONQUER)
    assert owner(middle, "echigo") == "pink"
    assert middle.outcome is None


@covers("shogun", "5.5")
def test_the_only_player_left_has_won() -> None:
    from compiler.rules.shogun.ch04_7b_declare import Declare

    armies = {"pink 1": "tsushima", "pink 2": "sado", "pink 3": "oki", "gray 1": "shinano"}
    session = position(
        "declare_first_battles",
        lands={"kai": "pink 3 bowman", "hida": "gray 1 spearman"},
        armies=armies,
        scenario="two_players",
        far=False,
    )
    from dataclasses import replace

    from compiler.model.event import Marked

    table = session.start.table
    for colour, taker in (("green", "gray"), ("orange", "pink")):
        table = Marked(colour, "taken_by", taker).on(table)
    session = Session(replace(session.start, table=table))
    go(session, Declare("kai", "provincial", "shinano"))
    if session.step == "declare_first_battles":
        session.apply("done")
    go(session, (1, 12, 12))
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.rule) == (("pink",), "5.5")


@covers("shogun", "6.2", "6.3", "6.1")
def test_each_colour_collects_by_itself() -> None:
    session = position("collect_koku", scenario="two_players", lands=lands(17, 0, 11))
    assert (count(session, "treasury.pink"), count(session, "treasury.green")) == (6, 4)


@covers("shogun", "6.11")
def test_the_partner_colour_next_door_adds_no_units() -> None:
    from compiler.rules.shogun.ch04_7b_declare import Declare

    session = position(
        "declare_first_battles",
        scenario="two_players",
        swords="gray pink green orange",
        lands={"kai": "gray 1 spearman", "shinano": "pink 1 spearman", "musashi": "green 5 spearman"},
    )
    go(session, Declare("kai", "provincial", "shinano"), "done", (12,))
    assert session.ask().prompt == "roll 1d12 for battle"
