"""The strict loader: what it reads, and each fault with its code and place."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from compiler.diagnostics import Diagnostic, Sink
from compiler.load import yaml as loader
from compiler.load.document import Document
from compiler.load.faults import MAX_DEPTH
from compiler.load.yaml import parse


def read(text: str) -> Document:
    sink = Sink()
    document = parse(text, "f.yaml", sink)
    assert document is not None, sink.sorted()
    return document


def faults(text: str) -> list[Diagnostic]:
    sink = Sink()
    assert parse(text, "f.yaml", sink) is None
    return sink.sorted()


def places(text: str) -> list[tuple[str, int, int]]:
    return [(d.code, d.span.line, d.span.column) for d in faults(text) if d.span]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", 1),
        ("-3", -3),
        ("0", 0),
        ("1.5", 1.5),
        ("-0.25", -0.25),
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("0101", "0101"),
        ("no", "no"),
        ("Yes", "Yes"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("+1", "+1"),
        ("1e5", "1e5"),
        (".5", ".5"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("~", "~"),
        ("True", "True"),
        ("NULL", "NULL"),
        ("2020-01-01", "2020-01-01"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ('"1"', "1"),
        ("'true'", "true"),
        ('""', ""),
        ("9" * 40, "9" * 40),
        ("=", "="),
        ("小谷", "小谷"),
        ("1.", "1."),
        ("-", "-"),
    ],
)
def test_only_decimals_and_three_words_are_more_than_text(written: str, value: Any) -> None:
    if written == "-":
        written = '"-"'
    got = read(f"key: {written}\n").value["key"]
    assert got == value
    assert type(got) is type(value)


def test_every_key_is_the_text_its_author_wrote() -> None:
    assert read("1: a\ntrue: b\n0101: c\n1.50: d\n").value == {"1": "a", "true": "b", "0101": "c", "1.50": "d"}


def test_block_and_flow_styles_give_the_same_values() -> None:
    block = "a:\n  - x: 1\n    y: [2, 3]\n  - |\n    two\n    lines\n"
    assert read(block).value == {"a": [{"x": 1, "y": [2, 3]}, "two\nlines\n"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("L005", 1, 1)]),
        ("# only a comment\n", [("L005", 1, 1)]),
        ("---\n", [("L005", 1, 1)]),
        ("a: 1\n---\nb: 2\n", [("L006", 2, 1)]),
        ("a: [1, 2\nb: 3\n", [("L007", 1, 4)]),
        ("a: {x: 1\n", [("L007", 1, 4)]),
        ("a: 'x\nb: 2\n", [("L007", 1, 4)]),
        ('a: "\\q"\n', [("L007", 1, 4)]),
        ("a: b: c\n", [("L007", 1, 5)]),
        ("a: b\nfoo\nc: d\n", [("L007", 2, 1)]),
        ("- a\nb: c\n", [("L007", 2, 1)]),
        ("a: @x\n", [("L007", 1, 4)]),
        ("%YAML 1.1\n---\na: 1\n", [("L007", 1, 1)]),
        ("a: 1\nb: \x07\n", [("L004", 2, 4)]),
        ("a:\n\tb: 1\n\tc: 2\n", [("L008", 2, 1), ("L008", 3, 1)]),
        ("a:\tb\n", [("L008", 1, 3)]),
        ("a: !!python/object:os.system x\n", [("L010", 1, 4)]),
        ("a: !mine {b: 1}\n", [("L010", 1, 4)]),
        ("!k a: 1\n", [("L010", 1, 1)]),
        ("a: *b\n", [("L011", 1, 4)]),
        ("a: {b: &b {x: 1}}\nc:\n  <<: *b\n", [("L012", 3, 3)]),
        ("? [a]\n: 1\n", [("L015", 1, 3)]),
        ("? {a: 1}\n: 1\n", [("L015", 1, 3)]),
        ("? \n: 1\n", [("L015", 1, 2)]),
        ("a: &a [1, *a]\n", [("L016", 1, 11)]),
    ],
)
def test_each_fault_has_its_code_and_place(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert places(text) == expected


def test_a_twin_key_shows_both_places() -> None:
    (twin,) = faults("a: 1\nb: 2\na: {c: 3}\n")
    assert (twin.code, str(twin.span)) == ("L009", "f.yaml:3:1")
    assert [str(related.span) for related in twin.related] == ["f.yaml:1:1"]


def test_all_faults_of_a_file_come_in_one_run() -> None:
    text = "a: 1\na: {x: 1, x: 2}\nb: !!str 5\nc: *d\n<<: {}\n? []\n: 1\n"
    assert [d.code for d in faults(text)] == ["L009", "L009", "L010", "L011", "L012", "L015"]


def test_the_first_hundred_faults_are_enough() -> None:
    assert len(faults("a: 1\n" * 5000)) == 100


def test_tabs_in_quotes_comments_and_block_texts_are_harmless() -> None:
    text = 'a: "x\ty" # c\td\nb: |\n  x\ty\n  \tz\n'
    assert read(text).value == {"a": "x\ty", "b": "x\ty\n\tz\n"}


def test_an_alias_is_the_very_value_of_its_anchor() -> None:
    value = read("a: &x {k: [1, 2]}\nb: *x\nc: &n 0101\nd: [*n, *x]\n").value
    assert value["b"] is value["a"]
    assert value["d"] == ["0101", {"k": [1, 2]}]


def test_nesting_is_bounded() -> None:
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert places("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)) == [("L013", 1, MAX_DEPTH + 1)]
    assert places("[" * 10_000) == [("L013", 1, MAX_DEPTH + 1)]
    assert faults("{a: " * 10_000)[0].code == "L013"


def test_an_alias_bomb_is_refused() -> None:
    layers = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    layers += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 12)]
    (bomb,) = faults("\n".join(layers))
    assert bomb.code == "L014"


def test_lines_end_in_any_common_way() -> None:
    document = read("a: 1\r\nb:\r\n  c: 2\r\n")
    assert str(document.at(("b", "c"))) == "f.yaml:3:6"


def test_places_count_characters_not_bytes() -> None:
    document = read("name: {ja: 小谷城, en: Odani}\n")
    assert (document.at(("name", "en")).column, document.at(("name", "ja")).length) == (21, 3)


def test_the_pure_parser_gives_the_same_values_places_and_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    good = "a: {b: [1, 'x', \"y\"], c: null}\nd:\n- e: |\n    z\n- 小: 2\n"
    bad = "a: 1\na: 2\nb: !t x\nc: [1\n"
    fast = read(good)
    fast_faults = [(d.code, d.span) for d in faults(bad)]
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert isinstance(loader._parser("a: 1"), yaml.SafeLoader)
    slow = read(good)
    assert slow.value == fast.value
    assert list(slow.places.values()) == list(fast.places.values())
    assert [(d.code, d.span) for d in faults(bad)] == fast_faults


# Texts on which our rules and PyYAML's agree: letters with a mark of their own, so that no word is special.
words = st.text(st.sampled_from("abcxyz小谷é -"), min_size=1, max_size=8).map(lambda text: f"w{text}w")
scalars = words | st.integers(-(10**9), 10**9) | st.booleans() | st.none()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4), max_leaves=25
)
styles = st.sampled_from([False, True, None])


@given(st.dictionaries(words, values, min_size=1, max_size=4), styles)
def test_on_plain_yaml_we_agree_with_pyyaml(value: dict[str, Any], style: bool | None) -> None:
    text = yaml.safe_dump(value, default_flow_style=style, allow_unicode=True, width=60)
    assert read(text).value == yaml.safe_load(text) == value


@given(st.dictionaries(words, values, min_size=1, max_size=4), styles)
def test_every_value_is_found_at_its_place(value: dict[str, Any], style: bool | None) -> None:
    text = yaml.safe_dump(value, default_flow_style=style, allow_unicode=True, width=10_000)
    document = read(text)

    def visit(holder: Any, path: tuple[Any, ...]) -> None:
        steps = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for step, inner in steps:
            if isinstance(holder, dict):
                where = document.key_span(holder, step)
                assert text.splitlines()[where.line - 1][where.column - 1 :].startswith(step)
            if isinstance(inner, (dict, list)):
                visit(inner, (*path, step))
            elif inner is not None:
                where = document.at((*path, step))
                written = text.splitlines()[where.line - 1][where.column - 1 :][: where.length]
                assert yaml.safe_load(written) == inner

    visit(document.value, ())


@given(st.text(st.sampled_from("ab:{}[],&*!|>'\"#-?% \n\t0<~"), max_size=60))
def test_no_text_brings_the_loader_down(text: str) -> None:
    sink = Sink()
    document = parse(text, "f.yaml", sink)
    assert (document is None) == bool(len(sink))
    assert all(d.span is None or (d.span.line >= 1 and d.span.column >= 1) for d in sink)
