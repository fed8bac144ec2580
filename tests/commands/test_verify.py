"""`liege verify`: with a fake Java that writes the report, and with a real VASSAL where `LIEGE_VASSAL` names one."""

from __future__ import annotations

import io
import json
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from compiler.commands.verify import command

FAKE_JAVA = """#!{python}
import json, pathlib, sys
words = sys.argv[sys.argv.index("probe.VassalProbe") + 1:]
setup = words[words.index("--setup") + 1]
reports = json.loads(pathlib.Path({reports!r}).read_text(encoding="utf-8"))
report = reports.get(setup) or next(iter(reports.values()))
pathlib.Path(words[words.index("--json") + 1]).write_text(json.dumps(report), encoding="utf-8")
if "--screenshot" in words:
    pathlib.Path(words[words.index("--screenshot") + 1]).touch()
"""
PROBLEM = {"kind": "missing-image", "phase": "check", "where": "PieceSlot 'Oda'", "message": "oda.png"}

fake = pytest.mark.skipif(sys.platform == "win32", reason="the fake Java is a script")
real = [
    pytest.mark.vassal,
    pytest.mark.skipif(not os.environ.get("LIEGE_VASSAL"), reason="no VASSAL is here: LIEGE_VASSAL names none"),
]


def report(setup: str | None, *problems: dict[str, str], place: str = "0402") -> dict[str, Any]:
    piece = {"id": "1001", "name": "Oda", "LocationName": place, "prop:CounterId": "oda"}
    return {
        "engine": "3.7.26",
        "setup": setup,
        "setups": ["Battle", "Siege"] if setup else [],
        "slotCount": 3,
        "maps": {"Main": {"contents": [piece]}},
        "problems": list(problems),
    }


class Here:
    """A folder with a module, a fake VASSAL and a fake Java that answers with given reports."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.module = folder / "battle.vmod"
        self.module.touch()
        (folder / "Vassal.jar").touch()
        (folder / "bin").mkdir()
        self.program("javac", "#!/bin/sh\necho javac 17.0.1\n")
        self.program("java", FAKE_JAVA.format(python=sys.executable, reports=str(folder / "reports.json")))
        monkeypatch.setenv("PATH", str(folder / "bin"))
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.delenv("LIEGE_VASSAL", raising=False)

    def program(self, name: str, text: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def verify(self, *words: str, reports: dict[str, Any] | None = None) -> Result:
        answers = reports or {name: report(name) for name in ("Battle", "Siege")}
        (self.folder / "reports.json").write_text(json.dumps(answers), encoding="utf-8")
        return run(str(self.module), "--vassal", str(self.folder), *words)

    def places(self, places: Any) -> None:
        (self.folder / "places.json").write_text(json.dumps(places), encoding="utf-8")


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(tmp_path, monkeypatch)


@fake
def test_a_sound_module_passes_with_every_setup_named(here: Here) -> None:
    result = here.verify()
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        f"{here.module}: VASSAL 3.7.26, setup `{name}`: 1 piece, 3 slots, places not compared, no problem"
        for name in ("Battle", "Siege")
    ]
    assert result.stderr == ""


@fake
def test_one_setup_can_be_chosen(here: Here) -> None:
    result = here.verify("--setup", "Siege")
    assert result.exit_code == 0, result.output
    assert "`Siege`" in result.stdout
    assert "`Battle`" not in result.stdout


@fake
def test_an_unknown_setup_is_wrong_usage_and_the_known_ones_are_named(here: Here) -> None:
    result = here.verify("--setup", "Seige")
    assert result.exit_code == 2
    assert "has no setup `Seige`; it has Battle, Siege" in result.stderr


@fake
def test_a_problem_is_told_and_fails_the_run(here: Here) -> None:
    result = here.verify(reports={"Battle": report("Battle"), "Siege": report("Siege", PROBLEM)})
    assert result.exit_code == 1
    assert "setup `Siege`: 1 piece, 3 slots, places not compared, 1 problem" in result.stdout
    assert "error[E904]: image `oda.png` is not in" in result.stderr


@fake
def test_a_module_without_setups_is_opened_once(here: Here) -> None:
    result = here.verify(reports={"*": report(None)})
    assert result.exit_code == 0, result.output
    assert result.stdout.count("VASSAL 3.7.26, no setup") == 1


@fake
def test_places_beside_the_module_are_compared(here: Here) -> None:
    here.places({"Battle": {"oda": "0402", "#1001": "0402"}, "Siege": {"oda": "0403"}})
    result = here.verify()
    assert result.exit_code == 1
    assert "setup `Battle`: 1 piece, 3 slots, 2 of 2 places as expected" in result.stdout
    assert "setup `Siege`: 1 piece, 3 slots, 0 of 1 places as expected" in result.stdout
    assert "error[E911]: `oda` in setup `Siege`" in result.stderr


@fake
@pytest.mark.parametrize(("places", "code"), [([], "E913"), ({"Rout": {}}, "E914")])
def test_places_that_fit_nothing_fail_the_run(here: Here, places: Any, code: str) -> None:
    here.places(places)
    result = here.verify()
    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr


@fake
def test_json_has_the_diagnostics_and_the_whole_account(here: Here) -> None:
    here.places({"Siege": {"oda": "0402"}})
    result = here.verify("--format", "json", reports={"Battle": report("Battle", PROBLEM), "Siege": report("Siege")})
    assert result.exit_code == 1
    outcome = json.loads(result.stdout)
    assert [d["code"] for d in outcome["diagnostics"]] == ["E904"]
    (module,) = outcome["modules"]
    assert [one["setup"] for one in module["runs"]] == ["Battle", "Siege"]
    assert [one["places"] for one in module["runs"]] == [None, {"expected": 1, "agree": 1}]
    assert module["runs"][0]["probe"]["problems"] == [PROBLEM]


@fake
def test_each_setup_of_each_module_has_a_picture_of_its_own(here: Here) -> None:
    other = here.folder / "other.vmod"
    other.touch()
    here.verify(str(other), "--screenshot", str(here.folder / "map.png"))
    pictures = sorted(path.name for path in here.folder.glob("*.png"))
    assert pictures == ["map-2.png", "map-m2-2.png", "map-m2.png", "map.png"]


@fake
def test_a_drive_that_ends_early_is_told_with_the_act_that_was_not_reached(here: Here) -> None:
    here.module = here.folder / "first_battle.vmod"
    here.module.touch()
    result = here.verify("--drive", reports={"The bridge at Sawa": {**report("The bridge at Sawa"), "drive": []}})
    assert result.exit_code == 1
    assert ", driven: 0 of " in result.stdout
    assert "error[E920]" in result.stderr
    assert "act 0 (a picture of the opening) was not reached" in result.stderr


@fake
def test_a_vassal_that_answers_to_nobody_is_stopped_and_told(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.vassal.probe.launch._GRACE", 2)
    here.program("java", "#!/bin/sh\nexec /bin/sleep 600\n")
    result = here.verify("--timeout", "1")
    assert result.exit_code == 1
    assert "error[E902]: VASSAL does not come to an end with" in result.stderr
    assert "did not end within 3 seconds" in result.stderr


@fake
def test_an_act_has_the_time_that_is_given_and_a_drive_ten_times_as_much(here: Here) -> None:
    here.module = here.folder / "first_battle.vmod"
    here.module.touch()
    keep = f"\npathlib.Path({str(here.folder / 'words')!r}).write_text(json.dumps(words), encoding='utf-8')\n"
    java = here.folder / "bin" / "java"
    here.program("java", java.read_text(encoding="utf-8") + keep)
    only = {**report("The bridge at Sawa"), "setups": ["The bridge at Sawa"]}
    here.verify("--drive", "--timeout", "7", reports={"The bridge at Sawa": only})
    words = json.loads((here.folder / "words").read_text(encoding="utf-8"))
    limits = {word: words[n + 1] for n, word in enumerate(words) if word.endswith("timeout")}
    assert limits == {"--timeout": "70", "--act-timeout": "7"}


@fake
def test_a_module_that_is_named_after_no_game_cannot_be_driven(here: Here) -> None:
    result = here.verify("--drive")
    assert result.exit_code == 2
    assert "there is no game `battle`" in result.stderr


@fake
def test_without_vassal_or_java_one_sentence_says_so(here: Here) -> None:
    nowhere = run(str(here.module))
    assert (nowhere.exit_code, nowhere.stdout) == (2, "")
    assert nowhere.stderr == (
        "not verified: no VASSAL is known: name an installed one with `--vassal PATH` or `LIEGE_VASSAL`.\n"
    )
    (here.folder / "bin" / "javac").unlink()
    no_java = here.verify()
    assert no_java.exit_code == 2
    assert no_java.stderr.startswith("not verified: no Java development kit is here")
    assert no_java.stderr.count("\n") == 1


@fake
def test_a_java_that_crashes_is_told_and_is_no_fault_of_the_module(here: Here) -> None:
    here.program("java", "#!/bin/sh\necho 'Error: no memory' >&2\nexit 1\n")
    result = here.verify()
    assert (result.exit_code, result.stderr) == (2, "not verified: VASSAL could not be started: Error: no memory\n")


def test_a_module_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert run(str(tmp_path / "none.vmod")).exit_code == 2


# ---- the real one

BUILD_FILE = """<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Tiny" version="1" VassalVersion="3.7.0" description="" nextPieceSlotId="2">
  <VASSAL.build.module.BasicCommandEncoder/>
  <VASSAL.build.module.Documentation/>
  <VASSAL.build.module.PlayerRoster buttonText="Retire"><entry>Oda</entry></VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.GlobalOptions/>
  <VASSAL.build.module.PredefinedSetup name="Battle" useFile="false" isMenu="false"/>
  <VASSAL.build.module.Map mapName="Main" allowMultiple="false" launch="false">
    <VASSAL.build.module.map.BoardPicker setup="MainBoardPicker&#9;Field&#9;0&#9;0">
      <VASSAL.build.module.map.boardPicker.Board name="Field" image="field.png">
        <VASSAL.build.module.map.boardPicker.board.SquareGrid dx="50" dy="50" x0="25" y0="25" snapTo="true">
          <VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering first="H" sep="-" hType="N"
            vType="N" hOff="1" vOff="1" hLeading="0" vLeading="0"/>
        </VASSAL.build.module.map.boardPicker.board.SquareGrid>
      </VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
    <VASSAL.build.module.map.PieceMover/>
    <VASSAL.build.module.map.StackMetrics/>
    <VASSAL.build.module.map.SetupStack name="Start" owningBoard="Field" x="125" y="75" useGridLocation="false">
      <VASSAL.build.widget.PieceSlot entryName="Oda" gpid="1">{piece}</VASSAL.build.widget.PieceSlot>
    </VASSAL.build.module.map.SetupStack>
  </VASSAL.build.module.Map>
</VASSAL.build.GameModule>
"""
PIECE = "+/null/mark;CounterId\tpiece;;;oda.png;Oda/oda\tnull;0;0;1;0"
MODULE_DATA = """<?xml version="1.0" encoding="UTF-8"?>
<data version="1"><version>1</version><VassalVersion>3.7.0</VassalVersion><name>Tiny</name></data>
"""


def png(size: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (size, size), (90, 120, 60)).save(out, "PNG")
    return out.getvalue()


def tiny_module(path: Path, *, without: str = "") -> Path:
    """A module of one board, one piece and one setup; `without` leaves an entry out."""
    entries = {
        "buildFile.xml": BUILD_FILE.format(piece=PIECE).encode(),
        "moduledata": MODULE_DATA.encode(),
        "images/field.png": png(300),
        "images/oda.png": png(20),
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            if name != without:
                archive.writestr(name, content)
    return path


class TestRealVassal:
    pytestmark = real

    def test_a_sound_module_opens_and_its_piece_is_where_we_meant(self, tmp_path: Path) -> None:
        module = tiny_module(tmp_path / "tiny.vmod")
        (tmp_path / "places.json").write_text('{"Battle": {"oda": "3-2"}}', encoding="utf-8")
        result = run(str(module), "--screenshot", str(tmp_path / "map.png"))
        assert result.exit_code == 0, result.output
        assert "setup `Battle`: 1 piece, 1 slot, 1 of 1 places as expected, no problem" in result.stdout
        with Image.open(tmp_path / "map.png") as picture:
            assert picture.width > 300

    def test_a_missing_image_and_a_misplaced_piece_are_found(self, tmp_path: Path) -> None:
        module = tiny_module(tmp_path / "tiny.vmod", without="images/oda.png")
        (tmp_path / "places.json").write_text('{"Battle": {"oda": "2-3"}}', encoding="utf-8")
        result = run(str(module))
        assert result.exit_code == 1, result.output
        assert "error[E904]: image `oda.png` is not in" in result.stderr
        assert "should be at `2-3`, but VASSAL sees it at `3-2`" in result.stderr

    def test_what_is_no_module_cannot_be_played(self, tmp_path: Path) -> None:
        result = run(str(tiny_module(tmp_path / "tiny.vmod", without="buildFile.xml")))
        assert result.exit_code == 1, result.output
        assert "error[E901]" in result.stderr
