"""What differs between two things told as facts: sections of things, each thing with its aspects."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["Change", "Facts", "Leaf", "as_json", "as_markdown", "as_text", "compare"]

# one value, or values whose order tells nothing
Leaf = str | tuple[str, ...]
Facts = Mapping[str, Mapping[str, Mapping[str, Leaf]]]
_MOST = 12  # entries of a list told in one line


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that came, went or changed; `aspects` hold what was and what is, None for nothing."""

    section: str
    thing: str
    what: str  # added, removed, changed
    aspects: Mapping[str, tuple[Leaf | None, Leaf | None]] = field(default_factory=dict)


def compare(old: Facts, new: Facts) -> list[Change]:
    """All changes, section by section in the order of the new, things as they stand there."""
    found: list[Change] = []
    for section in dict.fromkeys((*new, *old)):
        before, after = old.get(section, {}), new.get(section, {})
        for thing in dict.fromkeys((*after, *before)):
            if thing not in before:
                aspects = {name: (None, leaf) for name, leaf in after[thing].items()}
                found.append(Change(section, thing, "added", aspects))
            elif thing not in after:
                found.append(Change(section, thing, "removed"))
            elif before[thing] != after[thing]:
                found.append(Change(section, thing, "changed", dict(_aspects(before[thing], after[thing]))))
    return found


def _aspects(old: Mapping[str, Leaf], new: Mapping[str, Leaf]) -> Iterator[tuple[str, tuple[Leaf | None, Leaf | None]]]:
    for name in dict.fromkeys((*new, *old)):
        before, after = old.get(name), new.get(name)
        if before != after:
            yield name, (before, after)


def _words(name: str, old: Leaf | None, new: Leaf | None) -> str:
    if isinstance(old, tuple) or isinstance(new, tuple):
        before, after = Counter(_all(old)), Counter(_all(new))
        gone, come = list((before - after).elements()), list((after - before).elements())
        if not come and not gone:
            return f"{name} in another order".strip()
        turned = [] if name else list(_turned(gone, come))
        parts = turned[:_MOST] + [f"+ {each}" for each in come[:_MOST]] + [f"− {each}" for each in gone[:_MOST]]
        more = sum(max(len(each) - _MOST, 0) for each in (turned, come, gone))
        return (f"{name}: " if name else "") + "; ".join(parts) + (f"; and {more} more" if more else "")
    if old is None:
        return f"{name} {new}"
    return f"{name} {old} → {'nothing' if new is None else new}"


def _turned(gone: list[str], come: list[str]) -> Iterator[str]:
    """Settings that have another value now, taken out of what went and what came; one alone is only a value."""
    before = {each.partition(" ")[0]: each for each in gone}
    if len(gone) == len(come) == 1 and " " not in gone[0] + come[0]:
        yield f"{gone.pop()} → {come.pop()}"
    for each in list(come):
        key, _, value = each.partition(" ")
        if value and key in before:
            come.remove(each)
            gone.remove(before[key])
            yield f"{key} {before.pop(key).partition(' ')[2]} → {value}"


def _all(leaf: Leaf | None) -> tuple[str, ...]:
    return () if leaf is None else (leaf,) if isinstance(leaf, str) else leaf


_SIGN = {"added": "+", "removed": "−", "changed": "~"}


def _told(change: Change) -> str:
    if change.what == "removed" or not change.aspects:
        return change.thing
    parts = [_words(name, old, new) for name, (old, new) in change.aspects.items()]
    if change.what == "added":
        parts = parts[:6] + (["…"] if len(parts) > 6 else [])
    return f"{change.thing}: {'; '.join(parts)}"


def as_text(changes: list[Change]) -> Iterator[str]:
    """Lines for a terminal."""
    section = None
    for change in changes:
        if change.section != section:
            section = change.section
            yield section
        yield f"  {_SIGN[change.what]} {_told(change)}"


def as_markdown(changes: list[Change]) -> str:
    """Notes of a release."""
    lines: list[str] = []
    section = None
    for change in changes:
        if change.section != section:
            section = change.section
            lines += ([""] if lines else []) + [f"### {section[0].upper()}{section[1:]}", ""]
        told = _told(change).replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")
        thing, colon, rest = told.partition(": ")
        lead = {"added": "new: ", "removed": "gone: ", "changed": ""}[change.what]
        lines.append(f"- {lead}**{thing}**{colon}{rest}")
    return "\n".join(lines) + "\n" if lines else "No differences.\n"


def as_json(changes: list[Change]) -> str:
    """For programs."""
    data = [
        {"section": each.section, "thing": each.thing, "change": each.what,
         "aspects": {name: {"old": old, "new": new} for name, (old, new) in each.aspects.items()}}
        for each in changes
    ]  # fmt: skip
    return json.dumps({"changes": data}, ensure_ascii=False, indent=1) + "\n"
