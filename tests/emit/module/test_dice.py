"""Dice whose faces have names: drawn, told by name, and never added up."""

from __future__ import annotations

from pathlib import Path

from compiler.diagnostics import Sink
from compiler.emit.module.dice import dice_buttons
from compiler.emit.plan import make_plan
from compiler.pipeline import read
from tests.faulty import copy, edit


def _report(tmp_path: Path, dice: str) -> tuple[str, set[str]]:
    """What the button says, and the pictures it shows."""
    folder = copy("areas", tmp_path)
    edit(folder, [{"file": "game.yaml", "find": "one_die: {count: 1, sides: 6}", "replace": f"one_die: {dice}"}])
    sink = Sink()
    found = read(folder, sink)
    assert found is not None, [one.message for one in sink]
    plan = make_plan(found.game, found.bundle, sink, None)
    button = next(iter(dice_buttons(plan)))
    return button.get("reportFormat"), {name for name in plan.studio.images() if name.startswith("die")}


def test_a_face_is_told_by_its_name_and_shown_by_its_symbol(tmp_path: Path) -> None:
    dice = "{count: 2, sides: 3, faces: [miss, {name: hit, symbol: bow}, {name: flag, symbol: sword}]}"
    said, pictures = _report(tmp_path, dice)
    assert all(f"> {name} " in said for name in ("miss", "hit", "flag"))
    assert pictures == {f"die_one_die_{n}.png" for n in (1, 2, 3)}
    assert "numericalTotal" not in said


def test_plain_dice_are_added_up(tmp_path: Path) -> None:
    said, pictures = _report(tmp_path, "{count: 2, sides: 6}")
    assert "numericalTotal" in said
    assert pictures == {f"die6_{n}.png" for n in range(1, 7)}


def test_a_die_that_is_thrown_for_its_own_sake_quotes_no_rule(tmp_path: Path) -> None:
    """The row of the dice says what lies in the box: behind a roll its number looks like a result."""
    said, _ = _report(tmp_path, '{name: One die, count: 1, sides: 6, rule: "2.0.4"}')
    assert "rolls one die: " in said
    assert "2.0" not in said
