"""Rolls: ways to fire are read, and what cannot be rolled is told at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.model.rolls import Volley
from compiler.model.ways import Shared, When
from compiler.pipeline import check
from tests.faulty import copy

ROLLS = """
modifiers:
  north: {name: North wind, constant: windy}
  close: {name: Close, value: 1}
volleys:
  fire:
    name: Fire
    dice: d6
    kinds: [infantry, guns, leader]
    leaders: [leader]
    hits: bonus
    ways:
      near: {name: Near, at_least: near_hit, led: true, modifiers: [north, close]}
      far: {name: Far, at_least: far_hit, shared: {mark: fought, units: pair}, when: {marked: fought}}
"""
CONSTANTS = """
constants:
  near_hit: {value: 4, rule: "4.1"}
  far_hit: {value: 6, rule: "4.1"}
  pair: {value: 2, rule: "4.1"}
  windy: {value: {north: 1}, rule: "4.1"}
"""


def found(to: Path, old: str = "", new: str = "") -> tuple[Volley | None, list[tuple[str, str, int]]]:
    """The volley of a game, and what is told of its rolls with the line."""
    assert old in ROLLS + CONSTANTS
    folder, sink = copy("first_battle", to), Sink()
    (folder / "rolls.yaml").write_text(ROLLS.replace(old, new) if old else ROLLS, encoding="utf-8")
    game = folder / "game.yaml"
    constants = CONSTANTS.replace(old, new) if old else CONSTANTS
    game.write_text(game.read_text(encoding="utf-8") + constants, encoding="utf-8")
    checked = check(folder, sink)
    told = [(d.code, d.message, d.span.line) for d in sink.sorted() if d.span.file.endswith("rolls.yaml")]
    return checked.game.rolls.volleys["fire"] if checked is not None else None, told


def test_ways_have_their_number_their_modifiers_and_who_shares_dice(tmp_path: Path) -> None:
    volley, told = found(tmp_path)
    assert told == []
    assert volley is not None
    near, far = volley.ways.values()
    assert (near.at_least, near.led, near.modifiers, near.shared) == ("near_hit", True, ("north", "close"), None)
    assert (far.at_least, far.led, far.modifiers, far.shared) == ("far_hit", False, (), Shared("fought", "pair"))
    assert (near.when, far.when) == (None, When(marked="fought"))


@pytest.mark.parametrize(
    ("old", "new", "code", "word"),
    [
        ("at_least: near_hit", "at_least: near_hits", "M001", "`near_hits` is not a known constant"),
        ("near_hit: {value: 4", "near_hit: {value: [4]", "M004", "`near_hit` must be a whole number above 0"),
        ("pair: {value: 2", "pair: {value: 0", "M004", "`pair` must be a whole number above 0"),
        ("mark: fought", "mark: foght", "M001", "`foght` is not a known mark"),
        ("marked: fought", "marked: foght", "M001", "`foght` is not a known mark"),
        ("marked: fought", "against: foght", "M001", "`foght` is not a known mark"),
        ("marked: fought", "kinds: [twn]", "M001", "`twn` is not a known kind of space"),
        ("marked: fought", "fields: {frt: 1}", "M001", "`frt` is not a known field of spaces"),
        ("modifiers: [north, close]", "modifiers: [nrth]", "M001", "`nrth` is not a known modifier"),
        ("hits: bonus\n", "hits: bonus\n    support: zone\n    adds: pair\n", "M004", "nobody supports"),
        ("value: 1}", "ask: {no: 0, yes: 1}}", "C523", "volley `fire` adds `close`"),
    ],
)
def test_a_way_that_cannot_be_rolled_is_told(tmp_path: Path, old: str, new: str, code: str, word: str) -> None:
    _, told = found(tmp_path, old, new)
    assert [(found, word in message) for found, message, _ in told if found != "C521"] == [(code, True)]
    assert all(line > 1 for *_, line in told)
