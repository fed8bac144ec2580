"""Chapter 8: declarations, dice, damage, continued and additional combat."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.road_to_honganji.actions import Combat, Move, Play, Reinforce
from compiler.rules.road_to_honganji.cards_of_force import Desert
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import asked, at, card, cards, go, listed, place, position, refused, rolls


def fight(units: str, *, hands: str = "x x", rebels: tuple[str, ...] = ("akechi",), **more: Any) -> Session:
    """Akechi, in rebellion, makes a continued combat in Gifu; his home is Tanba."""
    more.setdefault("lands", {})
    elsewhere = {"tanba": "hosokawa_fujitaka", "gifu": units, **more.pop("lands")}
    session = position(lands=elsewhere, hands={"akechi": hands, **more.pop("others", {})}, rebels=rebels, **more)
    return go(session, Combat("gifu"))


# -- declarations ------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "8.1", "8-1.1", "8-1-2.1")
def test_the_attacker_names_one_clan_and_no_single_unit() -> None:
    session = fight("akechi_mitsuhide oda_nobutada mori_ranmaru anekouji_yoritsuna")
    assert listed(session) == ["oda", "neutral"]
    for wrong in ("oda_nobutada", "akechi", "hashiba", ("oda", "neutral"), "none"):
        assert refused(session, wrong) == "8-1-2.1"
    arrival = position(
        lands={"tanba": "akechi_mitsuhide akechi_army", "gifu": "oda_nobutada anekouji_yoritsuna"},
        hands={"akechi": "x"},
    )
    go(arrival, Move("tanba", "gifu"), "akechi_mitsuhide")
    assert listed(arrival) == ["oda", "neutral"]


@covers("road_to_honganji", "8-1-3.1", "8-1-3.x1", "8-1.x1", "8-2-1.1", "8-2.2")
def test_commanders_are_generals_taking_part_attacker_first() -> None:
    session = fight(
        "akechi_mitsuhide hosokawa_tadaoki akechi_army maeda_toshiie shibata_katsuie shibata_army oda_nobutada!",
        lands={"tanba": "hosokawa_fujitaka"},
    )
    go(session, "shibata")
    assert asked(session) == "akechi"
    assert listed(session) == ["akechi_mitsuhide", "hosokawa_tadaoki"]
    for wrong in ("akechi_army#1", "hosokawa_fujitaka", "maeda_toshiie", "nobody"):
        assert refused(session, wrong) == "8-1-3.1"
    go(session, "hosokawa_tadaoki")
    assert asked(session) == "shibata"
    for wrong in ("oda_nobutada", "takigawa_kazumasu", "akechi_mitsuhide", "shibata_army#1", "nobody"):
        assert refused(session, wrong) == "8-2-1.1"
    go(session, "maeda_toshiie", [2, 3, 3], [2, 3, 3])  # both command with 2
    assert at(session, "gifu") == "akechi_mitsuhide hosokawa_tadaoki maeda_toshiie oda_nobutada! shibata_katsuie"


@covers("road_to_honganji", "8-1-3.1", "8-1-1.1")
def test_a_spent_general_takes_no_part_in_an_attack() -> None:
    session = fight("akechi_mitsuhide! hosokawa_tadaoki akechi_army akechi_army! anekouji_yoritsuna")
    go(session, [6, 6], [6])  # nobody asked: Tadaoki is the only ready general
    assert rolls(session)[0] == ("attack", 2)


@covers("road_to_honganji", "8-1-3.2", "8-2-1.2")
def test_a_side_without_a_general_rolls_nothing() -> None:
    session = fight("akechi_army*2 akechi_mitsuhide! anekouji_yoritsuna")
    go(session, [6])
    assert rolls(session) == [("counterattack", 1)]
    armies = fight("akechi_mitsuhide neutral_army*2")
    go(armies, [6])
    assert rolls(armies) == [("attack", 1)]


# -- counterattack -----------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "8-2.1", "8.7")
def test_all_units_of_the_target_counterattack_and_keep_their_state() -> None:
    session = fight(
        "akechi_mitsuhide maeda_toshiie! shibata_army! shibata_army shibata_katsuie", others={"shibata": "x"}
    )
    go(session, "shibata_katsuie", [6], [6, 6, 6, 6], "enough")
    assert rolls(session) == [("attack", 1), ("counterattack", 4)]
    assert at(session, "gifu") == "akechi_mitsuhide! maeda_toshiie! shibata_army shibata_army! shibata_katsuie"


@covers("road_to_honganji", "8-2.2", "8-2.x1", "FAQ-Q4.1", "1-2-1-2.5")
def test_clans_without_a_player_ask_nobody_and_the_best_general_commands() -> None:
    session = fight("akechi_mitsuhide anekouji_yoritsuna sanada_masayuki")
    go(session, [6], [4, 4])  # Sanada's four: both hit
    assert asked(session) == "chance"  # one unit, nothing to pick: its death check
    kagekatsu = fight("akechi_mitsuhide uesugi_kagekatsu uesugi_army", lands={"echigo": "uesugi_kenshin"})
    go(kagekatsu, [6], [4, 3])
    assert asked(kagekatsu) == "chance"
    go(kagekatsu, [6])
    assert place(kagekatsu, "akechi_mitsuhide") == "tanba"


@covers("road_to_honganji", "8-2.x2")
def test_a_player_decides_for_the_greater_daimyo_he_directs_also_against_himself() -> None:
    session = position(
        acting="shibata",
        lands={
            "bizen": "kikkawa_motoharu kobayakawa_takakage mouri_army*2",
            "harima": "shibata_katsuie maeda_toshiie shibata_army",
            "echizen": "takigawa_kazumasu",
        },
        hands={"shibata": "surrounding_nobunaga x"},
    )
    go(session, Play(card(session, "shibata", "surrounding_nobunaga")), "mouri", Move("bizen", "harima"))
    go(session, "kikkawa_motoharu", "kobayakawa_takakage", "mouri_army#1", "go")
    assert asked(session) == "shibata"
    go(session, "kikkawa_motoharu")
    assert asked(session) == "shibata"
    go(session, "shibata_katsuie", [1, 1, 6], [1, 1, 6])
    assert asked(session) == "shibata"
    go(session, "shibata_army#1", "maeda_toshiie", "mouri_army#1", "kobayakawa_takakage", [6], [6])
    assert place(session, "maeda_toshiie") == "echizen"
    assert place(session, "kobayakawa_takakage") == "bizen"


# -- dice --------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "8-3.1", "8-3.2", "8-3.x1")
def test_a_die_for_each_unit_and_a_point_at_or_below_the_commander() -> None:
    session = fight("hosokawa_tadaoki akechi_army*2 shibata_army*4 maeda_toshiie", others={"shibata": "x"})
    go(session, [1, 2, 3])
    assert rolls(session)[-1] == ("attack", 3)
    go(session, [3, 3, 3, 3, 2])  # all five roll, though two of them will go
    assert rolls(session)[-1] == ("counterattack", 5)
    assert at(session, "gifu") == "akechi_army hosokawa_tadaoki maeda_toshiie shibata_army*2"


@covers("road_to_honganji", "1-2-1-3.2", "1-2-1-3.3")
def test_a_strategist_adds_one_and_rolls_no_die() -> None:
    lands = "shibata_katsuie takigawa_kazumasu shibata_army*2 anekouji_yoritsuna neutral_army*3"
    session = position(
        acting="shibata",
        rebels=["shibata"],
        lands={"gifu": lands, "echizen": "maeda_toshiie"},
        hands={"shibata": "x x"},
    )
    go(session, Combat("gifu"), "shibata_katsuie")
    assert listed(session) == ["takigawa_kazumasu", "enough"]
    for wrong in ("shibata_katsuie", "maeda_toshiie", "shibata_army#1"):
        assert refused(session, wrong) == "1-2-1-3.2"
    go(session, "takigawa_kazumasu", [4, 4, 5])
    assert rolls(session)[-1] == ("attack", 3)
    go(session, [6, 6, 6, 6], "enough")
    assert "neutral_army" in at(session, "gifu").split()  # two of three are gone
    alone = position(acting="shibata", rebels=["shibata"], lands={"gifu": lands}, hands={"shibata": "x x"})
    go(alone, Combat("gifu"), "shibata_katsuie", "enough", [4, 4, 4, 4], [6, 6, 6, 6], "enough")
    assert "neutral_army*3" in at(alone, "gifu")
    leads = position(acting="shibata", rebels=["shibata"], lands={"gifu": lands}, hands={"shibata": "x x"})
    go(leads, Combat("gifu"), "takigawa_kazumasu", [1, 2, 2, 2], [6, 6, 6, 6], "enough")
    assert "neutral_army*2" in at(leads, "gifu")


@covers("road_to_honganji", "8-2.x1")
def test_unled_strategists_support_where_it_gives_more_hits() -> None:
    """Sanada and four armies with one turncoat strategist: 6 x 4 without him, 5 x 5 with him."""
    units = "akechi_mitsuhide akechi_army*5 sanada_masayuki kuroda_kanbee neutral_army*4"
    session = fight(units, turncoats=["kuroda_kanbee"])
    go(session, [6] * 6, [5] * 5)
    assert rolls(session)[-1] == ("counterattack", 5)
    few = fight("akechi_mitsuhide akechi_army*5 sanada_masayuki kuroda_kanbee", turncoats=["kuroda_kanbee"])
    go(few, [6] * 6, [4] * 2)  # 2 x 4 against 1 x 5
    assert rolls(few)[-1] == ("counterattack", 2)
    even = fight(
        "akechi_mitsuhide akechi_army*5 sanada_masayuki kuroda_kanbee neutral_army*3", turncoats=["kuroda_kanbee"]
    )
    go(even, [6] * 6)  # 5 x 4 and 4 x 5: the smaller number supports
    go(even, [6] * 5)


# -- damage ------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "8-4.1", "8-4.2", "1-2-2-1.x2", "8-4-1.1", "8-4.3")
def test_the_owner_picks_armies_before_generals_one_of_each_alike() -> None:
    session = fight(
        "akechi_mitsuhide maeda_toshiie shibata_army*2 shibata_army*2!",
        lands={"echizen": "shibata_katsuie"},
        others={"shibata": "x"},
    )
    go(session, [3], [6] * 5)
    assert asked(session) == "shibata"
    assert listed(session) == ["shibata_army#1", "shibata_army#3"]  # a ready and a spent one
    assert refused(session, "maeda_toshiie") == "8-4.2"
    assert refused(session, "shibata_katsuie") == "8-4.1"
    assert refused(session, "akechi_mitsuhide") == "8-4.1"
    go(session, "shibata_army#3")
    assert at(session, "gifu") == "akechi_mitsuhide maeda_toshiie shibata_army*2 shibata_army!"
    assert place(session, "shibata_army#3") == "armies.shibata"
    assert session.table.pieces["shibata_army#3"].face == 0


@covers("road_to_honganji", "8-4.1")
def test_more_damage_than_units_is_lost_and_bystanders_are_safe() -> None:
    session = fight("akechi_mitsuhide akechi_army hosokawa_tadaoki! sanada_masayuki neutral_army*3")
    go(session, [6, 6], [1, 1, 1, 1])
    go(session, [1])
    assert at(session, "gifu") == "hosokawa_tadaoki! neutral_army*3 sanada_masayuki"  # spent, so he did not fight


@covers("road_to_honganji", "8.4", "8-4.x1")
def test_losses_are_picked_target_first_and_carried_out_together() -> None:
    session = fight(
        "akechi_mitsuhide hosokawa_tadaoki akechi_army shibata_katsuie maeda_toshiie shibata_army",
        lands={"echizen": "takigawa_kazumasu"},
        others={"shibata": "x"},
    )
    go(session, "akechi_mitsuhide", "shibata_katsuie", [1, 1, 6], [1, 1, 6])
    assert asked(session) == "shibata"
    go(session, "shibata_army#1", "maeda_toshiie")
    assert asked(session) == "akechi"
    assert place(session, "shibata_army#1") == "gifu"  # not before both have picked
    go(session, "akechi_army#1", "hosokawa_tadaoki")
    assert place(session, "shibata_army#1") == "armies.shibata"
    go(session, [1])
    assert (place(session, "maeda_toshiie"), place(session, "hosokawa_tadaoki")) == ("removed", "gifu")
    go(session, [6])
    assert place(session, "hosokawa_tadaoki") == "tanba"


@covers("road_to_honganji", "8.4")
def test_two_units_destroy_each_other() -> None:
    session = fight("hosokawa_tadaoki maeda_toshiie", others={"shibata": "x"}, lands={"echizen": "shibata_katsuie"})
    go(session, [1], [1], [1], [1])
    assert at(session, "gifu") == ""


@covers("road_to_honganji", "8-4-1.2", "8-4.x2", "1-2-2.3", "8-2.x1")
def test_oda_armies_are_turned_over_and_nobunaga_falls_last() -> None:
    session = fight("akechi_mitsuhide akechi_army*2 oda_nobunaga sakuma_nobumori")
    go(session, [1, 1, 1], [6, 6])
    assert place(session, "oda_nobunaga") == "removed"
    assert "sakuma_nobumori~" in at(session, "gifu")  # the third point is lost, he is not hit again
    armies = "mori_yoshimasa sakuma_nobumori nakagawa_kiyohide tsutsui_junkei mori_ranmaru"
    many = fight(
        f"akechi_mitsuhide akechi_army*5 oda_nobunaga oda_nobutada {armies}", lands={"yamato": "matsunaga_hisahide"}
    )
    go(many, [1] * 6, [6] * 7, [5])
    assert place(many, "oda_nobutada") == "yamato"
    assert place(many, "oda_nobunaga") == "gifu"
    assert at(many, "gifu").count("~") == 5


@covers("road_to_honganji", "8-4-1.2", "8-4.3", "6-3-2.x1")
def test_a_turned_oda_army_that_is_removed_joins_the_neutral_pool() -> None:
    session = fight("akechi_mitsuhide akechi_army*2 sakuma_nobumori~", hands="x x x")
    go(session, [1, 6, 6])
    assert place(session, "sakuma_nobumori") == "armies.neutral"
    piece = session.table.pieces["sakuma_nobumori"]
    assert (piece.side, piece.face) == ("neutral", 1)
    session = position(
        lands={"tajima": "neutral_army*5 yamana_hirotoyo", "tanba": "akechi_mitsuhide", "gifu": "sakuma_nobumori~"},
        hands={"akechi": "ashigaru_desertion x x"},
    )
    assert refused(session, Reinforce("neutral", "tajima")) == "1-2-2-1.1"
    go(session, Play(card(session, "akechi", "ashigaru_desertion")), Desert("neutral", "gifu"))
    go(session, Reinforce("neutral", "tajima"))
    assert at(session, "tajima") == "neutral_army*5 sakuma_nobumori~ yamana_hirotoyo"


@covers("road_to_honganji", "8-4-2.1", "8-4-2-1.1", "8-4-2-2.1", "FAQ-Q8.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_damaged_general_is_dead_or_flees(die: int) -> None:
    session = fight("akechi_mitsuhide hosokawa_tadaoki sanada_masayuki", lands={"tajima": "akechi_army"})
    go(session, "akechi_mitsuhide", [6, 6], [1], "hosokawa_tadaoki", [die])
    if die <= 2:
        assert place(session, "hosokawa_tadaoki") == "removed"
        return
    assert listed(session) == ["tajima", "tanba"]
    assert refused(session, "gifu") == "FAQ-Q8.1"
    assert refused(session, "harima") == "8-4-2-2.1"
    go(session, "tajima")
    assert at(session, "tajima") == "akechi_army hosokawa_tadaoki!"


@covers("road_to_honganji", "8-4-2-2.2", "8-4-2.1", "8-4-2-2.x2", "10-1.1")
def test_without_a_refuge_to_flee_is_to_die_though_the_die_is_rolled() -> None:
    session = position(
        acting="shibata",
        rebels=["shibata"],
        lands={"tanba": "akechi_mitsuhide shibata_katsuie shibata_army*2", "echizen": "maeda_toshiie"},
        control={"tanba": "akechi"},
        hands={"shibata": "x x", "akechi": "x"},
    )
    go(session, Combat("tanba"), [1, 6, 6], [6], [6])
    assert rolls(session)[-1] == ("death in battle", 1)
    assert place(session, "akechi_mitsuhide") == "removed"
    assert session.table.mark("akechi", "knocked_out") == "shibata"


@covers("road_to_honganji", "8-4-2.2")
def test_each_general_checks_with_a_die_of_his_own() -> None:
    session = fight("akechi_mitsuhide hosokawa_tadaoki sanada_masayuki neutral_army")
    go(session, "akechi_mitsuhide", [6, 6], [1, 1], [6], [1])
    assert rolls(session)[2:] == [("death in battle", 1)] * 2
    assert (place(session, "akechi_mitsuhide"), place(session, "hosokawa_tadaoki")) == ("tanba", "removed")


@covers("road_to_honganji", "1-2-1-2.4", "8-4-2.1", "FAQ-Q3.1", "FAQ-Q7.1")
def test_a_castle_falls_without_a_die_and_its_owner_chooses_who_is_hit() -> None:
    for picked, dice in (("kitano_castle", 0), ("maeda_toshiie", 1)):
        session = position(
            rebels=["akechi"],
            lands={"echizen": "akechi_mitsuhide kitano_castle maeda_toshiie", "hida": "shibata_katsuie"},
            control={"echizen": "shibata"},
            hands={"akechi": "x x", "shibata": "x"},
        )
        go(session, Combat("echizen"), "kitano_castle", [1], [6, 6])
        assert set(listed(session)) == {"kitano_castle", "maeda_toshiie"}
        go(session, picked, *([[1]] * dice))
        assert place(session, picked) == ("removed" if dice else "castles.shibata")
        assert rolls(session)[2:] == [("death in battle", 1)] * dice


@covers("road_to_honganji", "8-2.x1", "8-4-2-2.1")
def test_an_unled_general_flees_to_most_units_of_his_clan() -> None:
    session = fight(
        "akechi_mitsuhide oda_nobutada",
        lands={
            "yamato": "matsunaga_hisahide",
            "owari_ise": "niwa_nagahide mori_ranmaru",
            "miyako_azuchi": "oda_nobunaga",
        },
    )
    go(session, [1], [6], [4])
    assert at(session, "owari_ise") == "mori_ranmaru niwa_nagahide oda_nobutada!"
    tie = fight("akechi_mitsuhide oda_nobutada", lands={"yamato": "matsunaga_hisahide", "hokusetsu": "araki_murashige"})
    go(tie, [1], [6], [4])
    assert place(tie, "oda_nobutada") == "hokusetsu"


@covers("road_to_honganji", "8-2.x1")
def test_unled_losses_are_spent_armies_first_then_the_weakest_general() -> None:
    session = fight("akechi_mitsuhide uesugi_army uesugi_army! uesugi_kenshin", lands={"echigo": "naoe_kanetsugu"})
    go(session, [1], [6, 6, 6])
    assert "uesugi_army!" not in at(session, "gifu")
    generals = fight("akechi_mitsuhide sanada_masayuki anekouji_yoritsuna takeda_katsuyori")
    go(generals, [1], [6, 6, 6])
    assert "anekouji_yoritsuna" not in at(generals, "gifu")


@covers("road_to_honganji", "8-4-2-2.x1")
def test_a_general_who_flees_beside_others_starts_nothing() -> None:
    session = fight(
        "akechi_mitsuhide hosokawa_tadaoki sanada_masayuki",
        lands={"tanba": "hosokawa_fujitaka neutral_army"},
        control={"tanba": "akechi"},
    )
    go(session, "akechi_mitsuhide", [6, 6], [1], "hosokawa_tadaoki", [6])
    assert at(session, "tanba") == "hosokawa_fujitaka hosokawa_tadaoki! neutral_army"
    assert len(rolls(session)) == 3


# -- additional combat -------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "6-6.1")
def test_a_continued_combat_needs_a_ready_unit_and_another_clan() -> None:
    session = position(
        lands={"gifu": "akechi_army! neutral_army", "hida": "akechi_mitsuhide neutral_army", "tanba": "akechi_army"},
        hands={"akechi": "x x"},
    )
    assert refused(session, Combat("gifu")) == "6-6.1"
    assert refused(session, Combat("tanba")) == "6-6.1"
    assert refused(session, Combat("echizen")) == "6-6.1"
    assert refused(session, Combat("hida")) is None


@covers("road_to_honganji", "8-5.1", "8-5.2", "8-5.6", "8-5.x1", "8.6")
def test_additional_combats_are_fought_by_what_is_left_against_whom_one_likes() -> None:
    session = fight(
        "akechi_mitsuhide hosokawa_tadaoki akechi_army akechi_army! oda_nobutada mori_ranmaru anekouji_yoritsuna",
        hands="x x x x",
        lands={"yamato": "matsunaga_hisahide"},
    )
    go(
        session,
        "neutral",
        "akechi_mitsuhide",
        [6, 6, 6],
        [1],
        "akechi_army#1",
        card(session, "akechi", "surrounding_nobunaga"),
    )
    assert listed(session) == ["oda", "neutral"]
    go(session, "oda", "hosokawa_tadaoki", [3, 3], [6, 6])  # the dice of two, and Tadaoki's value
    assert rolls(session) == [("attack", 3), ("counterattack", 1), ("attack", 2), ("counterattack", 2)]
    assert "mori_ranmaru" in at(session, "gifu").split()
    go(session, "enough")
    assert at(session, "gifu").startswith("akechi_army! akechi_mitsuhide! anekouji_yoritsuna hosokawa_tadaoki!")


@covers("road_to_honganji", "8-5.1", "8-5.4")
def test_no_additional_combat_without_a_fighter_a_target_or_a_card() -> None:
    lost = fight("hosokawa_tadaoki akechi_army! sanada_masayuki", hands="x x x")
    go(lost, [6], [1], [1])
    assert lost.ask().rule == "6.2"  # the spent army that did not fight does not count
    won = fight("akechi_mitsuhide akechi_army anekouji_yoritsuna", hands="x x x")
    go(won, [1, 1], [6])
    assert won.ask().rule == "6.2"
    broke = fight("akechi_mitsuhide anekouji_yoritsuna", hands="x", others={"shibata": "x x"})
    go(broke, [6], [6])
    assert asked(broke) == "shibata"


@covers("road_to_honganji", "8-5.5")
def test_what_has_fought_is_spent_and_cannot_come_back_to_it() -> None:
    session = fight("akechi_mitsuhide anekouji_yoritsuna", hands="x x x x")
    go(session, [6], [6], "enough", Reinforce("akechi", "tanba"))
    assert refused(session, Combat("gifu")) == "6-6.1"


@covers("road_to_honganji", "8-5.x2", "6-2.x2")
def test_the_player_pays_for_additional_combats_of_a_greater_daimyo() -> None:
    lands = {
        "gifu": "uesugi_kenshin uesugi_army anekouji_yoritsuna",
        "tanba": "akechi_mitsuhide",
        "echigo": "naoe_kanetsugu",
    }
    session = position(lands=lands, hands={"akechi": "surrounding_nobunaga x x"})
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi", Combat("gifu"))
    for left in (1, 0):
        go(session, [6, 6], [6], card(session, "akechi", "surrounding_nobunaga"))
        assert len(cards(session, "akechi")) == left
    go(session, [6, 6], [6])
    assert "uesugi_army!" in at(session, "gifu")
    alone = position(lands=lands, hands={"akechi": "surrounding_nobunaga", "shibata": "x x"})
    go(alone, Play(card(alone, "akechi", "surrounding_nobunaga")), "uesugi", Combat("gifu"), [6, 6], [6])
    assert asked(alone) == "shibata"  # the card itself is used before its effect begins
