"""Battles in the module as players meet them: refusals that change nothing, who has acted, whose commands are whose."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from compiler.emit.automation.ground import ground_properties
from compiler.emit.automation.preference import CHECK_MOVES, TELL_ONLY
from compiler.emit.module.following import STEP
from compiler.emit.module.keys import DELETE, ELIMINATE, LANDED, clears
from compiler.emit.module.seatmarks import holders
from compiler.emit.seats import SEATS
from compiler.model.table import Piece
from compiler.vassal.keys import named
from compiler.vassal.traits import CalculatedProperty, DynamicProperty, Layer, SendToLocation, SubMenu
from tests.emit.pairs import Pair, make_pair
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import HOST, NORTH, PLAIN
from tests.rules.shingens_arrival.test_one_arithmetic import REFUSED, figure, lay, order

SHINGEN, NOBUNAGA, IEYASU = "takeda_shingen", "oda_nobunaga", "tokugawa_ieyasu"


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    made: Path = tmp_path_factory.mktemp("games")
    return make_pair("shingens_arrival", made)


def unit(pair: Pair, id: str, place: str, steps: int = 4, **marks: Any) -> Piece:
    counter = pair.game.counters[id]
    kept = tuple(sorted(marks.items()))
    return Piece(id, id, place, face=counter.steps - steps, steps=steps, side=counter.side, marks=kept)


def host(pair: Pair, place: str, **marks: Any) -> list[Piece]:
    return [unit(pair, SHINGEN, place, **marks), *(unit(pair, id, box) for id, box in HOST.items())]


def stock() -> list[Piece]:
    marks = ("durability", "morale", "control", "abandoned")
    return [Piece(f"stock {mark} {n}", mark, f"{mark}_markers") for mark in marks for n in range(4)]


def tabled(pair: Pair) -> tuple[Any, Any]:
    """All that a player could see, and what the module keeps."""
    return deepcopy(pair.table.pieces), dict(pair.table.properties)


def castle(pair: Pair) -> str:
    """A castle of Tokugawa of level 2."""
    spaces = pair.game.map.spaces
    return next(id for id, s in spaces.items() if s.values.get("owner") == "tokugawa" and s.values.get("level") == 2)


def parts(pair: Pair) -> set[str]:
    return {own.get("Part_war", "1") for own in pair.table.pieces.values()}


def offered(pair: Pair, id: str, what: str) -> bool:
    return pair.table.offers(id, str(named(f"liege-battle-war-siege-does-{what}")))


def storm(pair: Pair, die: int = 1) -> str:
    lay(pair, [*host(pair, castle(pair)), *stock()])
    return order(pair, SHINGEN, "Assault", [die])


def test_no_second_assault_while_losses_are_due_nor_by_a_force_that_acted(pair: Pair) -> None:
    said = storm(pair)
    assert "storms" in said
    due = figure(pair, "due")
    assert due > 0
    before = tabled(pair)
    assert REFUSED in order(pair, SHINGEN, "Assault", [1])
    assert tabled(pair) == before
    order(pair, SHINGEN, "Take the losses, commanders last")
    assert figure(pair, "due") == 0
    again = order(pair, SHINGEN, "Assault", [1])
    assert "has not acted in this phase" in again
    assert "9-2-3" in again
    pair.table.press("57348,0,liege-phase-acted")
    pair.table.send(SHINGEN, str(clears("acted")))
    assert "storms" in order(pair, SHINGEN, "Assault", [1])


def test_losses_that_are_taken_spare_the_commanders(pair: Pair) -> None:
    storm(pair)
    due = figure(pair, "due")
    order(pair, SHINGEN, "Take the losses, commanders last")
    left = {id: int(pair.table.pieces[id]["StepsLeft"]) for id in (SHINGEN, *HOST)}
    assert sum(left.values()) == 4 * len(left) - due
    assert left[SHINGEN] == 4
    ranks = {id: pair.game.counters[id].values["rank"] for id in HOST}
    if "busho" in ranks.values():
        assert all(left[id] == 4 for id, rank in ranks.items() if rank == "taisho")


def test_who_attacks_has_acted_and_a_refusal_changes_nothing(pair: Pair) -> None:
    lay(pair, [*host(pair, PLAIN), unit(pair, NOBUNAGA, NORTH)])
    order(pair, NOBUNAGA, "Is attacked")
    order(pair, SHINGEN, "Skirmish", [1])
    assert pair.table.pieces[SHINGEN]["mark_acted"] == "takeda"
    assert pair.table.pieces[NOBUNAGA]["mark_acted"] == ""
    order(pair, NOBUNAGA, "Take the losses, commanders last")
    order(pair, NOBUNAGA, "Strike back", [1])
    order(pair, SHINGEN, "Take the losses, commanders last")
    assert parts(pair) == {"1"}  # it is over: nobody attacks or is attacked any more
    order(pair, NOBUNAGA, "Is attacked")
    before = tabled(pair)
    said = order(pair, SHINGEN, "Skirmish", [1])
    assert REFUSED in said
    assert "9-2-3" in said
    assert tabled(pair) == before


def test_one_force_skirmishes(pair: Pair) -> None:
    lay(pair, [*host(pair, PLAIN), unit(pair, "oyamada_nobushige", PLAIN), unit(pair, NOBUNAGA, NORTH)])
    order(pair, NOBUNAGA, "Is attacked")
    order(pair, "oyamada_nobushige", "Attacks")
    said = order(pair, SHINGEN, "Skirmish", [1])
    assert "is fought by one force" in said
    assert "14-1-3" in said


def test_who_leaves_says_so_and_who_strikes_back_is_named_with_the_rule(pair: Pair) -> None:
    lay(pair, [*host(pair, PLAIN), unit(pair, NOBUNAGA, NORTH), unit(pair, "shibata_katsuie", "oda_nobunaga_1")])
    order(pair, NOBUNAGA, "Is attacked")
    assert "leaves the battle" in order(pair, NOBUNAGA, "Leaves the battle")
    order(pair, NOBUNAGA, "Is attacked")
    order(pair, SHINGEN, "Skirmish", [1])
    if figure(pair, "due_back"):
        order(pair, NOBUNAGA, "Take the losses, commanders last")
    pair.table.properties |= {"PlayerSide": "Takeda player", SEATS: "|Takeda player|Oda player|"}
    struck = order(pair, NOBUNAGA, "Strike back", [3])
    assert "Oda player" in struck.split("strikes back")[0]
    assert "14-5" in struck


def test_investing_takes_three_times_the_level_of_all_who_stand_there(pair: Pair) -> None:
    place = castle(pair)
    weak = [unit(pair, "yamagata_masakage", place), unit(pair, "oyamada_nobushige", place, steps=1)]
    lay(pair, weak)
    before = deepcopy(pair.table.pieces)
    said = order(pair, "yamagata_masakage", "Invest")
    assert REFUSED in said
    assert "needs strength 6 here: there is 5" in said
    assert "13-1-1" in said
    assert pair.table.pieces == before
    lay(pair, [unit(pair, "yamagata_masakage", place), unit(pair, "oyamada_nobushige", place, steps=2)])
    said = order(pair, "yamagata_masakage", "Invest")
    assert "strength 6, wanted 6" in said
    marks = {id: pair.table.pieces[id]["mark_invested"] for id in ("yamagata_masakage", "oyamada_nobushige")}
    assert marks == {"yamagata_masakage": "yes", "oyamada_nobushige": ""}
    assert parts(pair) == {"1"}
    assert REFUSED in order(pair, "yamagata_masakage", "Call for surrender", [6])  # not in the same action
    assert not offered(pair, "yamagata_masakage", "invest")
    assert "storms" in order(pair, "yamagata_masakage", "Assault", [1])  # both at once
    assert REFUSED in order(pair, "yamagata_masakage", "Assault", [1])


def test_a_castle_is_not_called_in_the_phase_of_an_assault_and_called_once(pair: Pair) -> None:
    place = castle(pair)
    two = [unit(pair, "yamagata_masakage", place, invested=True), unit(pair, "baba_nobuharu", place, invested=True)]
    lay(pair, [*two, unit(pair, "akiyama_nobutomo", place, invested=True), *stock()])
    assert "storms" in order(pair, "yamagata_masakage", "Assault", [3])
    if figure(pair, "due"):
        order(pair, "yamagata_masakage", "Take the losses, commanders last")
    assert "13-3-1" in order(pair, "baba_nobuharu", "Call for surrender", [1])
    pair.table.press("57348,0,liege-phase-acted")
    assert "calls" in order(pair, "baba_nobuharu", "Call for surrender", [1])
    assert "13-3-3" in order(pair, "akiyama_nobutomo", "Call for surrender", [1])
    assert "13-3-1" in order(pair, "akiyama_nobutomo", "Assault", [1])


def test_each_side_is_offered_its_own_commands_of_a_siege(pair: Pair) -> None:
    place = castle(pair)
    inside = unit(pair, IEYASU, place, garrison=True)
    lay(pair, [*host(pair, place, invested=True), inside])
    assert [offered(pair, SHINGEN, what) for what in ("assault", "call", "hunger", "offer")] == [
        True,
        True,
        False,
        False,
    ]
    assert [offered(pair, IEYASU, what) for what in ("invest", "assault", "call")] == [False] * 3
    assert offered(pair, IEYASU, "hunger")
    assert "Siege check of" in order(pair, IEYASU, "Siege check", [6])
    assert "opens its gates to <b>Takeda Shingen</b>" in order(pair, IEYASU, "Offer to surrender")
    lay(pair, host(pair, place, invested=True))
    assert offered(pair, SHINGEN, "hunger")  # an empty castle has no piece of its own
    lay(pair, [inside])
    assert not offered(pair, IEYASU, "hunger")


def test_what_comes_and_goes_stands_at_the_end_of_the_menu(pair: Pair) -> None:
    traits = pair.table.box.in_play(unit(pair, SHINGEN, PLAIN)).traits
    (menu,) = [t for t in traits if isinstance(t, SubMenu) and t.title == "Battle"]
    lasting = ["Attacks", "Is attacked", "Skirmish", "Decisive battle", "Invest", "Assault", "Call for surrender"]
    assert list(menu.items)[: len(lasting)] == lasting
    assert list(menu.items)[-2:] == ["Leaves the battle", "Everybody leaves the battle"]


def test_marks_are_offered_to_those_who_may_bear_them(pair: Pair) -> None:
    """Of fifteen entries those are left that fit: a mark to be set, one to be taken off where it is borne."""
    lay(
        pair,
        [
            unit(pair, SHINGEN, PLAIN),
            unit(pair, NOBUNAGA, NORTH),
            unit(pair, "yamagata_masakage", PLAIN, invested=True),
        ],
    )
    shown = {id: entries(pair, id, "Marks") for id in (SHINGEN, NOBUNAGA, "yamagata_masakage")}
    every = [f"Morale: {n}" for n in (-1, -2, -3, -4)] + ["Garrison", "Has acted"]
    assert shown[SHINGEN] == [*every, "Has crossed Seta Bridge", "Has entered Kyoto"]
    assert shown[NOBUNAGA] == every
    assert shown["yamagata_masakage"] == [*every[:-1], "Investing", "Has acted"]
    pair.table.send(NOBUNAGA, "57348,0,liege-mark-morale--2")
    assert "Morale: none" in entries(pair, NOBUNAGA, "Marks")


def entries(pair: Pair, id: str, title: str) -> list[str]:
    """What a menu of a piece shows."""
    traits = pair.table._traits[id]
    (menu,) = [t for t in traits if isinstance(t, SubMenu) and t.title == title]
    keys = {c.menu: str(c.key) for t in traits if isinstance(t, DynamicProperty) for c in t.commands if c.menu}
    return [text for text in menu.items if pair.table.offers(id, keys[text])]


def test_a_force_acts_by_hand_in_its_own_part_of_the_stage(pair: Pair) -> None:
    lay(pair, [unit(pair, NOBUNAGA, NORTH)])
    for value in ("oda_tokugawa", ""):
        pair.table.send(NOBUNAGA, "57348,0,liege-mark-acted")
        assert pair.table.pieces[NOBUNAGA]["mark_acted"] == value


def test_only_those_make_peace_or_are_held_back_whom_the_rules_name(pair: Pair) -> None:
    found = {mark.id: holders(pair.plan, mark) for mark in pair.game.marks.values() if "sides" in mark.on}
    assert found == {
        "offensive": ["ikko_ikki"],
        "at_peace": ["azai", "asakura"],
        "called_up": ["saika_to"],
        "held_back": ["oda", "tokugawa"],
    }


def test_a_piece_is_told_in_commas_and_a_part_of_a_province_once(pair: Pair) -> None:
    lay(pair, [unit(pair, SHINGEN, PLAIN, steps=2)])
    (stats,) = [t for t in pair.table._traits[SHINGEN] if isinstance(t, CalculatedProperty) and t.name == "Stats"]
    told = str(pair.table._value(stats.expression, pair.table.pieces[SHINGEN]))
    assert told.startswith("Rank sodaisho, Activation points 4, "), told
    ground = "".join(str(part.get("initialValue")) for part in ground_properties(pair.plan))
    assert "Omi, rows" in ground
    assert "Omi, Omi" not in ground
    layer = next(t for t in pair.table._traits[SHINGEN] if isinstance(t, Layer) and t.name == "Face")
    assert layer.level_names == ("", "+ (3 steps)", "+ (2 steps)", "+ (1 step)")
    assert layer.increase_menu == ""  # Lose a step does it


def test_one_entry_takes_a_beaten_unit_away(pair: Pair) -> None:
    """Delete is not offered beside Eliminated, nor a second way to where that goes."""
    ikko = next(c.id for c in pair.game.counters.values() if c.side == "ikko_ikki")
    lay(pair, [unit(pair, NOBUNAGA, NORTH), unit(pair, ikko, PLAIN, steps=pair.game.counters[ikko].steps)])
    assert not pair.table.offers(NOBUNAGA, str(DELETE))
    menus = {id: {t.menu for t in pair.table._traits[id] if isinstance(t, SendToLocation)} for id in (NOBUNAGA, ikko)}
    assert "Killed for good" in menus[ikko]
    assert "Killed for good" not in menus[NOBUNAGA]


def test_who_lies_on_top_of_a_stack_does_not_hide_whom_he_attacks(pair: Pair) -> None:
    """The command goes to all pieces of a clicked stack: the enemies among them are attacked, whoever is on top."""
    place = castle(pair)
    stack = [unit(pair, IEYASU, place, garrison=True), unit(pair, SHINGEN, place), unit(pair, "baba_nobuharu", place)]
    pair.table.properties["PlayerSide"] = "Oda player"
    try:
        for clicked in ([IEYASU], [SHINGEN], [SHINGEN, IEYASU, "baba_nobuharu"], [IEYASU, SHINGEN, "baba_nobuharu"]):
            lay(pair, stack)
            for id in clicked:
                order(pair, id, "Is attacked")
            faced = {id for id in (IEYASU, SHINGEN, "baba_nobuharu") if pair.table.pieces[id]["Part_war"] == "3"}
            assert faced == ({SHINGEN} if clicked == [SHINGEN] else {SHINGEN, "baba_nobuharu"}), clicked
        lay(pair, [unit(pair, IEYASU, place)])
        assert "is for the enemy" in order(pair, IEYASU, "Is attacked")
    finally:
        pair.table.properties["PlayerSide"] = ""


# -- points ------------------------------------------------------------------------------------------------------------
def scores() -> list[Piece]:
    """The markers of both scores, which `at_score` puts where they belong."""
    ids = [f"score_{who}_{digit}" for who in ("takeda", "oda") for digit in ("tens", "ones")]
    return [Piece(id, id, id) for id in ids]


def at_score(pair: Pair, who: str, number: int) -> None:
    for id, digit in zip((f"score_{who}_tens", f"score_{who}_ones"), divmod(number, 10), strict=True):
        spot = pair.plan.atlas.tracks[id, digit]
        pair.table.pieces[id] |= {"CurrentZone": spot.location, "LocationName": spot.location, "CurrentMap": spot.map}
    pair.table.count()


def score(pair: Pair, who: str) -> int:
    digits, tracks = [], pair.plan.atlas.tracks
    for id in (f"score_{who}_tens", f"score_{who}_ones"):
        zone = pair.table.pieces[id]["CurrentZone"]
        digits.append(next(v for (track, v), spot in tracks.items() if track == id and spot.location == zone))
    return 10 * int(digits[0]) + int(digits[1])


def tables(pair: Pair, pieces: list[Piece], takeda: int, oda: int) -> None:
    lay(pair, [*pieces, *scores(), *stock()])
    at_score(pair, "takeda", takeda)
    at_score(pair, "oda", oda)


def test_leaders_killed_cost_their_player_points_and_desertion_costs_none(pair: Pair) -> None:
    taisho = next(c.id for c in pair.game.counters.values() if c.side == "oda" and c.values["rank"] == "taisho")
    tables(pair, [*host(pair, PLAIN), unit(pair, taisho, NORTH, steps=1)], 4, 11)
    pair.table.send(taisho, str(ELIMINATE))
    assert score(pair, "oda") == 11  # nobody fought
    tables(pair, [*host(pair, PLAIN), unit(pair, taisho, NORTH, steps=1)], 4, 11)
    order(pair, taisho, "Is attacked")
    order(pair, SHINGEN, "Skirmish", [6])
    said = order(pair, taisho, "Take the losses, commanders last")
    assert (score(pair, "takeda"), score(pair, "oda")) == (4, 8)
    assert "is killed: Oda player loses 3 points" in said
    assert "19-2-3" in said


def test_a_dead_sodaisho_takes_his_army_along_and_a_score_stops_at_nought(pair: Pair) -> None:
    tables(pair, [*host(pair, PLAIN), unit(pair, IEYASU, NORTH, steps=1)], 0, 3)
    order(pair, IEYASU, "Is attacked")
    order(pair, SHINGEN, "Skirmish", [6])
    said = order(pair, IEYASU, "Take the losses, commanders last")
    assert score(pair, "oda") == 0
    assert "Tokugawa lose their commander: all their units leave the map" in said
    assert "25-2" in said
    assert "the game is over" not in said
    tables(pair, [*host(pair, PLAIN), unit(pair, NOBUNAGA, NORTH, steps=1)], 0, 3)
    order(pair, NOBUNAGA, "Is attacked")
    order(pair, SHINGEN, "Skirmish", [6])
    assert "Oda Nobunaga is killed: the game is over" in order(pair, NOBUNAGA, "Take the losses, commanders last")


def test_a_lost_decisive_battle_costs_two(pair: Pair) -> None:
    tables(pair, [*host(pair, PLAIN), unit(pair, NOBUNAGA, NORTH)], 4, 20)
    order(pair, NOBUNAGA, "Is attacked")
    said = order(pair, SHINGEN, "Decisive battle", [6, 1])
    assert "Oda player gives way and loses 2 points" in said
    assert (score(pair, "takeda"), score(pair, "oda")) == (4, 18)


def test_a_castle_is_worth_its_level_to_who_takes_it_and_from_who_had_it(pair: Pair) -> None:
    tables(pair, host(pair, castle(pair), invested=True), 9, 10)
    said = order(pair, SHINGEN, "Call for surrender", [6])
    for _ in range(4):  # walls that hold are called again in another stage
        if "is now held by" in said:
            break
        pair.table.press("57348,0,liege-phase-acted")
        pair.table.send(SHINGEN, str(clears("acted")))
        at = pair.plan.atlas.spaces[castle(pair)].location
        pair.table.properties["Battle_war_siege_falls"] = at
        said = order(pair, SHINGEN, "Call for surrender", [6])
    assert "is now held by Takeda" in said
    assert (score(pair, "takeda"), score(pair, "oda")) == (11, 8)
    assert "Takeda player wins 2 points" in said
    assert "Oda player loses 2 points" in said


# -- marches -----------------------------------------------------------------------------------------------------------
def drag(pair: Pair, id: str, to: str) -> None:
    """A piece to another hex."""
    own, spot = pair.table.pieces[id], pair.table.plan.atlas.spaces[to]
    own |= {f"Old{name.removeprefix('Current')}": own[name] for name in ("CurrentMap", "CurrentZone", "LocationName")}
    own |= {"OldX": "1", "OldY": "1", "CurrentMap": spot.map, "LocationName": spot.location}
    own["CurrentZone"] = spot.location.partition(" ")[2]
    pair.table.count()
    pair.table.send(id, str(LANDED))


@covers("shingens_arrival", "9-2-3.1", "16.0.1")
def test_a_force_that_marches_in_its_own_phase_has_acted(pair: Pair) -> None:
    lay(pair, [unit(pair, SHINGEN, PLAIN), unit(pair, NOBUNAGA, NORTH)])
    table = pair.table
    table.properties |= {CHECK_MOVES: "true", STEP: "Stage 2: Takeda Operations: Actions"}
    east = next(link.other(NORTH) for link in pair.game.map.links_of[NORTH] if link.other(NORTH) != PLAIN)
    drag(pair, NOBUNAGA, east)
    assert table.pieces[NOBUNAGA].get("mark_acted", "") == "", "a retreat in the phase of another"
    drag(pair, NOBUNAGA, NORTH)
    drag(pair, SHINGEN, east)
    assert table.pieces[SHINGEN]["mark_acted"] == "takeda"
    drag(pair, SHINGEN, PLAIN)
    assert table.pieces[SHINGEN]["mark_acted"] == "", "back where it began"
    drag(pair, SHINGEN, east)
    table.properties[STEP] = "Stage 2: Oda/Tokugawa Operations: Oda and Tokugawa actions"
    table.send(SHINGEN, str(clears("acted")))
    drag(pair, SHINGEN, PLAIN)
    assert table.pieces[SHINGEN]["mark_acted"] == "", "not in its own phase"


def test_whoever_has_results_only_told_marks_his_marches_himself(pair: Pair) -> None:
    lay(pair, [unit(pair, SHINGEN, PLAIN)])
    table = pair.table
    table.properties |= {CHECK_MOVES: "true", STEP: "Stage 1: Takeda Operations: Actions", TELL_ONLY: "true"}
    drag(pair, SHINGEN, NORTH)
    assert table.pieces[SHINGEN].get("mark_acted", "") == ""
    del table.properties[TELL_ONLY]
