"""Explain pages as tests: the examples of a page laid over a mini game, and where `check` tells of the fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiler.diagnostics import CODES, Diagnostic, Severity, Sink, Span
from compiler.diagnostics.explain import page
from compiler.load import parse
from compiler.load.document import Document
from tests.faulty import copy, found, merge_file

EXAMPLE = re.compile(r"```yaml\n# (\w+)/([\w./]+)\n(.*?)```", re.DOTALL)
TOLD = re.compile(r"^Told in `([^`]+)`(?: at `([^`]+)`)?(?:, beside (.+))?\.$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Told:
    """What a page says of its broken example: the file, the place in it, the codes that come with it."""

    file: str
    at: str | None
    beside: frozenset[str] = frozenset()

    def __str__(self) -> str:
        place = f" at `{self.at}`" if self.at else ""
        beside = ", beside " + " and ".join(f"`{code}`" for code in sorted(self.beside)) if self.beside else ""
        return f"Told in `{self.file}`{place}{beside}."


def examples(code: str, part: str) -> list[tuple[str, str, str]]:
    """Game, file and text of the examples under a heading of a page."""
    told = page(code) or ""
    return EXAMPLE.findall(told.partition(f"## {part}\n")[2].partition("\n## ")[0])


def promised(code: str) -> Told | None:
    """Where the page says that its broken example is told."""
    said = TOLD.search((page(code) or "").partition("## Broken\n")[2].partition("\n## ")[0])
    return said and Told(said[1], said[2], frozenset(re.findall(r"[A-Z]\d{3}", said[3] or "")))


def laid(code: str, part: str, to: Path) -> Path:
    """A mini game with the examples of a page laid over it."""
    shown = examples(code, part)
    folder = copy(shown[0][0], to)
    for _, file, patch in shown:
        merge_file(folder, file, patch)
    return folder


def told(code: str, folder: Path) -> list[Diagnostic]:
    """Everything `check` says; notes only where the code is one."""
    return found(folder, strict=CODES[code].severity is Severity.NOTE)


def place(diagnostic: Diagnostic, folder: Path) -> tuple[str, str | None]:
    """File and place of a diagnostic: the path of the key or value it points at, or the words it points at."""
    assert diagnostic.span is not None, diagnostic
    span = diagnostic.span
    file = Path(span.file)
    name = file.resolve().relative_to(folder.resolve()).as_posix() if file != folder else folder.name
    if file.suffix != ".yaml" or not file.is_file():
        return name, None
    text = file.read_text(encoding="utf-8")
    document = parse(text, span.file, Sink())
    path = next((path for path, spans in _nodes(document) if span in spans), None) if document is not None else None
    if path is not None:
        return name, ".".join(map(str, path)) or None
    line = text.splitlines()[span.line - 1]
    return name, line[span.column - 1 : span.column - 1 + span.length]


def _nodes(document: Document) -> Iterator[tuple[tuple[Any, ...], set[Span]]]:
    """Every path of a document, the deepest first, with the spans of its key and value."""
    ahead: list[tuple[tuple[Any, ...], Any]] = [((), document.value)]
    found: list[tuple[tuple[Any, ...], set[Span]]] = [((), {document.at(())})]
    while ahead:
        path, value = ahead.pop()
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            spans = {document.span(value, key)}
            if isinstance(value, dict):
                spans.add(document.key_span(value, key))
            found.append(((*path, key), spans))
            if isinstance(inner, (dict, list)):
                ahead.append(((*path, key), inner))
    return iter(sorted(found, key=lambda node: -len(node[0])))
