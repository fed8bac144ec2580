"""10-1: players knocked out of the game."""

from __future__ import annotations

from compiler.play.session import Session
from compiler.rules.road_to_honganji.actions import Combat, Discard, Move, Play, Reinforce
from compiler.rules.road_to_honganji.field import controlled, in_order, is_defending
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import (
    asked,
    at,
    card,
    cards,
    go,
    holder,
    listed,
    place,
    position,
    refused,
    rolls,
    scene,
    status,
)

LANDS = {
    "tanba": "akechi_mitsuhide",
    "harima": "hashiba_army",
    "echizen": "shibata_katsuie shibata_army maeda_toshiie takigawa_kazumasu hashiba_hideyoshi hashiba_army*4",
    "hida": "shibata_army*2",
    "mikawa": "tokugawa_ieyasu",
}


def beaten(**more: str) -> Session:
    session = position(
        acting="hashiba",
        lands=LANDS,
        rebels=["hashiba"],
        control={"echizen": "shibata"},
        order=("hashiba", "shibata", "tokugawa", "akechi"),
        hands={"hashiba": "x x", "shibata": "levy charge x", "tokugawa": "x", "akechi": "x", **more},
    )
    return go(session, Combat("echizen"), "maeda_toshiie", "enough", [1, 1, 6, 6, 6], [6] * 4, "shibata_katsuie", [1])


@covers("road_to_honganji", "10-1.1", "10-1.x1", "10-1.5", "10-1-1.1", "10-1.2", "3-1.x1")
def test_a_player_whose_leader_is_removed_is_out() -> None:
    session = beaten()
    assert status(session, "shibata") == "out"
    assert session.table.mark("shibata", "knocked_out") == "hashiba"
    assert cards(session, "shibata") == []
    assert {"levy#1", "charge#1"} <= set(session.table.stacks["used"])
    assert place(session, "order_shibata") == "removed"
    assert "maeda_toshiie" in at(session, "echizen")
    assert holder(session, "echizen") == "shibata"
    now = scene(session)
    assert controlled(now, "shibata") == ["echizen", "hida"]
    assert in_order(now) == ["hashiba", "tokugawa", "akechi"]
    go(session, "enough")
    go(session, Discard(card(session, "hashiba", "surrounding_nobunaga")))
    assert asked(session) == "tokugawa"


@covers("road_to_honganji", "10-1.3", "1-2-1-2.4")
def test_his_generals_only_defend() -> None:
    session = beaten()
    assert is_defending(scene(session), "maeda_toshiie")
    go(session, card(session, "hashiba", "surrounding_nobunaga"), [1, 6, 6, 6, 6], [6, 6])
    assert place(session, "takigawa_kazumasu") == "removed"
    assert rolls(session)[-1] == ("counterattack", 2)  # no die for him


@covers("road_to_honganji", "8-4-2.x1", "10-1.1")
def test_other_generals_still_check_and_may_flee_before_their_player_is_out() -> None:
    session = position(
        acting="hashiba",
        rebels=["hashiba"],
        hands={"hashiba": "x x", "akechi": "x"},
        lands={
            **LANDS,
            "tanba": "akechi_mitsuhide hosokawa_tadaoki hashiba_hideyoshi hashiba_army*2",
            "tango": "akechi_army",
            "echizen": "shibata_katsuie",
        },
        control={"tanba": "akechi"},
    )
    go(session, Combat("tanba"), "akechi_mitsuhide", [1, 1, 6], [6, 6], [1])
    assert status(session, "akechi") == "vassal"  # not yet
    go(session, [6])
    assert place(session, "hosokawa_tadaoki") == "tango"
    assert status(session, "akechi") == "out"


@covers("road_to_honganji", "10-1.5", "10-1.1")
def test_who_falls_in_his_own_action_turn_has_done() -> None:
    session = position(
        lands={
            **LANDS,
            "tanba": "",
            "gifu": "akechi_mitsuhide akechi_army! niwa_nagahide",
            "echizen": "shibata_katsuie",
        },
        rebels=["akechi"],
        hands={"akechi": "x x x", "tokugawa": "x x"},
        control={"gifu": "oda"},
    )
    go(session, Combat("gifu"), [6], [1], [6])  # no refuge
    assert status(session, "akechi") == "out"
    assert asked(session) == "tokugawa"
    assert cards(session, "akechi") == []


@covers("road_to_honganji", "10-1.x2", "10-1.4", "10-1.2")
def test_a_clan_that_is_out_can_be_attacked_and_named_by_cards_and_gets_nothing() -> None:
    session = position(
        lands={
            "hida": "akechi_mitsuhide akechi_army*2",
            "echizen": "maeda_toshiie takigawa_kazumasu shibata_army neutral_army",
        },
        control={"echizen": "shibata"},
        out={"shibata": "hashiba"},
        hands={"akechi": "opportunism x x"},
    )
    assert refused(session, Reinforce("shibata", "echizen")) == "6-3.1"
    assert refused(session, Move("echizen", "gifu")) == "10-1.2"
    go(session, Play("opportunism#1"))  # Takigawa
    assert session.table.pieces["takigawa_kazumasu"].side == "neutral"
    go(session, Move("hida", "echizen"), "akechi_mitsuhide", "akechi_army#1", "go")
    assert set(listed(session)) == {"shibata", "neutral"}
    go(session, "shibata", [1, 6], [6, 6])
    assert status(session, "akechi") == "vassal"
