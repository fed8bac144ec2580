"""Mistakes of sense: those that can always be known are always told."""

from __future__ import annotations

import pytest

from tests.careful import MISTAKES, Careful, Outcome, accepted, main, reason, sown

ALL = {mistake.__name__ for mistake in MISTAKES}
KNOWABLE = ALL - {row.mistake for row in accepted()}  # always told
HERE = {"count_off_by_one", "kanji_lost"}  # and so in this game, where every count has its total, all have kanji


def test_what_can_be_known_is_told() -> None:
    subject = Careful("road_to_honganji")
    tried = set()
    for kind, mutant in sown(subject, 2, 17):
        if kind in KNOWABLE | HERE:
            tried.add(kind)
            assert subject.verdict(mutant)[1], (kind, mutant.file, mutant.path, mutant.what)
    assert tried == KNOWABLE | HERE
    assert {row.mistake for row in accepted()} <= ALL


def test_a_mistake_that_nobody_accepted_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    last = Outcome("terrain_of_another", "anegawa/map.yaml spaces/3814/kind", "village → hill", told=False)
    odd = Outcome("word_misspelt", "shogun/game.yaml seats", "a → b", told=False)
    assert reason(last.mistake, last.where, last.what)
    assert reason(last.mistake, last.where, "village → lake") is None
    assert reason(odd.mistake, odd.where, odd.what) is None
    for made, code, says in (((last,), 0, "1 nobody can know, 0 are"), ((last, odd), 1, "1 nobody can know, 1 are")):
        monkeypatch.setattr("tests.careful.outcomes", lambda *_, made=made: iter(made))
        assert main([]) == code
        assert says in capsys.readouterr().out
