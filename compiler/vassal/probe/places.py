"""Where the pieces of a setup should be, and whether VASSAL sees them there.

A build writes the expected places beside the module, as `places.json`: setup name → piece → location name.

    {
      "1570: Anegawa": {
        "oda_nobunaga": "Hexes 0402",
        "#1004": "Reserve",
        "levy": ["Hexes 0105", "Hexes 0105", "Hexes 0311"]
      }
    }

A piece is named by `#` and its id in the save, by its `CounterId` marker, or by its name where it bears no such
marker. A mask hides name and marker, so a masked piece needs its id. Several pieces of one name have a list, one
place for each; the order says nothing. A place is the location name as VASSAL gives it (its property `LocationName`;
for a piece in a deck the name of the deck); `""` stands for none. Pieces that are not listed may be anywhere; a
setup that is not listed is not compared.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from compiler.diagnostics import Failed, Span, diagnose

FILE_NAME = "places.json"
# The marker by which a piece says which counter it is.
NAME_PROPERTY = "CounterId"

Places = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as VASSAL has it."""

    id: str
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One name whose pieces are not where they should be: the places that are wanting and those that are too many."""

    name: str
    wanting: tuple[str, ...]
    found: tuple[str, ...]


def read_places(path: Path) -> dict[str, Places]:
    """The expected places by setup; a file that is not of the form above is a fault."""
    try:
        setups = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(path, f"cannot be read: {error}") from None
    if not isinstance(setups, dict):
        raise _unreadable(path, "is not a mapping of setups")
    return {setup: _setup(path, setup, pieces) for setup, pieces in setups.items()}


def _setup(path: Path, setup: str, pieces: object) -> Places:
    if not isinstance(pieces, dict):
        raise _unreadable(path, f"has no mapping of pieces for setup `{setup}`")
    places: dict[str, tuple[str, ...]] = {}
    for name, where in pieces.items():
        rows = where if isinstance(where, list) else [where]
        if not all(isinstance(row, str) for row in rows):
            raise _unreadable(path, f"gives `{name}` of setup `{setup}` a place that is not a text")
        places[name] = tuple(rows)
    return places


def _unreadable(path: Path, why: str) -> Failed:
    return Failed(
        diagnose(
            "E913", f"`{path.name}` {why}", Span(str(path)), help="build the module again: the build writes this file"
        )
    )


def compare(expected: Places, pieces: Iterable[Piece]) -> Iterator[Mismatch]:
    """The names whose pieces are not exactly at the places expected of them, in the order of the file."""
    actual: dict[str, list[str]] = {}
    for piece in pieces:
        actual.setdefault(piece.name, []).append(piece.place)
        actual.setdefault(f"#{piece.id}", []).append(piece.place)
    for name, places in expected.items():
        want, have = Counter(places), Counter(actual.get(name, ()))
        if want != have:
            yield Mismatch(name, tuple(sorted((want - have).elements())), tuple(sorted((have - want).elements())))
