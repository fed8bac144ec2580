"""`liege inspect` and `liege lint` on files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.cli import liege
from compiler.diagnostics import Failed
from compiler.vassal.archive import write_archive
from compiler.vassal.save import write_save
from tests.vassal import small


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "small.vmod").write_bytes(small.vmod())
    (tmp_path / "first.vsav").write_bytes(write_save(small.save()))
    (tmp_path / "first.vlog").write_bytes(write_save(small.log()))
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(liege, [str(each) for each in arguments])


def test_a_module_is_shown_as_its_tree(files: Path) -> None:
    shown = run("inspect", files / "small.vmod").output
    assert shown.startswith("module: Ford of the Small River 1.0\n")
    assert "4 piece slots, 1 prototypes, 0 pieces inside traits" in shown
    assert "    PanelWidget “Foot”\n      PieceSlot “Spearmen 槍”\n" in shown


def test_pieces_are_found_by_name(files: Path) -> None:
    shown = run("inspect", files / "small.vmod", "--piece", "card 1").output
    assert shown.splitlines()[0] == "slot Card 1"
    assert "can be masked" in shown
    assert "Spearmen" not in shown


def test_a_log_is_shown_in_steps(files: Path) -> None:
    shown = run("inspect", files / "first.vlog").output
    assert "step 3\n  `Spearmen 槍` changes: Steps 4 → 3\n" in shown


def test_a_log_calls_places_as_its_module_does(files: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert "moves from `Main` at 0101 to `Main` at 0201" in run("inspect", files / "first.vlog").output
    apart = tmp_path_factory.mktemp("apart") / "first.vlog"
    apart.write_bytes((files / "first.vlog").read_bytes())
    assert "moves from `Main` at 40,40 to `Main` at 88,68" in run("inspect", apart).output
    told = run("inspect", apart, "--module", files / "small.vmod").output
    assert "moves from `Main` at 0101 to `Main` at 0201" in told


@pytest.mark.parametrize(("name", "kind"), [("small.vmod", "module"), ("first.vsav", "save"), ("first.vlog", "log")])
def test_everything_is_there_as_json(files: Path, name: str, kind: str) -> None:
    data = json.loads(run("inspect", "--format", "json", files / name).output)
    assert data["kind"] == kind
    assert ("tree" in data) == (kind == "module")
    assert len(data.get("steps", ())) == (4 if kind == "log" else 0)


def test_text_of_strangers_does_not_steer_the_terminal(files: Path) -> None:
    stream = "begin_save\x1bCHAThello\x07\x9b2J\x1bend_save"
    (files / "odd.vsav").write_bytes(write_archive({"savedGame": stream.encode()}))
    assert "chat: hello\ufffd\ufffd2J" in run("inspect", files / "odd.vsav").output


def test_a_file_that_is_no_module_is_told(files: Path) -> None:
    (files / "odd.vmod").write_bytes(b"odd")
    failed = run("inspect", files / "odd.vmod").exception
    assert isinstance(failed, Failed)
    assert failed.diagnostics[0].code == "A001"


def test_lint_of_a_clean_module_says_so(files: Path) -> None:
    done = run("lint", files / "small.vmod", files / "first.vsav")
    assert (done.exit_code, done.output) == (0, "looked at 2 files: no faults\n")


def test_lint_fails_on_errors_and_shows_them(files: Path) -> None:
    entries = small.entries()
    del entries["images/spear.png"]
    (files / "broken.vmod").write_bytes(write_archive(entries))
    done = run("lint", files / "broken.vmod")
    assert done.exit_code == 1
    assert "error[A101]" in done.output
    assert run("lint", "--ignore", "A101", files / "broken.vmod").exit_code == 0


def test_lint_gives_data_in_other_formats(files: Path) -> None:
    entries = small.entries()
    entries["images/nobody.png"] = small.picture()
    (files / "odd.vmod").write_bytes(write_archive(entries))
    done = run("lint", "-q", "--format", "json", files / "odd.vmod")
    assert [each["code"] for each in json.loads(done.output)["diagnostics"]] == ["A102"]
    assert run("lint", "-q", "--format", "sarif", files / "odd.vmod").output.startswith("{")


def test_lint_of_an_unreadable_file_cannot_be_ignored(files: Path) -> None:
    (files / "odd.vmod").write_bytes(b"odd")
    assert run("lint", "--ignore", "A", files / "odd.vmod", files / "small.vmod").exit_code == 1
