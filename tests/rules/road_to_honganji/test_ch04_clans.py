"""Chapter 4: sides, vassals and rebels, greater daimyos, clans apart from each other."""

from __future__ import annotations

from compiler.rules.road_to_honganji.actions import Combat, Move, Play, Reinforce
from compiler.rules.road_to_honganji.ch04_clans import side
from compiler.rules.road_to_honganji.field import other_clans, units_in
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
    scene,
    status,
    the_game,
)

TANBA = {"tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*2"}
CLANS = tuple(the_game().sides)


@covers("road_to_honganji", "4.2", "4-1.3", "4-2.5", "4-3.3", "4-4.2", "10-1.2")
def test_every_clan_is_on_one_of_three_sides() -> None:
    start = scene(position(start=True, hands={"akechi": "x"}))
    anti = dict.fromkeys(("uesugi", "houjou", "mouri", "honganji"), "anti-oda side")
    vassals = dict.fromkeys(("akechi", "shibata", "tokugawa", "hashiba", "oda"), "oda side")
    assert {clan: side(start, clan) for clan in CLANS} == {**vassals, **anti, "neutral": "neutral side"}
    later = scene(position(start=True, hands={"akechi": "x"}, rebels=["akechi"], out={"tokugawa": "akechi"}))
    assert {clan: side(later, clan) for clan in CLANS} == {
        **vassals,
        **anti,
        "neutral": "neutral side",
        "akechi": "anti-oda side",
        "tokugawa": "neutral side",
    }


@covers("road_to_honganji", "4-1.2", "4-1.x2")
def test_a_player_is_vassal_rebel_or_out_and_others_are_nothing() -> None:
    session = position(start=True, hands={"akechi": "x"}, rebels=["shibata", "tokugawa"], out={"tokugawa": "oda"})
    assert [status(session, s) for s in ("akechi", "shibata", "tokugawa", "oda")] == ["vassal", "rebel", "out", "None"]


@covers("road_to_honganji", "4-6.1", "4.4")
def test_all_other_clans_are_other_clans() -> None:
    everyone = " ".join(
        next(id for id, c in the_game().counters.items() if c.side == s and c.kind == "general") for s in CLANS
    )
    now = scene(position(lands={"gifu": everyone}, hands={"akechi": "x"}))
    for clan in CLANS:
        assert other_clans(now, clan, "gifu") == [c for c in CLANS if c != clan]
        assert len(units_in(now, clan, "gifu")) == 1


@covers("road_to_honganji", "4-1.5", "4-1.x1")
def test_a_vassal_who_ends_beside_oda_is_a_rebel_before_any_die() -> None:
    session = position(
        lands={**TANBA, "miyako_azuchi": "oda_nobunaga tokugawa_ieyasu"},
        hands={"akechi": "x x"},
        order=("akechi", "shibata", "tokugawa", "hashiba"),
        rebels=["tokugawa"],
    )
    assert status(session, "akechi") == "vassal"
    go(session, Move("tanba", "miyako_azuchi"), "hosokawa_tadaoki", "go")
    assert status(session, "akechi") == "rebel"
    assert listed(session) == ["tokugawa", "oda"]  # the target is chosen after that
    assert rolls(session) == []
    assert place(session, "order_akechi") == "order_1"  # the order of this turn stays


@covers("road_to_honganji", "4-1.6", "4-1.8")
def test_a_vassal_who_ends_beside_another_vassal_is_a_rebel_for_good() -> None:
    session = position(
        acting="hashiba",
        lands={"harima": "hashiba_hideyoshi hachisuka_koroku", "tanba": "hosokawa_tadaoki"},
        hands={"hashiba": "x x", "akechi": "x"},
    )
    go(session, Move("harima", "tanba"), "hachisuka_koroku")
    assert (status(session, "hashiba"), status(session, "akechi")) == ("rebel", "vassal")
    go(session, [6], [6])
    assert status(session, "hashiba") == "rebel"
    assert not [word for word in listed(session) if "vassal" in word]
    turned = [e.what for e in session.log if getattr(e.what, "piece", "").startswith("order_") and e.step != "order"]
    assert [(event.piece, event.face) for event in turned] == [("order_hashiba", 1)]  # type: ignore[union-attr]


@covers("road_to_honganji", "4-1.5", "4-1.6")
def test_beside_neutral_rebels_or_greater_daimyos_a_vassal_stays_one() -> None:
    for word in ("isshiki_yoshimichi", "maeda_toshiie", "uesugi_kenshin"):
        session = position(lands={**TANBA, "tango": word}, hands={"akechi": "x x"}, rebels=["shibata"])
        go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go")
        assert status(session, "akechi") == "vassal"


@covers("road_to_honganji", "4-1.x2")
def test_units_of_a_clan_that_is_out_make_nobody_a_rebel() -> None:
    session = position(
        lands={"owari_ise": "akechi_mitsuhide akechi_army", "mikawa": "honda_tadakatsu"},
        hands={"akechi": "x x"},
        out={"tokugawa": "oda"},
    )
    go(session, Move("owari_ise", "mikawa"), "akechi_mitsuhide", "go")
    assert status(session, "akechi") == "vassal"
    go(session, [6], [6])
    assert rolls(session) == [("attack", 1), ("counterattack", 1)]


@covers("road_to_honganji", "4-1.10", "Cards.1", "4-6.2")
def test_moving_a_greater_daimyo_makes_nobody_a_rebel() -> None:
    session = position(
        lands={**TANBA, "gifu": "uesugi_kenshin uesugi_army", "miyako_azuchi": "oda_nobunaga"},
        hands={"akechi": "surrounding_nobunaga x"},
    )
    go(session, Play(card(session, "akechi", "surrounding_nobunaga")), "uesugi")
    assert refused(session, Move("tanba", "tango")) == "7-1.1"  # the own clan is Uesugi now
    go(session, Move("gifu", "miyako_azuchi"), "uesugi_kenshin", "go")
    assert status(session, "akechi") == "vassal"
    go(session, [6], [6])
    assert rolls(session) == [("attack", 1), ("counterattack", 1)]


@covers("road_to_honganji", "4-1.9", "4-1.x3", "8-4-2-2.x1")
def test_flight_beside_another_vassal_makes_nobody_a_rebel() -> None:
    """Akechi controls Tango by Fujitaka alone; he is turned, Shibata moves in, then an Akechi general flees there."""
    session = position(
        acting="shibata",
        lands={
            "tanba": "akechi_mitsuhide hosokawa_tadaoki",
            "tango": "hosokawa_fujitaka",
            "echizen": "shibata_katsuie takigawa_kazumasu maeda_toshiie",
            "tajima": "kikkawa_motoharu mouri_army",
        },
        hands={"shibata": "opportunism x surrounding_nobunaga x x", "akechi": "x x"},
    )
    go(session, Play(card(session, "shibata", "opportunism")), "hosokawa_fujitaka")
    go(session, Move("echizen", "tango"), "maeda_toshiie", "go")
    go(session, [6], [6])  # Shibata against the turncoat
    assert status(session, "shibata") == "vassal"
    go(session, Play(card(session, "shibata", "surrounding_nobunaga")), "mouri", Move("tajima", "tanba"))
    go(session, "kikkawa_motoharu", "go", "akechi_mitsuhide", [1], [6, 6], "hosokawa_tadaoki", [3])
    assert place(session, "hosokawa_tadaoki") == "tango"  # the only refuge
    assert (status(session, "shibata"), status(session, "akechi")) == ("vassal", "vassal")
    go(session, "end")
    assert holder(session, "tango") == "akechi"


@covers("road_to_honganji", "4-1.x3", "6-6.2", "7-2.3")
def test_two_vassals_in_one_area_hold_each_other_and_may_fight_without_rebelling() -> None:
    session = position(
        lands={"tango": "hosokawa_tadaoki akechi_army maeda_toshiie"},
        control={"tango": "akechi"},
        hands={"akechi": "x x"},
    )
    assert refused(session, Move("tango", "tajima")) == "7-2.3"
    go(session, Combat("tango"), [6, 6], [6])
    assert (status(session, "shibata"), status(session, "akechi")) == ("vassal", "vassal")


@covers("road_to_honganji", "4-2.2", "4-3.2", "4-4.4")
def test_nobody_acts_for_clans_without_a_player() -> None:
    session = position(start=True, hands={"akechi": "x x"})
    assert refused(session, Move("chugoku", "bizen")) == "4-2.2"
    assert refused(session, Move("miyako_azuchi", "gifu")) == "4-3.2"
    assert refused(session, Move("tango", "tajima")) == "4-4.4"
    assert refused(session, Move("harima", "tajima")) == "7-1.1"
    assert refused(session, Combat("miyako_azuchi")) == "6-6.1"
    assert refused(session, Combat("tango")) == "6-6.1"


@covers("road_to_honganji", "4-2.3", "4-2.4", "4-2.x1")
def test_each_player_directs_only_clans_of_his_list_any_of_them_each_time() -> None:
    for seat, clans in (
        ("akechi", ["uesugi", "houjou", "honganji"]),
        ("shibata", ["mouri", "honganji"]),
        ("tokugawa", ["mouri", "honganji"]),
        ("hashiba", ["uesugi", "houjou"]),
    ):
        session = position(start=True, acting=seat, hands={seat: "surrounding_nobunaga surrounding_nobunaga x"})
        go(session, Play(card(session, seat, "surrounding_nobunaga")))
        assert listed(session) == clans
        for other in set(CLANS) - set(clans):
            assert refused(session, other) == "4-2.3"
        if seat == "hashiba":
            go(session, "uesugi", Reinforce("uesugi", "echigo"))
            go(session, Play(card(session, seat, "surrounding_nobunaga")))
            assert listed(session) == clans
    gone = position(
        acting="akechi", lands={**TANBA, "echigo": "uesugi_kenshin"}, hands={"akechi": "surrounding_nobunaga x"}
    )
    go(gone, Play(card(gone, "akechi", "surrounding_nobunaga")))
    assert refused(gone, "houjou") == "4-2.x1"


@covers("road_to_honganji", "4-4.1", "4-4.3")
def test_the_neutral_clan_is_one_and_only_counterattacks() -> None:
    session = position(
        lands={"shinano": "sanada_masayuki neutral_army akechi_mitsuhide"},
        hands={"akechi": "x x"},
        control={"shinano": "neutral"},
    )
    go(session, Combat("shinano"), [6], [5, 5], "enough")
    assert rolls(session) == [("attack", 1), ("counterattack", 2)]
    assert at(session, "shinano") == "akechi_mitsuhide! neutral_army sanada_masayuki"


@covers("road_to_honganji", "4-5.1", "10-1.4")
def test_clans_of_one_side_may_fight_each_other_and_a_fallen_clan_is_not_neutral() -> None:
    session = position(
        lands={"gifu": "akechi_mitsuhide shibata_katsuie honda_tadakatsu neutral_army"},
        rebels=["akechi", "shibata"],
        out={"tokugawa": "oda"},
        control={"gifu": "akechi"},
        hands={"akechi": "x x", "shibata": "x"},
    )
    go(session, Combat("gifu"))
    assert set(listed(session)) == {"shibata", "tokugawa", "neutral"}
    go(session, "shibata", [6], [6])
    assert asked(session) == "akechi"


@covers("road_to_honganji", "4-5.5")
def test_only_the_two_clans_in_a_combat_roll_and_lose() -> None:
    session = position(
        lands={"gifu": "akechi_mitsuhide akechi_army oda_nobutada mori_ranmaru anekouji_yoritsuna neutral_army*2"},
        rebels=["akechi"],
        control={"gifu": "oda"},
        hands={"akechi": "x x"},
    )
    go(session, Combat("gifu"), "oda", [1, 1], [6, 6])
    assert rolls(session) == [("attack", 2), ("counterattack", 2), ("death in battle", 1)][:2]
    assert "anekouji_yoritsuna" in at(session, "gifu")
    assert "neutral_army*2" in at(session, "gifu")
