"""Diagnostics for people at a terminal: the line in question, a caret under the place, the way out."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import IO

from compiler.diagnostics.diagnostic import Diagnostic, Severity
from compiler.diagnostics.span import Span

Source = Callable[[str], str | None]

_WIDTH = 160  # columns of a source line that we show
_MAX_SOURCE = 16 * 1024 * 1024
_RESET = "\x1b[0m"
_STYLES = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "bold": "\x1b[1m",
    "gutter": "\x1b[1;34m",
}
_PLURAL = {"error": "errors", "warning": "warnings", "note": "notes"}


def wants_colour(stream: IO[str] | None) -> bool:
    """Colour only on a terminal, and never against the reader's wish (https://no-color.org); None is closed."""
    if stream is None:
        return False
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def from_disk(file: str) -> str | None:
    """A file's text for snippets; a snippet is a courtesy, so what cannot be shown is left out."""
    try:
        path = Path(file)
        # a link may lead where we did not read
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _MAX_SOURCE:
            return None
        data = path.read_bytes()
        return None if b"\0" in data else data.decode("utf-8", "replace").removeprefix("\ufeff")  # a picture is no text
    except (OSError, ValueError):
        return None


def render(diagnostics: Iterable[Diagnostic], *, source: Source = from_disk, colour: bool = False) -> str:
    """All diagnostics as text, in the order given, with an empty line after each."""
    lines: dict[str, list[str]] = {}

    def line_at(span: Span) -> str | None:
        if span.file not in lines:
            text = source(span.file)
            lines[span.file] = [] if text is None else text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        known = lines[span.file]
        return known[span.line - 1] if 0 < span.line <= len(known) else None

    return "".join(_block(one, line_at, partial(_paint, colour)) + "\n" for one in diagnostics)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`; empty if there is nothing."""
    counts = dict.fromkeys(Severity, 0)
    for one in diagnostics:
        counts[one.severity] += 1
    return ", ".join(
        f"{n} {severity.value if n == 1 else _PLURAL[severity.value]}" for severity, n in counts.items() if n
    )


def _block(one: Diagnostic, line_at: Callable[[Span], str | None], paint: Callable[[str, str], str]) -> str:
    spans = [span for span in (one.span, *(related.span for related in one.related)) if span is not None]
    gutter = len(str(max((span.line for span in spans if line_at(span) is not None), default=0)))
    head = paint(one.severity.value, f"{one.severity.value}[{one.code}]")
    out = [f"{head}{paint('bold', ': ' + _printable(one.message))}"]
    if one.span is not None:
        out += _snippet(one.span, "-->", "^", "", gutter, line_at(one.span), paint, one.severity.value)
    for related in one.related:
        out += _snippet(related.span, ":::", "-", related.message, gutter, line_at(related.span), paint, "gutter")
    equals = " " * gutter + " " + paint("gutter", "=")
    if one.help:
        out.append(f"{equals} help: {_printable(one.help)}")
    if one.rule:
        out.append(f"{equals} rule: {_printable(one.rule)}")
    return "\n".join(out) + "\n"


def _snippet(
    span: Span,
    arrow: str,
    mark: str,
    label: str,
    gutter: int,
    line: str | None,
    paint: Callable[[str, str], str],
    style: str,
) -> list[str]:
    place = f"{' ' * gutter}{paint('gutter', arrow)} {_printable(str(span))}"
    if line is None:
        return [f"{place}: {_printable(label)}" if label else place]
    shown, before, marked = _window(line, span)
    bar = paint("gutter", "|")
    caret = paint(style, mark * marked + (f" {_printable(label)}" if label else ""))
    number = paint("gutter", f"{span.line:>{gutter}}")
    margin = f"{' ' * gutter} {bar}"
    return [place, margin, f"{number} {bar} {shown}".rstrip(), f"{margin} {' ' * before}{caret}"]


def _window(line: str, span: Span) -> tuple[str, int, int]:
    """A line as shown, columns before the marked part, and columns it covers; long lines are cut around it."""
    start = min(span.column - 1, len(line))
    first = max(0, start - _WIDTH // 2) if len(line) > _WIDTH else 0
    last = min(len(line), first + _WIDTH)
    head = ("…" if first else "") + _printable(line[first:start])
    marked = _printable(line[start : min(start + span.length, last)])
    tail = _printable(line[start + span.length : last]) + ("…" if last < len(line) else "")
    return head + marked + tail, _columns(head), max(1, _columns(marked))


def _printable(text: str) -> str:
    """Tabs as spaces, and nothing that could steer the terminal."""
    return "".join(c if c.isprintable() else " " if c in "\t\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _columns(text: str) -> int:
    """Columns a text takes up: Chinese and Japanese characters take two, combining marks none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _paint(colour: bool, style: str, text: str) -> str:
    return f"{_STYLES[style]}{text}{_RESET}" if colour else text
