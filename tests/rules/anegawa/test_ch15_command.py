"""15.0 Leaders: ranges, values, stripes and crests, attacks in and out of command."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.anegawa.ch08_morale import morale
from compiler.rules.anegawa.ch13_attack import Attack
from compiler.rules.anegawa.ch15_command import is_commanded, leadership, needs_fight_check
from tests.rules.anegawa.battle import (
    AA,
    OT,
    altered,
    asked,
    attack,
    battle,
    dice,
    field_of,
    mark,
    normal,
    off,
    place,
    refused,
    rolling,
    rolls,
    said,
)
from tests.rules.covering import covers


def value(unit: str, book: Any = None, **pieces: Any) -> int:
    """The leadership a unit has among some others."""
    found = field_of(battle("rout", book=book, **pieces))
    return leadership(found, found.table.pieces[unit])


# -- ranges and values -------------------------------------------------------------------------------------------------
@covers("anegawa", "15-1.1")
def test_range_counts_in_hexes() -> None:
    assert value("sakai_company_1", sakai_company_1="1020", sakai_masahisa="1019") == 1  # range 1
    assert value("sakai_company_1", sakai_company_1="1020", sakai_masahisa="1018") == 0
    assert value("kinoshita_company_1", kinoshita_company_1="1020", kinoshita_hideyoshi="1018") == 1  # range 2
    assert value("kinoshita_company_1", kinoshita_company_1="1020", kinoshita_hideyoshi="1017") == 0


@covers("anegawa", "15-1.3")
def test_enemies_in_between_do_not_matter() -> None:
    ring: dict[str, Any] = {
        "azai_company_1": "1019",
        "azai_company_2": "0919",
        "azai_company_3": "1119",
        "azai_company_4": "1120",
    }
    assert value("kinoshita_company_1", kinoshita_company_1="1020", kinoshita_hideyoshi="1018", **ring) == 1


@covers("anegawa", "15-1.2", "15.0(2).2", "15-4(1).1")
def test_leaders_help_their_own_army_only() -> None:
    assert value("sakai_company_1", sakai_company_1="1020", honda_tadakatsu="1019") == 0
    assert value("okubo_tadayo", okubo_tadayo="1020", oda_nobunaga="1019") == 0
    assert value("tokugawa_ieyasu", tokugawa_ieyasu="1020", oda_nobunaga="1019") == 0
    assert value("azai_company_1", azai_company_1="1020", asakura_kagetake="1019") == 0
    for general in ("sakai_masahisa", "kinoshita_hideyoshi", "kawajiri_hidetaka"):
        assert value(general, oda_nobunaga="1019", **{general: "1020"}) == 2


@covers("anegawa", "15-2(1).1")
def test_leadership_is_added_to_morale_and_both_factors() -> None:
    session = battle(
        "attack", OT, sakai_hisazo="1020", sakai_masahisa="1021", azai_company_1="1019", azai_company_2="4030"
    )
    field = field_of(session)
    assert morale(field.scene, field.at["1020"]) == 8  # 7 and 1
    attack(session, "sakai_hisazo", "azai_company_1")
    session.apply(dice(9))
    assert said(session)[0].endswith("9 against 4/9, light damage")


@covers("anegawa", "15-2(1).2")
def test_the_best_leader_in_range_counts_alone() -> None:
    assert value("sakai_company_1", sakai_company_1="1020", sakai_masahisa="1019", oda_nobunaga="1021") == 2


@covers("anegawa", "15-2(2).1")
def test_a_general_does_not_lead_himself() -> None:
    assert value("sakai_masahisa", sakai_masahisa="1020") == 0
    assert value("oda_nobunaga", oda_nobunaga="1020") == 0


@covers("anegawa", "15.0(2).1")
def test_a_general_uses_the_value_of_his_army_commander_in_range() -> None:
    assert value("isono_kazumasa", isono_kazumasa="1020", azai_nagamasa="1017") == 2
    assert value("isono_kazumasa", isono_kazumasa="1020", azai_nagamasa="1016") == 0


@covers("anegawa", "15-4(2).1", "15-4(3).1")
def test_disordered_leaders_lead_nobody() -> None:
    assert value("sakai_company_1", sakai_company_1="1020", sakai_masahisa="1019") == 1
    assert value("sakai_company_1", sakai_company_1="1020", sakai_masahisa=off("1019")) == 0
    assert value("sakai_company_1", sakai_company_1="1020", oda_nobunaga="1019") == 2
    assert value("sakai_company_1", sakai_company_1="1020", oda_nobunaga=off("1019")) == 0
    field = field_of(battle("rout", sakai_masahisa="1020", oda_nobunaga=off("1019")))
    assert needs_fight_check(field, field.at["1020"])


@covers("anegawa", "15-4(2).2")
def test_a_disordered_general_may_be_led_by_another() -> None:
    field = field_of(battle("rout", inaba_yoshimichi=off("1020"), ujiie_naomoto="1019"))
    assert morale(field.scene, field.at["1020"]) == 8  # 7 on his back, and 1 of the same stripe
    # a striped general helps Nobunaga with 1 less, one without a stripe in full
    assert value("oda_nobunaga", oda_nobunaga=off("1020"), sakai_masahisa="1019") == 0
    assert value("oda_nobunaga", oda_nobunaga=off("1020"), kawajiri_hidetaka="1019") == 1


# -- stripes and crests ------------------------------------------------------------------------------------------------
@covers("anegawa", "15-5.1", "15-5-1(1).1", "15-5-1(1).2")
def test_striped_generals_lead_their_own_stripe_and_others_at_one_less() -> None:
    assert value("sakai_company_1", sakai_company_1="1020", sakai_masahisa="1019") == 1
    assert value("ikeda_company_1", ikeda_company_1="1020", sakai_masahisa="1019") == 0
    strong = altered(sakai_masahisa={"value": 2})
    assert value("sakai_company_1", strong, sakai_company_1="1020", sakai_masahisa="1019") == 2
    assert value("ikeda_company_1", strong, ikeda_company_1="1020", sakai_masahisa="1019") == 1


@covers("anegawa", "15-5.2")
def test_nobunaga_leads_any_stripe_in_full() -> None:
    for company in ("sakai_company_1", "ikeda_company_1", "sassa_narimasa"):
        assert value(company, oda_nobunaga="1019", **{company: "1020"}) == 2


@covers("anegawa", "15-5-1(1).3")
def test_a_general_of_value_nought_leads_nobody() -> None:
    field = field_of(battle("rout", onoki_hidetoshi="1019", azai_company_1="1020"))
    assert leadership(field, field.at["1020"]) == 0
    assert not is_commanded(field, field.at["1020"])


@covers("anegawa", "15-5-1(2).1")
def test_a_general_without_a_stripe_leads_all_in_full() -> None:
    for unit in ("sakai_company_1", "sakai_masahisa", "sassa_narimasa"):
        assert value(unit, kawajiri_hidetaka="1019", **{unit: "1020"}) == 1


@covers("anegawa", "15-5-1(2).2")
def test_to_a_striped_general_a_unit_without_a_stripe_is_foreign() -> None:
    assert value("sassa_narimasa", sassa_narimasa="1020", sakai_masahisa="1019") == 0
    assert value("sassa_narimasa", sassa_narimasa="1020", oda_nobunaga="1019") == 2


@covers("anegawa", "15-6(1).1")
def test_generals_lead_only_their_own_crest_and_army_commanders_any() -> None:
    book = altered(azai_company_1={"crest": "asakura"})
    assert value("azai_company_1", book, azai_company_1="1020", azai_masazumi="1019") == 0
    assert value("azai_company_2", book, azai_company_2="1020", azai_masazumi="1019") == 1
    assert value("azai_company_1", book, azai_company_1="1020", azai_nagamasa="1019") == 2


# -- attacks -----------------------------------------------------------------------------------------------------------
@covers("anegawa", "15-3(1).1")
def test_a_combat_unit_attacks_only_under_command() -> None:
    units: dict[str, Any] = {
        "sakai_company_1": "1020",
        "azai_company_1": "1019",
        "mori_yoshinari": "0530",
        "azai_company_4": "0529",
    }
    alone = battle("attack", OT, **units)
    assert refused(alone, Attack("sakai_company_1", "azai_company_1")) == "15-3(1).1"
    led = battle("attack", OT, sakai_masahisa="1021", **units)
    assert refused(led, Attack("sakai_company_1", "azai_company_1")) is None
    foreign = battle("attack", OT, ikeda_tsuneoki="1021", **units)
    assert refused(foreign, Attack("sakai_company_1", "azai_company_1")) == "15-3(1).1"


@covers("anegawa", "15-3(1).2")
def test_an_army_commander_in_order_attacks_without_a_fight_check() -> None:
    session = battle("attack", OT, oda_nobunaga="1020", azai_company_1="1019")
    attack(session, "oda_nobunaga", "azai_company_1")
    assert rolling(session) == "attack"
    for nobunaga, commanded in (("1020", True), (off("1020"), False)):
        field = field_of(battle("rout", oda_nobunaga=nobunaga))
        assert is_commanded(field, field.at["1020"]) is commanded


def general_attacks(*totals: int, target: Any = "1019", **more: Any) -> Session:
    """Sakai Masahisa, morale 7, attacks at 1020."""
    setup: dict[str, Any] = {
        "sakai_masahisa": "1020",
        "azai_company_1": target,
        "mori_yoshinari": "0530",
        "azai_company_4": "0529",
        **more,
    }
    session = battle("attack", OT, rolls=totals, **setup)
    attack(session, "sakai_masahisa", "azai_company_1")
    return session


@covers("anegawa", "15-3(1).3", "15-3-1(1).1")
def test_a_general_out_of_his_commanders_range_needs_a_fight_check() -> None:
    assert rolling(general_attacks(oda_nobunaga="1024")) == "attack"  # range 4
    alone = general_attacks(oda_nobunaga="1025")
    assert rolling(alone) == "fight check"
    for roll in (7, 2):
        passed = general_attacks(roll)
        assert rolling(passed) == "attack", roll
    helped = general_attacks(8, kawajiri_hidetaka="1021")  # another general lends his value, and that is all
    assert rolls(helped) == ["fight check"]
    assert rolling(helped) == "attack"


@covers("anegawa", "15-3-1(3).1", "13-6-3(3).2")
def test_a_general_who_fails_is_disordered_retreats_and_has_had_his_attack() -> None:
    session = general_attacks(8)
    assert not normal(session, "sakai_masahisa")
    assert asked(session) == OT
    session.apply("1021")
    session.apply("stop")
    assert place(session, "sakai_masahisa") == "1021"
    assert mark(session, "sakai_masahisa", "battled") == "attacked"
    assert rolls(session) == ["fight check"]
    assert place(session, "azai_company_1") == "1019"  # nobody advances
    assert mark(session, "azai_company_1", "battled") is None
    assert not normal(general_attacks(12), "sakai_masahisa")


@covers("anegawa", "15-3-1(4).1")
def test_a_disordered_target_does_not_spare_the_fight_check() -> None:
    assert rolling(general_attacks(target=off("1019"))) == "fight check"


@covers("anegawa", "15-3-1(5).1")
def test_a_unit_out_of_command_strikes_back_as_usual() -> None:
    session = battle("attack", OT, rolls=[12], oda_nobunaga="1020", azai_company_1="1019", azai_company_2="4030")
    attack(session, "oda_nobunaga", "azai_company_1")
    assert asked(session) == AA
    session.apply("strike_back")
    assert rolling(session) == "counterattack"
    general = battle("attack", OT, rolls=[12], oda_nobunaga="1020", azai_masazumi="1019", azai_company_2="4030")
    attack(general, "oda_nobunaga", "azai_masazumi")
    general.apply("strike_back")
    assert rolling(general) == "counterattack"


@covers("anegawa", "15-3(2).1")
def test_command_is_judged_at_the_moment_of_each_combat() -> None:
    # the general beside the company advances out of its range; then it can no longer attack
    session = battle(
        "attack",
        OT,
        rolls=[8, 9],
        sakai_masahisa="1019",
        sakai_company_1="1020",
        azai_company_1=off("1018"),
        azai_company_2="0921",
        oda_nobunaga="1016",
        mori_yoshinari="0530",
        azai_company_4="0529",
        book=altered(oda_nobunaga={"range": 3}),
    )
    assert refused(session, Attack("sakai_company_1", "azai_company_2")) is None
    attack(session, "sakai_masahisa", "azai_company_1")
    assert place(session, "azai_company_1") == "combat_units.oda_tokugawa"
    assert place(session, "sakai_masahisa") == "1018"
    assert refused(session, Attack("sakai_company_1", "azai_company_2")) == "15-3(1).1"
