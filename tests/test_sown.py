"""Faults sown into a module of ours: lint finds at least 95 of 100."""

from __future__ import annotations

from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.buildfile import serialise
from tests.sown import FAULTS, score
from tests.vassal import small


def test_most_sown_faults_are_found() -> None:
    root = small.build()
    entries = {**small.entries(root), "buildFile.xml": serialise(root)}
    made, found, missed = score(read_archive(write_archive(entries), "small.vmod"), 3, 17)
    assert len(made) > len(FAULTS) / 2  # the small module has places for most of them
    assert found.total() >= 0.95 * made.total(), missed
