"""The layout language: which slots are drawn, and what they say."""

from __future__ import annotations

import pytest

from compiler.model.common import Name
from compiler.model.shown import value_of
from compiler.render.counter.slots import Slot, said, shown, slots_of

VALUES = {"id": "oda", "face": "front", "kind": "unit", "attack": 3, "move": -1, "rank": "general", "star": False,
          "name": Name("Oda Nobunaga", "織田信長"), "title": Name("Betrayal: Ukita Naoie"), "gone": None}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"is": "S"}, "S"),
        ({"of": "attack"}, "3"),
        ({"of": "attack", "sign": True}, "+3"),
        ({"of": "move"}, "−1"),
        ({"of": ["attack", "move"], "between": "/"}, "3/−1"),
        ({"of": ["attack", "gone"], "between": "/"}, ""),
        ({"of": "name"}, "Oda Nobunaga"),
        ({"of": "name.last"}, "Nobunaga"),
        ({"of": "name.ja"}, "織田信長"),
        ({"of": "title.after"}, "Ukita Naoie"),
        ({"of": "rank", "words": {"general": "G"}}, "G"),
        ({"of": "rank", "words": {"oda.front": "first"}}, "first"),
        ({"of": "rank", "words": {"x": "y"}, "only_words": True}, ""),
        ({"of": "attack", "before": "(", "after": ")"}, "(3)"),
        ({"of": "gone", "before": "("}, ""),
    ],
)
def test_a_slot_says_what_its_fields_hold(given: dict[str, object], text: str) -> None:
    assert said(Slot("x", given), VALUES) == text


@pytest.mark.parametrize(
    ("given", "drawn"),
    [
        ({}, True),
        ({"when": {"rank": "general"}}, True),
        ({"when": {"rank": "general", "attack": 4}}, False),
        ({"when": {"rank": ["x", "general"]}}, True),
        ({"when": {"gone": "any"}}, False),
        ({"when": {"name.ja": "any"}}, True),
        ({"unless": {"star": "none"}}, False),
        ({"unless": {"attack": [0, 9]}}, True),
        ({"unless": {"attack": 3, "rank": "x"}}, False),
    ],
)
def test_a_slot_is_drawn_when_it_should_be(given: dict[str, object], drawn: bool) -> None:
    assert shown(Slot("x", given), VALUES) is drawn


def test_a_state_takes_its_own_slots_then_those_of_the_back_then_the_front() -> None:
    layout = {"front": {"a": {}}, "back": {"b": {}}, "spent": {"c": {}}}
    names = [[slot.name for slot in slots_of(layout, state)] for state in ("front", "marker", "spent", "reduced")]
    assert names == [["a"], ["a"], ["c"], ["b"]]
    assert [slot.name for slot in slots_of({"front": {"a": {}}}, "reduced")] == ["a"]


def test_an_unknown_field_is_nothing() -> None:
    assert value_of("nowhere", VALUES) is None
    assert value_of("name.first", VALUES) == "Oda"
