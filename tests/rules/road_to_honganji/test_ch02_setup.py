"""Chapter 2: characters, units, markers and cards at the start; three players (10-2)."""

from __future__ import annotations

import pytest

from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.session import Session, initial
from compiler.rules.road_to_honganji.actions import Move, Reinforce
from compiler.rules.road_to_honganji.ch04_clans import directable
from compiler.rules.road_to_honganji.facts import NEUTRAL
from compiler.rules.road_to_honganji.field import areas, beside, controlled, facts, in_order, is_ready, units_by_area
from compiler.rules.road_to_honganji.field import status as status_of
from tests.games.test_road_to_honganji_counts import START
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import position, refused, scene, status, the_book

LEFT_OUT = {"mikawa", "totomi_suruga", "kai", "kanto"}


def begun(scenario: str, seed: int = 1) -> Session:
    return Session.begin(the_book(), scenario, Seeded(seed))


@covers("road_to_honganji", "2-1.1", "2-3.1", "2-3.2", "4-1.4")
@pytest.mark.parametrize(
    ("scenario", "order"),
    [
        ("four_players", ["akechi", "shibata", "tokugawa", "hashiba"]),
        ("three_players", ["akechi", "shibata", "hashiba"]),
    ],
)
def test_players_order_and_turn_at_the_start(scenario: str, order: list[str]) -> None:
    session = begun(scenario)
    now = scene(session)
    assert in_order(now) == order == list(now.scenario.seats)
    assert {status_of(now, seat) for seat in order} == {"vassal"}
    assert session.table.tracks["turn"] == 1
    boxes = [session.table.pieces[f"order_{seat}"].place for seat in order]
    assert boxes == [f"order_{n}" for n in range(1, len(order) + 1)]


@covers("road_to_honganji", "2-2.1", "2-2.2", "5-1.1", "5.1")
def test_units_stand_as_printed_ready_and_control_is_theirs() -> None:
    now = scene(position("draw_cards", None, start=True))
    for area, (clan, generals, armies) in START.items():
        here = units_by_area(now)[area]
        assert list(here) == [clan]
        assert sorted(here[clan]) == sorted(
            [*generals.split(), *(id for id in here[clan] if id.startswith(f"{clan}_army"))]
        )
        assert sum(id.startswith(f"{clan}_army") for id in here[clan]) == armies
        assert all(is_ready(now, id) for id in here[clan])
        assert area in controlled(now, clan)
    beside_board = {clan: id for clan, id in facts(now).castles.items() if now.table.pieces[id].place not in areas(now)}
    assert set(beside_board) == {"hashiba", "akechi", "tokugawa"}
    assert now.table.count("armies.akechi") == 4


@covers("road_to_honganji", "2-4.1")
def test_the_stack_is_shuffled_by_the_seed() -> None:
    before = initial(the_book(), "four_players").table
    assert before.count("stack") == 32
    orders = {begun("four_players", seed).table.stacks["stack"] for seed in (1, 2)}
    assert len(orders) == 2
    assert begun("four_players", 1).table.stacks["stack"] in orders


@covers("road_to_honganji", "1.2")
def test_six_sided_dice_seeded_or_told() -> None:
    seen: set[int] = set()
    for seed in range(12):
        for entry in begun("four_players", seed).log:
            values = getattr(entry.what, "values", ())
            seen.update(values)
    assert seen == {1, 2, 3, 4, 5, 6}
    session = position("petition", None, start=True)
    assert refused(session, (7,), CHANCE) == "3-3.1"
    assert session.why_not((6,), CHANCE) is None


@covers("road_to_honganji", "10-2.1", "10-2.3", "10-2.4", "10-2.x1")
def test_three_players_without_the_four_areas() -> None:
    session = position("take_action", "akechi", start=True, scenario="three_players", hands={"akechi": "levy"})
    now = scene(session)
    assert set(areas(now)) == set(facts(now).areas) - LEFT_OUT
    assert not set(beside(now, "shinano")) & LEFT_OUT
    assert "kai" in facts(now).beside["shinano"]
    for wrong in (Reinforce("akechi", "mikawa"), Reinforce("neutral", "kai"), Move("kanto", "echigo")):
        assert refused(session, wrong) == "10-2.1"
    near = position(lands={"gifu": "akechi_mitsuhide akechi_army"}, scenario="three_players", hands={"akechi": "x"})
    assert refused(near, Move("gifu", "mikawa")) == "10-2.1"
    absent = ("tokugawa_ieyasu", "houjou_ujimasa", "takeda_katsuyori", "anayama_nobukimi", "order_tokugawa")
    assert not [id for id in absent if id in session.table.pieces]
    assert directable(now, "akechi") == ["uesugi", "honganji"]
    assert directable(now, "hashiba") == ["uesugi"]
    assert {clan: len(controlled(now, clan)) for clan in now.game.sides} == {
        "hashiba": 1,
        "akechi": 1,
        "shibata": 1,
        "tokugawa": 0,
        "mouri": 2,
        "honganji": 1,
        "houjou": 0,
        "uesugi": 1,
        "oda": 5,
        NEUTRAL: 8,
    }
    assert status(session, "tokugawa") == "None"
    assert [node.id for node in the_book().game.steps()] == [node.id for node in now.book.game.steps()]
