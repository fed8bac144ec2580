"""Laws of the campaign: a table that breaks one is told."""

from __future__ import annotations

from compiler.rules.shingens_arrival import laws
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import PLAIN, at, campaign, scene_of

GOOD = campaign("takeda_act", takeda_shingen="5713", amari_nobuyasu="takeda_shingen_1", oda_nobunaga="2517")


def test_a_sound_table_breaks_none() -> None:
    scene = scene_of(GOOD)
    assert [law.broken(scene) for law in GOOD.book.laws] == [None] * len(GOOD.book.laws)
    assert len(GOOD.book.laws) == 8


@covers("shingens_arrival", "6.0.2", "6-1-1.2", "6-2.x2")
def test_led_units_have_a_leader_a_box_and_no_markers() -> None:
    lost = campaign("takeda_act", amari_nobuyasu="takeda_shingen_1")
    assert laws.every_led_unit_has_a_leader(scene_of(lost))
    wrong = campaign("takeda_act", takeda_katsuyori="5713", baba_nobuharu="takeda_katsuyori_1")
    assert laws.every_led_unit_has_a_leader(scene_of(wrong))
    two = campaign(
        "takeda_act", takeda_shingen="5713", amari_nobuyasu="takeda_shingen_1", kiso_yoshimasa="takeda_shingen_1"
    )
    assert laws.one_unit_in_a_box(scene_of(two))
    marked = campaign("takeda_act", takeda_shingen="5713", amari_nobuyasu=at("takeda_shingen_1", morale=-1))
    assert laws.markers_lie_on_leaders(scene_of(marked))


@covers("shingens_arrival", "16-6-2.1", "12-2.2", "17-1-2(4).3")
def test_enemies_keep_apart_and_garrisons_have_walls() -> None:
    together = campaign("takeda_act", takeda_shingen=PLAIN, oda_nobunaga=PLAIN)
    assert laws.enemies_keep_apart(scene_of(together))
    assert laws.enemies_keep_apart(scene_of(campaign("takeda_act", takeda_shingen="5712")))
    field = campaign("takeda_act", takeda_shingen=at(PLAIN, garrison=True))
    assert laws.garrisons_are_in_castles_they_may_use(scene_of(field))
    peace = campaign("takeda_act", azai_nagamasa="1616", marks=[("azai", "at_peace", True)])
    assert laws.who_is_at_peace_is_off_the_map(scene_of(peace))


@covers("shingens_arrival", "13-1-3.1", "13-3-6.2")
def test_investments_are_strong_enough_and_ruins_marked() -> None:
    weak = campaign("takeda_act", amari_nobuyasu=at("4328", invested=True))
    assert laws.investments_are_kept_up(scene_of(weak))
    left = campaign("takeda_act", amari_nobuyasu="5713", marks=[("4328", "morale", -1)])
    assert laws.investments_are_kept_up(scene_of(left))
    half = campaign("takeda_act", amari_nobuyasu="5713", marks=[("4328", "durability", 0)])
    assert laws.ruins_are_abandoned(scene_of(half))
    owned = campaign(
        "takeda_act",
        amari_nobuyasu="5713",
        marks=[("4328", "durability", 0), ("4328", "abandoned", True), ("4328", "control", "oda")],
    )
    assert laws.ruins_are_abandoned(scene_of(owned))
