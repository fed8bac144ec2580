"""Faults that only repeat another: what is told once need not be told again."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace

from compiler.diagnostics import Diagnostic, Severity
from compiler.load.bundle import Bundle

# What each kind of file defines, as unknown names are told of.
_DEFINED_IN = {
    "side": ("game",),
    "seat": ("game",),
    "die": ("game",),
    "option": ("game",),
    "terrain": ("map",),
    "feature": ("map",),
    "kind of space": ("map",),
    "kind of link": ("map",),
    "space": ("map",),
    "counter": ("counters",),
    "kind of counter": ("counters",),
    "kind": ("counters", "cards"),
    "mark": ("counters",),
    "card": ("cards",),
    "kind of card": ("cards",),
    "pile": ("piles",),
    "space or pile": ("map", "piles"),
    "side or counter": ("game", "counters"),
    "track": ("tracks",),
    "table": ("tables",),
    "row": ("ledger",),
    "chapter": ("ledger",),
    "node of the sequence": ("sequence",),
    "loop of the sequence": ("sequence",),
}
_UNKNOWN = re.compile(r"^`([^`]*)` is not a known ([^`]+)$")
_OF_ONE = ("M002", "M003", "M004", "M005", "M006")  # true of an entry whatever else its file lacks
_NAMELESS = frozenset(("art", "module", "ledger", "lock", "example"))  # nothing that others name is defined there
_OF_WHOLES = ("M017", "M018")  # that something is missing may be the hole


def nameless(kind: str | None, file: str) -> bool:
    """Whether a file of a kind, or of none, defines nothing that others name."""
    return kind in _NAMELESS or (kind is None and file.startswith(("art/", "texts/")))


@dataclass(slots=True)
class Lost:
    """What could not be read of a game."""

    files: set[str] = field(default_factory=set)  # that have faults
    kinds: set[str] = field(default_factory=set)  # of files that may lack any name they would define
    words: set[str] = field(default_factory=set)  # that stood in what was left out of the others
    nameless: bool = True  # whether nothing is lost that others name

    def spares(self, one: Diagnostic) -> Diagnostic | None:
        """A fault of the rest as it may be told beside; None if it may only follow from what is lost."""
        if one.code in _OF_WHOLES or self.names(one):
            return None
        if self.nameless:
            return one
        unknown = _UNKNOWN.match(one.message) if one.code == "M001" else None
        if unknown is not None:
            if self.kinds.intersection(_DEFINED_IN.get(unknown[2], self.kinds)):
                return None
            near = difflib.get_close_matches(unknown[1], sorted(self.words), n=1, cutoff=0.8)
            return replace(one, help=f"did you mean `{near[0]}`?", instead=None) if near else one
        file = one.span.file if one.span is not None else ""
        return None if self.kinds or one.code == "M001" or (one.code not in _OF_ONE and file in self.files) else one

    def names(self, one: Diagnostic) -> bool:
        """Whether a fault is about something of which a part is lost."""
        named = {part for word in _words(one.message) for part in (word, *word.split("."))}  # `points.north` of a side
        return not self.words.isdisjoint(named)


def hushed(told: list[Diagnostic], bundle: Bundle) -> list[Diagnostic]:
    """All but what follows from a fault already told: there is one place to mend."""
    told = _unborrowed(told, bundle)
    meant = {named[0] for one in told if one.severity is Severity.ERROR and (named := _MEANT.findall(one.help or ""))}
    unread = {name for one in told if one.code in ("L001", "L002", "L022") for name in _words(one.message)}
    return [
        one
        for one in told
        # what an error misspells is not left over, and what may not be read is not missed
        if (one.code not in _LEFTOVER or meant.isdisjoint(_words(one.message)))
        and (one.code not in ("C801", "C802") or unread.isdisjoint(_words(one.message)))
    ]


_MEANT = re.compile(r"^did you mean `([^`]*)`\?$")
_LEFTOVER = ("C612", "C521")  # lints that tell what nothing names


def _words(message: str) -> list[str]:
    """What a message names."""
    return message.split("`")[1::2]


def _unborrowed(told: list[Diagnostic], bundle: Bundle) -> list[Diagnostic]:
    """What is told of a thing is not told again of what is `like` it, by whatever name that goes."""
    likes = {(d.file, at.line, at.column) for _, d in bundle for at in map(d.span_of, sorted(d.borrowed))}
    if not likes:
        return told
    echo = [one.span is not None and (one.span.file, one.span.line, one.span.column) in likes for one in told]
    said = {(one.code, *_words(one.message)[-1:]) for one, again in zip(told, echo, strict=True) if not again}
    pairs = zip(told, echo, strict=True)
    return [one for one, again in pairs if not again or (one.code, *_words(one.message)[-1:]) not in said]


def at_the_letter(told: list[Diagnostic]) -> list[Diagnostic]:
    """A letter that could not be drawn is told once, where `check` had warned of it."""
    warned = {word: one for one in told if one.code == "R102" for word in _words(one.message)}
    drawn = {word for one in told if one.code == "R101" for word in _words(one.message)}
    found: list[Diagnostic] = []
    for one in told:
        places = [warned[word] for word in _words(one.message) if word in warned] if one.code == "R101" else []
        found += [replace(place, code="R101", severity=one.severity) for place in places] or [one]
    return [one for one in dict.fromkeys(found) if one.code != "R102" or drawn.isdisjoint(_words(one.message))]
