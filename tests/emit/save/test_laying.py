"""A table written as a save is read back as that table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.emit.names import SOLO
from compiler.emit.save.laying import lay
from compiler.emit.save.reading import read_table
from compiler.emit.save.vsav import make_setup, notes, save_bytes, setup_bytes
from compiler.model.event import Marked, Moved, TrackSet, Turned
from compiler.model.setup import set_up
from compiler.model.table import Table
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import AddPiece, EndSave, Player, SetupDone
from compiler.vassal.commands.state import SHUT
from compiler.vassal.piece import Piece
from compiler.vassal.save import Save, read_save
from compiler.vassal.traits import Prototype
from tests.emit.conftest import ALL, Built


def saved(built: Built, scenario: str) -> Save:
    setup = make_setup(built.box, built.game.scenarios[scenario])
    return read_save(read_archive(setup_bytes(built.box.plan, setup), "setup.vsav"))


def same(found: Table, wanted: Table, *, order: bool) -> None:
    assert found.pieces == wanted.pieces
    assert found.tracks == wanted.tracks
    assert found.marks == wanted.marks
    shape = tuple if order else sorted
    assert {p: shape(ids) for p, ids in found.stacks.items()} == {p: shape(ids) for p, ids in wanted.stacks.items()}


@pytest.mark.parametrize("name", ALL)
def test_every_setup_is_read_back_piece_by_piece(name: str, built: Callable[[str], Built]) -> None:
    game = built(name).game
    for scenario in game.scenarios.values():
        reading = read_table(built(name).box.plan, saved(built(name), scenario.id).commands)
        assert not reading.strangers
        same(reading.table, set_up(game, scenario), order=False)


def test_decks_keep_their_order(built: Callable[[str], Built]) -> None:
    made = built("areas")
    scenario = next(iter(made.game.scenarios.values()))
    table = set_up(made.game, scenario)
    pile = next(id for id, ids in table.stacks.items() if id in made.game.piles and len(ids) > 2)
    turned = replace(table, stacks={**table.stacks, pile: tuple(reversed(table.stacks[pile]))})
    found = read_table(made.box.plan, lay(made.box, scenario, turned).commands).table
    assert found.stacks[pile] == turned.stacks[pile]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_table_of_play_is_read_back(built: Callable[[str], Built], data: st.DataObject) -> None:
    """Pieces moved, turned, hurt and marked; tracks set; places taken."""
    made = built("first_battle")
    game = made.game
    scenario = game.scenarios["bridge"]
    table = set_up(game, scenario)
    marching = {kind.id for kind in game.counter_kinds.values() if "moved" in kind.marks}
    units = [id for id, piece in table.pieces.items() if game.counters[piece.counter].kind in marching]
    for _ in range(data.draw(st.integers(1, 8))):
        unit = data.draw(st.sampled_from(units))
        shaken = data.draw(st.booleans())
        event = data.draw(st.sampled_from((
            Moved(unit, data.draw(st.sampled_from([*game.map.cells, "fallen.north"]))),
            Turned(unit, face=int(shaken), steps=2 - int(shaken)),
            Marked(unit, data.draw(st.sampled_from(("moved", "fought"))), data.draw(st.sampled_from((True, None)))),
            TrackSet("balance", data.draw(st.integers(-10, 10))),
            Marked("1003", "control", data.draw(st.sampled_from(("north", "south", None)))),
        )))  # fmt: skip
        table = event.on(table)
    data_bytes = save_bytes(made.box.plan, lay(made.box, scenario, table, engine="note"), "played")
    reading = read_table(made.box.plan, read_save(read_archive(data_bytes, "played.vsav")).commands)
    assert reading.engine == "note"
    same(reading.table, table, order=False)


def test_a_stack_on_a_hex_keeps_its_order(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    table = set_up(made.game, made.game.scenarios["bridge"])
    found = read_table(made.box.plan, saved(made, "bridge").commands).table
    assert {p: ids for p, ids in found.stacks.items() if p in made.game.map.cells} == {
        p: ids for p, ids in table.stacks.items() if p in made.game.map.cells
    }


@pytest.mark.parametrize("name", ["first_battle", "areas"])
def test_a_setup_is_finished_and_takes_no_side(name: str, built: Callable[[str], Built]) -> None:
    save = saved(built(name), next(iter(built(name).game.scenarios)))
    assert any(isinstance(command, SetupDone) for command in save.commands)
    assert isinstance(save.commands[-1], EndSave)
    assert not any(isinstance(command, Player) for command in save.commands)
    assert save.moduledata.name == built(name).game.title.en
    assert save.moduledata.extra1 == f"content {built(name).box.plan.stamp}"


@pytest.mark.parametrize("name", ["road_to_honganji", "shogun", "first_battle"])
def test_seats_that_a_setup_goes_without_are_taken_so_that_vassal_offers_the_others(
    name: str, built: Callable[[str], Built]
) -> None:
    """VASSAL offers the seats of the module that nobody in the save has."""
    game = built(name).game
    for scenario in game.scenarios.values():
        players = [command for command in saved(built(name), scenario.id).commands if isinstance(command, Player)]
        assert len({player.id for player in players}) == len(players)
        free = {seat.name.en for seat in game.seats.values()} - {player.side for player in players}
        assert free == {game.seats[seat].name.en for seat in scenario.seats}
        assert all(player.id.startswith(SHUT) for player in players)  # an empty password would be anybody's


def test_a_module_without_decks_is_told_of_none(built: Callable[[str], Built]) -> None:
    """Only a deck or at-start stack understands the command: in a module without, VASSAL would complain of it."""
    made = built("fields")
    assert made.game.piles == {}
    assert not any(isinstance(command, SetupDone) for command in saved(made, "meeting").commands)


def test_pieces_in_play_hold_no_prototype(built: Callable[[str], Built]) -> None:
    for command in saved(built("first_battle"), "bridge").commands:
        if isinstance(command, AddPiece) and isinstance(command.piece, Piece):
            assert command.piece.first(Prototype) is None


def test_what_comes_later_waits_with_its_instruction(built: Callable[[str], Built]) -> None:
    laid = make_setup(built("first_battle").box, built("first_battle").game.scenarios["bridge"]).laid
    assert laid.reserve is not None
    titles = [group.title for group in laid.reserve.groups]
    assert "Turn 2: South player" in titles
    assert laid.places["captain_tsuchi"] == "Turn 2: South player"
    (second,) = [group for group in laid.reserve.groups if group.title == "Turn 2: South player"]
    assert "0610" in " ".join(second.lines)
    assert "[11.1]" in " ".join(second.lines)


def spots(made: Built, scenario: str) -> dict[str, tuple[str, int, int]]:
    """Where every piece of a setup lies: its window and the middle of the piece."""
    commands = make_setup(made.box, made.game.scenarios[scenario]).laid.commands
    pieces = {c.id: c.piece for c in commands if isinstance(c, AddPiece) and isinstance(c.piece, Piece)}
    return {id: (piece.basic.map, piece.basic.x, piece.basic.y) for id, piece in pieces.items()}


def test_units_to_be_placed_lie_clear_of_each_other_in_boxes_with_words(built: Callable[[str], Built]) -> None:
    made = built("shingens_arrival")
    game, scenario = made.game, made.game.scenarios["campaign"]
    table, at = set_up(game, scenario), spots(made, "campaign")
    seen = 0
    for pool in {free.pool for free in scenario.free}:
        waiting = table.stacks[pool]
        assert all(free.text for free in scenario.free if free.pool == pool), "in words where they go"
        for one, other in combinations(waiting, 2):
            wide, high = made.box.size(table.pieces[one].counter)
            same = (
                at[one] == at[other] and table.pieces[one].counter == table.pieces[other].counter
            )  # a stack of a sort
            apart = abs(at[one][1] - at[other][1]) >= wide or abs(at[one][2] - at[other][2]) >= high
            assert same or apart, (one, other)
            seen += 1
    assert seen > 500


def test_the_ready_start_has_everybody_on_the_map_or_under_a_commander(built: Callable[[str], Built]) -> None:
    made = built("shingens_arrival")
    game, at = made.game, spots(made, "deployed")
    table = set_up(game, game.scenarios["deployed"])
    spaces = made.box.plan.atlas.spaces
    for free in game.scenarios["campaign"].free:
        assert free.pool not in table.stacks
    units = [p for p in table.pieces.values() if game.counters[p.counter].kind == "unit"]
    placed = [unit for unit in units if unit.place in game.map.cells or game.spaces[unit.place].kind == "command"]
    assert {unit.place for unit in units if unit not in placed} == {"off_map_ashikaga", "off_map_saika_to"}
    for unit in placed:
        spot = spaces[unit.place]
        assert at[unit.id] == (spot.map, spot.x, spot.y), unit.id
    assert len(placed) > 90


def test_a_piece_nobody_knows_is_told(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    commands = [*saved(made, "skirmish").commands]
    stranger = AddPiece("stranger", Piece().at(made.box.plan.atlas.main.name, 100, 100))
    assert read_table(made.box.plan, [*commands, stranger]).strangers == ["stranger"]


def test_the_solitaire_player_is_no_seat(built: Callable[[str], Built]) -> None:
    assert SOLO not in {seat.name.en for seat in built("first_battle").game.seats.values()}


@pytest.mark.parametrize("slug", ["a_most_dangerous_time", "shingens_arrival"])
def test_notes_fit_their_window_and_say_yes_and_no(slug: str, built: Callable[[str], Built]) -> None:
    plan = built(slug).box.plan
    for scenario in plan.game.scenarios.values():
        lines = notes(plan, scenario).split("|")
        assert max(map(len, lines)) <= 76, max(lines, key=len)
        assert "" in lines, "paragraphs stand apart"
        assert not [line for line in lines if line.endswith((": True", ": False"))]
        assert scenario.title.en == lines[0]
        words = " ".join(lines).split()
        assert all(word in words for word in scenario.description.split())
