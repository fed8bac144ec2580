"""Control in the module: at the end of an action turn every area goes to whom the engine gives it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import pytest

from compiler.emit.automation.preference import TELL_ONLY
from compiler.emit.chat import REFUSED
from compiler.emit.module.holders import HELD_BY
from compiler.emit.module.lines import lines_over
from compiler.emit.module.marks import SHOWS, marker_of, property_of
from compiler.emit.names import rule_name
from compiler.emit.seats import seats_text, sides_text
from compiler.model.common import Note
from compiler.model.setup import fresh
from compiler.model.table import Piece
from compiler.play.book import Rulebook
from compiler.registry import rulebook_or_fail
from compiler.rules.road_to_honganji.ch05_control import fought_for
from compiler.rules.road_to_honganji.field import areas, units_by_area
from tests.emit.conftest import Built
from tests.emit.inputs import Marks, scene_of
from tests.emit.tabletop import Tabletop
from tests.emit.turntable import Turntable
from tests.rules.covering import covers

MEN = {
    "akechi": "hosokawa_tadaoki",
    "hashiba": "hashiba_hidenaga",
    "neutral": "isshiki_yoshimichi",
    "oda": "niwa_nagahide",
}
NAMES = {"akechi": "Akechi", "hashiba": "Hashiba", "neutral": "Neutral", "oda": "Oda"}
BUTTON = "Control of areas"


@pytest.fixture
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


def plates(module: Built, control: Mapping[str, str]) -> Iterator[Piece]:
    mark = module.game.marks["control"]
    for area, clan in control.items():
        yield Piece(f"plate {area}", marker_of(mark, clan), area, marks=(("control", clan),))


def laid(module: Built, men: list[Piece], control: Mapping[str, str], table: Turntable | None = None) -> Turntable:
    table = table or Turntable(module.box)
    table.lay([*men, *plates(module, control)])
    table.chat.clear()
    return table


def holder(table: Turntable, area: str) -> str:
    return table.pieces[f"plate {area}"][property_of("control")]


@covers("road_to_honganji", "5-2.1", "5-2.2", "5-2.3", "5-2.4", "5-2.5", "5-2.x1", "5-3.1")
def test_every_area_goes_to_whom_the_engine_gives_it(module: Built) -> None:
    book: Rulebook = rulebook_or_fail(module.game)
    chance, seen, table = random.Random(13), set[str](), Turntable(module.box)
    for _ in range(300):
        here = chance.sample(list(MEN), chance.randint(0, 3))
        area, clan = chance.choice(("tango", "bizen")), chance.choice(list(MEN))
        first, second = chance.sample([*MEN, ""], 2)
        marks: Marks = {(area, "control"): clan}
        marks |= {(area, "last_fought"): first, (area, "last_target"): second} if first and second else {}
        men = [fresh(module.game, MEN[side], area) for side in here]
        scene = scene_of(book, men, marks=marks)
        assert area in areas(scene)
        standing = list(units_by_area(scene)[area])
        found = fought_for(scene, area, standing) if standing else ("neutral", "5-3.1")
        laid(module, men, {area: clan}, table)
        if (area, "last_fought") in marks:
            table.pieces[f"plate {area}"] |= {"AttackedBy": NAMES[first], "WasAttacked": NAMES[second]}
        table.button(BUTTON)
        if clan in standing or (not standing and clan == "neutral"):
            assert (holder(table, area), table.chat) == (clan, table.chat[:1])
            assert "nothing changes" in table.chat[0]
            seen.add("kept")
        elif found is None:
            assert holder(table, area) == clan
            assert table.chat[0].startswith(REFUSED)
            assert all(NAMES[side] in table.chat[0] for side in standing)
            seen.add("5-2.4")
        else:
            assert holder(table, area) == found[0]
            assert f">{rule_name(Note(rules=(found[1],), sectioned=True))}<" in table.chat[0], "the rule that decides"
            seen.add(found[1])
    assert seen == {"kept", "5-2.2", "5-2.3", "5-2.x1", "5-2.4", "5-3.1"}


@covers("road_to_honganji", "5-2.1", "5-2.2", "5-3.1")
def test_the_tracker_settles_control_when_an_action_turn_is_over_and_one_undo_takes_it_back(module: Built) -> None:
    men = [
        fresh(module.game, id, place) for id, place in (("hosokawa_tadaoki", "tango"), ("niwa_nagahide", "owari_ise"))
    ]
    table = laid(module, men, {"tango": "neutral", "owari_ise": "oda", "bizen": "hashiba"})
    window = module.box.plan.atlas.piles["hand.akechi"].map
    for n, seat in enumerate(module.game.seats, 1):
        spot = module.box.plan.atlas.spaces[f"order_{n}"]
        table.put(f"order {seat}", {"CounterId": f"order_{seat}", "Face_Level": "1", "Kind": "Order marker",
                                    "LocationName": spot.location, "CurrentMap": spot.map})  # fmt: skip
    for n in range(2):
        table.put(f"card {n}", {"CounterId": "levy", "LocationName": window, "CurrentMap": window})
    while table.labels[table.at[1]] != "Action turn 1":
        table.plus()
        assert len(table.log) == 1
        table.log.clear()
    for area, clan in (("tango", "neutral"), ("bizen", "hashiba")):  # as if they had just been won and emptied
        table.pieces[f"plate {area}"] |= {property_of("control"): clan, SHOWS: NAMES[clan]}
    before = table.table()
    table.chat.clear()
    table.plus()
    assert [holder(table, area) for area in ("tango", "owari_ise", "bizen")] == ["akechi", "oda", "neutral"]
    told = [line for line in table.chat if line.startswith(BUTTON)]
    assert len(told) == 2
    assert len(table.log) == 1
    table.undo()
    assert table.table() == before


def test_control_is_told_only_where_players_want_that(module: Built) -> None:
    table = laid(module, [fresh(module.game, "hosokawa_tadaoki", "tango")], {"tango": "neutral"})
    table.properties[TELL_ONLY] = "true"
    table.button(BUTTON)
    assert holder(table, "tango") == "neutral"
    assert "should go from Neutral to <b>Akechi" in table.chat[-1]


@covers("road_to_honganji", "5-2.3", "5-3.x1")
def test_a_combat_is_remembered_until_the_action_turn_is_over(module: Built) -> None:
    men = ("akechi_mitsuhide", "hashiba_hidenaga", "oda_nobunaga")
    table = laid(module, [fresh(module.game, id, "tango") for id in men], {"tango": "neutral", "bizen": "akechi"})
    table.answers["Ask_event"], table.dice = "none of these", [6] * 9
    for id in (men[0], men[2]):
        table.choose(id, "All of this side here take part in Combat")
    table.button("Combat")
    assert holder(table, "bizen") == "neutral", "an empty area changes at once"
    assert holder(table, "tango") == "neutral", "others when the action turn is over"
    table.button(BUTTON)
    assert holder(table, "tango") == "akechi"
    assert ">5-2<" in table.chat[-1]


def test_control_is_settled_behind_every_action_turn(module: Built) -> None:
    plan = module.box.plan
    at = lines_over(module.game, plan.lines, "control_check")
    turns = [entry.label for entry in plan.lines if entry.label.startswith("Action turn")]
    behind = plan.lines[[entry.label for entry in plan.lines].index(turns[-1]) + 1].label
    assert at == [*turns, behind]


def test_several_that_go_over_are_asked_once(module: Built) -> None:
    table = Tabletop(module.box)
    men = ("akechi_army#1", "akechi_army#2", "hosokawa_tadaoki")
    table.lay(fresh(module.game, id, "tango") for id in men)
    table.properties["SidesInPlay"] = sides_text(module.box.plan, None)
    for n, id in enumerate(men, 1):
        table.pieces[id] |= {"UiPieceIndex": str(n), "UiPieceCount": "3"}
        table.answers = {"asked_side": "Akechi army and 2 more → Mouri"} if n == 1 else {}
        table.choose(id, "Goes over to...")
    assert [table.pieces[id][HELD_BY] for id in men] == ["Mouri"] * 3
    assert all(f"<b>{name}</b>" in line for name, line in zip(("Akechi army",) * 2, table.chat, strict=False))
    table.pieces[men[0]]["UiPieceIndex"] = ""
    table.choose(men[0], "Goes over to...")
    assert table.pieces[men[0]][HELD_BY] == "Mouri", "cancelled"


def test_who_is_asked_and_does_not_answer_is_left_as_it_was(module: Built) -> None:
    table = Tabletop(module.box)
    table.lay([fresh(module.game, "akechi_army#1", "tango")])
    table.properties["SidesInPlay"] = sides_text(module.box.plan, None)

    def state() -> dict[str, str]:
        return {name: value for name, value in table.pieces["akechi_army#1"].items() if value}

    before = state()
    table.choose("akechi_army#1", "Goes over to...")
    assert any("Akechi army" in text for text in table.offered["asked_side"])
    assert state() == before


@covers("road_to_honganji", "8-4-2-2.1")
def test_who_is_told_to_flee_and_stays_is_reminded(module: Built) -> None:
    table = Tabletop(module.box)
    places = {"akechi_mitsuhide": "tango", "akechi_army#1": "tanba", "akechi_army#2": "harima"}
    table.lay(fresh(module.game, id, place) for id, place in places.items())
    for place in ("tanba", "harima"):
        spot = module.box.plan.atlas.spaces[place]
        table.put(f"plate {place}", {
            "CounterId": "control/mark", SHOWS: "Akechi", "LocationName": spot.location, "CurrentMap": spot.map,
        })  # fmt: skip
    table.dice = [6, 6]
    table.choose("akechi_mitsuhide", "Death in battle check")
    assert table.chat[-1].startswith(f"{REFUSED}<b>Akechi Mitsuhide</b> has to flee yet")
    assert table.chat[-1].endswith("drag it to another space of Akechi")
    table.answers["asked_flight"] = "Tanba"
    table.choose("akechi_mitsuhide", "Death in battle check")
    assert table.pieces["akechi_mitsuhide"]["LocationName"] == "Tanba"
    assert "has to flee" not in table.chat[-1]


@pytest.mark.parametrize(("sits", "told"), [("Shibata", "Akechi"), ("Akechi", "Akechi"), ("Solitaire", "Akechi")])
def test_a_check_is_told_of_whom_it_concerns_whoever_sits_at_the_machine(module: Built, sits: str, told: str) -> None:
    table = Tabletop(module.box)
    table.lay([fresh(module.game, "akechi_mitsuhide", "tango")])
    table.properties |= {f"Colour_{seat}": "#123456" for seat in ("Akechi", "Hashiba", "Shibata", "Solitaire")}
    table.properties |= {"PlayerSide": sits, "InTurn": "Hashiba", "Seats": seats_text(module.box.plan, None)}
    table.dice = [3, 3]
    table.choose("akechi_mitsuhide", "Death in battle check")
    (line,) = [line for line in table.chat if "Death in battle check, roll" in line]
    assert f">{told}</font></b>: Akechi Mitsuhide" in line
