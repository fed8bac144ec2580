"""Mistakes in steps that once broke a game off, hung it or were swallowed: each told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.check.runner import lints
from compiler.diagnostics import Sink
from compiler.pipeline import read
from tests.play.stock.words import spoken

TURN = """
sequence:
  - each: turn
    do:
      - each: seat
        id: player_turn
        do:
          - {step: STEP}
      - {step: stock.end_check, id: end, with: {track: balance, raised_by: south}}
"""
EFFECTS = {
    "{mark: moved, on: '0405'}": "no mark of spaces",
    "{mark: moved, on: active}": "no mark of seats",
    "{mark: control, on: {pieces: {sides: [mine]}}, to: south}": "no mark of pieces",
    "{mark: moved, on: {pieces: {sides: [mine]}}, by: 2}": "`moved` counts nothing",
    "{restore: turn_marker}": "more than one step",
    "{hit: turn_marker}": "they lose no steps",
    "{hit: {kinds: [leader], sides: [north], counters: [south_spears]}}": "no piece of this game fits",
    "{track: initiative, to: 3}": "not all numbers",
    "{track: initiative, by: 1}": "not all numbers",
    "{track: marches, to: 99}": "has no box `99`",
    "{track: turn, by: 5}": "the turn goes on by itself",
    "{draw: orders_cup, to: orders_used, count: -3}": "nothing is drawn",
    "{hit: {sides: [mine]}, count: 0}": "nothing happens",
    "{hit: {sides: [mine]}, steps: -1}": "nothing happens",
    "{hit: {sides: [mine]}, count: two}": "an amount cannot be",
    "{hit: {sides: [mine]}, seat: pope}": "`pope` does not choose",
    "{hit: {sides: [mine]}, pick: [{tallest: attack}]}": "a preference has no",
    "{place: {sides: [mine], in: fallen}, where: []}": "no space is named",
    "{move: {sides: [mine]}, to: '0405', towards: '0406'}": "`to` a space, or `towards` one",
    "{shuffle: orders_cup, with: orders_cup}": "shuffled with itself",
    "{event: orders_used}": "has an event",
    "{roll: combat, dice: d6}": "has several columns",
    "{roll: combat, dice: d6, column: '9:9'}": "is not a known column",
    "{one_of: [a, b]}": "names lists of effects",
    "{say: {a: b}}": "words cannot be",
    "{check: d6, up_to: 3}": "nothing happens",
    "{check: d8, up_to: 3, do: []}": "is not a known die",
    "{contest: d6}": "nothing happens",
    "{aim: {kinds: [dragon]}}": "is not a known kind",
    "{track: marches, to: {field: attack}}": "a field of nothing that is at hand",
    "{track: marches, by: 1, when: always}": "a condition cannot be",
}
CONDITIONS = {
    "{any: []}": "a list of conditions",
    "{track: marches, is: []}": "held against nothing",
    "{track: initiative, at_least: 2}": "not all numbers",
    "{pile: orders_cup.enemy}": "is one for all",
    "{spaces: {within: 2}}": "nothing says to what",
    "{spaces: {held_by: [pope]}}": "is not a known side",
    "{turns: [4, 2]}": "no turn lies between",
}
STEPS = {
    "stock.mvoe": "no rules offer the step `stock.mvoe`",
    "stock.move, with: {allowance: move, mark: moved, came: moved}": "cannot show",
    "stock.stride, with: {allowance: move, mark: moved, left: moved}": "does not count from 0",
    "stock.attack, with: {table: combat, dice: d6, attack: attack, defence: defence, mark: fought, struck: control}": (
        "not one that counters simply have"
    ),
    "stock.move, with: {allowance: move, mark: moved, together: led}": "needs the setting `led_by`",
    "stock.battle, with: {dice: d6, hits: attack, rounds: 0}": "needs the setting `rounds` from 1 up",
    "stock.do, with: {do: {track: marches, by: 1}}": "effects cannot be",
    "stock.battle, with: {dice: d6, hits: attack, rounds: many}": "cannot be `many`",
}


def told(folder: Path, step: str, message: str) -> None:
    book, faults = spoken(folder, TURN.replace("STEP", step))
    found = [fault for fault in faults if message in fault.message]
    assert book is None
    assert found, [fault.message for fault in faults]
    assert found[0].span.line > 1
    assert found[0].help


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_that_cannot_work_is_told_before_play(effect: str, tmp_path: Path) -> None:
    told(tmp_path, f"stock.do, id: d, with: {{do: [{effect}]}}", EFFECTS[effect])


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_on_what_is_not_there_is_told(condition: str, tmp_path: Path) -> None:
    told(tmp_path, f"stock.do, id: d, when: {condition}, with: {{do: []}}", CONDITIONS[condition])


@pytest.mark.parametrize("step", STEPS)
def test_a_step_or_setting_of_the_wrong_kind_is_told(step: str, tmp_path: Path) -> None:
    told(tmp_path, f"{step}", STEPS[step])


MENUS = {
    "{price: 0, do: [{track: balance, by: 1}]}": "may be bought for ever",
    "{price: 1, at: '0405', once: moved, do: [{track: balance, by: 1}]}": "no mark of spaces",
    "{price: 1, of: {kinds: [dragon]}, do: []}": "is not a known kind",
}


@pytest.mark.parametrize("entry", MENUS)
def test_an_entry_that_cannot_work_is_told(entry: str, tmp_path: Path) -> None:
    step = "stock.spend, id: b, with: {purse: marches, fill: 2, menu: shop}"
    book, faults = spoken(tmp_path, TURN.replace("STEP", step), f"menus: {{shop: {{entry: {entry}}}}}")
    assert book is None
    assert any(MENUS[entry] in fault.message for fault in faults), [fault.message for fault in faults]


@pytest.mark.parametrize(
    "condition",
    ["{track: marches, at_least: 99}", "[{seat: north}, {seat: south}]", "{track: marches, at_least: 3, at_most: 1}",
     "[{turns: [1, 2]}, {turns: [3, 4]}]"],
)  # fmt: skip
def test_what_never_holds_is_linted(condition: str, tmp_path: Path) -> None:
    step = f"stock.do, id: d, when: {condition}, with: {{do: [{{say: never}}]}}"
    spoken(tmp_path, TURN.replace("STEP", step))
    game = read(tmp_path / "first_battle", Sink())
    assert game is not None
    found = list(lints()["C620"].find(game.game))
    assert found
    assert found[0].span.line > 1


def test_what_is_given_up_is_not_given_up_again(tmp_path: Path) -> None:
    from compiler.play.fuzz import fuzz_game

    step = "stock.do, id: d, with: {do: [{trim: {sides: [mine]}, to: 0, away: fallen}]}"
    book, faults = spoken(tmp_path, TURN.replace("STEP", step))
    assert book is not None, [fault.message for fault in faults]
    assert not fuzz_game(book, "skirmish", 1).failures
