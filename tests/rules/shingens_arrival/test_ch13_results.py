"""13-1-7, 13-3-7 and 13-4 Siege checks, falls and offers."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch12_castles import durability
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    HOST,
    asked,
    at,
    campaign,
    go,
    legal,
    mark,
    place,
    rolling,
    rolls,
    scene_of,
    score,
)


def futamata(*, rolls: tuple[int, ...] = (), step: str = "takeda_act", inside: bool = False, **more: object) -> Session:
    units = {**HOST, "takeda_shingen": more.pop("takeda_shingen", "4328")}
    if inside:
        units["nakane_masateru"] = at("4328", garrison=True)
    return campaign(step, units, rolls=rolls, amari_nobuyasu="5713", **more)  # type: ignore[arg-type]


INVESTING = {"takeda_shingen": at("4328", invested=True)}


@covers("shingens_arrival", "13-1-7.1", "13-1-7.2", "4-1-2(1).2", "SIEGE.1", "4-1-3.2", "12-1-2.1")
@pytest.mark.parametrize(("roll", "morale", "left"), [(1, -1, None), (2, None, 9), (3, None, None)])
def test_the_owner_makes_a_siege_check_in_his_own_phase(roll: int, morale: int | None, left: int | None) -> None:
    session = futamata(step="takeda_act", rolls=(roll,), takeda_shingen=at("4328", invested=True), stage=4)
    go(session, "end_phase")
    assert (session.step, asked(session)) == ("oda_sieges", "oda_player")  # nobody can act: straight to the siege
    go(session, "stand")
    assert rolls(session)[0] == "siege check"
    assert mark(session, "4328", "morale") == morale
    assert mark(session, "4328", "durability") == left


@covers("shingens_arrival", "13-1-7.3")
def test_a_commander_inside_helps_the_castle() -> None:
    session = futamata(
        step="oda_sieges",
        rolls=(1,),
        takeda_shingen=at("4328", invested=True),
        honda_tadakatsu=at("4328", garrison=True),
    )
    go(session, "stand")
    assert mark(session, "4328", "durability") == 9  # as a 2
    assert mark(session, "4328", "morale") is None


@covers("shingens_arrival", "13-1-7.x1")
def test_the_owner_picks_the_order_of_his_sieges() -> None:
    session = futamata(
        step="oda_sieges",
        rolls=(1, 2),
        takeda_shingen=at("4328", invested=True),
        akiyama_nobutomo=at("3719", invested=True),
        takeda_nobukado="akiyama_nobutomo_1",
    )
    assert set(legal(session)) == {"4328", "3719"}
    go(session, "3719", "stand")
    assert mark(session, "3719", "morale") == -1
    go(session, "stand")
    assert mark(session, "4328", "durability") == 9


@covers("shingens_arrival", "13-3-7.1", "13-3-7.3")
def test_a_castle_falls_when_its_morale_goes_below_minus_four() -> None:
    session = futamata(
        step="oda_sieges",
        rolls=(1, 1),
        takeda_shingen=at("4328", invested=True),
        score=(0, 9),
        nakane_masateru=at("4328", garrison=True),
        marks=[("4328", "morale", -4)],
    )
    go(session, "stand")  # 1, then the roll in the column for 0: 1 + 4 = 5, surrender
    assert place(session, "nakane_masateru") == "fallen"
    assert asked(session) == "takeda_player"
    go(session, "hold")
    assert mark(session, "4328", "control") == "takeda"
    assert mark(session, "4328", "morale") is None
    assert score(session) == (2, 9 - 2 - 1)


@covers("shingens_arrival", "13-3-7.2", "13-3-6.2")
def test_a_castle_that_falls_at_durability_nought_lies_abandoned() -> None:
    session = futamata(rolls=(6, 1), score=(0, 9), marks=[("4328", "durability", 1)])
    go(session, "takeda_shingen", "assault", "takeda_shingen")
    assert mark(session, "4328", "abandoned")
    assert mark(session, "4328", "control") is None
    assert score(session) == (2, 7)
    assert durability(scene_of(session), "4328") == 0


@covers("shingens_arrival", "13-2-6.x1")
def test_with_nobody_left_to_take_it_the_castle_is_a_ruin() -> None:
    session = campaign(
        "takeda_act",
        rolls=[6],
        score=(5, 9),
        amari_nobuyasu=at("4028", 1),
        takeda_shingen="5713",
        marks=[("4028", "durability", 1)],
    )
    go(session, "amari_nobuyasu", "assault")  # level 0, rough: 5, 1/2 against one step
    assert place(session, "amari_nobuyasu") == "fallen"
    assert mark(session, "4028", "abandoned")
    assert score(session) == (4, 9)


@covers("shingens_arrival", "13-4.1", "13-4.2", "13-4.3")
def test_an_offer_to_surrender() -> None:
    def offered(reply: str) -> Session:
        session = futamata(
            step="oda_sieges", takeda_shingen=at("4328", invested=True), nakane_masateru=at("4328", garrison=True)
        )
        go(session, "offer")
        assert asked(session) == "takeda_player"
        return go(session, reply)

    accepted = offered("accept")
    go(accepted, "hold")
    assert mark(accepted, "4328", "control") == "takeda"
    assert place(accepted, "nakane_masateru") == "4529"
    assert "siege check" not in rolls(accepted)
    assert rolling(offered("refuse")) == "siege check"
