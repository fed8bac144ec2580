"""Chapter 7: moving units."""

from __future__ import annotations

import pytest

from compiler.rules.road_to_honganji.actions import Move, Play
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import asked, at, card, go, listed, place, position, refused, rolls, status

TANBA = "akechi_mitsuhide hosokawa_tadaoki akechi_army*2"


@covers("road_to_honganji", "7.1", "7.x1")
def test_two_areas_at_most_and_never_back_to_where_it_began() -> None:
    session = position(lands={"tanba": TANBA}, hands={"akechi": "x x"})
    assert refused(session, Move("tanba", "tango")) is None
    assert refused(session, Move("tanba", "echizen")) is None
    assert refused(session, Move("tanba", "hida")) == "7.1"
    assert refused(session, Move("tanba", "tanba")) == "7.x1"
    assert refused(session, Move("tanba", "atlantis")) == "7.1"
    assert refused(session, Move(("tanba",), "tango")) == "7-1.1"  # type: ignore[arg-type]


@covers("road_to_honganji", "7.2", "7-5.3", "7-5.4", "7-5.1", "7.x1")
@pytest.mark.parametrize(
    ("rebel", "blocker", "rule"),
    [
        (False, "isshiki_yoshimichi", "7-5.3"),
        (False, "uesugi_kenshin", "7-5.3"),
        (False, "oda_nobutada", None),
        (False, "hachisuka_koroku", None),
        (False, "maeda_toshiie", "7-5.3"),  # a rebel
        (False, "honda_tadakatsu", "7-5.3"),  # of a clan that is out
        (False, "oda_nobutada isshiki_yoshimichi", "7-5.3"),
        (True, "oda_nobutada", "7-5.4"),
        (True, "hachisuka_koroku", "7-5.4"),
        (True, "maeda_toshiie", "7-5.4"),
    ],
)
def test_who_has_to_stop_where(rebel: bool, blocker: str, rule: str | None) -> None:
    """From Shikoku the only way leads through the Seto Sea."""
    session = position(
        lands={"shikoku": TANBA, "seto_sea": blocker},
        hands={"akechi": "x x"},
        rebels=["shibata", *(["akechi"] if rebel else [])],
        out={"tokugawa": "oda"},
    )
    assert refused(session, Move("shikoku", "harima")) == rule
    assert refused(session, Move("shikoku", "seto_sea")) is None
    if rule is None:
        go(session, Move("shikoku", "harima"), "akechi_mitsuhide", "go")
        assert status(session, "akechi") == "vassal"


@covers("road_to_honganji", "7.2")
def test_a_greater_daimyo_stops_at_any_other_clan_also_of_its_director() -> None:
    session = position(
        lands={"shikoku": "uesugi_kenshin uesugi_army", "seto_sea": "akechi_army", "tanba": "akechi_mitsuhide"},
        hands={"akechi": "surrounding_nobunaga x"},
    )
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi")
    assert refused(session, Move("shikoku", "harima")) == "7.2"
    assert refused(session, Move("shikoku", "seto_sea")) is None


@covers("road_to_honganji", "7.x1")
def test_the_way_is_not_asked_one_legal_way_is_enough() -> None:
    session = position(lands={"tanba": TANBA, "tango": "isshiki_yoshimichi"}, hands={"akechi": "x x"})
    assert listed(session).count("move tanba echizen") == 1  # by the capital, since Tango is barred
    go(session, Move("tanba", "echizen"), "akechi_mitsuhide", "go")
    paths = [e.what.path for e in session.log if getattr(e.what, "path", ())]
    assert paths == [("miyako_azuchi", "echizen")]


@covers("road_to_honganji", "7.3", "7.4", "7-1.1", "7-1.2", "4-6.2")
def test_the_group_is_of_one_area_and_goes_to_one_area() -> None:
    session = position(
        lands={
            "tanba": "akechi_mitsuhide hosokawa_fujitaka! akechi_army*2 sakamoto_castle",
            "tango": "hosokawa_tadaoki",
        },
        hands={"akechi": "x x"},
    )
    go(session, Move("tanba", "miyako_azuchi"))
    assert refused(session, "hosokawa_fujitaka") == "7-1.1"
    assert refused(session, "sakamoto_castle") == "7-2.6"
    assert refused(session, "hosokawa_tadaoki") == "7.4"  # would be picked up on the way
    assert refused(session, "kennyo") == "4-6.2"
    assert refused(session, "harima") == "7.3"
    assert refused(session, "go") == "7.1"
    assert refused(session, ("akechi_mitsuhide",)) == "7.1"
    go(session, "akechi_army#1")
    assert refused(session, "akechi_army#1") == "7.1"
    go(session, "go")
    assert at(session, "miyako_azuchi") == "akechi_army!"


@covers("road_to_honganji", "7-1.2")
@pytest.mark.parametrize(
    "group",
    [
        ["akechi_army#1", "akechi_army#2"],
        ["akechi_mitsuhide", "hosokawa_fujitaka"],
        ["akechi_mitsuhide", "akechi_army#1"],
    ],
)
def test_armies_generals_or_both_may_go(group: list[str]) -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide hosokawa_fujitaka hosokawa_tadaoki akechi_army*2"}, hands={"akechi": "x x"}
    )
    go(session, Move("tanba", "tango"), *group, "go")
    assert {id for id in group if place(session, id) == "tango"} == set(group)


@covers("road_to_honganji", "7-2.1", "7-2.2", "7-2.x2")
def test_one_unit_stays_behind_of_whatever_kind() -> None:
    session = position(lands={"tanba": "akechi_mitsuhide akechi_army*2"}, hands={"akechi": "x x"})
    go(session, Move("tanba", "tango"), "akechi_army#1", "akechi_army#2")
    assert at(session, "tango") == "akechi_army!*2"  # a third could not be picked, nobody is asked
    for stays in ("sakamoto_castle", "hosokawa_fujitaka!"):
        session = position(lands={"tanba": f"akechi_mitsuhide akechi_army*2 {stays}"}, hands={"akechi": "x x"})
        go(session, Move("tanba", "tango"), "akechi_army#1", "akechi_army#2", "akechi_mitsuhide")
        assert at(session, "tanba") == stays
    alone = position(lands={"tanba": "akechi_mitsuhide"}, hands={"akechi": "x x"})
    assert refused(alone, Move("tanba", "tango")) == "7-2.2"
    pair = position(lands={"tanba": "akechi_mitsuhide akechi_army"}, hands={"akechi": "x x"})
    go(pair, Move("tanba", "tango"))
    assert listed(pair) == ["akechi_mitsuhide", "akechi_army#1"]


@covers("road_to_honganji", "7-2.1", "7-2.6", "1-2-1-2.2")
def test_defending_generals_do_not_move() -> None:
    session = position(lands={"tanba": "sakamoto_castle akechi_army!"}, hands={"akechi": "x x"})
    assert refused(session, Move("tanba", "tango")) == "7-2.6"
    spent = position(lands={"tanba": "akechi_mitsuhide! akechi_army!"}, hands={"akechi": "x x"})
    assert refused(spent, Move("tanba", "tango")) == "7-1.1"
    terumoto = position(
        acting="shibata", lands={"chugoku": "mouri_terumoto mouri_army*2"}, hands={"shibata": "surrounding_nobunaga x"}
    )
    go(terumoto, Play(card(terumoto, "shibata", "surrounding_nobunaga")), "mouri", Move("chugoku", "bizen"))
    assert refused(terumoto, "mouri_terumoto") == "7-2.6"


@covers("road_to_honganji", "7-2.1", "7-2.3", "7-2.4", "7-2.7")
@pytest.mark.parametrize(
    ("others", "rule"),
    [
        ("neutral_army", "7-2.3"),
        ("oda_nobutada", "7-2.3"),
        ("hachisuka_koroku", "7-2.3"),  # a vassal
        ("honda_tadakatsu", "7-2.3"),  # of a clan that is out
        ("maeda_toshiie", None),
        ("uesugi_kenshin", None),
        ("maeda_toshiie uesugi_kenshin houjou_tsunashige", None),
        ("uesugi_kenshin neutral_army", "7-2.7"),
        ("maeda_toshiie oda_nobutada", "7-2.7"),
    ],
)
def test_whom_a_rebel_may_leave(others: str, rule: str | None) -> None:
    session = position(
        lands={"gifu": f"akechi_mitsuhide akechi_army*2 {others}"},
        rebels=["akechi", "shibata"],
        out={"tokugawa": "oda"},
        hands={"akechi": "x x"},
    )
    assert refused(session, Move("gifu", "hida")) == rule


@covers("road_to_honganji", "7-2.3")
@pytest.mark.parametrize("others", ["maeda_toshiie", "uesugi_kenshin", "hachisuka_koroku", "neutral_army"])
def test_a_vassal_may_leave_nobody(others: str) -> None:
    session = position(
        lands={"gifu": f"akechi_mitsuhide akechi_army {others}"}, rebels=["shibata"], hands={"akechi": "x x"}
    )
    assert refused(session, Move("gifu", "hida")) == "7-2.3"


@covers("road_to_honganji", "7-2.5", "7-2.x1", "7-2.7")
@pytest.mark.parametrize(
    ("others", "rebels", "rule"),
    [
        ("akechi_mitsuhide", ["akechi"], None),
        ("akechi_mitsuhide", [], "7-2.3"),
        ("houjou_tsunashige", ["akechi"], "7-2.7"),
        ("houjou_tsunashige akechi_mitsuhide", ["akechi"], "7-2.7"),
        ("akechi_mitsuhide maeda_toshiie", ["akechi", "shibata"], None),
    ],
)
def test_whom_a_greater_daimyo_may_leave(others: str, rebels: list[str], rule: str | None) -> None:
    session = position(
        lands={"gifu": f"uesugi_kenshin uesugi_army {others}", "tanba": "hosokawa_tadaoki", "echigo": "naoe_kanetsugu"},
        rebels=rebels,
        hands={"akechi": "surrounding_nobunaga x"},
    )
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi")
    assert refused(session, Move("gifu", "hida")) == rule


@covers("road_to_honganji", "7-3.1", "7-3.x1")
def test_one_combat_follows_on_arrival_against_one_clan_and_cannot_be_declined() -> None:
    session = position(
        lands={"tanba": TANBA, "tango": "isshiki_yoshimichi hachisuka_koroku"},
        rebels=["akechi", "hashiba"],
        hands={"akechi": "x x", "hashiba": "x"},
    )
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go")
    assert set(listed(session)) == {"hashiba", "neutral"}
    go(session, "hashiba", [6], [6])
    assert rolls(session) == [("attack", 1), ("counterattack", 1)]
    assert refused(session, "end") is None  # and no second combat
    friend = position(
        lands={"tanba": TANBA, "tango": "hachisuka_koroku"},
        rebels=["akechi", "hashiba"],
        hands={"akechi": "x x", "hashiba": "x"},
    )
    go(friend, Move("tanba", "tango"), "akechi_mitsuhide", "go")
    assert asked(friend) == "chance"  # rebel against rebel, nobody asked whether


@covers("road_to_honganji", "7-3.x2", "8-1-1.1", "7-3.3")
def test_ready_units_already_there_fight_along_and_may_command() -> None:
    session = position(
        acting="shibata",
        lands={"echizen": "shibata_katsuie shibata_army*2", "hida": "maeda_toshiie anekouji_yoritsuna"},
        control={"hida": "neutral"},
        hands={"shibata": "x x"},
    )
    go(session, Move("echizen", "hida"), "shibata_army#1", "shibata_army#2", "go", [3, 3, 3], [6])
    assert rolls(session)[0] == ("attack", 3)
    assert at(session, "hida") == "anekouji_yoritsuna maeda_toshiie! shibata_army!*2"


@covers("road_to_honganji", "7-3.3", "8.6")
def test_moved_units_are_spent_with_or_without_a_combat() -> None:
    session = position(lands={"tanba": TANBA, "tango": "akechi_army hosokawa_fujitaka!"}, hands={"akechi": "x x"})
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "akechi_army#2", "go")
    assert at(session, "tango") == "akechi_army akechi_army! akechi_mitsuhide! hosokawa_fujitaka!"


@covers("road_to_honganji", "8-5.3")
def test_no_additional_combat_after_a_movement() -> None:
    session = position(lands={"tanba": TANBA, "tango": "isshiki_yoshimichi"}, hands={"akechi": "x x x x"})
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go", [6], [6])
    assert at(session, "tango") == "akechi_mitsuhide! isshiki_yoshimichi"
    assert refused(session, card(session, "akechi", "surrounding_nobunaga")) == "6.2"


@covers("road_to_honganji", "7-4.1")
def test_a_movement_by_card_follows_the_usual_rules() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide", "tango": "akechi_army*2 isshiki_yoshimichi"},
        control={"tango": "akechi"},
        hands={"akechi": "forced_march x"},
    )
    assert refused(session, Play("forced_march")) == "Cards.11"  # nothing can move: one stays, the others are bound
    session = position(lands={"tanba": "akechi_mitsuhide hosokawa_tadaoki"}, hands={"akechi": "forced_march x"})
    go(session, Play("forced_march"), Move("tanba", "hida"), "akechi_mitsuhide")
    assert at(session, "tanba") == "hosokawa_tadaoki"
