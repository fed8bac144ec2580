"""Hostile files end in a coded error, within bounded memory and processor time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.hostile import COSTS, liege


def check(folder: Path) -> tuple[int, set[str]]:
    done = liege("check", folder, "-q", "--format", "json")
    assert done.returncode in (0, 1), done.stderr[-2000:]
    return done.returncode, {d["code"] for d in json.loads(done.stdout)["diagnostics"]}


def aliases(levels: int) -> str:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(rows) + "\n"


MB = 1024 * 1024
MEGABYTES = 300  # of memory, for what is one file of at most eight
HOSTILE = {
    "a hundred megabytes": (lambda: "a: " + "x" * (100 * MB), {"L002"}),
    "ten thousand brackets": (lambda: "[" * 10_000, {"L013"}),
    "ten thousand braces": (lambda: "{a: " * 10_000, {"L013"}),
    "ten thousand dashes": (lambda: "- " * 10_000, {"L013"}),
    "ten thousand indents": (lambda: "\n".join(" " * n + "a:" for n in range(3_000)), {"L013"}),
    "alias bomb": (lambda: aliases(40), {"L014"}),
    "eight megabytes of keys": (lambda: "".join(f"k{n}: 1\n" for n in range(600_000)), {"L014"}),
    "a million twins": (lambda: "a: 1\n" * 1_000_000, {"L009"}),
    "seven megabytes of tabs": (lambda: "a:\t" * (7 * MB // 3), {"L008"}),
    "tabs in one comment": (lambda: "a: 1\n#" + "\t" * (7 * MB), {"S001", "S002"}),
    "tabs in one text": (lambda: 'a: "' + "x\t" * (3 * MB) + '"\n', {"S001", "S002"}),
    "tabs and brackets": (lambda: "[\t" * 100_000, {"L008", "L013"}),
    "an endless line of spaces": (lambda: "a: b" + " " * (7 * MB) + "c: d\n", {"L007"}),
    "an endless key": (lambda: "? " + "k" * (7 * MB) + "\n: 1\n", {"S001", "S002"}),
    "an endless quote": (lambda: 'a: "' + "x" * (7 * MB), {"L007"}),
    "an endless quote of quotes": (lambda: "a: '" + "''" * (3 * MB), {"L007"}),
    "an endless word": (lambda: "a: [" + "x" * (7 * MB), {"L007"}),
    "a number of a million digits": (lambda: "id: " + "9" * MB + "\n", {"S002", "S006"}),
    "zeros": (lambda: "\0" * 1000, {"L004"}),
    "commas": (lambda: "a: [" + "," * 100_000, {"L007"}),
    "question marks": (lambda: "? " * 50_000, {"L013"}),
    "anchors": (lambda: "".join(f"a{n}: &a{n} 1\n" for n in range(100_000)), {"S001", "S002"}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_coded_error(name: str, tmp_path: Path) -> None:
    write, expected = HOSTILE[name]
    (tmp_path / "game.yaml").write_text(write(), encoding="utf-8")
    code, found = check(tmp_path)
    assert code == 1
    assert found == expected
    assert COSTS[-1].megabytes < MEGABYTES


def test_an_alias_within_bounds_stays_cheap_in_every_stage(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(aliases(5), encoding="utf-8")
    assert check(tmp_path)[0] == 1
