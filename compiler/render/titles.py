"""Titles: broken where a reader would breathe, never after a small word, halves as even as they go."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.render import type as typeset

FACE, TRACK, LEADING = "serif-bold", 0.01, 0.98
# words that may not end a line: the reader would wait for what they belong to
SMALL = {"a", "an", "the", "of", "in", "on", "at", "to", "for", "by", "from", "and", "or", "with", "against",
         "de", "la", "le", "du", "der", "die", "das", "von", "und"}  # fmt: skip


def breaks(text: str) -> list[tuple[str, ...]]:
    """The ways to set a title: on one line, or on two that read well; the most even first."""
    words = text.split()
    found = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    good = [pair for pair in found if pair[0].split()[-1].lower() not in SMALL]
    even = sorted(good, key=lambda pair: (abs(len(pair[0]) - len(pair[1])), len(pair[1])))
    return [(text,), *even]


def title_lines(text: str, room: float, height: float, most: float = 12.0) -> tuple[float, Sequence[str]]:
    """The largest size at which a title fits a box, and its lines."""

    def size(lines: tuple[str, ...]) -> float:
        widest = max(typeset.width(line, 1.0, FACE, TRACK) for line in lines)
        return min(most, height / (len(lines) * LEADING), room / max(widest, 0.01))

    best = max(breaks(text), key=lambda lines: round(size(lines), 1))
    return size(best), best


def evenly(text: str, size: float, room: float, face: str = FACE) -> tuple[str, ...]:
    """A title of that size in as few lines as it takes; two read well where a pair fits."""
    rows = typeset.wrap(text, size, room, face)
    pairs = breaks(text)[1:] if len(rows) == 2 else []
    fitting = (pair for pair in pairs if all(typeset.width(row, size, face) <= room for row in pair))
    return next(fitting, rows)


def broken(text: str, long: int = 18) -> list[str]:
    """A title for a slip: a long one on two lines."""
    ways = breaks(text)
    return list(ways[1] if len(text) > long and len(ways) > 1 else ways[0])
