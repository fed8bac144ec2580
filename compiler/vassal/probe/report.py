"""What the probe wrote, as values. The whole of it stays at hand as `raw`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiler.vassal.probe.places import NAME_PROPERTY, Piece


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing VASSAL or the probe found wrong: what kind, in which component, and its own words."""

    kind: str
    phase: str
    where: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """One opening of a module; `setup` is None when the module has no setup or never came so far."""

    engine: str
    setup: str | None
    setups: tuple[str, ...]
    slots: int
    pieces: tuple[Piece, ...]
    problems: tuple[Problem, ...]
    raw: dict[str, Any]


def no_report(setup: str | None, why: str) -> Report:
    """What is known of an opening that was stopped from outside."""
    problem = {"kind": "timeout", "phase": "start", "where": setup or "", "message": why}
    return Report("", setup, (), 0, (), (Problem(**problem),), {"problems": [problem]})


def read_report(path: Path) -> Report | None:
    """The report in a file, or None where there is none that makes sense."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return Report(
            engine=str(raw.get("engine", "")),
            setup=raw.get("setup"),
            setups=tuple(raw.get("setups", ())),
            slots=int(raw.get("slotCount", 0)),
            pieces=tuple(_pieces(raw.get("maps", {}))),
            problems=tuple(
                Problem(str(row["kind"]), str(row["phase"]), str(row["where"]), str(row["message"]))
                for row in raw["problems"]
            ),
            raw=raw,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _pieces(maps: dict[str, Any]) -> Iterator[Piece]:
    for board in maps.values():
        for entry in board["contents"]:
            # a stack or a deck lists its pieces; a lone piece stands for itself
            for row in entry.get("pieces", (entry,)):
                yield Piece(
                    id=str(row["id"]),
                    name=row.get(f"prop:{NAME_PROPERTY}") or row.get("BasicName") or row.get("name", ""),
                    place=row.get("LocationName", ""),
                )
