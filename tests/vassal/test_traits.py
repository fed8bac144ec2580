"""Every trait of VASSAL 3.7: encode then decode is identity, and known texts come back letter by letter."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.vassal import traits as t
from compiler.vassal.keys import key, named
from compiler.vassal.trait import TRAITS, Trait, UnknownTrait, decode_trait
from tests.vassal.strategies import TEXT, trait

# (type, state) as VASSAL 3.7.26 loads them and writes them back unchanged
LITERALS: list[tuple[str, str]] = [
    tuple(pair) for pair in json.loads((Path(__file__).parent / "traits.json").read_text(encoding="utf-8"))
]


def canonical(one: Trait) -> tuple[str, str]:
    """What we would write ourselves, whatever text the value was read from."""
    return one.write_type(), one.write_state()


@pytest.mark.parametrize(("type_text", "state_text"), LITERALS, ids=lambda text: text[:20])
def test_known_texts_come_back(type_text: str, state_text: str) -> None:
    one = decode_trait(type_text, state_text)
    assert not isinstance(one, UnknownTrait)
    assert canonical(one) == (type_text, state_text)


def test_every_trait_has_a_known_text() -> None:
    # the two of VASSAL 2 are no longer written
    assert set(TRAITS) - {text.partition(";")[0] for text, _ in LITERALS} == {"emb", "nonRect"}


@pytest.mark.parametrize("name", sorted(TRAITS))
def test_decode_inverts_encode(name: str) -> None:
    @settings(max_examples=40, deadline=None)
    @given(trait(TRAITS[name]))
    def law(one: Trait) -> None:
        assert decode_trait(*one.encode()) == one

    law()


@settings(deadline=None)
@given(st.sampled_from([*sorted(TRAITS), "custom", ""]), TEXT, TEXT)
def test_any_text_is_read_and_written_back(name: str, rest: str, state: str) -> None:
    for text in (f"{name};{rest}", f"{name}{rest}"):
        assert decode_trait(text, state).encode() == (text, state)


def test_fields_left_out_take_the_default_and_stay_left_out() -> None:
    old = decode_trait("delete;Remove", "")
    assert old == t.Delete("Remove", key("D", ctrl=True))
    assert old.encode() == ("delete;Remove", "")


def test_an_edited_trait_forgets_the_text_it_was_read_from() -> None:
    old = decode_trait("delete;Remove", "")
    assert isinstance(old, t.Delete)
    assert dataclasses.replace(old, menu="Kill").encode() == ("delete;Kill;68,130;", "")


def test_fields_of_a_newer_vassal_survive_an_edit() -> None:
    newer = decode_trait("clone;Clone;67,130;text;new field;2", "")
    assert isinstance(newer, t.Clone)
    assert dataclasses.replace(newer, menu="Copy").encode()[0] == "clone;Copy;67,130;text;new field;2"


def test_an_unknown_trait_is_kept() -> None:
    assert decode_trait("mymodule.Magic;1;2", "x\ty") == UnknownTrait("mymodule.Magic;1;2", "x\ty")


def test_numbers_that_are_expressions_stay_text() -> None:
    one = decode_trait("table;{Rows};2;Table;;", "")
    assert isinstance(one, t.Spreadsheet)
    assert (one.rows, one.columns) == ("{Rows}", 2)


def test_a_free_rotator_has_other_fields() -> None:
    free = t.Rotate(1, angle_key=key("R", ctrl=True), angle_menu="Turn", name="Free", facing="12.5")
    assert free.encode() == ("rotate;1;82,130;Turn;;;Free;;;;;true", "12.5")


def test_marker_values_are_found_by_name() -> None:
    assert t.Marker(("A", "B", "C"), ("1", "2")).properties == {"A": "1", "B": "2", "C": ""}


def test_a_mask_tells_its_peek_key_and_the_image_others_see() -> None:
    assert t.Mask(style="P57348,0,Look").peek_key == named("Look")
    assert t.Mask(style="Gother.png").shown_to_others == "other.png"
    assert not t.Mask().masked
    assert t.Mask(owner="Red").masked
