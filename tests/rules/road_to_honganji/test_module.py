"""The module beside the engine: board, markers and cards as the rules want them shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.atlas import MARGIN_NAME
from compiler.emit.automation.moves import FAULT
from compiler.emit.automation.preference import CHECK_MOVES, TELL_ONLY
from compiler.emit.automation.resets import due, turns_key
from compiler.emit.chat import REFUSED
from compiler.emit.module import keys
from compiler.emit.module.holders import HELD_BY
from compiler.emit.module.prototypes import FACE, holder_name
from compiler.emit.module.windows import tools
from compiler.emit.seats import SIDES, sides_text
from compiler.model.setup import fresh, set_up
from compiler.play.view import view
from compiler.rules.road_to_honganji.actions import Move, Reinforce
from compiler.vassal import sequence
from compiler.vassal.grammar import parse
from compiler.vassal.traits import Clone, Delete, DynamicProperty, Layer, RestrictCommands, SubMenu
from compiler.vassal.values import Choose, SetValue
from tests.emit.beanshell import evaluate
from tests.emit.conftest import Built
from tests.emit.module.test_vmod import undrawn
from tests.emit.tabletop import Tabletop
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import go, place, position


@pytest.fixture(scope="module")
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


@covers("road_to_honganji", "1-1.1", "1-1-2.1", "1-1-3.1")
def test_the_board_shows_areas_order_boxes_turn_track_and_charts(module: Built) -> None:
    text = undrawn(module)["buildFile.xml"].decode()
    game = module.game
    for area in game.map.land:
        assert f'"{game.spaces[area].name.en}"' in text
    for box in ("order_1", "order_2", "order_3", "order_4"):
        assert game.spaces[box].at is not None
        assert f'"{game.spaces[box].name.en}"' in text
    for chart in ("petition", "death_in_battle", "game_end"):
        assert game.tables[chart].title.en in text
    assert [box.value for box in game.tracks["turn"].boxes] == [1, 2, 3, 4, 5, 6]
    assert game.tracks["turn"].marker == "turn_marker"
    assert "TurnTracker" in text


@covers("road_to_honganji", "1-3.2", "4-1.7")
def test_the_order_marker_of_a_new_rebel_is_turned(module: Built) -> None:
    faces = {seat: [face.name.en for face in module.game.counters[f"order_{seat}"].faces] for seat in module.game.seats}
    assert set(map(tuple, faces.values())) == {("Vassal", "Rebellion")}
    session = position(lands={"tanba": "akechi_mitsuhide akechi_army", "gifu": "oda_nobutada"}, hands={"akechi": "x x"})
    assert session.table.pieces["order_akechi"].face == 0
    go(session, Move("tanba", "gifu"), "akechi_mitsuhide")
    assert session.table.pieces["order_akechi"].face == 1


@covers("road_to_honganji", "2.1")
def test_setups_have_the_cards_in_the_stack_and_the_counters_beside_the_board(module: Built) -> None:
    for scenario in module.game.scenarios.values():
        table = set_up(module.game, scenario)
        assert table.count("stack") == 32
        assert table.count("armies.neutral") == 5
        assert f"{scenario.id}.vsav" in undrawn(module)
    assert module.game.piles["stack"].shuffled


@covers("road_to_honganji", "4-3.1")
def test_oda_counters_are_white_with_a_crest_of_their_own(module: Built) -> None:
    schemes = module.game.art.schemes
    assert schemes["oda"].fill == schemes["neutral"].fill == "#FFFDF6"
    assert schemes["oda"].crest == "oda"
    assert schemes["neutral"].crest == "neutral"


@covers("road_to_honganji", "6-9.1", "6-9.2")
def test_used_cards_lie_open_for_everybody(module: Built) -> None:
    assert module.game.piles["used"].face == "up"
    session = position(lands={"tanba": "akechi_mitsuhide"}, hands={"akechi": "levy x"})
    go(session, Reinforce("akechi", "tanba"), "levy#1")
    assert place(session, "levy#1") == "used"
    for seat in ("akechi", "shibata", "tokugawa", "hashiba"):
        assert "levy#1" in view(session, seat).table.pieces


# -- what the module does by itself ------------------------------------------------------------------------------------
def test_whoever_goes_over_is_told_by_names(module: Built) -> None:
    names, whose = {f"Men → {side.name.en}" for side in module.game.sides.values()}, {"asked_of_side": "Men"}
    traits = module.box.shelf.definitions[holder_name("oda")]
    changes = [c.change for t in traits if isinstance(t, DynamicProperty) for c in t.commands]
    (asked,) = [change for change in changes if isinstance(change, Choose)]
    assert {evaluate(parse(choice), {SIDES: "|Oda|", **whose}) for choice in asked.choices} == {"Men → Oda", ""}
    every = {SIDES: sides_text(module.box.plan, None), **whose}
    assert {evaluate(parse(choice), every) for choice in asked.choices} == names
    turned = fresh(module.game, "mori_yoshimasa", "owari")._replace(side="neutral", face=1)
    held = [t.value for t in module.box.in_play(turned).all(DynamicProperty) if t.name == HELD_BY]
    assert held == ["Neutral"]


@covers("road_to_honganji", "3-3.1")
def test_only_a_vassal_petitions(module: Built) -> None:
    marker = fresh(module.game, "order_akechi", "order_1")
    for face, hidden in ((0, False), (1, True)):
        piece = module.box.in_play(marker._replace(face=face))
        (barred,) = [t for t in piece.all(RestrictCommands) if t.name == "not vassal"]
        assert evaluate(parse(barred.match), {"Face_Level": str(face + 1)}) is hidden


# -- what a player with a mouse found ----------------------------------------------------------------------------------
def names_of(module: Built, id: str, layer: str) -> tuple[str, ...]:
    traits = module.box.shelf.expand(module.box.designs[id].traits)
    (found,) = [trait for trait in traits if isinstance(trait, Layer) and trait.name == layer]
    return found.level_names


def test_an_order_marker_is_called_by_its_clan_whichever_side_is_up(module: Built) -> None:
    for seat in module.game.seats.values():
        id = f"order_{seat.id}"
        assert module.box.designs[id].basic.name == seat.name.en
        assert names_of(module, id, FACE) == ("+ (vassal)", "+ (rebellion)")
    assert names_of(module, "mori_yoshimasa", FACE)[1] == "Neutral army"  # a face of another side has its own name


def test_a_control_marker_says_who_controls_and_goes_back_from_the_sea(module: Built) -> None:
    traits = module.box.shelf.expand(module.box.designs["control/mark"].traits)
    assert "Controlled by Akechi" in names_of(module, "control/mark", "Sign_control")
    (judged,) = [t for t in traits if isinstance(t, DynamicProperty) and t.name == FAULT]
    change = judged.commands[0].change
    assert isinstance(change, SetValue)
    window = module.box.plan.atlas.main
    for zone, fault in ((MARGIN_NAME, "it lies in no area"), ("Tango", "")):
        assert evaluate(parse(change.value), {"CurrentMap": window.name, "CurrentZone": zone}) == fault
    assert window.regions == ()  # nothing at sea counts for the nearest area
    assert window.zones[-1].name == MARGIN_NAME


def test_markers_that_stand_for_something_are_not_multiplied_nor_deleted(module: Built) -> None:
    for id in ("order_akechi", "turn_marker", "control/mark"):
        traits = module.box.shelf.expand(module.box.designs[id].traits)
        assert not [t for t in traits if isinstance(t, Clone | Delete)], id
        assert HELD_BY not in [t.name for t in traits if isinstance(t, DynamicProperty)], id
    loose = module.box.shelf.expand(module.box.designs["last_fought/mark"].traits)
    assert [t for t in loose if isinstance(t, Delete)]


def test_the_state_menu_has_an_entry_for_each_mark_and_no_question_for_yes_or_no(module: Built) -> None:
    parts = list(tools(module.box.plan))
    (state,) = [part for part in parts if part.get("text") == "State"]
    entries = list(sequence.listed(str(state.get("menuItems"))))
    assert entries == ["Defeated Nobunaga", "Took revenge", "Chief adviser", "Knocked out by"]
    (own,) = [part for part in parts if part.kind == "ToolbarMenu" and part.get("text") == "Took revenge"]
    texts = list(sequence.listed(str(own.get("menuItems"))))
    assert texts == [f"Took revenge: {seat.name.en}" for seat in module.game.seats.values()]
    table = Tabletop(module.box)
    for part in parts:
        table.add(part)
    for value in ("yes", "none"):
        table.button(texts[0])
        assert table.properties["mark_avenger_akechi"] == value


def test_those_in_a_combat_stand_in_one_area_and_are_of_two_clans(module: Built) -> None:
    table = Tabletop(module.box)
    ids = ("akechi_mitsuhide", "akechi_army#1", "akechi_army#2", "hashiba_hideyoshi", "hashiba_army#1")
    places = ("tanba", "tanba", "harima", "tanba", "tanba")
    table.lay(fresh(module.game, id, place) for id, place in zip(ids, places, strict=True))

    def parts() -> list[str]:
        return [table.pieces[id]["Part_combat"] for id in ids]

    table.choose(ids[0], "All of this side here take part in Combat")
    assert parts() == ["2", "2", "1", "1", "1"]
    table.choose(ids[0], "Command in Combat")
    assert parts() == ["3", "2", "1", "1", "1"]
    table.choose(ids[2], "Take part in Combat")  # another area
    assert parts() == ["1", "1", "2", "1", "1"]
    table.choose(ids[4], "Take part in Combat")  # another clan elsewhere
    assert parts() == ["1", "1", "1", "1", "2"]
    table.choose(ids[3], "Command in Combat")
    table.choose(ids[4], "Leave Combat")
    assert parts() == ["1", "1", "1", "3", "1"]
    table.choose(ids[0], "Command in Combat")  # another clan here strikes back
    assert parts() == ["3", "1", "1", "3", "1"]
    assert "1 of Hashiba attack against 1 of Akechi who strike back" in table.chat[-1]
    table.button("Combat: take everybody out")
    assert parts() == ["1"] * 5
    table.button("Combat")
    assert "nobody takes part" in table.chat[-1]
    menus = [t for t in module.box.shelf.definitions["Kind general"] if isinstance(t, SubMenu) and t.title == "Combat"]
    assert len(menus) == 1


def test_an_army_counter_bears_no_number_since_it_has_none_of_its_own(module: Built) -> None:
    army = module.game.art.counters["army"]
    parts = [part for face in ("front", "spent", "back") for part in army[face].values()]
    assert [part["is"] for part in parts if part.get("put") == "text"] == ["SPENT"]


def fought(module: Built, dice: list[int], men: dict[str, str], chiefs: tuple[str, ...]) -> Tabletop:
    """A combat in Tango: all of both clans take part, one of each commands, and these dice fall."""
    table = Tabletop(module.box)
    table.lay(fresh(module.game, id, place) for id, place in men.items())
    table.answers["Ask_event"] = "none of these"
    for id in chiefs:
        table.choose(id, "All of this side here take part in Combat")
        table.choose(id, "Command in Combat")
    table.dice = dice
    table.chat.clear()
    table.button("Combat")
    assert table.dice == []
    return table


MEN = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "akechi_army#2": "tango", "hosokawa_tadaoki": "tanba",
       "isshiki_yoshimichi": "tango", "neutral_army#1": "tango", "neutral_army#2": "tango"}  # fmt: skip
CHIEFS = ("akechi_mitsuhide", "isshiki_yoshimichi")


def test_both_sides_of_a_combat_roll_at_once_and_armies_take_the_hits(module: Built) -> None:
    table = fought(module, [1, 6, 6, 1, 6, 6], MEN, CHIEFS)
    attack, back = table.chat[:2]
    assert "Akechi attack: Akechi Mitsuhide commands, 3 dice at 3 or less: 1 6 6; <b>1 hit</b>" in attack
    assert "Neutral strike back: Isshiki Yoshimichi commands, 3 dice at 2 or less: 1 6 6; <b>1 hit</b>" in back
    gone = [line for line in table.chat if "goes back to" in line]
    assert ["Akechi army" in line or "Neutral army" in line for line in gone] == [True, True]
    assert not any("Death in battle check" in line for line in table.chat), "armies take damage before generals"


def test_a_general_is_hit_when_the_armies_are_gone_and_only_told_by_preference(module: Built) -> None:
    alone = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "isshiki_yoshimichi": "tango"}
    table = fought(module, [1, 6, 6], alone, CHIEFS)
    assert any("Isshiki Yoshimichi, Death in battle check, no roll, <b>dead</b>" in line for line in table.chat)
    table = Tabletop(module.box)
    table.lay(fresh(module.game, id, place) for id, place in alone.items())
    table.answers["Ask_event"], table.dice = "none of these", [1, 6, 6]
    table.properties[TELL_ONLY] = "true"
    for id in CHIEFS:
        table.choose(id, "All of this side here take part in Combat")
        table.choose(id, "Command in Combat")
    table.chat.clear()
    table.button("Combat")
    assert len(table.chat) == 2, "the two rolls, and nothing done"


def test_of_several_generals_their_player_chooses(module: Built) -> None:
    men = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "oda_nobunaga": "tango", "niwa_nagahide": "tango"}
    table = fought(module, [1, 6, 6, 6], men, ("akechi_mitsuhide", "oda_nobunaga"))
    assert table.chat[-1].startswith(f"{REFUSED}Combat: Oda take 1 more hit and choose who")


def test_a_spent_unit_or_a_castle_that_marches_is_told_and_lies(module: Built) -> None:
    table = Tabletop(module.box)
    ids = ("kitano_castle", "shibata_army#1", "maeda_toshiie")
    places = {**dict.fromkeys(ids, "echizen"), "shibata_army#2": "hida"}  # one stays where they come from
    table.lay(fresh(module.game, id, place) for id, place in places.items())
    table.pieces["shibata_army#1"]["Face_Level"] = "2"
    table.properties[CHECK_MOVES] = "true"
    said = []
    for id in ids:
        main = module.box.plan.atlas.main.name
        table.pieces[id] |= {"OldMap": main, "OldZone": "Hida", "OldLocationName": "Hida", "OldX": "1", "OldY": "1"}
        table.chat.clear()
        table.send(id, str(keys.LANDED))
        said.append(" ".join(table.chat))
    assert "Kitano Castle is a defending general, and moves" in said[0]
    assert "is spent, and moves" in said[1]
    assert said[2] == ""


def test_who_has_moved_or_attacked_is_spent_when_the_next_player_acts(module: Built) -> None:
    table = Tabletop(module.box)
    ids = ("maeda_toshiie", "shibata_army#1", "takigawa_kazumasu")
    table.lay(fresh(module.game, id, "echizen") for id in ids)
    for id in ids[:2]:
        table.pieces[id]["Moved"] = "true"
    reset = module.game.upkeep.resets["spent_by_acting"]
    for id in ids:
        if evaluate(due(module.box.plan, reset), {**table.properties, **table.pieces[id]}) is True:
            table.send(id, str(turns_key(reset)))
    assert [table.pieces[id]["Face_Level"] for id in ids] == ["2", "2", "1"]
    oda = fresh(module.game, "mori_yoshimasa", "gifu")
    table.lay([oda])
    table.pieces["mori_yoshimasa"]["Moved"] = "true"
    assert evaluate(due(module.box.plan, reset), table.pieces["mori_yoshimasa"]) is not True, "it would turn Neutral"


def test_an_army_of_oda_that_is_hit_turns_neutral_and_the_next_hit_removes_it(module: Built) -> None:
    men = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "oda_nobunaga": "tango", "mori_yoshimasa": "tango"}
    table = fought(module, [1, 6, 6, 6], men, ("akechi_mitsuhide", "oda_nobunaga"))
    assert table.pieces["mori_yoshimasa"]["Face_Level"] == "2"
    assert not any("goes" in line for line in table.chat)
    assert table.pieces["mori_yoshimasa"][HELD_BY] == "Neutral", "at once"
    for id in ("akechi_mitsuhide", "mori_yoshimasa"):
        table.choose(id, "All of this side here take part in Combat")
    assert table.pieces["oda_nobunaga"]["Part_combat"] == "1", "another clan"
    table.dice = [1, 6]
    table.button("Combat")
    assert any("Removed, being Neutral" in line for line in table.chat)
