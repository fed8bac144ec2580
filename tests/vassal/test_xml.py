"""XML: any tree comes back, hostile files end in a diagnostic."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.diagnostics import Failed
from compiler.vassal import xml
from compiler.vassal.xml import Component, parse, serialise

# what XML can hold at all
CHARACTERS = st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters="\ufffe\uffff").filter(
    lambda letter: letter >= " " or letter in "\t\n\r"
)
VALUE = st.text(st.sampled_from("a<>&\"'\t\n\r ]") | CHARACTERS, max_size=15)
NAME = st.from_regex(r"[a-zA-Z][a-zA-Z0-9]{0,5}", fullmatch=True)
# VASSAL trims text at both ends, and so do we
BODY = VALUE.map(str.strip)
TREE = st.recursive(
    st.builds(Component, NAME, st.dictionaries(NAME, VALUE, max_size=3), BODY),
    lambda inner: st.builds(Component, NAME, st.dictionaries(NAME, VALUE, max_size=3), st.just(""),
                            st.lists(inner, max_size=4)),
    max_leaves=10,
)  # fmt: skip


def code_of(data: bytes) -> str:
    with pytest.raises(Failed) as caught:
        parse(data, "buildFile.xml")
    return caught.value.diagnostics[0].code


@settings(deadline=None)
@given(TREE)
def test_a_tree_comes_back(tree: Component) -> None:
    assert parse(serialise(tree), "x") == tree


@settings(deadline=None)
@given(TREE)
def test_the_same_tree_gives_the_same_bytes(tree: Component) -> None:
    assert serialise(parse(serialise(tree), "x")) == serialise(tree)


def test_attributes_are_sorted_and_line_ends_kept() -> None:
    written = serialise(Component("a", {"z": "1", "b": "x\ty\n"}, "t\tu"))
    assert written.endswith(b'<a b="x&#9;y&#10;" z="1">t\tu</a>\n')


def test_components_know_their_line() -> None:
    root = parse(b"<a>\n<b/>\n<c/></a>", "x")
    assert [child.line for child in root.children] == [2, 3]


def test_comments_are_passed_over_and_text_is_joined() -> None:
    assert parse(b"<a> x<!-- no --><b/>y </a>", "x") == Component("a", text="xy", children=[Component("b")])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "A009"),
        (b"<a><b></a>", "A009"),
        (b"<a", "A009"),
        (b"\xff\xfe\x00", "A009"),
        (b'<a xmlns:x="urn:x"><x:b/></a>', "A009"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "A010"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "A010"),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "A010"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'.encode("utf-16"), "A010"),
    ],
)
def test_broken_and_hostile_files_are_refused(data: bytes, code: str) -> None:
    assert code_of(data) == code


def test_a_billion_laughs_is_refused_before_it_grows() -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE a [<!ENTITY l0 "lol">{levels}]><a b="&l11;">&l11;</a>'.encode()
    assert code_of(bomb) in ("A009", "A010")


def test_a_million_elements_are_refused() -> None:
    assert code_of(b"<a>" + b"<b/>" * 1_000_000 + b"</a>") == "A011"


def test_endless_depth_is_refused() -> None:
    assert code_of(b"<a>" * 100_000) == "A009"


def test_as_many_elements_as_the_limit_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml, "MAX_ELEMENTS", 3)
    assert len(parse(b"<a><b/><c/></a>", "x").children) == 2
    assert code_of(b"<a><b/><c/><d/></a>") == "A011"


@pytest.mark.parametrize("text", ["\x1b", "\x00", "\uffff", "\ud800"])
def test_a_character_xml_cannot_hold_is_told_and_not_written(text: str) -> None:
    with pytest.raises(Failed) as caught:
        serialise(Component("a", text=f"x{text}y"))
    assert caught.value.diagnostics[0].code == "A013"


def test_an_element_of_very_many_attributes_is_refused_before_it_is_read() -> None:
    """Each would be held against all others: 200,000 took minutes."""
    attributes = b" ".join(b"a%d=''" % n for n in range(200_000))
    with pytest.raises(Failed) as failed:
        parse(b"<VASSAL.build.module.ModuleExtension " + attributes + b"/>", "x")
    assert [one.code for one in failed.value.diagnostics] == ["A011"]
