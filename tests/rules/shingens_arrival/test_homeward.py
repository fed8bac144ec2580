"""Shingen's line as greedy lords see it: where it runs, who keeps it open, who stands across it."""

from __future__ import annotations

import itertools
from typing import Any

from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.shingens_arrival import homeward
from compiler.rules.shingens_arrival.ch05_zones import castle_ring
from compiler.rules.shingens_arrival.ch08_lines import closed, has_line
from compiler.rules.shingens_arrival.ch18_weather import ways_ahead
from compiler.rules.shingens_arrival.facts import NOBUNAGA, SHINGEN
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.homeward import gaps, is_across, is_cut_off, keeps_open, line, posts, would_shut
from compiler.rules.shingens_arrival.plans import goal_of
from compiler.rules.shingens_arrival.targets import is_hunted, is_safe
from tests.rules.shingens_arrival.campaign import HOST, ODA_PLAYER, TAKEDA_PLAYER, at, campaign, force, go, scene_of
from tests.rules.shingens_arrival.test_greedy import advised, value

COME = at("0725", entered_kyoto=True)
GAP, NEAR = "3424", "3625"  # where Hirate at 3425 shuts the line through Mikawa, and Tsukude, two hexes from there


def cut_off(**more: Any) -> Session:
    """Shingen at Nagashima, past Owari, and one of Oda beside his line."""
    units = {"oda_nobunaga": "1414", "takeda_shingen": "2323", "hirate_hirohide": "3425"}
    return campaign("takeda_act", HOST, units, more)


def test_the_line_runs_home_over_relays_in_reach_of_each_other() -> None:
    session = campaign("takeda_act", HOST, takeda_shingen="4316", oda_nobunaga="2517")
    scene = scene_of(session)
    path = line(scene)
    assert (path[0], path[-1]) == ("4316", "5713")
    assert all(b in scene.book.facts.joined[a] for a, b in itertools.pairwise(path))
    assert not is_cut_off(scene)
    assert gaps(scene) == ()


def test_without_castles_in_between_there_is_no_line_at_all() -> None:
    castles = campaign("takeda_act").book.facts.castles
    ruins = [(hex, "abandoned", True) for hex in castles if hex != "5713"]
    assert line(scene_of(campaign("takeda_act", HOST, takeda_shingen="0725", marks=ruins))) == ()


def test_a_gap_is_a_hex_of_the_line_in_an_enemy_zone_and_a_friend_there_opens_it() -> None:
    scene = scene_of(cut_off())
    assert is_cut_off(scene)
    assert gaps(scene) == [GAP]
    assert GAP in closed(scene, TAKEDA_PLAYER)
    posted = cut_off(kosaka_masanobu=GAP)
    assert not is_cut_off(scene_of(posted))
    assert keeps_open(scene_of(posted), force(posted, "kosaka_masanobu"))
    assert goal_of(scene_of(posted), force(posted, "kosaka_masanobu")) == GAP


def test_the_nearest_who_can_be_spared_goes_to_a_gap_and_stands_there_whatever_comes() -> None:
    strong = {"sakuma_nobumori": "3425", "mizuno_nobumoto": "sakuma_nobumori_1"}
    session = cut_off(kosaka_masanobu=NEAR, anayama_nobukimi="5425", **strong)
    scene, able = scene_of(session), ("anayama_nobukimi", "kosaka_masanobu")
    assert posts(scene, [force(session, id) for id in able], able)["kosaka_masanobu"] in gaps(scene)
    goal = goal_of(scene, force(session, "kosaka_masanobu"))
    assert goal in gaps(scene)
    go(session, "kosaka_masanobu", "move")
    assert advised(session)[-1] == goal


def test_shingen_goes_out_of_kyoto_for_an_enemy_he_can_beat_if_somebody_keeps_it() -> None:
    units = {"takeda_shingen": COME, "oda_nobunaga": "2517", "hirate_hirohide": "0925"}
    kept = campaign("takeda_act", HOST, units, naito_masatoyo="0725")
    assert goal_of(scene_of(kept), force(kept, SHINGEN)) == "0925"
    alone = campaign("takeda_act", HOST, units)
    assert goal_of(scene_of(alone), force(alone, SHINGEN)) == "0725"
    first = campaign("takeda_act", HOST, {**units, "takeda_shingen": "0725"}, naito_masatoyo="0725")
    assert goal_of(scene_of(first), force(first, SHINGEN)) == "0725"


def test_who_has_no_line_goes_back_to_one_before_he_rests() -> None:
    lost = campaign("takeda_act", takeda_shingen="5713", anayama_nobukimi=at("1931", morale=-2), oda_nobunaga="2517")
    assert not has_line(scene_of(lost), force(lost, "anayama_nobukimi"))
    go(lost, "anayama_nobukimi")
    assert value(lost, "move") > value(lost, "recover_morale")
    home = campaign("takeda_act", takeda_shingen="5713", anayama_nobukimi=at("5426", morale=-2), oda_nobunaga="2517")
    assert advised(go(home, "anayama_nobukimi")) == "recover_morale"


def test_a_lord_with_a_stronger_enemy_near_goes_behind_walls() -> None:
    units = {**HOST, "takeda_shingen": "2618"}
    hunted = campaign("oda_act", units, oda_nobunaga="2517")
    assert is_hunted(scene_of(hunted), force(hunted, NOBUNAGA))
    assert advised(go(hunted, NOBUNAGA)) == "move"
    assert advised(go(hunted, "move")) == ("garrison",)
    far = campaign("oda_act", {**units, "takeda_shingen": "3425"}, oda_nobunaga="2517")
    assert not is_hunted(scene_of(far), force(far, NOBUNAGA))


def test_the_weaker_do_not_sally_from_their_walls() -> None:
    units = {**HOST, "takeda_shingen": "2517", "oda_nobunaga": "1414"}
    weak = campaign("oda_act", units, gamo_katahide=at("2517", garrison=True))
    assert value(go(weak, "gamo_katahide"), "skirmish") < 0


def test_nobunaga_stands_across_the_line_when_there_is_nobody_to_beat() -> None:
    led = {"mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2"}
    past = campaign("oda_act", HOST, led, takeda_shingen="2125", oda_nobunaga="2517")
    assert goal_of(scene_of(past), force(past, NOBUNAGA)) in line(scene_of(past))
    home = campaign("oda_act", HOST, led, takeda_shingen="5713", oda_nobunaga="2517")
    assert goal_of(scene_of(home), force(home, NOBUNAGA)) == "2517"


def test_nobunaga_lets_himself_be_shut_up_nowhere_once_shingen_is_past() -> None:
    """In Shoryuji, with the host about Kyoto, he would sit for the rest of the war."""
    led = {"mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2"}
    near = campaign("oda_act", HOST, led, takeda_shingen="0825", oda_nobunaga=at("0626", garrison=True))
    scene, lord = scene_of(near), force(near, NOBUNAGA)
    assert is_hunted(scene, lord)
    haven = goal_of(scene, lord)
    assert haven != lord.hex
    assert is_safe(scene, lord, haven)
    assert not is_safe(scene, lord, lord.hex)
    assert advised(go(near, NOBUNAGA)) in ("move", "strategic_move")
    away = campaign("oda_act", HOST, led, takeda_shingen="0825", oda_nobunaga="1625")
    scene, lord = scene_of(away), force(away, NOBUNAGA)
    assert is_safe(scene, lord, goal_of(scene, lord))  # nor does he go back there
    shaken = campaign("oda_act", HOST, led, takeda_shingen="0825", oda_nobunaga=at("0626", garrison=True, morale=-2))
    assert advised(go(shaken, NOBUNAGA)) == "recover_morale"  # shaken, he is better off where he is


def test_ways_that_may_be_short_are_followed_first_and_the_line_is_no_dearer_for_it(monkeypatch: Any) -> None:
    units = {"oda_nobunaga": "2422", "hirate_hirohide": "3425", "tokugawa_ieyasu": "4427", "sakuma_nobumori": "2926"}
    for start in ("2025", "2722", "3324", "3922"):
        session = campaign("takeda_act", HOST, units, takeda_shingen=start)
        scene = scene_of(session)
        shut = closed(scene, TAKEDA_PLAYER)
        ahead, dear = ways_ahead(scene, "takeda"), homeward._dear(scene, shut)

        def cost(path: Any, ahead: Any = ahead, dear: Any = dear) -> int:
            return sum(dict(ahead[a])[b] + dear.get(b, 0) for a, b in itertools.pairwise(path))

        found = homeward._line(scene, start, shut)
        with monkeypatch.context() as blind:
            blind.setattr(homeward, "_home_from", lambda scene: dict.fromkeys(scene.book.facts.joined, 0))
            plain = homeward._line(scene, start, shut)
        assert found[-1] == plain[-1] == "5713"
        assert cost(found) == cost(plain)


# -- standing across it ------------------------------------------------------------------------------------------------
BEHIND = {"oda_nobunaga": "1414", "takeda_shingen": "2323", "mizuno_nobumoto": "sakuma_nobumori_1"}
FORD, FIELD = "3124", "3023"  # where one force shuts the line through Mikawa, and where it can be gone around


def sakuma_at(where: Any, **more: Any) -> tuple[Scene, Force]:
    session = campaign("oda_act", HOST, BEHIND, more, sakuma_nobumori=where)
    return scene_of(session), force(session, "sakuma_nobumori")


def test_across_the_line_is_where_it_would_run_but_for_the_force_there() -> None:
    for where, across in ((FORD, True), (FIELD, True), ("3824", False), ("2621", False)):
        assert is_across(*sakuma_at(where)) is across
    assert not is_across(*sakuma_at(at("2925", garrison=True)))
    gone = campaign("oda_act", sakuma_nobumori=FORD, oda_nobunaga="1414")
    assert not is_across(scene_of(gone), force(gone, "sakuma_nobumori"))


def test_where_two_stand_neither_alone_is_in_the_way() -> None:
    scene, sakuma = sakuma_at(FORD)
    assert homeward._shut_by_it_alone(scene, sakuma) == {FORD, FIELD, "3123", "3223", "3224"}
    assert {"3024", "3125"} <= castle_ring(scene, ODA_PLAYER)  # of Okazaki, which stays shut when he goes
    scene, sakuma = sakuma_at(FORD, hirate_hirohide=FORD)
    assert not homeward._shut_by_it_alone(scene, sakuma)
    scene, sakuma = sakuma_at(at("2925", garrison=True), kosaka_masanobu=at("2925", invested=True))
    assert not homeward._shut_by_it_alone(scene, sakuma)
    scene, sakuma = sakuma_at(FORD, hirate_hirohide=FIELD)
    assert FORD not in homeward._shut_by_it_alone(scene, sakuma)


def test_a_place_that_would_shut_the_line_shuts_it() -> None:
    """What is foreseen of a place is what comes to be when the force stands there."""
    scene, sakuma = sakuma_at("2621")
    foreseen = {hex: would_shut(scene, sakuma, hex) for hex in ("2723", "2923", FIELD, FORD, "3224", "3325", "3425")}
    assert foreseen == {hex: is_cut_off(sakuma_at(hex)[0]) for hex in foreseen}
    assert set(foreseen.values()) == {True, False}
    ruins = [(hex, "abandoned", True) for hex in scene.book.facts.castles if hex != "5713"]
    no_line = campaign("oda_act", HOST, BEHIND, sakuma_nobumori="2621", marks=ruins)
    assert would_shut(scene_of(no_line), force(no_line, "sakuma_nobumori"), "2723")
    assert would_shut(*sakuma_at("2621", kosaka_masanobu=NEAR), "3425")
    assert not would_shut(*sakuma_at("2621", kosaka_masanobu=GAP), "3425")  # a friend there opens it


def test_the_wing_stands_where_it_shuts_the_line_and_stays_there() -> None:
    """It went on to the way around itself, and back."""
    scene, sakuma = sakuma_at(FORD)
    assert goal_of(scene, sakuma) == FORD
    scene, sakuma = sakuma_at("2621")  # near it there is no such place: he stands where it runs
    assert goal_of(scene, sakuma) in line(scene)
    assert not would_shut(scene, sakuma, goal_of(scene, sakuma))
    scene, sakuma = sakuma_at("2923")
    goal = goal_of(scene, sakuma)
    assert would_shut(scene, sakuma, goal)
    assert not would_shut(scene, sakuma, sakuma.hex)
    assert is_cut_off(sakuma_at(goal)[0])


def test_in_the_last_turn_all_of_oda_go_across_the_line_before_they_fight() -> None:
    """Niwa stands beside a band he could beat; the line is worth fifty when the game is over."""
    units = {"niwa_nagahide": "2923", "ikeda_tsuneoki": "niwa_nagahide_1", "ikko_band#1": at("2822", 2)}
    for turn in (23, 24):
        session = campaign("oda_act", HOST, BEHIND, units, turn=turn, sakuma_nobumori="2621")
        niwa = force(session, "niwa_nagahide")
        cuts = would_shut(scene_of(session), niwa, goal_of(scene_of(session), niwa))
        go(session, niwa.id)
        assert cuts is (turn == 24)
        assert (value(session, "skirmish") > value(session, "move")) is (turn == 23)
