"""The line: loading and checking a large game, against PyYAML merely loading its files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml
from army import write_army
from measure import Row, peak, ratio

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.diagnostics.text import render
from compiler.load import load_game
from compiler.schema import validate_game


def pyyaml(folder: Path) -> None:
    for path in sorted(folder.rglob("*.yaml")):
        yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def check(folder: Path) -> None:
    sink = Sink()
    if pipeline.check(folder, sink) is None:
        raise SystemExit(render(sink.sorted()[:3]))


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as home:
        army = write_army(Path(home, "army"), 2_000)
        check(army)
        loaded = load_game(army, Sink())
        assert loaded is not None
        yield Row(
            "load, 2,000 counters / yaml.load(CSafeLoader)",
            ratio(lambda: load_game(army, Sink()), lambda: pyyaml(army)),
            0.3,
        )
        yield Row(
            "schema, 2,000 counters / yaml.load(CSafeLoader)",
            ratio(lambda: validate_game(loaded, Sink()), lambda: pyyaml(army)),
        )
        yield Row(
            "full check, 2,000 counters / yaml.load(CSafeLoader)", ratio(lambda: check(army), lambda: pyyaml(army)), 1.0
        )
        few, many = write_army(Path(home, "few"), 500), write_army(Path(home, "many"), 4_000)
        growth = ratio(lambda: check(many), lambda: check(few)) * 500 / 4_000
        yield Row("full check, time per counter at 4,000 / at 500", growth, 1.3)
        yield Row("peak memory of a full check, 2,000 counters", peak("bench_line", "check", army), unit=" MB")
