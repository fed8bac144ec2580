"""Marches in the module: what the engine refuses is told, units are turned when they act, and rebellion is told."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from compiler.emit.automation.marches import MARCHED
from compiler.emit.automation.preference import CHECK_MOVES
from compiler.emit.automation.resets import turns_key
from compiler.emit.module import keys
from compiler.model.setup import fresh
from compiler.rules.road_to_honganji.ch04_clans import rebels_by_ending
from compiler.rules.road_to_honganji.ch07_movement import is_bound, ways
from compiler.rules.road_to_honganji.field import areas
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import position
from tests.rules.road_to_honganji.table import scene as scene_of


@pytest.fixture
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


class Field(Tabletop):
    """Units that are dragged from area to area."""

    def __init__(self, module: Built, places: dict[str, str], *, marked: bool = True) -> None:
        super().__init__(module.box)
        self.properties[CHECK_MOVES] = "true"
        markers = {f"order_{seat}": f"order_{n}" for n, seat in enumerate(module.game.seats, 1) if marked}
        self.lay(fresh(module.game, id, place) for id, place in {**places, **markers}.items())

    def drag(self, id: str, to: str) -> str:
        """To another area; what is said of it."""
        own, spot = self.pieces[id], self.plan.atlas.spaces[to]
        own |= {
            f"Old{name.removeprefix('Current')}": own[name] for name in ("CurrentMap", "CurrentZone", "LocationName")
        }
        own |= {"OldX": "1", "OldY": "1", "Moved": "true"}  # VASSAL's own sign
        own |= {"CurrentMap": spot.map, "CurrentZone": spot.location, "LocationName": spot.location}
        self.count()
        self.chat.clear()
        self.send(id, str(keys.LANDED))
        return " ".join(self.chat)

    def face(self, id: str) -> str:
        return {"1": "ready", "2": "spent"}[self.pieces[id]["Face_Level"]]


ATTACK = "Attack with all of this side here: Combat"
TWO = {"akechi_mitsuhide": "tanba", "hosokawa_tadaoki": "tanba", "akechi_army#1": "tanba"}


@covers("road_to_honganji", "7.6", "7-3.3")
def test_a_unit_that_marched_fights_ready_and_is_spent_when_its_action_turn_is_over(module: Built) -> None:
    table = Field(module, TWO)
    (reset,) = [reset for reset in module.game.upkeep.resets.values() if reset.moved]
    assert table.drag("akechi_army#1", "harima") == ""
    assert table.face("akechi_army#1") == "ready"
    assert table.drag("akechi_army#1", "tanba") == ""
    assert table.pieces["akechi_army#1"][MARCHED] == "0"
    assert table.pieces["akechi_army#1"]["Moved"] == "false", "back where it began it has not moved"
    assert table.drag("akechi_army#1", "harima") == ""
    table.send("akechi_army#1", str(turns_key(reset)))
    assert (table.face("akechi_army#1"), table.face("hosokawa_tadaoki")) == ("spent", "ready")


def test_a_march_goes_on_to_the_second_area_and_no_further(module: Built) -> None:
    table = Field(module, TWO)
    assert table.drag("akechi_army#1", "harima") == ""
    assert table.drag("akechi_army#1", "mimasaka") == ""
    said = table.drag("akechi_army#1", "harima")
    assert "goes further than 2 this turn" in said
    table.send("akechi_army#1", str(turns_key(module.game.upkeep.resets["spent_by_acting"])))  # the next turn
    assert "is spent, and moves" in table.drag("akechi_army#1", "tanba")


@covers("road_to_honganji", "8.6")
def test_who_attacked_is_spent_at_once_and_marches_no_more(module: Built) -> None:
    table = Field(module, {**TWO, "isshiki_yoshimichi": "tanba", "neutral_army#1": "tanba"}, marked=False)
    table.answers["Ask_event"], table.dice = "none of these", [6] * 5
    for id in ("akechi_mitsuhide", "isshiki_yoshimichi"):
        table.choose(id, "All of this side here take part in Combat")
        table.choose(id, "Command in Combat")
    table.button("Combat")
    assert [table.face(id) for id in TWO] == ["spent"] * 3
    assert table.face("isshiki_yoshimichi") == "ready", "who strikes back stays as it is"
    said = table.drag("akechi_army#1", "harima")
    assert "is spent, and moves" in said
    assert "goes further" not in said


@covers("road_to_honganji", "7-1.1", "7-2.2")
def test_who_marched_and_fought_is_spent_and_leaves_nobody_behind_by_another_march(module: Built) -> None:
    table = Field(module, {**TWO, "isshiki_yoshimichi": "tango"}, marked=False)
    table.answers["Ask_event"], table.dice = "none of these", [6] * 5
    for id in ("hosokawa_tadaoki", "akechi_army#1"):
        assert table.drag(id, "tango") == ""
    table.choose("akechi_army#1", ATTACK)
    assert table.face("akechi_army#1") == "spent"
    del table.pieces["isshiki_yoshimichi"]
    said = table.drag("akechi_army#1", "tanba")
    assert "is spent, and moves" in said, "and it is no march back to where it began"
    assert "goes further" not in said
    assert "leaves too few of its side in Tango" in table.drag("hosokawa_tadaoki", "tanba")


@covers("road_to_honganji", "7-2.2")
def test_leaving_an_area_empty_is_told(module: Built) -> None:
    table = Field(module, {"akechi_mitsuhide": "tanba", "akechi_army#1": "tanba"})
    assert table.drag("akechi_army#1", "harima") == ""
    assert "leaves too few of its side in Tanba" in table.drag("akechi_mitsuhide", "harima")


@covers("road_to_honganji", "4-1.5", "4-1.6")
def test_ending_a_march_beside_oda_or_a_vassal_is_told(module: Built) -> None:
    table = Field(module, {**TWO, "oda_nobunaga": "kii_ishiyama", "hashiba_army#1": "harima"})
    said = table.drag("akechi_army#1", "harima")
    assert "stands beside Oda or another vassal: if it ends its march there, Akechi turn their order marker" in said
    table.pieces["order_akechi"]["Face_Level"] = "2"
    assert "beside Oda" not in table.drag("hosokawa_tadaoki", "harima"), "a rebel already"


CARDS = {"akechi": "x x"}


def test_what_the_engine_refuses_is_told_and_nothing_else(module: Built) -> None:
    """One unit from any area to any other, over many tables: held, too few left, too far, stopped, a rebel."""
    chance, seen = random.Random(23), dict.fromkeys(("holds", "too few", "on where", "further", "beside"), 0)
    sides = ["akechi", "hashiba", "shibata", "mouri", "uesugi", "oda", "neutral"]
    armies = {side: f"{side}_army" for side in sides if side != "oda"} | {"oda": "mori_yoshimasa"}
    for _ in range(12):
        rebels = [seat for seat in ("akechi", "hashiba", "shibata") if chance.random() < 0.4]
        land = chance.sample(list(module.game.map.land), 9)
        lands: dict[str, list[str]] = {area: [] for area in land}
        for side in sides:
            for n in range(1 if side == "oda" else 4):
                lands[chance.choice(land)].append(armies[side] if side == "oda" else f"{armies[side]}#{n + 1}")
        session = position(
            lands={area: " ".join(ids) for area, ids in lands.items() if ids}, rebels=rebels, hands=CARDS
        )
        scene = scene_of(session)
        table = Field(module, {})
        table.lay(p for p in scene.table.pieces.values() if p.place in table.plan.atlas.spaces)
        before = {id: dict(own) for id, own in table.pieces.items()}
        for side in sides[:5]:
            piece = next(p for p in scene.table.pieces.values() if p.counter == armies[side] and p.place in land)
            mates = [p for p in scene.table.pieces.values() if p.side == side and p.place == piece.place]
            for to in areas(scene):
                if to == piece.place:
                    continue
                table.pieces = {id: dict(own) for id, own in before.items()}
                said = table.drag(piece.id, to)
                reached = ways(scene, side, piece.place, 2)
                wrong = {
                    "holds": is_bound(scene, side, piece.place) is not None,
                    "too few": len(mates) < 2,
                    "beside": rebels_by_ending(scene, side, to),
                }
                for word, expected in wrong.items():
                    assert (word in said) is expected, (word, side, piece.place, to, rebels, said)
                    seen[word] += expected
                assert ("on where" in said or "further" in said) is (to not in reached), (side, piece.place, to, said)
                seen["on where"] += "on where" in said
                seen["further"] += "further" in said
    assert all(seen.values()), seen


def test_what_is_the_same_for_several_is_told_once(module: Built) -> None:
    table = Field(module, {**TWO, "akechi_army#2": "tanba", "sakamoto_castle": "tanba", "hosokawa_fujitaka": "tanba"})
    told = []
    for n, id in enumerate(("akechi_army#1", "akechi_army#2", "sakamoto_castle", "hosokawa_tadaoki"), 1):
        table.pieces[id] |= {"Face_Level": "2", "UiPieceIndex": str(n)}
        told.append(table.drag(id, "harima"))
    assert ["is spent" in line for line in told] == [True, False, False, False]
    assert "is a defending general, and moves" in told[2]
