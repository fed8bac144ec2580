"""Greedy vassals grow, rebel when it pays and hunt Nobunaga. The chronicle of one game is kept.

`UPDATE_GOLDENS=1 pytest tests/rules/road_to_honganji/test_greedy.py` writes it anew; read it before keeping it.
"""

from __future__ import annotations

import os
from functools import cache

import pytest

from compiler.model.event import Drawn, Event, Shuffled, Turned
from compiler.play.ask import Ask, shown
from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer, RandomPlayer, play_out
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.telling import Teller, ending
from compiler.rules.road_to_honganji.actions import Combat, Move
from compiler.rules.road_to_honganji.advice import advise
from compiler.rules.road_to_honganji.ch09_victory import score
from tests.rules.road_to_honganji.table import ROOT, card, go, position, scene, the_book

FILE = ROOT / "tests" / "playthroughs" / "road_to_honganji-greedy.txt"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))
SEED = 12
GUARDED = {  # nothing around Tanba is to be had for nothing
    "miyako_azuchi": "oda_nobunaga mori_ranmaru sakuma_nobumori mori_yoshimasa",
    "harima": "hashiba_hideyoshi hashiba_army*4",
    "hokusetsu": "araki_murashige nakagawa_kiyohide tsutsui_junkei",
    "tajima": "yamana_hirotoyo neutral_army*3",
    "tango": "isshiki_yoshimichi neutral_army*2",
    "echizen": "kitano_castle shibata_army*3",
    "bizen": "shimizu_muneharu mouri_army*3",
    "chugoku": "mouri_terumoto kikkawa_motoharu mouri_army*2",
    "mimasaka": "ukita_naoie hachisuka_koroku",
    "seto_sea": "murakami_takeyoshi kobayakawa_takakage",
    "gifu": "oda_nobutada niwa_nagahide",
    "yamato": "matsunaga_hisahide",
    "owari_ise": "honda_tadakatsu sakakibara_yasumasa",
}


@cache
def played(scenario: str, seed: int = SEED) -> Session:
    session = Session.begin(the_book(), scenario, Seeded(seed))
    play_out(session, {seat: GreedyPlayer(f"{seed}/{seat}") for seat in the_book().game.seats}, 5_000)
    return session


# -- the chronicle -----------------------------------------------------------------------------------------------------
def is_routine(event: Event) -> bool:
    """What a chronicler would pass over: units turned when they have acted or rested, cards drawn and shuffled."""
    if isinstance(event, Turned):
        return event.side is None and not event.piece.startswith("order_")
    return isinstance(event, Shuffled) or (isinstance(event, Drawn) and event.to != "used")


def chronicle(session: Session) -> str:
    """The log as everybody heard it, but for routine."""
    lines: list[str] = []
    for heard in Teller.of(session).log(session):
        if heard.words is not None and not isinstance(heard.entry.what, Choice) and not is_routine(heard.entry.what):
            lines.append(heard.words)
    won = session.outcome
    assert won is not None
    return "\n".join([*lines, ending(the_book(), won)]) + "\n"


def test_the_chronicle_is_line_by_line_the_same() -> None:
    now = chronicle(played("four_players"))
    if UPDATE:
        FILE.write_text(now, encoding="utf-8")
    assert now.splitlines() == FILE.read_text(encoding="utf-8").splitlines()


# -- what they do ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("scenario", ["three_players", "four_players"])
def test_greedy_players_finish_their_games_by_a_rule(scenario: str) -> None:
    session = played(scenario)
    assert session.outcome is not None
    assert session.outcome.rule in ("9-1.2", "9-1.3", "9-1.4", "9-1.5", "9-1.x2")
    assert len(session.moments) < 1_000


def test_a_greedy_player_beats_random_ones() -> None:
    own, others = 0, 0
    for seed in range(4):
        session = Session.begin(the_book(), "four_players", Seeded(seed))
        seats = {seat: RandomPlayer(f"{seed}/{seat}") for seat in the_book().game.seats}
        while session.asks and session.table.tracks["turn"] < 4:
            for seat in list(session.asks):
                player = GreedyPlayer(seed) if seat == "shibata" else seats[seat]
                session.apply(player.answer(session, seat), seat)
        now = scene(session)
        own += score(now, "shibata")
        others += sum(score(now, seat) for seat in ("akechi", "tokugawa", "hashiba"))
    assert own > 2 * others / 3  # twice the points of a random player after three turns


def advised(session: Session) -> str:
    """The option that is advised most."""
    (ask,) = session.asks.values()
    assert isinstance(ask, Ask)
    values = advise(scene(session), ask)
    assert values is not None
    return shown(max(zip(values, ask.options, strict=True), key=lambda pair: pair[0])[1])


def test_every_question_of_a_game_is_advised() -> None:
    session, luck = Session.begin(the_book(), "four_players", Seeded(8)), RandomPlayer(8)
    while session.asks:
        seat = next(iter(session.asks))
        values = advise(scene(session), session.asks[seat])
        assert values is not None
        assert len(values) == len(session.legal(seat))
        session.apply(luck.answer(session, seat), seat)


def test_an_area_for_nothing_is_taken_and_the_plain_card_pays() -> None:
    lands = {**GUARDED, "tanba": "akechi_mitsuhide hosokawa_fujitaka akechi_army*2", "tango": "isshiki_yoshimichi"}
    session = position(lands=lands, hands={"akechi": "inducement x"})
    assert advised(session) == "play inducement#1"
    session = position(lands=lands, hands={"akechi": "levy x"})
    assert advised(session) == "move tanba tango"
    go(session, Move("tanba", "tango"))
    assert advised(session) == card(session, "akechi", "surrounding_nobunaga")


def test_a_vassal_rebels_late_and_with_good_odds_not_early() -> None:
    lands = {"tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*6", "miyako_azuchi": "oda_nobunaga mori_ranmaru"}
    early = position(lands=lands, hands={"akechi": "x"}, turn=1)
    late = position(lands=lands, hands={"akechi": "x"}, turn=4)
    assert advised(late) == "move tanba miyako_azuchi"
    values = advise(scene(early), early.ask()), advise(scene(late), late.ask())
    options = early.legal()
    strike = options.index(Move("tanba", "miyako_azuchi"))
    assert values[0] is not None
    assert values[1] is not None
    assert values[0][strike] < values[1][strike]


def valued(session: Session) -> dict[str, float]:
    """What is advised of each option."""
    values = advise(scene(session), session.ask())
    assert values is not None
    return dict(zip([shown(option) for option in session.legal()], values, strict=True))


def test_nobody_marches_to_and_fro_or_attacks_without_a_general() -> None:
    session = position(
        lands={**GUARDED, "tanba": "akechi_mitsuhide akechi_army*3", "hida": "akechi_army*3", "kai": "sanada_masayuki"},
        hands={"akechi": "x x x"},
    )
    worth = valued(session)
    throw_away = max(value for option, value in worth.items() if option.startswith("discard"))
    assert worth["move hida gifu"] < throw_away  # two guards of Oda, and no general of ours
    quiet = position(
        lands={"tanba": "akechi_mitsuhide akechi_army*2", "tango": "hosokawa_tadaoki akechi_army"},
        hands={"akechi": "x"},
    )
    assert valued(quiet)["move tango tanba"] < throw_away


def test_an_area_that_is_as_good_as_ours_is_not_taken_twice() -> None:
    session = position(
        lands={**GUARDED, "tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*3", "tango": "akechi_army"},
        control={"tango": "neutral"},
        hands={"akechi": "x x"},
    )
    empty = position(
        lands={**GUARDED, "tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*3", "tango": ""},
        hands={"akechi": "x x"},
    )
    assert valued(session)["move tanba tango"] < 1 < valued(empty)["move tanba tango"]


def test_guards_are_lured_away_by_him_who_can_strike_and_not_by_others() -> None:
    lands = {
        "tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*5",
        "miyako_azuchi": "oda_nobunaga mori_ranmaru mori_yoshimasa",
        "gifu": "oda_nobutada",
    }
    near = position(lands=lands, hands={"akechi": "x x x"}, turn=3)
    far = position(
        lands={**lands, "tanba": "hosokawa_fujitaka", "kai": lands["tanba"]}, hands={"akechi": "x x x"}, turn=3
    )
    lure = "transfer mori_ranmaru gifu"
    assert valued(near)[lure] > 2 * max(1.0, valued(far)[lure])


def test_a_vassal_takes_from_a_rebel_what_he_leaves_to_a_vassal() -> None:
    lands = {
        "tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*4",
        "harima": "hashiba_army",
        "kai": "hashiba_hideyoshi",
        "miyako_azuchi": GUARDED["miyako_azuchi"],
    }
    peace = position(lands=lands, hands={"akechi": "x x"})
    war = position(lands=lands, hands={"akechi": "x x"}, rebels=["hashiba"])
    at_war, at_peace = valued(war)["move tanba harima"], valued(peace)["move tanba harima"]
    assert at_war - at_peace > 8  # the petitions of four turns at least
    assert advised(war) == "move tanba harima"


def test_who_is_held_where_he_stands_fights_himself_free() -> None:
    session = position(
        lands={"miyako_azuchi": "oda_nobunaga mori_ranmaru", "tanba": "akechi_mitsuhide akechi_army*3 neutral_army"},
        hands={"akechi": "x x"},
    )
    assert advised(session) == "combat tanba"


def test_an_army_is_placed_where_it_is_needed() -> None:
    session = position(
        lands={
            "tanba": "akechi_mitsuhide akechi_army",
            "shinano": "hosokawa_fujitaka",
            "harima": "hashiba_hideyoshi hachisuka_koroku hashiba_army*3",
        },
        rebels=["hashiba"],
        hands={"akechi": "x"},
    )
    worth = valued(session)
    assert worth["reinforce akechi tanba"] > worth["reinforce akechi shinano"]


def test_the_leader_is_the_last_to_take_damage_and_never_goes_alone() -> None:
    session = position(
        rebels=["akechi"],
        lands={"gifu": "akechi_mitsuhide hosokawa_tadaoki sanada_masayuki", "tanba": "hosokawa_fujitaka"},
        hands={"akechi": "x x"},
    )
    go(session, Combat("gifu"), "akechi_mitsuhide", [6, 6], [1])
    assert advised(session) == "hosokawa_tadaoki"
    weak = position(lands={**GUARDED, "tanba": "akechi_mitsuhide akechi_army"}, hands={"akechi": "chief_adviser"})
    assert advised(weak) == "reinforce akechi tanba"


def test_the_declaration_is_made_when_it_can_be() -> None:
    session = position(
        lands={"miyako_azuchi": "akechi_mitsuhide akechi_army*3"}, hands={"akechi": "chief_adviser levy x"}
    )
    assert advised(session) == "play chief_adviser"
