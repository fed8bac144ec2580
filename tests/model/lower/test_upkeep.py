"""upkeep.yaml as values: names looked up, faults told, defaults filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.model.upkeep import display_of, displays_called, rungs
from compiler.pipeline import read
from tests.faulty import copy, found

RESET = "resets:\n  rest: {{name: Rest, kinds: [{kind}], face: {face}, to: fresh, at: {at}}}\n"
RANKING = (
    "scores:\n  fame: {{name: Fame, spaces: area, mark: held, worth: {worth}, held_by: [unit]}}\n"
    "rankings:\n  first: {{name: First, score: {score}, markers: unit, face: fresh, boxes: [{box}], first: most, "
    "ties: {ties}}}\n"
)
INCOME = (
    "incomes:\n  tax: {{name: Tax, spaces: {spaces}, counted: provinces, unit: koku, held_by: [{kind}], "
    "each: {each}}}\n"
)
LADDER = "ladders:\n  rank: {{name: Rank, markers: {markers}, boxes: {boxes}, order: {order}, level: {level}}}\n"
CARRY = "carries:\n  army: {{name: Army, boxes: {{{boxes}: [{kind}]}}, {by}}}\n"
SAME = "carriers: unit, same: port"
REVEAL = "reveals:\n  plan: {{name: Plan, kinds: [koku], boxes: {{{box}: {to}}}}}\n"


def game(tmp_path: Path, text: str) -> Game:
    folder = copy("areas", tmp_path)
    (folder / "upkeep.yaml").write_text(text, encoding="utf-8")
    made = read(folder, Sink())
    assert made is not None
    return made.game


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        (INCOME.format(spaces="hex", kind="unit", each="income"), "M001", "`hex` is not a known kind of space"),
        (INCOME.format(spaces="area", kind="knight", each="income"), "M001", "`knight` is not a known kind of counter"),
        (INCOME.format(spaces="area", kind="unit", each="tithe"), "M001", "`tithe` is not a known constant"),
        (
            LADDER.format(markers="flag", boxes="area", order="size", level="income"),
            "M001",
            "`size` is not a known field",
        ),
        (LADDER.format(markers="flag", boxes="area", order="port", level="income"), "M004", "must hold a whole number"),
        (REVEAL.format(box="swords", to="lost"), "M001", "`swords` is not a known space"),
        (REVEAL.format(box="swords.crane", to="found"), "M001", "`found` is not a known space"),
        (RESET.format(kind="knight", face="worn", at="rest"), "M001", "`knight` is not a known kind of counter"),
        (RESET.format(kind="unit", face="tired", at="rest"), "M001", "`tired` is not a known face of those counters"),
        (RESET.format(kind="unit", face="worn", at="night"), "M001", "`night` is not a known node of the sequence"),
        (RANKING.format(worth="size", score="fame", box="asa", ties="order"), "M001", "`size` is not a known field"),
        (RANKING.format(worth="income", score="rank", box="asa", ties="order"), "M001", "`rank` is not a known score"),
        (RANKING.format(worth="income", score="fame", box="box", ties="order"), "M001", "`box` is not a known space"),
        (RANKING.format(worth="income", score="fame", box="asa", ties="income"), "M004", "must list every side"),
        (CARRY.format(boxes="tent", kind="unit", by=SAME), "M001", "`tent` is not a known kind of space"),
        (CARRY.format(boxes="area", kind="knight", by=SAME), "M001", "`knight` is not a known kind of counter"),
        (CARRY.format(boxes="area", kind="unit", by="by: chief"), "M001", "`chief` is not a known field of those"),
        (CARRY.format(boxes="area", kind="unit", by="by: income"), "M004", "must name one counter"),
        (CARRY.format(boxes="area", kind="unit", by="by: port, same: port"), "M004", "not both"),
        (
            CARRY.format(boxes="area", kind="unit", by="carriers: king, same: port"),
            "M001",
            "`king` is not a known kind",
        ),
        ("covers:\n  men: {name: Hide, cards: [province], display: camp}\n", "M001", "`camp` is not a known display"),
    ],
)
def test_names_that_nothing_bears_are_told(tmp_path: Path, text: str, code: str, word: str) -> None:
    folder = copy("areas", tmp_path)
    (folder / "upkeep.yaml").write_text(text, encoding="utf-8")
    title = folder / "game.yaml"
    title.write_text(
        title.read_text("utf-8").replace("constants:\n", "constants:\n  order: {value: [crane, carp]}\n"), "utf-8"
    )
    (fault,) = found(folder)
    assert fault.code == code
    assert word in fault.message


@pytest.mark.parametrize("value", ["0", "-2", "1.5", "two"])
def test_a_constant_that_divides_is_a_whole_number_from_1_on(tmp_path: Path, value: str) -> None:
    folder = copy("areas", tmp_path)
    (folder / "upkeep.yaml").write_text(INCOME.format(spaces="area", kind="unit", each="income"), encoding="utf-8")
    title = folder / "game.yaml"
    title.write_text(
        title.read_text(encoding="utf-8").replace("income: {value: 2", f"income: {{value: {value}"), encoding="utf-8"
    )
    assert [(d.code, "`each`" in d.message) for d in found(folder)] == [("M004", True)]


def test_all_sides_collect_unless_some_are_named(tmp_path: Path) -> None:
    made = game(tmp_path, INCOME.format(spaces="area", kind="unit", each="income"))
    assert made.upkeep.incomes["tax"].sides == ("crane", "carp")
    assert made.upkeep.incomes["tax"].least is None


def test_the_boxes_of_a_ladder_come_in_their_order(tmp_path: Path) -> None:
    made = game(tmp_path, LADDER.format(markers="flag", boxes="area", order="income", level="income"))
    boxes = rungs(made, made.upkeep.ladders["rank"], made.counters["flag"])
    assert [box.values.get("income", 0) for box in boxes] == [0, 1, 1, 1, 1, 2]


def test_a_reset_turns_only_counters_with_both_faces(tmp_path: Path) -> None:
    made = game(tmp_path, RESET.format(kind="unit", face="worn", at="rest"))
    reset = made.upkeep.resets["rest"]
    turned = {id: reset.turns(counter) for id, counter in made.counters.items()}
    assert {id: pair for id, pair in turned.items() if pair} == {"crane_foot": (1, 0), "carp_foot": (1, 0)}


def test_a_display_is_found_by_its_box_and_by_its_name_as_written(tmp_path: Path) -> None:
    made = game(tmp_path, REVEAL.format(box="swords.crane", to="lost"))
    tray = display_of(made, "swords.crane")
    assert tray is not None
    assert tray.seat == "crane"
    assert [d.id for d in displays_called(made, "tray")] == ["tray.crane", "tray.carp"]
    assert display_of(made, "lost") is None
