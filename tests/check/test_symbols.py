"""Symbols are looked up wherever they are named: in layouts, looks, and the fields that layouts show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.faulty import copy, edit, found, merge_file


@pytest.mark.parametrize(
    ("file", "patch", "place"),
    [
        ("art.yaml", "cards: {event: {symbol: {is: dragon}}}", "dragon"),
        ("art.yaml", "cards: {event: {symbol: {of: id, words: {a: bow, b: dragon}}}}", "dragon"),
        ("art.yaml", "cards: {event: {style: combat, pillar: dragon}}", "dragon"),
        ("art.yaml", "cards: {event: {points: {of: cost, symbol: dragon}}}", "dragon"),
        ("art.yaml", "map: {spaces: {castle: {symbol: dragon}}}", "dragon"),
        ("art.yaml", "map: {spaces: {castle: {badges: {port: dragon, owner: crest}}}}", "dragon"),
        ("art.yaml", "sheets: {icons: {retreat: dragon}}", "dragon"),
        ("art.yaml", "cards: {event: {front: {arm: {put: symbol, is: dragon, at: [9, 9], size: 5}}}}", "dragon"),
        ("counters.yaml", "counters: {bows: {sign: dragon}}", "bows"),
        ("game.yaml", "dice: {fate: {count: 1, sides: 2, faces: [Nothing, {name: Fire, symbol: dragon}]}}", "dragon"),
    ],
)
def test_a_symbol_nobody_drew_is_told_where_it_is_named(file: str, patch: str, place: str, tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    merge_file(folder, file, patch)
    faults = [d for d in found(folder) if d.code == "C812"]
    assert [d.message for d in faults] == ["there is no symbol `dragon`"]
    assert faults[0].span is not None
    line = (folder / file).read_text(encoding="utf-8").splitlines()[faults[0].span.line - 1]
    assert Path(faults[0].span.file) == folder / file
    assert place in line


def test_names_the_set_has_are_let_pass(tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    words: dict[str, Any] = {"a": "mon-oda", "b": "unit-bow", "c": "bow", "d": "nato-infantry"}
    listed = ", ".join(f"{key}: {name}" for key, name in words.items())
    merge_file(
        folder, "art.yaml", f"counters: {{unit: {{front: {{arm: {{put: symbol, of: id, words: {{{listed}}}}}}}}}}}"
    )
    merge_file(folder, "art.yaml", "map: {spaces: {box: {symbol: diamond}}}")
    assert [d.message for d in found(folder) if d.code == "C812"] == []


def test_two_hex_maps_with_the_same_numbers_are_told_once_at_the_second(tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    edit(folder, [{"file": "maps/far.yaml", "find": ", column: {first: 21}", "replace": ""},
                  {"file": "scenarios/meeting.yaml", "find": "2402", "replace": "0402"}])  # fmt: skip
    (fault,) = [d for d in found(folder) if d.code == "M002"]
    assert fault.span is not None
    assert Path(fault.span.file) == folder / "maps" / "far.yaml"
    assert (folder / "maps" / "far.yaml").read_text(encoding="utf-8").splitlines()[
        fault.span.line - 1
    ].strip() == '- "cccc"'
    assert Path(fault.related[0].span.file) == folder / "map.yaml"
