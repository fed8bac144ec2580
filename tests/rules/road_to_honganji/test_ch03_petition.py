"""3-2 and 3-3: cards and petitions."""

from __future__ import annotations

import pytest

from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.faults import EngineFault
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.view import view
from compiler.rules.road_to_honganji.actions import Reinforce
from compiler.rules.road_to_honganji.hands import draw_cards
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import (
    asked,
    at,
    cards,
    go,
    happened,
    listed,
    position,
    refused,
    rolls,
    said,
    scene,
    the_book,
)

HOMES = {
    "tanba": "akechi_mitsuhide",
    "echizen": "shibata_katsuie",
    "mikawa": "tokugawa_ieyasu",
    "harima": "hashiba_hideyoshi",
    "echigo": "uesugi_kenshin",
    "kanto": "houjou_tsunashige",
}
ALL = ("akechi", "shibata", "tokugawa", "hashiba")


def petition(*only: str, **more: object) -> Session:
    """The petition phase with these vassals; the others are in rebellion."""
    lands = {**HOMES, **more.pop("lands", {})}  # type: ignore[dict-item]
    return position("petition", None, lands=lands, rebels=[s for s in ALL if s not in only], **more)  # type: ignore[arg-type]


@covers("road_to_honganji", "3-2.1", "3-2.x1")
def test_four_cards_for_everybody_in_player_order() -> None:
    session = position("draw_cards", None, lands=HOMES, order=("hashiba", "akechi", "shibata", "tokugawa"))
    assert {seat: len(cards(session, seat)) for seat in ALL} == dict.fromkeys(ALL, 4)
    assert session.table.count("stack") == 32 - 16
    dealt = [event.to for event in happened(session) if event.rule == "3-2.1"]
    assert dealt == [f"hand.{s}" for s in ("hashiba", "akechi", "shibata", "tokugawa") for _ in range(4)]
    three = position("draw_cards", None, lands=HOMES, out={"shibata": "oda"})
    assert [len(cards(three, seat)) for seat in ALL] == [4, 0, 4, 4]


@covers("road_to_honganji", "3-2.x1")
def test_the_stack_never_takes_used_cards_back_within_a_turn() -> None:
    now = scene(position("draw_cards", None, lands=HOMES))
    draw_cards(now, "akechi", 16, "3-2.1")
    with pytest.raises(EngineFault, match="run out"):
        draw_cards(now, "akechi", 1, "3-2.1")


@covers("road_to_honganji", "3-2.2")
def test_hands_are_secret() -> None:
    session = Session.begin(the_book(), "four_players", Seeded(3))
    theirs = set(session.table.stacks["hand.shibata"])
    seen = view(session, "akechi").table
    assert not theirs & set(seen.pieces)
    assert len(seen.stacks["hand.shibata"]) == len(theirs)
    assert set(session.table.stacks["hand.akechi"]) <= set(seen.pieces)


@covers("road_to_honganji", "3-3.1")
def test_each_vassal_rolls_one_die_in_player_order() -> None:
    session = petition("akechi", "hashiba", order=("hashiba", "shibata", "akechi", "tokugawa"))
    go(session, [1])
    assert len(cards(session, "hashiba")) == 1  # carried out before the next vassal rolls
    go(session, [2])
    assert [len(cards(session, s)) for s in ALL] == [1, 0, 0, 1]
    assert rolls(session) == [("petition", 1)] * 2
    assert session.step != "petition"
    gone = position("petition", None, lands=HOMES, out={"akechi": "oda"})
    go(gone, [1], [1], [1])
    assert gone.step != "petition"


@covers("road_to_honganji", "3-3.2", "1-2-2-1.x1")
def test_the_petition_chart() -> None:
    for die in (1, 2):
        assert cards(go(petition("hashiba"), [die]), "hashiba") != []
    for die in (3, 4):
        session = petition("hashiba", lands={"bizen": "hachisuka_koroku"})
        go(session, [die])
        assert set(listed(session)) == {"reinforce hashiba harima", "reinforce hashiba bizen"}
        assert refused(session, Reinforce("hashiba", "tanba")) == "3-3.2"
        assert refused(session, Reinforce("uesugi", "echigo")) == "3-3.2"
        go(session, Reinforce("hashiba", "bizen"))
        assert at(session, "bizen") == "hachisuka_koroku hashiba_army"  # ready
    for die in (5, 6):
        session = go(petition("hashiba"), [die])
        assert set(listed(session)) == {"reinforce uesugi echigo", "reinforce houjou kanto"}
        assert refused(session, Reinforce("mouri", "chugoku")) == "3-3.2"
        go(session, Reinforce("houjou", "kanto"))
        assert at(session, "kanto") == "houjou_army houjou_tsunashige"


@covers("road_to_honganji", "3-3.x1", "1-2-2-1.1")
def test_a_result_must_be_carried_out_and_is_lost_only_if_it_cannot() -> None:
    session = petition("hashiba", lands={"bizen": "uesugi_army*6 houjou_army*4"}, control={"bizen": "houjou"})
    go(session, [5])
    assert set(listed(session)) == {"reinforce houjou bizen", "reinforce houjou kanto"}
    assert refused(session, Reinforce("uesugi", "echigo")) == "1-2-2-1.1"
    assert refused(session, "nothing") == "3-3.x1"
    lost = petition("hashiba", lands={"harima": "hashiba_hideyoshi hashiba_army*6"})
    go(lost, [3])
    assert "Hashiba: the petition comes to nothing" in said(lost)
    assert at(lost, "harima") == "hashiba_army*6 hashiba_hideyoshi"


@covers("road_to_honganji", "4-2.x1")
def test_a_greater_daimyo_without_units_gets_no_army() -> None:
    session = petition("shibata", lands={"chugoku": "mouri_terumoto"})
    go(session, [5])
    assert asked(session) == "shibata"
    assert set(listed(session)) == {"reinforce mouri chugoku", "reinforce honganji kii_ishiyama"}
    gone = petition("shibata", lands={"chugoku": "mouri_terumoto", "kii_ishiyama": ""})
    go(gone, [5])
    assert at(gone, "chugoku") == "mouri_army mouri_terumoto"  # nobody is asked: only Mouri is left


@covers("road_to_honganji", "11-1.1", "3-3.x2")
def test_with_the_option_each_vassal_lost_adds_a_die() -> None:
    for lost, number in ((1, 2), (2, 3)):
        session = petition(*ALL[lost:], options={"more_petitions": True})
        for _ in range(number * (4 - lost)):
            assert asked(session) == CHANCE
            go(session, [1])
        assert len(rolls(session)) == number * (4 - lost)
        assert len(cards(session, "hashiba")) >= number
    session = petition("akechi", options={"more_petitions": True}, lands={"tango": "hosokawa_tadaoki"})
    go(session, [3], Reinforce("akechi", "tango"))
    assert "akechi_army" in at(session, "tango")  # stands there before the next die
    assert asked(session) == CHANCE


@covers("road_to_honganji", "11-1.1")
def test_without_the_option_it_stays_one_die() -> None:
    session = go(petition("akechi"), [1])
    assert session.step != "petition"
    assert not [e for e in session.log if isinstance(e.what, Choice) and e.what.seat not in (*ALL, CHANCE)]
