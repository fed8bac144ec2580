"""Greedy lords fight the campaign: Shingen marches on Kyoto, Oda musters. The chronicle of one game is kept.

`UPDATE_GOLDENS=1 pytest tests/rules/shingens_arrival/test_greedy.py` writes it anew; read it before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from compiler.model.event import Event, Marked, Moved, Said, TrackSet
from compiler.model.table import Table
from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer, RandomPlayer, play_out
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.topics import MovePiece
from compiler.rules.shingens_arrival.advice import advice
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect
from compiler.rules.shingens_arrival.ch14_retreat import costs_a_step
from compiler.rules.shingens_arrival.facts import NOBUNAGA, SHINGEN
from compiler.rules.shingens_arrival.homeward import line
from compiler.rules.shingens_arrival.plans import goal_of
from compiler.rules.shingens_arrival.roads import far, road
from tests.games.playable import ROOT
from tests.rules.shingens_arrival.campaign import (
    HOST,
    NORTH,
    PLAIN,
    TAKEDA_PLAYER,
    at,
    campaign,
    force,
    go,
    scene_of,
    the_book,
)

FILE = ROOT / "tests" / "playthroughs" / "shingens_arrival-greedy.txt"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))
SEED = 9
TOLD = ("skirmish", "decisive_battle", "invest", "assault", "invest_and_assault", "call_for_surrender")
CAMP = ("10-2-4.1", "10-2-9.4", "11-4-2.1", "11-4-3.1", "16-3.1")  # replenishment, recovery, marches: too many to tell
GONE = {"fallen": "is killed or removed", "lost_ikko_ikki": "is scattered"}
MARKS = {"risen": "rises", "at_peace": "make peace", "abandoned": "lies in ruins"}


@cache
def played() -> Session:
    session = Session.begin(the_book(), "deployed", Seeded(SEED))
    play_out(session, {seat: GreedyPlayer(f"{SEED}/{seat}") for seat in the_book().game.seats}, 20_000)
    return session


# -- the chronicle -----------------------------------------------------------------------------------------------------
def name(id: str) -> str:
    """A unit, army, castle or hex in words."""
    game = the_book().game
    if id in game.spaces:
        return game.spaces[id].name.en
    return game.sides[id].name.en if id in game.sides else game.counters[id.split("#")[0]].name.en


def heading(table: Table) -> str:
    """A turn as it begins: weather, points, and where the two chiefs are."""
    tracks = table.tracks
    points = [10 * int(tracks[f"score_{who}_tens"]) + int(tracks[f"score_{who}_ones"]) for who in ("takeda", "oda")]
    chiefs = [f"{name(unit).split()[1]} at {name(table.pieces[unit].place)}" for unit in (SHINGEN, NOBUNAGA)]
    return f"Turn {tracks['turn']}, {tracks['weather']}: Takeda {points[0]}, Oda {points[1]}; {'; '.join(chiefs)}"


def news(event: Event) -> str | None:
    """One line for what a chronicler would tell."""
    if isinstance(event, Said):
        return None if event.rule in CAMP else event.text
    if isinstance(event, Moved) and event.to in GONE:
        return f"{name(event.piece)} {GONE[event.to]}"
    if isinstance(event, Marked) and event.value and event.mark == "control":
        return f"{name(event.target)} is taken by {name(str(event.value))}"
    if isinstance(event, Marked) and event.value and event.mark in MARKS:
        return f"{name(event.target)} {MARKS[event.mark]}"
    return None


def chronicle(session: Session) -> Iterator[str]:
    """The game turn by turn: who fights whom, what falls, who dies."""
    table, actor = session.opening, ""
    yield heading(table)
    for entry in session.log:
        what = entry.what
        if isinstance(what, Choice):
            if what.answer in TOLD:
                yield f"  {actor}: {what.answer}"
            elif isinstance(what.answer, str) and what.answer in the_book().facts.units:
                actor = f"{name(what.answer)} at {name(table.pieces[what.answer].place)}"
            continue
        table = what.on(table)
        if isinstance(what, TrackSet) and what.track == "turn":
            yield heading(table)
        elif (told := news(what)) is not None:
            yield f"    {told}"
    won = session.outcome
    assert won is not None
    yield f"over: {', '.join(won.winners) or 'nobody'}: {won.because}"


def test_the_chronicle_is_line_by_line_the_same() -> None:
    now = list(chronicle(played()))
    if UPDATE:
        FILE.write_text("\n".join(now) + "\n", encoding="utf-8")
    assert now == FILE.read_text(encoding="utf-8").splitlines()


# -- what they do ------------------------------------------------------------------------------------------------------
def test_the_game_looks_like_the_campaign() -> None:
    """Shingen comes to Kyoto, battles are fought, castles besieged, and a rule ends it."""
    session = played()
    assert session.outcome is not None
    assert session.outcome.rule in ("19-1.1", "19-1.2", "19-3.1")
    told = list(chronicle(session))
    assert any("Shingen at Kyoto" in text for text in told)
    assert sum(text.endswith(": skirmish") for text in told) > 20
    assert any(text.endswith((": invest", ": assault", ": invest_and_assault")) for text in told)


def advised(session: Session) -> Any:
    """The option that is advised most."""
    (ask,) = session.asks.values()
    values = advice(scene_of(session), ask)
    assert values is not None
    assert len(values) == len(ask.options)
    return max(zip(values, ask.options, strict=True), key=lambda pair: pair[0])[1]


def value(session: Session, option: str) -> float:
    """The number an option is given."""
    (ask,) = session.asks.values()
    values = advice(scene_of(session), ask)
    assert values is not None
    return values[list(ask.options).index(option)]


def test_advice_has_a_number_for_every_option() -> None:
    session, luck = Session.begin(the_book(), "deployed", Seeded(8)), RandomPlayer(8)
    asked = 0
    while session.asks and session.table.tracks["turn"] < 2:
        seat = next(iter(session.asks))
        values = advice(scene_of(session), session.asks[seat]) if seat != CHANCE else None
        if values is not None:
            asked += 1
            assert len(values) == len(session.asks[seat].options)
        session.apply(luck.answer(session, seat), seat)
    assert asked > 50


def test_shingen_marches_by_the_road_to_kyoto_and_his_line_runs_home() -> None:
    session = campaign("takeda_act", takeda_shingen="5713", oda_nobunaga="2517")
    scene = scene_of(session)
    assert goal_of(scene, force(session, SHINGEN)) == "0725"
    before = far(scene, TAKEDA_PLAYER, "5713", "0725")
    go(session, SHINGEN)
    assert advised(session) in ("move", "strategic_move")
    go(session, advised(session))
    assert road(scene, TAKEDA_PLAYER, "0725")[advised(session)[-1]] < before
    owari = campaign("takeda_act", takeda_shingen="2722", oda_nobunaga="2517")
    path = line(scene_of(owari))
    assert (path[0], path[-1]) == ("2722", "5713")


def test_oda_forces_stand_across_the_line_when_shingen_is_past() -> None:
    units = {"oda_nobunaga": "2517", "sakuma_nobumori": "2621", "mizuno_nobumoto": "sakuma_nobumori_1"}
    session = campaign("oda_act", units, takeda_shingen="1926")
    assert goal_of(scene_of(session), force(session, "sakuma_nobumori")) in line(scene_of(session))
    home = campaign("oda_act", units, takeda_shingen="5713")
    assert goal_of(scene_of(home), force(home, "sakuma_nobumori")) not in line(scene_of(home))


def test_nobunaga_goes_for_castles_when_shingen_is_past_and_nobody_is_in_the_field() -> None:
    led = {"mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2", "maeda_toshiie": "oda_nobunaga_3"}
    past = campaign("oda_act", led, oda_nobunaga="2517", takeda_shingen=at("0725", garrison=True))
    assert castles_in_effect(scene_of(past))[goal_of(scene_of(past), force(past, NOBUNAGA))] == TAKEDA_PLAYER
    home = campaign("oda_act", led, oda_nobunaga="2517", takeda_shingen="5713")
    assert goal_of(scene_of(home), force(home, NOBUNAGA)) == "2517"


def test_the_strong_attack_and_the_weak_go_behind_walls() -> None:
    host = {"takeda_shingen": PLAIN, "takeda_nobutoyo": "takeda_shingen_1", "oyamada_nobushige": "takeda_shingen_2"}
    session = campaign("takeda_act", host, sanada_nobutsuna="takeda_shingen_3", hirate_hirohide=NORTH)
    assert advised(go(session, SHINGEN)) == "skirmish"
    weak = campaign("oda_act", nakane_masateru="4329", oda_nobunaga="2517", takeda_shingen="5713")
    assert advised(go(weak, "nakane_masateru", "move"))[-1] == "garrison"


def test_of_shingens_host_in_kyoto_the_worn_stay_with_him() -> None:
    """Their deaths cost points; whoever is strong enough goes after the enemies about the capital."""
    come = at("0725", entered_kyoto=True)
    units = {**HOST, "takeda_shingen": come, "oda_nobunaga": "2517", "hirate_hirohide": "0625"}
    worn = campaign("takeda_act", units, naito_masatoyo=at("0725", steps=1))
    assert goal_of(scene_of(worn), force(worn, "naito_masatoyo")) == "0725"
    led = dict(zip(("amari_nobuyasu", "atobe_katsusuke"), ("naito_masatoyo_1", "naito_masatoyo_2"), strict=True))
    fresh = campaign("takeda_act", units, led, naito_masatoyo="0725")
    assert goal_of(scene_of(fresh), force(fresh, "naito_masatoyo")) == "0625"


def test_who_would_lose_his_last_step_by_standing_goes() -> None:
    units = {"takeda_shingen": "5713", "oda_nobunaga": PLAIN}
    last = campaign("oda_act", units, rolls=[6], naito_masatoyo=at(NORTH, steps=1))
    go(last, "oda_nobunaga", "skirmish")
    assert "hexes of retreat" in last.ask().prompt
    assert advised(last) == max(option for option in last.ask().options if isinstance(option, int)) > 0
    whole = campaign("oda_act", units, rolls=[6], naito_masatoyo=NORTH)
    go(whole, "oda_nobunaga", "skirmish")
    assert advised(whole) < max(option for option in whole.ask().options if isinstance(option, int))


def test_nobody_is_sent_out_of_a_force_for_want_of_one_to_take_in() -> None:
    """A busho behind the walls cannot pass to a commander before them (10-1.x1): there is nothing to reorganise."""
    host = {"azai_nagamasa": "1517", "azai_hisamasa": "azai_nagamasa_1", "takeda_shingen": "5713"}
    shut = campaign("anti_oda_act", host, oda_nobunaga="2517", akao_kiyotsuna=at("1517", garrison=True))
    assert advised(go(shut, "azai_nagamasa")) != "reorganize"
    beside = campaign("anti_oda_act", host, oda_nobunaga="2517", akao_kiyotsuna="1517")
    assert advised(go(beside, "azai_nagamasa")) == "reorganize"


def test_a_hopeless_call_is_not_made_and_the_shaken_rest() -> None:
    units = {"takeda_shingen": at("4328", invested=True), "takeda_nobutoyo": "takeda_shingen_1"}
    session = campaign("takeda_act", units, amari_nobuyasu="5713", oda_nobunaga="2517")
    assert advised(go(session, SHINGEN)) != "call_for_surrender"
    shaken = campaign("takeda_act", takeda_shingen=at("5713", morale=-2), oda_nobunaga="2517")
    assert advised(go(shaken, SHINGEN)) == "recover_morale"


def test_the_shaken_go_behind_their_walls_before_they_rest() -> None:
    """With a stronger enemy beside him Shingen does not recover in the open field before his castle."""
    enemies = {"mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2"}
    safe, hunted = (
        campaign("takeda_act", others, takeda_shingen=at("0725", morale=-2), marks=[("0725", "control", "takeda")])
        for others in ({"oda_nobunaga": "2517"}, {**enemies, "oda_nobunaga": "0625"})
    )
    assert advised(go(safe, SHINGEN)) == "recover_morale"
    assert advised(go(hunted, SHINGEN)) == "move"
    assert advised(go(hunted, "move")) == ("garrison",)


def test_a_storm_is_weighed_by_those_who_can_still_join_it() -> None:
    """Shingen has acted: the busho beside him would storm alone, and lose his troops for nothing."""
    before = [at("4328", invested=True), at("4328", invested=True, acted="takeda")]
    others, shaken = {**HOST, "amari_nobuyasu": "4328", "oda_nobunaga": "2517"}, [("4328", "morale", -2)]
    fresh, spent = (campaign("takeda_act", others, takeda_shingen=shingen, marks=shaken) for shingen in before)
    go(fresh, "amari_nobuyasu")
    go(spent, "amari_nobuyasu")
    assert value(fresh, "assault") > value(fresh, "rest") > value(spent, "assault")


def test_the_weakest_about_sakai_shuts_it_and_oda_comes_to_open_it() -> None:
    """One point a turn and ten at the end hang on it."""
    units = {"takeda_shingen": "5713", "oda_nobunaga": "2517", "shimotsuma_rairen": "0330"}
    free = campaign("anti_oda_act", units, shimotsuma_nakataka="0330")
    scene, nakataka = scene_of(free), force(free, "shimotsuma_nakataka")
    goals = [goal_of(scene, force(free, "shimotsuma_rairen")), goal_of(scene, nakataka)]
    assert goals.count("0233") == 1
    led = {"inaba_ittetsu": "shibata_katsuie_1", "ujiie_naomasa": "shibata_katsuie_2"}
    shut = campaign("oda_act", {**units, "shimotsuma_nakataka": "0233"}, led, shibata_katsuie="0732")
    assert goal_of(scene_of(shut), force(shut, "shibata_katsuie")) == "0233"


def test_nobody_goes_so_far_back_that_his_force_breaks_up() -> None:
    units = {"takeda_shingen": "5713", "oda_nobunaga": PLAIN}
    shaken = campaign("oda_act", units, rolls=[6], naito_masatoyo=at(NORTH, morale=-3))
    go(shaken, "oda_nobunaga", "skirmish")
    assert "hexes of retreat" in shaken.ask().prompt
    assert advised(shaken) <= 1


def test_a_retreat_takes_the_road_that_costs_fewest_steps() -> None:
    led = {"mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2", "maeda_toshiie": "oda_nobunaga_3"}
    units = {"takeda_shingen": "5713", "oda_nobunaga": PLAIN, "hirate_hirohide": "2820"}
    session = campaign("oda_act", units, led, rolls=[6], naito_masatoyo=NORTH)
    go(session, "oda_nobunaga", "skirmish")
    go(session, max(option for option in session.ask().options if isinstance(option, int)))
    assert isinstance(session.ask().topic, MovePiece)
    scene, start = scene_of(session), session.table.pieces["naito_masatoyo"].place

    def lost(way: Any) -> int:
        here, steps = start, 0
        for to in [hex for hex in way if hex != "garrison"]:
            steps += costs_a_step(scene, TAKEDA_PLAYER, here, to) is not None
            here = to
        return steps

    ways = list(session.ask().options)
    assert lost(advised(session)) == min(map(lost, ways)) < max(map(lost, ways))


def test_a_sodaisho_who_is_shaken_recovers_and_attacks_nobody() -> None:
    units = {**HOST, "takeda_shingen": at(PLAIN, morale=-1), "hirate_hirohide": NORTH, "oda_nobunaga": "2517"}
    session = go(campaign("takeda_act", units), SHINGEN)
    assert advised(session) == "recover_morale"
    assert value(session, "skirmish") < 0


def test_a_castle_that_counts_is_worth_more_than_a_nearer_one_that_does_not() -> None:
    """Tokugawa behind Shingen go for Tsukude, not for Damine, which is of level 0."""
    led = {"honda_tadakatsu": "tokugawa_ieyasu_1", "torii_mototada": "tokugawa_ieyasu_2"}
    session = campaign("oda_act", led, tokugawa_ieyasu="3825", takeda_shingen="0725", oda_nobunaga="2517")
    goal = goal_of(scene_of(session), force(session, "tokugawa_ieyasu"))
    assert session.book.facts.castles[goal].level > 0
