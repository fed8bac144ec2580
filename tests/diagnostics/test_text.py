"""The text report: snippet, caret, related places, way out."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from compiler.diagnostics import Diagnostic, Related, Severity, Span, diagnose
from compiler.diagnostics.text import render, summary, wants_colour

SOURCE = {
    "map.yaml": "areas:\n  omi: {land: [mino]}\n  小谷: {name: 小谷城, land: [omi]}" + "\n" * 9 + "  mino:\t{land: []}",
    "long.yaml": "x" * 500 + "HERE" + "y" * 500,
    "evil.yaml": "a: \x1b[31mred\n",
}


def show(*diagnostics: Diagnostic, colour: bool = False) -> str:
    return render(diagnostics, source=SOURCE.get, colour=colour)


def fault(span: Span | None, **more: object) -> Diagnostic:
    return Diagnostic("C204", Severity.WARNING, "`omi` borders `mino`, but not the reverse", span, **more)  # type: ignore[arg-type]


def test_a_full_report() -> None:
    one = fault(
        Span("map.yaml", 2, 16, 4),
        related=(Related(Span("map.yaml", 12, 3, 4), "`mino` is here"),),
        help="add `omi` to the borders of `mino`",
        rule="4.2",
    )
    assert (
        show(one)
        == """\
warning[C204]: `omi` borders `mino`, but not the reverse
  --> map.yaml:2:16
   |
 2 |   omi: {land: [mino]}
   |                ^^^^
  ::: map.yaml:12:3
   |
12 |   mino: {land: []}
   |   ---- `mino` is here
   = help: add `omi` to the borders of `mino`
   = rule: 4.2

"""
    )


def test_carets_stand_under_wide_characters() -> None:
    assert show(fault(Span("map.yaml", 3, 14, 3))).splitlines()[3:5] == [
        "3 |   小谷: {name: 小谷城, land: [omi]}",
        "  |                ^^^^^^",
    ]


def test_a_long_line_is_cut_around_the_place() -> None:
    line, caret = show(fault(Span("long.yaml", 1, 501, 4))).splitlines()[3:5]
    assert len(line) < 200
    assert line[caret.index("^") :].startswith("HERE")
    assert line.count("…") == 2


def test_text_cannot_steer_the_terminal() -> None:
    told = show(Diagnostic("L004", Severity.ERROR, "bad \x1b[2J", Span("evil.yaml", 1, 4, 1), help="\x07"))
    assert "\x1b" not in told
    assert "\x07" not in told


def test_a_file_that_cannot_be_shown_still_has_its_place() -> None:
    assert show(fault(Span("gone.yaml", 2, 16, 4))).splitlines()[1] == " --> gone.yaml:2:16"
    assert show(fault(Span("map.yaml", 99, 1, 1))).splitlines()[1] == " --> map.yaml:99:1"
    assert show(fault(None)).splitlines() == ["warning[C204]: `omi` borders `mino`, but not the reverse", ""]


def test_a_picture_is_not_shown_as_text(tmp_path: Path) -> None:
    file = tmp_path / "eel.jpg"
    Image.new("RGB", (9, 9)).save(file)
    told = render([diagnose("R206", "nothing shows it", Span(str(file), 1, 1, 1))])
    assert told.splitlines() == ["warning[R206]: nothing shows it", f" --> {file}:1:1", ""]


def test_colour_changes_nothing_but_colour() -> None:
    one = fault(Span("map.yaml", 2, 16, 4), help="h")
    coloured = show(one, colour=True)
    assert "\x1b[1;33mwarning[C204]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == show(one)


def test_colour_only_on_a_terminal_and_never_against_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_colour(Terminal())


def test_a_summary_counts_by_severity() -> None:
    error = Diagnostic("L005", Severity.ERROR, "x")
    assert summary([error, error, fault(None)]) == "2 errors, 1 warning"
    assert summary([]) == ""
