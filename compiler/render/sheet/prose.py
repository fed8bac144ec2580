"""The rules as text to read: the rows of a ledger, or an author's own pages, as chapters of paragraphs and examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from compiler.load.tongue import printed
from compiler.model.game import Game, HelpPage
from compiler.model.ledger import TABLES, Ledger, Row

_OURS = re.compile(r"\.x\d+$")  # a row of ours where the rulebook is silent
_SHOWN = re.compile(r"\.EX\d*$")
_COUNT = re.compile(r"(\.0)?\.\d+$")  # the number of a statement within its section
_NUMBER = re.compile(r"\d+(?:[-.]\d+[A-Z]?)*")  # what of an id a rulebook prints
_ITEM = re.compile(r"\((\d+)\)$")
_MENTIONED = re.compile(r"(?<=\d)\.x\d+\b")
_FLAT = re.compile(r"\w+\.\d+")
_LABEL = re.compile(r"(?:(?:Short )?[Ee]xamples?(?: \d+)?|Worked cases?): ")
K = TypeVar("K")
LONG = 420  # letters, after which a paragraph ends with its sentence
TEXT, ITEM, OURS, EXAMPLE, PART, HEAD = "text", "item", "ours", "example", "part", "head"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences: what sort they are, the number or word before them, the text."""

    sort: str
    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading, a sentence that says what the chapter is about, what it says."""

    title: str
    lead: str
    paragraphs: tuple[Paragraph, ...]


def chapters_of(game: Game, help: Iterable[HelpPage]) -> list[Chapter]:
    """The chapters of a game: those of its ledger, else the pages in which its author tells how it is played."""
    if game.ledger is None:
        return [Chapter(page.title, "", tuple(_told(page))) for page in help]
    ledger, found = game.ledger, []
    for id, rows in ledger.by_chapter().items():
        bound = [row for row in rows if binds(row)]
        if bound:
            prose = tuple(_prose(ledger, id, bound, game.lang))
            lead = printed("What the charts show, in words.", game.lang) if id == TABLES else ""
            found.append(Chapter(ledger.heading(id), ledger.leads.get(id, lead), prose))
    return found


def binds(row: Row) -> bool:
    """Whether a row says something of its own that binds the players."""
    return row.scope in ("engine", "data") and row.same_as is None


def _told(page: HelpPage) -> Iterator[Paragraph]:
    for line in page.text.strip().split("\n"):
        text = line.strip()
        if text:
            yield Paragraph(ITEM, "•", text[2:]) if text.startswith("- ") else Paragraph(TEXT, "", text)


def _prose(ledger: Ledger, chapter: str, rows: list[Row], lang: str) -> Iterator[Paragraph]:
    """Part by part and section by section; a number is said once."""
    flat = all(_FLAT.fullmatch(id) for id in ledger.rows)
    said, boxed = chapter, any(row.kind != "example" for row in rows)  # a chapter of examples is told as it went
    for part, within in _runs(rows, lambda row: ledger.part(row.id)):
        if part is not None:
            yield Paragraph(PART, said := _numbered(part) or said, ledger.chapters[part])
        for base, section in _runs(within, lambda row: row.id if flat else _ITEM.sub("", _base(row.id))):
            number = _numbered(base).removesuffix(".0")
            yield from _paragraphs(section, "" if number in (said, chapter) else number, boxed, lang)
            said = number


def _runs(rows: Iterable[Row], key: Callable[[Row], K]) -> Iterator[tuple[K, list[Row]]]:
    """Neighbours that belong together."""
    for one, group in groupby(rows, key):
        yield one, list(group)


def _paragraphs(rows: list[Row], number: str, boxed: bool, lang: str) -> Iterator[Paragraph]:
    """A section: its sentences run on, points of a list stand below each other, then examples, then what we add."""
    plain = [row for row in rows if row.kind != "example" and not _OURS.search(row.id)]
    if rows and all(row.kind == "example" for row in rows) and not boxed:
        plain = rows
    points = {row.id: found[1] if (found := _ITEM.search(_base(row.id))) else "" for row in plain}
    listed = len(set(points.values()) - {""}) > 1
    if number and listed and plain and points[plain[0].id]:
        yield Paragraph(HEAD, number, "")
    for point, group in _runs(plain, lambda row: points[row.id] if listed else ""):
        label = f"({point})" if point else number
        for text in _joined(group):
            yield Paragraph(ITEM if point else TEXT, label, text)
            label = number = ""
    for row in rows if boxed else ():
        if row.kind == "example":
            yield Paragraph(EXAMPLE, printed("Example", lang), _sentence(_LABEL.sub("", row.says.strip(), count=1)))
    ours = [row for row in rows if row.kind != "example" and _OURS.search(row.id)]
    for n, text in enumerate(_joined(ours)):
        yield Paragraph(OURS, "" if n else printed("Our reading:", lang), text)


def _base(id: str) -> str:
    return _COUNT.sub("", _SHOWN.sub("", _OURS.sub("", id)))


def _numbered(id: str) -> str:
    found = _NUMBER.match(id)
    return found[0] if found else ""


def _joined(rows: Iterable[Row]) -> Iterator[str]:
    """Sentences as paragraphs that an eye can keep hold of."""
    text = ""
    for row in rows:
        text = f"{text} {_sentence(row.says.strip())}".lstrip()
        if len(text) > LONG:
            yield text
            text = ""
    if text:
        yield text


def _sentence(text: str) -> str:
    text = _MENTIONED.sub("", text)
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?。）)”" else ".")
