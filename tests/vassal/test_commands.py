"""Commands: typed, nested, and never lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.vassal import commands as c
from compiler.vassal.commands import ESC, decode_command, decode_stream, encode_stream, flat
from tests.vassal import small
from tests.vassal.strategies import PIECE, TEXT

ANY = st.text(st.sampled_from("ab';\\\t/\x1bLOG+CHAT|") | st.characters(codec="utf-8"), max_size=40)
SIMPLE = st.one_of(
    st.builds(c.Chat, TEXT),
    st.builds(c.AddPiece, TEXT, PIECE),
    st.builds(c.MovePiece, TEXT, TEXT, st.integers(-99, 99), st.integers(-99, 99), TEXT, TEXT, player=TEXT),
    st.builds(c.ChangePiece, TEXT, TEXT, TEXT),
    st.builds(c.RemovePiece, TEXT),
    st.builds(c.GlobalProperty, TEXT, TEXT, TEXT),
    st.builds(c.ChangeProperty, TEXT, TEXT, TEXT, TEXT),
    st.builds(c.Player, TEXT, TEXT, TEXT),
    st.builds(c.SecretNote, TEXT, TEXT, st.booleans(), TEXT, TEXT, TEXT),
    st.builds(c.Los, TEXT, st.integers(0, 9), reset=st.booleans()),
    st.builds(c.Undo, st.booleans()),
)
COMMAND = st.recursive(
    SIMPLE,
    lambda inner: st.builds(c.Log, inner) | st.builds(c.Series, st.lists(inner, min_size=2, max_size=3).map(tuple)),
    max_leaves=5,
)


@settings(deadline=None)
@given(ANY)
def test_any_stream_is_read_and_written_back(stream: str) -> None:
    assert encode_stream(decode_stream(stream)) == stream


@settings(deadline=None)
@given(ANY)
def test_any_command_is_read_and_written_back(text: str) -> None:
    assert decode_command(text).encode() == text


@settings(deadline=None, max_examples=60)
@given(SIMPLE)
def test_a_simple_command_comes_back(command: c.Command) -> None:
    assert decode_command(command.encode()) == command


@settings(deadline=None, max_examples=60)
@given(st.lists(COMMAND, min_size=2, max_size=4))
def test_a_stream_of_nested_commands_says_the_same(commands: list[c.Command]) -> None:
    read = decode_stream(encode_stream(commands))
    assert [each.encode() for each in flat(read)] == [each.encode() for each in flat(commands)]


@pytest.mark.parametrize("save", [small.save(), small.log()])
def test_our_own_stream_is_fully_typed(save: small.Save) -> None:
    read = decode_stream(encode_stream(save.commands))
    assert read == save.commands
    assert not any(isinstance(each, c.Unknown) for each in flat(read))


def test_a_log_step_nests_its_followers() -> None:
    stream = f"end_save{ESC}LOG\tCHATa\\{ESC}LOG\tCHATb{ESC}LOG\tCHATc"
    assert decode_stream(stream) == (
        c.EndSave(),
        c.Series((c.Log(c.Chat("a")), c.Log(c.Chat("b")))),
        c.Log(c.Chat("c")),
    )


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("begin_save", c.BeginSave()),
        ("", c.Null()),
        ("null", c.Null("null")),
        ("SETUP_STACK\t", c.SetupDone()),
        ("-/12", c.RemovePiece("12")),
        ("TURNTurnTracker0\t0|2;0", c.Turn("TurnTracker0", "0|2;0")),
        ("GlobalProperty\t;Score;3;Module", c.GlobalProperty("Score", "3", "Module")),
        ("MainBoardPicker\tField\t0\t0", c.Boards("Main", (c.Board("Field"),))),
        ("MainBoardPicker\tField/rev\t1\t0", c.Boards("Main", (c.Board("Field", "1", "0", True),))),
        ("PYREMOVE\tid", c.PlayerLeaves("id")),
        ("SGKC\tSGKC0\ttrue", c.StartupApplied("SGKC0", True)),
        ("SHOW_RESULTS\tdice\t1\t4", c.ShowResults("dice", rest=("1", "4"))),
        ("EXT\tname\t1.0", c.Extension("name", "1.0")),
        ("UNMASK\ta\tb", c.Unmask(rest=("a", "b"))),
        ("CLOCKCONTROL\ttrue\tfalse", c.ClockControl(True, False)),
        ("AUDIO\tding.wav", c.Sound("ding.wav")),
        ("FLARE\tFlare0\t4\t5", c.Flare("Flare0", 4, 5)),
        ("my own command", c.Unknown("my own command")),
        ("TURNIP", c.Unknown("TURNIP")),
        ("+/1/2", c.Unknown("+/1/2")),
    ],
)
def test_commands_are_told_apart(text: str, command: c.Command) -> None:
    assert decode_command(text) == command
    assert command.encode() == text


def test_endless_nesting_ends_in_a_verbatim_command() -> None:
    text = "LOG\t" * 10_000 + "CHATx"
    assert decode_command(text).encode() == text
