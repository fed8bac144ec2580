"""Action 2, take swords."""

from __future__ import annotations

from compiler.play.session import Session
from compiler.rules.shogun.field import sword
from tests.rules.covering import covers
from tests.rules.shogun.table import asked, count, go, position, refused, scene

COLOURS = ("pink", "gray", "green", "orange")


def bids(*amounts: int, scenario: str = "four_players") -> Session:
    colours = (*COLOURS, "purple")[: len(amounts)]
    return position(
        "choose_swords",
        swords=None,
        scenario=scenario,
        bins={c: (n, 0, 0, 0, 0) for c, n in zip(colours, amounts, strict=True)},
    )


def swords(session: Session, *colours: str) -> list[int | None]:
    return [sword(scene(session), c) for c in colours or COLOURS]


@covers("shogun", "4-2.1", "4-2.2", "4-2.3", "4-2.4", "4-2.9")
def test_bidders_choose_by_bid_any_sword_that_is_left() -> None:
    session = bids(1, 3, 2, 0)
    assert asked(session) == ["gray"]
    assert session.legal() == (1, 2, 3, 4)
    session.apply(4)
    assert asked(session) == ["green"]
    assert refused(session, 4) == "4-2.3"
    session.apply(1)
    assert asked(session) == ["pink"]
    session.apply(3)
    assert swords(session) == [3, 4, 1, 2]
    assert [count(session, f"{c}_take_swords") for c in COLOURS] == [0, 0, 0, 0]


@covers("shogun", "4-2.5")
def test_tied_bidders_who_name_different_swords_get_them() -> None:
    session = bids(2, 2, 0, 0)
    assert asked(session) == ["pink", "gray"]
    go(session, {"pink": 1, "gray": 4})
    assert swords(session)[:2] == [1, 4]


@covers("shogun", "4-2.6")
def test_tied_bidders_who_name_the_same_sword_draw_it_and_the_lowest_other() -> None:
    for drawn, other in (("sword_3", 1), ("sword_1", 3)):
        session = bids(2, 2, 0, 0)
        go(session, {"pink": 3, "gray": 3})
        assert asked(session) == ["chance"]
        assert set(session.legal()) == {"sword_1", "sword_3"}
        session.apply(drawn)
        assert swords(session)[:2] == [int(drawn[-1]), other]
    session = bids(1, 1, 1, 0)
    go(session, {"pink": 4, "gray": 2, "green": 4})
    assert set(session.legal()) == {"sword_1", "sword_2", "sword_4"}


@covers("shogun", "4-2.7")
def test_players_without_a_bid_draw_what_is_left() -> None:
    session = bids(1, 0, 0, 0)
    session.apply(2)
    assert asked(session) == ["chance"]
    assert set(session.legal()) == {"sword_1", "sword_3", "sword_4"}
    go(session, "sword_4", "sword_3")
    assert swords(session) == [2, 4, 3, 1]


@covers("shogun", "4-2.1")
def test_swords_of_the_last_round_go_back_first() -> None:
    session = position("choose_swords", swords="orange green gray pink", bins={"pink": (1, 0, 0, 0, 0)})
    assert session.legal() == (1, 2, 3, 4)
    go(session, 1, "sword_2", "sword_3")
    assert swords(session) == [1, 2, 3, 4]
