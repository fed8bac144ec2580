"""Findings drawn to be judged: the same seed draws the same ones, each with the places to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.vassal.archive import write_archive
from compiler.vassal.buildfile import serialise
from compiler.vassal.traits import Prototype
from tests import truth
from tests.vassal import small
from tests.vassal.lint.test_lint import with_trait


def test_a_sample_is_drawn_with_the_places_of_its_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = small.entries(root := small.build())
    for n in range(3):
        with_trait(Prototype(f"Gone{n}"), gpid=str(60 + n))(root, entries)
    file = tmp_path / "odd.vmod"
    file.write_bytes(write_archive({**entries, "buildFile.xml": serialise(root)}))
    drawn = []
    for _ in range(2):
        truth.main([str(file), "A103", "2", "5"])
        drawn.append(capsys.readouterr().out)
    assert drawn[0] == drawn[1]
    told = [line for line in drawn[0].splitlines() if line.startswith("A")]
    assert len(told) == 2
    assert all(line.startswith("A103 the prototype `Gone") for line in told)
    assert "Gone" in drawn[0].split("1 times\n      …")[1]
