"""Choices in a list: which have numbers, which stand in columns, and what a typed number means."""

from __future__ import annotations

import re

from compiler.play.ask import Ask, shown


def whole_number(text: str) -> int | None:
    """A number somebody typed: plain digits and not too many of them, for `²` is a digit as well."""
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None


def is_wide(ask: Ask) -> bool:
    """Whether the choices are so many ways on the map that they are shown in columns."""
    return len(ask.options) > 12 and all(isinstance(option, tuple) for option in ask.options)


def is_numbered(ask: Ask) -> bool:
    """Whether the choices of a list get numbers: never where a number may be an answer itself, nor in columns."""
    if is_wide(ask):
        return False
    numbers = {str(n) for n in range(1, len(ask.options) + 1)}
    return not any(isinstance(option, int) or shown(option) in numbers for option in ask.options)


def columns(words: list[str], wide: int = 96) -> str:
    """Words in as many columns as fit."""
    width = max(map(len, words)) + 2
    per_line = max(1, wide // width)
    lines = [words[i : i + per_line] for i in range(0, len(words), per_line)]
    return "".join("  " + "".join(word.ljust(width) for word in line).rstrip() + "\n" for line in lines)
