"""Marches in the module: a drag too far, where no link leads, on another's ground or into a crowd is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.moves import FAULT
from compiler.emit.automation.preference import CHECK_MOVES
from compiler.emit.automation.ways import prices
from compiler.emit.module import keys
from compiler.emit.module.following import STEP
from compiler.emit.module.tracks import track_property
from compiler.model.setup import fresh
from compiler.rules.a_most_dangerous_time.near import roads_of
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.rules.covering import covers

MOVEMENT = "6. Movement"


@pytest.fixture
def module(built: Callable[[str], Built]) -> Built:
    return built("a_most_dangerous_time")


class Field(Tabletop):
    """Units that are dragged from place to place."""

    def __init__(self, module: Built, places: dict[str, str], *, points: int = 0, line: str = MOVEMENT) -> None:
        super().__init__(module.box)
        self.properties[CHECK_MOVES], self.properties["PlayerSide"] = "true", "Solitaire"
        self.properties[STEP] = line
        self.properties[track_property(module.game.tracks["movement"])] = str(points)
        self.lay(fresh(module.game, id, place) for id, place in places.items())

    def drag(self, id: str, to: str) -> str:
        """To another place, by its name; what is said of it."""
        own, spot = self.pieces[id], self.plan.atlas.spaces.get(to)
        own |= {
            f"Old{name.removeprefix('Current')}": own[name] for name in ("CurrentMap", "CurrentZone", "LocationName")
        }
        own |= {"OldX": "1", "OldY": "1"}
        name = spot.location if spot is not None else to
        own |= {"CurrentMap": self.plan.atlas.main.name, "CurrentZone": name, "LocationName": name}
        self.count()
        self.chat.clear()
        self.send(id, str(keys.LANDED))
        return " ".join(self.chat)


NOBUNAGA = {"nobunaga": "kanagasaki"}


@covers("a_most_dangerous_time", "9.2.2")
def test_what_one_point_leads_to_is_what_the_engine_has(module: Built) -> None:
    game, march = module.game, module.game.upkeep.marches["units"]
    roads, found = roads_of(game), prices(module.box.plan, march)
    for space in game.map.land:
        near = {link.other(space) for link in game.map.links_of[space]}
        near = {other for other in near if game.spaces[other].values.get("extra_cost", 0) == 0}
        near |= {end for middle in roads.get(space, ()) for end in roads[middle]} - {space}
        assert {other for other, price in found[space].items() if price == 1} == near, space


@covers("a_most_dangerous_time", "9.1.3", "9.8.3")
def test_a_march_that_costs_more_than_is_left_is_told_and_lies(module: Built) -> None:
    table = Field(module, NOBUNAGA, points=3)
    assert table.drag("nobunaga", "kyo") == "", "three trails, three points"
    table = Field(module, NOBUNAGA, points=2)
    told = table.drag("nobunaga", "kyo")
    assert "Movement Points: 2 left, and it takes at least 3 to come here from Kanagasaki" in told
    assert table.pieces["nobunaga"]["LocationName"] == "Kyo"
    assert table.drag("nobunaga", "mt_hiei") == ""


@covers("a_most_dangerous_time", "9.2.2")
def test_out_of_the_movement_step_nobody_goes_further_than_the_next_place(module: Built) -> None:
    table = Field(module, NOBUNAGA, points=6, line="7. Combat")
    assert table.drag("nobunaga", "w_kutsuki") == ""
    assert "no link leads from Kutsuki to Kyo" in table.drag("nobunaga", "kyo")


@covers("a_most_dangerous_time", "2.45.6", "2.45.7")
def test_off_board_areas_send_others_back(module: Built) -> None:
    places = {"mori_soldier#1": "takamatsu", "oda_soldier#1": "takamatsu", "yoshiaki": "kyo"}
    table = Field(module, places, points=6)
    assert "goes back to Takamatsu: only Mori may be there" in table.drag("oda_soldier#1", "chugoku")
    assert table.pieces["oda_soldier#1"]["LocationName"] != "Chugoku"
    assert table.drag("mori_soldier#1", "chugoku") == ""
    table.drag("yoshiaki", "tomo")
    assert table.pieces["yoshiaki"][FAULT] == ""


@covers("a_most_dangerous_time", "2.43.6")
def test_the_fifth_in_a_waypoint_is_told(module: Built) -> None:
    table = Field(module, {f"oda_soldier#{n}": "kanagasaki" for n in range(1, 6)}, points=6)
    said = [table.drag(f"oda_soldier#{n}", "w_kutsuki") for n in range(1, 6)]
    assert said[:4] == [""] * 4
    assert "is one of 5 in Kutsuki, where no more than 4 may stay" in said[4]


def test_a_drop_between_the_spaces_goes_back(module: Built) -> None:
    table = Field(module, NOBUNAGA, points=6)
    assert "goes back to Kanagasaki: it lies in no space" in table.drag("nobunaga", "Between the spaces")


def test_nobody_is_told_of_a_neutral_that_its_enemy_moves(module: Built) -> None:
    table = Field(module, {"bessho_soldier#1": "miki", "azai_soldier#1": "odani"}, points=6)
    table.properties["PlayerSide"] = "Oda Faction"
    assert table.drag("bessho_soldier#1", "kakogawa") == ""
    assert "is of Azai, and Oda Faction moves it" in table.drag("azai_soldier#1", "yokoyama")
