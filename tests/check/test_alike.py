"""Setups held against each other: what one of them alone does is told, and only that."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic
from tests.faulty import copy, found

NAMES = ("axes", "blades", "clubs", "darts", "flails", "glaives", "halberds")
HEXES = ("0101", "0201", "0301", "0401", "0102", "0202", "0302")
STACKS = {at: [name] for at, name in zip(HEXES, NAMES, strict=True)}


def told(tmp_path: Path, ambush: dict[str, list[str]]) -> list[Diagnostic]:
    """What is told of two setups of a mini game, the first of them right."""
    folder = copy("fields", tmp_path)
    counters = folder / "counters.yaml"
    units = [f"  {name}: {{kind: unit, name: {name}, side: red, attack: 1, sign: spear, count: 2}}\n" for name in NAMES]
    counters.write_text(counters.read_text("utf-8") + "".join(units), "utf-8")
    for id, stacks in (("meeting", {**STACKS, "2402": ["bows", "spears"]}), ("ambush", ambush)):
        rows = [f'  - {{at: "{at}", put: [{", ".join(put)}]}}\n' for at, put in stacks.items()]
        head = f"id: {id}\ntitle: {id}\nseats: [red, blue]\nplace:\n"
        (folder / "scenarios" / f"{id}.yaml").write_text(head + "".join(rows), "utf-8")
    return [one for one in found(folder, strict=False) if one.code in ("C726", "C727", "C728")]


def test_setups_that_agree_are_silent(tmp_path: Path) -> None:
    assert told(tmp_path, {**STACKS, "2402": ["bows", "spears"]}) == []


def test_a_stack_of_which_there_are_more_that_stands_elsewhere_is_told_once(tmp_path: Path) -> None:
    moved = {"0402" if at == "0202" else at: put for at, put in STACKS.items()}
    (fault,) = told(tmp_path, {**moved, "2402": ["bows", "spears"]})
    assert fault.code == "C727"
    assert fault.span is not None
    assert fault.span.file.endswith("ambush.yaml")
    assert "nobody stands in `0202`, as `glaives` does in `meeting`" in fault.message


def test_a_stack_that_was_forgotten_is_told(tmp_path: Path) -> None:
    (fault,) = told(tmp_path, dict(STACKS))
    assert fault.code == "C727"
    assert "nobody stands in `2402`" in fault.message


@pytest.mark.parametrize("gone", [2, 3])
def test_setups_that_differ_in_more_are_of_another_kind(gone: int, tmp_path: Path) -> None:
    fewer = dict(list(STACKS.items())[gone:])
    assert told(tmp_path, {**fewer, "2402": ["bows", "spears"]}) == []
