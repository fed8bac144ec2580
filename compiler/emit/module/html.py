"""Pages in the HTML that VASSAL's windows can show: version 3.2, no scripts, a little style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape as escape

_STYLE = (
    "body {font-family: SansSerif; font-size: 11pt; margin: 12px; color: #1E1A18; background: #FFFDF6} "
    "h1 {font-family: Serif; font-size: 18pt; color: #2C2622} h2 {font-family: Serif; font-size: 14pt; color: #B4302B} "
    "h3 {font-size: 11pt} th {background: #E9DDBE} td {background: #F8F2E2} li {margin-bottom: 2px}"
)


def page(title: str, *parts: str) -> bytes:
    """A whole page."""
    head = f"<head><title>{escape(title)}</title><style>{_STYLE}</style></head>"
    return f"<html>{head}<body><h1>{escape(title)}</h1>{''.join(parts)}</body></html>\n".encode()


def heading(text: str, level: int = 2) -> str:
    return f"<h{level}>{escape(text)}</h{level}>\n"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>\n"


def anchored(anchor: str, text: str) -> str:
    """A heading that a table of contents leads to."""
    return f'<h2><a name="{anchor}">{escape(text)}</a></h2>\n'


def contents(entries: Iterable[tuple[str, str]]) -> str:
    """A table of contents: anchors with their headings."""
    return "<ul>" + "".join(f'<li><a href="#{to}">{escape(text)}</a></li>\n' for to, text in entries) + "</ul>\n"


def ruled(number: str, text: str) -> str:
    """A rule behind its number."""
    return f"<p><b>{escape(number)}</b>&nbsp; {escape(text)}</p>\n"


def items(texts: Iterable[str]) -> str:
    """A list."""
    return "<ul>" + "".join(f"<li>{escape(text)}</li>\n" for text in texts) + "</ul>\n"


def prose(text: str) -> str:
    """Paragraphs; lines that begin with a dash are lists."""
    out: list[str] = []
    bullets: list[str] = []
    for line in text.strip().splitlines():
        if line.strip().startswith("- "):
            bullets.append(line.strip()[2:])
            continue
        if bullets:
            out.append(items(bullets))
            bullets = []
        if line.strip():
            out.append(paragraph(line.strip()))
    return "".join(out) + (items(bullets) if bullets else "")


def grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the first cell of each row is its head."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>\n"
        for row in rows
    )
    return f'<table border="1" cellspacing="0" cellpadding="4"><tr>{top}</tr>\n{body}</table>\n'
