"""The one encoding under everything: fields joined by a delimiter, delimiters inside escaped by a backslash.

Only the delimiter is escaped, never the backslash itself, so the two places where that would be ambiguous are
wrapped in single quotes: a field that begins with a backslash, and one that already wears quotes. A field that
*ends* in a backslash would swallow the delimiter after it; we wrap that one too, which every reader understands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

__all__ = ["decode", "encode", "first", "listed", "quoted"]


def quoted(field: str, delimiter: str) -> str:
    """One field as it stands in a sequence."""
    if not field:
        return ""
    escaped = field.replace(delimiter, "\\" + delimiter) if delimiter in field else field
    start, end = field[0], field[-1]
    if start == "\\" or end == "\\" or (start == "'" and end == "'"):
        return f"'{escaped}'"
    return escaped


def encode(fields: Iterable[str], delimiter: str) -> str:
    """The sequence of these fields."""
    texts = list(fields)
    joined = delimiter.join(texts)
    if "\\" not in joined and "'" not in joined and joined.count(delimiter) == len(texts) - 1:
        return joined  # most need neither escapes nor quotes
    return delimiter.join([quoted(field, delimiter) for field in texts])


@lru_cache(maxsize=32)
def _splitter(delimiter: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(delimiter))


def _plain(field: str, delimiter: str) -> str:
    if "\\" in field:
        field = field.replace("\\" + delimiter, delimiter)
    if len(field) > 1 and field[0] == "'" and field[-1] == "'":
        return field[1:-1]
    return field


def decode(text: str, delimiter: str) -> list[str]:
    """The fields of a sequence; the empty text has one empty field."""
    if "\\" + delimiter in text:
        return [_plain(field, delimiter) for field in _splitter(delimiter).split(text)]
    if "'" in text:
        return [_plain(field, delimiter) for field in text.split(delimiter)]
    return text.split(delimiter)


def first(text: str, delimiter: str) -> tuple[str, str | None]:
    """The first field and the raw rest after it; no rest means there was no second field."""
    match = _splitter(delimiter).search(text)
    if match is None:
        return _plain(text, delimiter), None
    return _plain(text[: match.start()], delimiter), text[match.end() :]


def listed(text: str, delimiter: str = ",") -> tuple[str, ...]:
    """A list written as a sequence; unlike a sequence the empty text is the empty list."""
    return tuple(decode(text, delimiter)) if text else ()
