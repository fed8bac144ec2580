"""Cards 2 to 4, 8 and 13 to 15: armies, castles, Neutral areas."""

from __future__ import annotations

import pytest

from compiler.rules.road_to_honganji.actions import Move, Play, Reinforce, Transfer
from compiler.rules.road_to_honganji.cards_of_force import Desert
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import (
    asked,
    at,
    card,
    go,
    holder,
    listed,
    place,
    position,
    refused,
    rolls,
    status,
)

TANBA = {"tanba": "akechi_mitsuhide hosokawa_fujitaka akechi_army*2"}
ECHIZEN = {"echizen": "shibata_katsuie takigawa_kazumasu maeda_toshiie"}
CAPITAL = {"miyako_azuchi": "oda_nobunaga sakuma_nobumori mori_ranmaru", "gifu": "oda_nobutada"}


@covers("road_to_honganji", "Cards.2")
@pytest.mark.parametrize(("armies", "lost"), [(1, 1), (2, 1), (4, 2), (5, 2)])
def test_half_of_the_armies_desert(armies: int, lost: int) -> None:
    session = position(
        acting="shibata",
        lands={**ECHIZEN, "tanba": f"akechi_mitsuhide akechi_army*{armies}"},
        hands={"shibata": "ashigaru_desertion x"},
    )
    go(session, Play("ashigaru_desertion#1"), Desert("akechi", "tanba"))
    assert session.table.count("armies.akechi") == 6 - armies + lost
    assert session.ask().rule == "6.2"


@covers("road_to_honganji", "Cards.2", "8-2.x1")
def test_the_clan_that_loses_picks_and_any_other_clan_may_lose() -> None:
    session = position(
        acting="shibata",
        lands={
            **CAPITAL,
            "echizen": "shibata_katsuie takigawa_kazumasu shibata_army",
            "tajima": "neutral_army*2",
            "tanba": "akechi_mitsuhide akechi_army akechi_army!",
            "mikawa": "tokugawa_army",
        },
        out={"tokugawa": "oda"},
        hands={"shibata": "ashigaru_desertion ashigaru_desertion x"},
    )
    go(session, Play("ashigaru_desertion#1"))
    assert set(listed(session)) == {
        "desert neutral tajima",
        "desert akechi tanba",
        "desert oda miyako_azuchi",
        "desert tokugawa mikawa",
    }
    assert refused(session, Desert("shibata", "echizen")) == "Cards.2"
    assert refused(session, Desert("akechi", "tango")) == "Cards.2"
    go(session, Desert("akechi", "tanba"))
    assert asked(session) == "akechi"
    assert len(listed(session)) == 2  # the ready or the spent one
    go(session, "akechi_army#2")
    go(session, Play("ashigaru_desertion#2"), Desert("oda", "miyako_azuchi"))
    assert at(session, "miyako_azuchi").count("~") == 1
    none = position(acting="shibata", lands={**ECHIZEN}, hands={"shibata": "ashigaru_desertion x"})
    assert refused(none, Play("ashigaru_desertion#1")) == "Cards.2"


@covers("road_to_honganji", "9-1.x1", "9-1.3", "9-1.1")
def test_desertion_may_end_the_game_at_once() -> None:
    session = position(
        acting="shibata",
        lands={**ECHIZEN, **CAPITAL, "kii_ishiyama": "honganji_army", "tanba": "akechi_mitsuhide"},
        rebels=["akechi"],
        hands={"shibata": "ashigaru_desertion x"},
    )
    go(session, Play("ashigaru_desertion#1"), Desert("honganji", "kii_ishiyama"))
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.rule) == (("shibata",), "9-1.3")


@covers("road_to_honganji", "Cards.3", "FAQ-Q1.1", "FAQ-Q2.1", "FAQ-Q5.1", "FAQ-Q6.1", "10-3.1", "10-3.2")
def test_fortification_places_or_moves_the_castle() -> None:
    lands = {
        "harima": "hashiba_hideyoshi hashiba_army neutral_army",
        "bizen": "hachisuka_koroku",
        "tajima": "hashiba_hidenaga",
        "tanba": "akechi_mitsuhide",
    }
    session = position(
        acting="hashiba",
        lands=lands,
        control={"harima": "hashiba"},
        hands={"hashiba": "fortification fortification fortification x"},
    )
    go(session, Play("fortification#1"))
    assert listed(session) == ["bizen", "tajima", "harima"]  # wherever its name comes from
    assert refused(session, "tanba") == "Cards.3"
    assert refused(session, "tango") == "5-3.1"
    go(session, "bizen")
    assert at(session, "bizen") == "hachisuka_koroku himeji_castle!"
    go(session, Play("fortification#2"))
    assert refused(session, "bizen") == "Cards.3"
    go(session, "harima")
    assert "himeji_castle!" in at(session, "harima")  # keeps its state, beside a Neutral army, and nobody fights
    assert rolls(session) == []
    assert status(session, "hashiba") == "vassal"
    assert not [word for word in listed(session) if "himeji" in word]  # no other way to move it


@covers("road_to_honganji", "Cards.3", "FAQ-Q5.1")
def test_fortification_needs_another_area_and_builds_a_fallen_castle_again() -> None:
    only = position(
        acting="shibata", lands={"echizen": "takigawa_kazumasu kitano_castle"}, hands={"shibata": "fortification x"}
    )
    assert refused(only, Play("fortification#1")) == "Cards.3"
    fallen = position(acting="shibata", lands=ECHIZEN, hands={"shibata": "fortification x"})
    go(fallen, Play("fortification#1"))
    assert "kitano_castle!" in at(fallen, "echizen")


@covers("road_to_honganji", "Cards.4", "FAQ-Q1.1", "10-1.x2")
def test_a_castle_of_another_clan_surrenders() -> None:
    lands = {
        **TANBA,
        "echizen": "shibata_katsuie kitano_castle",
        "harima": "himeji_castle",
        "chugoku": "mouri_terumoto",
        "tango": "sakamoto_castle",
    }
    session = position(lands=lands, hands={"akechi": "surrender_of_garrison_army x"}, out={"shibata": "oda"})
    go(session, Play("surrender_of_garrison_army#1"))
    assert set(listed(session)) == {"kitano_castle", "himeji_castle"}
    assert refused(session, "mouri_terumoto") == "FAQ-Q1.1"
    assert refused(session, "sakamoto_castle") == "Cards.4"
    assert refused(session, "hamamatsu_castle") == "Cards.4"
    go(session, "kitano_castle")
    assert place(session, "kitano_castle") == "castles.shibata"
    assert rolls(session) == []
    none = position(lands=TANBA, hands={"akechi": "surrender_of_garrison_army x"})
    assert refused(none, Play("surrender_of_garrison_army#1")) == "Cards.4"


@covers("road_to_honganji", "Cards.8", "5-2.2")
def test_inducement_wins_an_adjacent_neutral_area_over() -> None:
    lands = {
        **TANBA,
        "tango": "isshiki_yoshimichi araki_murashige",
        "tajima": "yamana_hirotoyo neutral_army",
        "shikoku": "chousokabe_motochika",
        "harima": "ukita_naoie hashiba_army",
        "hokusetsu": "sakuma_nobumori~",
    }
    session = position(
        lands=lands,
        turncoats=["araki_murashige"],
        control={"tango": "neutral", "harima": "neutral"},
        hands={"akechi": "inducement x", "shibata": "x"},
    )
    assert refused(session, Play("inducement#1")) is None
    go(session, Play("inducement#1"))
    # Tango alone fits, so nobody is asked
    assert at(session, "tango") == "akechi_army!"
    assert place(session, "isshiki_yoshimichi") == place(session, "araki_murashige") == "removed"
    assert holder(session, "tango") == "neutral"
    go(session, "end")
    assert holder(session, "tango") == "akechi"
    two = position(
        lands={**lands, "tajima": "yamana_hirotoyo", "tango": "isshiki_yoshimichi"},
        control={"harima": "neutral"},
        hands={"akechi": "inducement x"},
    )
    go(two, Play("inducement#1"))
    for wrong in ("harima", "hokusetsu", "shikoku", "tanba", "miyako_azuchi"):
        assert refused(two, wrong) == "Cards.8"


@covers("road_to_honganji", "Cards.8", "10-2.x1", "1-2-2-1.1")
def test_inducement_needs_an_army_and_an_area_in_play() -> None:
    full = position(
        lands={"tanba": "akechi_mitsuhide hosokawa_fujitaka akechi_army*6", "tango": "isshiki_yoshimichi"},
        hands={"akechi": "inducement x"},
    )
    assert refused(full, Play("inducement#1")) == "Cards.8"
    none = position(lands=TANBA, hands={"akechi": "inducement x"})
    assert refused(none, Play("inducement#1")) == "Cards.8"
    three = position(
        lands={
            "hida": "akechi_mitsuhide hosokawa_fujitaka",
            "shinano": "sanada_masayuki",
            "gifu": "anekouji_yoritsuna",
        },
        scenario="three_players",
        hands={"akechi": "inducement x"},
    )
    go(three, Play("inducement#1"))
    assert refused(three, "kai") == "10-2.x1"


@covers("road_to_honganji", "Cards.13", "1-2-2-1.1")
def test_levy_places_one_or_two_armies_spent() -> None:
    lands = {"tanba": "akechi_mitsuhide", "tango": "hosokawa_tadaoki"}
    session = position(lands=lands, hands={"akechi": "levy levy x"})
    go(session, Play("levy#1"))
    assert refused(session, "enough") == "Cards.13"
    assert refused(session, "harima") == "5-3.1"
    assert refused(session, "kii_ishiyama") == "Cards.13"
    go(session, "tanba", "tango")
    assert at(session, "tanba") == "akechi_army! akechi_mitsuhide"
    assert at(session, "tango") == "akechi_army! hosokawa_tadaoki"
    go(session, Play("levy#2"), "tanba", "enough")
    assert at(session, "tanba") == "akechi_army!*2 akechi_mitsuhide"
    last = position(lands={**lands, "tajima": "akechi_army*5"}, hands={"akechi": "levy x"})
    go(last, Play("levy#1"), "tanba")
    assert last.ask().rule == "6.2"
    empty = position(lands={**lands, "tajima": "akechi_army*6"}, hands={"akechi": "levy x"})
    assert refused(empty, Play("levy#1")) == "Cards.13"


@covers("road_to_honganji", "Cards.14", "10-3.1")
def test_a_transfer_ordered_takes_two_oda_units_from_one_area_to_one() -> None:
    lands = {**TANBA, **CAPITAL, "yamato": "matsunaga_hisahide!", "owari_ise": "niwa_nagahide"}
    session = position(lands=lands, hands={"akechi": "transfer_order x"})
    go(session, Play("transfer_order"))
    assert refused(session, Transfer("oda_nobunaga", "gifu")) == "Cards.14"
    assert refused(session, Transfer("akechi_mitsuhide", "gifu")) == "Cards.14"
    assert refused(session, Transfer("sakuma_nobumori", "tanba")) == "6-4.2"
    assert refused(session, Transfer("sakuma_nobumori", "miyako_azuchi")) == "6-4.2"
    go(session, Transfer("sakuma_nobumori", "gifu"))
    assert refused(session, Transfer("mori_ranmaru", "yamato")) == "Cards.14"
    assert refused(session, Transfer("niwa_nagahide", "gifu")) == "Cards.14"
    go(session, Transfer("mori_ranmaru", "gifu"))
    assert at(session, "gifu") == "mori_ranmaru oda_nobutada sakuma_nobumori"
    one = position(lands=lands, hands={"akechi": "transfer_order x"})
    go(one, Play("transfer_order"), Transfer("matsunaga_hisahide", "gifu"))
    assert at(one, "gifu") == "matsunaga_hisahide! oda_nobutada"  # he was alone there
    assert rolls(one) == []


@covers("road_to_honganji", "Cards.14")
def test_who_may_order_a_transfer() -> None:
    lands = {**TANBA, **CAPITAL}
    assert refused(position(lands=lands, hands={"akechi": "transfer_order x"}), Play("transfer_order")) is None
    rebel = position(lands=lands, rebels=["akechi"], hands={"akechi": "transfer_order x"})
    assert refused(rebel, Play("transfer_order")) == "Cards.14"
    gone = position(
        lands={**TANBA, "gifu": "oda_nobutada", "yamato": "matsunaga_hisahide"}, hands={"akechi": "transfer_order x"}
    )
    assert refused(gone, Play("transfer_order")) == "Cards.14"
    alone = position(
        lands={**TANBA, "miyako_azuchi": "oda_nobunaga mori_ranmaru"}, hands={"akechi": "transfer_order x"}
    )
    assert refused(alone, Play("transfer_order")) == "Cards.14"


@covers("road_to_honganji", "Cards.15", "5-2.5", "7-2.3")
def test_an_uprising_binds_units_without_a_combat() -> None:
    lands = {**TANBA, "echizen": "shibata_katsuie shibata_army*2"}
    session = position(lands=lands, hands={"akechi": "ikki_uprising x", "shibata": "x x"})
    go(session, Play("ikki_uprising"))
    assert refused(session, "tanba") == "Cards.15"
    assert refused(session, "atlantis") == "Cards.15"
    assert {"tango", "echizen", "kii_ishiyama"} <= set(listed(session))
    go(session, "echizen")
    assert listed(session) == ["1", "2"]
    assert refused(session, 3) == "Cards.15"
    go(session, 2)
    assert at(session, "echizen") == "neutral_army*2 shibata_army*2 shibata_katsuie"
    assert rolls(session) == []
    go(session, "end")
    assert holder(session, "echizen") == "shibata"
    assert refused(session, Move("echizen", "hida")) == "7-2.3"
    assert refused(session, Reinforce("shibata", "echizen")) is None


@covers("road_to_honganji", "Cards.15", "1-2-2-1.1", "10-2.x1")
def test_an_uprising_needs_an_army_and_an_area_in_play() -> None:
    none = position(lands={**TANBA, "tajima": "neutral_army*5"}, hands={"akechi": "ikki_uprising x"})
    assert refused(none, Play("ikki_uprising")) == "Cards.15"
    last = position(lands={**TANBA, "tajima": "neutral_army*4"}, hands={"akechi": "ikki_uprising x"})
    go(last, Play("ikki_uprising"), "gifu")
    assert at(last, "gifu") == "neutral_army"
    three = position(lands=TANBA, scenario="three_players", hands={"akechi": "ikki_uprising x"})
    go(three, Play("ikki_uprising"))
    assert refused(three, "mikawa") == "10-2.x1"
    assert card(last, "akechi", "surrounding_nobunaga")
