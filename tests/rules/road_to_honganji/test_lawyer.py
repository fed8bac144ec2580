"""A rules lawyer's cases: positions and results worked out from the rulebook alone, before the engine was looked at."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.road_to_honganji.actions import Combat, Discard, Move, Play, Reinforce, Transfer
from compiler.rules.road_to_honganji.cards_of_force import Desert
from compiler.rules.road_to_honganji.ch09_victory import score
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import (
    HOMES,
    asked,
    at,
    card,
    cards,
    go,
    holder,
    kinds,
    listed,
    place,
    position,
    refused,
    rolls,
    said,
    scene,
    status,
)

SEATS = ("akechi", "shibata", "tokugawa", "hashiba")


def order(session: Session) -> list[str]:
    boxes = {place(session, f"order_{seat}"): seat for seat in SEATS}
    return [boxes[box] for box in sorted(boxes) if box.startswith("order_")]


def winners(session: Session) -> tuple[str, ...]:
    assert session.outcome is not None
    return tuple(session.outcome.winners)


def points(session: Session, seat: str) -> int:
    return int(score(scene(session), seat))


# -- 3-1 to 3-3: order, draw, petition ---------------------------------------------------------------------------------
@covers("road_to_honganji", "3-1.1", "3-1.2")
def test_the_capital_alone_ties_with_two_common_areas() -> None:
    lands = {**HOMES, "mikawa": "", "miyako_azuchi": "tokugawa_ieyasu", "hida": "maeda_toshiie"}
    assert order(position("rank_vassals", None, lands=lands)) == ["shibata", "tokugawa", "akechi", "hashiba"]


@covers("road_to_honganji", "3-1.3", "3-1.4")
def test_the_richer_rebel_places_last_and_may_stand_before_the_poorer() -> None:
    lands = {**HOMES, "kai": "honda_tadakatsu", "totomi_suruga": "honda_masanobu"}
    session = position("rebels_cut_in", None, lands=lands, rebels=["tokugawa", "hashiba"])
    assert asked(session) == "hashiba"
    assert listed(session) == ["1", "2", "3"]
    go(session, 1)
    assert asked(session) == "tokugawa"
    assert listed(session) == ["1", "2", "3", "4"]
    go(session, 1)
    assert order(session) == ["tokugawa", "hashiba", "akechi", "shibata"]


@covers("road_to_honganji", "3-1.5")
def test_all_four_rebels_equal_choose_from_hashiba_to_akechi() -> None:
    session = position("rebels_cut_in", None, lands=HOMES, rebels=SEATS)
    seen = []
    for _ in range(3):  # the first has one box only and is not asked
        seen.append(asked(session))
        go(session, 1)
    assert seen == ["tokugawa", "shibata", "akechi"]
    assert order(session) == ["akechi", "shibata", "tokugawa", "hashiba"]


@covers("road_to_honganji", "3-2.1")
def test_a_player_who_is_out_draws_nothing() -> None:
    session = position("draw_cards", None, lands=HOMES, out={"shibata": "akechi"}, rebels=SEATS)
    while asked(session) == "chance":
        go(session, tuple(session.ask().about))
    assert [len(cards(session, seat)) for seat in SEATS] == [4, 0, 4, 4]


@covers("road_to_honganji", "3-3.1", "3-3.2")
def test_petition_goes_by_player_order_and_rebels_do_not_roll() -> None:
    lands = {**HOMES}
    session = position(
        "petition", None, lands=lands, rebels=["akechi", "tokugawa"], order=("hashiba", "akechi", "shibata", "tokugawa")
    )
    go(session, [3])
    assert at(session, "harima") == "hashiba_army hashiba_hideyoshi"
    go(session, [5])  # Mouri is not on the map: only Honganji can be reinforced
    assert at(session, "kii_ishiyama") == "honganji_army kennyo"
    assert len(rolls(session)) == 2


@covers("road_to_honganji", "3-3.x1", "6-3.x1")
def test_a_petition_army_needs_control_not_presence() -> None:
    lands = {"harima": "hashiba_hideyoshi neutral_army", "echizen": "shibata_katsuie neutral_army"}
    session = position(
        "petition",
        None,
        lands=lands,
        control={"harima": "neutral", "echizen": "shibata"},
        rebels=["akechi", "tokugawa"],
        order=("hashiba", "shibata", "akechi", "tokugawa"),
    )
    go(session, [4])
    assert at(session, "harima") == "hashiba_hideyoshi neutral_army"
    go(session, [4])
    assert at(session, "echizen") == "neutral_army shibata_army shibata_katsuie"


# -- 6: actions --------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "6.2", "6.3", "6-4.1")
def test_what_vassal_and_rebel_may_do() -> None:
    lands = {
        "tanba": "akechi_mitsuhide akechi_army",
        "shinano": "hosokawa_tadaoki neutral_army",
        "gifu": "oda_nobutada mori_ranmaru",
        "owari_ise": "niwa_nagahide",
    }
    vassal = position(lands=lands, hands={"akechi": "levy x", "shibata": "x"})
    assert kinds(vassal) == {"play", "reinforce", "transfer", "move", "combat", "discard"}
    assert refused(vassal, "end") is not None
    rebel = position(lands=lands, hands={"akechi": "levy x", "shibata": "x"}, rebels=["akechi"])
    assert kinds(rebel) == {"play", "reinforce", "move", "combat", "discard"}
    go(rebel, Reinforce("akechi", "tanba"), "levy#1")
    assert "end" in listed(rebel)


@covers("road_to_honganji", "6-7.1", "6-1.1", "6-1.2")
def test_a_discard_after_an_action_ends_the_turn_and_empty_hands_pass() -> None:
    session = position(
        lands={**HOMES, "tanba": "akechi_mitsuhide akechi_army"},
        hands={"akechi": "x x x x", "tokugawa": "x", "hashiba": "x"},
        order=SEATS,
    )
    go(session, Reinforce("akechi", "tanba"))
    go(session, Discard(card(session, "akechi", "surrounding_nobunaga")), "enough")
    assert asked(session) == "tokugawa"
    assert len(cards(session, "akechi")) == 2


@covers("road_to_honganji", "6.6", "6-1.3")
def test_the_rotation_comes_round_again() -> None:
    session = position(lands=HOMES, hands={"akechi": "x x", "hashiba": "x"}, order=SEATS)
    go(session, Reinforce("akechi", "tanba"), "end")
    assert asked(session) == "hashiba"
    go(session, Reinforce("hashiba", "harima"))
    assert asked(session) == "akechi"


@covers("road_to_honganji", "6-3-1.1", "5-2.x3", "5-2.1")
def test_ground_just_won_is_reinforced_only_in_the_next_action_turn() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide akechi_army", "tango": "isshiki_yoshimichi"}, hands={"akechi": "x x x"}
    )
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go", [3], [6])
    assert at(session, "tango") == "akechi_mitsuhide!"
    assert refused(session, Reinforce("akechi", "tango")) is not None
    go(session, "end", Reinforce("akechi", "tango"))
    assert at(session, "tango") == "akechi_army! akechi_mitsuhide!"


@covers("road_to_honganji", "6-3-2.1", "6-3-2.x2")
def test_neutral_reinforcement_beside_turned_oda_but_not_beside_a_fallen_clan() -> None:
    session = position(
        lands={**HOMES, "miyako_azuchi": "oda_nobunaga mori_ranmaru~"}, out={"tokugawa": "oda"}, hands={"akechi": "x x"}
    )
    assert refused(session, Reinforce("neutral", "mikawa")) is not None
    assert refused(session, Reinforce("tokugawa", "mikawa")) is not None
    go(session, Reinforce("neutral", "miyako_azuchi"))
    assert at(session, "miyako_azuchi") == "mori_ranmaru~ neutral_army oda_nobunaga"


@covers("road_to_honganji", "6-4.2", "6-4.4")
def test_transfer_takes_only_true_oda_armies_to_another_oda_area() -> None:
    session = position(
        lands={
            **HOMES,
            "miyako_azuchi": "oda_nobunaga mori_ranmaru~ sakuma_nobumori",
            "gifu": "oda_nobutada",
            "yamato": "matsunaga_hisahide neutral_army",
            "hokusetsu": "araki_murashige neutral_army",
        },
        control={"yamato": "neutral", "hokusetsu": "oda"},
        hands={"akechi": "x x"},
    )
    assert refused(session, Transfer("mori_ranmaru", "gifu")) is not None
    assert refused(session, Transfer("oda_nobutada", "miyako_azuchi")) is not None
    assert refused(session, Transfer("sakuma_nobumori", "miyako_azuchi")) is not None
    assert refused(session, Transfer("sakuma_nobumori", "tanba")) is not None
    assert refused(session, Transfer("sakuma_nobumori", "yamato")) is not None
    go(session, Transfer("sakuma_nobumori", "hokusetsu"))
    assert at(session, "hokusetsu") == "araki_murashige neutral_army sakuma_nobumori"
    assert len(cards(session, "akechi")) == 1


@covers("road_to_honganji", "6-6.1", "8-1-1.1")
def test_continued_combat_wants_a_ready_unit_and_another_clan() -> None:
    session = position(
        lands={
            "tanba": "akechi_mitsuhide akechi_army",
            "hida": "hosokawa_tadaoki! akechi_army! neutral_army",
            "gifu": "hosokawa_fujitaka akechi_army! neutral_army",
        },
        hands={"akechi": "x x"},
    )
    assert refused(session, Combat("tanba")) is not None
    assert refused(session, Combat("hida")) is not None
    assert "combat gifu" in listed(session)


# -- 7: movement -------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "7-5.1", "7-5.3", "7-5.4", "7.2")
@pytest.mark.parametrize(
    ("capital", "rebels", "free"),
    [
        ("oda_nobunaga", (), True),
        ("oda_nobunaga", ("akechi",), False),
        ("hashiba_army", (), True),
        ("hashiba_army", ("hashiba",), False),
        ("oda_nobunaga neutral_army", (), False),
        ("oda_nobunaga hashiba_army", (), True),
        ("mouri_army", ("akechi",), False),
    ],
)
def test_through_the_capital_to_echizen(capital: str, rebels: tuple[str, ...], free: bool) -> None:
    lands = {"tanba": "akechi_mitsuhide akechi_army", "tango": "isshiki_yoshimichi", "miyako_azuchi": capital}
    session = position(lands=lands, control={"miyako_azuchi": "oda"}, hands={"akechi": "x"}, rebels=rebels)
    assert ("move tanba echizen" in listed(session)) is free
    assert (refused(session, Move("tanba", "echizen")) is None) is free
    if free:
        go(session, Move("tanba", "echizen"), "akechi_mitsuhide", "go")
        assert at(session, "echizen") == "akechi_mitsuhide!"
        assert status(session, "akechi") == "vassal"
        assert holder(session, "echizen") == "akechi"


@covers("road_to_honganji", "4-1.5", "4-1.x1", "8-1-2.1")
def test_a_vassal_who_goes_for_a_rebel_beside_oda_rebels_all_the_same() -> None:
    session = position(
        lands={
            "tanba": "akechi_mitsuhide akechi_army",
            "miyako_azuchi": "oda_nobunaga shibata_army",
            "hida": "maeda_toshiie",
        },
        hands={"akechi": "x x"},
        rebels=["shibata"],
    )
    go(session, Move("tanba", "miyako_azuchi"), "akechi_mitsuhide", "go")
    assert status(session, "akechi") == "rebel"
    assert sorted(listed(session)) == ["oda", "shibata"]
    go(session, "shibata", [3])
    assert at(session, "miyako_azuchi") == "akechi_mitsuhide! oda_nobunaga"


@covers("road_to_honganji", "4-1.6", "4-1.2")
def test_a_vassal_against_a_rebel_stays_and_the_attacked_vassal_stays() -> None:
    lands = {"tanba": "akechi_mitsuhide akechi_army", "harima": "hashiba_hideyoshi hashiba_army"}
    session = position(lands=lands, hands={"akechi": "x x"}, rebels=["hashiba"])
    go(session, Move("tanba", "harima"), "akechi_mitsuhide", "go", [6], [6, 6])
    assert status(session, "akechi") == "vassal"
    session = position(lands=lands, hands={"akechi": "x x"})
    go(session, Move("tanba", "harima"), "akechi_mitsuhide", "go", [6], [6, 6])
    assert (status(session, "akechi"), status(session, "hashiba")) == ("rebel", "vassal")


@covers("road_to_honganji", "7-2.2", "7-2.x2", "7-2.6", "7-1.1")
def test_one_unit_stays_and_it_may_be_the_castle_or_a_spent_one() -> None:
    alone = position(lands={"tanba": "akechi_mitsuhide", "tango": ""}, hands={"akechi": "x"})
    assert refused(alone, Move("tanba", "tango")) is not None
    castle = position(lands={"tanba": "akechi_mitsuhide sakamoto_castle"}, hands={"akechi": "x x"})
    go(castle, Move("tanba", "tango"))
    go(castle, "akechi_mitsuhide", "go")
    assert at(castle, "tango") == "akechi_mitsuhide!"
    spent = position(lands={"tanba": "akechi_mitsuhide akechi_army!"}, hands={"akechi": "x x"})
    go(spent, Move("tanba", "tango"), "akechi_mitsuhide", "go")
    assert at(spent, "tanba") == "akechi_army!"
    two = position(lands={"tanba": "akechi_mitsuhide akechi_army"}, hands={"akechi": "x x"})
    go(two, Move("tanba", "tango"), "akechi_army#1", "go")
    assert at(two, "tango") == "akechi_army!"
    assert at(two, "tanba") == "akechi_mitsuhide"


@covers("road_to_honganji", "7-2.3", "7-2.4", "7-2.5", "7-2.7")
@pytest.mark.parametrize(
    ("others", "rebels", "free"),
    [
        ("shibata_army", ("akechi", "shibata"), True),
        ("shibata_army", ("akechi",), False),
        ("uesugi_army", ("akechi",), True),
        ("uesugi_army", (), False),
        ("uesugi_army houjou_army shibata_army", ("akechi", "shibata"), True),
        ("uesugi_army neutral_army", ("akechi",), False),
        ("oda_nobutada", ("akechi",), False),
        ("tokugawa_army", ("akechi",), False),
    ],
)
def test_who_may_leave_a_shared_area(others: str, rebels: tuple[str, ...], free: bool) -> None:
    session = position(
        lands={"gifu": f"akechi_mitsuhide akechi_army {others}", "tanba": "hosokawa_fujitaka"},
        hands={"akechi": "x x"},
        rebels=rebels,
        out={"tokugawa": "oda"},
    )
    assert ("move gifu hida" in listed(session)) is free
    assert (refused(session, Move("gifu", "hida")) is None) is free


@covers("road_to_honganji", "7-2.x1", "4-6.2", "7.2")
def test_a_directed_clan_is_bound_and_stopped_as_itself() -> None:
    lands = {
        "tanba": "akechi_mitsuhide akechi_army",
        "echigo": "uesugi_kagekatsu uesugi_kenshin uesugi_army",
        "gifu": "oda_nobutada",
    }
    free = position(lands=lands, hands={"akechi": "x x"})
    go(free, Play(card(free, "akechi", "surrounding_nobunaga")), "uesugi")
    assert "move echigo gifu" in listed(free)
    held = position(
        lands={**lands, "shinano": "akechi_army", "etchu_kaga": "oda_nobutada", "gifu": ""}, hands={"akechi": "x"}
    )
    go(held, Play(card(held, "akechi", "surrounding_nobunaga")), "uesugi")
    assert "move echigo shinano" in listed(held)  # even the director's own units stop and fight them
    assert refused(held, Move("echigo", "gifu")) is not None
    assert refused(held, Move("echigo", "hida")) is not None
    mixed = position(
        lands={**lands, "gifu": "uesugi_kenshin uesugi_army akechi_army"}, hands={"akechi": "x"}, rebels=["akechi"]
    )
    go(mixed, Play(card(mixed, "akechi", "surrounding_nobunaga")), "uesugi")
    assert "move gifu hida" in listed(mixed)
    vassal = position(lands={**lands, "gifu": "uesugi_kenshin uesugi_army akechi_army"}, hands={"akechi": "x"})
    go(vassal, Play(card(vassal, "akechi", "surrounding_nobunaga")), "uesugi")
    assert refused(vassal, Move("gifu", "hida")) is not None


@covers("road_to_honganji", "7-3.x2", "8-1-1.2", "8-4.1", "7-3.3")
def test_ready_units_on_the_spot_join_and_spent_ones_neither_roll_nor_bleed() -> None:
    lands = {"tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army", "tango": "akechi_army! isshiki_yoshimichi"}
    session = position(lands=lands, control={"tango": "neutral"}, hands={"akechi": "x x"})
    go(session, Move("tanba", "tango"), "hosokawa_tadaoki", "go", [6], [2], [5])
    assert place(session, "hosokawa_tadaoki") == "tanba"  # he checks, though a spent army stands there
    assert at(session, "tango") == "akechi_army! isshiki_yoshimichi"
    join = position(
        lands={"tanba": "akechi_mitsuhide akechi_army", "tango": "hosokawa_tadaoki akechi_army*2 isshiki_yoshimichi"},
        control={"tango": "neutral"},
        hands={"akechi": "x x"},
    )
    go(join, Move("tanba", "tango"), "akechi_army#1", "go", [6, 6, 6, 6], [6])
    assert at(join, "tango") == "akechi_army!*3 hosokawa_tadaoki! isshiki_yoshimichi"
    assert rolls(join)[0] == ("attack", 4)


@covers("road_to_honganji", "7-3.1", "7-3.2", "8-5.3")
def test_after_a_move_there_is_one_combat_and_no_more() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide akechi_army", "gifu": "", "tango": "isshiki_yoshimichi uesugi_army"},
        hands={"akechi": "x x x"},
    )
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go", "neutral", [6], [6])
    assert kinds(session) & {"end"}
    assert len(cards(session, "akechi")) == 2
    assert refused(session, Combat("tango")) is not None


# -- 8: combat ---------------------------------------------------------------------------------------------------------
def fight(units: str, hands: str = "x x x", rebels: tuple[str, ...] = ("akechi",), **more: Any) -> Session:
    lands = {"tanba": "hosokawa_fujitaka", "gifu": units, **more.pop("lands", {})}
    session = position(lands=lands, hands={"akechi": hands, **more.pop("others", {})}, rebels=rebels, **more)
    return go(session, Combat("gifu"))


@covers("road_to_honganji", "1-2-1-3.2", "1-2-1-3.3")
def test_a_strategist_supports_a_counterattack() -> None:
    session = fight("akechi_mitsuhide akechi_army shibata_katsuie! takigawa_kazumasu! shibata_army")
    go(session, "shibata_katsuie", "takigawa_kazumasu", [6, 6], [4, 5])
    assert rolls(session)[1] == ("counterattack", 2)
    assert at(session, "gifu") == "akechi_mitsuhide shibata_army shibata_katsuie! takigawa_kazumasu!"


@covers("road_to_honganji", "1-2-1-3.2")
def test_a_strategist_in_command_hits_on_one() -> None:
    session = fight("akechi_mitsuhide akechi_army*2 takigawa_kazumasu shibata_army*2")
    go(session, [6, 6, 6], [1, 2, 2])
    assert at(session, "gifu") == "akechi_army akechi_mitsuhide shibata_army*2 takigawa_kazumasu"


@covers("road_to_honganji", "8-2.x1", "Cards.5")
def test_a_turncoat_strategist_supports_the_neutral_commander_when_it_pays() -> None:
    # six units: 6 x 4 = 24 without, 5 x 5 = 25 with him
    session = fight(
        "akechi_mitsuhide akechi_army sanada_masayuki takigawa_kazumasu neutral_army*4", turncoats=["takigawa_kazumasu"]
    )
    go(session, [6, 6], [5, 6, 6, 6, 6])
    assert rolls(session)[1] == ("counterattack", 5)
    assert at(session, "gifu").startswith("akechi_mitsuhide ")


@covers("road_to_honganji", "8-6.1", "8-5.6", "8-5.x1", "8.6")
def test_additional_combats_cost_a_card_each_and_may_turn_on_another_clan() -> None:
    session = fight("akechi_mitsuhide hosokawa_tadaoki akechi_army! neutral_army oda_nobutada", hands="x x")
    go(session, "neutral", "akechi_mitsuhide", [6, 6])
    go(session, card(session, "akechi", "surrounding_nobunaga"), "oda", "hosokawa_tadaoki", [2, 3], [6], [3])
    assert cards(session, "akechi") == []
    assert at(session, "gifu") == "akechi_army! akechi_mitsuhide! hosokawa_tadaoki! neutral_army"
    assert rolls(session)[:3] == [("attack", 2), ("attack", 2), ("counterattack", 1)]
    assert place(session, "oda_nobutada") == "removed"  # Oda controls no other area: a flight is death


@covers("road_to_honganji", "8-4.2", "8-4.1", "FAQ-Q7.1")
def test_armies_first_then_a_free_choice_among_generals_and_castle() -> None:
    session = fight(
        "akechi_mitsuhide akechi_army*2 shibata_army maeda_toshiie kitano_castle", lands={"echizen": "shibata_katsuie"}
    )
    go(session, "kitano_castle", [3, 3, 6], [6, 6, 6])
    assert asked(session) == "shibata"
    assert sorted(listed(session)) == ["kitano_castle", "maeda_toshiie"]
    go(session, "kitano_castle", "enough")
    assert at(session, "gifu") == "akechi_army!*2 akechi_mitsuhide! maeda_toshiie"
    assert place(session, "kitano_castle") == "castles.shibata"


@covers("road_to_honganji", "8-4-2-2.x2", "10-1.1", "10-1.5", "10-1-1.1")
def test_a_leader_without_refuge_falls_and_his_clan_stays() -> None:
    session = position(
        lands={"gifu": "akechi_mitsuhide hosokawa_tadaoki akechi_army! sanada_masayuki", "echizen": "shibata_katsuie"},
        control={"gifu": "neutral"},
        hands={"akechi": "x x x", "shibata": "x"},
        order=SEATS,
    )
    go(session, Combat("gifu"), "akechi_mitsuhide", [6, 6], [4])
    go(session, "akechi_mitsuhide", [6])
    assert place(session, "akechi_mitsuhide") == "removed"
    assert cards(session, "akechi") == []
    assert status(session, "akechi") == "out"
    assert place(session, "order_akechi") == "removed"
    assert asked(session) == "shibata"
    assert "akechi_army!" in at(session, "gifu")


@covers("road_to_honganji", "10-1.3", "10-1.4", "4-1.x2", "7-5.3")
def test_units_of_a_fallen_clan_stop_vassals_and_die_without_a_roll() -> None:
    session = position(
        lands={"echizen": "shibata_katsuie shibata_army", "gifu": "honda_tadakatsu", "mikawa": "tokugawa_army"},
        out={"tokugawa": "oda"},
        hands={"shibata": "x x"},
        acting="shibata",
    )
    assert refused(session, Move("echizen", "shinano")) is None  # by way of Hida
    assert refused(session, Move("echizen", "owari_ise")) is None  # by way of the capital
    go(session, Move("echizen", "gifu"), "shibata_katsuie", "go", [3], [6], "end")
    assert status(session, "shibata") == "vassal"
    assert place(session, "honda_tadakatsu") == "removed"
    assert holder(session, "gifu") == "shibata"
    assert holder(session, "mikawa") == "tokugawa"


@covers("road_to_honganji", "8-4-2.x1", "10-1.1")
def test_a_retainer_still_rolls_when_his_leader_falls_beside_him() -> None:
    session = fight(
        "akechi_mitsuhide hosokawa_tadaoki sanada_masayuki neutral_army", others={"shibata": "x"}, order=SEATS
    )
    go(session, "akechi_mitsuhide", [6, 6], [1, 1], [1], [6])
    assert place(session, "akechi_mitsuhide") == "removed"
    assert place(session, "hosokawa_tadaoki") == "tanba"
    assert status(session, "akechi") == "out"


@covers("road_to_honganji", "8-1-3.2", "8-2-1.2")
def test_armies_without_a_general_only_suffer() -> None:
    session = position(
        lands={"tanba": "akechi_army*3 akechi_mitsuhide!", "tango": "isshiki_yoshimichi neutral_army"},
        hands={"akechi": "x x"},
    )
    go(session, Move("tanba", "tango"), "akechi_army#1", "akechi_army#2", "go", [2, 3])
    assert rolls(session) == [("counterattack", 2)]
    assert at(session, "tango") == "akechi_army! isshiki_yoshimichi neutral_army"


@covers("road_to_honganji", "8.4", "5-3.1", "5-3.x1")
def test_two_who_destroy_each_other_leave_a_neutral_area() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide hosokawa_tadaoki", "harima": "himeji_castle", "bizen": "hashiba_hideyoshi"},
        hands={"akechi": "x x"},
    )
    go(session, Move("tanba", "harima"), "hosokawa_tadaoki", "go", [2], [3], [1])
    assert at(session, "harima") == ""
    assert place(session, "himeji_castle") == "castles.hashiba"
    assert points(session, "hashiba") == 1
    go(session, "end")
    assert holder(session, "harima") == "neutral"


@covers("road_to_honganji", "8-4-2-2.1", "FAQ-Q8.1")
def test_flight_is_to_any_other_area_of_the_clan_never_the_field() -> None:
    session = fight(
        "akechi_mitsuhide akechi_army hosokawa_tadaoki anekouji_yoritsuna sanada_masayuki neutral_army*2",
        control={"gifu": "akechi"},
        lands={"tango": "akechi_army", "shikoku": "akechi_army neutral_army"},
    )
    go(session, "hosokawa_tadaoki", [6, 6, 6], [1, 4, 6, 6], "akechi_mitsuhide", [3])
    assert asked(session) == "akechi"
    assert sorted(listed(session)) == ["tanba", "tango"]
    assert refused(session, "gifu") is not None
    go(session, "tango")
    assert at(session, "tango") == "akechi_army akechi_mitsuhide!"


# -- Oda ---------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "8-4-1.2", "8-4.x2", "9-2.2", "5-2.3")
def test_the_capital_falls_to_the_slayer_though_turned_armies_stand_there() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide akechi_army*3", "miyako_azuchi": "oda_nobunaga mori_ranmaru tsutsui_junkei"},
        hands={"akechi": "x x", "shibata": "x"},
        order=SEATS,
    )
    go(session, Move("tanba", "miyako_azuchi"), "akechi_mitsuhide", "akechi_army#1", "akechi_army#2", "go")
    go(session, [1, 2, 3], [6, 6, 6])
    assert place(session, "oda_nobunaga") == "removed"
    assert at(session, "miyako_azuchi") == "akechi_army!*2 akechi_mitsuhide! mori_ranmaru~ tsutsui_junkei~"
    assert holder(session, "miyako_azuchi") == "oda"
    go(session, "end")
    assert holder(session, "miyako_azuchi") == "akechi"
    assert points(session, "akechi") == 1 + 2 + 1


@covers("road_to_honganji", "9-2.2", "5-2.3", "4-1.10")
def test_nobunaga_felled_by_a_greater_daimyo_gives_no_point() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide", "gifu": "uesugi_kenshin uesugi_army*3", "miyako_azuchi": "oda_nobunaga"},
        hands={"akechi": "x x"},
    )
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi", Move("gifu", "miyako_azuchi"))
    go(session, "uesugi_kenshin", "uesugi_army#1", "go", [1, 6], [6], "end")
    assert place(session, "oda_nobunaga") == "removed"
    assert status(session, "akechi") == "vassal"
    assert points(session, "akechi") == 1
    assert holder(session, "miyako_azuchi") == "uesugi"


@covers("road_to_honganji", "8-4-1.2", "Counters.x1")
def test_a_turned_oda_army_removed_later_serves_as_a_neutral_one() -> None:
    session = fight("akechi_mitsuhide akechi_army mori_ranmaru~ anekouji_yoritsuna")
    go(session, [3, 6], [6, 6], "enough")
    assert place(session, "mori_ranmaru") == "armies.neutral"
    assert session.table.pieces["mori_ranmaru"].side == "neutral"


# -- 5-2: control ------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "5-2.4", "5-2.2")
def test_without_combat_the_acting_player_names_the_new_lord() -> None:
    session = position(
        lands={**HOMES, "tanba": "akechi_mitsuhide", "tango": "hosokawa_fujitaka shibata_army hashiba_army"},
        control={"tango": "akechi"},
        rebels=["akechi", "shibata", "hashiba"],
        hands={"tokugawa": "opportunism"},
        acting="tokugawa",
    )
    go(session, Play(card(session, "tokugawa", "opportunism")), "hosokawa_fujitaka")
    assert asked(session) == "tokugawa"
    assert sorted(listed(session)) == ["hashiba", "neutral", "shibata"]
    go(session, "hashiba")
    assert holder(session, "tango") == "hashiba"


@covers("road_to_honganji", "5-2.5", "5-2.2")
def test_one_last_defender_keeps_the_area_and_a_third_clan_gets_it_if_the_victor_is_gone() -> None:
    held = position(
        lands={"tanba": "akechi_mitsuhide akechi_army*2", "tango": "isshiki_yoshimichi neutral_army"},
        hands={"akechi": "x x"},
    )
    go(held, Move("tanba", "tango"), "akechi_mitsuhide", "akechi_army#1", "go", [1, 6], [6, 6], "end")
    assert holder(held, "tango") == "neutral"
    third = position(
        lands={
            "tanba": "akechi_mitsuhide akechi_army",
            "tango": "isshiki_yoshimichi mouri_army",
            "bizen": "shimizu_muneharu",
        },
        control={"tango": "neutral"},
        hands={"akechi": "x x", "shibata": "x"},
    )
    go(third, Move("tanba", "tango"), "akechi_mitsuhide", "go", "neutral", [1], [1], [6], "end")
    assert place(third, "akechi_mitsuhide") == "tanba"
    assert holder(third, "tango") == "mouri"


# -- 9 and 10: points, ties, ends --------------------------------------------------------------------------------------
@covers("road_to_honganji", "9-2.3", "9-1.x3")
def test_revenge_by_counterattack_counts_and_by_a_greater_daimyo_does_not() -> None:
    lands = {"gifu": "akechi_mitsuhide shibata_katsuie", "tanba": "hosokawa_fujitaka", "echizen": "maeda_toshiie"}
    more: dict[str, Any] = {
        "rebels": ["akechi", "shibata"],
        "marks": [("akechi", "slayer")],
        "control": {"gifu": "neutral"},
    }
    session = position(lands=lands, hands={"akechi": "x", "shibata": "x"}, order=SEATS, **more)
    go(session, Combat("gifu"), [6], [3], [2])
    assert status(session, "akechi") == "out"
    assert points(session, "shibata") == 2 + 1  # Gifu has fallen to him as well
    lands = {
        "gifu": "akechi_mitsuhide",
        "bizen": "shimizu_muneharu",
        "hida": "kikkawa_motoharu mouri_army",
        "echizen": "shibata_katsuie",
    }
    more["control"] = {}
    mouri = position(acting="shibata", lands=lands, hands={"shibata": "x", "hashiba": "x"}, order=SEATS, **more)
    go(
        mouri,
        Play(card(mouri, "shibata", "surrounding_nobunaga")),
        "mouri",
        Move("hida", "gifu"),
        "kikkawa_motoharu",
        "go",
    )
    go(mouri, [2], [6], [6])  # Gifu is all he has
    assert status(mouri, "akechi") == "out"
    assert points(mouri, "shibata") == 1


@covers("road_to_honganji", "9-1.2", "8-2.x2")
def test_a_player_may_ruin_himself_with_a_greater_daimyo_and_the_last_one_wins() -> None:
    session = position(
        lands={
            "tanba": "akechi_mitsuhide",
            "tango": "uesugi_kenshin uesugi_army",
            "echizen": "shibata_katsuie",
            "gifu": "oda_nobunaga",
        },
        out={"tokugawa": "oda", "hashiba": "oda"},
        hands={"akechi": "x x", "shibata": "x"},
    )
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi", Move("tango", "tanba"))
    go(session, "uesugi_kenshin", "go", [3], [6], [4])
    assert winners(session) == ("shibata",)


@covers("road_to_honganji", "9-1.3", "9-1.x1")
def test_when_the_last_greater_daimyo_falls_the_best_vassal_wins() -> None:
    lands = {
        **HOMES,
        "yamato": "hosokawa_tadaoki akechi_army",
        "hida": "maeda_toshiie",
        "etchu_kaga": "shibata_army",
        "kai": "honda_tadakatsu",
        "totomi_suruga": "honda_masanobu",
        "shinano": "sakakibara_yasumasa",
        "miyako_azuchi": "oda_nobunaga",
    }
    session = position(lands=lands, hands={"akechi": "x x"}, rebels=["tokugawa"])
    go(session, Move("yamato", "kii_ishiyama"), "hosokawa_tadaoki", "go", [2], [6])
    assert winners(session) == ("shibata",)  # 3 points; Akechi has 2, the rebel 4
    gone = position(lands={**lands, "miyako_azuchi": "oda_nobutada"}, hands={"akechi": "x x"}, rebels=["tokugawa"])
    go(gone, Move("yamato", "kii_ishiyama"), "hosokawa_tadaoki", "go", [2], [6])
    assert gone.outcome is None


@covers("road_to_honganji", "3-5.1", "3-5.4", "9-1.4", "9-1.5")
def test_the_end_check() -> None:
    lands = {**HOMES, "hida": "maeda_toshiie"}
    for turn, die, over in ((4, 2, True), (4, 3, False), (5, 4, True), (5, 5, False)):
        session = go(position("end_check", None, lands=lands, turn=turn), [die])
        assert (session.outcome is not None) is over
        if over:
            assert winners(session) == ("shibata",)
    alive = go(position("end_check", None, lands={**lands, "gifu": "oda_nobunaga"}, turn=4), [1])
    assert winners(alive) == ()
    last = position("end_check", None, lands=lands, turn=6)
    assert winners(last) == ("shibata",)


@covers("road_to_honganji", "9-3.1", "9-3.2", "9-3.3")
@pytest.mark.parametrize(
    ("lands", "marks", "won"),
    [
        # Akechi 1 + slayer, Shibata 2 (capital)
        ({"miyako_azuchi": "shibata_army", "tanba": "akechi_mitsuhide"}, [("akechi", "slayer")], ("akechi",)),
        # avenger before adviser
        (
            {"gifu": "shibata_army", "tanba": "akechi_mitsuhide"},
            [("akechi", "avenger"), ("shibata", "adviser")],
            ("akechi",),
        ),
        # adviser before the capital
        ({"miyako_azuchi": "shibata_army", "tanba": "akechi_mitsuhide"}, [("akechi", "adviser")], ("akechi",)),
        # the capital before nothing
        ({"miyako_azuchi": "shibata_army", "tanba": "akechi_mitsuhide", "tango": "akechi_army"}, [], ("shibata",)),
        # nothing at all: shared
        ({"gifu": "shibata_army", "tanba": "akechi_mitsuhide"}, [], ("akechi", "shibata")),
        # a breaker does not help him who has fewer points
        (
            {"gifu": "shibata_army", "hida": "shibata_army", "etchu_kaga": "shibata_army", "tanba": "akechi_mitsuhide"},
            [("akechi", "slayer")],
            ("shibata",),
        ),
    ],
)
def test_ties(lands: dict[str, str], marks: list[tuple[str, str]], won: tuple[str, ...]) -> None:
    session = position("end_check", None, lands=lands, marks=marks, turn=6)
    assert sorted(winners(session)) == sorted(won)


@covers("road_to_honganji", "10-1-1.2", "11-2.1", "11-2.2", "11-2.3")
def test_areas_of_the_fallen() -> None:
    lands = {
        "harima": "hashiba_army", "bizen": "hashiba_army", "tajima": "hashiba_army",
        "tanba": "akechi_army", "tango": "akechi_army",
        "echizen": "shibata_katsuie",
        "mikawa": "tokugawa_ieyasu", "kai": "tokugawa_army", "shinano": "tokugawa_army",
    }  # fmt: skip
    fall = {"hashiba": "akechi", "akechi": "shibata"}
    assert winners(position("end_check", None, lands=lands, out=fall, turn=6)) == ("tokugawa",)
    heirs = {"inherited_areas": True}
    assert winners(position("end_check", None, lands=lands, out=fall, turn=6, options=heirs)) == ("shibata",)
    mouri = {"hashiba": "mouri", "akechi": "shibata"}  # Shibata 1 + 2, Tokugawa 3
    assert sorted(winners(position("end_check", None, lands=lands, out=mouri, turn=6, options=heirs))) == [
        "shibata",
        "tokugawa",
    ]


# -- 10-2: three players -----------------------------------------------------------------------------------------------
@covers("road_to_honganji", "10-2.1", "10-2.3", "10-2.x1")
def test_three_players_know_neither_kanto_nor_houjou() -> None:
    session = position(start=True, scenario="three_players", hands={"hashiba": "x x", "akechi": "x"}, acting="hashiba")
    go(session, Play(card(session, "hashiba", "surrounding_nobunaga")))
    assert "houjou" not in listed(session)
    go(session, "uesugi")
    words = listed(session)
    assert "move echigo shinano" in words
    assert "move echigo etchu_kaga" in words
    assert not [word for word in words if word.endswith(("kanto", "kai", "mikawa", "totomi_suruga"))]
    akechi = position(start=True, scenario="three_players", hands={"akechi": "x"})
    go(akechi, Play(card(akechi, "akechi", "surrounding_nobunaga")))
    assert sorted(listed(akechi)) == ["honganji", "uesugi"]


# -- the cards ---------------------------------------------------------------------------------------------------------
def play(name: str, seat: str = "akechi", more_cards: str = "x", **more: Any) -> Session:
    hands = {seat: f"{name} {more_cards}", **more.pop("others", {})}
    return position(acting=seat, hands=hands, **more)


def can(session: Session, seat: str, name: str) -> bool:
    return refused(session, Play(card(session, seat, name))) is None


@covers("road_to_honganji", "Cards.1", "4-2.3", "4-2.x1")
def test_surrounding_nobunaga_is_for_ones_own_list() -> None:
    lands = {**HOMES, "echigo": "uesugi_kenshin uesugi_army", "chugoku": "mouri_terumoto"}
    hashiba = play("surrounding_nobunaga", "hashiba", lands=lands)
    go(hashiba, Play(card(hashiba, "hashiba", "surrounding_nobunaga")))
    assert refused(hashiba, "mouri") is not None
    assert refused(hashiba, "honganji") is not None
    assert not can(play("surrounding_nobunaga", "hashiba", lands=HOMES), "hashiba", "surrounding_nobunaga")
    tokugawa = play("surrounding_nobunaga", "tokugawa", lands=lands)
    go(tokugawa, Play(card(tokugawa, "tokugawa", "surrounding_nobunaga")))
    assert sorted(listed(tokugawa)) == ["honganji", "mouri"]
    go(tokugawa, "mouri", Reinforce("mouri", "chugoku"))
    assert at(tokugawa, "chugoku") == "mouri_army! mouri_terumoto"


@covers("road_to_honganji", "Cards.2")
@pytest.mark.parametrize(("count", "left"), [(1, 0), (2, 1), (3, 2), (5, 3), (6, 3)])
def test_desertion_halves_rounded_down_but_at_least_one(count: int, left: int) -> None:
    session = play("ashigaru_desertion", lands={**HOMES, "gifu": f"shibata_army*{count} maeda_toshiie"})
    go(session, Play(card(session, "akechi", "ashigaru_desertion")), Desert("shibata", "gifu"))
    armies = [piece for piece in session.table.at("gifu") if piece.counter == "shibata_army"]
    assert len(armies) == left


@covers("road_to_honganji", "Cards.2", "9-1.x1")
def test_a_desertion_may_end_the_game() -> None:
    lands = {**HOMES, "kii_ishiyama": "honganji_army", "gifu": "oda_nobunaga", "hida": "akechi_army"}
    session = play("ashigaru_desertion", lands={**lands, "kii_ishiyama": "honganji_army"})
    assert at(session, "kii_ishiyama") == "honganji_army"
    go(session, Play(card(session, "akechi", "ashigaru_desertion")), Desert("honganji", "kii_ishiyama"))
    assert winners(session) == ("akechi",)


@covers("road_to_honganji", "Cards.3", "FAQ-Q6.1", "10-3.1", "5-3.1")
def test_fortification_moves_the_castle_and_may_give_up_an_area() -> None:
    lands = {"echizen": "shibata_katsuie takigawa_kazumasu", "hida": "kitano_castle!", "gifu": "oda_nobutada"}
    session = play("fortification", "shibata", lands=lands)
    go(session, Play(card(session, "shibata", "fortification")), "echizen")
    assert at(session, "echizen") == "kitano_castle! shibata_katsuie takigawa_kazumasu"
    assert points(session, "shibata") == 1
    none = play("fortification", "shibata", lands={"echizen": "shibata_katsuie maeda_toshiie"})
    assert not can(none, "shibata", "fortification")  # Takigawa is the only cunning one


@covers("road_to_honganji", "Cards.4", "5-3.1", "8-4.3")
def test_a_surrendered_castle_that_stood_alone_leaves_a_neutral_area() -> None:
    lands = {**HOMES, "hida": "kitano_castle", "tanba": "akechi_mitsuhide sakamoto_castle"}
    session = play("surrender_of_garrison_army", lands=lands)
    go(session, Play(card(session, "akechi", "surrender_of_garrison_army")))
    go(session, "kitano_castle")
    assert place(session, "kitano_castle") == "castles.shibata"
    assert place(session, "sakamoto_castle") == "tanba"
    assert points(session, "shibata") == 1
    own = play("surrender_of_garrison_army", lands={**HOMES, "tanba": "akechi_mitsuhide sakamoto_castle"})
    assert not can(own, "akechi", "surrender_of_garrison_army")


@covers("road_to_honganji", "Cards.5", "6-2.2", "Cards.7")
def test_opportunism_takes_cunning_and_area_from_the_old_clan() -> None:
    lands = {**HOMES, "harima": "hashiba_hideyoshi hashiba_hidenaga", "bizen": "kuroda_kanbee", "gifu": "oda_nobunaga"}
    session = play(
        "opportunism",
        more_cards="x",
        lands=lands,
        others={"hashiba": "slander"},
        order=("akechi", "hashiba", "shibata", "tokugawa"),
    )
    go(session, Play(card(session, "akechi", "opportunism")), "kuroda_kanbee")
    assert holder(session, "bizen") == "hashiba"
    go(session, "end")
    assert holder(session, "bizen") == "neutral"
    assert asked(session) == "hashiba"
    assert not can(session, "hashiba", "slander")
    able = play("slander", "hashiba", lands=lands, others={"akechi": "x"})
    assert can(able, "hashiba", "slander")


@covers("road_to_honganji", "Cards.5")
def test_opportunism_names_red_names_of_others_only() -> None:
    lands = {
        **HOMES,
        "tanba": "akechi_mitsuhide hosokawa_fujitaka",
        "hida": "maeda_toshiie takigawa_kazumasu",
        "gifu": "oda_nobutada niwa_nagahide",
    }
    session = play("opportunism", lands=lands, rebels=["akechi"])
    go(session, Play(card(session, "akechi", "opportunism")))
    assert sorted(listed(session)) == ["niwa_nagahide", "takigawa_kazumasu"]


@covers("road_to_honganji", "Cards.6", "9-2.4", "9-2.1")
def test_the_declaration_moves_to_whoever_holds_the_capital() -> None:
    lands = {**HOMES, "miyako_azuchi": "takigawa_kazumasu"}
    session = play("chief_adviser", "shibata", lands=lands, marks=[("akechi", "adviser")])
    assert points(session, "akechi") == 2
    go(session, Play(card(session, "shibata", "chief_adviser")))
    assert (points(session, "akechi"), points(session, "shibata")) == (1, 4)
    assert not can(
        play("chief_adviser", "shibata", lands={**lands, "gifu": "oda_nobunaga"}), "shibata", "chief_adviser"
    )
    dull = {**HOMES, "miyako_azuchi": "maeda_toshiie"}
    assert not can(play("chief_adviser", "shibata", lands=dull), "shibata", "chief_adviser")


@covers("road_to_honganji", "Cards.7", "6.x3")
def test_slander_strikes_vassals_with_cards_only() -> None:
    lands = {**HOMES, "harima": "hashiba_hideyoshi hashiba_hidenaga! kuroda_kanbee!", "gifu": "oda_nobunaga"}
    session = play(
        "slander", "hashiba", lands=lands, rebels=["shibata"], others={"akechi": "levy", "shibata": "x x"},
        order=("hashiba", "akechi", "shibata", "tokugawa"),
    )  # fmt: skip
    go(session, Play(card(session, "hashiba", "slander")), "akechi", "levy#1")
    assert cards(session, "akechi") == []
    go(session, "end")
    assert asked(session) == "shibata"  # Akechi has no card left and passes
    lone = play("slander", "hashiba", lands=lands, rebels=["shibata", "akechi"], others={"akechi": "x", "shibata": "x"})
    assert not can(lone, "hashiba", "slander")


@covers("road_to_honganji", "Cards.8")
@pytest.mark.parametrize(
    ("tango", "fine"),
    [
        ("isshiki_yoshimichi", True),
        ("isshiki_yoshimichi neutral_army", False),
        ("isshiki_yoshimichi mori_ranmaru~", False),
        ("isshiki_yoshimichi mouri_army", False),
        ("neutral_army", False),
        ("", False),
    ],
)
def test_inducement(tango: str, fine: bool) -> None:
    lands = {**HOMES, "tanba": "akechi_mitsuhide hosokawa_fujitaka", "tango": tango, "shikoku": "chousokabe_motochika"}
    session = play("inducement", lands=lands, control={"tango": "neutral"})
    assert can(session, "akechi", "inducement") is fine
    if fine:
        go(session, Play(card(session, "akechi", "inducement")), "tango")
        assert at(session, "tango") == "akechi_army!"
        go(session, "end")
        assert holder(session, "tango") == "akechi"


@covers("road_to_honganji", "Cards.9", "4-1.6")
def test_surprise_attack_is_not_answered_but_makes_a_rebel() -> None:
    lands = {
        **HOMES,
        "tanba": "akechi_mitsuhide hosokawa_fujitaka akechi_army",
        "harima": "hashiba_hideyoshi hashiba_army",
    }
    session = play("surprise_attack", lands=lands, others={"hashiba": "x"})
    go(session, Play(card(session, "akechi", "surprise_attack")))
    assert refused(session, Move("tanba", "tango")) is not None
    go(session, Move("tanba", "harima"), "akechi_mitsuhide", "go", [3])
    assert rolls(session) == [("attack", 1)]
    assert status(session, "akechi") == "rebel"
    assert at(session, "harima") == "akechi_mitsuhide! hashiba_hideyoshi"


@covers("road_to_honganji", "Cards.10", "Cards.11", "7-5.1")
def test_long_marches() -> None:
    # Harima - Tanba (vassal) - Miyako (Oda) - Gifu - Shinano; and one further to Echigo
    lands = {
        **HOMES,
        "harima": "hashiba_hideyoshi hashiba_army",
        "tanba": "akechi_mitsuhide",
        "miyako_azuchi": "oda_nobunaga",
        "shinano": "sanada_masayuki",
    }
    far = play("great_return", "hashiba", lands=lands)
    go(far, Play(card(far, "hashiba", "great_return")))
    assert "move harima shinano" in listed(far)
    assert refused(far, Move("harima", "echigo")) is not None
    near = play("forced_march", "hashiba", lands=lands)
    go(near, Play(card(near, "hashiba", "forced_march")))
    assert "move harima gifu" in listed(near)
    assert refused(near, Move("harima", "shinano")) is not None
    go(near, Move("harima", "gifu"), "hashiba_hideyoshi", "go")
    assert status(near, "hashiba") == "vassal"
    rebel = play("great_return", "hashiba", lands=lands, rebels=["hashiba"])
    go(rebel, Play(card(rebel, "hashiba", "great_return")))
    assert refused(rebel, Move("harima", "shinano")) is not None  # vassals, Oda or Honganji bar every way


@covers("road_to_honganji", "Cards.12", "8-5.x1")
def test_charge_helps_in_the_first_combat_only_and_strategists_add_to_it() -> None:
    lands = {
        "echizen": "maeda_toshiie",
        "gifu": "shibata_katsuie takigawa_kazumasu shibata_army anekouji_yoritsuna neutral_army*3",
    }
    session = play("charge", "shibata", lands=lands)
    go(
        session,
        Play(card(session, "shibata", "charge")),
        Combat("gifu"),
        "shibata_katsuie",
        "takigawa_kazumasu",
        [5, 6],
        [6] * 4,
    )
    assert at(session, "gifu").count("neutral_army*2") == 1
    go(
        session,
        card(session, "shibata", "surrounding_nobunaga"),
        "shibata_katsuie",
        "takigawa_kazumasu",
        [5, 4],
        [6] * 3,
    )
    assert "neutral_army*2" not in at(session, "gifu")
    assert "neutral_army" in at(session, "gifu")
    assert cards(session, "shibata") == []


@covers("road_to_honganji", "Cards.13", "1-2-2-1.1")
def test_levy_places_what_there_is() -> None:
    session = play("levy", lands={"tanba": "akechi_mitsuhide akechi_army*5"})
    go(session, Play(card(session, "akechi", "levy")), "tanba")
    assert len([p for p in session.table.at("tanba") if p.counter == "akechi_army"]) == 6
    assert kinds(session) >= {"end", "discard"}
    assert not can(play("levy", lands={"tanba": "akechi_mitsuhide akechi_army*6"}), "akechi", "levy")


@covers("road_to_honganji", "Cards.14")
def test_the_order_of_transfer_takes_generals_but_never_nobunaga() -> None:
    lands = {
        **HOMES,
        "tanba": "akechi_mitsuhide",
        "gifu": "oda_nobunaga oda_nobutada mori_ranmaru",
        "yamato": "matsunaga_hisahide",
    }
    session = play("transfer_order", lands=lands)
    go(session, Play(card(session, "akechi", "transfer_order")))
    assert refused(session, Transfer("oda_nobunaga", "yamato")) is not None
    go(session, Transfer("oda_nobutada", "yamato"))
    assert "oda_nobunaga" not in " ".join(listed(session))
    assert "matsunaga" not in " ".join(listed(session))
    assert not can(play("transfer_order", lands=lands, rebels=["akechi"]), "akechi", "transfer_order")
    dead = {**lands, "gifu": "oda_nobutada mori_ranmaru"}
    assert not can(play("transfer_order", lands=dead), "akechi", "transfer_order")


@covers("road_to_honganji", "Cards.15", "7-2.3", "5-2.5")
def test_an_uprising_binds_a_vassal_and_takes_no_control() -> None:
    lands = {**HOMES, "tanba": "akechi_mitsuhide", "echizen": "shibata_katsuie shibata_army"}
    session = play("ikki_uprising", lands=lands, others={"shibata": "x"}, order=SEATS)
    go(session, Play(card(session, "akechi", "ikki_uprising")))
    assert refused(session, "tanba") is not None
    go(session, "echizen", 2)
    assert at(session, "echizen") == "neutral_army*2 shibata_army shibata_katsuie"
    go(session, "end")
    assert holder(session, "echizen") == "shibata"
    assert asked(session) == "shibata"
    assert not [word for word in listed(session) if word.startswith("move echizen")]
    assert "combat echizen" in listed(session)


# -- harder ones -------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "9-2.x1", "9-2.2", "5-3.1")
def test_slayer_and_nobunaga_fall_together() -> None:
    session = position(
        lands={**HOMES, "tanba": "akechi_mitsuhide akechi_army", "miyako_azuchi": "oda_nobunaga"},
        hands={"akechi": "x x", "shibata": "x"},
        order=SEATS,
    )
    go(session, Move("tanba", "miyako_azuchi"), "akechi_mitsuhide", "go", [1], [1], [1])
    assert status(session, "akechi") == "out"
    assert [points(session, seat) for seat in ("shibata", "tokugawa", "hashiba")] == [1, 1, 1]
    assert holder(session, "miyako_azuchi") == "neutral"
    assert holder(session, "tanba") == "akechi"
    assert asked(session) == "shibata"


@covers("road_to_honganji", "9-1.x2", "9-1.2")
def test_the_last_two_leaders_fall_together_and_nobody_wins() -> None:
    session = position(
        lands={"gifu": "akechi_mitsuhide shibata_katsuie"},
        control={"gifu": "akechi"},
        rebels=["akechi", "shibata"],
        out={"tokugawa": "oda", "hashiba": "oda"},
        hands={"akechi": "x"},
    )
    go(session, Combat("gifu"), [1], [1], [6], [6])
    assert winners(session) == ()


@covers("road_to_honganji", "3-5.1", "10-1.1")
def test_with_the_first_player_out_the_next_one_rolls_for_the_end() -> None:
    session = position("end_check", None, lands={**HOMES, "tanba": ""}, out={"akechi": "oda"}, order=SEATS, turn=4)
    go(session, [3])
    assert session.outcome is None
    assert any("Shibata" in text for text in said(session))


@covers("road_to_honganji", "11-1.1", "11-1.2")
def test_one_rebel_and_one_fallen_make_three_petitions_each() -> None:
    session = position(
        "petition", None, lands=HOMES, rebels=["akechi"], out={"hashiba": "oda"}, options={"more_petitions": True},
        hands={"akechi": "x"},
    )  # fmt: skip
    for _ in range(6):
        assert asked(session) == "chance"
        go(session, [3])
    assert at(session, "echizen") == "shibata_army*3 shibata_katsuie"
    assert at(session, "mikawa") == "tokugawa_army*3 tokugawa_ieyasu"
    assert asked(session) == "akechi"


@covers("road_to_honganji", "3-3.2", "4-2.3")
def test_a_petition_for_a_greater_army_offers_every_area_of_every_clan_of_the_list() -> None:
    lands = {
        **HOMES,
        "echigo": "uesugi_kenshin",
        "shinano": "uesugi_army",
        "kanto": "houjou_ujimasa",
        "chugoku": "mouri_army",
    }
    session = position("petition", None, lands=lands, rebels=["shibata", "tokugawa", "hashiba"], hands={"akechi": "x"})
    go(session, [6])
    assert asked(session) == "akechi"
    assert sorted(listed(session)) == [
        "reinforce honganji kii_ishiyama",
        "reinforce houjou kanto",
        "reinforce uesugi echigo",
        "reinforce uesugi shinano",
    ]
    go(session, Reinforce("uesugi", "shinano"))
    assert at(session, "shinano") == "uesugi_army*2"


@covers("road_to_honganji", "5-2.3", "5-2.2")
def test_of_two_clans_that_attacked_the_later_takes_the_area() -> None:
    session = position(
        lands={
            "tanba": "hosokawa_fujitaka",
            "gifu": "akechi_mitsuhide uesugi_kenshin isshiki_yoshimichi neutral_army",
            "echigo": "uesugi_army",
        },
        rebels=["akechi"],
        hands={"akechi": "x x x"},
    )
    go(session, Combat("gifu"), "neutral", [3], [6, 6], "enough")
    go(
        session,
        Play(card(session, "akechi", "surrounding_nobunaga")),
        "uesugi",
        Combat("gifu"),
        "neutral",
        [3],
        [6],
        "enough",
    )
    if "end" in listed(session):
        go(session, "end")
    assert holder(session, "gifu") == "uesugi"


@covers("road_to_honganji", "8-5.x2", "6-2.x2", "8-4-2-2.1")
def test_a_directed_combat_is_paid_and_decided_by_the_player() -> None:
    lands = {
        "tanba": "akechi_mitsuhide",
        "gifu": "uesugi_kenshin isshiki_yoshimichi sanada_masayuki",
        "echigo": "uesugi_army",
        "hida": "uesugi_army",
    }
    session = position(lands=lands, control={"gifu": "neutral"}, hands={"akechi": "x x"})
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi", Combat("gifu"), [6], [6, 6])
    assert asked(session) == "akechi"
    go(session, card(session, "akechi", "surrounding_nobunaga"), [6], [4, 6], [3])
    assert asked(session) == "akechi"
    assert sorted(listed(session)) == ["echigo", "hida"]
    go(session, "hida")
    assert at(session, "hida") == "uesugi_army uesugi_kenshin!"
    assert cards(session, "akechi") == []
    poor = position(lands=lands, control={"gifu": "neutral"}, hands={"akechi": "x", "shibata": "x"}, order=SEATS)
    go(poor, Play(card(poor, "akechi", "surrounding_nobunaga")), "uesugi", Combat("gifu"), [6], [6, 6])
    assert asked(poor) == "shibata"


@covers("road_to_honganji", "Cards.12", "8-1-3.2")
def test_a_charge_of_armies_alone_does_nothing() -> None:
    session = play("charge", lands={"tanba": "akechi_mitsuhide! akechi_army*2", "tango": "isshiki_yoshimichi"})
    go(session, Play(card(session, "akechi", "charge")))
    assert refused(session, Move("tanba", "tajima")) is not None
    go(session, Move("tanba", "tango"), "akechi_army#1", "akechi_army#2", "go", [6])
    assert rolls(session) == [("counterattack", 1)]


@covers("road_to_honganji", "1-2-1-3.2")
def test_a_spent_strategist_does_not_support_an_attack() -> None:
    session = position(
        acting="shibata",
        lands={
            "echizen": "maeda_toshiie",
            "gifu": "shibata_katsuie takigawa_kazumasu! anekouji_yoritsuna neutral_army",
        },
        hands={"shibata": "x"},
    )
    go(session, Combat("gifu"), [4], [6, 6])  # nobody to choose: Katsuie alone
    assert at(session, "gifu") == "anekouji_yoritsuna neutral_army shibata_katsuie! takigawa_kazumasu!"


@covers("road_to_honganji", "Cards.5", "4-1.5")
def test_a_turned_governor_may_be_attacked_at_once_without_rebelling() -> None:
    session = play(
        "opportunism",
        lands={
            **HOMES,
            "tanba": "akechi_mitsuhide akechi_army",
            "hokusetsu": "araki_murashige",
            "gifu": "oda_nobunaga",
        },
    )
    go(session, Play(card(session, "akechi", "opportunism")), "araki_murashige")
    go(session, Move("tanba", "hokusetsu"), "akechi_mitsuhide", "go", [3], [6])
    assert status(session, "akechi") == "vassal"
    assert place(session, "araki_murashige") == "removed"  # a defending general now: no die
    assert holder(session, "hokusetsu") == "akechi"


@covers("road_to_honganji", "10-1.x2", "Cards.4", "Cards.5")
def test_castle_and_red_names_of_a_fallen_clan_are_fair_game() -> None:
    lands = {**HOMES, "echizen": "kitano_castle takigawa_kazumasu"}
    session = play("opportunism", more_cards="surrender_of_garrison_army", lands=lands, out={"shibata": "oda"})
    assert can(session, "akechi", "opportunism")
    assert can(session, "akechi", "surrender_of_garrison_army")
    go(session, Play(card(session, "akechi", "surrender_of_garrison_army")), "kitano_castle")
    assert at(session, "echizen") == "takigawa_kazumasu"
    assert holder(session, "echizen") == "shibata"


@covers("road_to_honganji", "6-4.2", "5-3.x1")
def test_the_last_oda_army_taken_away_gives_the_area_up_at_once() -> None:
    session = position(
        lands={**HOMES, "gifu": "mori_ranmaru", "miyako_azuchi": "oda_nobunaga tsutsui_junkei"},
        hands={"akechi": "x x x"},
    )
    go(session, Transfer("mori_ranmaru", "miyako_azuchi"))
    assert at(session, "gifu") == ""
    assert refused(session, Transfer("mori_ranmaru", "gifu")) is not None
    go(session, "end")
    assert holder(session, "gifu") == "neutral"


@covers("road_to_honganji", "5-3.x1", "8-4-2-2.1", "Cards.4")
def test_nobody_flees_to_an_area_emptied_in_this_action_turn() -> None:
    session = play(
        "surrender_of_garrison_army",
        "shibata",
        more_cards="x x",
        lands={
            "tanba": "akechi_mitsuhide",
            "tango": "sakamoto_castle",
            "hida": "akechi_army",
            "gifu": "hosokawa_tadaoki shibata_katsuie",
            "echizen": "takigawa_kazumasu",
        },
        rebels=["akechi", "shibata"],
        control={"gifu": "shibata"},
    )
    go(session, Play(card(session, "shibata", "surrender_of_garrison_army")), "sakamoto_castle")
    go(session, Combat("gifu"), [1], [6], [6])
    assert asked(session) == "akechi"
    assert sorted(listed(session)) == ["hida", "tanba"]


@covers("road_to_honganji", "9-1.3", "10-2.3")
def test_with_three_players_houjou_is_gone_from_the_start() -> None:
    lands = {
        "yamato": "hosokawa_tadaoki akechi_army",
        "tanba": "akechi_mitsuhide",
        "echizen": "shibata_katsuie",
        "harima": "hashiba_hideyoshi",
        "gifu": "oda_nobunaga",
    }
    session = position(lands=lands, hands={"akechi": "x x"}, scenario="three_players")
    go(session, Move("yamato", "kii_ishiyama"), "hosokawa_tadaoki", "go", [2], [6])
    assert winners(session) == ("akechi",)
    none = position(
        lands=lands, hands={"akechi": "x x"}, scenario="three_players", rebels=["akechi", "shibata", "hashiba"]
    )
    go(none, Move("yamato", "kii_ishiyama"), "hosokawa_tadaoki", "go", [2], [6])
    assert winners(none) == ()


@covers("road_to_honganji", "10-2.1", "10-2.x1", "Cards.15")
def test_with_three_players_the_closed_areas_take_nothing() -> None:
    session = position(start=True, scenario="three_players", hands={"akechi": "ikki_uprising x"})
    for area in ("kai", "totomi_suruga", "mikawa", "kanto"):
        assert refused(session, Reinforce("neutral", area)) is not None
    go(session, Play(card(session, "akechi", "ikki_uprising")))
    for area in ("kai", "totomi_suruga", "mikawa", "kanto"):
        assert refused(session, area) is not None
    assert "shinano" in listed(session)


@covers("road_to_honganji", "7-4.1", "Cards.10")
def test_events_of_movement_keep_chapter_seven() -> None:
    alone = play("great_return", lands={"tanba": "akechi_mitsuhide"})
    assert not can(alone, "akechi", "great_return")
    beside = play("great_return", lands={"tanba": "akechi_mitsuhide akechi_army neutral_army"})
    assert not can(beside, "akechi", "great_return")
    spent = play("forced_march", lands={"tanba": "akechi_mitsuhide! akechi_army!"})
    assert not can(spent, "akechi", "forced_march")


@covers("road_to_honganji", "Cards.2", "8-2.x1")
def test_the_clan_that_loses_picks_its_deserters() -> None:
    session = play("ashigaru_desertion", lands={**HOMES, "gifu": "shibata_army*2 shibata_army*2!"})
    go(session, Play(card(session, "akechi", "ashigaru_desertion")), Desert("shibata", "gifu"))
    assert asked(session) == "shibata"
    first = session.legal()[0]
    go(session, first)
    oda = play(
        "ashigaru_desertion", lands={**HOMES, "gifu": "oda_nobutada mori_ranmaru tsutsui_junkei nakagawa_kiyohide"}
    )
    go(oda, Play(card(oda, "akechi", "ashigaru_desertion")), Desert("oda", "gifu"))
    assert at(oda, "gifu") == "mori_ranmaru nakagawa_kiyohide oda_nobutada tsutsui_junkei~"
    own = play("ashigaru_desertion", lands={"tanba": "akechi_mitsuhide akechi_army"})
    assert not can(own, "akechi", "ashigaru_desertion")


@covers("road_to_honganji", "Cards.8", "5-2.x3")
def test_inducement_needs_settled_control_next_door() -> None:
    lands = {
        "tanba": "akechi_mitsuhide hosokawa_fujitaka akechi_army",
        "tango": "isshiki_yoshimichi",
        "tajima": "yamana_hirotoyo neutral_army",
        "etchu_kaga": "jinbou_nagamoto",
    }
    session = play("inducement", more_cards="forced_march", lands={**lands, "tango": ""})
    go(session, Play(card(session, "akechi", "forced_march")))
    go(session, Move("tanba", "echizen"), "akechi_army#1", "go")
    assert not can(session, "akechi", "inducement")
    go(session, "end")
    assert can(session, "akechi", "inducement")


@covers("road_to_honganji", "Cards.6", "5-2.x3")
def test_no_declaration_before_control_is_settled() -> None:
    lands = {**HOMES, "tanba": "akechi_mitsuhide akechi_army", "miyako_azuchi": "neutral_army"}
    session = play("chief_adviser", more_cards="x x", lands=lands)
    go(session, Move("tanba", "miyako_azuchi"), "akechi_mitsuhide", "go", [1])
    assert not can(session, "akechi", "chief_adviser")
    go(session, "end")
    assert can(session, "akechi", "chief_adviser")


@covers("road_to_honganji", "8-2.x1")
@pytest.mark.parametrize(("dice", "left"), [([1, 6, 6], "oda_nobunaga"), ([1, 1, 6], "")])
def test_nobunaga_is_the_last_to_be_hit(dice: list[int], left: str) -> None:
    session = position(
        lands={
            **HOMES,
            "tanba": "akechi_mitsuhide akechi_army*3",
            "miyako_azuchi": "oda_nobunaga niwa_nagahide",
            "gifu": "oda_nobutada",
        },
        hands={"akechi": "x x"},
    )
    go(
        session,
        Move("tanba", "miyako_azuchi"),
        "akechi_mitsuhide",
        "akechi_army#1",
        "akechi_army#2",
        "go",
        dice,
        [6, 6],
        [4],
    )
    assert place(session, "niwa_nagahide") == "gifu"
    assert at(session, "miyako_azuchi").endswith(f" {left}".rstrip() or "mitsuhide!")
    assert (points(session, "akechi") == 2) is (left == "")


@covers("road_to_honganji", "7.2", "7-5.3")
def test_own_units_do_not_open_a_shared_area() -> None:
    lands = {
        "tanba": "akechi_mitsuhide akechi_army",
        "tango": "akechi_army neutral_army",
        "miyako_azuchi": "neutral_army",
    }
    session = position(lands=lands, control={"tango": "akechi"}, hands={"akechi": "x x"})
    assert refused(session, Move("tanba", "echizen")) is not None
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go", [3, 6])
    assert at(session, "tango") == "akechi_army! akechi_mitsuhide!"


@covers("road_to_honganji", "4-1.6", "4-1.8", "4-2.5")
def test_a_vassal_may_fight_rebels_and_greater_daimyos_and_after_nobunaga_only_vassals_count() -> None:
    lands = {"tanba": "akechi_mitsuhide akechi_army", "tango": "shibata_army mouri_army", "tajima": "hashiba_army"}
    session = position(lands=lands, hands={"akechi": "x x"}, rebels=["shibata"], control={"tango": "mouri"})
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go", "mouri", [3])
    assert status(session, "akechi") == "vassal"
    assert at(session, "tango") == "akechi_mitsuhide! shibata_army"
    session = position(lands=lands, hands={"akechi": "x x"}, rebels=["shibata"], control={"tango": "mouri"})
    go(session, Move("tanba", "tajima"), "akechi_mitsuhide", "go")
    assert status(session, "akechi") == "rebel"  # Nobunaga is dead, but Hashiba is still a vassal


@covers("road_to_honganji", "Cards.5", "7-2.3", "8-2.x1")
def test_a_turncoat_binds_those_he_left() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide akechi_army hosokawa_fujitaka"},
        control={"tanba": "akechi"},
        turncoats=["hosokawa_fujitaka"],
        hands={"akechi": "inducement x"},
    )
    assert not [word for word in listed(session) if word.startswith("move")]
    assert not can(session, "akechi", "inducement")
    go(session, Combat("tanba"), "surrounding_nobunaga#1", [3, 6], [6])
    assert place(session, "hosokawa_fujitaka") == "removed"


@covers("road_to_honganji", "7.6", "7.5", "7-1.2")
def test_joining_ones_own_costs_readiness_and_starts_no_combat() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide akechi_army*2", "tango": "hosokawa_tadaoki"}, hands={"akechi": "x x"}
    )
    go(session, Move("tanba", "tango"), "akechi_army#1", "akechi_army#2", "go")
    assert at(session, "tango") == "akechi_army!*2 hosokawa_tadaoki"
    assert rolls(session) == []


@covers("road_to_honganji", "5-2.x2", "10-1.5")
def test_when_the_acting_player_falls_the_first_in_order_settles_control() -> None:
    # Akechi turns the Shibata governor of Tango, then dies elsewhere: three clans are left there
    lands = {
        "echizen": "shibata_katsuie",
        "mikawa": "tokugawa_ieyasu",
        "harima": "hashiba_hideyoshi",
        "tango": "takigawa_kazumasu hashiba_army tokugawa_army",
        "gifu": "akechi_mitsuhide sanada_masayuki",
        "tanba": "hosokawa_fujitaka",
    }
    session = play(
        "opportunism", more_cards="x x", lands=lands, control={"tango": "shibata", "gifu": "neutral"},
        rebels=["hashiba", "tokugawa", "shibata"], others={"tokugawa": "x"},
        order=("akechi", "hashiba", "tokugawa", "shibata"),
    )  # fmt: skip
    go(session, Play(card(session, "akechi", "opportunism")), "takigawa_kazumasu")
    go(session, Combat("gifu"), [6], [1], [1])
    assert status(session, "akechi") == "out"
    assert asked(session) == "hashiba"
    assert sorted(listed(session)) == ["hashiba", "neutral", "tokugawa"]
    go(session, "neutral")
    assert asked(session) == "tokugawa"


@covers("road_to_honganji", "8-4.1", "1-2-2-1.x2", "8-4.x1")
def test_the_defender_chooses_between_ready_and_spent_armies_and_picks_first() -> None:
    session = fight(
        "akechi_mitsuhide akechi_army*2 maeda_toshiie shibata_army*2 shibata_army*2!",
        lands={"echizen": "shibata_katsuie"},
    )
    go(session, [1, 6, 6], [1, 6, 6, 6, 6])
    assert asked(session) == "shibata"
    assert len(listed(session)) == 2
    spent = next(p.id for p in session.table.at("gifu") if p.counter == "shibata_army" and p.face)
    go(session, spent, "enough")
    assert at(session, "gifu") == "akechi_army! akechi_mitsuhide! maeda_toshiie shibata_army*2 shibata_army!"


@covers("road_to_honganji", "8-5.1")
def test_no_additional_combat_when_the_fighters_are_gone_though_spent_ones_stay() -> None:
    session = fight(
        "hosokawa_tadaoki akechi_army! sanada_masayuki",
        hands="x x x",
        control={"gifu": "neutral"},
        lands={"tango": "akechi_mitsuhide"},
    )
    go(session, [6], [4], [5], "tango")
    assert "end" in listed(session)
    assert len(cards(session, "akechi")) == 2


@covers("road_to_honganji", "6-8.1", "3-5.2", "3-5.3", "6-9.3")
def test_the_last_card_ends_the_phase_and_the_turn_is_cleared() -> None:
    session = position(
        lands={**HOMES, "tanba": "akechi_mitsuhide! mori_ranmaru~"},
        control={"tanba": "akechi"},
        hands={"akechi": "x"},
        rebels=SEATS,
    )
    go(session, Discard(card(session, "akechi", "surrounding_nobunaga")))
    assert asked(session) == "chance"
    go(session, tuple(session.ask().about))
    assert session.table.tracks["turn"] == 2
    assert at(session, "tanba") == "akechi_mitsuhide mori_ranmaru~"


@covers("road_to_honganji", "Cards.14", "10-3.1", "10-3.2")
def test_transferred_units_keep_their_state_and_start_no_fight() -> None:
    lands = {**HOMES, "gifu": "oda_nobunaga oda_nobutada! mori_ranmaru", "yamato": "matsunaga_hisahide shibata_army"}
    session = play("transfer_order", lands=lands, rebels=["shibata"], control={"yamato": "oda"})
    go(
        session,
        Play(card(session, "akechi", "transfer_order")),
        Transfer("oda_nobutada", "yamato"),
        Transfer("mori_ranmaru", "yamato"),
    )
    assert at(session, "yamato") == "matsunaga_hisahide mori_ranmaru oda_nobutada! shibata_army"
    assert rolls(session) == []


@covers("road_to_honganji", "Cards.13")
def test_levy_in_two_areas_or_less() -> None:
    lands = {"tanba": "akechi_mitsuhide", "tango": "akechi_army", "gifu": "hosokawa_tadaoki neutral_army"}
    session = play("levy", lands=lands, control={"gifu": "neutral"})
    go(session, Play(card(session, "akechi", "levy")))
    assert refused(session, "gifu") is not None
    assert refused(session, "enough") is not None
    go(session, "tango", "tanba")
    assert at(session, "tango") == "akechi_army akechi_army!"
    assert at(session, "tanba") == "akechi_army! akechi_mitsuhide"


@covers("road_to_honganji", "10-1.5", "10-1.1", "11-2.3")
def test_ruined_by_the_clan_he_directs_his_action_turn_is_over() -> None:
    lands = {**HOMES, "tanba": "akechi_mitsuhide hosokawa_tadaoki", "tango": "uesugi_kenshin uesugi_army"}
    session = position(lands=lands, hands={"akechi": "x x x", "shibata": "x"}, order=SEATS)
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi", Move("tango", "tanba"))
    go(session, "uesugi_kenshin", "go", "akechi_mitsuhide", [3], [6, 6], "akechi_mitsuhide", [4])
    assert status(session, "akechi") == "out"  # Tanba was all he had
    assert asked(session) == "shibata"
    assert cards(session, "akechi") == []
    assert holder(session, "tanba") == "akechi"
    assert at(session, "tanba") == "hosokawa_tadaoki uesugi_kenshin!"
    assert session.table.mark("akechi", "knocked_out") == "uesugi"


@covers("road_to_honganji", "9-2.x2", "Cards.6")
def test_the_declaration_of_a_fallen_player_may_be_made_anew() -> None:
    lands = {**HOMES, "miyako_azuchi": "takigawa_kazumasu"}
    session = play("chief_adviser", "shibata", lands=lands, marks=[("akechi", "adviser")], out={"akechi": "oda"})
    go(session, Play(card(session, "shibata", "chief_adviser")))
    assert points(session, "shibata") == 4


@covers("road_to_honganji", "1-2-1-3.2", "8-4.1")
def test_a_supporting_strategist_may_take_the_damage() -> None:
    session = fight("akechi_mitsuhide shibata_katsuie takigawa_kazumasu", lands={"echizen": "maeda_toshiie"})
    go(session, "shibata_katsuie", "takigawa_kazumasu", [3], [6])
    assert sorted(listed(session)) == ["shibata_katsuie", "takigawa_kazumasu"]
    go(session, "takigawa_kazumasu", [6])
    assert place(session, "takigawa_kazumasu") == "echizen"


@covers("road_to_honganji", "8-2.x1", "8-4-2-2.1")
def test_an_undirected_general_flees_to_the_most_units_of_his_clan() -> None:
    lands = {"echigo": "uesugi_army", "hida": "uesugi_army*2", "etchu_kaga": "uesugi_army*3 neutral_army"}
    session = fight("akechi_mitsuhide uesugi_kenshin", lands=lands, control={"etchu_kaga": "neutral"})
    go(session, [3], [6], [3])
    assert place(session, "uesugi_kenshin") == "hida"


@covers("road_to_honganji", "Cards.3", "5-2.2")
def test_a_castle_carried_off_leaves_the_area_to_the_others_there() -> None:
    lands = {"harima": "hashiba_hideyoshi", "bizen": "himeji_castle neutral_army"}
    session = play("fortification", "hashiba", lands=lands, control={"bizen": "hashiba"})
    go(session, Play(card(session, "hashiba", "fortification")), "harima")
    assert holder(session, "bizen") == "hashiba"
    go(session, "end")
    assert holder(session, "bizen") == "neutral"
    single = play("fortification", "hashiba", lands={"harima": "hashiba_hideyoshi himeji_castle"})
    assert not can(single, "hashiba", "fortification")


@covers("road_to_honganji", "9-2.3", "10-1.x1")
def test_revenge_by_attack_and_the_fallen_slayer_scores_nothing() -> None:
    lands = {**HOMES, "tanba": "", "miyako_azuchi": "akechi_mitsuhide", "echizen": "shibata_katsuie shibata_army"}
    session = position(
        acting="shibata", lands=lands, hands={"shibata": "x x", "akechi": "x x x", "tokugawa": "x"}, rebels=["akechi"],
        marks=[("akechi", "slayer")], order=SEATS,
    )  # fmt: skip
    go(session, Move("echizen", "miyako_azuchi"), "shibata_katsuie", "go", [3], [6], [5])
    assert status(session, "shibata") == "vassal"
    assert status(session, "akechi") == "out"
    go(session, "end")
    assert points(session, "shibata") == 1 + 2 + 1
    assert cards(session, "akechi") == []
