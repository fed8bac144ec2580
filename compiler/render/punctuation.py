"""Marks as printers set them: authors type ', " and -, readers of a boxed game see ’, “ ” and −."""

from __future__ import annotations

import re
from collections.abc import Callable

_OPENING = re.compile(r"(?<![^\s(\[/–—“])([\"'])(?=\w)")
_MINUS = re.compile(r"(?<![^\s(\[/:,])-(?=\d)")
_OPEN = {'"': "“", "'": "‘"}
_CLOSE = {'"': "”", "'": "’"}


def punctuated(text: str, has: Callable[[str], bool]) -> str:
    """A line with true quotes, apostrophes and minus signs, as far as its face `has` them."""
    if "-" in text and has("−"):
        text = _MINUS.sub("−", text)
    if ("'" in text or '"' in text) and all(map(has, "“”‘’")):
        text = _OPENING.sub(lambda mark: _OPEN[mark[1]], text)
        for typed, printed in _CLOSE.items():
            text = text.replace(typed, printed)
    return text
