"""Drives: acts as the probe reads them, and what it saw judged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from compiler.vassal.probe.drive import Act, Expectation, Must, Seen, Verb, judge, lines, seen_in, shot_names, summary
from compiler.vassal.probe.launch import SOURCES

MOVED = {"piece": "oda#1", "name": "Ashigaru", "from": "0405", "to": "0406"}


def ids(text: str) -> Iterator[str]:
    if "_" in text:
        yield "an id"


def told(act: Act, saw: Seen) -> list[str]:
    return [d.code for d in judge("`a.vmod`, setup `Battle`", [act], [saw], ids)]


def expecting(must: Must, *words: str) -> Act:
    return Act(Verb.COMMAND, "`Turn over` of Ashigaru", "oda#1", "Turn over", expects=(Expectation(must, words),))


@pytest.mark.parametrize(
    ("must", "words", "good", "bad", "code"),
    [
        (Must.TELL, ("roll 7",), {"chat": ("* Attack, roll 7",)}, {"chat": ("* Attack",)}, "E921"),
        (Must.DO, (), {"values": ("Gold",)}, {}, "E921"),
        (Must.UNNAMED, (), {"moved": (MOVED,)}, {"moved": (MOVED,), "chat": ("draws Ashigaru",)}, "E924"),
        (Must.GO, ("0406",), {"moved": (MOVED,)}, {}, "E922"),
        (Must.STAY, (), {"chat": ("goes back",)}, {"moved": (MOVED,)}, "E922"),
        (Must.STAY, ("Fault",), {"changed": ("a DynamicProperty Fault x y",)}, {"changed": ("a Layer 1 2",)}, "E922"),
        (Must.SAME, (), {"chat": ("UNDO",)}, {"values": ("Gold",)}, "E923"),
        (Must.TURN, ("March",), {"turn": "Turn 2 March"}, {"turn": "Turn 2 Fire"}, "E922"),
        (Must.OFFER, ("Play",), {"offered": ("Play", "Discard")}, {"offered": ("Discard",)}, "E920"),
        (Must.HIDE, ("Hand: Oda",), {}, {"known": ({"piece": "x", "name": "Rain", "window": "Hand: Oda"},)}, "E924"),
        (Must.KNOW, ("x",), {"known": ({"piece": "x", "name": "Rain", "window": "Map"},)}, {}, "E922"),
    ],
)
def test_each_expectation_is_met_or_told(
    must: Must, words: tuple[str, ...], good: dict[str, Any], bad: dict[str, Any], code: str
) -> None:
    assert told(expecting(must, *words), Seen(True, **good)) == []
    assert told(expecting(must, *words), Seen(True, **bad)) == [code]


def test_every_expectation_can_fail() -> None:
    group = Expectation(Must.APPLY, ("Attack",))
    acts = [Act(Verb.COMMAND, f"attack, roll {n}", "oda#1", "Attack", expects=(group,)) for n in (1, 6)]
    assert list(judge("a", acts, [Seen(True), Seen(True, changed=("b Layer 1 2",))], ids)) == []
    (found,) = judge("a", acts, [Seen(True), Seen(True)], ids)
    assert found.code == "E922"
    assert "Attack changes no piece" in found.message


def test_a_fault_names_module_setup_act_and_piece() -> None:
    (found,) = judge("`a.vmod`, setup `Battle`", [expecting(Must.DO)], [Seen(True)], ids)
    assert found.message.startswith("`a.vmod`, setup `Battle`, act 0 (`Turn over` of Ashigaru) does nothing")
    assert found.help


def test_a_command_that_is_not_offered_is_a_fault_unless_it_may_be_missing() -> None:
    optional = Act(Verb.COMMAND, "`Regain`", "oda#1", "Regain", may_be_missing=True)
    assert told(optional, Seen(False, "not offered")) == []
    assert told(expecting(Must.DO), Seen(False, "not offered")) == ["E920"]
    assert summary([optional], [Seen(False, "not offered")]) == "1 of 1 acts, 1 commands not offered"


def test_an_id_in_the_chat_a_complaint_and_an_early_end_are_told() -> None:
    act = Act(Verb.HOTKEY, "next", "39,3")
    assert told(act, Seen(True, chat=("north_guard moves",))) == ["E925"]
    assert told(act, Seen(True, complaints=("Region not found",))) == ["E926"]
    assert [d.code for d in judge("a", [act, act], [Seen(True)], ids)] == ["E920"]


def test_an_act_without_end_is_told_with_its_name_and_the_acts_after_it_as_not_reached() -> None:
    raw = {"drive": [{"act": "0", "done": False, "stuck": True, "why": "no end after 120 s\nAWT-EventQueue-0: ..."}]}
    acts = [expecting(Must.DO), expecting(Must.DO)]
    found = {d.code: d.message for d in judge("a", acts, seen_in(raw), ids)}
    assert found["E927"] == "a, act 0 (`Turn over` of Ashigaru) does not come to an end: no end after 120 s"
    assert "act 1" in found["E920"]
    assert "was not reached" in found["E920"]


def test_acts_are_lines_of_five_fields_whatever_their_words_hold() -> None:
    acts = [Act(Verb.COMMAND, "x", "oda#1", "Turn\tover\n", ("cancel", "3")), Act(Verb.SHOT, "y", "opening")]
    assert lines(acts) == "0\tcommand\toda#1\tTurn over \tcancel|3\n1\tshot\topening\t\t\n"
    assert [str(name) for name in shot_names(acts)] == ["opening.png"]


def test_a_report_is_read_with_the_complaints_of_each_act() -> None:
    row = {"act": "1", "done": True, "chat": [], "moved": [MOVED], "changed": [], "values": [], "turn": "March"}
    complaint = {"kind": "log-warning", "phase": "drive", "piece": "act 1", "message": "no such zone\n at x"}
    (saw,) = seen_in({"drive": [row], "problems": [complaint]})
    assert saw == Seen(True, moved=(MOVED,), turn="March")
    assert saw.complaints == ("no such zone",)
    assert seen_in({"problems": []}) == []


def test_the_probe_knows_every_verb_and_no_other() -> None:
    text = (SOURCES / "Drive.java").read_text(encoding="utf-8")
    assert set(re.findall(r'case "(\w+)":', text)) == {verb.value for verb in Verb}
