"""Who sends, hears, sets and reads what in a module."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.cli import liege
from compiler.diagnostics import Span
from compiler.vassal.archive import read_archive
from compiler.vassal.keys import key
from compiler.vassal.lint.usage import KeyUse
from compiler.vassal.module import Module, read_module
from compiler.vassal.wiring import Command, commands, conflicts, properties
from tests.vassal import small


@pytest.fixture(scope="module")
def module() -> Module:
    with read_archive(small.vmod(), "small.vmod") as archive:
        return read_module(archive)


def test_a_key_knows_those_who_send_and_hear_it(module: Module) -> None:
    found = {each.key.words: each for each in commands(module)}
    assert found, "the small module has commands"
    heard = [each for each in found.values() if each.hearers]
    assert heard
    for each in found.values():
        assert set(each.senders) | set(each.hearers) | set(each.owners("names")) == {use.owner for use in each.uses}
    first_named = next((i for i, each in enumerate(found.values()) if each.key.name), len(found))
    assert all(each.key.name for each in list(found.values())[first_named:]), "keys come before names"


def test_two_buttons_on_one_key_are_a_conflict(module: Module) -> None:
    assert list(conflicts(commands(module))) == []
    pressed = key("K", ctrl=True)
    buttons = [KeyUse(pressed, "button", owner, Span("small.vmod"), True) for owner in ("Dice", "Notes")]
    heard = KeyUse(pressed, "hears", "Layer of Spearmen", Span("small.vmod"))
    assert list(conflicts([Command(pressed, [buttons[0], heard])])) == []
    both = Command(pressed, [*buttons, heard])
    assert list(conflicts([both])) == [(both, ["Dice", "Notes"])]


def test_properties_have_those_who_set_and_read_them(module: Module) -> None:
    found = {each.name: each for each in properties(module)}
    assert any(each.setters and each.readers for each in found.values())
    assert all(each.setters or each.readers for each in found.values())


def test_the_command_tells_as_text_and_as_data(tmp_path: Path) -> None:
    (tmp_path / "small.vmod").write_bytes(small.vmod())
    shown = CliRunner().invoke(liege, ["keys", str(tmp_path / "small.vmod")])
    assert shown.exit_code == 0
    assert "Properties (" in shown.output
    data = json.loads(CliRunner().invoke(liege, ["keys", str(tmp_path / "small.vmod"), "--format", "json"]).output)
    assert {each["key"] for each in data["commands"]} >= {
        line.split()[0] for line in shown.output.splitlines() if line.startswith("  Ctrl+") and "→" in line
    }
    only = CliRunner().invoke(liege, ["keys", str(tmp_path / "small.vmod"), "--pressed"]).output
    assert "Named commands" not in only
    assert "Properties" not in only
