"""12-2 Garrisons: who goes in and comes out."""

from __future__ import annotations

from compiler.rules.shingens_arrival.ch12_castles import is_invested
from compiler.rules.shingens_arrival.ch16_movement import Halt
from compiler.rules.shingens_arrival.field import war
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import at, campaign, go, mark, refused, scene_of, why_not


@covers("shingens_arrival", "12-2-1.1", "12-2-1.x1", "12-2.1")
def test_forces_of_a_side_go_into_a_castle_by_movement() -> None:
    session = campaign(
        "oda_act", nakane_masateru="4328", hirate_hirohide=at("4328", garrison=True), oda_nobunaga="2517"
    )
    go(session, "nakane_masateru", "move")
    assert refused(session, ("garrison",)) is None
    assert refused(session, ("garrison", "4329")) == "16-1-2.1"
    go(session, ("garrison",))
    assert mark(session, "nakane_masateru", "garrison")
    assert mark(session, "nakane_masateru", "acted") == "oda_tokugawa"


@covers("shingens_arrival", "12-2-1.1", "12-2-1.x1", "12-2.1", "12-2-7.1")
def test_going_in_takes_a_castle_and_a_point_and_ends_the_move() -> None:
    session = campaign("oda_act", nakane_masateru=at("4330", morale=-4), oda_nobunaga="2517")
    go(session, "nakane_masateru", "move")  # 4 points
    assert refused(session, ("4329", "4328", "garrison")) is None  # 1, 2 and 1
    assert refused(session, ("4429", "4329", "4328", "garrison")) == "12-2-1.1"
    assert refused(session, Halt(("4329", "4328", "garrison"))) == "12-2-1.x1"
    assert refused(session, ("4329", "garrison")) == "12-2.2"  # no castle
    assert refused(session, ("out",)) == "12-2-7.1"  # he is not inside


@covers("shingens_arrival", "12-2-3.2", "12-2-6.1")
def test_a_garrison_is_of_any_size_and_of_allied_armies() -> None:
    inside = ("hirate_hirohide", "naito_nobunari", "honda_tadakatsu", "matsudaira_ietada")
    units = {**dict.fromkeys(inside, at("4328", garrison=True)), "oda_nobunaga": "2517"}
    session = campaign("oda_act", units, nakane_masateru="4328", ikeda_tsuneoki="4328")
    go(session, "nakane_masateru", "move", ("garrison",), "ikeda_tsuneoki", "move", ("garrison",))
    assert len(war(scene_of(session)).inside("4328")) == 6


@covers("shingens_arrival", "12-2.2", "17-2-1.1", "17-2-2.1", "14-3-8.1")
def test_which_castles_may_be_garrisoned() -> None:
    session = campaign("takeda_act", amari_nobuyasu="4328", atobe_katsusuke="5425", takeda_shingen="0725")
    for unit, rule in (("amari_nobuyasu", "12-2.2"), ("atobe_katsusuke", None), ("takeda_shingen", "17-2-2.1")):
        go(session, unit, "move")
        assert refused(session, ("garrison",)) == rule
        session.undo()
        session.undo()
    lords = campaign(
        "anti_oda_act", ashikaga_yoshiaki=at("1616", risen=True), matsunaga_hisahide=at("0725", risen=True)
    )
    for unit, rule in (("ashikaga_yoshiaki", "17-2-1.1"), ("matsunaga_hisahide", None)):
        go(lords, unit, "move")
        assert refused(lords, ("garrison",)) == rule
        lords.undo()
        lords.undo()


@covers("shingens_arrival", "12-2-7.1", "12-2-7.2", "13-1-6.1", "12-2-3.x1")
def test_a_garrison_leaves_for_a_point_unless_an_enemy_is_there() -> None:
    session = campaign(
        "oda_act",
        nakane_masateru=at("4328", garrison=True),
        naito_nobunari=at("4328", garrison=True),
        oda_nobunaga="2517",
    )
    go(session, "nakane_masateru", "move", ("out",))
    assert mark(session, "nakane_masateru", "garrison") is None
    assert mark(session, "naito_nobunari", "garrison")  # the other stays
    shut = campaign("oda_act", nakane_masateru=at("4328", garrison=True), amari_nobuyasu="4328", oda_nobunaga="2517")
    assert why_not(shut, "nakane_masateru", "move") == "12-2-7.2"
    assert not is_invested(scene_of(shut), "4328")


@covers("shingens_arrival", "12-2-7.1", "16-4-3.1")
def test_marching_out_of_a_castle_in_a_zone_costs_three() -> None:
    session = campaign("oda_act", nakane_masateru=at("4230", garrison=True, morale=-4), amari_nobuyasu="4131")
    go(session, "nakane_masateru", "move")  # 4 points left: out 1, leaving the zone 1, the hex 1
    assert refused(session, ("4229",)) is None
    assert refused(session, ("4229", "4228")) is None
    assert refused(session, ("4229", "4228", "4128")) == "16-2.1"
