"""The buttons give the cells of the tables, for every roll and every choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest

from compiler.emit.automation.table_buttons import _Automaton, automata
from compiler.emit.automation.table_questions import BY_TOTALS, OF_TOTALS
from compiler.emit.module.dice import roll_key
from compiler.emit.module.tracks import track_property
from compiler.emit.names import plain
from compiler.model.game import Game
from compiler.model.loops import counted
from compiler.model.tables import TableAxis
from compiler.vassal.grammar import parse
from compiler.vassal.keys import read_keys
from compiler.vassal.values import Choose, SetValue, read_change
from tests.emit.beanshell import evaluate
from tests.emit.conftest import SHIPPED, Built


def ways(automaton: _Automaton, game: Game, name: str, axis: TableAxis) -> Iterator[tuple[dict[str, str], float | str]]:
    """What a player chooses, a die or a track shows, or the totals are; and the value the table is asked for."""
    if axis.track is not None:
        track = game.tracks[axis.track]
        for box in track.boxes:
            shown = {"Turn": plain(box.value)} if track is counted(game) else {track_property(track): box.label.en}
            yield shown, box.value
    elif axis.tracks is not None:
        for plus, minus in product((0, 4, 9, 10, 23, 47), repeat=2):
            shown = {}
            for number, digits in ((plus, axis.tracks[0]), (minus, axis.tracks[1])):
                shown |= {track_property(game.tracks[id]): d for id, d in zip(digits, f"{number:02}", strict=True)}
            yield shown, plus - minus
    elif axis.total is not None:
        yield from (({name: head.label}, head.label) for head in axis.heads)
        for total, (whose, _, held) in product((1, 2, 3, 7, 26, 60), OF_TOTALS):
            yield {name: whose, held: str(total)}, total
    elif axis.by == "die" and axis.dice:
        dice = game.dice[axis.dice].count
        for total in range(dice, 6 * dice + 1):
            yield {f"{axis.dice}_total": str(total)}, total
    elif axis.by == "odds":
        for attack, defence in product((1, 2, 3, 5, 7, 9, 12, 30), repeat=2):
            yield {name: BY_TOTALS, "Attackers": str(attack), "Defenders": str(defence)}, attack / defence
    else:
        yield from (({name: head.label}, head.label) for head in axis.heads)


def answered(automaton: _Automaton, chosen: Mapping[str, str]) -> dict[str, str]:
    """What the dialogs hold when these parts are chosen, and the rest left as it is offered."""
    held = {}
    for group in automaton.groups:
        held[group.holder] = ", ".join(chosen.get(part.name, part.answers[0][0]) for part in group.parts)
        assert held[group.holder] in group.question("").answers
    return held


def looked_up(automaton: _Automaton, properties: dict[str, str]) -> str:
    """What the chain of hidden buttons leaves in the result."""
    held = {**properties, **answered(automaton, properties)}
    for link in automaton.links():
        assert isinstance(link.change, SetValue)
        # through text, as the module holds it
        held[link.holder] = str(evaluate(parse(link.change.value), held))
    held["sentence"] = re.sub("<(?!/?b>)[^>]+>", "", str(evaluate(automaton.sentence(), held)))
    return held[f"Table_{automaton.table.id}_result"] + "\n" + held["sentence"].removeprefix("<b></b>: ")


@pytest.mark.parametrize("slug", SHIPPED)
def test_automation_gives_the_cell_of_the_table(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for automaton in automata(made.box.plan):
        table = automaton.table
        axes = (("column", table.columns), ("row", table.rows))
        for (columns, column), (rows, row) in product(*(ways(automaton, made.game, *axis) for axis in axes)):
            off = [axis for axis, at in ((table.columns, column), (table.rows, row)) if axis.index(at) is None]
            if any(axis.track is None for axis in off):
                continue
            result, sentence = looked_up(automaton, {**columns, **rows}).split("\n", 1)
            if off:
                assert (result, "the table has no such line" in sentence, "<b>" in sentence) == ("", True, False)
                continue
            assert result == plain(table.cell(column, row)), (table.id, column, row)
            assert f"<b>{result}</b>" in sentence
            assert sentence.startswith(table.title.en)


@pytest.mark.parametrize("slug", SHIPPED)
def test_nothing_is_asked_that_has_one_answer_and_few_dialogs_ask_the_rest(
    slug: str, built: Callable[[str], Built]
) -> None:
    for automaton in automata(built(slug).box.plan):
        questions = automaton.questions()
        assert len(questions) <= 2, automaton.table.id
        for question in questions:
            assert 1 < len(question.answers) == len(set(question.answers))
            assert len(question.text) <= 60 or "width:" in question.text


def test_a_cancelled_question_rolls_nothing(built: Callable[[str], Built]) -> None:
    (automaton,) = automata(built("first_battle").box.plan)
    first, second = automaton.questions()
    gates = {b.get("hotkey"): b for b in automaton.buttons() if b.get("doLoop") == "true"}
    press = next(iter(automaton.buttons()))
    rolls = str(roll_key(automaton.plan.game.dice["d6"])).replace(",", "\\,")
    for button, question in ((press, first), (gates[str(read_keys(press.get("hotkeys"))[-1])], second)):
        assert rolls not in button.get("hotkeys")
        gate = gates[str(read_keys(button.get("hotkeys"))[-1])]
        count = parse(gate.get("loopCount"))
        assert evaluate(count, {question.holder: ""}) == 0
        assert evaluate(count, {question.holder: question.answers[0]}) == 1
    assert rolls in gate.get("hotkeys")


def test_a_modifier_moves_the_row_and_a_shift_the_column(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    (automaton,) = automata(made.box.plan)
    given = {"column": "2:1", "shift": "shift -1", "modifier": "roll +1", "d6_total": "4"}
    result, sentence = looked_up(automaton, given).split("\n", 1)
    assert result == automaton.table.cell("3:2", 5)
    assert "roll 4 +1" in sentence
    assert "3:2" in sentence


def test_a_shift_never_leaves_the_table(built: Callable[[str], Built]) -> None:
    (automaton,) = automata(built("first_battle").box.plan)
    given = {"column": "1:3", "shift": "shift -3", "d6_total": "1"}
    assert looked_up(automaton, given).split("\n")[0] == automaton.table.cell("1:3", 1)


def test_the_report_ends_with_the_one_rule_to_look_up(built: Callable[[str], Built]) -> None:
    (automaton,) = automata(built("first_battle").box.plan)
    given = {"column": "1:1", "d6_total": "5"}
    sentence = looked_up(automaton, given).split("\n", 1)[1]
    assert sentence.endswith("All defenders fall back 7.7")  # at the end, where it is in nobody's way


def test_a_track_gives_the_row_and_nobody_is_asked(built: Callable[[str], Built]) -> None:
    made = {automaton.table.id: automaton for automaton in automata(built("road_to_honganji").box.plan)}
    assert made["game_end"].questions() == []
    assert not {"petition", "death_in_battle"} & set(made)  # commands of pieces read them
    sentence = looked_up(made["game_end"], {"Turn": "5", "one_total": "3"}).split("\n", 1)[1]
    assert sentence.startswith("Game end check, roll 3, end of turn 5 gives <b>ends</b>")
    assert sentence.endswith(" 3-5"), "the section, as the rulebook numbers it"
    assert looked_up(made["game_end"], {"Turn": "3", "one_total": "1"}).endswith(
        "end of turn 3: nothing to look up, the table has no such line 3-5"
    )


def test_no_die_is_thrown_where_it_decides_nothing(built: Callable[[str], Built]) -> None:
    made = {automaton.table.id: automaton for automaton in automata(built("road_to_honganji").box.plan)}
    (rolls,) = [part for part in made["game_end"].buttons() if part.get("name") == "Table game_end rolls"]
    times = parse(str(rolls.get("loopCount")))
    assert [evaluate(times, {"Turn": str(turn)}) for turn in range(1, 7)] == [0, 0, 0, 1, 1, 0]
    assert "no roll" in looked_up(made["game_end"], {"Turn": "6", "one_total": "5"})
    assert "<b>ends</b>" in looked_up(made["game_end"], {"Turn": "6", "one_total": "5"})


def test_the_month_of_the_turn_stands_first_in_the_list(built: Callable[[str], Built]) -> None:
    """What a track shows is the first answer; the rest of the list is whole, and nothing stands in it twice."""
    made = built("shingens_arrival")
    (automaton,) = [a for a in automata(made.box.plan) if a.table.id == "snow_thaw"]
    (question,) = automaton.questions()
    (change,) = [
        read_change(str(button.get("propChanger")))
        for button in question.component().children
        if str(button.get("hotkey")) == str(question.chain[1])
    ]
    assert isinstance(change, Choose)
    for box in made.game.tracks["turn"].boxes:
        read = [evaluate(parse(c), {"Turn": str(box.value)}) if c.startswith("{") else c for c in change.choices]
        listed = [answer for answer in read if answer]
        assert listed[0].endswith(str(box.values["month"]))
        assert sorted(listed) == sorted(question.answers)
