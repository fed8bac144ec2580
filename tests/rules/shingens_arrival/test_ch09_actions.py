"""4.0 and 9.0 The sequence of play, actions and activation points."""

from __future__ import annotations

from compiler.rules.shingens_arrival.ch09_actions import ACTIONS, Extra
from compiler.rules.shingens_arrival.field import war
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    PLAIN,
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
    rolling,
    rolls,
    scene_of,
    score,
    why_not,
    winner,
)


@covers("shingens_arrival", "4-1-2.2", "4-1-3.1", "4-1-4.1", "4-1-5.1", "9-2-2.1")
def test_a_stage_takes_as_many_activation_points() -> None:
    for stage, able in ((1, 4), (2, 4), (3, 2), (4, 1)):
        session = campaign(
            "takeda_act",
            stage=stage,
            takeda_shingen="5713",
            takeda_nobutoyo="5418",
            amari_nobuyasu="5419",
            atobe_katsusuke="5425",
        )  # ratings 4, 3, 2, 2
        assert len([a for a in legal(session) if a not in ("end_phase", "give_up")]) == able
    assert refused(session, "takeda_nobutoyo") == "4-1-5.1"
    third = campaign("takeda_act", stage=3, takeda_shingen="5713", amari_nobuyasu="5419")
    assert refused(third, "amari_nobuyasu") == "4-1-4.1"


@covers("shingens_arrival", "9-2-1.1", "6-1-7.1", "6-2-1.1", "6.0.1")
def test_a_led_unit_lends_its_strength_only() -> None:
    session = campaign("takeda_act", stage=4, takeda_shingen="5713", amari_nobuyasu="takeda_shingen_1")
    assert refused(session, "takeda_shingen") is None
    assert refused(session, "amari_nobuyasu") == "6-1-7.1"
    shingen = force(session, "takeda_shingen")
    assert war(scene_of(session)).strength([shingen]) == 4 + 2
    assert (shingen.print.modifier, shingen.print.activation) == (3, 4)


@covers("shingens_arrival", "9.0.1", "9-2-3.1", "9-1-1.1")
def test_a_force_acts_once_in_its_own_phase() -> None:
    session = campaign("takeda_act", takeda_shingen="5713", amari_nobuyasu="5418", azai_nagamasa="1616")
    assert refused(session, "azai_nagamasa") == "9.0.1"
    go(session, "takeda_shingen")
    assert refused(session, "amari_nobuyasu") == "9.0.2"  # Shingen's action comes first
    go(session, "rest")
    assert mark(session, "takeda_shingen", "acted") == "takeda"
    assert refused(session, "takeda_shingen") == "9-2-3.1"
    assert refused(session, "amari_nobuyasu") is None


@covers("shingens_arrival", "9.0.2", "9.x3")
def test_five_actions_each_where_it_makes_sense() -> None:
    session = campaign("takeda_act", amari_nobuyasu="0234", atobe_katsusuke="5418")
    assert actions(session, "amari_nobuyasu") == ["move", "rest"]
    assert set(actions(session, "atobe_katsusuke")) == {"move", "strategic_move", "rest"}
    assert set(ACTIONS) == {
        "reorganize",
        "replenish",
        "recover_morale",
        "invest",
        "assault",
        "invest_and_assault",
        "call_for_surrender",
        "skirmish",
        "decisive_battle",
        "move",
        "strategic_move",
        "rest",
    }
    session.apply("amari_nobuyasu")
    assert refused(session, "recover_morale") == "9.x3"
    assert refused(session, "reorganize") == "9.x3"
    assert refused(session, "dance") == "9.0.2"
    whole = campaign("takeda_act", akiyama_nobutomo="4417", atobe_katsusuke="5418")
    assert why_not(whole, "akiyama_nobutomo", "replenish") == "9.x3"
    hurt = campaign("takeda_act", akiyama_nobutomo=at("4417", 3), atobe_katsusuke="5418")
    assert why_not(hurt, "akiyama_nobutomo", "replenish") is None


@covers("shingens_arrival", "9-2-5.1", "9.x1", "4-1-2.1")
def test_a_phase_ends_when_its_player_likes() -> None:
    session = campaign("takeda_act", takeda_shingen="5713", oda_nobunaga="2517", azai_nagamasa="1616")
    go(session, "end_phase")
    assert (session.step, asked(session)) == ("oda_act", "oda_player")
    assert session.table.tracks["operations_phase"] == "oda_tokugawa"
    go(session, "end_phase")
    assert (session.step, asked(session)) == ("anti_oda_act", "takeda_player")
    go(session, "end_phase")
    assert session.table.tracks["stage"] == 2
    assert session.step == "takeda_act"


@covers("shingens_arrival", "9-2-5.3")
def test_points_of_an_idle_force_pass_to_nobody() -> None:
    """Beside Shingen, who does nothing with his four, Kiso has acted as often as his two allow."""
    for stage, refusal in ((2, None), (3, "4-1-4.1")):
        session = campaign("takeda_act", stage=stage, takeda_shingen="5713", kiso_yoshimasa="5713")
        assert refused(session, "takeda_shingen") is None
        assert refused(session, "kiso_yoshimasa") == refusal


@covers("shingens_arrival", "9.x1", "9-2-5.2")
def test_a_phase_without_an_able_force_goes_straight_on() -> None:
    session = campaign("takeda_act", stage=3, takeda_shingen="5713", kiso_yoshimasa="4110", hirate_hirohide="2517")
    go(session, "end_phase")
    assert session.table.tracks["stage"] == 4
    assert session.step == "takeda_act"
    assert refused(session, "kiso_yoshimasa") == "4-1-5.1"


@covers("shingens_arrival", "4.0.1", "4.0.3", "4-1-5.2", "4-1-3.2", "4-1-1(2).1", "9-2-5.2")
def test_after_the_fourth_stage_the_next_turn_begins() -> None:
    session = campaign("takeda_act", stage=4, turn=5, takeda_shingen="5713", oda_nobunaga="2517", rolls=[2, 6])
    go(session, "end_phase", "end_phase")
    assert session.table.tracks["turn"] == 6
    assert rolls(session) == ["random event", "snow"]
    assert session.table.tracks["stage"] == 1
    assert session.step == "takeda_act"
    assert mark(session, "takeda_shingen", "acted") is None


@covers("shingens_arrival", "4-1-2.x1", "16-1-1.2", "4-1-2(3).1", "4-1-2(2).1")
def test_armies_of_a_phase_act_in_any_order() -> None:
    session = campaign(
        "anti_oda_act", {"ikko_band#1": "0330"}, azai_nagamasa="1616", atsuji_sadayuki="1517", asakura_yoshikage="1706"
    )
    go(session, "azai_nagamasa", "rest", "ikko_band#1", "rest", "atsuji_sadayuki", "rest")
    assert refused(session, "asakura_yoshikage") is None
    both = campaign("oda_act", oda_nobunaga="2517", tokugawa_ieyasu="4230", hirate_hirohide="2218")
    go(both, "tokugawa_ieyasu", "rest", "oda_nobunaga", "rest")
    assert refused(both, "hirate_hirohide") is None


@covers("shingens_arrival", "9.x2", "10-2-9.4", "10-2-9.5")
def test_the_phase_stays_open_for_extra_replenishments() -> None:
    session = campaign("anti_oda_act", stage=4, rolls=[3], shimotsuma_rairen=at("0330", 2), oda_nobunaga="2517")
    assert legal(session) == [Extra("shimotsuma_rairen"), "give_up", "end_phase"]
    go(session, Extra("shimotsuma_rairen"))
    assert rolls(session)[0] == "replenishment"
    first = campaign("anti_oda_act", rolls=[1], shimotsuma_rairen=at("0330", 2), oda_nobunaga="2517")
    go(first, Extra("shimotsuma_rairen"))
    assert mark(first, "shimotsuma_rairen", "extra_replenished")
    assert refused(first, Extra("shimotsuma_rairen")) == "10-2-9.4"
    assert refused(first, "shimotsuma_rairen") is None  # his own action is left


@covers("shingens_arrival", "19-1.3")
def test_a_player_may_give_up() -> None:
    session = campaign("takeda_act", takeda_shingen="5713")
    go(session, "give_up")
    assert winner(session) == "oda_player"


@covers("shingens_arrival", "4-1-1(1).1", "4-1-1(2).1", "2.0.2")
def test_the_initial_stage_rolls_single_dice_in_order() -> None:
    session = campaign("random_event", stage="initial", turn=6, takeda_shingen="5713", rolls=[2])
    assert rolls(session) == ["random event"]
    assert rolling(session) == "snow"
    early = campaign("random_event", stage="initial", turn=2, takeda_shingen="5713", rolls=[2])
    assert (early.step, rolls(early)) == ("takeda_act", ["random event"])  # no weather in the 10th month
    assert place(early, "takeda_shingen") == "5713"
    assert PLAIN in early.book.facts.joined


@covers("shingens_arrival", "4-1-1(3).1", "4-1-2(1).2", "4-1-2(2).1", "4-1-2(3).1", "4-1-2.1", "4-1-3.2")
@covers("shingens_arrival", "4-1-2.2", "4-1-3.1", "4-1-4.1", "4-1-5.1", "4.0.3", "4-1-5.2", "4-1-2(1).1")
def test_a_whole_turn_step_by_step() -> None:
    """Takeda, Oda and Azai each have a besieged castle, a commander who can always act, and a busho who cannot."""
    units = {
        "takeda_shingen": "5713",
        "kiso_yoshimasa": "5713",
        "oda_nobunaga": "2517",
        "azai_nagamasa": "1616",
        "shibata_katsuie": at("1517", invested=True),
        "maeda_toshiie": "shibata_katsuie_1",
        "ikeda_tsuneoki": "shibata_katsuie_2",
        "akiyama_nobutomo": at("3719", invested=True),
        "amari_nobuyasu": "akiyama_nobutomo_1",
        "honda_tadakatsu": at("3625", invested=True),
    }
    session = campaign("random_event", units, stage="initial", turn=2, score=(0, 9), rolls=[1, *[6] * 12])
    assert score(session) == (0, 12)  # the lines have been scored
    seen: list[tuple[object, str]] = []
    while session.table.tracks["turn"] == 2 and rolling(session) is None:
        stage, step = session.table.tracks["stage"], str(session.step)
        if (stage, step) not in seen:
            seen.append((stage, step))
            if step == "takeda_act":
                assert (refused(session, "kiso_yoshimasa") is None) == (int(stage) <= 2)
        go(session, "end_phase" if step.endswith("_act") else "stand")
    phases = ["takeda_act", "takeda_sieges", "oda_act", "oda_sieges", "anti_oda_act", "anti_oda_sieges"]
    able = {4: [step for step in phases if step != "anti_oda_act"]}
    rating = session.book.facts.units["azai_nagamasa"].activation
    assert seen == [
        (stage, step) for stage in (1, 2, 3, 4) for step in (able.get(stage, phases) if rating < stage else phases)
    ]
    assert session.table.tracks["turn"] == 3
