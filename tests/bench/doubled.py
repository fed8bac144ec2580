"""first_battle twice: a second map below the first, with a second army on it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import yaml

from compiler.diagnostics import Sink
from compiler.load import read

ROWS = 10


def _value(path: Path) -> Any:
    document = read(path, path.name, Sink())
    assert document is not None
    return document.value


def _below(space: str) -> str:
    """The same hex in the second map."""
    return f"{space[:2]}{int(space[2:]) + ROWS:02}" if space.isdigit() else space


def write_doubled(source: Path, folder: Path) -> Path:
    """Copy the game with twice the map and twice the units."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("examples", "ids.lock.yaml"))
    board = _value(source / "map.yaml")
    board["rows"] = board["rows"] * 2
    board["size"] = [380, 462]
    for river in list(board["rivers"]):
        board["rivers"].append({**river, "sides": [[_below(a), _below(b)] for a, b in river["sides"]]})
    for side in list(board["hexsides"]):
        board["hexsides"].append({**side, "between": [_below(s) for s in side["between"]]})
    for road in list(board["roads"]):
        board["roads"].append({**road, "through": [_below(s) for s in road["through"]]})
    for id, space in list(board["spaces"].items()):
        board["spaces"][_below(id)] = space
    _write(folder / "map.yaml", board)
    counters = _value(source / "counters.yaml")
    for counter in counters["counters"].values():
        if "side" in counter:
            counter["count"] = 2 * counter.get("count", 1)
    _write(folder / "counters.yaml", counters)
    scenario = _value(source / "scenarios" / "bridge.yaml")
    scenario["place"] += [{**entry, "at": _below(entry["at"])} for entry in scenario["place"]]
    scenario["marks"] += [{**entry, "on": [_below(s) for s in entry["on"]]} for entry in scenario["marks"]]
    _write(folder / "scenarios" / "bridge.yaml", scenario)
    return folder


def _write(path: Path, value: Any) -> None:
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), encoding="utf-8")
