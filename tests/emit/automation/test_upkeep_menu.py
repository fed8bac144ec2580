"""The upkeep menu of any game: declared in YAML, built of what the module has anyway."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.diagnostics import Sink
from compiler.emit.automation.incomes import collected, held
from compiler.emit.automation.upkeep_menu import upkeep_buttons
from compiler.emit.module.pieces import Box, make_box
from compiler.emit.module.prototypes import make_shelf
from compiler.emit.module.vmod import build_file
from compiler.emit.plan import make_plan
from compiler.pipeline import read
from compiler.vassal.expression import Call, Literal, walk
from compiler.vassal.keys import read_keys
from compiler.vassal.xml import Component
from tests.emit.beanshell import evaluate
from tests.emit.conftest import Built
from tests.faulty import copy

YAML = """
incomes:
  tax: {name: Tax, spaces: area, counted: provinces, unit: koku, held_by: [unit], each: income, rule: "1.2"}
reveals:
  plan: {name: Reveal plan, kinds: [koku], boxes: {swords.crane: lost, swords.carp: lost}}
"""


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Box:
    folder = copy("areas", tmp_path_factory.mktemp("games"))
    (folder / "upkeep.yaml").write_text(YAML, encoding="utf-8")
    found = read(folder, Sink())
    assert found is not None
    plan = make_plan(found.game, found.bundle, Sink(), None)
    return make_box(plan, make_shelf(plan))


def texts(parts: list[Component]) -> list[str]:
    return [str(part.get("text")) for part in parts if part.get("text")]


def test_a_game_without_upkeep_has_no_such_menu(built: Callable[[str], Built]) -> None:
    assert list(upkeep_buttons(built("points").box.plan)) == []


def test_the_menu_names_every_button(box: Box) -> None:
    *buttons, menu = upkeep_buttons(box.plan)
    assert menu.tag.endswith("ToolbarMenu")
    assert str(menu.get("menuItems")).split(",") == texts(buttons) == ["Reveal plan", "Tax"]


def test_whatever_a_button_presses_is_heard_in_the_module(box: Box) -> None:
    parts = list(build_file(box, [], {}).walk())
    heard = {part.get(name) for part in parts for name in ("hotkey", "buttonHotkey")}
    pressed = [str(key) for part in upkeep_buttons(box.plan) for key in read_keys(part.get("hotkeys"))]
    assert len(pressed) == 2 * 2 + 1 + 1  # two counts of each side, the sentence; the reveal
    assert [key for key in pressed if key not in heard] == []


def test_two_sides_hold_by_the_side_of_the_piece(box: Box) -> None:
    node = held(box.plan, box.plan.game.upkeep.incomes["tax"], "crane")
    calls = [part for part in walk(node) if isinstance(part, Call)]
    land = box.plan.game.map.land
    assert len(calls) == 2 * len(land)  # each space: one's own that count, and those of others
    tests = [call.arguments[2] for call in calls]
    assert all(isinstance(test, Literal) for test in tests)
    values = [test.value for test in tests if isinstance(test, Literal)]
    assert values.count('{SideName == "Crane" && Kind == "Unit"}') == len(land)
    assert values.count('{!(SideName == "Crane") && Kind == "Unit"}') == len(land)


@pytest.mark.parametrize("number", range(7))
def test_without_a_least_only_the_share_is_paid(box: Box, number: int) -> None:
    node = collected(box.plan, box.plan.game.upkeep.incomes["tax"], "crane")
    assert evaluate(node, {"Held_tax_crane": str(number)}) == number // 2
