"""Which kinds of wargame the stock steps cover, for the manual: kept as data, held against what shows it by a test."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.diagnostics import Sink
from compiler.load.yaml import parse


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game: what shows each mechanic, and what of it is left to Python."""

    id: str
    name: str
    like: str
    game: str | None  # a game of ours; else a small one of the tests
    shows: Mapping[str, str | None]  # the row of its ledger, where it is a game of ours
    rest: Mapping[str, str]


def mechanics() -> dict[str, str]:
    """The mechanics by id, with the words of the table."""
    return dict(_read()["mechanics"])


def kinds() -> list[Kind]:
    """All kinds, in the order of the table."""
    found = []
    for id, raw in _read()["kinds"].items():
        shows = raw.get("rows") or dict.fromkeys(raw.get("shows", ()))
        found.append(Kind(id, raw["name"], raw["like"], raw.get("game"), shows, raw.get("rest", {})))
    return found


def _read() -> Any:
    text = (importlib.resources.files("compiler.author") / "kinds.yaml").read_text(encoding="utf-8")
    sink = Sink()
    document = parse(text, "kinds.yaml", sink)
    assert document is not None, [fault.message for fault in sink]
    return document.value


def page() -> Iterator[str]:
    """The lines of the table."""
    words = mechanics()
    yield "## What can be played without Python"
    yield ""
    yield "● can be said in YAML, ◐ but for the rest named below; nothing: games of that kind do not need it. Each is"
    yield "shown by a game of ours or by a small one in `tests/play/stock/kinds`."
    yield ""
    yield f"| kind | like | {' | '.join(words.values())} |"
    yield "|" + "---|" * (len(words) + 2)
    whole = cells = 0
    for kind in kinds():
        signs = ["" if m not in kind.shows else "◐" if m in kind.rest else "●" for m in words]
        whole += signs.count("●")
        cells += len(kind.shows)
        yield f"| {kind.name} | {kind.like} | {' | '.join(signs)} |"
    yield ""
    yield f"{whole} of {cells} whole. Left to Python:"
    yield ""
    for kind in kinds():
        for rest in kind.rest.values():
            yield f"- {kind.name}: {rest}."
    yield ""
