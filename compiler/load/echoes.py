"""Faults that only repeat another: what is told once need not be told again."""

from __future__ import annotations

import re
from dataclasses import replace

from compiler.diagnostics import Diagnostic, Severity
from compiler.load.bundle import Bundle


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
