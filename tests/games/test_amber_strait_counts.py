"""What Amber Strait is made of, counted a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.setup import set_up
from tests.rules.covering import covers

VALUES = (
    "royal_visit 3 privateers 2 charter_of_sund 2 tax_farm 1 garrison 4 bribed_clerk 2 counting_house 3 smugglers 2 "
)
VALUES += "hanse_day 4 salt_monopoly 1 letters 2 strike 3 storm 2 herring 1 summit 3 fair 2 election 3 tolls 3"
PORTS = {  # stability, worth, key
    "helm": (2, 2, True), "sund": (1, 1, None), "norvik": (3, 1, None),
    "osmund": (1, 1, None), "karlsholm": (2, 2, True), "fyr": (1, 1, None),
    "lubin": (3, 1, None), "danzel": (2, 2, True), "memel": (2, 1, None),
}  # fmt: skip
LANES = "helm-sund helm-osmund sund-norvik sund-osmund sund-karlsholm norvik-karlsholm norvik-fyr osmund-karlsholm "
LANES += "osmund-lubin osmund-danzel karlsholm-fyr karlsholm-danzel fyr-memel lubin-danzel danzel-memel"
STANDING = {"helm": ("crown", 2), "norvik": ("crown", 1), "sund": ("crown", 1), "danzel": ("guild", 2),
            "lubin": ("guild", 1), "memel": ("guild", 1)}  # fmt: skip


@pytest.fixture(scope="module")
def strait(game_of: Callable[[str], Game]) -> Game:
    return game_of("amber_strait")


@covers("amber_strait", "1.1", "1.2", "1.4")
def test_two_sides_nine_ports_one_die(strait: Game) -> None:
    assert {seat.id: seat.sides for seat in strait.seats.values()} == {"crown": ("crown",), "guild": ("guild",)}
    found = {id: tuple(strait.spaces[id].values.get(k) for k in ("stability", "points", "key")) for id in PORTS}
    assert found == PORTS
    assert sorted(strait.map.land) == sorted(PORTS)
    assert sorted(f"{link.a}-{link.b}" for link in strait.map.links) == sorted(LANES.split())
    assert [(die.count, die.sides) for die in strait.dice.values()] == [(1, 6)]


@covers("amber_strait", "1.3", "1.5", "3.1", "4.4")
def test_twenty_agents_a_side_and_eighteen_affairs(strait: Game) -> None:
    assert [strait.counters[id].count for id in ("crown_agent", "guild_agent")] == [20, 20]
    words = VALUES.split()
    assert {id: card.values["value"] for id, card in strait.cards.items()} == {
        id: int(value) for id, value in zip(words[::2], words[1::2], strict=True)
    }
    assert [id for id, card in strait.cards.items() if card.values.get("once")] == ["charter_of_sund", "hanse_day"]
    assert strait.constants["hand_size"].value == 5


@covers("amber_strait", "2.1", "2.2")
def test_four_turns_of_four_rounds(strait: Game) -> None:
    for id in ("turn", "round"):
        assert [box.value for box in strait.tracks[id].boxes] == [1, 2, 3, 4]


@covers("amber_strait", "10.1")
def test_agents_stand_where_the_scenario_says(strait: Game) -> None:
    table = set_up(strait, strait.scenarios["strait"])
    standing = Counter((p.place, p.side) for p in table.pieces.values() if p.place in PORTS)
    assert standing == {(place, side): count for place, (side, count) in STANDING.items()}
