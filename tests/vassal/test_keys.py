"""Keys and named commands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.keys import NO_KEY, Key, key, named, read_key, read_keys, typed, write_keys

NAMES = st.text(st.characters(codec="utf-8", exclude_characters=","), min_size=1, max_size=12)
KEYS = st.builds(Key, st.integers(1, 70000), st.integers(0, 2000), st.just("") | NAMES)


@given(KEYS)
def test_a_key_comes_back(one: Key) -> None:
    assert read_key(str(one)) == one


@given(st.lists(KEYS, max_size=6).map(tuple))
def test_a_list_of_keys_comes_back(found: tuple[Key, ...]) -> None:
    assert read_keys(write_keys(found)) == found


@pytest.mark.parametrize(
    ("made", "text", "words"),
    [
        (key("F", ctrl=True), "70,130", "Ctrl+F"),
        (key("d", ctrl=True, shift=True), "68,195", "Ctrl+Shift+D"),
        (key("F5"), "116,0", "F5"),
        (key("A", alt=True), "65,520", "Alt+A"),
        (named("Flip"), "57348,0,Flip", "Flip"),
        (NO_KEY, "", ""),
    ],
)
def test_keys_are_written_as_the_engine_writes_them(made: Key, text: str, words: str) -> None:
    assert str(made) == text
    assert made.words == words


def test_old_forms_are_read() -> None:
    assert read_key("D") == key("D", ctrl=True)
    assert read_keys("FD") == (key("F", ctrl=True), key("D", ctrl=True))
    assert read_key("68,2").identity == read_key("68,130").identity
    assert read_key("a,b") == NO_KEY


def test_named_commands_are_the_same_whatever_their_number() -> None:
    assert read_key("57344,0,Flip").identity == named("Flip").identity


@pytest.mark.parametrize("name", ["", "a,b"])
def test_a_name_that_could_not_be_read_back_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="must not be empty or hold a comma"):
        named(name)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        # codes of java.awt.event.KeyEvent, which VASSAL writes
        ("F1", "112,0"), ("F2", "113,0"), ("f12", "123,0"), ("Ctrl+F5", "116,130"), ("Left", "37,0"), ("Up", "38,0"),
        ("Shift+Right", "39,65"), ("alt+down", "40,520"), ("Home", "36,0"), ("End", "35,0"), ("PageUp", "33,0"),
        ("PgDn", "34,0"), ("Page Down", "34,0"), ("Delete", "127,0"), ("Del", "127,0"), ("Insert", "155,0"),
        ("Space", "32,0"), ("Ctrl+Space", "32,130"), ("Enter", "10,0"), ("Escape", "27,0"), ("Tab", "9,0"),
        ("Backspace", "8,0"), ("Ctrl+Shift+k", "75,195"), ("Ctrl + K", "75,130"),
    ],
)  # fmt: skip
def test_keys_people_write_become_keys(text: str, written: str) -> None:
    assert str(typed(text)) == written


@pytest.mark.parametrize("text", ["roll_call", "end", "home base", "K", "F13", "delete", "a+b"])
def test_other_words_are_commands(text: str) -> None:
    assert typed(text) is None


def test_after_ctrl_comes_a_key() -> None:
    with pytest.raises(ValueError, match="Hmoe"):
        typed("Ctrl+Hmoe")
