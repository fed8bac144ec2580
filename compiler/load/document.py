"""A loaded file: plain values, and the place of every key and value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from compiler.diagnostics import Span

# A mark packs a place into one integer (line, column, length), so that a span costs nothing until it is asked for.
_COLUMN_BITS, _LENGTH_BITS = 20, 16


def pack(line: int, column: int, length: int) -> int:
    """A mark from 1-based line and column."""
    return (
        line << (_COLUMN_BITS + _LENGTH_BITS)
        | min(column, (1 << _COLUMN_BITS) - 1) << _LENGTH_BITS
        | min(length, (1 << _LENGTH_BITS) - 1)
    )


def unpack(mark: int) -> tuple[int, int, int]:
    """Line, column, length of a mark."""
    return (
        mark >> (_COLUMN_BITS + _LENGTH_BITS),
        mark >> _LENGTH_BITS & ((1 << _COLUMN_BITS) - 1),
        mark & ((1 << _LENGTH_BITS) - 1),
    )


@dataclass(slots=True)
class Document:
    """One YAML file as dicts, lists, strings, numbers, booleans and None.

    `keys` and `values` map the identity of a container to the marks of its keys, and of its values by key or
    index; containers live as long as the document, so identities stay true.
    """

    file: str
    text: str
    value: Any
    root: int = pack(1, 1, 1)
    keys: dict[int, dict[Any, int]] = field(default_factory=dict)
    values: dict[int, Any] = field(default_factory=dict)

    def span(self, container: Any, key: Any = None) -> Span:
        """Where the value under `key` stands in `container`; the container itself without a key."""
        if key is None:
            return Span(self.file, *unpack(self.values.get(id(container), {}).get(None, self.root)))
        marks = self.values.get(id(container))
        mark = marks.get(key) if marks is not None else None
        return self.span(container) if mark is None else Span(self.file, *unpack(mark))

    def key_span(self, container: Any, key: Any) -> Span:
        """Where the key itself stands."""
        mark = self.keys.get(id(container), {}).get(key)
        return self.span(container) if mark is None else Span(self.file, *unpack(mark))

    def at(self, path: tuple[Any, ...] | list[Any]) -> Span:
        """Where the value at a path of keys and indices stands (as far as the path exists)."""
        here = self.value
        where = Span(self.file, *unpack(self.root))
        for step in path:
            if not isinstance(here, (dict, list)):
                break
            where = self.span(here, step)
            try:
                here = here[step]
            except (KeyError, IndexError, TypeError):
                break
        return where
