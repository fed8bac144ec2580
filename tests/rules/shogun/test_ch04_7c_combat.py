"""Action 7, phase C: the combat sequence, casualties, castles, naval invasions."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.ch04_7c_further import Fight
from tests.rules.covering import covers
from tests.rules.shogun.table import army, asked, at, count, go, owner, position, refused, rolls, where

MISS = 12


def battle(attackers: str, defenders: str, *, by_army: bool = False, **more: Any) -> Session:
    """Pink in Kai attacks gray in Shinano; the words after a colour are its units."""
    armies = {"pink 3": "tsushima", "gray 3": "sado", **more.pop("armies", {})}
    lands = {"kai": attackers, "shinano": defenders} if not by_army else {"shinano": defenders}
    lands = {p: text for p, text in lands.items() if len(text.split()) > 1}
    if by_army:
        armies["pink 1"] = f"kai {attackers}".strip()
    session = position("declare_first_battles", lands={**lands, **more.pop("lands", {})}, armies=armies, **more)
    go(session, Declare("kai", "army" if by_army else "provincial", "shinano"), "done")
    return session


def dice(*values: int) -> tuple[int, ...]:
    return values


# -- who rolls what ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("unit", "value"), [("bowman", 6), ("gunner", 4), ("swordsman", 5), ("spearman", 4)])
@covers("shogun", "4-7C.10", "4-7C-S1.1", "4-7C-S2.1", "4-7C-S5.1", "4-7C-S6.1", "4-7C-Res.1")
def test_a_die_at_the_combat_value_hits_and_one_above_misses(unit: str, value: int) -> None:
    # the defending spearman rolls too, unless bowmen or gunners have removed him before his step
    session = battle(f"pink 1 {unit}", "gray 1 spearman")
    go(session, dice(value))
    if session.asks and "chance" in session.asks:
        go(session, dice(MISS))
    assert owner(session, "shinano") is None
    missed = go(battle(f"pink 1 {unit}", "gray 1 spearman"), dice(value + 1))
    if "chance" in missed.asks:
        go(missed, dice(MISS))
    assert owner(missed, "shinano") == "gray"


@covers("shogun", "4-7C-S4.1", "2-Daimyo.3")
def test_a_daimyo_hits_on_6() -> None:
    for die, left in ((6, None), (7, "gray")):
        session = go(battle("", "gray 1 spearman", by_army=True), dice(die), dice(MISS))
        assert owner(session, "shinano") == left


@covers("shogun", "2-Daimyo.3", "4-7C-S4.1")
def test_both_daimyos_roll_in_step_4() -> None:
    session = battle("1 spearman", "gray", by_army=True, armies={"gray 1": "shinano 1 spearman"})
    go(session, dice(MISS), dice(MISS), dice(MISS), dice(MISS))
    assert rolls(session) == [1, 1, 1, 1]


@covers("shogun", "4-7C-S5.1")
def test_the_ronin_of_a_fortress_roll_with_the_swordsmen() -> None:
    session = battle("pink 1 spearman", "gray 1 swordsman", fortresses=["shinano"])
    go(session, (MISS,) * 6, dice(MISS))
    assert rolls(session) == [6, 1]


@covers("shogun", "4-7C-S5.1", "4-7C.3")
def test_ronin_roll_with_swordsmen_at_5() -> None:
    session = battle("pink 3 swordsman 2 ronin", "gray 4 spearman")
    go(session, dice(5, 6, 6, 5, 6))
    assert rolls(session) == [5]
    go(session, dice(MISS, MISS, MISS, MISS))
    assert at(session, "shinano") == "2 spearman"


@covers("shogun", "4-7C.8", "4-7C.9", "4-7C.7")
def test_types_roll_in_order_and_absent_ones_are_passed_over() -> None:
    session = battle("pink 1 bowman 1 gunner 1 swordsman 2 spearman", "gray 1 bowman 2 gunner 2 spearman")
    go(session, dice(MISS), dice(MISS), dice(MISS), dice(MISS, MISS), dice(MISS), dice(MISS, MISS), dice(MISS, MISS))
    assert rolls(session) == [1, 1, 1, 2, 1, 2, 2]
    assert session.legal() == ("fight_on", "call_off")
    assert rolls(go(battle("pink 3 spearman", "gray 2 spearman"), dice(MISS, MISS, MISS), dice(MISS, MISS))) == [3, 2]


@covers("shogun", "4-7C.15")
def test_the_attackers_dice_come_first() -> None:
    session = battle("pink 1 bowman", "gray 1 bowman")
    go(session, dice(6), dice(7))
    assert owner(session, "shinano") is None
    assert at(session, "kai") == "1 bowman"


@covers("shogun", "4-7C-S1.1", "4-7C-S2.1", "4-7C-S3.1", "4-7C.11")
def test_hits_of_bowmen_and_gunners_add_up_before_anybody_is_removed() -> None:
    session = battle("pink 2 bowman 1 gunner", "gray 1 bowman 4 spearman")
    go(session, dice(6, 7), dice(5))
    assert at(session, "shinano") == "1 bowman 4 spearman"
    go(session, dice(4))
    assert asked(session) == ["gray", "pink"]  # one hit from the bowman of gray, two from pink
    go(session, {"pink": "gunner", "gray": "spearman"}, "spearman")
    assert (at(session, "kai"), at(session, "shinano")) == ("2 bowman", "1 bowman 2 spearman")


@covers("shogun", "4-7C.11", "4-7C-S7.1", "4-7C.13")
def test_a_unit_hit_in_step_5_still_rolls_in_step_6() -> None:
    session = battle("pink 1 swordsman 1 spearman", "gray 2 spearman")
    go(session, dice(1), dice(MISS), dice(1, MISS))
    assert rolls(session) == [1, 1, 2]
    assert asked(session) == ["pink"]  # both sides lose one; gray has no choice
    go(session, "spearman")
    assert (at(session, "kai"), at(session, "shinano")) == ("1 swordsman", "1 spearman")


@covers("shogun", "4-7C-S3.1")
def test_hits_beyond_the_units_are_lost() -> None:
    session = go(battle("pink 3 gunner", "gray 1 spearman"), dice(1, 1, 1))
    assert owner(session, "shinano") is None
    assert count(session, "spearmen.gray") == 36


@covers("shogun", "4-7C.14")
def test_a_side_with_hits_enough_does_not_roll_on_and_only_then() -> None:
    session = go(battle("pink 1 swordsman 3 spearman", "gray 1 spearman"), dice(5))
    assert session.ask().prompt == "roll 1d12 for battle"  # the defender's spearman; pink's three do not roll
    session = go(battle("pink 1 swordsman 3 spearman", "gray 2 spearman"), dice(5))
    assert session.ask().prompt == "roll 3d12 for battle"


@covers("shogun", "4-7C.13", "4-7C-S8.1")
def test_the_battle_goes_on_as_long_as_the_attacker_likes() -> None:
    session = battle("pink 1 spearman", "gray 1 spearman")
    for _ in range(20):
        go(session, dice(MISS), dice(MISS), "fight_on")
    assert len(rolls(session)) == 40
    go(session, dice(1), dice(MISS))
    assert owner(session, "shinano") is None


@covers("shogun", "4-7C-Res.4", "4-7C-S8.1", "4-7C-Res.5")
def test_only_the_attacker_calls_it_off_and_both_stay() -> None:
    session = go(battle("pink 2 spearman", "gray 2 spearman"), dice(MISS, MISS), dice(MISS, MISS))
    assert asked(session) == ["pink"]
    assert session.why_not("call_off", "gray") is not None
    assert refused(session, "retreat") == "4-7C-S8.1"
    session.apply("call_off")
    assert (owner(session, "kai"), owner(session, "shinano")) == ("pink", "gray")
    assert (at(session, "kai"), at(session, "shinano")) == ("2 spearman", "2 spearman")
    assert session.step == "final_army_move"


# -- casualties --------------------------------------------------------------------------------------------------------
@covers("shogun", "4-7C-S3.2", "4-7C-S3.3")
def test_the_owner_chooses_from_the_units_in_the_battle() -> None:
    session = battle("pink 1 gunner 1 spearman", "gray 1 bowman 1 spearman", lands={"suruga": "pink 1 swordsman"})
    go(session, dice(6), dice(MISS))
    assert asked(session) == ["pink"]
    assert set(session.legal()) == {"gunner", "spearman"}
    assert refused(session, "swordsman") == "4-7C-S3.3"
    assert session.why_not("spearman", "gray") is not None
    session.apply("spearman")  # before it has rolled
    assert at(session, "kai") == "1 gunner"


@covers("shogun", "4-7C-S3.3")
def test_units_of_the_other_force_of_the_attacking_province_are_no_casualties() -> None:
    session = battle("1 bowman 1 gunner", "gray 2 bowman", by_army=True, lands={"kai": "pink 1 spearman"})
    go(session, dice(MISS), dice(1, MISS), dice(MISS))
    assert set(session.legal()) == {"bowman", "gunner"}


@covers("shogun", "4-7C-S3.4")
def test_the_daimyo_is_the_last_casualty() -> None:
    session = battle("pink 3 bowman", "gray 1 spearman", armies={"gray 1": "shinano"})
    go(session, dice(1, MISS, MISS))
    assert where(session, "gray_daimyo_1") == "a1_daimyo.gray"
    assert at(session, "shinano") == ""
    both = go(battle("pink 3 bowman", "gray 1 spearman", armies={"gray 1": "shinano"}), dice(1, 1, MISS))
    assert where(both, "gray_daimyo_1") == "set_aside.gray"
    assert owner(both, "shinano") is None
    two = battle("pink 3 bowman", "gray 2 spearman", armies={"gray 1": "shinano 1 gunner"})
    go(two, dice(1, MISS, MISS), dice(MISS))
    assert refused(two, "army_daimyo") == "4-7C-S3.4"
    assert set(two.legal()) == {"army_gunner", "provincial_spearman"}


@covers("shogun", "4-7C-S3.6")
def test_after_losses_the_ronin_are_still_fewer_than_the_units() -> None:
    session = go(battle("pink 2 spearman 1 ronin", "gray 2 bowman"), dice(1, MISS))
    assert at(session, "kai") == "2 spearman"  # nothing else was possible
    session = go(battle("pink 3 spearman 1 ronin", "gray 2 bowman"), dice(1, MISS))
    assert set(session.legal()) == {"spearman", "ronin"}
    session = go(battle("pink 3 spearman 2 ronin", "gray 3 bowman"), dice(1, 1, MISS))
    assert set(session.legal()) == {"spearman", "ronin"}
    session.apply("spearman")
    assert at(session, "kai") == "2 spearman 1 ronin"


@covers("shogun", "4-7C-S3.6", "4-7C.4")
def test_each_force_of_a_double_troop_province_keeps_its_own_ronin_limit() -> None:
    session = battle("pink 3 bowman", "gray 2 spearman 1 ronin", armies={"gray 1": "shinano 2 gunner"})
    go(session, dice(1, MISS, MISS), dice(MISS, MISS))
    assert set(session.legal()) == {"army_gunner", "provincial_ronin"}
    assert refused(session, "provincial_spearman") == "4-7C-S3.6"
    session = battle("pink 3 bowman", "gray 1 spearman", armies={"gray 1": "shinano 2 spearman 2 ronin"})
    go(session, dice(1, 1, MISS))
    assert set(session.legal()) == {"army_spearman", "army_ronin", "provincial_spearman"}
    session.apply("army_spearman")  # the second loss must now be a ronin, and of the army: nobody is asked
    assert (army(session, "gray", 1), at(session, "shinano")) == ("1 spearman 1 ronin", "1 spearman")


@covers("shogun", "4-7C-S3.8")
def test_ronin_return_to_the_master_tray_regulars_to_their_own() -> None:
    session = go(battle("pink 2 spearman 1 ronin", "gray 3 bowman"), dice(1, 1, 1))
    assert (count(session, "ronin_supply"), count(session, "spearmen.pink")) == (25, 36)
    assert session.table.pieces["ronin#1"].side == "mercenary"


@covers("shogun", "4-7C.4")
def test_a_double_troop_province_defends_with_everybody() -> None:
    session = battle("pink 1 spearman", "gray 2 spearman", armies={"gray 1": "shinano 1 bowman 3 spearman"})
    go(session, dice(MISS), dice(MISS), dice(MISS), dice(MISS, MISS, MISS, MISS, MISS))
    assert rolls(session) == [1, 1, 1, 5]


# -- castles and fortresses --------------------------------------------------------------------------------------------
@covers("shogun", "4-3.10", "4-7C-Castle.1", "4-7C-Castle.2", "4-7C-S6.1")
def test_a_castle_adds_four_spearmen_from_the_tray_of_the_defender() -> None:
    session = go(battle("pink 1 spearman", "gray 2 spearman", castles=["shinano"]), dice(MISS))
    assert session.ask().prompt == "roll 6d12 for battle"
    assert count(session, "spearmen.gray") == 36 - 2 - 4


@covers("shogun", "4-3.11", "4-7C-Castle.6", "4-7C-S3.7")
def test_a_fortress_adds_five_ronin_and_no_spearmen() -> None:
    session = battle("pink 1 spearman", "gray 1 spearman", fortresses=["shinano"])
    go(session, (MISS,) * 5, dice(MISS), dice(MISS))
    assert rolls(session) == [5, 1, 1]
    assert count(session, "ronin_supply") == 20
    session = battle("pink 5 bowman", "gray 1 gunner 2 spearman", fortresses=["shinano"])
    go(
        session,
        (1, 1, MISS, MISS, MISS),
        dice(MISS),
        (MISS,) * 3,
        (MISS, MISS),
        "fight_on",
        (1, 1, 1, 1, MISS),
        dice(MISS),
    )
    assert asked(session) == ["gray"]  # three bonus ronin were left: the fourth hit falls on a regular unit
    assert [refused(session, unit, "gray") for unit in ("gunner", "spearman")] == [None, None]


@covers("shogun", "4-7C-Castle.7")
def test_substitutes_stand_in_when_the_master_tray_lacks_ronin() -> None:
    lands = dict.fromkeys(("aki", "suo", "bingo", "iwami", "nagato"), "green 5 spearman 4 ronin")
    lands["iyo"] = "green 4 spearman 3 ronin"
    session = battle("pink 1 spearman", "gray 1 spearman", fortresses=["shinano"], lands=lands)
    assert session.ask().prompt == "roll 5d12 for battle"
    assert count(session, "ronin_supply") == 0


@covers("shogun", "4-7C-Castle.2")
def test_substitutes_stand_in_when_the_tray_lacks_spearmen() -> None:
    lands = dict.fromkeys(("aki", "suo", "bingo", "iwami", "nagato", "iyo"), "gray 5 spearman")
    lands["tosa"] = "gray 4 spearman"
    session = battle("pink 1 spearman", "gray 1 spearman", castles=["shinano"], lands=lands)
    go(session, dice(MISS))
    assert session.ask().prompt == "roll 5d12 for battle"


@covers("shogun", "4-7C-Castle.3", "4-7C-S7.1")
def test_bonus_units_fall_before_regular_ones() -> None:
    session = battle("pink 5 bowman", "gray 2 spearman", castles=["shinano"])
    go(session, dice(1, 1, 1, MISS, MISS))
    assert asked(session) == ["chance"]  # no choice: three bonus spearmen are gone
    assert session.ask().prompt == "roll 3d12 for battle"
    assert count(session, "spearmen.gray") == 36 - 2 - 1
    mixed = battle("pink 5 bowman", "gray 2 gunner", castles=["shinano"])
    go(mixed, dice(1, 1, 1, MISS, MISS), dice(MISS, MISS))
    assert at(mixed, "shinano") == "2 gunner 1 spearman"  # the regulars are all there


@covers("shogun", "4-7C-Castle.5", "4-7C-Castle.4", "4-3.13")
def test_bonus_units_are_not_refilled_in_one_turn_but_for_the_next_attacker() -> None:
    lands = {"kai": "pink 2 bowman", "musashi": "pink 1 spearman", "shinano": "gray 2 spearman"}
    session = position(
        "declare_first_battles",
        lands=lands,
        castles=["shinano"],
        swords="pink orange gray green",
        armies={"orange 1": "mikawa 1 gunner", "pink 1": "tsushima", "gray 1": "sado"},
    )
    go(session, Declare("kai", "provincial", "shinano"), Declare("musashi", "provincial", "shinano"), "done")
    go(session, Fight("kai", "provincial"), dice(1, 1), dice(MISS) * 4, "call_off")
    go(session, dice(MISS), dice(MISS) * 4)  # two bonus spearmen are left, and two regulars
    assert rolls(session)[-1] == 4
    assert at(session, "shinano") == "4 spearman"
    go(session, "call_off", "done", "done")
    assert at(session, "shinano") == "2 spearman"
    assert count(session, "spearmen.gray") == 36 - 2
    go(session, "done", Declare("mikawa", "army", "shinano"), dice(MISS), dice(MISS))
    assert session.ask().prompt == "roll 6d12 for battle"


@covers("shogun", "4-7C-Castle.6")
def test_surviving_bonus_ronin_are_back_when_the_turn_ends() -> None:
    session = battle("pink 2 bowman", "gray 1 spearman", fortresses=["shinano"])
    go(session, dice(1, 1), dice(MISS) * 3, dice(MISS), "call_off")
    assert count(session, "ronin_supply") == 22
    go(session, "done", "done")
    assert count(session, "ronin_supply") == 25


@covers("shogun", "4-3.12")
def test_bonus_units_do_not_attack() -> None:
    session = battle("pink 2 spearman", "gray 1 spearman", castles=["kai"])
    assert session.ask().prompt == "roll 2d12 for battle"


@covers("shogun", "4-3.15", "4-3.14")
def test_the_conqueror_of_a_castle_defends_with_it() -> None:
    session = position(
        "declare_first_battles",
        lands={"shinano": "pink 1 spearman", "kai": "gray 1 bowman"},
        castles=["shinano"],
        swords="gray pink green orange",
    )
    go(session, Declare("kai", "provincial", "shinano"), "done", dice(MISS))
    assert session.ask().prompt == "roll 5d12 for battle"
    session = battle("pink 3 bowman", "gray 1 spearman", castles=["shinano"])
    go(session, (1, 1, 1), (MISS, MISS), "fight_on", (1, 1, MISS))
    assert owner(session, "shinano") is None
    assert any(piece.counter == "castle" for piece in session.table.at("shinano"))


# -- naval invasions ---------------------------------------------------------------------------------------------------
def landing(attackers: str, defenders: str, **more: Any) -> Session:
    """Pink in Nagato attacks gray in Buzen over the sea."""
    session = position("declare_first_battles", lands={"nagato": attackers, "buzen": defenders}, **more)
    return go(session, Declare("nagato", "provincial", "buzen"), "done")


@covers("shogun", "4-7C-Naval.1", "4-7C-Naval.2", "4-7C-Naval.4", "4-7C-Naval.5", "4-7C-Naval.7")
def test_over_the_sea_the_defender_strikes_first_once_and_alone() -> None:
    session = landing("pink 2 bowman 2 spearman", "gray 1 bowman 1 gunner 1 spearman")
    go(session, dice(6), dice(4), dice(MISS))  # bowman, gunner, spearman of gray; then pink removes two
    assert asked(session) == ["pink"]
    go(session, "spearman", "spearman")
    assert at(session, "nagato") == "2 bowman"
    go(session, dice(MISS, MISS), dice(MISS), dice(MISS), dice(MISS))
    assert rolls(session) == [1, 1, 1, 2, 1, 1, 1]
    go(session, "fight_on", dice(MISS, MISS), dice(MISS), dice(MISS), dice(MISS))
    assert rolls(session)[7:] == [2, 1, 1, 1]  # no second first strike


@covers("shogun", "4-7C-Naval.3")
def test_bonus_units_do_not_strike_first() -> None:
    session = go(landing("pink 1 spearman", "gray 1 spearman", castles=["buzen"]), dice(MISS), dice(MISS))
    assert session.ask().prompt == "roll 5d12 for battle"
    assert rolls(session) == [1, 1]


@covers("shogun", "4-7C-Naval.6", "4-7C-Res.2")
def test_attackers_destroyed_by_the_first_strike_never_roll() -> None:
    session = go(landing("pink 1 spearman", "gray 1 spearman"), dice(1))
    assert rolls(session) == [1]
    assert owner(session, "nagato") is None
    assert owner(session, "buzen") == "gray"


@covers("shogun", "4-7C-Naval.1")
def test_over_land_nobody_strikes_first() -> None:
    session = position("declare_first_battles", lands={"bungo": "pink 1 bowman", "buzen": "gray 1 bowman"})
    go(session, Declare("bungo", "provincial", "buzen"), "done", dice(1))
    go(session, dice(MISS))
    assert owner(session, "buzen") is None


# -- results -----------------------------------------------------------------------------------------------------------
@covers("shogun", "4-7C-Res.1", "4-7C-Give.1", "4-7-Own.3", "4-7-Own.4")
def test_a_province_without_defenders_is_given_up_before_anybody_enters() -> None:
    session = go(battle("pink 1 gunner 1 spearman", "gray 1 spearman"), dice(4))
    assert rolls(session) == [1]  # the melee steps are not played
    assert owner(session, "shinano") is None
    assert where(session, "card_shinano") == "unclaimed"
    assert session.table.pieces["card_shinano"].seen_by is None


@covers("shogun", "4-7C-Res.2", "4-7C-Res.3", "4-7-Own.4", "4-7-Own.2")
def test_attackers_may_fall_and_both_may_fall() -> None:
    session = go(battle("pink 1 spearman", "gray 2 spearman"), dice(MISS), dice(1, MISS))
    assert owner(session, "kai") is None
    assert where(session, "card_kai") == "unclaimed"
    both = go(battle("pink 1 spearman", "gray 1 spearman"), dice(1), dice(1))
    assert (owner(both, "kai"), owner(both, "shinano")) == (None, None)
    held = go(battle("1 spearman", "gray 2 bowman", by_army=True, lands={"kai": "pink 1 spearman"}), dice(1, 1))
    assert owner(held, "kai") == "pink"  # the provincial force stays
    assert where(held, "pink_daimyo_1") == "set_aside.pink"


@covers("shogun", "4-7C-Lose.1", "2-Daimyo.5")
def test_a_lost_daimyo_takes_both_markers_with_him() -> None:
    session = go(battle("", "gray 1 bowman", by_army=True), dice(6))
    assert where(session, "pink_daimyo_1") == where(session, "pink_army_1") == "set_aside.pink"
    assert where(session, "pink_experience_1") == "set_aside.pink"
    assert army(session, "pink", 1) == ""
    assert session.table.mark("pink", "taken_by") is None  # another daimyo is left


# -- the order of battles ----------------------------------------------------------------------------------------------
@covers("shogun", "4-7C.1", "4-7C.2", "4-7B.9", "4-7C.6")
def test_battles_in_any_order_none_may_be_dropped() -> None:
    lands = {
        "kai": "pink 2 spearman",
        "musashi": "pink 2 spearman",
        "sagami": "pink 2 spearman",
        "shinano": "gray 2 spearman",
        "suruga": "gray 1 spearman",
        "shimosa": "gray 1 spearman",
    }
    session = position("declare_first_battles", lands=lands)
    go(
        session,
        Declare("kai", "provincial", "shinano"),
        Declare("musashi", "provincial", "shimosa"),
        Declare("sagami", "provincial", "suruga"),
        "done",
    )
    fights = {Fight("kai", "provincial"), Fight("musashi", "provincial"), Fight("sagami", "provincial")}
    assert set(session.legal()) == fights
    assert refused(session, "done") == "4-7B.9"
    assert refused(session, Fight("shinano", "provincial")) == "4-7C.1"
    go(session, Fight("sagami", "provincial"), dice(1, 1), dice(MISS))
    assert owner(session, "suruga") is None
    assert set(session.legal()) == fights - {Fight("sagami", "provincial")}


@covers("shogun", "4-7B.9", "4-7C-Adv.3", "4-7C.6")
def test_a_declaration_lapses_when_its_target_is_empty_already() -> None:
    lands = {"kai": "pink 2 spearman", "musashi": "pink 2 spearman", "shinano": "gray 1 spearman"}
    session = position("declare_first_battles", lands=lands, armies={"pink 1": "suruga", "gray 1": "sado"})
    go(
        session,
        Declare("kai", "provincial", "shinano"),
        Declare("musashi", "provincial", "shinano"),
        Declare("suruga", "army", "shinano"),
    )
    if session.step == "declare_first_battles":
        session.apply("done")
    go(session, Fight("kai", "provincial"), dice(1, MISS), dice(MISS))
    assert session.step == "final_army_move"
    assert where(session, "pink_experience_1") == "a1_hole_1.pink"
    assert count(session, "battle_marker_supply") == 12
