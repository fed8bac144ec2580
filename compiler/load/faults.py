"""The parser's complaints in plain words, and tabs, which it often misnames."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice
from typing import Any

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent, ScalarEvent, StreamEndEvent
from yaml.reader import ReaderError

from compiler.diagnostics import Diagnostic, Related, Span, diagnose
from compiler.load.document import Document

MAX_DEPTH = 64
MAX_FAULTS = 100  # per file; what more there is shows once these are mended

_COMMENT = re.compile(r"(?:^|\s)#")

# What the parser says → what it means for the author, and the way out.
_WORDS: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "a second `: ` stands where only a value can be",
        "quote a text that contains `: `; line a new key up with its siblings",
    ),
    (
        "could not find expected ':'",
        "this line is neither `key: value` nor part of the value above",
        "add the missing `:` after the key, or indent the line under its key",
    ),
    (
        "expected ',' or '}'",
        "a `{` is not closed, or a `,` is missing",
        "close it with `}`, part its entries with `,`; quote a text that contains `: `",
    ),
    (
        "expected ',' or ']'",
        "a `[` is not closed, or a `,` is missing",
        "close it with `]`, or part its items with `,`",
    ),
    ("unexpected end of stream", "a quoted text is not closed", "add the closing quote"),
    (
        "unknown escape character",
        "a backslash in double quotes starts no known escape",
        "use single quotes, where a backslash is only a backslash",
    ),
    (
        "did not find expected key",
        "this line does not line up with the keys above",
        "indent it like its siblings, or quote the text before it",
    ),
    (
        "did not find expected '-' indicator",
        "this line does not line up with the items above",
        "start an item with `- ` in the same column as the others",
    ),
    (
        "block sequence entries are not allowed",
        "a list item `- ` cannot start here",
        "start the list on the line below its key",
    ),
    ("did not find the expected", "this does not fit what stands before it", "check indentation and brackets"),
    ("cannot start any token", "a value cannot start with this character", "quote the text"),
    ("unexpected document", "a line of `---` or `...` stands inside a value", "remove the line, or quote the text"),
    ("directive", "`%` lines are not part of our YAML", "remove the line"),
    ("anchor", "an `&` or `*` here does not name an anchor", "quote a text that starts with `&` or `*`"),
    ("alias", "an `&` or `*` here does not name an anchor", "quote a text that starts with `&` or `*`"),
    ("tag", "a `!` here does not name a tag", "quote a text that starts with `!`"),
)


_BARE_COLOUR = re.compile(r"[:,\[]\s+(#[0-9A-Fa-f]{6})\b")

# Contexts in which the mistake is where the thing was opened, not where the parser noticed.
_OPENINGS = ("flow sequence", "flow mapping", "quoted scalar", "simple key")


def syntax_fault(document: Document, error: yaml.YAMLError) -> tuple[Diagnostic, int]:
    """A parser's error as a diagnostic, and the offset where it gave up."""
    if isinstance(error, ReaderError):
        return _strange_character(document, error.position), error.position
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    offset = min(mark.index, len(document.text)) if mark is not None else 0
    problem = str(getattr(error, "problem", None) or error)
    message, help = problem, "check quotes, brackets and indentation"
    for sign, words, way_out in _WORDS:
        if sign in problem:
            message, help = words, way_out
            break
    related: tuple[Related, ...] = ()
    shown = offset
    opened = getattr(error, "context_mark", None)
    if opened is not None and any(sign in str(getattr(error, "context", "")) for sign in _OPENINGS):
        shown = opened.index
        related = (Related(_written(document, offset), "so this cannot be read"),) if offset > shown else ()
        line = document.text[shown:].partition("\n")[0]
        bare = _BARE_COLOUR.search(line)
        if bare is not None:
            help = f'`#` begins a comment: quote the colour, `"{bare[1]}"`'
    return diagnose("L007", message, _written(document, shown), help=help, related=related), offset


def _written(document: Document, offset: int) -> Span:
    """The span at an offset; past the last written character there is nothing to point at."""
    return document.span_of(min(offset, max(0, len(document.text.rstrip()) - 1)))


def _strange_character(document: Document, position: int) -> Diagnostic:
    shown = min(position, max(0, len(document.text) - 1))
    character = document.text[shown : shown + 1]
    name = f"U+{ord(character):04X}" if character else "a character"
    where = document.span_of(shown)._replace(length=1)
    return diagnose(
        "L004",
        f"the control character {name} cannot stand in YAML",
        where,
        help="delete it, or write it as an escape in double quotes",
    )


# Only double quotes have escapes, and few texts have one that can stand for what no file may hold.
_ESCAPE = re.compile(r"\\(?:[0abvfre]|x|u|U)")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
# What nobody sees: it turns a line round, breaks it, or makes two names of one.
_HIDDEN = re.compile("[\x85\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
UNSEEN = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|{_HIDDEN.pattern}")  # where no parser looks first


def hidden_faults(document: Document, pattern: re.Pattern[str] = _HIDDEN) -> list[Diagnostic]:
    """Characters that nobody sees, wherever in a file they stand."""
    return [
        diagnose(
            "L004",
            f"the invisible character U+{ord(each[0]):04X} stands here",
            document.span_of(each.start())._replace(length=1),
            help="delete it: it may turn, break or double what one reads",
        )
        for each in islice(pattern.finditer(document.text), MAX_FAULTS)
    ]


def unfit(text: str) -> str:
    """The first character of a text that neither VASSAL's files nor a printed sheet can hold; none as a rule."""
    found = _CONTROL.search(text) or _HIDDEN.search(text)
    return found[0] if found else ""


def escaped_faults(document: Document, parser: Any) -> list[Diagnostic]:
    """Control characters written as escapes: neither VASSAL's files nor a printed sheet can hold them."""
    faults: list[Diagnostic] = []
    if not _ESCAPE.search(document.text):
        return faults
    try:
        while (event := parser.get_event()).__class__ is not StreamEndEvent and len(faults) < MAX_FAULTS:
            if event.__class__ is not ScalarEvent or event.style != '"':
                continue
            spot: Any = event
            start, end = spot.start_mark.index, spot.end_mark.index
            hidden = _HIDDEN.search(event.value) if document.text[start:end].isascii() else None  # else told already
            found = _CONTROL.search(event.value) or hidden
            if found is not None:
                where = document.span_of(start)
                kind = "invisible" if hidden is found else "control"
                message = f"this text holds the {kind} character U+{ord(found[0]):04X}"
                faults.append(diagnose("L004", message, where, help="take the escape out"))
    except yaml.YAMLError:
        pass  # already reported
    return faults


def tab_faults(document: Document, parser: Any, broken: int | None) -> list[Diagnostic]:
    """The lines laid out with tabs: those with a tab outside of every scalar and comment."""
    text = document.text
    starts, ends = _scalars_with_tabs(text, parser)
    faults: list[Diagnostic] = []
    done = -1  # everything before this offset is judged
    for match in re.finditer("\t+", text):
        place = match.start()
        inside = bisect_right(starts, place) - 1
        if place < done or (inside >= 0 and place < ends[inside]):
            continue
        line = text.rfind("\n", 0, place) + 1
        done = text.find("\n", place) + 1 or len(text)
        before = text[line:place]
        # Past the point where the parser gave up we cannot tell scalars apart; only indentation is sure.
        if (broken is not None and place > broken and before.strip(" ")) or _COMMENT.search(before):
            continue
        faults.append(
            diagnose(
                "L008",
                "a tab lays out this line",
                document.span_of(place)._replace(length=1),
                help="indent and align with spaces",
            )
        )
        if len(faults) == MAX_FAULTS:
            break
    return faults


def _scalars_with_tabs(text: str, parser: Any) -> tuple[list[int], list[int]]:
    starts: list[int] = []
    ends: list[int] = []
    depth = 0
    try:
        while (event := parser.get_event()).__class__ is not StreamEndEvent and depth <= MAX_DEPTH:
            spot: Any = event
            start, end = spot.start_mark.index, spot.end_mark.index
            depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            if event.__class__ is ScalarEvent and text.find("\t", start, end) >= 0:
                starts.append(start)
                ends.append(end)
    except yaml.YAMLError:
        pass  # already reported
    return starts, ends
