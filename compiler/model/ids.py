"""Ids: what they look like, how near misses are found, and the lock file that keeps VASSAL identities."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known id closest to a misspelt one."""
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=cutoff)
    return found[0] if found else None


def meant(given: Iterable[str], known: Iterable[str]) -> set[str]:
    """The known keys that a mapping lacks because it has them misspelt."""
    keys, names = list(given), list(known)
    free = [name for name in names if name not in keys]
    return {near for key in keys if key not in names and (near := nearest(str(key), free)) is not None}


def did_you_mean(word: str, known: Iterable[str], *, what: str = "") -> str | None:
    """A help line naming the nearest known id, or listing the few there are."""
    choices = list(known)
    best = nearest(word, choices)
    if best is not None:
        return f"did you mean `{best}`?"
    if 0 < len(choices) <= 8:
        return f"known {what or 'ids'}: " + ", ".join(f"`{c}`" for c in choices)
    return None


def extend_lock(
    lock: Mapping[str, Mapping[str, int]], wanted: Mapping[str, Iterable[str]], given: int = 0
) -> dict[str, dict[str, int]]:
    """The lock with a number for every wanted id: old ones keep theirs, new ones come after all `given`."""
    grown = {group: dict(numbers) for group, numbers in lock.items()}
    highest = max((n for numbers in grown.values() for n in numbers.values()), default=0)
    highest = max(highest, given)
    for group, ids in wanted.items():
        numbers = grown.setdefault(group, {})
        for id in ids:
            if id not in numbers:
                highest += 1
                numbers[id] = highest
    return grown
