"""`check` tells letters that the build could not draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty import copy, edit, found


@pytest.mark.parametrize("letter", ["😀", "𠮷", "ก", '"\\U0001F0A1"'])
def test_a_letter_that_no_font_has_is_told_by_check(letter: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "game.yaml", "find": "title: Three Roads", "replace": f"title: {letter}"}])
    (told,) = found(folder)
    assert (told.code, told.severity.value) == ("R102", "warning")
    assert told.span is not None
    assert told.span.file.endswith("game.yaml")


@pytest.mark.parametrize("letter", ["é", "ł", "→", "兵", "×"])
def test_a_letter_that_a_font_has_is_not(letter: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "game.yaml", "find": "title: Three Roads", "replace": f"title: Three {letter}"}])
    assert found(folder) == []
