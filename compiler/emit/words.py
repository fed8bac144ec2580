"""Our own words in a module, in other languages: buttons, tooltips, menus of pieces.

They stand in `words.txt`, a line for each; `%` stands for a name of the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of one language: whole ones, and those with a name in them."""

    whole: dict[str, str]
    patterns: tuple[tuple[re.Pattern[str], str], ...]


@lru_cache(1)
def _rows() -> list[list[str]]:
    text = files(__package__).joinpath("words.txt").read_text(encoding="utf-8")
    return [line.split("|") for line in text.strip().split("\n")]


def languages() -> tuple[str, ...]:
    """The languages we have words in."""
    return tuple(_rows()[0][1:])


@lru_cache(16)
def _words(lang: str) -> _Words | None:
    if lang not in languages():
        return None
    column = _rows()[0].index(lang)
    whole = {row[0]: row[column] for row in _rows()[1:]}
    named = [(re.escape(word).replace("%", "(.+)"), local) for word, local in whole.items() if "%" in word]
    return _Words(whole, tuple((re.compile(pattern), local) for pattern, local in named))


def said(text: str, lang: str) -> str:
    """A text of ours in a language; one that we have no words for stays English."""
    words = _words(lang)
    if words is None or not text:
        return text
    if text in words.whole:
        return words.whole[text]
    for pattern, local in words.patterns:
        found = pattern.fullmatch(text)
        if found:
            return local.replace("%", found[1])
    return text
