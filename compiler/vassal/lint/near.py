"""Names that are nearly right. Looking for them costs time, so a hostile module gets only so many answers."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

__all__ = ["Near"]

_MOST_NAMES: Final = 4000
_MOST_QUESTIONS: Final = 200


class Near:
    """Finds the known name that is nearest to a wrong one."""

    def __init__(self, known: Iterable[str], cutoff: float = 0.8) -> None:
        self.known = sorted(known)[:_MOST_NAMES]
        self.cutoff = cutoff
        self.asked = 0

    def to(self, name: str) -> str:
        """The nearest name, or nothing."""
        self.asked += 1
        if self.asked > _MOST_QUESTIONS or len(name) > 100:
            return ""
        found = difflib.get_close_matches(name, self.known, n=1, cutoff=self.cutoff)
        return found[0] if found else ""

    def help(self, name: str, otherwise: str) -> str:
        """A question for the author, or other help."""
        near = self.to(name)
        return f"did you mean `{near}`?" if near else otherwise
