"""Findings of `lint` drawn to be judged by eye: `python -m tests.truth FILE… [CODE…] [EACH [SEED]]`.

Whether a finding is true is a judgement: what would VASSAL do with this module? So each finding that is drawn is
printed with its place and with every place where the module writes the names it speaks of (so many in all, the first
few shown): whoever judges sees at once whether the name that is said to be nowhere is somewhere. The same seed draws
the same findings of the same modules. A code whose sample holds fewer than 95 true of 100 is to be mended.
"""

from __future__ import annotations

import html
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from compiler.diagnostics import Diagnostic
from compiler.vassal.archive import Archive, open_archive
from compiler.vassal.lint import lint_module

_QUOTED = re.compile(r"`([^`]+)`")
_CODE = re.compile(r"A\d+")
_TEXTS = ("buildFile", "buildFile.xml")
AROUND, SHOWN = 70, 2


def drawn(found: list[Diagnostic], each: int, seed: int) -> list[Diagnostic]:
    """So many of each code, all where there are fewer."""
    codes = sorted({one.code for one in found})
    picked = []
    for code in codes:
        of_it = [one for one in found if one.code == code]
        picked += random.Random(f"{seed} {code}").sample(of_it, min(each, len(of_it)))
    return picked


def places(text: str, name: str) -> Iterator[str]:
    """How often a text has a name, and the first places with what stands around them."""
    at = [match.start() for match in re.finditer(re.escape(name), text)]
    yield f"{name}: {len(at)} times"
    for start in at[:SHOWN]:
        yield "  …" + repr(text[max(0, start - AROUND) : start + len(name) + AROUND]) + "…"


def told(one: Diagnostic, text: str) -> Iterator[str]:
    """A finding with what is needed to judge it."""
    where = f"{one.span.file.rpartition('/')[2]}:{one.span.line}" if one.span else ""
    yield f"{one.code} {one.message}"
    yield f"    {where} ({one.help})"
    for name in dict.fromkeys(_QUOTED.findall(one.message)):
        yield from (f"    {line}" for line in places(text, name))


def text_of(archive: Archive) -> str:
    """The build file as VASSAL reads it."""
    return "".join(html.unescape(archive.read(name).decode("utf-8", "replace")) for name in _TEXTS if name in archive)


def main(arguments: list[str]) -> None:
    numbers = [int(word) for word in arguments if word.isdigit()]
    each, seed = (*numbers, *(20, 17)[len(numbers) :])[:2]
    codes = {word for word in arguments if _CODE.fullmatch(word)}
    found, texts = list[Diagnostic](), dict[str, str]()
    for file in (word for word in arguments if not word.isdigit() and word not in codes):
        with open_archive(Path(file)) as archive:
            found += [one for one in lint_module(archive) if not codes or one.code in codes]
            texts[archive.name] = text_of(archive)
    for one in drawn(found, each, seed):
        text = texts[one.span.file.partition("!")[0]] if one.span else ""
        print(*told(one, text), "", sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
