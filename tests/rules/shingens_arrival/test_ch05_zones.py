"""5.0 Zones of control."""

from __future__ import annotations

from compiler.rules.shingens_arrival.ch05_zones import castle_ring, unit_zone
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import ODA_PLAYER, PLAIN, RING, TAKEDA_PLAYER, at, campaign, scene_of


@covers("shingens_arrival", "5.0.1", "5-1.1")
def test_a_unit_controls_the_six_hexes_around_it() -> None:
    session = campaign("takeda_act", takeda_nobukado=PLAIN, oda_nobunaga="2517")
    assert unit_zone(scene_of(session), TAKEDA_PLAYER) == set(RING)


@covers("shingens_arrival", "5-1-1.1", "5-1-1.2")
def test_no_zone_crosses_water_or_reaches_mountains_and_sea() -> None:
    session = campaign("takeda_act", takeda_nobukado="0925", amari_nobuyasu="5713")
    zone = unit_zone(scene_of(session), TAKEDA_PLAYER)
    assert "1024" in zone  # over the bridge
    assert "1025" not in zone  # over the lake
    assert "5712" not in zone  # a mountain


@covers("shingens_arrival", "5-1-2.1", "5-2-4.1", "5-2-4.2")
def test_a_garrison_has_no_zone_but_its_castle_keeps_its_ring() -> None:
    inside = campaign("takeda_act", nakane_masateru=at("4328", garrison=True), takeda_nobukado=PLAIN)
    outside = campaign("takeda_act", nakane_masateru="4328", takeda_nobukado=PLAIN)
    assert "4329" not in unit_zone(scene_of(inside), ODA_PLAYER)
    assert "4329" in unit_zone(scene_of(outside), ODA_PLAYER)
    for session in (inside, outside):
        assert "4329" in castle_ring(scene_of(session), ODA_PLAYER)


@covers("shingens_arrival", "5-2.1", "5-2-1.1", "5-2-2(2).1")
def test_a_castle_covers_its_hex_and_the_six_around_but_no_water() -> None:
    ring = castle_ring(scene_of(campaign("takeda_act", takeda_nobukado=PLAIN)), ODA_PLAYER)
    assert {"4328", "4227", "4327", "4228", "4427", "4428", "4329"} <= ring
    assert "0924" in ring
    assert "1024" not in ring  # across the lake from Sakamoto


@covers("shingens_arrival", "5-2-3.1")
def test_an_invested_castle_has_no_zone_an_assaulted_one_has() -> None:
    invested = campaign("takeda_act", takeda_shingen=at("4328", invested=True), takeda_nobutoyo="takeda_shingen_1")
    assert "4328" not in castle_ring(scene_of(invested), ODA_PLAYER)
    assaulted = campaign("takeda_act", takeda_shingen="4328", marks=[("4328", "assaulted", "takeda")])
    assert "4328" in castle_ring(scene_of(assaulted), ODA_PLAYER)
