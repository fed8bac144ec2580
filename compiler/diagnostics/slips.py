"""Slips of the hand: one letter too many, too few or wrong, or two that changed places."""

from __future__ import annotations

from collections.abc import Iterable


def is_slip(word: str, known: str) -> bool:
    """Whether a word is another with one letter too many, too few or wrong, or with two that changed places."""
    if word == known or abs(len(word) - len(known)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, known, strict=False)) if a != b), min(len(word), len(known)))
    mine, other = word[start:], known[start:]
    swapped = mine[1::-1] + mine[2:] == other
    return mine[1:] == other or mine == other[1:] or mine[1:] == other[1:] or swapped


def only_slip(word: str, known: Iterable[str]) -> tuple[str, str] | None:
    """A misspelt word with the only one it can be: one letter off from that, and from no other."""
    near = [each for each in known if is_slip(word, each)]
    return (word, near[0]) if len(near) == 1 and len(word) > 2 else None
