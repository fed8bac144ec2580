"""The window of scenario options, and the rules as a file to print."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module.options import option_property, option_values
from compiler.emit.module.vmod import build_file
from tests.emit.conftest import SHIPPED, Built

Making = Callable[[str], Built]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_option_is_in_the_window_with_its_name_and_default(built: Making, name: str) -> None:
    game = built(name).game
    root = build_file(built(name).box, [], {})
    shown = {part.get("name"): part for part in root.walk() if part.kind.endswith("ScenarioProperty")}
    assert set(shown) == {option_property(id) for id in game.options}
    for option in game.options.values():
        part = shown[option_property(option.id)]
        assert part.get("description").startswith(option.name.en)
        if option.choices == (False, True):
            assert part.kind == "BooleanScenarioProperty"
            assert part.get("initialValue") == str(option.default).lower()
        else:
            assert part.get("initialValue") in part.get("options").split(",")


def test_a_setup_sets_the_options_of_its_scenario(built: Making) -> None:
    plan = built("a_most_dangerous_time").box.plan
    chosen = {s.id: dict(option_values(plan, s))["Option_victory"] for s in plan.game.scenarios.values()}
    assert len(set(chosen.values())) > 1
    assert all("_" not in text for text in chosen.values())


@pytest.mark.parametrize("name", ["first_battle", "anegawa"])
def test_the_rules_come_as_a_file_to_print(built: Making, name: str) -> None:
    files: dict[str, bytes] = {}
    root = build_file(built(name).box, [], files)
    (part,) = (part for part in root.walk() if part.kind == "BrowserPDFFile")
    assert files[part.get("pdfFile")].startswith(b"%PDF")


def test_dice_are_told_with_their_faces(built: Making) -> None:
    box = built("anegawa").box
    root = build_file(box, [], {})
    told = next(part.get("reportFormat") for part in root.walk() if part.kind == "DiceButton" and part.get("text"))
    assert "die6_" in told
    assert "result2" in told
    assert {f"die6_{n}.png" for n in range(1, 7)} <= set(box.plan.studio.names)
