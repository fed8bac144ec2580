"""A save of another build is told when it is looked at together with the module."""

from __future__ import annotations

from compiler.vassal.lint.builds import About, other_builds
from compiler.vassal.metadata import Metadata


def told(save: str, module: str, name: str = "Game") -> list[str]:
    files = [
        About("game.vmod", False, Metadata("Game", extra1=module)),
        About("old.vsav", True, Metadata(name, extra1=save)),
    ]
    return [d.code for d in other_builds(files)]


def test_a_save_of_the_same_build_is_fine() -> None:
    assert told("content 1234", "content 1234") == []


def test_a_save_of_another_build_is_told() -> None:
    assert told("content 1234", "content 5678") == ["E201"]
    assert told("", "content 5678") == ["E201"]


def test_other_games_and_strangers_modules_are_let_be() -> None:
    assert told("content 1234", "content 5678", name="Other game") == []
    assert told("mine", "yours") == []
