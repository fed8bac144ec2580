"""Bad data: a definition the rules cannot play with is told by `check`, with its place and a way out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from compiler.api import check
from tests.rules.road_to_honganji.table import ROOT, the_facts


def spoilt(folder: Path, file: str, old: str, new: str) -> list[tuple[str, str, int]]:
    """Code, message and line of what `check` says of the game with one text changed."""
    home = folder / "road_to_honganji"
    shutil.copytree(ROOT / "games" / "road_to_honganji", home)
    text = (home / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    (home / file).write_text(text.replace(old, new), encoding="utf-8")
    found = check(home)
    assert all(d.help for d in found)
    return [(d.code, d.message, d.span.line) for d in found if d.span.file.endswith(file)]


def line_of(file: str, start: str) -> int:
    lines = (ROOT / "games" / "road_to_honganji" / file).read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.startswith(start))


def test_a_card_effect_nobody_knows(tmp_path: Path) -> None:
    found = spoilt(tmp_path, "cards.yaml", "    does: slander\n", "    does: bribe\n")
    line = line_of("cards.yaml", "    does: slander")
    assert [at for _, message, at in found if "bribe" in message] == [line]


def test_a_card_effect_the_file_knows_and_the_rules_do_not(tmp_path: Path) -> None:
    home = tmp_path / "road_to_honganji"
    shutil.copytree(ROOT / "games" / "road_to_honganji", home)
    cards = home / "cards.yaml"
    text = cards.read_text(encoding="utf-8").replace("slander, induce", "slander, bribe, induce")
    cards.write_text(text.replace("    does: slander\n", "    does: bribe\n"), encoding="utf-8")
    found = [d for d in check(home) if d.code == "P007"]
    assert ["`bribe`" in d.message and "`slander`" in d.message for d in found] == [True]
    assert found[0].span.line == line_of("cards.yaml", "  slander:")
    assert "`uprising`" in (found[0].help or "")


def test_a_clan_nobody_may_own(tmp_path: Path) -> None:
    lists = "tokugawa: [mouri, honganji], hashiba: [uesugi, houjou]}"
    found = spoilt(tmp_path, "game.yaml", lists, "tokugawa: [mouri, honganji], hashiba: [uesugi]}")
    assert found == []  # Akechi still may direct Houjou
    shutil.rmtree(tmp_path / "road_to_honganji")
    every = "value: {akechi: [uesugi, houjou, honganji], shibata: [mouri, honganji], " + lists
    found = spoilt(tmp_path, "game.yaml", every, every.replace("houjou, ", "").replace(", houjou", ""))
    line = line_of("game.yaml", "  houjou:")
    assert [(code, at) for code, message, at in found if "`houjou`" in message] == [("P007", line)]


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("hashiba: [uesugi, houjou]}", "hashiba: [uesugi, houjou, takeda]}", "`takeda`"),
        ("tokugawa: [mouri, honganji], hashiba", "hashiba", "`tokugawa`"),
    ],
)
def test_the_lists_name_clans_and_players(tmp_path: Path, old: str, new: str, word: str) -> None:
    found = spoilt(tmp_path, "game.yaml", old, new)
    assert [code for code, message, _ in found if word in message] == ["P007"]


def test_an_area_without_a_neighbour(tmp_path: Path) -> None:
    found = spoilt(tmp_path, "map.yaml", ", kii_ishiyama, shikoku], by: border", ", kii_ishiyama], by: border")
    assert ("C201", line_of("map.yaml", "  shikoku:")) in [(code, at) for code, _, at in found]


def test_what_is_missing_is_told_before_play(tmp_path: Path) -> None:
    home = tmp_path / "road_to_honganji"
    shutil.copytree(ROOT / "games" / "road_to_honganji", home)
    game = home / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("  hand: {value: 4", "  hnd: {value: 4"), encoding="utf-8")
    assert any(d.code == "P007" and "`hand`" in d.message and "hnd" in (d.help or "") for d in check(home))
    assert the_facts().hand == 4


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "word"),
    [
        ("tables.yaml", "track: turn,", "track: trn,", "M001", "`trn` is not a known track"),
        ("tables.yaml", "{by: number, track: turn,", "{by: name, track: turn,", "M004", "a track gives a number"),
        ("rolls.yaml", "card: bonus,", "card: bonsu,", "M001", "`bonsu` is not a known field of a card"),
        ("rolls.yaml", "card: bonus,", "constant: hand,", "C523", "volley `combat` adds `event`"),
        ("rolls.yaml", "hits: military", "hits: might", "M001", "`might` is not a known field"),
        ("rolls.yaml", "face: vassal", "face: rebel", "M001", "`rebel` is not a known face"),
    ],
)
def test_rolls_and_tables_that_cannot_work(tmp_path: Path, file: str, old: str, new: str, code: str, word: str) -> None:
    assert [found for found, message, _ in spoilt(tmp_path, file, old, new) if word in message] == [code]
