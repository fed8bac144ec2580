"""All faults in one run: what is wrong in one place does not hide what is wrong in another."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.check.runner import STANDING, lints
from compiler.diagnostics import Severity, Sink
from compiler.pipeline import check
from tests.faulty import copy, edit
from tests.mutation import Subject, mutants

CHIT = "north_chit: {kind: chit, name: North acts, side: north}"
PICTURE = {"file": "counters.yaml", "find": CHIT, "replace": f"{CHIT[:-1]}, image: art/no.png}}"}
FAULTS = {
    "a file that is no YAML": ({"file": "sequence.yaml", "write": "a: [1\n"}, "L0"),
    "a file of another shape": ({"file": "sequence.yaml", "write": "sequences: {}\n"}, "S0"),
    "a name nobody has": (
        {"file": "counters.yaml", "append": "  stray: {kind: genral, name: Stray, side: north}\n"},
        "M001",
    ),
}


def codes(folder: Path) -> list[str]:
    sink = Sink()
    check(folder, sink)
    return [one.code for one in sink.sorted()]


@pytest.mark.parametrize("name", FAULTS)
def test_a_missing_picture_is_told_beside_other_faults(name: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    fault, code = FAULTS[name]
    edit(folder, [PICTURE])
    assert codes(folder) == ["C801"]
    edit(folder, [fault])
    found = codes(folder)
    assert "C801" in found
    assert any(one.startswith(code) for one in found)


def test_three_kinds_of_fault_in_three_files_are_told_at_once(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [PICTURE, FAULTS["a file that is no YAML"][0], {"file": "tables.yaml", "write": "tabels: {}\n"}])
    found = codes(folder)
    assert {one[0] for one in found} >= {"L", "S", "C"}, found


@pytest.mark.parametrize("name", ["counters.yaml", "game.yaml"])
def test_pictures_are_told_beside_faults_of_the_file_that_names_them(name: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [PICTURE, {"file": name, "append": "sidez: 1\n"}])
    assert codes(folder) == ["C801", "S001"]
    (folder / "art").mkdir()
    (folder / "art" / "no.png").write_bytes(b"\x89PNG\r\n\x1a\n and no more")
    assert codes(folder) == ["R201", "S001"]


def test_pictures_and_fonts_are_told_beside_a_file_that_is_no_yaml(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "counters.yaml", "write": "a: [1\n"}])
    (folder / "art").mkdir()
    (folder / "art" / "no.png").write_bytes(b"\x89PNG\r\n\x1a\n and no more")
    (folder / "art" / "no.ttf").write_bytes(b"no font")
    (folder / "art" / "no.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>', "utf-8"
    )
    assert codes(folder) == ["R201", "R202", "R207", "L007"]


def test_a_picture_that_may_not_be_read_is_not_missed_too(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [PICTURE])
    (folder / "art").mkdir()
    (folder / "art" / "no.png").symlink_to("/dev/zero")
    assert codes(folder) == ["L022"]


def test_what_a_broken_part_leaves_behind_is_not_blamed_on_others(tmp_path: Path) -> None:
    """Without its counters a game has empty setups and names nobody knows: all that is silent."""
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "counters.yaml", "write": "counters: 7\n"}])
    assert {one[0] for one in codes(folder)} == {"S"}


def test_lints_of_what_stands_are_lints() -> None:
    assert set(lints()) >= STANDING


STRAY = {"file": "counters.yaml", "append": "  stray: {kind: chit, name: Stray, side: nroth}\n"}
SHAPES = {
    "a misspelt key": {"file": "art.yaml", "append": "themme: plain\n"},
    "a misspelt key of a like file": {"file": "sequence.yaml", "append": "sequenze: []\n"},
    "a file that is no YAML": {"file": "sequence.yaml", "write": "a: [1\n"},
    "a picture that leads out": {"file": "art/out.png", "link": "/etc/hostname"},
    "a title page with a strange key": {"file": "game.yaml", "append": "sidez: 1\n"},
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_fault_of_shape_in_one_file_does_not_silence_names_in_another(name: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [STRAY])
    if "link" in SHAPES[name]:
        (folder / "art").mkdir()
        (folder / SHAPES[name]["file"]).symlink_to(SHAPES[name]["link"])
    else:
        edit(folder, [SHAPES[name]])
    sink = Sink()
    check(folder, sink)
    told = [one for one in sink if one.code == "M001"]
    assert [(one.message, one.help) for one in told] == [("`nroth` is not a known side", "did you mean `north`?")]
    assert told[0].span is not None
    assert told[0].span.file.endswith("counters.yaml")


def test_names_are_told_beside_a_fault_of_shape_in_the_same_file(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [STRAY, {"file": "counters.yaml", "append": "  odd: {kind: chit, nmae: Odd, side: north}\n"}])
    assert codes(folder) == ["M001", "S002"]


def test_a_name_is_not_missed_whose_own_entry_has_a_fault_of_shape(tmp_path: Path) -> None:
    """Its counters cannot be read, so nobody knows them: that is told where they stand, not where they are named."""
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "counters.yaml", "find": CHIT, "replace": "north_chit: [chit]"}])
    assert {one[0] for one in codes(folder)} == {"S"}


@pytest.mark.parametrize(("game", "seed"), [("first_battle", 5), ("areas", 6), ("points", 7)])
def test_a_single_fault_of_shape_tells_of_nothing_but_itself(game: str, seed: int, tmp_path: Path) -> None:
    """Whatever is told beside it would be a fault of a good game: it only follows."""
    subject, folder = Subject(game), copy(game, tmp_path)
    tried, follow = 0, []
    for mutant in mutants(subject, 60, seed):
        path = folder / mutant.file
        before = path.read_text("utf-8")
        path.write_text(mutant.text, "utf-8")
        sink = Sink()
        check(folder, sink, rules=False)
        path.write_text(before, "utf-8")
        if any(one.code.startswith("S") for one in sink):
            tried += 1
            strange = [one for one in sink if one.code[0] in "MC" and one.severity is Severity.ERROR]
            follow += [f"{mutant.file} {mutant.path} {mutant.what}: {one.code} {one.message}" for one in strange]
    assert tried > 8
    assert follow == []
