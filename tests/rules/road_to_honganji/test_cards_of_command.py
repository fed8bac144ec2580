"""Cards 1 and 9 to 12: movements, combats and greater daimyos by event."""

from __future__ import annotations

from compiler.rules.road_to_honganji.actions import Combat, Move, Play, Reinforce
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import (
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
    status,
)

TANBA = {"tanba": "akechi_mitsuhide hosokawa_fujitaka akechi_army*2"}
UESUGI = {"echigo": "uesugi_kenshin naoe_kanetsugu uesugi_army*2", "shinano": "sanada_masayuki uesugi_army"}


@covers("road_to_honganji", "Cards.1")
def test_surrounding_nobunaga_is_one_of_three_things_for_one_clan() -> None:
    session = position(lands={**TANBA, **UESUGI}, hands={"akechi": "surrounding_nobunaga x"})
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi")
    assert kinds(session) == {"reinforce", "move", "combat"}
    assert refused(session, Reinforce("honganji", "kii_ishiyama")) == "4-6.2"
    assert refused(session, Reinforce("uesugi", "tanba")) == "Cards.1"
    assert refused(session, "nothing") == "Cards.1"
    go(session, Reinforce("uesugi", "echigo"))
    assert "uesugi_army!" in at(session, "echigo")
    assert session.ask().rule == "6.2"  # one thing, and the card is used up
    assert len(cards(session, "akechi")) == 1


@covers("road_to_honganji", "Cards.1", "1-2-2-1.1")
def test_surrounding_nobunaga_needs_a_clan_that_can_do_something() -> None:
    idle = position(
        lands={**TANBA, "kii_ishiyama": "kennyo honganji_army*4!"}, hands={"akechi": "surrounding_nobunaga x"}
    )
    assert refused(idle, Play(card(idle, "akechi", "surrounding_nobunaga"))) == "Cards.1"
    lands = {**TANBA, "kii_ishiyama": "kennyo honganji_army*4!", "echigo": "uesugi_kenshin"}
    able = position(lands=lands, hands={"akechi": "surrounding_nobunaga x"})
    go(able, Play(card(able, "akechi", "surrounding_nobunaga")))
    assert at(able, "echigo") == "uesugi_army! uesugi_kenshin"  # the only clan, the only thing it can do
    full = {**TANBA, "echigo": "uesugi_kenshin uesugi_army*6", "kii_ishiyama": "kennyo"}
    pool = position(lands=full, hands={"akechi": "surrounding_nobunaga x"})
    go(pool, Play(card(pool, "akechi", "surrounding_nobunaga")), "uesugi")
    assert refused(pool, Reinforce("uesugi", "echigo")) == "1-2-2-1.1"


@covers("road_to_honganji", "Cards.9")
def test_surprise_attack_is_not_answered() -> None:
    lands = {**TANBA, "miyako_azuchi": "oda_nobunaga sakuma_nobumori"}
    session = position(lands=lands, hands={"akechi": "surprise_attack x"})
    go(session, Play("surprise_attack#1"))
    assert refused(session, Move("tanba", "tango")) == "Cards.9"
    assert refused(session, Combat("tanba")) == "Cards.9"
    go(session, Move("tanba", "miyako_azuchi"), "akechi_mitsuhide", "akechi_army#1", "go", [3, 4])
    assert rolls(session) == [("attack", 2)]
    assert status(session, "akechi") == "rebel"
    assert at(session, "miyako_azuchi") == "akechi_army! akechi_mitsuhide! oda_nobunaga sakuma_nobumori~"
    nowhere = position(lands={**TANBA}, hands={"akechi": "surprise_attack x"}, control={"kii_ishiyama": "honganji"})
    assert refused(nowhere, Play("surprise_attack#1")) is None  # Kii is two areas away
    far = position(
        lands={
            "shikoku": "akechi_mitsuhide hosokawa_fujitaka akechi_army",
            "kii_ishiyama": "",
            "echigo": "naoe_kanetsugu",
        },
        hands={"akechi": "surprise_attack x"},
    )
    assert refused(far, Play("surprise_attack#1")) == "Cards.9"


@covers("road_to_honganji", "Cards.10", "Cards.11", "7-4.1")
def test_great_return_and_forced_march_reach_four_and_three_areas() -> None:
    session = position(
        acting="hashiba", lands={"harima": "hashiba_hideyoshi hashiba_army*2"}, hands={"hashiba": "great_return x"}
    )
    go(session, Play("great_return"))
    assert refused(session, Move("harima", "hida")) is None  # Tanba, the capital, Gifu, Hida
    assert refused(session, Move("harima", "kai")) == "7.1"
    blocked = position(
        acting="hashiba",
        lands={
            "shikoku": "hashiba_hideyoshi hashiba_army*2",
            "hokusetsu": "neutral_army",
            "harima": "neutral_army",
            "kii_ishiyama": "kennyo",
            "bizen": "neutral_army",
            "chugoku": "neutral_army",
        },
        hands={"hashiba": "great_return x"},
    )
    go(blocked, Play("great_return"))
    assert refused(blocked, Move("shikoku", "harima")) is None
    assert refused(blocked, Move("shikoku", "tanba")) == "7-5.3"  # stopped in the second area
    march = position(
        acting="hashiba", lands={"harima": "hashiba_hideyoshi hashiba_army*2"}, hands={"hashiba": "forced_march x"}
    )
    go(march, Play("forced_march"))
    assert refused(march, Move("harima", "gifu")) is None
    assert refused(march, Move("harima", "hida")) == "7.1"
    assert refused(march, Combat("harima")) == "Cards.11"


@covers("road_to_honganji", "Cards.12")
def test_charge_adds_one_in_the_first_combat_only() -> None:
    lands = {"gifu": "akechi_mitsuhide akechi_army anekouji_yoritsuna neutral_army*4", "tanba": "hosokawa_fujitaka"}
    session = position(lands=lands, hands={"akechi": "charge x x"}, control={"gifu": "neutral"})
    go(session, Play("charge#1"), Combat("gifu"), [4, 4], [6] * 5)
    assert "neutral_army*2" in at(session, "gifu")
    go(session, card(session, "akechi", "surrounding_nobunaga"), [4, 4], [6] * 3, "enough")
    assert "neutral_army*2" in at(session, "gifu")
    move = position(lands={**TANBA, "tango": "isshiki_yoshimichi"}, hands={"akechi": "charge x"})
    go(move, Play("charge#1"))
    assert refused(move, Move("tanba", "tajima")) == "Cards.12"
    go(move, Move("tanba", "tango"), "akechi_mitsuhide", "go", [4], [6])
    assert place(move, "isshiki_yoshimichi") == "removed"
    armies = position(lands={**TANBA, "tango": "isshiki_yoshimichi"}, hands={"akechi": "charge x"})
    go(armies, Play("charge#1"), Move("tanba", "tango"), "akechi_army#1", "go", [6])
    assert rolls(armies) == [("counterattack", 1)]  # no commander, no bonus, no dice


@covers("road_to_honganji", "Cards.12", "1-2-1-3.2")
def test_charge_adds_to_a_strategist() -> None:
    session = position(
        acting="shibata",
        lands={"gifu": "shibata_katsuie takigawa_kazumasu anekouji_yoritsuna neutral_army", "echizen": "maeda_toshiie"},
        control={"gifu": "neutral"},
        hands={"shibata": "charge x"},
    )
    go(session, Play("charge#1"), Combat("gifu"), "shibata_katsuie", "takigawa_kazumasu", [5], [6, 6])
    assert "neutral_army" not in at(session, "gifu")


@covers("road_to_honganji", "Cards.1", "9-2.2")
def test_losses_and_control_are_those_of_the_greater_daimyo() -> None:
    session = position(
        lands={**TANBA, "gifu": "uesugi_kenshin uesugi_army*2", "miyako_azuchi": "oda_nobunaga"},
        hands={"akechi": "surrounding_nobunaga x", "shibata": "x"},
    )
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi", Move("gifu", "miyako_azuchi"))
    go(session, "uesugi_kenshin", "uesugi_army#1", "go", [1, 6], [6])
    assert place(session, "oda_nobunaga") == "removed"
    assert not session.table.mark("akechi", "slayer")
    go(session, "end")
    assert holder(session, "miyako_azuchi") == "uesugi"
    assert "akechi" not in listed(session)
