"""Names that are nearly right. Looking for them costs time, so a hostile module gets only so many answers."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

__all__ = ["Near"]

_MOST_NAMES: Final = 4000
_MOST_QUESTIONS: Final = 200


def _letters(name: str) -> int:
    """A set of letters as bits; two letters may share one."""
    found = 0
    for letter in name:
        found |= 1 << (ord(letter) & 63)
    return found


class Near:
    """Finds the known name that is nearest to a wrong one."""

    def __init__(self, known: Iterable[str], cutoff: float = 0.8) -> None:
        self.known = [(name, _letters(name)) for name in sorted(known)[:_MOST_NAMES]]
        self.cutoff = cutoff
        self.asked = 0

    def to(self, name: str) -> str:
        """The nearest name, or nothing."""
        self.asked += 1
        if self.asked > _MOST_QUESTIONS or len(name) > 100:
            return ""
        found = difflib.get_close_matches(name, self._likely(name), n=1, cutoff=self.cutoff)
        return found[0] if found else ""

    def _likely(self, name: str) -> list[str]:
        """The names that may be near: a letter that only one of two names has matches nothing."""
        letters, length, share = _letters(name), len(name), self.cutoff / 2
        found = []
        for known, theirs in self.known:
            needed = share * (len(known) + length)
            if length - (letters & ~theirs).bit_count() < needed or len(known) < needed:
                continue
            if len(known) - (theirs & ~letters).bit_count() >= needed:
                found.append(known)
        return found

    def help(self, name: str, otherwise: str) -> str:
        """A question for the author, or other help."""
        near = self.to(name)
        return f"did you mean `{near}`?" if near else otherwise
