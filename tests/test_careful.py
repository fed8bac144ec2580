"""Mistakes of sense: those that can always be known are always told."""

from __future__ import annotations

from tests.careful import LEFT, MISTAKES, Careful, sown

KNOWABLE = {mistake.__name__ for mistake in MISTAKES} - set(LEFT)  # always told
HERE = {"count_off_by_one"}  # and so in this game, where every count has its total


def test_what_can_be_known_is_told() -> None:
    subject = Careful("road_to_honganji")
    tried = set()
    for kind, mutant in sown(subject, 2, 17):
        if kind in KNOWABLE | HERE:
            tried.add(kind)
            assert subject.verdict(mutant)[1], (kind, mutant.file, mutant.path, mutant.what)
    assert tried == KNOWABLE | HERE
    assert {mistake.__name__ for mistake in MISTAKES} >= set(LEFT)
