"""What the module shows beside the rules: dice, tracks, markers, the display of a combat, the pages of help."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from compiler.emit.module.help import documentation
from compiler.emit.module.pieces import Box
from compiler.emit.save.laying import lay
from compiler.model.game import Game
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch09_moves import Force, March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build
from compiler.vassal.commands import AddPiece
from compiler.vassal.piece import Piece
from compiler.vassal.traits import Prototype
from tests.emit.conftest import Built
from tests.rules.a_most_dangerous_time.table import (
    card,
    go,
    position,
    refused,
    soldiers,
    the_game,
    volley,
    waits_for_dice,
)
from tests.rules.covering import covers


@pytest.fixture(scope="module")
def box(built: Callable[[str], Built]) -> Box:
    return built("a_most_dangerous_time").box


@pytest.fixture(scope="module")
def pages(box: Box) -> dict[str, str]:
    """The text of every page of help, without its tags."""
    files: dict[str, bytes] = {}
    documentation(box.plan, files)
    return {name: re.sub(r"<[^>]+>|\s+", " ", text.decode()) for name, text in files.items() if name[-4:] == "html"}


def laid(box: Box, session: Session) -> list[str]:
    """The names of the markers a save shows."""
    found = lay(box, box.plan.game.scenarios["standard"], session.table).commands
    return [c.piece.basic.name for c in found if isinstance(c, AddPiece) and isinstance(c.piece, Piece)]


# -- dice and tracks ---------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "2.0.4", "2.2.1")
def test_six_dice_of_six_sides_and_no_limit_on_a_roll() -> None:
    dice = the_game().dice
    assert {(d.id, d.count, d.sides) for d in dice.values()} == {("die", 1, 6), ("two_dice", 2, 6), ("six_dice", 6, 6)}
    units = {"w_seta": "nobunaga 10 oda 2 azai"}
    session = position("battle", units, chit="chit_oda", marks={"nobunaga": {"arrived": True}})
    go(session, "stay", (6,), (1,)) if "stay" in session.legal() else go(session, (6,), (1,))
    assert waits_for_dice(session, "fire") == 8  # Nobunaga and seven, more than the six dice of the box


@covers("a_most_dangerous_time", "9.1.3")
def test_the_track_keeps_a_running_total_of_movement_points() -> None:
    session = position("move", {"kannon_ji": "2 oda"}, chit="chit_oda", points=4, cards={"oda": [33]}, turn=10)
    two = tuple(soldiers(session, "kannon_ji", "oda"))
    totals = []
    for answers in ((March(("kannon_ji", "w_seta"), two),), (Force(card(33)), (5,)), (Build("gifu"),)):
        go(session, *answers)
        totals.append(session.table.tracks["movement"])
    assert totals == [3, 8, 2]
    assert the_game().tracks["movement"].marker == "movement_points"


@covers("a_most_dangerous_time", "10.3(3).7", "10.2(3).2")
def test_hits_have_a_track_for_each_side_and_a_crowded_combat_a_display() -> None:
    game = the_game()
    tallies = [t for t in game.tracks.values() if t.marker == "damage_points"]
    assert [t.id for t in tallies] == ["damage_active", "damage_other"]
    assert game.counters["damage_points"].count == len(tallies)
    honor = list(game.map.displays["field_of_honor"].boxes)
    assert honor == [f"honor_{side}_{n}" for side in ("active", "other") for n in (1, 2, 3, 4, 5, "alone")]


# -- markers -----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "2.41.7")
def test_a_destroyed_castle_bears_its_marker_in_a_save(box: Box) -> None:
    units = {"odani": "(1 azai) 6 oda", "gifu": "nobunaga", "ichijo_dani": "yoshikage"}
    session = position("battle", units, chit="chit_oda", marks={"odani": {"activated": True}})
    assert "Castle Destroyed" not in laid(box, session)
    volley(volley(go(session, Fort(("azai_soldier#1",)), "storm"), 1), 6)
    assert laid(box, session).count("Castle Destroyed") == 1


@covers("a_most_dangerous_time", "10.2(1).2", "10.2(3).2")
def test_a_combat_and_who_is_cut_off_in_it_bear_their_markers(box: Box) -> None:
    units = {"w_seta": "nobunaga hideyoshi 4 oda 3 azai"}
    held = {"control": {"gifu": "takeda", "kiyosu": "takeda"}, "entered": ["takeda"]}
    session = position("battle", units, chit="chit_oda", marks={"w_seta": {"activated": True}}, **held)
    assert refused(session, Assign((4, 0))) is None
    shown = laid(box, session)
    assert shown.count("Combat Location") == 1
    cut = box.plan.game.marks["unsupplied"]
    assert cut.counter == "unsupplied"
    assert all(session.table.pieces[id].mark("unsupplied") for id in ("nobunaga", *soldiers(session, "w_seta", "oda")))


@covers("a_most_dangerous_time", "2.33.8")
def test_markers_are_taken_from_the_palette_without_end_and_soldiers_are_not(box: Box) -> None:
    def loose(kind: str) -> bool:
        counter = next(c for c in box.plan.game.counters.values() if c.kind == kind)
        return (
            Prototype("Loose") in box.shelf.expand(box.designs[counter.id].traits)
            or not box.plan.game.counter_kinds[kind].limited
        )

    assert [kind for kind in ("marker", "control", "soldier", "leader", "chit") if loose(kind)] == ["marker", "control"]


# -- help --------------------------------------------------------------------------------------------------------------
def page(game: Game, title: str) -> str:
    return next(p.text for p in game.help if p.title == title)


@covers("a_most_dangerous_time", "2.31.2", "2.43.9", "2.5.3", "14.1.35")
def test_the_aids_are_open_to_all_and_their_other_words_are_explained(pages: dict[str, str], box: Box) -> None:
    start = pages["help_start.html"]
    assert "call Soldiers Troops and Waypoints Minor Spaces" in start
    assert "All charts are open to every player at any time" in start
    assert set(box.plan.game.tables) >= {"leader_loss", "initiative", "negotiation", "movement_costs", "card_timing"}


@covers("a_most_dangerous_time", "2.5.4")
def test_cards_of_history_are_for_reading_only(pages: dict[str, str], box: Box) -> None:
    assert "46 cards of player aids and history. They are for reading only" in pages["help_start.html"]
    assert len(box.plan.game.cards) == 110 - 46


@covers("a_most_dangerous_time", "14.3(Short).7")
def test_players_may_bid_for_the_castles_oda_need() -> None:
    option = the_game().options["castles_needed"]
    assert (option.default, option.choices) == (6, tuple(range(4, 13)))
    assert "the higher bid plays Oda" in option.text
    held = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage", "hamamatsu": "ieyasu"}
    for needed, winner in ((4, "oda"), (5, "anti_oda")):
        session = position("advance_turn", held, scenario="short", turn=10, options={"castles_needed": needed})
        assert session.outcome is not None
        assert session.outcome.winners == (winner,)


@covers("a_most_dangerous_time", "16.2.2(3).5")
def test_how_to_draw_the_spheres_of_four_players(pages: dict[str, str], box: Box) -> None:
    assert "draw the borders on a cover sheet" in pages["help_start.html"]
    assert "four_player_spheres" in box.plan.game.tables


@covers("a_most_dangerous_time", "Credits.1")
def test_credits(pages: dict[str, str]) -> None:
    for name in ("Tetsuya Nakamura", "Adam Starkweather", "Mark Mahaffey", "Brent Easton"):
        assert name in pages["help_credits.html"]
