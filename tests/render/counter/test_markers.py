"""Markers without a layout of their own: each shows what it is for, and no two of a game look alike."""

from __future__ import annotations

import pytest

from compiler.render.counter.face import layout_of
from compiler.render.counter.standard import arm_of, symbol_for, telling
from compiler.render.symbols import has
from tests.render.games import FOLDER, SLUGS, game_in

GAMES = [*SLUGS, "samples/bridgehead", "samples/mill_at_neudorf"]


@pytest.mark.parametrize("name", GAMES)
def test_no_two_markers_of_a_game_have_the_same_symbol(name: str) -> None:
    one = game_in(FOLDER / name)
    plain = [
        counter for counter in one.counters.values()
        if one.counter_kinds[counter.kind].marker and counter.faces[0].side is None
        and "telling" in layout_of(one, one.counter_kinds[counter.kind])["front"].get("symbol", {})
    ]  # fmt: skip
    shown = {counter.id: telling(counter.id, counter.name.en, one.art.theme) for counter in plain}
    assert len(set(shown.values())) == len(shown), shown
    assert all(has(f"unit-{symbol}") for symbol in shown.values())


def test_a_word_of_the_id_or_the_name_calls_for_a_symbol() -> None:
    assert telling("turn_marker", "Runde", "plain") == "hourglass"
    assert telling("turn_marker", "Turn", "japan") == "drum"
    assert telling("m7", "Trains", "nato") == "train"
    assert symbol_for("household_sword", "horse_and_musket") == "blades"  # no katana outside Japan
    assert telling("xyz", "Xyz", "plain") == telling("xyz", "Anything", "plain")


def test_units_of_one_kind_show_the_arms_their_names_speak_of() -> None:
    assert arm_of("Spears", "japan", "soldier") == "spear"
    assert arm_of("Guard", "japan", "soldier") == "sword"
    assert arm_of("Lord Hoshi", "japan", "general") == "general"
    one = game_in(FOLDER / "first_battle")
    slot = layout_of(one, one.counter_kinds["infantry"])["front"]["symbol"]
    assert slot["arms"]
    assert slot["is"] == "soldier"
