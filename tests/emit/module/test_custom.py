"""The way into VASSAL: module.yaml adds typed components, traits and files, and hides nothing of ours."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree
from PIL import Image

from compiler.diagnostics import Diagnostic, Sink
from compiler.pipeline import build
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import AddPiece
from compiler.vassal.lint.extensions import lint_extension
from compiler.vassal.module import read_module
from compiler.vassal.piece import Piece
from compiler.vassal.save import read_save
from compiler.vassal.traits import Report, TextLabel
from tests.faulty import copy, found

GOOD: dict[str, Any] = {
    "add": [
        {"component": "DiceButton", "name": "Weather", "nDice": 2, "nSides": 10, "hotkey": "Ctrl+Shift+W"},
        {"component": "m.map.TextSaver", "in": "main", "buttonText": "List", "tooltip": "List of pieces"},
    ],
    "buttons": [{"name": "Roll call", "sends": "dig", "key": "Alt+R", "to": '{Kind == "soldier"}', "says": "Here!"}],
    "prototypes": {"Dug in": [{"trait": "Report", "keys": ["dig"], "format": "$newPieceName$ digs in"}]},
    "traits": [{"kind": "soldier", "add": [{"trait": "Prototype", "name": "Dug in"}]}],
    "files": ["art/notes.html"],
    "extensions": {
        "night": {"title": "Night", "version": "2.0", "add": [{"component": "DiceButton", "name": "Dark", "nSides": 6}]}
    },
}


def laid(tmp_path: Path, module: dict[str, Any]) -> Path:
    folder = copy("points", tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "notes.html").write_text("<html><body>Notes</body></html>", "utf-8")
    (folder / "module.yaml").write_text(yaml.safe_dump(module, sort_keys=False), "utf-8")
    return folder


def built(folder: Path, out: Path) -> tuple[dict[str, bytes], list[Diagnostic]]:
    sink = Sink()
    paths = build(folder, out, sink, only=("vmod",), cache=False)
    return {path.name: path.read_bytes() for path in paths}, list(sink)


def test_what_module_yaml_adds_is_in_the_module(tmp_path: Path) -> None:
    made, told = built(laid(tmp_path, GOOD), tmp_path / "out")
    assert not [one for one in told if one.severity.value == "error"], [str(one) for one in told]
    with zipfile.ZipFile(io.BytesIO(made["points.vmod"])) as archive:
        root = etree.fromstring(archive.read("buildFile.xml"))
        assert archive.read("notes.html").startswith(b"<html>")
    (dice,) = [node for node in root.iter() if node.get("name") == "Weather"]
    assert (dice.get("nDice"), dice.get("nSides")) == ("2", "10")
    assert dice.get("hotkey") == "87,195"
    (saver,) = [node for node in root.iter() if node.get("buttonText") == "List"]
    assert saver.getparent().get("mapName")
    (button,) = [node for node in root.iter() if node.get("name") == "Roll call"]
    assert button.get("filter") == '{Kind == "soldier"}'
    with read_archive(made["points.vmod"], "points.vmod") as archive:
        module = read_module(archive)
        assert any(isinstance(trait, Report) for trait in module.prototypes["Dug in"].piece.traits)
        assert "Dug in" in {
            trait.name for trait in module.prototypes["Kind soldier"].piece.traits if hasattr(trait, "name")
        }


def test_a_prototype_of_ours_is_there_when_a_piece_or_the_author_uses_it(tmp_path: Path) -> None:
    def prototypes(folder: Path, out: Path) -> set[str]:
        made, _ = built(folder, out)
        with read_archive(made["points.vmod"], "points.vmod") as archive:
            return set(read_module(archive).prototypes)

    uses = {"prototypes": {"Mine": [{"trait": "Prototype", "name": "Turns over"}]}}
    assert "Turns over" not in prototypes(laid(tmp_path / "without", GOOD), tmp_path / "out")
    assert {"Mine", "Turns over"} <= prototypes(laid(tmp_path / "with", uses), tmp_path / "out2")


def test_pieces_of_a_setup_have_the_traits_too(tmp_path: Path) -> None:
    folder = laid(
        tmp_path,
        {**GOOD, "traits": [*GOOD["traits"], {"side": "north", "add": [{"trait": "TextLabel", "label": "Mine"}]}]},
    )
    sink = Sink()
    paths = {path.suffix: path for path in build(folder, tmp_path / "out", sink, cache=False)}
    with read_archive(paths[".vmod"].read_bytes(), "points.vmod") as archive:
        inside = next(archive.read(name) for name in archive.names if name.endswith(".vsav"))
    for data in (paths[".vsav"].read_bytes(), inside):
        with read_archive(data, "first.vsav") as archive:
            pieces = [one.piece for one in read_save(archive).commands if isinstance(one, AddPiece)]
        soldiers = [piece for piece in pieces if isinstance(piece, Piece) and "oldier" in piece.basic.name]
        assert soldiers
        for piece in soldiers:
            said = [trait.format for trait in piece.traits if isinstance(trait, Report)]
            assert said.count("$newPieceName$ digs in") == 1
        labelled = [any(isinstance(t, TextLabel) and t.label == "Mine" for t in one.traits) for one in soldiers]
        assert labelled.count(True) == labelled.count(False) > 0


def test_an_extension_is_built_and_belongs_to_its_module(tmp_path: Path) -> None:
    made, _ = built(laid(tmp_path, GOOD), tmp_path / "out")
    with read_archive(made["points-night.vmdx"], "n.vmdx") as own, read_archive(made["points.vmod"], "p.vmod") as base:
        assert lint_extension(own, base) == []
        assert read_module(own).root.get("version") == "2.0"


@pytest.mark.parametrize(
    ("module", "code", "words"),
    [
        ({"add": [{"component": "DiceButon", "name": "X"}]}, "E301", "DiceButon"),
        ({"add": [{"component": "DiceButton", "nDise": 2}]}, "E301", "nDise"),
        ({"add": [{"component": "DiceButton", "nDice": "two"}]}, "E301", "whole number"),
        ({"add": [{"component": "DiceButton", "name": "X", "in": "the moon"}]}, "E301", "the moon"),
        ({"add": [{"component": "DiceButton", "hotkey": 7}]}, "E301", "key"),
        ({"add": [{"component": "GlobalOptions"}]}, "E302", "GlobalOptions"),
        ({"add": [{"component": "m.Map", "mapName": "Map"}]}, "E302", "Map"),
        ({"prototypes": {"Kind soldier": [{"trait": "Delete"}]}}, "E302", "Kind soldier"),
        ({"prototypes": {"Mine": [{"trait": "Delte"}]}}, "E301", "Delte"),
        ({"prototypes": {"Mine": [{"trait": "Delete", "menue": "x"}]}}, "E301", "menue"),
        ({"traits": [{"kind": "soldeir", "add": [{"trait": "Delete"}]}]}, "E301", "soldeir"),
        (
            {"traits": [{"kind": "soldier", "add": [{"trait": "Delete", "menu": "Raze", "key": "Ctrl+M"}]}]},
            "E302",
            "Ctrl+M",
        ),
        (
            {"traits": [{"kind": "soldier", "add": [{"trait": "Delete", "menu": "Home", "key": "raze"}]}]},
            "E302",
            "Home",
        ),
        (
            {
                "prototypes": {"Mine": [{"trait": "Delete", "menu": "Raze"}]},
                "traits": [{"kind": "soldier", "add": [{"trait": "Prototype", "name": "Mine"}]}],
            },
            "E302",
            "Ctrl+D",
        ),
        ({"files": ["../secret.txt"]}, "E303", "secret"),
        ({"files": ["module.yaml", "module.yaml"]}, "E302", "module.yaml"),
        ({"buttons": [{"name": "X"}]}, "S", "sends"),
        ({"extensions": {"x": {"add": [{"component": "Nothing"}]}}}, "E301", "Nothing"),
    ],
)
def test_what_does_not_fit_is_told_and_nothing_is_written(
    tmp_path: Path, module: dict[str, Any], code: str, words: str
) -> None:
    folder = laid(tmp_path, module)
    made, told = built(folder, tmp_path / "out")
    assert made == {}
    faults = [one for one in told if one.severity.value == "error"]
    assert any(one.code.startswith(code) and words in one.message for one in faults), [str(one) for one in told]
    assert all(one.span is not None and one.span.file.endswith("module.yaml") for one in faults)
    assert not list((tmp_path / "out").rglob("*.vmod"))


def test_a_command_of_its_own_and_one_that_follows_ours_are_taken(tmp_path: Path) -> None:
    own = {"trait": "Delete", "menu": "Raze", "key": "raze"}
    after = {"trait": "Report", "keys": ["Ctrl+M"], "format": "$pieceName$ has moved"}
    made, told = built(laid(tmp_path, {"traits": [{"kind": "soldier", "add": [own, after]}]}), tmp_path / "out")
    assert [str(one) for one in told if one.severity.value == "error"] == []
    assert "points.vmod" in made


def test_no_picture_of_ours_is_replaced(tmp_path: Path) -> None:
    folder = laid(tmp_path, {"files": ["art/board_main.png"]})
    (folder / "art").mkdir(exist_ok=True)
    Image.new("RGB", (4, 4)).save(folder / "art" / "board_main.png")
    made, told = built(folder, tmp_path / "out")
    assert made == {}
    assert [one.code for one in told if one.severity.value == "error"] == ["E302"]


def test_check_tells_without_building(tmp_path: Path) -> None:
    told = found(laid(tmp_path, {"add": [{"component": "DiceButton", "nDise": 2}], "files": ["none.txt"]}))
    assert [one.code for one in told if one.code[0] == "E"] == ["E301", "E303"]


def test_a_function_key_is_a_key_and_a_key_nobody_has_is_told(tmp_path: Path) -> None:
    dice = {"component": "DiceButton", "name": "Weather", "nDice": 2, "nSides": 10}
    made, _ = built(laid(tmp_path / "a", {"add": [{**dice, "hotkey": "F9"}]}), tmp_path / "out")
    with zipfile.ZipFile(io.BytesIO(made["points.vmod"])) as archive:
        root = etree.fromstring(archive.read("buildFile.xml"))
    (node,) = [node for node in root.iter() if node.get("name") == "Weather"]
    assert node.get("hotkey") == "120,0"
    (told,) = [d for d in found(laid(tmp_path / "b", {"add": [{**dice, "hotkey": "Ctrl+Hmoe"}]})) if d.code == "E301"]
    assert told.help == "did you mean `Home`?"
