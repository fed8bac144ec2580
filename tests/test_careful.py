"""Mistakes of sense: those that can always be known are always told."""

from __future__ import annotations

from tests.careful import Careful, sown

# A row lost from an append-only list, a count against its stated total, a card gone or numbered twice.
KNOWABLE = ("row_of_lock_lost", "count_off_by_one", "card_lost", "card_number_twice")


def test_what_can_be_known_is_told() -> None:
    subject = Careful("road_to_honganji")
    tried = set()
    for kind, mutant in sown(subject, 2, 17):
        if kind in KNOWABLE:
            tried.add(kind)
            assert subject.verdict(mutant)[1], (kind, mutant.file, mutant.path, mutant.what)
    assert tried == set(KNOWABLE)
