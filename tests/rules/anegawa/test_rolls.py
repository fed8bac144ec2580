"""The rolls of the module in the battle: what is said, what is forgotten. Their sums are compared for all games."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from compiler.model.table import Piece
from compiler.play.scene import Scene
from compiler.play.session import Session
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.rules.anegawa.battle import AA, OT, battle, on

TELL, TARGET = "57348,0,liege-tell-roller", "Target of the next roll"


@pytest.fixture(scope="module")
def table(built: Callable[[str], Built]) -> Tabletop:
    return Tabletop(built("anegawa").box)


def scene_of(session: Session) -> Scene:
    """As it was laid: a session goes on by itself where nobody can attack."""
    start = session.start
    assert start.cursor is not None
    return Scene(session.book, start, start.table, start.cursor)


def laid(table: Tabletop, session: Session, turn: int) -> Scene:
    """The module's table as the engine's."""
    land, pieces = session.book.land, session.start.table.pieces
    table.lay(p for id in session.book.facts.units if (p := pieces.get(id)) and p.place in land)
    table.properties["Turn"] = str(turn)
    table.chat.clear()
    return scene_of(session)


def test_a_leader_off_the_map_leads_nobody(table: Tabletop) -> None:
    """The boxes of the removed lie near the edge of the field."""
    scene = laid(table, battle("attack", OT, sakai_company_1="1019", oda_nobunaga="1020"), 5)
    pieces = scene.table.pieces
    for place in ("1020", "leaders.asakura_azai"):
        table.lay([pieces["sakai_company_1"], Piece("oda_nobunaga", "oda_nobunaga", place, side="oda")])
        table.pieces["oda_nobunaga"] |= {key: table.pieces["sakai_company_1"][key] for key in ("CurrentX", "CurrentY")}
        table.send("sakai_company_1", TELL)
        assert (table.properties["Roller_command"] != "0") == (place == "1020")


def plain(line: str) -> str:
    """A line of chat without its colours."""
    return re.sub(r"<[^>]*>", "", line)


def test_the_report_tells_roll_modifiers_outcome_and_rules(table: Tabletop) -> None:
    laid(table, battle("attack", AA, turn=1, azai_nagamasa=on("1019", momentum="impetus"), sakai_company_1="1020"), 1)
    table.dice = [4, 3]
    table.send("sakai_company_1", TARGET)
    table.send("azai_nagamasa", "Attack")
    first, second = (table.pieces["azai_nagamasa"][name] for name in ("first", "second"))
    said = (
        f": Azai Nagamasa, Attack on Sakai company 1, roll 4 against {first}/{second}, "
        "Impetus +1, Surprise +1: heavy damage, disorder + kill check: "
        "The unit becomes disordered and takes a kill check. 13-1"
    )
    assert plain(table.chat[0]) == said  # who plays stands before the colon
    assert "becomes Sakai company 1" in plain(table.chat[1])  # turned over in the same step
    assert ": Sakai company 1, Kill check, roll 3 against " in plain(table.chat[2])  # and checked


def test_a_target_is_forgotten_after_the_roll(table: Tabletop) -> None:
    laid(table, battle("attack", AA, azai_nagamasa="1019", sakai_company_1="1020"), 5)
    table.send("sakai_company_1", TARGET)
    for aimed in (True, False):
        table.dice = [2, 3]
        table.chat.clear()
        table.send("azai_nagamasa", "Attack")
        assert ("on Sakai company 1" in table.chat[0]) == aimed
        assert ("needs a target" in table.chat[0]) != aimed
        assert (table.dice == []) == aimed  # no die is thrown at nobody
        for part in ("outcome", "result"):  # nor does what came of the last attack stand any longer
            assert bool(table.properties[f"Roll_attack_{part}"]) == aimed


# -- initiative ------------------------------------------------------------------------------------------------------
NAMES = {OT: "Oda & Tokugawa", AA: "Asakura & Azai"}


def initiative(table: Tabletop, turn: int, dice: tuple[int, int], points: tuple[int, int], help: bool) -> None:
    table.properties |= {"Turn": str(turn), "Track_initiative": "?", "Track_waiting": "?"}
    for option in ("help_asakura_azai", "help_oda_tokugawa"):
        table.properties[f"Option_{option}"] = "true" if help else "false"
    table.answers = {f"Roll_initiative_losses_given_{seat}": str(n) for seat, n in zip((OT, AA), points, strict=True)}
    table.dice = list(dice)
    table.chat.clear()
    table.button("Initiative")


def test_the_button_plays_the_initiative_as_the_engine_does(table: Tabletop) -> None:
    """The points of last turn are counted by the players; here those that the engine counts."""
    session = battle("roll_initiative", rolls=(8, 6), turn=5)
    initiative(table, 5, (8, 6), (0, 0), help=False)
    won = session.table.tracks["initiative"]
    assert table.properties["Track_initiative"] == NAMES[str(won)]
    for seat in (OT, AA):
        assert table.properties[f"Roll_initiative_gives_{seat}"] == str(session.table.tracks[f"movement_{seat}"])


def test_nobody_rolls_on_the_turn_whose_box_has_no_modifiers(table: Tabletop) -> None:
    initiative(table, 1, (2, 12), (0, 0), help=False)
    (said,) = table.chat
    assert plain(said) == ": Initiative. No roll: the initiative is with Asakura & Azai. 21.0(1)"
    assert table.properties["Track_initiative"] == "?"
