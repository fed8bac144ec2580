"""Build files: every attribute is there, and the tree comes back."""

from __future__ import annotations

import pytest

from compiler.vassal.buildfile import component, parse, piece_slot, serialise
from compiler.vassal.components import COMPONENTS, attributes
from compiler.vassal.keys import key, named
from compiler.vassal.piece import read_add_piece
from tests.vassal import small


def test_a_component_has_every_attribute_at_its_default() -> None:
    dice = component("VASSAL.build.module.DiceButton", name="2d6", nDice=3, hotkey=named("Roll"), reportTotal=True)
    assert dice.attributes["nSides"] == "6"
    assert dice.attributes["nDice"] == "3"
    assert dice.attributes["hotkey"] == "57348,0,Roll"
    assert dice.attributes["reportTotal"] == "true"
    assert set(dice.attributes) == {attribute.name for attribute in attributes(dice.tag)}


def test_short_tags_stand_for_the_packages() -> None:
    assert component("w.TabWidget").tag == "VASSAL.build.widget.TabWidget"
    assert component("b.HexGrid").tag == "VASSAL.build.module.map.boardPicker.board.HexGrid"


def test_lists_of_keys_and_reserved_words_are_attributes_too() -> None:
    button = component("m.DoActionButton", hotkeys=(named("A"), key("D", ctrl=True)))
    assert button.attributes["hotkeys"] == r"57348\,0\,A,68\,130"
    assert component("m.map.LOS_Thread", global_="Never").attributes["global"] == "Never"


def test_attributes_without_a_neutral_value_are_left_out() -> None:
    board = component("m.map.boardPicker.Board", name="Field", image="field.png")
    assert "width" not in board.attributes
    assert component("m.map.boardPicker.Board", width=100).attributes["width"] == "100"


@pytest.mark.parametrize(("tag", "given"), [("m.NoSuchThing", {}), ("m.Chatter", {"name": "x"})])
def test_what_vassal_does_not_have_is_our_own_mistake(tag: str, given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="no "):
        component(tag, **given)


@pytest.mark.parametrize("tag", sorted(COMPONENTS))
def test_every_component_can_be_made(tag: str) -> None:
    names = [attribute.name for attribute in attributes(tag)]
    assert len(names) == len(set(names))
    assert component(tag).tag == tag


def test_a_slot_holds_its_piece() -> None:
    slot = piece_slot(small.spearmen(), "Spearmen", "1", 48, 48)
    assert read_add_piece(slot.text) == ("null", small.spearmen())
    assert (slot.kind, slot.get("gpid")) == ("PieceSlot", "1")


def test_the_whole_tree_comes_back() -> None:
    root = small.build()
    assert parse(serialise(root), "buildFile.xml") == root
