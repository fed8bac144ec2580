"""The small games of `kinds/`: one of each kind of wargame that the stock steps are held against."""

from __future__ import annotations

import functools
import json
import tempfile
from pathlib import Path
from typing import Any

import yaml

from compiler import pipeline
from compiler.diagnostics import Diagnostic, Sink
from compiler.play.book import Rulebook
from compiler.registry import rulebook

HOME = Path(__file__).parent / "kinds"
KINDS = tuple(sorted(path.stem for path in HOME.glob("*.yaml") if path.stem != "base"))


class _Plain(yaml.SafeLoader):
    """`on` is a word, as in the files of games."""


_Plain.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in found if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def laid_over(below: Any, above: Any) -> Any:
    """Mappings are joined, anything else is replaced."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {key: laid_over(below.get(key), above[key]) if key in above else below[key] for key in (*below, *above)}
    return below if above is None else above


def written(kind: str, folder: Path) -> Path:
    """The files of a small game."""
    base, own = (yaml.load((HOME / f"{name}.yaml").read_text(encoding="utf-8"), _Plain) for name in ("base", kind))
    files = laid_over(base, own)
    if "seats" in own.get("game", {}):  # fewer than the base has
        files["game"]["seats"] = own["game"]["seats"]
    for name, value in files.items():
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    return folder


@functools.cache
def read(kind: str) -> tuple[Rulebook | None, tuple[Diagnostic, ...]]:
    """The rulebook of a small game, and what is wrong with it."""
    sink = Sink()
    with tempfile.TemporaryDirectory() as folder:
        found = pipeline.read(written(kind, Path(folder) / "kind"), sink)
        return (rulebook(found.game, sink) if found is not None else None), tuple(sink)


def book(kind: str) -> Rulebook:
    """The rulebook of a small game without faults."""
    found, faults = read(kind)
    assert found is not None, [f"{fault.code} {fault.message} {fault.span.line}" for fault in faults]
    return found
