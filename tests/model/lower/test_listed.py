"""Modifiers of steps.yaml stand under the tables they change."""

from __future__ import annotations

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.emit.automation.table_questions import parts_of
from compiler.model.tables import ResultTable
from tests.play.table import GAMES
from tests.rules.covering import covers


def table(slug: str, id: str) -> ResultTable:
    read = pipeline.read(GAMES / slug, Sink())
    assert read is not None
    return read.game.tables[id]


@covers("winter_line", "7.6", "7.7", "7.8", "8.3")
def test_a_table_lists_what_the_steps_that_use_it_heed() -> None:
    combat = table("winter_line", "combat")
    listed = {modifier.name.en: (modifier.on, modifier.value) for modifier in combat.modifiers}
    assert listed == {
        "Ground of the defenders": ("column", -1),
        "Only across the river": ("column", -1),
        "Fort": ("column", -1),
    }
    assert [modifier.note.rule for modifier in combat.modifiers] == ["7.6", "7.7", "7.8"]


def test_the_button_of_the_module_asks_for_the_same_sums() -> None:
    (shift,) = [part for part in parts_of(table("winter_line", "combat"), rolls=True) if part.name == "shift"]
    assert sorted(number for _, number in shift.answers) == [-3, -2, -1, 0]
    assert shift.lines == ("Ground of the defenders -1", "Only across the river -1", "Fort -1")


def test_a_number_that_varies_is_told_in_words() -> None:
    (resistance,) = table("amber_strait", "trouble").modifiers
    assert (resistance.value, resistance.on, resistance.text) == (None, "roll", "less stability")
