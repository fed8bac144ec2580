"""Spreadsheets, `like` and `names`: pieces from rows and from each other, every fault at its cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.load.csv import parse_csv
from compiler.model.game import Game
from compiler.pipeline import read
from tests.faulty import copy, found


def rows(text: str) -> tuple[dict[str, dict[str, object]], Sink]:
    sink = Sink()
    document = parse_csv(text, "units.csv", "counters", sink)
    return (document.value["counters"] if document is not None else {}), sink


def test_a_row_is_a_piece_and_a_cell_a_field() -> None:
    made, sink = rows(
        'id,name,name.ja,attack,marks[],note\nguard,"Guard, old",近衛,3,moved; spent,\nbow,"007",,-2,,x\n'.replace(
            "name,name.ja", "name.en,name.ja"
        )
    )
    assert not list(sink)
    assert made == {
        "guard": {"name": {"en": "Guard, old", "ja": "近衛"}, "attack": 3, "marks": ["moved", "spent"]},
        "bow": {"name": {"en": "007"}, "attack": -2, "note": "x"},
    }


def test_a_quoted_cell_is_a_text_and_lines_may_lie_in_it() -> None:
    made, sink = rows('id,effect,x\r\na,"two\r\nlines ""said""",12\r\nb,12,"12"\r\n')
    assert not list(sink)
    assert made["a"] == {"effect": 'two\r\nlines "said"', "x": 12}
    assert made["b"] == {"effect": 12, "x": "12"}


def test_where_all_cells_are_quoted_quotes_mean_nothing() -> None:
    made, sink = rows('"id","name","attack"\n"a","Foot","3"\n"b","Horse",""\n')
    assert not list(sink)
    assert made == {"a": {"name": "Foot", "attack": 3}, "b": {"name": "Horse"}}


def test_a_name_beside_one_in_another_language_is_english() -> None:
    made, sink = rows("id,name,name.de\na,Foot,Fußvolk\nb,Horse,\n")
    assert not list(sink)
    assert made == {"a": {"name": {"en": "Foot", "de": "Fußvolk"}}, "b": {"name": {"en": "Horse"}}}


def test_spans_point_into_the_file() -> None:
    sink = Sink()
    text = 'id,name,attack\nguard,"Guard, old",3\nbow,Bows,44\n'
    document = parse_csv(text, "units.csv", "counters", sink)
    assert document is not None
    for id, field, line, column in (("guard", "attack", 2, 20), ("guard", "name", 2, 7), ("bow", "attack", 3, 10)):
        span = document.span(document.value["counters"][id], field)
        assert (span.line, span.column) == (line, column)
    assert document.key_span(document.value["counters"], "bow").line == 3


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("id,a\nx,1,2\n", "L027", 2),
        ("id,a\nx,1\ny\n", "L027", 3),
        ("id,a\nx,=A1+1\n", "L027", 2),
        ('id,a\nx,"=HYPERLINK(""http://x"")"\n', "L027", 2),
        ("id,a\nx,@SUM(A1)\n", "L027", 2),
        ("id,a\nx,+A1\n", "L027", 2),
        ("name,a\nx,1\n", "L026", 1),
        ("id,a,a\nx,1,2\n", "L026", 1),
        ("id,a b\nx,1\n", "L026", 1),
        ("id,faces.back.attack,faces\nx,1,2\n", "L026", 1),
        ("id,a\nx,1\nx,2\n", "L026", 3),
        ('id,a\nx,"open\n', "L026", 2),
        ('id,a\nx,"a"b\n', "L026", 2),
        ("", "L026", 1),
    ],
)
def test_what_is_wrong_is_told_at_its_place(text: str, code: str, line: int) -> None:
    _, sink = rows(text)
    assert [(one.code, one.span.line if one.span else 0) for one in sink][:1] == [(code, line)]


def made(folder: Path) -> Game:
    sink = Sink()
    checked = read(folder, sink)
    assert checked is not None, [str(one) for one in sink]
    return checked.game


def test_a_game_takes_its_counters_from_a_spreadsheet(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    path = folder / "counters.yaml"
    path.write_text(path.read_text("utf-8") + "from: units.csv\n", "utf-8")
    (folder / "units.csv").write_text("id,kind,name,side,count\nspears,soldier,Spears,north,3\n", "utf-8")
    counter = made(folder).counters["spears"]
    assert (counter.kind, counter.name.en, counter.side, counter.count) == ("soldier", "Spears", "north", 3)
    assert counter.note.span.file.endswith("units.csv")
    (folder / "units.csv").write_text("id,kind,name,side,count\nspears,soldier,Spears,nroth,3\n", "utf-8")
    (told,) = [one for one in found(folder) if one.code == "M001"]
    assert told.span is not None
    assert (told.span.file.rpartition("/")[2], told.span.line, told.span.column) == ("units.csv", 2, 23)


def test_a_misspelt_heading_is_told_once_and_where_it_stands(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    path = folder / "counters.yaml"
    path.write_text(path.read_text("utf-8") + "from: units.csv\n", "utf-8")
    rows = "a,soldier,Spears,north,3\nb,soldier,Bows,north,4\n"
    (folder / "units.csv").write_text(f"id,kind,name,side,cuont\n{rows}", "utf-8")
    (told,) = found(folder)
    assert told.code == "M003"
    assert told.span is not None
    assert (told.span.line, told.span.column) == (1, 19)
    assert "`count`" in (told.help or "")


def test_a_spreadsheet_that_is_not_there_is_told(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    path = folder / "counters.yaml"
    path.write_text(path.read_text("utf-8") + "from: [units.csv]\n", "utf-8")
    assert [one.code for one in found(folder)] == ["L026"]


def test_like_and_names(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    path = folder / "counters.yaml"
    text = "  guards: {like: north_soldier, count: 1, names: [First, {en: Second, ja: 二}]}\n"
    text += "  last: {like: guards, name: Last}\n"
    path.write_text(path.read_text("utf-8") + text, "utf-8")
    game = made(folder)
    assert game.counters["guards_1"].name.en == "First"
    assert game.counters["guards_2"].name.ja == "二"
    assert game.counters["guards_2"].side == "north"
    assert game.counters["guards_2"].count == 1
    assert game.counters["last"].name.en == "Last"
    assert "guards" not in game.counters
    assert game.counters["guards_1"].note.span.line == len(path.read_text("utf-8").splitlines()) - 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("  a: {like: nobody, name: A}\n", "nobody"),
        ("  a: {like: b, name: A}\n  b: {like: a, name: B}\n", "itself"),
        ("  a: {like: north_soldier, names: [A, B]}\n  a_2: {like: north_soldier, name: C}\n", "twice"),
    ],
)
def test_likeness_that_leads_nowhere_is_told(tmp_path: Path, text: str, words: str) -> None:
    folder = copy("points", tmp_path)
    path = folder / "counters.yaml"
    path.write_text(path.read_text("utf-8") + text, "utf-8")
    told = [one for one in found(folder) if one.code == "L028"]
    assert told
    assert words in told[0].message


def test_foreign_files_are_left_alone(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    before = [str(one) for one in found(folder)]
    for name in ("notes.txt", "map.yaml~", "rules.docx", "maps/draft.bak", "todo.yaml"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("x: [", "utf-8")
    assert [str(one) for one in found(folder)] == before
    (folder / "countres.yaml").write_text("counters: {}\n", "utf-8")
    told = [one for one in found(folder) if one.code == "L021"]
    assert len(told) == 1
    assert told[0].severity.value == "warning"
    assert "counters.yaml" in str(told[0].help)
