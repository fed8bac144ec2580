"""Action 7, phase D: final movement, conquest, the ronin limit, the end of a turn."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.shogun.ch04_5_ronin import hidden
from compiler.rules.shogun.ch04_7_garrison import Garrison, March, Pick, bad_pick
from compiler.rules.shogun.ch04_7a_armies import Go, bad_move
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.ch04_7d_final import Shift
from tests.rules.covering import covers
from tests.rules.shogun.table import army, asked, at, count, go, owner, position, refused, rolls, scene, where


def forces(lands: dict[str, str], **more: Any) -> Session:
    return position("final_force_move", lands=lands, **more)


def shift(origin: str, target: str, *units: int, into: str = "provincial", ronin: int = 0) -> Shift:
    return Shift(origin, target, into, *units, ronin=ronin)  # type: ignore[misc]


@covers("shogun", "4-7D.1", "4-7D.7", "4-7D.2", "4-7A.9")
def test_armies_move_as_in_phase_a_and_may_enter_empty_provinces() -> None:
    lands = {"kai": "pink 1 spearman", "sagami": "pink 1 spearman", "suruga": "gray 1 spearman"}
    session = position(
        "final_army_move", lands=lands, armies={"pink 1": "kai 3 gunner", "gray 3": "sado"}, levels={"pink 1": 4}
    )
    go(session, "pink_army_1")
    assert refused(session, Go("suruga")) == "4-7D.2"
    assert refused(session, Go("sagami")) is None
    go(session, Go("shinano"))
    assert owner(session, "shinano") == "pink"
    assert where(session, "card_shinano") == "provinces.pink"
    go(session, Go("hida"), Garrison(0, 0, 1, 0))
    assert at(session, "shinano") == "1 gunner"
    assert owner(session, "hida") == "pink"
    assert army(session, "pink", 1) == "2 gunner"
    assert rolls(session) == []


@covers("shogun", "4-7D.1", "4-7D.6")
def test_an_army_moves_once_in_the_phase() -> None:
    armies = {"pink 1": "kai 3 gunner", "pink 2": "musashi 3 gunner", "gray 3": "sado"}
    session = position("final_army_move", lands={"sagami": "pink 1 spearman", "kai": "pink 1 spearman"}, armies=armies)
    go(session, "pink_army_1", Go("sagami"), "halt")
    assert refused(session, "pink_army_1") == "4-7D.1"
    assert go(session, "done").step == "final_force_move"


@covers("shogun", "4-7D.6")
def test_no_army_moves_after_the_provincial_forces_have_begun() -> None:
    session = forces({"kai": "pink 2 spearman"}, armies={"pink 1": "izu 2 gunner", "gray 3": "sado"})
    assert refused(session, "pink_army_1") == "4-7D.6"
    assert refused(session, Go("kai")) == "4-7D.6"


@covers("shogun", "4-7D.2", "4-7D.8", "4-7D-Conq.1", "4-7D-Conq.2")
def test_units_of_a_force_go_to_adjacent_friendly_or_empty_provinces() -> None:
    session = forces({"kai": "pink 3 spearman", "sagami": "pink 1 spearman", "suruga": "gray 1 spearman"})
    assert refused(session, shift("kai", "suruga", 0, 0, 0, 1)) == "4-7D.2"
    assert refused(session, shift("kai", "izu", 0, 0, 0, 1)) == "4-7D.9"
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 2)) is None
    assert refused(session, shift("kai", "shinano", 0, 0, 0, 1)) is None
    assert refused(session, shift("kai", "shinano", 1, 0, 0, 0)) == "4-7D.8"
    assert refused(session, shift("suruga", "kai", 0, 0, 0, 1)) == "4-7D.8"
    cards = count(session, "provinces.pink")
    session.apply(shift("kai", "shinano", 0, 0, 0, 1))
    assert owner(session, "shinano") == "pink"
    assert where(session, "card_shinano") == "provinces.pink"
    assert count(session, "provinces.pink") == cards + 1
    assert rolls(session) == []


@covers("shogun", "4-7D.2")
def test_sea_lines_count() -> None:
    session = forces({"nagato": "pink 3 spearman"})
    assert refused(session, shift("nagato", "buzen", 0, 0, 0, 1)) is None


@covers("shogun", "4-7-Gar.1", "4-7-Gar.2")
def test_a_regular_unit_must_stay_unless_an_army_does() -> None:
    session = forces({"kai": "pink 3 spearman", "sagami": "pink 1 spearman"})
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 3)) == "4-7-Gar.1"
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 2)) is None
    kept = forces({"kai": "pink 3 spearman", "sagami": "pink 1 spearman"}, armies={"pink 1": "kai", "gray 3": "sado"})
    assert refused(kept, shift("kai", "sagami", 0, 0, 0, 3)) is None
    ronin = forces({"kai": "pink 2 spearman 1 ronin", "sagami": "pink 1 spearman", "izu": "pink 2 spearman"})
    assert refused(ronin, shift("kai", "sagami", 0, 0, 0, 2)) == "4-7-Gar.2"


@covers("shogun", "4-7D.9")
def test_each_unit_moves_one_province_once() -> None:
    session = forces({"kai": "pink 2 spearman", "sagami": "pink 1 spearman", "izu": "pink 1 spearman"})
    go(session, shift("kai", "sagami", 0, 0, 0, 1))
    assert refused(session, shift("sagami", "izu", 0, 0, 0, 1)) is None  # the one that was there
    assert refused(session, shift("sagami", "izu", 0, 0, 0, 2)) == "4-7D.9"
    go(session, shift("sagami", "izu", 0, 0, 0, 1))
    assert refused(session, shift("izu", "suruga", 0, 0, 0, 2)) == "4-7D.9"


@covers("shogun", "4-7D.8", "4-7D.9")
def test_units_an_army_left_standing_where_it_began_move_as_provincial_units() -> None:
    session = position(
        "final_army_move", lands={"sagami": "pink 3 spearman"}, armies={"pink 1": "kai 3 gunner", "gray 3": "sado"}
    )
    go(session, "pink_army_1", Go("shinano"), Garrison(0, 0, 2, 0))
    assert at(session, "kai") == "2 gunner"
    assert session.step == "final_force_move"
    assert refused(session, shift("kai", "sagami", 0, 0, 2, 0)) == "4-7-Gar.1"
    go(session, shift("kai", "sagami", 0, 0, 1, 0))
    assert refused(session, shift("sagami", "izu", 0, 0, 1, 0)) == "4-7D.9"


@covers("shogun", "4-7D.9")
def test_units_an_army_carried_and_dropped_do_not_move_again() -> None:
    session = position(
        "final_army_move",
        lands={"sagami": "pink 3 spearman"},
        levels={"pink 1": 4},
        armies={"pink 1": "kai 3 gunner", "gray 3": "sado"},
    )
    go(session, "pink_army_1", Go("shinano"), Garrison(0, 0, 1, 0))
    assert at(session, "kai") == "1 gunner"
    go(session, Go("suruga"), Garrison(0, 0, 2, 0))  # carried to Shinano
    assert at(session, "shinano") == "2 gunner"
    if session.step == "final_army_move":
        go(session, "halt")
    assert session.step == "final_force_move"
    assert refused(session, shift("shinano", "kai", 0, 0, 1, 0)) == "4-7D.9"
    back = bad_pick(scene(session), March("pink", 1, True), "shinano", Pick("gunner"))
    assert back is not None
    assert back.rule == "4-7D.9"


@covers("shogun", "4-7D.10")
def test_a_force_may_split_to_several_provinces() -> None:
    session = forces({"kai": "pink 4 spearman"})
    go(session, *(shift("kai", to, 0, 0, 0, 1) for to in ("shinano", "sagami", "suruga")))
    assert [at(session, p) for p in ("kai", "shinano", "sagami", "suruga")] == ["1 spearman"] * 4


@covers("shogun", "4-7D.11", "4-4-Lim.2")
def test_entering_units_join_the_army_as_far_as_it_has_room_or_make_a_force_of_five() -> None:
    lands = {"kai": "pink 3 bowman 2 spearman", "sagami": "pink 4 spearman"}
    session = forces(lands, armies={"pink 1": "sagami 3 bowman", "gray 3": "sado"})
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 2)) == "4-4-Lim.2"
    assert refused(session, shift("kai", "sagami", 2, 0, 0, 0, into="army")) == "3-Army.8"
    assert refused(session, shift("kai", "sagami", 1, 0, 0, 1, into="army")) is None
    assert refused(session, shift("kai", "izu", 1, 0, 0, 0, into="army")) in ("4-7D.11", "4-7D.9")
    assert refused(session, shift("kai", "musashi", 1, 0, 0, 0, into="army")) == "4-7D.11"
    go(session, shift("kai", "sagami", 1, 0, 0, 1, into="army"), shift("kai", "sagami", 1, 0, 0, 0))
    assert army(session, "pink", 1) == "4 bowman 1 spearman"
    assert at(session, "sagami") == "1 bowman 4 spearman"


@covers("shogun", "4-7D.4", "4-5.9")
def test_the_ronin_limit_holds_in_both_provinces() -> None:
    lands = {"kai": "pink 4 spearman 2 ronin", "sagami": "pink 1 spearman"}
    session = forces(lands)
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 2)) == "4-7D.4"  # two would stay with two ronin
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 2, ronin=1)) is None
    assert refused(session, shift("kai", "suruga", 0, 0, 0, 1, ronin=1)) == "4-7D.4"
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 0, ronin=1)) == "4-5.9"
    assert refused(session, shift("kai", "sagami", 0, 0, 0, 1, ronin=3)) == "4-5.12"
    secret = forces(
        {"kai": "pink 4 spearman", "sagami": "pink 1 spearman", "izu": "pink 2 spearman"}, hidden={"kai": 3}
    )
    assert refused(secret, shift("kai", "sagami", 0, 0, 0, 1)) == "4-7D.4"
    go(secret, shift("kai", "sagami", 0, 0, 0, 1, ronin=1))
    assert len(hidden(scene(secret), "pink", "kai")) == 2
    assert at(secret, "sagami") == "2 spearman 1 ronin"


@covers("shogun", "4-7D.4")
def test_an_army_may_not_leave_too_few_units_for_hidden_ronin() -> None:
    lands = {"kai": "pink 2 spearman", "sagami": "pink 1 spearman"}
    session = position(
        "final_army_move", lands=lands, hidden={"kai": 3}, armies={"pink 1": "kai 3 gunner", "gray 3": "sado"}
    )
    go(session, "pink_army_1")
    assert refused(session, Go("sagami")) == "4-7D.4"
    assert refused(session, Go("sagami", 2)) is None


@covers("shogun", "4-7D.12", "4-7C.1")
def test_at_the_end_of_a_turn_no_battle_marker_is_left() -> None:
    session = position("declare_first_battles", lands={"kai": "pink 2 spearman", "shinano": "gray 1 spearman"})
    go(session, Declare("kai", "provincial", "shinano"))
    assert count(session, "battle_marker_supply") == 11
    go(session, "done", (1, 12), (12,), "done", "done")
    assert asked(session) == ["gray"]
    assert count(session, "battle_marker_supply") == 12
    assert session.table.mark("pink", "waged")


@covers("shogun", "4-7D.13", "4-7-Own.4")
def test_a_province_lost_in_ones_own_attack_may_be_entered_again() -> None:
    session = position(
        "declare_first_battles",
        lands={"kai": "pink 1 spearman", "sagami": "pink 2 spearman", "shinano": "gray 2 spearman"},
    )
    go(session, Declare("kai", "provincial", "shinano"), "done", (12,), (1, 12))
    assert owner(session, "kai") is None
    go(session, "done", shift("sagami", "kai", 0, 0, 0, 1))
    assert owner(session, "kai") == "pink"


@covers("shogun", "4-7-Own.4", "3-Deal.3")
def test_an_undealt_province_accepts_a_conquering_move() -> None:
    session = position(
        "final_force_move",
        scenario="five_players",
        swords="pink gray green orange purple",
        lands={"kai": "pink 2 spearman"},
    )
    assert owner(session, "musashi") is None
    go(session, shift("kai", "musashi", 0, 0, 0, 1))
    assert owner(session, "musashi") == "pink"


@covers("shogun", "6.10", "6.11")
def test_the_provinces_of_the_partner_are_closed_even_to_passing() -> None:
    lands = {"kai": "pink 3 spearman", "shinano": "green 1 spearman", "hida": "pink 1 spearman"}
    session = position("final_force_move", scenario="two_players", lands=lands)
    assert refused(session, shift("kai", "shinano", 0, 0, 0, 1)) == "6.10"
    march = position(
        "final_army_move",
        scenario="two_players",
        lands=lands,
        levels={"pink 1": 4},
        armies={"pink 1": "kai 1 gunner", "gray 3": "sado", "green 3": "oki", "orange 3": "mutsu"},
    )
    go(march, "pink_army_1")
    assert refused(march, Go("shinano")) == "6.10"


@covers("shogun", "4-7D.4")
def test_units_an_army_needs_for_its_own_ronin_cannot_stay_for_the_hidden_ones() -> None:
    armies = {"pink 1": "kai 1 bowman 3 gunner 2 ronin", "gray 3": "sado"}
    session = position("final_army_move", lands={"sagami": "pink 1 spearman"}, hidden={"kai": 2}, armies=armies)
    march = March("pink", 1, True)
    no = bad_move(scene(session), march, Go("sagami"))  # two may stay, and two hidden ronin need three
    assert no is not None
    assert no.rule == "4-7D.4"
    one = position("final_army_move", lands={"sagami": "pink 1 spearman"}, hidden={"kai": 1}, armies=armies)
    go(one, "pink_army_1", Go("sagami"))
    assert set(one.legal()) == {Garrison(0, 0, 2, 0), Garrison(1, 0, 1, 0)}
