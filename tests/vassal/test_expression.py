"""Expressions: what is built parses to the same nodes, whatever the texts in it."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.vassal import expression as e
from compiler.vassal.grammar import ExpressionError, is_braced, parse, parse_match, placeholders

NAME = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True).filter(lambda name: name not in e._RESERVED)
ANY_NAME = NAME | st.text(st.characters(codec="utf-8"), max_size=10)
LITERAL = st.builds(
    e.Literal,
    st.text(st.sampled_from('a"\\\n{}$') | st.characters(codec="utf-8"), max_size=8)
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.none(),
)
# a minus before a number is that number, so the parser never gives the operation back
NEGATABLE = LITERAL.filter(lambda node: isinstance(node.value, str | bool) or node.value is None)
LEAF = st.builds(e.Property, ANY_NAME) | LITERAL | st.builds(e.filled, NAME)


def deeper(inner: st.SearchStrategy[e.Node]) -> st.SearchStrategy[e.Node]:
    arguments = st.lists(inner, max_size=3).map(tuple)
    operators = st.sampled_from(sorted(set(e.PRECEDENCE) - {"instanceof"}))
    return st.one_of(
        st.builds(e.Binary, operators, inner, inner),
        st.builds(e.Unary, st.just("!"), inner),
        st.builds(e.Unary, st.just("-"), NEGATABLE),
        st.builds(e.Conditional, inner, inner, inner),
        st.builds(e.Call, NAME.filter(lambda name: name != "GetProperty"), arguments),
        st.builds(e.Method, inner, NAME, arguments),
        st.builds(e.Member, inner, NAME),
        st.builds(e.Index, inner, inner),
        st.builds(e.Cast, st.just("int"), inner),
    )


@settings(deadline=None)
@given(st.recursive(LEAF, deeper, max_leaves=12))
def test_parse_inverts_braced(node: e.Node) -> None:
    assert parse(e.braced(node)) == node


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (e.equals(e.prop("Side"), 'the "Red"'), r'{Side == "the \"Red\""}'),
        (e.prop("two words"), '{GetProperty("two words")}'),
        (e.prop("class"), '{GetProperty("class")}'),
        (e.every(e.greater(e.prop("A"), 1), e.any_of(e.prop("B"), e.not_(e.prop("C")))), "{A > 1 && (B || !C)}"),
        (e.if_(e.less(e.prop("N"), 2), "a", "b"), '{N < 2 ? "a" : "b"}'),
        (e.call("CountMap", e.quoted(e.equals(e.prop("Side"), "Red"))), r'{CountMap("{Side == \"Red\"}")}'),
        (e.subtract(e.prop("A"), e.literal(-3)), "{A - -3}"),
        (e.multiply(e.add(1, 2), e.negate(e.prop("X"))), "{(1 + 2) * -X}"),
        (e.every(), "{true}"),
        (e.matches(e.prop("S"), "R.*"), '{S =~ "R.*"}'),
        (e.remainder(e.divide(7, 2), 3), "{7 / 2 % 3}"),
        (e.equals(e.prop("Side"), e.filled("Side")), "{Side == $Side$}"),
    ],
)
def test_expressions_are_rendered(node: e.Node, text: str) -> None:
    assert e.braced(node) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_no_expression_can_hold_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        e.braced(value)


@pytest.mark.parametrize(
    "text",
    [
        "{7/2}", '{N=="3"}', "{Side =~ \"R.*\"}", '{If(N>2,"a","b")}', "{$N$+1}", "{!Flag}", "{Side.substring(0,1)}",
        r'{CountMap("{Side==\"Red\"}")}', "{(int)(x/2)-3}", "{a @gt 2 @and b}", '{名前 == "x"}', "{Math.max(a, b)}",
        "{$color$_count > 0}", "{x[0]}", "{ a  ==  'b' }", "{.5 + 1. + 0x1F + 3L}",
    ],
)  # fmt: skip
def test_expressions_of_modules_parse(text: str) -> None:
    assert is_braced(text)
    assert parse(e.braced(parse(text))) == parse(text)


@pytest.mark.parametrize(
    ("text", "offset"),
    [("{a+}", 2), ("{(a}", 2), ("{a b}", 2), ('{"x}', 0), ("{a==}", 3), ("{f(a,}", 4), ("{a=b}", 1), ("{a ? b}", 5)],
)
def test_what_does_not_parse_is_told_with_its_place(text: str, offset: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.offset == offset


@given(st.text(max_size=60))
def test_any_text_parses_or_is_refused(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        assert parse(e.braced(parse(text))) == parse(text)


@pytest.mark.parametrize(
    "text", ["{" + "(" * 5000, "-" * 5000, "{" + "a?" * 5000, "{" + "!" * 5000 + "a}", "a" * 200_000]
)
def test_endless_nesting_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


def test_old_matches_are_read() -> None:
    assert parse_match("Prop = value && Other != 3 || A =~ x.*") == [
        ("Prop", "=", "value"), ("Other", "!=", "3"), ("A", "=~", "x.*"),
    ]  # fmt: skip
    with pytest.raises(ExpressionError):
        parse_match("nothing at all")


def test_names_between_dollars_are_found() -> None:
    assert list(placeholders("$a$ and $b c$ cost 5$ each")) == ["a", "b c"]


def test_every_node_is_walked() -> None:
    node = parse("{a ? f(b, c.d(e)) : -g[h]}")
    assert {each.name for each in e.walk(node) if isinstance(each, e.Property)} == set("abcegh")
