"""The command line: exit codes, streams, formats, crash report."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compiler import cli, pipeline, resources
from compiler.diagnostics import Failed, diagnose


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    told = capsys.readouterr()
    return int(left.value.code or 0), told.out, told.err


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a twin key in one file and a misspelt one in another."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / "game.yaml").write_text("id: demo\nid: twin\n", encoding="utf-8")
    (folder / "tracks.yaml").write_text("tracks: {a: 1, a: 2}\n", encoding="utf-8")
    return folder


def test_a_broken_game_exits_1_and_tells_people_on_stderr(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run("check", "demo", capsys=capsys)
    assert code == 1
    assert out == ""
    assert "error[L009]: key `id` is given twice\n --> demo/game.yaml:2:1\n" in err
    assert err.endswith("checked 1 game: 2 errors\n")


@pytest.mark.parametrize("format_", ["json", "sarif"])
def test_data_goes_to_stdout(broken: Path, capsys: pytest.CaptureFixture[str], format_: str) -> None:
    code, out, err = run("check", "demo", "--format", format_, "-q", capsys=capsys)
    assert code == 1
    assert err == ""
    assert json.loads(out)


def test_github_format(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run("check", "demo", "--format", "github", "-q", capsys=capsys)
    assert out.startswith("::error file=demo/game.yaml,line=2,")
    assert len(out.splitlines()) == 2


def test_build_of_a_broken_game_makes_nothing(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run("build", "demo", capsys=capsys)
    assert code == 1
    assert "L009" in err
    assert not Path("build").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("check", "--format", "xml"),
        ("check", "no_such_game"),
        ("explain", "L999"),
        ("schema", "nothing"),
        ("new", "Bad-Slug"),
        ("build", "--only", "exe"),
        ("build", "--jobs", "0"),
    ],
)
def test_wrong_usage_exits_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(*arguments, capsys=capsys)
    assert code == 2
    assert out == ""
    assert "Error: " in err


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("--help", capsys=capsys)
    assert code == 0
    for name in ("new", "check", "build", "schema", "explain"):
        assert f"\n  {name} " in out


def test_explain_tells_what_and_why_of_a_lint_before_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("C204", "c204", "one-way-border"):
        code, out, _ = run("explain", word, capsys=capsys)
        assert code == 0
        assert out.startswith(
            "# C204 one_way_border: An area borders another that does not border it back\n\n## What\n"
        )
        assert re.findall(r"^## (.*)$", out, re.MULTILINE) == ["What", "Why", "Broken", "Mended"]
        assert "Players read a border from either side" in out


def test_explain_tells_a_rule_what_carries_and_what_proves_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("explain", "first_battle:4.2", capsys=capsys)
    assert code == 0
    assert out.startswith("# 4.2 (")
    carried, proved = out.split("carried by: ")[1].split("proved by: ")
    assert "step `march`" in carried
    assert "(sequence)" in carried
    assert "example `" in proved


def test_explain_tells_all_rows_of_a_section_and_knows_when_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run("explain", "anegawa:13-3-2", capsys=capsys)
    assert out.count("# 13-3-2") > 3
    code, _, err = run("explain", "first_battle:4.22", capsys=capsys)
    assert code == 2
    assert "has no rule `4.22`; did you mean" in err


def test_explain_asks_for_the_half_that_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = run("explain", ":4.2", capsys=capsys)
    assert code == 2
    assert "rule 4.2 of which game? Say GAME:4.2" in err
    code, _, err = run("explain", "first_battle:", capsys=capsys)
    assert code == 2
    assert "which rule of `first_battle`?" in err
    monkeypatch.chdir(Path(__file__).parents[2] / "games" / "first_battle")
    code, out, _ = run("explain", ":4.2", capsys=capsys)
    assert code == 0
    assert out.startswith("# 4.2 (")


def test_explain_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("explain", "twin_key", capsys=capsys)
    assert code == 0
    assert out.startswith("# L009 twin_key: A key is given twice in one mapping\n\n## What\n")


def test_schema_prints_one_or_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run("schema", "map", capsys=capsys)
    assert json.loads(out)["properties"]["kind"]
    _, out, _ = run("schema", capsys=capsys)
    assert out.splitlines()[0].startswith("game ")


def test_a_bug_of_ours_exits_3_with_what_to_send_us(
    broken: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def bug(*_: object, **__: object) -> None:
        raise KeyError("a secret of ours")

    monkeypatch.delenv("LIEGE_TRACEBACK", raising=False)
    monkeypatch.setattr(pipeline, "load_game", bug)
    code, out, err = run("check", "demo", "--strict", capsys=capsys)
    assert code == 3
    assert out == ""
    assert "Traceback" not in err
    assert "KeyError: 'a secret of ours'" in err
    assert "pipeline.py:" in err
    assert "command  liege check demo --strict" in err
    assert len(err.splitlines()) <= 8


def test_a_stage_that_fails_exits_1_with_its_diagnostics(
    broken: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise Failed(diagnose("L005", "the file is empty"))

    monkeypatch.setattr(pipeline, "load_game", fail)
    code, _, err = run("check", "demo", capsys=capsys)
    assert code == 1
    assert err.startswith("error[L005]: the file is empty")


def test_new_makes_a_game_that_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "demo", capsys=capsys)[0] == 0
    code, _, err = run("check", "demo", capsys=capsys)
    assert (code, err) == (0, "checked 1 game: no faults\n")
    assert "\nid: demo\n" in Path("demo/game.yaml").read_text(encoding="utf-8")
    for path in Path("demo").rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        home, _, schema = first.partition("$schema=")
        assert home == "# yaml-language-server: "
        assert (path.parent / schema).is_file()
    assert run("new", "demo", capsys=capsys)[0] == 2


def test_a_new_game_does_not_call_itself_by_the_name_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "long_march", capsys=capsys)
    assert run("check", "long_march", capsys=capsys)[0] == 0
    text = Path("long_march/game.yaml").read_text(encoding="utf-8")
    assert "\ntitle: Long March\n" in text
    assert not re.search("First Battle|初陣|Sawa|credits", text)
    readme = Path("long_march/README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Long March\n")
    assert "liege play long_march" in readme
    assert "gallery" not in readme
    assert not list(Path("long_march").glob("gallery*"))


def test_without_names_the_game_we_stand_in_is_meant(
    broken: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(broken)
    code, _, err = run("check", capsys=capsys)
    assert code == 1
    assert " --> game.yaml:2:1" in err


def test_help_and_explain_load_no_heavy_library() -> None:
    script = (
        "import sys\nfrom compiler import cli\n"
        "try:\n    cli.main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print(*sorted({'yaml','lxml','PIL','jsonschema','jsonschema_rs','shapely','cairosvg','uharfbuzz','fontTools'}"
        " & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script, "explain", "L009"], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_a_bug_in_a_worker_process_is_told_with_its_own_place() -> None:
    from concurrent.futures import ProcessPoolExecutor

    from compiler.crash import report

    with ProcessPoolExecutor(1) as pool:
        error = pool.submit(pipeline.content_digest, None).exception()  # type: ignore[arg-type]
    assert error is not None
    assert "pipeline.py:" in report(error, ["build"])


def test_the_gallery_is_drawn_into_the_folder_of_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "first_battle"
    shutil.copytree(resources.games() / "first_battle", folder)
    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "first_battle.png").write_bytes(b"no picture")
    code, _, told = run("gallery", str(folder), "--windows", str(tmp_path / "shots"), capsys=capsys)
    assert code == 2
    assert "no picture" in told
    code, _, _ = run("gallery", str(folder), "--top", str(tmp_path / "all.png"), capsys=capsys)
    assert code == 0
    assert (folder / "gallery.png").is_file()
    assert (tmp_path / "all.png").is_file()
    assert run("check", str(folder), capsys=capsys)[0] == 0


def test_without_names_only_pictures_that_a_readme_shows_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, quiet = tmp_path / "games" / "first_battle", tmp_path / "games" / "samples" / "first_battle"
    for folder in (shown, quiet):
        shutil.copytree(resources.games() / "first_battle", folder)
        (folder / "gallery.png").unlink()
    (quiet / "README.md").write_text("# First Battle\n\nA sample.\n", encoding="utf-8")
    monkeypatch.setattr(resources, "games", lambda: tmp_path / "games")
    assert run("gallery", capsys=capsys)[0] == 0
    assert [folder for folder in (shown, quiet) if (folder / "gallery.png").is_file()] == [shown]
    assert run("gallery", str(quiet), capsys=capsys)[0] == 0
    assert (quiet / "gallery.png").is_file()
