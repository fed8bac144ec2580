"""12.0 and 13.0 Castles, garrisons and sieges."""

from __future__ import annotations

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch13_siege import Join, assault_parts
from compiler.rules.shingens_arrival.ch14_skirmish import Attack
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    HOST,
    actions,
    asked,
    at,
    campaign,
    force,
    go,
    legal,
    mark,
    place,
    refused,
    rolls,
    said,
    scene_of,
    score,
    steps,
    why_not,
)


def futamata(*, rolls: tuple[int, ...] = (), step: str = "takeda_act", inside: bool = False, **more: object) -> Session:
    units = {**HOST, "takeda_shingen": more.pop("takeda_shingen", "4328")}
    if inside:
        units["nakane_masateru"] = at("4328", garrison=True)
    return campaign(step, units, rolls=rolls, amari_nobuyasu="5713", **more)  # type: ignore[arg-type]


INVESTING = {"takeda_shingen": at("4328", invested=True)}


@covers("shingens_arrival", "13.0.1", "13.0(1).1", "13-2-1.1", "9.0.2")
def test_siege_is_for_forces_before_an_enemy_castle() -> None:
    session = futamata(baba_nobuharu="4329", akiyama_nobutomo="4316")
    assert {"invest", "assault", "invest_and_assault"} <= set(actions(session, "takeda_shingen"))
    assert why_not(session, "baba_nobuharu", "assault") == "13.0(1).1"  # beside it
    assert why_not(session, "akiyama_nobutomo", "invest") == "13.0(1).1"  # a castle of his own


@covers("shingens_arrival", "13-2.x1")
def test_a_ruin_cannot_be_besieged() -> None:
    session = futamata(marks=[("4328", "abandoned", True), ("4328", "durability", 0)])
    assert why_not(session, "takeda_shingen", "assault") == "13-2.x1"


@covers("shingens_arrival", "13.0(2).1", "13-1-1.1", "13-1-2.1", "13-2-3.2")
def test_investing_takes_three_times_the_level_and_an_assault_more_than_the_garrison() -> None:
    thin = campaign("takeda_act", amari_nobuyasu="4328", takeda_shingen="5713")
    assert why_not(thin, "amari_nobuyasu", "invest") == "13-1-1.1"
    assert why_not(thin, "amari_nobuyasu", "assault") is None
    two = campaign("takeda_act", amari_nobuyasu="4328", takeda_nobutoyo="4328", takeda_shingen="5713")
    assert why_not(two, "amari_nobuyasu", "invest") is None  # all troops of the player in the hex count: 6
    level0 = campaign("takeda_act", amari_nobuyasu="4028", takeda_shingen="5713")
    assert why_not(level0, "amari_nobuyasu", "invest") == "13-1-2.1"  # 2 of 3
    garrison = campaign(
        "takeda_act", takeda_nobutoyo="4328", takeda_shingen="5713", honda_tadakatsu=at("4328", garrison=True)
    )
    assert why_not(garrison, "takeda_nobutoyo", "assault") == "13-2-3.2"  # 4 against 4


@covers("shingens_arrival", "13-1-4.1", "13-1-5.1", "13.0(4).1", "13.0(3).2", "13-1-8.1")
def test_an_investing_force_neither_moves_nor_attacks_nor_gives_up() -> None:
    session = futamata(takeda_shingen=at("4328", invested=True), nakane_masateru="4429")
    found = actions(session, "takeda_shingen")
    assert "assault" in found
    assert "call_for_surrender" in found
    assert not {"move", "strategic_move", "skirmish", "invest"} & set(found)
    for action in ("move", "skirmish", "decisive_battle"):
        assert why_not(session, "takeda_shingen", action) == "13.0(3).2"
    assert why_not(session, "takeda_shingen", "invest") == "13.0(4).1"


@covers("shingens_arrival", "13-1-4.1", "13-1-5.1")
def test_each_force_joins_an_investment_by_its_own_action() -> None:
    session = futamata(baba_nobuharu="4328")
    go(session, "takeda_shingen", "invest")
    assert mark(session, "takeda_shingen", "invested")
    assert mark(session, "baba_nobuharu", "invested") is None
    assert refused(go(session, "baba_nobuharu"), "move") is None  # free still
    assert refused(session, "invest") is None


@covers("shingens_arrival", "13-1-3.1", "13-1-3.2", "12-1-2.1")
def test_an_investment_ends_when_the_besiegers_are_too_few() -> None:
    session = campaign(
        "takeda_act",
        rolls=[1],
        takeda_nobutoyo=at("4328", invested=True),
        amari_nobuyasu=at("4328", acted="takeda"),
        takeda_shingen="5713",
        marks=[("4328", "morale", -1)],
    )  # 6, just enough
    go(session, "takeda_nobutoyo", "assault")  # 1 - 2 - 1 + 1 = -1: 0/8
    assert place(session, "takeda_nobutoyo") == "fallen"
    assert mark(session, "4328", "morale") is None
    strong = futamata(rolls=(1,), takeda_shingen=at("4328", invested=True), marks=[("4328", "morale", -2)])
    go(strong, "takeda_shingen", "assault")
    assert mark(strong, "4328", "morale") == -2


@covers("shingens_arrival", "13-1-3.1", "13-1.x1")
def test_an_investment_ends_when_those_who_invest_are_driven_off() -> None:
    session = campaign(
        "oda_act",
        rolls=[6],
        takeda_nobutoyo=at("4328", invested=True),
        baba_nobuharu="4328",
        honda_tadakatsu="4329",
        oda_nobunaga="2517",
        marks=[("4328", "morale", -1)],
    )
    go(session, "honda_tadakatsu", "skirmish", Attack(("takeda_nobutoyo",)), 1)
    go(session, legal(session)[0])
    assert mark(session, "takeda_nobutoyo", "invested") is None
    assert place(session, "takeda_nobutoyo") != "4328"
    assert mark(session, "4328", "morale") is None  # Baba, strong enough, had not joined
    assert place(session, "baba_nobuharu") == "4328"


@covers(
    "shingens_arrival",
    "13-2-4.2",
    "13-2-4.3",
    "13-2-4.4",
    "13-2-5.1",
    "13-2-5.4",
    "13-2-6.1",
    "13-2-6.2",
    "13-2.1",
    "12-1-2.1",
)
def test_an_assault_wears_the_castle_and_the_assaulters() -> None:
    session = futamata(rolls=(6,))  # strength 20, column 16-20; 6 - 2 - 1 = 3: 1/1
    go(session, "takeda_shingen", "assault")
    assert mark(session, "4328", "durability") == 9
    assert set(legal(session)) == {"takeda_shingen", *HOST}
    go(session, "obata_nobusada")
    assert steps(session, "obata_nobusada") == 3
    assert mark(session, "takeda_shingen", "acted") == "takeda"
    assert mark(session, "4328", "assaulted") == "takeda"
    assert mark(session, "takeda_shingen", "invested") is None


@covers("shingens_arrival", "13-2-4.1", "13-2-6.3", "12-2-3.1")
def test_the_garrison_is_taken_off_the_strength_and_loses_nothing() -> None:
    session = futamata(rolls=(6,), inside=True, honda_tadakatsu=at("4328", garrison=True))
    go(session, "takeda_shingen", "assault")  # 20 less 2 and 4: column 10-15; 3: 1/2
    assert mark(session, "4328", "durability") == 9
    go(session, "obata_nobusada", "obata_nobusada")
    assert (steps(session, "nakane_masateru"), steps(session, "honda_tadakatsu")) == (2, 4)


@covers("shingens_arrival", "13-2-5.2", "13-2-5.3", "11.0.x1", "11-2.2")
def test_the_lowest_morale_of_the_assaulters_against_that_of_the_castle() -> None:
    session = futamata(
        baba_nobuharu=at("4328", morale=-3),
        marks=[("4328", "morale", -1)],
        nakane_masateru=at("4328", garrison=True, morale=-4),
        takeda_shingen=at("4328", invested=True),
    )
    both = [force(session, "takeda_shingen"), force(session, "baba_nobuharu")]
    assert assault_parts(scene_of(session), both, "4328") == {"13-2-5.1": -2, "13-2-5.2": -2, "13-2-5.4": -1}
    assert assault_parts(scene_of(session), both[:1], "4328")["13-2-5.2"] == 1


@covers("shingens_arrival", "13-2-2.1", "13-2-2.2", "13-2-2.x1", "13-2-2.x2")
def test_able_forces_of_the_phase_join_an_assault_and_may_invest() -> None:
    session = futamata(
        rolls=(6,), baba_nobuharu="4328", kosaka_masanobu=at("4328", acted="takeda"), azai_nagamasa="4328"
    )
    go(session, "takeda_shingen", "assault")
    assert refused(session, Join("baba_nobuharu", "assault")) is None
    assert refused(session, Join("baba_nobuharu", "invest_and_assault")) is None
    assert refused(session, Join("kosaka_masanobu", "assault")) == "13-2-2.2"
    assert refused(session, Join("azai_nagamasa", "assault")) == "13-2-2.x1"
    go(session, Join("baba_nobuharu", "invest_and_assault"))
    assert mark(session, "baba_nobuharu", "invested")
    assert mark(session, "takeda_shingen", "invested") is None
    assert mark(session, "baba_nobuharu", "acted") == "takeda"
    alone, both = futamata(rolls=(6,)), said(session)[-1]
    go(alone, "takeda_shingen", "assault")
    assert difference(both) == difference(said(alone)[-1]) + 4  # Baba's strength


def difference(told: str) -> int:
    """The column of an assault, as it is told."""
    return int(told.split("the assault, ")[1].split(" stronger")[0])


@covers("shingens_arrival", "13-2-2.1", "13-2-1.1")
def test_only_those_before_the_castle_join_an_assault() -> None:
    session = futamata(baba_nobuharu="4328", kosaka_masanobu="4329")
    go(session, "takeda_shingen", "assault")
    assert refused(session, Join("kosaka_masanobu", "assault")) == "13-2-2.1"
    assert refused(session, "baba_nobuharu") == "13-2-2.1"  # not said how
    assert refused(session, Join("baba_nobuharu", "assault")) is None


@covers("shingens_arrival", "13-3-1.1", "13-3-3.1")
def test_a_castle_that_was_stormed_is_not_called_in_that_phase_nor_the_other_way_round() -> None:
    hosts = {"takeda_shingen": at("4328", invested=True), "baba_nobuharu": at("4328", invested=True, morale=-1)}
    stormed = go(futamata(**hosts, rolls=(3,)), "takeda_shingen", "assault", "storm")
    while asked(stormed) == "takeda_player" and "baba_nobuharu" not in legal(stormed):
        go(stormed, legal(stormed)[-1])
    assert why_not(stormed, "baba_nobuharu", "call_for_surrender") == "13-3-1.1"
    assert why_not(stormed, "baba_nobuharu", "assault") is None
    called_up = go(futamata(**hosts, rolls=(1,)), "takeda_shingen", "call_for_surrender")
    assert why_not(called_up, "baba_nobuharu", "call_for_surrender") == "13-3-3.1"
    assert why_not(called_up, "baba_nobuharu", "assault") == "13-3-1.1"


@covers("shingens_arrival", "13-1.x1")
def test_besiegers_driven_before_another_castle_do_not_invest_that_one() -> None:
    session = campaign(
        "oda_act",
        rolls=[6],
        takeda_katsuyori=at("4629", invested=True),
        takeda_nobutoyo="takeda_katsuyori_1",
        oyamada_nobushige="takeda_katsuyori_2",
        honda_tadakatsu="4730",
        takeda_shingen="5713",
        oda_nobunaga="2517",
    )
    go(session, "honda_tadakatsu", "skirmish", 1, ("4529",), "takeda_nobutoyo")  # to Kuno; the castle costs a step
    assert place(session, "takeda_katsuyori") == "4529"
    assert mark(session, "takeda_katsuyori", "invested") is None


@covers("shingens_arrival", "13.0(5).1", "13-3-1.1", "13-3-2.1", "13-3-3.1", "13-3-2.x1")
def test_who_may_call_for_surrender_and_when() -> None:
    free = futamata()
    assert why_not(free, "takeda_shingen", "call_for_surrender") == "13.0(5).1"
    busho = futamata(takeda_shingen=at("4328", invested=True), kiso_yoshimasa="4328", baba_nobuharu="4328")
    assert why_not(busho, "kiso_yoshimasa", "call_for_surrender") == "13-3-2.1"
    assert why_not(busho, "baba_nobuharu", "call_for_surrender") is None  # a free taisho beside the investing force
    for mark_, rule in (("assaulted", "13-3-1.1"), ("called", "13-3-3.1")):
        session = futamata(takeda_shingen=at("4328", invested=True), marks=[("4328", mark_, "takeda")])
        assert why_not(session, "takeda_shingen", "call_for_surrender") == rule
    after_call = futamata(takeda_shingen=at("4328", invested=True), marks=[("4328", "called", "takeda")])
    assert why_not(after_call, "takeda_shingen", "assault") == "13-3-1.1"
    other = futamata(takeda_shingen=at("4328", invested=True), marks=[("4328", "called", "anti_oda")])
    assert why_not(other, "takeda_shingen", "call_for_surrender") is None


def called(roll: int, *more: dict[str, object], left: int = 4, **units: object) -> Session:
    """Shingen calls Futamata, of that durability, to surrender."""
    marks = [("4328", "durability", left)]
    session = campaign(
        "takeda_act",
        HOST,
        *more,
        rolls=[roll],
        score=(10, 10),
        takeda_shingen=at("4328", invested=True),
        amari_nobuyasu="5713",
        marks=marks,
        **units,  # type: ignore[arg-type]
    )
    return go(session, "takeda_shingen", "call_for_surrender")


@covers("shingens_arrival", "13-3-4.1", "13-3-5(1).1", "13-3.1")
def test_a_rejected_call_changes_nothing() -> None:
    session = called(5)
    assert rolls(session)[0] == "call for surrender"
    assert mark(session, "4328", "control") is None
    assert mark(session, "takeda_shingen", "invested")
    assert score(session) == (10, 10)


@covers(
    "shingens_arrival", "13-3-5(2).1", "13-3-5(2).4", "13-3-5(2).5", "13-3-6.1", "19-2-1(1).1", "19-2-3.4", "13-3-5.x1"
)
def test_gates_opened_give_the_castle_to_the_caller() -> None:
    session = called(6)
    assert mark(session, "4328", "control") == "takeda"
    assert mark(session, "4328", "durability") == 4
    assert mark(session, "4328", "morale") is None
    assert mark(session, "takeda_shingen", "invested") is None
    assert score(session) == (12, 8)  # before the question
    assert set(legal(session)) == {"hold", "abandon"}
    go(session, "abandon")
    assert mark(session, "4328", "abandoned")
    assert mark(session, "4328", "durability") == 0
    assert score(session) == (12, 8)


@covers("shingens_arrival", "13-3-5(2).2", "13-3-4.3", "13-3-4.2")
def test_the_garrison_of_an_open_castle_goes_to_the_nearest_one() -> None:
    session = called(6, nakane_masateru=at("4328", garrison=True))
    assert place(session, "nakane_masateru") == "4529"  # Kuno, two hexes away
    assert mark(session, "nakane_masateru", "garrison")
    taisho = called(6, honda_tadakatsu=at("4328", garrison=True))
    assert mark(taisho, "4328", "control") is None  # a taisho inside: 5, rejected
    chief = called(6, tokugawa_ieyasu=at("4328", garrison=True), left=5)
    assert mark(chief, "4328", "control") is None  # 6 less 2
    invested = called(6, {"atobe_katsusuke": "4529"}, nakane_masateru=at("4328", garrison=True))
    assert "4529" not in legal(invested)  # an enemy at the gate of Kuno: one of the next nearest
    go(invested, "4230")
    assert place(invested, "nakane_masateru") == "4230"


@covers("shingens_arrival", "13-3-5(2).3")
def test_without_a_castle_to_go_to_opened_gates_are_a_surrender() -> None:
    lords = campaign(
        "oda_act",
        rolls=[6],
        score=(10, 10),
        akechi_mitsuhide=at("0631", invested=True),
        hosokawa_fujitaka="akechi_mitsuhide_1",
        oda_nobunaga="2517",
        itami_chikaoki=at("0631", garrison=True, risen=True),
        matsunaga_hisahide=at("off_map_ashikaga"),
        marks=[("0631", "control", "ashikaga"), ("0631", "durability", 4), ("0228", "control", "oda")],
    )
    go(lords, "akechi_mitsuhide", "call_for_surrender")
    assert place(lords, "itami_chikaoki") == "fallen"


@covers(
    "shingens_arrival", "13-3-5(3).1", "13-3-5(3).2", "13-3-5(3).3", "13-3-5(3).4", "13-3-5(3).5", "15.0.1", "19-2-3.5"
)
def test_a_surrender_kills_the_garrison_and_feeds_the_caller() -> None:
    session = campaign(
        "takeda_act",
        {**HOST, "obata_nobusada": at("takeda_shingen_4", 2)},
        rolls=[6],
        score=(10, 10),
        takeda_shingen=at("4328", invested=True),
        amari_nobuyasu="5713",
        nakane_masateru=at("4328", garrison=True),
        naito_nobunari=at("4328", 1, garrison=True),
        marks=[("4328", "durability", 1), ("4328", "morale", -2)],
    )
    go(session, "takeda_shingen", "call_for_surrender")  # 6 + 2 = 8: surrender
    assert place(session, "nakane_masateru") == "fallen"
    assert mark(session, "4328", "control") == "takeda"
    assert mark(session, "4328", "durability") == 1
    assert mark(session, "4328", "morale") is None
    assert score(session) == (12, 10 - 2 - 2)  # the castle and two busho
    assert steps(session, "obata_nobusada") == 3  # half of 3, rounded down


@covers("shingens_arrival", "13-3-4.4", "13-3-4.2", "13-3-4.3")
def test_morale_and_commanders_inside_change_the_call() -> None:
    from compiler.rules.shingens_arrival.ch13_surrender import call_parts

    session = futamata(
        takeda_shingen=at("4328", invested=True, morale=-1),
        marks=[("4328", "morale", -3)],
        tokugawa_ieyasu=at("4328", garrison=True),
        honda_tadakatsu=at("4328", garrison=True),
    )
    assert call_parts(scene_of(session), force(session, "takeda_shingen"), "4328") == {"13-3-4.2": -2, "13-3-4.4": 2}
    one = futamata(takeda_shingen=at("4328", invested=True), honda_tadakatsu=at("4328", garrison=True))
    assert call_parts(scene_of(one), force(one, "takeda_shingen"), "4328") == {"13-3-4.3": -1, "13-3-4.4": 0}
