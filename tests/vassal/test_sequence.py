"""The sequence codec: any text, any nesting, and VASSAL's own quirks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal import sequence

DELIMITERS = st.sampled_from("\t;,:/|~\x1b=")
# texts full of what the encoding treats specially
TEXTS = st.text(st.sampled_from("ab';,:/|~\\\t\x1b= ") | st.characters(codec="utf-8"), max_size=20)


@given(st.lists(TEXTS, min_size=1, max_size=8), DELIMITERS)
def test_decode_inverts_encode(fields: list[str], delimiter: str) -> None:
    assert sequence.decode(sequence.encode(fields, delimiter), delimiter) == fields


@given(st.recursive(TEXTS, lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=12), DELIMITERS)
def test_nested_sequences_come_back(tree: object, delimiter: str) -> None:
    def write(node: object) -> str:
        return node if isinstance(node, str) else sequence.encode([write(each) for each in node], delimiter)

    def read(text: str, like: object) -> object:
        if isinstance(like, str):
            return text
        return [read(each, inner) for each, inner in zip(sequence.decode(text, delimiter), like, strict=True)]

    assert read(write(tree), tree) == tree


@given(TEXTS, DELIMITERS)
def test_first_is_the_first_field_and_the_raw_rest(text: str, delimiter: str) -> None:
    head, rest = sequence.first(text, delimiter)
    fields = sequence.decode(text, delimiter)
    assert head == fields[0]
    assert (rest is None) == (len(fields) == 1)
    if rest is not None:
        assert sequence.decode(rest, delimiter) == fields[1:]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (["a", "b;c"], r"a;b\;c"),
        ([r"\z", "b"], r"'\z';b"),
        (["'q'", "b"], "''q'';b"),
        (["'", "b"], "''';b"),
        (["it's", "b"], "it's;b"),
        (["", ""], ";"),
        ([r"a\b"], r"a\b"),
        ([r"x\;y"], r"x\\;y"),
    ],
)
def test_writes_what_vassal_writes(fields: list[str], text: str) -> None:
    assert sequence.encode(fields, ";") == text
    assert sequence.decode(text, ";") == fields


def test_a_field_that_ends_in_a_backslash_does_not_swallow_the_next() -> None:
    assert sequence.decode(sequence.encode(["x\\", "y"], ";"), ";") == ["x\\", "y"]


@pytest.mark.parametrize(
    ("text", "fields"),
    [("", [""]), ("a;", ["a", ""]), (r"x\;y", ["x;y"]), ("'a'", ["a"]), ("'", ["'"]), ("''", [""]), (r"\;", [";"])],
)
def test_reads_as_vassal_reads(text: str, fields: list[str]) -> None:
    assert sequence.decode(text, ";") == fields


def test_the_empty_text_is_the_empty_list() -> None:
    assert sequence.listed("") == ()
    assert sequence.listed(",") == ("", "")
