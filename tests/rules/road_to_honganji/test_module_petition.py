"""Armies of a petition in the module: whose and where, as the engine has it; the army comes there by itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from compiler.emit.automation.landing import sent_to
from compiler.emit.automation.raising import PLACE, SIDE
from compiler.emit.chat import REFUSED
from compiler.emit.module.marks import SHOWS, marker_of, property_of
from compiler.emit.seats import seats_text
from compiler.model.event import Moved
from compiler.model.setup import fresh
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.road_to_honganji.ch03_petition import receivable
from compiler.rules.road_to_honganji.ch04_clans import directable
from compiler.vassal import expression as ex
from compiler.vassal.grammar import parse
from compiler.vassal.keys import named
from tests.emit.beanshell import evaluate
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.emit.turntable import Turntable
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import Desk, position, scene

WHOSE, WHERE_OWN, WHERE_OTHER = "asked_raised_of_greater_daimyos", "asked_raised_own", "asked_raised_greater_daimyos"


@pytest.fixture
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


def laid(module: Built, control: dict[str, str], pools: dict[str, int]) -> Tabletop:
    """Plates in areas, armies in their pools, and the order marker of Akechi."""
    table, plan, game = Tabletop(module.box), module.box.plan, module.game
    pieces = [fresh(game, "order_akechi", "order_1")]
    for clan, count in pools.items():
        pieces += [fresh(game, f"{clan}_army#{n}", f"armies.{clan}") for n in range(1, count + 1)]
    table.lay(pieces)
    mark = game.marks["control"]
    for area, clan in control.items():
        spot = plan.atlas.spaces[area]
        table.put(f"plate {area}", {
            "CounterId": marker_of(mark, clan), property_of("control"): clan, SHOWS: game.sides[clan].name.en,
            "LocationName": spot.location, "CurrentMap": spot.map, "CurrentZone": spot.location, "Kind": "Mark",
        })  # fmt: skip
    return table


def petition(table: Tabletop, die: int) -> list[str]:
    """The petition of a turn."""
    table.dice = [die]
    table.chat.clear()
    table.pieces["order_akechi"]["Rolled_petition"] = "0"
    table.choose("order_akechi", "Petition")
    return table.chat


@covers("road_to_honganji", "3-3.1", "11-1.1")
def test_a_vassal_petitions_once_in_a_turn_and_who_has_not_is_told(module: Built) -> None:
    table = Turntable(module.box)
    table.lay(fresh(module.game, f"order_{seat}", f"order_{n}") for n, seat in enumerate(module.game.seats, 1))
    table.properties["Seats"] = seats_text(module.box.plan, module.game.scenarios["four_players"])
    while table.labels[table.at[1]] != "Petition":
        table.plus()
    assert "Petition: Akechi, Shibata, Tokugawa, Hashiba; right-click the order marker" in table.chat
    table.dice = [6] * 9
    table.chat.clear()
    table.choose("order_akechi", "Petition")
    assert len(table.dice) == 8
    assert table.chat[-1] == "Petition: still to come: Shibata, Tokugawa, Hashiba"
    table.choose("order_akechi", "Petition")
    assert len(table.dice) == 8, "no die falls"
    assert table.chat[-1].startswith(f"{REFUSED}Petition: <b>Akechi</b> has had its turn")
    table.choose("order_hashiba", "Petition")
    table.pieces["order_shibata"]["Face_Level"] = "2"
    table.plus()
    (missed,) = [line for line in table.chat if "not made by" in line]
    assert missed.startswith(f"{REFUSED}Petition: not made by Tokugawa")
    table.minus()
    table.choose("order_akechi", "Petition")
    assert len(table.dice) == 7, "going back gives no other"
    table.properties["Option_more_petitions"] = "true"
    table.choose("order_akechi", "Petition")
    assert len(table.dice) == 6, "one vassal is lost"
    table.choose("order_akechi", "Petition")
    assert len(table.dice) == 6
    while table.labels[table.at[1]] != "Petition" or table.at[0] == 1:
        table.plus()
    assert table.pieces["order_akechi"]["Rolled_petition"] == "0", "a new turn"


@covers("road_to_honganji", "3-3.2", "3-3.x1")
def test_an_army_of_ones_own_comes_to_the_only_area_or_to_the_one_named(module: Built) -> None:
    table = laid(module, {"tanba": "akechi", "tango": "neutral"}, {"akechi": 2})
    table.pieces["akechi_army#2"]["Moved"] = "true"  # VASSAL marks whatever a command moves
    told = petition(table, 3)
    assert table.pieces["akechi_army#2"]["LocationName"] == "Tanba", "the top one"
    assert table.pieces["akechi_army#2"]["Moved"] == "false", "ready: it has not marched"
    assert table.pieces["akechi_army#1"]["LocationName"] == "Armies: Akechi"
    assert "<b>Akechi army</b> comes to <b>" in told[-1]
    assert ">3-3<" in told[-1]
    table = laid(module, {"tanba": "akechi", "tango": "akechi"}, {"akechi": 1})
    petition(table, 3)
    assert table.offered[WHERE_OWN] == ["Tango", "Tanba"]
    assert table.pieces["akechi_army#1"]["LocationName"] == "Armies: Akechi", "cancelled, and left to the player"
    table.answers[WHERE_OWN] = "Tango"
    petition(table, 4)
    assert table.pieces["akechi_army#1"]["LocationName"] == "Tango"


def test_whoever_is_sent_to_an_area_lies_where_stacks_stand_and_not_on_its_plate(module: Built) -> None:
    plan = module.box.plan
    trait = sent_to(plan, named("x"), ex.prop("Where"))
    for id in plan.game.map.land:
        spot = plan.atlas.spaces[id]
        at = tuple(evaluate(parse(str(given)), {"Where": spot.location}) for given in (trait.x, trait.y))
        assert at == spot.seats[0], id
        assert max(abs(at[0] - spot.x), abs(at[1] - spot.y)) > 20, "beside the plate"


@covers("road_to_honganji", "3-3.x1", "1-2-2-1.1")
def test_a_petition_without_an_army_or_an_area_comes_to_nothing_and_is_told(module: Built) -> None:
    for control, pools in (({"tanba": "akechi"}, {"mouri": 1}), ({"tanba": "oda"}, {"akechi": 1})):
        for die in (3, 5):
            assert "it comes to nothing" in petition(laid(module, control, pools), die)[-1]


def engine(control: dict[str, str], pools: dict[str, int]) -> Scene:
    """The same for the engine: an army in each area holds it, and so many are left in the pools."""
    session = position("petition", None, lands={area: f"{clan}_army" for area, clan in control.items()})
    desk = Desk(session.table)
    for clan in CLANS:
        for id in list(desk.table.stacks.get(f"armies.{clan}", ()))[pools.get(clan, 0) :]:
            desk.do(Moved(id, "removed"))
    return scene(Session(replace(session.state, table=desk.table)))


CLANS = ("akechi", "uesugi", "houjou", "honganji", "mouri")


@covers("road_to_honganji", "3-3.2", "4-2.3")
def test_whose_army_and_where_are_those_of_the_engine(module: Built) -> None:
    """Over many tables: the clans and areas that the module offers are the answers that the engine takes."""
    lot = random.Random(3)
    sides, names = module.game.sides, module.box.plan.atlas.spaces
    seen = set()
    for _ in range(10):
        control = {area: lot.choice(CLANS) for area in lot.sample(["tanba", "tango", "echigo", "kanto", "harima"], 3)}
        control["kii_ishiyama"] = "honganji"
        pools = {clan: 1 for clan in CLANS if lot.random() < 0.6}
        now = engine(control, pools)
        own = list(receivable(now, ["akechi"]))
        others = list(receivable(now, directable(now, "akechi")))
        table = laid(module, control, pools)
        petition(table, 3)
        assert table.pieces["order_akechi"]["RaisedRoom"] == str(len(own))
        seen.add(min(len(own), 2))
        table.offered.clear()
        petition(table, 5)
        wanted = list(dict.fromkeys(sides[choice.clan].name.en for choice in others))
        assert sorted(table.offered.get(WHOSE, [])) == sorted(wanted)
        for clan in {choice.clan for choice in others}:
            table = laid(module, control, pools)
            table.answers[WHOSE] = sides[clan].name.en
            petition(table, 6)
            places = [names[choice.area].location for choice in others if choice.clan == clan]
            if len(places) > 1:
                assert sorted(table.offered[WHERE_OTHER]) == sorted(places)
            else:
                assert table.pieces[f"{clan}_army#1"]["LocationName"] == places[0]
            assert table.pieces["order_akechi"][SIDE] == sides[clan].name.en
            assert f"{PLACE}_greater_daimyos" in table.pieces["order_akechi"]
    assert seen == {0, 1, 2}
