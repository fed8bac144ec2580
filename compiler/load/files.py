"""Bytes of a file as text: size and encoding are judged before anything is parsed."""

from __future__ import annotations

from pathlib import Path

from compiler.diagnostics import Sink, Span, diagnose
from compiler.load.document import Document
from compiler.load.yaml import parse

MAX_BYTES = 8 * 1024 * 1024
_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


def read(path: Path, name: str, sink: Sink) -> Document | None:
    """Load one YAML file, shown to its author as `name`; faults go to the sink."""
    text = read_text(path, name, sink)
    return None if text is None else parse(text, name, sink)


def read_text(path: Path, name: str, sink: Sink) -> str | None:
    """A file's text without a byte order mark, if it is UTF-8 of a sane size."""
    try:
        # A pipe or device would keep us waiting for ever.
        if not path.is_file():
            raise IsADirectoryError(0, "it is not a plain file")
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        sink.add(
            diagnose(
                "L001",
                f"`{name}` cannot be read: {reason}",
                Span(name),
                help="check that it is a file and that you may read it",
            )
        )
        return None
    if len(content) > MAX_BYTES:
        sink.add(
            diagnose(
                "L002",
                f"`{name}` is larger than {MAX_BYTES // 1024 // 1024} MB",
                Span(name),
                help="split it, or move what is not YAML elsewhere",
            )
        )
        return None
    return _decode(content, name, sink)


def _decode(content: bytes, name: str, sink: Sink) -> str | None:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            sink.add(diagnose("L003", f"`{name}` is {encoding}, not UTF-8", Span(name), help="save it again as UTF-8"))
            return None
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line_start = content.rfind(b"\n", 0, error.start) + 1
        line = content.count(b"\n", 0, error.start) + 1
        column = len(content[line_start : error.start].decode("utf-8", "replace")) + 1
        sink.add(
            diagnose(
                "L003",
                f"byte 0x{content[error.start]:02X} is not UTF-8",
                Span(name, line, column, 1),
                help="save the file again as UTF-8",
            )
        )
        return None
