"""Ids across the files of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import resources
from compiler.author.index import Index, read_index
from compiler.author.workspace import Workspace


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    opened = Workspace(resources.games() / "first_battle")
    opened.look()
    return opened


@pytest.fixture(scope="module")
def index(workspace: Workspace) -> Index:
    return read_index(workspace.documents())


def test_every_mention_stands_where_it_says(workspace: Workspace, index: Index) -> None:
    seen = 0
    for name, mentions in index.by_file.items():
        lines = (workspace.text(name) or "").splitlines()
        for each in mentions:
            start = each.span.column - 1
            assert each.id in lines[each.span.line - 1][start : start + each.span.length], each
            seen += 1
    assert seen > 500


def test_every_counter_card_side_and_mark_of_the_game_is_defined_once(workspace: Workspace, index: Index) -> None:
    game = workspace.look().game
    assert game is not None
    for what, things in (
        ("counter", game.counters),
        ("side", game.sides),
        ("mark", game.marks),
        ("table", game.tables),
    ):
        for id in things:
            assert len(index.defined[what, id]) == 1, (what, id)


def test_a_copy_of_a_counter_is_a_use_of_it(index: Index) -> None:
    (defined,) = index.defined["counter", "north_guard"]
    files = {each.file for each in index.places(defined, definition=False)}
    assert "examples/no_way_back.yaml" in files, "north_guard#1, as a key and as a value"
    assert "ids.lock.yaml" in files


def test_words_for_people_are_no_ids(index: Index) -> None:
    for mentions in index.by_file.values():
        assert not [each for each in mentions if each.key in ("en", "text", "description")]


def test_an_open_bracket_does_not_lose_the_ids(tmp_path: Path) -> None:
    (tmp_path / "g").mkdir()
    home = tmp_path / "g"
    (home / "game.yaml").write_text("id: g\nsides: {red: {name: Red}}\n", encoding="utf-8")
    workspace = Workspace(home)
    workspace.look()
    workspace.unsaved["game.yaml"] = "id: g\nsides: {red: {name: Red\n"
    assert any(each.code == "L007" for each in workspace.look().found)
    assert ("side", "red") in read_index(workspace.documents()).defined


def test_what_can_stand_under_a_key(index: Index) -> None:
    assert index.ids("side") == [("north", "side"), ("south", "side")]
    assert {what for _, what in index.ids("kind", "counters")} == {"kind of counter"}
    assert {what for _, what in index.ids("rule")} == {"rule"}
