"""Strict YAML: plain values and their places from the parser's events, every fault of a file with a code.

We resolve decimals, `true`, `false` and `null`; every other scalar, and every key, is the string its author wrote,
so `0101` stays "0101" and `no` stays "no". Tags, merge keys, directives and second documents are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from compiler.diagnostics import Diagnostic, Related, Sink, Span, diagnose
from compiler.load.document import Document
from compiler.load.faults import MAX_DEPTH, MAX_FAULTS, escaped_faults, hidden_faults, syntax_fault, tab_faults

MAX_NODES = 500_000  # counted as if every alias were written out

# Events are typed Any throughout: PyYAML's classes declare none of the attributes they carry.

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?").fullmatch
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "": None}


class _Plain(dict[str, Any]):
    """Values of plain scalars, each worked out once."""

    def __missing__(self, text: str) -> Any:
        value: Any = text
        if text in _WORDS:
            value = _WORDS[text]
        elif text[0] in "-0123456789" and (match := _NUMBER(text)):
            value = float(text) if match[1] else int(text)
        self[text] = value
        return value


_PLAIN = _Plain()


def plain_value(text: str) -> Any:
    """What a scalar without quotes means: a number, true, false, nothing, or the text itself."""
    return _PLAIN[text]


class _Stop(Exception):
    """The file cannot be read further; the fault is already noted."""


def _parser(text: str) -> Any:
    """The C parser where PyYAML has one, else its twin in Python; both give the same events."""
    return yaml.CSafeLoader(text) if yaml.__with_libyaml__ else yaml.SafeLoader(text)


def parse(text: str, file: str, sink: Sink) -> Document | None:
    """Read a YAML text; faults go to the sink, and a text with errors gives no document."""
    document = Document(file, text, None)
    reader = _Reader(document, _parser(text).get_event)
    broken: int | None = None
    try:
        reader.read()
    except _Stop:
        pass
    except yaml.YAMLError as error:
        fault, broken = syntax_fault(document, error)
        reader.faults.append(fault)
    reader.faults += () if text.isascii() else hidden_faults(document)
    if '"' in text and "\\" in text:
        reader.faults += escaped_faults(document, _parser(text))
    if "\t" in text:
        reader.faults = _without_echo(reader.faults, tab_faults(document, _parser(text), broken))
    sink.extend(reader.faults)
    return None if reader.faults else document


def _without_echo(faults: list[Diagnostic], tabs: list[Diagnostic]) -> list[Diagnostic]:
    """Tabs and other faults; a tab that stopped the parser is the fault, its own words would only repeat it."""
    lines = {tab.span.line for tab in tabs if tab.span}
    return [f for f in faults if f.code != "L007" or f.span is None or f.span.line not in lines] + tabs


class _Reader:
    """Builds values from events; one method per kind of container, so that depth is bounded by our own count."""

    __slots__ = ("anchors", "checked", "depth", "document", "faults", "next", "nodes", "places", "plain")

    def __init__(self, document: Document, next_event: Callable[[], Any]) -> None:
        self.document = document
        self.next = next_event
        self.places = document.places
        self.plain = _Plain()
        self.anchors: dict[str, tuple[Any, int] | None] = {}
        self.faults: list[Diagnostic] = []
        # Anchors, tags, aliases and merge keys need one of these characters; most files have none.
        self.checked = any(mark in document.text for mark in "&!*<")
        self.depth = 0
        self.nodes = 0

    def read(self) -> None:
        """The whole stream: exactly one document."""
        while not isinstance(event := self.next(), (DocumentStartEvent, StreamEndEvent)):
            pass
        if isinstance(event, StreamEndEvent):
            self.empty()
        elif event.version or event.tags:
            self.fault("L007", "`%` lines are not part of our YAML", Span(self.document.file), "remove the line")
        event = self.next()
        self.document.root = event.start_mark.index
        self.document.value = self.node(event)
        if self.document.value is None and not self.faults:
            self.empty()
        while not isinstance(event := self.next(), StreamEndEvent):
            if isinstance(event, DocumentStartEvent):
                where = self.span(event)
                self.stop("L006", "a second YAML document starts here", where, "keep one document per file")

    def node(self, event: Any) -> Any:
        """The value that starts with this event."""
        kind = event.__class__
        if kind is ScalarEvent:
            value = event.value if event.style else self.plain[event.value]
            if self.checked and (event.anchor or event.tag):
                self.properties(event)
                if event.anchor:
                    self.anchors[event.anchor] = (value, 1)
            return value
        if kind is AliasEvent:
            return self.alias(event)
        if self.checked and (event.anchor or event.tag):
            return self.anchored(event)
        return self.mapping(event) if kind is MappingStartEvent else self.sequence(event)

    def mapping(self, start: Any) -> dict[str, Any]:
        if self.depth >= MAX_DEPTH:
            self.too_deep(start)
        self.depth += 1
        out: dict[str, Any] = {}
        marks = [start.start_mark.index]
        self.places[id(out)] = marks
        mark, next_event, plain, checked = marks.append, self.next, self.plain, self.checked
        while True:
            event: Any = next_event()
            if event.__class__ is MappingEndEvent:
                break
            value: Any = next_event() if event.__class__ is ScalarEvent else None
            key: str = event.value if value is not None else ""
            suspect = not key or key in out or (checked and (event.anchor or event.tag or key == "<<"))
            if suspect and not self.sound_key(event, value, out, marks):
                continue
            mark(event.start_mark.index)
            mark(value.start_mark.index)
            if value.__class__ is ScalarEvent and not checked:
                out[key] = value.value if value.style else plain[value.value]
            else:
                out[key] = self.node(value)
        self.depth -= 1
        self.grow(len(out))
        return out

    def sequence(self, start: Any) -> list[Any]:
        if self.depth >= MAX_DEPTH:
            self.too_deep(start)
        self.depth += 1
        out: list[Any] = []
        marks = [start.start_mark.index]
        self.places[id(out)] = marks
        mark, add, next_event, plain, checked = marks.append, out.append, self.next, self.plain, self.checked
        while True:
            event: Any = next_event()
            if event.__class__ is SequenceEndEvent:
                break
            mark(event.start_mark.index)
            if event.__class__ is ScalarEvent and not checked:
                add(event.value if event.style else plain[event.value])
            else:
                add(self.node(event))
        self.depth -= 1
        self.grow(len(out))
        return out

    def sound_key(self, event: Any, value: Any, out: dict[str, Any], marks: list[int]) -> bool:
        """Note what is wrong with a key; its value is still read, for the faults it may hold."""
        where = self.span(event)
        if value is None or (event.value == "" and not event.style):
            if event.__class__ is not ScalarEvent:
                self.node(event)
            self.fault("L015", "a key must be a word or a quoted text", where, "write `key: value` with a plain key")
            self.node(value if value is not None else self.next())
            return False
        key = event.value
        if event.anchor or event.tag:
            self.properties(event)
        if key == "<<" and not event.style:
            self.fault("L012", "merge key `<<` is not part of our YAML", where, "write the keys out where they belong")
        elif key in out:
            first = self.document.span_of(marks[1 + 2 * list(out).index(key)], key)
            self.fault(
                "L009",
                f"key `{key}` is given twice",
                where,
                "keep one of the two, or rename one",
                Related(first, f"`{key}` is first given here"),
            )
        else:
            return True
        self.node(value)
        return False

    def anchored(self, event: Any) -> Any:
        """A container with an anchor or tag before it."""
        self.properties(event)
        before = self.nodes
        if event.anchor:
            self.anchors[event.anchor] = None
        value = self.mapping(event) if event.__class__ is MappingStartEvent else self.sequence(event)
        if event.anchor:
            self.anchors[event.anchor] = (value, self.nodes - before + 1)
        return value

    def alias(self, event: Any) -> Any:
        """The very value an anchor of this file names; it counts as if written out."""
        name = event.anchor
        if name not in self.anchors:
            self.fault(
                "L011",
                f"no anchor `&{name}` stands before `*{name}` in this file",
                self.span(event),
                "anchors do not reach across files; write the value out, or quote the text if it is one",
            )
            return None
        known = self.anchors[name]
        if known is None:
            self.fault(
                "L016",
                f"`*{name}` stands inside the very thing it names",
                self.span(event),
                "write the inner value out",
            )
            return None
        self.grow(known[1], event)
        return known[0]

    def grow(self, nodes: int, event: Any = None) -> None:
        """Count nodes; a file, however short, may not stand for more than we can walk."""
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            where = self.span(event) if event is not None else None
            self.stop(
                "L014",
                f"this file stands for more than {MAX_NODES:,} values",
                where,
                "write fewer aliases" if event is not None else "split the file",
            )

    def properties(self, event: Any) -> None:
        """Refuse a tag."""
        if event.tag:
            tag = "!!" + event.tag.removeprefix("tag:yaml.org,2002:") if ":" in event.tag else event.tag
            self.fault(
                "L010",
                f"tag `{tag}` is not part of our YAML",
                self.span(event),
                "remove the tag; quote a text that starts with `!`",
            )

    def span(self, event: Any) -> Span:
        start, end = event.start_mark.index, event.end_mark.index
        whole = self.document.span_of(start)
        text = self.document.text[start:end]
        return whole._replace(length=max(1, len(text.splitlines()[0]) if text else whole.length))

    def fault(self, code: str, message: str, span: Span | None, help: str, *related: Related) -> None:
        self.faults.append(diagnose(code, message, span, help=help, related=related))
        if len(self.faults) >= MAX_FAULTS:
            raise _Stop

    def stop(self, code: str, message: str, span: Span | None, help: str) -> None:
        self.fault(code, message, span or Span(self.document.file), help)
        raise _Stop

    def empty(self) -> None:
        self.stop("L005", "the file is empty", None, "write its keys, or delete the file")

    def too_deep(self, event: Any) -> None:
        self.stop("L013", f"values are nested more than {MAX_DEPTH} deep", self.span(event), "flatten the structure")
