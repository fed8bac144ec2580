"""Every find of the fuzzers stays found, and some hundred seeded cases find no more."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from tests.fuzzing import __main__ as fuzzing
from tests.fuzzing.__main__ import LATE, SECONDS, corpus, cost, led
from tests.fuzzing.mutating import mutated
from tests.fuzzing.targets import TARGETS, seeds, tried

CASES = 60
MEGABYTES = 1024


@pytest.mark.parametrize("format_", TARGETS)
def test_what_was_found_once_is_told_within_bounds(format_: str) -> None:
    for path in corpus(format_):
        used, megabytes, code = cost(format_, path.read_bytes())
        assert (code, used < SECONDS, megabytes < MEGABYTES) == (0, True, True), (path, used, megabytes)


@pytest.mark.parametrize("format_", TARGETS)
def test_spoilt_files_are_told_or_read(format_: str) -> None:
    rng, known = random.Random(f"17 {format_}"), [*seeds(format_), *(p.read_bytes() for p in corpus(format_))]
    for _ in range(CASES):
        tried(format_, mutated(rng.choice(known), rng, known))


@pytest.mark.parametrize("format_", TARGETS)
def test_good_files_are_read(format_: str) -> None:
    for data in seeds(format_):
        TARGETS[format_](data)


def test_a_find_would_be_seen() -> None:
    def stumble(data: bytes) -> None:
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TARGETS, "yaml", stumble)  # type: ignore[arg-type]
        assert cost("yaml", b"")[2] == 1


def test_a_run_cut_off_by_a_busy_machine_is_no_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: object) -> None:
        Path(command[-1]).write_bytes(b"counters: {}")
        raise subprocess.TimeoutExpired(command, 1)

    def stumble(data: bytes) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(fuzzing, "CORPUS", tmp_path)
    monkeypatch.setattr(subprocess, "run", run)
    assert led("yaml", 1) == LATE
    assert corpus("yaml") == []
    monkeypatch.setitem(TARGETS, "yaml", stumble)  # type: ignore[arg-type]
    assert led("yaml", 1) == LATE
    assert len(corpus("yaml")) == 1
