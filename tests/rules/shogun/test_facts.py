"""A definition the rules of Shogun cannot play with is told by `check`, at its place and with a way out."""

from __future__ import annotations

from pathlib import Path

from compiler.api import check
from tests.faulty import copy, edit, found


def test_a_province_that_calls_itself_a_square_of_an_army(tmp_path: Path) -> None:
    home = copy("shogun", tmp_path)
    text = (home / "map.yaml").read_text(encoding="utf-8")
    before, _, after = text.partition("    kind: province\n    island: tsushima\n")
    (home / "map.yaml").write_text(f"{before}    kind: samurai_square\n    army: 1\n{after}", encoding="utf-8")
    line = 1 + before[: before.index("  tsushima:\n")].count("\n")
    told = [d for d in check(home) if d.code == "P007"]
    assert [(d.span.file.rpartition("/")[2], d.span.line) for d in told] == [("map.yaml", line)]
    assert "no square of an army" in told[0].message
    assert "kind" in (told[0].help or "")


def test_a_misspelt_unit_of_a_constant_is_told_at_its_line(tmp_path: Path) -> None:
    home = copy("shogun", tmp_path)
    edit(home, [{"file": "game.yaml", "find": "{unit: spearman, count: 4}", "replace": "{unit: speaman, count: 4}"}])
    (told,) = [one for one in found(home) if one.severity.name == "ERROR"]
    assert told.code == "P007"
    assert told.span is not None
    assert told.span.file.endswith("game.yaml")
    assert "`speaman`" in told.message
