"""Selection, suppression on the line, notes only on demand."""

from __future__ import annotations

import re
from pathlib import Path

from compiler.check.runner import read_allowances, wanted
from compiler.diagnostics import Sink
from compiler.load import parse
from compiler.pipeline import check
from tests.faulty import copy, edit, found


def codes(folder: Path, **options: object) -> list[str]:
    sink = Sink()
    check(folder, sink, **options)  # type: ignore[arg-type]
    return [d.code for d in sink.sorted()]


def broken(tmp_path: Path, comment: str = "") -> Path:
    folder = copy("points", tmp_path)
    edit(
        folder,
        [
            {
                "file": "map.yaml",
                "find": "to: [imahama, sawayama], by: road}",
                "replace": f"to: [imahama, sawayama, odani], by: road}}{comment}",
            }
        ],
    )
    return folder


def test_a_fault_is_allowed_on_its_own_line(tmp_path: Path) -> None:
    assert codes(broken(tmp_path / "a")) == ["C203"]
    assert codes(broken(tmp_path / "b", "  # allow: C203 an old road and a new one")) == []


def test_a_comment_alone_on_its_line_allows_on_the_next(tmp_path: Path) -> None:
    folder = broken(tmp_path)
    edit(
        folder,
        [
            {
                "file": "map.yaml",
                "find": "  - {from: yokoyama",
                "replace": "  # allow: C203 an old road and a new one\n  - {from: yokoyama",
            }
        ],
    )
    assert codes(folder) == []


def test_another_code_on_the_line_allows_nothing_and_is_needless(tmp_path: Path) -> None:
    assert codes(broken(tmp_path, "  # allow: C204 wrong code")) == ["C203", "C001"]


def test_select_and_ignore_take_prefixes(tmp_path: Path) -> None:
    folder = broken(tmp_path)
    assert codes(folder, select=["C2"]) == ["C203"]
    assert codes(folder, select=["C3"]) == []
    assert codes(folder, ignore=["C20"]) == []
    assert wanted("C203", ["C2"], ["C203"]) is False


def test_notes_come_only_when_strict(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(
        folder,
        [{"file": "game.yaml", "find": "help:\n  - {title: Quick start, text: Follow the roads.}\n", "replace": ""}],
    )
    assert codes(folder) == []
    assert codes(folder, strict=True) == ["C019"]


def test_all_faults_of_a_run_come_at_once_in_reading_order(tmp_path: Path) -> None:
    folder = broken(tmp_path)
    edit(folder, [{"file": "counters.yaml", "find": "name: South acts, side: south", "replace": "name: South acts"}])
    said = found(folder)
    assert [d.code for d in said] == ["C303", "C203"]
    assert [Path(d.span.file).name for d in said if d.span] == ["counters.yaml", "map.yaml"]


def test_several_codes_share_one_reason() -> None:
    document = parse("a: 1  # allow: C203, C204 both are drawn\n", "map.yaml", Sink())
    assert document is not None
    (allowance,) = read_allowances(document)
    assert (allowance.codes, allowance.reason) == (("C203", "C204"), "both are drawn")


def test_what_stands_in_for_a_missing_part_is_not_linted(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    path = folder / "counters.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"kind: \w+,", "kind: nonesuch,", text, count=1), encoding="utf-8")
    sink = Sink()
    check(folder, sink)
    assert "M001" in {one.code for one in sink}
    assert [one for one in sink if one.span is not None and one.span.file == "<nowhere>"] == []


def test_an_allowance_is_not_called_needless_while_the_game_is_broken(tmp_path: Path) -> None:
    folder = broken(tmp_path, "  # allow: C203 an old road and a new one")
    edit(folder, [{"file": "map.yaml", "find": "  - {from: yokoyama", "replace": "  - {from: yokohama"}])
    assert "C001" not in codes(folder)
