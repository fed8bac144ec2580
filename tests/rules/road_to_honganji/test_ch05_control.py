"""Chapter 5: who controls what, and when it is settled."""

from __future__ import annotations

from compiler.rules.road_to_honganji.actions import Combat, Move, Play, Reinforce
from compiler.rules.road_to_honganji.ch09_victory import final_lands, score
from compiler.rules.road_to_honganji.field import controlled, controller
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import asked, at, card, go, holder, listed, position, refused, scene

TANBA = {"tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*2"}


@covers("road_to_honganji", "5-2.1", "5-2.2", "5-2.x3", "5.2")
def test_control_changes_when_the_action_turn_ends_and_not_before() -> None:
    session = position(
        lands={**TANBA, "tango": "isshiki_yoshimichi"}, control={"tanba": "akechi"}, hands={"akechi": "x x x"}
    )
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "akechi_army#1", "go", [1, 6], [6])
    assert at(session, "tango") == "akechi_army! akechi_mitsuhide!"
    assert holder(session, "tango") == "neutral"
    assert refused(session, Reinforce("akechi", "tango")) == "5-2.x3"
    before = score(scene(session), "akechi")
    go(session, "end")
    assert holder(session, "tango") == "akechi"
    assert score(scene(session), "akechi") == before + 1
    assert refused(session, Reinforce("akechi", "tango")) is None  # his next action turn: nobody else has cards


@covers("road_to_honganji", "5-2.5")
def test_one_unit_of_the_controller_keeps_control() -> None:
    session = position(
        lands={"tango": "akechi_mitsuhide akechi_army*3 neutral_army"},
        control={"tango": "neutral"},
        hands={"akechi": "x x", "shibata": "x"},
    )
    go(session, Reinforce("neutral", "tango"))
    go(session, "end")
    assert asked(session) == "shibata"  # nothing to decide
    assert holder(session, "tango") == "neutral"


@covers("road_to_honganji", "5-2.3")
def test_of_several_the_one_who_attacked_there_gets_it() -> None:
    session = position(
        lands={"tango": "akechi_mitsuhide akechi_army hachisuka_koroku hashiba_army*3 isshiki_yoshimichi"},
        rebels=["akechi", "hashiba"],
        control={"tango": "neutral"},
        hands={"akechi": "x x", "hashiba": "x"},
    )
    go(session, Combat("tango"), "neutral", [1, 6], [6], "enough")
    assert holder(session, "tango") == "neutral"
    go(session, "end")
    assert holder(session, "tango") == "akechi"


@covers("road_to_honganji", "5-2.3")
def test_a_greater_daimyo_moved_by_a_card_counts_as_itself() -> None:
    session = position(
        lands={"shinano": "uesugi_kenshin uesugi_army*2", "hida": "anekouji_yoritsuna akechi_mitsuhide"},
        rebels=["akechi"],
        control={"hida": "neutral"},
        hands={"akechi": "surrounding_nobunaga x", "shibata": "x"},
    )
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi", Move("shinano", "hida"))
    go(session, "uesugi_kenshin", "uesugi_army#1", "go", "neutral", [1, 6], [6], "end")
    assert holder(session, "hida") == "uesugi"


@covers("road_to_honganji", "5-2.x1")
def test_else_the_clan_that_was_attacked_there_gets_it() -> None:
    session = position(
        acting="shibata",
        lands={
            "owari_ise": "niwa_nagahide akechi_mitsuhide akechi_army hachisuka_koroku",
            "gifu": "maeda_toshiie takigawa_kazumasu",
        },
        rebels=["akechi", "hashiba", "shibata"],
        control={"owari_ise": "oda"},
        hands={"shibata": "x opportunism x", "akechi": "x"},
    )
    go(session, Move("gifu", "owari_ise"), "maeda_toshiie", "go", "akechi", [6])
    go(session, [1, 1], [1])  # Maeda is dead
    go(session, Play(card(session, "shibata", "opportunism")), "niwa_nagahide", "end")
    assert holder(session, "owari_ise") == "akechi"


@covers("road_to_honganji", "5-2.4", "5-2.x2")
def test_else_the_player_of_the_action_turn_chooses_the_western_area_first() -> None:
    session = position(
        acting="shibata",
        lands={
            "echizen": "shibata_katsuie takigawa_kazumasu",
            "owari_ise": "niwa_nagahide akechi_mitsuhide hachisuka_koroku",
            "hokusetsu": "araki_murashige akechi_army hashiba_army",
        },
        rebels=["akechi", "hashiba"],
        control={"owari_ise": "oda", "hokusetsu": "oda"},
        hands={"shibata": "opportunism opportunism x", "akechi": "x"},
    )
    go(session, Play(card(session, "shibata", "opportunism")), "niwa_nagahide")
    go(session, Play(card(session, "shibata", "opportunism")), "araki_murashige", "end")
    assert asked(session) == "shibata"
    assert set(listed(session)) == {"akechi", "hashiba", "neutral"}
    assert refused(session, "oda") == "5-2.4"
    go(session, "hashiba")
    assert holder(session, "hokusetsu") == "hashiba"
    go(session, "neutral")
    assert holder(session, "owari_ise") == "neutral"


@covers("road_to_honganji", "5-2.x2")
def test_if_the_acting_player_is_out_the_first_in_order_chooses() -> None:
    session = position(
        "control_check",
        "akechi",
        lands={"gifu": "maeda_toshiie hachisuka_koroku"},
        control={"gifu": "oda"},
        out={"akechi": "oda"},
        order=("akechi", "hashiba", "shibata", "tokugawa"),
        hands={"shibata": "x"},
    )
    assert asked(session) == "hashiba"


@covers("road_to_honganji", "5-3.1", "5-3.x1")
def test_an_empty_area_is_neutral_at_once() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide akechi_army*2", "tango": "hosokawa_tadaoki", "tajima": "yamana_hirotoyo"},
        hands={"akechi": "x x x", "shibata": "x"},
    )
    assert controlled(scene(session), "akechi") == ["tango", "tanba"]
    empty = position(lands=TANBA, control={"tango": "akechi"}, hands={"akechi": "x x", "shibata": "x"})
    now = scene(empty)
    assert controller(now, "tango") == "neutral"
    assert refused(empty, Reinforce("akechi", "tango")) == "5-3.1"
    assert score(now, "akechi") == 1
    go(empty, Reinforce("akechi", "tanba"), "end")
    assert holder(empty, "tango") == "neutral"


@covers("road_to_honganji", "5-3.x1")
def test_nobody_flees_to_an_area_that_has_become_empty() -> None:
    """Tango was under Akechi control when the action turn began; now nobody stands there."""
    session = position(
        lands={"tanba": "akechi_mitsuhide akechi_army hosokawa_tadaoki", "tajima": "yamana_hirotoyo"},
        control={"tango": "akechi"},
        hands={"akechi": "x x", "shibata": "x"},
    )
    go(session, Move("tanba", "tajima"), "hosokawa_tadaoki", "go", [6], [1], [6])
    assert session.table.pieces["hosokawa_tadaoki"].place == "tanba"


@covers("road_to_honganji", "4-5.6")
def test_control_is_by_clan_not_by_side() -> None:
    session = position(start=True, rebels=["akechi"], hands={"akechi": "x"})
    assert controlled(scene(session), "mouri") == ["chugoku", "bizen"]
    assert score(scene(session), "akechi") == 1
    assert controlled(scene(session), "akechi") == final_lands(scene(session), "akechi") == ["tanba"]
