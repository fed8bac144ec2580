"""Syntax told in plain words."""

from __future__ import annotations

from compiler.diagnostics import Sink
from compiler.load.yaml import parse


def test_a_colour_without_quotes_is_told_to_be_a_comment() -> None:
    sink = Sink()
    parse("blue: {fill: #3B4A2F, text: white}\nred: 1\n", "art.yaml", sink)
    (fault,) = [each for each in sink if each.code == "L007"]
    assert fault.help == '`#` begins a comment: quote the colour, `"#3B4A2F"`'
