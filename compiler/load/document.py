"""A loaded file: plain values, and the place of every key and value."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler.diagnostics import Span

_BREAK = re.compile(r"\r\n|\n|\r")
_QUOTED = re.compile(r'"(?:[^"\\\r\n]|\\.)*"?|\'(?:[^\'\r\n]|\'\')*\'?')
_LOOSE_WORD = re.compile(r"(?:[^\s,\[\]{}:]|:(?!\s|$))+", re.MULTILINE)
_LONGEST = 20_000  # characters of one token that are looked at: to match a longer one would cost hundreds of megabytes


@dataclass(slots=True)
class Document:
    """One YAML file as dicts, lists, strings, numbers, booleans and None.

    `places` maps the identity of a container to offsets into `text`: its own, then for a list those of its items,
    for a dict those of key, value, key, value in order. Containers live as long as the document, so identities
    stay true. Lines, columns and lengths are worked out only when a place is asked for.
    """

    file: str
    text: str
    value: Any
    root: int = 0
    places: dict[int, list[int]] = field(default_factory=dict)
    borrowed: set[int] = field(default_factory=set)  # offsets of each `like`: what stands there is said elsewhere
    _slots: dict[int, dict[Any, int]] = field(default_factory=dict, repr=False)
    _lines: list[int] = field(default_factory=list, repr=False)
    _retired: list[Any] = field(default_factory=list, repr=False)

    def retire(self, container: Any) -> None:
        """Keep a container that another takes the place of: its identity must not be given out again."""
        self._retired.append(container)

    def forget(self, container: Any, key: Any) -> None:
        """A value is about to be taken out of its container: the places of the others stay theirs."""
        places = self.places.get(id(container))
        if isinstance(container, dict):
            self._slot(container, key)  # counted while all keys are there
        elif places is not None:
            del places[key + 1]

    def is_borrowed(self, container: Any, key: Any) -> bool:
        """Whether the value under a key came with a `like`."""
        if not self.borrowed:
            return False
        places = self.places.get(id(container))
        slot = self._slot(container, key) if isinstance(container, dict) else key
        return places is not None and slot is not None and places[slot + 1] in self.borrowed

    def span(self, container: Any, key: Any = None) -> Span:
        """Where the value under `key` stands in `container`; the container itself without a key."""
        places = self.places.get(id(container))
        if key is None or places is None:
            return self.span_of(places[0] if places else self.root)
        if isinstance(container, dict):
            slot = self._slot(container, key)
            return self.span(container) if slot is None else self.span_of(places[slot + 1], container[key])
        if isinstance(key, int) and 0 <= key < len(container):
            return self.span_of(places[key + 1], container[key])
        return self.span_of(places[0])

    def key_span(self, container: Any, key: Any) -> Span:
        """Where the key itself stands; an item of a list has no key, so its value's place."""
        places = self.places.get(id(container))
        if places is None or not isinstance(container, dict):
            return self.span(container, key)
        slot = self._slot(container, key)
        return self.span(container) if slot is None else self.span_of(places[slot], key)

    def at(self, path: Sequence[Any]) -> Span:
        """Where the value at a path of keys and indices stands (as far as the path exists)."""
        return self._walk(path, of_key=False)

    def key_at(self, path: Sequence[Any]) -> Span:
        """Where the last key of a path stands; for an item of a list, where the item does."""
        return self._walk(path, of_key=True)

    def source(self, container: Any, key: Any) -> str:
        """A scalar as its author wrote it, such as `4.10` where the value is 4.1."""
        where = self.span(container, key)
        start = self._line_starts()[where.line - 1] + where.column - 1
        return self.text[start : start + where.length]

    def span_of(self, offset: int, value: Any = None) -> Span:
        """The span of what starts at an offset; `value` is the scalar there, if it is one."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return Span(self.file, line, offset - starts[line - 1] + 1, self._length(offset, value))

    def _walk(self, path: Sequence[Any], *, of_key: bool) -> Span:
        here = self.value
        where = self.span_of(self.root, here)
        for depth, step in enumerate(path):
            if not isinstance(here, (dict, list)):
                break
            where = self.key_span(here, step) if of_key and depth == len(path) - 1 else self.span(here, step)
            try:
                here = here[step]
            except (KeyError, IndexError, TypeError):
                break
        return where

    def _slot(self, container: dict[Any, Any], key: Any) -> int | None:
        slots = self._slots.get(id(container))
        if slots is None:
            slots = self._slots[id(container)] = {name: 2 * i + 1 for i, name in enumerate(container)}
        return slots.get(key)

    def _line_starts(self) -> list[int]:
        if not self._lines:
            self._lines.append(0)
            self._lines.extend(match.end() for match in _BREAK.finditer(self.text))
        return self._lines

    def _length(self, offset: int, value: Any) -> int:
        """How many characters the token at an offset covers on its line, at least one."""
        text = self.text
        first = text[offset : offset + 1]
        if first in ("{", "[", "|", ">", ""):
            return 1
        if first in ('"', "'"):
            quoted = _QUOTED.match(text, offset, offset + _LONGEST)
            return max(1, len(quoted[0])) if quoted else 1
        if isinstance(value, str) and value and text.startswith(value, offset):
            return len(value)
        if isinstance(value, str):
            line_end = _BREAK.search(text, offset)
            rest = text[offset : line_end.start() if line_end else None]
            return max(1, len(rest.partition(" #")[0].rstrip()))
        word = _LOOSE_WORD.match(text, offset, offset + _LONGEST)
        return max(1, len(word[0])) if word else 1
